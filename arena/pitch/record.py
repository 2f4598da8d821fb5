"""The record of a finished hand as plain JSON data, and its replay through the engine; knows no files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from arena.errors import IllegalAction
from arena.pitch.actions import JokerLead
from arena.pitch.cards import CARDS, Card, cards, text
from arena.pitch.exchange import Names, Redrawn
from arena.pitch.hand import Hand
from arena.pitch.recorded import HandRecord, TrickEntry
from arena.pitch.refused import Substitution
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import tables_of
from arena.pitch.trick import Trick

SCHEMA = "pitch-hand/1"


def record(hand: Hand, *, rules: str | dict[str, Any], match: str, board: int, leg: int, seats: Sequence[str]) -> dict[str, Any]:
    """A finished hand as one JSON object; ``rules`` is the rule set's name or all of it, ``seats`` are entrants by seat.

    Raises ValueError for a hand that is not over.
    """
    end = hand.result
    if end is None:
        raise ValueError("a hand is recorded when it is over")
    return {
        "schema": SCHEMA,
        "rules": rules,
        "match": match,
        "board": board,
        "leg": leg,
        "hand": hand.hand_number,
        "redeals": hand.redeals,
        "seats": list(seats),
        "dealer": hand.dealer,
        "scores_before": list(hand.scores),
        "holdings": [text(held) for held in hand.dealt],
        "stock": text(hand.stock),
        "auction": [[seat, int(bid) or "pass"] for seat, bid in hand.bids],
        "pitcher": end.pitcher,
        "bid": end.bid,
        "trump": None if end.trump is None else str(end.trump),
        "exchange": [
            {"seat": one.seat, "discard": text(one.discard), "draw": text(one.draw), "burn": text(one.burn)} for one in hand.exchange
        ],
        "tricks": [_trick(trick, len(hand.dealt)) for trick in hand.tricks],
        "points": [
            {"id": one.id, "side": one.side, "card": None if one.card is None else str(one.card), "value": one.value} for one in end.points
        ],
        "pips": list(end.pips),
        "made": end.made,
        "deltas": list(end.deltas),
        "scores": list(end.scores),
        "winner": end.winner,
        "revoke": list(end.revoke),
        "faults": [_fault(fault) for fault in hand.faults],
    }


def _trick(trick: Trick, players: int) -> dict[str, Any]:
    found: dict[str, Any] = {"lead": trick.lead, "cards": text(trick.cards), "winner": trick.winner}
    if len(trick.seats) < players:
        found["seats"] = list(trick.seats)
    return found


def _fault(fault: Substitution) -> dict[str, Any]:
    return {
        "phase": fault.phase,
        "seat": fault.seat,
        "n": fault.n,
        "answer": fault.answer,
        "used": fault.used,
        "revoke": fault.revoke,
    }


class Replay(NamedTuple):
    """A record played again: the hand as far as it went (None if it could not begin) and a sentence for each disagreement."""

    hand: Hand | None
    found: list[str]


def replay(recorded: dict[str, Any], rules: RuleSet, *, seed: Names | None = None) -> list[str]:
    """Play a recorded hand again from its deal and its answers; one sentence for each thing that does not come out as recorded.

    A stock that was recycled comes back as recorded, or, where the hand's own ``seed`` is given, as that shuffles it. What a hand cannot
    know of itself (its rules, match, board, leg, entrants, hands and redeals before it) is taken as it stands. No record raises anything.
    """
    return replayed(recorded, rules, seed=seed).found


def replayed(recorded: dict[str, Any], rules: RuleSet, *, seed: Names | None = None) -> Replay:
    """As ``replay``, and the hand that was played."""
    hand: Hand | None = None
    found = [f"unknown key {key!r}" for key in recorded if key not in HandRecord.__struct_fields__]
    try:
        told = msgspec.convert({key: value for key, value in recorded.items() if key in HandRecord.__struct_fields__}, HandRecord)
        hand = _dealt(told, rules, seed)
        found += _play(hand, _Answers(told))
    except msgspec.ValidationError as error:
        return Replay(hand, [*found, f"it is no record of a hand: {error}"])
    except ValueError as error:
        return Replay(hand, [*found, f"it cannot be played again: {error}"])
    if hand.is_over:
        again = record(hand, rules=recorded["rules"], match=told.match, board=told.board, leg=told.leg, seats=told.seats)
        found += [what for key in again for what in _differences(key, recorded[key], again[key])]
    return Replay(hand, found)


def deck_of(rules: RuleSet, holdings: Sequence[str], stock: str, dealer: int) -> list[Card]:
    """The deck in dealing order that gives these holdings, each in canonical order, and this stock; ValueError if none does."""
    tables = tables_of(rules)
    if not 0 <= dealer < tables.players:
        raise ValueError(f"dealer {dealer}: seats are 0 to {tables.players - 1}")
    held = [cards(some) for some in holdings]
    if [len(some) for some in held] != [rules.deal.cards] * tables.players:
        raise ValueError(f"the holdings are not {rules.deal.cards} cards for each of {tables.players} seats")
    deck: dict[int, Card] = {}
    for places, some in zip(tables.deal[dealer], held, strict=True):
        deck |= zip(places(CARDS[: tables.dealt]), some, strict=True)  # a card of CARDS is the number of its place
    return [deck[place] for place in sorted(deck)] + list(cards(stock))


def _dealt(told: HandRecord, rules: RuleSet, seed: Names | None) -> Hand:
    deck = deck_of(rules, told.holdings, told.stock, told.dealer)
    drawn, stock = dict.fromkeys(card for one in told.exchange for card in cards(one.draw)), set(cards(told.stock))
    again = Redrawn(tuple(card for card in drawn if card not in stock))
    return Hand.from_deck(rules, deck, told.dealer, told.scores_before, seed=seed or again, hand=told.hand, redeals=told.redeals)


class _Answers:
    """What the seats of a record answered, handed out decision by decision."""

    def __init__(self, told: HandRecord) -> None:
        self.trump = told.trump or ""
        self.thrown = {one.seat: one for one in told.exchange}
        self.faults = {(fault.phase, fault.n): fault for fault in told.faults}
        self.rows: dict[str, Iterator[tuple[int, str]]] = {
            "auction": iter([(seat, str(bid)) for seat, bid in told.auction]),
            "play": iter([row for trick in told.tricks for row in _plays(trick, len(told.holdings))]),
        }

    def next(self, hand: Hand) -> str:
        """The answer to the question ``hand`` waits with; ValueError if there is none, or it is another seat's."""
        phase, seat = hand.phase, hand.to_act
        assert seat is not None
        if phase == "trump":
            return self.trump
        if phase in ("discard", "burn"):
            return self._thrown(hand, seat)
        whose, answer = next(self.rows[phase], (seat, ""))
        if not answer:
            raise ValueError(f"the {phase} ends before it is over; seat {seat} is to act")
        if whose != seat:
            raise ValueError(f"{_where(hand)}: {answer} is recorded of seat {whose}; seat {seat} is to act")
        return f"{answer}={self.trump}" if hand.trump is None and JokerLead in map(type, _of(hand, answer)) else answer

    def _thrown(self, hand: Hand, seat: int) -> str:
        """A seat's choice; what is burned without one, trumps that carry no point, stands in the record too."""
        entry = self.thrown.get(seat)
        if entry is None:
            raise ValueError(f"the exchange says nothing of seat {seat}, which has a choice")
        if hand.phase == "discard":
            return entry.discard
        choices: Any = hand.legal_actions()
        return text(card for card in cards(entry.burn) if card in choices.pool)

    def left(self) -> Iterator[str]:
        """A sentence for each part of the hand in which more is recorded than was played."""
        for phase, rows in self.rows.items():
            for seat, answer in rows:
                yield f"{answer} of seat {seat} is recorded after the {phase} was over"
                break


def _plays(trick: TrickEntry, players: int) -> Iterator[tuple[int, str]]:
    codes = trick.cards.split()
    seats = trick.seats or tuple((trick.lead + i) % players for i in range(len(codes)))
    return zip(seats, codes, strict=True)


def _of(hand: Hand, card: str) -> Iterator[Any]:
    """The legal leads of that card."""
    return (one for one in hand.legal_actions() if str(one).startswith(card))


def _play(hand: Hand, answers: _Answers) -> Iterator[str]:
    while not hand.is_over:
        fault = answers.faults.get((hand.phase, hand.decision)) if answers.faults else None
        answer = answers.next(hand)
        if fault is not None:
            if fault.answer and hand.is_legal(fault.answer):
                yield f"{_where(hand)}: {fault.answer} is recorded as a fault; it was legal"
            hand.substitute(fault.answer)
            continue
        try:
            hand.apply(answer)
        except IllegalAction as error:
            yield f"{_where(hand)}: {error}"
            return
    yield from answers.left()


def _where(hand: Hand) -> str:
    return f"trick {len(hand.tricks) + 1}" if hand.phase == "play" else f"the {hand.phase}"


def _differences(key: str, was: Any, now: Any) -> Iterator[str]:
    """A sentence for each value that is not the same; lists of plain values are told whole."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for name in dict.fromkeys((*now, *was)):
            yield from _differences(f"{key}.{name}", was.get(name), now.get(name))
    elif isinstance(now, list) and len(was) == len(now) and isinstance(now[0], dict | list):
        for place, (old, new) in enumerate(zip(was, now, strict=True)):
            yield from _differences(f"{key}[{place}]", old, new)
    else:
        yield f"{key} is recorded as {_json(was)}, the replay gives {_json(now)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
