"""The road from a tournament to stored results, as an iterator; knows no cards, no progress bars and no ways of playing in parallel."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from arena.tournament.executors import Executor, Play
from arena.tournament.match import play_match
from arena.tournament.schedule import next_specs
from arena.tournament.spec import MatchResult, TournamentSpec
from arena.tournament.store import Store


def run(spec: TournamentSpec, store: Store, executor: Executor, play: Play = play_match) -> Generator[MatchResult, None, None]:
    """Plays what ``store`` lacks of the tournament and yields each match once it is safely stored; closing the iterator stops playing."""
    missing = (match for match in next_specs(spec, store.results()) if match.key not in store)
    with closing(executor.run(play, missing)) as results:
        for result in results:
            if store.add(result):
                yield result
