"""What the cards dealt to each side were worth, before anyone bid or played; knows boards and rules, but neither bots nor results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arena.pitch.cards import Card
from arena.pitch.deal import Board, deal
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import Tables, tables_of
from arena.seeds import Seed

Worth = tuple[float, ...]
"""By side: what its cards exceed the other sides' by, times the number of sides. A sum of 0 over the sides, and 0 on average for each."""

_LENGTH, _TOP = 0.25, 4
_BOARDS = 4096


class Holdings:
    """The worth of the holdings of any board of a tournament: of each side's best seat, and of all its seats.

    Every seat is dealt like every other, so that over all deals no side is better off; that holds for any rule of when a game ends,
    since whether a hand is played is decided before it is dealt.
    """

    def __init__(self, rules: RuleSet, seed: Seed) -> None:
        self._rules, self._seed, self._tables = rules, seed, tables_of(rules)
        self._weights = _weights(self._tables)
        self._so_far = lru_cache(_BOARDS)(self._start)

    def worth(self, board: int, names: tuple[str, ...], hands: int) -> tuple[Worth, Worth]:
        """The worth of the first ``hands`` deals of a board added up: by best seats, and by all seats.

        ``names`` are the sorted names of the table where every table has deals of its own, else empty.
        """
        sums = self._so_far(board, names)
        while len(sums) <= hands:
            sums.append(self._next(board, names, len(sums), sums[-1]))
        return sums[hands]

    def _start(self, _board: int, _names: tuple[str, ...]) -> list[tuple[Worth, Worth]]:
        none = (0.0,) * len(self._rules.table.sides)
        return [(none, none)]

    def _next(self, board: int, names: tuple[str, ...], hand: int, before: tuple[Worth, Worth]) -> tuple[Worth, Worth]:
        place = Board(self._seed, board, names)
        dealer = place.first_dealer(self._rules)
        for _ in range(hand - 1):
            dealer = self._tables.next_seat[dealer]
        deck = place.deck(self._rules, hand, 0, whole=self._rules.exchange is not None)
        seats = [max(self._suits(holding)) for holding in deal(self._tables, deck, dealer)]
        sides = [[seats[seat] for seat in side] for side in self._rules.table.sides]
        best, all_seats = before
        return _more(best, [max(side) for side in sides]), _more(all_seats, [sum(side) for side in sides])

    def _suits(self, holding: Sequence[Card]) -> list[float]:
        return [sum(weights[card] for card in holding) for weights in self._weights]


def _weights(tables: Tables) -> list[list[float]]:
    """By suit and card: what the card adds to that suit as trump: a quarter for being there, up to one for its rank."""
    found = []
    for named in tables.named:
        top = max(named.ranks)
        found.append([_LENGTH + (rank / top) ** _TOP if rank else 0.0 for rank in named.ranks])
    return found


def _more(before: Worth, sides: Sequence[float]) -> Worth:
    total = sum(sides)
    return tuple(old + len(sides) * own - total for old, own in zip(before, sides, strict=True))
