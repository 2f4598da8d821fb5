"""``arena rerun``: a stored game once more, and where it departs from the record."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.tournament.spec import Fault

BOT = """
from arena import Bot

class Mine(Bot):
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        return min(view.legal_cards)
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rerun")
    (folder / "mine.py").write_text(BOT)
    (folder / "cup.yaml").write_text(
        "rules: setback\nseed: 7\nmatch: {boards: 3, block: 2, unit: hands}\nrecord: hands\nentrants: [mine.py, random, steady]\n"
    )
    done = CliRunner().invoke(
        main, ["run", str(folder / "cup.yaml"), "--out", str(folder / "run"), "--executor", "serial"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.stderr
    return folder / "run"


def rerun(*words):
    return CliRunner().invoke(main, ["rerun", *map(str, words)])


@pytest.mark.parametrize("game", ["setback/1/mine+random/1", "3/mine+steady/2", "setback/2/random+steady/2"])
def test_a_game_comes_out_as_recorded(run, game):
    done = rerun(run, game)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "As recorded.")


def test_where_a_changed_bot_departs_from_the_record_is_said(run):
    file = Path(run.parent, "mine.py")
    file.write_text(BOT.replace("min(", "print('here I am') or max("))
    try:
        done = rerun(run, "1/mine+random/1")
    finally:
        file.write_text(BOT)
    assert done.exit_code == 1
    assert "here I am" in done.stdout
    assert done.stderr.startswith("Error: it departs from the record: hand 1, trick ")
    assert "mine (seat " in done.stderr


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("ann, play: KeyError: 'x'", "KeyError: 'x'"),
        ("ann, hand 3: 2C is not legal", "2C is not legal"),
        ("ann, hand_ended: KeyError: 'x'", "hand_ended: KeyError: 'x'"),
        ("ann: no answer within 1 s", "no answer within 1 s"),
        ("annabel: no answer within 1 s", "annabel: no answer within 1 s"),
        ("", ""),
    ],
)
def test_what_is_told_beside_a_fault_is_not_said_again(detail, said):
    fault = Fault(entrant="ann", seat=0, hand=3, phase="play", n=0, kind="crash", answer="", used="", detail=detail)
    assert fault.said == said


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("hands", "The result is as recorded; the game ended before a hand was finished."),
        ("games", "The result is as recorded; its hands were not kept (record: hands keeps them)."),
    ],
)
def test_a_game_that_ended_in_its_first_hand(tmp_path, record, said):
    file, folder = tmp_path / "crash.py", tmp_path / "run"
    file.write_text(BOT.replace("min(view.legal_cards)", "{}['x']"))
    (tmp_path / "cup.yaml").write_text(f"rules: setback\nseed: 7\nmatch: {{boards: 1}}\nrecord: {record}\nentrants: [crash.py, steady]\n")
    assert CliRunner().invoke(main, ["run", str(tmp_path / "cup.yaml"), "--out", str(folder), "--executor", "serial"]).exit_code == 0
    done = rerun(folder, "1/1")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, said)
    assert done.stderr == "crash: crash in hand 1, play: KeyError: 'x' (crash.py:8, in play)\n"
    file.write_text(BOT)
    changed = rerun(folder, "1/1")
    assert changed.exit_code == 1
    assert ("0 hands were recorded; this time there are " in changed.stderr) == (record == "hands")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("1/1", "'1/1' could be any of 3 games: 1/mine+random/1, 1/mine+steady/1, 1/random+steady/1"),
        ("9/mine+random/1", "there is no game '9/mine+random/1'; boards are numbered from 1 to 3"),
        ("first", "'first' names no game; expected [RULES/]BOARD[/NAME+NAME][/LEG]"),
        ("1/mine+random", "'1/mine+random' has 2 legs; expected one of them, such as 1/mine+random/1"),
    ],
)
def test_a_name_that_is_none(run, game, words):
    done = rerun(run, game)
    assert done.exit_code == 2
    assert words in done.stderr
