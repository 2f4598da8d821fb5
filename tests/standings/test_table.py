import math
from itertools import combinations

import msgspec
import pytest

from arena.pitch.ruleset import RuleSet
from arena.standings.ratings import rate
from arena.standings.table import Pairing, standings
from arena.standings.tally import finishing_orders
from arena.tournament.columns import Reader
from arena.tournament.spec import Rating
from tests.standings.games import ALONE, PAIRS, fault, game, tournament, void


def report(spec, *games, **more):
    return standings(spec, [list(games)], **more).report.reports[0]


def line(found, name):
    return next(one for one in found.standings if one.bot == name)


def test_the_json_is_exactly_what_is_published():
    spec = tournament("ann bob")
    found = standings(spec, [[game(1, 1, "ann bob", (21, 9)), game(1, 2, "bob ann", (11, 21))]], seed_commitment="ab12")
    plain = msgspec.to_builtins(found.report)
    assert list(plain) == ["schema", "tournament", "seed_commitment", "reports"]
    assert [plain["schema"], plain["tournament"], plain["seed_commitment"]] == ["pitch-standings/1", "spring", "ab12"]
    assert list(plain["reports"][0]) == ["rules", "games", "hands", "standings", "pairings"]
    assert " ".join(plain["reports"][0]["standings"][0]) == (
        "rank group bot mu sigma conservative games wins losses draws points_per_hand points_per_hand_low points_per_hand_high "
        "bids_made average_bid faults "
        "elo elo_low elo_high rank_low rank_high order_spread win_rate win_rate_low win_rate_high variance_reduction "
        "adjusted_points_per_hand adjusted_points_per_hand_low adjusted_points_per_hand_high"
    )
    assert " ".join(plain["reports"][0]["pairings"][0]) == (
        "a b boards wins losses draws points_per_hand low high win_rate win_rate_low win_rate_high variance_reduction "
        "adjusted_points_per_hand adjusted_points_per_hand_low adjusted_points_per_hand_high"
    )


def test_counts_and_points_of_two_sides():
    found = report(
        tournament("ann bob"),
        game(1, 1, "ann bob", (21, 9), hands=10),
        game(1, 2, "bob ann", (15, 21), hands=14),
        game(2, 1, "ann bob", (4, 22), hands=9),
        game(2, 2, "bob ann", (12, 12), hands=12),
    )
    ann, bob = line(found, "ann"), line(found, "bob")
    assert (found.games, found.hands) == (4, 45)
    assert (ann.games, ann.wins, ann.losses, ann.draws) == (4, 2, 1, 1)
    assert (bob.games, bob.wins, bob.losses, bob.draws) == (4, 1, 2, 1)
    # Board 1: 12 + 6 over 24 hands; board 2: -18 + 0 over 21. Together 0 over 45, residuals 18 and -18, t(1) = 12.706205.
    reach = 12.7062047 * math.sqrt(2 * (18**2 + 18**2)) / 45
    assert ann.points_per_hand == bob.points_per_hand == 0
    assert ann.points_per_hand_high == pytest.approx(reach, abs=1e-6)
    assert ann.points_per_hand_low == pytest.approx(-reach, abs=1e-6)
    assert found.pairings == (
        Pairing(
            a="ann",
            b="bob",
            boards=2,
            wins=2,
            losses=1,
            draws=1,
            points_per_hand=0.0,
            low=-ann.points_per_hand_high,
            high=ann.points_per_hand_high,
            win_rate=0.625,
            win_rate_low=ann.win_rate_low,
            win_rate_high=ann.win_rate_high,
            variance_reduction=ann.variance_reduction,
        ),
    )


def test_ratings_follow_the_parameters_and_the_draws():
    games = [game(1, 1, "ann bob", (21, 9)), game(1, 2, "bob ann", (5, 21))]
    published = report(tournament("ann bob", rating=Rating(tau=25 / 300, draw_probability=0.1)), games[0])
    assert [(one.bot, one.mu, one.sigma) for one in published.standings] == [("ann", 29.395832, 7.171476), ("bob", 20.604168, 7.171476)]
    assert line(published, "ann").conservative == pytest.approx(29.39583169299151 - 3 * 7.17147580700922, abs=1e-6)
    # Even results: the draw probability is the share of draws, here a half.
    half = report(tournament("ann bob"), games[0], game(2, 1, "ann bob", (3, 3)))
    fixed = report(tournament("ann bob", rating=Rating(draw_probability=0.5)), games[0], game(2, 1, "ann bob", (3, 3)))
    assert half == fixed


def test_rank_is_by_mu_less_three_sigma_then_mu_then_name():
    # Cat has the higher mu from two games, ann the surer one from many.
    rounds = [game(board, leg, sides, (21, 9)) for board in range(1, 9) for leg, sides in ((1, "ann dan"), (2, "ann eve"))]
    found = report(tournament("eve dan cat bob ann"), *rounds, game(9, 1, "cat bob", (21, 0)))
    assert [one.rank for one in found.standings] == [1, 2, 3, 4, 5]
    assert found.standings[0].bot == "ann"
    order = [(one.conservative, one.mu) for one in found.standings]
    assert order == sorted(order, reverse=True)
    assert [one.bot for one in report(tournament("cat bob ann")).standings] == ["ann", "bob", "cat"]


def test_a_void_game_takes_its_board_with_it_for_that_table_only():
    found = standings(
        tournament("ann bob cat"),
        [
            [
                game(1, 1, "ann bob", (21, 9), faults=(fault("bob"),)),
                void(1, 2, "bob ann"),
                game(1, 1, "ann cat", (21, 9)),
                game(1, 2, "cat ann", (21, 9)),
            ]
        ],
    )
    (one,) = found.report.reports
    assert (one.games, one.hands, found.void_boards) == (2, 20, (1,))
    assert (line(one, "bob").games, line(one, "bob").mu, line(one, "bob").points_per_hand, line(one, "bob").faults) == (0, 25, None, 1)
    assert (line(one, "ann").games, line(one, "ann").points_per_hand, line(one, "ann").points_per_hand_low) == (2, 0.0, None)
    assert [(pair.a, pair.b) for pair in one.pairings or ()] == [("ann", "cat")]


def test_a_forfeit_is_a_loss_whose_hands_do_not_count():
    lost = game(2, 1, "ann bob", (3, 0), hands=2, winner=1, reason="forfeit", forfeits=(0,))
    found = report(tournament("ann bob"), game(1, 1, "ann bob", (21, 9)), game(1, 2, "bob ann", (9, 21)), lost)
    ann = line(found, "ann")
    assert (found.games, found.hands, ann.wins, ann.losses) == (3, 20, 2, 1)
    assert (ann.points_per_hand, ann.points_per_hand_low) == (1.2, None)
    assert found.pairings[0].boards == 2


def test_a_shared_board_is_one_cluster_across_all_opponents():
    games = [
        game(1, 1, "ann bob", (8, 0)),
        game(1, 1, "ann cat", (6, 0)),
        game(2, 1, "ann bob", (2, 0)),
        game(2, 1, "ann cat", (0, 4)),
    ]
    shared = line(report(tournament("ann bob cat"), *games), "ann")
    own = line(report(tournament("ann bob cat", deals="own"), *games), "ann")
    assert shared.points_per_hand == own.points_per_hand == 12 / 40
    # Boards: 14 and -2 over 20 hands each, residuals 8 and -8; tables: 8, 6, 2, -4 over 10, residuals 5, 3, -1, -7.
    assert shared.points_per_hand_high == pytest.approx(0.3 + 12.7062047 * math.sqrt(2 * 128) / 40, abs=2e-6)
    assert own.points_per_hand_high == pytest.approx(0.3 + 3.1824463 * math.sqrt(4 / 3 * 84) / 40, abs=2e-6)


def test_legs_of_one_board_are_one_cluster_with_own_deals_too():
    found = report(tournament("ann bob", deals="own"), game(1, 1, "ann bob", (8, 0)), game(1, 2, "bob ann", (0, 5)))
    assert (line(found, "ann").points_per_hand, line(found, "ann").points_per_hand_low) == (0.65, None)
    assert found.pairings[0].boards == 1


def test_many_sides_count_against_the_mean_of_the_others():
    found = report(tournament("ann bob cat", rules=(ALONE,)), game(1, 1, "ann bob cat", (11, 5, 2), hands=4))
    assert [(one.bot, one.wins, one.losses) for one in found.standings] == [("ann", 1, 0), ("bob", 0, 1), ("cat", 0, 1)]
    assert [one.points_per_hand for one in found.standings] == [pytest.approx(7.5 / 4), pytest.approx(-1.5 / 4), pytest.approx(-6 / 4)]
    assert [(pair.a, pair.b, pair.wins, pair.points_per_hand) for pair in found.pairings] == [
        ("ann", "bob", 1, 6 / 4),
        ("ann", "cat", 1, 9 / 4),
        ("bob", "cat", 1, 3 / 4),
    ]


@pytest.mark.parametrize(
    ("points", "more", "order"),
    [
        ((21, 9), {}, (0, 1)),
        ((9, 21), {}, (1, 0)),
        ((9, 9), {}, (0, 0)),
        ((22, 25), {"winner": 0}, (0, 1)),
        ((5, 11, 2), {}, (1, 0, 2)),
        ((11, 12, 2), {"winner": 0}, (0, 1, 2)),
        ((5, 11, 5), {}, (1, 0, 1)),
        ((9, 9, 2), {"winner": None}, (0, 0, 1)),
        ((9, 20, 2), {"winner": 0, "reason": "forfeit", "forfeits": (1,)}, (0, 2, 1)),
    ],
)
def test_finishing_order(points, more, order):
    names, sides = ["ann", "bob", "cat"][: len(points)], PAIRS.table.sides if len(points) == 2 else ALONE.table.sides
    (games,) = Reader(names, sides).given([game(1, 1, names, points, **more)])
    assert finishing_orders(games).tolist() == [list(order)]


def test_a_draw_of_many_sides_is_a_draw_for_those_on_top():
    found = report(tournament("ann bob cat", rules=(ALONE,)), game(1, 1, "ann bob cat", (9, 9, 2), winner=None))
    assert {one.bot: (one.draws, one.losses) for one in found.standings} == {"ann": (1, 0), "bob": (1, 0), "cat": (0, 1)}


def test_partners_of_different_names_share_a_side():
    mixed = game(1, 1, ["ann", "bob"], (21, 9))
    mixed = msgspec.structs.replace(mixed, seats=("ann", "bob", "cat", "dan"))
    found = report(tournament("ann bob cat dan", rating=Rating(tau=25 / 300, draw_probability=0.1)), mixed)
    assert [(one.bot, round(one.mu, 3), round(one.sigma, 3)) for one in found.standings] == [
        ("ann", 28.108, 7.774),
        ("cat", 28.108, 7.774),
        ("bob", 21.892, 7.774),
        ("dan", 21.892, 7.774),
    ]
    assert [(pair.a, pair.b) for pair in found.pairings] == [("ann", "bob"), ("ann", "dan"), ("bob", "cat"), ("cat", "dan")]
    assert [(pair.wins, pair.losses) for pair in found.pairings] == [(1, 0), (1, 0), (0, 1), (1, 0)]


def test_bidding_faults_and_thinking_are_summed_over_an_entrants_seats():
    one = game(
        1,
        1,
        "ann bob",
        (21, 9),
        contracts=(3, 2, 1, 0),
        made=(2, 0, 1, 0),
        bids=(7, 6, 3, 0),
        seconds=(0.5, 2.0, 0.7, 0.0),
        timed=(4, 8, 2, 0),
    )
    two = game(1, 2, "bob ann", (9, 21), faults=(fault("ann"), fault("bob"), fault("ann")))
    found = standings(tournament("ann bob cat"), [[one, two]])
    (only,) = found.report.reports
    ann, bob, cat = (line(only, name) for name in ("ann", "bob", "cat"))
    assert (ann.bids_made, ann.average_bid, ann.faults) == (0.75, 2.5, 2)
    assert (bob.bids_made, bob.average_bid, bob.faults) == (0.0, 3.0, 1)
    assert (cat.bids_made, cat.average_bid, cat.faults) == (None, None, 0)
    assert found.thinking == ({"ann": pytest.approx(0.2), "bob": 0.25},)


def test_each_rule_set_has_its_own_standings():
    spec = tournament("ann bob", rules=(PAIRS, RuleSet(name="other")))
    found = standings(spec, iter([[game(1, 1, "ann bob", (21, 9))], []])).report
    assert [(one.rules, one.games, one.standings[0].bot) for one in found.reports] == [("pairs", 1, "ann"), ("other", 0, "ann")]
    assert [one.mu for one in found.reports[1].standings] == [25.0, 25.0]
    assert (found.reports[1].standings[0].points_per_hand, found.reports[1].pairings) == (None, ())


def test_pairings_are_counted_up_to_a_hundred_entrants_unless_asked_for():
    names = [f"bot{n:03}" for n in range(101)]
    played = game(1, 1, ["bot003", "bot001"], (9, 21))
    assert len(report(tournament(names[:100]), played).pairings) == 1
    assert report(tournament(names), played).pairings is None
    (pair,) = report(tournament(names), played, pairings=True).pairings
    assert (pair.a, pair.b, pair.wins) == ("bot001", "bot003", 1)


def test_floats_have_six_decimals_and_no_negative_zero():
    games = [game(board, 1, "ann bob", (1, 1 + board % 2), hands=7) for board in (1, 2, 3)]
    for one in report(tournament("ann bob"), *games).standings:
        for value in msgspec.structs.astuple(one):
            if isinstance(value, float):
                assert value == round(value, 6)
    nothing = report(tournament("ann bob"), *(game(board, 1, "ann bob", (3, 4), hands=10**8) for board in (1, 2)))
    assert msgspec.json.encode(line(nothing, "ann").points_per_hand) == b"0.0"


def test_a_stream_is_enough():
    names = [f"bot{n}" for n in range(6)]
    played = (
        game(board, leg, list(pair if leg == 1 else pair[::-1]), (board % 5, 3))
        for board in range(1, 41)
        for pair in combinations(names, 2)
        for leg in (1, 2)
    )
    assert standings(tournament(names), [played]).report.reports[0].games == 40 * 15 * 2


def test_a_duplicate_can_be_rated_as_one_result():
    games = [
        game(1, 1, "ann bob", (21, 9)),
        game(1, 2, "bob ann", (15, 21)),  # both legs to ann
        game(2, 1, "ann bob", (4, 22)),
        game(2, 2, "bob ann", (10, 21)),  # one each, bob has more points
        game(3, 1, "ann bob", (21, 15)),
        game(3, 2, "bob ann", (21, 15)),  # level in games and in points
    ]
    found = report(tournament("ann bob", rating=Rating(unit="duplicate", draw_probability=0.3)), *games)
    expected = rate([(((0,), (1,)), ranks) for ranks in ((0, 1), (1, 0), (0, 0))], 2, Rating(), 0.3)
    assert [line(found, name).mu for name in ("ann", "bob")] == pytest.approx([belief.mu for belief in expected], abs=1e-6)
    assert line(found, "ann").games == 6
    assert report(tournament("ann bob", rating=Rating(unit="duplicate")), *games) == report(
        tournament("ann bob", rating=Rating(unit="duplicate", draw_probability=1 / 3)), *games
    )


def test_a_duplicate_of_many_sides_is_rated_by_places_then_points():
    legs = [game(1, 1, "ann bob cat", (9, 5, 2)), game(1, 2, "cat ann bob", (2, 3, 9)), game(1, 3, "bob cat ann", (3, 9, 6))]
    found = report(tournament("ann bob cat", rules=(ALONE,), rating=Rating(unit="duplicate", draw_probability=0.01)), *legs)
    # Places: ann 0 + 1 + 1, bob 1 + 0 + 2, cat 2 + 2 + 0.
    expected = rate([(((0,), (1,), (2,)), (0, 1, 2))], 3, Rating(), 0.01)
    assert [line(found, name).mu for name in ("ann", "bob", "cat")] == pytest.approx([belief.mu for belief in expected], abs=1e-6)


def test_an_anchor_fixes_both_scales_and_changes_no_order():
    games = [game(board, leg, sides, (21, 9)) for board in range(1, 9) for leg, sides in ((1, "ann bob"), (2, "ann bob"))]
    free, held = (report(tournament("ann bob", rating=Rating(anchor=anchor)), *games) for anchor in ({}, {"bob": 10.0}))
    assert line(held, "bob").mu == 10
    assert line(held, "ann").mu == pytest.approx(10 + line(free, "ann").mu - line(free, "bob").mu, abs=1e-5)
    assert line(held, "bob").elo == 0
    assert [one.bot for one in held.standings] == [one.bot for one in free.standings]


def test_groups_and_ranks_are_those_of_the_order_free_strength():
    names, games = "ann bob cat", []
    for board in range(1, 31):
        for leg in (1, 2):
            games += [game(board, leg, "ann cat" if leg == 1 else "cat ann", (21, 9) if leg == 1 else (9, 21))]
            games += [game(board, leg, "ann bob" if leg == 1 else "bob ann", (21, 9) if leg == 1 else (9, 21))]
            games += [game(board, leg, "bob cat", (21, 9) if board % 2 else (9, 21))]
    found = report(tournament(names), *sorted(games, key=lambda one: (one.board, sorted(set(one.seats)), one.leg)))
    ann, bob, cat = (line(found, name) for name in names.split())
    assert (ann.rank, ann.group, ann.rank_low, ann.rank_high) == (1, 1, 1, 1)
    assert (bob.group, cat.group) == (2, 2)
    assert (bob.rank_low, bob.rank_high) == (2, 3)
