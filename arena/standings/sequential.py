"""Sequential tests of one bot against another on duplicates: is it stronger? Knows counts of pairs and points, never bots or cards.

The generalised sequential probability ratio test of chess engine testing: Michel Van den Bergh, "A practical introduction to the GSPRT"
and "Normalized Elo" (2020), as in fishtest. A pair is the two legs of a board; it counts 0, 1/2, 1, 3/2 or 2 games won.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, log, log10, sqrt
from typing import Literal, NamedTuple

from arena.standings.statistics import student_975

Verdict = Literal["stronger", "not stronger", "undecided"]
Scale = Literal["normalized", "logistic"]

NORMALIZED = 800 / log(10)
"""Normalized Elo in one unit of (mean score - 1/2) / standard deviation, both of a single game."""
_LITTLE = 1e-3
_ROUNDS, _EXACT = 200, 1e-13
_FLAT = 1e-6
_Z = 1.959963984540054


class Bounds(NamedTuple):
    """Where the log likelihood ratio decides: at ``upper`` or above for "stronger", at ``lower`` or below against it."""

    lower: float
    upper: float

    @classmethod
    def of(cls, alpha: float, beta: float) -> Bounds:
        """Wald's bounds for the chances of a false "stronger" (``alpha``) and of a false "not stronger" (``beta``)."""
        return cls(log(beta / (1 - alpha)), log((1 - beta) / alpha))

    def verdict(self, llr: float) -> Verdict:
        """What a log likelihood ratio says."""
        return "stronger" if llr >= self.upper else "not stronger" if llr <= self.lower else "undecided"


class PairElo(NamedTuple):
    """Strength read from pairs: logistic and normalized Elo, each with the half width of its 95 % interval.

    ``conventional_error`` is what chess engine testers print with normalized Elo: it holds the spread for known, and so is no 95 % interval
    for bots far apart. ``los`` is the chance of being the stronger. None where it is not defined: without pairs, or with all points on one
    side.
    """

    elo: float | None = None
    elo_error: float | None = None
    normalized: float | None = None
    normalized_error: float | None = None
    conventional_error: float | None = None
    los: float | None = None


def llr_of_pairs(counts: Sequence[int], elo0: float, elo1: float, scale: Scale) -> float:
    """The log likelihood ratio of strength ``elo1`` against ``elo0`` for pairs counted as [LL, LD, DD + WL, WD, WW]; 0 without pairs."""
    if not sum(counts):
        return 0.0
    pairs, shares = _shares(counts)
    likeliest = _at_mean if scale == "logistic" else _at_deviation
    at0, at1 = (likeliest(shares, _target(elo, scale)) for elo in (elo0, elo1))
    return pairs * sum(share * log(one / zero) for share, one, zero in zip(shares, at1, at0, strict=True))


def growth_of_pairs(counts: Sequence[int], elo0: float, elo1: float, scale: Scale) -> float:
    """The variance of what a pair adds to the log likelihood ratio, for hypotheses not far apart."""
    step = _target(elo1, scale) - _target(elo0, scale)
    return step**2 if scale == "normalized" else step**2 / _moments(_shares(counts)[1])[1]


def llr_of_points(boards: Sequence[tuple[int, int]], points0: float, points1: float) -> float:
    """The log likelihood ratio of ``points1`` a hand against ``points0``, for boards given as (points, hands).

    The ratio is taken as normal, with the linearised (delta method) variance, the likelier spread of residuals put in under either; one
    residual of a point is added, so that boards without any difference prove little. 0 without hands.
    """
    points, hands, n = _sums(boards)
    if not hands:
        return 0.0
    squares = [_squares(boards) + (points - mean * hands) ** 2 / n for mean in (points0, points1)]
    return n / 2 * log(squares[0] / squares[1])


def growth_of_points(boards: Sequence[tuple[int, int]], points0: float, points1: float) -> float:
    """The variance of what a board adds to the log likelihood ratio, for hypotheses not far apart. At least one board with hands."""
    _, hands, n = _sums(boards)
    return ((points1 - points0) * hands / n) ** 2 * n / _squares(boards)


def expected_more(llr: float, bounds: Bounds, boards: int, growth: float) -> float:
    """How many more boards until either bound is reached, if things go on as in the ``boards`` so far: Wald's identity, Brownian motion."""
    up, down, drift = bounds.upper - llr, llr - bounds.lower, llr / boards
    if up <= 0 or down <= 0:
        return 0.0
    pull = 2 * drift / growth
    if abs(pull) * (up + down) < _FLAT:
        return up * down / growth
    # The chance to meet the upper bound first, written so that it does not overflow either way.
    rising = _rising(pull, up, down) if pull > 0 else 1 - _rising(-pull, down, up)
    return (rising * up - (1 - rising) * down) / drift


def elo_of_pairs(counts: Sequence[int]) -> PairElo:
    """Elo and chance of being stronger from pairs counted as [LL, LD, DD + WL, WD, WW]."""
    pairs = sum(counts)
    if not pairs:
        return PairElo()
    mean, variance = _moments([count / pairs for count in counts])
    if not variance:
        return PairElo(los=mean) if mean in (0, 1) else PairElo(elo=elo_of(mean), los=0.5)
    error = sqrt(variance / pairs)
    low, high = mean - _Z * error, mean + _Z * error
    return PairElo(
        elo=elo_of(mean),
        elo_error=(elo_of(high) - elo_of(low)) / 2 if low > 0 and high < 1 else None,
        normalized=NORMALIZED * (mean - 0.5) / sqrt(2 * variance),
        normalized_error=_normalized_error(counts),
        conventional_error=NORMALIZED * _Z / sqrt(2 * pairs),
        los=0.5 * erfc((0.5 - mean) / error / sqrt(2)),
    )


def _normalized_error(counts: Sequence[int]) -> float:
    """Half the width of the 95 % interval of normalized Elo, by the delta method for a mean over an estimated standard deviation.

    Skewness and kurtosis are those of the counts with half a pair added to each: that a rare outcome was not seen in a few pairs does not
    mean that there is none. At least two pairs.
    """
    pairs = sum(counts)
    shares = [(count + 0.5) / (pairs + len(counts) / 2) for count in counts]
    mean, variance = _moments(shares)
    distance = (mean - 0.5) / sqrt(variance)
    third, fourth = (
        sum(share * ((score - mean) / sqrt(variance)) ** power for share, score in zip(shares, _scores(shares), strict=True))
        for power in (3, 4)
    )
    # The mean and the spread are estimated from the same pairs; third**2 + 1 <= fourth, so this is not negative.
    growth = 1 - distance * third + distance**2 * (fourth - 1) / 4
    return NORMALIZED * student_975(pairs - 1) * sqrt(growth / (2 * pairs))


def elo_of(score: float) -> float:
    """The logistic Elo of a share of games won between 0 and 1, both excluded."""
    return -400 * log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The share of games won that a logistic Elo stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def _sums(boards: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Of the boards with hands: all points, all hands, and how many there are."""
    counted = [board for board in boards if board[1]]
    return sum(points for points, _ in counted), sum(hands for _, hands in counted), len(counted)


def _squares(boards: Sequence[tuple[int, int]]) -> float:
    """The squares of the residuals about the observed points a hand, and one."""
    points, hands, _ = _sums(boards)
    return 1 + sum((own - points / hands * count) ** 2 for own, count in boards if count)


def _target(elo: float, scale: Scale) -> float:
    # A pair's mean has half the variance of a game's.
    return score_of(elo) if scale == "logistic" else elo / NORMALIZED * sqrt(2)


def _shares(counts: Sequence[int]) -> tuple[float, list[float]]:
    """The number of pairs and the share of each outcome; one that was never seen counts a thousandth, so that none is held impossible."""
    weights = [count or _LITTLE for count in counts]
    total = sum(weights)
    return total, [weight / total for weight in weights]


def _scores(outcomes: Sequence[float]) -> list[float]:
    return [index / (len(outcomes) - 1) for index in range(len(outcomes))]


def _moments(shares: Sequence[float]) -> tuple[float, float]:
    scores = _scores(shares)
    mean = sum(share * score for share, score in zip(shares, scores, strict=True))
    return mean, sum(share * (score - mean) ** 2 for share, score in zip(shares, scores, strict=True))


def _at_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest shares whose mean score is ``mean`` (Van den Bergh, GSPRT, proposition 1.1)."""
    return _tilted(shares, [score - mean for score in _scores(shares)])


def _at_deviation(shares: Sequence[float], target: float) -> list[float]:
    """The likeliest shares whose mean score is ``target`` standard deviations above 1/2 (Van den Bergh, Normalized Elo, section 4.1)."""
    scores, found = _scores(shares), [1 / len(shares)] * len(shares)
    for _ in range(_ROUNDS):
        mean, variance = _moments(found)
        spread = sqrt(variance)
        pulls = [score - 0.5 - target * spread * (1 + ((mean - score) / spread) ** 2) / 2 for score in scores]
        before, found = found, _tilted(shares, pulls)
        if max(abs(one - other) for one, other in zip(before, found, strict=True)) < _EXACT:
            break
    return found


def _tilted(shares: Sequence[float], pulls: Sequence[float]) -> list[float]:
    """``shares`` reweighted by 1 / (1 + x pull), with the x that makes the mean of the ``pulls`` zero; they have both signs."""
    low, high, x = -1 / max(pulls), -1 / min(pulls), 0.0
    for _ in range(_ROUNDS):
        weights = [pull / (1 + x * pull) for pull in pulls]
        mean = sum(share * weight for share, weight in zip(shares, weights, strict=True))
        # The mean falls with x, from plus to minus infinity: Newton's step where it stays between the bounds, else their middle.
        low, high = (x, high) if mean > 0 else (low, x)
        before, x = x, x + mean / sum(share * weight * weight for share, weight in zip(shares, weights, strict=True))
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - before) <= _EXACT * max(1.0, abs(x)):
            break
    return [share / (1 + x * pull) for share, pull in zip(shares, pulls, strict=True)]


def _rising(pull: float, up: float, down: float) -> float:
    """The chance to climb ``up`` before sinking ``down`` with a ``pull`` upwards."""
    return (1 - exp(-pull * down)) / (1 - exp(-pull * (up + down)))
