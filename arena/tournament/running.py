"""Who leads while a tournament is played, by the plain share of games won, and how many faults there were; rates nobody."""

from __future__ import annotations

from collections import defaultdict

from arena.tournament.spec import MatchResult, TournamentSpec
from arena.tournament.store import Store


class Running:
    """The state of play: what ``store`` holds when it is made, and every match added since. Void games count for nobody."""

    def __init__(self, spec: TournamentSpec, store: Store) -> None:
        alike = spec.format != "mixed-pairs"  # partners are one entrant then, and the first seat of a side says which
        self._sides = [[members[:1] if alike else members for members in rules.table.sides] for rules in spec.rules]
        self._tallies: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])  # games, and halves of wins; a million pass through here
        self.faults = store.count_faults()
        for ended in store.wins():
            self._take(*ended)

    def add(self, result: MatchResult) -> None:
        """Counts a further match."""
        for game in result.games:
            self.faults += len(game.faults)
            if game.outcome != "void":
                self._take(result.key.rules, game.seats, game.winner)

    def leader(self) -> tuple[str, float] | None:
        """Who has the greatest share of its games, a draw half a win; the first by name among equals. None before the first game."""
        shares = {name: halves / (2 * games) for name, (games, halves) in self._tallies.items()}
        best = min(shares, key=lambda name: (-shares[name], name), default=None)
        return None if best is None else (best, shares[best])

    def _take(self, rules: int, seats: tuple[str, ...], winner: int | None) -> None:
        tallies = self._tallies
        for side, members in enumerate(self._sides[rules]):
            for seat in members:
                tally = tallies[seats[seat]]
                tally[0] += 1
                tally[1] += 1 if winner is None else 2 * (winner == side)
