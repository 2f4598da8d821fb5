"""Ratios of sums over clusters and their 95 % intervals, from exact integer totals; knows neither games nor entrants."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import NamedTuple

# The 97.5 % quantiles of Student's t for 1 to 9 degrees of freedom (Abramowitz and Stegun, table 26.10).
_SMALL_T = (12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243, 2.3060041, 2.2621572)
_NORMAL_975 = 1.959963984540054


class Interval(NamedTuple):
    """An estimate and its 95 % interval; None where it is not defined."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


class ClusteredRatio:
    """The ratio of two sums whose terms are independent between clusters, not within (points over hands, clustered by board).

    Everything is kept as integers, so the result depends on no order and no rounding.
    """

    __slots__ = ("_lower", "_upper")

    def __init__(self) -> None:
        self._upper: defaultdict[int, int] = defaultdict(int)
        self._lower: defaultdict[int, int] = defaultdict(int)

    def add(self, cluster: int, upper: int, lower: int) -> None:
        """Add ``upper`` to the numerator and ``lower`` (0 or more) to the denominator of ``cluster``."""
        self._upper[cluster] += upper
        self._lower[cluster] += lower

    @property
    def clusters(self) -> int:
        """How many clusters were added to, those that weigh nothing included."""
        return len(self._lower)

    def interval(self, scale: int = 1) -> Interval:
        """The ratio divided by ``scale``, with the 95 % interval of the linearised (delta method) variance and Student's t.

        Without weight there is no value; with fewer than two clusters of any weight there are no bounds.
        """
        pairs = [(self._upper[cluster], lower) for cluster, lower in self._lower.items() if lower]
        upper, lower, n = sum(u for u, _ in pairs), sum(v for _, v in pairs), len(pairs)
        if not lower:
            return Interval()
        value = upper / (scale * lower)
        if n < 2:
            return Interval(value)
        # Residuals u - (upper / lower) v, times ``lower`` to stay with integers.
        squares = sum((u * lower - upper * v) ** 2 for u, v in pairs)
        error = sqrt(n * squares / (n - 1)) / (scale * lower * lower)
        reach = student_975(n - 1) * error
        return Interval(value, value - reach, value + reach)


def student_975(freedom: int) -> float:
    """The 97.5 % quantile of Student's t for ``freedom`` >= 1 degrees of freedom, right to 1e-5.

    From 10 on by the expansion about the normal quantile (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= len(_SMALL_T):
        return _SMALL_T[freedom - 1]
    z = _NORMAL_975
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
