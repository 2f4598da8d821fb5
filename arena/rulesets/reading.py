"""YAML as a tree of nodes that remember where they were written; knows nothing of what any key means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from arena.errors import ConfigError, ConfigErrors

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_SCALARS = frozenset(_TAG + name for name in ("null", "bool", "int", "float", "str"))
# Aliases let a short file describe a huge tree; nothing that people write by hand comes near these.
MAX_NODES = 100_000
MAX_BYTES = 4_000_000
MAX_DEPTH = 50
_MAX_BITS = 8192
_OCTAL = re.compile(r"[-+]?0[0-7_]+")


class Node(NamedTuple):
    """One value as written: ``value`` is a scalar, a list of nodes, or a dict of nodes by key.

    ``source`` is the file (or option) it stands in and ``line`` its line, counted from 1; both None where unknown. ``written`` is a
    scalar's text as it stands there (``no`` for False).
    """

    value: Any
    source: str | None = None
    line: int | None = None
    written: str | None = None

    def get(self, key: str) -> Node | None:
        """The node under a dotted key; None where nothing is written."""
        node: Node | None = self
        for part in key.split("."):
            if node is None or not isinstance(node.value, dict):
                return None
            node = node.value.get(part)
        return node

    def fault(self, message: str, key: str | None = None) -> ConfigError:
        """A complaint about this node."""
        return ConfigError(message, source=self.source, line=self.line, key=key)


def read(path: Path) -> Node:
    """The tree of a YAML file. Raises ConfigError when there is no such file, or no YAML mapping in it."""
    source = str(path)
    if path.is_dir():
        raise ConfigError("is a folder; a YAML file is needed", source=source)
    if not path.exists():
        raise ConfigError("there is no such file", source=source)
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            raise ConfigError(f"is not a plain file of at most {MAX_BYTES // 1_000_000} MB", source=source)
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError("is not a text file in UTF-8", source=source) from None
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", source=source) from None
    return mapping(parse(text, source))


def parse(text: str, source: str | None = None) -> Node:
    """The tree of a YAML text. Raises ConfigError for what is no YAML, repeats a key, or uses tags."""
    try:
        loader = _LOADER(text)
        try:
            root = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        raise _syntax(error, text, source) from None
    if root is None:
        return Node(None, source, 1, "")
    return _Tree(source).grown(root)


def mapping(node: Node) -> Node:
    """The node itself if it is a mapping; ConfigError otherwise."""
    if node.value is None:
        raise ConfigError("is empty; a mapping of keys to values is needed", source=node.source)
    if not isinstance(node.value, dict):
        kind = "a list" if isinstance(node.value, list) else f"the single value {shown(node)}"
        raise node.fault(f"holds {kind}; a mapping of keys to values is needed")
    return node


def wrapped(data: Any, source: str | None = None, line: int | None = None) -> Node:
    """Plain Python data as a tree."""
    if isinstance(data, Mapping):
        return Node({str(key): wrapped(value, source, line) for key, value in data.items()}, source, line)
    if isinstance(data, (list, tuple)):
        return Node([wrapped(item, source, line) for item in data], source, line)
    return Node(data, source, line)


def plain(node: Node) -> Any:
    """A tree as plain Python data: dicts, lists and scalars."""
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value


def unlined(node: Node) -> Node:
    """The tree without lines, for what was not read from a file."""
    if isinstance(node.value, dict):
        return node._replace(value={key: unlined(child) for key, child in node.value.items()}, line=None)
    return node._replace(value=[unlined(child) for child in node.value] if isinstance(node.value, list) else node.value, line=None)


def merged(parent: Node, child: Node) -> Node:
    """The parent with the child laid over it: mappings merge key by key, anything else is replaced."""
    if not (isinstance(parent.value, dict) and isinstance(child.value, dict)):
        return child
    both = parent.value | {key: merged(parent.value[key], node) if key in parent.value else node for key, node in child.value.items()}
    return child._replace(value=both)


def shown(node: Node) -> str:
    """A value for a complaint: as it was written where that is known, on one line, cut after 60 characters."""
    if isinstance(node.value, (dict, list)):
        text = yaml.safe_dump(plain(node), default_flow_style=True, width=10_000, sort_keys=False, allow_unicode=True).strip()
    elif isinstance(node.value, str):
        text = f"'{node.value}'"
    else:
        text = node.written or _python(node.value)
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _python(value: object) -> str:
    words = {None: "null", True: "true", False: "false"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


class _Tree:
    """Grows nodes from PyYAML's; counts them, because aliases multiply."""

    def __init__(self, source: str | None) -> None:
        self.source = source
        self.scalars = yaml.constructor.SafeConstructor()
        self.faults: list[ConfigError] = []
        self.count = 0
        self.open: set[int] = set()

    def grown(self, root: yaml.Node) -> Node:
        node = self.node(root, root.start_mark.line + 1)
        if self.faults:
            raise ConfigErrors(sorted(self.faults, key=lambda fault: fault.line or 0))
        return node

    def node(self, node: yaml.Node, line: int) -> Node:
        self.count += 1
        if self.count > MAX_NODES:
            raise ConfigError("holds too many values (aliases count each time they are used)", source=self.source, line=line)
        if len(self.open) > MAX_DEPTH:
            raise ConfigError(f"is nested more than {MAX_DEPTH} deep", source=self.source, line=line)
        if id(node) in self.open:
            raise ConfigError("an alias (*) stands inside what it names", source=self.source, line=line)
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node, line)
        self.open.add(id(node))
        value = dict(self.members(node)) if isinstance(node, yaml.MappingNode) else self.items(node)
        self.open.discard(id(node))
        return Node(value, self.source, line)

    def items(self, node: yaml.Node) -> list[Node]:
        if node.tag != _TAG + "seq":
            self.complain(node, f"the tag {node.tag} is not supported")
        return [self.node(item, item.start_mark.line + 1) for item in node.value]

    def members(self, node: yaml.MappingNode) -> Iterator[tuple[str, Node]]:
        if node.tag != _TAG + "map":
            self.complain(node, f"the tag {node.tag} is not supported")
        lines: dict[str, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self.complain(key, "a key has to be a word, not a list or a mapping")
            elif key.tag == _TAG + "merge":
                self.complain(key, "<< is not supported; write the keys out, or use extends in rule sets")
            elif key.value in lines:
                self.complain(key, f"the key stands here a second time; the first is in line {lines[key.value]}", key.value)
            else:
                lines[key.value] = line
                yield key.value, self.node(value, line)

    def scalar(self, node: yaml.ScalarNode, line: int) -> Node:
        text = node.value
        if node.tag == _TAG + "timestamp" or (node.tag in (_TAG + "int", _TAG + "float") and ":" in text):
            return Node(text, self.source, line, text)
        if node.tag not in _SCALARS:
            self.complain(node, f"the tag {node.tag} is not supported")
            return Node(text, self.source, line, text)
        try:
            value = self.scalars.construct_object(node)
        except ValueError:
            value = None
        if (value is None and node.tag != _TAG + "null") or (isinstance(value, int) and value.bit_length() > _MAX_BITS):
            self.complain(node, f"{text[:40]!r} is no number that can be used")
        elif type(value) is int and _OCTAL.fullmatch(text):
            digits = text.lstrip("-+0")[:40] or "0"
            self.complain(node, f"{text[:40]} means {value}, for in YAML a number that begins with 0 is octal; write {digits}")
        return Node(value, self.source, line, text)

    def complain(self, node: yaml.Node, message: str, key: str | None = None) -> None:
        self.faults.append(ConfigError(message, source=self.source, line=node.start_mark.line + 1, key=key))


def _syntax(error: yaml.YAMLError, text: str, source: str | None) -> ConfigError:
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        begun = error.context_mark.line + 1 if error.context_mark else None
        where = f" that begins in line {begun}" if mark and begun not in (None, mark.line + 1) else ""
        parts = [part for part in (error.context and error.context + where, error.problem) if part]
        tab = "; there is a tab, and only spaces indent" if mark and _indented_by_tab(text, mark.line) else ""
        return ConfigError(f"is not valid YAML: {', '.join(parts)}{tab}", source=source, line=mark.line + 1 if mark else None)
    position = getattr(error, "position", None)
    line = text.count("\n", 0, position) + 1 if isinstance(position, int) else None
    return ConfigError("is not valid YAML: it holds a character that is not allowed in text", source=source, line=line)


def _indented_by_tab(text: str, line: int) -> bool:
    found = text.split("\n")[line : line + 1]
    return any("\t" in one[: len(one) - len(one.lstrip())] for one in found)
