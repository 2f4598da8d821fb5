"""How games ended for many at once, added up cluster by cluster in whole numbers; knows neither entrants nor cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from arena.standings.statistics import Sums
from arena.tournament.columns import Floats, Ints

LOST, DRAWN, WON = range(3)
"""How a game ended for somebody: the halves of it that were won."""
_CLUSTER_BITS = 32


class Record(NamedTuple):
    """What an entrant has done, or two against each other, from the first one's side, where a win is finishing ahead of the other.

    ``points`` is the difference to the other sides, times their number, over hands; ``share`` the games won, draws half, over games.
    Where luck is looked at, ``clusters`` are the clusters of any weight with their parts of ``points`` and ``worth``, by cluster, is by
    how much the cards were better than the other sides', in the same terms as the points.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: Sums = Sums()
    share: Sums = Sums()
    clusters: tuple[tuple[int, int, int], ...] = ()
    worth: Mapping[int, tuple[float, ...]] = {}

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.losses + self.draws


class Records:
    """The records of ``size`` owners, to which games are added many at a time; ``luck`` keeps what the cards were worth.

    A few numbers are kept for every owner and every cluster it has; all but the worth is exact.
    """

    def __init__(self, size: int, *, luck: bool = False) -> None:
        self._luck = luck
        self._ends = np.zeros((size, 3), np.int64)
        self._squares = np.zeros((4, size), np.int64)
        self._keys: list[Ints] = []
        self._sums: list[Floats] = []

    def take(self, owner: Ints, cluster: Ints, ended: Ints, points: Ints, hands: Ints, worth: Floats | None = None) -> None:
        """Add a game a row: whose it is, its cluster, how it ended, points and hands, and what the cards were worth (two columns)."""
        size = len(self._ends)
        self._ends += np.bincount(3 * owner + ended, minlength=3 * size).reshape(size, 3)
        for at, weights in enumerate((None, points * points, points * hands, hands * hands)):
            weighty = (hands > 0) if weights is None else weights * (hands > 0)
            self._squares[at] += _whole(np.bincount(owner, weighty, size))
        keys, at = np.unique(owner << _CLUSTER_BITS | cluster, return_inverse=True)
        columns = (ended, np.ones_like(ended), points, hands, *(() if worth is None else worth.T))
        self._keys.append(keys)
        self._sums.append(np.stack([np.bincount(at, column, len(keys)) for column in columns]))

    def found(self) -> dict[int, Record]:
        """The record of every owner that has any game, by owner."""
        if not self._keys:
            return {}
        keys, at = np.unique(np.concatenate(self._keys), return_inverse=True)
        won, games, upper, lower, *worth = (np.bincount(at, column) for column in np.concatenate(self._sums, axis=1))
        owners, starts = np.unique(keys >> _CLUSTER_BITS, return_index=True)
        weighs = lower > 0
        points = zip(*_totals(_whole(upper) * weighs, _whole(lower), weighs, starts), *self._squares[:, owners].tolist(), strict=True)
        ends = self._ends[owners]
        lost, drawn, taken = ends.T
        pieces = (lost + drawn + taken, drawn + 4 * taken, 2 * drawn + 4 * taken, 4 * (lost + drawn + taken))
        shares = zip(*_totals(_whole(won), 2 * _whole(games), games > 0, starts), *(piece.tolist() for piece in pieces), strict=True)
        records = {
            owner: Record(won, lost, drawn, Sums(*own), Sums(*share))
            for owner, (lost, drawn, won), own, share in zip(owners.tolist(), ends.tolist(), points, shares, strict=True)
        }
        if self._luck:
            bounds = [*starts.tolist(), len(keys)]
            clusters = (keys & ((1 << _CLUSTER_BITS) - 1)).tolist()
            rows = list(zip(clusters, _whole(upper).tolist(), _whole(lower).tolist(), *(one.tolist() for one in worth), strict=True))
            for n, owner in enumerate(records):
                own_rows = rows[bounds[n] : bounds[n + 1]]
                records[owner] = records[owner]._replace(
                    clusters=tuple(row[:3] for row in own_rows if row[2]), worth={row[0]: row[3:] for row in own_rows}
                )
        return records


def _totals(upper: Ints, lower: Ints, weighs: Any, starts: Ints) -> list[list[int]]:
    """By owner: how many clusters weigh anything, both sums, and the sums of squares and products."""
    columns = (weighs.astype(np.int64), upper, lower, upper * upper, upper * lower, lower * lower)
    return [np.add.reduceat(column, starts).tolist() for column in columns]


def _whole(sums: Any) -> Ints:
    # Sums of whole numbers far below 2**53 are exact as floats.
    return np.asarray(sums, np.int64)
