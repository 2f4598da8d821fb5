"""The SQL views say what the standings say, and what docs/store.md says of them is so."""

import sqlite3
from pathlib import Path

import pytest

from arena.standings.table import standings_of_run
from arena.tournament.spec import MatchKey, MatchResult
from arena.tournament.store import Store
from tests.standings.games import ALONE, PAIRS, fault, game, tournament, void

DOCS = (Path(__file__).parents[2] / "docs" / "store.md").read_text()
NUMBERS = {"contracts": (3, 2, 1, 0), "made": (2, 0, 1, 0), "bids": (7, 6, 3, 0)}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("views") / "results.sqlite"
    games = {
        (0, ("ann", "bob")): [
            game(1, 1, "ann bob", (21, 9), **NUMBERS),
            game(1, 2, "bob ann", (8, 21), faults=(fault("ann"),), **NUMBERS),
            game(2, 1, "ann bob", (20, 20)),
            game(2, 2, "bob ann", (0, 0), hands=0, winner=1, outcome="win", reason="forfeit", forfeits=(0,)),
        ],
        (0, ("ann", "cat")): [void(1, 1, "ann cat"), game(1, 2, "cat ann", (21, 4), **NUMBERS)],
        (1, ("ann", "bob", "cat")): [
            game(1, 1, "ann bob cat", (12, 6, 3)),
            game(1, 2, "bob cat ann", (12, 12, 3), winner=None),
            game(1, 3, "cat ann bob", (0, 0, 0), hands=0, winner=1, reason="forfeit", forfeits=(0,)),
        ],
    }
    spec = tournament("ann bob cat", rules=(PAIRS, ALONE), boards=2)
    with Store.write(path) as store:
        store.begin(spec, {"seed_given": 7, "seed_commitment": "ab"})
        for (rules, table), played in games.items():
            store.add(MatchResult(key=MatchKey(rules, 1, table), games=tuple(played)))
    return path


@pytest.fixture(scope="module")
def reports(path):
    with Store.read(path) as store:
        return standings_of_run(store, pairings=True).report.reports


def rows(path, view):
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    found = [dict(row) for row in db.execute(f"SELECT * FROM {view}")]
    db.close()
    return found


def close(value, other):
    return value is other if None in (value, other) else value == pytest.approx(other, abs=1e-6)


def test_standings(path, reports):
    found = {(row["rule_set"], row["entrant"]): row for row in rows(path, "standings")}
    lines = [(report.rules, line) for report in reports for line in report.standings if line.games]
    assert len(found) == len(lines)
    for rules, line in lines:
        row = found[rules, line.bot]
        for field in ("games", "wins", "losses", "draws", "faults"):
            assert row[field] == getattr(line, field), (rules, line.bot, field)
        assert close(row["points_per_hand"], line.points_per_hand)


def test_head_to_head(path, reports):
    found = {(row["rule_set"], row["entrant"], row["against"]): row for row in rows(path, "head_to_head")}
    pairs = [(report.rules, one) for report in reports for one in report.pairings]
    assert len(found) == 2 * len(pairs)
    for rules, one in pairs:
        row, back = found[rules, one.a, one.b], found[rules, one.b, one.a]
        assert (row["boards"], row["wins"], row["losses"], row["draws"]) == (one.boards, one.wins, one.losses, one.draws)
        assert (back["wins"], back["losses"]) == (one.losses, one.wins)
        assert close(row["points_per_hand"], one.points_per_hand)


def test_bidding(path, reports):
    found = {(row["rule_set"], row["entrant"]): row for row in rows(path, "bidding")}
    for report in reports:
        for line in report.standings:
            row = found.get((report.rules, line.bot), {"bids_made": None, "average_bid": None})
            assert close(row["bids_made"], line.bids_made)
            assert close(row["average_bid"], line.average_bid)


def test_every_view_and_column_is_described(path):
    db = sqlite3.connect(path)
    views = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]
    assert {"standings", "head_to_head", "bidding", "sittings", "rule_sets"} == set(views)
    for view in views:
        assert f"\n**{view}** – " in DOCS
        for column in db.execute(f"PRAGMA table_info({view})"):
            assert f"`{column[1]}`" in DOCS, (view, column[1])
    db.close()


def test_an_older_run_gets_the_views_when_it_is_continued(path, tmp_path):
    copy = tmp_path / "results.sqlite"
    copy.write_bytes(path.read_bytes())
    with sqlite3.connect(copy) as db:
        for view in ("head_to_head", "standings", "bidding", "sittings", "rule_sets"):
            db.execute(f"DROP VIEW {view}")
    db.close()
    with Store.write(copy) as store:
        store.describe(store.spec)
    assert rows(copy, "standings") == rows(path, "standings")
