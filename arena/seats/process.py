"""A bot at the table in a process of its own: asked over a line, timed from outside; knows neither what is legal nor other seats."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec

from arena.errors import BotFault, FaultKind
from arena.pitch.game import GameEnd
from arena.pitch.refused import said, shown
from arena.pitch.ruleset import RuleSet
from arena.pitch.scoring import HandResult
from arena.pitch.tables import tables_of
from arena.pitch.view import View
from arena.seats import wire
from arena.seats.bot import GameInfo
from arena.seats.launch import Process

STALE: Final = 1000
"""Lines that answer no question, at most, before the right one."""
BRIEF: Final = 0.05
"""Seconds a bot may take before the others at its table are held."""


class Clock(NamedTuple):
    """Seconds: of a decision, of a seat's thinking in a game, of a start, and what is forgiven because the machine is slow."""

    decision: float
    game: float
    start: float
    grace: float


class Child:
    """A bot's process for one sitting, started when first needed and again where it had to be ended.

    ``name`` is the entrant's, for what is said of it. Once a start has failed, it is not tried again. ``table`` holds all children of a
    table: where one takes its time, the others are held until they are asked, for what they think then would be on its time.
    """

    def __init__(
        self, name: str, begin: Callable[[], Process], rules: RuleSet, options: dict[str, Any], clock: Clock, table: list[Child]
    ) -> None:
        self.name, self.clock, self.rules = name, clock, rules
        self._begin, self._options, self._table = begin, options, table
        table.append(self)
        self._process: Process | None = None
        self._broken: BotFault | None = None
        self._rest = b""
        self._number = 0
        self._held = self.owes = False
        self.wants: tuple[str, ...] = ()

    def next(self) -> int:
        """The number of the next question or event."""
        self._number += 1
        return self._number

    def greet(self) -> None:
        """Start it, unless it is there, and agree on a version of the protocol. Raises BotFault (``start``)."""
        if self._broken is not None:
            raise self._broken
        if self._process is not None:
            return
        try:
            self._process = self._begin()
            self.wants = self._greeting(self._process)
        except (BotFault, OSError) as error:
            self.close()
            self._broken = self.fault("start", error.detail if isinstance(error, BotFault) else str(error))
            raise self._broken from error

    def _greeting(self, process: Process) -> tuple[str, ...]:
        hello = wire.Hello((wire.PROTOCOL,), import_module("arena").__version__, msgspec.Raw(wire.encode(self.rules)), self._options)
        self._rest = b""
        process.send(wire.line(hello))
        told = self._message(process, perf_counter() + self.clock.start + self.clock.grace)
        if isinstance(told, wire.Greeting) and told.protocol == wire.PROTOCOL:
            return told.wants
        if told is None:
            raise BotFault("start", f"it did not start within {self.clock.start:g} s")
        if isinstance(told, wire.Fault):
            raise BotFault("start", told.detail)
        wanted = f"a hello with protocol {wire.PROTOCOL}"
        raise BotFault("start", f"it began with {shown(told)}; expected {wanted}")

    def ask(self, game: str, number: int, line: bytes, seconds: float, begun: float) -> wire.Answer | wire.Done | wire.Unreadable:
        """What comes back within ``seconds`` of ``begun`` for ``line``, the question or event ``number``. Raises BotFault."""
        process = self._process
        if process is None:
            raise self.fault("dead", "its process is gone")
        try:
            if self._held:
                self._held = self.owes = False
                process.pause(now=False)
            process.send(line)
            until = begun + seconds + self.clock.grace
            message = self._message(process, until)
            if type(message) is wire.Answer and message.id == number:  # nearly always
                return message
            message = self._reply(process, message, game, number, until)
        except BotFault as fault:
            self.close()
            raise self.fault(fault.kind, fault.detail) from None
        if message is None:
            self.owes = True
            self.hold()
            raise self.fault("late", f"no answer within {seconds:.3g} s")
        kind = type(message)
        if kind is wire.Left or kind is wire.Fault:
            raise self._blamed(message)  # type: ignore[arg-type]
        return message  # type: ignore[return-value]

    def _blamed(self, message: wire.Left | wire.Fault) -> BotFault:
        if isinstance(message, wire.Left):
            return self.fault("dead", f"its process ended in the middle of a game ({message.detail})")
        detail = message.detail if message.detail.startswith(",") else f": {message.detail}"
        return BotFault("memory" if message.kind == "memory" else "crash", f"{self.name}{detail}")

    def hold(self) -> None:
        """Let it do nothing until it is asked."""
        if self._process is not None and not self._held:
            self._held = True
            self._process.pause(now=True)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self._held = self.owes = False
        if process is not None:
            process.close()

    def fault(self, kind: FaultKind, detail: str) -> BotFault:
        """A fault of this bot."""
        return BotFault(kind, f"{self.name}: {detail}")

    def _reply(
        self, process: Process, message: wire.FromBot | wire.Unreadable | None, game: str, number: int, until: float
    ) -> wire.Answer | wire.Done | wire.Fault | wire.Left | wire.Unreadable | None:
        """The message about ``number``, be it ``message`` or a later one; what is stale is dropped. None when it is late."""
        for _ in range(STALE):
            kind = type(message)  # isinstance takes microseconds for these
            if kind is wire.Answer or kind is wire.Done:
                if message.id == number:  # type: ignore[union-attr]
                    return message  # type: ignore[return-value]
            elif kind is wire.Left:
                if message.game == game:  # type: ignore[union-attr]
                    return message  # type: ignore[return-value]
            elif kind is not wire.Greeting:
                return message  # type: ignore[return-value]
            message = self._message(process, until)
        raise BotFault("oversized", f"{STALE} lines that answer nothing")

    def _message(self, process: Process, until: float) -> wire.FromBot | wire.Unreadable | None:
        """The next message; None when there is none in time."""
        rest = self._rest
        while (end := rest.find(b"\n")) < 0:
            if len(rest) > wire.LONGEST_LINE:
                raise BotFault("oversized", f"a line of more than {wire.LONGEST_LINE} bytes")
            data = process.receive(min(until - perf_counter(), BRIEF)) or self._waited_for(process, until)
            if not data:
                self._rest = rest
                return None
            rest += data
        self._rest = rest[end + 1 :]
        try:
            return wire.decode_from_bot(rest[:end])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # the last of lists within lists
            return wire.Unreadable(rest[:80].partition(b"\n")[0].decode("utf-8", "backslashreplace"))

    def _waited_for(self, process: Process, until: float) -> bytes:
        """What it says after all, with the others held."""
        for other in self._table:
            if other is not self:
                other.hold()
        return process.receive(until - perf_counter())


class ProcessSeat:
    """A bot in a ``Child``, for one game."""

    __slots__ = ("_child", "_ended", "_game", "_left", "_scribe", "hears_hands", "took")

    def __init__(self, child: Child, scribe: wire.Scribe, info: GameInfo, seed: int) -> None:
        child.greet()
        self._child, self._scribe, self._game = child, scribe, info.game_id
        self._ended = False
        self._left, self.took = child.clock.game, 0.0
        self.hears_hands = "hand_ended" in child.wants
        number = child.next()
        partners = tables_of(info.rules).partners[info.seat]
        started = wire.GameStarted(info.game_id, number, info.seat, info.side, partners, f"{seed:032x}")
        try:
            child.ask(info.game_id, number, wire.line(started), child.clock.start, perf_counter())
        except BotFault as fault:
            child.close()
            raise BotFault("start" if fault.kind == "late" else fault.kind, fault.detail) from None

    def ask(self, view: View) -> Any:
        """The bot's answer: a text, a number, or something that shows what it said. Raises BotFault."""
        number = self._child.next()
        answer = self._timed(number, self._scribe.ask(self._game, number, view))
        if type(answer) is wire.Answer:
            action = answer.action
            if type(action) is str:
                return action
            if action is None and not answer.said:
                return None
            return action if type(action) is int else wire.Unreadable(answer.said or said(action))
        return answer if type(answer) is wire.Unreadable else wire.Unreadable("done")

    def hand_ended(self, view: View, result: HandResult) -> None:
        """Tell the bot that a hand is over."""
        number = self._child.next()
        self._timed(number, self._scribe.hand_ended(self._game, number, view, result))

    def game_ended(self, end: GameEnd) -> None:
        """Tell the bot that the game is over; a bot that still owes an answer is ended instead."""
        if self._ended or self._child.owes:
            self._child.close()
            return
        number = self._child.next()
        self._timed(number, wire.line(wire.GameEnded(self._game, number, end)))

    def close(self) -> None:
        """The process stays for the next game of its sitting, unless it is stuck in this one."""
        if self._child.owes:
            self._child.close()

    def _timed(self, number: int, line: bytes) -> wire.Answer | wire.Done | wire.Unreadable:
        child = self._child
        limit = min(self._left, child.clock.decision)
        if limit <= 0:
            raise child.fault("overtime", f"more than {child.clock.game:g} s of thinking in one game")
        begun = perf_counter()
        try:
            return child.ask(self._game, number, line, limit, begun)
        except BotFault as fault:
            self._ended = fault.kind not in ("late", "crash")
            fault.seconds = perf_counter() - begun
            raise
        finally:
            self.took = perf_counter() - begun
            self._left -= self.took
