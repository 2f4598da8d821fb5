"""``arena replay``: a recorded game, card by card."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import A_PATH

if TYPE_CHECKING:
    from arena.tournament.spec import GameResult


@click.command(
    epilog="Examples: arena replay runs/quick 12/counter+steady/1 · arena replay runs/quick 12/counter+steady --html > board-12.html"
)
@click.argument("run", type=A_PATH)
@click.argument("game")
@click.option("--hand", type=click.IntRange(min=1), metavar="N", help="Show hand N alone.")
@click.option("--html", is_flag=True, help="Write a page to watch the hands at, all legs side by side.")
def command(run: Path, game: str, hand: int | None, *, html: bool) -> None:
    """Show a recorded game of the tournament in the folder RUN, card by card.

    GAME is BOARD/NAME+NAME/LEG, the names in any order: 12/counter+steady/1. Without LEG it is every leg of the board. The names
    may be left out where only two bots met (12/1), and with several rule sets the rule set's name goes before (setback/12/1). Hands are
    recorded by tournament files with 'record: hands'. In tricks > marks the card that was led and * the one that won.
    """
    from arena.errors import ArenaError
    from arena.report.replay import replay, require_hands
    from arena.tournament.folder import RESULTS
    from arena.tournament.naming import find
    from arena.tournament.store import Store

    if html and hand is not None:
        raise click.UsageError(
            "--hand is for the terminal; the page has every hand, and ends of its address such as #board=1&hand=3 open one."
        )
    with Store.read(run / RESULTS) as store:
        require_hands(store)
        found = find(store, game)
        games = [one for _, one in found.games]
        if hand is not None and not any(record["hand"] == hand for one in games for record in one.records):
            raise ArenaError(f"{run}: there is no hand {hand} in {game!r}; its legs have {_hands(games)}")
        if html:
            from arena.report.html.page import replay_page

            click.echo(replay_page(store, found.rules, found.games), nl=False)
            return
        color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        sides = store.spec.rules[found.rules].table.sides
        click.echo(replay(games, sides, width=shutil.get_terminal_size().columns, color=color, hand=hand), nl=False)


def _hands(games: list[GameResult]) -> str:
    """How many hands the legs have: ``13 and 8 hands``."""
    return f"{' and '.join(str(len(one.records)) for one in games)} hands"
