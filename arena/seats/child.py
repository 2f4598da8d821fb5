"""A Python bot's own process: it greets, and for every game sits down a copy of itself; knows no rules and no other seat.

The process that imported the bot plays no game: it stays as it is, and forks for each game a copy that starts from that clean state.
Where there is no fork, it plays one game and leaves.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from arena.errors import BotFault, BotLoadError
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import tables_of
from arena.seats import wire
from arena.seats.bot import Bot, BotSpec, GameInfo, seated
from arena.seats.loader import load
from arena.seats.seat import InlineSeat, crash

CHUNK: Final = 1 << 15
FORKS: Final = hasattr(os, "fork")


class Line(NamedTuple):
    """The two descriptors a bot speaks over with the arena."""

    ask: int
    reply: int

    def read(self) -> bytes:
        """The next line; empty when the arena is gone. The arena never sends a line before the last is answered, except after a late one."""
        data = os.read(self.ask, CHUNK)
        while data and not data.endswith(b"\n"):
            more = os.read(self.ask, CHUNK)
            if not more:
                return b""
            data += more
        return data

    def write(self, data: bytes) -> None:
        """Sends a line, whole."""
        while data:
            data = data[os.write(self.reply, data) :]


class _Sitting(NamedTuple):
    """What holds for all games."""

    line: Line
    cls: type[Bot]
    rules: RuleSet
    options: dict[str, Any]
    reader: wire.Reader


def main(words: list[str]) -> None:
    """Serve the bot of ``words`` (as in a BotSpec: the bot, its digest) until the arena lets go; the protocol is on descriptors 0 and 1."""
    line = _private()
    bot, digest = words
    hello = wire.decode_to_bot(line.read())
    if not isinstance(hello, wire.Hello) or wire.PROTOCOL not in hello.protocol:
        line.write(wire.line(wire.Fault(0, f"this bot's arena speaks version {wire.PROTOCOL} of the protocol")))
        return
    try:
        cls = load(BotSpec(name="", bot=bot, digest=digest))
    except BotLoadError as error:
        line.write(wire.line(wire.Fault(0, str(error), "start")))
        return
    rules = msgspec.json.decode(hello.rules, type=RuleSet)
    tables_of(rules)
    wants = ("hand_ended",) if cls.hand_ended is not Bot.hand_ended else ()
    gc.collect()
    gc.freeze()  # what is here now is shared with every copy; the collector would touch, and thereby copy, all of it
    line.write(wire.line(wire.Greeting(wire.PROTOCOL, wants)))
    _games(_Sitting(line, cls, rules, hello.options, wire.Reader(rules)))


def _private() -> Line:
    """Takes the protocol away from stdin and stdout, where a bot's own reading and printing would spoil it."""
    line = Line(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return line


def _games(sitting: _Sitting) -> None:
    while told := sitting.line.read():
        message = wire.decode_to_bot(told.splitlines()[-1])  # before the last may stand what is left of a game whose process died
        if not isinstance(message, wire.GameStarted):
            continue
        if not FORKS:
            _play(sitting, message)
            return
        _fork(sitting, message)


def _fork(sitting: _Sitting, started: wire.GameStarted) -> None:
    pid = os.fork()
    if not pid:
        _copy(sitting, started)
    _, status = os.waitpid(pid, 0)
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)  # whatever the game left running
    sitting.line.write(wire.line(wire.Left(started.game, ended(status))))


def _copy(sitting: _Sitting, started: wire.GameStarted) -> NoReturn:
    try:
        os.setpgid(0, 0)
        _play(sitting, started)
        _flush()
    finally:
        os._exit(0)


def ended(status: int) -> str:
    """How a process ended, in words: ``killed by SIGSEGV``, ``exit code 3``."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"killed by {signal.Signals(number).name}" if number in set(signal.Signals) else f"killed by signal {number}"
    return f"exit code {os.WEXITSTATUS(status)}"


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _play(sitting: _Sitting, started: wire.GameStarted) -> None:
    """One game, from its start to its end."""
    line, seat = sitting.line, _Seat(sitting, started)
    line.write(_guarded(started.id, seat.sit))
    while told := line.read():
        for one in told.splitlines():
            message = wire.decode_to_bot(one)
            line.write(_guarded(getattr(message, "id", 0), partial(seat.hear, message)))
            if isinstance(message, wire.GameEnded):
                return


def _guarded(number: int, call: Callable[[], bytes]) -> bytes:
    """The line that ``call`` answers with, or the one that tells what went wrong in it, whatever that was."""
    try:
        return call()
    except BotFault as fault:
        kind = "memory" if isinstance(fault.__cause__, MemoryError) else fault.kind
        return wire.line(wire.Fault(number, fault.detail, kind))
    except BaseException as error:
        return wire.line(wire.Fault(number, crash("", "answering", error).detail))


class _Seat:
    """An InlineSeat that is spoken to in messages."""

    def __init__(self, sitting: _Sitting, started: wire.GameStarted) -> None:
        self._sitting, self._started = sitting, started

    def sit(self) -> bytes:
        """The bot takes its seat."""
        rules, started = self._sitting.rules, self._started
        info = GameInfo(rules=rules, seat=started.seat, side=started.side, game_id=started.game)
        seed = int(started.seed, 16)
        self._seat = InlineSeat(lambda: seated(self._sitting.cls(), seed, self._sitting.options), "", info)
        return wire.line(wire.Done(started.id))

    def hear(self, message: wire.ToBot) -> bytes:
        """The answer to a message."""
        if isinstance(message, wire.Ask):
            view = self._sitting.reader.view(message.view)
            return wire.answered(message.id, view.phase, self._seat.ask(view))
        if isinstance(message, wire.HandEnded):
            self._seat.hand_ended(self._sitting.reader.view(message.view), wire.result_of(message.result))
        elif isinstance(message, wire.GameEnded):
            self._seat.game_ended(message.result)
        return wire.line(wire.Done(getattr(message, "id", 0)))


if __name__ == "__main__":
    main(sys.argv[1:])
