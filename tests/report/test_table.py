from itertools import combinations

import pytest
from rich.cells import cell_len

from arena.pitch.ruleset import RuleSet
from arena.report.table import table
from arena.standings.table import Progress, standings
from tests.standings.games import PAIRS, game, tournament


def played(names, *, rules=(PAIRS,), boards=6):
    def games():
        for board in range(1, boards + 1):
            for pair in combinations(sorted(names), 2):
                for leg, sides in enumerate((pair, pair[::-1]), 1):
                    numbers = {
                        "contracts": (3, 2, 3, 2),
                        "made": (2, 1, 2, 2),
                        "bids": (8, 5, 7, 5),
                        "seconds": (0.01,) * 4,
                        "timed": (5,) * 4,
                    }
                    yield game(board, leg, list(sides), (board % 4 + leg, 3), **numbers)

    return standings(tournament(list(names), rules=rules), [games() for _ in rules])


def rows(shown):
    """The lines of the first table's entrants: those after its head, without what parts groups and what stands below."""
    return [line for line in shown.splitlines()[4:] if line[:1].isdigit()]


def test_every_column_fits_into_eighty():
    lines = table(played(["random", "lowest", "greedy", "steady", "counter", "bold"])).splitlines()
    assert lines[0] == "spring: pairs (180 games, 1,800 hands)"
    assert lines[2].split() == ["#", "bot", "mu", "mu−3σ", "95", "%", "±", "95", "%", "W–L–D", "±", "95", "%", "made", "faults", "time"]
    assert len(rows("\n".join(lines))) == 6
    assert max(map(cell_len, lines)) <= 80
    assert lines[4].split()[0] == "1"
    assert lines[4].endswith("2.0 ms")


def test_the_cells_of_a_line():
    found = standings(
        tournament("ann bob"),
        [[game(1, 1, "ann bob", (21, 9), contracts=(3, 2, 1, 0), made=(2, 0, 1, 0), bids=(7, 6, 3, 0)), game(2, 1, "ann bob", (9, 21))]],
    )
    cells = " ".join(table(found, width=200).splitlines()[4].split())
    assert cells == "1 bob 26.53 6.08 8.29 1–2 0 ±1820 1–1–0 0.000 ±15.247 0% 3.00 0 –"


@pytest.mark.parametrize("width", [40, 50, 60, 72, 80, 100, 200])
def test_no_line_is_wider_than_asked_and_no_number_is_cut(width):
    found = played(["a name that goes on and on and on", "[red]日本語ボットの長い名前", "x"], boards=12)
    shown = table(found, width=width)
    lines = [*shown.splitlines()[1:4], *rows(shown)]
    assert max(map(cell_len, lines)) <= width
    for line, standing in zip(rows(shown), found.report.reports[0].standings, strict=True):
        assert f"{standing.conservative:.2f}" in line
        assert "…" not in line or standing.bot != "x"
    assert ("think" in lines[0]) == (width >= 72)
    assert "mu−3σ" in lines[1]


def test_long_names_end_in_an_ellipsis_and_whole_ones_are_kept():
    found = played(["a name that goes on and on and on", "[red]日本語"])
    assert "a name that goes on and on and on" in table(found, width=120)
    assert "a name tha" in table(found, width=80)
    assert "…" in table(found, width=80)
    assert "[red]日本語" in table(found, width=80)


def test_no_colour_unless_asked_for(monkeypatch):
    found = played(["a", "b"])
    for variable in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.setenv(variable, "1")
    assert "\x1b" not in table(found)
    assert "\x1b[1m" in table(found, color=True)


def test_a_name_cannot_colour_the_terminal():
    assert "\x1b[31m" not in table(played(["\x1b[31mred", "b"]), color=True)


def test_the_environment_does_not_decide_the_width(monkeypatch):
    expected = table(played(["a", "b"]), width=100)
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("TERM", "dumb")
    assert table(played(["a", "b"]), width=100) == expected


def test_several_rule_sets_are_several_tables_and_what_is_missing_is_said():
    found = played(["a", "b"], rules=(PAIRS, RuleSet(name="other")))._replace(progress=Progress(3, 8))
    shown = table(found)
    assert "spring: pairs (" in shown
    assert "\n\nspring: other (" in shown
    assert shown.endswith("\nNot complete: 3 of 8 matches played.\n")
    assert "Not complete" not in table(found._replace(progress=Progress(8, 8)))


def test_pairings_are_added_on_request():
    found = played(["ann", "bob", "cat"])
    assert "against" not in table(found)
    lines = table(found, pairings=True).splitlines()
    pairs = lines[len(table(found).splitlines()) + 1 :]
    assert lines[len(lines) - len(pairs) - 1] == ""
    assert pairs[1].split()[:4] == ["bot", "against", "boards", "W–L–D"]
    assert [line.split()[:3] for line in pairs[3:]] == [["ann", "bob", "6"], ["ann", "cat", "6"], ["bob", "cat", "6"]]


def test_a_tournament_not_yet_begun():
    shown = table(standings(tournament("ann bob"), [[]]))
    assert "25.00" in shown
    assert "0–0–0" in shown
