"""``arena run``: a tournament file, or a run's folder, to stored results, a report and a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli.options import A_PATH, Options, options


@click.command(epilog="Example: arena run tournaments/quick.yaml --jobs 2")
@click.argument("tournament", type=A_PATH, metavar="FILE|FOLDER")
@options
@click.option("--skip-broken", is_flag=True, help="Leave out bots that cannot be loaded, and say which.")
@click.option("--extend", is_flag=True, help="Let entrants join a run that has begun, or play more boards; only what is new is played.")
@click.option("--dry-run", is_flag=True, help="Play a few games for an estimate of size, time and disk, and nothing else.")
def command(tournament: Path, *, skip_broken: bool, extend: bool, dry_run: bool, **more: Any) -> None:
    """Run a tournament, or continue one.

    FILE is a tournament file; its results go to a folder of their own, by default runs/NAME. FOLDER is such a folder, to go on with. What
    has been played is never played again, and a run may be stopped (Ctrl-C) and continued at any time with the same result.
    """
    from arena.cli.rehearsal import rehearse
    from arena.cli.road import play
    from arena.config import load_tournament
    from arena.tournament.folder import TOURNAMENT

    told = Options(**more)
    if tournament.is_dir() and told.out is not None:
        raise click.UsageError(f"--out is for tournament files; the run in {tournament} is continued where it is.")
    file = tournament / TOURNAMENT if tournament.is_dir() else tournament
    # Who does not play is part of the result, so it is said with --quiet too.
    skip = (lambda error: click.echo(f"Left out: {error}", err=True)) if skip_broken else None
    spec = load_tournament(file, told.overrides(), on_broken=skip)
    if dry_run:
        rehearse(spec, told)
        return
    play(spec, tournament if tournament.is_dir() else told.out or Path("runs", spec.name), told, extend=extend)
