"""What a view is for: it holds all a seat may know and nothing else, does not change, and says what it says by hand-worked values."""

from __future__ import annotations

import gc
import pickle
import random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given

from arena import Card, Hand, IllegalAction, RuleSet, Suit, View, load_rules
from arena.pitch.cards import cards, pack
from arena.pitch.tables import Tables
from tests.pitch.strategies import Dealt, deals, dealt, moves, rule_sets, tries
from tests.reference.cards import trump_cards

RECYCLING = {"extends": "draw", "table": {"players": 7, "sides": "each"}}
TABLES = ("jpgames", "setback", "five-point-joker", "draw", "ten-point", "ten-point-widow", "cinch", "nine-point")
SWAPS = 10


def rules_of(source: Any) -> RuleSet:
    return load_rules(source)


# Nothing hidden


def hidden_from(hand: Hand, seat: int) -> list[Card]:
    """The cards a seat has not seen: never in its hand, never on the table, never shown."""
    seen = {*hand.dealt[seat], *hand.holding(seat)}
    seen.update(card for trick in hand.tricks for card in trick.cards)
    seen.update(card for _, card in hand.trick)
    for one in hand.exchange:
        seen.update(one.burn, *((one.draw, one.discard) if one.seat == seat else ()))
    return [card for card in pack(hand.rules.deck.jokers) if card not in seen]


def known_to(hand: Hand, seat: int) -> Any:
    """What a seat knows of a hand, from the hand itself: what everybody saw, and its own cards."""
    everybody = (hand.phase, hand.to_act, hand.bids, hand.trump, hand.tricks, hand.trick, hand.scores)
    swaps = [(one.seat, len(one.discard), len(one.draw), one.burn) for one in hand.exchange]
    own = [(one.discard, one.draw) for one in hand.exchange if one.seat == seat]
    return everybody, swaps, own, hand.dealt[seat], hand.holding(seat)


def replayed(deal: Dealt, answers: list[str], moved: dict[str, str]) -> Hand | None:
    """The hand dealt and answered again with cards exchanged for others; None where that cannot have happened."""
    deck = tuple(Card(moved.get(str(card), str(card))) for card in deal.deck)
    hand = deal._replace(deck=deck).start()
    try:
        for answer in answers:
            hand.apply(" ".join(moved.get(word, word) for word in answer.split()))
    except IllegalAction:
        return None
    return hand


def twins(deal: Dealt, answers: list[str], hand: Hand, seat: int, rng: random.Random) -> list[Hand]:
    """Hands that look to a seat as this one does, and have other cards wherever it cannot look."""
    hidden = [str(card) for card in hidden_from(hand, seat)]
    mixed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    found = replayed(deal, answers, mixed)
    if found is not None and known_to(found, seat) == known_to(hand, seat):
        return [found]
    kept = {card: card for card in hidden}
    last = None
    for _ in range(SWAPS if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        moved = kept | {one: kept[other], other: kept[one]}
        found = replayed(deal, answers, moved)
        if found is not None and known_to(found, seat) == known_to(hand, seat):
            kept, last = moved, found
    return [] if last is None else [last]


def check_nothing_hidden(deal: Dealt, *, share: float) -> tuple[int, int]:
    """Compare views at a share of a hand's decisions; how many there were, and for how many another deal was found."""
    hand, answers, rng = deal.start(), [], random.Random(deal.choices)
    tried = found = 0
    for answer in moves(hand, deal.choices):
        if rng.random() < share:
            seat = rng.choice((hand.to_act, rng.randrange(len(hand.dealt))))
            others = twins(deal, answers, hand, seat, rng)
            tried, found = tried + 1, found + len(others)
            for other in others:
                compare_views(hand.view(seat), other.view(seat), pack(deal.rules.deck.jokers))
        answers.append(answer)
    return tried, found


def compare_views(view: View, other: View, all_cards: tuple[Card, ...]) -> None:
    for name in attributes(view):
        one, two = getattr(view, name), getattr(other, name)
        if callable(one):
            continue
        assert one == two, name
        assert repr(one) == repr(two), name
    for card in all_cards:
        assert view.strength(card) == other.strength(card)
        assert view.pips(card) == other.pips(card)
        assert [view.beats(card, one) for one in all_cards] == [other.beats(card, one) for one in all_cards]
    assert repr(view) == repr(other)
    assert pickle.dumps(view) == pickle.dumps(other)
    assert view == other
    assert not hasattr(view, "__dict__")


def attributes(view: View) -> list[str]:
    """Every attribute there is, properties and slots alike, private ones too."""
    slots = [slot for cls in type(view).__mro__ for slot in getattr(cls, "__slots__", ())]
    names = {*dir(view), *slots, *type(view).__struct_fields__}
    return sorted(name for name in names if not name.startswith("__") and name != "rules")


@pytest.mark.parametrize("source", [*TABLES, RECYCLING], ids=str)
def test_a_view_holds_nothing_hidden(source: Any) -> None:
    rules = rules_of(source)
    results = [check_nothing_hidden(dealt(rules, seed, seed % rules.table.players), share=0.3) for seed in range(12)]
    tried, found = map(sum, zip(*results, strict=True))
    assert found > tried / 3


@tries(8)
@given(deal=rule_sets(cards=9).flatmap(deals))
def test_a_view_holds_nothing_hidden_under_any_rule_set(deal: Dealt) -> None:
    check_nothing_hidden(deal, share=0.2)


def reached_from(view: View) -> list[Any]:
    """Every object that can be reached from a view, short of code and of what is compiled from the rules alone."""
    found, queue, met = [], [view], set()
    while queue:
        one = queue.pop()
        if id(one) in met or isinstance(one, (type, ModuleType, FunctionType, Tables, RuleSet)):
            continue
        met.add(id(one))
        found.append(one)
        queue += gc.get_referents(one)
    return found


@pytest.mark.parametrize("source", TABLES)
def test_no_road_leads_from_a_view_to_a_hidden_card(source: str) -> None:
    deal = dealt(rules_of(source), 1)
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        for seat in range(len(hand.dealt)):
            found = reached_from(hand.view(seat))
            assert not [one for one in found if isinstance(one, Hand)]
            assert not set(hidden_from(hand, seat)).intersection(one for one in found if isinstance(one, Card))
