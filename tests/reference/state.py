"""Everything there is to know about a hand in progress, and how to copy it; it knows no rule of the game."""

from typing import Any

from tests.reference.cards import deal
from tests.reference.rulebook import Rules, complete, side_of

Trick = tuple[int, list[int], list[str], int]


class State:
    """One hand at one moment; seats and sides are numbers, cards are texts."""

    def __init__(self, rules: Rules, deck: list[str], dealer: int, scores: list[int], seed: Any, hand: int, redeals: int) -> None:
        self.rules = complete(rules)
        self.players: int = self.rules["table"]["players"]
        self.sides = [side_of(self.rules, seat) for seat in range(self.players)]
        self.dealer = dealer
        self.scores = list(scores)
        self.seed = seed
        self.hand = hand
        self.redeals = redeals
        self.holdings, self.stock = deal(deck, self.players, dealer, self.rules["deal"]["cards"], self.rules["deal"]["packet"])
        self.dealt = [list(holding) for holding in self.holdings]
        self.dealt_stock = list(self.stock)

        self.phase = "auction"
        self.to_act: int | None = self.left_of(dealer)
        self.asked = {"auction": 0, "trump": 0, "discard": 0, "burn": 0, "play": 0}
        self.faults: list[Rules] = []
        self.outcome: str | None = None

        self.bids: list[tuple[int, int | None]] = []
        self.pitcher: int | None = None
        self.bid: int | None = None
        self.slam = False

        self.trump: str | None = None
        self.trumps: list[str] = []

        self.todo: list[tuple[str, int]] = []
        self.thrown: list[str] = []
        self.burned: list[str] = []
        self.recycled: list[str] | None = None
        self.exchange: list[Rules] = []

        self.leader: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[Trick] = []

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def from_left_of_dealer(self) -> list[int]:
        return [(self.dealer + 1 + k) % self.players for k in range(self.players)]

    def is_trump(self, card: str) -> bool:
        return card in self.trumps

    def replace_holding(self, seat: int, cards: list[str]) -> None:
        self.holdings = [cards if one == seat else holding for one, holding in enumerate(self.holdings)]

    def take_away(self, seat: int, cards: list[str]) -> None:
        self.replace_holding(seat, [card for card in self.holdings[seat] if card not in cards])

    def copy(self) -> "State":
        """Another state that shares only what never changes: every list here is replaced by a new one, none is changed in place."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        return new
