"""A bot that plays by the rules of thumb any good player knows."""

from __future__ import annotations

from collections.abc import Sequence

from arena import Bot, Card, Suit, View

TRUMP = 100  # view.strength of every trump is above this, of every other card below
TOP = 11  # a plain king, a trump queen, and what is above them


class Steady(Bot):
    """Bids on aces and jacks, draws trumps, saves tens for its partner."""

    def bid(self, view: View) -> int:
        """The lowest bid that its best suit is worth, otherwise a pass (or the minimum, if it may not pass)."""
        points = sum(point.value for point in view.rules.points)
        worth = max(self.worth(view, suit) for suit in Suit) * points / 4
        return min((bid for bid in view.legal_bids if 0 < bid <= worth), default=min(view.legal_bids))

    def worth(self, view: View, suit: Suit) -> float:
        """The points of four to expect with a suit as trump."""
        cards = view.holding.of_suit(suit)
        ranks = {str(card)[0] for card in cards}
        high = 1 if "A" in ranks else 0.5 if "K" in ranks else 0
        jack = 0.75 if "J" in ranks and len(cards) > 2 else 0
        low = 0.5 if ranks & {"2", "3", "4"} else 0
        return high + jack + low + len(cards) / 4

    def name_trump(self, view: View) -> Suit:
        """Its best suit."""
        return max(Suit, key=lambda suit: self.worth(view, suit))

    def play(self, view: View) -> Card:
        """Gives what counts to tricks that are its side's, as little as it can to those that are not."""
        if view.winning is None:
            return self.lead(view)
        seat, best = view.winning
        friendly = seat in view.partners
        last = len(view.trick) == view.rules.table.players - 1
        winners = [card for card in view.legal_cards if view.beats(card, best)]
        if friendly:
            safe = last or view.strength(best) % TRUMP >= TOP
            return self.best(view, view.legal_cards) if safe else self.cheapest(view)
        if winners:
            return self.best(view, winners) if last else max(winners, key=view.strength)
        return self.cheapest(view)

    def lead(self, view: View) -> Card:
        """First the best suit, which makes it trump; high trumps and aces while it has them; then what it can spare."""
        if view.trump is None:
            suit = self.name_trump(view)
            return max(view.holding.of_suit(suit) or view.legal_cards)
        best = max(view.legal_cards, key=view.strength)
        return best if view.strength(best) % TRUMP >= TOP else self.cheapest(view)

    def best(self, view: View, cards: Sequence[Card]) -> Card:
        """The card that brings most to a trick of ours and is missed least."""
        return max(cards, key=lambda card: self.value(view, card) - self.keep(view, card))

    def cheapest(self, view: View) -> Card:
        """The card that gives least away."""
        return min(view.legal_cards, key=lambda card: (self.value(view, card) + self.keep(view, card), card))

    def value(self, view: View, card: Card) -> int:
        """What a card is worth to the side that takes it, in pips; the Jack and a trump that may be Low count for points."""
        trump = view.strength(card) - TRUMP
        return view.pips(card) + (12 if trump > 0 and str(card)[0] == "J" else 8 if 0 < trump < 3 else 0)

    def keep(self, view: View, card: Card) -> int:
        """What a card is worth later on."""
        return max(0, view.strength(card) - TRUMP)
