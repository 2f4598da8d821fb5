import pytest

from arena.report import text
from arena.report.table import table
from arena.standings.table import Progress, standings
from tests.standings.games import PAIRS, game, tournament, void


@pytest.mark.parametrize(
    ("seconds", "worded"),
    [
        (None, "–"),
        (0.0, "0.0 µs"),
        (3.44e-6, "3.4 µs"),
        (12.4e-6, "12 µs"),
        (0.9996e-3, "1.0 ms"),
        (0.0123, "12 ms"),
        (1.26, "1.3 s"),
        (61, "61.0 s"),
    ],
)
def test_durations(seconds, worded):
    assert text.duration(seconds) == worded


def test_points():
    assert text.points(0.1234, 0.1684) == "+0.123 ±0.045"
    assert text.points(-0.1234, None) == "-0.123"
    assert text.points(-0.0001, 0.0) == "0.000 ±0.000"
    assert text.points(None, None) == "–"
    assert text.points_between(0.1234, -0.0784, 0.1684) == "+0.123 [-0.078, +0.168]"
    assert text.points_between(0.5, None, None) == "+0.500"
    assert text.points_between(None, None, None) == "–"


def test_what_is_rounded_to_nothing_has_no_sign():
    assert [text.signed(value, digits) for value, digits in ((0.0, 2), (-0.0049, 2), (-0.005001, 2), (1e-9, 3), (-0.4, 0))] == [
        "0.00", "0.00", "-0.01", "0.000", "0",
    ]  # fmt: skip


def test_names_from_right_to_left_are_isolated():
    assert [text.isolated(name) for name in ("ann", "שלום", "bot ب", "a\u202eb")] == [
        "ann", "\u2068שלום\u2069", "\u2068bot ب\u2069", "a\ufffdb",
    ]  # fmt: skip


def test_shares_and_means():
    assert [text.share(0.666), text.share(None), text.mean(2.5), text.mean(None)] == ["67%", "–", "2.50", "–"]


def test_control_characters_are_made_visible():
    assert text.printable("a\nb\x1b[31mc\td") == "a�b�[31mc�d"
    assert text.printable("日本 é") == "日本 é"


def test_titles_and_notes():
    found = standings(tournament("ann bob"), [[game(1, 1, "ann bob", (21, 9), hands=1200), void(2, 1, "ann bob"), void(2, 2, "bob ann")]])
    assert text.title(found, found.report.reports[0]) == "spring: pairs (1 game, 1,200 hands)"
    assert list(text.notes(found)) == ["pairs: 1 board void, since more than one side forfeited."]
    unfinished = found._replace(progress=Progress(12, 1400), void_boards=(0,))
    assert list(text.notes(unfinished)) == ["Not complete: 12 of 1,400 matches played."]
    assert list(text.notes(unfinished._replace(progress=Progress(12, 12)))) == []


@pytest.mark.parametrize(("boards", "told"), [(19, False), (20, True)])
def test_the_table_says_what_duplicates_are_worth_once_there_are_enough_boards(boards, told):
    games = [
        game(board, leg, pair, points)
        for board in range(1, boards + 1)
        for leg, pair, points in ((1, "ann bob", (9 + board % 7, 9)), (2, "bob ann", (9 + board % 5, 9)))
    ]
    found = standings(tournament("ann bob"), [games])
    assert found.gauged == (frozenset({"ann", "bob"} if told else ()),)
    said = "Duplicates: 65% less variance of points per hand than independent deals."
    assert (said in list(text.remarks(found.report.reports[0], found.gauged[0]))) == told
    assert ("Duplicates: " in table(found)) == told


def test_a_table_of_two_rule_sets_names_the_one_with_void_boards():
    found = standings(tournament("ann bob", rules=(PAIRS, PAIRS)), [[], [void(1, 1, "ann bob")]])
    assert len(list(text.notes(found))) == 1
