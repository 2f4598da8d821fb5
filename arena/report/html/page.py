"""The page itself: results and recorded hands of a run put into the templates, every word of them escaped; knows no terminals."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena import __version__
from arena.pitch.tables import tables_of
from arena.report import text
from arena.report.html import hands, sections
from arena.rulesets.explain import explained
from arena.standings.insight import Insight, insight_of_run
from arena.standings.table import Standings, left
from arena.tournament.spec import GameResult
from arena.tournament.store import Place, Store

_SCRIPTS = ("table.js", "chart.js", "viewer.js")
_STYLES = ("page.css", "viewer.css")

Gathered = tuple[Standings, tuple[Insight, ...]]


def report_page(
    store: Store,
    gathered: Gathered | None = None,
    *,
    times: bool = True,
    withdraw: Collection[str] = (),
    budget: int = hands.BUDGET,
) -> str:
    """The whole report as one HTML document.

    ``gathered`` is what ``insight_of_run`` found in the store, if that is known already; without ``times`` the page says nothing that
    differs from run to run; ``withdraw`` leaves entrants and their games out; ``budget`` is how many bytes of hands go into the page.
    Raises StoreError when the store cannot be read, ArenaError when entrants cannot be left out.
    """
    spec, facts = left(store.spec, withdraw), store.facts()
    found, insights = gathered or insight_of_run(store, withdraw=withdraw)
    parts = [
        sections.part(number, rules, report, moments, insight, thinking if times else None, gauged)
        for number, (rules, report, moments, insight, thinking, gauged) in enumerate(
            zip(spec.rules, found.report.reports, found.moments, insights, found.thinking, found.gauged, strict=True)
        )
    ]
    boards = hands.chosen(store, insights, budget, withdraw) if spec.record == "hands" else ()
    progress = found.progress
    told = facts.get("seed_given") == spec.seed or (progress is not None and progress.played >= progress.planned)
    return _render(
        "report.html",
        title=text.printable(spec.name),
        spec=spec,
        facts=facts,
        parts=parts,
        notes=[*text.notes(found, text.isolated), *(text.latency(found) if times else ())],
        boards=boards,
        seed=text.printable(str(spec.seed)) if told else None,
        seed_command=shlex.quote(json.dumps(spec.seed)) if told else None,
        rules=[(rules, explained(rules)) for rules in spec.rules],
        data=_data(spec.rules, boards),
        in_page={(one.rules, one.board, one.table) for one in boards},
    )


def made_by_this_version(page: str) -> bool:
    """Whether a page says that it was made by the arena that is running."""
    return f'<meta name="generator" content="pitch-arena {__version__}">' in page


def replay_page(store: Store, rules: int, games: Sequence[tuple[Place, GameResult]]) -> str:
    """A page with the table to watch hands at alone, for the ``games`` of one board under the rule set of the index ``rules``."""
    tables = {place.table: [game for at, game in games if at.table == place.table] for place, _ in games}
    boards = tuple(hands.pack(rules, games[0][0].board, table, legs) for table, legs in tables.items())
    return _render("replay.html", title=text.printable(store.spec.name), boards=boards, data=_data(store.spec.rules, boards))


def _data(rules: Sequence[Any], boards: Sequence[hands.Packed]) -> dict[str, Any]:
    return {
        "rules": [hands.table_of(one) for one in rules],
        "boards": [{"rules": one.rules, "board": one.board, "table": one.table, "data": one.data} for one in boards],
    }


def _render(template: str, **values: Any) -> str:
    script, style = _joined(_SCRIPTS), _joined(_STYLES)
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    return (
        environment()
        .get_template(template)
        .render(script=Markup(script), style=Markup(style), digest=digest, version=__version__, **values)
    )


def _joined(names: Sequence[str]) -> str:
    folder = resources.files("arena.report.html") / "static"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def inert(value: Any) -> Markup:
    """``value`` as JSON that ends no script element and begins no comment, whatever is in it."""
    told = msgspec.json.encode(value).decode()
    return Markup(told.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def environment() -> Environment:
    """What templates are rendered by: everything escaped, nothing undefined passed over."""
    made = Environment(
        loader=PackageLoader("arena.report.html"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters.update(inert=inert, printable=text.isolated, counted=lambda number: f"{number:,}", count_of=text.counted)
    made.filters.update(plus=lambda number: f"{number:+g}" if number else "0", options=_options)
    made.globals["tables_of"] = tables_of
    return made


def _options(options: Mapping[str, Any]) -> str:
    """The options of an entrant in one line."""
    return text.printable(", ".join(f"{key}: {value}" for key, value in options.items())) or "none"
