"""The JSON Schema of the JSON report, made from the Structs it is written from; knows nothing of files."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import structs

from arena.standings.conduct import FaultCount
from arena.standings.table import Pairing, Report, RuleSetReport, Standing

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def report_schema() -> dict[str, Any]:
    """The schema of ``pitch-standings/1``: what is required is always there, and further keys may be added in time."""
    _, parts = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    for struct in (Report, RuleSetReport, Standing, Pairing, FaultCount):
        part = parts[struct.__name__]
        part["required"] = [one.name for one in structs.fields(struct) if one.required or not struct.__struct_config__.omit_defaults]
        part["description"] = " ".join(str(part.get("description", "")).split())
        for field in part["properties"].values():
            field.pop("default", None)
    top = parts.pop("Report")
    top["properties"]["schema"] = {"enum": [Report.__struct_defaults__[0]]}
    return {"$schema": _DIALECT, "$id": "pitch-standings/1", **top, "$defs": parts}


def schema_text() -> str:
    """The schema as indented JSON, ending with a line break."""
    return msgspec.json.format(msgspec.json.encode(report_schema()), indent=2).decode() + "\n"
