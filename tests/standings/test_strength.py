import itertools
import random

import choix
import numpy
import pytest

from arena.standings.ratings import GameLog
from arena.standings.strength import ELO, strengths

PAIRS = ((0, 2), (1, 3))


def played(results, sides=PAIRS):
    """A log of (entrants by side, ranks), every game a cluster of its own."""
    log = GameLog(sides)
    for cluster, (members, ranks) in enumerate(results):
        log.add(tuple(members) * (sum(map(len, sides)) // len(members)), ranks, cluster)
    return log


def fitted(*details, **more):
    """What can be looked at without asking first whether it is defined."""
    return strengths(*details, **more)


def bradley_terry(truth, games, seed):
    numbers = random.Random(seed)
    for _ in range(games):
        a, b = numbers.sample(range(len(truth)), 2)
        yield (a, b), (0, 1) if numbers.random() < 1 / (1 + numpy.exp(truth[b] - truth[a])) else (1, 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_as_an_independent_package(seed):
    results = list(bradley_terry([0, 0.3, 0.6, 1, -0.5], 1500, seed))
    theirs = choix.ilsr_pairwise(5, [pair if ranks == (0, 1) else pair[::-1] for pair, ranks in results])
    ours = [one.value / ELO for one in fitted(played(results), 5, prior=0).elo]
    assert ours == pytest.approx(list(theirs - theirs.mean()), abs=1e-6)


def test_a_tie_is_half_a_win_for_both():
    # 6 wins, 2 ties, 2 losses: 7 of 10.
    log = played([((0, 1), (0, 1))] * 6 + [((0, 1), (0, 0))] * 2 + [((0, 1), (1, 0))] * 2)
    one, other = fitted(log, 2, prior=0).elo
    assert one.value - other.value == pytest.approx(400 * numpy.log10(7 / 3))
    # The exact interval of independent games: 1.96 becomes t(9) = 2.262, the variance 1/n the sample's.
    scores = numpy.array([1] * 6 + [0.5] * 2 + [0] * 2)
    error = ELO * scores.std(ddof=1) / numpy.sqrt(10) / (0.7 * 0.3)
    assert one.high - one.low == pytest.approx(2.2621572 * error, rel=1e-6)


def test_neither_order_nor_copies_change_the_estimate():
    results = list(bradley_terry([0, 0.5, 1], 300, 4))
    plain = fitted(played(results), 3)
    mixed = fitted(played(random.Random(1).sample(results, len(results))), 3)
    assert [one.value for one in mixed.elo] == pytest.approx([one.value for one in plain.elo], abs=1e-9)


def test_games_that_hang_together_count_once():
    results = list(bradley_terry([0, 0.5], 200, 5))
    once, twice = played(results), GameLog(PAIRS)
    for cluster, (pair, ranks) in enumerate(results):
        for _ in range(2):
            twice.add(pair * 2, ranks, cluster)
    one, other = fitted(once, 2, prior=0).elo[0], fitted(twice, 2, prior=0).elo[0]
    assert other == pytest.approx(one, rel=1e-6)


def plackett_luce(truth, games, sides, seed):
    """Finishing orders of ``sides`` entrants drawn at random: the higher of two strengths with Gumbel noise finishes first."""
    numbers = numpy.random.default_rng(seed)
    for _ in range(games):
        members = [int(one) for one in numbers.permutation(len(truth))[:sides]]
        yield tuple(sorted(members, key=lambda one: -(truth[one] + numbers.gumbel())))


def ranked(orders):
    """Each order as a game of its own, whose seats are in order of name."""
    for order in orders:
        yield tuple(sorted(order)), tuple(order.index(one) for one in sorted(order))


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_finishing_orders_of_many_sides_the_same_as_an_independent_package(sides):
    truth = numpy.array([0.8, 0.3, -0.2, -0.9, 0.1, 0.4, 0.6])
    orders = list(plackett_luce(truth, 2000, sides, 6))
    ours = [one.value / ELO for one in fitted(played(ranked(orders), tuple((seat,) for seat in range(sides))), 7, prior=0).elo]
    theirs = choix.ilsr_rankings(7, orders)
    assert ours == pytest.approx(list(theirs - theirs.mean()), abs=1e-6)
    assert ours == pytest.approx(truth - truth.mean(), abs=0.15)


@pytest.mark.parametrize("tied", [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2), (0, 0, 0, 1), (0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 0)])
def test_a_tie_of_many_is_each_of_its_orders_in_equal_parts(tied):
    sides = ((0,), (1,), (2,), (3,))
    settled = list(ranked(plackett_luce([0.5, 0.2, 0, -0.4, 0.3], 60, 4, 7)))
    orders = {
        order
        for order in itertools.permutations(range(4))
        if all(order[i] < order[j] for i in range(4) for j in range(4) if tied[i] < tied[j])
    }
    one = fitted(played([*settled * len(orders), *[((0, 1, 2, 4), tied)] * len(orders)], sides), 5, prior=0)
    each = fitted(played([*settled * len(orders), *[((0, 1, 2, 4), order) for order in orders]], sides), 5, prior=0)
    assert [fit.value for fit in one.elo] == pytest.approx([fit.value for fit in each.elo], abs=1e-6)


def test_the_strength_of_a_mixed_side_is_its_members_mean():
    numbers, truth = random.Random(7), [0, 0.4, 0.8, 1.6]
    log = GameLog(PAIRS)
    for cluster in range(6000):
        a, b, c, d = numbers.sample(range(4), 4)
        gap = (truth[a] + truth[c] - truth[b] - truth[d]) / 2
        log.add((a, b, c, d), (0, 1) if numbers.random() < 1 / (1 + numpy.exp(-gap)) else (1, 0), cluster)
    found = [one.value / ELO for one in fitted(log, 4).elo]
    assert found == pytest.approx([one - 0.7 for one in truth], abs=0.12)


def test_the_unbeaten_are_finite_and_surely_ahead():
    found = fitted(played([((0, 1), (0, 1))] * 100), 2)
    best, worst = found.elo
    assert 300 < best.value < 1000
    assert best.low > worst.high
    assert found.groups([0, 1]) == [1, 2]
    assert [found.rank_interval(entrant) for entrant in (0, 1)] == [(1, 1), (2, 2)]


def test_everybody_draws_a_virtual_game_with_the_same_opponent_who_wins_half_of_them():
    won = [(0, 1)] * 3 + [(1, 0)] + [(1, 2)] * 4 + [(0, 2)] * 2
    theta = numpy.array([one.value / ELO for one in fitted(played([(pair, (0, 1)) for pair in won]), 3).elo])

    def chance(ahead):
        return 1 / (1 + numpy.exp(-ahead))

    low, high = theta.min(), theta.max()
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(theta - middle).sum() > 1.5 else (low, middle)
    slopes = 0.5 - chance(theta - low)
    for winner, loser in won:
        surprise = 1 - chance(theta[winner] - theta[loser])
        slopes[winner] += surprise
        slopes[loser] -= surprise
    assert slopes == pytest.approx([0, 0, 0], abs=1e-4)
    assert abs(low - theta.mean()) > 0.05


def test_those_that_are_not_separated_share_a_group():
    results = list(bradley_terry([0, 0.02, 3], 400, 8))
    found = fitted(played(results), 3)
    assert found.groups([2, 1, 0]) == [1, 2, 2]
    assert [found.rank_interval(entrant) for entrant in (2, 1, 0)] == [(1, 1), (2, 3), (2, 3)]
    # Sorted by something else a group holds all that cannot be cut between.
    assert found.groups([1, 2, 0]) == [1, 1, 1]


def test_anchors_are_zero():
    results = list(bradley_terry([0, 0.5, 1], 300, 9))
    free, held = fitted(played(results), 3), fitted(played(results), 3, anchors=[1])
    assert held.elo[1] == pytest.approx((0, 0, 0), abs=1e-9)
    assert held.elo[2].value == pytest.approx(free.elo[2].value - free.elo[1].value)


def test_little_is_said_where_little_is_known():
    assert [one.value for one in fitted(GameLog(PAIRS), 2).elo] == [None, None]
    single = fitted(played([((0, 1), (0, 1))]), 3)
    assert single.elo[0].value > 0
    assert single.elo[0].low is None
    assert single.elo[2].value is None
    assert single.groups([0, 1, 2]) == [1, 1, 1]
