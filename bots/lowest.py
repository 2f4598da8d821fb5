"""A bot that never risks anything: what careful play alone is worth."""

from __future__ import annotations

from arena import Bot, Card, View


class Lowest(Bot):
    """Plays the lowest legal card, bids the minimum and only with an ace and a jack in one suit."""

    def bid(self, view: View) -> int:
        """The minimum with an ace and a jack of one suit, otherwise a pass; the minimum too if it may not pass."""
        good = any(sum(card.rank in (9, 12) for card in view.holding.of_suit(suit)) == 2 for suit in range(4))
        return min(bid for bid in view.legal_bids if bid or not good)

    def play(self, view: View) -> Card:
        """The weakest legal card."""
        return min(view.legal_cards, key=view.strength)
