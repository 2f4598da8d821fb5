import math
import random
import tracemalloc
from statistics import NormalDist

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from arena.standings.ratings import Belief, Duel, GameLog, anchored, draw_probability, order_spread, rate
from arena.tournament.spec import Rating

PAIRS = ((0, 2), (1, 3))
FOUR = ((0,), (1,), (2,), (3,))
PUBLISHED = Rating(tau=25 / 300)
SINGLE = ((0,), (1,))


def rated(teams, ranks, rating=PUBLISHED, draws=0.1):
    entrants = 1 + max(entrant for team in teams for entrant in team)
    return rate([(teams, ranks)], entrants, rating, draws)


# The figures of the trueskill package's documentation, which are those of Moser's "The Math Behind TrueSkill".
@pytest.mark.parametrize(
    ("teams", "ranks", "expected"),
    [
        (SINGLE, (0, 1), [(29.396, 7.171), (20.604, 7.171)]),
        (SINGLE, (1, 0), [(20.604, 7.171), (29.396, 7.171)]),
        (SINGLE, (0, 0), [(25.000, 6.458), (25.000, 6.458)]),
        (((0, 1), (2, 3)), (0, 1), [(28.108, 7.774), (28.108, 7.774), (21.892, 7.774), (21.892, 7.774)]),
        (FOUR, (0, 1, 2, 3), [(33.207, 6.348), (27.401, 5.787), (22.599, 5.787), (16.793, 6.348)]),
    ],
)
def test_published_values(teams, ranks, expected):
    for belief, (mu, sigma) in zip(rated(teams, ranks), expected, strict=True):
        assert tuple(belief) == pytest.approx((mu, sigma), abs=5e-4)


# Computed with trueskill 0.4.5 on its scipy 1.x backend.
@pytest.mark.parametrize(
    ("rating", "draws", "a", "b", "drawn", "expected"),
    [
        (PUBLISHED, 0.1, (25, 25 / 3), (25, 25 / 3), False, (29.39583169299151, 7.17147580700922, 20.604168307008482, 7.17147580700922)),
        (PUBLISHED, 0.1, (25, 25 / 3), (25, 25 / 3), True, (25.0, 6.457515683245051, 25.0, 6.457515683245051)),
        (PUBLISHED, 0.1, (31.5, 2.25), (18.75, 6.5), False, (31.602152984694513, 2.232310398263096, 17.89849190155323, 6.022054440007977)),
        (PUBLISHED, 0.1, (18.75, 6.5), (31.5, 2.25), False, (27.75184936686602, 4.875206688273064, 30.42007394612782, 2.1916533239473344)),
        (PUBLISHED, 0.1, (31.5, 2.25), (18.75, 6.5), True, (30.713981869991, 2.181036375342484, 25.30194564534894, 4.532321855701011)),
        (Rating(), 0.001, (27, 3), (24, 2), True, (26.43422605954505, 2.7023467909643184, 24.251455084646643, 1.9143475530332714)),
        (Rating(), 0.001, (27, 3), (24, 2), False, (27.708838531188515, 2.8456093685261155, 23.684960652805103, 1.954923770582592)),
    ],
)
def test_closed_form_equals_the_package_on_its_scipy_backend(rating, draws, a, b, drawn, expected):
    first, second = Duel(rating, draws)(Belief(*a), Belief(*b), drawn=drawn)
    assert (*first, *second) == pytest.approx(expected, abs=1e-9)


def test_a_long_run_equals_the_package_on_its_scipy_backend():
    numbers, games = random.Random(5), []
    for _ in range(2000):
        a, b = numbers.sample(range(6), 2)
        games.append((((a,), (b,)), (0, 0 if numbers.random() < 0.07 else 1)))
    expected = [
        (26.342852612451672, 0.31567735177660394),
        (26.262819133414094, 0.3152183475579783),
        (25.91767279412311, 0.312967175374628),
        (25.69664535848217, 0.3158101647114672),
        (26.249923014251785, 0.31646713006036653),
        (26.389003671771995, 0.3094640905719044),
    ]
    for belief, (mu, sigma) in zip(rate(games, 6, Rating(tau=0.01), 0.07), expected, strict=True):
        assert tuple(belief) == pytest.approx((mu, sigma), abs=1e-9)


def test_three_with_a_tie_equals_the_package_on_its_scipy_backend():
    expected = [(30.92284907741875, 4.62907665332449), (21.400498631244627, 5.218453537442426), (20.238886436459428, 3.6215269105250316)]
    exact = (NormalDist().cdf, NormalDist().pdf, NormalDist().inv_cdf)
    package = trueskill.TrueSkill(backend=exact)
    first = [(package.create_rating(30, 5),), (package.create_rating(),), (package.create_rating(20, 4),)]
    for (again,), (mu, sigma) in zip(package.rate(first, ranks=[0, 1, 1]), expected, strict=True):
        assert (again.mu, again.sigma) == pytest.approx((mu, sigma), abs=1e-9)
    tied = rated(((0,), (1,), (2,)), (0, 1, 1))
    again = trueskill.TrueSkill(backend=exact).rate([(trueskill.Rating(25, 25 / 3),)] * 3, ranks=[0, 1, 1])
    for belief, (one,) in zip(tied, again, strict=True):
        assert tuple(belief) == pytest.approx((one.mu, one.sigma), abs=1e-9)


@given(
    mus=st.tuples(st.floats(10, 40), st.floats(10, 40)),
    sigmas=st.tuples(st.floats(0.2, 9), st.floats(0.2, 9)),
    draws=st.floats(0.001, 0.9),
    tau=st.floats(0, 1),
    drawn=st.booleans(),
)
def test_closed_form_equals_the_factor_graph_on_its_scipy_backend(mus, sigmas, draws, tau, drawn):
    beliefs = [Belief(mu, sigma) for mu, sigma in zip(mus, sigmas, strict=True)]
    package = trueskill.TrueSkill(tau=tau, draw_probability=draws, backend="scipy")
    (one,), (two,) = package.rate([(package.create_rating(*belief),) for belief in beliefs], ranks=[0, 0 if drawn else 1])
    first, second = Duel(Rating(tau=tau), draws)(*beliefs, drawn=drawn)
    assert (*first, *second) == pytest.approx((one.mu, one.sigma, two.mu, two.sigma), abs=1e-9)


def test_within_the_known_error_of_the_packages_own_backend():
    package = trueskill.TrueSkill()
    (one,), (two,) = package.rate([(package.create_rating(31.5, 2.25),), (package.create_rating(18.75, 6.5),)], ranks=[1, 0])
    second, first = Duel(PUBLISHED, 0.1)(Belief(18.75, 6.5), Belief(31.5, 2.25), drawn=False)
    assert (*first, *second) == pytest.approx((one.mu, one.sigma, two.mu, two.sigma), abs=1e-5)


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("gap", [0, 30, 300, 3_000, 30_000])
def test_a_result_beyond_belief_stays_finite_and_informs(gap, drawn):
    first, second = Duel(Rating(), 0.001)(Belief(0, 2), Belief(gap, 2), drawn=drawn)
    assert 0 < first.sigma < 2
    assert 0 < second.sigma < 2
    assert math.isfinite(first.mu)
    assert first.mu >= 0
    assert second.mu <= gap


def test_the_tail_continues_smoothly():
    c = math.sqrt(2 * 2**2 + 2 * (25 / 6) ** 2)
    near, far = (Duel(Rating(), 0.0)(Belief(0, 2), Belief(x * c, 2), drawn=False)[0] for x in (37 - 1e-6, 37 + 1e-6))
    assert tuple(near) == pytest.approx(tuple(far), abs=2e-6)


def logged(*ranks, sides=PAIRS):
    log = GameLog(sides)
    for one in ranks:
        log.add((0, 1, 0, 1) if len(one) == 2 else (0, 1, 2, 3), one)
    return log


def test_the_log_gives_back_its_games_in_order():
    log = GameLog(PAIRS)
    log.add((3, 1, 3, 1), (0, 1))
    log.add((1, 3, 2, 3), (1, 0))
    log.add((3, 1, 3, 1), (0, 0))
    assert list(log) == [(((3,), (1,)), (0, 1)), (((1, 2), (3,)), (1, 0)), (((3,), (1,)), (0, 0))]
    assert list(log) == list(log)
    assert log.games == 3


def test_an_entrant_that_fills_a_side_is_rated_once():
    log = logged((0, 1))
    assert [teams for teams, _ in log] == [((0,), (1,))]
    assert rate(log, 2, PUBLISHED, 0.1)[0].mu == pytest.approx(29.396, abs=5e-4)


@pytest.mark.parametrize(
    ("given", "log", "expected"),
    [
        ("auto", logged(), 0.001),
        ("auto", logged((0, 1), (1, 0)), 0.001),
        ("auto", logged((0, 1), (0, 0), (1, 0), (0, 1)), 0.25),
        ("auto", logged((0, 0)), 0.999),
        ("auto", logged((0, 1, 1, 3), sides=FOUR), 1 / 3),
        (0.0, logged((0, 1)), 0.0),
        (0.0, logged((0, 0)), 0.001),
        (0.2, logged((0, 1)), 0.2),
    ],
)
def test_draw_probability(given, log, expected):
    assert draw_probability(Rating(draw_probability=given), log) == pytest.approx(expected)


def test_a_tie_never_raises_sigma_even_if_declared_impossible():
    rating = Rating(draw_probability=0)
    log = logged(*[(0, 0)] * 50)
    a, b = rate(log, 2, rating, draw_probability(rating, log))
    assert a.sigma < rating.sigma
    assert a == b
    assert a.mu == pytest.approx(25)


def test_order_matters_so_it_is_kept():
    forth, back = ([(SINGLE, (0, 1)), (SINGLE, (1, 0))][::step] for step in (1, -1))
    assert rate(forth, 2, Rating(), 0.1)[0].mu != rate(back, 2, Rating(), 0.1)[0].mu


def test_unplayed_entrants_keep_the_prior():
    assert rate([], 2, Rating(mu=10, sigma=3), 0.1) == [(10, 3), (10, 3)]
    assert Belief(10, 3).conservative == 1


def test_anchors_shift_everybody_alike():
    found = [Belief(20, 2), Belief(25, 1), Belief(33, 3)]
    assert anchored(found, ["ann", "bob", "cat"], Rating(anchor={"bob": 10})) == [(5, 2), (10, 1), (18, 3)]
    assert anchored(found, ["ann", "bob", "cat"], Rating(anchor={"bob": 10, "ann": 11, "gone": 3})) == [(8, 2), (13, 1), (21, 3)]
    assert anchored(found, ["ann", "bob", "cat"], Rating()) == found


def test_the_order_spread_is_what_orders_change():
    log = GameLog(PAIRS)
    numbers = random.Random(3)
    for _ in range(200):
        a, b = numbers.sample(range(3), 2)
        log.add((a, b, a, b), (0, 1) if numbers.random() < 0.5 + 0.15 * (a - b) else (1, 0))
    spread = order_spread(log, 3, Rating(), 0.001)
    assert spread is not None
    assert all(0 < one < 1 for one in spread)
    assert spread == order_spread(log, 3, Rating(), 0.001)
    # With a larger tau the last games weigh more, and with them the order.
    assert sum(order_spread(log, 3, Rating(tau=1), 0.001) or ()) > 2 * sum(spread)


def test_no_order_spread_where_it_would_take_too_long_or_there_is_no_order():
    assert order_spread(logged((0, 1)), 2, Rating(), 0.001) is None
    assert order_spread(logged(*[(0, 1)] * 60_000), 2, Rating(), 0.001) is None
    assert order_spread(logged(*[(0, 1, 2, 3)] * 600, sides=FOUR), 4, Rating(), 0.001) is None
    assert order_spread(logged(*[(0, 1, 2, 3)] * 3, sides=FOUR), 4, Rating(), 0.001) is not None


def test_duels_are_told_from_mixed_pairs():
    log = GameLog(PAIRS)
    log.add((0, 1, 0, 1), (0, 1))
    assert log.all_duels
    log.add((0, 1, 2, 1), (0, 1))
    assert not log.all_duels
    assert not GameLog(FOUR).all_duels


def test_a_hundred_thousand_games_take_no_more_memory_than_a_few_bytes_each():
    log = GameLog(PAIRS)
    for number in range(100_000):
        log.add((number % 5, 5, number % 5, 5), (number % 2, 1 - number % 2), number)
    tracemalloc.start()
    rate(log, 6, Rating(), 0.001)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000
