"""``arena replay``: a recorded game, card by card."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

from arena.cli.options import A_PATH


@click.command(
    epilog="Examples: arena replay runs/quick 12/counter+steady/1 · arena replay runs/quick 12/counter+steady --html > board-12.html"
)
@click.argument("run", type=A_PATH)
@click.argument("game")
@click.option("--hand", type=click.IntRange(min=1), metavar="N", help="Show hand N alone.")
@click.option("--html", is_flag=True, help="Write a page to watch the hands at, all legs side by side.")
def command(run: Path, game: str, hand: int | None, *, html: bool) -> None:
    """Show a recorded game of the tournament in the folder RUN, card by card.

    GAME is BOARD/NAME+NAME/LEG, the names in alphabetical order: 12/counter+steady/1. Without LEG it is every leg of the board. The names
    may be left out where only two bots met (12/1), and with several rule sets the rule set's name goes before (setback/12/1). Hands are
    recorded by tournament files with 'record: hands'. In tricks > marks the card that was led and * the one that won.
    """
    from arena.report.replay import replay, require_hands
    from arena.tournament.folder import RESULTS
    from arena.tournament.naming import find
    from arena.tournament.store import Store

    with Store.read(run / RESULTS) as store:
        require_hands(store)
        found = find(store, game)
        if html:
            from arena.report.html.page import replay_page

            click.echo(replay_page(store, found.rules, found.games), nl=False)
            return
        color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        sides = store.spec.rules[found.rules].table.sides
        games = [one for _, one in found.games]
        click.echo(replay(games, sides, width=shutil.get_terminal_size().columns, color=color, hand=hand), nl=False)
