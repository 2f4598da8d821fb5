"""Games read as columns are the games, however many are read at once and wherever they come from."""

from itertools import pairwise

import numpy
import pytest

from arena.tournament import columns
from arena.tournament.columns import NOBODY, Reader
from arena.tournament.spec import MatchKey, MatchResult
from arena.tournament.store import Store
from tests.standings.games import PAIRS, fault, game, tournament, void

GAMES = [
    game(
        1,
        1,
        "ann bob",
        (21, 9),
        contracts=(3, 2, 1, 0),
        made=(2, 0, 1, 0),
        bids=(7, 6, 3, 0),
        seconds=(0.5, 2, 0.25, 0),
        timed=(4, 8, 2, 0),
    ),
    game(1, 2, "bob ann", (9, 21), faults=(fault("ann"), fault("bob"))),
    game(1, 1, "ann cat", (5, 5), winner=None),
    game(1, 2, "cat ann", (21, 3), forfeits=(1,)),
    void(2, 1, "ann bob"),
    game(2, 2, "bob ann", (21, 0), hands=4),
]
SIDES = PAIRS.table.sides


def read(chunks):
    """All of the chunks as one, as plain lists."""
    whole = [numpy.concatenate(column).tolist() for column in zip(*chunks, strict=True)]
    return dict(zip(columns.Columns._fields, whole, strict=True))


@pytest.fixture
def store(tmp_path):
    with Store.write(tmp_path / "results.sqlite") as store:
        store.begin(tournament("ann bob cat"), {})
        for names in (("ann", "bob"), ("ann", "cat")):
            games = tuple(one for one in GAMES if set(one.seats) == set(names))
            store.add(MatchResult(key=MatchKey(0, 1, names), games=games))
        yield store


def test_columns_say_what_the_games_say():
    found = read(Reader(["ann", "bob", "cat"], SIDES).given(GAMES))
    assert found["board"] == [1, 1, 1, 1, 2, 2]
    assert found["leg"] == [1, 2, 1, 2, 1, 2]
    assert found["seats"][:3] == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 2, 0, 2]]
    assert found["table"] == [0, 0, 1, 1, 0, 0]
    assert found["winner"] == [0, 1, NOBODY, 0, NOBODY, 0]
    assert found["void"] == [False, False, False, False, True, False]
    assert found["forfeits"][3:5] == [[False, True], [True, True]]
    assert (found["points"][0], found["scores"][5], found["hands"]) == ([21, 9], [21, 0], [10, 10, 10, 10, 0, 4])
    assert [found[name][0] for name in ("contracts", "made", "bids", "timed")] == [[3, 2, 1, 0], [2, 0, 1, 0], [7, 6, 3, 0], [4, 8, 2, 0]]
    assert (found["seconds"][0], found["seconds"][1], found["timed"][1]) == ([0.5, 2, 0.25, 0], [0.0] * 4, [0] * 4)
    assert found["faults"] == [(), (fault("ann"), fault("bob")), (), (), (), ()]


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_stored_games_read_like_given_ones_and_no_duplicate_is_cut(store, monkeypatch, at_once):
    names, expected = ["ann", "bob", "cat"], read(Reader(["ann", "bob", "cat"], SIDES).given(GAMES))
    monkeypatch.setattr(columns, "_AT_ONCE", at_once)
    for chunks in (list(Reader(names, SIDES).stored(store, 0)), list(Reader(names, SIDES).given(GAMES))):
        assert read(chunks) == expected
        ends = [(chunk.board[[0, -1]].tolist(), chunk.table[[0, -1]].tolist()) for chunk in chunks]
        assert all((before[0][1], before[1][1]) != (after[0][0], after[1][0]) for before, after in pairwise(ends))


def test_games_with_others_are_passed_over(store):
    found = read(Reader(["ann", "cat"], SIDES).stored(store, 0))
    assert (found["board"], found["seats"]) == ([1, 1], [[0, 1, 0, 1], [1, 0, 1, 0]])
    assert list(Reader(["dan", "eve"], SIDES).stored(store, 0)) == []
    assert list(Reader(["ann", "bob"], SIDES).given([])) == []


def test_duplicates_begin_where_board_or_table_changes():
    first, last = Reader(["ann", "bob", "cat"], SIDES).given(GAMES)
    assert first.before(last).duplicates().tolist() == [0, 2, 4]
    assert first.where(slice(1, 1)).duplicates().tolist() == []
