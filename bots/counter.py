"""A bot that counts what is still out, and weighs every card by the chance that its side takes the trick."""

from __future__ import annotations

from arena import Bot, Card, Suit, View

TRUMP = 100  # view.strength of every trump is above this, of every other card below
HONOURS = {12: 1.2, 11: 0.75, 10: 0.35, 9: 0.6, 0: 0.15}  # what ace, king, queen, jack and deuce of trumps add, averaged over many deals
JACK = 9


class Counter(Bot):
    """Counts the trumps and tens still out, bids what its suit wins on average, and plays to the score."""

    def bid(self, view: View) -> int:
        """The lowest bid that its best suit is worth, otherwise a pass (or the minimum, if it may not pass)."""
        worth = max(self.worth(view, suit) for suit in Suit) * sum(point.value for point in view.rules.points) / 4
        return min((bid for bid in view.legal_bids if 0 < bid <= worth), default=min(view.legal_bids))

    def worth(self, view: View, suit: Suit) -> float:
        """The points of four to expect with a suit as trump; its ace and king win High only once."""
        ranks = {card.rank for card in view.holding.of_suit(suit)}
        twice = 0.5 if {11, 12} <= ranks else 0
        return 1.1 + sum(HONOURS.get(rank, 0) for rank in ranks) - twice + min(len(ranks), 4) / 4 if ranks else 0

    def name_trump(self, view: View) -> Suit:
        """Its best suit."""
        return max(Suit, key=lambda suit: self.worth(view, suit))

    def play(self, view: View) -> Card:
        """First the top of its best suit, which makes it trump; from then on the card with the best balance of gain and loss."""
        if view.trump is None:
            return max(view.holding.of_suit(self.name_trump(view)) or view.legal_cards)
        self.count(view)
        on_table = sum(self.value(view, card) for _, card in view.trick)
        return max(view.legal_cards, key=lambda card: self.balance(view, card, on_table))

    def count(self, view: View) -> None:
        """Sorts the cards still out, and works out the chance that another seat holds a given one and what a pip is worth."""
        unseen, others = view.unseen, view.rules.table.players - 1
        self.trumps = [power for power in map(view.strength, unseen) if power > TRUMP]
        self.plain = [[view.strength(card) for card in unseen if card.suit == suit and view.strength(card) < TRUMP] for suit in Suit]
        self.voids = view.voids
        self.share = min(len(view.holding) / max(len(unseen), 1), 1 / others)
        # Once the tens and honours still out cannot turn it, Game is decided and pips are worth nothing more.
        pips = [sum(map(view.pips, cards)) for cards in view.won]
        ours = pips.pop(view.side)
        coming = sum(map(view.pips, view.holding)) + sum(view.pips(card) for _, card in view.trick)
        coming += sum(map(view.pips, unseen)) * self.share * others
        self.pip = 0.005 if abs(ours - max(pips)) > coming else 0.03

    def balance(self, view: View, card: Card, on_table: float) -> float:
        """Points to expect from playing a card now, less those it could have won later."""
        seat, best = view.winning or (view.seat, card)
        mine = seat == view.seat or view.beats(card, best)
        chance = 1.0 if mine or seat in view.partners else 0.0
        players = view.rules.table.players
        for k in range(1, players - len(view.trick)):
            later = (view.seat + k) % players
            beaten = self.beaten(view, later, card if mine else best)
            chance = chance + (1 - chance) * 0.6 * beaten if later in view.partners else chance * (1 - beaten)
        return (2 * chance - 1) * (on_table + self.value(view, card)) - self.keep(view, card)

    def beaten(self, view: View, seat: int, top: Card) -> float:
        """The chance that a seat holds a card that beats the best one."""
        power, voids = view.strength(top), self.voids[seat]
        count = 0 if view.trump in voids else sum(out > power for out in self.trumps)
        if power < TRUMP and top.suit is not None and top.suit not in voids:
            count += sum(out > power for out in self.plain[top.suit])
        return 1 - (1 - self.share) ** count

    def value(self, view: View, card: Card) -> float:
        """Points for the side that takes a card: its pips towards Game, the Jack, and the chance that it is Low."""
        power, pips = view.strength(card), view.pips(card) * self.pip
        if power < TRUMP:
            return pips
        if any(TRUMP < view.strength(seen) < power for seen in view.seen):
            return pips + (card.rank == JACK)
        return pips + (card.rank == JACK) + 0.9 * (1 - 3 * self.share) ** sum(out < power for out in self.trumps)

    def keep(self, view: View, card: Card) -> float:
        """Points a card may still win if it is not played now."""
        power = view.strength(card)
        return 0.15 + 0.25 * ((power - TRUMP) / 13) ** 2 if power > TRUMP else 0.004 * power
