"""Bundled bots with one rule changed: what an author's next version looks like. Players of ``benchmarks.efficiency``."""

from __future__ import annotations

from arena import Card, View
from bots.bold import Bold
from bots.counter import TRUMP, Counter
from bots.greedy import Greedy
from bots.steady import Steady


class Trusting(Greedy):
    """Greedy, but it leaves its partner's tricks to its partner."""

    def play(self, view: View) -> Card:
        """Its weakest card under its partner's."""
        if view.winning is not None and view.winning[0] in view.partners:
            return min(view.legal_cards, key=view.strength)
        return super().play(view)


class Careless(Steady):
    """Steady, to whom the Jack and a trump that may be Low are cards like others."""

    def value(self, view: View, card: Card) -> int:
        """What a card brings towards Game."""
        return view.pips(card)


class Thrifty(Bold):
    """Bold, but to an opponent's trick it gives the fewest pips instead of its weakest card."""

    def play(self, view: View) -> Card:
        """The card with the fewest pips under an opponent's trick that it cannot take."""
        lost = view.winning is not None and view.winning[0] not in view.partners
        if lost and view.winning is not None and not any(view.beats(card, view.winning[1]) for card in view.legal_cards):
            return min(view.legal_cards, key=lambda card: (view.pips(card), view.strength(card)))
        return super().play(view)


class Highminded(Counter):
    """Counter, to whom Low is nothing."""

    def value(self, view: View, card: Card) -> float:
        """Points for the side that takes a card: its pips towards Game and the Jack."""
        return view.pips(card) * self.pip + (view.strength(card) > TRUMP and str(card)[0] == "J")
