"""The protocol's documentation says what the protocol is."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from arena.errors import FaultKind
from arena.seats.protocol import FROM_BOT, TO_BOT, protocol_schema
from tests.rulesets.schemas import validator

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")
MESSAGES = [json.loads(text) for text in re.findall(r"^(\{\"type\".*\})$", PROTOCOL, re.MULTILINE)]


def test_the_schema_in_the_docs_is_the_schema():
    kept = json.loads((DOCS / "protocol.schema.json").read_text("utf-8"))
    assert kept == json.loads(json.dumps(protocol_schema())), "python -m arena.seats.protocol > docs/protocol.schema.json"


@pytest.mark.parametrize("message", MESSAGES, ids=[f"{n}-{message['type']}" for n, message in enumerate(MESSAGES)])
def test_every_message_in_the_docs_fits_the_schema(message):
    schema = protocol_schema()
    assert [error.message for error in validator(schema).iter_errors(message)] == []
    assert message["type"] == "hello" or not validator(schema).is_valid(message | {"id": "x"})


def test_every_message_has_an_example():
    wanted = {kind.__struct_config__.tag for kind in (*TO_BOT, *FROM_BOT)}
    assert {message["type"] for message in MESSAGES} == wanted


def test_every_fault_is_in_the_table():
    table = (DOCS / "isolation.md").read_text("utf-8")
    assert set(get_args(FaultKind)) == set(re.findall(r"^\| `(\w+)` \| [^|]+ \| (?:a strike|the game)", table, re.MULTILINE))


def test_every_key_of_a_view_is_in_the_table():
    defs = protocol_schema()["$defs"]
    keys = [*defs["Seen"]["properties"], *(f"hand.{key}" for key in defs["SeenHand"]["properties"]), *defs["SeenExchange"]["properties"]]
    assert [key for key in keys if key != "hand" and f"`{key}`" not in PROTOCOL] == []
