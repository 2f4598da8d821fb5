"""From points to scores and a winner: settlements and finishes worked out by hand, each from a sentence of the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from arena import Hand, Suit, load_rules
from arena.pitch.cards import Card, cards
from arena.pitch.scoring import Award, count, settle
from arena.pitch.tables import tables_of
from arena.pitch.trick import Trick

A, B, C = 0, 1, 2
TARGET, LAST = "target", "max_hands"
FOUR = ("High", "Low", "Jack", "Game")


class Case(NamedTuple):
    """A hand to settle: by default seat 0 of four bid it at 0-0 and took no particular tricks."""

    rules: Any
    bid: int
    took: list[tuple[str, int]]
    deltas: tuple[int, ...]
    made: bool
    slam: bool = False
    winner: Any = None
    reason: str | None = None
    tricks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    pitcher: int = 0
    revoked: tuple[int, ...] = ()
    hand: int = 1


def check(case: Case) -> None:
    end = settle(
        load_rules(case.rules), case.pitcher, case.bid, case.took, case.tricks, case.scores, revoked=case.revoked, hand=case.hand
    )  # fmt: skip
    before = case.scores or (0,) * len(case.deltas)
    assert (end.deltas, end.made, end.slam) == (case.deltas, case.made, case.slam)
    assert end.scores == tuple(score + delta for score, delta in zip(before, case.deltas, strict=True))
    assert (end.winner, end.reason) == (case.winner, case.reason)


def to(side: int, *ids: str) -> list[tuple[str, int]]:
    return [(name, side) for name in ids]


def slam(**knobs: Any) -> dict[str, Any]:
    """The four points with a slam of 5 above bids of 1 to 4."""
    return {"auction": {"min": 1}, "slam": {"bid": 5, **knobs}}


SWEEP = to(A, *FOUR)
SLAMS = {
    "every point and every trick": Case("setback", 5, SWEEP, (5, 0), True, slam=True, tricks=(6, 0)),
    "every point, one trick lost": Case("setback", 5, SWEEP, (-5, 0), False, slam=True, tricks=(5, 1)),
    "every trick, no jack in play": Case("setback", 5, to(A, "High", "Low", "Game"), (-5, 0), False, slam=True, tricks=(6, 0)),
    "others score as usual": Case("setback", 5, [*to(A, "High", "Jack", "Game"), ("Low", B)], (-5, 1), False, slam=True, tricks=(6, 0)),
    "needs points alone": Case(slam(needs="points"), 5, SWEEP, (5, 0), True, slam=True, tricks=(3, 3)),
    "made and failed are plus and minus the bid": Case(slam(), 5, SWEEP, (5, 0), True, slam=True, tricks=(6, 0)),
    "failed by default": Case(slam(), 5, [], (-5, 0), False, slam=True, tricks=(0, 6)),
    "made for another number": Case(slam(made=9, failed=-3), 5, SWEEP, (9, 0), True, slam=True, tricks=(6, 0)),
    "failed for another number": Case(slam(made=9, failed=-3), 5, to(B, *FOUR), (-3, 4), False, slam=True, tricks=(0, 6)),
    "failed for nothing": Case(slam(failed=0), 5, to(B, "High"), (0, 1), False, slam=True, tricks=(0, 6)),
    "a slam above max is no slam when less is bid": Case("setback", 4, SWEEP, (4, 0), True, tricks=(6, 0)),
    "wins the game from behind": Case("smudge-wins", 4, SWEEP, (4, 0), True, slam=True, winner=A, reason="slam", scores=(-9, 30)),
    "wins the game without a trick to spare": Case(
        "smudge-wins", 4, SWEEP, (4, 0), True, slam=True, winner=A, reason="slam", tricks=(4, 2)
    ),
    "fails to win the game": Case("smudge-wins", 4, SWEEP[:3] + to(B, "Game"), (-4, 1), False, slam=True),
    "at max with too low a score it is an ordinary bid": Case(
        {"extends": "smudge-wins", "slam": {"min_score": 0}}, 4, SWEEP, (4, 0), True, scores=(-1, 0)
    ),
    "at max with score enough it is a slam": Case(
        {"extends": "smudge-wins", "slam": {"min_score": 0}}, 4, SWEEP, (4, 0), True, slam=True, winner=A, reason="slam", scores=(0, 0)
    ),
    "failed is a number even where failing costs nothing": Case(
        {**slam(), "score": {"failed": "zero"}}, 5, to(B, "Low"), (-5, 1), False, slam=True, tricks=(5, 1)
    ),
    "never netted": Case({**slam(needs="points", made=7), "score": {"net": True}}, 5, SWEEP, (7, 0), True, slam=True),
    "failed and never netted": Case(
        {**slam(), "score": {"net": True}}, 5, SWEEP[:3] + to(B, "Game"), (-5, 1), False, slam=True, tricks=(5, 1)
    ),
    "others get the bid too when it fails": Case(
        {**slam(), "score": {"others": "own_plus_bid_if_set"}}, 5, to(B, "Low"), (-5, 6), False, slam=True, tricks=(5, 1)
    ),
}
UNBID = {
    "the other side takes every point": Case(slam(unbid="any_side"), 2, to(B, *FOUR), (-2, 4), False, winner=B, reason="unbid"),
    "the pitcher takes every point": Case(slam(unbid="any_side"), 2, SWEEP, (4, 0), True, winner=A, reason="unbid", tricks=(5, 1)),
    "without a bid of its own": Case(
        {"slam": {"bid": None, "unbid": "any_side"}}, 4, to(B, *FOUR), (-4, 4), False, winner=B, reason="unbid"
    ),
    "comes before the target": Case(slam(unbid="any_side"), 2, to(B, *FOUR), (-2, 4), False, winner=B, reason="unbid", scores=(30, 0)),
    "not without the jack": Case(slam(unbid="any_side"), 2, to(B, "High", "Low", "Game"), (-2, 3), False),
    "not by a side that revoked": Case({**slam(unbid="any_side"), "revoke": "minus_bid"}, 2, to(B, *FOUR), (-2, -2), False, revoked=(B,)),
    "even where others score nothing": Case(
        {**slam(unbid="any_side"), "score": {"others": "none"}}, 2, to(B, *FOUR), (-2, 0), False, winner=B, reason="unbid"
    ),
}
NET = {"score": {"net": True}}
SCORES = {
    "all it took, not just the bid": Case("jpgames", 2, SWEEP[:3] + to(B, "Game"), (3, 1), True),
    "set back": Case("jpgames", 3, SWEEP[:2] + to(B, "Jack", "Game"), (-3, 2), False),
    "below nothing": Case("jpgames", 4, to(B, *FOUR), (-4, 4), False, scores=(-3, 0)),
    "no junk": Case("no-junk", 2, to(A, "High", "Low") + to(B, "Jack", "Game"), (2, 0), True),
    "no junk when set": Case("no-junk", 2, to(B, *FOUR), (-2, 0), False),
    "net": Case(NET, 2, SWEEP[:3] + to(B, "Game"), (2, 0), True),
    "net, the others took more": Case({**NET, "auction": {"min": 1}}, 1, to(A, "Low") + to(B, "High", "Jack", "Game"), (0, 2), True),
    "net of equals": Case(NET, 2, to(A, "High", "Low") + to(B, "Jack", "Game"), (0, 0), True),
    "net only when made": Case(NET, 3, to(A, "High", "Low") + to(B, "Jack", "Game"), (-3, 2), False),
    "net and no junk": Case(
        {"score": {"net": True, "others": "none"}, "auction": {"min": 1}}, 1, to(A, "Low") + to(B, "High", "Jack", "Game"), (0, 0), True
    ),
    "failing costs nothing": Case({"score": {"failed": "zero"}}, 4, SWEEP[:3] + to(B, "Game"), (0, 1), False),
    "the bid goes to every other side": Case(
        {"extends": "sleight-6", "score": {"others": "own_plus_bid_if_set"}}, 3, to(A, "High") + to(C, "Low"), (-3, 3, 4), False
    ),
    "the bid goes to nobody when made": Case(
        {"extends": "sleight-6", "score": {"others": "own_plus_bid_if_set"}}, 2, to(A, "High", "Jack") + to(C, "Low"), (2, 0, 1), True
    ),
    "cinch set by the books": Case("cinch-book", 8, to(A, "Five", "A", "Two") + to(B, "O5", "J", "T"), (0, 15), False),
    "cinch made by the books": Case("cinch-book", 8, to(A, "Five", "A", "Two", "J", "T") + to(B, "O5"), (4, 0), True),
}
REVOKE = {
    "by the others": Case("setback", 2, SWEEP[:3] + to(B, "Game"), (3, -2), True, revoked=(B,)),
    "by the pitcher's side": Case("setback", 2, SWEEP[:3] + to(B, "Game"), (-2, 1), False, revoked=(A,)),
    "by both sides": Case("setback", 4, SWEEP, (-4, -4), False, revoked=(A, B)),
    "its points still count in the net": Case({**NET, "revoke": "minus_bid"}, 2, SWEEP[:3] + to(B, "Game"), (2, -2), True, revoked=(B,)),
    "costs where others score nothing": Case({"extends": "no-junk"}, 2, SWEEP, (4, -2), True, revoked=(B,)),
    "costs where failing does not": Case({"revoke": "minus_bid", "score": {"failed": "zero"}}, 2, SWEEP, (-2, 0), False, revoked=(A,)),
    "costs a slam the bid": Case("setback", 5, SWEEP, (-5, 0), False, slam=True, tricks=(6, 0), revoked=(A,)),
    "does not win the game": Case(
        {"extends": "smudge-wins", "revoke": "minus_bid"}, 4, SWEEP, (-4, 0), False, slam=True, revoked=(A,), tricks=(6, 0)
    ),
    "helps nobody else to the bid's bonus twice": Case(
        {"score": {"others": "own_plus_bid_if_set"}, "revoke": "minus_bid"}, 2, SWEEP, (-2, 2), False, revoked=(A,)
    ),
}
STUCK = {"extends": "jpgames", "game": {"win": "bid_and_made"}}
THREE = "sleight-6"  # seats 0 3, 1 4 and 2 5; target 11
BONUS = {"extends": THREE, "score": {"others": "own_plus_bid_if_set"}}
FINISH = {
    "both cross, the pitcher's side first": Case(
        "jpgames", 2, to(B, "High", "Low") + to(A, "Jack", "Game"), (2, 2), True, winner=A, reason=TARGET, scores=(19, 20)
    ),
    "only the others cross": Case(
        "jpgames", 2, to(B, "High") + to(A, "Jack", "Game"), (2, 1), True, winner=B, reason=TARGET, scores=(10, 20)
    ),
    "the others are stuck": Case(STUCK, 2, to(B, "High") + to(A, "Jack", "Game"), (2, 1), True, scores=(10, 20)),
    "set and still over": Case(STUCK, 3, to(B, "High"), (-3, 1), False, scores=(30, 0)),
    "set and still over, any side": Case("jpgames", 3, to(B, "High"), (-3, 1), False, winner=A, reason=TARGET, scores=(30, 0)),
    "bid and made": Case(STUCK, 2, to(A, "Jack", "Game"), (2, 0), True, winner=A, reason=TARGET, scores=(19, 40)),
    "high is counted before game": Case(
        THREE, 2, to(C, "High") + to(A, "Low") + to(B, "Game"), (-2, 1, 1), False, winner=C, reason=TARGET, scores=(0, 10, 10)
    ),
    "low before jack": Case(
        THREE, 2, to(A, "High") + to(B, "Low") + to(C, "Jack"), (-2, 1, 1), False, winner=B, reason=TARGET, scores=(0, 10, 10)
    ),
    "the second of two points brings it home": Case(
        THREE, 2, to(C, "High") + to(B, "Low") + to(C, "Jack"), (-2, 1, 2), False, winner=B, reason=TARGET, scores=(0, 10, 9)
    ),
    "already there is there first": Case(
        THREE, 2, to(C, "High") + to(A, "Jack"), (-2, 0, 1), False, winner=B, reason=TARGET, scores=(0, 12, 10)
    ),
    "both already there, left of the pitcher first": Case(
        THREE, 2, to(A, "Jack"), (1, -2, 0), False, winner=C, reason=TARGET, scores=(12, 0, 12), pitcher=1
    ),
    "bonuses tie, seat 1 is next": Case(BONUS, 2, [], (-2, 2, 2), False, winner=B, reason=TARGET, scores=(0, 10, 10)),
    "bonuses tie, seat 2 is next": Case(BONUS, 2, [], (2, -2, 2), False, winner=C, reason=TARGET, scores=(10, 0, 10), pitcher=1),
    "bonuses tie, seat 0 is next": Case(BONUS, 2, [], (2, 2, -2), False, winner=A, reason=TARGET, scores=(10, 10, 0), pitcher=5),
    "a point arrives before a bonus": Case(BONUS, 2, to(C, "Low"), (-2, 2, 3), False, winner=C, reason=TARGET, scores=(0, 10, 10)),
    "the last hand, highest wins": Case("jpgames", 2, SWEEP[:3], (3, 0), True, winner=A, reason=LAST, hand=200),
    "the hand before the last": Case("jpgames", 2, SWEEP[:3], (3, 0), True, hand=199),
    "the last hand, shared": Case("jpgames", 2, SWEEP[:3], (3, 0), True, winner="draw", reason=LAST, scores=(4, 7), hand=200),
    "the last hand, the others ahead": Case(STUCK, 2, SWEEP[:3], (3, 0), True, winner=B, reason=LAST, scores=(4, 40), hand=200),
    "the target before the last hand": Case("jpgames", 2, SWEEP[:3], (3, 0), True, winner=A, reason=TARGET, scores=(18, 20), hand=200),
    "two of three share the top": Case(THREE, 2, [], (-2, 0, 0), False, winner="draw", reason=LAST, hand=200),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in (SLAMS | UNBID | SCORES | REVOKE | FINISH).items()])
def test_settlement(case: Case) -> None:
    check(case)


def test_a_point_the_rules_do_not_award_is_refused() -> None:
    with pytest.raises(ValueError, match="'Three' is no point of jpgames; its points are High, Low, Jack, Game"):
        settle(load_rules("jpgames"), 0, 2, [("Three", 0)])


def test_awards_are_taken_as_well_as_pairs() -> None:
    rules = load_rules("ten-point")
    given = [Award("Three", 1, Card("3C"), 3), Award("High", 0, Card("AC"), 1)]
    assert settle(rules, 0, 4, given) == settle(rules, 0, 4, [("Three", 1), ("High", 0)])
    assert settle(rules, 0, 4, given).deltas == (-4, 3)


# Counting tricks


def tricks(*some: tuple[int, str, int]) -> list[Trick]:
    """Tricks of four: leader, cards in order of play, winner."""
    return [Trick(tuple((lead + k) % 4 for k in range(4)), cards(played), winner) for lead, played, winner in some]


def counted(rules: Any, some: list[Trick], trump: Suit = Suit.S, pitcher: int = 0) -> Any:
    found = count(tables_of(load_rules(rules)), trump, pitcher, some)
    return [(one.id, one.side, None if one.card is None else str(one.card)) for one in found.points], tuple(found.took), tuple(found.pips)


def test_one_lone_trump_is_high_and_low_and_the_jack() -> None:
    won = tricks((0, "JS 2C 3C 4C", 0), (0, "TH 5C 6C 7C", 0))
    assert counted("jpgames", won) == ([("High", 0, "JS"), ("Low", 0, "JS"), ("Jack", 0, "JS"), ("Game", 0, None)], (4, 0), (11, 0))


def test_low_goes_to_its_captor_or_to_its_holder() -> None:
    won = tricks((0, "AS 2S 3S 4S", 0))
    assert counted("sleight", won)[0][1] == ("Low", 1, "2S")
    assert counted("sleight-low-won", won)[0][1] == ("Low", 0, "2S")


def test_excluded_trumps_take_tricks_and_points_but_are_no_extremes() -> None:
    won = tricks((0, "AS 4S 7S X-", 0))
    assert counted("five-point-joker", won)[0] == [("High", 0, "AS"), ("Low", 1, "4S"), ("X-", 0, "X-"), ("Game", 0, None)]
    lone = tricks((3, "X- 2C 3C 4C", 3))
    assert counted("five-point-joker", lone, pitcher=3)[0] == [("X-", 1, "X-")]


def test_game_needs_one_strictly_best_side() -> None:
    won = tricks((0, "AS 2S 3S 4S", 0), (0, "2C AC 3C 4C", 1))
    assert counted("jpgames", won)[0][-1][0] == "Low"
    assert counted("tie-to-pitcher", won)[0][-1] == ("Game", 0, None)
    assert counted("tie-to-pitcher", won, pitcher=3)[0][-1] == ("Game", 1, None)
    empty = tricks((0, "9S 2S 3S 4S", 0))
    assert counted("jpgames", empty) == ([("High", 0, "9S"), ("Low", 0, "2S")], (2, 0), (0, 0))


def test_game_tied_without_the_pitcher_is_nobodys() -> None:
    rules = {"extends": "sleight-3", "points": ["High", "Low", "Jack", {"Game": "pitcher"}]}
    won = [Trick((0, 1, 2), cards("2S AS 3C"), 1), Trick((1, 2, 0), cards("2D AD 3D"), 2)]
    assert counted(rules, won)[0] == [("High", 1, "AS"), ("Low", 1, "2S")]
    assert counted(rules, won, pitcher=2)[0][-1] == ("Game", 2, None)


def test_pips_can_be_counted_otherwise() -> None:
    rules = {"extends": "five-point-joker", "pips": {"5": 5, "X-": 7, "T": 0}}
    won = tricks((0, "AS TS 5S X-", 0), (0, "5C 5D JH 2C", 1))
    assert counted(rules, won)[2] == (16, 11)


# Whole hands


def played(rules: Any, deck: str, answers: str, *, scores: tuple[int, ...] = (0, 0), hand: int = 1) -> Hand:
    made = Hand.from_deck(load_rules(rules), deck, 3, scores, hand=hand)
    for answer in answers.split():
        made.answer(answer)
    assert made.is_over
    return made


SMALL = {"deal": {"cards": 2, "packet": 1}}
DECK = "AH QH JH TH KH 2C 3C 4C"


def test_each_side_that_revokes_pays_the_bid_once() -> None:
    end = played({"extends": "setback", **SMALL}, DECK, "2 pass pass pass AH 2C 3C 4C KH 2C 3C 4C").result
    assert end is not None
    assert (end.revoke, end.made, end.took, end.deltas) == ((1, 2, 3), False, (4, 0), (-2, -2))


def test_a_revoke_costs_nothing_where_it_is_not_to() -> None:
    end = played({"extends": "jpgames", **SMALL}, DECK, "2 pass pass pass AH 2C 3C 4C KH 2C 3C 4C").result
    assert end is not None
    assert (end.revoke, end.made, end.deltas) == ((1, 2, 3), True, (4, 0))


def test_a_fined_dealer_loses_the_minimum() -> None:
    rules = {"extends": "jpgames", **SMALL, "auction": {"min": 2, "all_pass": "fine_dealer"}}
    end = played(rules, DECK, "pass pass pass pass", scores=(25, 1)).result
    assert end is not None
    assert (end.outcome, end.pitcher, end.bid, end.trump, end.made) == ("fined", None, None, None, None)
    assert (end.deltas, end.scores, end.winner) == ((0, -2), (25, -1), None)
    last = played(rules, DECK, "pass pass pass pass", scores=(25, 26), hand=200).result
    assert last is not None
    assert (last.winner, last.reason) == (0, "max_hands")


def test_nobody_scores_a_hand_thrown_in() -> None:
    end = played({"extends": "setback-redeal", **SMALL}, DECK, "pass pass pass pass", scores=(25, 1), hand=200).result
    assert end is not None
    assert (end.outcome, end.deltas, end.scores, end.winner) == ("redeal", (0, 0), (25, 1), None)


def test_a_contract_without_a_trump_in_play_fails() -> None:
    """Spades named, none held by anybody: 0-0 in pips, so nobody has Game and even a bid of 1 is lost."""
    rules = {"trump": {"set_by": "announced"}, "auction": {"min": 1}, **SMALL}
    end = played(rules, DECK, "1 pass pass pass S AH QH JH TH KH 2C 3C 4C").result
    assert end is not None
    assert (end.points, end.pips, end.made, end.deltas) == ((), (0, 0), False, (-1, 0))
    tied = {**rules, "points": ["High", {"Game": "pitcher"}], "auction": {"min": 1, "max": 1}}
    end = played(tied, DECK, "1 pass pass pass S AH QH JH TH KH 2C 3C 4C").result
    assert end is not None
    assert (end.made, end.deltas) == (False, (-1, 0))
