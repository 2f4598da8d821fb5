"""The record of a finished hand as plain JSON data, and its replay through the engine; knows no files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arena.errors import IllegalAction
from arena.pitch.cards import Card, cards, text
from arena.pitch.hand import Hand
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


def deck_of(rules: RuleSet, recorded: dict[str, Any]) -> list[Card]:
    """The deck in dealing order that gives the recorded holdings, each in canonical order, and the recorded stock."""
    tables = tables_of(rules)
    deck: list[Card | None] = [None] * tables.dealt
    for places, held in zip(tables.deal[recorded["dealer"]], recorded["holdings"], strict=True):
        for place, card in zip(places(range(tables.dealt)), cards(held), strict=True):
            deck[place] = card
    return [card for card in deck if card is not None] + list(cards(recorded["stock"]))


def replay(recorded: dict[str, Any], rules: RuleSet) -> list[str]:
    """Play a recorded hand again from its deal and its answers; one sentence for each thing that does not come out as recorded."""
    try:
        deck, dealer, scores = deck_of(rules, recorded), recorded["dealer"], recorded["scores_before"]
        hand = Hand.from_deck(rules, deck, dealer, scores, hand=recorded["hand"], redeals=recorded["redeals"])
        _play(hand, recorded)
    except (KeyError, TypeError, ValueError, IndexError, StopIteration) as error:
        return [f"cannot be replayed: {error}" if str(error) else "cannot be replayed: it ends before the hand is over"]
    again = record(
        hand, rules=recorded["rules"], match=recorded["match"], board=recorded["board"], leg=recorded["leg"], seats=recorded["seats"]
    )  # fmt: skip
    wrong = [
        f"{key} is recorded as {recorded.get(key)!r}, the replay gives {again[key]!r}" for key in again if again[key] != recorded.get(key)
    ]
    return wrong + [f"unknown key {key!r}" for key in recorded if key not in again]


def _play(hand: Hand, recorded: dict[str, Any]) -> None:
    faults = {(fault["phase"], fault["n"]): fault["answer"] for fault in recorded["faults"]}
    answers: dict[str, Iterator[str]] = {
        "auction": iter([str(bid) for _, bid in recorded["auction"]]),
        "trump": iter([recorded["trump"]]),
        "discard": iter([one["discard"] for one in recorded["exchange"]]),
        "burn": iter([one["burn"] for one in recorded["exchange"]]),
        "play": iter([card for trick in recorded["tricks"] for card in trick["cards"].split()]),
    }
    while not hand.is_over:
        phase, n = hand.phase, hand.decision
        told = next(answers[phase])
        if (phase, n) in faults:
            hand.substitute(faults[phase, n])
        else:
            hand.apply(told)
    for phase in ("auction", "play"):
        left = next(answers[phase], None)
        if left is not None:
            raise IllegalAction(f"{left} is recorded after the {phase} was over")
