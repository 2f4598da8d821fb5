"""The road from a tournament to stored results, as an iterator; knows no cards, no progress bars and no ways of playing in parallel."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing

from arena.tournament.executors import Executor, Play
from arena.tournament.match import play_match
from arena.tournament.schedule import feeds_on_results, next_specs, size
from arena.tournament.spec import MatchKey, MatchResult, MatchSpec, TournamentSpec
from arena.tournament.store import Store


def run(spec: TournamentSpec, store: Store, executor: Executor, play: Play = play_match) -> Generator[MatchResult, None, None]:
    """Plays what ``store`` lacks of the tournament and yields each match once it is safely stored; closing the iterator stops playing."""
    missing = _Fed(spec, store) if feeds_on_results(spec) else _lacking(next_specs(spec), iter(store))
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


def is_complete(spec: TournamentSpec, store: Store) -> bool:
    """Whether every match has been played."""
    if not feeds_on_results(spec):
        return len(store) == size(spec)
    return all(match.key in store for match in next_specs(spec, store.outcomes()))


def _lacking(specs: Iterator[MatchSpec], stored: Iterator[MatchKey]) -> Iterator[MatchSpec]:
    """The ``specs`` that are not ``stored``; both come in key order, and neither is held in memory."""
    played = next(stored, None)
    for match in specs:
        key = match.key
        while played is not None and played < key:
            played = next(stored, None)
        if played != key:
            yield match


class _Fed:
    """The matches that are missing by what is known; while results are out it may have no more for now, and finds more when they are in."""

    def __init__(self, spec: TournamentSpec, store: Store) -> None:
        self._spec, self._store = spec, store
        self._given: list[MatchKey] = []
        self._known: Iterator[MatchSpec] = iter(())

    def __iter__(self) -> Iterator[MatchSpec]:
        return self

    def __next__(self) -> MatchSpec:
        match = next(self._known, None)
        if match is None and self._all_in():
            missing = [match for match in next_specs(self._spec, self._store.outcomes()) if match.key not in self._store]
            self._known = iter(missing)
            match = next(self._known, None)
        if match is None:
            raise StopIteration
        self._given.append(match.key)
        return match

    def _all_in(self) -> bool:
        while self._given and self._given[-1] in self._store:
            self._given.pop()
        return not self._given
