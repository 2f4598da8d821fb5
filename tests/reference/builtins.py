"""The named rule sets as plain mappings, copied out of the rules by hand; it knows no file."""

from typing import Any

from tests.reference.rulebook import Rules, merged

SMUDGE: Rules = {"name": "smudge", "bid": 5, "needs": "points_and_tricks", "made": 5, "failed": -5}
LOW_HOLDER: list[Any] = ["High", {"Low": "holder"}, "Jack", "Game"]
TEN_POINTS: list[Any] = ["High", {"Low": "holder"}, "Jack", "OJ", "X+", "X-", "Game"]
DOUBLE_ORDER = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "O5", "4", "3", "2"]

BUILTINS: dict[str, Rules] = {
    "jpgames": {"auction": {"min": 1}},
    "jpgames-7": {"extends": "jpgames", "game": {"target": 7}},
    "jpgames-11": {"extends": "jpgames", "game": {"target": 11}},
    "setback": {"auction": {"dealer_match": "all"}, "slam": SMUDGE, "game": {"win": "bid_and_made"}, "revoke": "minus_bid"},
    "setback-low-dealt": {"extends": "setback", "points": LOW_HOLDER},
    "setback-redeal": {"extends": "setback", "auction": {"all_pass": "redeal_same"}},
    "setback-floor1": {"extends": "setback", "auction": {"min": 1}},
    "cutthroat": {"extends": "setback", "table": {"players": 4, "sides": "each"}},
    "draw": {
        "extends": "setback",
        "exchange": {
            "type": "draw",
            "timing": "after_first_lead",
            "discard": "optional_nontrump",
            "refill_to": 6,
            "order": "left_of_dealer",
            "stock_short": "recycle",
        },
    },
    "no-junk": {"extends": "setback", "score": {"others": "none"}},
    "ten-point": {
        "deck": {"jokers": 2},
        "deal": {"cards": 9, "packet": 3},
        "trump": {"set_by": "announced", "order": ["A", "K", "Q", "J", "OJ", "X+", "X-", *"T98765432"], "first_lead": "trump"},
        "auction": {"min": 4, "max": 10},
        "exchange": {
            "type": "draw",
            "timing": "after_announce",
            "discard": "all_nontrump",
            "refill_to": 6,
            "order": "left_of_dealer",
            "last": "pitcher",
            "last_takes": "rest",
        },
        "play": {"follow": "trump_only"},
        "points": [*TEN_POINTS, {"Three": 3}],
        "game": {"target": 52},
    },
    "ten-point-widow": {"extends": "ten-point", "exchange": {"type": "widow"}},
    "seven-point": {"extends": "ten-point", "auction": {"min": 2, "max": 7}, "points": TEN_POINTS},
    "pedro": {"auction": {"max": 9}, "points": ["High", "Low", "Jack", "Game", {"Five": 5}], "game": {"target": 50}},
    "cinch": {
        "deal": {"cards": 9, "packet": 3},
        "trump": {"set_by": "announced", "order": DOUBLE_ORDER},
        "auction": {"min": 1, "max": 14},
        "exchange": {
            "type": "draw",
            "timing": "after_announce",
            "discard": "all_nontrump",
            "refill_to": 6,
            "order": "left_of_dealer",
            "last": "dealer",
            "last_takes": "rest",
            "stock_short": "recycle",
        },
        "points": ["High", "Low", "Jack", "Game", {"Five": 5}, {"O5": 5}],
        "game": {"target": 51},
    },
    "double-pedro": {
        "extends": "cinch",
        "auction": {"min": 6},
        "points": ["A", {"Two": "holder"}, "J", "T", {"Five": 5}, {"O5": 5}],
        "game": {"target": 62},
    },
    "cinch-book": {
        "extends": "cinch",
        "points": ["A", "Two", "J", "T", {"Five": 5}, {"O5": 5}],
        "score": {"others": "own_plus_bid_if_set", "failed": "zero", "net": True},
    },
    "sleight": {"points": LOW_HOLDER, "game": {"target": 11}},
    "sleight-low-won": {"extends": "sleight", "points": ["High", "Low", "Jack", "Game"]},
    "sleight-moon": {"extends": "sleight", "slam": SMUDGE},
    "sleight-7": {"extends": "sleight", "game": {"target": 7}},
    "sleight-15": {"extends": "sleight", "game": {"target": 15}},
    "sleight-21": {"extends": "sleight", "game": {"target": 21}},
    "sleight-2": {"extends": "sleight", "table": {"players": 2, "sides": "each"}},
    "sleight-3": {"extends": "sleight", "table": {"players": 3, "sides": "each"}},
    "sleight-6": {"extends": "sleight", "table": {"players": 6, "sides": [[0, 3], [1, 4], [2, 5]]}},
    "five-point": {
        "trump": {"order": ["A", "K", "Q", "J", "OJ", *"T98765432"]},
        "auction": {"max": 5},
        "points": ["High", "Low", "Jack", "OJ", "Game"],
    },
    "five-point-joker": {
        "deck": {"jokers": 1},
        "trump": {"order": [*"AKQJT98765432", "X-"], "joker_first_lead": "spades"},
        "extremes": {"exclude": ["X-"]},
        "auction": {"max": 5},
        "points": ["High", {"Low": "holder"}, "Jack", "X-", "Game"],
        "game": {"target": 10},
    },
    "nine-point": {
        "extends": "ten-point",
        "deck": {"jokers": 1},
        "trump": {"order": ["A", "K", "Q", "J", "OJ", "X-", *"T98765432"]},
        "auction": {"max": 9},
        "points": ["High", {"Low": "holder"}, "Jack", "OJ", "X-", "Game", {"Three": 3}],
        "exchange": {"stock_short": "short"},
    },
    "smudge-wins": {"extends": "jpgames", "slam": {"bid": 4, "needs": "points", "made": "win_game", "failed": -4}},
    "tie-to-pitcher": {"extends": "jpgames", "points": ["High", "Low", "Jack", {"Game": "pitcher"}]},
    "bicycle": {"table": {"sides": "each"}, "auction": {"dealer_match": [2, 3]}, "points": LOW_HOLDER, "game": {"target": 7}},
}


def resolve(rules: str | Rules) -> Rules:
    """A name, or a mapping that may extend a name, as one mapping without `extends`."""
    if isinstance(rules, str):
        return resolve(BUILTINS[rules])
    own = {key: value for key, value in rules.items() if key != "extends"}
    if "extends" not in rules:
        return own
    whole: Rules = merged(resolve(rules["extends"]), own)
    return whole
