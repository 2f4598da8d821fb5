import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.standings.statistics import ClusteredRatio, Interval, student_975, student_tail


def filled(pairs):
    ratio = ClusteredRatio()
    for cluster, (upper, lower) in enumerate(pairs):
        ratio.add(cluster, upper, lower)
    return ratio.sums()


# scipy.stats.t.ppf(0.975, freedom); the first thirty are in every printed table.
@pytest.mark.parametrize(
    ("freedom", "expected"),
    [
        (1, 12.706204736174694),
        (2, 4.302652729749462),
        (3, 3.1824463052837078),
        (4, 2.7764451051977934),
        (5, 2.5705818356363146),
        (6, 2.4469118511449786),
        (7, 2.364624251592784),
        (8, 2.306004135204166),
        (9, 2.262157162798205),
        (10, 2.228138851986274),
        (11, 2.200985160091639),
        (12, 2.1788128296672284),
        (15, 2.131449545559776),
        (19, 2.0930240544083087),
        (29, 2.045229642132703),
        (30, 2.0422724563012378),
        (49, 2.0095752371292392),
        (99, 1.9842169515864174),
        (499, 1.9647293909876886),
        (1999, 1.9611514201705613),
        (10**6, 1.959966356814107),
    ],
)
def test_quantiles_of_student(freedom, expected):
    assert student_975(freedom) == pytest.approx(expected, abs=1e-5)


def test_worked_by_hand():
    # 2 points over 8 hands: 0.25. Residuals 3 - 0.5, 1 - 1, -2 - 0.5; variance 3/2 * 12.5 / 8**2; t(2) = 4.302653.
    value, low, high = filled([(3, 2), (1, 4), (-2, 2)]).interval()
    assert value == 0.25
    assert low == pytest.approx(0.25 - 4.302653 * 0.29296875**0.5, abs=1e-6)
    assert high == pytest.approx(0.25 + 4.302653 * 0.29296875**0.5, abs=1e-6)


def test_equal_weights_give_the_interval_of_a_mean():
    # Student's sleep data (1908), the differences in tenths of an hour: 95 % interval 0.7001 to 2.4599.
    value, low, high = filled([(one, 10) for one in (12, 24, 13, 13, 0, 10, 18, 8, 46, 14)]).interval()
    assert (value, low, high) == (1.58, pytest.approx(0.7001142, abs=1e-5), pytest.approx(2.4598858, abs=1e-5))


def test_scale_divides_everything():
    plain, scaled = filled([(3, 2), (1, 4), (-2, 2)]).interval(), filled([(6, 2), (2, 4), (-4, 2)]).interval(2)
    assert scaled == pytest.approx(plain, abs=1e-12)


@given(st.lists(st.tuples(st.integers(-200, 200), st.integers(1, 40)), min_size=2, max_size=60))
def test_against_floating_point(pairs):
    upper, lower = numpy.array(pairs, dtype=float).T
    ratio, n = upper.sum() / lower.sum(), len(pairs)
    error = numpy.sqrt(n * (upper - ratio * lower).var(ddof=0) * n / (n - 1)) / lower.sum()
    reach = student_975(n - 1) * error
    assert filled(pairs).interval() == pytest.approx((ratio, ratio - reach, ratio + reach), abs=1e-9)


def test_against_the_jackknife():
    numbers = numpy.random.default_rng(11)
    lower = numbers.integers(5, 30, 500)
    upper = numbers.integers(-20, 30, 500) + lower // 4
    without = (upper.sum() - upper) / (lower.sum() - lower)
    jackknife = numpy.sqrt(499 / 500 * ((without - without.mean()) ** 2).sum())
    value, _, high = filled(zip(upper.tolist(), lower.tolist(), strict=True)).interval()
    assert (high - value) / student_975(499) == pytest.approx(jackknife, rel=0.005)


@given(st.permutations(range(6)), st.integers(1, 5))
def test_neither_order_nor_pieces_matter(order, pieces):
    whole, parts = filled([(3 * n - 7, 4 + n) for n in range(6)]), ClusteredRatio()
    for n in order:
        parts.add(n, 3 * n - 7 - pieces, 4)
        parts.add(n, pieces, n)
    assert parts.sums().interval() == whole.interval()


def test_undefined():
    assert ClusteredRatio().sums().interval() == Interval(None, None, None)
    assert filled([(0, 0), (0, 0)]).interval() == Interval(None, None, None)
    assert filled([(6, 3)]).interval() == Interval(2.0, None, None)
    assert filled([(6, 3), (0, 0)]).interval() == Interval(2.0, None, None)
    assert filled([(6, 3), (0, 0)]).clusters == 1


@pytest.mark.parametrize(("boards", "opponents"), [(12, 1), (60, 5)])
def test_the_interval_covers_the_truth(boards, opponents):
    """Boards with an effect of their own on every game played on them, games of different length; 95 % within three standard errors."""
    numbers, truth, runs, covered = numpy.random.default_rng(2026), 0.3, 1200, 0
    for _ in range(runs):
        luck = numbers.normal(0, 2, (boards, 1))
        hands = numbers.integers(6, 25, (boards, opponents))
        points = numpy.rint(hands * truth + 2 * luck + numbers.normal(0, 9, (boards, opponents))).astype(int)
        ratio = ClusteredRatio()
        for board in range(boards):
            for opponent in range(opponents):
                ratio.add(board, int(points[board, opponent]), int(hands[board, opponent]))
        _, low, high = ratio.sums().interval()
        assert low is not None
        assert high is not None
        covered += low <= truth <= high
    assert 0.93 <= covered / runs <= 0.97


def test_a_share_is_wilsons_interval():
    # Wilson's own formula, z replaced by t(19) = 2.093024 and 20 independent games of which 14 were won.
    ratio = filled([(2, 2)] * 14 + [(0, 2)] * 6)
    value, low, high = ratio.share()
    trials = 0.7 * 0.3 / (20 / 19 * (14 * 0.09 + 6 * 0.49) / 400)
    t2 = 2.0930240544083087**2
    middle, reach = 0.7 + t2 / (2 * trials), math.sqrt(t2 * (0.21 + t2 / (4 * trials)) / trials)
    assert (value, low, high) == (0.7, *(pytest.approx((middle + sign * reach) / (1 + t2 / trials), abs=1e-6) for sign in (-1, 1)))


def test_a_share_of_all_or_nothing_is_not_certain():
    assert filled([(4, 4)] * 10).share() == (1.0, pytest.approx(10 / (10 + 2.262157**2), abs=1e-6), 1.0)
    assert filled([(0, 4)] * 10).share()[:2] == (0.0, 0.0)
    assert filled([]).share() == Interval()
    assert filled([(1, 2)]).share() == Interval(0.5)
    assert filled([(1, 2)] * 8).share()[1:] != (0.5, 0.5)


def test_the_reduction_of_variance():
    def paired(second):
        ratio = ClusteredRatio()
        for cluster, first in enumerate([5, -3, 8, -7, 2, -4]):
            ratio.add(cluster, first, 1)
            ratio.add(cluster, second(first), 1)
        return ratio.sums().reduction()

    assert paired(lambda first: -first) == pytest.approx(1)
    # Twins that say the same are worth half: the variance is doubled, all but for the smaller number of clusters.
    assert paired(lambda first: first) == pytest.approx(1 - 2 * (6 / 5) / (12 / 11))
    assert filled([(1, 1)]).reduction() is None
    assert filled([(2, 2)] * 5).reduction() is None


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 49, 100, 999, 1000, 5000])
def test_the_tail_belongs_to_the_quantile(freedom):
    assert student_tail(numpy.array([0.0, student_975(freedom)]), freedom) == pytest.approx([0.5, 0.025], abs=3e-5)


# scipy.stats.t.sf
@pytest.mark.parametrize(
    ("t", "freedom", "expected"),
    [(3.0, 1, 0.10241638234956672), (4.0, 4, 0.00806504495004624), (3.5, 19, 0.0011976733448414046), (6.0, 100, 1.586245710838286e-08)],
)
def test_tails_of_student(t, freedom, expected):
    assert float(student_tail(numpy.array([t]), freedom)[0]) == pytest.approx(expected, rel=1e-6)
