import os
import random
import sqlite3
import subprocess
import sys

import pytest
from msgspec import structs

from arena.errors import StoreError
from arena.standings.table import standings_of_run
from arena.tournament import store as store_module
from arena.tournament.schedule import next_specs
from arena.tournament.spec import MatchKey
from arena.tournament.store import Store
from tests.tournament.fakes import ALONE, PAIRS, play, tournament

SPEC = tournament("ann bob cat", rules=(PAIRS, ALONE), record="hands")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite"


@pytest.fixture
def store(path):
    with Store.write(path) as store:
        store.begin(SPEC, {"seed_commitment": "abc"})
        yield store


def results(spec=SPEC):
    return [play(match) for match in next_specs(spec)]


def test_everything_comes_back_as_it_went_in(store):
    played = results()
    assert all(store.add(result) for result in played)
    assert list(store.results()) == played
    assert any(game.faults for result in played for game in result.games)
    assert any(game.forfeits for result in played for game in result.games)
    assert any(game.winner is None for result in played for game in result.games)


def test_games_and_hands_come_in_key_order_whatever_the_order_of_storing(store):
    played = results()
    random.Random(3).shuffle(played)
    for result in played:
        store.add(result)
    for rules in (0, 1):
        games = list(store.games(rules))
        keys = [(game.board, tuple(sorted(set(game.seats))), game.leg) for game in games]
        assert keys == sorted(keys)
        assert len(keys) == store.count_games(rules) == len({*keys})
        expected = [(board, leg, hand) for board, _, leg in keys for hand in (1, 2)]
        assert [(hand["board"], hand["leg"], hand["hand"]) for hand in store.hands(rules)] == expected
    assert [result.key for result in store.results()] == sorted(result.key for result in played)


def test_order_follows_names_even_when_one_continues_another(path):
    spec = tournament("ann", boards=1)
    names = ["a", "a b", "a!", "ab", "A", "ä", "z"]
    spec = structs.replace(spec, entrants=tuple(structs.replace(spec.entrants[0], name=name) for name in names))
    with Store.write(path) as store:
        store.begin(spec, {})
        played = results(spec)
        for result in reversed(played):
            store.add(result)
        assert [result.key for result in store.results()] == [result.key for result in played] == sorted(r.key for r in played)


def test_a_match_is_stored_once(store):
    result = results()[0]
    assert store.add(result)
    assert not store.add(result)
    assert len(store) == 1
    assert list(store.results()) == [result]


def test_membership_and_counts(store):
    first, second, *_ = results()
    store.add(first)
    assert first.key in store
    assert second.key not in store
    assert MatchKey(1, *first.key[1:]) not in store
    assert (len(store), store.count_games()) == (1, len(first.games))


def test_a_match_that_cannot_be_stored_whole_leaves_nothing(store, path):
    good, bad, *_ = results()
    store.add(good)
    broken = structs.replace(bad, games=(*bad.games, bad.games[-1]))
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add(broken)
    assert list(store.results()) == [good]
    assert store.add(bad)


def test_the_description_comes_back_with_every_field(path):
    spec = tournament("bob ann", seed=2**127 + 1, isolation="inline")
    spec = structs.replace(spec, entrants=(structs.replace(spec.entrants[0], options={"depth": 2, "names": ["x"]}), spec.entrants[1]))
    with Store.write(path) as store:
        store.begin(spec, {"seed_commitment": "abc"})
    with Store.read(path) as store:
        assert store.spec == structs.replace(spec, entrants=tuple(reversed(spec.entrants)))
        assert store.facts()["seed_commitment"] == "abc"


def test_reading_while_another_writes(store, path):
    store.add(results()[0])
    with Store.read(path) as reader:
        assert len(reader) == 1
        store.add(results()[1])
        assert len(reader) == 2


def test_closing_leaves_one_file(store, path):
    store.add(results()[0])
    store.close()
    assert sorted(os.listdir(path.parent)) == ["lock", "results.sqlite"]


def test_a_second_arena_is_refused_until_the_first_is_gone(path):
    with Store.write(path), pytest.raises(StoreError, match="another arena is at work in this run folder"):
        Store.write(path)
    Store.write(path).close()


def test_the_lock_holds_between_processes_and_falls_with_them(path):
    code = f"from pathlib import Path; from arena.tournament.store import Store; Store.write(Path({str(path)!r})); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{code.replace('; input()', '')}; print('open', flush=True); input()"], stdin=-1, stdout=-1
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"open\n"
    with pytest.raises(StoreError, match="another arena"):
        Store.write(path)
    other.kill()
    other.communicate()
    Store.write(path).close()


def test_what_is_committed_survives_kill_9(path):
    code = (
        "import os; from pathlib import Path; from arena.tournament.store import Store\n"
        "from tests.tournament.test_store import SPEC, results\n"
        f"store = Store.write(Path({str(path)!r})); store.begin(SPEC, {{}})\n"
        "[store.add(result) for result in results()[:3]]; os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    with Store.write(path) as store:
        assert list(store.results()) == results()[:3]


def test_a_full_disk_is_one_sentence_and_loses_nothing(store, path):
    played = results()
    store.add(played[0])
    store._db.execute("PRAGMA max_page_count=1")  # SQLite takes the present size then
    with pytest.raises(StoreError, match=r"results.sqlite: the disk is full; everything finished is saved"):
        list(map(store.add, played[1:]))
    stored = list(store.results())
    assert stored == played[: len(stored)]
    store._db.execute("PRAGMA max_page_count=100000")
    for result in played:
        store.add(result)
    assert list(store.results()) == played


def test_foreign_files_are_refused(path):
    path.write_text("not a database, but long enough to be looked at as one " * 50)
    with pytest.raises(StoreError, match="not an arena's results: not an SQLite file"):
        Store.write(path)
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.close()
    with pytest.raises(StoreError, match="some other SQLite file"):
        Store.write(path)
    with pytest.raises(StoreError, match="some other SQLite file"):
        Store.read(path)


def test_a_damaged_file_is_one_sentence(store, path):
    for result in results():
        store.add(result)
    store.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(bytes(n * 37 % 251 for n in range(size - 8192)))
    with pytest.raises(StoreError, match=r"results.sqlite: .+"), Store.read(path) as reader:
        list(reader.results())


@pytest.mark.parametrize("change", ["UPDATE games SET scores = 'x'", "UPDATE games SET seats = '7'", "UPDATE hands SET records = x'00'"])
def test_what_cannot_be_decoded_is_one_sentence(store, path, change):
    for result in results():
        store.add(result)
    store._db.execute(change)
    store._db.commit()
    with pytest.raises(StoreError, match=r"results.sqlite: the file is damaged: "):
        list(store.results())
    if "games" in change:
        with pytest.raises(StoreError, match=r"results.sqlite: the file is damaged: "):
            standings_of_run(store)


def test_a_reading_that_is_broken_off_can_outlive_the_store(store):
    store.add(results()[0])
    reading = store.outcomes()
    seals = store.seals()
    assert next(reading).key == next(seals)[0]
    store.close()
    reading.close()
    seals.close()


def test_a_reading_still_open_does_not_keep_the_store_from_being_closed(store, path):
    for result in results():
        store.add(result)
    open_still = store._db.execute("SELECT * FROM games")
    assert open_still.fetchone() is not None
    store.close()
    with Store.read(path) as again:
        assert len(list(again.results())) == len(results())


def test_newer_schemas_and_other_major_versions_are_refused(store, path, monkeypatch):
    store.close()
    monkeypatch.setattr(store_module, "__version__", "7.0.0")
    with pytest.raises(StoreError, match=r"written by arena 0\..+; this is 7.0.0"):
        Store.read(path)
    monkeypatch.undo()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(StoreError, match="newer arena"):
        Store.write(path)


def test_missing_results_are_one_sentence(tmp_path):
    with pytest.raises(StoreError, match=r"there are no results here; a run folder holds results.sqlite"):
        Store.read(tmp_path / "results.sqlite")
    with pytest.raises(StoreError, match="cannot be opened; its folder must exist"):
        Store.write(tmp_path / "nowhere" / "results.sqlite")


def test_a_read_only_folder_can_still_be_read(store, path, monkeypatch):
    store.add(results()[0])
    store.close()
    monkeypatch.setattr(os, "access", lambda place, mode: False)
    with Store.read(path) as reader:
        assert len(reader) == 1
    assert sorted(os.listdir(path.parent)) == ["lock", "results.sqlite"]


def test_a_file_that_cannot_be_written_is_one_sentence(store, path):
    store._db.execute("PRAGMA query_only=1")
    with pytest.raises(StoreError, match="it cannot be written; its folder and file must be writable"):
        store.add(results()[0])
    assert len(store) == 0
