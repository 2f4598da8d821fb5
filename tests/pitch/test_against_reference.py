"""The engine against a second one, slow and obvious, written from the rules alone: every legal action, every state, every result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import Hand, RuleSet, load_rules
from arena.pitch import perft
from arena.pitch.actions import Choices
from arena.pitch.cards import text
from arena.pitch.trick import legal_cards
from arena.rulesets import resolved_mapping
from tests.pitch.strategies import BUILT_IN, MORE, RANKS, Dealt, deals, dealt, moves, rule_sets
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
        twin = reference.answer(twin, answer)
    compare_states(hand, twin)
    compare_results(hand, twin)


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
    assert [[one.id, one.side, None if one.card is None else str(one.card)] for one in end.points] == [list(one) for one in expected["points"]]
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


@MORE
@settings(max_examples=4 * MORE.max_examples)
@given(deal=rule_sets(cards=9).flatmap(deals), junk=st.sampled_from((0.0, 0.08)))
def test_any_rule_set(deal: Dealt, junk: float) -> None:
    compare_whole_hand(deal, junk)


@MORE
@given(rules=rule_sets(players=3, cards=2), seed=st.integers(0, 2**32 - 1))
def test_every_way_a_small_hand_can_go(rules: RuleSet, seed: int) -> None:
    deal = dealt(rules, seed)
    if too_many(deal):
        return
    deck, scores = text(deal.deck).split(), list(deal.scores)
    found = perft.count(rules, deal.deck, deal.dealer, deal.scores)
    expected = reference.count(resolved_mapping(rules), deck, deal.dealer, scores)
    assert {name: list(value) if isinstance(value := getattr(found, name), tuple) else value for name in expected} == expected
