import csv
import io
import json
import random

import pytest

from arena.report.export import HAND_KEYS, hand_lines, pairings_csv, standings_csv, standings_json
from arena.standings.table import standings
from tests.standings.games import game, tournament


def found(names="ann bob"):
    games = [
        game(1, 1, names if isinstance(names, list) else names.split(), (21, 9)),
        game(2, 1, names if isinstance(names, list) else names.split(), (3, 8)),
    ]
    return standings(tournament(names), [games], seed_commitment="ab").report


def test_json_is_one_document_with_the_published_keys_in_order():
    text = standings_json(found())
    assert text.startswith('{\n  "schema": "pitch-standings/1",\n  "tournament": "spring",\n  "seed_commitment": "ab",\n  "reports": [\n')
    assert text.endswith("}\n")
    report = json.loads(text)["reports"][0]
    assert list(report["standings"][0])[:7] == ["rank", "group", "bot", "mu", "sigma", "conservative", "games"]
    assert report["standings"][0]["group"] == 1
    assert report["pairings"][0]["points_per_hand"] == 0.35
    assert json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n" == text


def test_csv_has_a_line_an_entrant_and_numbers_are_numbers():
    rows = list(csv.DictReader(io.StringIO(standings_csv(found()))))
    assert [row["rules"] for row in rows] == ["pairs", "pairs"]
    assert list(rows[0])[:4] == ["rules", "rank", "group", "bot"]
    by_name = {row["bot"]: row for row in rows}
    assert float(by_name["bob"]["points_per_hand"]) == -0.35
    assert by_name["bob"]["bids_made"] == by_name["bob"]["average_bid"] == ""
    assert "\r" not in standings_csv(found())


def test_csv_of_pairings():
    (row,) = csv.DictReader(io.StringIO(pairings_csv(found())))
    assert (row["rules"], row["a"], row["b"], row["wins"], row["losses"]) == ("pairs", "ann", "bob", "1", "1")
    assert float(row["low"]) < 0 < float(row["high"])


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=cmd()", "'=cmd()"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@sum", "'@sum"),
        ("\t=x", "�=x"),
        ("\r=x", "�=x"),
        ("a\r=x", "a�=x"),
        ("1=1", "1=1"),
    ],
)
def test_a_name_is_no_formula(name, cell):
    rows = list(csv.DictReader(io.StringIO(standings_csv(found([name, "plain"])), newline="")))
    assert sorted(row["bot"] for row in rows) == sorted([cell, "plain"])


def test_names_with_commas_and_quotes_stay_one_cell():
    rows = list(csv.DictReader(io.StringIO(standings_csv(found(['a,"b"', "plain"])))))
    assert sorted(row["bot"] for row in rows) == ['a,"b"', "plain"]


# The published example of a hand record, dots filled in.
EXAMPLE = (
    '{"schema":"pitch-hand/1","rules":"setback","match":"a b","board":1,"leg":2,"hand":1,"redeals":0,"seats":["a","b","a","b"],"dealer":2,'
    '"scores_before":[11,4],"holdings":["AS KS"],"stock":"2C","auction":[[3,"pass"],[0,2],[1,"pass"],[2,3]],"pitcher":2,"bid":3,'
    '"trump":"S","exchange":[],"tricks":[{"lead":2,"cards":"AS 8S 6S 5S","winner":2}],'
    '"points":[{"id":"High","side":0,"card":"AS","value":1}],'
    '"pips":[23,11],"made":true,"deltas":[3,1],"scores":[14,5],"winner":null,"revoke":[],"faults":[]}'
)


def test_hand_records_are_compact_lines_in_the_published_order():
    record = json.loads(EXAMPLE)
    assert tuple(record) == HAND_KEYS
    mixed = dict(random.Random(1).sample(sorted(record.items()), len(record)))
    assert list(hand_lines([record, mixed])) == [EXAMPLE + "\n"] * 2
