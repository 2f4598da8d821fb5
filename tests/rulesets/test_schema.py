"""The JSON Schema of rule files takes what the loader takes, and refuses what an editor can see to be wrong."""

from importlib.resources import files

import pytest
import yaml

from arena.pitch.ruleset import RuleSet
from arena.rulesets import load, names, resolved_mapping
from arena.rulesets.meanings import MEANINGS
from arena.rulesets.resolving import knobs
from arena.rulesets.schema import DIALECT, rules_schema
from tests.rulesets.schemas import validator
from tests.rulesets.test_bad_files import FOLDER

SCHEMA = rules_schema()
VALIDATOR = validator(SCHEMA)


def valid(data):
    return VALIDATOR.is_valid(data)


@pytest.mark.parametrize("name", names())
def test_every_built_in_file_fits_and_so_does_its_resolved_form(name):
    assert valid(yaml.safe_load((files("arena.rulesets") / f"{name}.yaml").read_text()))
    assert valid(resolved_mapping(load(name)))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"extends": "setback", "slam": None, "exchange": {"refill_to": 5}},
        {"points": ["High", 3, "Two", {"Low": "holder"}, {"Three": 3}, {"Two": {"to": "holder", "value": 2}}, {"id": "x", "what": "high"}]},
        {"trump": {"order": ["A", "K", "Q", "J", "T", 9, 8, 7, 6, 5, 4, 3, 2]}, "pips": {"9": 9}},
        {"table": {"sides": [[0, 2], [1, 3]]}, "auction": {"dealer_match": [2, 3]}},
        {"slam": {"bid": 5, "made": "win_game", "failed": None}},
    ],
)
def test_short_forms_fit(data):
    assert valid(data)


@pytest.mark.parametrize(
    "data",
    [
        {"extend": "setback"},
        {"auction": {"max": True}},
        {"auction": {"all_pass": False}},
        {"points": ["Lo"]},
        {"points": [{"Three": 3, "Two": 2}]},
        {"table": {"sides": [0, 2]}},
        {"trump": {"order": ["A", "K"]}},
        {"pips": {"Ten": 10}},
        {"slam": {"failed": 5}},
        {"slam": False},
    ],
)
def test_what_is_plainly_wrong_does_not(data):
    assert not valid(data)


@pytest.mark.parametrize(
    "name", ["unknown_keys", "booleans", "wrong_types", "ranges", "words", "points", "pips", "sides_form", "extends_list"]
)
def test_the_bad_files_an_editor_can_know_to_be_bad(name):
    assert not valid(yaml.safe_load((FOLDER / f"{name}.yaml").read_text()))


def test_every_knob_has_its_meaning_and_its_description():
    assert set(knobs()) <= set(MEANINGS)
    assert set(RuleSet.__struct_fields__) <= set(MEANINGS)
    assert SCHEMA["$schema"] == DIALECT
    for definition in SCHEMA["$defs"].values():
        assert all(schema["description"] for schema in definition["properties"].values())
