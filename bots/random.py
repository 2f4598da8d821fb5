"""A bot for others to be measured against: chance plays the cards."""

from __future__ import annotations

from arena import Bot, Card, View


class Random(Bot):
    """Plays any legal card, and bids rarely, so that games end."""

    def bid(self, view: View) -> int:
        """Passes nine times in ten where it may."""
        if 0 in view.legal_bids and self.rng.random() < 0.9:
            return 0
        return self.rng.choice(view.legal_bids)

    def play(self, view: View) -> Card:
        """Any legal card."""
        return self.rng.choice(view.legal_cards)
