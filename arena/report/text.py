"""How single facts of the standings are worded, the same in every format meant for people; knows nothing of tables, files or terminals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from statistics import fmean
from unicodedata import bidirectional

from arena.standings.table import Pairing, RuleSetReport, Standing, Standings

NOTHING = "–"


def printable(name: str) -> str:
    """``name`` with every control character and line break made visible as a replacement character."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)


def isolated(name: str) -> str:
    """``printable``, and where it is written from right to left marked so that it does not reorder the numbers beside it."""
    shown = printable(name)
    return f"\u2068{shown}\u2069" if any(bidirectional(char) in {"R", "AL"} for char in shown) else shown


def title(standings: Standings, report: RuleSetReport) -> str:
    """What a table is about: tournament, rule set, how much was played."""
    played = f"{counted(report.games, 'game')}, {counted(report.hands, 'hand')}"
    return f"{printable(standings.report.tournament)}: {printable(report.rules)} ({played})"


def notes(standings: Standings, named: Callable[[str], str] = printable) -> Iterator[str]:
    """What a reader must know of all the tables: what the format decided, that a run is not complete, that boards were void.

    ``named`` writes the name of a bot.
    """
    yield from map(printable, standings.remarks)
    progress = standings.progress
    if progress and progress.played < progress.planned:
        yield f"Not complete: {progress.played:,} of {progress.planned:,} matches played."
    for report, void in zip(standings.report.reports, standings.void_boards, strict=True):
        if void:
            yield f"{printable(report.rules)}: {counted(void, 'board')} void, since more than one side forfeited."
        yield from _faults(report, named)


def _faults(report: RuleSetReport, named: Callable[[str], str]) -> Iterator[str]:
    rules = printable(report.rules)
    for bot, lines in groupby(report.fault_counts, key=lambda line: line.bot):
        yield f"{rules}: faults of {named(bot)}: {', '.join(f'{line.count:,} {line.kind} ({line.phase})' for line in lines)}."
    for reason in report.suspect:
        yield f"{rules}: SUSPECT: {printable(reason)}."


def latency(standings: Standings) -> Iterator[str]:
    """How late the machine itself was, where that was tried."""
    if standings.latency:
        late = f"This machine itself was late by {duration(standings.latency)} at worst"
        yield f"{late}; answers were forgiven {duration(standings.grace)} beyond their limit."


def remarks(report: RuleSetReport, gauged: Collection[str]) -> Iterator[str]:
    """What a reader must know of one table to read it: what its groups mean, and what playing duplicates was worth.

    Only the ``gauged`` entrants, who have played enough boards, say what duplicates were worth.
    """
    groups = {line.group for line in report.standings}
    if len(groups) > 1:
        yield "Bots of different groups are separated (95 %, by games won)."
    elif groups != {None}:
        yield "These bots are one group: they cannot all be told apart (95 %, by games won)."
    lines = [line for line in report.standings if line.bot in gauged]
    reductions = [line.variance_reduction for line in lines if line.variance_reduction is not None]
    if reductions:
        yield f"Duplicates: {_change(fmean(reductions))} variance of points per hand than independent deals."


def ranks(line: Standing) -> str:
    """The ranks that are not ruled out: ``2`` or ``2–4``."""
    if line.rank_low is None:
        return NOTHING
    return str(line.rank_low) if line.rank_low == line.rank_high else f"{line.rank_low}–{line.rank_high}"


def elo(line: Standing) -> str:
    """Elo with half the width of its interval: ``+34 ±12``."""
    if line.elo is None:
        return NOTHING
    return _whole(line.elo) if line.elo_high is None else f"{_whole(line.elo)} ±{line.elo_high - line.elo:.0f}"


def elo_between(line: Standing) -> str:
    """Elo with the ends of its interval: ``+34 [+22, +46]``."""
    if line.elo is None:
        return NOTHING
    if line.elo_low is None or line.elo_high is None:
        return _whole(line.elo)
    return f"{_whole(line.elo)} [{_whole(line.elo_low)}, {_whole(line.elo_high)}]"


def share_between(value: float | None, low: float | None, high: float | None) -> str:
    """A share of one with the ends of its interval: ``54% [51, 57]``."""
    if value is None:
        return NOTHING
    return share(value) if low is None or high is None else f"{share(value)} [{100 * low:.0f}, {100 * high:.0f}]"


def record(line: Standing | Pairing) -> str:
    """Games won, lost and drawn: ``12–7–1``."""
    return f"{line.wins}–{line.losses}–{line.draws}"


def points(value: float | None, high: float | None) -> str:
    """Points a hand with half the width of their interval: ``+0.123 ±0.045``."""
    if value is None:
        return NOTHING
    return signed(value) if high is None else f"{signed(value)} ±{high - value:.3f}"


def adjusted(line: Standing | Pairing) -> str:
    """Points a hand less the luck of the deal, as ``points``."""
    return points(line.adjusted_points_per_hand, line.adjusted_points_per_hand_high)


def adjusted_between(line: Standing | Pairing) -> str:
    """Points a hand less the luck of the deal, as ``points_between``."""
    return points_between(line.adjusted_points_per_hand, line.adjusted_points_per_hand_low, line.adjusted_points_per_hand_high)


def points_between(value: float | None, low: float | None, high: float | None) -> str:
    """Points a hand with the ends of their interval: ``+0.123 [+0.078, +0.168]``."""
    if value is None:
        return NOTHING
    return signed(value) if low is None or high is None else f"{signed(value)} [{signed(low)}, {signed(high)}]"


def share(value: float | None) -> str:
    """A share of one as a percentage."""
    return NOTHING if value is None else f"{100 * value:.0f}%"


def mean(value: float | None) -> str:
    """A mean with two decimals."""
    return NOTHING if value is None else f"{value:.2f}"


def duration(seconds: float | None) -> str:
    """Seconds in the unit that fits: ``12 µs``, ``3.4 ms``, ``1.2 s``."""
    if seconds is None:
        return NOTHING
    for unit, size in (("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.{0 if seconds >= 9.95 * size else 1}f} {unit}"
    return f"{seconds:.1f} s"


def signed(value: float, digits: int = 3) -> str:
    """A number with its sign: ``+0.123``, ``-1.000``; what is rounded to nothing has none."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def _change(reduction: float) -> str:
    return f"{abs(100 * reduction):.0f}% {'less' if reduction >= 0 else 'more'}"


def _whole(value: float) -> str:
    return signed(value, 0)


def few(names: Sequence[str]) -> str:
    """The first three names, and that there are more."""
    return ", ".join(map(printable, names[:3])) + (", …" if len(names) > 3 else "")


def counted(count: int, noun: str) -> str:
    """``1 game``, ``2,000 games``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
