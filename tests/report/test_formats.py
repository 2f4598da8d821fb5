"""Every format of a run whose every text would like to be something else: names, options, answers and details harm nobody."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.errors import ArenaError
from arena.report.formats import produce
from arena.report.schema import report_schema, schema_text
from arena.report.text import printable
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store
from tests.report.runs import CLOSING, FORMULA, NAMES, SCRIPT, hostile_run
from tests.rulesets.schemas import validator

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.read(hostile_run(tmp_path_factory.mktemp("formats") / "run") / RESULTS) as store:
        yield store


def rows(store, of):
    return list(csv.DictReader(io.StringIO("".join(produce(store, "csv", of=of)), newline="")))


@pytest.mark.parametrize("of", ["standings", "pairings", "games", "hands", "faults"])
def test_no_cell_is_a_formula_or_reaches_a_terminal(store, of):
    found = rows(store, of)
    assert found
    for row in found:
        for cell in row.values():
            number = cell.replace("-", "", 1).replace(".", "", 1).isdigit()
            assert number or not cell.startswith(("=", "+", "-", "@"))
            assert all(char.isprintable() for char in cell)


def test_games_have_a_line_each(store):
    found = rows(store, "games")
    stored = list(store.games(0))
    assert len(found) == len(stored) == 24
    for row, game in zip(found, stored, strict=True):
        assert (row["rules"], int(row["board"]), int(row["leg"])) == ("pairs", game.board, game.leg)
        assert json.loads(row["scores"]) == list(game.scores)
        assert json.loads(row["winners"]) == [game.seats[game.winner]]


def test_hands_have_a_line_each(store):
    row = rows(store, "hands")[0]
    assert (row["hand"], row["bid"], row["trump"], row["made"]) == ("1", "3", "S", "True")
    assert json.loads(row["auction"]) == [[3, "pass"], [0, 2], [1, "pass"], [2, 3]]
    assert json.loads(row["points"]) == [["High", 0]]
    assert json.loads(row["scores_before"]) == [11, 4]


def test_faults_have_a_line_each_with_what_was_said(store):
    found = rows(store, "faults")
    assert len(found) == 36
    assert {row["answer"] for row in found} == {CLOSING, "'=HYPERLINK(1)", printable("\x1b]0;title\x07")}
    assert "'" + FORMULA in {row["entrant"] for row in found}


def test_hands_need_to_be_recorded(tmp_path):
    with Store.read(hostile_run(tmp_path, record="games") / RESULTS) as store:
        with pytest.raises(ArenaError, match="no hands were recorded"):
            rows(store, "hands")
        assert rows(store, "games")


def test_junit_is_a_case_an_entrant(store):
    text = "".join(produce(store, "junit"))
    assert "\x1b" not in text
    root = ET.fromstring(text.encode())
    (suite,) = root
    assert root.get("name") == f"{SCRIPT}{FORMULA}"
    assert {case.get("name") for case in suite} == {printable(name) for name in NAMES}
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "4", "0")
    case = suite[0]
    assert [one.get("message") for one in case.iter("failure")] == ["9 faults"]
    assert {one.get("name") for one in case.iter("property")} >= {"rank", "mu", "points_per_hand"}


@pytest.mark.parametrize("form", ["table", "markdown", "junit", "html"])
def test_nothing_controls_a_terminal(store, form):
    assert not [char for char in "".join(produce(store, form)) if not char.isprintable() and char != "\n"]


def test_json_and_hand_records_keep_names_as_they_are(store):
    report = json.loads("".join(produce(store, "json")))
    assert sorted(line["bot"] for line in report["reports"][0]["standings"]) == NAMES
    assert json.loads(next(iter(produce(store, "hands"))))["faults"][0]["answer"] == CLOSING


def test_the_json_report_fits_its_published_schema(store):
    report = json.loads("".join(produce(store, "json", pairings=True)))
    check = validator(report_schema())
    assert check.is_valid(report)
    assert not check.is_valid({**report, "schema": "pitch-standings/2"})
    del report["reports"][0]["standings"][0]["mu"]
    assert not check.is_valid(report)


def test_the_published_schema_is_current():
    assert (DOCS / "standings.schema.json").read_text() == schema_text(), "arena report . --schema > docs/standings.schema.json"
    shown = CliRunner().invoke(main, ["report", "--schema"])
    assert (shown.exit_code, shown.stdout) == (0, schema_text())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--of", "games"), "--of games is for --format csv."),
        (("--times",), "--times is for --format html; the table shows them anyway."),
    ],
)
def test_options_that_go_with_another_format_are_refused(store, words, said):
    result = CliRunner().invoke(main, ["report", str(store.path.parent), *words])
    assert result.exit_code == 2
    assert said in result.stderr
