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


class Sums(NamedTuple):
    """A ratio of two sums whose terms are independent between clusters, not within: all that has to be known of it.

    ``clusters`` counts those that weigh anything; ``uu``, ``uv`` and ``vv`` are, over these, the sums of squares and products of their
    parts of the numerator and the denominator; ``pieces`` and what follows are the same over single terms of any weight. All are
    integers, so that nothing depends on any order or rounding.
    """

    clusters: int = 0
    upper: int = 0
    lower: int = 0
    uu: int = 0
    uv: int = 0
    vv: int = 0
    pieces: int = 0
    piece_uu: int = 0
    piece_uv: int = 0
    piece_vv: int = 0

    def interval(self, scale: int = 1) -> Interval:
        """The ratio divided by ``scale``, with the 95 % interval of the linearised (delta method) variance and Student's t.

        Without weight there is no value; with fewer than two clusters of any weight there are no bounds.
        """
        if not self.lower:
            return Interval()
        value = self.upper / (scale * self.lower)
        if self.clusters < 2:
            return Interval(value)
        reach = student_975(self.clusters - 1) * sqrt(self._variance()) / scale
        return Interval(value, value - reach, value + reach)

    def share(self) -> Interval:
        """The ratio as a share between 0 and 1, with Wilson's interval for as many independent trials as have the clustered variance.

        Where all terms are alike, and so show no variance, every cluster counts as one trial.
        """
        if not self.lower:
            return Interval()
        value = self.upper / self.lower
        if self.clusters < 2:
            return Interval(value)
        variance = self._variance()
        trials = value * (1 - value) / variance if 0 < value < 1 and variance else self.clusters
        t2 = student_975(self.clusters - 1) ** 2
        middle = (value + t2 / (2 * trials)) / (1 + t2 / trials)
        reach = sqrt(t2 * (value * (1 - value) + t2 / (4 * trials)) / trials) / (1 + t2 / trials)
        return Interval(value, max(middle - reach, 0.0), min(middle + reach, 1.0))

    def reduction(self) -> float | None:
        """By what share the clustering lowers the variance against as many independent terms; negative where it raises it.

        None where either variance is not defined, or the terms show none.
        """
        squares = self._residuals(self.piece_uu, self.piece_uv, self.piece_vv)
        if self.clusters < 2 or not squares:
            return None
        return 1 - self._variance() / (self.pieces * squares / ((self.pieces - 1) * self.lower**4))

    def _variance(self) -> float:
        return self.clusters * self._residuals(self.uu, self.uv, self.vv) / ((self.clusters - 1) * self.lower**4)

    def _residuals(self, uu: int, uv: int, vv: int) -> int:
        # The sum of the squares of u - (upper / lower) v, times ``lower`` squared to stay with integers.
        return uu * self.lower**2 - 2 * self.upper * self.lower * uv + self.upper**2 * vv


class ClusteredRatio:
    """The same, fed term by term (points over hands, clustered by board)."""

    __slots__ = ("_lower", "_pieces", "_upper")

    def __init__(self) -> None:
        self._upper: defaultdict[int, int] = defaultdict(int)
        self._lower: defaultdict[int, int] = defaultdict(int)
        self._pieces = (0, 0, 0, 0)

    def add(self, cluster: int, upper: int, lower: int) -> None:
        """Add ``upper`` to the numerator and ``lower`` (0 or more) to the denominator of ``cluster``."""
        self._upper[cluster] += upper
        self._lower[cluster] += lower
        if lower:
            pieces, uu, uv, vv = self._pieces
            self._pieces = (pieces + 1, uu + upper * upper, uv + upper * lower, vv + lower * lower)

    def clusters(self) -> Iterator[tuple[int, int, int]]:
        """Each cluster that weighs anything, with its part of the numerator and of the denominator."""
        return ((cluster, self._upper[cluster], lower) for cluster, lower in self._lower.items() if lower)

    def sums(self) -> Sums:
        """All that was added."""
        parts = [(u, v) for _, u, v in self.clusters()]
        upper, lower = sum(u for u, _ in parts), sum(v for _, v in parts)
        return Sums(
            len(parts),
            upper,
            lower,
            sum(u * u for u, _ in parts),
            sum(u * v for u, v in parts),
            sum(v * v for _, v in parts),
            *self._pieces,
        )


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
