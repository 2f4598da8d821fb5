"""What holds in every hand whatever the house rules: each invariant over random play of every built-in rule set and of random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena import Card, Hand, RuleSet, load_rules
from arena.pitch.cards import CARDS
from arena.pitch.record import record, replay
from arena.pitch.scoring import HandResult
from arena.pitch.trick import Trick
from tests.pitch.strategies import BUILT_IN, Dealt, deals, finished, moves, rule_sets, tries
from tests.reference.cards import entry_card

JUNK = 0.03


def end_of(hand: Hand) -> HandResult:
    assert hand.result is not None
    return hand.result


def answered(dealt: Dealt, rules: RuleSet, answers: Iterable[str]) -> Hand:
    """The deal under other rules, given the answers it was given under its own."""
    hand = dealt._replace(rules=rules).start()
    for answer in answers:
        hand.answer(answer)
    return hand


def order_of(hand: Hand) -> list[str]:
    """The trump suit from high to low."""
    assert hand.trump is not None
    return [entry_card(entry, str(hand.trump)) for entry in hand.rules.trump.order]


def captures(hand: Hand) -> dict[str, tuple[Trick, int]]:
    """Every card played to a trick: the trick, and the seat that played it."""
    return {str(card): (trick, seat) for trick in hand.tricks for seat, card in trick.plays}


def side_of(rules: RuleSet, seat: int) -> int:
    return next(i for i, seats in enumerate(rules.table.sides) if seat in seats)


def high_is_captured_by_its_holders_side(dealt: Dealt) -> None:
    hand = finished(dealt, junk=JUNK)
    high = {point.id for point in dealt.rules.points if point.what == "high"}
    for award in end_of(hand).points:
        if award.id not in high or dealt.rules.exchange is not None:
            continue
        order = order_of(hand)
        excluded = [entry_card(entry, str(hand.trump)) for entry in dealt.rules.extremes.exclude]
        if not set(order[: order.index(str(award.card))]).intersection(excluded):
            (holder,) = (seat for seat, held in enumerate(hand.dealt) if award.card in held)
            assert award.side == side_of(dealt.rules, holder)


def four_point_hands_award_three_and_the_jack(dealt: Dealt) -> None:
    four = ["high", "low", "card", "most_pips"]
    rules = dealt.rules
    if [point.what for point in rules.points] != four or rules.points[2].card != "J" or rules.extremes.exclude:
        return
    hand = finished(dealt, junk=JUNK)
    played = captures(hand)
    if hand.trump is None or not set(order_of(hand)).intersection(played):
        return
    awarded = [award.id for award in end_of(hand).points]
    assert len(awarded) == 3 + (f"J{hand.trump}" in played) - (rules.points[3].id not in awarded)


def pips_add_up(dealt: Dealt) -> None:
    hand = finished(dealt, junk=JUNK)
    worth = dict(dealt.rules.pips)
    played = captures(hand)
    trump_played = hand.trump is not None and set(order_of(hand)).intersection(played)
    total = sum(worth.get(card if card[0] == "X" else card[0], 0) for card in played)
    assert sum(end_of(hand).pips) == (total if trump_played else 0)


def who_gets_low_changes_low_alone(dealt: Dealt) -> None:
    rules = dealt.rules
    hand = dealt.start()
    answers = list(moves(hand, dealt.choices, junk=JUNK))
    other = {"captor": "holder", "holder": "captor"}
    points = tuple(replace(point, to=other[point.to]) if point.what == "low" else point for point in rules.points)
    turned = answered(dealt, replace(rules, points=points), answers)
    end, new = end_of(hand), end_of(turned)
    assert turned.tricks == hand.tricks
    assert [award.id for award in new.points] == [award.id for award in end.points]
    for point, was, now in zip(awarded_entries(points, new), end.points, new.points, strict=True):
        if point.what != "low":
            assert now == was
            continue
        trick, seat = captures(hand)[str(was.card)]
        sides = {"captor": side_of(rules, trick.winner), "holder": side_of(rules, seat)}
        assert (now.card, now.value, now.side, was.side) == (was.card, was.value, sides[point.to], sides[other[point.to]])
    follows = {"points", "took", "made", "deltas", "scores", "winner", "reason"}
    kept = [name for name in HandResult.__struct_fields__ if name not in follows or new.points == end.points]
    assert {name: getattr(new, name) for name in kept} == {name: getattr(end, name) for name in kept}
    assert new.took == tuple(sum(award.value for award in new.points if award.side == side) for side in range(len(new.took)))


def awarded_entries(points: tuple[Any, ...], end: HandResult) -> list[Any]:
    by_id = {point.id: point for point in points}
    return [by_id[award.id] for award in end.points]


def without_junk_points_both_ways_to_win_agree(dealt: Dealt) -> None:
    rules = replace(dealt.rules, score=replace(dealt.rules.score, others="none"))
    ways = [replace(rules, game=replace(rules.game, win=win)) for win in ("any_side", "bid_and_made")]
    below = dealt._replace(rules=ways[0], scores=tuple(min(score, rules.game.target - 1) for score in dealt.scores))
    hand = below.start()
    answers = list(moves(hand, dealt.choices, junk=JUNK))
    assert end_of(answered(below, ways[1], answers)) == end_of(hand)


def turning_the_table_turns_the_result(dealt: Dealt) -> None:
    rules, n = dealt.rules, dealt.rules.table.players
    hand = dealt.start()
    answers = list(moves(hand, dealt.choices, junk=JUNK))
    by = 1 + dealt.choices % (n - 1)
    turned = [tuple(sorted((seat + by) % n for seat in seats)) for seats in rules.table.sides]
    sides = sorted(turned)
    was = [turned.index(seats) for seats in sides]
    around = dealt._replace(
        rules=replace(rules, table=replace(rules.table, sides=tuple(sides))),
        dealer=(dealt.dealer + by) % n,
        scores=tuple(dealt.scores[side] for side in was),
    )
    rotated = answered(around, around.rules, answers)
    end, new = end_of(hand), end_of(rotated)
    assert [trick.cards for trick in rotated.tricks] == [trick.cards for trick in hand.tricks]
    assert [trick.seats for trick in rotated.tricks] == [tuple((seat + by) % n for seat in trick.seats) for trick in hand.tricks]
    for name in ("outcome", "bid", "slam", "trump", "made", "reason"):
        assert getattr(new, name) == getattr(end, name)
    for name in ("took", "pips", "tricks_won", "deltas", "scores"):
        assert getattr(new, name) == tuple(getattr(end, name)[side] for side in was)
    assert [(award.id, was[award.side], award.card) for award in new.points] == [(one.id, one.side, one.card) for one in end.points]
    assert new.winner == (was.index(end.winner) if isinstance(end.winner, int) else end.winner)
    assert new.pitcher == (None if end.pitcher is None else (end.pitcher + by) % n)
    assert sorted(new.revoke) == sorted((seat + by) % n for seat in end.revoke)


def a_delta_is_one_of_the_things_it_can_be(dealt: Dealt) -> None:
    rules, end = dealt.rules, end_of(finished(dealt, junk=JUNK))
    if end.outcome != "played":
        fined = rules.auction.min if end.outcome == "fined" else 0
        assert end.deltas == tuple(-fined * (side_of(rules, dealt.dealer) == side) for side in range(len(end.deltas)))
        return
    assert end.pitcher is not None
    assert end.bid is not None
    pitching = side_of(rules, end.pitcher)
    for side, (delta, took) in enumerate(zip(end.deltas, end.took, strict=True)):
        if rules.revoke == "minus_bid" and any(side_of(rules, seat) == side for seat in end.revoke):
            assert delta == -end.bid
        elif side == pitching:
            assert delta in pitching_deltas(rules, end, took)
        else:
            assert delta in other_deltas(rules, end, took)


def pitching_deltas(rules: RuleSet, end: HandResult, took: int) -> set[Any]:
    if end.slam:
        assert rules.slam is not None
        return {rules.slam.failed} if not end.made else {took} if rules.slam.made == "win_game" else {rules.slam.made}
    if not end.made:
        return {0} if rules.score.failed == "zero" else {-(end.bid or 0)}
    return {max(0, 2 * took - sum(end.took))} if rules.score.net else {took}


def other_deltas(rules: RuleSet, end: HandResult, took: int) -> set[Any]:
    if rules.score.others == "none":
        return {0}
    if not end.made and rules.score.others == "own_plus_bid_if_set":
        return {took + (end.bid or 0)}
    return {max(0, 2 * took - sum(end.took))} if rules.score.net and end.made and not end.slam else {took}


def every_card_is_in_one_place(dealt: Dealt) -> None:
    hand = dealt.start()
    check_places(hand, dealt.deck)
    for _ in moves(hand, dealt.choices, junk=JUNK):
        check_places(hand, dealt.deck)
    check_places(hand, dealt.deck)


def check_places(hand: Hand, deck: tuple[Card, ...]) -> None:
    held = [card for seat in range(len(hand.dealt)) for card in hand.holding(seat)]
    played = [card for trick in hand.tricks for card in trick.cards] + [card for _, card in hand.trick]
    burned = [card for one in hand.exchange for card in one.burn]
    here = [*held, *played, *burned]
    assert len(set(here)) == len(here)
    thrown = [card for one in hand.exchange for card in one.discard]
    drawn = [card for one in hand.exchange for card in one.draw]
    left = hand.view(0).stock_size
    if recycled(hand):
        assert set(deck) == {*here, *thrown}
        assert len(deck) == len(here) + left + len(thrown_late(hand))
        return
    assert len(set(thrown)) == len(thrown)
    assert not set(thrown).intersection(here)
    stock = set(deck).difference(here, thrown)
    assert len(stock) == left
    assert stock <= set(hand.stock)
    assert not stock.intersection(drawn)


def recycled(hand: Hand) -> bool:
    """Whether more was drawn than the stock held, so that discards came back."""
    return sum(len(one.draw) for one in hand.exchange) > len(hand.stock)


def thrown_late(hand: Hand) -> tuple[Card, ...]:
    """What the seat that takes the rest threw: it throws after all others have drawn, so that it does not come back."""
    swap = hand.rules.exchange
    if swap is None or swap.last is None or swap.last_takes != "rest":
        return ()
    last = hand.dealer if swap.last == "dealer" else hand.pitcher
    return next((one.discard for one in hand.exchange if one.seat == last), ())


def somebody_can_always_act(dealt: Dealt) -> None:
    hand = dealt.start()
    for _ in moves(hand, dealt.choices, junk=JUNK):
        assert hand.to_act is not None
        assert len(hand.legal_actions()) > 0
    assert hand.to_act is None
    assert list(hand.legal_actions()) == []


def a_record_replayed_is_the_same_hand(dealt: Dealt) -> None:
    hand = finished(dealt, junk=JUNK)
    seats = [f"bot {seat}" for seat in range(len(hand.dealt))]
    assert replay(record(hand, rules=dealt.rules.name, match="m", board=1, leg=0, seats=seats), dealt.rules) == []


INVARIANTS: tuple[Callable[[Dealt], None], ...] = (
    high_is_captured_by_its_holders_side,
    four_point_hands_award_three_and_the_jack,
    pips_add_up,
    who_gets_low_changes_low_alone,
    without_junk_points_both_ways_to_win_agree,
    turning_the_table_turns_the_result,
    a_delta_is_one_of_the_things_it_can_be,
    every_card_is_in_one_place,
    somebody_can_always_act,
    a_record_replayed_is_the_same_hand,
)


def test_what_is_thrown_after_the_stock_was_recycled_stays_thrown() -> None:
    draw = {"timing": "after_first_lead", "refill_to": 3, "last": "pitcher", "last_takes": "rest", "stock_short": "recycle"}
    rules = load_rules({"extends": "draw", "table": {"players": 7, "sides": "each"}, "deal": {"cards": 7, "packet": 1}, "exchange": draw})
    late = []
    for seed in range(20):
        deck = tuple(random.Random(seed).sample(CARDS[:52], 52))
        dealt = Dealt(rules, deck, 0, (0,) * 7, seed)
        every_card_is_in_one_place(dealt)
        late.append(recycled(hand := finished(dealt)) and len(thrown_late(hand)))
    assert sum(late) > 20


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("holds", INVARIANTS, ids=lambda holds: holds.__name__)
@given(data=st.data())
def test_every_built_in_rule_set(holds: Callable[[Dealt], None], name: str, data: st.DataObject) -> None:
    holds(data.draw(deals(load_rules(name))))


@pytest.mark.parametrize("holds", INVARIANTS, ids=lambda holds: holds.__name__)
@tries(6)
@given(dealt=rule_sets().flatmap(deals))
def test_any_rule_set(holds: Callable[[Dealt], None], dealt: Dealt) -> None:
    holds(dealt)
