"""Tournaments whose truth is known: games won exactly as Bradley and Terry say, on boards that favour one side, points that follow."""

from __future__ import annotations

import os
from itertools import combinations
from math import erf, erfc, sqrt
from math import log as log_of

import numpy as np

from arena.seats.bot import BotSpec
from arena.standings.ratings import GameLog
from arena.standings.table import standings
from arena.tournament.spec import GameResult, MatchRules, TournamentSpec
from tests.standings.games import PAIRS

RUNS = int(os.environ.get("CALIBRATION_RUNS", "60"))
"""How many tournaments: a small share by default; ``make calibration`` asks for 2,000."""
DRAWS, POINTS = 0.04, 0.4


def tolerance(share: float, runs: int = RUNS) -> float:
    """By how much an observed share may be off: one percent of all, or four binomial standard errors in a short simulation."""
    return 0.01 if runs >= 2000 else 4 * sqrt(share * (1 - share) / runs)


def tournament(numbers: np.random.Generator, theta: list[float], boards: int, *, swing: float = 0.7) -> list[GameResult]:
    """Every pair on every board in both legs. ``swing`` is how much of a game the cards decide, for all tables alike."""
    return [game for board in range(1, boards + 1) for game in _board(numbers, theta, board, swing)]


def _board(numbers: np.random.Generator, theta: list[float], board: int, swing: float) -> list[GameResult]:
    luck, found = numbers.normal(), []
    for a, b in combinations(range(len(theta)), 2):
        for leg in (1, 2):
            one, other = (a, b) if leg == 1 else (b, a)
            z = swing * luck + sqrt(1 - swing * swing) * numbers.normal()
            hands = int(numbers.integers(5, 15))
            points = int(np.floor(POINTS * (theta[one] - theta[other]) * hands - 6 * z + numbers.random()))
            chance = 1 / (1 + np.exp(theta[other] - theta[one])) - 0.5 * (1 + erf(z / sqrt(2)))
            winner = None if abs(chance) < DRAWS / 2 else 0 if chance > 0 else 1
            found.append(_game(board, leg, (f"b{one}", f"b{other}"), winner, (points, 0), hands))
    return found


def finishing_orders(numbers: np.random.Generator, theta: list[float], sides: int, boards: int, *, swing: float = 0.7) -> GameLog:
    """Every set of ``sides`` entrants on every board in every rotation, finishing as Plackett and Luce say; seats share their luck."""
    log = GameLog(tuple((seat,) for seat in range(sides)))
    for board in range(boards):
        luck = numbers.normal(size=sides)
        for members in combinations(range(len(theta)), sides):
            for leg in range(sides):
                seats = members[leg:] + members[:leg]
                z = swing * luck + sqrt(1 - swing * swing) * numbers.normal(size=sides)
                # A normal number that became one of Gumbel's: the order of such sums is Plackett and Luce's.
                strength = [theta[one] - log_of(-log_of(0.5 * erfc(-own / sqrt(2)))) for one, own in zip(seats, z, strict=True)]
                log.add(seats, tuple(sum(other > own for other in strength) for own in strength), board)
    return log


def report(theta: list[float], games: list[GameResult], boards: int):
    entrants = tuple(BotSpec(name=f"b{number}") for number in range(len(theta)))
    spec = TournamentSpec(name="spring", rules=(PAIRS,), seed=7, match=MatchRules(boards=boards), entrants=entrants)
    return standings(spec, [games]).report.reports[0]


def _game(board: int, leg: int, sides: tuple[str, str], winner: int | None, points: tuple[int, int], hands: int) -> GameResult:
    return GameResult(
        board=board,
        leg=leg,
        seats=sides * 2,
        outcome="draw" if winner is None else "win",
        reason="target",
        winner=winner,
        scores=points,
        points=points,
        hands=hands,
        contracts=(0,) * 4,
        made=(0,) * 4,
        bids=(0,) * 4,
    )
