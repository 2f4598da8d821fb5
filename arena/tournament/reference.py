"""The tournament of bundled bots on another tournament's boards, by which the luck of its deals is judged; plays nothing itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import structs

from arena.seats.loader import resolve
from arena.tournament.spec import TournamentSpec

FILE: Final = "reference.sqlite"
"""Where in a run's folder the results of the reference bots are kept, so that they are played once."""
_PANEL: Final = ("greedy", "lowest", "steady", "bold", "random", "counter")
_LEAST, _BEYOND = 3, 4


def reference_of(spec: TournamentSpec) -> TournamentSpec | None:
    """Every table of a few bundled bots on the boards of ``spec`` and on four times as many beyond them.

    None where they could not play the same cards (``deals: own``) or are too few for a table.
    """
    wanted = max(_LEAST, *(len(rules.table.sides) for rules in spec.rules))
    if spec.match.deals == "own" or wanted > len(_PANEL):
        return None
    match = structs.replace(spec.match, boards=most_boards(spec) * (1 + _BEYOND), tables="all", rounds="auto", until=None, max_boards=None)
    return TournamentSpec(
        name=f"{spec.name}: reference",
        rules=spec.rules,
        seed=spec.seed,
        match=match,
        entrants=tuple(resolve(name, Path()) for name in _PANEL[:wanted]),
    )


def most_boards(spec: TournamentSpec) -> int:
    """How many boards two entrants may meet on."""
    return spec.match.max_boards or spec.match.boards
