"""What isolation costs, as ratios within one run: a decision against a bare pipe, games against a promise, the start of a game.

Everything runs on one core, as a table does. The same game is played again and again, by turns with bots in processes and with bare pipes
in their place, which carry the same lines to four other children and back. Of every decision the fastest time counts: cores are shared, and
what others take is nobody's cost here.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from arena import BotSpec, Hand, RuleSet, load_rules
from arena.config import tournament_of
from arena.pitch.deal import Board
from arena.pitch.game import GameEnd
from arena.pitch.tables import tables_of
from arena.seats.bot import GameInfo
from arena.seats.launch import Process, on_one_core
from arena.seats.places import Bounds, ProcessPlace
from arena.seats.process import Child, Clock
from arena.seats.seat import Seat
from arena.seats.wire import Answer, Scribe, decode_from_bot
from arena.tournament.executors import Serial
from arena.tournament.folder import open_run
from arena.tournament.runner import run
from benchmarks.speed import Ratio

ROUNDS = 40
HANDS = 20
"""In a game: about as many as one to 21 points has."""
CHUNK = 1 << 15


class Exchange(NamedTuple):
    """A question and its answer, as they went over the line of a seat."""

    line: bytes
    answer: bytes
    action: str


class Costs(NamedTuple):
    """Microseconds: of a decision, of the same bytes through bare pipes, of the start of a game for one seat; and decisions a hand."""

    decision: float
    pipe: float
    start: float
    decisions: float


def measured() -> Iterator[Ratio]:
    """The promises about bots in processes of their own."""
    found, speed = costs(), hands_a_second()
    note = f"{found.decision:.1f} µs against {found.pipe:.1f} µs"
    yield Ratio("decision of four processes on one core / bare pipe round trip", found.decision / found.pipe, 3, note)
    yield Ratio("start of a game in a warm process, ms a seat", found.start / 1000, 3, "a fresh copy of the bot")
    yield Ratio("hand in whole games of four processes on one core, ms", 1000 / speed, 2, f"{speed:.0f} hands a second")


def costs(rounds: int = ROUNDS, hands: int = HANDS) -> Costs:
    """Of every part the least over all rounds."""
    rules = load_rules("jpgames")
    with on_one_core() as core:
        bounds = Bounds(Clock(10, 600, 30, 1), 512, rounds + 1, core=core)
        scribe, table = Scribe(), list[Child]()
        places = [ProcessPlace(BotSpec(name=f"bot {seat}", bot="random"), "process", rules, bounds, scribe, table) for seat in range(4)]
        try:
            return _measured(rules, places, rounds, hands)
        finally:
            for place in places:
                place.close()


def _measured(rules: RuleSet, places: list[ProcessPlace], rounds: int, hands: int) -> Costs:
    decisions, pipes, starts = [], [], []
    said = _overheard(rules, places, hands)
    with _echoes(said) as echoes:
        for number in range(1, rounds + 1):
            seats, spent = _seated(rules, places, number)
            starts.append(spent)
            decisions.append(_played(rules, seats, hands))
            _left(seats)
            pipes.append(_played(rules, [_Bare(*echo, one) for echo, one in zip(echoes, said, strict=True)], hands))
    count = sum(map(len, said))
    return Costs(_least(decisions) / count * 1e6, _least(pipes) / count * 1e6, _least(starts) / len(places) * 1e6, count / hands)


def _least(rounds: Sequence[Sequence[float]]) -> float:
    """The sum of the least times of each decision."""
    return fsum(min(times) for times in zip(*rounds, strict=True))


def _seated(rules: RuleSet, places: list[ProcessPlace], number: int) -> tuple[list[Seat], list[float]]:
    """All seats taken for a game, and the seconds that each of them took."""
    side_of, seats, spent = tables_of(rules).side_of, [], []
    for seat, place in enumerate(places):
        info = GameInfo(rules=rules, seat=seat, side=side_of[seat], game_id=f"{number:016x}")
        begun = perf_counter()
        seats.append(place.sit(info, (1, "bot", seat)))
        spent.append(perf_counter() - begun)
    return seats, spent


def _left(seats: list[Seat]) -> None:
    for seat in seats:
        seat.close()
        seat.game_ended(GameEnd(None, "hand", (0, 0)))


def _played(rules: RuleSet, seats: Sequence[Seat | _Bare], hands: int) -> list[float]:
    """Seconds of every decision of a game."""
    spent = []
    for number in range(1, hands + 1):
        hand = Hand(rules, Board(7, 1).deck(rules, number, 0), 0, (0, 0))
        while (seat := hand.to_act) is not None:
            legal = hand.legal_actions()
            if len(legal) == 1:
                hand.apply(legal[0])
                continue
            view, ask = hand.view(seat), seats[seat].ask
            begun = perf_counter()
            answer = ask(view)
            spent.append(perf_counter() - begun)
            hand.apply(answer)
    return spent


class _Tap:
    """A process whose line is listened to."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.sent: list[bytes] = []
        self.received: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.sent.append(data)
        self._process.send(data)

    def receive(self, seconds: float) -> bytes:
        self.received.append(self._process.receive(seconds))
        return self.received[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)


def _overheard(rules: RuleSet, places: list[ProcessPlace], hands: int) -> list[list[Exchange]]:
    """What is said in the game at each seat; the ids of later games have a digit or two more."""
    (seats, _), taps = _seated(rules, places, 0), []
    for place in places:
        process = place._child._process
        assert process is not None
        place._child._process = tap = _Tap(process)
        taps.append(tap)
    _played(rules, seats, hands)
    for place, tap in zip(places, taps, strict=True):
        place._child._process = tap._process
    _left(seats)
    return [[_exchange(*both) for both in zip(tap.sent, tap.received, strict=True)] for tap in taps]


def _exchange(line: bytes, answer: bytes) -> Exchange:
    told = decode_from_bot(answer)
    assert isinstance(told, Answer)
    return Exchange(line, answer, str(told.action))


class _Bare:
    """A seat that is nothing but a pipe to a child and one back."""

    def __init__(self, ask: int, reply: int, said: list[Exchange]) -> None:
        self._ask, self._reply, self._said = ask, reply, iter(said)

    def ask(self, _view: object) -> str:
        """The answer that was given before; the child gives it again, byte by byte."""
        said = next(self._said)
        os.write(self._ask, said.line)
        os.read(self._reply, CHUNK)
        return said.action


@contextmanager
def _echoes(said: list[list[Exchange]]) -> Iterator[list[tuple[int, int]]]:
    """A child for every seat that gives its answers, one after the other, as barely as Python can."""
    children, lines = [], []
    for answers in said:
        ask, ours = os.pipe()
        theirs, reply = os.pipe()
        pid = os.fork()
        if not pid:
            for one in cycle(answers):
                os.read(ask, CHUNK)
                os.write(reply, one.answer)
        children.append(pid)
        lines.append((ours, theirs))
    try:
        yield lines
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def hands_a_second(boards: int = 25, rounds: int = 8) -> float:
    """Hands a second of ``random`` bots in whole games on the whole road, all four seats in processes; the best run."""
    entrants = ["random", {"bot": "random", "name": "other"}]
    match = {"boards": boards, "unit": "games"}
    spec = tournament_of({"name": "road", "rules": "jpgames", "seed": 7, "isolation": "process", "entrants": entrants, "match": match})
    best = 0.0
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            opened = open_run(Path(folder, "run"), spec, "")
            with opened.store:
                begun = perf_counter()
                hands = sum(game.hands for result in run(opened.spec, opened.store, Serial()) for game in result.games)
                best = max(best, hands / (perf_counter() - begun))
    return best


if __name__ == "__main__":
    for one in measured():
        print(one)
