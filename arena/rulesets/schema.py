"""JSON Schemas for the editors of files, made from Structs and widened for what may be written shorter; checks nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from arena.pitch.cards import RANKS
from arena.pitch.ruleset import MOST, RuleSet
from arena.rulesets.forms import JOKERS, POINT_NAMES, TRUMP_IDS
from arena.rulesets.meanings import MEANINGS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_COUNT = {"type": "integer", "minimum": 1, "maximum": MOST}
_SEATS = {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0, "maximum": 6}}
# Ranks are digits as well, and YAML reads 9 as a number.
_TRUMP_ID = {"enum": [*TRUMP_IDS, *(int(rank) for rank in RANKS if rank.isdigit())]}
_SETTING = {
    "anyOf": [
        _COUNT,
        {"enum": ["captor", "holder", "nobody", "pitcher"]},
        {
            "type": "object",
            "properties": {"value": _COUNT, "to": {"enum": ["captor", "holder"]}, "tie": {"enum": ["nobody", "pitcher"]}},
            "additionalProperties": False,
        },
    ]
}
_SHORT_POINT = {"type": "object", "properties": dict.fromkeys(POINT_NAMES, _SETTING), "additionalProperties": False, "maxProperties": 1}
_POINT_NAME = {"enum": [*POINT_NAMES, *(int(rank) for rank in RANKS if rank.isdigit())]}
_WIDER: dict[str, Any] = {
    "table.sides": {"anyOf": [{"enum": ["opposite", "each"]}, {"type": "array", "minItems": 2, "items": _SEATS}]},
    "trump.order": {"type": "array", "minItems": 13, "items": _TRUMP_ID},
    "extremes.exclude": {"type": "array", "items": _TRUMP_ID},
    "points": {"type": "array", "minItems": 1, "items": {"anyOf": [_POINT_NAME, {"$ref": "#/$defs/Point"}, _SHORT_POINT]}},
    "points.card": {"anyOf": [_TRUMP_ID, {"type": "null"}]},
    "points.id": {"type": ["string", "integer"]},
    "pips": {
        "type": "object",
        "properties": {key: {"type": "integer", "minimum": 0, "maximum": MOST} for key in (*reversed(RANKS), *JOKERS)},
        "additionalProperties": False,
    },
    "extends": {"type": "string"},
}


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule file."""
    schema = struct_schema(RuleSet, "A rule set of Pitch Arena", _WIDER, MEANINGS, {"points": "Point"})
    # What a rule set extends may give what it leaves out itself.
    del schema["$defs"]["Exchange"]["required"]
    return schema


def struct_schema(
    cls: type[Struct], title: str, wider: Mapping[str, Any], meanings: Mapping[str, str], inside: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The JSON Schema of a file whose keys are the fields of ``cls``, a section for each field that is a Struct.

    ``wider`` gives other schemas for dotted keys, new keys among them, and ``meanings`` their descriptions; ``inside`` names the Struct
    in which the keys below a dotted key are found where the field itself is not one.
    """
    schema: dict[str, Any] = msgspec.json.schema(cls)
    definitions = schema["$defs"]
    for definition in definitions.values():
        definition.pop("description", None)
        definition["additionalProperties"] = False
    for key in dict.fromkeys((*wider, *meanings)):
        section, _, field = key.rpartition(".")
        owner = definitions[_definition(definitions, cls.__name__, section, inside or {})]
        owner["properties"][field] = _described(wider.get(key, owner["properties"].get(field)), meanings.get(key))
    return {"$schema": DIALECT, "title": title, **schema}


def _definition(definitions: Mapping[str, Any], root: str, section: str, inside: Mapping[str, str]) -> str:
    if not section or section in inside:
        return inside.get(section, root)
    around, _, last = section.rpartition(".")
    field = definitions[_definition(definitions, root, around, inside)]["properties"][last]
    options = [field, *field.get("anyOf", ())]
    return str(next(option["$ref"] for option in options if "$ref" in option).rpartition("/")[2])


def _described(schema: dict[str, Any], meaning: str | None) -> dict[str, Any]:
    plain = {key: value for key, value in schema.items() if key != "default"}
    return plain | ({"description": meaning} if meaning else {})
