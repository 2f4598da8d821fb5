"""Rule sets side by side: the list of the built-in ones, what differs between two, one as YAML; knows nothing of what the knobs mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from arena.pitch.ruleset import RuleSet
from arena.rulesets import load, names, resolved_mapping

TEXTS = ("name", "title", "about", "source")
OPTIONAL = ("slam", "exchange")
ABSENT = "–"


def listing() -> str:
    """A table of the built-in rule sets: name, players, points in a hand, target, title."""
    rows = [("name", "players", "points", "target", "title")]
    for name in names():
        rules = load(name)
        rows.append((name, str(rules.table.players), str(sum(point.value for point in rules.points)), str(rules.game.target), rules.title))
    wide = max(len(row[0]) for row in rows)
    return "".join(
        f"{name:<{wide}}  {players:>7}  {points:>6}  {target:>6}  {title}".rstrip() + "\n" for name, players, points, target, title in rows
    )


def difference(a: RuleSet, b: RuleSet) -> str:
    """The knobs that differ, a line ``key: in a → in b`` each; a sentence if none do."""
    before, after = (dict(_flat(resolved_mapping(rules), "")) for rules in (a, b))
    sections = RuleSet.__struct_fields__
    keys = [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]
    keys.sort(key=lambda key: sections.index(key.partition(".")[0]))
    if not keys:
        return f"{a.name} and {b.name} are played in the same way\n"
    lines = (f"{key}: {before.get(key, ABSENT)} → {after.get(key, ABSENT)}\n" for key in keys)
    return f"{a.name} → {b.name}\n" + "".join(lines)


def yaml_text(rules: RuleSet) -> str:
    """The rule set as a YAML file with every knob in it."""
    text: str = yaml.safe_dump(resolved_mapping(rules), sort_keys=False, allow_unicode=True, width=120)
    return text


def _flat(data: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        dotted = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _flat(value, f"{dotted}.")
        elif dotted == "points":
            yield dotted, ", ".join(_point(point) for point in value)
        elif dotted not in TEXTS and not (dotted in OPTIONAL and value is None):
            yield dotted, yaml.safe_dump(value, default_flow_style=True, width=10_000).removesuffix("...\n").strip()


def _point(point: dict[str, Any]) -> str:
    value = f" {point['value']}" if point["value"] != 1 else ""
    odd = [point[key] for key, usual in (("to", "captor"), ("tie", "nobody")) if point[key] != usual]
    return f"{point['id']}({', '.join(odd)}){value}" if odd else f"{point['id']}{value}"
