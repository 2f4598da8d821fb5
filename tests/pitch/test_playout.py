"""Playing a hand out comes to the same as asking for every decision and applying it: what is asked, what is refused, what it ends in."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import Card, Hand, IllegalAction, View, load_rules
from arena.pitch.actions import JokerLead
from arena.pitch.cards import pack
from arena.pitch.playout import play_out
from tests.pitch.strategies import BUILT_IN, JUNK, RANKS, Dealt, choose, deals, dealt, moves, rule_sets, tries
from tests.pitch.test_hand import state


class LeftError(Exception):
    """Raised by a seat in place of an answer."""


class Table:
    """Seats that answer by the dice, and a log of what happens at them; ``odd`` is the share of answers that are not a legal action."""

    def __init__(self, hand: Hand, seed: int, odd: float) -> None:
        self.hand, self.rng, self.odd = hand, random.Random(seed), odd
        self.log: list[Any] = []

    def ask(self, view: View) -> Any:
        self.log.append(view)
        action = choose(view._legal, self.rng)
        if self.rng.random() >= self.odd:
            return action
        answer = self.rng.choice((str(action), action, *view.holding, *JUNK, None, LeftError))
        if answer is LeftError:
            raise LeftError
        return answer

    def until_over(self, go_on: Callable[[], None]) -> list[Any]:
        """Everything seen, with the state of the hand wherever an answer was missing or refused, and at the end."""
        while not self.hand.is_over:
            try:
                go_on()
            except LeftError:
                answer = None
            except IllegalAction as illegal:
                answer = illegal.answer
            else:
                continue
            self.log.append(state(self.hand))
            self.log.append(self.hand.substitute(answer))
        return [*self.log, state(self.hand)]


def played_out(hand: Hand, seed: int, *, forced: bool, odd: float) -> list[Any]:
    table = Table(hand, seed, odd)
    return table.until_over(lambda: play_out(hand, [table.ask] * len(hand.dealt), forced=forced))


def stepped(hand: Hand, seed: int, *, forced: bool, odd: float) -> list[Any]:
    table = Table(hand, seed, odd)

    def step() -> None:
        seat, legal = hand.to_act, hand.legal_actions()
        assert seat is not None
        hand.apply(table.ask(hand.view(seat)) if forced or len(legal) > 1 else legal[0])

    return table.until_over(step)


def the_same(deal: Dealt, start: int) -> list[View]:
    """Both ways from the ``start``-th decision on; the views of all there is to decide."""
    hand = deal.start()
    for number, _ in enumerate(moves(hand, deal.choices)):
        if number == start:
            break
    for forced in (False, True):
        for odd in (0.0, 0.2):
            told = played_out(hand.copy(), start, forced=forced, odd=odd)
            assert told == stepped(hand.copy(), start, forced=forced, odd=odd)
    return played_out(hand, start, forced=True, odd=0.0)[:-1]


@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
def test_a_hand_played_out_is_the_hand_played_move_by_move(name: str, data: st.DataObject) -> None:
    the_same(data.draw(deals(load_rules(name))), data.draw(st.integers(0, 30)))


@tries(10)
@given(deal=rule_sets(cards=9).flatmap(deals), start=st.integers(0, 20))
def test_under_any_rules(deal: Dealt, start: int) -> None:
    the_same(deal, start)


def test_a_joker_may_be_led_before_trump_is_known() -> None:
    trump = {"order": ["X+", "X-", *RANKS], "set_by": "first_lead"}
    rules = load_rules({"extends": "jpgames", "deck": {"jokers": 2}, "deal": {"cards": 12, "packet": 3}, "trump": trump})
    hands = [the_same(dealt(rules, seed), 0) for seed in range(12)]
    assert any(isinstance(action, JokerLead) for views in hands for view in views for action in view._legal)


def test_who_has_no_choice_is_asked_only_where_that_is_wanted() -> None:
    seen: dict[bool, list[View]] = {False: [], True: []}
    for forced, views in seen.items():

        def first(view: View, views: list[View] = views) -> Any:
            views.append(view)
            return view._legal[0]

        play_out(dealt(load_rules("jpgames"), 3).start(), [first] * 4, forced=forced)
    assert len(seen[True]) == 28
    assert seen[False] == [view for view in seen[True] if len(view._legal) > 1]
    assert 10 < len(seen[False]) < 25


def test_a_refusal_tells_the_answer() -> None:
    hand = dealt(load_rules("jpgames"), 3).start()
    answer = object()
    with pytest.raises(IllegalAction) as refused:
        play_out(hand, [lambda _: answer] * 4)
    assert refused.value.answer is answer
    assert (hand.to_act, hand.bids, hand.phase) == (1, (), "auction")


def test_ints_are_read_as_cards_and_true_is_none() -> None:
    hand = dealt(load_rules("jpgames"), 3).start()
    play_out(hand, [lambda view: int(view._legal[0])] * 4)
    assert {type(card) for trick in hand.tricks for card in trick.cards} == {Card}
    hand = Hand.from_deck(load_rules("jpgames"), pack(0), 3, [0, 0])
    assert int(Card("2D")) == int(True)
    with pytest.raises(IllegalAction, match="True is not legal for seat 0 in the play; legal: 2C, 2D"):
        play_out(hand, [lambda view: True if view.phase == "play" else view.legal_bids[-1 if view.seat == 0 else 0]] * 4)
