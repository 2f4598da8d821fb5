"""Runs of every format are killed again and again and must end as if nothing had been: ``python -m tests.torture [--kills N]``."""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.errors import StoreError
from arena.report.formats import produce
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store

BOTS = Path(__file__).parent / "data" / "bots"
FORMATS = {
    "round-robin": "match: {boards: 6, block: 1, unit: hands}",
    "gauntlet": "format: gauntlet\nchallengers: [paced, greedy]\nmatch: {boards: 8, block: 1, unit: hands}",
    "swiss": "format: swiss\nmatch: {boards: 8, block: 1, unit: hands, rounds: 3}",
    "knockout": "format: knockout\nseeding: random\nmatch: {boards: 12, block: 1, unit: hands}",
    "mixed-pairs": "format: mixed-pairs\nmatch: {boards: 3, block: 1, unit: hands}",
    "adaptive": "match: {boards: 4, block: 1, unit: hands, until: {separated: 0.9}, max_boards: 12}",
    "cutthroat": "rules: cutthroat\nplayers: 3\nmatch: {boards: 2, block: 1, unit: hands, tables: 10, seating: all}",
}
KINDS = ("kill the arena", "kill a worker", "interrupt", "terminate", "fail to write")
# A signal may come before the arena listens, or when it has nothing left to do; then it ends by that signal.
ENDS = {"kill the arena": (-9,), "kill a worker": (5, 0), "interrupt": (4, 0, -2), "terminate": (4, 0, -15), "fail to write": (2, 0)}
PATIENCE = 120


class Outcome(NamedTuple):
    """What became of the runs of one format: how often they were disturbed, and whether the end was as it should be."""

    kills: int
    same: bool


def torture(name: str, folder: Path, kinds: list[str], draw: random.Random, executor: str = "processes") -> Outcome:
    """Disturbs one run of a format once for each of ``kinds``; ``draw`` says when."""
    file = folder / "cup.yaml"
    entrants = f"entrants: [random, greedy, {BOTS}/careful.py, {BOTS}/chance.py, {BOTS}/paced.py, counter]\n"
    rules = "" if "rules:" in FORMATS[name] else "rules: setback\n"
    file.write_text(f"{rules}{FORMATS[name]}\nseed: 7\nrecord: hands\n{entrants}")
    assert _start(file, folder / "whole", "serial").wait(PATIENCE) == 0
    whole, run = exports(folder / "whole"), folder / "run"
    matches, kills = stored(folder / "whole"), 0
    for kind in kinds:
        before = stored(run)
        process = _start(file, run, executor, room=before < matches and kind == "fail to write")
        kills += _disturbed(process, run, kind, before + draw.randrange(1 + max(1, (matches - before) // (len(kinds) + 1 - kills))))
        assert process.wait(PATIENCE) in ENDS[kind], (kind, process.returncode)
        assert stored(run) >= before, kind
    assert _start(file, run, executor).wait(PATIENCE) == 0
    return Outcome(kills, exports(run) == whole)


def exports(run: Path) -> list[str]:
    """Everything of a run that has to be the same."""
    with Store.read(run / RESULTS) as store:
        return [store.total(), *("".join(produce(store, form)) for form in ("json", "hands", "csv", "markdown"))]


def stored(run: Path) -> int:
    """The matches in a run that may not have begun yet."""
    try:
        with Store.read(run / RESULTS) as store:
            return len(store)
    except StoreError:
        return 0


def _start(file: Path, run: Path, executor: str, *, room: bool = False) -> subprocess.Popen[bytes]:
    """An arena in a process group of its own; with ``room`` its files can only grow a little."""
    command = [sys.executable, "-m", "arena", "run", str(file), "--out", str(run), "--executor", executor, "--jobs", "2", "--quiet"]
    size = (run / RESULTS).stat().st_size if (run / RESULTS).exists() else 0
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size + (48 << 10),) * 2)) if room else None
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)


def _disturbed(process: subprocess.Popen[bytes], run: Path, kind: str, when: int) -> bool:
    """Waits until ``when`` matches are stored and strikes; False if the run was over by then."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and (stored(run) < when or not (run / RESULTS).exists()):
        assert time.monotonic() < until, kind
        time.sleep(0.005)
    if process.poll() is not None:
        return kind == "fail to write" and process.returncode != 0
    match kind:
        case "kill the arena":
            process.kill()
        case "kill a worker":
            for worker in list(_workers(process.pid))[:1]:
                os.kill(worker, signal.SIGKILL)
        case "interrupt":
            os.killpg(process.pid, signal.SIGINT)
        case "terminate":
            process.terminate()
    return True


def _workers(parent: int) -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if entry.name.isdigit() and int(fields[1]) == parent and b"spawn_main" in (entry / "cmdline").read_bytes():
                yield int(entry.name)
        except OSError:  # it ended meanwhile, or is none of ours
            continue


def main() -> None:
    """All formats in turn, until there were as many kills as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    told = parser.parse_args()
    draw, kills, failed, number = random.Random(told.seed), 0, 0, 0
    print(f"seed {told.seed}")
    while kills < told.kills:
        name = list(FORMATS)[number % len(FORMATS)]
        number += 1
        kinds = draw.sample(KINDS, 3)
        executor = "dask" if number % 6 == 0 else "processes"
        with TemporaryDirectory(prefix="torture-") as folder:
            outcome = torture(name, Path(folder), [k for k in kinds if executor != "dask" or k != "kill a worker"], draw, executor)
        kills += outcome.kills
        failed += not outcome.same
        print(f"{kills:3} kills: {name}, {executor}: {', '.join(kinds)}: {'as undisturbed' if outcome.same else 'DIFFERENT'}", flush=True)
    print(f"{kills} kills in {number} runs, {failed} different at the end")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
