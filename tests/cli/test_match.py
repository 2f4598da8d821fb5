import os
import tempfile
from pathlib import Path

from arena.tournament.folder import RESULTS
from arena.tournament.store import Store
from tests.cli.test_run import BOTS, arena


def test_bots_meet_without_a_file_and_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = arena("match", BOTS / "careful.py", BOTS / "gated.py", "--boards", 3, "--seed", 7)
    assert result.exit_code == 0
    assert result.stdout.startswith("match: setback (6 games")
    assert result.stderr.splitlines()[0] == "match: 2 entrants, 1 match, 6 games"
    assert result.stderr.splitlines()[-1] == "Seed: 7"
    assert os.listdir(tmp_path) == []


def test_out_keeps_it(tmp_path):
    words = (BOTS / "careful.py", BOTS / "gated.py", "--boards", 3, "--seed", 7, "--rules", "jpgames", "--out", tmp_path / "run")
    first = arena("match", *words)
    assert first.exit_code == 0
    with Store.read(tmp_path / "run" / RESULTS) as store:
        assert [rules.name for rules in store.spec.rules] == ["jpgames"]
    again = arena("run", tmp_path / "run")
    assert again.stdout == first.stdout
    assert "nothing is left to play" in again.stderr


def test_bots_of_one_file_can_have_names_of_their_own(tmp_path):
    result = arena("match", f"old={BOTS / 'careful.py'}", f"new={BOTS / 'careful.py'}", "--boards", 1, "--quiet")
    assert result.exit_code == 0
    assert sorted(line.split()[1] for line in result.stdout.splitlines() if line[:1].isdigit()) == ["new", "old"]
    clash = arena("match", BOTS / "careful.py", BOTS / "careful.py")
    assert clash.exit_code == 2
    assert clash.stderr.endswith("two entrants are called 'careful'; call one otherwise: NAME=BOT\n")


def test_help_says_what_becomes_of_the_run():
    helps = {command: " ".join(arena(command, "--help").stdout.split()) for command in ("match", "run")}
    assert "--out PATH A folder to keep the run in; without it nothing is kept. --jobs" in helps["match"]
    assert "--out PATH The run's folder. [default: runs/NAME] --jobs" in helps["run"]


def test_one_bot_is_no_match():
    result = arena("match", BOTS / "careful.py")
    assert result.exit_code == 2
    assert "at least two" in result.stderr


def test_a_path_with_an_equals_sign_is_a_path(tmp_path):
    folder = tmp_path / "a=b"
    folder.mkdir()
    Path(folder / "mine.py").write_text((BOTS / "careful.py").read_text())
    assert arena("match", folder / "mine.py", BOTS / "gated.py", "--boards", 1).exit_code == 0


def test_hands_are_recorded_where_that_is_wanted(tmp_path):
    words = (BOTS / "careful.py", BOTS / "gated.py", "--boards", 1, "--seed", 7, "--out", tmp_path / "run")
    assert arena("match", *words, "--record", "hands").exit_code == 0
    hands = arena("report", tmp_path / "run", "--format", "hands")
    assert hands.exit_code == 0
    assert hands.stdout.startswith('{"schema":"pitch-hand/1","rules":"setback"')
