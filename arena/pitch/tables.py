"""A rule set compiled into lookup tables, once; the play reads them and does not know which game it is playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from msgspec import Struct

from arena.pitch.actions import Bid
from arena.pitch.cards import CARDS, RANKS, SUITS, Card, Suit, pack
from arena.pitch.ruleset import Point, RuleSet

NEVER = 1 << 30
"""More than any score, rank or number of redeals."""
TRUMP_FLOOR = 100
"""The weakest trump is stronger than this, every plain card weaker."""


class Follow(Struct, frozen=True):
    """What may be played to one lead: with a card of ``must`` in hand, any of ``may``; else any of ``void``, or (holding none) anything."""

    must: frozenset[Card]
    may: frozenset[Card]
    void: frozenset[Card]


Lead = tuple[Callable[[Sequence[Card]], bool], Callable[[Card], bool], Callable[[Card], bool] | None, tuple[int, ...]]
"""What a lead asks of the other seats: does a holding lack all of ``must`` of its ``Follow``; is a card one of ``may``; is it one of
``void`` (None where that is empty); and what each card is worth in the trick."""

Menu = tuple[tuple[Bid, ...], ...]
"""The legal bids of one seat by the highest bid so far (0: nobody bid)."""


class Entry(Struct, frozen=True):
    """One entry of the points list as the count at the end of a hand needs it.

    ``cards``, by trump, are those it can be: the first of them that was played is; None for the point for most pips.
    """

    id: str
    value: int
    holder: bool
    pitcher_ties: bool
    cards: tuple[tuple[Card, ...], ...] | None


class Named(Struct, frozen=True):
    """A trump suit: its cards, and by card their rank (0 if no trump), suit and strength; which carry a point."""

    cards: frozenset[Card]
    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    strength: tuple[int, ...]
    valuable: frozenset[Card]


class Tables:
    """Everything the play looks up. Seats, sides and suits are small ints; tables by trump have four entries."""

    __slots__ = (
        "announced",
        "bids",
        "deal",
        "dealt",
        "exchange",
        "first_trump",
        "follow",
        "followers",
        "jokers",
        "leads",
        "left",
        "menus",
        "named",
        "next_seat",
        "pack",
        "partners",
        "patience",
        "pips",
        "plain",
        "players",
        "points",
        "rotations",
        "rules",
        "side_of",
        "sides",
        "slam",
        "slam_from",
        "trump_led",
        "trump_only",
        "uneven",
        "values",
    )

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        n = self.players = rules.table.players
        self.sides = rules.table.sides
        self.side_of = tuple(next(i for i, seats in enumerate(self.sides) if seat in seats) for seat in range(n))
        self.partners = tuple(tuple(s for s in self.sides[self.side_of[seat]] if s != seat) for seat in range(n))
        self.next_seat = (*range(1, n), 0)
        self.left = tuple(tuple((dealer + 1 + k) % n for k in range(n)) for dealer in range(n))
        self.pack = pack(rules.deck.jokers)
        self.dealt = n * rules.deal.cards
        self.deal = tuple(tuple(_positions(rules, dealer, seat) for seat in range(n)) for dealer in range(n))
        self.bids = _bid_table(rules)
        self.menus = tuple(
            tuple(tuple(self.bids[True][role if seat == dealer else 0] for seat in range(n)) for dealer in range(n)) for role in (1, 2)
        )
        self.patience = {"force_dealer": 0, "fine_dealer": NEVER}.get(rules.auction.all_pass, rules.auction.max_redeals)
        self.slam = rules.slam if rules.slam is not None and rules.slam.bid is not None else None
        self.slam_from = None if rules.slam is None else rules.slam.min_score
        self.named = tuple(_named(rules, suit) for suit in Suit)
        self.follow = tuple(
            tuple(_follow(rules, self.pack, trump, named, led) for led in range(4)) for trump, named in enumerate(self.named)
        )
        self.leads = tuple(map(_leads, self.named, self.follow))
        self.first_trump = _first_trump(rules)
        self.pips = _pips(rules)
        self.rotations = tuple(tuple((seat + k) % n for k in range(n)) for seat in range(n))
        self.followers = tuple(order[1:] for order in self.rotations)
        self.points = tuple(_entry(rules, point) for point in rules.points)
        self.values = {point.id: point.value for point in rules.points}
        self.exchange = rules.exchange
        self.jokers = rules.deck.jokers
        self.announced = rules.trump.set_by == "announced"
        self.trump_led = self.announced and rules.trump.first_lead == "trump"
        self.trump_only = rules.play.follow == "trump_only"
        self.uneven = self.trump_only or self.exchange is not None
        self.plain = not self.uneven and not self.jokers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return tables_of, (self.rules,)


def tables_of(rules: RuleSet) -> Tables:
    """The tables of a rule set, compiled on first use and kept with it."""
    kept: dict[str, Any] = rules.__dict__
    found = kept.get("tables")
    if found is None:
        found = kept["tables"] = Tables(rules)
    return found


def _positions(rules: RuleSet, dealer: int, seat: int) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    n, size, packet = rules.table.players, rules.deal.cards, rules.deal.packet
    k = (seat - dealer - 1) % n
    places = [start * n + packet * k + i for start in range(0, size, packet) for i in range(packet)]
    return itemgetter(slice(places[0], places[0] + 1)) if len(places) == 1 else itemgetter(*places)


def _bid_table(rules: RuleSet) -> tuple[tuple[Menu, ...], ...]:
    """``[slam allowed][0 seat, 1 dealer, 2 dealer who may not pass when all passed]`` -> legal bids in canonical order."""
    auction, slam = rules.auction, rules.slam
    ordinary = list(range(auction.min, auction.max + 1))
    top = slam.bid if slam is not None and slam.bid is not None and slam.bid > auction.max else None
    high = max(auction.max, top or 0)
    tables = []
    for allowed in (False, True):
        bids = ordinary + ([top] if top and allowed else [])
        match = bids if auction.dealer_match == "all" else [] if auction.dealer_match == "none" else list(auction.dealer_match)
        seat = [[0] + [b for b in bids if b > h] for h in range(high + 1)]
        dealer = [[0] + [b for b in bids if b > h or (h and b == h and b in match)] for h in range(high + 1)]
        forced = [bids[:1] if auction.forced_bid == "exactly" else bids, *dealer[1:]]
        tables.append(tuple(tuple(tuple(map(Bid, row)) for row in rows) for rows in (seat, dealer, forced)))
    return tuple(tables)


def trump_card(name: str, trump: Suit) -> Card:
    """The card that a trump id (rank letter, OJ, O5, X+, X-) stands for when ``trump`` is trump."""
    if name in ("X-", "X+"):
        return CARDS[52 + (name == "X+")]
    suit = trump.same_colour if name[0] == "O" else trump
    return CARDS[4 * RANKS.index(name[-1]) + suit]


def _named(rules: RuleSet, trump: Suit) -> Named:
    order = [trump_card(name, trump) for name in rules.trump.order]
    ranks = [0] * 54
    for rank, card in enumerate(reversed(order), 1):
        ranks[card] = rank
    return Named(
        cards=frozenset(order),
        ranks=tuple(ranks),
        suits=tuple(int(trump) if ranks[card] else card & 3 for card in range(54)),
        strength=tuple(TRUMP_FLOOR + ranks[card] if ranks[card] else card >> 2 for card in range(54)),
        valuable=frozenset(trump_card(point.card, trump) for point in rules.points if point.card is not None),
    )


def _entry(rules: RuleSet, point: Point) -> Entry:
    high = [name for name in rules.trump.order if name not in rules.extremes.exclude]
    names = {"high": high, "low": high[::-1], "card": [point.card or ""], "most_pips": None}[point.what]
    named = None if names is None else tuple(tuple(trump_card(name, suit) for name in names) for suit in Suit)
    return Entry(point.id, point.value, point.to == "holder", point.tie == "pitcher", named)


def _power(named: Named, led: int) -> tuple[int, ...]:
    """What each card is worth in a trick once ``led`` was led: the highest takes it; 0 cannot."""
    return tuple(
        named.strength[card] if named.ranks[card] else 1 + named.strength[card] if named.suits[card] == led and card < 52 else 0
        for card in range(54)
    )


def _follow(rules: RuleSet, cards: tuple[Card, ...], trump: int, named: Named, led: int) -> Follow:
    suit = frozenset(card for card in cards if named.suits[card] == led and (card < 52 or card in named.cards))
    trumps = named.cards
    if rules.play.follow == "trump_only":
        return Follow(trumps, trumps, frozenset())
    may = suit | trumps if rules.play.follow == "suit_or_trump" and led != trump else suit
    return Follow(suit, may, trumps if rules.play.void == "must_trump" else frozenset())


def _leads(named: Named, follow: tuple[Follow, ...]) -> tuple[Lead, ...]:
    """What a lead asks, by the card led."""
    by_suit = [
        (one.must.isdisjoint, one.may.__contains__, one.void.__contains__ if one.void else None, _power(named, led))
        for led, one in enumerate(follow)
    ]
    return tuple(by_suit[led] for led in named.suits)


def _first_trump(rules: RuleSet) -> tuple[Suit | None, ...]:
    """The suit a first lead makes trump, by card; None where the leader has to name it."""
    word = rules.trump.joker_first_lead
    fixed = Suit(SUITS.index(word[0].upper())) if word in ("clubs", "diamonds", "hearts", "spades") else None
    return tuple(card.suit if card < 52 else fixed for card in CARDS)


def _pips(rules: RuleSet) -> tuple[int, ...]:
    worth = dict(rules.pips)
    return tuple(worth.get(RANKS[card >> 2] if card < 52 else str(card), 0) for card in CARDS)
