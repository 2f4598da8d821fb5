"""The hand's public face: what it takes as an answer, what it refuses without a trace, its texts, its copies and its edges."""

from __future__ import annotations

import pickle
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import PASS, Card, Hand, IllegalAction, Suit, load_rules
from arena.pitch import perft
from arena.pitch.actions import Bid, CardSet, Choices, JokerLead
from arena.pitch.cards import CARDS, card, cards, pack, text
from tests.pitch.strategies import Dealt, deals, dealt, moves, pick, rule_sets, tries

TABLES = ("jpgames", "setback", "five-point-joker", "draw", "ten-point", "cinch", "bicycle")
REFUSED: tuple[Any, ...] = (
    True, False, None, -1, 54, 999, 10**30, 2.0, float("nan"), b"2", "", "PASS", "as", "A S", "10S", " 2", "²", "X-=Q", "=", "AS=S",
    "x" * 500, "AS AS", "ZZ", [], {}, (), ("AS", "AS"), ["nonsense"], ("X-",), (True, True), object(),
    Hand, JokerLead(Card("X-"), Suit.S), CardSet(),
)  # fmt: skip


def state(hand: Hand) -> Any:
    """Everything that can be asked of a hand."""
    seats = range(len(hand.dealt))
    names = ("phase", "to_act", "bids", "high_bid", "pitcher", "trump", "trick", "tricks", "winning", "exchange", "faults", "revoked")
    values = [getattr(hand, name) for name in (*names, "result", "dealt", "stock", "dealer", "scores", "decision", "is_over")]
    return values, [hand.holding(seat) for seat in seats], hand.legal_actions(), [hand.view(seat) for seat in seats]


def after(hand: Hand, action: Any) -> Any:
    twin = hand.copy()
    twin.apply(action)
    return state(twin)


# Refusing


@pytest.mark.parametrize("name", TABLES)
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    deal = dealt(load_rules(name), 5)
    hand, rng = deal.start(), random.Random(5)
    for _ in moves(hand, deal.choices):
        before = state(hand)
        elsewhere = [one for one in pack(deal.rules.deck.jokers) if one not in hand.holding(hand.to_act or 0)]
        for answer in (*REFUSED, *rng.sample(elsewhere, 5), [elsewhere[0]], str(elsewhere[1])):
            if not hand.is_legal(answer):
                with pytest.raises(IllegalAction, match=f"is not legal for seat {hand.to_act} in the {hand.phase}; legal: "):
                    hand.apply(answer)
        assert state(hand) == before


@pytest.mark.parametrize("phase", ["auction", "trump", "discard", "burn", "play"])
@pytest.mark.parametrize("answer", [True, False, None, object(), "nonsense", 2.0])
def test_nobody_bids_true_and_no_card_is_nothing(phase: str, answer: Any) -> None:
    hand = first(phase)
    assert not hand.is_legal(answer)
    with pytest.raises(IllegalAction):
        hand.apply(answer)


def first(phase: str) -> Hand:
    """A hand that waits in ``phase``."""
    rules = load_rules(
        {"extends": "cinch", "deal": {"cards": 10, "packet": 1}, "exchange": {"refill_to": 2, "discard": "optional_nontrump"}}
    )
    for seed in range(200):
        hand, rng = dealt(rules, seed).start(), random.Random(seed)
        while hand.phase not in (phase, "over"):
            hand.apply(pick(hand, rng))
        if hand.phase == phase:
            return hand
    raise AssertionError(phase)


def test_a_card_of_somebody_else_is_refused() -> None:
    hand = Hand.from_deck(load_rules("jpgames"), pack(0), 3, [0, 0])
    for answer in ("1", "pass", "pass", "pass"):
        hand.apply(answer)
    foreign = hand.holding(1)[0]
    answers: list[Any] = [foreign, int(foreign), str(foreign)]
    for answer in answers:
        with pytest.raises(IllegalAction, match=f"{foreign!s} is not legal|{int(foreign)} is not legal"):
            hand.apply(answer)


def test_nothing_is_taken_after_the_end() -> None:
    deal = dealt(load_rules("draw"), 1)
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        pass
    before = state(hand)
    for answer in (PASS, "pass", "2", "AS", None, hand.dealt[0][0]):
        assert not hand.is_legal(answer)
        for give in (hand.apply, hand.answer, hand.substitute):
            with pytest.raises(IllegalAction):
                give(answer)
    assert (hand.phase, hand.to_act, hand.is_over, list(hand.legal_actions())) == ("over", None, True, [])
    assert state(hand) == before


# Answering


@tries(4)
@given(deal=rule_sets(cards=9).flatmap(deals))
def test_every_action_is_understood_in_all_its_forms(deal: Dealt) -> None:
    hand, rng = deal.start(), random.Random(deal.choices)
    for _ in moves(hand, deal.choices):
        legal = hand.legal_actions()
        assert len(legal) > 0
        for action in {pick(hand, rng), legal[0], legal[-1 if len(legal) < 500 else 0]}:
            expected = after(hand, action)
            for form in forms(action):
                assert hand.is_legal(form)
                assert after(hand, form) == expected
                assert hand.copy().answer(form) is None


def forms(action: Any) -> list[Any]:
    if isinstance(action, JokerLead):
        return [str(action), (action.card, action.suit), (str(action.card), str(action.suit)), (int(action.card), int(action.suit))]
    if isinstance(action, CardSet):
        backwards = [str(one) for one in reversed(action)]
        return [str(action), " ".join(backwards), backwards, tuple(action), set(action), [int(one) for one in action]]
    return [str(action), int(action), type(action)(action)]


@tries(4)
@given(deal=rule_sets(cards=9).flatmap(deals))
def test_legal_actions_stand_in_canonical_order(deal: Dealt) -> None:
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        legal = hand.legal_actions()
        if len(legal) < 2000:
            keys = [place(action) for action in legal]
            assert keys == sorted(set(keys))


def place(action: Any) -> tuple[int, ...]:
    if isinstance(action, CardSet):
        return len(action), *map(int, action)
    return (int(action.card), int(action.suit)) if isinstance(action, JokerLead) else (int(action),)


def test_an_illegal_answer_is_replaced_and_recorded() -> None:
    hand = Hand.from_deck(load_rules("setback"), "AH KH QH 2S 3S 4S 5S 6S 7S 8S 9S TS JH 2C 3C JS QS KS 4C 5C 6C 2D 3D 4D", 3, [0, 0])
    for answer, used in (("9", "pass"), (None, "pass"), ("2", None), (True, "pass")):
        fault = hand.answer(answer)
        assert (None if fault is None else fault.used) == used
    assert hand.answer("AS") is not None
    assert [(one.phase, one.seat, one.n, one.answer, one.used, one.revoke, one.malformed) for one in hand.faults] == [
        ("auction", 0, 0, "9", "pass", False, False),
        ("auction", 1, 1, "", "pass", False, True),
        ("auction", 3, 3, "True", "pass", False, True),
        ("play", 2, 0, "AS", "4C", False, False),
    ]
    assert hand.trick == ((2, Card("4C")),)


def test_a_card_held_that_may_not_be_played_is_a_revoke() -> None:
    deck = "AH QH JH TH KH 2C 3C 4C"
    hand = Hand.from_deck(load_rules({"extends": "setback", "deal": {"cards": 2, "packet": 1}}), deck, 3, [0, 0])
    for answer in ("2", "pass", "pass", "pass", "AH"):
        hand.apply(answer)
    told = [hand.answer(answer) for answer in ("2C", "4C", "4C", None, "KH", "KH", "2C")]
    assert [None if one is None else (one.seat, one.used, one.revoke) for one in told] == [
        (1, "QH", True),
        (2, "JH", False),
        (3, "TH", True),
        (0, "KH", False),
        (1, "2C", False),
        (2, "3C", False),
        (3, "4C", False),
    ]
    assert hand.revoked == (1, 3)


def test_a_joker_that_may_be_led_is_never_a_revoke() -> None:
    rules = {"extends": "five-point-joker", "revoke": "minus_bid", "deal": {"cards": 2, "packet": 1}}
    choosing = {**rules, "trump": {"joker_first_lead": "choose"}}
    for source, answer, revoke in ((choosing, "X-", False), (rules, "X-=H", False), (choosing, "X-=S", None)):
        hand = Hand.from_deck(load_rules(source), "X- 2C 3C 4C 5C 6C 7C 8C", 3, [0, 0])
        for bid in ("2", "pass", "pass", "pass"):
            hand.apply(bid)
        fault = hand.answer(answer)
        assert (None if fault is None else fault.revoke) == revoke
    forbidding = {**rules, "trump": {"joker_first_lead": "forbidden_if_other"}}
    hand = Hand.from_deck(load_rules(forbidding), "X- 2C 3C 4C 5C 6C 7C 8C", 3, [0, 0])
    for bid in ("2", "pass", "pass", "pass"):
        hand.apply(bid)
    assert [str(one) for one in hand.legal_actions()] == ["5C"]
    fault = hand.answer("X-=S")
    assert fault is not None
    assert fault.revoke


def test_jokers_are_led_with_a_suit() -> None:
    rules = load_rules({"extends": "five-point-joker", "trump": {"joker_first_lead": "choose"}, "deal": {"cards": 2, "packet": 1}})
    hand = Hand.from_deck(rules, "X- 2C 3C 4C 5C 6C 7C 8C", 3, [0, 0])
    for bid in ("2", "pass", "pass", "pass"):
        hand.apply(bid)
    assert [str(one) for one in hand.legal_actions()] == ["5C", "X-=C", "X-=D", "X-=H", "X-=S"]
    assert hand.view(0).legal_cards == cards("5C X-")
    hand.apply("X-=H")
    assert (hand.trump, hand.trick) == (Suit.H, ((0, Card("X-")),))


def test_who_has_to_burn_all_its_trumps_is_not_asked() -> None:
    """The dealer leads his only card, takes the stock and has no room for any of it: every trump goes, the jack that counts with them."""
    exchange = {"refill_to": 1, "discard": "all_nontrump", "last": "dealer", "last_takes": "rest", "stock_short": "short"}
    rules = load_rules({"extends": "draw", "table": {"players": 2}, "deal": {"cards": 1, "packet": 1}, "exchange": exchange})
    hand = Hand.from_deck(rules, ["AH", "AS", *(str(one) for one in pack(0) if str(one) not in ("AH", "AS"))], 1, [0, 0])
    for answer in ("pass", "2", "AS"):
        hand.apply(answer)
    assert [len(one.burn) for one in hand.exchange] == [0, 12]
    assert "JS" in str(hand.exchange[1].burn)
    assert (hand.phase, hand.to_act, hand.holding(1)) == ("play", 0, ())


# Sets of cards


def test_a_set_of_cards_is_sorted_and_has_no_card_twice() -> None:
    assert CardSet(cards("9D 2C X- AS")) == cards("2C 9D AS X-")
    assert str(CardSet(cards("9D 2C"))) == "2C 9D"
    assert str(CardSet()) == ""
    with pytest.raises(ValueError, match="named twice"):
        CardSet(cards("9D 2C 9D"))


@tries(10)
@given(
    pool=st.lists(st.sampled_from(CARDS), max_size=7, unique=True),
    least=st.integers(0, 7),
    spread=st.integers(0, 7),
    foreign=st.sampled_from(CARDS),
)
def test_choices_are_all_the_sets_there_are(pool: list[Card], least: int, spread: int, foreign: Card) -> None:
    most = min(least + spread, len(pool))
    choices = Choices(pool, least, most)
    expected = [some for size in range(least, most + 1) for some in combinations(sorted(pool), size)]
    assert list(choices) == expected
    assert len(choices) == len(expected)
    assert [choices[at] for at in range(len(choices))] == expected
    assert [choices[at - len(expected)] for at in range(len(choices))] == expected
    assert list(choices[1:5]) == expected[1:5]
    for beyond in (len(expected), -len(expected) - 1):
        with pytest.raises(IndexError):
            choices[beyond]
    every = [some for size in range(len(pool) + 1) for some in combinations(sorted(pool), size)]
    assert all((CardSet(some) in choices) == (some in expected) for some in every)
    assert foreign in pool or CardSet([*pool[: max(least - 1, 0)], foreign]) not in choices
    assert choices == Choices(reversed(pool), least, most)
    assert hash(choices) == hash(Choices(reversed(pool), least, most))
    assert pickle.loads(pickle.dumps(choices)) == choices
    assert [one for one in (None, 3, "2C", object()) if one in choices] == []


# Cards, suits, bids


def test_cards_and_suits_are_read_from_what_means_them() -> None:
    assert [card(str(one)) is one and card(int(one)) is one and card(one) is one for one in CARDS] == [True] * 54
    assert pickle.loads(pickle.dumps(CARDS[7])) is CARDS[7]
    assert text(cards("JH X- X+ 2C")) == "JH X- X+ 2C"
    assert (Card("JH").suit, Card("JH").rank, Card("X+").suit, Card("X+").rank) == (Suit.H, 9, None, None)
    assert [str(Suit.of(one)) for one in ("C", 1, Suit.H, "S")] == list("CDHS")
    for wrong in (True, 54, -1, "", "1S", "AX", None, 2.0):
        with pytest.raises(ValueError, match="not a card"):
            card(wrong)
    for wrong in (True, 4, -1, "", "c", "CD", None, 2.0):
        with pytest.raises(ValueError, match="not a suit"):
            Suit.of(wrong)
    assert (str(PASS), str(Bid(3)), PASS == 0) == ("pass", "3", True)
    assert len(pack(0)) == 52
    assert (pack(1)[-1], pack(2)[-1]) == (Card("X-"), Card("X+"))


# Copies and beginnings


@tries(4)
@given(deal=rule_sets().flatmap(deals))
def test_a_copy_goes_its_own_way(deal: Dealt) -> None:
    hand, rng = deal.start(), random.Random(deal.choices)
    stop = rng.randrange(12)
    for at, _ in enumerate(moves(hand, deal.choices)):
        if at == stop:
            break
    before, twin, third = state(hand), hand.copy(), hand.copy()
    assert state(twin) == before
    answers = list(moves(twin, 1))
    assert state(hand) == before
    for answer in answers:
        third.answer(answer)
    assert state(hand) == before
    assert state(third) == state(twin)


def test_a_deck_has_to_fit() -> None:
    rules, draw, joker = load_rules("jpgames"), load_rules("draw"), load_rules("five-point-joker")
    deck = [str(one) for one in pack(0)]
    Hand.from_deck(rules, deck[:24], 3, [0, 0])
    Hand.from_deck(rules, " ".join(deck), 0, (0, 0))
    Hand.from_deck(joker, [*deck, "X-"], 0, (0, 0))
    wrong: list[tuple[Any, ...]] = [
        (rules, [*deck[:23], deck[0]], 3, [0, 0]),
        (rules, [*deck[:23], "X-"], 3, [0, 0]),
        (joker, [*deck, "X+"], 3, [0, 0]),
        (rules, deck[:23], 3, [0, 0]),
        (draw, deck[:51], 3, [0, 0]),
        (rules, [*deck[:23], "nonsense"], 3, [0, 0]),
        (rules, deck, 4, [0, 0]),
        (rules, deck, -1, [0, 0]),
        (rules, deck, 3, [0]),
        (rules, deck, 3, [0, 0, 0]),
    ]
    for arguments in wrong:
        with pytest.raises(ValueError, match=r"deck|card|dealer|scores"):
            Hand.from_deck(*arguments)


def test_packets_go_round_from_the_dealers_left() -> None:
    hand = Hand.from_deck(load_rules({"extends": "cutthroat", "table": {"players": 7}}), pack(0), 6, [0] * 7)
    assert hand.dealt[0] == (*CARDS[0:3], *CARDS[21:24])
    assert hand.dealt[6] == (*CARDS[18:21], *CARDS[39:42])
    assert hand.stock == CARDS[42:52]
    assert hand.to_act == 0


# Counting


def test_every_way_the_smallest_hand_can_go() -> None:
    """Two seats, a card each: seat 0 holds the ace, the dealer the king, and who bids leads; or nobody does."""
    rules = load_rules(
        {
            "table": {"players": 2},
            "deal": {"cards": 1, "packet": 1},
            "auction": {"min": 1, "max": 1, "all_pass": "redeal_same"},
            "points": ["High"],
        }
    )
    found = perft.count(rules, "AS KS", 1, [0, 0])
    assert found == perft.Count(leaves=3, delta_sums=(2, -1), auctions=3, made=1, wins={"none": 3}, tricks=2)
