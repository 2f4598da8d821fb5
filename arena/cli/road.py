"""What ``arena run`` and ``arena match`` share: the road from a tournament to its table; knows no rule and no formula."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import Options
from arena.cli.stopping import StoppedError, deaf
from arena.errors import ArenaError, StoreError

if TYPE_CHECKING:
    from arena.standings.table import Standings
    from arena.tournament.executors import Executor
    from arena.tournament.folder import Run
    from arena.tournament.running import Running
    from arena.tournament.spec import TournamentSpec


def play(spec: TournamentSpec, folder: Path, options: Options, *, kept: bool = True, extend: bool = False) -> None:
    """Plays ``spec`` to its end in ``folder``, writes the report there and prints the table; ``kept`` is whether the folder will stay.

    With ``extend`` the run there may get further entrants.

    Raises StoppedError when told to stop, with the command that continues.
    """
    from arena.config import resolved_text
    from arena.tournament import schedule
    from arena.tournament.folder import open_run

    schedule.check(spec)
    run = open_run(folder, spec, resolved_text(spec), extend=extend)
    with run.store:
        try:
            _play_missing(run, options, folder if kept else None)
            total = run.store.total()
            run.store.note(results=total)
            standings = _report(run, folder / "report")
        except (KeyboardInterrupt, ArenaError) as error:
            deaf()
            state = f"{len(run.store):,} matches have been played. {_go_on(folder, options, kept=kept)}"
            if isinstance(error, KeyboardInterrupt):
                raise StoppedError(f"Interrupted; {state}") from None
            options.say(f"Stopped; {state}")
            raise
    click.echo(_table(standings), nl=False)
    options.say(f"Seed: {run.spec.seed}")
    if kept:
        options.say(f"Results: {total} (SHA-256; arena verify compares it)")
        options.say(f"Report: {folder / 'report' / 'report.html'}")
        options.say(f"Run it again with: {_command(folder, options)}")


def _play_missing(run: Run, options: Options, kept_in: Path | None) -> None:
    from msgspec.structs import replace

    from arena.cli.progress import Done, progress
    from arena.tournament import runner, schedule
    from arena.tournament.running import Running

    matches, games = schedule.size(run.spec), schedule.games(run.spec)
    for line in _opening(run, kept_in, matches, games):
        options.say(line)
    running = Running(run.spec, run.store)
    done = Done(len(run.store), run.store.count_games())
    logged = replace(run.spec, logs=str((run.store.path.parent / "logs").absolute()))
    with (
        closing(runner.run(logged, run.store, _executor(options))) as results,
        progress(done, Done(matches, games), quiet=options.quiet) as tell,
    ):
        for result in results:
            running.add(result)
            tell(len(result.games), _state(running))


def _executor(options: Options) -> Executor:
    from arena.tournament.cluster import Cluster
    from arena.tournament.executors import Processes, Serial

    kind, _, address = options.executor.partition("=")
    match kind:
        case "serial":
            return Serial()
        case "dask":
            return Cluster(address or None, options.jobs)
        case _:
            return Processes(options.jobs)


def _state(running: Running) -> str:
    from arena.report.text import counted, printable

    leader = running.leader()
    faults = counted(running.faults, "fault")
    return faults if leader is None else f"{faults}, {printable(leader[0])} leads with {100 * leader[1]:.0f} %"


def _opening(run: Run, kept_in: Path | None, matches: int, games: int) -> Iterator[str]:
    from arena.report.text import few
    from arena.seats.places import where_of
    from arena.tournament.runner import is_complete
    from arena.tournament.spec import Limits

    spec, facts, stored = run.spec, run.store.facts(), len(run.store)
    yield from run.notes
    unlimited = [bot.name for bot in spec.entrants if where_of(bot, spec.isolation) == "inline"]
    if unlimited and spec.limits != Limits():
        yield f"Warning: limits do not hold for bots inline ({few(unlimited)}); with isolation: process they hold for all."
    if run.resumed and is_complete(spec, run.store):
        yield f"{kept_in}: every match has been played already; nothing is left to play."
        return
    if run.resumed:
        yield f"{kept_in}: continuing; {stored:,} of {matches:,} matches have been played."
    else:
        least = "at least " if spec.format == "knockout" or spec.match.until is not None else ""
        counts = f"{least}{matches:,} match{'es' if matches > 1 else ''}, {least}{games:,} games"
        plan = f"{spec.name}: {len(spec.entrants)} entrants, {counts}"
        yield f"{plan}; results go to {kept_in}." if kept_in else plan
    if facts["seed_given"] != spec.seed:
        yield f"Seed: secret until the end; its SHA-256 is {facts['seed_commitment']}"
    elif any(where_of(bot, spec.isolation) != "inline" for bot in spec.entrants):
        yield "Warning: a bot that knows the seed knows every card; for bots you do not trust leave seed at random."


def _report(run: Run, folder: Path) -> Standings:
    from arena.report.formats import files
    from arena.report.html.page import report_page
    from arena.standings.insight import insight_of_run

    standings, insights = insight_of_run(run.store)
    page = report_page(run.store, (standings, insights))
    for name, text in {**files(standings), "report.html": page}.items():
        try:
            (folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{folder / name}: it cannot be written: {error.strerror}; all results are saved") from error
    return standings


def _table(standings: Standings) -> str:
    from arena.report.table import table

    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return table(standings, width=shutil.get_terminal_size().columns, color=color)


def _go_on(folder: Path, options: Options, *, kept: bool) -> str:
    return f"All are saved; continue with: {_command(folder, options)}" if kept else "Nothing was kept: --out says where to."


def _command(folder: Path, options: Options) -> str:
    """The command line that continues the run in ``folder``."""
    from arena.tournament.executors import cores

    words = [*str(click.get_current_context().find_root().info_name).split(), "run", str(folder)]
    if options.jobs != cores():
        words += ["--jobs", str(options.jobs)]
    if options.executor != "processes":
        words += ["--executor", options.executor]
    return shlex.join(words)
