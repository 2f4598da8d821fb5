"""Which boards travel inside a page to be watched, and how they are packed; knows the store, but not the page."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import tables_of
from arena.standings.insight import Insight
from arena.tournament.spec import GameResult
from arena.tournament.store import Store

BUDGET = 2_000_000
"""So many bytes of packed hands go into a page at most."""
_PACKED = re.compile(r'"data":"([A-Za-z0-9+/=]+)"')
_LEFT_OUT = frozenset({"schema", "rules", "match", "board", "stock", "seats"})
_ENDS = {
    "target": "the target was reached",
    "slam": "by a slam",
    "unbid": "by taking everything unbid",
    "max_hands": "after the last hand",
    "hand": "one hand",
    "forfeit": "by forfeit",
}


class Packed(NamedTuple):
    """A board of one table in all its legs: deflated JSON, base64."""

    rules: int
    board: int
    table: tuple[str, ...]
    data: str


def chosen(store: Store, insights: Sequence[Insight], budget: int = BUDGET, withdraw: Collection[str] = ()) -> tuple[Packed, ...]:
    """The boards a page of ``budget`` bytes can hold: those that cost most come first, then the others from the first board on.

    Those of entrants to ``withdraw`` stay away.
    """
    spent, packed, gone = 0, {}, set(withdraw)
    for rules, board, table in _wanted(store, insights):
        if (rules, board, table) in packed or not gone.isdisjoint(table):
            continue
        one = pack(rules, board, table, list(_legs(store, rules, board, table)))
        spent += len(one.data)
        if spent > budget:
            break
        packed[rules, board, table] = one
    return tuple(packed[key] for key in sorted(packed))


def pack(rules: int, board: int, table: tuple[str, ...], games: Iterable[GameResult]) -> Packed:
    """One board's games, with their records, as they travel."""
    raw = msgspec.json.encode([_game(game) for game in games])
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return Packed(rules, board, table, base64.b64encode(squeeze.compress(raw) + squeeze.flush()).decode())


def unpacked(page: str) -> str:
    """A page with the boards in it inflated, since one and the same can be deflated in many ways; as it is where that is impossible."""
    try:
        return _PACKED.sub(lambda found: zlib.decompress(base64.b64decode(found[1]), -15).decode(), page)
    except (ValueError, zlib.error):
        return page


def table_of(rules: RuleSet) -> dict[str, Any]:
    """What the page must know of a rule set to lay out its hands."""
    tables = tables_of(rules)
    return {
        "name": rules.name,
        "sides": tables.sides,
        "target": rules.game.target,
        "announced": rules.trump.set_by == "announced",
        "afterLead": rules.exchange is not None and rules.exchange.timing == "after_first_lead",
        "pips": dict(rules.pips),
    }


def _wanted(store: Store, insights: Sequence[Insight]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    dear = [(one.points, rules, one.board, one.table) for rules, insight in enumerate(insights) for one in insight.dear.values()]
    for _, rules, board, table in sorted(dear):
        yield rules, board, table
    for rules in range(len(insights)):
        yield from ((rules, place.board, place.table) for place in store.places(rules))


def _legs(store: Store, rules: int, board: int, table: tuple[str, ...]) -> Iterator[GameResult]:
    return (game for _, game in store.board(rules, board, table))


def _game(game: GameResult) -> dict[str, Any]:
    return {
        "leg": game.leg,
        "seats": game.seats,
        "winner": game.winner,
        "outcome": game.outcome,
        "end": _ENDS[game.reason],
        "scores": game.scores,
        "forfeits": game.forfeits,
        "faults": game.faults,
        "hands": [{key: value for key, value in hand.items() if key not in _LEFT_OUT} for hand in game.records],
    }
