"""Who sits where: the blocks of boards, the legs of a table and the matches made of them; knows no formats and no results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from arena.seats.bot import BotSpec
from arena.seats.places import where_of
from arena.tournament.spec import MatchSpec, TournamentSpec

Legs = tuple[tuple[int, ...], ...]


class Block(NamedTuple):
    """Consecutive boards that are played as one match."""

    first: int
    boards: int


def blocks(spec: TournamentSpec, last: int | None = None, after: int = 0) -> Iterator[Block]:
    """The boards from ``after`` + 1 to ``last`` (by default those every table plays) in blocks of ``match.block``."""
    last = spec.match.boards if last is None else last
    for first in range(after + 1, last + 1, spec.match.block):
        yield Block(first, min(spec.match.block, last + 1 - first))


def legs(sides: int, seating: str) -> Legs:
    """The seatings of a table: for each leg, the place at the table (0..sides-1) of the entrant on each side, the unturned one first."""
    if seating == "all":
        return tuple(permutations(range(sides)))
    return tuple(tuple((side + turn) % sides for side in range(sides)) for turn in range(sides))


def mixed_legs(sides: Sequence[Sequence[int]], seating: str) -> Legs:
    """The seatings of a table at which every entrant partners every other: for each leg, the place at the table of who sits in each seat.

    Every way of forming sides is played with every side in every place and every partner in every seat of it, so that over the legs
    each entrant holds the cards of each seat equally often. ``sides`` are of one size.
    """
    players, size = sum(map(len, sides)), len(sides[0])
    if seating == "all":
        return tuple(permutations(range(players)))
    found = []
    for partners in _partnerings(tuple(range(players)), size):
        for turn in range(len(sides)):
            for shift in range(size):
                seats = [0] * players
                for side, members in enumerate(sides):
                    for place, seat in enumerate(members):
                        seats[seat] = partners[(side + turn) % len(sides)][(place + shift) % size]
                found.append(tuple(seats))
    return tuple(found)


def match_of(spec: TournamentSpec, rules: int, table: tuple[BotSpec, ...], block: Block, seatings: Legs) -> MatchSpec:
    """The match of ``table`` (sorted by name) over ``block`` under the rule set of that index."""
    return MatchSpec(
        rules_index=rules,
        rules=spec.rules[rules],
        seed=spec.seed,
        table=table,
        first_board=block.first,
        boards=block.boards,
        legs=seatings,
        match=spec.match,
        limits=spec.limits,
        faults=spec.faults,
        record=spec.record,
        isolation=tuple(where_of(bot, spec.isolation) for bot in table),
        logs=spec.logs,
    )


def by_name(spec: TournamentSpec) -> dict[str, BotSpec]:
    """The entrants by their names, in alphabetical order."""
    return {bot.name: bot for bot in sorted(spec.entrants, key=lambda bot: bot.name)}


def _partnerings(left: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not left:
        yield ()
        return
    for others in combinations(left[1:], size - 1):
        side = (left[0], *others)
        for rest in _partnerings(tuple(one for one in left if one not in side), size):
            yield (side, *rest)
