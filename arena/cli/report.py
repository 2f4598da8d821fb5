"""``arena report``: the standings of a run once more, from its results alone."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from arena.cli.options import A_FOLDER, A_PATH, jobs

_EXAMPLES = """\b
Examples: arena report runs/quick --format markdown > standings.md
          arena report runs/quick --format html > report.html
          arena report runs/quick --format csv --of games > games.csv
          arena report runs/quick --plots figures"""


def _schema(ctx: click.Context, _param: click.Parameter, wanted: Any) -> None:
    if wanted:
        from arena.report.schema import schema_text

        click.echo(schema_text(), nl=False)
        ctx.exit()


@click.command(epilog=_EXAMPLES)
@click.argument("run", type=A_PATH)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "csv", "json", "junit", "html", "hands"]),
    default="table",
    show_default=True,
    help="html: one self-contained page. hands: the hand records of a tournament with 'record: hands', one JSON object a line.",
)
@click.option(
    "--of",
    type=click.Choice(["standings", "pairings", "games", "hands", "faults"]),
    default="standings",
    show_default=True,
    help="What csv has lines of.",
)
@click.option("--adjust", is_flag=True, help="Add points per hand less the luck of the deal (plays reference bots, once).")
@click.option("--jobs", default="auto", show_default=True, callback=jobs, metavar="N|auto", help="Reference matches played at once.")
@click.option("--pairings", is_flag=True, help="Add the pairs of opponents (csv: instead of the standings; json has up to 100 bots').")
@click.option("--withdraw", multiple=True, metavar="NAME", help="Leave out an entrant and its games; may be given several times.")
@click.option("--times/--no-times", default=None, help="Thinking times in html, shown by default; without them every run's is the same.")
@click.option("--plots", type=A_FOLDER, metavar="DIR", help="Write every figure to DIR as PNG and SVG.")
@click.option("--schema", is_flag=True, is_eager=True, expose_value=False, callback=_schema, help="Show the JSON Schema of json.")
def command(
    run: Path,
    form: Any,
    of: Any,
    plots: Path | None,
    *,
    adjust: bool,
    jobs: int,
    pairings: bool,
    withdraw: tuple[str, ...],
    times: bool | None,
) -> None:
    """Show the standings of the tournament in the folder RUN."""
    from arena.cli.reference import references
    from arena.report.formats import Luck, produce
    from arena.tournament.folder import RESULTS
    from arena.tournament.store import Store

    if of != "standings" and form != "csv":
        raise click.UsageError(f"--of {of} is for --format csv.")
    if times is not None and form != "html":
        raise click.UsageError("--times is for --format html; the table shows them anyway.")
    if withdraw and (form == "hands" or of not in ("standings", "pairings")):
        raise click.UsageError("--withdraw is for what standings are made of; games, hands and faults stay as they were played.")
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = shutil.get_terminal_size().columns
    with Store.read(run / RESULTS) as store:
        if plots is not None:
            from arena.report.plots import plot

            for path in plot(store, plots, withdraw=withdraw):
                click.echo(path)
            return
        with references(store, jobs) if adjust else nullcontext() as reference:
            luck = Luck(adjust=adjust, reference=reference)
            told = {"pairings": pairings, "luck": luck, "withdraw": withdraw, "of": of, "times": times is not False}
            for text in produce(store, form, width=width, color=color, **told):
                click.echo(text, nl=False)
