"""Do ratings find the strengths that games were drawn from?"""

import numpy as np
import pytest

from arena.standings.luck import References, adjusted
from arena.standings.ratings import rate
from arena.standings.statistics import ClusteredRatio
from arena.tournament.spec import Rating
from tests.calibration.simulated import RUNS, tolerance


def test_trueskill_finds_the_gaps_between_strengths():
    """Games as TrueSkill thinks they come about: the higher of two normal performances wins."""
    truth, rating, numbers = np.array([20.0, 24.0, 25.0, 31.0]), Rating(), np.random.default_rng(3)
    games = []
    for _ in range(6000):
        a, b = numbers.choice(4, 2, replace=False)
        ahead = truth[a] - truth[b] + numbers.normal(0, rating.beta * 2**0.5)
        games.append((((int(a),), (int(b),)), (0, 1) if ahead > 0 else (1, 0)))
    mus = np.array([belief.mu for belief in rate(games, 4, rating, 0.001)])
    assert mus - mus.mean() == pytest.approx(truth - truth.mean(), abs=0.5)


def test_adjusted_points_are_unbiased_and_as_sure_as_they_say():
    """Games whose length depends on the cards, a mean of the reference bots that is itself estimated, on 80 boards."""
    numbers, truth, boards, runs = np.random.default_rng(4), 0.3, 80, max(RUNS, 300)
    errors, inside = [], 0
    for _ in range(runs):
        ratio, worth, figures = ClusteredRatio(), {}, {}
        beyond = numbers.normal(size=4 * boards)
        for board in range(1, boards + 1):
            cards, play = numbers.normal(size=2)
            hands = int(numbers.integers(3, 9))
            ratio.add(board, int(np.floor(truth * hands + 3 * cards + 2 * play + numbers.normal(0, 3) + numbers.random())), hands)
            worth[board], figures[board] = [cards, numbers.normal()], np.array([play - beyond.mean()])
        value, low, high = adjusted(ratio.clusters(), worth, References(figures, np.array([[beyond.var(ddof=1) / len(beyond)]])))
        assert value is not None
        assert low is not None
        assert high is not None
        errors.append(value - truth)
        inside += low <= truth <= high
    assert abs(np.mean(errors)) < 3 * np.std(errors) / runs**0.5
    assert inside / runs == pytest.approx(0.95, abs=tolerance(0.95, runs))
