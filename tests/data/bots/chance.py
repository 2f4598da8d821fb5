"""Bids with an ace, plays any legal card; all its chances come from its own generator."""

from arena.seats.bot import Bot


class Chance(Bot):
    def bid(self, view):
        return 2 if 2 in view.legal_bids and any(str(card)[0] == "A" for card in view.holding) else view.legal_bids[0]

    def play(self, view):
        return self.rng.choice(view.legal_cards)
