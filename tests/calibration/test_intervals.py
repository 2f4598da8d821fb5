"""Does every interval that is printed as one hold the truth in 95 of 100 tournaments, and are the groups of the table right?"""

from collections import defaultdict

import numpy as np
import pytest

from arena.standings.sequential import elo_of, elo_of_pairs
from arena.standings.strength import ELO, strengths
from tests.calibration.simulated import POINTS, RUNS, finishing_orders, report, tolerance, tournament

THETA = [0.0, 0.0, 0.25, 0.8]
BOARDS = 50


@pytest.fixture(scope="module")
def seen():
    """Over all tournaments: by figure how often its interval held the truth, and how often the table said something false."""
    numbers, found = np.random.default_rng(2026), defaultdict(list)
    chances = {(i, j): 1 / (1 + np.exp(THETA[j] - THETA[i])) for i in range(4) for j in range(4) if i != j}
    for _ in range(RUNS):
        table = report(THETA, tournament(numbers, THETA, BOARDS), BOARDS)
        lines = {int(line.bot[1]): line for line in table.standings}
        for i, line in lines.items():
            others = [j for j in lines if j != i]
            gap = THETA[i] - np.mean([THETA[j] for j in others])
            found["elo"].append(line.elo_low <= ELO * (THETA[i] - np.mean(THETA)) <= line.elo_high)
            found["win rate"].append(line.win_rate_low <= np.mean([chances[i, j] for j in others]) <= line.win_rate_high)
            found["points per hand"].append(line.points_per_hand_low <= POINTS * gap <= line.points_per_hand_high)
            above, level = sum(THETA[j] > THETA[i] for j in others), sum(THETA[j] == THETA[i] for j in others)
            found["rank"].append(line.rank_low <= 1 + above + level and line.rank_high >= 1 + above)
        for pair in table.pairings:
            i, j = int(pair.a[1]), int(pair.b[1])
            found["win rate of a pair"].append(pair.win_rate_low <= chances[i, j] <= pair.win_rate_high)
            found["points of a pair"].append(pair.low <= POINTS * (THETA[i] - THETA[j]) <= pair.high)
        order = list(table.standings)
        found["false groups"].append(
            any(one.group < two.group and THETA[int(one.bot[1])] <= THETA[int(two.bot[1])] for one in order for two in order)
        )
        found["best and worst parted"].append(lines[3].group < lines[0].group)
        found["order"].append(order[0].bot == "b3")
    return {name: float(np.mean(values)) for name, values in found.items()}


@pytest.mark.parametrize("figure", ["elo", "win rate", "points per hand", "win rate of a pair", "points of a pair"])
def test_the_truth_lies_within(seen, figure):
    assert seen[figure] == pytest.approx(0.95, abs=tolerance(0.95))


def test_ranks_are_whole_numbers_and_so_at_least_as_sure(seen):
    assert seen["rank"] >= 0.95


def test_groups_are_right(seen):
    assert seen["false groups"] <= 0.05 + tolerance(0.05) / 2
    assert seen["best and worst parted"] > 0.9


def test_the_best_comes_first(seen):
    assert seen["order"] > 0.97


@pytest.mark.parametrize("sides", [3, 4])
def test_elo_of_many_sides(sides):
    """The fit to finishing orders of tables of three and of four, whose seats share their luck on a board."""
    theta, numbers, inside, false = [0.0, 0.0, 0.25, 0.8], np.random.default_rng(12), [], []
    for _ in range(RUNS):
        found = strengths(finishing_orders(numbers, theta, sides, BOARDS), 4)
        bounds = np.array(found.elo, dtype=float)
        truth = ELO * (np.array(theta) - np.mean(theta))
        inside.append((bounds[:, 1] <= truth) & (truth <= bounds[:, 2]))
        false.append(any(found.ahead[i, j] and theta[i] <= theta[j] for i in range(4) for j in range(4)))
    assert np.mean(inside) == pytest.approx(0.95, abs=tolerance(0.95))
    assert np.mean(false) <= 0.05 + tolerance(0.05) / 2


@pytest.mark.parametrize("pairs", [100, 400])
@pytest.mark.parametrize(
    "shares",
    [
        pytest.param([0.1, 0.2, 0.35, 0.25, 0.1], id="near"),
        pytest.param([0.03, 0.08, 0.29, 0.4, 0.2], id="two thirds won"),
        pytest.param([0.01, 0.02, 0.17, 0.4, 0.4], id="four fifths won"),
        pytest.param([0.05, 0.1, 0.7, 0.1, 0.05], id="mostly level"),
    ],
)
def test_elo_of_pairs(shares, pairs):
    """Normalized and logistic Elo of a fixed number of pairs, between bots near each other in strength and far apart."""
    numbers, runs = np.random.default_rng(11), max(RUNS, 400)
    scores = np.arange(5) / 4
    mean = float(np.dot(shares, scores))
    spread = float(np.sqrt(np.dot(shares, (scores - mean) ** 2) * 2))
    inside = {"logistic": 0, "normalized": 0}
    for _ in range(runs):
        found = elo_of_pairs(numbers.multinomial(pairs, shares).tolist())
        assert found.elo is not None
        assert found.elo_error is not None
        assert found.normalized is not None
        assert found.normalized_error is not None
        inside["logistic"] += abs(found.elo - elo_of(mean)) <= found.elo_error
        inside["normalized"] += abs(found.normalized - 800 / np.log(10) * (mean - 0.5) / spread) <= found.normalized_error
    for share in inside.values():
        assert share / runs == pytest.approx(0.95, abs=tolerance(0.95, runs))
