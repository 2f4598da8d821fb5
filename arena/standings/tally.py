"""One pass over the games of a rule set, counting what standings need; knows neither ratings nor how anything is shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from arena.standings.conduct import Conduct
from arena.standings.holdings import Holdings
from arena.standings.ratings import GameLog, Ranks
from arena.standings.records import DRAWN, LOST, WON, Record, Records
from arena.tournament.columns import NOBODY, Bools, Columns, Floats, Ints


class Tally(NamedTuple):
    """What one entrant has done: its record, auctions won, contracts made, the sum of their bids, faults, and seconds over decisions."""

    record: Record
    contracts: int
    made: int
    bids: int
    faults: int
    seconds: float
    timed: int


class Places(NamedTuple):
    """Where entrants sit: the seats in order of sides, the side of each, and by game and seat who sits there.

    ``first`` is false where a side has the same entrant at an earlier seat: each counts once however many seats it fills.
    """

    sides: Ints
    entrants: Ints
    first: Bools


def seated(seats: Ints, sides: tuple[tuple[int, ...], ...]) -> Places:
    """The places at the tables of games with entrants by ``seats``."""
    order = [seat for side in sides for seat in side]
    of = np.array([number for number, side in enumerate(sides) for _ in side])
    entrants = seats[:, order]
    first = np.ones(entrants.shape, bool)
    for later, earlier in combinations(range(len(order) - 1, -1, -1), 2):
        if of[later] == of[earlier]:
            first[:, later] &= entrants[:, later] != entrants[:, earlier]
    return Places(of, entrants, first)


class RuleSetTally:
    """Everything counted over the games of one rule set; its size grows with entrants, boards and pairs, and a few bytes a game.

    Entrants are numbered in the order of ``names``; ``sides`` are the seats of each side; ``shared`` says that all tables play the
    same boards, so that a board is one cluster whoever met on it; ``pairs`` whether to count every pair of opponents; ``duplicates``
    whether a duplicate is rated as one result; ``holdings`` tells what cards were worth, where luck is to be known. ``log`` holds the
    games, ``rated`` the results that are rated.
    """

    def __init__(
        self,
        names: Sequence[str],
        sides: tuple[tuple[int, ...], ...],
        *,
        shared: bool,
        pairs: bool,
        duplicates: bool = False,
        holdings: Holdings | None = None,
    ) -> None:
        self.log = GameLog(sides)
        self.rated = GameLog(sides) if duplicates else self.log
        self.hands = self.duplicates = self.void_boards = 0
        self.conduct = Conduct(names)
        self._names, self._shared, self._count_pairs, self._holdings = names, shared, pairs, holdings
        self._records = Records(len(names), luck=holdings is not None)
        self._pairs = Records(len(names) ** 2 if pairs else 0, luck=holdings is not None)
        self._auctions = np.zeros((3, len(names)), np.int64)
        self._times = np.zeros((2, len(names)))

    def take(self, games: Columns) -> None:
        """Count ``games``, all legs of whatever duplicates there are among them."""
        starts = games.duplicates()
        duplicate = np.repeat(np.arange(len(starts)), np.diff([*starts, games.size]))
        cluster = games.board if self._shared else self.duplicates + 1 + duplicate
        self.duplicates += len(starts)
        self._take_conduct(games)
        # No leg counts without its twins: a void game takes the whole duplicate with it.
        void = np.add.reduceat(games.void, starts, dtype=np.int64) > 0
        self.void_boards += int(void.sum())
        counts = ~void[duplicate]
        if counts.any():
            self._take_games(games.where(counts), cluster[counts])

    def entrants(self) -> list[Tally]:
        """The tallies of all entrants, in the order of their names."""
        records, (seconds, timed) = self._records.found(), self._times.tolist()
        numbers = zip(*self._auctions.tolist(), self.conduct.by_entrant(), seconds, map(int, timed), strict=True)
        return [Tally(records.get(entrant, Record()), *own) for entrant, own in enumerate(numbers)]

    def pairs(self) -> dict[tuple[int, int], Record]:
        """The records of all pairs of opponents that have met, by their numbers, the lower first."""
        return {divmod(pair, len(self._names)): record for pair, record in self._pairs.found().items()}

    def _take_conduct(self, games: Columns) -> None:
        self.conduct.take(games)
        for at, numbers in enumerate((games.seconds, games.timed)):
            self._times[at] += np.bincount(games.seats.ravel(), numbers.ravel(), len(self._names))

    def _take_games(self, games: Columns, cluster: Ints) -> None:
        ranks, forfeited = finishing_orders(games), np.asarray(games.forfeits.any(axis=1))
        points, hands = np.where(forfeited[:, None], 0, games.points), np.where(forfeited, 0, games.hands)
        self.log.extend(games.seats, ranks, cluster)
        if self.rated is not self.log:
            self._rate_duplicates(games, ranks, points, cluster)
        self.hands += int(hands.sum())
        for at, numbers in enumerate((games.contracts, games.made, games.bids)):
            self._auctions[at] += np.bincount(games.seats.ravel(), numbers.ravel(), len(self._names)).astype(np.int64)
        worth = None if self._holdings is None else self._worth(self._holdings, games, hands)
        places = seated(games.seats, self.log.sides)
        self._take_entrants(places, cluster, games.winner, ranks, points, hands, worth)
        if self._count_pairs:
            self._take_pairs(places, cluster, ranks, points, hands, worth)

    def _take_entrants(
        self, places: Places, cluster: Ints, winner: Ints, ranks: Ints, points: Ints, hands: Ints, worth: Floats | None
    ) -> None:
        ended = np.where(ranks > 0, LOST, np.where(winner == NOBODY, DRAWN, WON)[:, None])
        lead = points.shape[1] * points - points.sum(axis=1, keepdims=True)
        row, place = np.nonzero(places.first)
        side = places.sides[place]
        better = None if worth is None else worth[row, side]
        self._records.take(places.entrants[row, place], cluster[row], ended[row, side], lead[row, side], hands[row], better)

    def _take_pairs(self, places: Places, cluster: Ints, ranks: Ints, points: Ints, hands: Ints, worth: Floats | None) -> None:
        for one, other in combinations(range(len(places.sides)), 2):
            i, j = places.sides[[one, other]]
            rows = np.flatnonzero(places.first[:, one] & places.first[:, other])
            if i == j or not len(rows):
                continue
            a, b = places.entrants[rows, one], places.entrants[rows, other]
            sign = np.where(a < b, 1, -1)
            ended = DRAWN + sign * np.sign(ranks[rows, j] - ranks[rows, i])
            lead = sign * (points[rows, i] - points[rows, j])
            better = None if worth is None else sign[:, None] * (worth[rows, i] - worth[rows, j])
            pair = np.minimum(a, b) * len(self._names) + np.maximum(a, b)
            self._pairs.take(pair, cluster[rows], ended, lead, hands[rows], better)

    def _worth(self, holdings: Holdings, games: Columns, hands: Ints) -> Floats:
        """What the cards of each side were worth, by game, side and way of counting."""
        tables = [() if self._shared else tuple(self._names[one] for one in sorted({*seats})) for seats in games.seats.tolist()]
        found = map(holdings.worth, games.board.tolist(), tables, hands.tolist())
        return np.transpose(np.array(list(found), np.float64), (0, 2, 1))

    def _rate_duplicates(self, games: Columns, ranks: Ints, points: Ints, cluster: Ints) -> None:
        columns = (games.seats, ranks, points)
        rows = list(zip(*(list(map(tuple, column.tolist())) for column in columns), cluster.tolist(), strict=True))
        for start, end in pairwise([*games.duplicates().tolist(), games.size]):
            self._rate_duplicate(rows[start:end])

    def _rate_duplicate(self, legs: Sequence[tuple[tuple[int, ...], Ranks, tuple[int, ...], int]]) -> None:
        """Enters one result for all legs in which the same teams met: who finished better over them, and if level, who made more points."""
        met: dict[frozenset[tuple[int, ...]], tuple[tuple[int, ...], dict[tuple[int, ...], tuple[int, int]]]] = {}
        for seats, ranks, points, _ in legs:
            teams = [tuple(sorted(team)) for team in self.log.teams(seats)]
            _, sums = met.setdefault(frozenset(teams), (seats, {}))
            for team, rank, own in zip(teams, ranks, points, strict=True):
                places, lost = sums.get(team, (0, 0))
                sums[team] = (places + rank, lost - own)
        for seats, sums in met.values():
            order = sorted(set(sums.values()))
            self.rated.add(seats, tuple(order.index(sums[tuple(sorted(team))]) for team in self.log.teams(seats)), legs[0][-1])


def finishing_orders(games: Columns) -> Ints:
    """By game and side its rank, 0 for the best: the winner first, the others by score, forfeiting sides last; equal scores tie."""
    winner, sides = games.winner[:, None], np.arange(games.scores.shape[1])
    if len(sides) == 2:
        return np.asarray((winner != NOBODY) & (winner != sides), np.int64)
    # In one number, since scores are small: whoever has the least comes first.
    place = ((winner != sides).astype(np.int64) << 60) + (games.forfeits.astype(np.int64) << 59) - games.scores
    order = np.argsort(place, axis=1, kind="stable")
    places = np.take_along_axis(place, order, 1)
    ranks = np.zeros(places.shape, np.int64)
    np.put_along_axis(ranks, order, np.cumsum(np.diff(places, axis=1, prepend=places[:, :1]) > 0, axis=1), 1)
    return ranks
