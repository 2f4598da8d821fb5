"""What a tournament will take, from a few of its games that are played and timed; stores nothing for good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from arena.tournament import schedule
from arena.tournament.executors import Play
from arena.tournament.match import play_match
from arena.tournament.spec import MatchResult, MatchSpec, TournamentSpec
from arena.tournament.store import Store

_LOOKED_AT, _BOARDS = 1000, 40


class Estimate(NamedTuple):
    """The size of a tournament, and by the games that were timed: hands and seconds of one core in all, bytes on disk."""

    matches: int
    games: int
    timed: int
    hands: float
    seconds: float
    disk: float


def estimate(spec: TournamentSpec, *, within: float = 3.0, play: Play = play_match) -> Estimate:
    """Plays single boards of matches spread over the beginning of the schedule, for about ``within`` seconds but at least one board."""
    matches, games = schedule.size(spec), schedule.games(spec)
    first = list(islice(schedule.next_specs(spec), _LOOKED_AT))
    results, seconds = _timed(first[:: max(1, len(first) // _BOARDS)], within, play)
    played = [game for result in results for game in result.games]
    hands, share = sum(game.hands for game in played), games / len(played)
    return Estimate(matches, games, len(played), hands * share, seconds * share, _bytes(spec, results) * share)


def _timed(sample: Iterable[MatchSpec], within: float, play: Play) -> tuple[list[MatchResult], float]:
    results: list[MatchResult] = []
    start = perf_counter()
    for match in sample:
        results.append(play(replace(match, boards=1)))
        if perf_counter() - start > within:
            break
    return results, perf_counter() - start


def _bytes(spec: TournamentSpec, results: list[MatchResult]) -> int:
    """What the results take in a store, beyond what an empty one does."""
    with TemporaryDirectory(prefix="arena-") as folder:
        path = Path(folder, "results.sqlite")
        sizes = []
        for some in ((), results):
            with Store.write(path) as store:
                if store.is_new:
                    store.begin(spec, {})
                for result in some:
                    store.add(result)
            sizes.append(path.stat().st_size)
    return sizes[1] - sizes[0]
