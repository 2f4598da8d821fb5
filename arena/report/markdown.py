"""Standings as Markdown tables for READMEs and pull requests; knows nothing of files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from arena.report import text
from arena.standings.table import Pairing, Standing, Standings

_ADJUSTED = "adjusted points per hand [95 %]"
_STANDINGS_HEAD = (
    "rank",
    "bot",
    "mu",
    "sigma",
    "mu − 3 sigma",
    "group",
    "ranks [95 %]",
    "Elo [95 %]",
    "games",
    "W–L–D",
    "won [95 %]",
    "points per hand [95 %]",
    _ADJUSTED,
    "bids made",
    "average bid",
    "faults",
)
_PAIRINGS_HEAD = ("bot", "against", "boards", "W–L–D", "won [95 %]", "points per hand [95 %]", _ADJUSTED)
# What is markup in the middle of a line; nothing here starts one.
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")


def markdown(standings: Standings, *, pairings: bool = False) -> str:
    """One section a rule set with its table; with ``pairings`` a second table of the pairs of opponents."""
    return "\n".join(_lines(standings, pairings=pairings)) + "\n"


def escape(name: str) -> str:
    """``name`` as text that no Markdown renderer takes for markup, HTML or the end of a table's cell."""
    harmless = text.printable(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", harmless)


def _lines(standings: Standings, *, pairings: bool) -> Iterator[str]:
    for report, gauged in zip(standings.report.reports, standings.gauged, strict=True):
        yield f"## {escape(text.title(standings, report))}"
        yield ""
        yield from _table(_STANDINGS_HEAD, [_standing(line) for line in report.standings])
        yield ""
        for remark in text.remarks(report, gauged):
            yield f"*{escape(remark)}*"
            yield ""
        if pairings and report.pairings:
            yield from _table(_PAIRINGS_HEAD, [_pairing(line) for line in report.pairings])
            yield ""
    for note in text.notes(standings):
        yield f"*{escape(note)}*"
        yield ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    names = {"bot", "against"}
    # What is not known of anybody has no column.
    kept = [at for at, column in enumerate(head) if column != _ADJUSTED or any(row[at] != text.NOTHING for row in rows)]
    yield _row([head[at] for at in kept])
    yield _row([":---" if head[at] in names else "---:" for at in kept])
    yield from (_row([row[at] for at in kept]) for row in rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _standing(line: Standing) -> tuple[str, ...]:
    return (
        str(line.rank),
        escape(line.bot),
        f"{line.mu:.2f}",
        f"{line.sigma:.2f}",
        f"{line.conservative:.2f}",
        text.NOTHING if line.group is None else str(line.group),
        text.ranks(line),
        text.elo_between(line),
        str(line.games),
        text.record(line),
        text.share_between(line.win_rate, line.win_rate_low, line.win_rate_high),
        text.points_between(line.points_per_hand, line.points_per_hand_low, line.points_per_hand_high),
        text.adjusted_between(line),
        text.share(line.bids_made),
        text.mean(line.average_bid),
        str(line.faults),
    )


def _pairing(line: Pairing) -> tuple[str, ...]:
    points = text.points_between(line.points_per_hand, line.low, line.high)
    won = text.share_between(line.win_rate, line.win_rate_low, line.win_rate_high)
    return (escape(line.a), escape(line.b), str(line.boards), text.record(line), won, points, text.adjusted_between(line))
