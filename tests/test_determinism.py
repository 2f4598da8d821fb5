"""The same tournament gives the same bytes, however many play it and however often it is stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.report.formats import produce
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store

BOTS = Path(__file__).parent / "data" / "bots"
TOURNAMENT = f"""
rules: [setback, {{extends: jpgames, name: short, game: {{target: 7}}}}]
seed: 7
match: {{boards: 5, block: 2}}
record: hands
isolation: inline
entrants: ["{BOTS}/careful.py", "{BOTS}/chance.py", "{BOTS}/gated.py"]
"""
MATCHES = 18


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    file = tmp_path_factory.mktemp("determinism") / "tournament.yaml"
    file.write_text(TOURNAMENT)
    return file


@pytest.fixture(scope="module")
def expected(file):
    done = arena("run", file, "--out", file.parent / "expected", "--executor", "serial")
    assert done.returncode == 0
    return exports(file.parent / "expected")


@pytest.fixture
def gate(tmp_path):
    gate = tmp_path / "gate"
    gate.touch()
    return gate


def arena(*words):
    command = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def exports(run):
    with Store.read(run / RESULTS) as store:
        return ["".join(produce(store, form)) for form in ("json", "hands", "csv", "markdown")]


def stored(run):
    """The matches in a run that may not have begun yet."""
    try:
        with Store.read(run / RESULTS) as store:
            return len(store)
    except StoreError:
        return 0


def stuck(file, run, gate, *words):
    """A run in a process group of its own that has stored something and cannot end: its gate is shut."""
    command = [sys.executable, "-m", "arena", "run", file, "--out", run, *words]
    environment = {**os.environ, "GATE": str(gate)}
    process = subprocess.Popen([*map(str, command)], env=environment, stdout=-1, stderr=-1, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while not stored(run):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    return process


def group_is_gone(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def continued(run):
    before = stored(run)
    assert 0 < before < MATCHES
    done = arena("run", run)
    assert done.returncode == 0
    assert f"continuing; {before} of {MATCHES} matches have been played" in done.stderr
    return exports(run)


@pytest.mark.parametrize(("executor", "jobs"), [("processes", 1), ("processes", 2), ("processes", 4), ("dask", 2)])
def test_workers_change_nothing(file, tmp_path, expected, executor, jobs):
    assert arena("run", file, "--out", tmp_path, "--jobs", jobs, "--executor", executor).returncode == 0
    assert stored(tmp_path) == MATCHES
    assert exports(tmp_path) == expected


def test_blocks_change_nothing_but_the_unit_of_work(file, tmp_path, expected):
    other = file.with_name("other.yaml")
    other.write_text(f"name: tournament\n{TOURNAMENT}".replace("block: 2", "block: 5"))
    assert arena("run", other, "--out", tmp_path).returncode == 0
    assert stored(tmp_path) == 6
    assert exports(tmp_path)[0] == expected[0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", [("--jobs", 2), ("--executor", "serial")], ids=["processes", "serial"])
def test_a_run_told_to_stop_saves_says_how_to_go_on_and_does(file, tmp_path, gate, expected, number, words):
    run = tmp_path / "run"
    process = stuck(file, run, gate, *words)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (4, "")
    assert "Traceback" not in errors
    last = errors.splitlines()[-1]
    assert last.startswith(f"Interrupted; {stored(run)} matches have been played. All are saved; continue with: python -m arena run {run}")
    gate.unlink()
    assert continued(run) == expected


def test_stopping_twice_is_stopping(file, tmp_path, gate, expected):
    process = stuck(file, tmp_path / "run", gate, "--jobs", 2)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 4
    assert "Traceback" not in errors
    gate.unlink()
    assert continued(tmp_path / "run") == expected


def test_a_killed_run_loses_nothing_and_leaves_nobody_behind(file, tmp_path, gate, expected):
    process = stuck(file, tmp_path / "run", gate, "--jobs", 2)
    process.kill()
    process.communicate(timeout=30)
    until = time.monotonic() + 30
    while not group_is_gone(process.pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert group_is_gone(process.pid)
    gate.unlink()
    assert continued(tmp_path / "run") == expected


def test_a_dead_worker_is_a_sentence_and_the_run_goes_on(file, tmp_path, gate, expected):
    process = stuck(file, tmp_path / "run", gate, "--jobs", 2)
    gate.write_text("die")
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (5, "")
    said, error = errors.splitlines()[-2:]
    assert said.startswith(f"Stopped; {stored(tmp_path / 'run')} matches have been played. All are saved; continue with: ")
    assert error.startswith("Error: a worker process died (killed by SIGKILL) while playing setback, boards 1 to 2, ")
    gate.unlink()
    assert continued(tmp_path / "run") == expected


def test_a_second_arena_is_refused(file, tmp_path, gate):
    process = stuck(file, tmp_path / "run", gate, "--jobs", 2)
    second = arena("run", file, "--out", tmp_path / "run")
    assert second.returncode == 2
    assert (
        second.stderr
        == f"Error: {tmp_path / 'run'}: another arena is at work in this run folder; wait for it, or give --out another folder\n"
    )
    gate.unlink()
    process.communicate(timeout=60)
    assert (process.returncode, stored(tmp_path / "run")) == (0, MATCHES)


def test_a_finished_run_plays_nothing_and_says_so(file, expected):
    run = file.parent / "expected"
    done = arena("run", file, "--out", run)
    assert done.returncode == 0
    assert f"{run}: every match has been played already; nothing is left to play." in done.stderr
    assert done.stdout.startswith("tournament: setback (30 games")
    assert exports(run) == expected
