"""Faults are counted, and too many of them make a run suspect."""

from msgspec.structs import replace

from arena.standings.conduct import Conduct, FaultCount
from arena.tournament.columns import Reader
from arena.tournament.spec import Fault
from tests.standings.games import PAIRS, game


def fault(name, kind="late", phase="play"):
    return Fault(entrant=name, seat=0, hand=1, phase=phase, n=0, kind=kind, answer="", used="2C")


def conduct(*faults_by_game):
    names, found = ["ann", "bob"], Conduct(["ann", "bob"])
    games = [replace(game(board, 1, "ann bob", (21, 9)), faults=tuple(faults)) for board, faults in enumerate(faults_by_game, 1)]
    for some in Reader(names, PAIRS.table.sides).given(games):
        found.take(some)
    return found


def test_faults_are_counted_by_entrant_kind_and_phase():
    found = conduct([fault("bob"), fault("bob"), fault("ann", "illegal")], [fault("bob", phase="auction")], [])
    assert found.by_entrant() == [1, 3]
    assert found.counts() == (
        FaultCount(bot="ann", kind="illegal", phase="play", count=1),
        FaultCount(bot="bob", kind="late", phase="auction", count=1),
        FaultCount(bot="bob", kind="late", phase="play", count=2),
    )


def test_a_share_of_games_with_faults_above_the_threshold_is_suspect():
    found = conduct(*[[fault("bob")]] * 2, *[[]] * 18)
    assert list(found.suspicions(0.05)) == ["bob had faults in 2 of 20 games"]
    assert list(found.suspicions(0.1)) == []


def test_games_in_which_both_were_late_are_suspect():
    found = conduct([fault("bob"), fault("ann")], *[[]] * 9)
    assert list(found.suspicions(0.1)) == []
    assert list(found.suspicions(0.09))[-1] == "more than one entrant was late in 1 of 10 games; was the machine overloaded?"
    assert "late" not in " ".join(conduct([fault("bob"), fault("ann", "illegal")]).suspicions(0.05))
