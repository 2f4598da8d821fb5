"""The geometry of the page's figures in percent of their frame, so that they stretch to any width; knows nothing of colours or markup."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from arena.standings.insight import BINS
from arena.standings.ratings import Belief

SHOWN_LABELS = 12
"""Beyond so many lines names beside them would not fit; the legend has them."""
_LABEL_HEIGHT = 5.4


class Tick(NamedTuple):
    """A mark on an axis: its place in percent, its text."""

    at: float
    text: str


class Line(NamedTuple):
    """A rating over time: the line and its band as SVG paths, and where at the right edge its name stands."""

    name: str
    number: int
    line: str
    band: str
    end: float
    label: float


class Ratings(NamedTuple):
    """The ratings of all entrants over time, with what is marked on the axes."""

    lines: tuple[Line, ...]
    up: tuple[Tick, ...]
    across: tuple[Tick, ...]
    labelled: bool


class Bar(NamedTuple):
    """One bar of a distribution: left edge, width and height in percent, what it says when pointed at."""

    left: float
    width: float
    height: float
    sign: int
    told: str


class Span(NamedTuple):
    """An interval on a scale, in percent from the left: its ends and its middle."""

    left: float
    width: float
    middle: float


class Decades(NamedTuple):
    """A scale of powers of ten: its marks, and on it the place of every value, in percent."""

    ticks: tuple[Tick, ...]
    places: tuple[float | None, ...]


def decades(values: Sequence[float | None], told: Callable[[float], str]) -> Decades:
    """A scale from the power of ten below the least of ``values`` to the one above the most; ``told`` says what a mark means."""
    known = [value for value in values if value]
    least, most = (floor(log10(min(known))), ceil(log10(max(known)))) if known else (0, 1)
    place = _scale(least, max(most, least + 1))
    marks = tuple(Tick(place(power), told(10.0**power)) for power in range(least, max(most, least + 1) + 1))
    return Decades(marks, tuple(place(log10(value)) if value else None for value in values))


def span(low: float, middle: float, high: float, least: float, most: float) -> Span:
    """The interval from ``low`` to ``high`` on a scale from ``least`` to ``most``."""
    place = _scale(least, most)
    return Span(place(low), round(place(high) - place(low), 2), place(middle))


def ratings(moments: Sequence[Sequence[Belief]], names: Sequence[str], order: Sequence[str], games: int) -> Ratings:
    """``moments`` of the entrants ``names``, drawn in ``order`` (strongest first)."""
    # The first few moments are nearly all uncertainty: drawn with the rest they would flatten everything else.
    settled = moments[min(len(moments) - 1, 3) :]
    spread = [value for beliefs in settled for one in beliefs for value in (one.mu - 2 * one.sigma, one.mu + 2 * one.sigma)]
    least, most = min(spread), max(spread)
    across, up = _scale(0, max(1, len(moments) - 1)), _scale(most, least)
    column = {name: number for number, name in enumerate(names)}
    ends = {name: up(moments[-1][column[name]].mu) for name in order}
    labels = _apart([ends[name] for name in order])
    lines = []
    for number, (name, label) in enumerate(zip(order, labels, strict=True)):
        path = [(across(moment), beliefs[column[name]]) for moment, beliefs in enumerate(moments)]
        middle = [(x, up(one.mu)) for x, one in path]
        edge = [(x, up(one.mu + 2 * one.sigma)) for x, one in path] + [(x, up(one.mu - 2 * one.sigma)) for x, one in reversed(path)]
        lines.append(Line(name, number, _path(middle), f"{_path(edge)}Z", ends[name], label))
    marks = tuple(Tick(up(value), f"{value:g}") for value in _round_values(least, most, 5))
    played = _of_games(games)
    return Ratings(tuple(lines), marks, played, len(order) <= SHOWN_LABELS)


def _of_games(games: int) -> tuple[Tick, ...]:
    """Marks at the quarters of ``games``, moved to whole games; each number once."""
    marks = dict.fromkeys(round(games * part / 4) for part in range(5))
    return tuple(Tick(round(100 * mark / (games or 1), 2), f"{mark:,}") for mark in marks)


def distribution(counts: Mapping[int, int], least: int, most: int) -> tuple[Bar, ...]:
    """The bars of one entrant; ``counts`` is by bins of points per hand, drawn from ``least`` to ``most``, what is beyond at the ends."""
    total, held = sum(counts.values()), dict.fromkeys(range(least, most + 1), 0)
    for number, count in counts.items():
        held[min(max(number, least), most)] += count
    top, width = max(held.values(), default=0) or 1, 100 / (most - least + 1)
    return tuple(
        Bar(
            round(place * width, 3),
            round(width, 3),
            round(100 * count / top, 2),
            (number > 0) - (number < 0),
            f"{number / BINS:+.2f}: {count:,} of {total:,} boards",
        )
        for place, (number, count) in enumerate(held.items())
        if count
    )


def bounds(spreads: Sequence[Mapping[int, int]]) -> tuple[int, int]:
    """A common, symmetric range of bins that holds all but the outermost hundredth of the boards."""
    sizes: dict[int, int] = {}
    for spread in spreads:
        for number, count in spread.items():
            sizes[abs(number)] = sizes.get(abs(number), 0) + count
    left = sum(sizes.values()) // 100
    for size in sorted(sizes, reverse=True):
        left -= sizes[size]
        if left < 0:
            return -max(size, 2), max(size, 2)
    return -2, 2


def _scale(least: float, most: float) -> _Scale:
    return _Scale(least, (most - least) or 1.0)


class _Scale(NamedTuple):
    start: float
    length: float

    def __call__(self, value: float) -> float:
        return round(100 * (value - self.start) / self.length, 2)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _round_values(least: float, most: float, about: int) -> list[float]:
    rough = (most - least) / about or 1.0
    unit = 10 ** floor(log10(rough))
    step = next(unit * size for size in (1, 2, 5, 10) if unit * size >= rough)
    first = floor(least / step) + 1
    return [number * step for number in range(first, floor(most / step) + 1)]


def _apart(places: Sequence[float]) -> list[float]:
    """``places`` moved as little as need be for labels of a fixed height not to cover each other."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = [0.0] * len(places)
    last = -_LABEL_HEIGHT
    for index in order:
        last = moved[index] = max(places[index], last + _LABEL_HEIGHT)
    over = max(0.0, last - 100)
    limit = 100.0
    for index in reversed(order):
        if over:
            moved[index] = min(moved[index], limit)
            limit = moved[index] - _LABEL_HEIGHT
    return [round(place, 2) for place in moved]
