"""Nodes checked against the fields of a Struct, every fault collected; knows nothing of what the fields mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any
from unicodedata import category

import msgspec
from msgspec import UNSET, Struct, inspect

from arena.errors import ConfigError, ConfigErrors
from arena.rulesets.reading import Node, plain, shown

MAX_TEXT = 80

Reader = Callable[[Node, str, "Complaints"], Any]
"""Takes a node and its dotted key; returns its value, or UNSET after having complained."""


class Complaints:
    """The faults found in one document, and which keys they spoil."""

    def __init__(self) -> None:
        self.found: list[ConfigError] = []
        self.keys: set[str] = set()

    def add(self, node: Node, key: str, message: str) -> None:
        """Take down a complaint about ``node``, the value of the dotted ``key``."""
        self.keys.add(key)
        self.found.append(node.fault(message, key or None))

    def take(self, key: str, faults: Iterable[ConfigError]) -> None:
        """Take down complaints made elsewhere, which spoil ``key``."""
        self.keys.add(key)
        self.found += faults

    def spoiled(self, key: str) -> bool:
        """Whether the key, something in it, or a section it stands in is at fault."""
        return any(key == bad or key.startswith(f"{bad}.") or bad.startswith((f"{key}.", f"{key}[")) for bad in self.keys)

    def done(self) -> None:
        """Raise all complaints as one ConfigErrors, each once, source by source in order of lines; nothing if there are none."""
        if self.found:
            found = {str(fault): fault for fault in self.found}.values()
            sources = list(dict.fromkeys(fault.source for fault in found))
            raise ConfigErrors(sorted(found, key=lambda fault: (sources.index(fault.source), fault.line or 0)))


def faults_of(error: ConfigError) -> list[ConfigError]:
    """The single faults of an error."""
    return error.faults if isinstance(error, ConfigErrors) else [error]


def section(
    cls: type[Struct],
    node: Node,
    complaints: Complaints,
    *,
    key: str = "",
    special: Mapping[str, Reader] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The fields of ``cls`` written in a mapping node, those at fault left out; nested Structs as nested dicts.

    ``special`` reads fields by dotted key whose written form is not their type; ``elsewhere`` tells for a bare key where it belongs.
    """
    if not isinstance(node.value, dict):
        complaints.add(node, key, refusal(node, _info(cls)))
        return {}
    fields = _fields(cls)
    good: dict[str, Any] = {}
    for name, child in node.value.items():
        dotted = f"{key}.{name}" if key else name
        read = (special or {}).get(dotted)
        if read is None and name not in fields:
            complaints.add(child, dotted, unknown_key(name, fields, elsewhere or {}))
            continue
        value = (read or _reader(fields[name].type, special, elsewhere))(child, dotted, complaints)
        if value is not UNSET:
            good[name] = value
    for name, field in fields.items():
        if field.required and name not in node.value:
            dotted = f"{key}.{name}" if key else name
            complaints.add(node, dotted, f"is missing; expected {phrase(_info(field.type))}")
    return good


@cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


@cache
def _fields(cls: type[Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(cls)}


def _reader(kind: Any, special: Mapping[str, Reader] | None, elsewhere: Mapping[str, str] | None) -> Reader:
    info = _info(kind)
    types = info.types if isinstance(info, inspect.UnionType) else (info,)
    struct = next((part.cls for part in types if isinstance(part, inspect.StructType)), None)
    if struct is None:
        return lambda node, key, complaints: leaf(kind, node, key, complaints)

    def nested(node: Node, key: str, complaints: Complaints) -> Any:
        if node.value is None and any(isinstance(part, inspect.NoneType) for part in types):
            return None
        if not isinstance(node.value, dict):
            complaints.add(node, key, refusal(node, info))
            return UNSET
        return section(struct, node, complaints, key=key, special=special, elsewhere=elsewhere)

    return nested


def leaf(kind: Any, node: Node, key: str, complaints: Complaints, wanted: str = "") -> Any:
    """A node's value as ``kind`` (a type msgspec knows); UNSET after a complaint saying what is ``wanted``. Floats have to be finite."""
    try:
        value = msgspec.convert(plain(node), kind)
        if not isinstance(value, float) or math.isfinite(value):
            return value
    except msgspec.ValidationError:
        pass
    info = _info(kind)
    complaints.add(node, key, refused(node, wanted or phrase(info), _words(info)))
    return UNSET


def text_line(node: Node, key: str, complaints: Complaints) -> Any:
    """A name or title: one line of 1 to 80 printable characters; UNSET after a complaint."""
    if isinstance(node.value, str) and (fault := text_fault(node.value)):
        complaints.add(node, key, fault)
        return UNSET
    return leaf(str, node, key, complaints)


def text_block(node: Node, key: str, complaints: Complaints) -> Any:
    """Text of several lines, stripped of white space around it; UNSET after a complaint."""
    value = leaf(str, node, key, complaints)
    if isinstance(value, str) and any(category(char) == "Cc" and char not in "\n\t" for char in value):
        complaints.add(node, key, "holds a control character; expected plain text")
        return UNSET
    return value.strip() if isinstance(value, str) else value


def text_fault(text: str) -> str | None:
    """Why a text cannot be a name or title; None if it can."""
    if not text.strip():
        return "is empty; expected text"
    if text != text.strip():
        return f"{text!r} begins or ends with a space; expected none there"
    if len(text) > MAX_TEXT:
        return f"has {len(text)} characters; at most {MAX_TEXT} are allowed"
    odd = next((char for char in text if category(char)[0] == "C" or category(char) in ("Zl", "Zp")), None)
    return None if odd is None else f"{text!a} holds the character {odd!a}; expected one line of printable characters"


def unknown_key(name: str, known: Iterable[str], elsewhere: Mapping[str, str]) -> str:
    """What to say about a key nobody knows."""
    options = {**elsewhere, **{key: key for key in known}}
    found = _closest(name, options)
    return f"unknown key; did you mean {options[found]}?" if found else f"unknown key; known here are {listed(known)}"


def nearest(word: str, options: Iterable[str]) -> str:
    """``"; did you mean …?"`` for the option most like the word, the empty text if none is."""
    found = _closest(word, options)
    return f"; did you mean {found}?" if found else ""


def _closest(word: str, options: Iterable[str]) -> str | None:
    by_fold = {option.casefold(): option for option in options}
    found = get_close_matches(word.casefold(), by_fold, n=1)
    return by_fold[found[0]] if found else None


def listed(words: Iterable[object], last: str = "or") -> str:
    """``"a, b or c"``."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def refusal(node: Node, kind: inspect.Type) -> str:
    """Why a node's value is refused and what would be right."""
    return refused(node, phrase(kind), _words(kind))


def refused(node: Node, wanted: str, words: Iterable[str] = ()) -> str:
    """``"… is not allowed; expected …"`` in words that fit what went wrong; ``words`` are the allowed ones, for the nearest."""
    value, text = node.value, shown(node)
    if value is None and not node.written:
        return f"is empty; expected {wanted}"
    if isinstance(value, bool) and node.written not in (None, "true", "false"):
        return f"{text} means {'true' if value else 'false'} in YAML; expected {wanted}"
    if isinstance(value, str) and value.lstrip("+-").isdigit():
        return f"{text} is text (it stands in quotes); expected {wanted}"
    hint = nearest(value, words) if isinstance(value, str) else ""
    return f"{text} is not allowed; expected {wanted}{hint}"


def phrase(kind: inspect.Type) -> str:
    """What a type allows, in plain English."""
    match kind:
        case inspect.LiteralType(values=values):
            return listed(values)
        case inspect.UnionType(types=types):
            return " or ".join(phrase(part) for part in sorted(types, key=lambda part: isinstance(part, inspect.NoneType)))
        case inspect.IntType(ge=low, le=high):
            return "a whole number" + (f" from {low} to {high}" if low is not None and high is not None else "")
        case inspect.FloatType(gt=above, ge=low, lt=below, le=high):
            bounds = (("above", above), ("from", low), ("below", below), ("up to", high))
            return " ".join(("a number", *(f"{word} {bound:.10g}" for word, bound in bounds if bound is not None)))
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.VarTupleType(item_type=item):
            return f"a list ({phrase(item)} in each place)"
        case inspect.StructType(fields=fields):
            return f"a mapping of {listed((field.name for field in fields), 'and')}"
        case inspect.DictType():
            return "a mapping"
        case _:
            return "text"


def _words(kind: inspect.Type) -> tuple[str, ...]:
    parts = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return tuple(str(value) for part in parts if isinstance(part, inspect.LiteralType) for value in part.values)
