"""What games and recorded hands show beyond a table: how results spread, which boards cost most, how entrants bid, where points come from.

It knows cards by their points alone, and not how anything is shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from arena.standings.table import Standings, left, standings_of_run
from arena.standings.tally import finishing_orders, seated
from arena.tournament.columns import NOBODY, Bools, Columns, Floats, Ints
from arena.tournament.spec import Fault
from arena.tournament.store import Store

BINS = 4
"""Points per hand are counted in bins of a quarter of a point."""
SETS, OTHER = "sets", "other"


class Leg(NamedTuple):
    """One leg of a board as one entrant lived it: its points minus the mean of the others', and how the game ended for it."""

    leg: int
    points: float
    hands: int
    ended: Literal["won", "lost", "drawn"]


class DearBoard(NamedTuple):
    """A board that cost an entrant points against the others at the table, all legs together; cards even out between the legs."""

    entrant: str
    table: tuple[str, ...]
    board: int
    points: float
    legs: tuple[Leg, ...]


class FaultGroup(NamedTuple):
    """Faults of one kind in one phase by one entrant, with the first of them and where that was."""

    entrant: str
    kind: str
    phase: str
    times: int
    first: Fault
    board: int
    leg: int
    table: tuple[str, ...]


@dataclass(slots=True)
class BidTally:
    """What became of one number in the auctions of one entrant: how often it was said, played, made, and what the hands gave (net)."""

    said: int = 0
    played: int = 0
    made: int = 0
    points: float = 0.0


class HandFacts(Struct, frozen=True):
    """The part of a hand record that is counted."""

    seats: tuple[str, ...]
    auction: tuple[tuple[int, int | str], ...]
    pitcher: int | None
    bid: int | None
    made: bool | None
    points: tuple[dict[str, Any], ...]
    deltas: tuple[int, ...]


@dataclass(slots=True)
class Conduct:
    """What one entrant's recorded hands add up to: auctions by bid (0 is a pass), points by source (net, a sum), and hands."""

    auctions: int = 0
    bids: defaultdict[int, BidTally] = field(default_factory=lambda: defaultdict(BidTally))
    sources: Counter[str] = field(default_factory=Counter)
    hands: int = 0


class Insight:
    """All of it for one rule set, whose sides have the seats ``sides``. Games come first, in canonical order, then hands.

    Entrants are numbered in the order of ``names``.
    """

    def __init__(self, names: Sequence[str], sides: tuple[tuple[int, ...], ...]) -> None:
        self.sides = sides
        self.spread: dict[str, Counter[int]] = {name: Counter() for name in names}
        self.conduct: dict[str, Conduct] = {name: Conduct() for name in names}
        self.dear: dict[tuple[str, tuple[str, ...]], DearBoard] = {}
        self.faults: dict[tuple[str, str, str], FaultGroup] = {}
        self._names = names
        self._dearest: dict[int, float] = {}
        self._uncounted: set[tuple[int, tuple[str, ...], int]] = set()
        self._side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}

    def take_games(self, games: Columns) -> None:
        """Look at ``games``, all legs of whatever duplicates there are among them."""
        starts = games.duplicates()
        bounds = np.append(starts, games.size)
        duplicate = np.repeat(np.arange(len(starts)), np.diff(bounds))
        void = (np.add.reduceat(games.void, starts, dtype=np.int64) > 0)[duplicate]
        for row in np.flatnonzero(void | games.forfeits.any(axis=1)).tolist():
            self._uncounted.add((int(games.board[row]), self._table(games, row), int(games.leg[row])))
        for row in np.flatnonzero(games.faults.astype(bool)).tolist():
            for fault in games.faults[row]:
                self._take_fault(fault, int(games.board[row]), int(games.leg[row]), self._table(games, row))
        if not void.all():
            self._take_points(games, duplicate, bounds, ~void)

    def take_hands(self, board: int, table: tuple[str, ...], leg: int, hands: Iterable[HandFacts]) -> None:
        """Count the hands of one game; those of games that do not count are passed over."""
        if (board, table, leg) not in self._uncounted:
            for hand in hands:
                self._take_auction(hand)
                if hand.pitcher is not None or any(hand.deltas):  # nothing but a fine comes of a hand nobody bid on
                    self._take_sources(hand)

    def _table(self, games: Columns, row: int) -> tuple[str, ...]:
        return tuple(self._names[entrant] for entrant in sorted(set(games.seats[row].tolist())))

    def _take_points(self, games: Columns, duplicate: Ints, bounds: Ints, counts: Bools) -> None:
        """Enter what each entrant made of each duplicate, all legs together."""
        places, net = seated(games.seats, self.sides), _nets(games.points)
        row, place = np.nonzero(places.first & counts[:, None])
        size = len(self._names)
        keys, at = np.unique(duplicate[row] * size + places.entrants[row, place], return_inverse=True)
        points = np.bincount(at, net[row, places.sides[place]])
        board, entrant = np.divmod(keys, size)
        hands = np.add.reduceat(games.hands, bounds[:-1])[board]
        self._take_spread(entrant[hands > 0], np.rint(BINS * points[hands > 0] / hands[hands > 0]).astype(np.int64))
        # The dearest board of each entrant at each table, of boards equally dear the first.
        owner = games.table[bounds[board]] * size + entrant
        order = np.lexsort((board, points, owner))
        dearest = order[np.diff(owner[order], prepend=-1) != 0]
        for one in dearest[points[dearest] < 0].tolist():
            key, lost = int(owner[one]), float(points[one])
            if lost < self._dearest.get(key, 0):
                self._dearest[key] = lost
                self._take_dear(int(entrant[one]), lost, games.where(slice(*bounds[board[one] :][:2])))

    def _take_spread(self, entrant: Ints, bins: Ints) -> None:
        for (number, size), times in zip(*_counted(np.column_stack([entrant, bins])), strict=True):
            self.spread[self._names[number]][size] += times

    def _take_dear(self, entrant: int, points: float, legs: Columns) -> None:
        name, table = self._names[entrant], self._table(legs, 0)
        self.dear[name, table] = DearBoard(name, table, int(legs.board[0]), points, tuple(self._lived(entrant, legs)))

    def _lived(self, entrant: int, legs: Columns) -> Iterator[Leg]:
        ranks, nets = finishing_orders(legs).tolist(), _nets(legs.points).tolist()
        for number, (leg, seats, hands, winner) in enumerate(
            zip(legs.leg.tolist(), legs.seats.tolist(), legs.hands.tolist(), legs.winner.tolist(), strict=True)
        ):
            side = self._side_of[seats.index(entrant)]
            ended: Literal["won", "lost", "drawn"] = "lost" if ranks[number][side] else "drawn" if winner == NOBODY else "won"
            yield Leg(leg, nets[number][side], hands, ended)

    def _take_fault(self, fault: Fault, board: int, leg: int, table: tuple[str, ...]) -> None:
        key = (fault.entrant, fault.kind, fault.phase)
        known = self.faults.get(key)
        self.faults[key] = known._replace(times=known.times + 1) if known else FaultGroup(*key, 1, fault, board, leg, table)

    def _take_auction(self, hand: HandFacts) -> None:
        for seat, bid in hand.auction:
            own = self.conduct[hand.seats[seat]]
            own.auctions += 1
            own.bids[0 if bid == "pass" else int(bid)].said += 1
        if hand.pitcher is None or hand.bid is None:
            return
        bid_tally = self.conduct[hand.seats[hand.pitcher]].bids[hand.bid]
        bid_tally.played += 1
        bid_tally.made += hand.made is True
        bid_tally.points += _net(hand.deltas)[self._side_of[hand.pitcher]]

    def _take_sources(self, hand: HandFacts) -> None:
        pitching = None if hand.pitcher is None else self._side_of[hand.pitcher]
        gained: dict[str, list[int]] = {}
        left = list(hand.deltas)
        kept = [not (side == pitching and not hand.made) for side in range(len(left))]
        for award in hand.points:
            if kept[award["side"]] and left[award["side"]]:
                gained.setdefault(award["id"], [0] * len(left))[award["side"]] += award["value"]
                left[award["side"]] -= award["value"]
        if pitching is not None and not kept[pitching]:
            gained[SETS] = [delta if side == pitching else 0 for side, delta in enumerate(hand.deltas)]
            left[pitching] = 0
        if any(left):
            gained[OTHER] = left
        for side, seats in enumerate(self.sides):
            for name in {hand.seats[seat] for seat in seats}:
                conduct = self.conduct[name]
                conduct.hands += 1
                for source, by_side in gained.items():
                    conduct.sources[source] += _net(by_side)[side]  # type: ignore[assignment]


def insight_of_run(
    store: Store, *, luck: bool = False, reference: Store | None = None, withdraw: Collection[str] = ()
) -> tuple[Standings, tuple[Insight, ...]]:
    """The standings after the matches in ``store`` and, by rule set, all of the above, from one reading of its games and one of its hands.

    ``luck`` and ``reference`` are as in ``standings_of_run``. Entrants to ``withdraw`` and their games are left out.
    Raises StoreError when it cannot be read, ArenaError when nobody is called that
    or fewer than two are left.
    """
    spec, gone = left(store.spec, withdraw), set(withdraw)
    names = sorted(bot.name for bot in spec.entrants)
    insights = tuple(Insight(names, rules.table.sides) for rules in spec.rules)
    found = standings_of_run(
        store,
        luck=luck,
        reference=reference,
        withdraw=withdraw,
        onlooker=lambda number, games: insights[number].take_games(games),
    )
    if spec.record == "hands":
        for number, insight in enumerate(insights):
            for place, hands in store.recorded(number, HandFacts):
                if gone.isdisjoint(place.table):
                    insight.take_hands(place.board, place.table, place.leg, hands)
    return found, insights


def _net(by_side: Sequence[int]) -> list[float]:
    """Each side's number minus the mean of the others'."""
    if len(by_side) == 2:
        lead = by_side[0] - by_side[1]
        return [lead, -lead]
    total, others = sum(by_side), len(by_side) - 1
    return [own - (total - own) / others for own in by_side]


def _nets(points: Ints) -> Floats:
    """The same by game."""
    return np.asarray(points - (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1), np.float64)


def _counted(rows: Ints) -> tuple[list[list[int]], list[int]]:
    """The different rows and how often each is there."""
    found, times = np.unique(rows, axis=0, return_counts=True)
    return found.tolist(), times.tolist()
