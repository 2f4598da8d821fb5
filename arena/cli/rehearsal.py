"""``arena run --dry-run``: what a tournament will take, printed; nothing of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.cli.options import Options

if TYPE_CHECKING:
    from arena.tournament.spec import TournamentSpec


def rehearse(spec: TournamentSpec, options: Options) -> None:
    """Prints the size of ``spec`` and what time and disk it will take with these options, by a few games played now."""
    from arena.tournament import schedule
    from arena.tournament.estimate import estimate

    found = estimate(spec)
    least = "at least " if schedule.feeds_on_results(spec) else ""
    jobs = 1 if options.executor == "serial" else options.jobs
    click.echo(f"{spec.name}: {spec.format}, {len(spec.entrants)} entrants")
    click.echo(f"Matches: {least}{found.matches:,}")
    click.echo(f"Games:   {least}{found.games:,}")
    click.echo(f"Hands:   about {found.hands:,.0f}")
    click.echo(f"Time:    about {_time(found.seconds / jobs)} with {jobs} at once ({_time(found.seconds)} of one core)")
    click.echo(f"Disk:    about {_size(found.disk)}")
    click.echo(f"Time, hands and disk follow from {found.timed} games played just now; nothing is kept.")


def _time(seconds: float) -> str:
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:,.1f} s"


def _size(count: float) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20)):
        if count >= size:
            return f"{count / size:,.1f} {unit}"
    return f"{count / 1024:,.0f} KiB"
