"""What each section of the page shows, worked out to words and percentages; knows neither markup nor the store."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.pitch.ruleset import RuleSet
from arena.report import text
from arena.report.html import charts
from arena.standings.insight import BINS, OTHER, SETS, Conduct, DearBoard, FaultGroup, Insight
from arena.standings.ratings import Belief
from arena.standings.table import Pairing, RuleSetReport, Standing

_SHOWN = frozenset(Standing.__struct_fields__[:16])
# Of the numbers that standings may carry beyond those every table has, these are columns; all others stand in the section of a bot.
COLUMNS = {
    "elo": "Elo (Bradley–Terry)",
    "adjusted_points_per_hand": "points per hand, luck taken off",
    "win_rate": "games won",
    "rank": "ranks not ruled out",
}
DETAILS = {
    "order_spread": "mu, by the order of the games",
    "variance_reduction": "variance spared by duplicates",
}
_SHARES = frozenset({"win_rate", "variance_reduction"})


class Cell(NamedTuple):
    """A cell of a table: its text, what it sorts by, and on a scale from -1 to 1 how it is tinted."""

    text: str
    value: float | None = None
    tint: float = 0.0
    title: str = ""
    strong: bool = False


class Row(NamedTuple):
    """One entrant's line in the standings, ``more`` being whatever further numbers the standings carry."""

    line: Standing
    number: int
    strength: charts.Span
    record: str
    points: charts.Span | None
    points_text: str
    made: str
    bid: str
    more: tuple[Cell, ...]
    time: Cell | None
    group_ends: bool


class BidRow(NamedTuple):
    """One number in one entrant's auctions."""

    bid: str
    said: str
    said_share: float
    played: int
    made: str
    made_share: float
    points: Cell


class Bids(NamedTuple):
    """The bidding of one entrant."""

    name: str
    number: int
    auctions: int
    rows: tuple[BidRow, ...]


class Against(NamedTuple):
    """The board that cost an entrant most against one table of others."""

    others: str
    board: DearBoard
    table: str


class Bot(NamedTuple):
    """The section of one entrant."""

    row: Row
    best: str
    worst: str
    bids: Bids | None
    bars: tuple[charts.Bar, ...]
    dear: tuple[Against, ...]
    faults: tuple[FaultGroup, ...]
    details: tuple[tuple[str, str], ...] = ()


class Part(NamedTuple):
    """Everything about one rule set."""

    id: str
    number: int
    report: RuleSetReport
    rows: tuple[Row, ...]
    more: tuple[str, ...]
    heat: tuple[tuple[Cell | None, ...], ...] | None
    ratings: charts.Ratings
    spread_ends: tuple[str, str]
    bids: tuple[Bids, ...]
    sources: tuple[str, ...]
    source_rows: tuple[tuple[Cell, ...], ...]
    faults: tuple[FaultGroup, ...]
    times: charts.Decades | None
    bots: tuple[Bot, ...]
    has_groups: bool


def part(
    number: int,
    rules: RuleSet,
    report: RuleSetReport,
    moments: Sequence[Sequence[Belief]],
    insight: Insight,
    times: dict[str, float] | None,
    gauged: Collection[str],
) -> Part:
    """The sections of one rule set.

    ``times`` are mean seconds a decision, or None where they are not to be shown; ``gauged`` are the entrants with enough boards to say
    what duplicates were worth.
    """
    order = [line.bot for line in report.standings]
    fields = _more_fields(report.standings)
    more = [field for field in COLUMNS if field in fields]
    rows = _rows(report.standings, more, times or None)
    sources = sources_of(rules, insight)
    faults = tuple(sorted(insight.faults.values(), key=lambda one: (order.index(one.entrant), one.kind, one.phase)))
    bids = tuple(_bids(row.line.bot, row.number, insight.conduct[row.line.bot]) for row in rows if insight.conduct[row.line.bot].auctions)
    least, most = charts.bounds(list(insight.spread.values()))
    return Part(
        id=f"r{number}",
        number=number,
        report=report,
        rows=rows,
        more=tuple(_head(field) for field in more),
        heat=_heat(order, report.pairings) if report.pairings is not None else None,
        ratings=charts.ratings(moments, sorted(order), order, report.games),
        spread_ends=(text.signed(least / BINS, 2), text.signed(most / BINS, 2)),
        bids=bids,
        sources=sources,
        source_rows=tuple(_source_row(insight.conduct[name], sources) for name in order) if sources else (),
        faults=faults,
        times=charts.decades([times.get(name) for name in order], text.duration) if times else None,
        bots=tuple(
            _bot(row, report, insight, bids, faults, (least, most))._replace(
                details=tuple(
                    (_head(field), _more(row.line, field).text)
                    for field in fields
                    if field not in more and (field != "variance_reduction" or row.line.bot in gauged)
                )
            )
            for row in rows
        ),
        has_groups=any(line.group is not None for line in report.standings),
    )


def _more_fields(lines: Sequence[Standing]) -> list[str]:
    """The fields beyond those every table has that say something; the ends of an interval go with what they belong to."""
    names = [name for name in type(lines[0]).__struct_fields__ if name not in _SHOWN]
    bases = dict.fromkeys(name.removesuffix("_low").removesuffix("_high") for name in names)
    return [base for base in bases if any(_more(line, base).text != text.NOTHING for line in lines)]


def _head(field: str) -> str:
    return COLUMNS.get(field) or DETAILS.get(field) or field.replace("_", " ")


def _more(line: Standing, field: str) -> Cell:
    """A number with its interval: ``1520 [1480, 1560]``; of one every table has, the interval alone."""
    value, low, high = (getattr(line, f"{field}{end}", None) for end in ("", "_low", "_high"))
    if low is not None and high is not None and field in _SHOWN:
        return Cell(text.ranks(line), float(low))
    if not isinstance(value, int | float) or field in _SHOWN:
        return Cell(text.NOTHING)
    scale, form = (100, ".0f") if field in _SHARES else (1, "d" if isinstance(value, int) else ".0f" if field == "elo" else ".3f")
    between = "" if low is None or high is None else f" [{scale * low:{form}}, {scale * high:{form}}]"
    return Cell(f"{scale * value:{form}}{between}{' %' if field in _SHARES else ''}", float(value))


def _rows(lines: Sequence[Standing], more: Sequence[str], times: dict[str, float] | None) -> tuple[Row, ...]:
    least, most = min(one.mu - 3 * one.sigma for one in lines), max(one.mu + 3 * one.sigma for one in lines)
    ends = [
        value for one in lines for value in (one.points_per_hand_low, one.points_per_hand_high, one.points_per_hand) if value is not None
    ]
    reach = max(map(abs, ends), default=1.0) or 1.0
    rows = []
    for number, line in enumerate(lines):
        value, low, high = line.points_per_hand, line.points_per_hand_low, line.points_per_hand_high
        following = lines[number + 1] if number + 1 < len(lines) else line
        rows.append(
            Row(
                line=line,
                number=number,
                strength=charts.span(line.mu - 3 * line.sigma, line.mu, line.mu + 3 * line.sigma, least, most),
                record=text.record(line),
                points=None
                if value is None
                else charts.span(value if low is None else low, value, value if high is None else high, -reach, reach),
                points_text=text.points(value, high),
                made=text.share(line.bids_made),
                bid=text.mean(line.average_bid),
                more=tuple(_more(line, field) for field in more),
                time=None if times is None else Cell(text.duration(times.get(line.bot)), times.get(line.bot)),
                group_ends=line.group != following.group,
            )
        )
    return tuple(rows)


def _heat(order: Sequence[str], pairings: Sequence[Pairing]) -> tuple[tuple[Cell | None, ...], ...]:
    """A row an entrant, a column an opponent, both strongest first; None on the diagonal and where two never met."""
    found: dict[tuple[str, str], Cell] = {}
    for one in pairings:
        found[one.a, one.b] = _meeting(one, 1)
        found[one.b, one.a] = _meeting(one, -1)
    return tuple(tuple(found.get((a, b)) for b in order) for a in order)


def _meeting(one: Pairing, sign: int) -> Cell:
    games = one.wins + one.losses + one.draws
    wins = one.wins if sign > 0 else one.losses
    rate = (wins + one.draws / 2) / games if games else 0.5
    points, low, high = one.points_per_hand, one.low, one.high
    sure = low is not None and high is not None and (low > 0 or high < 0)
    if points is None:
        told = text.NOTHING
    elif low is None or high is None:
        told = text.points_between(sign * points, None, None)
    else:
        told = text.points_between(sign * points, min(sign * low, sign * high), max(sign * low, sign * high))
    a, b = (one.a, one.b) if sign > 0 else (one.b, one.a)
    record = f"{wins}–{games - wins - one.draws}–{one.draws}"
    title = f"{text.isolated(a)} against {text.isolated(b)}: {record} on {text.counted(one.boards, 'board')}, points per hand {told}"
    return Cell(f"{100 * rate:.0f}", rate, 2 * rate - 1, title, sure)


def _bids(name: str, number: int, conduct: Conduct) -> Bids:
    rows = []
    for bid, tally in sorted(conduct.bids.items()):
        said = tally.said / conduct.auctions
        made = tally.made / tally.played if tally.played else None
        mean = tally.points / tally.played if tally.played else None
        points = Cell(text.NOTHING if mean is None else text.signed(mean, 2), mean, 0 if mean is None else max(-1, min(1, mean / 4)))
        rows.append(
            BidRow(
                str(bid) if bid else "pass", f"{100 * said:.1f} %", 100 * said, tally.played, text.share(made), 100 * (made or 0), points
            )
        )
    return Bids(name, number, conduct.auctions, tuple(rows))


def sources_of(rules: RuleSet, insight: Insight) -> tuple[str, ...]:
    """The sources of points there were, in order: those of the rule set, then what sets cost, then all else."""
    seen = {source for conduct in insight.conduct.values() for source in conduct.sources}
    return tuple(source for source in (*(point.id for point in rules.points), SETS, OTHER) if source in seen)


def _source_row(conduct: Conduct, sources: Sequence[str]) -> tuple[Cell, ...]:
    values = [conduct.sources[source] / conduct.hands if conduct.hands else 0.0 for source in sources]
    return tuple(Cell(text.signed(value), value, max(-1, min(1, value * 2))) for value in (*values, sum(values)))


def _bot(
    row: Row, report: RuleSetReport, insight: Insight, bids: Sequence[Bids], faults: Sequence[FaultGroup], ends: tuple[int, int]
) -> Bot:
    name = row.line.bot
    meetings = [
        (one.points_per_hand, one.b) if one.a == name else (-one.points_per_hand, one.a)
        for one in report.pairings or ()
        if one.points_per_hand is not None and name in (one.a, one.b)
    ]
    dear = sorted((one for one in insight.dear.values() if one.entrant == name), key=lambda one: (one.points, one.board, one.table))
    return Bot(
        row=row,
        best=_meets(max(meetings, default=None)),
        worst=_meets(min(meetings, default=None)),
        bids=next((one for one in bids if one.name == name), None),
        bars=charts.distribution(insight.spread[name], *ends),
        dear=tuple(Against(", ".join(other for other in one.table if other != name), one, "+".join(one.table)) for one in dear),
        faults=tuple(one for one in faults if one.entrant == name),
    )


def _meets(meeting: tuple[float, str] | None) -> str:
    return text.NOTHING if meeting is None else f"{text.isolated(meeting[1])} ({text.points(meeting[0], None)})"
