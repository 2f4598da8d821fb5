"""``arena verify``: whether what a run says of itself is true."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(epilog="Example: arena verify runs/quick")
@click.argument("run", type=click.Path(path_type=Path))
@click.pass_context
def command(ctx: click.Context, run: Path) -> None:
    """Check the run in the folder RUN against itself.

    Its seed is compared with what was published of it; every game with its hands; and where hands were recorded, every deal with the seed,
    every card with the rules, every point and every score. Exit code 1 when anything does not agree; each disagreement is named.
    """
    from arena.tournament.folder import RESULTS
    from arena.tournament.store import Store
    from arena.tournament.verify import verify

    with Store.read(run / RESULTS) as store:
        verdict = verify(store)
    for finding in verdict.findings:
        click.echo(finding)
    click.echo(f"Checked: {verdict.matches:,} matches, {verdict.games:,} games, {verdict.hands:,} hands")
    for what in verdict.unchecked:
        click.echo(f"Not checked: {what}")
    click.echo(f"Wrong: {len(verdict.findings):,}" if verdict.findings else "Everything that was checked agrees")
    ctx.exit(bool(verdict.findings))
