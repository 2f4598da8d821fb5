"""Who leads while a tournament is played, by the plain share of games won, and how many faults there were; rates nobody."""

from __future__ import annotations

from collections import Counter

from arena.tournament.spec import MatchResult, TournamentSpec
from arena.tournament.store import Store


class Running:
    """The state of play: what ``store`` holds when it is made, and every match added since. Void games count for nobody."""

    def __init__(self, spec: TournamentSpec, store: Store) -> None:
        self._sides = [rules.table.sides for rules in spec.rules]
        self._won: Counter[str] = Counter()
        self._games: Counter[str] = Counter()
        self.faults = store.count_faults()
        for rules, seats, winner, count in store.wins():
            self._take(rules, seats, winner, count)

    def add(self, result: MatchResult) -> None:
        """Counts a further match."""
        for game in result.games:
            self.faults += len(game.faults)
            if game.outcome != "void":
                self._take(result.key.rules, game.seats, game.winner, 1)

    def leader(self) -> tuple[str, float] | None:
        """Who has the greatest share of its games, a draw half a win; the first by name among equals. None before the first game."""
        shares = {name: self._won[name] / (2 * games) for name, games in self._games.items()}
        best = min(shares, key=lambda name: (-shares[name], name), default=None)
        return None if best is None else (best, shares[best])

    def _take(self, rules: int, seats: tuple[str, ...], winner: int | None, count: int) -> None:
        for side, members in enumerate(self._sides[rules]):
            for name in {seats[seat] for seat in members}:
                self._games[name] += count
                self._won[name] += count * (1 if winner is None else 2 * (winner == side))
