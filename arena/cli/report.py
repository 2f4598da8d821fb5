"""``arena report``: the standings of a run once more, from its results alone."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from arena.cli.options import jobs


@click.command(epilog="Example: arena report runs/quick --format markdown > standings.md")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "csv", "json", "hands"]),
    default="table",
    show_default=True,
    help="hands: the hand records of a tournament with 'record: hands', one JSON object a line.",
)
@click.option("--adjust", is_flag=True, help="Add points per hand less the luck of the deal (plays reference bots, once).")
@click.option("--jobs", default="auto", show_default=True, callback=jobs, metavar="N|auto", help="Reference matches played at once.")
@click.option("--pairings", is_flag=True, help="Add the pairs of opponents (csv: instead of the standings; json has up to 100 bots').")
@click.option("--withdraw", multiple=True, metavar="NAME", help="Leave out an entrant and its games; may be given several times.")
def command(run: Path, form: Any, *, adjust: bool, jobs: int, pairings: bool, withdraw: tuple[str, ...]) -> None:
    """Show the standings of the tournament in the folder RUN."""
    from arena.cli.reference import references
    from arena.report.formats import Luck, produce
    from arena.tournament.folder import RESULTS
    from arena.tournament.store import Store

    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = shutil.get_terminal_size().columns
    with Store.read(run / RESULTS) as store, references(store, jobs) if adjust else nullcontext() as reference:
        luck = Luck(adjust=adjust, reference=reference)
        for text in produce(store, form, width=width, color=color, pairings=pairings, luck=luck, withdraw=withdraw):
            click.echo(text, nl=False)
