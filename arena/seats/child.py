"""A Python bot's own process: it greets, and for every game sits down a copy of itself; knows no rules and no other seat.

The process that imported the bot plays no game: it stays as it is, and forks for each game a copy that starts from that clean state.
Where there is no fork, it plays one game and leaves.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
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
        """The next line, or those that came while the last answer was late; empty when the arena is gone."""
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
    with suppress(BrokenPipeError):  # the sitting is over
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
    """One game, from its start to its end, or until the arena is gone."""
    line, seat = sitting.line, _Seat(sitting, started)
    messages: list[Any] = [started]
    while messages:
        for message in messages:
            try:
                answer = seat.hear(message)
            except BaseException as error:
                answer = _blamed(message.id, error)
            line.write(answer)
        if type(message) is wire.GameEnded:
            return
        messages = [wire.decode_to_bot(one) for one in line.read().splitlines()]


def _blamed(number: int, error: BaseException) -> bytes:
    """The line that tells what went wrong in the bot, whatever that was."""
    if not isinstance(error, BotFault):
        return wire.line(wire.Fault(number, crash("", "answering", error).detail))
    kind = "memory" if isinstance(error.__cause__, MemoryError) else error.kind
    return wire.line(wire.Fault(number, error.detail, kind))


class _Seat:
    """An InlineSeat that is spoken to in messages."""

    def __init__(self, sitting: _Sitting, started: wire.GameStarted) -> None:
        self._sitting, self._started = sitting, started

    def hear(self, message: Any) -> bytes:
        """The answer to a message of the arena's."""
        kind = type(message)
        if kind is wire.Ask:
            view = self._sitting.reader.view(message.view)
            return wire.answered(message.id, view.phase, self._seat.ask(view))
        if kind is wire.GameStarted:
            self._sit()
        elif kind is wire.HandEnded:
            self._seat.hand_ended(self._sitting.reader.view(message.view), wire.result_of(message.result))
        else:
            self._seat.game_ended(message.result)
        return wire.line(wire.Done(message.id))

    def _sit(self) -> None:
        rules, started = self._sitting.rules, self._started
        info = GameInfo(rules=rules, seat=started.seat, side=started.side, game_id=started.game)
        seed = int(started.seed, 16)
        self._seat = InlineSeat(lambda: seated(self._sitting.cls(), seed, self._sitting.options), "", info)


if __name__ == "__main__":
    main(sys.argv[1:])
