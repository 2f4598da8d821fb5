"""A bot that takes every trick it can: what high cards alone are worth."""

from __future__ import annotations

from arena import Bot, Card, Suit, View


class Greedy(Bot):
    """Takes every trick it can, and bids on aces, kings and jacks."""

    def bid(self, view: View) -> int:
        """A point for every ace, king and jack of its best suit: the lowest bid within that, otherwise a pass (or the minimum)."""
        worth = max(sum(str(card)[0] in "AKJ" for card in view.holding.of_suit(suit)) for suit in Suit)
        return min((bid for bid in view.legal_bids if 0 < bid <= worth), default=min(view.legal_bids))

    def play(self, view: View) -> Card:
        """Leads its strongest card; follows with one that wins, the cheapest if nobody plays after it; else the weakest."""
        if view.winning is None:
            return max(view.legal_cards, key=view.strength)
        best = view.winning[1]
        winners = [card for card in view.legal_cards if view.beats(card, best)]
        if not winners:
            return min(view.legal_cards, key=view.strength)
        last = len(view.trick) == view.rules.table.players - 1
        return min(winners, key=view.strength) if last else max(winners, key=view.strength)
