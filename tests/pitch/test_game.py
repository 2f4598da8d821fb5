"""Hands in a row: who deals the next one, which cards it has, and when the game is over."""

from __future__ import annotations

from typing import Any

import pytest

from arena import load_rules
from arena.pitch.cards import text
from arena.pitch.deal import Board
from arena.pitch.game import Game, GameEnd
from arena.pitch.scoring import HandResult
from tests.reference.cards import PACK, shuffled

PASSES = ("pass",) * 4


def game(rules: Any, **settings: Any) -> Game:
    return Game(load_rules(rules), Board("spring", 3), **settings)


def passed(some: Game) -> HandResult:
    """The next hand, in which nobody bids who need not."""
    hand = some.deal()
    while not hand.is_over:
        hand.apply(hand.legal_actions()[0])
    assert hand.result is not None
    some.finish(hand.result)
    return hand.result


def result(some: Game, deltas: tuple[int, ...], *, winner: Any = None, reason: Any = None) -> HandResult:
    scores = tuple(map(int.__add__, some.scores, deltas))
    zero = (0,) * len(deltas)
    return HandResult("played", some.dealer, 0, 2, False, None, True, (), zero, zero, zero, deltas, scores, winner, reason, ())


# Which cards


@pytest.mark.parametrize(("hand", "redeal"), [(1, 0), (2, 0), (1, 1)])
def test_a_deal_is_named_by_board_hand_and_redeal(hand: int, redeal: int) -> None:
    rules = load_rules("ten-point")
    assert Board("spring", 3).parts(hand, redeal) == ("deal", 3, hand, redeal)
    assert text(Board("spring", 3).deck(rules, hand, redeal)).split() == [PACK[i] for i in shuffled(54, "spring", "deal", 3, hand, redeal)]
    own = Board("spring", 3, ("a", "b"))
    assert own.parts(hand, redeal) == ("deal", ["a", "b"], 3, hand, redeal)
    assert text(own.deck(rules, hand, redeal)).split() == [PACK[i] for i in shuffled(54, "spring", "deal", ["a", "b"], 3, hand, redeal)]


def test_one_joker_is_the_low_one_and_short_decks_hold_what_is_dealt() -> None:
    rules = load_rules("five-point-joker")
    board = Board(7, 1)
    assert sorted(map(int, board.deck(rules, 1, 0))) == list(range(53))
    assert board.deck(rules, 1, 0, whole=False) == board.deck(rules, 1, 0)[:24]
    assert game("jpgames", whole=False).deal().stock == ()
    assert game("jpgames", whole=False).deal().dealt == game("jpgames").deal().dealt
    assert len(game("draw", whole=False).deal().stock) == 28


def test_the_first_dealer_is_drawn_from_the_board_or_fixed() -> None:
    rules = load_rules("jpgames")
    assert Board(7, 0).first_dealer(rules) == 0x442A15062140951CA66126A8DA678567 % 4
    assert {Board(7, number).first_dealer(rules) for number in range(40)} == {0, 1, 2, 3}
    fixed = load_rules({"extends": "jpgames", "table": {"first_dealer": 2}})
    assert [Board(7, number).first_dealer(fixed) for number in range(4)] == [2, 2, 2, 2]
    assert game({"extends": "jpgames", "table": {"first_dealer": 2}}).dealer == 2


# Which hand


def test_the_deal_moves_to_the_left_after_every_hand() -> None:
    some = game({"extends": "jpgames", "table": {"first_dealer": 2}})
    places = []
    for _ in range(4):
        hand = some.deal()
        places.append((hand.dealer, hand.hand_number, hand.redeals, hand.scores))
        some.finish(result(some, (1, 2)))
    assert places == [(2, 1, 0, (0, 0)), (3, 2, 0, (1, 2)), (0, 3, 0, (2, 4)), (1, 4, 0, (3, 6))]
    assert some.end is None


@pytest.mark.parametrize(("all_pass", "dealers"), [("redeal_same", [1, 1, 1]), ("redeal_next", [1, 2, 3])])
def test_a_hand_thrown_in_is_dealt_again(all_pass: str, dealers: list[int]) -> None:
    some = game({"extends": "jpgames", "table": {"first_dealer": 1}, "auction": {"all_pass": all_pass, "max_redeals": 2}})
    found, decks = [], []
    for _ in range(3):
        hand = some.deal()
        found.append((hand.dealer, hand.hand_number, hand.redeals))
        decks.append(hand.dealt)
        for answer in PASSES[:3]:
            hand.apply(answer)
        if hand.redeals < 2:
            hand.apply("pass")
            assert hand.result is not None
            some.finish(hand.result)
    assert found == [(dealer, 1, redeals) for redeals, dealer in enumerate(dealers)]
    assert len(set(decks)) == 3
    assert [str(bid) for bid in hand.legal_actions()] == ["1", "2", "3", "4"]
    some.finish(result(some, (1, 0)))
    assert (some.redeals, some.hand_number, some.dealer) == (0, 2, (dealers[-1] + 1) % 4)


def test_no_redeals_at_all_force_the_dealer_at_once() -> None:
    hand = game({"extends": "jpgames", "auction": {"all_pass": "redeal_same", "max_redeals": 0, "forced_bid": "exactly"}}).deal()
    for answer in PASSES[:3]:
        hand.apply(answer)
    assert [str(bid) for bid in hand.legal_actions()] == ["1"]


def test_a_fined_hand_counts_and_the_deal_moves_on() -> None:
    rules = {"extends": "jpgames", "table": {"first_dealer": 1}, "auction": {"all_pass": "fine_dealer"}, "game": {"max_hands": 3}}
    some = game(rules)
    assert [passed(some).outcome for _ in range(3)] == ["fined"] * 3
    assert (some.scores, some.hand_number, some.redeals, some.dealer) == ((-1, -2), 4, 0, 0)
    assert some.end == GameEnd(0, "max_hands", (-1, -2))


# When it is over


def test_a_game_ends_with_its_winning_hand() -> None:
    some = game("jpgames")
    some.finish(result(some, (20, 3)))
    assert some.end is None
    some.finish(result(some, (2, -3), winner=0, reason="target"))
    assert some.end == GameEnd(0, "target", (22, 0))


def test_a_drawn_game_has_no_winner() -> None:
    some = game("jpgames")
    some.finish(result(some, (3, 3), winner="draw", reason="max_hands"))
    assert some.end == GameEnd(None, "max_hands", (3, 3))


def test_the_last_hand_ends_a_game_of_passes() -> None:
    some = game({"extends": "jpgames", "game": {"max_hands": 2}})
    while some.end is None:
        passed(some)
    assert some.hand_number == 3
    assert (some.end.reason, some.end.scores) == ("max_hands", some.scores)


@pytest.mark.parametrize(("deltas", "winner"), [((3, 1), 0), ((-2, 1), 1), ((2, 2), None), ((0, -1), 0)])
def test_a_single_hand_goes_to_the_higher_delta(deltas: tuple[int, int], winner: int | None) -> None:
    some = game("jpgames", unit="hands")
    some.finish(result(some, deltas))
    assert some.end == GameEnd(winner, "hand", deltas)


def test_a_single_hand_thrown_in_is_still_to_be_played() -> None:
    some = game("setback-redeal", unit="hands")
    assert passed(some).outcome == "redeal"
    assert (some.end, some.redeals) == (None, 1)
