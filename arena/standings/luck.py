"""Points per hand less the luck of the deal: control variates fitted on other boards than those they correct; knows no cards.

What is taken off is known to be 0 on average (the worth of the holdings), or its average is taken from further boards (what reference
bots made of the same cards), so that the adjusted figure estimates the same as the raw one, with less noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arena.standings.statistics import Interval, student_975
from arena.tournament.spec import GameResult

Floats = npt.NDArray[np.float64]

FOLDS = 5
LEAST_BOARDS = 20


class References(NamedTuple):
    """What reference bots' duplicates came to, by board, less what they come to on average.

    ``doubt`` is the covariance of that average's own error, which adjusted figures inherit.
    """

    by_board: Mapping[int, Floats]
    doubt: Floats

    @property
    def size(self) -> int:
        """How many figures there are for a board."""
        return len(self.doubt)


NO_REFERENCES = References({}, np.zeros((0, 0)))


def references(games: Iterable[GameResult], sides: tuple[tuple[int, ...], ...], boards: int) -> References:
    """The duplicates of reference bots: those on ``boards`` 1, 2, … are kept, the average is that of the boards beyond.

    Games come in order of board, table, leg, and every table plays all boards; NO_REFERENCES if there are no boards beyond.
    """
    found = {board: np.array(list(_duplicates(list(some), sides))) for board, some in groupby(games, key=lambda game: game.board)}
    beyond = np.array([figures for board, figures in found.items() if board > boards])
    if len(beyond) < LEAST_BOARDS:
        return NO_REFERENCES
    mean, doubt = beyond.mean(axis=0), np.atleast_2d(np.cov(beyond.T)) / len(beyond)
    return References({board: figures - mean for board, figures in found.items() if board <= boards}, doubt)


def adjusted(
    clusters: Iterable[tuple[int, int, int]], worth: Mapping[int, Sequence[float]], reference: References, scale: int = 1
) -> Interval:
    """The ratio of two sums divided by ``scale``, once the luck of each cluster is taken off. Not defined for fewer than 20 clusters.

    ``clusters`` that weigh anything come each with its part of the numerator and of the denominator; ``worth`` gives
    for a cluster what is 0 on average whatever the bots; a cluster is a board where there are references.
    """
    rows = list(clusters)
    if len(rows) < LEAST_BOARDS or (reference.size and any(row[0] not in reference.by_board for row in rows)):
        return Interval()
    upper, lower = (np.array([row[at] for row in rows], dtype=float) for at in (1, 2))
    exact = np.array([worth.get(row[0], (0.0, 0.0)) for row in rows], dtype=float)
    figures = np.hstack([exact, np.array([reference.by_board[row[0]] for row in rows])]) if reference.size else exact
    doubt = np.zeros((figures.shape[1], figures.shape[1]))
    doubt[exact.shape[1] :, exact.shape[1] :] = reference.doubt
    return _adjusted(upper, lower, figures, [0, exact.shape[1], figures.shape[1]], doubt, scale)


def _adjusted(upper: Floats, lower: Floats, figures: Floats, sizes: Sequence[int], doubt: Floats, scale: int) -> Interval:
    n, total = len(upper), lower.sum()
    luck, slopes = np.zeros(n), np.zeros(figures.shape[1])
    for fold in range(FOLDS):
        here = np.arange(n) % FOLDS == fold
        fitted = _slopes(upper[~here], lower[~here], figures[~here], sizes)
        luck[here] = figures[here] @ fitted
        slopes += fitted * here.mean()
    value = (upper - luck).sum() / total
    residual = upper - luck - value * lower
    variance = n / (n - 1) * (residual**2).sum() / total**2 + (n / total) ** 2 * (slopes @ doubt @ slopes)
    reach = student_975(n - 1) * float(np.sqrt(variance))
    return Interval(float(value) / scale, (float(value) - reach) / scale, (float(value) + reach) / scale)


def _slopes(upper: Floats, lower: Floats, figures: Floats, sizes: Sequence[int]) -> Floats:
    """How much of each figure to take off: least squares with the first so many figures that Akaike's criterion likes best."""
    n = len(upper)
    residual = upper - upper.sum() / lower.sum() * lower
    best, chosen = np.inf, np.zeros(figures.shape[1])
    for size in sorted(set(sizes)):
        design = np.hstack([np.ones((n, 1)), figures[:, :size]])
        solution = np.linalg.lstsq(design, residual, rcond=None)[0]
        squares = float(((residual - design @ solution) ** 2).sum())
        criterion = n * np.log(max(squares, 1e-12) / n) + 2 * size
        if criterion < best:
            best, chosen = criterion, np.concatenate([solution[1:], np.zeros(figures.shape[1] - size)])
    return chosen


def _duplicates(games: Sequence[GameResult], sides: tuple[tuple[int, ...], ...]) -> Iterable[float]:
    """For every table on a board, for every entrant but the last: its difference to the others, times their number, over all legs."""
    sums: dict[tuple[str, ...], dict[str, int]] = {}
    for game in games:
        names = [game.seats[side[0]] for side in sides]
        table = sums.setdefault(tuple(sorted(names)), dict.fromkeys(sorted(names), 0))
        for name, own in zip(names, game.points, strict=True):
            table[name] += len(names) * own - sum(game.points)
    for _, table in sorted(sums.items()):
        yield from list(table.values())[:-1]
