"""An order-free estimate of strength on an Elo-like scale, and who is separated from whom; knows entrants as numbers, never cards.

Plackett and Luce's model, which for two sides is Bradley and Terry's: each place in turn goes to one of the sides that have none yet, in
proportion to exp(t). A tie counts as every order of those who tie, in equal parts, and a side's t is the mean of its members'.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from math import comb, log
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from arena.standings.ratings import GameLog
from arena.standings.statistics import Interval, student_975, student_tail

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ELO = 400 / log(10)
"""Elo points in one unit of log odds."""
_STEPS, _ENOUGH, _FARTHEST, _SINGULAR = 50, 1e-10, 2.0, 1e-10
_CLUSTERS_AT_ONCE = 1024


class Strengths(NamedTuple):
    """By entrant: its Elo and 95 % interval; ``ahead[i, j]``: i is the stronger of the two, surely (95 % for all pairs together)."""

    elo: tuple[Interval, ...]
    ahead: npt.NDArray[np.bool_]

    def rank_interval(self, entrant: int) -> tuple[int, int]:
        """The best and the worst rank that are not ruled out (at 95 % for all entrants together)."""
        return 1 + int(self.ahead[:, entrant].sum()), len(self.elo) - int(self.ahead[entrant].sum())

    def groups(self, order: list[int]) -> list[int]:
        """For a table in that ``order``: the number of each row's group, from 1.

        A new group begins where every row above is ahead of every row below, so rows of different groups are separated for sure.
        """
        ahead = self.ahead[np.ix_(order, order)]
        # For each row the first from which on it is ahead of all, and the last of these among the rows above.
        clear = len(order) - np.logical_and.accumulate(ahead[:, ::-1], axis=1).sum(axis=1)
        cuts = np.maximum.accumulate(clear)[:-1] <= np.arange(1, len(order))
        return [1, *(1 + np.cumsum(cuts)).tolist()]


def strengths(games: GameLog, entrants: int, *, anchors: Collection[int] = (), prior: float = 0.5) -> Strengths:
    """Fit all ``games`` at once. Elo 0 is the mean of the ``anchors``, without any that of all who played.

    ``prior`` is the weight of one virtual drawn game of each entrant against one virtual opponent, in wins and in losses; it keeps an
    unbeaten one finite and takes away some of the estimate's own bias. Errors are clustered by the log's clusters, at least two of which
    are needed.
    """
    meetings = _Meetings(games, entrants)
    theta, information = meetings.fit(prior)
    inverse = np.linalg.inv(information) if prior else _inverse(information)
    clusters = meetings.clusters
    scores = meetings.spread(theta) * (clusters / max(clusters - 1, 1)) + np.diag(prior * _logistic(theta))
    covariance = inverse @ scores @ inverse
    base = np.zeros(entrants)
    base[sorted(anchors) or meetings.played] = 1
    contrasts = np.eye(entrants) - base / max(base.sum(), 1)
    errors = np.sqrt(np.einsum("ij,jk,ik->i", contrasts, covariance, contrasts, optimize=True))
    reach = student_975(clusters - 1) * ELO * errors if clusters > 1 else None
    elo = [
        _interval(ELO * float(value), None if reach is None else float(reach[entrant])) if meetings.played[entrant] else Interval()
        for entrant, value in enumerate(contrasts @ theta)
    ]
    return Strengths(tuple(elo), _ahead(theta, covariance, clusters, meetings.played))


class _Choice(NamedTuple):
    """A set of sides, in all games in which the next place was between them and no others.

    By game: its number, the ``members`` of the sides, the ``weight``, and by side the ``share`` of the place that it took. ``parts`` says
    by side and member how much of the side's strength is the member's.
    """

    games: Ints
    members: Ints
    weight: Floats
    share: Floats
    parts: Floats

    def chances(self, theta: Floats) -> Floats:
        """By game and side: the chance to take the place."""
        strength = theta[self.members] @ self.parts.T
        odds = np.exp(strength - strength.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float64)

    def slopes(self, chances: Floats) -> Floats:
        """By game and member: the slope of the log likelihood."""
        return np.asarray(self.weight[:, None] * ((self.share - chances) @ self.parts), dtype=np.float64)


def _choices(seats: Ints, ranks: Ints, sides: Sequence[Sequence[int]]) -> Iterator[_Choice]:
    """Every set of at least two sides (the seats of each are given) that was chosen from, in games of these ``ranks`` by side."""
    ways = np.array([[comb(n, k) for k in range(len(sides) + 1)] for n in range(len(sides) + 1)])
    for number in range(2, len(sides) + 1):
        for some in map(list, combinations(range(len(sides)), number)):
            best = ranks[:, some].min(axis=1, keepdims=True)
            first = ranks[:, some] == best
            # All who finished behind must be in the set; of those who tie, any so many may be left, each such set equally often.
            games = np.flatnonzero(first.sum(axis=1) + (ranks > best).sum(axis=1) == number)
            ties, first = (ranks == best)[games].sum(axis=1), first[games]
            left = first.sum(axis=1)
            if len(games):
                members = [seat for side in some for seat in sides[side]]
                parts = np.array([[(seat in sides[side]) / len(sides[side]) for seat in members] for side in some])
                yield _Choice(games, seats[games][:, members], 1 / ways[ties, left], first / left[:, None], parts)


class _Meetings:
    """All games, as choices of who takes the next place."""

    def __init__(self, games: GameLog, entrants: int) -> None:
        rows, self.entrants = games.columns(), entrants
        rows = rows[np.argsort(rows[:, -1], kind="stable")]
        width = sum(map(len, games.sides))
        seats, ranks, cluster = rows[:, :width], rows[:, width:-1], rows[:, -1]
        # Where one entrant fills a side, one of its seats stands for all.
        self.choices = list(_choices(seats, ranks, [side[:1] for side in games.sides] if games.all_duels else games.sides))
        self.cluster = np.unique(cluster, return_inverse=True)[1].reshape(-1)
        self.clusters = int(self.cluster.max()) + 1 if len(rows) else 0
        self.played = np.bincount(seats.reshape(-1), minlength=entrants) > 0

    def fit(self, prior: float) -> tuple[Floats, Floats]:
        """The strengths in log odds that make the results most likely, by Newton's method, and the observed information there."""
        theta = np.zeros(self.entrants)
        for _ in range(_STEPS):
            slope, information = self._derivatives(theta, prior)
            step = np.linalg.solve(information, slope) if prior else _inverse(information) @ slope
            longest = float(np.abs(step).max(initial=0))
            theta = theta + step * min(1, _FARTHEST / max(longest, _ENOUGH))
            if longest < _ENOUGH:
                break
        return theta, self._derivatives(theta, prior)[1]

    def _derivatives(self, theta: Floats, prior: float) -> tuple[Floats, Floats]:
        n, expected = self.entrants, _expected(theta)
        slope, information = prior * (1 - 2 * expected), np.diag(2 * prior * _logistic(theta))
        for choice in self.choices:
            chances, columns = choice.chances(theta), choice.members.T
            slope = slope + np.bincount(choice.members.reshape(-1), choice.slopes(chances).reshape(-1), n)
            mean = chances @ choice.parts
            for k, m in product(range(len(columns)), repeat=2):
                curve = chances @ (choice.parts[:, k] * choice.parts[:, m]) - mean[:, k] * mean[:, m]
                information = information + np.bincount(columns[k] * n + columns[m], choice.weight * curve, n * n).reshape(n, n)
        return slope, information

    def spread(self, theta: Floats) -> Floats:
        """The sum over clusters of the outer products of their slopes: what the errors really are, however games hang together."""
        n, total = self.entrants, np.zeros((self.entrants, self.entrants))
        pieces = [(self.cluster[choice.games], choice.members, choice.slopes(choice.chances(theta))) for choice in self.choices]
        for start in range(0, self.clusters, _CLUSTERS_AT_ONCE):
            slopes = np.zeros(_CLUSTERS_AT_ONCE * n)
            for cluster, members, values in pieces:
                here = slice(*np.searchsorted(cluster, (start, start + _CLUSTERS_AT_ONCE)))
                cells = (cluster[here, None] - start) * n + members[here]
                slopes += np.bincount(cells.reshape(-1), values[here].reshape(-1), len(slopes))
            by_cluster = slopes.reshape(-1, n)
            total += by_cluster.T @ by_cluster
        return total


def _ahead(theta: Floats, covariance: Floats, clusters: int, played: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which pairs are separated: Holm's step-down test of all pairs at 5 %."""
    n = len(theta)
    ahead = np.zeros((n, n), dtype=bool)
    one, other = np.triu_indices(n, 1)
    known = played[one] & played[other]
    one, other = one[known], other[known]
    if clusters < 2 or not len(one):
        return ahead
    gap, variances = theta[one] - theta[other], np.diag(covariance)
    error = np.sqrt(np.maximum(variances[one] + variances[other] - 2 * covariance[one, other], 1e-300))
    doubt = 2 * student_tail(np.abs(gap) / error, clusters - 1)
    order = np.argsort(doubt, kind="stable")
    passed = np.cumprod(doubt[order] <= 0.05 / np.arange(len(order), 0, -1)).astype(bool)
    better = order[passed]
    first = gap[better] > 0
    ahead[np.where(first, one[better], other[better]), np.where(first, other[better], one[better])] = True
    return ahead


def _inverse(information: Floats) -> Floats:
    # Without a prior only differences of strengths are known.
    return np.asarray(np.linalg.pinv(information, rcond=_SINGULAR, hermitian=True), dtype=np.float64)


def _interval(value: float, reach: float | None) -> Interval:
    return Interval(value) if reach is None else Interval(value, value - reach, value + reach)


def _expected(difference: Floats) -> Floats:
    return 1 / (1 + np.exp(-difference))


def _logistic(theta: Floats) -> Any:
    chance = _expected(theta)
    return chance * (1 - chance)
