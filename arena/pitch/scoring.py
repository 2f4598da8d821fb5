"""From tricks to points, and from points to scores and a winner; does not know whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from arena.pitch.cards import Card, Suit
from arena.pitch.ruleset import RuleSet, Slam
from arena.pitch.tables import NEVER, Tables, tables_of
from arena.pitch.trick import Trick

Winner: TypeAlias = "int | Literal['draw'] | None"
Reason: TypeAlias = Literal["unbid", "slam", "target", "max_hands"]
NOBODY: Final = -1
NONE: Final[frozenset[int]] = frozenset()


class Award(Struct, frozen=True, gc=False):
    """One point entry awarded: its id, the side it goes to, the card (None for pips) and what it is worth."""

    id: str
    side: int
    card: Card | None
    value: int


class Settlement(Struct, frozen=True, gc=False):
    """What a hand did to the scores. ``winner`` is a side, ``"draw"`` or None (the game goes on); ``reason`` says why it ended."""

    slam: bool
    made: bool
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    winner: Winner
    reason: Reason | None


class HandResult(Struct, frozen=True, gc=False):
    """A finished hand. Sides index ``took`` (points), ``pips``, ``tricks_won``, ``deltas`` and ``scores`` (after the hand).

    ``outcome`` is ``played``, ``redeal`` (nobody bid; no hand, no score) or ``fined`` (nobody bid; the dealer's side lost the minimum);
    in the last two pitcher, bid, trump and made are None. ``revoke`` lists the seats that revoked.
    """

    outcome: Literal["played", "redeal", "fined"]
    dealer: int
    pitcher: int | None
    bid: int | None
    slam: bool
    trump: Suit | None
    made: bool | None
    points: tuple[Award, ...]
    took: tuple[int, ...]
    pips: tuple[int, ...]
    tricks_won: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    winner: Winner
    reason: Reason | None
    revoke: tuple[int, ...]


class Count(Struct, frozen=True, gc=False):
    """What the tricks of a hand hold: points awarded, and by side points, pips and tricks."""

    points: tuple[Award, ...]
    took: list[int]
    pips: list[int]
    tricks: list[int]
    trumps: bool = True
    """Whether any trump was played; without one the contract fails and nobody has pips."""


def count(tables: Tables, trump: Suit, pitcher: int, tricks: Sequence[Trick]) -> Count:
    """Count the tricks. Points come in the order of the rule set's list. Source: the base hand; only cards played to tricks count."""
    side_of, pip, trumps = tables.side_of, tables.pips, tables.named[trump].cards
    sides = len(tables.sides)
    won, pips, took = [0] * sides, [0] * sides, [0] * sides
    captor: dict[Card, int] = {}
    for trick in tricks:
        side = side_of[trick.winner]
        won[side] += 1
        total = 0
        for card in trick.cards:
            total += pip[card]
            if card in trumps:
                captor[card] = side
        pips[side] += total
    if not captor:
        pips = [0] * sides
    points = []
    for entry in tables.points:
        if entry.cards is None:
            one, side = None, _most(pips, side_of[pitcher] if entry.pitcher_ties else NOBODY)
            if side == NOBODY:
                continue
        else:
            one = next(filter(captor.__contains__, entry.cards[trump]), None)
            if one is None:
                continue
            side = _holder(tables, tricks, one) if entry.holder else captor[one]
        points.append(Award(entry.id, side, one, entry.value))
        took[side] += entry.value
    return Count(tuple(points), took, pips, won, trumps=bool(captor))


def _holder(tables: Tables, tricks: Iterable[Trick], card: Card) -> int:
    """The side of the seat that played a card."""
    return next(tables.side_of[trick.seats[trick.cards.index(card)]] for trick in tricks if card in trick.cards)


def _most(pips: list[int], tied: int) -> int:
    """The side with strictly most pips; among equals ``tied`` if it is one of them, else NOBODY."""
    top = max(pips)
    if pips.count(top) == 1:
        return pips.index(top)
    return tied if tied != NOBODY and pips[tied] == top else NOBODY


def settle(
    rules: RuleSet,
    pitcher: int,
    bid: int,
    took: Iterable[Sequence[str | int] | Award],
    tricks_won: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    *,
    revoked: Iterable[int] = (),
    hand: int = 1,
) -> Settlement:
    """Settle a hand: ``took`` are (point id, side) in the order of the points list, ``scores`` and ``tricks_won`` by side.

    ``pitcher`` is a seat, ``revoked`` are sides, ``hand`` is the hand's number from 1. Without ``tricks_won`` nobody took every trick.
    Raises ValueError for an id the rule set does not award.
    """
    tables = tables_of(rules)
    n = len(tables.sides)
    points = []
    for one in took:
        name, side = (one.id, one.side) if isinstance(one, Award) else one
        if name not in tables.values:
            raise ValueError(f"{name!r} is no point of {rules.name}; its points are {', '.join(tables.values)}")
        points.append(Award(str(name), int(side), None, tables.values[str(name)]))
    sums = [sum(one.value for one in points if one.side == side) for side in range(n)]
    counted = Count(tuple(points), sums, [0] * n, list(tricks_won or [0] * n))
    return settled(tables, counted, pitcher, bid, tuple(scores or (0,) * n), frozenset(revoked), hand)


def settled(
    tables: Tables, counted: Count, pitcher: int, bid: int, scores: tuple[int, ...], revoked: frozenset[int], hand: int
) -> Settlement:  # fmt: skip
    """``settle`` without its conveniences: sides that ``revoked`` get minus the bid and cannot make a contract or win by taking all."""
    rules, took, score = tables.rules, counted.took, tables.rules.score
    side, slam = tables.side_of[pitcher], tables.slam
    # Every point is worth something, so they all went to one side if every entry was awarded and no other side took any.
    swept = len(counted.points) == len(tables.points) and took.count(0) == len(took) - 1
    sweep = counted.points[0].side if swept else NOBODY
    if slam is not None and not is_slam(rules, slam, bid, scores[side]):
        slam = None
    made = counted.trumps and (took[side] >= bid if slam is None else sweep == side and _all_needed(slam, counted, side))
    if revoked:
        made = made and side not in revoked
        sweep = NOBODY if sweep in revoked else sweep
    deltas = [0] * len(took) if score.others == "none" else list(took)
    if not made:
        if score.others == "own_plus_bid_if_set":
            deltas = [own + bid for own in took]
        deltas[side] = (slam.failed or 0) if slam is not None else 0 if score.failed == "zero" else -bid
    elif slam is not None:
        deltas[side] = slam.made if isinstance(slam.made, int) else took[side]
    elif score.net:
        deltas = [max(0, own - (sum(took) - own)) if i == side or score.others != "none" else 0 for i, own in enumerate(took)]
    else:
        deltas[side] = took[side]
    for offender in revoked:
        deltas[offender] = -bid
    after = tuple(map(add, scores, deltas))
    winner, reason = None, None
    if max(after) >= rules.game.target or hand >= rules.game.max_hands or swept:
        winner, reason = _finish(tables, counted.points, pitcher, slam, scores, after, sweep, hand, made=made)
    return Settlement(slam is not None, made, tuple(deltas), after, winner, reason)


def _all_needed(slam: Slam, counted: Count, side: int) -> bool:
    """Whether a side that took every point has what else the slam needs."""
    return slam.needs == "points" or counted.tricks[side] == sum(counted.tricks)


def is_slam(rules: RuleSet, slam: Slam, bid: int, score: int) -> bool:
    """Whether ``bid`` by a side at ``score`` is the slam; a bid equal to the ordinary maximum is an ordinary one below ``min_score``."""
    return bid == slam.bid and (bid > rules.auction.max or slam.min_score is None or score >= slam.min_score)


def _finish(
    tables: Tables,
    awards: Sequence[Award],
    pitcher: int,
    slam: Slam | None,
    before: Sequence[int],
    after: Sequence[int],
    sweep: int,
    hand: int,
    *,
    made: bool,
) -> tuple[Winner, Reason | None]:
    """Who has won the game, in the order the tests are made: taking every point unbid, the slam, the target, the last hand."""
    rules, side = tables.rules, tables.side_of[pitcher]
    if sweep != NOBODY and rules.slam is not None and rules.slam.unbid == "any_side":
        return sweep, "unbid"
    if slam is not None and made and slam.made == "win_game":
        return side, "slam"
    target = rules.game.target
    if after[side] >= target and (made or rules.game.win == "any_side"):
        return side, "target"
    if rules.game.win == "any_side" and max(after) >= target:
        crossed = [i for i, score in enumerate(after) if score >= target]
        return _first_home(tables, pitcher, awards, before, crossed, target), "target"
    return last_hand(rules, after, hand)


def last_hand(rules: RuleSet, scores: Sequence[int], hand: int) -> tuple[Winner, Reason | None]:
    """After the last hand allowed the highest score wins and equal ones draw; before it nobody."""
    if hand < rules.game.max_hands:
        return None, None
    top = max(scores)
    return ("draw" if list(scores).count(top) > 1 else list(scores).index(top)), "max_hands"


def _first_home(tables: Tables, pitcher: int, awards: Sequence[Award], before: Sequence[int], crossed: Sequence[int], target: int) -> int:
    """The side that arrives first when points are counted out in order; a bonus arrives last, ties go to the first left of the pitcher."""
    running = list(before)
    arrived = {side: -1 if before[side] >= target else NEVER for side in crossed}
    for step, one in enumerate(awards):
        running[one.side] += one.value
        if running[one.side] >= target and arrived.get(one.side) == NEVER:
            arrived[one.side] = step
    seats_left = [(seat - pitcher) % tables.players for seat in range(tables.players)]
    return min(crossed, key=lambda side: (arrived[side], min(seats_left[seat] for seat in tables.sides[side])))


def outcome(
    tables: Tables,
    pitcher: int,
    bid: int,
    trump: Suit,
    tricks: Sequence[Trick],
    dealer: int,
    scores: tuple[int, ...],
    revoked: tuple[int, ...],
    hand: int,
) -> HandResult:
    """The result of a hand played out; ``pitcher`` and ``revoked`` are seats, ``scores`` stand before the hand."""
    counted = count(tables, trump, pitcher, tricks)
    offenders = NONE
    if revoked and tables.rules.revoke == "minus_bid":
        offenders = frozenset(tables.side_of[seat] for seat in revoked)
    end = settled(tables, counted, pitcher, bid, scores, offenders, hand)
    return HandResult(
        "played", dealer, pitcher, bid, end.slam, trump, end.made, counted.points, tuple(counted.took), tuple(counted.pips),
        tuple(counted.tricks), end.deltas, end.scores, end.winner, end.reason, revoked,
    )  # fmt: skip


def thrown_in(rules: RuleSet, dealer: int, scores: tuple[int, ...], hand: int) -> HandResult:
    """The result of a hand nobody bid on: thrown in, or (``fine_dealer``) the dealer's side loses the minimum."""
    tables = tables_of(rules)
    fined = rules.auction.all_pass == "fine_dealer"
    deltas = tuple(-rules.auction.min if fined and i == tables.side_of[dealer] else 0 for i in range(len(scores)))
    after = tuple(map(add, scores, deltas))
    winner, reason = last_hand(rules, after, hand) if fined else (None, None)
    none = (0,) * len(scores)
    return HandResult(
        "fined" if fined else "redeal", dealer, None, None, slam=False, trump=None, made=None, points=(), took=none, pips=none,
        tricks_won=none, deltas=deltas, scores=after, winner=winner, reason=reason, revoke=(),
    )  # fmt: skip
