"""Knobs that no worked case touches, with values read off the rules by hand."""

from typing import Any

from tests.reference import pitch
from tests.reference.builtins import resolve
from tests.reference.cards import PACK, pack_of
from tests.reference.rulebook import Rules, complete, merged


def changed(name: str, **changes: Any) -> Rules:
    return complete(merged(resolve(name), changes))


def at_dealer(rules: Rules, bids: list[str], scores: list[int] | None = None, redeals: int = 0) -> pitch.State:
    players = rules["table"]["players"]
    side_scores = scores or [0 for _ in rules["table"]["sides"]]
    state = pitch.start(rules, pack_of(rules["deck"]["jokers"]), players - 1, side_scores, redeals=redeals)
    for bid in bids:
        state = pitch.play(state, bid)
    return state


PASSES = ["pass"] * 3


def test_a_forced_dealer_exactly() -> None:
    assert pitch.legal(at_dealer(changed("setback", auction={"forced_bid": "exactly"}), PASSES)) == ["2"]


def test_redeals_end_with_a_forced_dealer() -> None:
    rules = changed("setback-redeal", auction={"max_redeals": 2})
    assert pitch.legal(at_dealer(rules, PASSES, redeals=1))[0] == "pass"
    assert pitch.legal(at_dealer(rules, PASSES, redeals=2)) == ["2", "3", "4", "5"]


def test_a_fined_dealer() -> None:
    end = pitch.result(at_dealer(changed("setback", auction={"all_pass": "fine_dealer"}), [*PASSES, "pass"], [3, 1]))
    assert (end["outcome"], end["deltas"], end["scores"], end["winner"]) == ("fined", [0, -2], [3, -1], None)


def test_a_slam_needs_its_score() -> None:
    rules = changed("setback", slam={"min_score": 10})
    assert pitch.legal(at_dealer(rules, [], [9, 10])) == ["pass", "2", "3", "4"]
    assert pitch.legal(at_dealer(rules, ["pass"], [9, 10])) == ["pass", "2", "3", "4", "5"]


def test_numbers_between_the_maximum_and_the_slam_are_no_bids() -> None:
    assert pitch.legal(at_dealer(changed("setback", slam={"bid": 9}), ["3"])) == ["pass", "4", "9"]


def test_point_trumps_are_burned_by_choice() -> None:
    rules = changed("ten-point", exchange={"refill_to": 2})
    mine = ["AS", "JS", "JC", "3S", "9S", "2D", "3D", "4D", "5D"]
    pack = [card for card in pack_of(2) if card not in mine]
    packs = [mine, pack[:9], pack[9:18], pack[18:27]]
    deck = [card for first in (0, 3, 6) for cards in packs for card in cards[first : first + 3]] + pack[27:]
    state = pitch.start(rules, deck, 3, [0, 0])
    for text in ["pass", "4", "pass", "pass", "S"]:
        state = pitch.play(state, text)
    assert (pitch.phase(state), pitch.to_act(state)) == ("burn", 0)
    assert pitch.legal(state) == ["3S", "JC", "JS"]
    assert state.burned == ["9S", "AS"]
    assert pitch.play(state, "JC").holdings[0] == ["JS", "3S"]


def test_a_joker_led_names_a_suit() -> None:
    rules = changed("five-point-joker", trump={"joker_first_lead": "choose"}, deal={"cards": 2, "packet": 1})
    deck = ["X-", *PACK[:52]]
    state = pitch.start(rules, deck, 3, [0, 0])
    for bid in ["2", *PASSES]:
        state = pitch.play(state, bid)
    assert pitch.legal(state) == ["2S", "X-=C", "X-=D", "X-=H", "X-=S"]
    assert pitch.answer(state, "X-").faults[0]["revoke"] is False
    state = pitch.play(state, "X-=H")
    assert (state.trump, state.trick) == ("H", [(0, "X-")])
    forbidden = pitch.start(changed("five-point-joker", trump={"joker_first_lead": "forbidden_if_other"}), deck, 3, [0, 0])
    for bid in ["2", *PASSES]:
        forbidden = pitch.play(forbidden, bid)
    assert not any(text.startswith("X-") for text in pitch.legal(forbidden))
    assert pitch.answer(forbidden, "X-").faults[0]["revoke"] is True


def settled(rules: Rules, bid: int, points: list[list[Any]], scores: list[int], **more: Any) -> tuple[Any, ...]:
    end = pitch.settle(rules, 0, bid, points, more.pop("tricks_won", [3, 3]), scores, **more)
    return end["made"], end["deltas"], end["winner"]


ALL_MINE = [["High", 0], ["Low", 0], ["Jack", 0], ["Game", 0]]
EVEN = [["High", 0], ["Low", 0], ["Jack", 1], ["Game", 1]]


def test_slams() -> None:
    wins = complete(resolve("smudge-wins"))
    assert settled(wins, 4, ALL_MINE, [-9, 20], slam=True) == (True, [4, 0], 0)
    assert settled(wins, 4, ALL_MINE[:3], [0, 0], slam=True) == (False, [-4, 0], None)
    unbid = changed("jpgames", slam={"bid": None, "unbid": "any_side"})
    assert settled(unbid, 2, [[name, 1] for name, _ in ALL_MINE], [0, 0]) == (False, [-2, 4], 1)
    zero = changed("setback", score={"failed": "zero", "net": True})
    assert settled(zero, 5, EVEN, [0, 0], slam=True) == (False, [-5, 2], None)
    assert settled(zero, 5, ALL_MINE, [0, 0], slam=True, tricks_won=[6, 0]) == (True, [5, 0], None)


def test_net_and_no_junk() -> None:
    net = changed("jpgames", score={"net": True})
    assert settled(net, 2, EVEN, [0, 0]) == (True, [0, 0], None)
    theirs = [["High", 0], ["Low", 1], ["Jack", 1], ["Game", 1]]
    assert settled(net, 1, theirs, [0, 0]) == (True, [0, 2], None)
    assert settled(changed("no-junk", score={"net": True}), 1, theirs, [0, 0]) == (True, [0, 0], None)


def test_revokes_cost_the_bid_once() -> None:
    rules = complete(resolve("setback"))
    assert settled(rules, 2, EVEN, [0, 0], offenders=[0]) == (False, [-2, 2], None)
    assert settled(rules, 2, EVEN, [0, 0], offenders=[1]) == (True, [2, -2], None)
    zero = changed("no-junk", score={"failed": "zero"})
    assert settled(zero, 3, EVEN, [0, 0], offenders=[0, 1]) == (False, [-3, -3], None)


def test_counting_out_between_others() -> None:
    rules = complete(resolve("sleight-6"))
    points = [["High", 2], ["Low", 1], ["Jack", 1], ["Game", 0]]
    assert settled(rules, 2, points, [0, 10, 10], tricks_won=[2, 2, 2]) == (False, [-2, 2, 1], 2)
    assert settled(rules, 2, points, [0, 9, 10], tricks_won=[2, 2, 2]) == (False, [-2, 2, 1], 2)
    assert settled(rules, 2, points, [0, 12, 10], tricks_won=[2, 2, 2]) == (False, [-2, 2, 1], 1)
    bonus = changed("sleight-6", score={"others": "own_plus_bid_if_set"})
    assert settled(bonus, 2, points, [0, 7, 9], tricks_won=[2, 2, 2]) == (False, [-2, 4, 3], 1)


def test_the_last_hand() -> None:
    rules = changed("setback", game={"max_hands": 3})
    assert settled(rules, 2, EVEN, [4, 4], hand=2)[2] is None
    assert settled(rules, 2, EVEN, [4, 4], hand=3)[2] == "draw"
    assert settled(rules, 2, EVEN, [4, 5], hand=3)[2] == 1


def test_no_trump_in_play_fails_the_contract() -> None:
    rules = changed("ten-point", exchange=None, deal={"cards": 1, "packet": 1}, table={"players": 2, "sides": "each"})
    state = pitch.start(rules, ["2C", "3C", "AS"], 1, [0, 0])
    for text in ["4", "pass", "H"]:
        state = pitch.play(state, text)
    end = pitch.result(state)
    assert (end["made"], end["pips"], end["tricks"], end["deltas"]) == (False, [0, 0], [], [-4, 0])
