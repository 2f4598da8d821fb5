"""Games, recorded hands and faults as flat rows of plain values, the same for every run of a tournament; knows no file format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from arena.tournament.spec import GameResult
from arena.tournament.store import Store

Row = tuple[Any, ...]

GAME_FIELDS: Final = (
    "rules", "board", "leg", "seats", "outcome", "reason", "winner", "winners", "scores", "points", "hands", "contracts", "made", "bids",
    "forfeits", "faults",
)  # fmt: skip
HAND_FIELDS: Final = (
    "rules", "board", "leg", "hand", "redeals", "seats", "dealer", "scores_before", "auction", "pitcher", "pitcher_name", "bid", "trump",
    "made", "points", "pips", "deltas", "scores", "winner", "faults",
)  # fmt: skip
FAULT_FIELDS: Final = (
    "rules", "board", "leg", "table", "entrant", "seat", "hand", "phase", "n", "kind", "answer", "used", "detail",
)  # fmt: skip


class _Hand(Struct, frozen=True):
    hand: int
    redeals: int
    seats: tuple[str, ...]
    dealer: int
    scores_before: tuple[int, ...]
    auction: tuple[tuple[int, int | str], ...]
    pitcher: int | None
    bid: int | None
    trump: str | None
    made: bool | None
    points: tuple[dict[str, Any], ...]
    pips: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    winner: int | str | None
    faults: tuple[dict[str, Any], ...]


def games(store: Store) -> Iterator[Row]:
    """One row a game, as ``GAME_FIELDS``; what is by seat or by side is a JSON list."""
    for number, rules in enumerate(store.spec.rules):
        for game in store.games(number):
            numbers = (game.scores, game.points)
            by_seat = (game.contracts, game.made, game.bids, game.forfeits)
            yield (
                rules.name, game.board, game.leg, _list(game.seats), game.outcome, game.reason, game.winner,
                _winners(game, rules.table.sides), *map(_list, numbers), game.hands, *map(_list, by_seat), len(game.faults),
            )  # fmt: skip


def hands(store: Store) -> Iterator[Row]:
    """One row a recorded hand, as ``HAND_FIELDS``; the auction a JSON list of [seat, bid], the points one of [id, side]."""
    for number, rules in enumerate(store.spec.rules):
        for place, recorded in store.recorded(number, _Hand):
            for hand in recorded:
                yield (
                    rules.name, place.board, place.leg, hand.hand, hand.redeals, _list(hand.seats), hand.dealer, _list(hand.scores_before),
                    _list(hand.auction), hand.pitcher,
                    None if hand.pitcher is None else hand.seats[hand.pitcher], hand.bid, hand.trump, hand.made,
                    _list((one["id"], one["side"]) for one in hand.points), _list(hand.pips), _list(hand.deltas),
                    _list(hand.scores), None if hand.winner is None else str(hand.winner), len(hand.faults),
                )  # fmt: skip


def faults(store: Store) -> Iterator[Row]:
    """One row a fault, as ``FAULT_FIELDS``."""
    for number, rules in enumerate(store.spec.rules):
        for game in store.games(number):
            for one in game.faults:
                yield (
                    rules.name, game.board, game.leg, _list(sorted(set(game.seats))), one.entrant, one.seat, one.hand, one.phase, one.n,
                    one.kind, one.answer, one.used, one.detail,
                )  # fmt: skip


def _winners(game: GameResult, sides: tuple[tuple[int, ...], ...]) -> str | None:
    return None if game.winner is None else _list(dict.fromkeys(game.seats[seat] for seat in sides[game.winner]))


def _list(values: Iterable[Any]) -> str:
    return json.dumps(list(values), separators=(",", ":"), ensure_ascii=False)
