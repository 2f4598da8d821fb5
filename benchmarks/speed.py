"""Speeds as ratios: the whole road against OpenSpiel's euchre, the engine against bare calls, start-up against click's, memory.

Times are the best of many short interleaved runs, because cores are shared; only the ratios travel from machine to machine.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from arena import Hand, load_rules
from arena.config import tournament_of
from arena.pitch.deal import Board
from arena.pitch.playout import play_out
from arena.tournament.executors import Processes, Serial
from arena.tournament.folder import open_run
from arena.tournament.runner import run

HANDS = 50
ROUNDS = 100
DECISIONS = 28


class Ratio(NamedTuple):
    """Something promised: what was measured against what, and the most the ratio may be."""

    what: str
    value: float
    most: float
    note: str

    @property
    def kept(self) -> bool:
        """Whether the promise is kept."""
        return self.value <= self.most

    def __str__(self) -> str:
        return f"{'ok  ' if self.kept else 'MISS'} {self.what}: {self.value:.2f} (at most {self.most:g}; {self.note})"


def measured() -> Iterator[Ratio]:
    """Every promise, as it is measured."""
    yield engine_against_calls()
    yield road_against_openspiel()
    yield help_against_click()
    yield memory()


def best(*runs: Callable[[], float], rounds: int = ROUNDS) -> list[float]:
    """The best time of each run, all of them taken in turns."""
    return [min(times) for times in zip(*[[one() for one in runs] for _ in range(rounds)], strict=True)]


def timed(work: Callable[[], object], per: int) -> float:
    """Microseconds for each of the ``per`` things that ``work`` does."""
    start = perf_counter()
    work()
    return (perf_counter() - start) / per * 1e6


class First:
    """Plays the first legal action."""

    def play(self, view: Any) -> Any:
        """The first of what may be played, bid or named."""
        return (view.legal_cards or view.legal_bids)[0]


class Constant:
    """Answers without looking."""

    def play(self, _view: Any) -> int:
        """Always the same."""
        return 0


def engine_against_calls() -> Ratio:
    """A complete four-point hand, every decision asked with a view, against as many bare calls of a bot that returns a constant.

    In the hand bots answer with the first legal action; the note tells how it compares with as many bare calls of those.
    """
    rules = load_rules("jpgames")
    decks = [Board(7, 1).deck(rules, number, 0) for number in range(1, HANDS + 1)]
    bots = [First()] * 4
    asks = [bot.play for bot in bots]
    lead = Hand(rules, decks[0], 0, (0, 0))
    while lead.phase == "auction":
        lead.apply(lead.legal_actions()[0])
    view = lead.view(lead.to_act or 0)

    def play() -> None:
        for deck in decks:
            play_out(Hand(rules, deck, 0, (0, 0)), asks, forced=True)

    def call(bots: Sequence[Any]) -> None:
        for _ in decks:
            seat = 0
            for _ in range(DECISIONS):
                bots[seat].play(view)
                seat = (seat + 1) % 4

    idle = [Constant()] * 4
    hand, calls, looks = best(
        lambda: timed(play, HANDS), lambda: timed(lambda: call(idle), HANDS), lambda: timed(lambda: call(bots), HANDS)
    )
    note = f"{hand:.0f} µs a hand against {calls:.1f} µs; {hand / looks:.1f} times calls that return the first legal action"
    return Ratio("engine / bare calls of a constant bot", hand / calls, 20, note)


def road_against_openspiel() -> Ratio:
    """Hands of ``random`` bots through deal, views, legality, settlement and store, against euchre games of OpenSpiel's Python bots."""
    spec = tournament_of(
        {"name": "road", "rules": "jpgames", "seed": 7, "entrants": ["random", {"bot": "random", "name": "other"}], "match": {"boards": 10}}
    )

    def road() -> float:
        with TemporaryDirectory() as folder:
            opened = open_run(Path(folder, "run"), spec, "")
            start = perf_counter()
            with opened.store:
                hands = sum(game.hands for result in run(opened.spec, opened.store, Serial()) for game in result.games)
            return (perf_counter() - start) / hands * 1e6

    hand, euchre = best(road, _euchre(), rounds=8)
    return Ratio("whole road / OpenSpiel euchre", hand / euchre, 0.45, f"{hand:.0f} µs a hand against {euchre:.0f} µs a game")


def _euchre() -> Callable[[], float]:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

    class Choice(pyspiel.Bot):  # type: ignore[misc]
        """A random legal choice, in Python."""

        def __init__(self, seed: int) -> None:
            super().__init__()
            self.rng = random.Random(seed)

        def step(self, state: Any) -> int:
            """Any legal action."""
            return self.rng.choice(state.legal_actions())  # type: ignore[no-any-return]

        def restart_at(self, state: Any) -> None:
            """Nothing is kept from game to game."""

    game, chance = pyspiel.load_game("euchre"), np.random.RandomState(1)
    bots = [Choice(seed) for seed in range(4)]
    return lambda: timed(lambda: [evaluate_bots(game.new_initial_state(), bots, chance) for _ in range(50)], 50)


def help_against_click() -> Ratio:
    """``arena --help`` against ``python -c "import click"``."""

    def started(*words: str) -> float:
        return timed(lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL), 1000)

    shown, click = best(lambda: started("-m", "arena", "--help"), lambda: started("-c", "import click"), rounds=10)
    return Ratio("arena --help / import click", shown / click, 3, f"{shown:.0f} ms against {click:.0f} ms")


def memory() -> Ratio:
    """Peak memory of the parent over 200,000 hands, in MiB."""
    code = f"import sys; sys.path[:0] = {[str(Path(__file__).parents[1])]!r}; from benchmarks.speed import play_many; play_many()"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    peak, hands = done.stdout.split()
    return Ratio("parent's peak memory, MiB", float(peak), 150, f"over {int(hands):,} hands")


def play_many() -> None:
    """Play at least 200,000 hands over two workers and print this process's peak memory and the hands played."""
    import resource

    spec = tournament_of(
        {
            "name": "many",
            "rules": "jpgames",
            "seed": 7,
            "match": {"boards": 100_000, "block": 500, "unit": "hands"},
            "entrants": ["random", {"bot": "random", "name": "other"}],
        }
    )
    with TemporaryDirectory() as folder:
        opened = open_run(Path(folder, "run"), spec, "")
        with opened.store:
            hands = sum(game.hands for result in run(opened.spec, opened.store, Processes(2)) for game in result.games)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, hands)


if __name__ == "__main__":
    for one in measured():
        print(one)
