"""What isolation costs, as ratios within one run: a decision against a bare pipe, games against a promise, the start of a game.

Everything runs on one core, as a table does, and every part is measured in turns with the others, because cores are shared.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from arena import BotSpec, Hand, RuleSet, load_rules
from arena.pitch.deal import Board
from arena.pitch.game import GameEnd
from arena.pitch.tables import tables_of
from arena.seats.bot import GameInfo
from arena.seats.launch import on_one_core
from arena.seats.places import Bounds, ProcessPlace
from arena.seats.process import Clock
from arena.seats.seat import Seat
from arena.seats.wire import Scribe

ROUNDS = 30
HANDS = 5
CHUNK = 1 << 15


class Costs(NamedTuple):
    """Microseconds: of a decision, of the same bytes through bare pipes, of the start of a game for one seat; and decisions a hand."""

    decision: float
    pipe: float
    start: float
    decisions: float


def costs() -> Costs:
    """The least of each over all rounds."""
    rules = load_rules("jpgames")
    clock = Clock(10, 600, 30, 1)
    with on_one_core() as core, _echoes(4) as echoes:
        bounds = Bounds(clock, 512, ROUNDS, core=core)
        scribe = Scribe()
        places = [ProcessPlace(BotSpec(name=f"bot {seat}", bot="random"), "process", rules, bounds, scribe) for seat in range(4)]
        try:
            return _measured(rules, places, scribe, echoes)
        finally:
            for place in places:
                place.close()


def _measured(rules: RuleSet, places: list[ProcessPlace], scribe: Scribe, echoes: list[tuple[int, int]]) -> Costs:
    side_of = tables_of(rules).side_of
    decision, pipe, start, asked = 1e9, 1e9, 1e9, 0.0
    for number in range(1, ROUNDS + 1):
        game = f"{number:016x}"
        begun = perf_counter()
        seats = [
            place.sit(GameInfo(rules=rules, seat=seat, side=side_of[seat], game_id=game), (1, "bot", number, seat))
            for seat, place in enumerate(places)
        ]
        start = min(start, (perf_counter() - begun) / 4)
        lines: list[tuple[int, bytes]] = []
        spent = _hands(rules, number, seats, scribe, lines)
        decision = min(decision, spent / len(lines))
        asked = len(lines) / HANDS
        pipe = min(pipe, _bare(lines, echoes) / len(lines))
        for seat in seats:
            seat.close()
            seat.game_ended(GameEnd(None, "hand", (0, 0)))
    return Costs(decision * 1e6, pipe * 1e6, start * 1e6, asked)


def _hands(rules: RuleSet, number: int, seats: list[Seat], scribe: Scribe, lines: list[tuple[int, bytes]]) -> float:
    """Seconds of asking alone, over a few hands; ``lines`` gets what was asked of whom."""
    spent = 0.0
    for one in range(1, HANDS + 1):
        hand = Hand(rules, Board(7, number).deck(rules, one, 0), 0, (0, 0))
        while (seat := hand.to_act) is not None:
            legal = hand.legal_actions()
            if len(legal) == 1:
                hand.apply(legal[0])
                continue
            view = hand.view(seat)
            begun = perf_counter()
            answer = seats[seat].ask(view)
            spent += perf_counter() - begun
            lines.append((seat, scribe.ask("0" * 16, 100, view)))
            hand.apply(answer)
    return spent


def _bare(lines: list[tuple[int, bytes]], echoes: list[tuple[int, int]]) -> float:
    begun = perf_counter()
    for seat, line in lines:
        ask, reply = echoes[seat]
        os.write(ask, line)
        os.read(reply, CHUNK)
    return perf_counter() - begun


@contextmanager
def _echoes(count: int) -> Iterator[list[tuple[int, int]]]:
    """Children that answer every line with a short one, as barely as Python can."""
    children, lines = [], []
    for _ in range(count):
        ask, ours = os.pipe()
        theirs, reply = os.pipe()
        pid = os.fork()
        if not pid:
            while os.read(ask, CHUNK):
                os.write(reply, b'{"type":"answer","id":100,"action":"TS"}\n')
            os._exit(0)
        children.append(pid)
        lines.append((ours, theirs))
    try:
        yield lines
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


if __name__ == "__main__":
    found = costs()
    print(f"a decision {found.decision:.0f} µs, a bare pipe {found.pipe:.0f} µs: {found.decision / found.pipe:.2f} times")
    print(f"the start of a game {found.start / 1000:.2f} ms a seat; {found.decisions:.1f} decisions a hand")
