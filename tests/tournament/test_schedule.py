from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.tournament import schedule, tables
from arena.tournament.spec import MatchKey, MatchRules
from tests.tournament.fakes import ALONE, PAIRS, tournament


def test_matches_come_board_by_board_then_table_by_table():
    keys = [spec.key for spec in schedule.next_specs(tournament("cat ann bob", boards=5, block=2))]
    tables = [("ann", "bob"), ("ann", "cat"), ("bob", "cat")]
    assert keys == [MatchKey(0, board, table) for board in (1, 3, 5) for table in tables]


def test_the_last_block_is_what_is_left():
    specs = list(schedule.next_specs(tournament("ann bob", boards=5, block=2)))
    assert [(spec.first_board, spec.boards) for spec in specs] == [(1, 2), (3, 2), (5, 1)]


def test_rule_sets_come_one_after_the_other():
    spec = tournament("ann bob cat", rules=(ALONE, PAIRS), boards=1)
    assert [match.key for match in schedule.next_specs(spec)] == [
        MatchKey(0, 1, ("ann", "bob", "cat")),
        MatchKey(1, 1, ("ann", "bob")),
        MatchKey(1, 1, ("ann", "cat")),
        MatchKey(1, 1, ("bob", "cat")),
    ]


def test_a_match_carries_all_that_play_needs():
    spec = tournament("bob ann", boards=1, seed="spring", record="hands")
    (match,) = schedule.next_specs(spec)
    assert [bot.name for bot in match.table] == ["ann", "bob"]
    assert (match.rules, match.seed, match.limits, match.faults, match.match, match.record) == (
        PAIRS,
        "spring",
        spec.limits,
        spec.faults,
        spec.match,
        "hands",
    )


def test_legs_are_rotations_of_the_sides():
    assert tables.legs(2, "rotations") == ((0, 1), (1, 0))
    assert tables.legs(3, "rotations") == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert tables.legs(2, "all") == ((0, 1), (1, 0))
    assert len(set(tables.legs(3, "all"))) == 6


@given(
    entrants=st.integers(3, 7),
    boards=st.integers(1, 30),
    block=st.integers(1, 12),
    rules=st.lists(st.sampled_from([PAIRS, ALONE]), min_size=1, max_size=2),
    seating=st.sampled_from(["rotations", "all"]),
)
def test_every_table_plays_every_board_once_in_key_order(entrants, boards, block, rules, seating):
    names = " ".join(f"bot{number}" for number in range(entrants))
    spec = tournament(names, rules=tuple(rules))
    spec = type(spec)(
        **{**{f: getattr(spec, f) for f in spec.__struct_fields__}, "match": MatchRules(boards=boards, block=block, seating=seating)}
    )
    matches = list(schedule.next_specs(spec))
    keys = [match.key for match in matches]
    assert keys == sorted(set(keys))
    assert len(keys) == schedule.size(spec)
    played = [(m.rules_index, board, m.key.table) for m in matches for board in range(m.first_board, m.first_board + m.boards)]
    assert len(set(played)) == len(played)
    assert {board for _, board, _ in played} == set(range(1, boards + 1))
    assert sum(m.boards * len(m.legs) for m in matches) == schedule.games(spec)


def test_the_block_changes_neither_boards_nor_tables():
    def boards(block):
        specs = schedule.next_specs(tournament(boards=7, block=block))
        return {(spec.key.table, board) for spec in specs for board in range(spec.first_board, spec.first_board + spec.boards)}

    assert boards(1) == boards(3) == boards(100)


def test_a_huge_schedule_is_a_stream():
    spec = tournament(" ".join(f"bot{number}" for number in range(1000)), boards=1_000_000, block=25)
    assert schedule.size(spec) == 499_500 * 40_000
    assert [match.key.table for match in islice(schedule.next_specs(spec), 2)] == [("bot0", "bot1"), ("bot0", "bot10")]


def test_too_few_entrants_are_refused_before_anything_is_played():
    with pytest.raises(ArenaError, match="alone needs at least 3 entrants, one for each side of a table; spring has 2"):
        schedule.next_specs(tournament("ann bob", rules=(PAIRS, ALONE)))
