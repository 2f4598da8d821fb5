"""What docs/store.md says of the tables is so, and its queries give what they promise."""

import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from arena.tournament.rows import VERSION
from arena.tournament.schedule import next_specs
from arena.tournament.store import Store
from tests.tournament import fakes
from tests.tournament.fakes import tournament

DOCS = (Path(__file__).parents[2] / "docs" / "store.md").read_text()
QUERIES = re.findall(r"```sql\n(.*?)```", DOCS, re.DOTALL)
SPEC = tournament("ann bob cat", record="hands")
GAMES = [game for match in next_specs(SPEC) for game in fakes.play(match).games]


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("docs") / "results.sqlite"
    with Store.write(path) as store:
        store.begin(SPEC, {"seed_given": 7, "seed_commitment": "ab"})
        for match in next_specs(SPEC):
            store.add(fakes.play(match))
    db = sqlite3.connect(path)
    yield db
    db.close()


def test_every_table_and_column_is_described(db):
    assert f"`PRAGMA user_version` is the version of this layout, {VERSION}" in DOCS
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
        assert f"\n**{table}** – " in DOCS
        for column in db.execute(f"PRAGMA table_info({table})"):
            assert f"`{column[1]}`" in DOCS
    for (key,) in db.execute("SELECT key FROM run"):
        assert f"`{key}`" in DOCS


def test_games_between_two(db):
    rows = db.execute(QUERIES[0].replace("greedy", "ann").replace("steady", "cat")).fetchall()
    games = sorted((game for game in GAMES if set(game.seats) == {"ann", "cat"}), key=lambda game: (game.board, game.leg))
    assert [row[:4] for row in rows] == [(game.board, game.leg, game.outcome, game.reason) for game in games]


def test_contracts_by_entrant(db):
    contracts, made = Counter[str](), Counter[str]()
    for game in GAMES:
        for name, won, kept in zip(game.seats, game.contracts, game.made, strict=True):
            contracts[name] += won
            made[name] += kept
    assert db.execute(QUERIES[1]).fetchall() == [(name, contracts[name], made[name]) for name in ("ann", "bob", "cat")]


def test_boards_that_went_differently(db):
    games = {(game.board, tuple(sorted(set(game.seats))), game.leg): game.points for game in GAMES}
    apart = sorted((abs(points[0] - games[board, names, 2][1]) for (board, names, leg), points in games.items() if leg == 1), reverse=True)
    assert [abs(first - second) for _, _, first, second in db.execute(QUERIES[2])] == apart[:10]


def test_faults_by_kind(db):
    faults = Counter(fault.entrant for game in GAMES for fault in game.faults)
    assert sorted(db.execute(QUERIES[3])) == sorted((name, "illegal", "play", count) for name, count in faults.items())
