"""The road from a tournament to stored results, as an iterator; knows no cards, no progress bars and no ways of playing in parallel."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from contextlib import closing

from arena.tournament.executors import Executor, Play
from arena.tournament.match import play_match
from arena.tournament.schedule import next_specs
from arena.tournament.spec import MatchKey, MatchResult, TournamentSpec
from arena.tournament.store import Store


def run(spec: TournamentSpec, store: Store, executor: Executor, play: Play = play_match) -> Generator[MatchResult, None, None]:
    """Plays what ``store`` lacks of the tournament and yields each match once it is safely stored; closing the iterator stops playing."""
    missing = (match for match in next_specs(spec, store.results()) if match.key not in store)
    with closing(executor.run(play, missing)) as results:
        for result in results:
            if store.add(result):
                yield result


def run_in_order(spec: TournamentSpec, store: Store, executor: Executor, play: Play = play_match) -> Generator[MatchResult, None, None]:
    """Yields every match of the tournament in key order, the stored ones first, playing and storing the rest; closing it stops playing.

    What is finished out of turn waits, and is stored only in its turn, so that whoever stops here always leaves the same store.
    """
    yield from store.results()
    todo = deque(match for match in next_specs(spec) if match.key not in store)
    turns, waiting = deque(match.key for match in todo), dict[MatchKey, MatchResult]()
    with closing(executor.run(play, todo)) as results:
        for result in results:
            waiting[result.key] = result
            while turns and turns[0] in waiting:
                ready = waiting.pop(turns.popleft())
                store.add(ready)
                yield ready
