"""What a view is for: it holds all a seat may know and nothing else, does not change, and says what it says by hand-worked values."""

from __future__ import annotations

import gc
import pickle
import random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given

from arena import Card, Hand, IllegalAction, RuleSet, Suit, View, load_rules
from arena.pitch.actions import Choices
from arena.pitch.cards import cards, pack
from arena.pitch.tables import Tables
from tests.pitch.strategies import Dealt, deals, dealt, moves, rule_sets, tries
from tests.reference.cards import PACK, trump_cards
from tests.reference.tricks import may_follow

RECYCLING = {"extends": "draw", "table": {"players": 7, "sides": "each"}}
RUNNING_OUT = {"extends": "ten-point", "exchange": None}
TABLES = ("jpgames", "setback", "five-point-joker", "draw", "ten-point", "ten-point-widow", "cinch", RECYCLING, RUNNING_OUT)
SWAPS = 8


def hidden_from(hand: Hand, seat: int) -> list[Card]:
    """The cards a seat has not seen: never in its hand, never on the table, never shown."""
    seen = {*hand.dealt[seat], *hand.holding(seat)}
    seen.update(card for trick in hand.tricks for card in trick.cards)
    seen.update(card for _, card in hand.trick)
    for one in hand.exchange:
        seen.update(one.burn, *((one.draw, one.discard) if one.seat == seat else ()))
    return [card for card in pack(hand.rules.deck.jokers) if card not in seen]


def known_to(hand: Hand, seat: int) -> Any:
    """What a seat knows of a hand, from the hand itself: what everybody saw, and its own cards."""
    everybody = (hand.phase, hand.to_act, hand.bids, hand.trump, hand.tricks, hand.trick, hand.scores)
    swaps = [(one.seat, len(one.discard), len(one.draw), one.burn) for one in hand.exchange]
    own = [(one.discard, one.draw) for one in hand.exchange if one.seat == seat]
    return everybody, swaps, own, hand.dealt[seat], hand.holding(seat)


def replayed(deal: Dealt, answers: list[str], moved: dict[str, str]) -> Hand | None:
    """The hand dealt and answered again with cards exchanged for others; None where that cannot have happened."""
    deck = tuple(Card(moved.get(str(card), str(card))) for card in deal.deck)
    hand = deal._replace(deck=deck).start()
    try:
        for answer in answers:
            hand.apply(" ".join(moved.get(word, word) for word in answer.split()))
    except IllegalAction:
        return None
    return hand


def twins(deal: Dealt, answers: list[str], hand: Hand, seat: int, rng: random.Random) -> list[Hand]:
    """Hands that look to a seat as this one does, and have other cards wherever it cannot look."""
    hidden = [str(card) for card in hidden_from(hand, seat)]
    mixed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    found = replayed(deal, answers, mixed)
    if found is not None and known_to(found, seat) == known_to(hand, seat):
        return [found]
    kept = {card: card for card in hidden}
    last = None
    held = [str(card) for one in range(len(hand.dealt)) if one != seat for card in hand.holding(one) if str(card) in kept]
    for _ in range(SWAPS if held else 0):
        one, other = rng.choice(held), rng.choice(hidden)
        moved = kept | {one: kept[other], other: kept[one]}
        found = replayed(deal, answers, moved)
        if found is not None and known_to(found, seat) == known_to(hand, seat):
            kept, last = moved, found
    return [] if last is None else [last]


def check_nothing_hidden(deal: Dealt, *, share: float) -> tuple[int, int]:
    """Compare views at a share of a hand's decisions; how many there were, and for how many another deal was found."""
    hand, rng = deal.start(), random.Random(deal.choices)
    answers: list[str] = []
    tried = found = 0
    for answer in moves(hand, deal.choices):
        if rng.random() < share:
            seat = rng.choice((hand.to_act or 0, rng.randrange(len(hand.dealt))))
            others = twins(deal, answers, hand, seat, rng)
            tried, found = tried + 1, found + len(others)
            for other in others:
                compare_views(hand.view(seat), other.view(seat), pack(deal.rules.deck.jokers))
        answers.append(answer)
    return tried, found


def compare_views(view: View, other: View, all_cards: tuple[Card, ...]) -> None:
    for name in attributes(view):
        one, two = getattr(view, name), getattr(other, name)
        if callable(one):
            continue
        assert one == two, name
        assert repr(one) == repr(two), name
    for card in all_cards:
        assert view.strength(card) == other.strength(card)
        assert view.pips(card) == other.pips(card)
        assert [view.beats(card, one) for one in all_cards] == [other.beats(card, one) for one in all_cards]
    assert repr(view) == repr(other)
    assert pickle.dumps(view) == pickle.dumps(other)
    assert view == other
    assert not hasattr(view, "__dict__")


def attributes(view: View) -> list[str]:
    """Every attribute there is, properties and slots alike, private ones too."""
    slots = [slot for cls in type(view).__mro__ for slot in getattr(cls, "__slots__", ())]
    names = {*dir(view), *slots, *type(view).__struct_fields__}
    return sorted(name for name in names if not name.startswith("__") and name != "rules")


@pytest.mark.parametrize("source", TABLES, ids=str)
def test_a_view_holds_nothing_hidden(source: Any) -> None:
    rules = load_rules(source)
    results = [check_nothing_hidden(dealt(rules, seed, seed % rules.table.players), share=0.3) for seed in range(10)]
    tried, found = map(sum, zip(*results, strict=True))
    assert found > tried / 4


@tries(8)
@given(deal=rule_sets(cards=9).flatmap(deals))
def test_a_view_holds_nothing_hidden_under_any_rule_set(deal: Dealt) -> None:
    check_nothing_hidden(deal, share=0.2)


def reached_from(view: View) -> list[Any]:
    """Every object that can be reached from a view, short of code and of what is compiled from the rules alone."""
    found, queue, met = [], [view], set()
    while queue:
        one = queue.pop()
        if id(one) in met or isinstance(one, (type, ModuleType, FunctionType, Tables, RuleSet)):
            continue
        met.add(id(one))
        found.append(one)
        queue += gc.get_referents(one)
    return found


@pytest.mark.parametrize("source", TABLES, ids=str)
def test_no_road_leads_from_a_view_to_a_hidden_card(source: Any) -> None:
    deal = dealt(load_rules(source), 1)
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        for seat in range(len(hand.dealt)):
            found = reached_from(hand.view(seat))
            assert not [one for one in found if isinstance(one, Hand)]
            assert not set(hidden_from(hand, seat)).intersection(one for one in found if isinstance(one, Card))


def test_that_a_seat_has_run_out_is_not_known_before_its_turn() -> None:
    rules = load_rules({**RUNNING_OUT, "deal": {"cards": 2, "packet": 1}})
    answers = ["4", "pass", "pass", "pass", "S", "AS", "QS", "JS", "TS", "KS"]
    out, not_out = (
        played_to(rules, deck, answers).view(1) for deck in ("AS QS JS TS KS 3S 4H 9S", "AS QS JS TS KS 3S 9S 4H")
    )  # fmt: skip
    compare_views(out, not_out, pack(2))


# Neither does it change


def played_to(rules: RuleSet, deck: str, answers: list[str], dealer: int | None = None) -> Hand:
    """The hand dealt from ``deck`` by the last seat, after ``answers``."""
    n = rules.table.players
    hand = Hand.from_deck(rules, deck, n - 1 if dealer is None else dealer, [0] * len(rules.table.sides))
    for answer in answers:
        hand.apply(answer)
    return hand


@pytest.mark.parametrize("source", TABLES, ids=str)
def test_an_old_view_stays_as_it_was(source: Any) -> None:
    deal = dealt(load_rules(source), 2)
    hand, kept = deal.start(), []
    for _ in moves(hand, deal.choices):
        kept += [(view, pickle.dumps(view), shown(view)) for seat in range(len(hand.dealt)) for view in [hand.view(seat)]]
    for view, pickled, before in kept:
        assert pickle.dumps(view) == pickled
        assert shown(view) == before


def shown(view: View) -> dict[str, str]:
    """What a view says of itself: every public attribute."""
    values = {name: getattr(view, name) for name in attributes(view) if not name.startswith("_")}
    return {name: repr(value) for name, value in values.items() if not callable(value)}


@pytest.mark.parametrize("source", TABLES, ids=str)
def test_a_view_cannot_be_changed(source: Any) -> None:
    deal = dealt(load_rules(source), 3)
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        view = hand.view(hand.to_act or 0)
        before = shown(view)
        for name in (*attributes(view), "rules", "new"):
            with pytest.raises(AttributeError):
                setattr(view, name, None)
            with pytest.raises(AttributeError):
                delattr(view, name)
        assert shown(view) == before


@pytest.mark.parametrize("source", TABLES, ids=str)
def test_views_are_pickled_and_compared_by_what_they_hold(source: Any) -> None:
    deal = dealt(load_rules(source), 4)
    hand, rng = deal.start(), random.Random(4)
    for _ in moves(hand, deal.choices):
        seat = rng.randrange(len(hand.dealt))
        view = hand.view(seat)
        again, copied = pickle.loads(pickle.dumps(view)), hand.copy().view(seat)
        assert view == again == copied
        assert repr(view) == repr(again) == repr(copied)
        assert shown(view) == shown(again) == shown(copied)
        assert view != hand.view((seat + 1) % len(hand.dealt))


# What it says


@tries(5)
@given(deal=rule_sets(cards=9).flatmap(deals))
def test_voids_are_what_play_has_proved(deal: Dealt) -> None:
    """A card played proves a seat void of a suit if with any card of that suit it could not have been played."""
    hand = deal.start()
    for _ in moves(hand, deal.choices):
        if hand.phase == "play" and len(hand.trick) != 1:
            assert hand.view(0).voids == tuple(map(frozenset, proved(hand)))


def proved(hand: Hand) -> list[set[Suit]]:
    voids: list[set[Suit]] = [set() for _ in hand.dealt]
    if hand.trump is None:
        return voids
    for plays in [*(trick.plays for trick in hand.tricks), hand.trick]:
        for seat, card in plays[1:]:
            voids[seat].update(suit for suit in Suit if proves(hand, plays[0][1], card, suit))
    if hand.rules.play.follow == "trump_only":
        for trick in hand.tricks:
            for seat in set(range(len(hand.dealt))).difference(trick.seats):
                voids[seat].add(hand.trump)
    return voids


def proves(hand: Hand, led: Card, played: Card, suit: Suit) -> bool:
    rules = {"play": {"follow": hand.rules.play.follow, "void": hand.rules.play.void}}
    trumps = trump_cards(list(hand.rules.trump.order), str(hand.trump))
    plain = [card for card in PACK if card[1] == str(suit) and card not in trumps]
    of_suit = trumps if suit == hand.trump else plain
    return all(str(played) not in may_follow(rules, trumps, str(led), [str(played), card]) for card in of_suit if card != str(played))


HOLDINGS = ("AS KS 5S JH 2C TD", "QS 4S KH 3D 7C 8C", "TS 9S QH 4D 9C TC", "JS 2S AH 5D 6D JC")


def test_a_view_of_the_play_says_what_is_on_the_table() -> None:
    rules = load_rules("setback")
    hand = Hand.from_deck(rules, packets(HOLDINGS), 3, [4, 7], hand=5)
    for answer in ("3", "pass", "pass", "3", "AH", "JH", "KH", "QH", "JS", "KS", "4S"):
        hand.apply(answer)
    view = hand.view(2)
    assert (view.seat, view.side, view.partners, view.dealer, view.phase) == (2, 0, (0,), 3, "play")
    assert (view.rules, view.target, view.scores, view.hand_number) == (rules, 21, (4, 7), 5)
    assert view.bids == ((0, 3), (1, 0), (2, 0), (3, 3))
    assert (view.high_bid, view.pitcher, view.trump) == (3, 3, Suit.H)
    assert view.trick == ((3, Card("JS")), (0, Card("KS")), (1, Card("4S")))
    assert view.winning == (0, Card("KS"))
    assert [(trick.lead, trick.seats, str(trick.winner)) for trick in view.tricks] == [(3, (3, 0, 1, 2), "3")]
    assert [" ".join(map(str, some)) for some in view.won] == ["", "AH JH KH QH"]
    assert view.holding == cards("4D 9C 9S TC TS")
    assert (view.holding.count_rank("T"), view.holding.count_rank("A"), view.holding.of_suit(Suit.S)) == (2, 0, cards("9S TS"))
    assert view.legal_cards == cards("9S TS")
    assert (view.legal_bids, view.legal_suits, view.legal_discards) == ((), (), ())
    assert view.seen == cards("4D 4S 9C 9S TC TS JH JS QH KH KS AH")
    assert sorted((*view.seen, *view.unseen)) == list(pack(0))
    assert view.voids == (frozenset(),) * 4
    assert (view.stock_size, view.drawn, view.discarded, view.burned) == (28, (0, 0, 0, 0), (), ())
    assert hand.view(0).legal_cards == ()


def test_strength_and_beating_follow_trump() -> None:
    hand = Hand.from_deck(load_rules("setback"), packets(HOLDINGS), 3, [0, 0])
    before = hand.view(0)
    assert before.trump is None
    assert before.strength(Card("AS")) > before.strength(Card("KH"))
    assert before.beats(Card("AS"), Card("KS"))
    assert not before.beats(Card("AS"), Card("2H"))
    for answer in ("2", "pass", "pass", "pass", "2C"):
        hand.apply(answer)
    view = hand.view(1)
    assert view.strength(Card("2C")) > view.strength(Card("AS")) > view.strength(Card("KH")) > view.strength(Card("QD"))
    assert view.beats(Card("2C"), Card("AS"))
    assert view.beats(Card("3C"), Card("2C"))
    assert view.beats(Card("AS"), Card("KS"))
    assert not view.beats(Card("AS"), Card("2H"))
    assert not view.beats(Card("AS"), Card("2C"))
    assert [view.pips(Card(code)) for code in ("TS", "AH", "KD", "QC", "JC", "9C")] == [10, 4, 3, 2, 1, 0]


def test_off_jack_and_jokers_are_trumps_once_trump_is_known() -> None:
    hand = Hand.from_deck(load_rules(RUNNING_OUT), [str(card) for card in pack(2)], 3, [0, 0])
    for answer in ("4", "pass", "pass", "pass", "H"):
        hand.apply(answer)
    view = hand.view(0)
    ranked = sorted(cards("AH KH QH JH JD X+ X- TH 2H AS"), key=view.strength, reverse=True)
    assert ranked == list(cards("AH KH QH JH JD X+ X- TH 2H AS"))
    assert view.beats(Card("JD"), Card("X+"))
    assert not view.beats(Card("JD"), Card("JH"))
    assert view.pips(Card("JD")) == 1
    assert view.pips(Card("X+")) == 0


def test_the_auction_and_naming_trump_are_seen_as_they_go() -> None:
    hand = Hand.from_deck(load_rules("setback"), packets(HOLDINGS), 3, [0, 0])
    assert hand.view(0).legal_bids == (0, 2, 3, 4, 5)
    hand.apply("4")
    assert (hand.view(1).legal_bids, hand.view(1).bids, hand.view(1).high_bid, hand.view(1).pitcher) == ((0, 5), ((0, 4),), 4, 0)
    assert hand.view(0).legal_bids == ()
    named = Hand.from_deck(load_rules("ten-point"), [str(card) for card in pack(2)], 3, [0, 0])
    for answer in ("4", "pass", "pass", "pass"):
        named.apply(answer)
    assert (named.view(0).phase, named.view(0).legal_suits) == ("trump", tuple(Suit))
    assert named.view(1).legal_suits == ()


def test_a_void_is_seen_when_it_shows() -> None:
    hand = Hand.from_deck(load_rules("setback"), packets(HOLDINGS), 3, [0, 0])
    for answer in ("2", "pass", "pass", "pass"):
        hand.apply(answer)
    for played in cards("JH KH QH AH JS KS QS TS TD 3D 4D 5D 2C 7C 9C JC 6D"):
        hand.apply(played)
    assert hand.view(0).voids == (frozenset(),) * 4
    hand.apply("AS")
    hand.apply("4S")
    assert hand.view(3).voids == (frozenset({Suit.D}), frozenset({Suit.D}), frozenset(), frozenset())


def test_the_exchange_is_seen_by_its_counts() -> None:
    """After W11: seat 0 throws four and draws four, seat 1 throws six."""
    stock = "2D 3C 4S 5H 4H TH 2S 3S 6D 8D"
    held = ("AH KD QD 3H 9S 4C", "2C 5C 7D 8S 9C JC", "6H 7H 8H 9H JH QH", "KH 3D 4D 5D TC QC")
    dealt_cards = packets(held)
    rest = [str(card) for card in pack(0) if str(card) not in (*dealt_cards, *stock.split())]
    hand = Hand.from_deck(load_rules("draw"), [*dealt_cards, *stock.split(), *rest], 3, [0, 0])
    for answer in ("2", "pass", "pass", "pass", "AH"):
        hand.apply(answer)
    assert hand.view(0).legal_discards == Choices(cards("4C 9S QD KD"), 0, 4)
    assert hand.view(1).legal_discards == ()
    hand.apply("KD QD 9S 4C")
    assert (hand.view(0).discarded, hand.view(1).discarded, hand.view(0).stock_size) == (cards("4C 9S QD KD"), (), 28)
    for answer in ("2C 5C 7D 8S 9C JC", "", "3D 4D 5D TC QC"):
        hand.apply(answer)
    view = hand.view(0)
    assert view.drawn == (4, 6, 0, 5)
    assert view.stock_size == 28 - 15
    assert view.discarded == cards("4C 9S QD KD")
    assert view.holding == cards("2D 3C 3H 4S 5H")
    assert view.seen == cards("2D 3C 3H 4C 4S 5H 9S QD KD AH")
    assert hand.view(1).legal_cards == cards("4H TH")
    assert hand.view(1).seen == cards("2C 2S 3S 4H 5C 6D 7D 8D 8S 9C TH JC AH")


def packets(held: tuple[str, ...], size: int = 3) -> list[str]:
    """The cards dealt by the last seat, three at a time, so that everybody holds what is said here."""
    deck = []
    for start in range(0, len(held[0].split()), size):
        for holding in held:
            deck += holding.split()[start : start + size]
    return deck
