"""What the coordinator costs, and what a large tournament takes: ``python -m benchmarks.scale``; its figures stand in docs/scale.md.

Matches are made up here, so that nothing is measured but scheduling, sending, receiving, storing and rating. Knows no cards.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.pitch.ruleset import RuleSet
from arena.seats.bot import BotSpec
from arena.seeds import child_seed
from arena.standings.table import standings_of_run
from arena.tournament import schedule
from arena.tournament.cluster import Cluster
from arena.tournament.executors import Executor, Processes, Serial
from arena.tournament.runner import is_complete, run
from arena.tournament.running import Running
from arena.tournament.spec import GameResult, MatchResult, MatchRules, MatchSpec, TournamentSpec
from arena.tournament.store import Store

MIB = 1 << 20


class Spent:
    """Adds up the time of what is done within it, by the clock and of the processor: where cores are shared they differ."""

    def __init__(self) -> None:
        self.wall = self.processor = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter() - self._began[0]
        self.processor += time.process_time() - self._began[1]

    def __str__(self) -> str:
        return f"{self.wall:.1f} s ({self.processor:.1f} s of processor time)"


def tournament(entrants: int, boards: int, block: int = 1) -> TournamentSpec:
    """A round-robin of made-up entrants."""
    bots = tuple(BotSpec(name=f"bot{number:04d}", bot="nobody") for number in range(entrants))
    return TournamentSpec(name="scale", rules=(RuleSet(name="pairs"),), seed=7, match=MatchRules(boards=boards, block=block), entrants=bots)


def made_up(spec: MatchSpec, seconds: float = 0.0) -> MatchResult:
    """A result that follows from the names alone, after ``seconds`` of work."""
    until = time.perf_counter() + seconds
    boards = range(spec.first_board, spec.first_board + spec.boards)
    games = tuple(_game(spec, board, leg) for board in boards for leg in range(1, len(spec.legs) + 1))
    while time.perf_counter() < until:
        pass
    return MatchResult(key=spec.key, games=games)


def _game(spec: MatchSpec, board: int, leg: int) -> GameResult:
    seats = tuple(spec.table[place].name for place in spec.seated(leg))
    drawn = child_seed(spec.seed, *seats[:2], board)
    winner = int(drawn % 1000 < 500 + int(seats[0][3:]) - int(seats[1][3:]))
    scores = (21, drawn % 20) if winner == 0 else (drawn % 20, 21)
    contracts = tuple(drawn >> shift & 3 for shift in (8, 10, 12, 14))
    return GameResult(
        board=board,
        leg=leg,
        seats=seats,
        outcome="win",
        reason="target",
        winner=winner,
        scores=scores,
        points=scores,
        hands=12,
        contracts=contracts,
        made=contracts,
        bids=contracts,
    )


def streaming() -> None:
    """The memory a schedule of 499,500 pairings needs."""
    spec = tournament(1000, 1)
    tracemalloc.start()
    start = time.perf_counter()
    count = sum(1 for _ in schedule.next_specs(spec))
    seconds, peak = time.perf_counter() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"schedule of {count:,} matches: {peak / MIB:.1f} MiB at most, {seconds:.1f} s (traced)")


def large_store(folder: Path) -> None:
    """A million games written, resumed and rated, each in a process of its own so that memory is its own."""
    for step in ("write", "resume", "rate"):
        subprocess.run([sys.executable, "-m", "benchmarks.scale", "--step", step, "--folder", str(folder)], check=True)


def _write(path: Path) -> None:
    spec = tournament(1000, 1)
    with Store.write(path) as store:
        store.begin(spec, {"seed_given": 7})
        added, making, games = Spent(), map(made_up, schedule.next_specs(spec)), 0
        for result in making:
            with added:
                store.add(result)
            games += len(result.games)
    rates = f"{games / added.wall:,.0f} games/s ({games / added.processor:,.0f} a second of processor time)"
    print(f"store: {games:,} games in {games // 2:,} transactions, {rates}, {path.stat().st_size / MIB:.0f} MiB")


def _resume(path: Path) -> None:
    """All that comes before the first missing match: the run's state, its leader, what is left to play."""
    with Store.write(path) as store:
        store.remove([list(store)[-1]])
    spent = Spent()
    with Store.write(path) as store:
        with spent:
            spec = store.spec
            running, stored, complete = Running(spec, store), len(store), is_complete(spec, store)
            results = run(spec, store, Serial(), made_up)
            first = next(results)
        left = 1 + sum(1 for _ in results)
    assert not complete
    print(f"resumed after {stored:,} matches in {spent}; first {'+'.join(first.key.table)}, leader {running.leader()}, {left} left")


def _rate(path: Path) -> None:
    spent = Spent()
    with Store.read(path) as store, spent:
        games = standings_of_run(store).report.reports[0].games
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"standings of {games:,} games: {spent}, {peak:.0f} MiB at most")


def ceiling(matches: int) -> None:
    """Trivial matches a second that can be scheduled, sent, received and stored."""
    for name, executor in (("serial", Serial()), ("2 processes", Processes(2)), ("Dask, 2 workers", Cluster(None, 2))):
        spec = tournament(100, -(-matches // 4950))
        with TemporaryDirectory() as folder, Store.write(Path(folder, "results.sqlite")) as store:
            store.begin(spec, {})
            with closing(run(spec, store, executor, made_up)) as results:
                next(results)  # workers have started
                start = time.perf_counter()
                count = sum(1 for _ in islice(results, matches - 1))
                seconds = time.perf_counter() - start
        print(f"ceiling, {name}: {count / seconds:,.0f} matches/s, {2 * count / seconds:,.0f} games/s")


def overhead(seconds: float, matches: int) -> None:
    """Two workers under the coordinator against two bare processes that play the same matches from a list."""
    play, spec = partial(made_up, seconds=seconds), tournament(40, -(-matches // 780))
    specs = list(islice(schedule.next_specs(spec), matches))
    ratios = []
    for _ in range(3):
        bare = _bare(play, specs)
        ratios.append(_coordinated(play, specs, spec, Processes(2)) / bare)
    found = sorted(ratios)[1]
    print(f"overhead of the coordinator, matches of {1000 * seconds:.0f} ms: {100 * (found - 1):+.1f} % (median of {len(ratios)})")


def _bare(play: Callable[[MatchSpec], MatchResult], specs: list[MatchSpec]) -> float:
    context = get_context("spawn")
    gate, ready = context.Event(), context.Semaphore(0)
    halves = [context.Process(target=_all, args=(play, specs[half::2], ready, gate)) for half in (0, 1)]
    for process in halves:
        process.start()
    for _ in halves:
        ready.acquire()
    start = time.perf_counter()
    gate.set()
    for process in halves:
        process.join()
    return time.perf_counter() - start


def _all(play: Callable[[MatchSpec], MatchResult], specs: list[MatchSpec], ready: Semaphore, gate: Event) -> None:
    ready.release()
    gate.wait()
    for spec in specs:
        play(spec)


def _coordinated(play: Callable[[MatchSpec], MatchResult], specs: list[MatchSpec], spec: TournamentSpec, executor: Executor) -> float:
    with TemporaryDirectory() as folder, Store.write(Path(folder, "results.sqlite")) as store:
        store.begin(spec, {})
        warm = [specs[0], specs[1]]
        with closing(executor.run(play, [*warm, *specs])) as results:
            for _ in warm:  # both workers have started and played
                next(results)
            start = time.perf_counter()
            for result in results:
                store.add(result)
            return time.perf_counter() - start


def main() -> None:
    """Everything, one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", choices=["write", "resume", "rate"])
    parser.add_argument("--folder", type=Path)
    told = parser.parse_args()
    if told.step:
        {"write": _write, "resume": _resume, "rate": _rate}[told.step](told.folder / "results.sqlite")
        return
    streaming()
    ceiling(4000)
    overhead(0.05, 120)
    with TemporaryDirectory() as folder:
        large_store(Path(folder))


if __name__ == "__main__":
    main()
