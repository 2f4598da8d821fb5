"""What a seat sees when it is asked: everything public and its own cards, nothing else; knows no other holding and no stock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from arena.pitch.actions import Bid, Choices, Phase
from arena.pitch.cards import RANKS, Card, Suit
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import TRUMP_FLOOR, Tables
from arena.pitch.trick import Trick


class Holding(tuple[Card, ...]):
    """A seat's cards in canonical order, with the counts bots ask for."""

    __slots__ = ()

    def count_rank(self, rank: str) -> int:
        """How many cards of a rank (``"A"``, ``"T"``, ``"2"``)."""
        wanted = RANKS.index(rank)
        return sum(card >> 2 == wanted for card in self)

    def of_suit(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of a printed suit."""
        return tuple(card for card in self if card & 3 == suit and card < 52)


class Setting(Struct, frozen=True, gc=False):
    """What everybody knows and seldom changes in a hand."""

    tables: Tables
    dealer: int
    scores: tuple[int, ...]
    hand_number: int
    bids: tuple[tuple[int, Bid], ...]
    high_bid: Bid
    pitcher: int | None
    trump: Suit | None


class Swapped(Struct, frozen=True):
    """What a seat knows of the exchange: its own discards, how many each seat drew, burned cards (shown), cards left in the stock."""

    discarded: tuple[Card, ...]
    drawn: tuple[int, ...]
    burned: tuple[Card, ...]
    stock_size: int


class View(Struct, frozen=True, gc=False):
    """One seat's knowledge at one moment, immutable. Seats, sides and scores are ints; cards are in canonical order.

    ``legal_cards`` are, in the play, the cards that may be played; ``winning`` is the best (seat, card) of the trick in progress (None
    before a lead).
    """

    _setting: Setting
    seat: int
    phase: Phase
    _held: tuple[Card, ...]
    legal_cards: tuple[Card, ...]
    _legal: Any
    _order: tuple[int, ...]
    _played: tuple[Card, ...]
    _tricks: tuple[Trick, ...] | Callable[[], tuple[Trick, ...]]
    winning: tuple[int, Card] | None
    _swapped: Swapped | None

    def __repr__(self) -> str:
        return f"<View seat {self.seat} {self.phase} holding {' '.join(map(str, self._held))!r} trump {self.trump} trick {self.trick}>"

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self._setting.tables.rules

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._setting.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side before this hand."""
        return self._setting.scores

    @property
    def target(self) -> int:
        """The score that ends the game."""
        return self._setting.tables.rules.game.target

    @property
    def hand_number(self) -> int:
        """The number of this hand in its game, from 1."""
        return self._setting.hand_number

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The (seat, card) played to the trick in progress, the lead first."""
        return tuple(zip(self._order, self._played, strict=False))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks, the first one first."""
        found = self._tricks
        return found if isinstance(found, tuple) else found()

    @property
    def bids(self) -> tuple[tuple[int, Bid], ...]:
        """The auction so far, as (seat, bid); 0 is a pass."""
        return self._setting.bids

    @property
    def high_bid(self) -> Bid:
        """The highest bid so far; 0 before anybody bid."""
        return self._setting.high_bid

    @property
    def pitcher(self) -> int | None:
        """The seat that made the highest bid so far; None before anybody bid."""
        return self._setting.pitcher

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None until it is known."""
        return self._setting.trump

    @property
    def side(self) -> int:
        """The side this seat plays for."""
        return self._setting.tables.side_of[self.seat]

    @property
    def partners(self) -> tuple[int, ...]:
        """The other seats of this side."""
        return self._setting.tables.partners[self.seat]

    @property
    def holding(self) -> Holding:
        """The cards in hand."""
        return Holding(self._held)

    @property
    def legal_bids(self) -> tuple[Bid, ...]:
        """In the auction, the bids allowed; 0 passes and is absent where passing is not allowed."""
        return self._legal if self.phase == "auction" else ()

    @property
    def legal_suits(self) -> tuple[Suit, ...]:
        """When naming trump, the suits that may be named."""
        return self._legal if self.phase == "trump" else ()

    @property
    def legal_discards(self) -> Choices | tuple[()]:
        """When discarding or burning, the sets that may be thrown, made only as they are asked for."""
        return self._legal if self.phase in ("discard", "burn") else ()

    @property
    def won(self) -> tuple[tuple[Card, ...], ...]:
        """The cards each side has captured, trick by trick."""
        sides: list[list[Card]] = [[] for _ in self.scores]
        for trick in self.tricks:
            sides[self._setting.tables.side_of[trick.winner]] += trick.cards
        return tuple(map(tuple, sides))

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards this seat has thrown."""
        return self._swapped.discarded if self._swapped else ()

    @property
    def drawn(self) -> tuple[int, ...]:
        """How many cards each seat has drawn."""
        return self._swapped.drawn if self._swapped else (0,) * self._setting.tables.players

    @property
    def burned(self) -> tuple[Card, ...]:
        """The trumps burned by all seats, face up."""
        return self._swapped.burned if self._swapped else ()

    @property
    def stock_size(self) -> int:
        """How many cards are left in the stock."""
        return self._swapped.stock_size if self._swapped else len(self._setting.tables.pack) - self._setting.tables.dealt

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card this seat has seen this hand: its own, those played, its discards, those burned."""
        shown = {card for trick in self.tricks for card in trick.cards}
        return tuple(sorted(shown.union(self._played, self._held, self.discarded, self.burned)))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Every other card of the pack: in somebody's hand, thrown by somebody, or in the stock."""
        seen = set(self.seen)
        return tuple(card for card in self._setting.tables.pack if card not in seen)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """For each seat the suits it has proved not to hold by what it played."""
        found: list[set[Suit]] = [set() for _ in range(self._setting.tables.players)]
        if self.trump is None:
            return tuple(map(frozenset, found))
        for trick in self.tricks:
            self._prove(trick.seats, trick.cards, found, self.trump)
            if self._setting.tables.trump_only:
                for seat in set(range(self._setting.tables.players)).difference(trick.seats):
                    found[seat].add(self.trump)
        self._prove(self._order, self._played, found, self.trump)
        return tuple(map(frozenset, found))

    def _prove(self, seats: tuple[int, ...], cards: tuple[Card, ...], found: list[set[Suit]], trump: Suit) -> None:
        if not cards:
            return
        led = self._setting.tables.named[trump].suits[cards[0]]
        follow = self._setting.tables.follow[trump][led]
        for seat, card in zip(seats, cards, strict=False):
            if card in follow.may:
                continue
            found[seat].add(Suit(led))
            if follow.void and card not in follow.void:
                found[seat].add(trump)

    def strength(self, card: Card) -> int:
        """How strong a card is: 0..12 for 2..A of a plain suit; once trump is known every trump is above 100, in the order of trumps."""
        setting = self._setting
        return card >> 2 if setting.trump is None else setting.tables.named[setting.trump].strength[card]

    def beats(self, a: Card, b: Card) -> bool:
        """Whether ``a`` takes a trick in which ``b`` is winning: a higher card of its suit, or a trump over a plain card."""
        setting = self._setting
        if setting.trump is None:
            return a & 3 == b & 3 and a > b
        named = setting.tables.named[setting.trump]
        strong, other = named.strength[a], named.strength[b]
        return strong > other and (strong > TRUMP_FLOOR or named.suits[a] == named.suits[b])

    def pips(self, card: Card) -> int:
        """What a card counts towards Game."""
        return self._setting.tables.pips[card]
