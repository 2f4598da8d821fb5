import pytest

from arena.standings.comparison import Hypotheses, Sides, Tally
from tests.standings.games import fault, game, void


def tally(*games, test=None):
    found = Tally(test or Hypotheses(), Sides("new", "old", "pairs"))
    found.take(games)
    return found


def compared(found, most=100):
    """What can be looked at without asking first whether it is defined."""
    return found.comparison(most)


def test_what_is_counted():
    found = compared(
        tally(
            game(1, 1, "new old", (21, 9), hands=10),
            game(1, 2, "old new", (15, 21), hands=12, faults=(fault("old"),)),
            game(2, 1, "new old", (4, 22), hands=9),
            game(2, 2, "old new", (12, 12), hands=9),
            game(3, 1, "new old", (0, 21), hands=0, forfeits=(0,), winner=1),
            game(3, 2, "old new", (10, 21), hands=10, faults=(fault("new"), fault("new"))),
            void(4, 1, "new old"),
            game(4, 2, "old new", (1, 2)),
        )
    )
    assert (found.wins, found.losses, found.draws) == (3, 2, 1)
    assert found.pentanomial == (0, 1, 1, 0, 1)
    assert (found.boards, found.void_boards, found.hands) == (3, 1, 50)
    assert (found.faults, found.baseline_faults) == (2, 1)
    assert [(one.entrant, one.board, one.leg) for one in found.first_faults] == [("new", 3, 2), ("old", 1, 2)]
    assert found.points_per_hand == pytest.approx((12 + 6 - 18 + 11) / 50)
    assert found.win_rate == pytest.approx(3.5 / 6, abs=1e-6)
    assert [(one.board, one.points, one.legs) for one in found.most_different] == [(1, 18, (12, 6)), (2, -18, (-18, 0)), (3, 11, (0, 11))]
    assert found.verdict == "undecided"
    assert found.expected_boards_left > 0


def test_the_verdict_comes_when_it_may():
    found, boards = tally(), 0
    while found.verdict == "undecided":
        boards += 1
        found.take([game(boards, 1, "new old", (21, 9)), game(boards, 2, "old new", (21 if boards % 3 else 9, 15))])
    assert found.verdict == "stronger"
    assert found.comparison(boards).expected_boards_left == 0
    other = tally(test=Hypotheses(by="points", high=0.1))
    other.take(
        [leg for board in range(1, 200) for leg in (game(board, 1, "new old", (9, 9 + board % 2)), game(board, 2, "old new", (9, 9)))]
    )
    assert other.verdict == "not stronger"
    assert compared(other).points_per_hand < 0


def test_nothing_played_yet():
    found = tally().comparison(10)
    assert (found.verdict, found.boards, found.llr, found.expected_boards_left, found.elo, found.los) == (
        "undecided",
        0,
        0,
        None,
        None,
        None,
    )
    assert tally(test=Hypotheses(by="points")).comparison(10).expected_boards_left is None
