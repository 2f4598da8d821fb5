"""From names to cards: which deck a board deals, and who gets what; knows no bids, no play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.pitch.cards import Card
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import Tables, tables_of
from arena.seeds import Part, Seed, child_seed, shuffle


class Board(NamedTuple):
    """A board of a tournament: it fixes the first dealer and the deck of every hand and redeal.

    ``names`` are the sorted names of the entrants where every table has its own deals, else empty.
    """

    root: Seed
    number: int
    names: tuple[str, ...] = ()

    def first_dealer(self, rules: RuleSet) -> int:
        """The seat that deals first, the same in every leg."""
        fixed = rules.table.first_dealer
        return child_seed(self.root, "dealer", self.number) % rules.table.players if fixed == "random" else fixed

    def parts(self, hand: int, redeal: int) -> tuple[Part, ...]:
        """The name of one deal: hands count from 1, redeals from 0. With ``root`` before it, it is the hand's own seed."""
        own: tuple[Part, ...] = (list(self.names),) if self.names else ()
        return ("deal", *own, self.number, hand, redeal)

    def deck(self, rules: RuleSet, hand: int, redeal: int, *, whole: bool = True) -> list[Card]:
        """The pack in dealing order; unless ``whole``, only the cards that are dealt."""
        tables = tables_of(rules)
        need = len(tables.pack) if whole else tables.dealt
        return shuffle(list(tables.pack), need, self.root, *self.parts(hand, redeal))[:need]


def deal(tables: Tables, deck: Sequence[Card], dealer: int) -> list[list[Card]]:
    """Each seat's cards in canonical order. The cards of ``deck`` beyond those dealt are the stock."""
    return [sorted(places(deck)) for places in tables.deal[dealer]]


def fitting(rules: RuleSet, deck: tuple[Card, ...], dealer: int, scores: Sequence[int]) -> tuple[Card, ...]:
    """``deck``, if a hand can be dealt from it. Raises ValueError, saying what is wrong, if it, the dealer or the scores do not fit."""
    tables = tables_of(rules)
    if len(set(deck)) != len(deck) or not set(deck) <= set(tables.pack):
        raise ValueError(f"a deck for {rules.name} holds each card of its pack of {len(tables.pack)} at most once")
    if len(deck) < tables.dealt or (rules.exchange is not None and len(deck) < len(tables.pack)):
        raise ValueError(f"a deck of {len(deck)} cards is too short for {rules.name}")
    if not 0 <= dealer < tables.players:
        raise ValueError(f"dealer {dealer}: seats are 0 to {tables.players - 1}")
    if len(scores) != len(tables.sides):
        raise ValueError(f"{len(scores)} scores for {len(tables.sides)} sides")
    return deck
