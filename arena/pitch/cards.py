"""Cards, suits and their text; knows no rules."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"


class Suit(IntEnum):
    """A suit, in canonical order; ``str()`` is its letter."""

    C = 0
    D = 1
    H = 2
    S = 3

    def __str__(self) -> str:
        return self.name

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour: clubs and spades, diamonds and hearts."""
        return Suit(3 - self)

    @classmethod
    def of(cls, value: object) -> Suit:
        """The suit meant by a Suit, its letter or its number; ValueError otherwise (bool is refused)."""
        if isinstance(value, str) and len(value) == 1 and value in SUITS:
            return cls(SUITS.index(value))
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 4:
            return cls(value)
        raise ValueError(f"not a suit: {value!r}; suits are C, D, H and S")


_SUITS: Final = tuple(Suit)


class Card(int):
    """A card as a small interned int: 4*rank + suit, ranks 0..12 = 2..A; 52 is the low (or only) joker, 53 the high one.

    ``Card(x)`` gives the interned card for an int 0..53 or a code such as ``"TS"``; ValueError otherwise.
    """

    __slots__ = ()

    def __new__(cls, value: int | str) -> Card:
        """The interned card, never a new one."""
        return card(value)

    @property
    def suit(self) -> Suit | None:
        """The printed suit; None for a joker."""
        return _SUITS[self & 3] if self < 52 else None

    @property
    def rank(self) -> int | None:
        """0..12 for 2..A; None for a joker."""
        return self >> 2 if self < 52 else None

    def __str__(self) -> str:
        return CODES[self]

    def __repr__(self) -> str:
        return CODES[self]

    def __reduce__(self) -> tuple[object, ...]:
        return card, (int(self),)


CODES: Final = (*(r + s for r in RANKS for s in SUITS), "X-", "X+")
CARDS: Final[tuple[Card, ...]] = tuple(int.__new__(Card, n) for n in range(54))
JOKER_LOW: Final = CARDS[52]
JOKER_HIGH: Final = CARDS[53]
_BY_CODE: Final = dict(zip(CODES, CARDS, strict=True))


def card(value: object) -> Card:
    """The interned card meant by a Card, a code or an int 0..53; ValueError otherwise (bool is refused)."""
    if isinstance(value, str):
        found = _BY_CODE.get(value)
        if found is not None:
            return found
    elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 54:
        return CARDS[value]
    raise ValueError(f"not a card: {value!r}; cards are written like TS, 2C, X- and X+")


def cards(text: str | Iterable[object]) -> tuple[Card, ...]:
    """Cards from ``"AS TS 2C"`` or from any iterable of what ``card`` takes, in the order given."""
    return tuple(map(card, text.split() if isinstance(text, str) else text))


def text(some: Iterable[Card]) -> str:
    """``"AS TS 2C"`` from cards, in the order given."""
    return " ".join(map(str, some))


def pack(jokers: int) -> tuple[Card, ...]:
    """All cards of a pack with 0, 1 or 2 jokers (one joker is the low one), in canonical order."""
    return CARDS[: 52 + jokers]
