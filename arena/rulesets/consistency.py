"""What has to fit together in a rule set, each demand one line of a table; knows nothing of files."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arena.pitch.ruleset import RuleSet
from arena.rulesets.checking import listed


class Check(NamedTuple):
    """``fault`` says what is wrong with a rule set, None if nothing; ``keys`` are all it depends on, the likeliest culprit first."""

    fault: Callable[[RuleSet], str | None]
    keys: tuple[str, ...]


def _pack(rules: RuleSet) -> int:
    return 52 + rules.deck.jokers


def _dealt(rules: RuleSet) -> str | None:
    n, cards, pack = rules.table.players, rules.deal.cards, _pack(rules)
    if n * cards <= pack:
        return None
    return f"{n} players with {cards} cards each need {n * cards}, and the pack has {pack}; at most {pack // n} each are allowed"


def _packet(rules: RuleSet) -> str | None:
    cards, packet = rules.deal.cards, rules.deal.packet
    if cards % packet == 0:
        return None
    return f"{cards} cards cannot be dealt in packets of {packet}; allowed are {listed(n for n in range(1, cards + 1) if cards % n == 0)}"


def _first_dealer(rules: RuleSet) -> str | None:
    seat, n = rules.table.first_dealer, rules.table.players
    return None if seat == "random" or seat < n else f"there is no seat {seat}; expected random or a seat from 0 to {n - 1}"


def _auction(rules: RuleSet) -> str | None:
    low, high = rules.auction.min, rules.auction.max
    return None if low <= high else f"the auction is empty: auction.min is {low} and auction.max is {high}; min may be at most max"


def _attainable(rules: RuleSet) -> str | None:
    total, most = sum(point.value for point in rules.points), rules.auction.max
    if most <= total or (rules.slam is not None and rules.slam.bid == most):
        return None
    return f"bids go up to {most} and there are {total} points to win; auction.max may be at most {total} (or equal slam.bid)"


def _slam_height(rules: RuleSet) -> str | None:
    most = rules.auction.max
    if rules.slam is None or rules.slam.bid is None or rules.slam.bid >= most:
        return None
    return f"a slam of {rules.slam.bid} is below auction.max ({most}); allowed is {most} or more"


def _slam_bid(rules: RuleSet) -> str | None:
    if rules.slam is None or rules.slam.bid is not None or rules.slam.unbid == "any_side":
        return None
    return "a slam needs slam.bid; only with unbid: any_side may it be left out or null"


def _net(rules: RuleSet) -> str | None:
    sides = len(rules.table.sides)
    return None if sides == 2 or not rules.score.net else f"net scores need exactly two sides; {rules.table.players} players sit in {sides}"


def _timing(rules: RuleSet) -> str | None:
    if rules.exchange is None:
        return None
    if rules.trump.set_by == "first_lead" and rules.exchange.timing == "after_announce":
        return "with trump.set_by: first_lead trump is not known before the first lead; expected exchange.timing: after_first_lead"
    if rules.trump.set_by == "announced" and rules.exchange.timing == "after_first_lead":
        return "with trump.set_by: announced the exchange comes before the first lead; expected exchange.timing: after_announce"
    return None


def _widow(rules: RuleSet) -> str | None:
    if rules.exchange is None or rules.exchange.type != "widow" or rules.trump.set_by == "announced":
        return None
    return "a widow needs trump.set_by: announced and exchange.timing: after_announce"


def _trump_only(rules: RuleSet) -> str | None:
    if rules.play.follow != "trump_only" or rules.trump.set_by == "announced":
        return None
    return "trump_only needs trump.set_by: announced; expected suit_or_trump or strict with first_lead"


def _points(rules: RuleSet) -> str | None:
    absent = [point.card for point in rules.points if point.card is not None and point.card not in rules.trump.order]
    return f"{listed(absent, 'and')} cannot be a point without standing in trump.order" if absent else None


def _exclude(rules: RuleSet) -> str | None:
    absent = [name for name in rules.extremes.exclude if name not in rules.trump.order]
    return f"{listed(absent, 'and')} cannot be excluded without standing in trump.order" if absent else None


def _jokers_ranked(rules: RuleSet) -> str | None:
    absent = [name for name in _jokers(rules) if name not in rules.trump.order]
    are = "are" if len(absent) > 1 else "is"
    return f"{listed(absent, 'and')} {are} in the pack but not in trump.order; every joker has to rank there" if absent else None


def _jokers_present(rules: RuleSet) -> str | None:
    absent = [name for name in ("X+", "X-") if name in rules.trump.order and name not in _jokers(rules)]
    if not absent:
        return None
    return f"{listed(absent, 'and')} is not in a pack with deck.jokers: {rules.deck.jokers}; X- needs one joker, X+ two"


def _jokers(rules: RuleSet) -> tuple[str, ...]:
    return ("X-", "X+")[: rules.deck.jokers]


def _stock(rules: RuleSet) -> str | None:
    exchange = rules.exchange
    if exchange is None or exchange.type == "widow" or exchange.stock_short is not None:
        return None
    seats = rules.table.players - (exchange.last is not None and exchange.last_takes == "rest")
    most = seats * exchange.refill_to - (exchange.timing == "after_first_lead")
    stock = _pack(rules) - rules.table.players * rules.deal.cards
    if most <= stock:
        return None
    return f"up to {most} cards may be drawn from a stock of {stock}; exchange.stock_short has to say recycle or short"


CHECKS = (
    Check(_dealt, ("deal.cards", "table.players", "deck.jokers")),
    Check(_packet, ("deal.packet", "deal.cards")),
    Check(_first_dealer, ("table.first_dealer", "table.players")),
    Check(_auction, ("auction.max", "auction.min")),
    Check(_attainable, ("auction.max", "points", "slam.bid")),
    Check(_slam_height, ("slam.bid", "auction.max")),
    Check(_slam_bid, ("slam.bid", "slam.unbid", "slam")),
    Check(_net, ("score.net", "table.sides", "table.players")),
    Check(_timing, ("exchange.timing", "trump.set_by")),
    Check(_widow, ("exchange.type", "trump.set_by")),
    Check(_trump_only, ("play.follow", "trump.set_by")),
    Check(_points, ("points", "trump.order")),
    Check(_exclude, ("extremes.exclude", "trump.order")),
    Check(_jokers_ranked, ("deck.jokers", "trump.order")),
    Check(_jokers_present, ("trump.order", "deck.jokers")),
    Check(
        _stock,
        (
            "exchange.stock_short",
            "exchange.refill_to",
            "table.players",
            "deal.cards",
            "deck.jokers",
            "exchange.last_takes",
            "exchange.last",
            "exchange.timing",
            "exchange.type",
        ),
    ),
)
