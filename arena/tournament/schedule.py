"""Which matches a tournament consists of: a lazy stream in canonical order; knows nothing of playing, storing or what is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import comb, factorial

from arena.errors import ArenaError
from arena.seats.places import where_of
from arena.tournament.spec import MatchResult, MatchSpec, TournamentSpec


def next_specs(spec: TournamentSpec, results_so_far: Iterable[MatchResult] = ()) -> Iterator[MatchSpec]:  # noqa: ARG001
    """The matches that can be played now, in key order: rule set, first board, table; round-robin needs no results.

    Every combination of entrants is a table, and every table plays every board in all its legs. Raises ArenaError at once when
    there are fewer entrants than a table has sides.
    """
    check(spec)
    return _round_robin(spec)


def check(spec: TournamentSpec) -> None:
    """Raises ArenaError, naming the rule set, when there are fewer entrants than a table has sides."""
    for rules in spec.rules:
        sides = len(rules.table.sides)
        if len(spec.entrants) < sides:
            entrants = f"at least {sides} entrants, one for each side of a table"
            raise ArenaError(f"{rules.name} needs {entrants}; {spec.name} has {len(spec.entrants)}")


def size(spec: TournamentSpec) -> int:
    """The number of matches in the whole tournament, counted without listing them."""
    blocks = -(-spec.match.boards // spec.match.block)
    return sum(blocks * comb(len(spec.entrants), len(rules.table.sides)) for rules in spec.rules)


def games(spec: TournamentSpec) -> int:
    """The number of games in the whole tournament: boards x tables x legs, over all rule sets."""
    sides = [len(rules.table.sides) for rules in spec.rules]
    return sum(spec.match.boards * comb(len(spec.entrants), n) * (n if spec.match.seating == "rotations" else factorial(n)) for n in sides)


def legs(sides: int, seating: str) -> tuple[tuple[int, ...], ...]:
    """The seatings of a table: for each leg, the place at the table (0..sides-1) of the entrant on each side, the unturned one first."""
    if seating == "all":
        return tuple(permutations(range(sides)))
    return tuple(tuple((side + turn) % sides for side in range(sides)) for turn in range(sides))


def _round_robin(spec: TournamentSpec) -> Iterator[MatchSpec]:
    entrants = sorted(spec.entrants, key=lambda bot: bot.name)
    for index, rules in enumerate(spec.rules):
        sides = len(rules.table.sides)
        seatings = legs(sides, spec.match.seating)
        for first in range(1, spec.match.boards + 1, spec.match.block):
            boards = min(spec.match.block, spec.match.boards + 1 - first)
            for table in combinations(entrants, sides):
                yield MatchSpec(
                    rules_index=index,
                    rules=rules,
                    seed=spec.seed,
                    table=table,
                    first_board=first,
                    boards=boards,
                    legs=seatings,
                    match=spec.match,
                    limits=spec.limits,
                    faults=spec.faults,
                    record=spec.record,
                    isolation=tuple(where_of(bot, spec.isolation) for bot in table),
                    logs=spec.logs,
                )
