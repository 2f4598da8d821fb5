import numpy
import pytest

from arena.standings.sequential import llr_of_points
from arena.standings.statistics import Interval
from benchmarks.efficiency import PAIRS, hands_for, llr_over_time, measured, played, sequential, tournament


def test_hands_until_the_interval_leaves_out_no_difference():
    # An interval of half width 0.2 about 0.1 becomes 0.1 wide with four times the hands.
    assert hands_for(Interval(0.1, -0.1, 0.3), 0, 50) == pytest.approx(200)
    assert hands_for(Interval(0.55, 0.45, 0.65), 0.5, 50) == pytest.approx(200)


def test_the_test_over_time_is_the_test_after_every_board():
    boards = [(3, 2), (1, 4), (-2, 3), (5, 2), (0, 2)]
    expected = [llr_of_points(boards[:n], 0, 0.25) for n in range(1, 6)]
    assert llr_over_time(numpy.array(boards), 0.25) == pytest.approx(expected)


def test_a_sequential_test_takes_half_of_what_is_fixed_beforehand():
    numbers = numpy.random.default_rng(1)
    boards = numpy.column_stack([numpy.round(numbers.normal(1, 10, 4000)), numpy.full(4000, 2)])
    fixed = 2 * (2 * 1.644854 * boards[:, 0].std() / boards[:, 0].mean()) ** 2
    assert sequential(boards) / fixed == pytest.approx(0.49, abs=0.06)


def test_a_bot_and_its_next_version_are_measured(tmp_path):
    (pair,) = [pair for pair in PAIRS if "careless" in str(pair.other)]
    spec = tournament(60, "hands", [pair.one, pair.other])
    found = measured(spec, played(spec, tmp_path), [])
    assert found.names == "steady – steady (careless)"
    assert found.alike > 0.6
    assert found.duplicates < found.independent / 3
