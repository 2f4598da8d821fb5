import random

import pytest

from arena.errors import StoreError
from arena.tournament.executors import MatchError, Processes, Serial
from arena.tournament.runner import run, run_in_order
from arena.tournament.schedule import next_specs
from arena.tournament.store import Store
from tests.tournament import fakes
from tests.tournament.fakes import ALONE, PAIRS, UpTo, tournament

SPEC = tournament("ann bob cat", rules=(PAIRS, ALONE), boards=6, block=2, record="hands")
EXPECTED = [fakes.play(match) for match in next_specs(SPEC)]


@pytest.fixture
def store(tmp_path):
    with Store.write(tmp_path / "results.sqlite") as store:
        store.begin(SPEC, {})
        yield store


@pytest.mark.parametrize("executor", [Serial(), Processes(1), Processes(2)], ids=["serial", "one", "two"])
def test_every_way_of_playing_stores_the_same(store, executor):
    assert len(list(run(SPEC, store, executor, fakes.play))) == len(EXPECTED)
    assert list(store.results()) == EXPECTED


def test_a_match_is_stored_before_it_is_given(store):
    for given, result in enumerate(run(SPEC, store, Serial(), fakes.play), start=1):
        assert result.key in store
        assert len(store) == given


def test_a_finished_run_plays_nothing(store):
    list(run(SPEC, store, Serial(), fakes.play))
    assert list(run(SPEC, store, Serial(), UpTo(0, "fail"))) == []


@pytest.mark.parametrize("lost", [0, 1, 2, 5])
def test_what_is_missing_is_played_and_only_that(store, lost):
    chosen = random.Random(lost).sample(EXPECTED, len(EXPECTED) - lost)
    for result in chosen:
        store.add(result)
    played = list(run(SPEC, store, Serial(), fakes.play))
    assert [result.key for result in played] == [result.key for result in EXPECTED if result not in chosen]
    assert list(store.results()) == EXPECTED


@pytest.mark.parametrize(("executor", "end", "error"), [(Serial(), "stop", KeyboardInterrupt), (Processes(2), "die", MatchError)])
def test_an_interrupted_run_continues_to_the_same_results(store, executor, end, error):
    with pytest.raises(error):
        list(run(SPEC, store, executor, UpTo(3, end)))
    assert [result for result in EXPECTED if result.key in store] == list(store.results())
    list(run(SPEC, store, executor, fakes.play))
    assert list(store.results()) == EXPECTED


def test_a_run_that_is_let_go_of_keeps_what_it_gave(store):
    results = run(SPEC, store, Processes(2), fakes.play)
    given = {next(results).key, next(results).key}
    results.close()
    assert given <= {result.key for result in store.results()}


def test_a_store_that_fails_stops_the_run(store, monkeypatch):
    store._db.execute("PRAGMA max_page_count=1")
    with pytest.raises(StoreError, match="the disk is full"):
        list(run(SPEC, store, Processes(2), fakes.play))
    assert [result for result in EXPECTED if result.key in store] == list(store.results())


@pytest.mark.parametrize("executor", [Serial(), Processes(2)], ids=["serial", "two"])
@pytest.mark.parametrize("stored", [0, 3])
def test_in_order_and_no_further_than_wanted(store, executor, stored):
    for result in EXPECTED[:stored]:
        store.add(result)
    results = run_in_order(SPEC, store, executor, fakes.play)
    assert [next(results) for _ in range(5)] == EXPECTED[:5]
    results.close()
    assert list(store.results()) == EXPECTED[:5]
