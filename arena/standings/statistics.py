"""Ratios of sums over clusters and their 95 % intervals, from exact integer totals; knows neither games nor entrants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import erfc, pi, sqrt
from typing import Any, NamedTuple

# The 97.5 % quantiles of Student's t for 1 to 9 degrees of freedom (Abramowitz and Stegun, table 26.10).
_SMALL_T = (12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243, 2.3060041, 2.2621572)
_NORMAL_975 = 1.959963984540054
_NORMAL_FROM = 1000


class Interval(NamedTuple):
    """An estimate and its 95 % interval; None where it is not defined."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


class ClusteredRatio:
    """The ratio of two sums whose terms are independent between clusters, not within (points over hands, clustered by board).

    Everything is kept as integers, so the result depends on no order and no rounding.
    """

    __slots__ = ("_lower", "_pieces", "_squares", "_upper")

    def __init__(self) -> None:
        self._upper: defaultdict[int, int] = defaultdict(int)
        self._lower: defaultdict[int, int] = defaultdict(int)
        self._pieces, self._squares = 0, (0, 0, 0)

    def add(self, cluster: int, upper: int, lower: int) -> None:
        """Add ``upper`` to the numerator and ``lower`` (0 or more) to the denominator of ``cluster``."""
        self._upper[cluster] += upper
        self._lower[cluster] += lower
        if lower:
            uu, uv, vv = self._squares
            self._pieces, self._squares = self._pieces + 1, (uu + upper * upper, uv + upper * lower, vv + lower * lower)

    def sums(self) -> Iterator[tuple[int, int, int]]:
        """Each cluster that weighs anything, with its part of the numerator and of the denominator."""
        return ((cluster, self._upper[cluster], lower) for cluster, lower in self._lower.items() if lower)

    @property
    def clusters(self) -> int:
        """How many clusters were added to, those that weigh nothing included."""
        return len(self._lower)

    def interval(self, scale: int = 1) -> Interval:
        """The ratio divided by ``scale``, with the 95 % interval of the linearised (delta method) variance and Student's t.

        Without weight there is no value; with fewer than two clusters of any weight there are no bounds.
        """
        upper, lower, n = self._totals()
        if not lower:
            return Interval()
        value = upper / (scale * lower)
        if n < 2:
            return Interval(value)
        reach = student_975(n - 1) * sqrt(self._variance(upper, lower, n)) / scale
        return Interval(value, value - reach, value + reach)

    def share(self) -> Interval:
        """The ratio as a share between 0 and 1, with Wilson's interval for as many independent trials as have the clustered variance.

        Where all terms are alike, and so show no variance, every cluster counts as one trial.
        """
        upper, lower, n = self._totals()
        if not lower:
            return Interval()
        value = upper / lower
        if n < 2:
            return Interval(value)
        variance = self._variance(upper, lower, n)
        trials = value * (1 - value) / variance if 0 < value < 1 and variance else n
        t2 = student_975(n - 1) ** 2
        middle = (value + t2 / (2 * trials)) / (1 + t2 / trials)
        reach = sqrt(t2 * (value * (1 - value) + t2 / (4 * trials)) / trials) / (1 + t2 / trials)
        return Interval(value, max(middle - reach, 0.0), min(middle + reach, 1.0))

    def reduction(self) -> float | None:
        """By what share the clustering lowers the variance against as many independent terms; negative where it raises it.

        None where either variance is not defined, or the terms show none.
        """
        upper, lower, n = self._totals()
        pieces, (uu, uv, vv) = self._pieces, self._squares
        squares = uu * lower * lower - 2 * upper * lower * uv + upper * upper * vv
        if n < 2 or not squares:
            return None
        return 1 - self._variance(upper, lower, n) / (pieces * squares / ((pieces - 1) * lower**4))

    def _totals(self) -> tuple[int, int, int]:
        """The two sums, and the number of clusters that weigh anything."""
        pairs = [(self._upper[cluster], lower) for cluster, lower in self._lower.items() if lower]
        return sum(u for u, _ in pairs), sum(v for _, v in pairs), len(pairs)

    def _variance(self, upper: int, lower: int, n: int) -> float:
        # Residuals u - (upper / lower) v, times ``lower`` to stay with integers.
        squares = sum((u * lower - upper * v) ** 2 for _, u, v in self.sums())
        return n * squares / ((n - 1) * lower**4)


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


def student_tail(t: Any, freedom: int) -> Any:
    """The chance that Student's t with ``freedom`` >= 1 degrees of freedom exceeds each of the numbers ``t`` >= 0 (an array).

    The finite sums 26.7.3 and 26.7.4 of Abramowitz and Stegun; the normal distribution beyond 1,000 degrees of freedom.
    """
    import numpy as np

    if freedom > _NORMAL_FROM:
        return np.array([0.5 * erfc(one / sqrt(2)) for one in np.ravel(t)]).reshape(np.shape(t))
    angle = np.arctan(t / sqrt(freedom))
    sine, cosine = np.sin(angle), np.cos(angle)
    odd = freedom % 2
    term = cosine if odd else np.ones_like(angle)
    total = term * 0 if odd and freedom == 1 else term
    for k in range(2 + odd, freedom - 1, 2):
        term = term * cosine**2 * (k - 1) / k
        total = total + term
    inside = 2 / pi * (angle + sine * total) if odd else sine * total
    return np.maximum((1 - inside) / 2, 0.0)
