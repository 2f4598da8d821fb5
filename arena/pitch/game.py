"""A game as a row of hands up to the target: which hand comes next and when it is over; does not know who plays."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from arena.pitch.deal import Board
from arena.pitch.hand import Hand
from arena.pitch.ruleset import RuleSet
from arena.pitch.scoring import HandResult, Winner
from arena.pitch.tables import tables_of

Unit: TypeAlias = Literal["games", "hands"]
Ending: TypeAlias = Literal["target", "slam", "unbid", "max_hands", "hand", "forfeit"]


class GameEnd(Struct, frozen=True):
    """How a game ended: ``winner`` is a side, None for a draw or where nobody can be said to have won; ``scores`` are by side."""

    winner: int | None
    reason: Ending
    scores: tuple[int, ...]


class Game:
    """The hands of one board, one after the other: deal a hand, play it, ``finish`` it, until ``end`` says how it came out.

    ``hand_number`` counts from 1 and ``redeals`` from 0; ``scores`` are by side. With ``unit: hands`` one hand at 0-0 is the whole game:
    the higher delta wins. ``whole`` decks are needed only where somebody looks at the stock.
    """

    __slots__ = ("board", "dealer", "end", "hand_number", "redeals", "rules", "scores", "unit", "whole")

    def __init__(self, rules: RuleSet, board: Board, *, unit: Unit = "games", whole: bool = True) -> None:
        self.rules, self.board, self.unit = rules, board, unit
        self.whole = whole or rules.exchange is not None
        self.dealer = board.first_dealer(rules)
        self.scores: tuple[int, ...] = (0,) * len(rules.table.sides)
        self.hand_number, self.redeals = 1, 0
        self.end: GameEnd | None = None

    def deal(self) -> Hand:
        """The next hand, ready for its first bid."""
        number, redeals, board = self.hand_number, self.redeals, self.board
        deck = board.deck(self.rules, number, redeals, whole=self.whole)
        seed = (board.root, *board.parts(number, redeals))
        return Hand(self.rules, deck, self.dealer, self.scores, seed=seed, hand=number, redeals=redeals)

    def finish(self, result: HandResult) -> None:
        """Enter a finished hand: scores, the next dealer, and the end of the game if this was it."""
        turn = tables_of(self.rules).next_seat
        if result.outcome == "redeal":
            self.redeals += 1
            if self.rules.auction.all_pass == "redeal_next":
                self.dealer = turn[self.dealer]
            return
        self.scores = result.scores
        self.hand_number, self.redeals = self.hand_number + 1, 0
        self.dealer = turn[self.dealer]
        if self.unit == "hands":
            self.end = GameEnd(leader(result.deltas), "hand", result.scores)
        elif result.reason is not None:
            self.end = GameEnd(_side(result.winner), result.reason, result.scores)


def leader(values: tuple[int, ...]) -> int | None:
    """The side with the highest value; None if two share it."""
    top = max(values)
    return values.index(top) if values.count(top) == 1 else None


def _side(winner: Winner) -> int | None:
    return winner if isinstance(winner, int) else None
