"""Standings as tables of plain or coloured text of a given width; knows nothing of terminals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Literal, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.report import text
from arena.standings.table import Pairing, RuleSetReport, Standing, Standings

Justify = Literal["left", "right"]

_NAME_LEAST = 10
_LEAST = 40


class Column(NamedTuple):
    """A column: its head, how it stands, whether it holds names (and may be cut), and when it gives way (higher goes first, 0 never)."""

    head: str
    justify: Justify = "right"
    is_name: bool = False
    gives_way: int = 0


class _Filled(NamedTuple):
    column: Column
    cells: list[str]

    @property
    def width(self) -> int:
        natural = max(cell_len(line) for cell in (self.column.head, *self.cells) for line in cell.split("\n"))
        return min(natural, _NAME_LEAST) if self.column.is_name else natural


_STANDINGS: tuple[tuple[Column, Callable[[Standing, float | None], str]], ...] = (
    (Column("#"), lambda line, _: str(line.rank)),
    (Column("bot", "left", is_name=True), lambda line, _: text.printable(line.bot)),
    (Column("mu"), lambda line, _: f"{line.mu:.2f}"),
    (Column("sigma", gives_way=9), lambda line, _: f"{line.sigma:.2f}"),
    (Column("mu−3σ"), lambda line, _: f"{line.conservative:.2f}"),
    (Column("ranks\n95 %", gives_way=7), lambda line, _: text.ranks(line)),
    (Column("Elo\n± 95 %", gives_way=4), lambda line, _: text.elo(line)),
    (Column("W–L–D", gives_way=3), lambda line, _: text.record(line)),
    (Column("points/hand\n± 95 %", gives_way=1), lambda line, _: text.points(line.points_per_hand, line.points_per_hand_high)),
    (Column("adjusted\n± 95 %", gives_way=2), lambda line, _: text.adjusted(line)),
    (Column("bids\nmade", gives_way=8), lambda line, _: text.share(line.bids_made)),
    (Column("mean\nbid", gives_way=10), lambda line, _: text.mean(line.average_bid)),
    (Column("faults", gives_way=5), lambda line, _: str(line.faults)),
    (Column("think\ntime", gives_way=6), lambda _, seconds: text.duration(seconds)),
)
_PAIRINGS: tuple[tuple[Column, Callable[[Pairing], str]], ...] = (
    (Column("bot", "left", is_name=True), lambda line: text.printable(line.a)),
    (Column("against", "left", is_name=True), lambda line: text.printable(line.b)),
    (Column("boards", gives_way=2), lambda line: str(line.boards)),
    (Column("W–L–D"), text.record),
    (Column("won\n[95 %]", gives_way=3), lambda line: text.share_between(line.win_rate, line.win_rate_low, line.win_rate_high)),
    (Column("points/hand\n± 95 %", gives_way=1), lambda line: text.points(line.points_per_hand, line.high)),
    (Column("adjusted\n± 95 %", gives_way=4), text.adjusted),
)


def table(standings: Standings, *, width: int = 80, color: bool = False, pairings: bool = False) -> str:
    """One table a rule set, at most ``width`` cells wide (but not below 40); with ``pairings`` the pairs of opponents too.

    Where room is short names are cut and the least of the columns left out, numbers never.
    """
    width = max(width, _LEAST)
    out = StringIO()
    # The height keeps rich from asking the terminal for its size.
    console = Console(
        file=out,
        width=width,
        height=25,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
    )
    parts = zip(standings.report.reports, standings.thinking, standings.gauged, strict=True)
    for number, (report, thinking, gauged) in enumerate(parts):
        if number:
            console.print()
        console.print(Text(text.title(standings, report), style="bold"), soft_wrap=True)
        console.print(_grid(_standing_columns(report, thinking), width, [line.group for line in report.standings]))
        for remark in text.remarks(report, gauged):
            console.print(Text(remark, style="dim"), soft_wrap=True)
        if pairings and report.pairings:
            console.print()
            console.print(_grid([_Filled(column, [cell(line) for line in report.pairings]) for column, cell in _PAIRINGS], width))
    for note in (*text.notes(standings), *text.latency(standings)):
        console.print(Text(note, style="yellow"), soft_wrap=True)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _standing_columns(report: RuleSetReport, thinking: dict[str, float]) -> list[_Filled]:
    return [_Filled(column, [cell(line, thinking.get(line.bot)) for line in report.standings]) for column, cell in _STANDINGS]


def _grid(filled: list[_Filled], width: int, groups: Sequence[int | None] = ()) -> Table:
    """A table of at most ``width``; a blank line parts rows of different ``groups``."""
    fitting = _fitting(filled, width)
    roomy = sum(max(one.width, *map(cell_len, one.cells)) + 2 for one in fitting) - 2 <= width
    grid = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1 if roomy else 0, 0, 0), header_style="bold")
    for one in fitting:
        head, justify, is_name, _ = one.column
        grid.add_column(Text(head), justify=justify, vertical="bottom", no_wrap=not is_name, min_width=one.width)
    for number, row in enumerate(zip(*(one.cells for one in fitting), strict=True)):
        # Text, not markup: a bot may be called [red]. A name too long ends in an ellipsis.
        last = groups[number] != groups[number + 1] if number + 1 < len(groups) else False
        grid.add_row(*(Text(cell, no_wrap=True, overflow="ellipsis") for cell in row), end_section=last)
    return grid


def _fitting(filled: list[_Filled], width: int) -> list[_Filled]:
    """The columns that fit into ``width`` with names cut to the least: those that give way go one by one."""
    # What is not known of anybody has no column, and nothing stands adjusted without the raw figure beside it.
    fitting = [one for one in filled if not one.column.head.startswith("adjusted") or set(one.cells) != {text.NOTHING}]
    for one in sorted((one for one in filled if one.column.gives_way), key=lambda one: -one.column.gives_way):
        if sum(other.width + 1 for other in fitting) - 1 <= width:
            break
        fitting.remove(one)
    return fitting
