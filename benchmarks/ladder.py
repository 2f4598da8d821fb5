"""How much stronger each rung of the bundled bots is than the one below: ``python -m benchmarks.ladder [--boards N]``.

Neighbours meet over duplicate boards on the same road as any tournament; the table it prints stands in docs/bots.md. Knows no cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise

from arena.config import tournament_of
from arena.standings.table import Pairing, standings
from arena.tournament.executors import Processes, cores
from arena.tournament.match import play_match
from arena.tournament.schedule import next_specs
from arena.tournament.spec import GameResult

RUNGS = ("random", "lowest", "greedy", "steady", "counter")
RULES = ("jpgames", "setback")
BOARDS = 2000


def rung(better: str, worse: str, boards: int) -> Iterator[Pairing]:
    """``better`` against ``worse`` under each rule set, seen from ``better``."""
    spec = tournament_of(
        {"name": "ladder", "rules": list(RULES), "seed": "ladder", "entrants": [better, worse], "match": {"boards": boards}}
    )
    games: list[list[GameResult]] = [[] for _ in RULES]
    with closing(Processes(cores()).run(play_match, next_specs(spec))) as results:
        for result in results:
            games[result.key.rules] += result.games
    for report in standings(spec, games, pairings=True).report.reports:
        assert report.pairings is not None
        yield _seen_from(better, report.pairings[0])


def _seen_from(bot: str, pair: Pairing) -> Pairing:
    if pair.a == bot:
        return pair
    points, low, high = (0.0 - (value or 0.0) for value in (pair.points_per_hand, pair.high, pair.low))
    return Pairing(
        a=pair.b,
        b=pair.a,
        boards=pair.boards,
        wins=pair.losses,
        losses=pair.wins,
        draws=pair.draws,
        points_per_hand=points,
        low=low,
        high=high,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, a row as soon as it is known."""
    parser = argparse.ArgumentParser(prog="benchmarks.ladder", description=__doc__)
    parser.add_argument("--boards", type=int, default=BOARDS, help="duplicate boards a pair and rule set (default %(default)s)")
    boards = parser.parse_args(arguments).boards
    print("| better | worse | rules | boards | games won | points per hand | 95 % interval |")
    print("|---|---|---|--:|--:|--:|:-:|")
    for worse, better in pairwise(RUNGS):
        for rules, pair in zip(RULES, rung(better, worse, boards), strict=True):
            won = (pair.wins + pair.draws / 2) / (pair.wins + pair.losses + pair.draws)
            sure = f"{pair.low:+.3f} to {pair.high:+.3f}"
            print(f"| {better} | {worse} | {rules} | {pair.boards} | {won:.1%} | {pair.points_per_hand:+.3f} | {sure} |", flush=True)


if __name__ == "__main__":
    main()
