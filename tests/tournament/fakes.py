"""Tournaments and ways of playing that need no cards: results follow from the spec's names and numbers alone."""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import count

from arena.errors import BotLoadError, ConfigError
from arena.pitch.ruleset import RuleSet, Table
from arena.seats.bot import BotSpec
from arena.seeds import child_seed
from arena.tournament.spec import Fault, GameResult, MatchResult, MatchRules, MatchSpec, TournamentSpec

PAIRS = RuleSet(name="pairs")
ALONE = RuleSet(name="alone", table=Table(players=3, sides=((0,), (1,), (2,))))


def bots(names: str) -> tuple[BotSpec, ...]:
    return tuple(BotSpec(name=name, bot=name, digest=f"{name}-digest") for name in names.split())


def tournament(names: str = "ann bob cat", *, rules=(PAIRS,), boards=5, block=2, seed=7, **more) -> TournamentSpec:
    match = MatchRules(boards=boards, block=block)
    return TournamentSpec(name="spring", rules=rules, seed=seed, match=match, entrants=bots(names), **more)


def play(spec: MatchSpec) -> MatchResult:
    """Every field of every game filled with something that depends on the seed, so that a mix-up shows."""
    boards = range(spec.first_board, spec.first_board + spec.boards)
    return MatchResult(
        key=spec.key,
        games=tuple(_game(spec, board, leg) for board in boards for leg in range(1, len(spec.legs) + 1)),
    )


def _game(spec: MatchSpec, board: int, leg: int) -> GameResult:
    sides, seating = spec.rules.table.sides, spec.legs[leg - 1]
    seats = [""] * spec.rules.table.players
    for side, members in enumerate(sides):
        for seat in members:
            seats[seat] = spec.table[seating[side]].name
    drawn = child_seed(spec.seed, "fake", spec.rules.name, sorted(set(seats)), board, leg)
    scores = tuple(drawn >> 8 * side & 31 for side in range(len(sides)))
    best = [side for side, score in enumerate(scores) if score == max(scores)]
    winner = best[0] if len(best) == 1 else None
    return GameResult(
        board=board,
        leg=leg,
        seats=tuple(seats),
        outcome="draw" if winner is None else "win",
        reason="target",
        winner=winner,
        scores=scores,
        points=tuple(score - 3 for score in scores),
        hands=drawn % 12 + 1,
        contracts=tuple(drawn >> 16 & 7 for _ in seats),
        made=tuple(drawn >> 16 & 3 for _ in seats),
        bids=tuple(drawn >> 24 & 15 for _ in seats),
        forfeits=(1,) if drawn % 11 == 0 else (),
        faults=(_fault(seats[2]),) * (drawn % 3),
        records=tuple({"schema": "pitch-hand/1", "board": board, "leg": leg, "hand": hand} for hand in (1, 2))
        if spec.record == "hands"
        else (),
        seconds=tuple(0.25 * seat for seat in range(len(seats))),
        timed=tuple(range(len(seats))),
    )


def _fault(entrant: str) -> Fault:
    return Fault(entrant=entrant, seat=2, hand=1, phase="play", n=4, kind="illegal", answer="8C", used="4D", detail="KD was led")


@dataclass(frozen=True)
class UpTo:
    """Plays ``matches`` matches, then does as ``then`` says: the interruptions a run can meet."""

    matches: int
    then: str

    def __call__(self, spec: MatchSpec) -> MatchResult:
        if next(_PLAYED[self]) < self.matches:
            return play(spec)
        return END[self.then](spec)


def _stop(spec: MatchSpec) -> MatchResult:
    raise KeyboardInterrupt


def _fail(spec: MatchSpec) -> MatchResult:
    raise ValueError(f"no cards on board {spec.first_board}")


def _die(spec: MatchSpec) -> MatchResult:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _leave(spec: MatchSpec) -> MatchResult:
    os._exit(3)


def _hang(spec: MatchSpec) -> MatchResult:
    while True:
        time.sleep(60)


def _mislead(spec: MatchSpec) -> MatchResult:
    raise ConfigError("wrong", source="x.yaml", line=3)


def _unload(spec: MatchSpec) -> MatchResult:
    raise BotLoadError("no such bot")


END = {"stop": _stop, "fail": _fail, "die": _die, "leave": _leave, "hang": _hang, "misled": _mislead, "unloaded": _unload}
_PLAYED: defaultdict[UpTo, count[int]] = defaultdict(count)
