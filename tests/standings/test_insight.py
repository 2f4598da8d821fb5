import pytest

from arena.standings.insight import OTHER, SETS, BidTally, HandFacts, Insight, Leg
from arena.tournament.columns import Reader
from tests.standings.games import fault, game, void

PAIR = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))


def seen(games, names=("ann", "bob"), sides=PAIR):
    insight = Insight(names, sides)
    for some in Reader(names, sides).given(games):
        insight.take_games(some)
    return insight


def hand(pitcher, bid, deltas, points, *, made=True, seats=("ann", "bob", "ann", "bob")):
    auction = ((1, "pass"), (pitcher or 0, bid or "pass"))
    facts = tuple({"id": name, "side": side, "value": value} for name, side, value in points)
    return HandFacts(seats, auction, pitcher, bid, made, facts, deltas)


def test_the_board_that_cost_most_comes_with_all_its_legs():
    games = [
        game(1, 1, "ann bob", (21, 9)),
        game(1, 2, "bob ann", (21, 20)),
        game(2, 1, "ann bob", (3, 21)),
        game(2, 2, "bob ann", (4, 21)),
        game(3, 1, "ann bob", (9, 21)),
        game(3, 2, "bob ann", (21, 14)),
    ]
    insight = seen(games)
    dear = insight.dear["ann", ("ann", "bob")]
    assert (dear.board, dear.points) == (3, -19)
    assert dear.legs == (Leg(1, -12, 10, "lost"), Leg(2, -7, 10, "lost"))
    assert (insight.dear["bob", ("ann", "bob")].board, insight.dear["bob", ("ann", "bob")].points) == (1, -11)


def test_points_per_hand_are_spread_by_board_in_quarters():
    insight = seen([game(1, 1, "ann bob", (21, 9)), game(1, 2, "bob ann", (21, 20)), game(2, 1, "ann bob", (3, 21))])
    assert insight.spread["ann"] == {2: 1, -7: 1}  # 11 in 20 hands, -18 in 10
    assert insight.spread["bob"] == {-2: 1, 7: 1}


def test_three_sides_are_measured_by_the_mean_of_the_others():
    insight = seen([game(1, 1, "ann bob cat", (12, 6, 3))], ("ann", "bob", "cat"), ALONE)
    assert insight.dear["cat", ("ann", "bob", "cat")].legs == (Leg(1, -6, 10, "lost"),)
    assert ("ann", ("ann", "bob", "cat")) not in insight.dear


def test_void_boards_and_forfeited_games_do_not_count():
    insight = seen([void(1, 1, "ann bob"), game(1, 2, "bob ann", (21, 0)), game(2, 1, "ann bob", (0, 0), hands=0, winner=1, forfeits=(0,))])
    assert insight.dear == {}
    assert not insight.spread["ann"]
    for board, leg in ((1, 1), (1, 2), (2, 1)):
        insight.take_hands(board, ("ann", "bob"), leg, [hand(0, 2, (3, 1), [("High", 0, 3), ("Low", 1, 1)])])
    assert insight.conduct["ann"].hands == 0


def test_faults_are_grouped_with_the_first_of_them():
    insight = seen([game(1, 1, "ann bob", (21, 9)), game(4, 2, "bob ann", (21, 9), faults=(fault("ann"), fault("ann"), fault("bob")))])
    (first, other) = insight.faults.values()
    assert (first.entrant, first.kind, first.phase, first.times, first.board, first.leg, first.first.answer) == (
        ("ann", "illegal", "play", 2, 4, 2, "2C")
    )
    assert (other.entrant, other.times) == ("bob", 1)


def test_bids_are_counted_as_said_played_and_made():
    insight = seen([game(1, 1, "ann bob", (21, 9))])
    hands = [hand(0, 2, (3, 1), [("High", 0, 3), ("Low", 1, 1)]), hand(0, 2, (-2, 3), [("High", 1, 3), ("Low", 0, 1)], made=False)]
    insight.take_hands(1, ("ann", "bob"), 1, hands)
    assert insight.conduct["ann"].bids[2] == BidTally(said=2, played=2, made=1, points=-3)
    assert insight.conduct["bob"].bids[0] == BidTally(said=2)
    assert insight.conduct["bob"].auctions == 2


@pytest.mark.parametrize(
    ("played", "sources"),
    [
        (hand(0, 2, (3, 1), [("High", 0, 3), ("Low", 1, 1)]), {"High": 3, "Low": -1}),
        (hand(0, 3, (-3, 2), [("High", 1, 2), ("Low", 0, 2)], made=False), {"High": -2, SETS: -3}),
        (hand(0, 4, (5, 0), [("High", 0, 4)]), {"High": 4, OTHER: 1}),  # a slam is worth more than its points
        (hand(0, 2, (3, 0), [("High", 0, 3), ("Low", 1, 1)]), {"High": 3}),  # others: none
        (hand(None, None, (-2, 0), []), {OTHER: -2}),  # a fined dealer
    ],
)
def test_sources_add_up_to_what_the_hand_gave(played, sources):
    insight = seen([game(1, 1, "ann bob", (21, 9))])
    insight.take_hands(1, ("ann", "bob"), 1, [played])
    ann, bob = insight.conduct["ann"], insight.conduct["bob"]
    assert ann.sources == sources
    assert bob.sources == {source: -value for source, value in sources.items()}
    assert sum(ann.sources.values()) == played.deltas[0] - played.deltas[1]


def test_hands_dealt_again_are_no_hands():
    insight = seen([game(1, 1, "ann bob", (21, 9))])
    insight.take_hands(1, ("ann", "bob"), 1, [hand(None, None, (0, 0), [])])
    assert (insight.conduct["ann"].hands, insight.conduct["ann"].auctions) == (0, 1)
