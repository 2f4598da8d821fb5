"""A knockout: a seeded bracket of series, each played until it is decided; knows no cards and no ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, log2
from typing import NamedTuple

from arena.seeds import child_seed
from arena.tournament.meetings import NOTHING, Meeting, meetings
from arena.tournament.spec import MatchKey, MatchResult, MatchSpec, TournamentSpec
from arena.tournament.tables import Block, blocks, by_name, legs, match_of

EXTRA_BLOCKS = 8
"""How often a tied series is prolonged by a block of boards before the better seed goes through."""

Pair = tuple[str, str]


class Series(NamedTuple):
    """Two entrants in a round with the boards they are known to play; ``won`` counts a game two, ``winner`` is None while it is open."""

    better: str
    worse: str
    blocks: tuple[Block, ...]
    won: tuple[int, int] = (0, 0)
    winner: str | None = None


def matches(spec: TournamentSpec) -> int:
    """The number of matches under one rule set if no series has to be prolonged."""
    return (len(spec.entrants) - 1) * len(list(blocks(spec)))


def seeded(spec: TournamentSpec) -> list[str]:
    """The entrants from the first seed down: as the file lists them, or drawn."""
    names = list(by_name(spec))
    if spec.seeding == "random":
        return sorted(names, key=lambda name: child_seed(spec.seed, "seeding", name))
    return [name for name in spec.seeding if name in names] + [name for name in names if name not in spec.seeding]


def next_specs(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[MatchSpec]:
    """The matches of every series that is known by now, round by round, rule set after rule set."""
    so_far, bots, seatings = meetings(spec, results), by_name(spec), legs(2, spec.match.seating)
    for index in range(len(spec.rules)):
        for round_ in bracket(spec, index, so_far):
            known = [(block, _table(series)) for series in round_ for block in series.blocks]
            for block, (a, b) in sorted(known):
                yield match_of(spec, index, (bots[a], bots[b]), block, seatings)


def remarks(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[str]:
    """A sentence a rule set: who won the final against whom, or that it is open."""
    so_far = meetings(spec, results)
    for index, rules in enumerate(spec.rules):
        played = list(bracket(spec, index, so_far))
        final = played[-1][0]
        if len(played) < ceil(log2(len(spec.entrants))) or final.winner is None:
            yield f"{rules.name}: the knockout is not decided yet."
            continue
        first = final.winner == final.better
        loser, won = (final.worse, final.won) if first else (final.better, final.won[::-1])
        how = " (level; points or seeding decide)" if won[0] == won[1] else ""
        yield f"{rules.name}: {final.winner} wins the knockout; the final against {loser}: {won[0] / 2:g} to {won[1] / 2:g} games{how}."


def bracket(spec: TournamentSpec, index: int, so_far: dict[MatchKey, Meeting]) -> Iterator[list[Series]]:
    """The series of each round up to the first that is not decided. Byes, all in the first round, go to the best seeds."""
    seeds = seeded(spec)
    rank = {name: number for number, name in enumerate(seeds)}
    alive = [seeds[number] if number < len(seeds) else None for number in _lines(len(seeds))]
    while len(alive) > 1:
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        series = {pair: _series(spec, index, _by_rank(pair, rank), so_far) for pair in pairs if None not in pair}
        yield list(series.values())
        if any(one.winner is None for one in series.values()):
            return
        alive = [series[pair].winner if pair in series else pair[0] or pair[1] for pair in pairs]


def _lines(entrants: int) -> list[int]:
    """Seeds (from 0) line by line of a bracket: the first two can meet only in the final, the first four only among the last four."""
    lines = [0]
    while len(lines) < entrants:
        lines = [seed for line in lines for seed in (line, 2 * len(lines) - 1 - line)]
    return lines


def _by_rank(pair: tuple[str | None, str | None], rank: dict[str, int]) -> Pair:
    better, worse = sorted((name for name in pair if name is not None), key=rank.__getitem__)
    return better, worse


def _series(spec: TournamentSpec, index: int, pair: Pair, so_far: dict[MatchKey, Meeting]) -> Series:
    """More games won decides, then more points; level in both, a block of further boards is played, and another; then the better seed."""
    better, worse = pair
    known = tuple(blocks(spec))
    for extra in range(EXTRA_BLOCKS + 1):
        played = [so_far.get(MatchKey(index, block.first, _names(pair))) for block in known]
        if None in played:
            return Series(better, worse, known)
        total = sum((meeting for meeting in played if meeting is not None), NOTHING)
        won, points = (total.won, total.points) if better < worse else (total.won[::-1], total.points[::-1])
        ahead, behind = (won[0], points[0]), (won[1], points[1])
        if ahead != behind or extra == EXTRA_BLOCKS:
            return Series(better, worse, known, (won[0], won[1]), better if ahead >= behind else worse)
        last = spec.match.boards + extra * spec.match.block
        known += (Block(last + 1, spec.match.block),)
    raise AssertionError


def _table(series: Series) -> Pair:
    return _names((series.better, series.worse))


def _names(pair: Pair) -> Pair:
    return min(pair), max(pair)
