"""``arena rerun``: a stored game once more, and where it departs from the record."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main

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
