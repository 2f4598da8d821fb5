"""A bot with a style of its own: it bids more than it holds, on purpose, and shows how options are read."""

from __future__ import annotations

from arena import Bot, Card, Suit, View

TRUMP = 100  # view.strength of every trump is above this, of every other card below


class Bold(Bot):
    """Overbids on purpose and plays to win every trick.

    Its option ``nerve`` says by how many points it overbids, 1 by default.
    """

    def bid(self, view: View) -> int:
        """The highest bid that its best suit and its nerve allow, to keep the others out; a pass (or the minimum) below that."""
        nerve = float(self.options.get("nerve", 1))
        worth = nerve + self.worth(view.holding.of_suit(self.name_trump(view)))
        worth *= sum(point.value for point in view.rules.points) / 4
        ordinary = [bid for bid in view.legal_bids if 0 < bid <= min(worth, view.rules.auction.max)]
        return max(ordinary, default=min(view.legal_bids))

    def worth(self, cards: tuple[Card, ...]) -> float:
        """Half a point for each high card and each card beyond the first two."""
        return 0.5 * sum(str(card)[0] in "AKQJ" for card in cards) + 0.5 * max(0, len(cards) - 2)

    def name_trump(self, view: View) -> Suit:
        """Its best suit."""
        return max(Suit, key=lambda suit: self.worth(view.holding.of_suit(suit)))

    def play(self, view: View) -> Card:
        """Leads from the top, gives its partner's tricks tens when it plays last, and otherwise takes what it can."""
        if view.winning is None:
            best_suit = view.holding.of_suit(self.name_trump(view)) if view.trump is None else ()
            return max(best_suit or view.legal_cards, key=view.strength)
        seat, best = view.winning
        last = len(view.trick) == view.rules.table.players - 1
        if seat in view.partners:
            sign = -1 if last else 1
            return min(view.legal_cards, key=lambda card: (view.strength(card) > TRUMP, sign * view.pips(card)))
        winners = [card for card in view.legal_cards if view.beats(card, best)]
        if not winners:
            return min(view.legal_cards, key=view.strength)
        return min(winners, key=view.strength) if last else max(winners, key=view.strength)
