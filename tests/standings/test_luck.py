import numpy
import pytest

from arena.pitch.ruleset import RuleSet
from arena.rulesets import load
from arena.standings.holdings import Holdings
from arena.standings.luck import NO_REFERENCES, References, adjusted, references
from arena.standings.statistics import ClusteredRatio, Interval
from tests.standings.games import game

TRUTH = 0.3


def simulated(numbers, boards=60, *, explained=0.8):
    """Boards whose points are partly the luck of the cards, in games of two to six hands that are longer where luck is good."""
    ratio, worth, figures = ClusteredRatio(), {}, {}
    for board in range(1, boards + 1):
        cards, play = numbers.normal(), numbers.normal()
        hands = int(numbers.integers(2, 5) + (cards > 0) * 2)
        points = round(TRUTH * hands + 4 * (explained**0.5 * cards + (1 - explained) ** 0.5 * numbers.normal()) + 2 * play)
        ratio.add(board, points, hands)
        worth[board] = [cards, 0.0]
        figures[board] = numpy.array([play])
    return ratio, worth, References(figures, numpy.eye(1) / (4 * boards))


def bounds(interval: Interval) -> tuple[float, float, float]:
    value, low, high = interval
    assert value is not None
    assert low is not None
    assert high is not None
    return value, low, high


def covered(runs, seed, **more):
    """The mean error of adjusted figures, the share of intervals that hold the truth, and how much narrower they are."""
    numbers = numpy.random.default_rng(seed)
    errors, inside, widths = [], 0, []
    for _ in range(runs):
        ratio, worth, known = simulated(numbers, **more)
        # The average of the reference figures is itself only estimated.
        shift = numbers.normal() * known.doubt[0, 0] ** 0.5
        known = References({board: figures + shift for board, figures in known.by_board.items()}, known.doubt)
        (value, low, high), raw = bounds(adjusted(ratio.clusters(), worth, known)), bounds(ratio.sums().interval())
        errors.append(value - TRUTH)
        inside += low <= TRUTH <= high
        widths.append((high - low) / (raw[2] - raw[1]))
    return numpy.array(errors), inside / runs, numpy.mean(widths)


def test_unbiased_narrower_and_as_sure_as_it_says():
    errors, inside, width = covered(300, 1)
    assert abs(errors.mean()) < 3 * errors.std() / 300**0.5
    assert 0.91 <= inside <= 0.985
    assert width < 0.65


def test_luck_that_explains_nothing_does_little_harm():
    numbers = numpy.random.default_rng(2)
    widths = []
    for _ in range(100):
        ratio, worth, known = simulated(numbers)
        noise = {board: [float(numbers.normal()), 0.0] for board in worth}
        blind = References({board: numbers.normal(size=1) for board in worth}, known.doubt)
        _, low, high = bounds(adjusted(ratio.clusters(), noise, blind))
        raw = bounds(ratio.sums().interval())
        widths.append((high - low) / (raw[2] - raw[1]))
    assert 0.97 < numpy.mean(widths) < 1.05


def test_nothing_is_adjusted_by_nothing_or_on_few_boards():
    ratio, worth, known = simulated(numpy.random.default_rng(3))
    plain = adjusted(ratio.clusters(), {}, NO_REFERENCES)
    assert plain == pytest.approx(ratio.sums().interval(), abs=1e-9)
    assert adjusted(ratio.clusters(), {}, NO_REFERENCES, 2).value == pytest.approx(ratio.sums().interval(2).value)
    few, worth, known = simulated(numpy.random.default_rng(3), boards=19)
    assert adjusted(few.clusters(), worth, known) == Interval()
    missing = References({board: figures for board, figures in known.by_board.items() if board > 1}, known.doubt)
    assert adjusted(ratio.clusters(), worth, missing) == Interval()


def test_reference_figures_are_duplicates_about_the_mean_of_boards_beyond():
    games = []
    for board in range(1, 51):
        games += [game(board, 1, "ann bob", (board % 7, 2)), game(board, 2, "bob ann", (1, board % 3))]
    found = references(games, ((0, 2), (1, 3)), 20)
    # The difference of each leg, from the side of ann; no figure for bob, who is its negative.
    raw = {board: (board % 7 - 2 + board % 3 - 1) for board in range(1, 51)}
    mean = numpy.mean([raw[board] for board in range(21, 51)])
    assert sorted(found.by_board) == list(range(1, 21))
    assert found.by_board[5] == pytest.approx([raw[5] - mean])
    assert found.doubt[0, 0] == pytest.approx(numpy.var([raw[board] for board in range(21, 51)], ddof=1) / 30)
    assert references(games, ((0, 2), (1, 3)), 45) == NO_REFERENCES


@pytest.mark.parametrize("name", ["setback", "ten-point", "cutthroat", "sleight-6"])
def test_holdings_favour_nobody_on_average(name):
    rules: RuleSet = load(name)
    holdings = Holdings(rules, 7)
    rows = numpy.array([holdings.worth(board, (), 1) for board in range(1, 401)])
    assert rows.sum(axis=2) == pytest.approx(0, abs=1e-9)
    errors = rows.std(axis=0) / 20
    assert (errors > 0).all()
    assert (abs(rows.mean(axis=0)) < 3.5 * errors).all()


def test_more_hands_add_up_and_own_deals_differ():
    holdings = Holdings(load("setback"), 7)
    one, two = (numpy.array(holdings.worth(3, (), hands)) for hands in (1, 2))
    assert not numpy.allclose(one, two)
    assert holdings.worth(3, (), 1) == tuple(map(tuple, one))
    assert holdings.worth(3, ("ann", "bob"), 1) != holdings.worth(3, (), 1)
    assert holdings.worth(3, (), 0) == ((0.0, 0.0), (0.0, 0.0))
