"""``python -m benchmarks.efficiency``: how many hands a 95 % verdict takes, by what is counted; prints the table of docs/statistics.md.

A verdict is reached when the 95 % interval leaves out "no difference". Its width falls with the square root of the hands, so one long
measurement tells how many are needed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from arena.config import tournament_of
from arena.standings.holdings import Holdings
from arena.standings.luck import adjusted, references
from arena.standings.statistics import Interval
from arena.standings.tally import RuleSetTally
from arena.tournament.columns import Reader
from arena.tournament.executors import Processes, cores
from arena.tournament.reference import reference_of
from arena.tournament.runner import run
from arena.tournament.spec import GameResult, TournamentSpec
from arena.tournament.store import Store

RULES, SEED = "setback", 2026
BOARDS = {"games": 200, "hands": 1000}
BOLDER = {"bot": "bold", "name": "bold (nerve 1.5)", "options": {"nerve": 1.5}}
PAIRS: tuple[tuple[Any, Any], ...] = (("greedy", "steady"), ("steady", "bold"), ("bold", "counter"), ("bold", BOLDER))


class Needed(NamedTuple):
    """Hands for a verdict: independent deals and games won, duplicates and games won, duplicates and points, points less luck."""

    names: str
    unit: str
    independent: float
    duplicates: float
    points: float
    adjusted: float

    def __str__(self) -> str:
        first, *others = self[2:]
        ratios = " | ".join(f"{one:,.0f} ({first / one:.1f}×)" for one in others)
        return f"| {self.names} | {self.unit} | {first:,.0f} | {ratios} |"


def tournament(unit: str, entrants: list[Any]) -> TournamentSpec:
    """The entrants on the boards measured."""
    match = {"boards": BOARDS[unit], "unit": unit}
    return tournament_of({"name": "efficiency", "rules": RULES, "seed": SEED, "match": match, "entrants": entrants})


def played(spec: TournamentSpec, folder: Path) -> list[GameResult]:
    """Every game of a tournament in order of board, table, leg."""
    with Store.write(folder / "results.sqlite") as store:
        store.begin(spec, {})
        for _ in run(spec, store, Processes(cores())):
            pass
        return list(store.games(0))


def measured(spec: TournamentSpec, games: list[GameResult], reference: list[GameResult]) -> Needed:
    """What the verdict between the two entrants of ``spec`` takes, luck being judged by ``reference`` bots other than these two."""
    names, rules = sorted(bot.name for bot in spec.entrants), spec.rules[0]
    tally = RuleSetTally(names, rules.table.sides, shared=True, pairs=True, holdings=Holdings(rules, spec.seed))
    for some in Reader(names, rules.table.sides).given(games):
        tally.take(some)
    (pair,) = tally.pairs().values()
    known = references([game for game in reference if not {*names} & {*game.seats}], rules.table.sides, spec.match.boards)
    won = hands_for(pair.share.interval(), 0.5, tally.hands)
    return Needed(
        " – ".join(bot.name for bot in spec.entrants),
        spec.match.unit,
        won / (1 - (pair.share.reduction() or 0)),
        won,
        hands_for(pair.points.interval(), 0, tally.hands),
        hands_for(adjusted(pair.clusters, pair.worth, known), 0, tally.hands),
    )


def hands_for(interval: Interval, even: float, hands: int) -> float:
    """How many hands it takes until the interval just leaves out ``even``."""
    value, _, high = interval
    assert value is not None
    assert high is not None
    return hands * ((high - value) / (value - even)) ** 2


if __name__ == "__main__":
    for unit in sys.argv[1:] or BOARDS:
        with TemporaryDirectory() as folder:
            spec = reference_of(tournament(unit, ["greedy", "steady"]))
            assert spec is not None
            reference = played(spec, Path(folder))
        for pair in PAIRS:
            spec = tournament(unit, list(pair))
            with TemporaryDirectory() as folder:
                print(measured(spec, played(spec, Path(folder)), reference), flush=True)
