"""Throwing, drawing and burning as a program of steps that stops where a seat has to choose; does not know bids, tricks or scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from arena.pitch.actions import CardSet, Choices
from arena.pitch.cards import Card, Suit
from arena.pitch.ruleset import Exchange
from arena.pitch.tables import Tables
from arena.pitch.view import Swapped
from arena.seeds import Part, Seed, shuffled

Op = Literal["throw", "refill", "rest", "come_down", "burn"]
Names = tuple["Seed | Part", ...]


class Redrawn(NamedTuple):
    """In place of a hand's seed: the cards drawn from a recycled stock, in order, where they are known from its record."""

    order: tuple[Card, ...]


class Exchanged(NamedTuple):
    """What one seat threw, drew and burned."""

    seat: int
    discard: tuple[Card, ...]
    draw: tuple[Card, ...]
    burn: tuple[Card, ...]


class Exchanging:
    """The exchange of one hand. It changes the holdings it was given; ``advance`` runs until a seat has a choice or all is done.

    A seat's room is ``refill_to``, less one for the pitcher once he has led. Source: exchange rules of the draw, ten-point and cinch games.
    """

    # fmt: off
    __slots__ = (
        "at", "burned", "choices", "dealer", "drawn", "holdings", "knobs", "order", "pitcher", "program", "question", "recycled", "room",
        "seat", "stock", "tables", "thrown", "trump", "trump_only",
    )
    # fmt: on

    def __init__(self, tables: Tables, holdings: list[list[Card]], stock: Sequence[Card], dealer: int, pitcher: int) -> None:
        knobs = tables.exchange
        assert knobs is not None
        n = tables.players
        self.knobs: Exchange = knobs
        self.tables, self.holdings, self.stock = tables, holdings, list(stock)
        self.thrown: list[list[Card]] = [[] for _ in range(n)]
        self.drawn: list[list[Card]] = [[] for _ in range(n)]
        self.burned: list[list[Card]] = [[] for _ in range(n)]
        self.room = [knobs.refill_to] * n
        self.order = list(tables.left[dealer])
        self.recycled = False
        self.trump = Suit.C
        self.trump_only = tables.trump_only
        self.program: list[tuple[Op, int]] = []
        self.at = 0
        self.question: Literal["discard", "burn"] = "discard"
        self.dealer, self.pitcher, self.seat = dealer, pitcher, pitcher
        self.choices = Choices((), 0, 0)
        if knobs.type == "widow":
            self._draw(pitcher, len(self.stock))

    def copy(self, holdings: list[list[Card]]) -> Exchanging:
        """An independent copy working on ``holdings``."""
        twin = object.__new__(Exchanging)
        for name in Exchanging.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.holdings, twin.stock, twin.room = holdings, list(self.stock), list(self.room)
        twin.thrown, twin.drawn, twin.burned = ([list(some) for some in kept] for kept in (self.thrown, self.drawn, self.burned))
        return twin

    def begin(self, trump: Suit, *, led: bool) -> None:
        """Lay down the program once trump is known; ``led`` when the pitcher's first card is on the table."""
        knobs = self.knobs
        self.trump = trump
        if led:
            self.room[self.pitcher] -= 1
        if knobs.type == "widow":
            self.program = [(op, seat) for seat in self.order for op in ("come_down", "burn")]
            return
        last = {"dealer": self.dealer, "pitcher": self.pitcher, None: None}[knobs.last]
        if last is not None:
            self.order.remove(last)
            self.order.append(last)
        rest = last if knobs.last_takes == "rest" else None
        drawing = [seat for seat in self.order if seat != rest]
        self.program = [(op, seat) for seat in drawing for op in ("throw", "burn")]
        self.program += [("refill", seat) for seat in drawing]
        if rest is not None:
            self.program += [("rest", rest), ("come_down", rest), ("burn", rest)]

    def advance(self, seed: Names | Redrawn) -> bool:
        """Run on; True when a seat has to choose (``seat``, ``question``, ``choices``), False when the exchange is over."""
        while self.at < len(self.program):
            op, seat = self.program[self.at]
            choices = self._step(op, seat, seed)
            if choices is not None:
                self.question = "burn" if op == "burn" else "discard"
                self.seat, self.choices = seat, choices
                return True
            self.at += 1
        return False

    def answer(self, some: CardSet) -> None:
        """Carry out the choice the exchange waits for; it has been found legal."""
        self._drop(self.seat, some, self.burned if self.question == "burn" else self.thrown)
        self.at += 1

    def seen_by(self, seat: int) -> Swapped:
        """What a seat knows of the exchange so far."""
        burned = tuple(sorted(card for some in self.burned for card in some))
        return Swapped(tuple(sorted(self.thrown[seat])), tuple(map(len, self.drawn)), burned, len(self.stock))

    def entries(self) -> tuple[Exchanged, ...]:
        """What every seat threw, drew and burned, in the order of the exchange."""
        return tuple(
            Exchanged(seat, tuple(sorted(self.thrown[seat])), tuple(self.drawn[seat]), tuple(self.burned[seat])) for seat in self.order
        )

    def _step(self, op: Op, seat: int, seed: Names | Redrawn) -> Choices | None:
        """Do one step; what there is to choose from, where it needs a choice (then nothing is done yet)."""
        if op == "refill":
            self._refill(seat, seed)
            return None
        if op == "rest":
            self._draw(seat, 0 if self.recycled else len(self.stock))
            return None
        if op == "burn":
            return self._burn(seat)
        return self._throw(seat) if op == "throw" else self._come_down(seat)

    def _throw(self, seat: int) -> Choices | None:
        plain = self._plain(seat)
        if self.knobs.discard == "all_nontrump":
            self._drop(seat, plain, self.thrown)
            return None
        return Choices(plain, min(max(self._excess(seat), 0), len(plain)), len(plain))

    def _come_down(self, seat: int) -> Choices | None:
        plain, excess = self._plain(seat), self._excess(seat)
        if self.trump_only or len(plain) < excess:
            self._drop(seat, plain, self.thrown)
            return None
        return Choices(plain, excess, excess) if excess > 0 else None

    def _burn(self, seat: int) -> Choices | None:
        """Burn down to the room, trumps without a point first; a choice only among those that carry one."""
        named = self.tables.named[self.trump]
        trumps = sorted((card for card in self.holdings[seat] if named.ranks[card]), key=named.ranks.__getitem__)
        excess = len(trumps) - self.room[seat]
        if excess <= 0:
            return None
        idle = [card for card in trumps if card not in named.valuable][:excess]
        self._drop(seat, idle, self.burned)
        left = excess - len(idle)
        return Choices((card for card in trumps if card in named.valuable), left, left) if left else None

    def _refill(self, seat: int, seed: Names | Redrawn) -> None:
        wanted = -self._excess(seat)
        if wanted > len(self.stock) and self.knobs.stock_short == "recycle" and not self.recycled:
            wanted -= self._draw(seat, wanted)
            self.recycled = True
            thrown = sorted(card for some in self.thrown for card in some)
            self.stock = _reshuffled(thrown, seed)
        self._draw(seat, wanted)

    def _draw(self, seat: int, wanted: int) -> int:
        taken = self.stock[: max(wanted, 0)]
        del self.stock[: len(taken)]
        self.drawn[seat] += taken
        self.holdings[seat] += taken
        self.holdings[seat].sort()
        return len(taken)

    def _drop(self, seat: int, some: Sequence[Card], where: list[list[Card]]) -> None:
        for card in some:
            self.holdings[seat].remove(card)
        where[seat] += some

    def _plain(self, seat: int) -> list[Card]:
        ranks = self.tables.named[self.trump].ranks
        return [card for card in self.holdings[seat] if not ranks[card]]

    def _excess(self, seat: int) -> int:
        return len(self.holdings[seat]) - self.room[seat]


def _reshuffled(thrown: list[Card], source: Names | Redrawn) -> list[Card]:
    """Thrown cards, in canonical order before, as the stock that they become."""
    if isinstance(source, Redrawn):
        return [card for card in source.order if card in thrown] + [card for card in thrown if card not in source.order]
    root, *parts = source
    return [thrown[i] for i in shuffled(len(thrown), root, *parts, "recycle")]  # type: ignore[arg-type]
