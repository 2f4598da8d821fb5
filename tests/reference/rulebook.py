"""Turns a resolved rule set mapping into one with every default written out; it judges nothing and refuses little."""

from typing import Any

from tests.reference.cards import JOKERS, RANKS

Rules = dict[str, Any]

DEFAULTS: Rules = {
    "name": "",
    "title": "",
    "about": "",
    "source": "",
    "table": {"players": 4, "sides": None, "first_dealer": "random"},
    "deck": {"jokers": 0},
    "deal": {"cards": 6, "packet": 3},
    "auction": {"min": 2, "max": 4, "dealer_match": "none", "all_pass": "force_dealer", "forced_bid": "at_least", "max_redeals": 20},
    "slam": None,
    "trump": {"set_by": "first_lead", "order": list("AKQJT98765432"), "first_lead": "any", "joker_first_lead": "choose"},
    "exchange": None,
    "play": {"follow": "suit_or_trump", "void": "any"},
    "points": ["High", "Low", "Jack", "Game"],
    "extremes": {"exclude": []},
    "pips": {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1},
    "score": {"others": "own", "failed": "minus_bid", "net": False},
    "game": {"target": 21, "win": "any_side", "max_hands": 200},
    "revoke": "none",
}
SLAM: Rules = {"name": "slam", "bid": None, "needs": "points_and_tricks", "made": None, "failed": None, "min_score": None, "unbid": "none"}
EXCHANGE: Rules = {"order": "left_of_dealer", "last": None, "last_takes": "refill", "stock_short": None}

WORDS = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"]
CARD_NAMES = {**dict(zip(WORDS, RANKS, strict=True)), **{rank: rank for rank in RANKS}, "OJ": "OJ", "O5": "O5", "X-": "X-", "X+": "X+"}


def merged(below: Any, above: Any) -> Any:
    """Mappings merge key by key, anything else is replaced."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    both = dict(below)
    for key, value in above.items():
        both[key] = merged(below[key], value) if key in below else value
    return both


def complete(mapping: Rules) -> Rules:
    """The rule set with every default filled in, sides as seat lists and points in their long form; doing it twice changes nothing."""
    rules: Rules = merged(DEFAULTS, mapping)
    rules["table"] = {**rules["table"], "sides": sides(rules["table"])}
    rules["trump"] = {**rules["trump"], "order": [str(entry) for entry in rules["trump"]["order"]]}
    rules["pips"] = {str(rank): value for rank, value in rules["pips"].items()}
    rules["points"] = [point(entry) for entry in rules["points"]]
    if rules["slam"] is not None:
        rules["slam"] = slam(rules["slam"])
    if rules["exchange"] is not None:
        rules["exchange"] = {**EXCHANGE, **rules["exchange"]}
    return rules


def sides(table: Rules) -> list[list[int]]:
    players = table["players"]
    chosen = table["sides"]
    if chosen is None:
        chosen = "opposite" if players == 4 else "each"
    if chosen == "opposite":
        return [[seat, seat + players // 2] for seat in range(players // 2)]
    if chosen == "each":
        return [[seat] for seat in range(players)]
    return [list(seats) for seats in chosen]


def slam(given: Rules) -> Rules:
    full = {**SLAM, **given}
    if full["bid"] is not None and full["made"] is None:
        full["made"] = full["bid"]
    if full["bid"] is not None and full["failed"] is None:
        full["failed"] = -full["bid"]
    return full


def point(entry: Any) -> Rules:
    """One entry of `points` in its long form."""
    if isinstance(entry, dict) and "what" in entry:
        long = {"card": None, "value": 1, "to": "captor", "tie": "nobody", **entry}
        if long["card"] is not None:
            long["card"] = CARD_NAMES[str(long["card"])]
        return long
    if not isinstance(entry, dict):
        return named_point(str(entry))
    ((name, change),) = entry.items()
    long = named_point(str(name))
    if isinstance(change, dict):
        long.update(change)
    elif change in ("captor", "holder"):
        long["to"] = change
    elif change in ("nobody", "pitcher"):
        long["tie"] = change
    else:
        long["value"] = change
    return long


def named_point(name: str) -> Rules:
    long = {"id": name, "what": "card", "card": None, "value": 1, "to": "captor", "tie": "nobody"}
    if name == "High":
        return {**long, "what": "high"}
    if name == "Low":
        return {**long, "what": "low"}
    if name == "Game":
        return {**long, "what": "most_pips"}
    return {**long, "card": CARD_NAMES[name]}


def side_of(rules: Rules, seat: int) -> int:
    for side, seats in enumerate(rules["table"]["sides"]):
        if seat in seats:
            return side
    raise ValueError(f"seat {seat} sits on no side")


def pips_of(rules: Rules, card: str) -> int:
    value: int = rules["pips"].get(card if card in JOKERS else card[0], 0)
    return value
