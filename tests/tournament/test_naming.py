from itertools import islice

import pytest

from arena.errors import ArenaError
from arena.pitch.ruleset import RuleSet
from arena.tournament.naming import find, game_name
from arena.tournament.schedule import next_specs
from arena.tournament.store import Store
from tests.tournament import fakes
from tests.tournament.fakes import PAIRS, tournament


def stored(folder, spec, matches=None):
    with Store.write(folder / "results.sqlite") as store:
        store.begin(spec, {"seed_given": 7, "seed_commitment": "ab"})
        for match in islice(next_specs(spec), matches):
            store.add(fakes.play(match))
    return Store.read(folder / "results.sqlite")


@pytest.fixture
def store(tmp_path):
    with stored(tmp_path, tournament("ann bob a+b/1", rules=(PAIRS, RuleSet(name="other")))) as store:
        yield store


@pytest.fixture
def duel(tmp_path):
    with stored(tmp_path, tournament("ann bob")) as store:
        yield store


def places(found):
    return [(place.board, place.table, place.leg) for place, _ in found.games]


@pytest.mark.parametrize(("name", "legs"), [("3", [1, 2]), ("3/1", [1]), ("3/ann+bob/2", [2]), ("pairs/3", [1, 2])])
def test_where_only_two_met_a_board_is_enough(duel, name, legs):
    assert places(find(duel, name)) == [(3, ("ann", "bob"), leg) for leg in legs]


def test_a_full_name_and_the_name_of_a_match(store):
    assert places(find(store, "other/3/ann+bob/2")) == [(3, ("ann", "bob"), 2)]
    assert find(store, "other/3/ann+bob/2").rules == 1
    assert places(find(store, "pairs/1/a+b/1+ann")) == [(1, ("a+b/1", "ann"), 1), (1, ("a+b/1", "ann"), 2)]


def test_games_have_their_results_and_every_name_leads_back(store):
    found = find(store, "pairs/4/ann+bob/1")
    place, game = found.games[0]
    assert (game.board, game.leg) == (4, 1)
    assert find(store, game_name(4, 1, table=place.table, rules="pairs")) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "'' names no game; expected [RULES/]BOARD[/NAME+NAME][/LEG], such as 12, 12/1 or setback/12/ann+bob/1"),
        ("first", "'first' names no game"),
        ("3.1", "'3.1' names no game"),
        ("9", "there is no game '9'; boards are numbered from 1 to 5"),
        ("3/ann+bob/7", "there is no game '3/ann+bob/7'; on board 3 there are pairs/3/a+b/1+ann/1, pairs/3/a+b/1+ann/2, "),
        ("3", "'3' could be any of 6 games: pairs/3/a+b/1+ann, "),
        ("3/ann+bob/1", "'3/ann+bob/1' could be any of 2 games: pairs/3/ann+bob/1, other/3/ann+bob/1"),
    ],
)
def test_what_is_not_clear_is_said_with_what_is_possible(store, name, said):
    with pytest.raises(ArenaError) as caught:
        find(store, name)
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", ["5", "5/1", "pairs/5/ann+bob", "1/cat+bob/2", "3/bob+cat"])
def test_what_is_still_to_be_played_is_said_with_how_to_go_on(tmp_path, name):
    folder = tmp_path / "a run"
    folder.mkdir()
    with stored(folder, tournament(), matches=2) as store, pytest.raises(ArenaError) as caught:
        find(store, name)
    assert str(caught.value) == (
        f"{folder}: {name!r} has not been played yet; the run is unfinished, continue it with: arena run '{folder}'"
    )
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("6", "there is no game '6'; boards are numbered from 1 to 5"),
        ("0", "there is no game '0'; boards are numbered from 1 to 5"),
        ("5/ann+zed", "there is no game '5/ann+zed'; board 5 has not been played"),
        ("other/5", "there is no game 'other/5'; board 5 has not been played"),
        ("1/ann+bob/3", "there is no game '1/ann+bob/3'; on board 1 there are pairs/1/ann+bob/1, "),
    ],
)
def test_what_an_unfinished_run_will_never_have(tmp_path, name, said):
    with stored(tmp_path, tournament(), matches=2) as store, pytest.raises(ArenaError) as caught:
        find(store, name)
    assert said in str(caught.value)
