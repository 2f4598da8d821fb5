import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.standings.sequential import (
    Bounds,
    elo_of_pairs,
    expected_more,
    growth_of_pairs,
    growth_of_points,
    llr_of_pairs,
    llr_of_points,
    score_of,
)
from arena.standings.statistics import student_975

COUNTS = st.lists(st.integers(0, 400), min_size=5, max_size=5).filter(any)


# Published results of chess engine tests: the test servers of Stockfish, and of fastchess' own tests.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "scale", "llr"),
    [
        ([365, 16618, 36229, 16974, 390], 0, 2, "normalized", 2.2504),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, "normalized", 3.0102),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, "logistic", -3.0741),
        ([13, 37, 50, 25, 3], 0, 4, "normalized", -0.5491),
    ],
)
def test_published_log_likelihood_ratios(counts, elo0, elo1, scale, llr):
    assert llr_of_pairs(counts, elo0, elo1, scale) == pytest.approx(llr, abs=5e-5)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "normalized", "normalized_error", "digits"),
    [
        ([365, 16618, 36229, 16974, 390], 0.999, 0.923, None, None, 3),
        ([13, 37, 50, 25, 3], -43.658, None, -63.97, None, 2),
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 2),
    ],
)
def test_published_elo(counts, elo, error, normalized, normalized_error, digits):
    found = elo_of_pairs(counts)
    values = (found.elo, found.elo_error, found.normalized, found.conventional_error)
    for value, expected in zip(values, (elo, error, normalized, normalized_error), strict=True):
        assert expected is None or value == pytest.approx(expected, abs=0.6 * 10**-digits)


@pytest.mark.parametrize("counts", [[34, 54, 63, 64, 75], [2, 9, 30, 41, 18], [0, 1, 3, 20, 76]])
def test_the_error_of_normalized_elo_heeds_that_the_spread_is_estimated(counts):
    # The influence of one pair on (mean - 1/2) / spread, written out; half a pair more of each outcome.
    pairs, scores = sum(counts), numpy.arange(5) / 4
    shares = (numpy.array(counts) + 0.5) / (pairs + 2.5)
    mean = shares @ scores
    spread = math.sqrt(shares @ (scores - mean) ** 2)
    influence = (scores - mean) / spread - (mean - 0.5) / spread * (((scores - mean) / spread) ** 2 - 1) / 2
    error = student_975(pairs - 1) * 800 / math.log(10) * math.sqrt(shares @ influence**2 / 2 / pairs)
    assert elo_of_pairs(counts).normalized_error == pytest.approx(error)


def test_the_conventional_error_is_right_for_equals_only():
    for counts, wider in (([40, 80, 160, 80, 40], 1.0), ([4, 12, 48, 160, 176], 2.1)):
        found = elo_of_pairs(counts)
        assert found.normalized_error is not None
        assert found.conventional_error is not None
        assert found.normalized_error / found.conventional_error == pytest.approx(wider, abs=0.1)


def test_bounds_are_walds():
    assert Bounds.of(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert Bounds.of(0.05, 0.1).verdict(2.9) == "stronger"
    assert Bounds.of(0.05, 0.1).verdict(-2.3) == "not stronger"
    assert Bounds.of(0.05, 0.1).verdict(0) == "undecided"


@pytest.mark.parametrize("scale", ["normalized", "logistic"])
@pytest.mark.parametrize(
    ("counts", "verdict"),
    [([0, 0, 0, 0, 300], "stronger"), ([300, 0, 0, 0, 0], "not stronger"), ([0, 0, 0, 300, 0], "stronger")],
)
def test_one_sided_results_decide(scale, counts, verdict):
    assert Bounds.of(0.05, 0.05).verdict(llr_of_pairs(counts, 0, 20, scale)) == verdict


@pytest.mark.parametrize("scale", ["normalized", "logistic"])
def test_nothing_but_draws_speaks_for_no_difference(scale):
    values = [llr_of_pairs([0, 0, n, 0, 0], 0, 20, scale) for n in (0, 10, 100, 1000, 10000)]
    assert values[0] == 0
    assert values == sorted(values, reverse=True)
    assert values[-1] < -math.log(19)
    found = elo_of_pairs([0, 0, 10, 0, 0])
    assert (found.elo, found.normalized, found.los) == (0, None, 0.5)


def test_won_by_all_or_none_has_no_elo():
    assert elo_of_pairs([0, 0, 0, 0, 5])[:2] == (None, None)
    assert [elo_of_pairs(counts).los for counts in ([0, 0, 0, 0, 5], [5, 0, 0, 0, 0], [0] * 5)] == [1, 0, None]


@given(COUNTS, st.sampled_from(["normalized", "logistic"]))
def test_the_mirror_image_is_the_negative(counts, scale):
    forth, back = llr_of_pairs(counts, -5, 15, scale), llr_of_pairs(counts[::-1], -15, 5, scale)
    assert forth == pytest.approx(-back, abs=1e-6)


@given(COUNTS)
def test_a_reweighted_outcome_has_the_wanted_mean(counts):
    from arena.standings.sequential import _at_mean, _shares

    _, shares = _shares(counts)
    mean = score_of(30)
    found = _at_mean(shares, mean)
    assert sum(found) == pytest.approx(1)
    assert sum(share * index / 4 for index, share in enumerate(found)) == pytest.approx(mean)


def test_points_of_boards_that_are_not_equally_long_are_points_per_hand():
    # 6 points in 8 hands: residuals 0, 1.5, -1.5 about 3/4 a hand, squares 4.5; 0 a hand is 6 points off, 1 a hand 2; over 3 boards.
    assert llr_of_points([(3, 4), (3, 2), (0, 2)], 0, 1) == pytest.approx(1.5 * math.log((5.5 + 36 / 3) / (5.5 + 4 / 3)))
    # As many points a hand as half of what is asked for speak for neither, however they are spread over short and long boards.
    assert llr_of_points([(9, 9), (0, 1), (-4, 0)] * 20, 0, 1.8) == pytest.approx(0)


def test_points_by_hand():
    # Residual squares about 0: 1 + 9 + 1 + 4; about 1 a hand, 2 hands each: 1 + 1 + 1 + 16.
    assert llr_of_points([(3, 2), (1, 2), (-2, 2), (5, 0)], 0, 1) == pytest.approx(1.5 * math.log(15 / 19))
    assert llr_of_points([], 0, 1) == 0
    assert llr_of_points([(0, 2)] * 30, 0, 0.1) < 0


@pytest.mark.parametrize("llr", [0.0, 2.0, -2.0])
def test_expected_boards_left(llr):
    bounds = Bounds.of(0.05, 0.05)
    counts = [10, 40, 60, 50, 20]
    growth = growth_of_pairs(counts, 0, 20, "normalized")
    left = expected_more(llr, bounds, 180, growth)
    # Never more than without any drift, and one board at least.
    assert 1 < left <= (bounds.upper - llr) * (llr - bounds.lower) / growth * 1.01
    assert expected_more(3.0, bounds, 180, growth) == 0
    assert growth_of_points([(3, 2), (-1, 2), (2, 2)], 0, 0.1) > 0


def test_expected_boards_left_when_the_drift_decides():
    # With a strong drift the way to the bound is the distance over the drift.
    assert expected_more(1.0, Bounds(-3, 3), 10, 0.001) == pytest.approx(20)
    assert expected_more(-1.0, Bounds(-3, 3), 10, 0.001) == pytest.approx(20)
