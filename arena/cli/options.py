"""The options of the commands that play; knows what they are called and what they may be, not what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import click

if TYPE_CHECKING:
    from arena.config import Overrides


EXECUTORS: Final = ("processes", "serial", "dask")


class _APath(click.Path):
    """A path; an empty one would quietly mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it is empty; expected a path (. is the current folder).", param, ctx)
        return super().convert(value, param, ctx)


A_PATH: Final = _APath(path_type=Path)
A_FOLDER: Final = _APath(path_type=Path, file_okay=False)


class Options(NamedTuple):
    """What both commands may be told."""

    out: Path | None
    jobs: int
    executor: str
    seed: str | None
    boards: int | None
    rules: tuple[str, ...]
    players: int | None
    record: Literal["games", "hands"] | None
    settings: tuple[str, ...]
    quiet: bool

    def overrides(self) -> Overrides:
        """What replaces values of a tournament file."""
        from arena.config import Overrides
        from arena.rulesets import settings

        knobs = settings(self.settings)
        return Overrides(seed=self.seed, boards=self.boards, rules=self.rules, players=self.players, record=self.record, settings=knobs)

    def say(self, text: str) -> None:
        """Tells the user something that is not data."""
        if not self.quiet:
            click.echo(text, err=True)


def jobs(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Reads ``--jobs``."""
    if value == "auto":
        from arena.tournament.executors import cores

        return cores()
    if not value.isdecimal() or not int(value):
        raise click.BadParameter(f"{value!r} is neither a number of processes, at least 1, nor auto.", ctx, param)
    return int(value)


def _executor(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value not in EXECUTORS and not value.startswith("dask=tcp://") and not value.startswith("dask=tls://"):
        raise click.BadParameter(f"{value!r} is none of {', '.join(EXECUTORS)} and dask=tcp://HOST:PORT.", ctx, param)
    return value


_OPTIONS = (
    click.option(
        "--jobs",
        default="auto",
        show_default=True,
        callback=jobs,
        metavar="N|auto",
        help="Matches played at once; auto: one for each core.",
    ),
    click.option(
        "--executor",
        default="processes",
        show_default=True,
        callback=_executor,
        metavar="processes|serial|dask[=ADDRESS]",
        help="Where matches are played; dask: on a cluster started here, or on the one whose scheduler is at ADDRESS (tcp://host:port).",
    ),
    click.option("--seed", metavar="SEED", help="A number, a text, or random."),
    click.option("--boards", type=click.IntRange(min=1), metavar="N", help="Boards for each table."),
    click.option("--rules", multiple=True, metavar="NAME|FILE", help="A rule set; may be given several times."),
    click.option("--players", type=click.IntRange(2, 7), help="Seats at a table, where the rule set allows several."),
    click.option("--record", type=click.Choice(["games", "hands"]), help="hands: keep every hand card by card, for arena replay."),
    click.option("-s", "settings", multiple=True, metavar="KEY=VALUE", help="Change a knob of the rules: -s game.target=11"),
    click.option("--quiet", is_flag=True, help="The table and errors only."),
)


def options(command: Callable[..., None], *, out: str = "The run's folder.  [default: runs/NAME]") -> Callable[..., None]:
    """Adds the options of ``Options`` to a command; ``out`` is its help for ``--out``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return click.option("--out", type=A_PATH, help=out)(command)
