"""Where a rule set is written and what it extends: from a name, a path or a mapping to one tree; knows nothing of any knob."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from arena.rulesets.checking import listed, nearest, refused
from arena.rulesets.reading import Node, mapping, merged, parse, plain, read

SUFFIX = ".yaml"
MAX_NAME = 60


class Written(NamedTuple):
    """A rule set with all that it extends merged in, not yet checked.

    ``sources`` are the files (and options) it is written in, the outermost first.
    """

    name: str
    node: Node
    sources: tuple[str | None, ...]


class _Place(NamedTuple):
    identity: str
    name: str
    node: Node
    base: Path


@cache
def names() -> tuple[str, ...]:
    """The built-in rule sets, sorted by name."""
    return tuple(sorted(item.name.removesuffix(SUFFIX) for item in files("arena.rulesets").iterdir() if item.name.endswith(SUFFIX)))


def by_name(where: Node, base: Path, key: str | None = None) -> Written:
    """The rule set named by the text in ``where`` (the value of ``key``): a built-in, or a file found from the folder ``base``."""
    place = _find(where, base, key)
    return _extended(place, (place.identity,))


def by_path(path: Path) -> Written:
    """The rule set in a file."""
    place = _file(path)
    return _extended(place, (place.identity,))


def by_mapping(node: Node, base: Path) -> Written:
    """The rule set written out in a node; files it extends are found from the folder ``base``."""
    return _extended(_Place("", "", mapping(node), base), ())


def varied(written: Written, changes: Node) -> Written:
    """The rule set with a mapping of changes laid over it; unless they name it, its name says what was changed."""
    name = _given_name(changes) or derived_name(written.name, changes, written.node)
    sources = [node.source for node in _leaves(changes)]
    return Written(name, merged(_reworded(written, changes), changes), (*sources, *written.sources))


def derived_name(parent: str, changes: Node, before: Node) -> str:
    """A name that says what is not as it was written before, such as ``setback+game.target=11``."""
    parts = _changes(changes, before, "")
    name = "+".join((parent, *parts))
    return name if len(name) <= MAX_NAME else f"{parent[:MAX_NAME]}+{len(parts)} changes"


def _extended(place: _Place, seen: tuple[str, ...]) -> Written:
    own = _without(place.node, "extends")
    extends = place.node.value.get("extends")
    if extends is None:
        return Written(_given_name(own) or place.name or "custom", own, (own.source,))
    if not isinstance(extends.value, str):
        raise extends.fault(refused(extends, "the name or the path of one rule set"), "extends")
    parent = _find(extends, place.base, "extends")
    if parent.identity in seen:
        circle = " > ".join(Path(identity).name for identity in (*seen[seen.index(parent.identity) :], parent.identity))
        raise extends.fault(f"goes round in a circle: {circle}; a rule set cannot extend itself", "extends")
    up = _extended(parent, (*seen, parent.identity))
    name = _given_name(own) or place.name or derived_name(up.name, own, up.node)
    parent_node = _without(up.node, "name") if place.identity in names() else _reworded(up, own)
    return Written(name, merged(parent_node, own), (own.source, *up.sources))


def _reworded(up: Written, own: Node) -> Node:
    """What is extended, without its name, and without its title and words where they would no longer be true."""
    node, parts = _without(up.node, "name"), _changes(own, up.node, "")
    if not parts:
        return node
    kept = {key: child for key, child in node.value.items() if key != "title"}
    return node._replace(value={**kept, "about": Node(f"As {up.name}, but for {listed(parts, 'and')}.")})


def _find(where: Node, base: Path, key: str | None) -> _Place:
    text = where.value
    if text in names():
        return _Place(text, text, _built_in(text), base)
    path = base / os.path.expanduser(text)
    if path.is_file():
        return _file(path)
    if text.endswith((SUFFIX, ".yml")) or "/" in text or os.sep in text:
        raise where.fault(f"there is no file {str(path)!r}" if not path.is_dir() else f"{str(path)!r} is a folder, not a YAML file", key)
    file = next((name for suffix in (SUFFIX, ".yml") if (path.parent / (name := text + suffix)).is_file()), None)
    hint = f"; did you mean the file {file}?" if file else nearest(text, names()) or "; arena rules lists the built-in ones"
    raise where.fault(f"there is no rule set {text!r}{hint}", key)


def _file(path: Path) -> _Place:
    return _Place(str(path.resolve()), path.stem, read(path), path.parent)


@cache
def _built_in(name: str) -> Node:
    return mapping(parse((files("arena.rulesets") / (name + SUFFIX)).read_text("utf-8"), name))


def _without(node: Node, key: str) -> Node:
    return node._replace(value={name: child for name, child in node.value.items() if name != key})


def _given_name(node: Node) -> str | None:
    name = node.value.get("name")
    return name.value if name is not None and isinstance(name.value, str) else None


def _changes(node: Node, before: Node | None, key: str) -> list[str]:
    parts: list[str] = []
    for name, child in node.value.items():
        dotted = f"{key}.{name}" if key else name
        was = before.get(name) if before is not None else None
        if isinstance(child.value, dict):
            parts += _changes(child, was, dotted)
        elif dotted not in ("name", "title", "about", "source") and (was is None or plain(was) != plain(child)):
            parts.append(dotted if isinstance(child.value, list) else f"{dotted}={child.written or plain(child)}")
    return parts


def _leaves(node: Node) -> list[Node]:
    if not isinstance(node.value, dict):
        return [node]
    return [leaf for child in node.value.values() for leaf in _leaves(child)]
