"""``arena bots``: lists the bots there are."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.seats.loader import Listed

LOADING = 10.0
"""Seconds a bot may take to be imported."""
_GAP = 2


@click.command(epilog="Examples: arena bots · arena bots mine/ rivals/fox.py")
@click.argument("paths", nargs=-1, metavar="[PATH…]")
def command(paths: tuple[str, ...]) -> None:
    """List the bots that are installed, or those in files and folders.

    A folder is a bot if it holds a bot.py; of any other folder the Python files and the bots' folders in it are listed. Those that cannot
    be loaded within ten seconds are named on stderr, with what is wrong, and the exit code is 3.

    To list bots is to import them, in a process beside this one but with your rights: try a stranger's first with arena run FILE --dry-run,
    where isolation: sandbox is set.
    """
    from arena.errors import BotFault, BotLoadError
    from arena.seats.apart import Apart
    from arena.seats.loader import available, described, resolve

    bots, faults = [] if paths else available(), []
    with Apart() as apart:
        for text in (text for path in paths for text in _texts(path)):
            try:
                bots.append(apart.call(described, resolve(text, Path()), LOADING))
            except BotLoadError as error:
                faults.append(str(error))
            except BotFault as fault:
                faults.append(f"{text}: {fault.detail} when it was imported")
    click.echo(_listing(bots, shutil.get_terminal_size().columns), nl=False)
    if faults:
        raise BotLoadError("\n".join(faults))


def _texts(path: str) -> list[str]:
    """The bots meant by a path: itself, or what lies in a folder that is no bot."""
    from arena.seats.loader import FOLDER_FILE

    folder = Path(path)
    if not folder.is_dir() or (folder / FOLDER_FILE).is_file():
        return [path]
    files = [file for file in folder.glob("*.py") if not file.name.startswith("_")]
    return [str(file) for file in sorted([*files, *(file.parent for file in folder.glob(f"*/{FOLDER_FILE}"))])]


def _listing(bots: list[Listed], columns: int) -> str:
    """One bot a paragraph: its name, and beside it what it says of itself, wrapped to ``columns``."""
    wide = max((len(bot.name) for bot in bots), default=0) + _GAP
    return "".join(
        textwrap.fill(bot.about or bot.file, columns, initial_indent=f"{bot.name:<{wide}}", subsequent_indent=" " * wide) + "\n"
        for bot in bots
    )
