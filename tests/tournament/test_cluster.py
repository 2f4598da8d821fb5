import contextlib
import itertools
import os
import pickle
import signal
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from arena.config import tournament_of
from arena.errors import ArenaError
from arena.seats.loader import resolve
from arena.seats.parcel import pack, unpack
from arena.tournament import cluster
from arena.tournament.cluster import Cluster
from arena.tournament.executors import MatchError
from arena.tournament.match import play_match
from arena.tournament.schedule import next_specs
from arena.tournament.seals import seal
from arena.tournament.spec import MatchResult
from tests.tournament import fakes
from tests.tournament.fakes import UpTo, tournament

BOTS = Path(__file__).parents[1] / "data" / "bots"
SPEC = tournament("ann bob cat dan", boards=4, block=1)
ENTRANTS = [str(BOTS / "careful.py"), {"bot": str(BOTS / "chance.py"), "name": "lucky"}, "greedy"]


def once_dead(spec):
    """Ends the first worker that plays board 2, and no other."""
    mark = Path(os.environ["MARK"])
    if spec.first_board == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return fakes.play(spec)


@pytest.fixture
def local(monkeypatch):
    """Several runs on one cluster, as if it stood somewhere: starting one takes seconds."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as here:
        yield Cluster(here.scheduler_address, 2)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_everything_once_whatever_dies(local, tmp_path, monkeypatch):
    expected = {match.key: fakes.play(match) for match in next_specs(SPEC)}
    results = list(local.run(fakes.play, next_specs(SPEC)))
    assert {result.key: result for result in results} == expected
    assert len(results) == len(expected) == 24

    spec = tournament_of({"rules": "setback", "seed": 7, "match": {"boards": 2, "block": 1, "unit": "hands"}, "entrants": ENTRANTS})
    played = {result.key: seal(result.games) for result in local.run(play_match, next_specs(spec))}
    assert played == {match.key: seal(play_match(match).games) for match in next_specs(spec)}

    with pytest.raises(MatchError, match=r"^pairs, boards \d to \d, .+: ValueError: no cards on board \d"):
        list(local.run(UpTo(0, "fail"), next_specs(SPEC)))


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_is_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    results = list(Cluster(None, 2).run(once_dead, next_specs(SPEC)))
    assert (tmp_path / "mark").exists()
    assert len(results) == 24
    assert {result.key: result for result in results} == {match.key: fakes.play(match) for match in next_specs(SPEC)}


class AtOnce:
    """A cluster of one worker that plays what it is given at once, by a clock of ours; ``lots`` are the numbers of matches in its tasks."""

    def __init__(self, folder, step):
        self.local_directory, self.step, self.lots = str(folder), step, []
        self._ticks = itertools.count(0, step)

    def nthreads(self):
        return {"it": 1}

    def perf_counter(self):
        return next(self._ticks)

    def get_worker(self):
        return self

    def submit(self, work, play, letter, parcels, *, key, pure):
        self.lots.append(len(pickle.loads(letter)))
        done = work(play, letter, parcels)
        return SimpleNamespace(key=key, exception=lambda: None, result=lambda: done)

    class as_completed(deque[Any]):  # noqa: N801 - Dask's name
        add = deque.append

        def __iter__(self):
            while self:
                yield self.popleft()


@pytest.fixture(params=[0, 1], ids=["in no time", "a second a lot"])
def at_once(request, tmp_path, monkeypatch):
    worker = AtOnce(tmp_path, request.param)
    monkeypatch.setattr(cluster, "_distributed", lambda: worker)
    monkeypatch.setattr(cluster, "_client", lambda address, jobs: contextlib.nullcontext(worker))
    monkeypatch.setattr(cluster, "time", worker)
    return worker


LONG = tournament("ann bob cat dan", boards=100, block=1)


def test_short_matches_travel_together_and_long_ones_alone(at_once):
    expected = [fakes.play(match) for match in next_specs(LONG)]
    assert list(Cluster(None, 1).run(fakes.play, next_specs(LONG))) == expected
    assert sum(at_once.lots) == len(expected) == 600
    assert at_once.lots == ([1] * 600 if at_once.step else [1, 1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 87])


def test_what_was_finished_beside_a_match_that_fails_is_taken_in(at_once):
    given: list[MatchResult] = []
    with pytest.raises(MatchError, match="no cards on board 50"):
        given.extend(Cluster(None, 1).run(fails_on_board_50, next_specs(LONG)))
    assert [result.key for result in given] == [match.key for match in next_specs(LONG) if match.first_board < 50]


def fails_on_board_50(spec):
    return fakes.play(spec) if spec.first_board != 50 else fakes.END["fail"](spec)


def test_a_scheduler_that_is_not_there_is_a_sentence(monkeypatch):
    def nobody(address, timeout):
        raise OSError(f"Timed out trying to connect to {address} after {timeout} s")

    class Dask:
        Client = staticmethod(nobody)

    monkeypatch.setattr(cluster, "_distributed", lambda: Dask)
    with pytest.raises(ArenaError, match=r"--executor dask=tcp://x:1: no Dask scheduler answers there: Timed out"):
        list(Cluster("tcp://x:1", 1).run(fakes.play, next_specs(SPEC)))


def test_without_dask_its_extra_is_named(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(ArenaError, match=r"pip install 'pitch-arena\[dask\]' brings it"):
        list(Cluster(None, 1).run(fakes.play, next_specs(SPEC)))


def test_a_bot_in_a_parcel_is_the_same_bot(tmp_path):
    (tmp_path / "mine" / "deep").mkdir(parents=True)
    (tmp_path / "mine" / "bot.py").write_text("class Mine:\n    pass\n")
    (tmp_path / "mine" / "deep" / "table.txt").write_text("1 2 3")
    for text in ("mine", "mine/bot.py", "mine/bot.py:Mine"):
        spec = resolve(text, tmp_path, name="x")
        (tmp_path / "there").mkdir(exist_ok=True)
        packed = pack(spec)
        assert packed is not None
        moved = unpack(spec, packed, tmp_path / "there")
        assert moved == unpack(spec, packed, tmp_path / "there")
        assert resolve(str(moved.bot), Path(), name="x") == moved
        assert replace(moved, bot=spec.bot) == spec
    assert pack(resolve("greedy", tmp_path)) is None
