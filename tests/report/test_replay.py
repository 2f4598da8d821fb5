import json
import re

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from arena.cli import main
from arena.errors import ArenaError
from arena.report.replay import card_text, replay
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store
from tests.pages.runs import played
from tests.report.runs import CLOSING, NAMES, hostile_run
from tests.standings.games import game

SIDES = ((0, 2), (1, 3))
HAND = {
    "hand": 4, "redeals": 0, "seats": ["ann", "bob", "ann", "bob"], "dealer": 3, "scores_before": [11, 4],
    "holdings": ["AS KS QS JS 2S 3H", "9S 8S KD QD 5C 6C", "7S 6S TC JD 4C 3C", "TS 5S AH AD 9C 8C"], "auction": [[0, 4], [1, "pass"]],
    "pitcher": 0, "bid": 4, "trump": "S", "exchange": [],
    "tricks": [{"lead": 0, "cards": "AS 8S 6S 5S", "winner": 0}, {"lead": 0, "cards": "3H KD JD AH", "winner": 3}],
    "points": [{"id": "High", "side": 0, "card": "AS", "value": 1}, {"id": "Game", "side": 0, "card": None, "value": 1}],
    "pips": [40, 4], "made": True, "deltas": [4, 0], "scores": [15, 4], "winner": None, "revoke": [], "faults": [],
}  # fmt: skip


def shown(*hands, **more):
    return replay([game(7, 2, "ann bob", (21, 4), records=hands)], SIDES, **more)


def test_a_hand_card_by_card():
    assert shown(HAND).splitlines() == [
        "Board 7, leg 2",
        "seat 0: ann  seat 1: bob  seat 2: ann  seat 3: bob",
        "",
        "Hand 4, bob (seat 3) deals at 11 to 4",
        "  0 ann A♠ K♠ Q♠ J♠ 2♠ 3♥",
        "  1 bob 9♠ 8♠ K♦ Q♦ 5♣ 6♣",
        "  2 ann 7♠ 6♠ T♣ J♦ 4♣ 3♣",
        "  3 bob T♠ 5♠ A♥ A♦ 9♣ 8♣",
        "  Bids: 0 4, 1 pass. ann (seat 0) plays 4, trump ♠ S",
        "  trick  0     1    2    3     won by",
        "─────────────────────────────────────",
        "      1  >A♠*   8♠   6♠   5♠   0 ann",
        "      2  >3♥    K♦   J♦   A♥*  3 bob",
        "  High A♠ ann, Game ann; pips 40–4. Made.",
        "  ann +4, bob +0; score 15 to 4",
        "",
        "ann wins, 21 to 4 (target).",
        "",
    ]


def test_one_hand_alone():
    other = {**HAND, "hand": 5}
    assert "Hand 4" not in shown(HAND, other, hand=5)
    short, long = (game(7, leg, "ann bob", (21, 4), records=hands) for leg, hands in ((1, (HAND,)), (2, (HAND, other))))
    assert replay([short, long], SIDES, hand=5).count("There is no hand 5 in this leg.") == 1
    with pytest.raises(ArenaError, match=r"^there is no hand 9; they are numbered from 1 to 5$"):
        replay([short, long], SIDES, hand=9)


def test_suits_are_coloured_only_when_asked_for():
    assert "\x1b" not in shown(HAND)
    assert "\x1b[1;94mA♠" in shown(HAND, color=True)
    assert [str(card_text(card).style) for card in ("2C", "X-", "TH")] == ["green", "magenta", "bright_red"]
    assert str(card_text("X+", "S").style) == "bold magenta"


def test_what_bots_say_cannot_reach_the_terminal(tmp_path):
    with Store.read(hostile_run(tmp_path) / RESULTS) as store:
        text = replay([found for _, found in store.board(0, 1)], SIDES, color=True)
    assert CLOSING in text
    assert "\x1b[31mred" not in text
    assert "\x07" not in text


@pytest.fixture(scope="module")
def seven(tmp_path_factory):
    rules = (
        "[{extends: cutthroat, name: seven, table: {players: 7}, game: {target: 7}}, {extends: ten-point, name: ten, game: {target: 12}}]"
    )
    return played(tmp_path_factory.mktemp("seven"), rules=rules, boards=1, more=", lowest, random")


def arena(*words, **more):
    return CliRunner().invoke(main, [str(word) for word in words], **more)


def test_seven_seats_and_exchanges_fit_into_eighty_columns(seven):
    with Store.read(seven / RESULTS) as store:
        for number, rules in enumerate(store.spec.rules):
            games = [found for _, found in store.board(number, 1)][:7]
            lines = replay(games, rules.table.sides).splitlines()
            assert max(map(cell_len, lines)) <= 80
            assert len([line for line in lines if line.startswith("Hand ")]) == sum(len(found.records) for found in games)


def test_the_command_and_its_page(seven):
    result = arena("replay", seven, "seven/1/1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Board 1, leg 1\nseat 0: ")
    page = arena("replay", seven, "seven/1", "--html").stdout
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert [one["board"] for one in data["boards"]] == [1]
    assert "<title>&lt;b&gt;spring&lt;-b&gt;: board 1</title>" in page


def test_a_hand_that_was_not_played_is_said(seven):
    result = arena("replay", seven, "seven/1/1", "--hand", 99)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r"there is no hand 99 in 'seven/1/1'; its legs have \d+ hands\n$", result.stderr)
    refused = arena("replay", seven, "seven/1", "--hand", 1, "--html")
    assert refused.exit_code == 2
    assert "--hand is for the terminal" in refused.stderr


def test_a_game_that_is_still_to_be_played_is_said(tmp_path):
    folder = hostile_run(tmp_path, complete=False)
    result = arena("replay", folder, "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(f"'2' has not been played yet; the run is unfinished, continue it with: arena run {folder}\n")


def test_hands_that_were_not_recorded_are_a_sentence(tmp_path):
    result = arena("replay", hostile_run(tmp_path, record="games"), "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no hands were recorded" in result.stderr


def test_a_game_of_many_tables_has_to_be_named(tmp_path):
    result = arena("replay", hostile_run(tmp_path), "1")
    assert result.exit_code == 2
    assert "could be any of 6 games" in result.stderr
    assert "\x1b" not in result.stderr
    shown = arena("replay", tmp_path, f"1/{NAMES[0]}+{NAMES[1]}/1")
    assert shown.exit_code == 0
    assert arena("replay", tmp_path, f"1/{NAMES[1]}+{NAMES[0]}/1").stdout == shown.stdout
