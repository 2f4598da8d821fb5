"""A record replayed comes out as recorded, and every single change to one is found and named."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import Hand, load_rules
from arena.pitch.record import record, replay
from tests.pitch.strategies import BUILT_IN, Dealt, dealt, finished, rule_sets

FREE = {"rules", "match", "board", "leg", "seats", "hand", "redeals", "stock"}
"""What a hand cannot know of itself: only a run can tell."""


def recorded(hand: Hand) -> dict[str, Any]:
    names = [f"bot {seat}" for seat in range(len(hand.dealt))]
    found = record(hand, rules=hand.rules.name, match="m", board=1, leg=1, seats=names)
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def played(rules: str, seed: int, *, junk: float = 0.0) -> dict[str, Any]:
    loaded = load_rules(rules)
    return recorded(finished(dealt(loaded, seed, seed % loaded.table.players), junk=junk))


@pytest.mark.parametrize("name", BUILT_IN)
def test_any_hand_of_a_built_in_rule_set(name: str) -> None:
    for seed in range(24):
        assert replay(played(name, seed, junk=0.3 * (seed % 3)), load_rules(name)) == []


@given(deal=st.builds(dealt, rule_sets(), st.integers(0, 2**32)), junk=st.sampled_from((0.0, 0.1, 0.5)))
def test_any_hand_of_any_rule_set(deal: Dealt, junk: float) -> None:
    assert replay(recorded(finished(deal, junk=junk)), deal.rules) == []


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every value in a record that holds no others."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inside = [deeper for key, one in items for deeper in leaves(one, (*path, key))]
    yield from inside or [path]


def changed(value: Any, rng: random.Random) -> Any:
    """Another value of the kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if isinstance(value, str) and value:
        words = value.split()
        if len(words) < 2:
            return rng.choice([one for one in ("AS", "2C", "H", "pass", "") if one != value])
        return " ".join((words[-1], *words[:-1])) if rng.random() < 0.5 else " ".join(words[1:])
    return 1 if value is None else "AS"


def another_hand_as_good(honest: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Whether a change here may give the record of another hand that could have been played."""
    overbid = path[0] == "auction" and path[-1] == 1 and honest["auction"][path[1]][0] != honest["pitcher"]
    return path[0] in FREE or overbid or (path[0] == "faults" and path[-1] == "answer")


@pytest.mark.parametrize("name", BUILT_IN)
def test_any_one_value_changed_is_found(name: str) -> None:
    rules = load_rules(name)
    for seed in range(2):
        rng, honest = random.Random(seed), played(name, seed, junk=0.05)
        for path in leaves(honest):
            if another_hand_as_good(honest, path):
                continue
            false = deepcopy(honest)
            place = false
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = changed(place[path[-1]], rng)
            found = replay(false, rules)
            if path[0] != "holdings" or sorted(false["holdings"][path[1]]) != sorted(honest["holdings"][path[1]]):
                assert found, (seed, path, false[path[0]])
            assert all("\n" not in sentence for sentence in found)


@pytest.mark.parametrize("key", list(played("ten-point", 1)))
def test_a_key_that_is_missing_or_of_the_wrong_kind_is_named(key: str) -> None:
    honest, rules = played("ten-point", 1), load_rules("ten-point")
    (sentence,) = replay({name: value for name, value in honest.items() if name != key}, rules)
    assert sentence == f"it is no record of a hand: Object missing required field `{key}`"
    (sentence,) = replay({**honest, key: 1.5}, rules)
    assert sentence.startswith("it is no record of a hand: ")
    assert sentence.endswith(f"`$.{key}`")
    (sentence,) = replay({**honest, "colour": "red"}, rules)
    assert sentence == "unknown key 'colour'"


def w10() -> Hand:
    hand = Hand.from_deck(load_rules("setback"), W10, 3, (0, 0))
    for answer in ("3", "pass", "pass", "pass", "KH", "5H", "6H", "2H", "KD"):
        hand.apply(answer)
    return hand


W10 = "KH KD 3C 5H 4D 8C 6H 5D 9C 2H 6D TC 4C 5C 6C 2S 7C JC 3S 4S 5S 6S 7S 8S"


def test_faults_are_checked() -> None:
    hand = w10()
    hand.answer("8C")
    while not hand.is_over:
        hand.apply(hand.legal_actions()[0])
    honest, rules = recorded(hand), load_rules("setback")
    assert replay(honest, rules) == []
    assert honest["faults"] == [{"phase": "play", "seat": 1, "n": 5, "answer": "8C", "used": "4D", "revoke": True}]
    tamper: list[tuple[str, Any, str]] = [
        ("answer", "4D", "trick 2: 4D is recorded as a fault; it was legal"),
        ("revoke", False, "faults[0].revoke is recorded as false, the replay gives true"),
        ("used", "8C", 'faults[0].used is recorded as "8C", the replay gives "4D"'),
    ]
    for key, value, words in tamper:
        assert words in replay({**honest, "faults": [{**honest["faults"][0], key: value}]}, rules)
    assert "deltas is recorded as [-3, -3], the replay gives [-3, 1]" in replay({**honest, "faults": []}, rules)


class Lookalike:
    def __repr__(self) -> str:
        return "8C"


def test_an_answer_that_only_looks_like_a_card_is_no_revoke_in_a_replay_either() -> None:
    hand = w10()
    assert hand.answer(Lookalike()) is not None
    while not hand.is_over:
        hand.apply(hand.legal_actions()[0])
    assert not hand.faults[0].revoke
    assert replay(recorded(hand), load_rules("setback")) == []


def test_a_recycled_stock_is_known_from_the_record_and_checked_against_the_seed() -> None:
    rules = load_rules({"extends": "draw", "table": {"players": 7}})
    hands = [finished(dealt(rules, seed)) for seed in range(40)]
    short = [hand for hand in hands if sum(len(one.draw) for one in hand.exchange) > len(hand.stock)]
    assert short
    for hand in short:
        honest = recorded(hand)
        assert replay(honest, rules) == []
        assert replay(honest, rules, seed=hand._seed) == []  # type: ignore[arg-type]
        assert any("draw is recorded as" in one or "not legal" in one for one in replay(honest, rules, seed=("another",)))


def test_what_is_illegal_is_named_with_what_was_legal() -> None:
    hand = w10()
    while not hand.is_over:
        hand.apply(hand.legal_actions()[0])
    false = recorded(hand)
    false["tricks"][1]["cards"] = false["tricks"][1]["cards"].replace("4D", "8C")
    assert replay(false, load_rules("setback")) == ["trick 2: 8C is not legal for seat 1 in the play; legal: 4D"]
