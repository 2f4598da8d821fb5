"""Who meets whom in every format, by results that follow from names and numbers alone."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from arena.errors import ArenaError
from arena.tournament import adaptive, knockout, schedule, swiss, tables
from arena.tournament.meetings import Duplicate, Meeting, meetings
from arena.tournament.sampling import even_tables
from arena.tournament.spec import MatchKey, MatchResult, MatchRules, Until
from tests.tournament.fakes import ALONE, PAIRS, play, tournament

SIXES = structs.replace(PAIRS, name="sixes", table=structs.replace(PAIRS.table, players=6, sides=((0, 3), (1, 4), (2, 5))))


def names(count):
    return " ".join(f"b{number:02d}" for number in range(count))


def played(spec, play=play):
    """All results, and how often the schedule had to be asked."""
    results: dict[MatchKey, MatchResult] = {}
    for asked in range(1, 200):
        new = [match for match in schedule.next_specs(spec, results.values()) if match.key not in results]
        if not new:
            return results, asked
        results |= {match.key: play(match) for match in new}
    raise AssertionError("it does not end")


def stronger_wins(spec):
    """Every game goes to the entrant whose name comes first."""
    result = play(spec)
    sides = spec.rules.table.sides
    won = [min(range(len(sides)), key=lambda side: game.seats[sides[side][0]]) for game in result.games]
    games = [
        structs.replace(game, outcome="win", winner=side, points=tuple(int(at == side) for at in range(len(sides))), forfeits=())
        for game, side in zip(result.games, won, strict=True)
    ]
    return structs.replace(result, games=tuple(games))


# Swiss


@settings(max_examples=25, deadline=None)
@given(entrants=st.integers(2, 24), seed=st.integers(0, 99))
def test_a_swiss_pairs_everybody_once_a_round_and_nobody_twice(entrants, seed):
    spec = tournament(names(entrants), format="swiss", boards=2, seed=seed)
    spec = structs.replace(spec, match=structs.replace(spec.match, rounds=swiss.most_rounds(entrants)))
    results, _ = played(spec)
    rounds = swiss.rounds(spec)
    assert len(results) == schedule.size(spec) == rounds * (entrants // 2)
    met = Counter(key.table for key in results)
    assert set(met.values()) == {1}
    rests = Counter(name for key in results for name in key.table)
    assert all(rests[bot.name] in ((rounds,) if entrants % 2 == 0 else (rounds, rounds - 1)) for bot in spec.entrants)


def test_a_swiss_brings_equals_together():
    spec = tournament(names(16), format="swiss", boards=2)
    results, asked = played(spec, stronger_wins)
    assert asked == swiss.rounds(spec) + 1 == 6
    so_far = meetings(spec, results.values())
    assert schedule.remarks(spec, results.values())[0].startswith("pairs: 5 of 5 rounds; rounds won: b00 5, ")
    assert ("b00", "b01") in [key.table for key in so_far]


def test_a_swiss_has_only_as_many_rounds_as_can_be_paired():
    spec = tournament(names(6), format="swiss")
    with pytest.raises(ArenaError, match=r"match.rounds: 4 is too many; 6 entrants can be paired without a rematch in 3"):
        schedule.check(structs.replace(spec, match=MatchRules(rounds=4)))


# Knockout


def bracket(spec, results):
    return [
        [{series.better, series.worse} for series in series_of_round]
        for series_of_round in knockout.bracket(spec, 0, meetings(spec, results.values()))
    ]


def test_a_bracket_keeps_the_best_seeds_apart_and_gives_them_the_byes():
    spec = tournament(names(6), format="knockout", boards=2, seeding=("b03", "b00", "b01", "b02", "b04", "b05"))
    results, asked = played(spec, stronger_wins)
    assert bracket(spec, results) == [[{"b02", "b04"}, {"b01", "b05"}], [{"b03", "b02"}, {"b00", "b01"}], [{"b02", "b00"}]]
    assert len(results) == schedule.size(spec) == 5
    assert asked == 4
    assert schedule.remarks(spec, results.values()) == ["pairs: b00 wins the knockout; the final against b02: 4 to 0 games."]
    half = dict(list(results.items())[:3])
    assert schedule.remarks(spec, half.values()) == ["pairs: the knockout is not decided yet."]


def test_seeds_can_be_drawn():
    drawn = [knockout.seeded(tournament(names(9), seeding="random", seed=seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert sorted(drawn[0]) == names(9).split()


def level(spec):
    result = play(spec)
    games = (structs.replace(game, outcome="draw", winner=None, points=(0, 0), forfeits=()) for game in result.games)
    return structs.replace(result, games=tuple(games))


def test_a_tied_series_is_prolonged_and_then_the_better_seed_goes_through():
    spec = tournament("ann bob", format="knockout", boards=3, block=2, seeding=("bob", "ann"))
    results, _ = played(spec, level)
    assert [key.board for key in results] == [1, 3, 4, *range(6, 6 + 2 * (knockout.EXTRA_BLOCKS - 1), 2)]
    assert schedule.remarks(spec, results.values())[0].startswith("pairs: bob wins the knockout; the final against ann: ")


def test_points_decide_a_series_with_equal_games():
    def by_a_point(spec):
        result = level(spec)
        points = [(1, 0) if game.seats[0] == "ann" else (0, 1) for game in result.games]
        games = (structs.replace(game, points=own) for game, own in zip(result.games, points, strict=True))
        return structs.replace(result, games=tuple(games))

    spec = tournament("ann bob", format="knockout", boards=2, seeding=("bob", "ann"))
    results, _ = played(spec, by_a_point)
    assert len(results) == 1
    assert "ann wins the knockout" in schedule.remarks(spec, results.values())[0]


# Adaptive


def until(count, most=12, level=0.95):
    spec = tournament(names(count), boards=4, block=2)
    return structs.replace(spec, match=structs.replace(spec.match, until=Until(separated=level), max_boards=most))


def test_neighbours_play_on_until_they_are_separated_or_have_played_enough():
    spec = until(4)
    results, _ = played(spec)
    boards = Counter({table: sum(2 for key in results if key.table == table) for table in {key.table for key in results}})
    assert set(boards) == set(combinations(names(4).split(), 2))
    assert min(boards.values()) == 4
    assert 4 < max(boards.values()) <= 12
    for table, number in boards.items():
        keys = [key for key in results if key.table == table]
        total = sum(meetings(spec, [results[key] for key in keys]).values(), Meeting())
        assert (
            number == 12
            or adaptive.separated(total, 0.95)
            or f"{table[0]} and {table[1]}" not in schedule.remarks(spec, results.values())[0]
        )


def test_whoever_is_separated_at_once_plays_no_more():
    spec = until(3)
    results, asked = played(spec, lambda match: vary(stronger_wins(match)))
    assert (len(results), asked) == (6, 2)
    assert schedule.remarks(spec, results.values()) == [
        "pairs: all neighbours are separated (points a board where they met, 95 % in one look)."
    ]


def vary(result):
    return structs.replace(
        result, games=tuple(structs.replace(game, points=tuple((9 + game.board % 2) * p for p in game.points)) for game in result.games)
    )


@pytest.mark.parametrize(("freedom", "level", "value"), [(10, 0.95, 2.228139), (30, 0.95, 2.042272), (20, 0.99, 2.84534)])
def test_students_t(freedom, level, value):
    assert adaptive.student(freedom, level) == pytest.approx(value, abs=2e-4)


def test_separation_needs_boards_that_agree():
    assert not adaptive.separated(Meeting(duplicates=(Duplicate(5, 9),)), 0.95)
    assert adaptive.separated(Meeting(duplicates=(Duplicate(5, 9), Duplicate(6, 9), Duplicate(5, 8))), 0.95)
    assert not adaptive.separated(Meeting(duplicates=(Duplicate(5, 9), Duplicate(-6, 9), Duplicate(5, 8))), 0.95)
    assert not adaptive.separated(Meeting(duplicates=(Duplicate(5, 0), Duplicate(6, 0), Duplicate(5, 0))), 0.95)


# Mixed pairs, gauntlet, large tables


@pytest.mark.parametrize(("rules", "legs"), [(PAIRS, 12), (SIXES, 90)])
def test_at_a_mixed_table_everybody_partners_everybody_in_every_seat(rules, legs):
    sides = rules.table.sides
    seatings = tables.mixed_legs(sides, "rotations")
    assert len(seatings) == len(set(seatings)) == legs
    players = rules.table.players
    partners = Counter(frozenset(seating[seat] for seat in side) for seating in seatings for side in sides)
    assert len(partners) == players * (players - 1) // 2
    assert len(set(partners.values())) == 1
    assert len(set(Counter((place, seat) for seating in seatings for seat, place in enumerate(seating)).values())) == 1
    assert len(tables.mixed_legs(PAIRS.table.sides, "all")) == 24


def test_mixed_pairs_meet_in_all_combinations():
    spec = tournament(names(6), format="mixed-pairs", boards=3, block=2)
    matches = list(schedule.next_specs(spec))
    assert [match.key for match in matches] == sorted(match.key for match in matches)
    assert len(matches) == schedule.size(spec) == 2 * 15
    assert schedule.games(spec) == 3 * 15 * 12
    assert matches[0].seated(1) == (0, 2, 1, 3)
    with pytest.raises(ArenaError, match="alone has no partners; mixed-pairs needs sides of two or more seats"):
        schedule.check(tournament(names(6), format="mixed-pairs", rules=(ALONE,)))


def test_a_gauntlet_is_the_challengers_against_the_field():
    spec = tournament(names(5), format="gauntlet", boards=1, rules=(PAIRS, ALONE), challengers=("b01", "b03"))
    keys = [match.key for match in schedule.next_specs(spec)]
    assert keys == sorted(set(keys))
    assert [key.table for key in keys if key.rules == 0] == [
        ("b00", "b01"),
        ("b00", "b03"),
        ("b01", "b02"),
        ("b01", "b04"),
        ("b02", "b03"),
        ("b03", "b04"),
    ]
    assert all(len({"b01", "b03"} & set(key.table)) == 1 for key in keys)
    assert len(keys) == schedule.size(spec) == 6 + 6
    with pytest.raises(ArenaError, match="all entrants are challengers"):
        schedule.check(tournament("ann bob", format="gauntlet", challengers=("ann", "bob")))


@settings(max_examples=40, deadline=None)
@given(entrants=st.integers(3, 30), size=st.integers(2, 7), wanted=st.integers(1, 120), seed=st.integers(0, 9), pairs=st.booleans())
def test_a_sample_of_tables_is_even(entrants, size, wanted, seed, pairs):
    size = min(size, entrants)
    chosen = even_tables(entrants, size, wanted, seed, all_pairs=pairs)
    assert list(chosen) == sorted(set(chosen))
    sat = Counter(one for table in chosen for one in table)
    assert len(set(sat.values())) == 1
    assert len(sat) == entrants
    every = len(list(combinations(range(entrants), size))) if entrants < 15 else 10**9
    assert len(chosen) >= min(wanted, every)
    met = {pair for table in chosen for pair in combinations(table, 2)}
    assert not pairs or len(met) == entrants * (entrants - 1) // 2


def test_too_many_large_tables_are_sampled_and_the_same_ones_come_again():
    spec = tournament(names(30), boards=2, rules=(ALONE,))
    keys = [match.key for match in schedule.next_specs(spec)]
    assert keys == sorted(set(keys)) == [match.key for match in schedule.next_specs(spec)]
    assert len(keys) == schedule.size(spec) == 1000
    assert set(Counter(name for key in keys for name in key.table).values()) == {100}
    everything = structs.replace(spec, match=structs.replace(spec.match, tables="all"))
    assert schedule.size(everything) == 4060


def test_results_decide_only_where_there_are_two_sides():
    with pytest.raises(ArenaError, match="alone has 3 sides; swiss needs rules with two"):
        schedule.check(tournament(names(4), format="swiss", rules=(ALONE,)))


def test_void_boards_count_for_nobody():
    spec = tournament("ann bob", boards=1, block=1)
    (match,) = schedule.next_specs(spec)
    result = play(match)
    void = structs.replace(result, games=(structs.replace(result.games[0], outcome="void", winner=None), result.games[1]))
    assert meetings(spec, [void]) == {MatchKey(0, 1, ("ann", "bob")): Meeting()}
