"""Runs a worked case (the README beside the data says how it is written) through the public API and compares all it expects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arena import Hand, RuleSet, load_rules
from arena.pitch.cards import text
from arena.pitch.scoring import settle
from arena.pitch.trick import legal_cards

DATA = Path(__file__).parents[1] / "data"


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((DATA / name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def variants(case: dict[str, Any]) -> list[dict[str, Any]]:
    """A case and its variants as cases of their own."""
    base = {key: value for key, value in case.items() if key != "variants"}
    return [{**base, **one, "expect": {**case.get("expect", {}), **one.get("expect", {})}} for one in case.get("variants", [{}])]


def deck_of(case: dict[str, Any], rules: RuleSet) -> list[str]:
    """The deck that deals the case's holdings, dealt packet by packet from the dealer's left."""
    if "deck" in case:
        return case["deck"].split()  # type: ignore[no-any-return]
    n, size, packet, dealer = rules.table.players, rules.deal.cards, rules.deal.packet, case.get("dealer", 3)
    held = [holding.split() for holding in case.get("holdings", [])]
    if not held:
        return [r + s for r in "23456789TJQKA" for s in "CDHS"]
    deck: list[str] = []
    for start in range(0, size, packet):
        for k in range(n):
            deck += held[(dealer + 1 + k) % n][start : start + packet]
    stock: list[str] = case.get("stock", "").split()
    return deck + stock + (_rest(deck, rules) if rules.exchange and "stock" not in case else [])


def _rest(deck: list[str], rules: RuleSet) -> list[str]:
    pack = [r + s for r in "23456789TJQKA" for s in "CDHS"] + ["X-", "X+"][: rules.deck.jokers]
    return [card for card in pack if card not in deck]


class Playing:
    """A hand driven by a case's answers, checking what is legal on the way."""

    def __init__(self, hand: Hand, case: dict[str, Any]) -> None:
        self.hand, self.case = hand, case
        self.counts = dict.fromkeys(("auction", "trump", "discard", "burn", "play"), 0)
        played = [card for card in case.get("play", "").split() if card != "/"]
        throws = iter(case.get("discards", []))
        self.answers = {
            "auction": iter(str(bid) for bid in case.get("auction", [])),
            "trump": iter([case["trump"]] if "trump" in case else []),
            "discard": throws,
            "burn": throws,
            "play": iter(played),
        }

    def run(self) -> None:
        hand = self.hand
        while not hand.is_over:
            self.check_legal()
            answer = next(self.answers[hand.phase], None)
            if answer is None:
                return
            self.counts[hand.phase] += 1
            if answer.startswith("!"):
                assert hand.answer(answer[1:]) is not None
            else:
                hand.apply(answer)

    def check_legal(self) -> None:
        hand = self.hand
        for legal in self.case.get("legal", []):
            if legal["at"] == hand.phase and legal["n"] == self.counts[hand.phase]:
                assert hand.to_act == legal["seat"]
                assert [str(one) for one in hand.legal_actions()] == [str(one) for one in legal["actions"]]
                legal["seen"] = True


def observed(hand: Hand) -> dict[str, Any]:
    """Everything a case may expect of a hand."""
    seats = range(len(hand.dealt))
    found: dict[str, Any] = {
        "pitcher": hand.pitcher,
        "bid": int(hand.high_bid),
        "trump": None if hand.trump is None else str(hand.trump),
        "phase": hand.phase,
        "to_act": hand.to_act,
        "hand": hand.hand_number,
        "dealer": hand.dealer,
        "redeals": hand.redeals,
        "winners": [trick.winner for trick in hand.tricks],
        "leads": [trick.lead for trick in hand.tricks],
        "trick_seats": [list(trick.seats) for trick in hand.tricks],
        "dealt": {str(seat): hand.dealt[seat] for seat in seats},
        "stock": text(hand.stock),
        "holding": {str(seat): hand.holding(seat) for seat in seats},
        "holding_size": [len(hand.holding(seat)) for seat in seats],
        "exchange": [[one.seat, text(one.discard), text(one.draw), text(one.burn)] for one in hand.exchange],
        "faults": [[one.phase, one.seat, one.answer, one.used, one.revoke] for one in hand.faults],
    }
    end = hand.result
    if end is not None:
        found |= {
            "slam": end.slam,
            "made": end.made,
            "took": list(end.took),
            "pips": list(end.pips),
            "deltas": list(end.deltas),
            "scores": list(end.scores),
            "winner": end.winner,
            "tricks_won": list(end.tricks_won),
            "points": [[one.id, one.side, None if one.card is None else str(one.card)] for one in end.points],
            "outcome": end.outcome,
        }
    return found


def compare(expect: dict[str, Any], found: dict[str, Any]) -> None:
    for key, value in expect.items():
        if key in ("dealt", "holding"):
            assert {seat: sorted(held.split()) for seat, held in value.items()} == {
                seat: sorted(map(str, found[key][seat])) for seat in value
            }, key
        elif key == "exchange":
            assert [[seat, *map(in_order, sets)] for seat, *sets in value] == [[seat, *map(in_order, sets)] for seat, *sets in found[key]]
        else:
            assert found[key] == value, key


def in_order(some: str) -> list[str]:
    """A set of cards, however it is written."""
    return sorted(some.split())


def check(case: dict[str, Any]) -> None:
    {"hand": check_hand, "follow": check_follow, "settle": check_settle, "game": check_game}[case["kind"]](case)


def check_hand(case: dict[str, Any]) -> None:
    rules = load_rules(case["rules"])
    scores = case.get("scores", [0] * len(rules.table.sides))
    hand = Hand.from_deck(rules, deck_of(case, rules), case.get("dealer", 3), scores)
    Playing(hand, case).run()
    assert all(legal.get("seen") for legal in case.get("legal", []))
    compare(case["expect"], observed(hand))


def check_follow(case: dict[str, Any]) -> None:
    found = legal_cards(load_rules(case["rules"]), case["trump"], case["led"], case["holding"])
    assert sorted(map(str, found)) == sorted(case["legal"].split())


def check_settle(case: dict[str, Any]) -> None:
    end = settle(load_rules(case["rules"]), case["pitcher"], case["bid"], case["took"], case.get("tricks_won"), case["scores"])
    compare(case["expect"], {"deltas": list(end.deltas), "scores": list(end.scores), "winner": end.winner, "made": end.made})


def check_game(case: dict[str, Any]) -> None:
    """Hands in a row; what is expected at the end is the state in which the next hand would be dealt."""
    rules = load_rules(case["rules"])
    dealer, number, redeals, scores, winner = case["first_dealer"], 1, 0, list(case["scores"]), None
    for one in case["hands"]:
        hand = Hand.from_deck(rules, deck_of(one, rules), dealer, scores, hand=number, redeals=redeals)
        Playing(hand, one).run()
        assert all(legal.get("seen") for legal in one.get("legal", []))
        compare(one["expect"], observed(hand))
        end = hand.result
        if end is None:
            break
        scores, winner = list(end.scores), end.winner
        moves = end.outcome != "redeal" or rules.auction.all_pass == "redeal_next"
        number, redeals = (number, redeals + 1) if end.outcome == "redeal" else (number + 1, 0)
        dealer = (dealer + moves) % rules.table.players
    compare(case["expect"], {"dealer": dealer, "hand": number, "redeals": redeals, "scores": scores, "winner": winner})
