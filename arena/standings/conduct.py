"""What bots did wrong, counted, and whether that makes a run suspect; knows neither ratings nor how anything is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from arena.tournament.columns import Columns


class FaultCount(Struct, frozen=True, kw_only=True):
    """How often one entrant had one kind of fault in one phase."""

    bot: str
    kind: str
    phase: str
    count: int


class Conduct:
    """Faults over the games of one rule set, whose entrants are numbered in the order of ``names``."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._faults: Counter[tuple[str, str, str]] = Counter()
        self._spoiled: Counter[str] = Counter()
        self._games = np.zeros(len(names), np.int64)
        self._both_late = self._all = 0

    def take(self, games: Columns) -> None:
        """Count ``games``."""
        self._all += games.size
        seats = np.sort(games.seats, axis=1)
        self._games += np.bincount(seats[np.diff(seats, axis=1, prepend=-1) > 0], minlength=len(self._names))
        for faults in games.faults[games.faults.astype(bool)]:
            self._faults.update((fault.entrant, fault.kind, fault.phase) for fault in faults)
            self._spoiled.update({fault.entrant for fault in faults})
            self._both_late += len({fault.entrant for fault in faults if fault.kind in ("late", "overtime")}) > 1

    def by_entrant(self) -> list[int]:
        """The number of faults of each entrant."""
        found: Counter[str] = Counter()
        for (bot, _, _), count in self._faults.items():
            found[bot] += count
        return [found[name] for name in self._names]

    def counts(self) -> tuple[FaultCount, ...]:
        """Every kind of fault of every entrant, by name, kind and phase."""
        return tuple(FaultCount(bot=bot, kind=kind, phase=phase, count=count) for (bot, kind, phase), count in sorted(self._faults.items()))

    def suspicions(self, most: float) -> Iterator[str]:
        """Why the results are suspect, a sentence each: where the share of games with faults is above ``most``."""
        for bot, games in zip(self._names, self._games.tolist(), strict=True):
            if self._spoiled[bot] > most * games:
                yield f"{bot} had faults in {self._spoiled[bot]:,} of {games:,} games"
        if self._both_late > most * self._all:
            yield f"more than one entrant was late in {self._both_late:,} of {self._all:,} games; was the machine overloaded?"
