"""Places at a table: where a bot sits for the games of one sitting, in this process or in one of its own; knows no boards and no legs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeAlias
from urllib.parse import quote

from msgspec.structs import replace

from arena.errors import BotFault, BotLoadError
from arena.pitch.ruleset import RuleSet
from arena.seats import sandbox
from arena.seats.bot import Bot, BotSpec, GameInfo, seated
from arena.seats.launch import launch
from arena.seats.loader import Found, is_installed, load, place_of, spelled_out
from arena.seats.process import Child, Clock, ProcessSeat
from arena.seats.seat import InlineSeat, Seat
from arena.seats.start import FOLDER, Start
from arena.seats.wire import Scribe
from arena.seeds import Part, Seed, child_seed

Where: TypeAlias = Literal["inline", "process", "sandbox"]

_CHILD = ("-P", "-m", "arena.seats.child")
_SYSTEM = ("/usr/", "/bin/", "/lib/", "/lib64/", "/sbin/")


class Bounds(NamedTuple):
    """What a bot in a process of its own may take: times, memory, games in a sitting; the folder of its log, and the core it runs on."""

    clock: Clock
    memory_mb: int
    games: int
    logs: str = ""
    core: int | None = None


class Place(Protocol):
    """Where a bot sits down, game after game."""

    def sit(self, info: GameInfo, seed: tuple[Seed, *tuple[Part, ...]]) -> Seat:
        """Take the seat for a game; ``seed`` is the name of the bot's own seed. Raises BotFault."""

    def close(self) -> None:
        """The sitting is over."""


class InlinePlace:
    """In this process: a new object for every game."""

    def __init__(self, bot: BotSpec) -> None:
        self._bot, self._cls = bot, load(bot)

    def sit(self, info: GameInfo, seed: tuple[Seed, *tuple[Part, ...]]) -> Seat:
        """See ``Place``."""
        return InlineSeat(partial(_made, self._cls, seed, self._bot), self._bot.name, info)

    def close(self) -> None:
        """Nothing is kept open."""


def _made(cls: Callable[[], Bot], seed: tuple[Seed, *tuple[Part, ...]], bot: BotSpec) -> Bot:
    return seated(cls(), seed, bot.options)


class ProcessPlace:
    """In a process of its own, which sees no other sitting."""

    def __init__(self, bot: BotSpec, where: Where, rules: RuleSet, bounds: Bounds, scribe: Scribe, table: list[Child]) -> None:
        self._scribe = scribe
        self._child = Child(bot.name, lambda: launch(start_of(bot, where, bounds)), rules, bot.options, bounds.clock, table)

    def sit(self, info: GameInfo, seed: tuple[Seed, *tuple[Part, ...]]) -> Seat:
        """See ``Place``. The root of all seeds stays here: the bot gets its own alone."""
        return ProcessSeat(self._child, self._scribe, info, child_seed(*seed))

    def try_start(self) -> None:
        """Start the bot without a game. Raises BotFault."""
        self._child.greet()

    def close(self) -> None:
        """See ``Place``."""
        self._child.close()


def place(bot: BotSpec, where: Where, rules: RuleSet, bounds: Bounds, scribe: Scribe, table: list[Child]) -> InlinePlace | ProcessPlace:
    """The place of a bot in one sitting at ``table``. Raises BotLoadError for a bot that cannot be loaded into this process."""
    return InlinePlace(bot) if where == "inline" else ProcessPlace(bot, where, rules, bounds, scribe, table)


def where_of(bot: BotSpec, isolation: Literal["auto", "inline", "process", "sandbox"]) -> Where:
    """Where a bot runs: what installed packages offer is trusted, files and commands are not."""
    if isolation != "auto":
        return isolation
    return "inline" if bot.python is None and is_installed(bot) else "process"


def try_out(bot: BotSpec, where: Where, bounds: Bounds) -> None:
    """Load a bot where it will run. Raises BotLoadError, one sentence."""
    if where == "inline":
        load(bot)
        return
    found = place_of(bot) if bot.bot is not None else None
    trial = ProcessPlace(bot, where, RuleSet(), bounds, Scribe(), [])
    try:
        trial.try_start()
    except BotFault as fault:
        raise BotLoadError(_loading(fault.detail.removeprefix(f"{bot.name}: "), bot, found)) from fault
    finally:
        trial.close()


def _loading(detail: str, bot: BotSpec, found: Found | None) -> str:
    """What went wrong while a bot was loaded, as one would say it here: every sentence names it."""
    if bot.python is not None and "No module named 'arena'" in detail:
        return f"{bot.python}: no pitch-arena is installed for this interpreter; install it there (pip install pitch-arena)"
    if found is None:
        return f"{' '.join(bot.command)}: {detail}"
    inside = f"{sandbox.INSIDE}/{found.path.name}"
    if detail.startswith(inside):
        detail = f"{found.path}{detail.removeprefix(inside)}"
    if not detail.startswith(str(found.path)):  # said of its process, not of its code
        detail = f"{bot.bot if is_installed(bot) else found.path}: {detail}"
    return detail.replace(f"{Path.cwd()}{os.sep}", "")


def start_of(bot: BotSpec, where: Where, bounds: Bounds) -> Start:
    """How a bot's process is started."""
    log = os.path.join(bounds.logs, quote(bot.name, safe=" ") + ".log") if bounds.logs else ""
    start = Start(
        bot=spelled_out(bot.bot or ""),
        digest=bot.digest,
        argv=bot.command,
        env=bot.env,
        cwd=bot.folder or "",
        log=log,
        memory_mb=bounds.memory_mb,
        cpu=int(bounds.clock.start + bounds.clock.game * bounds.games) + 1,
        core=bounds.core,
    )
    if where == "sandbox":
        return _shut_in(start, bot)
    if bot.python is None:
        return start
    return replace(start, argv=(bot.python, *_CHILD, start.bot, start.digest), env={"PYTHONPATH": ""} | bot.env)


def _shut_in(start: Start, bot: BotSpec) -> Start:
    """The same in the sandbox, with a copy of the bot's files."""
    if bot.bot is None:
        return _command_shut_in(start, bot)
    found = place_of(bot)
    python = bot.python or sys.executable
    readable = sandbox.interpreter_places() if bot.python is None else _around(bot.python)
    env = {} if bot.python is None else {"PYTHONPATH": ""}
    copies: tuple[str, ...] = ()
    if found.module:
        argv, readable = (python, *_CHILD, start.bot, start.digest), (*readable, str(found.path.parent))
    else:
        inside = f"{sandbox.INSIDE}/{found.path.name}" + (f":{found.cls}" if found.cls else "")
        argv, copies = (python, *_CHILD, inside, start.digest), (str(found.path),)
    return replace(
        start,
        argv=sandbox.confined(argv, bot=f"{FOLDER}/bot" if copies else "", readable=readable),
        copies=copies,
        env=env | bot.env,
        cwd="",
        alone=sandbox.as_root(),
    )


def _command_shut_in(start: Start, bot: BotSpec) -> Start:
    copies = dict.fromkeys([bot.folder] if bot.folder else [word for word in bot.command if os.path.isabs(word) and _is_own(word)])
    words = [_inside(word, bot.folder) if os.path.isabs(word) else word for word in bot.command]
    program = shutil.which(bot.command[0])
    readable = _around(program) if program and not _is_own(program) else ()
    cwd = f"{sandbox.INSIDE}/{Path(bot.folder).name}" if bot.folder else sandbox.INSIDE if copies else "/tmp"
    argv = sandbox.confined(words, bot=f"{FOLDER}/bot" if copies else "", readable=readable, cwd=cwd)
    return replace(start, argv=argv, copies=tuple(copies), cwd="", alone=sandbox.as_root())


def _is_own(word: str) -> bool:
    """Whether a word of a command is a file of the bot's, not a program of the system."""
    return os.path.exists(word) and not word.startswith(_SYSTEM)


def _inside(word: str, folder: str | None) -> str:
    if not _is_own(word):
        return word
    path = Path(word)
    if folder is not None and path.is_relative_to(folder):
        return str(Path(sandbox.INSIDE, Path(folder).name, path.relative_to(folder)))
    return f"{sandbox.INSIDE}/{path.name}"


def _around(program: str) -> tuple[str, ...]:
    """The folders an interpreter or program is installed in, beyond the system's own."""
    places = (Path(program).parent.parent, Path(program).resolve().parent.parent)
    return tuple(dict.fromkeys(str(place) for place in places if len(place.parts) > 1 and not str(place).startswith(_SYSTEM)))
