"""``python -m benchmarks.efficiency``: how many hands a 95 % verdict takes, by what is counted; prints the tables of docs/statistics.md.

A verdict is reached when the 95 % interval leaves out "no difference". Its width falls with the square root of the hands, so one long
measurement tells how many are needed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from arena.config import tournament_of
from arena.standings.holdings import Holdings
from arena.standings.luck import adjusted, references
from arena.standings.records import Record
from arena.standings.sequential import Bounds
from arena.standings.statistics import Interval
from arena.standings.tally import RuleSetTally
from arena.tournament.columns import Reader
from arena.tournament.executors import Processes, cores
from arena.tournament.reference import reference_of
from arena.tournament.runner import run
from arena.tournament.spec import GameResult, TournamentSpec
from arena.tournament.store import Store

RULES, SEED, UNITS = "setback", 2026, ("games", "hands")
JUDGED = {"games": 200, "hands": 1000}
"""How many of the boards the reference bots play too, to see what luck adjustment takes off."""
RISK, RUNS = 0.05, 400
_Z_VERDICT, _Z_RISK = 1.959964, 1.644854


class Pair(NamedTuple):
    """Two entrants and the boards to measure them on, of games and of hands: the nearer they are, the more."""

    one: Any
    other: Any
    boards: dict[str, int]


def version(of: str, kind: str) -> dict[str, str]:
    """A bundled bot with one rule changed."""
    return {"bot": f"{Path(__file__).with_name('versions.py')}:{kind}", "name": f"{of} ({kind.lower()})"}


FEW = {"games": 400, "hands": 4000}
PAIRS = (
    Pair("greedy", "steady", FEW),
    Pair("steady", "bold", {"games": 2000, "hands": 20000}),
    Pair("bold", "counter", FEW),
    Pair("bold", {"bot": "bold", "name": "bold (nerve 1.5)", "options": {"nerve": 1.5}}, {"games": 1000, "hands": 10000}),
    Pair("greedy", version("greedy", "Trusting"), {"games": 4000, "hands": 20000}),
    Pair("steady", version("steady", "Careless"), {"games": 3000, "hands": 10000}),
    Pair("bold", version("bold", "Thrifty"), {"games": 6000, "hands": 20000}),
    Pair("counter", version("counter", "Highminded"), {"games": 800, "hands": 4000}),
)


class Needed(NamedTuple):
    """Hands for a verdict: independent deals and games won, duplicates and games won, duplicates and points, points less luck.

    Then with a risk of 5 % either way instead: points on a number of duplicates fixed beforehand, and in a sequential test on average.
    ``alike`` is the share of boards without a difference in points; ``agree`` says whether games and points name the same bot.
    """

    names: str
    unit: str
    independent: float
    duplicates: float
    points: float
    adjusted: float
    fixed: float
    sequential: float
    alike: float
    agree: bool

    def __str__(self) -> str:
        first, *others = self[2:6]
        ratios = [f"{one:,.0f} ({first / one:.1f}×)" for one in others]
        cells = [self.names + ("" if self.agree else " †"), self.unit, f"{self.alike:.0%}", f"{first:,.0f}", *ratios]
        return "| " + " | ".join([*cells, f"{self.fixed:,.0f}", f"{self.sequential:,.0f}"]) + " |"


def tournament(boards: int, unit: str, entrants: list[Any]) -> TournamentSpec:
    """The entrants on the boards measured."""
    match = {"boards": boards, "unit": unit}
    data = {"name": "efficiency", "rules": RULES, "seed": SEED, "match": match, "isolation": "inline", "entrants": entrants}
    return tournament_of(data)


def played(spec: TournamentSpec, folder: Path) -> list[GameResult]:
    """Every game of a tournament in order of board, table, leg."""
    with Store.write(folder / "results.sqlite") as store:
        store.begin(spec, {})
        for _ in run(spec, store, Processes(cores())):
            pass
        return list(store.games(0))


def measured(spec: TournamentSpec, games: list[GameResult], reference: list[GameResult]) -> Needed:
    """What the verdict between the two entrants of ``spec`` takes, luck being judged by ``reference`` bots."""
    pair, hands = met(spec, games)
    won, raw = hands_for(pair.share.interval(), 0.5, hands), pair.points.interval()
    points = hands_for(raw, 0, hands)
    boards = np.array([row[1:] for row in pair.clusters])
    return Needed(
        " – ".join(bot.name for bot in spec.entrants),
        spec.match.unit,
        won / (1 - (pair.share.reduction() or 0)),
        won,
        points,
        points * left_by_luck(spec, games, reference),
        points * (2 * _Z_RISK / _Z_VERDICT) ** 2,
        sequential(boards),
        float(np.mean(boards[:, 0] == 0)),
        (middle(pair.share.interval()) > 0.5) == (middle(raw) > 0),
    )


def met(spec: TournamentSpec, games: list[GameResult]) -> tuple[Record, int]:
    """What the two entrants made of each other, and in how many hands."""
    names, rules = sorted(bot.name for bot in spec.entrants), spec.rules[0]
    tally = RuleSetTally(names, rules.table.sides, shared=True, pairs=True, holdings=Holdings(rules, spec.seed))
    for some in Reader(names, rules.table.sides).given(games):
        tally.take(some)
    (pair,) = tally.pairs().values()
    return pair, tally.hands


def left_by_luck(spec: TournamentSpec, games: list[GameResult], reference: list[GameResult]) -> float:
    """The share of the variance of the points that is left once luck is taken off; by reference bots other than the two measured.

    Adjusted points estimate what the raw ones do, so the widths of the two intervals on the same boards tell.
    """
    boards = JUDGED[spec.match.unit]
    pair, _ = met(spec, [game for game in games if game.board <= boards])
    others = [game for game in reference if {bot.name for bot in spec.entrants}.isdisjoint(game.seats)]
    known = references(others, spec.rules[0].table.sides, boards)
    return (width(adjusted(pair.clusters, pair.worth, known)) / width(pair.points.interval())) ** 2


def hands_for(interval: Interval, even: float, hands: int) -> float:
    """How many hands it takes until the interval just leaves out ``even``."""
    return hands * (width(interval) / 2 / (middle(interval) - even)) ** 2


def middle(interval: Interval) -> float:
    """What is estimated."""
    assert interval.value is not None
    return interval.value


def width(interval: Interval) -> float:
    """From end to end."""
    _, low, high = interval
    assert low is not None
    assert high is not None
    return high - low


def sequential(boards: Any) -> float:
    """The mean number of hands until the test on points is decided, looked at after every board.

    The boards are drawn again and again from ``boards``, given as (points, hands); no difference stands against the one that they have.
    """
    numbers, bounds = np.random.default_rng(SEED), Bounds.of(RISK, RISK)
    signed = boards * [np.sign(boards[:, 0].sum()), 1]
    points, hands = signed[:, 0].sum() / signed[:, 1].sum(), []
    most = 10 * int(signed[:, 0].var() / signed[:, 0].mean() ** 2) + 1000
    for _ in range(RUNS):
        drawn = signed[numbers.integers(len(signed), size=most)]
        llr = llr_over_time(drawn, points)
        decided = np.flatnonzero((llr >= bounds.upper) | (llr <= bounds.lower))
        hands.append(drawn[: decided[0] + 1 if len(decided) else most, 1].sum())
    return float(np.mean(hands))


def llr_over_time(boards: Any, points: float) -> Any:
    """``llr_of_points(boards, 0, points)`` after every board, all of which have hands."""
    u, v = boards.T.astype(float)
    n, up, down = np.arange(1, len(boards) + 1), np.cumsum(u), np.cumsum(v)
    ratio = up / down
    squares = 1 + np.cumsum(u * u) - 2 * ratio * np.cumsum(u * v) + ratio * ratio * np.cumsum(v * v)
    return n / 2 * np.log((squares + up**2 / n) / (squares + (up - points * down) ** 2 / n))


if __name__ == "__main__":
    for unit in sys.argv[1:] or UNITS:
        with TemporaryDirectory() as folder:
            spec = reference_of(tournament(JUDGED[unit], unit, ["greedy", "steady"]))
            assert spec is not None
            reference = played(spec, Path(folder))
        for pair in PAIRS:
            spec = tournament(pair.boards[unit], unit, [pair.one, pair.other])
            with TemporaryDirectory() as folder:
                print(measured(spec, played(spec, Path(folder)), reference), flush=True)
