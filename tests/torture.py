"""Runs of every format are killed again and again and must end as if nothing had been: ``python -m tests.torture [--kills N]``."""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shlex
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
    "mixed-pairs": "format: mixed-pairs\nmatch: {boards: 2, block: 1, unit: hands}",
    "adaptive": "match: {boards: 4, block: 1, unit: hands, until: {separated: 0.9}, max_boards: 12}",
    "cutthroat": "rules: cutthroat\nplayers: 3\nmatch: {boards: 2, block: 1, unit: hands, tables: 10, seating: all}",
}
KINDS = ("kill the arena", "kill a worker", "interrupt", "terminate", "fail to write")
# How a disturbed run may end, unless it was over by then. Dask replaces a worker that was killed.
ENDS = {"kill the arena": -9, "kill a worker": 5, "interrupt": 4, "terminate": 4, "fail to write": 2}
PATIENCE = 600


class Outcome(NamedTuple):
    """What became of the runs of one format: how often they were disturbed, and whether the end was as it should be."""

    kills: int
    same: bool


def torture(
    name: str, folder: Path, kinds: list[str], draw: random.Random, executor: str = "processes", isolation: str = "inline"
) -> Outcome:
    """Disturbs one run of a format once for each of ``kinds``; ``draw`` says when. It is continued with the command it names."""
    file = folder / "cup.yaml"
    entrants = f"entrants: [random, greedy, {BOTS}/careful.py, {BOTS}/chance.py, {BOTS}/paced.py, counter]\n"
    rules = "" if "rules:" in FORMATS[name] else "rules: setback\n"
    file.write_text(f"{rules}{FORMATS[name]}\nseed: 7\nrecord: hands\nisolation: {isolation}\n{entrants}")
    _undisturbed(_command(file, folder / "whole", "serial"))
    whole, run = exports(folder / "whole"), folder / "run"
    matches, kills = stored(folder / "whole"), 0
    command = first = _command(file, run, executor)
    for kind in kinds:
        before = stored(run)
        process = _start(command, run, room=before < matches and kind == "fail to write")
        struck = _disturbed(process, run, kind, before + draw.randrange(1 + max(1, (matches - before) // (len(kinds) + 1 - kills))))
        told = process.communicate(timeout=PATIENCE)[1]
        assert process.returncode in (ENDS[kind], 0), (kind, process.returncode, told)
        assert process.returncode or stored(run) == matches, kind
        assert stored(run) >= before, kind
        assert "Traceback" not in told, told
        command = _named(told, command) if process.returncode in (2, 4, 5) else first
        _nobody_left(process.pid)
        kills += struck
    _undisturbed(command)
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


def _command(file: Path, run: Path, executor: str) -> list[str]:
    return [sys.executable, "-m", "arena", "run", str(file), "--out", str(run), "--executor", executor, "--jobs", "2"]


def _named(told: str, command: list[str]) -> list[str]:
    """The command that continues, out of what a stopped run has said; the same, if it says so, where the run could not even be opened."""
    named = re.search(r"(?:continue|start it again) with: python (-m arena run .+)$", told, re.MULTILINE)
    if named is None:
        assert told.rstrip().endswith("run the same command again"), told
        return command
    return [sys.executable, *shlex.split(named[1])]


def _start(command: list[str], run: Path, *, room: bool) -> subprocess.Popen[str]:
    """An arena in a process group of its own; with ``room`` its files can only grow a little."""
    size = (run / RESULTS).stat().st_size if (run / RESULTS).exists() else 0
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size + (48 << 10),) * 2)) if room else None
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=limit)


def _undisturbed(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def _disturbed(process: subprocess.Popen[str], run: Path, kind: str, when: int) -> bool:
    """Waits until ``when`` matches are stored and strikes; False if the run was over by then."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and (stored(run) < when or not (run / RESULTS).exists() or not _listens(process.pid)):
        assert time.monotonic() < until, kind
        time.sleep(0.005)
    if process.poll() is not None:
        return kind == "fail to write" and process.returncode != 0
    match kind:
        case "kill the arena":
            process.kill()
        case "kill a worker":
            for worker in _workers(process.pid)[:1]:
                os.kill(worker, signal.SIGKILL)
        case "interrupt":
            os.killpg(process.pid, signal.SIGINT)
        case "terminate":
            process.terminate()
    return True


def _listens(process: int) -> bool:
    """Whether SIGTERM no longer just ends a process; until Python has come to the first line of ours nothing can be done about that."""
    masks = re.findall(r"^Sig(?:Blk|Ign|Cgt):\s*(\w+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return any(int(mask, 16) >> (signal.SIGTERM - 1) & 1 for mask in masks)


def _nobody_left(session: int) -> None:
    """Workers and bots' processes end with their arena, however it ended."""
    until = time.monotonic() + PATIENCE
    while left := [one.pid for one in _processes() if one.session == session]:
        assert time.monotonic() < until, f"processes {left} live on"
        time.sleep(0.01)


def _workers(arena: int) -> list[int]:
    return [one.pid for one in _processes() if one.parent == arena and b"spawn_main" in one.command]


class _Process(NamedTuple):
    pid: int
    parent: int
    session: int
    command: bytes


def _processes() -> Iterator[_Process]:
    for entry in Path("/proc").iterdir():
        try:
            _, parent, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            yield _Process(int(entry.name), int(parent), int(session), (entry / "cmdline").read_bytes())
        except (OSError, ValueError):  # it ended meanwhile, or is none
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
        isolation = draw.choice(("inline", "auto"))
        with TemporaryDirectory(prefix="torture-") as folder:
            outcome = torture(name, Path(folder), kinds, draw, executor, isolation)
        kills += outcome.kills
        failed += not outcome.same
        print(
            f"{kills:3} kills: {name}, {executor}, {isolation}: {', '.join(kinds)}: {'as undisturbed' if outcome.same else 'DIFFERENT'}",
            flush=True,
        )
    print(f"{kills} kills in {number} runs, {failed} different at the end")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
