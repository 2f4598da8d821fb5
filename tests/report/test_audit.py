"""A finished run of which somebody changed something: whatever it is, it is found and named."""

import base64
import json
import re
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena import __version__
from arena.cli import main
from arena.tournament.folder import RESULTS
from arena.tournament.seals import seal
from arena.tournament.store import Store

BOTS = Path(__file__).parents[1] / "data" / "bots"


def arena(*words):
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    for name in ("careful.py", "chance.py"):
        shutil.copy(BOTS / name, folder / name)
    file = folder / "cup.yaml"
    entrants = f"entrants: [{folder}/careful.py, {folder}/chance.py, greedy]\n"
    file.write_text(f"rules: setback\nseed: 7\nrecord: hands\nmatch: {{boards: 2, block: 1}}\n{entrants}")
    assert arena("run", file, "--out", folder / "run", "--executor", "serial").exit_code == 0
    return folder / "run"


@pytest.fixture
def run(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "run")
    return tmp_path / "run"


def verified(run, *words):
    result = arena("verify", run, *words)
    lines = result.stdout.splitlines()
    checked = next(number for number, line in enumerate(lines) if line.startswith("Checked: "))
    return result.exit_code, lines[:checked]


def sql(*statements):
    def change(run):
        db = sqlite3.connect(run / RESULTS)
        with db:
            for statement in statements:
                assert db.execute(statement).rowcount > 0, statement
        db.close()

    return change


def hand(edit):
    def change(run):
        db = sqlite3.connect(run / RESULTS)
        with db:
            names, packed = db.execute("SELECT names, records FROM hands WHERE board = 1 AND leg = 1 ORDER BY names").fetchone()
            records = msgspec.msgpack.decode(zlib.decompress(packed))
            edit(records[0])
            packed = zlib.compress(msgspec.msgpack.encode(records), 1)
            db.execute("UPDATE hands SET records = ? WHERE names = ? AND board = 1 AND leg = 1", (packed, names))
        db.close()

    return change


def swapped(record):
    record["holdings"][0], record["holdings"][1] = record["holdings"][1], record["holdings"][0]


def revalued(record):
    record["deltas"][0] += 1


def recarded(record):
    first = record["tricks"][0]["cards"].split()
    record["tricks"][0]["cards"] = " ".join(reversed(first))


def report(name, old, new):
    def change(run):
        path = run / "report" / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return change


def bot(run):
    file = run.parent / "careful.py"
    shutil.copy(BOTS / "careful.py", file)
    with Store.read(run / RESULTS) as store:
        old = next(one.bot for one in store.spec.entrants if one.name == "careful")
    file.write_text(file.read_text() + "\n# stronger\n")
    sql(f"UPDATE entrants SET spec = replace(spec, '{old}', '{file}') WHERE name = 'careful'")(run)


TABLE = "names = 'careful' || char(9) || 'chance' AND board = 1 AND leg = 1"
MATCH = "names = 'careful' || char(9) || 'chance' AND first_board = 1"
TURNED = '["chance","careful","chance","careful"]'
FAULT = "rules, first_board, names, board, leg, 1, 'chance', 1, 1, 'play', 0, 'illegal', '', '', '', '', 0"
DIGEST = """replace(spec, '"digest": "', '"digest": "0')"""
EVERYWHERE = ("matches", "seals", "games", "hands")
TAMPERED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a score": (sql(f"UPDATE games SET scores = '[30,1]' WHERE {TABLE}"), "scores"),
    "a score and its points": (sql(f"UPDATE games SET scores = '[30,1]', points = '[30,1]' WHERE {TABLE}"), "careful+chance"),
    "a winner": (sql(f"UPDATE games SET winner = 1 - winner WHERE {TABLE}"), "winner"),
    "a reason": (sql(f"UPDATE games SET reason = 'max_hands' WHERE {TABLE}"), "reason"),
    "contracts": (sql(f"UPDATE games SET made = contracts, bids = contracts WHERE {TABLE}"), "bids"),
    "the hands of a game": (sql(f"UPDATE games SET hands = hands + 1 WHERE {TABLE}"), "hands"),
    "who sat where": (sql(f"UPDATE games SET seats = '{TURNED}' WHERE {TABLE}"), "sat there; due were"),
    "a deleted game": (sql(f"DELETE FROM games WHERE {TABLE}", f"DELETE FROM hands WHERE {TABLE}"), "board 1, leg 1 is missing"),
    "a deleted match": (sql(f"DELETE FROM matches WHERE {MATCH}"), "missing, though the run was finished"),
    "a match deleted everywhere": (sql(*(f"DELETE FROM {table} WHERE {MATCH}" for table in EVERYWHERE)), "missing, though the run was"),
    "deleted hands": (sql(f"DELETE FROM hands WHERE {TABLE}"), "board 1, leg 1: it is not over"),
    "a game twice": (sql(f"UPDATE games SET leg = 3 WHERE {TABLE}"), "board 1, leg 3 is no part of it"),
    "a foreign match": (
        sql("INSERT INTO matches SELECT rules, 99, names, games, latency FROM matches LIMIT 1"),
        "is no match of this tournament",
    ),
    "a swapped deal": (hand(swapped), "hand 1: holdings is recorded as"),
    "a changed delta": (hand(revalued), "hand 1: deltas"),
    "a changed trick": (hand(recarded), "hand 1"),
    "another seed": (sql("UPDATE run SET value = '8' WHERE key = 'seed'"), "8 is not the seed that was given, 7"),
    "another commitment": (sql("UPDATE run SET value = '\"00\"' WHERE key = 'seed_commitment'"), "given at the start was 00"),
    "another target": (sql("UPDATE run SET value = replace(value, '\"target\": 21', '\"target\": 11') WHERE key = 'rules'"), "setback"),
    "another bot file": (bot, "careful.py is not what played"),
    "another digest": (sql(f"UPDATE entrants SET spec = {DIGEST} WHERE name = 'chance'"), "chance: "),
    "an entrant renamed": (
        sql("UPDATE entrants SET name = 'zed', spec = replace(spec, 'greedy', 'zed') WHERE name = 'greedy'"),
        "no entrant is called greedy",
    ),
    "a fault made up": (
        sql(f"INSERT INTO faults SELECT {FAULT} FROM games WHERE {TABLE}",
            f"UPDATE games SET faults = 1 WHERE {TABLE}"),
        "a fault is stored in hand 1 and not recorded",
    ),
    "the report": (report("standings.json", '"rank": 1', '"rank": 3'), "report: standings.json: is not what follows from the results"),
    "the page": (report("report.html", "careful</a>", "chance</a>"), "report: report.html: is not what follows from the results"),
    "hands on the page": (report("report.html", '"data":"', '"data":"AAAA'), "report: report.html: is not what follows from the results"),
    "the page deleted": (lambda run: (run / "report" / "report.html").unlink(), "report: report.html: is missing"),
    "a report deleted": (lambda run: (run / "report" / "standings.csv").unlink(), "report: standings.csv: is missing"),
}  # fmt: skip


def test_an_honest_run_is_found_honest(run):
    assert verified(run, "--replay", 4) == (0, [])


def test_bots_that_are_somewhere_else_are_said_not_to_have_been_checked(run):
    with Store.read(run / RESULTS) as store:
        old = next(one.bot for one in store.spec.entrants if one.name == "careful")
    sql(f"UPDATE entrants SET spec = replace(spec, '{old}', '/nowhere/careful.py') WHERE name = 'careful'")(run)
    result = arena("verify", run)
    assert result.exit_code == 0
    assert "Not checked: the files of careful: they are not where they were, or may not be read\n" in result.stdout


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_found_and_named(run, what):
    change, words = TAMPERED[what]
    change(run)
    code, found = verified(run)
    assert code == 1
    assert any(words in line for line in found), found


def test_new_seals_do_not_help(run):
    """Somebody who knows how seals are made changes a result that no hand contradicts; the total that was printed does."""
    sql(
        "DELETE FROM hands", "UPDATE run SET value = '\"games\"' WHERE key = 'record'", f"UPDATE games SET made = '[0,0,0,0]' WHERE {TABLE}"
    )(run)
    with Store.read(run / RESULTS) as store:
        seals = {result.key: seal(result.games) for result in store.results()}
        total = store.total()
    for key, fresh in seals.items():
        names = "\t".join(key.table)
        sql(f"UPDATE seals SET seal = '{fresh}' WHERE names = '{names}' AND first_board = {key.board}")(run)
    code, found = verified(run)
    assert code == 1
    assert any(f"when the run was finished its results had the SHA-256 {total}" in line for line in found)
    with Store.read(run / RESULTS) as store:
        fresh = store.total()
    sql(f"UPDATE run SET value = '{json.dumps(fresh)}' WHERE key = 'results'")(run)
    shutil.rmtree(run / "report")
    assert verified(run) == (0, [])
    code, found = verified(run, "--replay", 1000)
    assert code == 1
    assert any(line.endswith("board 1, leg 1: played again it comes out differently") for line in found)


def test_boards_deflated_by_another_zlib_are_the_same_page(run):
    def again(found):
        squeeze = zlib.compressobj(1, zlib.DEFLATED, -15)
        raw = zlib.decompress(base64.b64decode(found[1]), -15)
        return f'"data":"{base64.b64encode(squeeze.compress(raw) + squeeze.flush()).decode()}"'

    page = run / "report" / "report.html"
    before = page.read_text()
    page.write_text(re.sub(r'"data":"([^"]+)"', again, before))
    assert page.read_text() != before
    assert verified(run) == (0, [])


def test_a_page_of_another_version_is_not_compared(run):
    report("report.html", f'content="pitch-arena {__version__}"', 'content="pitch-arena 0.0.9"')(run)
    result = arena("verify", run)
    assert result.exit_code == 0
    assert "Not checked: the page: another version of pitch-arena wrote it" in result.stdout
