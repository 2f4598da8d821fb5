import pytest

from arena.report.markdown import escape, markdown
from arena.standings.table import Progress, standings
from tests.standings.games import game, tournament


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("steady", "steady"),
        ("a|b", "a\\|b"),
        ("`rm`", "\\`rm\\`"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("&lt;", "&amp;lt;"),
        ("[x](javascript:y)", "\\[x\\](javascript:y)"),
        ("my_bot*2*", "my\\_bot\\*2\\*"),
        ("back\\slash|", "back\\\\slash\\|"),
        ("two\nlines", "two�lines"),
    ],
)
def test_names_are_no_markup(name, safe):
    assert escape(name) == safe


def test_a_table_row_by_row():
    games = [game(1, 1, "ann b|b", (21, 9), contracts=(3, 2, 1, 0), made=(2, 0, 1, 0), bids=(7, 6, 3, 0)), game(2, 1, "ann b|b", (19, 21))]
    found = standings(tournament(["ann", "b|b"]), [games])._replace(progress=Progress(1, 2))
    lines = markdown(found).splitlines()
    assert lines[0] == "## spring: pairs (2 games, 20 hands)"
    assert lines[2] == (
        "| rank | bot | mu | sigma | mu − 3 sigma | group | ranks [95 %] | Elo [95 %] | games | W–L–D | won [95 %] "
        "| points per hand [95 %] | bids made | average bid | faults |"
    )
    assert lines[3] == "| ---: | :--- |" + " ---: |" * 13
    assert lines[4] == (
        "| 1 | b\\|b | 26.53 | 6.08 | 8.29 | 1 | 1–2 | 0 [-1820, +1820] | 2 | 1–1–0 | 50% [0, 100] "
        "| -0.500 [-9.394, +8.394] | 0% | 3.00 | 0 |"
    )
    assert lines[5].startswith("| 2 | ann | 23.47 | 6.08 | 5.24 |")
    assert lines[-2:] == ["*Not complete: 1 of 2 matches played.*", ""]
    assert "against" not in markdown(found)


def test_pairings_are_added_on_request():
    found = standings(tournament("ann bob"), [[game(1, 1, "ann bob", (21, 9))]])
    assert markdown(found, pairings=True).splitlines()[-2] == "| ann | bob | 1 | 1–0–0 | 100% | +1.200 |"
