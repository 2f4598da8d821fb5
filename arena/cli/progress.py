"""How far a run has come, on stderr: one live line on a terminal, a few plain lines elsewhere; knows only numbers."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

import click

Tell = Callable[[int, str], None]
_BAR = "{desc} |{bar}| {rate_fmt}, {remaining} left{postfix}"
"""Of a line that is too long for its terminal the bar gives way first, and then what is said last is cut off."""
_BEYOND = "{desc}, {rate_fmt}{postfix}"
_COLUMNS, _ROWS = 80, 24


class Done(NamedTuple):
    """How much is done, or is to be done."""

    matches: int
    games: int


def progress(done: Done, planned: Done, *, quiet: bool) -> AbstractContextManager[Tell]:
    """A context giving a function to be called with the number of games of each further match, and with how it stands.

    Where results decide how much is played, more may come than was ``planned``; how much more nobody knows, and nothing is said of it.
    """
    if quiet or done == planned:
        return nullcontext(_silent)
    return _live(done, planned) if sys.stderr.isatty() else _plain(done, planned)


def _silent(games: int, state: str) -> None:
    """Tells nobody."""


@contextmanager
def _live(done: Done, planned: Done) -> Iterator[Tell]:
    from tqdm import tqdm

    def stage(matches: int) -> str:
        return f"{matches:,}/{planned.matches:,} matches" if matches <= planned.matches else f"{matches:,} matches"

    columns, rows = _supposed_size()
    bar = tqdm(
        desc=stage(done.matches),
        total=planned.games,
        initial=done.games,
        unit=" games",
        bar_format=_BAR,
        smoothing=0.05,
        ncols=columns,
        nrows=rows,
        dynamic_ncols=columns is None,
        file=sys.stderr,
    )
    with bar:
        matches = done.matches

        def tell(games: int, state: str) -> None:
            nonlocal matches
            matches += 1
            if matches > planned.matches:
                bar.bar_format = _BEYOND
            bar.set_description_str(stage(matches), refresh=False)
            bar.set_postfix_str(state, refresh=False)
            bar.update(games)

        yield tell


def _supposed_size() -> tuple[int, int] | tuple[None, None]:
    """Columns and rows of a terminal that says it has none, as one does whose size nobody has set; None where it is to be asked."""
    try:
        columns, rows = os.get_terminal_size(sys.stderr.fileno())
    except OSError:  # stderr is not a file
        return None, None
    return (None, None) if columns and rows else (columns or _COLUMNS, rows or _ROWS)


@contextmanager
def _plain(done: Done, planned: Done) -> Iterator[Tell]:
    """A line whenever another tenth is done."""
    started, now = time.monotonic(), done

    def tell(games: int, state: str) -> None:
        nonlocal now
        before, now = now, Done(now.matches + 1, now.games + games)
        if 10 * now.games // planned.games > 10 * before.games // planned.games:
            rate = (now.games - done.games) / max(time.monotonic() - started, 1e-9)
            beyond = now.games > planned.games
            stage = f"{now.matches:,} matches" if beyond else f"{now.matches:,} of {planned.matches:,} matches"
            left = "" if beyond else f"{(planned.games - now.games) / rate:,.0f} s left"
            parts = (stage, state, f"{rate:,.0f} games/s", left)
            click.echo(", ".join(filter(None, parts)), err=True)

    yield tell
