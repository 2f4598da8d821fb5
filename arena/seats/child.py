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
from functools import cache
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from arena.errors import BotFault, BotLoadError
from arena.pitch.actions import Bid
from arena.pitch.cards import Card
from arena.pitch.deal import Board
from arena.pitch.game import GameEnd
from arena.pitch.hand import Hand
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import tables_of
from arena.pitch.view import View
from arena.seats import wire
from arena.seats.bot import Bot, BotSpec, GameInfo, seated
from arena.seats.loader import load
from arena.seats.seat import InlineSeat, crash

REHEARSED: Final = 10
"""Hands that are played to nobody; Python settles how it runs a function after eight calls."""
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

    line: Line | _Prompter
    cls: type[Bot]
    rules: RuleSet
    options: dict[str, Any]
    reader: wire.Reader


def main(words: list[str]) -> None:
    """Serve the bot of ``words`` (as in a BotSpec: the bot, its digest) until the arena lets go; the protocol is on descriptors 0 and 1."""
    line = _private()
    rehearsal()
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


class _Understudy(Bot):
    """Looks at what every bot looks at, and answers with chance."""

    def bid(self, view: View) -> Bid:
        return self.rng.choice(view.legal_bids)

    def play(self, view: View) -> Card:
        _ = view.holding, view.trick, view.trump, view.rules
        return self.rng.choice(view.legal_cards)


class _Prompter:
    """A line on which all questions are known before, and no answer is heard."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self._next = iter(lines)

    def read(self) -> bytes:
        return next(self._next)

    def write(self, data: bytes) -> None:
        pass


class _Rehearsal(NamedTuple):
    """A sitting with nobody, the start of its games, and what is said in one of them, which has one hand."""

    sitting: _Sitting
    started: wire.GameStarted
    lines: list[bytes]


@cache
def rehearsal() -> _Rehearsal:
    """Play a few hands to nobody, once in this process and those forked from it.

    What is done for the first time after a fork has to be paid for in every copy: types that are looked into, code that is made faster,
    and each time a page of memory that is shared no more.
    """
    rules, started = RuleSet(), wire.GameStarted("", 1, 0, 0, (2,), "0")
    reader = wire.Reader(rules)
    for board in range(REHEARSED):
        prompter = _Prompter(_told(rules, board))
        sitting = _Sitting(prompter, _Understudy, rules, {}, reader)
        _play(sitting, started)
    return _Rehearsal(sitting, started, prompter.lines)


def _told(rules: RuleSet, board: int) -> list[bytes]:
    """All that is said in a game of one hand."""
    scribe, lines = wire.Scribe(), []
    hand = Hand(rules, Board(0, board).deck(rules, 1, 0), 0, (0, 0))
    while (seat := hand.to_act) is not None:
        lines.append(scribe.ask("", 2, hand.view(seat)))
        hand.apply(hand.legal_actions()[-1])
    return [*lines, wire.line(wire.GameEnded("", 3, GameEnd(None, "hand", hand.view(0).scores)))]


def _settle() -> None:
    """Answer a few questions to nobody, so that this copy's own pages of memory are made on the time of its start, not on the bot's."""
    known = rehearsal()
    seat = _Seat(known.sitting, known.started)
    seat.hear(known.started)
    for told in known.lines[:-1:3]:
        seat.hear(wire.decode_to_bot(told))


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
        with suppress(Exception):  # of a bot that has changed the arena's own code: that is for the game to show
            _settle()
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
    read, write, hear, decode = line.read, line.write, seat.hear, wire.decode_to_bot
    message: Any = started
    left: list[bytes] = []
    while True:
        try:
            answer = hear(message)
        except BaseException as error:
            answer = _blamed(message.id, error)
        write(answer)
        if type(message) is wire.GameEnded:
            return
        told = left.pop() if left else read()
        if not told:
            return
        try:
            message = decode(told)
        except msgspec.DecodeError:  # several, that came while the last answer was late
            left = told.splitlines()[::-1]
            message = decode(left.pop())


def _blamed(number: int, error: BaseException) -> bytes:
    """The line that tells what went wrong in the bot, whatever that was."""
    if not isinstance(error, BotFault):
        return wire.line(wire.Fault(number, crash("", "answering", error).detail))
    kind = "memory" if isinstance(error.__cause__, MemoryError) else error.kind
    return wire.line(wire.Fault(number, error.detail, kind))


class _Seat:
    """An InlineSeat that is spoken to in messages."""

    def __init__(self, sitting: _Sitting, started: wire.GameStarted) -> None:
        self._sitting, self._started, self._view = sitting, started, sitting.reader.view

    def hear(self, message: Any) -> bytes:
        """The answer to a message of the arena's."""
        kind = type(message)
        if kind is wire.Ask:
            view = self._view(message.view)
            return wire.answered(message.id, view.phase, self._seat.ask(view))
        if kind is wire.GameStarted:
            self._sit()
        elif kind is wire.HandEnded:
            self._seat.hand_ended(self._view(message.view), wire.result_of(message.result))
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
