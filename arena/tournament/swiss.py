"""A swiss: rounds in which entrants of like score meet, nobody twice, found as a matching of least weight; knows no cards, no ratings."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, log2
from typing import Any, NamedTuple

from arena.errors import ConfigError
from arena.seeds import Seed, child_seed
from arena.tournament.meetings import NOTHING, Meeting, meetings
from arena.tournament.spec import MatchKey, MatchResult, MatchSpec, TournamentSpec
from arena.tournament.tables import blocks, by_name, legs, match_of

BYE = ""
"""The opponent of whoever sits out a round."""
_NEAREST = 12
_ROUND_WON = 2

Pair = tuple[str, str]
Root = tuple[Seed, int, int]


class Place(NamedTuple):
    """How an entrant stands: two for a round won or sat out, one for a tied one; then the share of games won, in thousandths."""

    score: int
    share: int


def rounds(spec: TournamentSpec) -> int:
    """How many rounds are played: by default one more than it takes to tell one winner from all others, at most ``most_rounds``."""
    entrants = len(spec.entrants)
    return min(ceil(log2(entrants)) + 1, most_rounds(entrants)) if spec.match.rounds == "auto" else spec.match.rounds


def most_rounds(entrants: int) -> int:
    """As many as can surely be paired without a rematch: half the entrants, the bye counted as one (Dirac's theorem on matchings)."""
    return (entrants + 1) // 2


def check(spec: TournamentSpec) -> None:
    """Raises ConfigError for more rounds than can be paired."""
    most = most_rounds(len(spec.entrants))
    if rounds(spec) > most:
        text = f"{rounds(spec)} is too many; {len(spec.entrants)} entrants can be paired without a rematch in {most}"
        raise ConfigError(text, key="match.rounds")


def matches(spec: TournamentSpec) -> int:
    """The number of matches under one rule set."""
    return rounds(spec) * (len(spec.entrants) // 2) * len(list(blocks(spec)))


def next_specs(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[MatchSpec]:
    """The matches of every round up to the first that is not complete, rule set after rule set."""
    so_far = meetings(spec, results)
    for index in range(len(spec.rules)):
        for pairs in _rounds(spec, index, so_far):
            yield from _matches(spec, index, pairs)


def remarks(spec: TournamentSpec, results: Iterable[MatchResult]) -> Iterator[str]:
    """A sentence a rule set: who leads by rounds, and who sat out."""
    so_far = meetings(spec, results)
    for index, rules in enumerate(spec.rules):
        played = [pairs for pairs in _rounds(spec, index, so_far) if all(match.key in so_far for match in _matches(spec, index, pairs))]
        places = _places(spec, index, played, so_far)
        order = sorted(places, key=lambda name: (-places[name].score, -places[name].share, name))
        best = ", ".join(f"{name} {places[name].score / _ROUND_WON:g}" for name in order[:3])
        byes = [pair[0] for pairs in played for pair in pairs if pair[1] == BYE]
        out = f"; sat out: {', '.join(byes)}" if byes else ""
        yield f"{rules.name}: {len(played)} of {rounds(spec)} rounds; rounds won: {best}{out}."


def _rounds(spec: TournamentSpec, index: int, so_far: dict[MatchKey, Meeting]) -> Iterator[tuple[Pair, ...]]:
    """The pairs of each round; the last that is given may be unfinished."""
    played: list[tuple[Pair, ...]] = []
    while len(played) < rounds(spec):
        places = _places(spec, index, played, so_far)
        pairs = _paired((spec.seed, index, len(played)), tuple(places.items()), tuple(played))
        yield pairs
        if not all(match.key in so_far for match in _matches(spec, index, pairs)):
            return
        played.append(pairs)


def _matches(spec: TournamentSpec, index: int, pairs: tuple[Pair, ...]) -> Iterator[MatchSpec]:
    bots, seatings = by_name(spec), legs(2, spec.match.seating)
    tables = sorted(pair for pair in pairs if pair[1] != BYE)
    for block in blocks(spec):
        for a, b in tables:
            yield match_of(spec, index, (bots[a], bots[b]), block, seatings)


def _places(spec: TournamentSpec, index: int, played: Sequence[tuple[Pair, ...]], so_far: dict[MatchKey, Meeting]) -> dict[str, Place]:
    score = dict.fromkeys(by_name(spec), 0)
    won, games = dict.fromkeys(score, 0), dict.fromkeys(score, 0)
    for a, b in (pair for pairs in played for pair in pairs):
        if b == BYE:
            score[a] += _ROUND_WON
            continue
        meeting = sum((so_far[MatchKey(index, block.first, (a, b))] for block in blocks(spec)), NOTHING)
        for name, (own, other) in ((a, meeting.won), (b, meeting.won[::-1])):
            score[name] += _ROUND_WON * (own > other) or int(own == other)
            won[name] += own
            games[name] += own + other
    return {name: Place(score[name], 1000 * won[name] // games[name] if games[name] else 500) for name in score}


@lru_cache(maxsize=64)
def _paired(root: Root, places: tuple[tuple[str, Place], ...], played: tuple[tuple[Pair, ...], ...]) -> tuple[Pair, ...]:
    """The round's pairs, each in order of names with a bye last: among all pairings without a rematch the one of least weight."""
    import rustworkx

    names = [*(name for name, _ in places), *[BYE] * (len(places) % 2)]
    met, standing = {frozenset(pair) for pairs in played for pair in pairs}, dict(places)
    nearest, found = _NEAREST, set[tuple[int, int]]()
    while 2 * len(found) < len(names):
        graph: Any = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(names)
        possible = ((i, j) for i, j in _near(names, standing, nearest) if frozenset((names[i], names[j])) not in met)
        graph.add_edges_from([(i, j, _weight((names[i], names[j]), standing, root)) for i, j in possible])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=operator.neg)
        nearest *= 2
    return tuple(sorted(_pair(names[i], names[j]) for i, j in found))


def _near(names: list[str], places: dict[str, Place], nearest: int) -> Iterator[tuple[int, int]]:
    """Those who stand at most ``nearest`` places apart, and the bye with everybody."""
    order = sorted(range(len(places)), key=lambda i: (-places[names[i]].score, -places[names[i]].share, i))
    for at, one in enumerate(order):
        for other in order[at + 1 : at + 1 + nearest]:
            yield one, other
        if len(names) > len(places):
            yield one, len(places)


def _weight(pair: Pair, places: dict[str, Place], root: Root) -> int:
    """First the distance in rounds won, squared, then that in the share of games; a bye is for the last.

    The lowest digits are drawn, so that a single pairing is the least, whatever finds it.
    """
    a, b = (places[name] if name else min(places.values()) for name in pair)
    lot = child_seed(root[0], "swiss", *root[1:], *sorted(pair)) >> 80
    return ((a.score - b.score) ** 2 << 84) + (abs(a.share - b.share) << 60) + lot


def _pair(one: str, other: str) -> Pair:
    if BYE in (one, other):
        return one or other, BYE
    return min(one, other), max(one, other)
