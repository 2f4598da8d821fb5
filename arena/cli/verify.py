"""``arena verify``: whether what a run says of itself is true."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import A_PATH


@click.command(epilog="Example: arena verify runs/quick --replay 20")
@click.argument("run", type=A_PATH)
@click.option("--replay", type=click.IntRange(min=0), default=0, metavar="N", help="Play N games, taken at random, again with the bots.")
@click.pass_context
def command(ctx: click.Context, run: Path, replay: int) -> None:
    """Check the run in the folder RUN against itself.

    Its seed is compared with what was published of it; its matches with the schedule and with what was stored; its bots' files with those
    that played; every game with its hands; where hands were recorded, every deal with the seed, every card with the rules, every point and
    every score; and its report with its results. Exit code 1 when anything does not agree; each disagreement is named.
    """
    from arena.report.audit import examine

    verdict = examine(run, replay=replay)
    for finding in verdict.findings:
        click.echo(finding)
    click.echo(f"Checked: {verdict.matches:,} matches, {verdict.games:,} games, {verdict.hands:,} hands")
    for what in verdict.unchecked:
        click.echo(f"Not checked: {what}")
    click.echo(f"Wrong: {len(verdict.findings):,}" if verdict.findings else "Everything that was checked agrees")
    ctx.exit(bool(verdict.findings))
