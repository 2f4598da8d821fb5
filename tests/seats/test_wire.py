"""What crosses the line arrives as it was."""

import json
import pickle
from typing import Any

import msgspec
import pytest

from arena import Hand, load_rules
from arena.pitch.deal import Board
from arena.pitch.hand import Hand as AnyHand
from arena.rulesets import names
from arena.seats import wire


def moments(rules, board=1, pick=lambda legal: legal[len(legal) // 2]):
    """Every moment of a hand in which a seat has a choice."""
    hand = Hand(rules, Board("wire", board).deck(rules, 1, 0), 0, (0,) * len(rules.table.sides))
    while hand.to_act is not None:
        legal = hand.legal_actions()
        if len(legal) > 1:
            yield hand, hand.view(hand.to_act)
        hand.apply(pick(legal))
    yield hand, hand.view(0)


def sent(scribe, reader, view):
    told: Any = wire.decode_to_bot(scribe.ask("a" * 16, 7, view))
    return reader.view(told.view)


@pytest.mark.parametrize("name", names())
def test_a_view_arrives_as_it_was(name):
    rules = load_rules(name)
    scribe, reader = wire.Scribe(), wire.Reader(rules)
    for board in range(1, 4):
        for hand, view in moments(rules, board):
            again = sent(scribe, reader, view)
            assert again == view
            assert (again.legal_bids, again.legal_suits, again.legal_cards, again.legal_discards) == (
                view.legal_bids,
                view.legal_suits,
                view.legal_cards,
                view.legal_discards,
            )
            assert again.trick == view.trick
            assert [type(card) for card in again.holding] == [type(card) for card in view.holding]
            assert isinstance(hand, AnyHand)


def test_a_view_that_is_kept_can_still_be_looked_at():
    rules = load_rules("setback")
    scribe, reader = wire.Scribe(), wire.Reader(rules)
    pairs = [(view, sent(scribe, reader, view)) for board in (1, 2) for _, view in moments(rules, board)]
    assert {len(view.tricks) for view, _ in pairs} == {0, 1, 2, 3, 4, 6}
    for view, again in reversed(pairs):
        assert again.tricks == view.tricks
        assert pickle.loads(pickle.dumps(again)) == view == again
    first, other = pairs[-1][1], sent(scribe, reader, pairs[-1][0])
    assert (first, hash(first._tricks)) == (other, hash(other._tricks))
    assert first != pairs[0][1]


@pytest.mark.parametrize("name", ["setback", "draw", "ten-point", "five-point-joker"])
def test_every_legal_action_arrives_as_it_was(name):
    for hand, view in moments(load_rules(name)):
        for action in list(view._legal)[:20]:
            answer: Any = wire.decode_from_bot(wire.answered(5, view.phase, action))
            twin = hand.copy()
            twin.apply(answer.action)
            other = hand.copy()
            other.apply(action)
            assert (answer.id, twin.phase, twin.to_act, twin.view(0)) == (5, other.phase, other.to_act, other.view(0))


ODD = [None, True, 3.5, "so?", [1], 10**5000, object, b"2C", "\ud800"]


@pytest.mark.parametrize("answer", ODD, ids=range(len(ODD)))
def test_what_is_no_action_shows_what_was_said(answer):
    told: Any = wire.decode_from_bot(wire.answered(5, "play", answer))
    assert told.action is None
    assert bool(told.said) == (answer is not None)


def test_a_result_arrives_as_it_was():
    *_, (hand, view) = moments(load_rules("setback"))
    told: Any = wire.decode_to_bot(wire.Scribe().hand_ended("a" * 16, 9, view, hand.result))
    assert wire.result_of(told.result) == hand.result


def test_nothing_that_is_hidden_is_sent():
    for hand, view in moments(load_rules("setback")):
        if hand.to_act is None:
            break
        line = wire.Scribe().ask("a" * 16, 7, view).decode()
        for seat in {0, 1, 2, 3} - {view.seat}:
            assert not [card for card in hand.holding(seat) if f'"{card}' in line or f" {card}" in line]


def test_what_is_remembered_from_another_hand_does_no_harm():
    rules = load_rules("setback")
    scribe, reader = wire.Scribe(), wire.Reader(rules)
    views = [view for board in (1, 2, 3) for _, view in moments(rules, board)]
    for view in [*views, *reversed(views), *views[::3]]:
        assert sent(scribe, reader, view) == view
        assert json.loads(scribe.ask("a", 1, view))["view"]["seat"] == view.seat


def test_lines_that_are_no_messages_are_refused():
    for line in (b"", b"[]", b"{}", b'{"type":"answer"}', b'{"type":"nothing","id":1}', b"\xff"):
        with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
            wire.decode_from_bot(line)
