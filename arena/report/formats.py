"""Every format a run's results can be had in, by name, as pieces of text; knows the store, but neither terminals nor files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from arena.errors import ArenaError
from arena.report import export
from arena.report.markdown import markdown
from arena.report.table import table
from arena.standings.table import Standings, standings_of_run
from arena.tournament.store import Store

Format = Literal["table", "markdown", "csv", "json", "hands"]


class Luck(NamedTuple):
    """Whether points are adjusted for the luck of the deal as well, and by which results of reference bots."""

    adjust: bool
    reference: Store | None = None


NOT_ADJUSTED = Luck(adjust=False)


def produce(
    store: Store,
    form: Format,
    *,
    width: int = 80,
    color: bool = False,
    pairings: bool = False,
    luck: Luck = NOT_ADJUSTED,
    withdraw: Collection[str] = (),
) -> Iterator[str]:
    """The results in ``store`` in the format ``form``, piece by piece; ``width`` and ``color`` matter to the table alone.

    ``pairings`` adds the pairs of opponents (``csv``: gives them instead of the standings), ``luck`` adds adjusted points, ``withdraw``
    leaves entrants and their games out of the standings. Raises ArenaError when hands are wanted of a tournament that did not record
    them, StoreError when the store cannot be read.
    """
    if form == "hands":
        yield from _hands(store)
        return
    standings = standings_of_run(store, pairings=pairings, luck=luck.adjust, reference=luck.reference, withdraw=withdraw)
    match form:
        case "table":
            yield table(standings, width=width, color=color, pairings=pairings)
        case "markdown":
            yield markdown(standings, pairings=pairings)
        case "csv":
            yield export.pairings_csv(standings.report) if pairings else export.standings_csv(standings.report)
        case "json":
            yield export.standings_json(standings.report)


def files(standings: Standings) -> dict[str, str]:
    """The files of a run's report, by their names."""
    return {
        "standings.json": export.standings_json(standings.report),
        "standings.md": markdown(standings),
        "standings.csv": export.standings_csv(standings.report),
        "pairings.csv": export.pairings_csv(standings.report),
    }


def _hands(store: Store) -> Iterator[str]:
    spec = store.spec
    if spec.record != "hands":
        raise ArenaError(f"{store.path.parent}: no hands were recorded; a tournament file with 'record: hands' keeps them")
    for index in range(len(spec.rules)):
        yield from export.hand_lines(store.hands(index))
