"""``arena compare``: is one bot stronger than another? A sequential test for authors and CI."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from arena.cli.options import A_PATH, jobs
from arena.cli.stopping import StoppedError
from arena.errors import ArenaError

if TYPE_CHECKING:
    from arena.compare import Plan
    from arena.standings.comparison import Comparison

_EVERY = 10.0
_NO = 1


@click.command(
    epilog="Examples: arena compare mybot.py old=v1/mybot.py --elo1 15 · arena compare mybot.py steady --unit hands --points1 0.1"
)
@click.argument("candidate")
@click.argument("baseline")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="Strength that is too little.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Strength that is enough.")
@click.option("--elo", "scale", type=click.Choice(["normalized", "logistic"]), default="normalized", show_default=True, help="Which Elo.")
@click.option(
    "--points0", type=float, help="Hypotheses points per hand instead of games won: the difference that is too little.  [default: 0]"
)
@click.option("--points1", type=float, help="The difference in points per hand that is enough.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of a yes where --elo0 is true.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of a no where --elo1 is true.")
@click.option("--max-boards", type=click.IntRange(1, 1_000_000), default=5000, show_default=True, help="Then it is undecided.")
@click.option("--block", type=click.IntRange(1, 1_000_000), default=25, show_default=True, help="Boards between two looks at the test.")
@click.option(
    "--unit", type=click.Choice(["games", "hands"]), default="games", show_default=True, help="Whether a board is a game or a hand."
)
@click.option("--rules", default="setback", show_default=True, metavar="NAME|FILE", help="The rule set; it must have two sides.")
@click.option("--players", type=click.IntRange(2, 7), help="Seats at a table, where the rule set allows several.")
@click.option("-s", "settings", multiple=True, metavar="KEY=VALUE", help="Change a knob of the rules: -s game.target=11")
@click.option("--seed", default="random", show_default=True, metavar="SEED", help="A number, a text, or random.")
@click.option("--record", type=click.Choice(["hands", "games"]), default="hands", show_default=True, help="games: smaller, but no replays.")
@click.option("--out", type=A_PATH, help="The folder to play in, or to go on in.  [default: a fresh one under runs]")
@click.option("--jobs", default="auto", show_default=True, callback=jobs, metavar="N|auto", help="Matches played at once.")
@click.option("--format", "form", type=click.Choice(["text", "line", "json", "junit"]), default="text", show_default=True)
@click.option("--quiet", is_flag=True, help="The result and errors only.")
def command(candidate: str, baseline: str, *, out: Path | None, jobs: int, form: str, quiet: bool, **more: Any) -> None:
    """Test whether CANDIDATE is stronger than BASELINE.

    Both play the same boards from both sides, until it is clear that CANDIDATE is stronger by --elo1 rather than --elo0 (exit status 0), or
    that it is not, or --max-boards are played (exit status 1). A bot is a name, a file, or NAME=BOT.
    """
    from arena.compare import compare, fresh_folder, planned
    from arena.report import comparison
    from arena.standings.comparison import Sides
    from arena.tournament.executors import Processes

    try:
        plan = _plan(**more)
        spec = planned(candidate, baseline, plan, typed=True)
        folder = out or fresh_folder(spec)
        try:
            found = compare(spec, plan, folder, Processes(jobs), hear=None if quiet else _progress(comparison.line))
        except KeyboardInterrupt:
            words = [*click.get_current_context().obj, *(() if out else ("--out", str(folder)))]
            raise StoppedError(f"Interrupted; what has been played is saved. Continue with: {shlex.join(words)}") from None
    except ArenaError as error:
        if form == "junit":
            high = more["elo1"] if more["points1"] is None else more["points1"]
            click.echo(comparison.junit_error(Sides(candidate, baseline, more["rules"]), high, error), nl=False)
        raise
    click.echo(
        {"text": comparison.text, "line": _ended(comparison.line), "json": comparison.json, "junit": comparison.junit}[form](found),
        nl=False,
    )
    if not quiet:
        click.echo(f"Results: {folder}", err=True)
    click.get_current_context().exit(0 if found.verdict == "stronger" else _NO)


def _plan(*, elo0: float, elo1: float, scale: Any, points0: float | None, points1: float | None, **more: Any) -> Plan:
    from arena.compare import Plan
    from arena.rulesets import settings
    from arena.standings.comparison import Hypotheses

    risks = {key: more.pop(key) for key in ("alpha", "beta")}
    if points1 is None and points0 is not None:
        raise click.UsageError("--points0 needs --points1, the difference in points per hand that is enough.")
    if points1 is not None:
        _only_points()
        test = Hypotheses(by="points", low=points0 or 0.0, high=points1, **risks)
    else:
        test = Hypotheses(scale=scale, low=elo0, high=elo1, **risks)
    return Plan(test=test, settings=settings(more.pop("settings")), **more)


def _only_points() -> None:
    """Refuses Elo that was asked for beside points and would not be looked at."""
    context = click.get_current_context()
    given = [f"--{key}" for key, name in (("elo0", "elo0"), ("elo1", "elo1"), ("elo", "scale")) if _is_given(context, name)]
    if given:
        raise click.UsageError(f"{given[0]} is for games won; with --points1 the test is of points per hand.")


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT


def _progress(line: Callable[[Comparison], str]) -> Callable[[Comparison], None]:
    """Says how things stand now and then, on stderr."""
    last = time.monotonic()

    def hear(found: Comparison) -> None:
        nonlocal last
        if time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            click.echo(f"{line(found)}; about {found.expected_boards_left or 0:,} boards left", err=True)

    return hear


def _ended(line: Callable[[Comparison], str]) -> Callable[[Comparison], str]:
    return lambda found: f"{line(found)}\n"
