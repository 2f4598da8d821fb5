"""The reference engine against the cases and counts that were worked out elsewhere."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.reference import pitch
from tests.reference.auction import is_slam
from tests.reference.builtins import BUILTINS, resolve
from tests.reference.cards import PACK, PLACE, in_order, pack_of, shuffled
from tests.reference.rulebook import complete, merged, side_of

DATA = Path(__file__).parents[1] / "data"
Case = dict[str, Any]


def variants(file: str) -> list[Any]:
    cases = json.loads((DATA / file).read_text(encoding="utf-8"))
    found = []
    for case in cases:
        for n, variant in enumerate(case.get("variants", [{}])):
            whole = {**case, **variant}
            whole["expect"] = {**case.get("expect", {}), **variant.get("expect", {})}
            found.append(pytest.param(whole, id=f"{case['id']}-{n}"))
    return found


WORKED = variants("worked_cases.json")
PERFT = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))


def deck_for(case: Case, rules: Case) -> list[str]:
    """The deck that deals the case's holdings, its own deck, or any."""
    if "deck" in case:
        return list(case["deck"].split())
    pack = pack_of(rules["deck"]["jokers"])
    if "holdings" not in case:
        return pack
    holdings = [text.split() for text in case["holdings"]]
    packet = rules["deal"]["packet"]
    deck: list[str] = []
    for first in range(0, rules["deal"]["cards"], packet):
        for k in range(len(holdings)):
            seat = (case.get("dealer", 3) + 1 + k) % len(holdings)
            deck += holdings[seat][first : first + packet]
    stock = case["stock"].split() if "stock" in case else [card for card in pack if card not in deck]
    return deck + stock


def answers(case: Case) -> dict[str, list[str]]:
    """The case's answers by phase."""
    discards = [str(text) for text in case.get("discards", [])]
    return {
        "auction": [str(bid) for bid in case.get("auction", [])],
        "trump": [case["trump"]] if case.get("trump") else [],
        "discard": discards,
        "burn": discards,
        "play": [card for card in case.get("play", "").split() if card != "/"],
    }


def run(state: pitch.State, case: Case) -> pitch.State:
    """Plays the answers until they run out, checking the legal actions asked for on the way."""
    left = answers(case)
    asked = dict.fromkeys(left, 0)
    while True:
        phase = pitch.phase(state)
        for wanted in case.get("legal", []):
            if (wanted["at"], wanted["n"]) == (phase, asked.get(phase)):
                assert pitch.to_act(state) == wanted["seat"]
                assert pitch.legal(state) == [str(action) for action in wanted["actions"]]
                wanted["seen"] = True
        if phase == "over" or not left[phase]:
            break
        text = left[phase].pop(0)
        asked[phase] += 1
        if text.startswith("!"):
            faults = len(state.faults)
            state = pitch.answer(state, text[1:])
            assert len(state.faults) == faults + 1
        else:
            state = pitch.play(state, text)
    assert all(wanted.get("seen") for wanted in case.get("legal", []))
    assert phase != "over" or not any(left.values())
    return state


def sorted_text(text: str) -> str:
    return " ".join(in_order(text.split()))


def shapes(state: pitch.State) -> Case:
    """What the state says in the shapes of `expect`; seats of a mapping are texts."""
    parts = ("discard", "draw", "burn")
    return {
        "winners": [trick[3] for trick in state.tricks],
        "leads": [trick[0] for trick in state.tricks],
        "trick_seats": [trick[1] for trick in state.tricks],
        "dealt": {str(seat): " ".join(cards) for seat, cards in enumerate(state.dealt)},
        "stock": " ".join(state.dealt_stock),
        "holding": {str(seat): " ".join(in_order(cards)) for seat, cards in enumerate(state.holdings)},
        "holding_size": [len(holding) for holding in state.holdings],
        "exchange": [[entry["seat"], *(" ".join(in_order(entry[part])) for part in parts)] for entry in state.exchange],
        "faults": [[fault[part] for part in ("phase", "seat", "answer", "used", "revoke")] for fault in state.faults],
    }


def observed(state: pitch.State, key: str, wanted: Any) -> Any:
    """What the state or its result says of one key of `expect`."""
    shaped = shapes(state)
    if key in ("dealt", "holding"):
        return {seat: shaped[key][seat] for seat in wanted}
    if key in shaped:
        return shaped[key]
    if key in ("phase", "to_act", "hand", "dealer", "redeals") or state.phase != "over":
        return getattr(state, key)
    return pitch.result(state)[key]


def check(state: pitch.State, expect: Case) -> None:
    for key, wanted in expect.items():
        if key == "holding":
            wanted = {seat: sorted_text(cards) for seat, cards in wanted.items()}
        if key == "exchange":
            wanted = [[seat, *(sorted_text(cards) for cards in parts)] for seat, *parts in wanted]
        assert (key, observed(state, key, wanted)) == (key, wanted)


def check_hand(case: Case) -> None:
    rules = complete(resolve(case.get("rules", "jpgames")))
    scores = case.get("scores", [0 for _ in rules["table"]["sides"]])
    state = pitch.start(rules, deck_for(case, rules), case.get("dealer", 3), scores)
    check(run(state, case), case["expect"])


def check_follow(case: Case) -> None:
    cards = pitch.legal_cards(resolve(case["rules"]), case["trump"], case["led"], case["holding"].split())
    assert cards == in_order(case["legal"].split())


def check_settle(case: Case) -> None:
    rules = complete(resolve(case["rules"]))
    points = [[name, side, None] for name, side in case["took"]]
    tricks_won = case.get("tricks_won", [1, 1])
    slam = is_slam(rules, case["bid"], case["scores"][side_of(rules, case["pitcher"])])
    found = pitch.settle(rules, case["pitcher"], case["bid"], points, tricks_won, case["scores"], slam=slam)
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def check_game(case: Case) -> None:
    rules = complete(resolve(case["rules"]))
    now: Case = {"dealer": case["first_dealer"], "hand": 1, "redeals": 0, "scores": case["scores"]}
    winner = None
    decks = []
    for hand in case["hands"]:
        deck = [PACK[place] for place in shuffled(52, 7, "deal", 1, now["hand"], now["redeals"])]
        decks.append(deck)
        state = run(pitch.start(rules, deck, now["dealer"], now["scores"], hand=now["hand"], redeals=now["redeals"]), hand)
        check(state, hand.get("expect", {}))
        if pitch.phase(state) == "over":
            now, winner = pitch.following(state), pitch.result(state)["winner"]
    assert all(deck != decks[0] for deck in decks[1:])
    found = {**now, "winner": winner}
    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", WORKED)
def test_worked_case(case: Case) -> None:
    {"hand": check_hand, "follow": check_follow, "settle": check_settle, "game": check_game}[case["kind"]](case)


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["id"]) for entry in PERFT])
def test_perft(entry: Case) -> None:
    found = pitch.count(resolve(entry["rules"]), entry["deck"].split(), entry["dealer"], entry["scores"])
    assert found == {key: entry[key] for key in found}


def test_the_shuffle_is_the_named_one() -> None:
    deck = " ".join(PACK[place] for place in shuffled(52, 7, "deal", 0, 1, 0))
    assert deck.startswith("KC 3C TC JH JD QS QC 3H 8S KD 2H QD 7S 5C 4D TD 8H 3S")
    assert deck.endswith("4C 7D AC 2C KS QH KH 6D")
    two_jokers = " ".join(PACK[place] for place in shuffled(54, 7, "deal", ["a", "b"], 0, 1, 1))
    assert two_jokers.startswith("AH TD QC 3D 6S 7C AD QH 4H KH KC 4D")


def everywhere(state: pitch.State) -> list[str]:
    """Every card, wherever it is now."""
    cards = [card for holding in state.holdings for card in holding]
    cards += [card for _, card in state.trick] + [card for trick in state.tricks for card in trick[2]]
    cards += state.stock + state.burned + state.thrown + (state.recycled or [])
    return sorted(cards, key=PLACE.__getitem__)


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_random_play_loses_no_card_and_ends(name: str) -> None:
    rules = complete(resolve(name))
    rng = random.Random(name)
    pack = pack_of(rules["deck"]["jokers"])
    players = rules["table"]["players"]
    for n in range(3):
        deck = [pack[place] for place in shuffled(len(pack), name, n)]
        state = pitch.start(rules, deck, n % players, [0 for _ in rules["table"]["sides"]], seed=n)
        while pitch.phase(state) != "over":
            state = pitch.play(state, rng.choice(pitch.legal(state)))
            assert everywhere(state) == pack
        end = pitch.result(state)
        assert end["scores"] == end["deltas"]


def test_seven_players_recycle_the_discards() -> None:
    rules = complete(merged(resolve("draw"), {"table": {"players": 7, "sides": "each"}}))
    state = pitch.start(rules, list(PACK[:52]), 6, [0] * 7, seed=[5, "deal", 1, 1, 0])
    for text in ["2", *["pass"] * 6, "2C"]:
        state = pitch.play(state, text)
    while pitch.phase(state) == "discard":
        state = pitch.play(state, pitch.legal(state)[-1])
    thrown = in_order([card for entry in state.exchange for card in entry["discard"]])
    order = [thrown[place] for place in shuffled(len(thrown), 5, "deal", 1, 1, 0, "recycle")]
    drawn = [card for entry in state.exchange for card in entry["draw"]]
    assert drawn == PACK[42:52] + order[: len(drawn) - 10]
    assert [len(holding) for holding in state.holdings] == [5, 6, 6, 6, 6, 6, 6]
