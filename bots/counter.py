"""A bot that counts what is still out, and weighs every card by the chance that its side takes the trick."""

from __future__ import annotations

from arena import Bot, Card, Suit, View

TRUMP = 100  # view.strength of every trump is above this, of every other card below
HONOURS = {"A": 1.2, "K": 0.75, "Q": 0.35, "J": 0.6, "2": 0.15}  # points that a trump adds for the pitcher, averaged over many deals


class Counter(Bot):
    """Counts the trumps and tens still out, and plays to the score."""

    def bid(self, view: View) -> int:
        """The lowest bid that its best suit is worth, otherwise a pass (or the minimum, if it may not pass)."""
        worth = max(self.worth(view, suit) for suit in Suit)
        if max(score for side, score in enumerate(view.scores) if side != view.side) >= view.target - 2:
            worth += 0.5  # whoever has the next contract is likely to win: let it not be they
        worth *= sum(point.value for point in view.rules.points) / 4
        return min((bid for bid in view.legal_bids if 0 < bid <= worth), default=min(view.legal_bids))

    def worth(self, view: View, suit: Suit) -> float:
        """The points of four to expect with a suit as trump; its ace and king win High only once."""
        ranks = {str(card)[0] for card in view.holding.of_suit(suit)}
        points = 1.1 + sum(HONOURS.get(rank, 0) for rank in ranks) + min(len(ranks), 4) / 4
        return 0 if not ranks else points - 0.5 if {"A", "K"} <= ranks else points

    def name_trump(self, view: View) -> Suit:
        """Its best suit."""
        return max(Suit, key=lambda suit: self.worth(view, suit))

    def play(self, view: View) -> Card:
        """First the top of its best suit, which makes it trump; from then on the card with the best balance of gain and loss."""
        if view.trump is None:
            return max(view.holding.of_suit(self.name_trump(view)) or view.legal_cards)
        self.count(view, view.unseen)
        stake = sum(self.value(view, card) for _, card in view.trick)
        return max(view.legal_cards, key=lambda card: self.balance(view, card, stake))

    def count(self, view: View, unseen: tuple[Card, ...]) -> None:
        """Sorts the cards still out by strength; finds the chance that a seat holds a given one, and what a pip is worth."""
        powers = [(view.strength(card), card % 4) for card in unseen]
        self.trumps = [power for power, _ in powers if power > TRUMP]
        self.plain = [[power for power, own in powers if own == suit and power < TRUMP] for suit in Suit]
        self.lowest = min((power for power in map(view.strength, view.seen) if power > TRUMP), default=TRUMP)
        self.voids, self.others = view.voids, view.rules.table.players - 1
        self.share = min(len(view.holding) / max(len(unseen), 1), 1 / self.others)
        # Once the tens and honours to come cannot turn it, Game is decided and pips are worth next to nothing.
        first, second, *_ = sorted((sum(map(view.pips, cards)) for cards in view.won), reverse=True)
        coming = sum(map(view.pips, view.holding)) + sum(map(view.pips, unseen)) * self.share * self.others
        self.pip = 0.03 if first - second <= coming + sum(view.pips(card) for _, card in view.trick) else 0.005

    def balance(self, view: View, card: Card, stake: float) -> float:
        """Points to expect from playing a card now, less those it could have won later."""
        seat, best = view.winning or (view.seat, card)
        mine = seat == view.seat or view.beats(card, best)
        chance = 1.0 if mine or seat in view.partners else 0.0
        for later in range(view.seat + 1, view.seat + self.others + 1 - len(view.trick)):
            other = later % (self.others + 1)
            beaten = self.beaten(view, other, card if mine else best)
            chance = chance + (1 - chance) * 0.6 * beaten if other in view.partners else chance * (1 - beaten)
        power = view.strength(card)
        keep = 0.15 + 0.25 * ((power - TRUMP) / 13) ** 2 if power > TRUMP else 0.004 * power
        return (2 * chance - 1) * (stake + self.value(view, card)) - keep

    def beaten(self, view: View, seat: int, top: Card) -> float:
        """The chance that a seat holds a card that beats the best one."""
        power, voids = view.strength(top), self.voids[seat]
        count = 0 if view.trump in voids else sum(out > power for out in self.trumps)
        count += 0 if power > TRUMP or top.suit in voids else sum(out > power for out in self.plain[top % 4])
        return 1.0 - (1 - self.share) ** count

    def value(self, view: View, card: Card) -> float:
        """Points for the side that takes a card: its pips towards Game, the Jack, and the chance that it is Low."""
        power, points = view.strength(card), view.pips(card) * self.pip
        if power < TRUMP:
            return points
        low = (1 - self.others * self.share) ** sum(out < power for out in self.trumps) if power == self.lowest else 0
        return points + (str(card)[0] == "J") + 0.9 * low
