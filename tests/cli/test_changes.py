"""Runs that grow, lose an entrant, are only rehearsed, or decide more than a table says."""

import re
import shutil
from pathlib import Path

import pytest

from arena.cli.rehearsal import _size, _time
from tests.cli.test_run import BOTS, arena, spec_of

TEXT = "rules: setback\nseed: 7\nmatch: {boards: 2, block: 1, unit: hands}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("careful", "chance", "gated"):
        shutil.copy(BOTS / f"{name}.py", f"{name}.py")
    return tmp_path


def cup(entrants, text=TEXT):
    Path("cup.yaml").write_text(f"{text}entrants: [{entrants}]\n")
    return "cup.yaml"


def shown(run, *words):
    return arena("report", run, "--format", "markdown", *words).stdout.splitlines()


def test_more_boards_are_played_when_that_is_wanted(folder):
    assert arena("run", cup("careful.py, chance.py")).exit_code == 0
    more = arena("run", "cup.yaml", "--boards", 3, "--extend")
    assert more.exit_code == 0
    assert "3 boards in place of 2; only what is new is played\nruns/cup: continuing; 2 of 3 matches have been played." in more.stderr
    arena("run", "cup.yaml", "--boards", 3, "--out", "whole")
    assert shown("runs/cup") == shown("whole")
    assert arena("verify", "runs/cup").exit_code == 0


def test_entrants_join_when_they_are_let(folder):
    assert arena("run", cup("careful.py, chance.py")).exit_code == 0
    refused = arena("run", cup("careful.py, chance.py, gated.py"))
    assert refused.exit_code == 2
    assert "  entrants.gated: is new; arena run FILE --extend plays what is new" in refused.stderr
    joined = arena("run", "cup.yaml", "--extend")
    assert joined.exit_code == 0
    assert "gated is new; only its matches are played\nruns/cup: continuing; 2 of 6 matches have been played." in joined.stderr
    arena("run", "cup.yaml", "--out", "whole")
    assert shown("runs/cup") == shown("whole")
    assert arena("verify", "runs/cup").exit_code == 0


def test_a_changed_bot_plays_again(folder):
    assert arena("run", cup("careful.py, chance.py, gated.py")).exit_code == 0
    Path("chance.py").write_text(Path("chance.py").read_text() + "\n# better\n")
    assert arena("verify", "runs/cup").exit_code == 1
    again = arena("run", "cup.yaml")
    assert "chance has changed since it last played; its 4 matches are played again" in again.stderr
    assert "runs/cup: continuing; 2 of 6 matches have been played." in again.stderr
    assert arena("verify", "runs/cup", "--replay", 6).exit_code == 0


def test_an_entrant_is_withdrawn_from_the_table_alone(folder):
    arena("run", cup("careful.py, chance.py, gated.py"))
    arena("run", cup("careful.py, gated.py"), "--out", "without")
    assert shown("runs/cup", "--withdraw", "chance") == [*shown("without"), "*Without chance, and without their games.*", ""]
    unknown = arena("report", "runs/cup", "--withdraw", "chanse")
    assert (unknown.exit_code, unknown.stderr) == (2, "Error: no entrant is called 'chanse'; did you mean chance?\n")
    assert "fewer than two entrants are left" in arena("report", "runs/cup", "--withdraw", "chance", "--withdraw", "gated").stderr
    assert len(spec_of("runs/cup").entrants) == 3


def test_who_is_withdrawn_is_on_no_page_and_in_no_other_form(folder):
    arena("run", cup("careful.py, chance.py, gated.py", f"record: hands\n{TEXT}"))
    page = arena("report", "runs/cup", "--format", "html", "--withdraw", "chance").stdout
    assert "Without chance, and without their games." in page
    assert "chance" in arena("report", "runs/cup", "--format", "html").stdout
    assert "chance" not in page.replace("Without chance, and without their games.", "")
    assert "chance" not in arena("report", "runs/cup", "--format", "junit", "--withdraw", "chance").stdout
    played = arena("report", "runs/cup", "--format", "csv", "--of", "games", "--withdraw", "chance")
    assert (played.exit_code, "--withdraw is for what standings are made of" in played.stderr) == (2, True)


def test_a_rehearsal_says_how_much_there_is_to_do_and_leaves_nothing(folder):
    result = arena("run", cup("careful.py, chance.py, gated.py", TEXT.replace("hands", "games")), "--dry-run")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == ["cup: round-robin, 3 entrants", "Matches: 6", "Games:   12"]
    assert re.fullmatch(r"Hands:   about \d+", lines[3])
    assert re.fullmatch(r"Time:    about [\d.]+ (s|min) with 1 at once \([\d.]+ (s|min) of one core\)", lines[4])
    assert re.fullmatch(r"Disk:    about \d+ KiB", lines[5])
    assert re.fullmatch(r"Time, hands and disk follow from \d+ games played just now; nothing is kept\.", lines[6])
    assert not Path("runs").exists()
    assert "Matches: at least 2\n" in arena("run", cup("careful.py, chance.py", "format: knockout\n" + TEXT), "--dry-run").stdout


def test_times_and_sizes_in_units_that_fit():
    assert [_time(value) for value in (3, 150, 9000, 400_000)] == ["3.0 s", "2.5 min", "2.5 h", "4.6 days"]
    assert [_size(value) for value in (2048, 3 << 20, 5 << 30)] == ["2 KiB", "3.0 MiB", "5.0 GiB"]


def test_a_knockout_names_its_winner(folder):
    result = arena("run", cup("careful.py, chance.py, gated.py", "format: knockout\n" + TEXT))
    assert result.exit_code == 0
    assert re.search(r"(?m)^setback: \w+ wins the knockout; the final against \w+: [\d.]+ to [\d.]+ games.*\.$", result.stdout)
    assert arena("verify", "runs/cup", "--replay", 4).exit_code == 0


def test_executors_have_names(folder):
    from click.testing import CliRunner

    from arena.cli import main

    refused = CliRunner().invoke(main, ["run", cup("careful.py, chance.py"), "--executor", "dusk"])
    assert refused.exit_code == 2
    assert "'dusk' is none of processes, serial, dask and dask=tcp://HOST:PORT." in refused.stderr
