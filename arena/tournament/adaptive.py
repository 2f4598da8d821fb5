"""A round-robin that goes on where it is close: neighbours in the table meet again until they are separated; knows no cards, no ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import sqrt
from statistics import NormalDist

from arena.tournament.meetings import NOTHING, Meeting, meetings
from arena.tournament.spec import MatchKey, MatchResult, MatchSpec, TournamentSpec
from arena.tournament.tables import Block, blocks, by_name, legs, match_of

Pair = tuple[str, str]


def next_specs(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[MatchSpec]:
    """Everybody against everybody, then stage by stage a block of boards for each two neighbours that are not separated.

    Neighbours are found anew for every stage, from all that was played in the stages before, up to the first that is not complete.
    """
    so_far, bots, seatings = meetings(spec, results), by_name(spec), legs(2, spec.match.seating)
    for index in range(len(spec.rules)):
        for stage in _stages(spec, index, so_far):
            for block, (a, b) in sorted(stage):
                yield match_of(spec, index, (bots[a], bots[b]), block, seatings)


def remarks(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[str]:
    """A sentence a rule set: which neighbours could not be separated."""
    so_far = meetings(spec, results)
    assert spec.match.until is not None
    for index, rules in enumerate(spec.rules):
        met: dict[Pair, Meeting] = {}
        for block, pair in (one for stage in _stages(spec, index, so_far) for one in stage):
            met[pair] = met.get(pair, NOTHING) + so_far.get(_key(index, block, pair), NOTHING)
        close = [pair for pair in _neighbours(spec, met) if not separated(met.get(pair, NOTHING), spec.match.until.separated)]
        level = f"{100 * spec.match.until.separated:g} %"
        rest = "all neighbours are separated" if not close else f"not separated: {'; '.join(' and '.join(pair) for pair in close)}"
        yield f"{rules.name}: {rest} (points a board where they met, {level} in one look)."


def separated(meeting: Meeting, level: float) -> bool:
    """Whether the points of the two differ from zero with confidence ``level``: a t-test on boards, all legs of one together."""
    differences = [one.points for one in meeting.duplicates if one.hands]
    n = len(differences)
    if n < 2:
        return False
    mean = sum(differences) / n
    deviation = sqrt(sum((one - mean) ** 2 for one in differences) / (n - 1))
    return abs(mean) > student(n - 1, level) * deviation / sqrt(n)


def student(freedom: int, level: float) -> float:
    """How many standard errors of a mean hold ``level`` of Student's t, by expansion about the normal (Abramowitz and Stegun, 26.7.5)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def _stages(spec: TournamentSpec, index: int, so_far: dict[MatchKey, Meeting]) -> Iterator[list[tuple[Block, Pair]]]:
    stage = [(block, pair) for block in blocks(spec) for pair in combinations(by_name(spec), 2)]
    met: dict[Pair, Meeting] = {}
    boards = dict.fromkeys((pair for _, pair in stage), 0)
    while stage:
        yield stage
        for block, pair in stage:
            if (played := so_far.get(_key(index, block, pair))) is None:
                return
            met[pair] = met.get(pair, NOTHING) + played
            boards[pair] += block.boards
        stage = [(block, pair) for pair in _neighbours(spec, met) for block in _further(spec, met[pair], boards[pair])]


def _further(spec: TournamentSpec, meeting: Meeting, boards: int) -> Iterator[Block]:
    """The next block of two neighbours, if they need one and may have it."""
    until, most = spec.match.until, spec.match.max_boards
    assert until is not None
    assert most is not None
    if not separated(meeting, until.separated):
        yield from list(blocks(spec, most, boards))[:1]


def _neighbours(spec: TournamentSpec, met: dict[Pair, Meeting]) -> list[Pair]:
    """Who stand next to each other by their mean share of the games against each opponent, points deciding between equals."""
    shares: dict[str, list[tuple[float, float]]] = {name: [] for name in by_name(spec)}
    for (a, b), meeting in met.items():
        games, hands = sum(meeting.won) or 1, sum(one.hands for one in meeting.duplicates) or 1
        difference = meeting.points[0] - meeting.points[1]
        shares[a].append((meeting.won[0] / games, difference / hands))
        shares[b].append((meeting.won[1] / games, -difference / hands))
    strength = {name: (_mean(won for won, _ in seen), _mean(points for _, points in seen)) for name, seen in shares.items()}
    order = sorted(strength, key=lambda name: (-strength[name][0], -strength[name][1], name))
    return [(min(pair), max(pair)) for pair in pairwise(order)]


def _key(index: int, block: Block, pair: Pair) -> MatchKey:
    return MatchKey(index, block.first, pair)


def _mean(values: Iterable[float]) -> float:
    seen = list(values)
    return sum(seen) / len(seen) if seen else 0.0
