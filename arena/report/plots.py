"""The figures of a report as PNG and SVG files, drawn by matplotlib, which only this module needs; knows nothing of pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError, StoreError
from arena.pitch.ruleset import RuleSet
from arena.report.html.sections import sources_of
from arena.report.text import printable
from arena.standings.insight import BINS, Insight, insight_of_run
from arena.standings.ratings import Belief
from arena.standings.table import RuleSetReport
from arena.tournament.store import Store

_COLORS: Final = ("#0b6e99", "#b4460f", "#1d7a46", "#8b3f94", "#8a6500", "#b02a5b", "#4a55b8", "#4d5a63")
_DASHES: Final = ("-", "--", ":", "-.")
_LONGEST: Final = 32
# The same bytes every time: no date, and names inside the SVG that do not change.
_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "pitch-arena", "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": "#e4e0d6", "axes.axisbelow": True, "figure.dpi": 144, "legend.frameon": False,
    "text.parse_math": False,
}  # fmt: skip


def plot(store: Store, folder: Path, *, withdraw: Collection[str] = ()) -> Iterator[Path]:
    """Draws every figure of every rule set into ``folder`` and gives the paths of the files, one by one.

    Entrants to ``withdraw`` and their games are left out.

    Raises ArenaError when matplotlib is not installed, StoreError when results cannot be read or a file cannot be written.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise ArenaError("--plots needs matplotlib, which is not installed; pip install 'pitch-arena[report]' brings it") from None
    mpl.use("Agg")
    found, insights = insight_of_run(store, withdraw=withdraw)
    with mpl.rc_context(_STYLE):
        every = zip(store.spec.rules, found.report.reports, found.moments, insights, strict=True)
        for number, (rules, report, moments, insight) in enumerate(every, 1):
            prefix = f"{number}-" if len(insights) > 1 else ""
            for name, figure in _figures(rules, report, moments, insight):
                yield from _saved(figure, folder, f"{prefix}{name}")


def _saved(figure: Any, folder: Path, name: str) -> Iterator[Path]:
    for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
        path = folder / f"{name}.{kind}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            figure.savefig(path, metadata=metadata, bbox_inches="tight")
        except OSError as error:
            raise StoreError(f"{path}: it cannot be written: {error.strerror}") from error
        yield path


def _figures(rules: RuleSet, report: RuleSetReport, moments: Sequence[Sequence[Belief]], insight: Insight) -> Iterator[tuple[str, Any]]:
    yield "standings", _drawn(_standings, report, size=(8, 1.2 + 0.32 * len(report.standings)))
    if report.pairings is not None:
        side = 2.2 + 0.42 * len(report.standings)
        yield "head-to-head", _drawn(_heat, report, size=(side + 1, side))
    yield "rating-over-time", _drawn(_ratings, report, moments, size=(9, 5))
    yield "distribution", _drawn(_spread, report, insight, size=(8, 1.4 + 0.42 * len(report.standings)))
    if any(conduct.auctions for conduct in insight.conduct.values()):
        yield "bidding", _drawn(_bidding, report, insight, size=(8, 1.4 + 0.32 * len(report.standings)))
        yield "sources", _drawn(_sources, report, insight, rules, size=(8, 1.4 + 0.36 * len(report.standings)))


def _drawn(draw: Callable[..., None], report: RuleSetReport, *more: Any, size: tuple[float, float]) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(min(size[0], 40), min(size[1], 40)))
    draw(figure.add_subplot(), report, *more)
    return figure


def _short(name: str) -> str:
    """A name as long as a figure has room for beside its bars."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _names(report: RuleSetReport) -> list[str]:
    return [_short(printable(line.bot)) for line in report.standings]


def _by_bot(axes: Any, report: RuleSetReport) -> range:
    """Lines of the figure by bot, the strongest at the top."""
    places = range(len(report.standings))
    axes.set_yticks(places, _names(report))
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    return places


def _standings(axes: Any, report: RuleSetReport) -> None:
    places = _by_bot(axes, report)
    lines = report.standings
    axes.errorbar(
        [one.mu for one in lines], places, xerr=[3 * one.sigma for one in lines], fmt="o", color="#0b5f49", ecolor="#7fb7a3", elinewidth=4
    )
    axes.set_xlabel("TrueSkill: mu ± 3 sigma")
    axes.set_title(printable(report.rules))


def _heat(axes: Any, report: RuleSetReport) -> None:
    import numpy as np

    names = [line.bot for line in report.standings]
    rates = np.full((len(names), len(names)), np.nan)
    for one in report.pairings or ():
        a, b, games = names.index(one.a), names.index(one.b), one.wins + one.losses + one.draws
        if games:
            rates[a, b] = (one.wins + one.draws / 2) / games
            rates[b, a] = 1 - rates[a, b]
    image = axes.imshow(rates, cmap="BrBG", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), _names(report), rotation=90)
    axes.set_yticks(range(len(names)), _names(report))
    axes.grid(visible=False)
    for (row, column), rate in np.ndenumerate(rates):
        if not np.isnan(rate):
            axes.text(
                column, row, f"{100 * rate:.0f}", ha="center", va="center", fontsize=8, color="white" if abs(rate - 0.5) > 0.35 else "black"
            )
    axes.figure.colorbar(image, label="share of games won, row against column", shrink=0.8)
    axes.set_title(printable(report.rules))


def _ratings(axes: Any, report: RuleSetReport, moments: Sequence[Sequence[Belief]]) -> None:
    from matplotlib.ticker import MaxNLocator

    column = {name: number for number, name in enumerate(sorted(line.bot for line in report.standings))}
    games = [report.games * moment / max(1, len(moments) - 1) for moment in range(len(moments))]
    for number, line in enumerate(report.standings):
        path = [beliefs[column[line.bot]] for beliefs in moments]
        color, dash = _COLORS[number % len(_COLORS)], _DASHES[number // len(_COLORS) % len(_DASHES)]
        axes.plot(games, [one.mu for one in path], dash, color=color, label=f"{number + 1}. {_short(printable(line.bot))}")
        if len(report.standings) <= len(_COLORS):
            axes.fill_between(
                games, [one.mu - 2 * one.sigma for one in path], [one.mu + 2 * one.sigma for one in path], color=color, alpha=0.12, lw=0
            )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("games rated")
    axes.set_ylabel("TrueSkill: mu ± 2 sigma")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), ncols=1 + len(report.standings) // 25, fontsize=8)
    axes.set_title(printable(report.rules))


def _spread(axes: Any, report: RuleSetReport, insight: Insight) -> None:
    places = _by_bot(axes, report)
    for place, line in zip(places, report.standings, strict=True):
        counts = sorted(insight.spread[line.bot].items())
        top = max((count for _, count in counts), default=1)
        for number, count in counts:
            height = 0.85 * count / top
            axes.bar(number / BINS, -height, 0.9 / BINS, place + 0.45, color="#be5818" if number < 0 else "#16765c")
    axes.axvline(0, color="#8d897e", lw=1)
    axes.set_xlabel("points per hand, by board")
    axes.set_title(printable(report.rules))


def _stacked(axes: Any, places: range, layers: Sequence[tuple[str, Sequence[float]]]) -> None:
    """Bars end to end, what is above zero to the right and what is below to the left."""
    right, left = [0.0] * len(places), [0.0] * len(places)
    for number, (label, values) in enumerate(layers):
        starts = [right[place] if value > 0 else left[place] for place, value in enumerate(values)]
        axes.barh(places, values, left=starts, height=0.7, label=printable(label), color=_COLORS[number % len(_COLORS)])
        for place, value in enumerate(values):
            right[place] += max(value, 0)
            left[place] += min(value, 0)
    axes.axvline(0, color="#8d897e", lw=1)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def _bidding(axes: Any, report: RuleSetReport, insight: Insight) -> None:
    places, conducts = _by_bot(axes, report), [insight.conduct[line.bot] for line in report.standings]
    bids = sorted({bid for conduct in conducts for bid in conduct.bids})
    layers = [
        (f"bid {bid}" if bid else "pass", [conduct.bids[bid].said / conduct.auctions if conduct.auctions else 0.0 for conduct in conducts])
        for bid in bids
    ]
    _stacked(axes, places, layers)
    axes.set_xlabel("share of its turns to bid")
    axes.set_title(printable(report.rules))


def _sources(axes: Any, report: RuleSetReport, insight: Insight, rules: RuleSet) -> None:
    places, conducts = _by_bot(axes, report), [insight.conduct[line.bot] for line in report.standings]
    layers = [
        (source, [conduct.sources[source] / conduct.hands if conduct.hands else 0.0 for conduct in conducts])
        for source in sources_of(rules, insight)
    ]
    _stacked(axes, places, layers)
    axes.set_xlabel("points per hand, own minus the others'")
    axes.set_title(printable(report.rules))
