"""An even choice among more tables than can be played; knows entrants as numbers and a seed, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb, gcd

from arena.seeds import Seed, child_seed

Tables = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def even_tables(entrants: int, size: int, wanted: int, root: Seed, *, all_pairs: bool = False) -> Tables:
    """At least ``wanted`` different tables of ``size`` out of entrants 0..``entrants`` - 1, in ascending order.

    Everyone sits at equally many tables and meets the others as evenly as can be; who is drawn follows from ``root``. With ``all_pairs``
    tables are added until every two have met. All there are, if they are not more than that.
    """
    together = entrants // gcd(entrants, size)  # so many tables, or a multiple, seat everyone equally often
    tables = -(-wanted // together) * together
    if tables >= comb(entrants, size):
        return tuple(combinations(range(entrants), size))
    draw = _Draw(entrants, size, root)
    while len(draw.found) < tables or not draw.even or (all_pairs and draw.unmet):
        draw.one_more()
    return tuple(sorted(draw.found))


class _Draw:
    """Tables found one by one: those who have sat least come first, among them those who have met the others at the table least."""

    def __init__(self, entrants: int, size: int, root: Seed) -> None:
        self.found: set[tuple[int, ...]] = set()
        self.unmet = comb(entrants, 2)
        self._size, self._root = size, root
        self._sat = [0] * entrants
        self._met: list[dict[int, int]] = [{} for _ in range(entrants)]
        self._lot: list[int] = []

    @property
    def even(self) -> bool:
        """Whether everyone has sat equally often."""
        return max(self._sat) == min(self._sat)

    def one_more(self) -> None:
        """Finds a further table; there must be one."""
        everyone = range(len(self._sat))
        if len(self.found) * self._size % len(self._sat) < self._size:  # everyone has sat once more: lots are drawn again
            self._lot = [child_seed(self._root, "tables", len(self.found), entrant) for entrant in everyone]
        table = self._chosen()
        if table in self.found:  # everybody met before: the first that have not, by how long they have waited
            waiting = sorted(everyone, key=lambda entrant: (self._sat[entrant], self._lot[entrant]))
            table = next(other for other in map(_ordered, combinations(waiting, self._size)) if other not in self.found)
        self._take(table)

    def _chosen(self) -> tuple[int, ...]:
        meetings = dict.fromkeys(range(len(self._sat)), 0)
        table: list[int] = []
        while len(table) < self._size:
            one = min(meetings, key=self._wait(meetings))
            if len(table) == self._size - 1 and _ordered((*table, one)) in self.found:
                order = sorted(meetings, key=self._wait(meetings))
                one = next((other for other in order if _ordered((*table, other)) not in self.found), one)
            table.append(one)
            del meetings[one]
            for other, times in self._met[one].items():
                if other in meetings:
                    meetings[other] += times
        return _ordered(table)

    def _wait(self, meetings: dict[int, int]) -> Callable[[int], tuple[int, int, int]]:
        return lambda entrant: (self._sat[entrant], meetings[entrant], self._lot[entrant])

    def _take(self, table: tuple[int, ...]) -> None:
        self.found.add(table)
        for one in table:
            self._sat[one] += 1
        for one, other in _both_ways(table):
            times = self._met[one].get(other, 0)
            self.unmet -= times == 0 and one < other
            self._met[one][other] = times + 1


def _ordered(table: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(table))


def _both_ways(table: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for one, other in combinations(table, 2):
        yield one, other
        yield other, one
