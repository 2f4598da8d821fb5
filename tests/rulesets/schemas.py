"""As much of a JSON Schema validator as our schemas need, so that they can be tried on files."""

import re
from typing import Any

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def fits(data, schema, root):
    """Whether ``data`` is valid; KeyError for a keyword that is not known here."""
    return all(_KEYWORDS[word](data, value, schema, root) for word, value in schema.items() if word not in _SILENT)


def _type(data, value, schema, root):
    names = value if isinstance(value, list) else [value]
    return any(isinstance(data, _TYPES[name]) and (name == "boolean" or not isinstance(data, bool)) for name in names)


def _number(data):
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _ref(data, value, schema, root):
    return fits(data, root["$defs"][value.removeprefix("#/$defs/")], root)


def _properties(data, value, schema, root):
    return not isinstance(data, dict) or all(fits(data[key], inner, root) for key, inner in value.items() if key in data)


def _closed(data, value, schema, root):
    if value is not False:
        return not isinstance(data, dict) or all(fits(inner, value, root) for inner in data.values())
    return not isinstance(data, dict) or set(data) <= set(schema["properties"])


_SILENT = {"$schema", "$defs", "title", "description", "default"}
_KEYWORDS = {
    "$ref": _ref,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _closed,
    "enum": lambda data, value, schema, root: any(data == option and type(data) is type(option) for option in value),
    "anyOf": lambda data, value, schema, root: any(fits(data, option, root) for option in value),
    "items": lambda data, value, schema, root: not isinstance(data, list) or all(fits(item, value, root) for item in data),
    "required": lambda data, value, schema, root: not isinstance(data, dict) or set(value) <= set(data),
    "minimum": lambda data, value, schema, root: not _number(data) or data >= value,
    "maximum": lambda data, value, schema, root: not _number(data) or data <= value,
    "exclusiveMinimum": lambda data, value, schema, root: not _number(data) or data > value,
    "exclusiveMaximum": lambda data, value, schema, root: not _number(data) or data < value,
    "minItems": lambda data, value, schema, root: not isinstance(data, list) or len(data) >= value,
    "maxProperties": lambda data, value, schema, root: not isinstance(data, dict) or len(data) <= value,
    "pattern": lambda data, value, schema, root: not isinstance(data, str) or re.search(value, data) is not None,
}
