"""What a seat may answer, and its text: bids, suits, cards, jokers with a suit, sets of cards; knows no legality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any, Literal, NamedTuple, TypeAlias, overload

from arena.pitch.cards import Card, Suit, card

Phase: TypeAlias = Literal["auction", "trump", "discard", "burn", "play", "over"]


class Bid(int):
    """A bid; 0 passes. ``str()`` is ``pass`` or the number."""

    __slots__ = ()

    def __str__(self) -> str:
        return int.__repr__(self) if self else "pass"


PASS = Bid(0)


class JokerLead(NamedTuple):
    """A joker led while trump is unknown, and the suit it makes trump; written ``X-=S``."""

    card: Card
    suit: Suit

    def __str__(self) -> str:
        return f"{self.card}={self.suit}"


class CardSet(tuple[Card, ...]):
    """Cards thrown together, in canonical order; written ``2C 9D``, the empty set as an empty text."""

    __slots__ = ()

    def __new__(cls, some: Iterable[Card] = ()) -> CardSet:
        """The set of ``some``; ValueError for a card given twice."""
        ordered = sorted(some)
        if len(set(ordered)) != len(ordered):
            raise ValueError("a card is named twice")
        return super().__new__(cls, ordered)

    def __str__(self) -> str:
        return " ".join(map(str, self))


Action: TypeAlias = Bid | Suit | Card | JokerLead | CardSet


class Choices(Sequence[CardSet]):
    """Every set of ``least`` to ``most`` cards out of ``pool``: by size, then lowest cards first, made only as they are asked for."""

    __slots__ = ("least", "most", "pool")

    def __init__(self, pool: Iterable[Card], least: int, most: int) -> None:
        self.pool, self.least, self.most = tuple(sorted(pool)), least, most

    def __len__(self) -> int:
        return sum(comb(len(self.pool), size) for size in range(self.least, self.most + 1))

    def __iter__(self) -> Iterator[CardSet]:
        for size in range(self.least, self.most + 1):
            for some in combinations(self.pool, size):
                yield CardSet(some)

    @overload
    def __getitem__(self, at: int) -> CardSet: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[CardSet]: ...
    def __getitem__(self, at: int | slice) -> CardSet | Sequence[CardSet]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        found = next(islice(self, at if at >= 0 else len(self) + at, None), None) if at >= -len(self) else None
        if found is None:
            raise IndexError(at)
        return found

    def __contains__(self, some: object) -> bool:
        if not isinstance(some, tuple) or not self.least <= len(some) <= self.most:
            return False
        return len(set(some)) == len(some) and all(type(one) is Card and one in self.pool for one in some)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choices):
            return NotImplemented
        return (self.pool, self.least, self.most) == (other.pool, other.least, other.most)

    def __hash__(self) -> int:
        return hash((self.pool, self.least, self.most))

    def __repr__(self) -> str:
        return f"Choices({' '.join(map(str, self.pool))!r}, {self.least}, {self.most})"


def read(phase: Phase, answer: Any) -> Action:
    """The action meant by what a seat answered in ``phase``: an action, its text, or an int; ValueError if it is none (bool is refused)."""
    if phase == "auction":
        return _read_bid(answer)
    if phase == "trump":
        return Suit.of(answer)
    if phase == "play":
        return _read_play(answer)
    if phase in ("discard", "burn"):
        some = answer.split() if isinstance(answer, str) else answer
        if not isinstance(some, Iterable):
            raise ValueError(f"not a set of cards: {answer!r}")
        return CardSet(card(one) for one in islice(some, 55))
    raise ValueError("the hand is over")


def _read_bid(answer: Any) -> Bid:
    if answer == "pass":
        return PASS
    if isinstance(answer, str) and answer.isascii() and answer.isdigit() and len(answer) < 4:
        return Bid(answer)
    if isinstance(answer, int) and not isinstance(answer, bool | Card) and 0 <= answer < 1000:
        return Bid(answer)
    raise ValueError(f"not a bid: {answer!r}")


def _read_play(answer: Any) -> Card | JokerLead:
    if isinstance(answer, str) and "=" in answer:
        joker, _, suit = answer.partition("=")
        return JokerLead(card(joker), Suit.of(suit))
    if isinstance(answer, tuple) and len(answer) == 2:
        return JokerLead(card(answer[0]), Suit.of(answer[1]))
    return card(answer)
