"""The JSON Schema of the line protocol, made from the messages themselves; knows nothing of processes."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from arena.pitch.ruleset import RuleSet
from arena.seats import wire

TO_BOT: Final = (wire.Hello, wire.GameStarted, wire.Ask, wire.HandEnded, wire.GameEnded)
FROM_BOT: Final = (wire.Greeting, wire.Answer, wire.Done, wire.Fault)


def protocol_schema() -> dict[str, Any]:
    """``$defs/ToBot`` and ``$defs/FromBot`` are a line in each direction."""
    kinds = (*TO_BOT, *FROM_BOT, RuleSet, wire.SeenHand, wire.SeenTrick, wire.SeenExchange)
    _, defs = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    seen = defs["Seen"]["properties"]
    seen["hand"] = {"$ref": "#/$defs/SeenHand"}
    seen["tricks"] = {"type": "array", "items": {"$ref": "#/$defs/SeenTrick"}}
    defs["Hello"]["properties"]["rules"] = {"$ref": "#/$defs/RuleSet"}
    defs["Answer"]["properties"]["action"] = {"type": ["string", "integer", "null"]}
    defs["ToBot"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in TO_BOT]}
    defs["FromBot"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in FROM_BOT]}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Pitch Arena line protocol, version {wire.PROTOCOL}"}
    return {**head, "anyOf": [{"$ref": "#/$defs/ToBot"}, {"$ref": "#/$defs/FromBot"}], "$defs": dict(sorted(defs.items()))}


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2).decode())  # noqa: T201
