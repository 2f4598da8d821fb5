"""What two entrants have shown against each other so far, as far as a schedule needs it; knows no cards and no ratings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from arena.tournament.spec import GameResult, MatchKey, MatchResult, TournamentSpec


class Duplicate(NamedTuple):
    """One board, all its legs: the points of the first at the table less those of the second, and the hands that count."""

    points: int
    hands: int


class Meeting(NamedTuple):
    """What one or several matches of two entrants came to; a won game is worth two, a draw one to each. Void boards count for nobody."""

    won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    duplicates: tuple[Duplicate, ...] = ()

    def __add__(self, other: Meeting) -> Meeting:  # type: ignore[override]
        return Meeting(
            (self.won[0] + other.won[0], self.won[1] + other.won[1]),
            (self.points[0] + other.points[0], self.points[1] + other.points[1]),
            self.duplicates + other.duplicates,
        )


NOTHING = Meeting()


def meetings(spec: TournamentSpec, results: Iterable[MatchResult]) -> dict[MatchKey, Meeting]:
    """The meetings in ``results`` by their match; every match in it is of two sides, each of one entrant."""
    return {result.key: _meeting(result, spec.rules[result.key.rules].table.sides[0][0]) for result in results}


def _meeting(result: MatchResult, seat: int) -> Meeting:
    """``seat`` is one of the first side's."""
    total = NOTHING
    for _, games in groupby(result.games, key=lambda game: game.board):
        legs = tuple(games)
        if not any(game.outcome == "void" for game in legs):
            total += _board(legs, result.key.table[0], seat)
    return total


def _board(legs: tuple[GameResult, ...], first: str, seat: int) -> Meeting:
    won, points, hands = [0, 0], [0, 0], 0
    for game in legs:
        own = 0 if game.seats[seat] == first else 1  # the side on which the first at the table sat
        for place, side in enumerate((own, 1 - own)):
            won[place] += 1 if game.winner is None else 2 * (game.winner == side)
            points[place] += game.points[side]
        hands += game.hands
    return Meeting((won[0], won[1]), (points[0], points[1]), (Duplicate(points[0] - points[1], hands),))
