"""What the property tests draw: deals for a rule set, answers to play them with, and rule sets over every knob there is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hypothesis import reject, settings
from hypothesis import strategies as st

from arena import Hand, RuleSet, load_rules
from arena.errors import ConfigError
from arena.pitch.actions import CardSet, Choices
from arena.pitch.cards import Card, pack, text
from arena.rulesets import names

BUILT_IN = names()
RANKS = "AKQJT98765432"
WORDS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "5": "Five", "3": "Three", "2": "Two"}
JUNK = ("pass", "7", "2", "S", "X-=S", "X+", "8C 9D", "AS", "2C", "JH", "TD", "", "nonsense")
Mapping = dict[str, Any]


def tries(times: int) -> settings:
    """Settings for ``times`` as many examples as usual: random rule sets stand for all that no built-in uses."""
    return settings(max_examples=times * settings().max_examples)


class Dealt(NamedTuple):
    """A hand before its first bid: all ``Hand.from_deck`` wants, and the seed of the choices it is played with."""

    rules: RuleSet
    deck: tuple[Card, ...]
    dealer: int
    scores: tuple[int, ...]
    seed: int = 0
    hand: int = 1
    redeals: int = 0
    choices: int = 0

    def start(self) -> Hand:
        return Hand.from_deck(
            self.rules, self.deck, self.dealer, self.scores, seed=self.seed, hand=self.hand, redeals=self.redeals
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Dealt({text(self.deck)!r}, {', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields if name != 'deck')})"


def dealt(rules: RuleSet, seed: int, dealer: int = 0) -> Dealt:
    """A deal with scores from far below to just over the target, at any point of a game; all but the dealer follows from ``seed``."""
    rng = random.Random(seed)
    deck = list(pack(rules.deck.jokers))
    rng.shuffle(deck)
    target, last = rules.game.target, rules.game.max_hands
    scores = tuple(rng.choice((0, rng.randint(-10, target + 3), rng.randint(target - 6, target + 3))) for _ in rules.table.sides)
    number, redeals = rng.choice((1, rng.randint(1, last), last)), rng.choice((0, 0, rng.randint(0, rules.auction.max_redeals + 1)))
    return Dealt(rules, tuple(deck), dealer, scores, rng.randrange(1000), number, redeals, rng.randrange(2**32))


def deals(rules: RuleSet) -> st.SearchStrategy[Dealt]:
    return st.builds(dealt, st.just(rules), st.integers(0, 2**32 - 1), st.integers(0, rules.table.players - 1))


def moves(hand: Hand, choices: int, *, junk: float = 0.0) -> Iterator[str]:
    """Play ``hand`` to its end at random; each answer is yielded before it is given. ``junk`` is the share of answers that are rubbish.

    Some tables bid freely, at others everybody passes: else few hands would be thrown in.
    """
    rng = random.Random(choices)
    shyness = rng.choice((0.0, 0.5, 1.0))
    while not hand.is_over:
        timid = hand.phase == "auction" and rng.random() < shyness
        answer = rubbish(hand, rng) if rng.random() < junk else str(hand.legal_actions()[0] if timid else pick(hand, rng))
        yield answer
        hand.answer(answer)


def finished(deal: Dealt, *, junk: float = 0.0) -> Hand:
    """The hand played out."""
    hand = deal.start()
    for _ in moves(hand, deal.choices, junk=junk):
        pass
    return hand


def pick(hand: Hand, rng: random.Random) -> Any:
    """A random legal action."""
    return choose(hand.legal_actions(), rng)


def choose(legal: Sequence[Any], rng: random.Random) -> Any:
    """One of what is legal, found without listing all the sets that might be thrown."""
    if isinstance(legal, Choices):
        return CardSet(rng.sample(legal.pool, rng.randint(legal.least, legal.most)))
    return rng.choice(legal)


def rubbish(hand: Hand, rng: random.Random) -> str:
    """An answer that is likely to be illegal: a card held, a card of the next seat, or something else altogether."""
    seat: Any = hand.to_act
    return str(rng.choice((*JUNK, *hand.holding(seat), *hand.holding(seat), hand.dealt[(seat + 1) % len(hand.dealt)][0])))


@st.composite
def rule_sets(draw: st.DrawFn, *, players: int = 7, cards: int = 26) -> RuleSet:
    """Any valid rule set, for at most so many ``players`` with at most so many ``cards`` each."""
    n = draw(st.integers(2, players))
    jokers = draw(st.integers(0, 2))
    size = _size(draw, n, min(cards, (52 + jokers) // n))
    announced = draw(st.booleans())
    trump = _trump(draw, jokers, announced=announced)
    points, total = _points(draw, trump["order"])
    auction, slam = _auction(draw, total)
    sides = draw(_sides(n))
    written: Mapping = {
        "table": {"players": n, **sides, **_some(draw, first_dealer=st.integers(0, n - 1))},
        "deck": {"jokers": jokers},
        "deal": size,
        "auction": auction,
        "slam": slam,
        "trump": trump,
        "exchange": draw(_exchange(n, 52 + jokers - n * size["cards"], announced=announced)),
        "play": _some(draw, follow=st.sampled_from(FOLLOW[: 2 + announced]), void=st.just("must_trump")),
        "points": points,
        "extremes": _some(draw, exclude=st.lists(st.sampled_from(trump["order"]), unique=True)),
        "pips": _some(draw, **{rank: st.integers(0, 12) for rank in ("A", "K", "T", "5", "X-", "X+")}),
        "score": _score(draw, two_sides=n == 2 or (n == 4 and sides.get("sides") in ("opposite", None))),
        "game": _some(draw, target=st.integers(1, 60), win=st.just("bid_and_made"), max_hands=st.integers(1, 3)),
        **_some(draw, revoke=st.just("minus_bid")),
    }
    try:
        return load_rules(written)
    except ConfigError:
        reject()


FOLLOW = ("suit_or_trump", "strict", "trump_only")


def _some(draw: st.DrawFn, **knobs: st.SearchStrategy[Any]) -> Mapping:
    """A section in which each of ``knobs`` is written or, about as often, left to its default."""
    return {knob: draw(values) for knob, values in knobs.items() if draw(st.booleans())}


def _size(draw: st.DrawFn, players: int, most: int) -> Mapping:
    """Mostly the sizes people play, now and then whatever the pack allows."""
    size = draw(st.integers(1, min(most, 9)) | st.integers(1, most))
    return {"cards": size, "packet": draw(st.sampled_from([packet for packet in range(1, size + 1) if size % packet == 0]))}


@st.composite
def _sides(draw: st.DrawFn, players: int) -> Mapping:
    form = draw(st.sampled_from((None, "each", "lists", "opposite")[: 4 if players in (4, 6) else 3]))
    if form != "lists":
        return {} if form is None else {"sides": form}
    label = draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    label[-1] = 3 if len(set(label)) == 1 else label[-1]
    return {"sides": [[seat for seat in range(players) if label[seat] == one] for one in dict.fromkeys(label)]}


def _trump(draw: st.DrawFn, jokers: int, *, announced: bool) -> Mapping:
    order = list(RANKS) if draw(st.booleans()) else draw(st.permutations(RANKS))
    for extra in (*("X-", "X+")[:jokers], *draw(st.lists(st.sampled_from(("OJ", "O5")), unique=True))):
        order.insert(draw(st.integers(0, len(order))), extra)
    knobs = _some(
        draw, first_lead=st.just("trump"), joker_first_lead=st.sampled_from(("forbidden_if_other", "clubs", "hearts", "spades"))
    )  # fmt: skip
    return {"set_by": "announced" if announced else "first_lead", "order": order, **knobs}


def _points(draw: st.DrawFn, order: list[str]) -> tuple[list[Any], int]:
    """A points list in all the forms an entry may have, and the sum of its values."""
    cards = [WORDS.get(one, one) for one in order]
    usual = ["High", "Low", "Jack", "Game"]
    ids = (
        usual
        if draw(st.booleans())
        else draw(st.lists(st.sampled_from(["High", "Low", "Game", *cards]), min_size=1, max_size=8, unique=True))
    )
    entries, total = [], 0
    for name in ids:
        value = draw(st.sampled_from((1, 1, 2, 5)))
        settings = (
            {"tie": draw(st.sampled_from(("nobody", "pitcher")))} if name == "Game" else {"to": draw(st.sampled_from(("captor", "holder")))}
        )
        short: list[Any] = [{name: {"value": value, **settings}}]
        short += [name, {name: next(iter(settings.values()))}] if value == 1 else [{name: value}]
        what = {"High": "high", "Low": "low", "Game": "most_pips"}.get(name, "card")
        long = {"id": f"{name} of trumps", "what": what, "value": value, **settings} | (
            {"card": order[cards.index(name)]} if what == "card" else {}
        )
        entries.append(draw(st.sampled_from((*short, long))))
        total += value
    return entries, total


def _auction(draw: st.DrawFn, total: int) -> tuple[Mapping, Mapping | None]:
    """An auction up to the points there are; only a slam may ask for more."""
    top = draw(st.integers(1, min(total + 2, 14)))
    slam = draw(_slam(top, must_equal=top > total))
    knobs = _some(
        draw,
        dealer_match=st.just("all") | st.lists(st.integers(1, top + 2), max_size=4),
        all_pass=st.sampled_from(("redeal_same", "redeal_next", "fine_dealer")),
        forced_bid=st.just("exactly"),
        max_redeals=st.integers(0, 2),
    )
    return {"min": draw(st.integers(1, top)), "max": top, **knobs}, slam


@st.composite
def _slam(draw: st.DrawFn, top: int, *, must_equal: bool) -> Mapping | None:
    if not must_equal and draw(st.booleans()):
        return None
    knobs = _some(
        draw,
        needs=st.just("points"),
        made=st.just("win_game") | st.integers(0, 9),
        failed=st.integers(-9, 0),
        min_score=st.integers(-10, 20),
        unbid=st.just("any_side"),
    )
    if not must_equal and knobs.get("unbid") and draw(st.booleans()):
        return {"bid": None, **knobs}
    return {"bid": top if must_equal else top + draw(st.integers(0, 2)), **knobs}


@st.composite
def _exchange(draw: st.DrawFn, players: int, stock: int, *, announced: bool) -> Mapping | None:
    kind = draw(st.sampled_from((None, "draw", "widow")[: 2 + announced]))
    if kind is None:
        return None
    refill_to = draw(st.integers(1, 9))
    last = draw(st.sampled_from((None, "dealer", "pitcher")))
    takes = draw(st.sampled_from(("refill", "rest")))
    enough = (players - (last is not None and takes == "rest")) * refill_to - (not announced) <= stock
    return {
        "type": kind,
        "timing": "after_announce" if announced else "after_first_lead",
        "discard": draw(st.sampled_from(("all_nontrump", "optional_nontrump"))),
        "refill_to": refill_to,
        "last": last,
        "last_takes": takes,
        "stock_short": draw(st.sampled_from((None, "short", "recycle") if enough or kind == "widow" else ("short", "recycle"))),
    }


def _score(draw: st.DrawFn, *, two_sides: bool) -> Mapping:
    knobs = {"others": st.sampled_from(("none", "own_plus_bid_if_set")), "failed": st.just("zero")}
    return _some(draw, **knobs, **({"net": st.just(True)} if two_sides else {}))
