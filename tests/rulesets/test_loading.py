"""What a rule set may look like when it is written, and what it is then."""

import pickle

import pytest

from arena.errors import ConfigError, ConfigErrors
from arena.pitch.ruleset import Point
from arena.rulesets import load, resolved_mapping, settings, with_overrides


def complaint(call, *args, **kwargs):
    with pytest.raises(ConfigError) as caught:
        call(*args, **kwargs)
    return str(caught.value)


def test_a_file_is_called_by_its_stem_or_its_name(tmp_path):
    (tmp_path / "house.yaml").write_text("extends: setback\ngame: {target: 11}\n")
    house = load(tmp_path / "house.yaml")
    assert (house.name, house.game.target, house.revoke) == ("house", 11, "minus_bid")
    assert load(str(tmp_path / "house.yaml")) == house
    (tmp_path / "mine.yaml").write_text("extends: ./house.yaml\nname: Thursday\nauction: {min: 1}\n")
    mine = load(tmp_path / "mine.yaml")
    assert (mine.name, mine.game.target, mine.auction.min, mine.auction.dealer_match) == ("Thursday", 11, 1, "all")


def test_a_file_may_be_named_like_a_built_in_and_is_found_by_its_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jpgames").write_text("game: {target: 3}\n")
    assert load("jpgames").game.target == 21
    assert load("./jpgames").game.target == 3


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ({}, "custom"),
        ({"name": "house"}, "house"),
        ({"extends": "setback"}, "setback"),
        ({"extends": "setback", "game": {"target": 11}}, "setback+game.target=11"),
        ({"extends": "jpgames", "points": ["High", "Low", "Jack", "Game"]}, "jpgames+points"),
        ({"extends": "jpgames", "title": "x", "deal": {"cards": 2, "packet": 1}}, "jpgames+deal.cards=2+deal.packet=1"),
        (
            {"extends": "draw", "deal": {"cards": 3, "packet": 1}, "exchange": {"refill_to": 2, "stock_short": "short"}, "slam": None},
            "draw+5 changes",
        ),
    ],
)
def test_a_mapping_without_a_name_is_called_by_what_it_changes(source, name):
    assert load(source).name == name


def test_mappings_merge_and_lists_are_replaced():
    rules = load({"extends": "ten-point", "exchange": {"stock_short": "recycle"}, "points": ["High"], "auction": {"min": 1, "max": 1}})
    assert rules.exchange is not None
    assert (rules.exchange.last, rules.exchange.stock_short) == ("pitcher", "recycle")
    assert [point.id for point in rules.points] == ["High"]
    assert load({"extends": "setback", "slam": None}).slam is None
    assert load({"extends": "ten-point", "exchange": None, "deal": {"cards": 6}}).exchange is None


def test_short_points_written_out():
    rules = load(
        {
            "auction": {"max": 9},
            "points": [
                "Ace",
                "Q",
                3,
                {"Low": "holder"},
                {"Game": "pitcher"},
                {"Two": {"to": "holder", "value": 2}},
                {"J": 2},
                {"Game2": 0},
            ][:-1],
        }
    )
    assert rules.points == (
        Point(id="Ace", what="card", card="A"),
        Point(id="Q", what="card", card="Q"),
        Point(id="3", what="card", card="3"),
        Point(id="Low", what="low", to="holder"),
        Point(id="Game", what="most_pips", tie="pitcher"),
        Point(id="Two", what="card", card="2", value=2, to="holder"),
        Point(id="J", what="card", card="J", value=2),
    )


def test_full_points_and_ranks_as_numbers_and_texts():
    rules = load(
        {
            "trump": {"order": ["A", "K", "Q", "J", "T", 9, "8", 7, "6", 5, "4", 3, "2", "OJ"]},
            "auction": {"max": 2},
            "points": [{"id": "Trey", "what": "card", "card": 3, "value": 2}],
            "extremes": {"exclude": ["OJ", 2, "OJ"]},
            "pips": {9: 9, "T": 0, "X+": 5},
        }
    )
    assert rules.trump.order == ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "OJ")
    assert rules.points == (Point(id="Trey", what="card", card="3", value=2),)
    assert rules.extremes.exclude == ("2", "OJ")
    assert rules.pips == (("T", 0), ("A", 4), ("K", 3), ("Q", 2), ("J", 1), ("9", 9), ("X+", 5))
    assert load(resolved_mapping(rules)) == rules


@pytest.mark.parametrize(
    ("table", "sides"),
    [
        ({"players": 2}, ((0,), (1,))),
        ({"players": 6}, ((0,), (1,), (2,), (3,), (4,), (5,))),
        ({"players": 6, "sides": "opposite"}, ((0, 3), (1, 4), (2, 5))),
        ({"sides": "each"}, ((0,), (1,), (2,), (3,))),
        ({"sides": [[3, 1], [2, 0]]}, ((0, 2), (1, 3))),
        ({"players": 5, "sides": [[0, 1, 2], [4, 3]]}, ((0, 1, 2), (3, 4))),
    ],
)
def test_sides(table, sides):
    assert load({"table": table}).table.sides == sides


@pytest.mark.parametrize(
    ("slam", "made", "failed"),
    [
        ({"bid": 6}, 6, -6),
        ({"bid": 4, "made": "win_game"}, "win_game", -4),
        ({"bid": 7, "made": 10, "failed": 0}, 10, 0),
        ({"unbid": "any_side"}, None, None),
        ({"bid": None, "unbid": "any_side", "made": 5}, None, None),
    ],
)
def test_slams(slam, made, failed):
    found = load({"slam": slam}).slam
    assert found is not None
    assert (found.made, found.failed) == (made, failed)


@pytest.mark.parametrize(("written", "held"), [([3, 2, 3], (2, 3)), ([], "none"), ("all", "all")])
def test_dealer_match(written, held):
    assert load({"auction": {"dealer_match": written}}).auction.dealer_match == held


def test_a_slam_may_stand_at_or_above_the_highest_bid():
    assert load({"auction": {"max": 5}, "slam": {"bid": 5}}).auction.max == 5
    assert "at most 4" in complaint(load, {"auction": {"max": 5}, "slam": {"bid": 6}})


def test_an_exchange_needs_stock_short_only_where_it_can_run_short():
    def short(**table):
        return complaint(load, {"extends": "draw", "table": table, "exchange": {"stock_short": None}})

    assert load({"extends": "draw", "exchange": {"stock_short": None}}).exchange.stock_short is None  # type: ignore[union-attr]
    assert "up to 29 cards may be drawn from a stock of 22" in short(players=5)
    assert load({"extends": "ten-point-widow", "table": {"players": 5}}).table.players == 5
    # Three seats draw 18 of 18; without jokers 18 of 16.
    assert load("seven-point").exchange.stock_short is None  # type: ignore[union-attr]
    order = ["A", "K", "Q", "J", "OJ", "T", 9, 8, 7, 6, 5, 4, 3, 2]
    lean = {
        "extends": "ten-point",
        "deck": {"jokers": 0},
        "trump": {"order": order},
        "points": ["High", "Low", "Jack", "Game", {"Three": 6}],
    }
    assert "up to 18 cards may be drawn from a stock of 16" in complaint(load, lean)


def test_rule_sets_travel_and_compare():
    rules = load("ten-point")
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) == hash(load(resolved_mapping(rules)))


# Overrides


def test_overrides_are_read_as_yaml():
    rules = with_overrides(
        "setback", {"game.target": "11", "slam": "null", "auction.dealer_match": "[2, 3]", "points": "[High, {Low: holder}, Jack, Game]"}
    )
    assert (rules.game.target, rules.slam, rules.auction.dealer_match, rules.points[1].to) == (11, None, (2, 3), "holder")
    assert with_overrides("setback") == load("setback")
    assert with_overrides("setback", {"game.target": "11"}).name == "setback+game.target=11"
    assert with_overrides({"extends": "setback", "name": "mine"}, {"game.target": 11}).name == "mine+game.target=11"
    assert with_overrides("setback", {"name": "mine", "slam.bid": "6"}).name == "mine"


@pytest.mark.parametrize("players", range(2, 8))
def test_absent_sides_are_decided_again_for_other_players(players):
    each = tuple((seat,) for seat in range(players))
    assert with_overrides("cutthroat", players=players).table.sides == each
    assert with_overrides("jpgames", players=players).table.sides == (each if players != 4 else ((0, 2), (1, 3)))


@pytest.mark.parametrize(
    ("name", "changes", "players", "words"),
    [
        ("sleight-6", {}, 4, "--players: table.players: with 4 players every seat from 0 to 3 has to be in exactly one side"),
        ("ten-point", {}, 7, "--players: deal.cards: "),
        ("cinch-book", {}, 3, "--players: table.players: net scores need exactly two sides; 3 players sit in 3"),
        ("jpgames", {}, 9, "--players: table.players: 9 is not allowed; expected a whole number from 2 to 7"),
        ("jpgames", {"game.target": "no"}, None, "-s game.target=no: game.target: no means false in YAML; expected a whole number"),
        ("jpgames", {"game.target": "'11'"}, None, "'11' is text (it stands in quotes)"),
        ("jpgames", {"game.target": ""}, None, "-s game.target=: game.target: is empty; expected a whole number"),
        ("jpgames", {"gme.target": "11"}, None, "-s gme.target=11: gme: unknown key; did you mean game?"),
        ("jpgames", {"target": "11"}, None, "-s target=11: target: unknown key; did you mean game.target?"),
        ("jpgames", {"auction.max": "9"}, None, "-s auction.max=9: auction.max: bids go up to 9 and there are 4 points"),
        ("jpgames", {"game": "11"}, None, "-s game=11: game: 11 is not allowed; expected a mapping of target"),
        ("jpgames", {"points.0": "Low"}, None, "points: {'0': Low} is not allowed; expected a list of points"),
        ("jpgames", {"points": "[High"}, None, "-s points=[High: points: is not valid YAML"),
        ("jpgames", {"extends": "setback"}, None, "extends: unknown key"),
    ],
)
def test_overrides_that_make_no_sense(name, changes, players, words):
    text = complaint(with_overrides, name, changes, players=players)
    assert words.removeprefix("--players: deal.cards: ") in text
    assert text.startswith(("-s ", "--players: "))


def test_several_overrides_at_fault_are_told_together():
    with pytest.raises(ConfigErrors) as caught:
        with_overrides("jpgames", {"game.target": "x", "auction.min": "0"}, players=8)
    assert sorted(str(fault.key) for fault in caught.value.faults) == ["auction.min", "game.target", "table.players"]


def test_settings():
    assert settings(["game.target=11", " slam = {bid: 5}", "name=a=b"]) == {"game.target": "11", "slam": " {bid: 5}", "name": "a=b"}
    assert complaint(settings, ["game.target"]) == "-s: 'game.target' is not KEY=VALUE; expected something like game.target=11"
    assert complaint(settings, ["a=1", "a=2"]) == "-s: a: is given twice"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("setbak", "did you mean setback?"),
        ("zzz", "arena rules lists the built-in ones"),
        ("x/y.yaml", "there is no file 'x/y.yaml'"),
        ("", "no rule set"),
    ],
)
def test_unknown_names(name, words):
    assert words in complaint(load, name)


def test_what_is_changed_is_not_described_in_the_words_of_what_it_extends():
    setback = load("setback")
    changed = load({"extends": "setback", "game": {"target": 15, "win": "any_side"}, "slam": None})
    assert (changed.title, changed.about) == ("", "As setback, but for game.target=15, game.win=any_side and slam=None.")
    assert changed.source == setback.source
    assert with_overrides("setback", {"game.target": "11"}).about == "As setback, but for game.target=11."
    twice = load({"extends": "setback", "game": {"target": 15}, "title": "Ours", "about": "To fifteen."})
    assert (twice.title, twice.about) == ("Ours", "To fifteen.")
    same = load({"extends": "setback", "name": "ours", "revoke": "minus_bid"})
    assert (same.title, same.about) == (setback.title, setback.about)
