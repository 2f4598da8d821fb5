"""Writes the parts of the documents that follow from the rule sets: ``python -m docs.generate``. Knows no rule and no meaning itself.

A part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``; what is between them is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import inspect

from arena.pitch.ruleset import RuleSet
from arena.rulesets import load, names
from arena.rulesets.checking import phrase
from arena.rulesets.explain import explained
from arena.rulesets.meanings import MEANINGS
from arena.rulesets.overview import difference
from arena.rulesets.resolving import knobs

FOLDER = Path(__file__).parent
PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
TEXTS = ("name", "title", "about", "source")

EXAMPLES: dict[str, tuple[str, str]] = {
    "name": ("jpgames", "thursdays"),
    "title": ("jpgames", "Pitch as at my aunt's"),
    "about": ("jpgames", "From the leaflet; the leaflet is silent on ties."),
    "source": ("jpgames", "A leaflet, 1974"),
    "table.players": ("cutthroat", "5"),
    "table.sides": ("jpgames", "[[0, 1], [2, 3]]"),
    "table.first_dealer": ("jpgames", "0"),
    "deck.jokers": ("ten-point", "2"),
    "deal.cards": ("jpgames", "9"),
    "deal.packet": ("jpgames", "2"),
    "auction.min": ("jpgames", "2"),
    "auction.max": ("jpgames", "3"),
    "auction.dealer_match": ("jpgames", "[2, 3]"),
    "auction.all_pass": ("jpgames", "redeal_next"),
    "auction.forced_bid": ("jpgames", "exactly"),
    "auction.max_redeals": ("setback-redeal", "3"),
    "slam.name": ("setback", "shoot the moon"),
    "slam.bid": ("setback", "6"),
    "slam.needs": ("setback", "points"),
    "slam.made": ("setback", "win_game"),
    "slam.failed": ("setback", "-10"),
    "slam.min_score": ("setback", "0"),
    "slam.unbid": ("setback", "any_side"),
    "trump.set_by": ("jpgames", "announced"),
    "trump.order": ("jpgames", "[A, K, Q, J, OJ, T, 9, 8, 7, 6, 5, 4, 3, 2]"),
    "trump.first_lead": ("cinch", "trump"),
    "trump.joker_first_lead": ("five-point-joker", "choose"),
    "exchange.type": ("ten-point", "widow"),
    "exchange.timing": ("ten-point", "after_announce"),
    "exchange.discard": ("draw", "all_nontrump"),
    "exchange.refill_to": ("draw", "5"),
    "exchange.order": ("draw", "left_of_dealer"),
    "exchange.last": ("ten-point", "dealer"),
    "exchange.last_takes": ("cinch", "refill"),
    "exchange.stock_short": ("draw", "short"),
    "play.follow": ("jpgames", "strict"),
    "play.void": ("jpgames", "must_trump"),
    "points": ("jpgames", "[High, {Low: holder}, Jack, {Game: pitcher}]"),
    "extremes.exclude": ("jpgames", "['2']"),
    "pips": ("jpgames", "{'9': 9}"),
    "score.others": ("jpgames", "none"),
    "score.failed": ("jpgames", "zero"),
    "score.net": ("jpgames", "true"),
    "game.target": ("jpgames", "11"),
    "game.win": ("jpgames", "bid_and_made"),
    "game.max_hands": ("jpgames", "50"),
    "revoke": ("jpgames", "minus_bid"),
}
"""For each knob a built-in rule set and a value that it can take there."""

VALUES = {
    "table.sides": "opposite (4 or 6 players), each, or a list of the seats of each side",
    "auction.dealer_match": "none, all, or a list of bids",
    "trump.order": "a list of A K Q J T 9 8 7 6 5 4 3 2, every one once, and any of OJ, O5, X+ and X-",
    "points": "a list, see above",
    "extremes.exclude": "a list of cards of trump.order",
    "pips": "a mapping from ranks, X- and X+ to numbers",
}
DEFAULTS = {
    "name": "the file's name",
    "table.sides": "opposite at 4 players, else each",
    "slam.made": "the bid",
    "slam.failed": "minus the bid",
    "trump.order": "A K Q … 2",
    "points": "High, Low, Jack, Game",
    "pips": "T 10, A 4, K 3, Q 2, J 1",
}


def knob_tables() -> Iterator[str]:
    """A table of its knobs for each section of a rule set."""
    yield from _table("The whole", [name for name in knobs() if "." not in name and name not in ("points", "pips")])
    for section in RuleSet.__struct_fields__:
        inside = [name for name in knobs() if name.startswith(f"{section}.")]
        if inside or section in ("points", "pips"):
            yield from _table(f"{section}: {MEANINGS[section]}", inside or [section])


def _table(heading: str, keys: list[str]) -> Iterator[str]:
    yield from (f"### {heading}", "", "| knob | decides | values | default | for example |", "|---|---|---|---|---|")
    for key in keys:
        field = knobs()[key]
        values = VALUES.get(key) or phrase(field.type).replace(" from 1 to 1000000", " from 1").replace(" from 0 to 1000000", " from 0")
        _, value = EXAMPLES[key]
        yield f"| `{key}` | {MEANINGS[key]} | {_bounds(values)} | {_default(key, field)} | `{_nested(key, value)}` |"
    yield ""


def _bounds(values: str) -> str:
    return values.replace("from -1000000 to 1000000", "of any sign").replace("from -1000000 to 0", "not above 0")


def _default(key: str, field: inspect.Field) -> str:
    if key in DEFAULTS:
        return DEFAULTS[key]
    if field.required:
        return "has to be given"
    value = msgspec.to_builtins(field.default if field.default is not msgspec.NODEFAULT else field.default_factory())
    return "none" if value in ("", [], ()) else f"`{_yaml(value)}`"


def _nested(key: str, value: str) -> str:
    section, _, name = key.rpartition(".")
    return f"{section}: {{{name}: {value}}}" if section else f"{key}: {value}"


def _yaml(value: Any) -> str:
    return yaml.safe_dump(value, default_flow_style=True, width=10_000).removesuffix("...\n").strip()


def variants() -> Iterator[str]:
    """A section for each built-in rule set: what it is, where it is from, and what differs from the one it extends."""
    for name in names():
        rules, base = load(name), _parent(name)
        points = sum(point.value for point in rules.points)
        yield from (
            f"## {name}",
            "",
            f"**{rules.title}** – {rules.table.players} players, {points} points a hand, {rules.game.target} to win.",
        )
        yield from ("", " ".join(rules.about.split()), "", f"Source: {rules.source}", "")
        _, *lines = difference(load(base) if base else load({"name": "defaults"}), rules).splitlines()
        yield from (f"Differs from {f'[{base}](#{base})' if base else 'the defaults'} in:", "", "```", *lines, "```", "")


def _parent(name: str) -> str | None:
    written = yaml.safe_load((files("arena.rulesets") / f"{name}.yaml").read_text("utf-8"))
    parent: str | None = written.get("extends")
    return parent


def explanation() -> Iterator[str]:
    """What ``arena rules`` makes of the example of docs/rules.md, so that a reader sees what becomes of ten lines."""
    example = re.search(r"```yaml\n(# thursdays.yaml\n.*?)```", (FOLDER / "rules.md").read_text("utf-8"), re.DOTALL)
    assert example is not None
    for section in explained(load(yaml.safe_load(example[1]))):
        if section.heading in ("Auction", "Points", "Winning"):
            yield from (f"*{section.heading}.* {' '.join(section.sentences)}", "")


PARTS: dict[str, Callable[[], Iterator[str]]] = {"knobs": knob_tables, "variants": variants, "explanation": explanation}


def generated(text: str) -> str:
    """A document with its generated parts as they should be; KeyError for a part of an unknown name."""
    return PART.sub(lambda found: found[1] + "\n" + "\n".join(PARTS[found[2]]()) + found[3], text)


def main() -> None:
    """Write every document that has changed, and say which."""
    for path in sorted(FOLDER.glob("*.md")):
        text = path.read_text("utf-8")
        if text != (fresh := generated(text)):
            path.write_text(fresh, "utf-8")
            print(path)


if __name__ == "__main__":
    main()
