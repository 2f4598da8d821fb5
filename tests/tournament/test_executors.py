import contextlib
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import time
import traceback

import pytest

from arena.tournament.executors import Executor, MatchError, Processes, Serial, cores
from arena.tournament.schedule import next_specs
from arena.tournament.spec import MatchResult
from tests.tournament import fakes
from tests.tournament.fakes import UpTo, tournament

SPEC = tournament("ann bob cat dan", boards=4, block=2)
EXPECTED = {match.key: fakes.play(match) for match in next_specs(SPEC)}


class Counting:
    """Specs, and how many of them were taken."""

    def __init__(self):
        self.taken = 0

    def __iter__(self):
        for spec in next_specs(SPEC):
            self.taken += 1
            yield spec


class Contract:
    """What holds for every executor; ``in_flight`` is the most it may take ahead of what it has given."""

    executor: Executor = Serial()
    in_flight = 1

    def test_every_match_is_played_once(self):
        results = list(self.executor.run(fakes.play, next_specs(SPEC)))
        assert sorted(result.key for result in results) == sorted(EXPECTED)
        assert {result.key: result for result in results} == EXPECTED

    def test_nothing_to_play_is_fine(self):
        assert list(self.executor.run(fakes.play, [])) == []

    def test_specs_are_taken_as_places_become_free(self):
        specs = Counting()
        for given, _ in enumerate(self.executor.run(fakes.play, specs), start=1):
            assert specs.taken <= given + self.in_flight

    def test_a_failing_match_is_named_and_what_was_finished_comes_first(self):
        results = self.executor.run(UpTo(2, "fail"), next_specs(SPEC))
        given: list[MatchResult] = []
        with pytest.raises(MatchError) as failure:
            given.extend(results)
        assert len(given) >= 2
        assert re.fullmatch("pairs, boards 1 to 2, .+ – .+: ValueError: no cards on board 1", str(failure.value))
        assert "in _fail\n" in "".join(traceback.format_exception(failure.value))
        assert failure.value.exit_code == 5

    @pytest.mark.parametrize(("end", "text", "code"), [("misled", "x.yaml:3: wrong", 2), ("unloaded", "no such bot", 3)])
    def test_errors_of_ours_keep_their_words_and_their_exit_code(self, end, text, code):
        with pytest.raises(MatchError) as failure:
            list(self.executor.run(UpTo(0, end), next_specs(SPEC)))
        assert (str(failure.value), failure.value.exit_code) == (text, code)

    def test_stopping_early_leaves_nothing_running(self):
        results = self.executor.run(fakes.play, next_specs(SPEC))
        next(results)
        results.close()
        assert multiprocessing.active_children() == []


class TestSerial(Contract):
    def test_results_come_in_order(self):
        assert [result.key for result in Serial().run(fakes.play, next_specs(SPEC))] == list(EXPECTED)

    def test_an_interrupt_a_bot_swallows_still_stops(self):
        def deaf(spec):
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            return fakes.play(spec)

        with pytest.raises(KeyboardInterrupt):
            next(Serial().run(deaf, next_specs(SPEC)))


class TestOneProcess(Contract):
    executor = Processes(1)
    in_flight = 3


class TestTwoProcesses(Contract):
    executor = Processes(2)
    in_flight = 6

    @pytest.mark.parametrize(("end", "how"), [("die", "killed by SIGKILL"), ("leave", "exit code 3")])
    def test_a_dead_worker_is_one_sentence(self, end, how):
        with pytest.raises(
            MatchError, match=rf"^a worker process died \({how}\) while playing pairs, boards 1 to 2, .+ – .+; .+ is saved$"
        ):
            list(self.executor.run(UpTo(1, end), next_specs(SPEC)))
        assert multiprocessing.active_children() == []

    def test_workers_end_with_their_parent(self, tmp_path):
        code = (
            "import multiprocessing, os\n"
            "from tests.tournament.test_executors import SPEC, UpTo, Processes, next_specs\n"
            "if __name__ == '__main__':\n"
            "    results = Processes(2).run(UpTo(1, 'hang'), next_specs(SPEC)); next(results)\n"
            "    print(*[child.pid for child in multiprocessing.active_children()], flush=True)\n"
            "    os.kill(os.getpid(), 9)\n"
        )
        file = tmp_path / "parent.py"
        file.write_text(code)
        done = subprocess.run([sys.executable, file], env={**os.environ, "PYTHONPATH": os.getcwd()}, stdout=-1, check=False, timeout=60)
        assert done.returncode == -9
        workers = [int(word) for word in done.stdout.split()]
        assert len(workers) == 2
        until = time.monotonic() + 30
        while any(map(alive, workers)) and time.monotonic() < until:
            time.sleep(0.01)
        assert not any(map(alive, workers))


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") if os.path.exists(f"/proc/{pid}/stat") else open(os.devnull) as file:
        return ") Z" not in file.read()


def test_match_errors_travel():
    error = MatchError("it fell", 3)
    error.add_note("where it fell")
    told = pickle.loads(pickle.dumps(error))
    assert (str(told), told.exit_code, told.__notes__) == ("it fell", 3, ["where it fell"])


def test_the_cores_are_those_we_may_use():
    assert 1 <= cores() <= (os.cpu_count() or 1)
