"""The shape of a hand record, for reading one that may be damaged; knows nothing of what would be right in it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from arena.pitch.actions import Phase

Letter: TypeAlias = Literal["C", "D", "H", "S"]


class ExchangeEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat threw, drew (recycled cards too) and burned, in the order of the exchange."""

    seat: int
    discard: str
    draw: str
    burn: str


class TrickEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards in order of play; ``seats`` in that order, given only where not every seat plays."""

    lead: int
    cards: str
    winner: int
    seats: tuple[int, ...] | None = None


class PointEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A point awarded; ``card`` is null for the one that pips decide."""

    id: str
    side: int
    card: str | None
    value: int


class FaultEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A refused answer: ``n`` counts the decisions of its phase before it; ``used`` is what was played in its place."""

    phase: Phase
    seat: int
    n: int
    answer: str
    used: str
    revoke: bool


class HandRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished hand. Seats and sides are numbers from 0, ``hand`` counts from 1, ``redeals`` is the number of redeals before.

    Of a hand that nobody bid, ``pitcher``, ``bid``, ``trump`` and ``made`` are null. The tricks hold what was played, substitutes too.
    """

    schema: Literal["pitch-hand/1"]
    rules: str | dict[str, object]
    match: str
    board: int
    leg: int
    hand: int
    redeals: int
    seats: tuple[str, ...]
    dealer: int
    scores_before: tuple[int, ...]
    holdings: tuple[str, ...]
    stock: str
    auction: tuple[tuple[int, int | Literal["pass"]], ...]
    pitcher: int | None
    bid: int | None
    trump: Letter | None
    exchange: tuple[ExchangeEntry, ...]
    tricks: tuple[TrickEntry, ...]
    points: tuple[PointEntry, ...]
    pips: tuple[int, ...]
    made: bool | None
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    winner: int | Literal["draw"] | None
    revoke: tuple[int, ...]
    faults: tuple[FaultEntry, ...]
