"""Records of finished hands: their keys, that they replay, and that a replay finds whatever does not fit."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import Hand, load_rules
from arena.pitch.record import record, replay
from tests.pitch.strategies import Dealt, deals, dealt, finished, rule_sets, tries

KEYS = (
    "schema", "rules", "match", "board", "leg", "hand", "redeals", "seats", "dealer", "scores_before", "holdings", "stock", "auction",
    "pitcher", "bid", "trump", "exchange", "tricks", "points", "pips", "made", "deltas", "scores", "winner", "revoke", "faults",
)  # fmt: skip
GIVEN = ("rules", "match", "board", "leg", "hand", "redeals", "seats", "stock")
"""What no hand can prove about itself: where in which tournament it was played, and cards that nobody was dealt."""
SMALL = {"extends": "setback", "deal": {"cards": 2, "packet": 1}}
RECYCLING = {"extends": "draw", "table": {"players": 7, "sides": "each"}}
BURNING = {"extends": "cinch", "deal": {"cards": 10, "packet": 1}, "exchange": {"refill_to": 2, "discard": "optional_nontrump"}}
WIDOW = {"extends": "ten-point-widow", "play": {"follow": "suit_or_trump"}, "exchange": {"refill_to": 12}}


def recorded(hand: Hand) -> dict[str, Any]:
    return record(hand, rules="small", match="m1", board=3, leg=1, seats=[f"bot{seat}" for seat in range(len(hand.dealt))])


def small() -> Hand:
    """Seat 0 bids 3 with the two highest hearts; seat 1 tries to throw a club on the first."""
    hand = Hand.from_deck(load_rules(SMALL), "AH QH JH TH KH 2C 3C 4C 5C 6C", 3, [11, 4], hand=2, redeals=1)
    for answer in ("3", "pass", "2", "pass", "AH", "2C", "JH", "TH", "KH", "2C", "3C", "4C"):
        hand.answer(answer)
    return hand


def test_a_record_says_all_of_a_hand() -> None:
    found = recorded(small())
    assert tuple(found) == KEYS
    assert found == json.loads(json.dumps(found))
    assert found == {
        "schema": "pitch-hand/1",
        "rules": "small",
        "match": "m1",
        "board": 3,
        "leg": 1,
        "hand": 2,
        "redeals": 1,
        "seats": ["bot0", "bot1", "bot2", "bot3"],
        "dealer": 3,
        "scores_before": [11, 4],
        "holdings": ["KH AH", "2C QH", "3C JH", "4C TH"],
        "stock": "5C 6C",
        "auction": [[0, 3], [1, "pass"], [2, "pass"], [3, "pass"]],
        "pitcher": 0,
        "bid": 3,
        "trump": "H",
        "exchange": [],
        "tricks": [{"lead": 0, "cards": "AH QH JH TH", "winner": 0}, {"lead": 0, "cards": "KH 2C 3C 4C", "winner": 0}],
        "points": [
            {"id": "High", "side": 0, "card": "AH", "value": 1},
            {"id": "Low", "side": 0, "card": "TH", "value": 1},
            {"id": "Jack", "side": 0, "card": "JH", "value": 1},
            {"id": "Game", "side": 0, "card": None, "value": 1},
        ],
        "pips": [20, 0],
        "made": True,
        "deltas": [4, -3],
        "scores": [15, 1],
        "winner": None,
        "revoke": [1],
        "faults": [
            {"phase": "auction", "seat": 2, "n": 2, "answer": "2", "used": "pass", "revoke": False},
            {"phase": "play", "seat": 1, "n": 1, "answer": "2C", "used": "QH", "revoke": True},
        ],
    }


def test_a_fined_hand_has_no_contract() -> None:
    rules = {**SMALL, "auction": {"all_pass": "fine_dealer"}}
    hand = Hand.from_deck(load_rules(rules), "AH QH JH TH KH 2C 3C 4C", 3, [11, 4])
    for _ in range(4):
        hand.apply("pass")
    found = recorded(hand)
    assert tuple(found) == KEYS
    assert [found[key] for key in ("pitcher", "bid", "trump", "made", "tricks", "points")] == [None, None, None, None, [], []]
    assert (found["pips"], found["deltas"], found["scores"]) == ([0, 0], [0, -2], [11, 2])
    assert replay(found, hand.rules) == []


def test_a_trick_says_who_played_where_not_all_did() -> None:
    rules = load_rules({"extends": "ten-point", "exchange": None, "deal": {"cards": 2, "packet": 1}})
    hand = Hand.from_deck(rules, "AS 4H JS TS KS 3S 5H 9S", 3, [0, 0])
    for answer in ("4", "pass", "pass", "pass", "S", "AS", "3S", "JS", "TS", "KS", "9S"):
        hand.apply(answer)
    assert recorded(hand)["tricks"] == [
        {"lead": 0, "cards": "AS 3S JS TS", "winner": 0},
        {"lead": 0, "cards": "KS 9S", "winner": 0, "seats": [0, 3]},
    ]


def test_an_exchange_is_recorded_seat_by_seat() -> None:
    deck = "AH QC JH TC KH 2C 3C 4C 5C 6C 7H 8D 9D TD JD"
    rest = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in deck]
    rules = load_rules({"extends": "draw", "deal": {"cards": 2, "packet": 1}, "exchange": {"refill_to": 2}})
    hand = Hand.from_deck(rules, deck.split() + rest, 3, [0, 0])
    for answer in ("2", "pass", "pass", "pass", "AH", "", "2C QC", "3C", "4C TC"):
        hand.apply(answer)
    while not hand.is_over:
        hand.apply(hand.legal_actions()[0])
    found = recorded(hand)
    assert found["exchange"] == [
        {"seat": 0, "discard": "", "draw": "", "burn": ""},
        {"seat": 1, "discard": "2C QC", "draw": "5C 6C", "burn": ""},
        {"seat": 2, "discard": "3C", "draw": "7H", "burn": ""},
        {"seat": 3, "discard": "4C TC", "draw": "8D 9D", "burn": ""},
    ]
    assert found["holdings"] == ["KH AH", "2C QC", "3C JH", "4C TC"]
    assert replay(found, rules) == []


def test_a_hand_is_recorded_when_it_is_over() -> None:
    with pytest.raises(ValueError, match="when it is over"):
        recorded(Hand.from_deck(load_rules(SMALL), "AH QH JH TH KH 2C 3C 4C", 3, [0, 0]))


# Replaying


@pytest.mark.parametrize("source", [SMALL, RECYCLING, BURNING, WIDOW], ids=["small", "recycling", "burning", "widow"])
def test_hands_of_every_kind_replay(source: Any) -> None:
    rules = load_rules(source)
    for seed in range(25):
        found = recorded(finished(dealt(rules, seed), junk=0.05))
        assert replay(json.loads(json.dumps(found)), rules) == []


@tries(8)
@given(deal=rule_sets(cards=9).flatmap(deals), junk=st.sampled_from((0.0, 0.1)))
def test_hands_under_any_rule_set_replay(deal: Dealt, junk: float) -> None:
    hand = finished(deal, junk=junk)
    found = recorded(hand)
    assert tuple(found) == KEYS
    assert replay(json.loads(json.dumps(found)), deal.rules) == []


@pytest.mark.parametrize("answer", ["é", 'it\'s "both"', "a\nb", "\\", "²", "x" * 300, "", None, True, 2.5, "X-=S", object(), "\x00", "🂡"])
def test_a_fault_replays_whatever_was_answered(answer: Any) -> None:
    hand = Hand.from_deck(load_rules(SMALL), "AH QH JH TH KH 2C 3C 4C", 3, [0, 0])
    for at, one in enumerate(("2", "pass", "pass", "pass", "AH", "QH", "JH", "TH", "KH", "2C", "3C", "4C")):
        hand.answer(answer if at in (1, 6) else one)
    assert len(hand.faults) == 2
    assert replay(json.loads(json.dumps(recorded(hand))), hand.rules) == []


Change = Callable[[dict[str, Any]], None]


def put(key: str, value: Any) -> Change:
    return lambda found: found.update({key: value})


def within(key: str, at: int, inner: Any, value: Any) -> Change:
    return lambda found: found[key][at].__setitem__(inner, value)


TAMPERED: dict[str, Change] = {
    "schema": put("schema", "pitch-hand/2"),
    "dealer": put("dealer", 2),
    "scores_before": put("scores_before", [12, 4]),
    "scores_before of three": put("scores_before", [11, 4, 0]),
    "holdings": put("holdings", ["KH AH", "2C JH", "3C QH", "4C TH"]),
    "holdings out of order": put("holdings", ["AH KH", "2C QH", "3C JH", "4C TH"]),
    "holdings of a card twice": put("holdings", ["KH AH", "2C QH", "2C JH", "4C TH"]),
    "holdings of three": put("holdings", ["KH AH", "2C QH", "3C JH"]),
    "holdings too small": put("holdings", ["AH", "2C QH", "3C JH", "4C TH"]),
    "holdings of no cards": put("holdings", ["KH AH", "2C QH", "3C JH", "4C what"]),
    "auction": put("auction", [[0, 2], [1, "pass"], [2, "pass"], [3, "pass"]]),
    "auction's bidder": put("auction", [[0, 3], [1, "pass"], [3, "pass"], [2, "pass"]]),
    "auction with a fifth bid": put("auction", [[0, 3], [1, "pass"], [2, "pass"], [3, "pass"], [0, "pass"]]),
    "auction too short": put("auction", [[0, 3], [1, "pass"]]),
    "auction with an illegal bid": put("auction", [[0, 9], [1, "pass"], [2, "pass"], [3, "pass"]]),
    "pitcher": put("pitcher", 1),
    "bid": put("bid", 2),
    "trump": put("trump", "C"),
    "exchange": put("exchange", [{"seat": 0, "discard": "", "draw": "", "burn": ""}]),
    "tricks' lead": within("tricks", 1, "lead", 1),
    "tricks' winner": within("tricks", 0, "winner", 1),
    "tricks' cards": within("tricks", 1, "cards", "KH 2C 4C 3C"),
    "tricks' seats": within("tricks", 1, "seats", [0, 1, 2, 3]),
    "tricks too few": lambda found: found["tricks"].pop(),
    "tricks too many": lambda found: found["tricks"].append({"lead": 0, "cards": "5C", "winner": 0}),
    "points' id": within("points", 0, "id", "Low"),
    "points' side": within("points", 2, "side", 1),
    "points' card": within("points", 1, "card", "JH"),
    "points' value": within("points", 3, "value", 2),
    "points too few": lambda found: found["points"].pop(),
    "pips": put("pips", [19, 1]),
    "made": put("made", False),
    "deltas": put("deltas", [4, 0]),
    "scores": put("scores", [15, 4]),
    "winner": put("winner", 0),
    "revoke": put("revoke", []),
    "faults": put("faults", []),
    "faults' phase": within("faults", 0, "phase", "play"),
    "faults' seat": within("faults", 1, "seat", 2),
    "faults' n": within("faults", 0, "n", 1),
    "faults' answer": within("faults", 1, "answer", "9H"),
    "faults' used": within("faults", 1, "used", "2C"),
    "faults' revoke": within("faults", 1, "revoke", False),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED)
def test_a_replay_finds_what_was_changed(change: Change) -> None:
    hand = small()
    found = recorded(hand)
    change(found)
    complaints = replay(found, hand.rules)
    assert complaints
    assert all(isinstance(one, str) and one for one in complaints)


def test_every_key_is_tampered_with_or_given() -> None:
    assert {name.split("'")[0].split()[0] for name in TAMPERED} == set(KEYS).difference(GIVEN)


@pytest.mark.parametrize("key", KEYS)
def test_a_replay_finds_what_is_missing(key: str) -> None:
    hand = small()
    found = recorded(hand)
    del found[key]
    complaints = replay(found, hand.rules)
    assert complaints
    assert any(key in one for one in complaints)


def test_a_replay_finds_what_is_too_much() -> None:
    hand = small()
    found = recorded(hand) | {"note": "all fine"}
    assert replay(found, hand.rules) == ["unknown key 'note'"]


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("rules", "match", "board", "leg", "seats")])
@pytest.mark.parametrize("value", [7.5, {}, "nonsense", [[]]], ids=str)
def test_a_replay_finds_what_is_of_the_wrong_kind(key: str, value: Any) -> None:
    hand = small()
    found = recorded(hand)
    found[key] = copy.deepcopy(value)
    assert replay(found, hand.rules)


def test_a_replay_under_other_rules_finds_the_difference() -> None:
    hand = small()
    found = recorded(hand)
    assert replay(found, load_rules({**SMALL, "revoke": "none"})) == [
        "deltas is recorded as [4, -3], the replay gives [4, 0]",
        "scores is recorded as [15, 1], the replay gives [15, 4]",
    ]
    assert replay(found, load_rules("setback")) != []
