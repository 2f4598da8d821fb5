"""Whatever stands in a file, it is loaded or refused in sentences: nothing else ever comes out of the loaders."""

import contextlib
import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config import tournament_of
from arena.errors import BotLoadError, ConfigError
from arena.pitch.ruleset import RuleSet
from arena.rulesets import load, names, resolved_mapping
from arena.rulesets.reading import Node, parse

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.floats(),
    st.sampled_from(["", "none", "all", "J", "OJ", "X-", "High", "opposite", "win_game", "draw", "widow", "2", "\x00", "a\nb", "é" * 100]),
    st.lists(st.one_of(st.integers(-1, 7), st.sampled_from(["A", "K", "High", "X+"]), st.lists(st.integers(0, 3), max_size=3)), max_size=4),
    st.dictionaries(
        st.sampled_from(["id", "what", "card", "value", "to", "bid", "High", "Three"]), st.sampled_from([1, "high", "A", None]), max_size=3
    ),
)


def places(data, path=()):
    """Every path to a value, sections and list items among them."""
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def changed(data, path, value):
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_rule_set_with_junk_in_it(data):
    mapping = resolved_mapping(load(data.draw(st.sampled_from(names()))))
    for _ in range(data.draw(st.integers(1, 3))):
        mapping = changed(mapping, data.draw(st.sampled_from(places(mapping))), data.draw(JUNK))
    try:
        rules = load(mapping)
    except ConfigError:
        return
    assert isinstance(rules, RuleSet)
    assert load(resolved_mapping(rules)) == rules


TOURNAMENT = {
    "name": "cup",
    "rules": [{"extends": "setback", "game": {"target": 11}}, "jpgames"],
    "players": 4,
    "seed": 7,
    "format": "round-robin",
    "match": {"boards": 10, "block": 5, "unit": "hands", "deals": "own", "seating": "rotations"},
    "entrants": ["nobody.py", {"bot": "none.py", "name": "n", "options": {}}, {"glob": "*.nothing"}],
    "isolation": "auto",
    "limits": {"decision": 1.0, "game": 60, "start": 10, "memory_mb": 512},
    "faults": {"strikes": 3},
    "rating": {"mu": 25, "sigma": "25/3", "beta": 4.0, "tau": 0, "draw_probability": "auto", "unit": "game"},
    "record": "games",
}


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_tournament_with_junk_in_it(data):
    mapping = TOURNAMENT
    for _ in range(data.draw(st.integers(0, 3))):
        mapping = changed(mapping, data.draw(st.sampled_from(places(mapping))), data.draw(JUNK))
    with pytest.raises((ConfigError, BotLoadError), match=r"\w"):
        tournament_of(mapping)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab: -[]{},&*!|>'\"#\n\t?%@`~<0.eé\x00\x1b"), max_size=40))
def test_a_text_that_may_be_no_yaml(text):
    with contextlib.suppress(ConfigError):
        assert isinstance(parse(text), Node)
