"""The engine against a second one, slow and obvious, written from the rules alone: every legal action, every state, every result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena import Hand, RuleSet, load_rules
from arena.pitch import perft
from arena.pitch.actions import Choices
from arena.pitch.cards import text
from arena.rulesets import resolved_mapping
from tests.pitch.strategies import BUILT_IN, Dealt, deals, dealt, moves, rule_sets, tries
from tests.reference import pitch as reference
from tests.reference.cards import in_order

LISTED = 3000
"""The reference lists every set that may be thrown; where there are more, the hands are compared up to there."""


def twin_of(deal: Dealt) -> reference.State:
    rules = reference.complete(resolved_mapping(deal.rules))
    deck = [str(card) for card in deal.deck]
    return reference.start(
        rules, deck, deal.dealer, list(deal.scores), seed=deal.seed, hand=deal.hand, redeals=deal.redeals
    )  # fmt: skip


def compare_whole_hand(deal: Dealt, junk: float) -> None:
    hand, twin = deal.start(), twin_of(deal)
    for answer in moves(hand, deal.choices, junk=junk):
        if isinstance(hand.legal_actions(), Choices) and len(hand.legal_actions()) > LISTED:
            return
        compare_states(hand, twin)
        twin = unasked(reference.answer(twin, answer))
    compare_states(hand, twin)
    compare_results(hand, twin)


def unasked(twin: reference.State) -> reference.State:
    """The reference also asks a seat that has nothing to come down to; the engine leaves that question, with its one empty answer, out."""
    while twin.phase == "discard" and twin.todo[0][0] == "come_down" and reference.legal(twin) == [""]:
        asked = twin.asked
        twin = reference.play(twin, "")
        twin.asked = asked
    return twin


def compare_states(hand: Hand, twin: reference.State) -> None:
    assert (hand.phase, hand.to_act) == (reference.phase(twin), reference.to_act(twin))
    assert [str(action) for action in hand.legal_actions()] == reference.legal(twin)
    assert [list(map(str, hand.holding(seat))) for seat in range(len(hand.dealt))] == [in_order(held) for held in twin.holdings]
    assert [(seat, str(card)) for seat, card in hand.trick] == twin.trick
    assert (None if hand.trump is None else str(hand.trump)) == twin.trump
    assert hand.is_over or hand.decision == twin.asked[hand.phase]
    assert hand.view(0).stock_size == len(twin.stock if twin.recycled is None else twin.recycled)


def compare_results(hand: Hand, twin: reference.State) -> None:
    end, expected = hand.result, reference.result(twin)
    assert end is not None
    for name in ("outcome", "pitcher", "bid", "slam", "made", "winner"):
        assert (name, getattr(end, name)) == (name, expected[name])
    for name in ("took", "pips", "deltas", "scores", "tricks_won", "revoke"):
        assert (name, list(getattr(end, name))) == (name, list(expected[name]))
    assert (None if end.trump is None else str(end.trump)) == expected["trump"]
    assert [[one.id, one.side, None if one.card is None else str(one.card)] for one in end.points] == [
        list(one) for one in expected["points"]
    ]
    assert [(one.lead, list(one.seats), text(one.cards).split(), one.winner) for one in hand.tricks] == twin.tricks
    names = ("phase", "seat", "n", "answer", "used", "revoke")
    assert [{name: getattr(fault, name) for name in names} for fault in hand.faults] == twin.faults
    assert [thrown(one.seat, one.discard, one.draw, one.burn) for one in hand.exchange if one.discard or one.draw or one.burn] == [
        thrown(one["seat"], one["discard"], one["draw"], one["burn"])
        for seat in (one.seat for one in hand.exchange)
        for one in twin.exchange
        if one["seat"] == seat and (one["discard"] or one["draw"] or one["burn"])
    ]


def thrown(seat: int, discard: Any, draw: Any, burn: Any) -> tuple[int, list[str], list[str], list[str]]:
    """Draws in the order in which they came; what was thrown has none."""
    return seat, in_order([str(card) for card in discard]), [str(card) for card in draw], in_order([str(card) for card in burn])


@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
def test_every_built_in_rule_set(name: str, data: st.DataObject) -> None:
    compare_whole_hand(data.draw(deals(load_rules(name))), data.draw(st.sampled_from((0.0, 0.08))))


@tries(24)
@given(deal=rule_sets(cards=9).flatmap(deals), junk=st.sampled_from((0.0, 0.08)))
def test_any_rule_set(deal: Dealt, junk: float) -> None:
    compare_whole_hand(deal, junk)


@tries(8)
@given(rules=rule_sets(players=3, cards=2).map(lambda rules: short(rules)), seed=st.integers(0, 2**32 - 1))
def test_every_way_a_small_hand_can_go(rules: RuleSet, seed: int) -> None:
    deal = dealt(rules, seed)._replace(hand=1, redeals=0)
    if likely_size(deal) > LISTED:
        return
    found = perft.count(rules, deal.deck, deal.dealer, deal.scores)
    expected = reference.count(resolved_mapping(rules), text(deal.deck).split(), deal.dealer, list(deal.scores))
    assert {name: getattr(found, name) for name in expected} == expected | {"delta_sums": tuple(expected["delta_sums"])}


def short(rules: RuleSet) -> RuleSet:
    """The rule set with the auction cut to two bids and a slam, and no more drawn than can be played out in every way."""
    swap = rules.exchange
    auction = replace(rules.auction, min=max(rules.auction.min, rules.auction.max - 1))
    return replace(rules, auction=auction, exchange=swap and replace(swap, refill_to=min(swap.refill_to, 2)))


def likely_size(deal: Dealt) -> float:
    """About how many ways the hand can go, judged by the choices met in a few of them."""
    sizes = []
    for choices in range(4):
        hand, ways = deal.start(), 1
        for _ in moves(hand, choices):
            ways *= len(hand.legal_actions())
        sizes.append(ways)
    return max(sizes)
