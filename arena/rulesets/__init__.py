"""Rule sets by name, file or mapping, with all they extend; knows how they are written, nothing of how they are played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from arena.errors import ConfigError
from arena.pitch.ruleset import RuleSet, Table
from arena.rulesets.finding import Written, by_mapping, by_name, by_path, names, varied
from arena.rulesets.reading import Node, merged, parse, unlined, wrapped
from arena.rulesets.resolving import resolved, resolved_mapping

__all__ = ["from_node", "load", "named_or_full", "names", "resolved_mapping", "settings", "with_overrides"]

Source = str | Path | Mapping[str, Any]


def load(source: Source) -> RuleSet:
    """The rule set named by a built-in's name or a file's path, or written as a mapping (``{"extends": "setback", ...}``).

    Raises ConfigError, naming the nearest built-in, when there is none, and ConfigErrors with every fault found in it.
    """
    return _built_in(source) if isinstance(source, str) and source in names() else resolved(_written(source))


def with_overrides(source: Source, overrides: Mapping[str, Any] | None = None, *, players: int | None = None) -> RuleSet:
    """The rule set with knobs changed by dotted key, texts read as YAML (``{"game.target": "11"}``), and for ``players`` seats.

    Sides that are not written are decided again for the number of players. Raises ConfigErrors when the result makes no sense.
    """
    return resolved(_overridden(_written(source), overrides or {}, players))


def from_node(node: Node, base: Path, overrides: Mapping[str, Any] | None = None, *, players: int | Node | None = None) -> RuleSet:
    """As ``with_overrides``, from a node of a tournament file whose folder is ``base``."""
    written = by_name(node, base, "rules") if isinstance(node.value, str) else by_mapping(node, base)
    return resolved(_overridden(written, overrides or {}, players))


def settings(pairs: Iterable[str]) -> dict[str, str]:
    """``KEY=VALUE`` texts as a mapping for ``with_overrides``. Raises ConfigError for one that is not, or a key given twice."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise ConfigError(f"{pair!r} is not KEY=VALUE; expected something like game.target=11", source="-s")
        if key.strip() in found:
            raise ConfigError("is given twice", source="-s", key=key.strip())
        found[key.strip()] = value
    return found


def named_or_full(rules: RuleSet) -> str | dict[str, Any]:
    """What a hand record says of its rules: the name of a built-in, or for any other rule set all of it."""
    return rules.name if rules.name in names() and load(rules.name) == rules else resolved_mapping(rules)


@cache
def _built_in(name: str) -> RuleSet:
    return resolved(_written(name))


def _written(source: Source) -> Written:
    if isinstance(source, Path):
        return by_path(source)
    if isinstance(source, str):
        return by_name(Node(source), Path())
    return by_mapping(wrapped(source), Path())


def _overridden(written: Written, overrides: Mapping[str, Any], players: int | Node | None) -> Written:
    changes = Node({})
    seats = Node(players, "--players") if isinstance(players, int) else players
    # The number that is played anyway is no change, and changes no name.
    now = written.node.get("table.players")
    if seats is not None and seats.value != (Table().players if now is None else now.value):
        changes = Node({"table": Node({"players": seats}, seats.source)})
    for key, value in overrides.items():
        changes = merged(changes, _change(key, value))
    return varied(written, changes) if changes.value else written


def _change(key: str, value: Any) -> Node:
    """``game.target`` and ``11`` as the tree that sets it."""
    source = f"-s {key}={value}"
    try:
        node = unlined(parse(value, source)) if isinstance(value, str) else wrapped(value, source)
    except ConfigError as error:
        raise ConfigError(error.message, source=source, key=key) from None
    for part in reversed(key.split(".")):
        node = Node({part: node}, source)
    return node
