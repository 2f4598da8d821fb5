"""Tests of a bot's strength for its own repository: it is stronger than another, it is no weaker than before. Needs no test framework."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import structs

from arena.compare import Entrant, Plan, compare, planned
from arena.report.comparison import text
from arena.standings.comparison import Comparison, Hypotheses
from arena.tournament.executors import Executor, Processes, Serial
from arena.tournament.naming import game_name

SEED = "test"
"""Tests play the same boards every time, so that a test that passes goes on passing until a bot changes."""


def arena_match(
    candidate: Entrant | Path,
    baseline: Entrant | Path,
    *,
    test: Hypotheses | None = None,
    jobs: int = 1,
    folder: Path | None = None,
    **plan: Any,
) -> Comparison:
    """Lets two bots meet until ``test`` is decided; ``plan`` takes the other fields of ``arena.compare.Plan`` (rules, seed, max_boards …).

    Results are kept only in a ``folder``. With ``jobs`` above 1 matches are played in as many processes.
    """
    whole = Plan(**{"test": test or Hypotheses(), "seed": SEED, "record": "games" if folder is None else "hands", **plan})
    spec = planned(_plain(candidate), _plain(baseline), whole)
    executor: Executor = Serial() if jobs == 1 else Processes(jobs)
    if folder is not None:
        return compare(spec, whole, folder, executor)
    with TemporaryDirectory(prefix="arena-") as passing:
        return _without_commands(compare(spec, whole, Path(passing), executor))


def assert_stronger(candidate: Entrant | Path, *, than: Entrant | Path, elo1: float = 20.0, elo0: float = 0.0, **more: Any) -> Comparison:
    """Fails unless ``candidate`` is shown to be stronger than ``than``: by ``elo1`` normalized Elo rather than ``elo0``."""
    found = arena_match(candidate, than, test=Hypotheses(low=elo0, high=elo1), **more)
    __tracebackhide__ = True
    if found.verdict != "stronger":
        raise AssertionError(_told(found))
    return found


def assert_no_regression(candidate: Entrant | Path, *, than: Entrant | Path, elo: float = 20.0, **more: Any) -> Comparison:
    """Fails if ``candidate`` is weaker than ``than`` by ``elo`` normalized Elo rather than equal, or if that is not clear in time."""
    found = arena_match(candidate, than, test=Hypotheses(low=-elo, high=0.0), **more)
    __tracebackhide__ = True
    if found.verdict != "stronger":
        raise AssertionError(_told(found))
    return found


def _without_commands(found: Comparison) -> Comparison:
    """Nothing points into a folder that is gone."""
    return structs.replace(
        found,
        most_different=tuple(structs.replace(one, command="") for one in found.most_different),
        first_faults=tuple(structs.replace(one, command="") for one in found.first_faults),
    )


def _told(found: Comparison) -> str:
    """The comparison in full, and how to see the first fault where no game was kept."""
    fault = next(iter(found.first_faults), None)
    if fault is None or fault.command:
        return text(found)
    command = f"arena rerun FOLDER {game_name(fault.board, fault.leg)}"
    return f"{text(found)}\nNo game was kept. To see the first fault, give folder='FOLDER' to keep them, then: {command}\n"


def _plain(bot: Entrant | Path) -> Entrant:
    return str(bot) if isinstance(bot, Path) else bot
