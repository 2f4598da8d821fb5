"""``arena match``: bots meet without a tournament file, on the same road."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from arena.cli.options import Options, options

_RULES = "setback"


@click.command(epilog="Example: arena match greedy old=bots/v1.py new=bots/v2.py --boards 200")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT…")
@partial(options, out="A folder to keep the run in; without it nothing is kept.")
def command(bots: tuple[str, ...], **more: Any) -> None:
    """Let bots meet without a tournament file.

    BOT is the name of a bot (see arena bots), a Python file, or either with a name of its own: NAME=BOT. The rules are those of setback
    unless --rules says otherwise. Nothing is kept unless --out says where.
    """
    from arena.cli.road import play
    from arena.config import tournament_of

    told = Options(**more)
    data = {"name": "match", "rules": _RULES, "entrants": [_entrant(bot) for bot in bots]}
    spec = tournament_of(data, told.overrides())
    if told.out is not None:
        play(spec, told.out, told)
        return
    with TemporaryDirectory(prefix="arena-") as folder:
        play(spec, Path(folder), told, kept=False)


def _entrant(text: str) -> str | dict[str, str]:
    name, equals, bot = text.partition("=")
    return {"name": name, "bot": bot} if equals and "/" not in name else text
