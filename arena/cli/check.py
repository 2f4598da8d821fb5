"""``arena check``: a bot tried hard before it enters, or what this machine can do to shut one in."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from arena.errors import ArenaError, in_one_line


class UnfitError(ArenaError):
    """The answer is no."""

    exit_code = 1


@click.command(epilog="Examples: arena check bots/mine.py · arena check --command node mine.js · arena check --sandbox")
@click.argument("bot", nargs=-1, metavar="BOT")
@click.option("--command", "is_command", is_flag=True, help="BOT is a command and its words, not the name or path of a Python bot.")
@click.option("--sandbox", is_flag=True, help="Say what this machine can do to shut bots in, and what each missing piece would allow.")
def command(bot: tuple[str, ...], *, is_command: bool, sandbox: bool) -> None:
    """Try BOT hard before it enters: under several rule sets, in every seat and phase, against random and itself.

    This runs the bot's code with your rights: try a stranger's first with arena run FILE --dry-run, where isolation: sandbox is set.

    Looks for faults, for play that changes from run to run, for what leaks from game to game, for output, and for answers that depend on
    hidden cards. Every finding comes with the command that shows it again. Exit code 1 if the bot is unfit.
    """
    if sandbox == bool(bot) or (len(bot) > 1 and not is_command):
        raise click.UsageError("give one BOT, or --command and the words of one, or --sandbox alone")
    if sandbox:
        _sandbox()
    else:
        _bot(bot, is_command=is_command)


def _bot(words: tuple[str, ...], *, is_command: bool) -> None:
    from arena.seats.loader import resolve, resolve_command
    from arena.tournament.checking import examine

    base = Path()
    spec = resolve_command(words, base, name="bot") if is_command else resolve(words[0], base, name="bot")
    told = shlex.join(words)
    unfit = 0
    for step in examine(spec, told):
        worst = any(finding.unfit for finding in step.findings)
        mark = "NO " if worst else "hm " if step.findings else "ok "
        click.echo(f"{mark} {step.what}" + (f" ({step.note})" if step.note else ""))
        for finding in step.findings:
            click.echo(f"      {in_one_line(' '.join(finding.text.splitlines()))}\n      to see it again: {finding.again}")
        unfit += worst
    if unfit:
        raise UnfitError(f"{told} is unfit: {unfit} of the checks above say NO.")
    click.echo(f"{told} is fit to enter.")


def _sandbox() -> None:
    from arena.seats.sandbox import features

    found = features()
    for one in found:
        click.echo(f"{'ok ' if one.works else 'NO '} {one.name}: {one.seen}" + (f"; without it {one.without}" if one.without else ""))
    if not all(one.works for one in found):
        raise UnfitError("isolation: sandbox cannot be used on this machine; see the lines that say NO.")
    click.echo("isolation: sandbox can be used on this machine.")
