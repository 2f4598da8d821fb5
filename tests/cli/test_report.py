import json
import sqlite3

import pytest
from click.testing import CliRunner

from arena.cli.report import command
from arena.errors import ArenaError
from arena.tournament.folder import RESULTS
from arena.tournament.spec import MatchKey, MatchResult, TournamentSpec
from arena.tournament.store import Store
from tests.cli.test_run import arena
from tests.report.test_export import EXAMPLE
from tests.standings.games import game, tournament


def run_folder(folder, record="games"):
    spec: TournamentSpec = tournament("ann bob cat", boards=2, record=record)
    folder.mkdir()
    records = (json.loads(EXAMPLE),) if record == "hands" else ()
    with Store.write(folder / RESULTS) as store:
        store.begin(spec, {"seed_given": spec.seed, "seed_commitment": "ab12"})
        # Out of order on purpose: what is read back is in order.
        for pair in ("bob cat", "ann bob"):
            one, other = pair.split()
            games = (game(1, 1, f"{one} {other}", (21, 9), records=records), game(1, 2, f"{other} {one}", (4, 21), records=records))
            store.add(MatchResult(key=MatchKey(0, 1, (one, other)), games=games))
    return folder


def report(*arguments, **more):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False, **more)


def test_the_table_is_plain_text_when_not_on_a_terminal(tmp_path):
    result = report(run_folder(tmp_path / "run"))
    assert result.exit_code == 0
    assert result.stdout.startswith("spring: pairs (4 games, 40 hands)\n")
    assert result.stdout.endswith("Not complete: 2 of 3 matches played.\n")
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_json_of_a_run_without_replaying_it(tmp_path):
    result = report(run_folder(tmp_path / "run"), "--format", "json")
    document = json.loads(result.stdout)
    assert (document["tournament"], document["seed_commitment"]) == ("spring", "ab12")
    assert [line["bot"] for line in document["reports"][0]["standings"]] == ["ann", "bob", "cat"]
    assert result.stdout == report(tmp_path / "run", "--format", "json").stdout


def test_csv_and_markdown_and_pairings(tmp_path):
    run = run_folder(tmp_path / "run")
    assert report(run, "--format", "csv").stdout.startswith("rules,rank,group,bot,")
    assert report(run, "--format", "csv", "--pairings").stdout.startswith("rules,a,b,boards,")
    assert report(run, "--format", "markdown").stdout.startswith("## spring: pairs (4 games, 40 hands)\n")
    assert "| ann | bob | 1 | 2–0–0 |" in report(run, "--format", "markdown", "--pairings").stdout


def test_hands(tmp_path):
    assert report(run_folder(tmp_path / "run", "hands"), "--format", "hands").stdout == f"{EXAMPLE}\n" * 4


def test_hands_that_were_not_recorded_are_a_clear_sentence(tmp_path):
    with pytest.raises(ArenaError, match="no hands were recorded; a tournament file with 'record: hands' keeps them") as caught:
        report(run_folder(tmp_path / "run"), "--format", "hands")
    assert caught.value.exit_code == 2


def test_a_folder_that_is_no_run(tmp_path):
    (tmp_path / RESULTS).write_text("this is not a database, though it is long enough to look like one to somebody in a hurry\n" * 20)
    for folder in (tmp_path / "missing", tmp_path):
        with pytest.raises(ArenaError, match=str(folder)) as caught:
            report(folder)
        assert caught.value.exit_code == 2
        assert "\n" not in str(caught.value)


def test_an_unknown_format_is_refused(tmp_path):
    result = report(tmp_path, "--format", "pdf")
    assert result.exit_code == 2
    assert "'pdf' is not one of" in result.stderr


def test_luck_is_adjusted_beside_the_raw_figure_by_reference_bots_that_play_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arena("match", "greedy", "random", "--boards", 20, "--seed", 7, "-s", "game.target=5", "--quiet", "--out", "run")
    plain = json.loads(arena("report", "run", "--format", "json").stdout)["reports"][0]["standings"]
    assert [line["adjusted_points_per_hand"] for line in plain] == [None, None]
    assert "adjusted" not in arena("report", "run").stdout + arena("report", "run", "--format", "markdown").stdout
    first = arena("report", "run", "--adjust", "--jobs", 1, "--format", "json")
    assert "Reference bots play 600 games, once." in first.stderr
    again = arena("report", "run", "--adjust", "--format", "json")
    assert (again.stderr, again.stdout) == ("", first.stdout)
    for line, raw in zip(json.loads(first.stdout)["reports"][0]["standings"], plain, strict=True):
        assert line["points_per_hand"] == raw["points_per_hand"]
        assert line["adjusted_points_per_hand_low"] < line["adjusted_points_per_hand"] < line["adjusted_points_per_hand_high"]
    shown = arena("report", "run", "--adjust").stdout
    assert "points/hand" in shown
    assert "adjusted" in shown
    assert (
        "| points per hand [95 %] | adjusted points per hand [95 %] |" in arena("report", "run", "--adjust", "--format", "markdown").stdout
    )


def test_reference_results_of_other_bots_are_not_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arena("match", "greedy", "random", "--boards", 20, "--seed", 7, "-s", "game.target=3", "--quiet", "--out", "run")
    arena("report", "run", "--adjust", "--jobs", 1)
    with sqlite3.connect("run/reference.sqlite") as db:
        db.execute("UPDATE run SET value = '8' WHERE key = 'seed'")
    db.close()
    assert "Reference bots play 600 games, once." in arena("report", "run", "--adjust", "--jobs", 1).stderr


def test_too_few_boards_to_adjust_are_said_and_nothing_is_played(tmp_path):
    arena("match", "greedy", "random", "--boards", 19, "--seed", 7, "-s", "game.target=3", "--quiet", "--out", tmp_path / "run")
    result = arena("report", tmp_path / "run", "--adjust")
    assert result.stderr == "Adjusted points per hand need at least 20 boards; this run has 19.\n"
    assert "adjusted" not in result.stdout
    assert not (tmp_path / "run" / "reference.sqlite").exists()


def test_where_reference_bots_cannot_play_the_cards_count_alone(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("rules: setback\nentrants: [greedy, random]\nseed: 7\nmatch: {boards: 20, deals: own}\n", encoding="utf-8")
    arena("run", file, "--quiet", "--out", tmp_path / "run")
    result = arena("report", tmp_path / "run", "--adjust", "--format", "json")
    assert "by the worth of the holdings alone" in result.stderr
    assert json.loads(result.stdout)["reports"][0]["standings"][0]["adjusted_points_per_hand"] is not None


def test_who_is_withdrawn_leaves_the_others_adjusted_and_anchored(tmp_path):
    file = tmp_path / "three.yaml"
    text = "rules: setback\nentrants: [greedy, random, steady]\nseed: 7\nmatch: {boards: 20}\nrating: {anchor: {steady: 30, random: 10}}\n"
    file.write_text(text, encoding="utf-8")
    arena("run", file, "--quiet", "--out", tmp_path / "run")
    result = arena("report", tmp_path / "run", "--adjust", "--jobs", 1, "--withdraw", "steady", "--format", "json")
    lines = {line["bot"]: line for line in json.loads(result.stdout)["reports"][0]["standings"]}
    assert lines.keys() == {"greedy", "random"}
    assert lines["random"]["mu"] == 10
    assert lines["greedy"]["games"] == 40
    assert lines["greedy"]["adjusted_points_per_hand"] is not None


def test_luck_is_adjusted_on_the_boards_that_neighbours_play_beyond(tmp_path):
    file = tmp_path / "close.yaml"
    match = "{boards: 20, block: 10, until: {separated: 0.999999}, max_boards: 40}"
    entrants = "[random, {bot: random, name: twin}]"
    file.write_text(f"rules: setback\nplayers: 2\nentrants: {entrants}\nseed: 7\nmatch: {match}\n", encoding="utf-8")
    arena("run", file, "--quiet", "--out", tmp_path / "run")
    result = arena("report", tmp_path / "run", "--adjust", "--jobs", 1, "--format", "json")
    assert "Reference bots play 1,200 games, once." in result.stderr
    (line, _) = json.loads(result.stdout)["reports"][0]["standings"]
    assert line["games"] > 40
    assert line["adjusted_points_per_hand"] is not None
