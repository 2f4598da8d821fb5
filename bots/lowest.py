"""A bot that never risks anything: what caution alone is worth."""

from __future__ import annotations

from arena import Bot, Card, Suit, View


class Lowest(Bot):
    """Plays its lowest card, and bids the least with an ace and a jack."""

    def bid(self, view: View) -> int:
        """The lowest bid of all with the ace and the jack of a suit; otherwise a pass, or the minimum if it may not pass."""
        suits = [{str(card)[0] for card in view.holding.of_suit(suit)} for suit in Suit]
        least = view.rules.auction.min
        return least if least in view.legal_bids and any({"A", "J"} <= suit for suit in suits) else min(view.legal_bids)

    def play(self, view: View) -> Card:
        """The weakest legal card."""
        return min(view.legal_cards, key=view.strength)
