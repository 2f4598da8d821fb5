"""TrueSkill over finished games in canonical order; knows entrants as numbers and finishing orders, never cards, names or the clock."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import erfc, exp, pi, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

import trueskill

from arena.tournament.spec import Rating

Teams = tuple[tuple[int, ...], ...]
Ranks = tuple[int, ...]

LEAST_DRAWS, MOST_DRAWS = 0.001, 0.999
# Below this the normal distribution leaves the range of a double and its tail is replaced by the asymptotic series.
_TAIL = -37.0
_ROOT_2, _ROOT_2PI = sqrt(2), sqrt(2 * pi)
# Seatings come round again with every board; beyond this many they are worked out anew.
_SEATINGS = 1 << 15
# Orders tried for the order spread, and how many games may be rated for it: duels in closed form, others by the slow factor graph.
_ORDERS, _DUELS, _GRAPHS = 10, 150_000, 1_500


class Belief(NamedTuple):
    """What TrueSkill believes of one entrant's strength: a normal distribution. It is a belief, not a confidence interval."""

    mu: float
    sigma: float

    @property
    def conservative(self) -> float:
        """mu - 3 sigma: the strength the entrant has almost surely shown."""
        return self.mu - 3 * self.sigma


class GameLog:
    """The rated games of one rule set in canonical order, packed into a few bytes each so that they can be gone through again.

    ``sides`` are the seats of each side. A game is its entrants by seat, the ranks of its sides (0 is best, equal ranks tie), and the
    cluster it belongs to: games of different clusters are independent.
    """

    def __init__(self, sides: tuple[tuple[int, ...], ...]) -> None:
        self.sides = sides
        self.games = self.ties = 0
        self._words = array("I")
        self._seats = sum(map(len, sides))

    def add(self, seats: tuple[int, ...], ranks: Ranks, cluster: int = 0) -> None:
        """Append one game."""
        self.games += 1
        self.ties += len(ranks) - len(set(ranks))
        self._words.extend((*seats, *ranks, cluster))

    def extend(self, seats: Any, ranks: Any, clusters: Any) -> None:
        """Append games, a row each."""
        import numpy

        self.games += len(clusters)
        self.ties += int((ranks.shape[1] - 1 - ranks.max(axis=1)).sum())
        self._words.frombytes(numpy.column_stack([seats, ranks, clusters]).astype(numpy.uintc).tobytes())

    def __iter__(self) -> Iterator[tuple[Teams, Ranks]]:
        """The games as teams by side and their ranks."""
        return self._read(iter(self._words))

    def shuffled(self, numbers: Random) -> Iterator[tuple[Teams, Ranks]]:
        """The games in an order drawn from ``numbers``."""
        size = self._seats + len(self.sides) + 1
        order = list(range(0, len(self._words), size))
        numbers.shuffle(order)
        return self._read(word for start in order for word in self._words[start : start + size])

    def columns(self) -> Any:
        """The games as an array of int64 with a row each: entrants by seat, ranks by side, cluster."""
        return self._rows().astype("int64")

    def duels(self, start: int, end: int) -> Iterable[tuple[int, int, bool]]:
        """Of games that are all duels those from ``start`` up to ``end``: who beat whom, or drew with them."""
        rows, (one, other) = self._rows(start, end), (side[0] for side in self.sides)
        second = rows[:, self._seats] > rows[:, self._seats + 1]
        first_won = rows[:, [one, other]]
        first_won[second] = first_won[second, ::-1]
        return zip(*first_won.T.tolist(), (rows[:, self._seats] == rows[:, self._seats + 1]).tolist(), strict=True)

    def _rows(self, start: int = 0, end: int | None = None) -> Any:
        import numpy

        width = self._seats + len(self.sides) + 1
        return numpy.frombuffer(self._words[start * width : None if end is None else end * width], numpy.uintc).reshape(-1, width)

    def _read(self, words: Iterator[int]) -> Iterator[tuple[Teams, Ranks]]:
        teams_of = lru_cache(_SEATINGS)(self.teams)
        for row in zip(*[words] * (self._seats + len(self.sides) + 1), strict=True):
            yield teams_of(row[: self._seats]), row[self._seats : -1]

    def teams(self, seats: tuple[int, ...]) -> Teams:
        """The entrants of each side, each once however many of its seats it fills."""
        return tuple(tuple(dict.fromkeys(seats[seat] for seat in side)) for side in self.sides)

    @property
    def all_duels(self) -> bool:
        """Whether every game was between two single entrants."""
        if len(self.sides) != 2:
            return False
        seats = self._rows()[:, : self._seats]
        return all(bool((seats[:, [side[0]]] == seats[:, list(side)]).all()) for side in self.sides)

    @property
    def draw_share(self) -> float:
        """The share of neighbours in the finishing orders that tied; with two sides, the share of draws. 0 without games."""
        neighbours = self.games * (len(self.sides) - 1)
        return self.ties / neighbours if neighbours else 0.0


def draw_probability(rating: Rating, log: GameLog) -> float:
    """The draw probability to rate ``log`` with: the given one, or for ``auto`` the share of draws, at least 0.001.

    Where ties occurred a given value below 0.001 counts as 0.001: a tie thought impossible would raise sigma. A run of draws alone
    counts as 0.999, since at 1 a draw would say nothing about anyone.
    """
    if rating.draw_probability == "auto":
        return min(max(log.draw_share, LEAST_DRAWS), MOST_DRAWS)
    return min(max(rating.draw_probability, LEAST_DRAWS if log.ties else 0.0), MOST_DRAWS)


def rate(
    games: Iterable[tuple[Teams, Ranks]], entrants: int, rating: Rating, draws: float, start: Sequence[Belief] | None = None
) -> list[Belief]:
    """The beliefs about entrants 0..``entrants`` - 1 after ``games``, updated one by one in the order given.

    ``draws`` is the draw probability, ``start`` what is believed before. Two sides of one entrant each take the closed form, everything
    else the factor graph of the ``trueskill`` package; both compute the same function.
    """
    update, graph = Duel(rating, draws).update, _environment(rating, draws)
    mus, variances = _means_and_variances([Belief(rating.mu, rating.sigma)] * entrants if start is None else start)
    for teams, ranks in games:
        if len(teams) == 2 and len(teams[0]) == len(teams[1]) == 1:
            (a,), (b,) = teams if ranks[0] <= ranks[1] else reversed(teams)
            mus[a], variances[a], mus[b], variances[b] = update(mus[a], variances[a], mus[b], variances[b], ranks[0] == ranks[1])
        else:
            _rate_by_graph(graph, mus, variances, teams, ranks)
    return [Belief(mu, sqrt(variance)) for mu, variance in zip(mus, variances, strict=True)]


def rated_over_time(log: GameLog, entrants: int, rating: Rating, draws: float, moments: int) -> tuple[tuple[Belief, ...], ...]:
    """The beliefs by entrant before the first game and after each of at most ``moments`` equal parts of ``log``."""
    games, size = iter(log), max(1, -(-log.games // moments))
    found = [(Belief(rating.mu, rating.sigma),) * entrants]
    duel = Duel(rating, draws) if log.all_duels else None
    for first in range(0, log.games, size):
        after = (
            duel.all(log.duels(first, first + size), found[-1]) if duel else rate(islice(games, size), entrants, rating, draws, found[-1])
        )
        found.append(tuple(after))
    return tuple(found)


class Duel:
    """TrueSkill's update for two single entrants in closed form (Herbrich, Minka, Graepel: TrueSkill, NIPS 2006, section 3)."""

    def __init__(self, rating: Rating, draws: float) -> None:
        self._tau2 = rating.tau**2
        self._noise2 = 2 * rating.beta**2
        self._margin = _quantile((draws + 1) / 2) * _ROOT_2 * rating.beta

    def __call__(self, a: Belief, b: Belief, *, drawn: bool) -> tuple[Belief, Belief]:
        """The beliefs after ``a`` beat ``b``, or after they drew."""
        mu_a, a2, mu_b, b2 = self.update(a.mu, a.sigma**2, b.mu, b.sigma**2, drawn)
        return Belief(mu_a, sqrt(a2)), Belief(mu_b, sqrt(b2))

    def all(self, duels: Iterable[tuple[int, int, bool]], start: Sequence[Belief]) -> list[Belief]:
        """The beliefs by entrant after ``duels``, of which ``start`` was believed before: who beat whom, or drew with them."""
        update = self.update
        mus, variances = _means_and_variances(start)
        for a, b, drawn in duels:
            mus[a], variances[a], mus[b], variances[b] = update(mus[a], variances[a], mus[b], variances[b], drawn)
        return [Belief(mu, sqrt(variance)) for mu, variance in zip(mus, variances, strict=True)]

    def update(self, mu_a: float, a2: float, mu_b: float, b2: float, drawn: bool) -> tuple[float, float, float, float]:  # noqa: FBT001
        """The same with variances for spreads: the means and variances after ``a`` beat ``b``, or after they drew."""
        a2, b2 = a2 + self._tau2, b2 + self._tau2
        c2 = a2 + b2 + self._noise2
        c = sqrt(c2)
        ahead, margin = (mu_a - mu_b) / c, self._margin / c
        v, w = _drawn(ahead, margin) if drawn else _won(ahead - margin)
        return mu_a + a2 / c * v, a2 * (1 - a2 / c2 * w), mu_b - b2 / c * v, b2 * (1 - b2 / c2 * w)


def anchored(beliefs: list[Belief], names: Sequence[str], rating: Rating) -> list[Belief]:
    """The ``beliefs`` about ``names``, shifted as a whole so that the anchors among them have on average the mu they are given."""
    shifts = [mu - beliefs[names.index(name)].mu for name, mu in rating.anchor.items() if name in names]
    shift = fmean(shifts) if shifts else 0.0
    return [belief._replace(mu=belief.mu + shift) for belief in beliefs]


def order_spread(log: GameLog, entrants: int, rating: Rating, draws: float) -> list[float] | None:
    """By how much each entrant's mu depends on the order of the games: its standard deviation over random orders.

    Up to ten orders, fewer for many games (the work is bounded), None when not even three could be rated or there is but one game.
    """
    orders = min(_ORDERS, (_DUELS if log.all_duels else _GRAPHS) // max(log.games, 1))
    if orders < 3 or log.games < 2:
        return None
    found = [rate(log.shuffled(Random(number)), entrants, rating, draws) for number in range(orders)]
    return [stdev(beliefs[entrant].mu for beliefs in found) for entrant in range(entrants)]


def _won(x: float) -> tuple[float, float]:
    """V and W of a normal distribution cut off below -``x``."""
    if x < _TAIL:
        return -x - 1 / x + 2 / x**3, 1 - 1 / x**2 + 6 / x**4
    v = exp(-x * x / 2) / _ROOT_2PI / (0.5 * erfc(-x / _ROOT_2))  # density over cumulative, written out: every game comes here
    return v, v * (v + x)


def _drawn(ahead: float, margin: float) -> tuple[float, float]:
    """V and W of a normal distribution cut off on both sides of ``ahead`` at ``margin``."""
    near, far = margin - abs(ahead), -margin - abs(ahead)
    mass = _cumulative(near) - _cumulative(far)
    sign = -1 if ahead < 0 else 1
    if mass <= 0:
        return sign * near, 1.0
    near_density, far_density = _density(near), _density(far)
    v = (far_density - near_density) / mass
    return sign * v, v * v + (near * near_density - far * far_density) / mass


def _cumulative(x: float) -> float:
    return 0.5 * erfc(-x / _ROOT_2)


def _density(x: float) -> float:
    return exp(-x * x / 2) / _ROOT_2PI


def _quantile(p: float) -> float:
    return NormalDist().inv_cdf(p)


def _environment(rating: Rating, draws: float) -> Any:
    # The package's own error function is off by up to 4e-6; the standard library's is exact to the last digits.
    exact = (_cumulative, _density, _quantile)
    return trueskill.TrueSkill(rating.mu, rating.sigma, rating.beta, rating.tau, draws, backend=exact)


def _means_and_variances(beliefs: Sequence[Belief]) -> tuple[list[float], list[float]]:
    return [float(one.mu) for one in beliefs], [float(one.sigma) ** 2 for one in beliefs]


def _rate_by_graph(graph: Any, mus: list[float], variances: list[float], teams: Teams, ranks: Ranks) -> None:
    groups = [tuple(graph.create_rating(mus[entrant], sqrt(variances[entrant])) for entrant in team) for team in teams]
    for team, group in zip(teams, graph.rate(groups, ranks=ranks), strict=True):
        for entrant, rated in zip(team, group, strict=True):
            mus[entrant], variances[entrant] = rated.mu, rated.sigma**2
