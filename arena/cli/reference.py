"""The reference bots' games of a run, played where they are still missing; knows no formula."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.tournament.spec import TournamentSpec
    from arena.tournament.store import Store


@contextmanager
def references(store: Store, jobs: int) -> Iterator[Store | None]:
    """The open results of the reference bots on the boards of the run in ``store``, complete.

    None where they cannot play its cards or there are too few boards.
    """
    from arena.standings.luck import LEAST_BOARDS
    from arena.tournament.reference import FILE, most_boards, reference_of
    from arena.tournament.store import Store

    spec, path = reference_of(store.spec), store.path.with_name(FILE)
    if spec is None:
        click.echo("Luck is judged by the worth of the holdings alone: reference bots cannot play these boards.", err=True)
        yield None
        return
    if (boards := most_boards(store.spec)) < LEAST_BOARDS:
        click.echo(f"Adjusted points per hand need at least {LEAST_BOARDS} boards; this run has {boards}.", err=True)
        yield None
        return
    if not _complete(path, spec):
        _play(path, spec, jobs)
    with Store.read(path) as reference:
        yield reference


def _complete(path: Path, spec: TournamentSpec) -> bool:
    """Whether all of ``spec`` has been played; results of something else (the bundled bots have changed since) are removed."""
    from arena.tournament import schedule
    from arena.tournament.folder import differences
    from arena.tournament.store import Store

    if not path.exists():
        return False
    with Store.read(path) as found:
        same = not differences(found.spec, spec) and found.spec.seed == spec.seed
        complete = len(found) == schedule.size(spec)
    if not same:
        path.unlink()
    return same and complete


def _play(path: Path, spec: TournamentSpec, jobs: int) -> None:
    from arena.cli.progress import Done, progress
    from arena.tournament import runner, schedule
    from arena.tournament.executors import Processes
    from arena.tournament.store import Store

    with Store.write(path) as store:
        if store.is_new:
            store.begin(spec, {})
        click.echo(f"Reference bots play {schedule.games(spec):,} games, once.", err=True)
        done, planned = Done(len(store), store.count_games()), Done(schedule.size(spec), schedule.games(spec))
        with closing(runner.run(spec, store, Processes(jobs))) as results, progress(done, planned, quiet=False) as tell:
            for result in results:
                tell(len(result.games), "")
