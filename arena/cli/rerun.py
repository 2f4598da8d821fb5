"""``arena rerun``: a stored game played again, here, with the bots as they are now."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import A_PATH
from arena.errors import ArenaError


class DepartsError(ArenaError):
    """The game did not come out as recorded."""

    exit_code = 1


@click.command(epilog="Example: arena rerun runs/quick jpgames/3/greedy+steady/2")
@click.argument("run", type=A_PATH)
@click.argument("game", metavar="GAME")
def command(run: Path, game: str) -> None:
    """Play the stored GAME of the tournament in the folder RUN again, with the bots as they are now.

    GAME is RULES/BOARD/NAMES/LEG; BOARD/LEG is enough where nothing else is meant. Python bots run in this very process, so that prints and
    breakpoint() work, whatever the tournament's isolation. Where the game first departs from the record is said, with exit code 1. A bot
    that was late may be in time now: that is a departure too.
    """
    from arena.report.text import printable
    from arena.tournament.folder import RESULTS
    from arena.tournament.rerun import departure, find_game, play_again
    from arena.tournament.store import Store

    with Store.read(run / RESULTS) as store:
        stored = find_game(store, game)
    again = play_again(stored)
    for fault in again.faults:
        click.echo(f"{printable(fault.entrant)}: {fault.kind} in hand {fault.hand}, {fault.phase}: {fault.said}", err=True)
    scores = "–".join(map(str, again.scores))
    click.echo(f"{again.outcome} ({again.reason}) after {len(again.records)} hands, {scores}")
    found = departure(stored, again)
    if found is not None:
        raise DepartsError(f"it departs from the record: {found}")
    if stored.game.records:
        click.echo("As recorded.")
    elif stored.match.record == "hands":
        click.echo("The result is as recorded; the game ended before a hand was finished.")
    else:
        click.echo("The result is as recorded; its hands were not kept (record: hands keeps them).")
