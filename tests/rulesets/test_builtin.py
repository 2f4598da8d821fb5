"""Every built-in rule set, pinned knob by knob: the tables here are copied from the written rules, not from the YAML."""

from typing import Any

import msgspec
import pytest

from arena.pitch.ruleset import RuleSet
from arena.rulesets import load, named_or_full, names, resolved_mapping

S0 = "jpgames.app, Pitch rules"
S3 = "Pitch, general rules checked against Pagat, Wikipedia and Bicycle Cards"
S4 = "Sleight, The Journal, 11 November 2026"

EACH_4 = ((0,), (1,), (2,), (3,))
TEN_ORDER = ("A", "K", "Q", "J", "OJ", "X+", "X-", "T", "9", "8", "7", "6", "5", "4", "3", "2")
CINCH_ORDER = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "O5", "4", "3", "2")

SETBACK: dict[str, Any] = {
    "auction.dealer_match": "all",
    "slam": ("smudge", 5, "points_and_tricks", 5, -5, None, "none"),
    "game.win": "bid_and_made",
    "revoke": "minus_bid",
}
LOW_HELD: dict[str, Any] = {"points": ("High", "Low holder", "Jack", "Game")}
TEN: dict[str, Any] = {
    "deck.jokers": 2,
    "deal.cards": 9,
    "auction.min": 4,
    "auction.max": 10,
    "trump.set_by": "announced",
    "trump.order": TEN_ORDER,
    "trump.first_lead": "trump",
    "exchange": ("draw", "after_announce", "all_nontrump", 6, "left_of_dealer", "pitcher", "rest", None),
    "play.follow": "trump_only",
    "points": ("High", "Low holder", "Jack", "OJ", "X+", "X-", "Game", "Three 3"),
    "game.target": 52,
}
CINCH: dict[str, Any] = {
    "deal.cards": 9,
    "auction.min": 1,
    "auction.max": 14,
    "trump.set_by": "announced",
    "trump.order": CINCH_ORDER,
    "exchange": ("draw", "after_announce", "all_nontrump", 6, "left_of_dealer", "dealer", "rest", "recycle"),
    "points": ("High", "Low", "Jack", "Game", "Five 5", "O5 5"),
    "game.target": 51,
}
DIFFERS: dict[str, dict[str, Any]] = {
    "jpgames": {"auction.min": 1},
    "jpgames-7": {"auction.min": 1, "game.target": 7},
    "jpgames-11": {"auction.min": 1, "game.target": 11},
    "setback": SETBACK,
    "setback-low-dealt": SETBACK | LOW_HELD,
    "setback-redeal": SETBACK | {"auction.all_pass": "redeal_same"},
    "setback-floor1": SETBACK | {"auction.min": 1},
    "cutthroat": SETBACK | {"table.sides": EACH_4},
    "draw": SETBACK | {"exchange": ("draw", "after_first_lead", "optional_nontrump", 6, "left_of_dealer", None, "refill", "recycle")},
    "no-junk": SETBACK | {"score.others": "none"},
    "ten-point": TEN,
    "ten-point-widow": TEN | {"exchange": ("widow", "after_announce", "all_nontrump", 6, "left_of_dealer", None, "refill", None)},
    "seven-point": TEN | {"auction.min": 2, "auction.max": 7, "points": ("High", "Low holder", "Jack", "OJ", "X+", "X-", "Game")},
    "pedro": {"auction.max": 9, "points": ("High", "Low", "Jack", "Game", "Five 5"), "game.target": 50},
    "cinch": CINCH,
    "double-pedro": CINCH | {"auction.min": 6, "points": ("A", "Two holder", "J", "T", "Five 5", "O5 5"), "game.target": 62},
    "cinch-book": CINCH
    | {
        "points": ("A", "Two", "J", "T", "Five 5", "O5 5"),
        "score.others": "own_plus_bid_if_set",
        "score.failed": "zero",
        "score.net": True,
    },
    "sleight": LOW_HELD | {"game.target": 11},
    "sleight-low-won": {"game.target": 11},
    "sleight-moon": LOW_HELD | {"game.target": 11, "slam": SETBACK["slam"]},
    "sleight-7": LOW_HELD | {"game.target": 7},
    "sleight-15": LOW_HELD | {"game.target": 15},
    "sleight-21": LOW_HELD,
    "sleight-2": LOW_HELD | {"game.target": 11, "table.players": 2, "table.sides": ((0,), (1,))},
    "sleight-3": LOW_HELD | {"game.target": 11, "table.players": 3, "table.sides": ((0,), (1,), (2,))},
    "sleight-6": LOW_HELD | {"game.target": 11, "table.players": 6, "table.sides": ((0, 3), (1, 4), (2, 5))},
    "five-point": {
        "auction.max": 5,
        "trump.order": ("A", "K", "Q", "J", "OJ", "T", "9", "8", "7", "6", "5", "4", "3", "2"),
        "points": ("High", "Low", "Jack", "OJ", "Game"),
    },
    "five-point-joker": {
        "deck.jokers": 1,
        "auction.max": 5,
        "trump.order": ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "X-"),
        "trump.joker_first_lead": "spades",
        "points": ("High", "Low holder", "Jack", "X-", "Game"),
        "extremes.exclude": ("X-",),
        "game.target": 10,
    },
    "nine-point": TEN
    | {
        "deck.jokers": 1,
        "auction.max": 9,
        "trump.order": tuple(name for name in TEN_ORDER if name != "X+"),
        "points": ("High", "Low holder", "Jack", "OJ", "X-", "Game", "Three 3"),
        "exchange": ("draw", "after_announce", "all_nontrump", 6, "left_of_dealer", "pitcher", "rest", "short"),
    },
    "smudge-wins": {"auction.min": 1, "slam": ("smudge", 4, "points", "win_game", -4, None, "none")},
    "tie-to-pitcher": {"auction.min": 1, "points": ("High", "Low", "Jack", "Game pitcher")},
    "bicycle": LOW_HELD | {"table.sides": EACH_4, "auction.dealer_match": (2, 3), "game.target": 7},
}
DEFAULTS = {
    "table.players": 4,
    "table.sides": ((0, 2), (1, 3)),
    "table.first_dealer": "random",
    "deck.jokers": 0,
    "deal.cards": 6,
    "deal.packet": 3,
    "auction.min": 2,
    "auction.max": 4,
    "auction.dealer_match": "none",
    "auction.all_pass": "force_dealer",
    "auction.forced_bid": "at_least",
    "auction.max_redeals": 20,
    "slam": None,
    "trump.set_by": "first_lead",
    "trump.order": tuple("AKQJT98765432"),
    "trump.first_lead": "any",
    "trump.joker_first_lead": "choose",
    "exchange": None,
    "play.follow": "suit_or_trump",
    "play.void": "any",
    "points": ("High", "Low", "Jack", "Game"),
    "extremes.exclude": (),
    "pips": (("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1)),
    "score.others": "own",
    "score.failed": "minus_bid",
    "score.net": False,
    "game.target": 21,
    "game.win": "any_side",
    "game.max_hands": 200,
    "revoke": "none",
}
SOURCES: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("jpgames", "jpgames-7", "jpgames-11", "five-point", "five-point-joker", "smudge-wins", "tie-to-pitcher"), (S0,)
)
SOURCES |= dict.fromkeys((name for name in DIFFERS if name.startswith("setback")), (S3,))
SOURCES |= dict.fromkeys(("cutthroat", "draw", "no-junk", "ten-point-widow", "seven-point", "pedro", "cinch"), (S3,))
SOURCES |= dict.fromkeys((name for name in DIFFERS if name.startswith("sleight")), (S4,))
SOURCES |= {"ten-point": (S3, S4), "nine-point": (S4,), "double-pedro": (), "cinch-book": (), "bicycle": ()}


def short(point):
    """A point as the tables above write it."""
    named = {"High": ("high", None), "Low": ("low", None), "Game": ("most_pips", None), "Jack": ("card", "J")}
    named |= {"Three": ("card", "3"), "Five": ("card", "5"), "Two": ("card", "2")}
    assert (point.what, point.card) == named.get(point.id, ("card", point.id))
    assert point.tie == "nobody" or point.what == "most_pips"
    odd = (word for word in (point.to, point.tie) if word not in ("captor", "nobody"))
    return " ".join((point.id, *odd, *([str(point.value)] if point.value != 1 else [])))


def flat(rules):
    found = {}
    for section in rules.__struct_fields__:
        value = getattr(rules, section)
        if section in ("slam", "exchange"):
            found[section] = value and msgspec.structs.astuple(value)
        elif section == "points":
            found[section] = tuple(map(short, value))
        elif isinstance(value, msgspec.Struct):
            found |= {f"{section}.{key}": inner for key, inner in msgspec.structs.asdict(value).items()}
        elif section not in ("name", "title", "about", "source"):
            found[section] = value
    return found


def test_the_built_in_rule_sets_are_these():
    assert set(names()) == set(DIFFERS)
    assert list(names()) == sorted(names())


def test_the_defaults():
    assert flat(RuleSet()) == DEFAULTS
    assert flat(load({})) == DEFAULTS


@pytest.mark.parametrize("name", DIFFERS)
def test_knobs(name):
    assert flat(load(name)) == DEFAULTS | DIFFERS[name]


@pytest.mark.parametrize("name", DIFFERS)
def test_texts(name):
    rules = load(name)
    assert rules.name == name
    assert rules.title
    assert all(part in rules.source for part in SOURCES[name])
    assert rules.source
    assert rules.about.count(".") >= 3 + rules.about.count("jpgames.app")
    assert len({load(other).title for other in names()}) == len(names())
    assert len({load(other).about for other in names()}) == len(names())


@pytest.mark.parametrize("name", DIFFERS)
def test_written_out_and_read_again_it_is_the_same(name):
    rules = load(name)
    again = load(msgspec.json.decode(msgspec.json.encode(resolved_mapping(rules))))
    assert again == rules
    assert named_or_full(rules) == name


def test_a_changed_rule_set_is_recorded_in_full():
    changed = load({"extends": "setback", "name": "setback", "game": {"target": 11}})
    full = named_or_full(changed)
    assert isinstance(full, dict)
    assert full["game"] == {"target": 11, "win": "bid_and_made", "max_hands": 200}
    assert full["slam"] == {
        "name": "smudge",
        "bid": 5,
        "needs": "points_and_tricks",
        "made": 5,
        "failed": -5,
        "min_score": None,
        "unbid": "none",
    }
    assert load(full) == changed
