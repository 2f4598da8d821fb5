"""How often does the sequential test say yes where it should say no, and no where it should say yes?"""

from math import sqrt

import numpy as np
import pytest

from arena.standings.sequential import NORMALIZED, Bounds, llr_of_pairs, llr_of_points, score_of
from tests.calibration.simulated import RUNS

ALPHA, BETA, BLOCK, MOST = 0.05, 0.1, 25, 3000
OUTCOMES = np.array([0.08, 0.22, 0.36, 0.24, 0.10])
HALVES = np.arange(5) / 4


def shares_for(target):
    """The outcomes tilted until ``target``, a function of their mean and standard deviation, is 0."""
    low, high = -5.0, 5.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        shares = OUTCOMES * np.exp(middle * HALVES)
        shares /= shares.sum()
        mean = float(shares @ HALVES)
        low, high = (middle, high) if target(mean, float(np.sqrt(shares @ (HALVES - mean) ** 2))) < 0 else (low, middle)
    return shares


def verdict(draw, bounds):
    """Looks at the test after every block, as a comparison does."""
    for _ in range(MOST // BLOCK):
        found = bounds.verdict(draw())
        if found != "undecided":
            return found
    return "undecided"


def of_pairs(shares, scale, elo1, numbers):
    counts = np.zeros(5, dtype=int)

    def draw():
        counts[:] += numbers.multinomial(BLOCK, shares)
        return llr_of_pairs(counts.tolist(), 0, elo1, scale)

    return draw


def of_points(mean, numbers, length=0.0):
    """Boards of four to eight hands, ``length`` points more for each that they are longer than the average."""
    boards: list[tuple[int, int]] = []

    def draw():
        hands = numbers.integers(4, 9, BLOCK)
        luck = numbers.normal(0, 6, BLOCK) * numbers.choice([0.5, 1.5], BLOCK) + length * (hands - 6)
        points = np.floor(mean * hands + luck + numbers.random(BLOCK))
        boards.extend(zip(points.astype(int).tolist(), hands.tolist(), strict=True))
        return llr_of_points(boards, 0, 0.25)

    return draw


def rate(draws, wrong):
    bounds = Bounds.of(ALPHA, BETA)
    return sum(verdict(draw, bounds) == wrong for draw in draws) / RUNS


def most(risk):
    """The risk and three binomial standard errors."""
    return risk + 3 * sqrt(risk * (1 - risk) / RUNS)


@pytest.mark.parametrize(("scale", "elo1"), [("normalized", 60), ("logistic", 50)])
def test_pairs(scale, elo1):
    def target(elo):
        if scale == "logistic":
            return lambda mean, _spread: mean - score_of(elo)
        return lambda mean, spread: (mean - 0.5) / (spread * sqrt(2)) - elo / NORMALIZED

    numbers = np.random.default_rng(5)
    null, alternative = (shares_for(target(elo)) for elo in (0, elo1))
    assert rate((of_pairs(null, scale, elo1, numbers) for _ in range(RUNS)), "stronger") <= most(ALPHA)
    assert rate((of_pairs(alternative, scale, elo1, numbers) for _ in range(RUNS)), "not stronger") <= most(BETA)


@pytest.mark.parametrize("length", [0.0, 2.0, -2.0])
def test_points(length):
    """Also where whoever makes more points makes them in longer games: what is tested is points per hand, not a mean of boards' means."""
    numbers = np.random.default_rng(6)
    assert rate((of_points(0, numbers, length) for _ in range(RUNS)), "stronger") <= most(ALPHA)
    assert rate((of_points(0.25, numbers, length) for _ in range(RUNS)), "not stronger") <= most(BETA)
