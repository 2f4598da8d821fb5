"""Every format a run's results can be had in, by name, as pieces of text; knows the store, but neither terminals nor files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, Literal, NamedTuple

from arena.report import export
from arena.report.html.page import report_page
from arena.report.junit import junit
from arena.report.markdown import markdown
from arena.report.replay import require_hands
from arena.report.table import table
from arena.standings.insight import insight_of_run
from arena.standings.table import Standings, standings_of_run
from arena.tournament.store import Store

Format = Literal["table", "markdown", "csv", "json", "junit", "html", "hands"]
Content = Literal["standings", "pairings", "games", "hands", "faults"]


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
    of: Content = "standings",
    times: bool = True,
) -> Iterator[str]:
    """The results in ``store`` in the format ``form``, piece by piece; ``width`` and ``color`` matter to the table alone.

    ``pairings`` adds the pairs of opponents (``csv``: gives them instead of the standings), ``luck`` adds adjusted points, ``withdraw``
    leaves entrants and their games out of the standings, ``of`` is what ``csv`` has lines of, and ``times`` says whether
    ``html`` shows thinking times. Raises ArenaError when hands are wanted of a tournament that did not record them, StoreError when the
    store cannot be read.
    """
    if form == "hands":
        yield from _hands(store)
    elif form == "html":
        gathered = insight_of_run(store, luck=luck.adjust, reference=luck.reference, withdraw=withdraw)
        yield report_page(store, times=times, withdraw=withdraw, gathered=gathered)
    elif form == "csv" and of in _ROWS:
        yield from _ROWS[of](store)
    else:
        pairings = pairings or of == "pairings"
        standings = standings_of_run(store, pairings=pairings, luck=luck.adjust, reference=luck.reference, withdraw=withdraw)
        yield _shown(standings, form, width=width, color=color, pairings=pairings)


def _shown(standings: Standings, form: Format, *, width: int, color: bool, pairings: bool) -> str:
    match form:
        case "table":
            return table(standings, width=width, color=color, pairings=pairings)
        case "markdown":
            return markdown(standings, pairings=pairings)
        case "csv":
            return export.pairings_csv(standings.report) if pairings else export.standings_csv(standings.report)
        case "junit":
            return junit(standings)
        case _:
            return export.standings_json(standings.report)


def _hand_rows(store: Store) -> Iterator[str]:
    require_hands(store)
    return export.hands_csv(store)


_ROWS: Final[dict[str, Callable[[Store], Iterator[str]]]] = {"games": export.games_csv, "hands": _hand_rows, "faults": export.faults_csv}


def files(standings: Standings) -> dict[str, str]:
    """The files of a run's report, by their names."""
    return {
        "standings.json": export.standings_json(standings.report),
        "standings.md": markdown(standings),
        "standings.csv": export.standings_csv(standings.report),
        "pairings.csv": export.pairings_csv(standings.report),
    }


def _hands(store: Store) -> Iterator[str]:
    require_hands(store)
    for index in range(len(store.spec.rules)):
        yield from export.hand_lines(store.hands(index))
