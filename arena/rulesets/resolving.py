"""From a rule set as it is written to one with every knob resolved and checked, and back; knows nothing of files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from arena.pitch.ruleset import RuleSet
from arena.rulesets.checking import Complaints, section
from arena.rulesets.consistency import CHECKS
from arena.rulesets.finding import Written
from arena.rulesets.forms import SPECIAL
from arena.rulesets.reading import Node


@cache
def knobs() -> dict[str, msgspec.inspect.Field]:
    """Every knob by dotted key, sections left out, in the order of the RuleSet."""
    found = {}
    for field in _fields(RuleSet):
        struct = _struct(field.type)
        if struct is None:
            found[field.name] = field
        else:
            found |= {f"{field.name}.{inner.name}": inner for inner in _fields(struct)}
    return found


def resolved(written: Written) -> RuleSet:
    """The rule set. Raises ConfigErrors with everything that is wrong in it."""
    complaints = Complaints()
    values = section(RuleSet, written.node, complaints, special=SPECIAL, elsewhere=_elsewhere())
    values["name"] = values.get("name", written.name)
    _resolve_sides(values, written, complaints)
    _resolve_slam(values)
    if complaints.spoiled("exchange"):
        values.pop("exchange", None)
    rules = _in_order(msgspec.convert(values, RuleSet))
    # All that can be checked is chosen before the first complaint: one fault of this kind does not hide another.
    for check in [check for check in CHECKS if not any(complaints.spoiled(key) for key in check.keys)]:
        if fault := check.fault(rules):
            key, node = _culprit(written, check.keys)
            complaints.add(node, key, fault)
    complaints.done()
    return rules


def resolved_mapping(rules: RuleSet) -> dict[str, Any]:
    """All knobs of a rule set as plain data for YAML or JSON; loading it gives an equal rule set. Empty texts are left out."""
    data: dict[str, Any] = _plain(msgspec.to_builtins(rules))
    data["pips"] = dict(rules.pips)
    for point in data["points"]:
        if point["card"] is None:
            del point["card"]
    return {key: value for key, value in data.items() if value != ""}


@cache
def _elsewhere() -> dict[str, str]:
    return {key.split(".")[1]: key for key in knobs() if "." in key} | {"extends": "extends"}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _fields(cls: type) -> Iterable[inspect.Field]:
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _struct(kind: inspect.Type) -> type | None:
    parts = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return next((part.cls for part in parts if isinstance(part, inspect.StructType)), None)


def _resolve_sides(values: dict[str, Any], written: Written, complaints: Complaints) -> None:
    """Turn the sides as written, or their absence, into seats; with a wrong number of players, or wrong sides, leave the default."""
    table = values.setdefault("table", {})
    form = table.pop("sides", UNSET)
    if complaints.spoiled("table.sides") or complaints.spoiled("table.players"):
        table.pop("players", None)
        return
    n = table.get("players", 4)
    if form is UNSET:
        form = "opposite" if n == 4 else "each"
    fault = _sides_fault(form, n)
    if fault:
        key, node = _culprit(written, ("table.sides", "table.players"))
        complaints.add(node, key, fault)
        form = "each"
    table["sides"] = _seats(form, n)


def _sides_fault(form: Any, n: int) -> str | None:
    if form == "opposite":
        return None if n in (4, 6) else f"opposite needs 4 or 6 players, not {n}; expected each, or the seats of each side"
    if form == "each":
        return None
    seats = sorted(seat for side in form for seat in side)
    if seats != list(range(n)):
        named = ", ".join(map(str, seats)) or "none"
        return f"with {n} players every seat from 0 to {n - 1} has to be in exactly one side; the sides name {named}"
    if len(form) < 2 or not all(form):
        return "a table needs at least two sides, none of them empty"
    return None


def _seats(form: Any, n: int) -> tuple[tuple[int, ...], ...]:
    if form == "opposite":
        return tuple((seat, seat + n // 2) for seat in range(n // 2))
    if form == "each":
        return tuple((seat,) for seat in range(n))
    return tuple(sorted(tuple(sorted(side)) for side in form))


def _resolve_slam(values: dict[str, Any]) -> None:
    slam = values.get("slam")
    if not isinstance(slam, dict):
        return
    bid = slam.get("bid")
    for key, default in (("made", bid), ("failed", None if bid is None else -bid)):
        if bid is None or slam.get(key) is None:
            slam[key] = default


def _in_order(rules: RuleSet) -> RuleSet:
    """Excluded trumps stand in the order of trumps, each once, so that equal rules are equal data."""
    order = rules.trump.order
    excluded = sorted(set(rules.extremes.exclude), key=lambda name: order.index(name) if name in order else len(order))
    return msgspec.structs.replace(rules, extremes=msgspec.structs.replace(rules.extremes, exclude=tuple(excluded)))


def _culprit(written: Written, keys: Iterable[str]) -> tuple[str, Node]:
    """The key to blame, and its node: the first of ``keys`` among those written in the outermost source that has any."""
    found = [(key, node) for key in keys if (node := written.node.get(key)) is not None]
    if not found:
        return next(iter(keys)), written.node
    return min(found, key=lambda pair: written.sources.index(pair[1].source) if pair[1].source in written.sources else len(written.sources))
