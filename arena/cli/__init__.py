"""The table of contents of the command line, and how every error a person can meet becomes a sentence and an exit code."""

from __future__ import annotations

import shlex
import sys
import traceback
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from arena import __version__
from arena.cli.stopping import stoppable
from arena.errors import ArenaError

COMMANDS: Final = {
    "run": "Run a tournament, or continue one.",
    "match": "Let bots meet without a tournament file.",
    "compare": "Is one bot stronger than another? A sequential test.",
    "report": "Show the standings of a run again.",
    "replay": "Show a recorded game card by card.",
    "verify": "Check a run against itself.",
    "rules": "List, explain and check rule sets.",
    "bots": "List the bots there are.",
    "check": "Try a bot hard before it enters.",
    "rerun": "Play a stored game again with the bots as they are now.",
}
INTERRUPTED: Final = 4
OUR_FAULT: Final = 5


class Arena(click.Group):
    """A group whose commands are imported only when they are called, each the ``command`` of the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"arena.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command meant, or names the nearest."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, n=1)
            ctx.fail(f"There is no command {args[0]!r}; " + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(COMMANDS)}."))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps what was typed, as the command that does the same again: its words are the context's ``obj``."""
        ctx.obj = (*str(ctx.info_name).split(), *args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; whatever goes wrong in it ends in a sentence on stderr and the exit code that says what kind it was."""
        try:
            with stoppable():
                return super().invoke(ctx)
        except ArenaError as error:
            _end(ctx, error, str(error), error.exit_code)
        except KeyboardInterrupt as error:
            _end(ctx, error, f"Interrupted; start it again with: {shlex.join(ctx.obj)}", INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            _end(ctx, error, f"{type(error).__name__}: {error}", OUR_FAULT)


def _end(ctx: click.Context, error: BaseException, text: str, code: int) -> NoReturn:
    if ctx.params.get("debug"):
        traceback.print_exception(error, file=sys.stderr)
    for line in text.splitlines():
        click.echo(line if code == INTERRUPTED or line.startswith(" ") else f"Error: {line}", err=True)
    more = not isinstance(error, ArenaError) or error.__cause__ is not None or hasattr(error, "__notes__")
    if code == OUR_FAULT and more and not ctx.params.get("debug"):
        again = f"{ctx.info_name} --debug {ctx.invoked_subcommand} …"
        click.echo(f"This is a fault of ours, not yours. To see where it arose, put --debug first: {again}", err=True)
    ctx.exit(code)


@click.group(
    "arena", cls=Arena, context_settings={"help_option_names": ["-h", "--help"]}, epilog="Example: arena run tournaments/quick.yaml"
)
@click.version_option(__version__, prog_name="arena")
@click.option("--debug", is_flag=True, help="Show where in the program an error arose.")
def main(*, debug: bool) -> None:
    """Fair and repeatable tournaments between bots that play the card game Pitch."""
