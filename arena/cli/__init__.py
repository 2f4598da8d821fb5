"""The table of contents of the command line, and how every error a person can meet becomes a sentence and an exit code."""

from __future__ import annotations

import errno
import os
import shlex
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
UNWRITTEN: Final = 2
_REFUSED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR)
"""What a system says of a path that a person has to put right."""


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

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the program; where standard output was closed nothing is shown, and where it is full a sentence says so."""
        if sys.stdout is None:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the process)
        try:
            return super().main(*args, **extra)
        except OSError as error:
            if not _of_stream(error):
                raise
            click.echo(f"Error: {_unwritten(error)}", err=True)
            sys.exit(UNWRITTEN)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps what was typed, as the command that does the same again: its words are the context's ``obj``."""
        ctx.obj = (*str(ctx.info_name).split(), *args)
        with _until_seen_enough(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; whatever goes wrong in it ends in a sentence on stderr and the exit code that says what kind it was."""
        try:
            with stoppable(), _until_seen_enough(ctx):
                return super().invoke(ctx)
        except ArenaError as error:
            _end(ctx, error, str(error), error.exit_code)
        except KeyboardInterrupt as error:
            _end(ctx, error, f"Interrupted; start it again with: {shlex.join(ctx.obj)}", INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if isinstance(error, OSError) and _of_stream(error):
                _end(ctx, error, _unwritten(error), UNWRITTEN)
            if isinstance(error, OSError) and error.filename is not None and error.errno in _REFUSED:
                _end(ctx, error, f"{error.filename}: {error.strerror}", ArenaError.exit_code)
            _end(ctx, error, f"{type(error).__name__}: {error}", OUR_FAULT)


@contextmanager
def _until_seen_enough(ctx: click.Context) -> Iterator[None]:
    """Ends the program without a word when whoever reads what it shows leaves; that is an interruption, and no answer."""
    try:
        yield
    except BrokenPipeError:
        _give_up_output()
        ctx.exit(INTERRUPTED)


def _of_stream(error: OSError) -> bool:
    """Whether it is writing to standard output that failed: files have names."""
    return error.filename is None and error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)


def _unwritten(error: OSError) -> str:
    """What is said of it."""
    _give_up_output()
    return f"standard output cannot be written: {error.strerror}"


def _give_up_output() -> None:
    """Let what waits to be written go nowhere: on leaving it would fail once more, with another exit code."""
    with suppress(OSError), open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


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
