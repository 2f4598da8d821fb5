"""Counts every way a hand can go, to compare engines with; knows nothing of who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from arena.pitch.cards import Card
from arena.pitch.hand import Hand
from arena.pitch.ruleset import RuleSet


class Count(Struct, frozen=True, kw_only=True):
    """Complete action sequences of a hand: how many, each side's deltas summed, complete auctions, contracts made, winners, tricks.

    ``wins`` counts leaves by winner: a side's number as text, ``"draw"``, or ``"none"`` where the game goes on.
    """

    leaves: int
    delta_sums: tuple[int, ...]
    auctions: int
    made: int
    wins: dict[str, int]
    tricks: int


def count(rules: RuleSet, deck: Sequence[Card | str | int] | str, dealer: int, scores: Sequence[int]) -> Count:
    """Walk every complete action sequence of one hand. Decisions with one legal action are nodes too; a redeal is a leaf."""
    leaves = auctions = made = tricks = 0
    sums = [0] * len(scores)
    wins: Counter[str] = Counter()
    stack = [Hand.from_deck(rules, deck, dealer, scores)]
    while stack:
        hand = stack.pop()
        if hand.result is not None:
            leaves += 1
            sums = list(map(int.__add__, sums, hand.result.deltas))
            made += hand.result.made is True
            tricks += len(hand.tricks)
            wins["none" if hand.result.winner is None else str(hand.result.winner)] += 1
            continue
        bidding = hand.phase == "auction"
        for action in hand.legal_actions():
            child = hand.copy()
            child.apply(action)
            auctions += bidding and child.phase != "auction"
            stack.append(child)
    return Count(leaves=leaves, delta_sums=tuple(sums), auctions=auctions, made=made, wins=dict(wins), tricks=tricks)
