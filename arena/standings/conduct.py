"""What bots did wrong, counted, and whether that makes a run suspect; knows neither ratings nor how anything is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from arena.tournament.spec import GameResult


class FaultCount(Struct, frozen=True, kw_only=True):
    """How often one entrant had one kind of fault in one phase."""

    bot: str
    kind: str
    phase: str
    count: int


class Conduct:
    """Faults over the games of one rule set."""

    def __init__(self) -> None:
        self._faults: Counter[tuple[str, str, str]] = Counter()
        self._games: Counter[str] = Counter()
        self._spoiled: Counter[str] = Counter()
        self._both_late = self._all = 0

    def take(self, game: GameResult) -> None:
        """Count one game."""
        self._all += 1
        self._games.update(set(game.seats))
        if not game.faults:
            return
        self._faults.update((fault.entrant, fault.kind, fault.phase) for fault in game.faults)
        self._spoiled.update({fault.entrant for fault in game.faults})
        self._both_late += len({fault.entrant for fault in game.faults if fault.kind in ("late", "overtime")}) > 1

    def counts(self) -> tuple[FaultCount, ...]:
        """Every kind of fault of every entrant, by name, kind and phase."""
        return tuple(FaultCount(bot=bot, kind=kind, phase=phase, count=count) for (bot, kind, phase), count in sorted(self._faults.items()))

    def suspicions(self, most: float) -> Iterator[str]:
        """Why the results are suspect, a sentence each: where the share of games with faults is above ``most``."""
        for bot, spoiled in sorted(self._spoiled.items()):
            if spoiled > most * self._games[bot]:
                yield f"{bot} had faults in {spoiled:,} of {self._games[bot]:,} games"
        if self._both_late > most * self._all:
            yield f"more than one entrant was late in {self._both_late:,} of {self._all:,} games; was the machine overloaded?"
