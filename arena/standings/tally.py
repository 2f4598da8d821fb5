"""One pass over the games of a rule set, counting what standings need; knows neither ratings nor how anything is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby, product
from typing import NamedTuple

from arena.standings.conduct import Conduct
from arena.standings.holdings import Holdings, Worth
from arena.standings.ratings import GameLog, Ranks, Teams
from arena.standings.statistics import ClusteredRatio
from arena.tournament.spec import GameResult

# Seatings come round again with every board; beyond this many they are worked out anew.
_SEATINGS = 1 << 15


@dataclass(slots=True)
class Tally:
    """What one entrant has done so far.

    ``points`` is its difference to the other sides, times their number, over hands; ``share`` its games won, draws half, over games;
    ``worth``, by cluster, by how much its cards were better than the other sides', in the same terms as the points.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0
    contracts: int = 0
    made: int = 0
    bids: int = 0
    faults: int = 0
    seconds: float = 0.0
    timed: int = 0
    points: ClusteredRatio = field(default_factory=ClusteredRatio)
    share: ClusteredRatio = field(default_factory=ClusteredRatio)
    worth: dict[int, list[float]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.losses + self.draws


@dataclass(slots=True)
class PairTally:
    """What two entrants have done against each other, from the first one's side; a win is finishing ahead of the other.

    ``points`` is the difference over hands, ``share`` the games won, draws half, over games, ``worth`` the difference in cards.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: ClusteredRatio = field(default_factory=ClusteredRatio)
    share: ClusteredRatio = field(default_factory=ClusteredRatio)
    worth: dict[int, list[float]] = field(default_factory=dict)


class Seating(NamedTuple):
    """One way of sitting at a table, with the tallies it touches: by seat, by side, and of each two opponents with their sides."""

    names: frozenset[str]
    seats: tuple[int, ...]
    by_seat: tuple[Tally, ...]
    by_side: tuple[tuple[Tally, ...], ...]
    opponents: tuple[tuple[int, int, PairTally], ...]


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
        self.entrants = [Tally() for _ in names]
        self.pairs: defaultdict[tuple[int, int], PairTally] = defaultdict(PairTally)
        self.log = GameLog(sides)
        self.rated = GameLog(sides) if duplicates else self.log
        self.hands = self.duplicates = self.void_boards = 0
        self.conduct = Conduct()
        self._numbers = {name: number for number, name in enumerate(names)}
        self._shared, self._count_pairs, self._holdings = shared, pairs, holdings
        self._seated = lru_cache(_SEATINGS)(self._seat)

    def take(self, games: Iterable[GameResult]) -> None:
        """Count ``games``, which come in canonical order: all legs of a table's board one after another."""
        seated = ((self._seated(game.seats), game) for game in games)
        for (board, _), legs in groupby(seated, key=lambda leg: (leg[1].board, leg[0].names)):
            self._take_duplicate(board, tuple(legs))

    def _seat(self, names: tuple[str, ...]) -> Seating:
        seats = tuple(self._numbers[name] for name in names)
        teams = self.log.teams(seats)
        return Seating(
            names=frozenset(names),
            seats=seats,
            by_seat=tuple(self.entrants[entrant] for entrant in seats),
            by_side=tuple(tuple(self.entrants[entrant] for entrant in team) for team in teams),
            opponents=tuple(self._opponents(teams)) if self._count_pairs else (),
        )

    def _opponents(self, teams: Teams) -> Iterator[tuple[int, int, PairTally]]:
        for i, j in combinations(range(len(teams)), 2):
            for one, other in product(teams[i], teams[j]):
                yield (i, j, self.pairs[one, other]) if one < other else (j, i, self.pairs[other, one])

    def _take_duplicate(self, board: int, legs: tuple[tuple[Seating, GameResult], ...]) -> None:
        self.duplicates += 1
        cluster = board if self._shared else self.duplicates
        for seating, game in legs:
            self._take_conduct(seating, game)
        # No leg counts without its twins: a void game takes the whole duplicate with it.
        if any(game.outcome == "void" for _, game in legs):
            self.void_boards += 1
            return
        for seating, game in legs:
            self._take_game(cluster, seating, game)
        if self.rated is not self.log:
            self._rate_duplicate(cluster, legs)

    def _rate_duplicate(self, cluster: int, legs: tuple[tuple[Seating, GameResult], ...]) -> None:
        """Enters one result for all legs in which the same teams met: who finished better over them, and if level, who made more points."""
        met: dict[frozenset[tuple[int, ...]], tuple[Seating, dict[tuple[int, ...], tuple[int, int]]]] = {}
        for seating, game in legs:
            teams = [tuple(sorted(team)) for team in self.log.teams(seating.seats)]
            points = (0,) * len(teams) if game.forfeits else game.points
            _, sums = met.setdefault(frozenset(teams), (seating, {}))
            for team, rank, own in zip(teams, finishing_order(game), points, strict=True):
                places, lost = sums.get(team, (0, 0))
                sums[team] = (places + rank, lost - own)
        for seating, sums in met.values():
            order = sorted(set(sums.values()))
            ranks = tuple(order.index(sums[tuple(sorted(team))]) for team in self.log.teams(seating.seats))
            self.rated.add(seating.seats, ranks, cluster)

    def _take_conduct(self, seating: Seating, game: GameResult) -> None:
        self.conduct.take(game)
        for fault in game.faults:
            self.entrants[self._numbers[fault.entrant]].faults += 1
        for tally, seconds, timed in zip(seating.by_seat, game.seconds, game.timed, strict=False):
            tally.seconds += seconds
            tally.timed += timed

    def _take_game(self, cluster: int, seating: Seating, game: GameResult) -> None:
        ranks, drawn = finishing_order(game), game.winner is None
        points, hands = ((0,) * len(ranks), 0) if game.forfeits else (game.points, game.hands)
        self.log.add(seating.seats, ranks, cluster)
        self.hands += hands
        for tally, contracts, made, bids in zip(seating.by_seat, game.contracts, game.made, game.bids, strict=True):
            tally.contracts += contracts
            tally.made += made
            tally.bids += bids
        total = sum(points)
        for tallies, rank, own in zip(seating.by_side, ranks, points, strict=True):
            for tally in tallies:
                _take_place(tally, rank, drawn=drawn)
                tally.share.add(cluster, 0 if rank else 2 - drawn, 2)
                tally.points.add(cluster, len(points) * own - total, hands)
        if self._holdings is not None and hands:
            self._take_luck(cluster, seating, self._holdings.worth(game.board, () if self._shared else tuple(sorted(seating.names)), hands))
        for a, b, pair in seating.opponents:
            _take_meeting(pair, ranks[a], ranks[b])
            pair.share.add(cluster, 1 + (ranks[a] < ranks[b]) - (ranks[a] > ranks[b]), 2)
            pair.points.add(cluster, points[a] - points[b], hands)

    def _take_luck(self, cluster: int, seating: Seating, worth: tuple[Worth, Worth]) -> None:
        for at, by_side in enumerate(worth):
            for tallies, own in zip(seating.by_side, by_side, strict=True):
                for tally in tallies:
                    tally.worth.setdefault(cluster, [0.0, 0.0])[at] += own
            for a, b, pair in seating.opponents:
                pair.worth.setdefault(cluster, [0.0, 0.0])[at] += by_side[a] - by_side[b]


def finishing_order(game: GameResult) -> Ranks:
    """The rank of each side, 0 for the best: the winner first, the others by score, forfeiting sides last; equal scores tie."""
    if len(game.scores) == 2:
        return (0, 0) if game.winner is None else (game.winner, 1 - game.winner)
    places = [(side != game.winner, side in game.forfeits, -score) for side, score in enumerate(game.scores)]
    order = sorted(set(places))
    return tuple(order.index(place) for place in places)


def _take_place(tally: Tally, rank: int, *, drawn: bool) -> None:
    if rank:
        tally.losses += 1
    elif drawn:
        tally.draws += 1
    else:
        tally.wins += 1


def _take_meeting(pair: PairTally, rank: int, other: int) -> None:
    if rank < other:
        pair.wins += 1
    elif rank > other:
        pair.losses += 1
    else:
        pair.draws += 1
