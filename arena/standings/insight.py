"""What games and recorded hands show beyond a table: how results spread, which boards cost most, how entrants bid, where points come from.

It knows cards by their points alone, and not how anything is shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from arena.standings.table import Standings, left, standings_of_run
from arena.standings.tally import finishing_order
from arena.tournament.spec import Fault, GameResult
from arena.tournament.store import Store

BINS = 4
"""Points per hand are counted in bins of a quarter of a point."""
# Seatings come round again with every board; beyond this many they are worked out anew.
_SEATINGS = 1 << 15
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
    """All of it for one rule set, whose sides have the seats ``sides``. Games come first, in canonical order, then hands."""

    def __init__(self, names: Sequence[str], sides: tuple[tuple[int, ...], ...]) -> None:
        self.sides = sides
        self.spread: dict[str, Counter[int]] = {name: Counter() for name in names}
        self.conduct: dict[str, Conduct] = {name: Conduct() for name in names}
        self.dear: dict[tuple[str, tuple[str, ...]], DearBoard] = {}
        self.faults: dict[tuple[str, str, str], FaultGroup] = {}
        self._uncounted: set[tuple[int, tuple[str, ...], int]] = set()
        self._side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
        self._sides_of = lru_cache(_SEATINGS)(self._seated)

    def passing(self, games: Iterable[GameResult]) -> Iterator[GameResult]:
        """``games`` as they come, looked at on their way, board by board."""
        table_of = lru_cache(_SEATINGS)(lambda seats: tuple(sorted(set(seats))))
        for (board, table), legs in groupby(games, key=lambda game: (game.board, table_of(game.seats))):
            together = tuple(legs)
            self._take_board(board, table, together)
            yield from together

    def take_hands(self, board: int, table: tuple[str, ...], leg: int, hands: Iterable[HandFacts]) -> None:
        """Count the hands of one game; those of games that do not count are passed over."""
        if (board, table, leg) not in self._uncounted:
            for hand in hands:
                self._take_auction(hand)
                if hand.pitcher is not None or any(hand.deltas):  # nothing but a fine comes of a hand nobody bid on
                    self._take_points(hand)

    def _take_board(self, board: int, table: tuple[str, ...], legs: tuple[GameResult, ...]) -> None:
        void = any(game.outcome == "void" for game in legs)
        for game in legs:
            if void or game.forfeits:
                self._uncounted.add((board, table, game.leg))
            for fault in game.faults:
                self._take_fault(fault, game, table)
        if void:
            return
        nets: dict[str, float] = {}
        hands = 0
        for game in legs:
            hands += game.hands
            net = _net(game.points)
            for name, side in self._sides_of(game.seats):
                nets[name] = nets.get(name, 0) + net[side]
        for entrant, points in nets.items():
            if hands:
                self.spread[entrant][round(BINS * points / hands)] += 1
            known = self.dear.get((entrant, table))
            if points < (known.points if known else 0):
                self.dear[entrant, table] = DearBoard(entrant, table, board, points, tuple(self._lived(entrant, legs)))

    def _seated(self, seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """The entrants of a table with their sides, each once however many of its seats it fills."""
        return tuple(dict.fromkeys((seats[seat], side) for side, members in enumerate(self.sides) for seat in members))

    def _lived(self, entrant: str, legs: Iterable[GameResult]) -> Iterator[Leg]:
        for game in legs:
            side = dict(self._sides_of(game.seats))[entrant]
            rank = finishing_order(game)[side]
            yield Leg(game.leg, _net(game.points)[side], game.hands, "lost" if rank else "drawn" if game.winner is None else "won")

    def _take_fault(self, fault: Fault, game: GameResult, table: tuple[str, ...]) -> None:
        key = (fault.entrant, fault.kind, fault.phase)
        known = self.faults.get(key)
        self.faults[key] = known._replace(times=known.times + 1) if known else FaultGroup(*key, 1, fault, game.board, game.leg, table)

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

    def _take_points(self, hand: HandFacts) -> None:
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
        onlooker=lambda number, games: insights[number].passing(games),
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
