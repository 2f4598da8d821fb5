"""The words in which rules are explained: numbers, cards, seats; knows no rule."""

from __future__ import annotations

from collections.abc import Iterable

from arena.pitch.cards import RANKS
from arena.pitch.ruleset import WORDS, Point

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CARDS = dict(zip(RANKS, (word.lower() for word in WORDS), strict=True))
_OTHERS = {"OJ": "off-jack", "O5": "off-five", "X+": "high joker", "X-": "low joker"}


def number(n: int) -> str:
    """``"four"`` for 4; digits above twelve."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def counted(n: int, thing: str) -> str:
    """``"one card"``, ``"four cards"``."""
    return f"{number(n)} {thing}{'' if n == 1 else 's'}"


def joined(parts: Iterable[object], last: str = "and") -> str:
    """``"a, b and c"``."""
    texts = [str(part) for part in parts]
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def trump(name: str, jokers: int = 2) -> str:
    """``"the jack of trumps"``, ``"the off-jack"``, ``"the joker"`` where there is but one."""
    if name == "X-" and jokers == 1:
        return "the joker"
    return f"the {_OTHERS[name]}" if name in _OTHERS else f"the {_CARDS[name]} of trumps"


def seats(sides: tuple[tuple[int, ...], ...]) -> str:
    """``"seats 0 and 2 against seats 1 and 3"``."""
    return " against ".join(f"seat{'s' if len(side) > 1 else ''} {joined(side)}" for side in sides)


def worth(point: Point) -> str:
    """``"Five, 5 points"``."""
    return f"{point.id}, {point.value} point{'' if point.value == 1 else 's'}"


def bids(low: int, high: int) -> str:
    """``"2, 3 or 4"``; ``"any number from 2 to 9"`` where there are many."""
    return joined(range(low, high + 1), "or") if high - low < 4 else f"any number from {low} to {high}"


def sentence(*parts: str) -> str:
    """The parts, empty ones left out, as one sentence: a capital first, a full stop last."""
    text = "; ".join(part for part in parts if part)
    return text[:1].upper() + text[1:] + "."
