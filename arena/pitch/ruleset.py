"""What a rule set says, as frozen data with every knob resolved; knows nothing of files, of how it is written, or of play."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Bid = int
WORDS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")

MOST = 1_000_000
"""No number in a rule set is larger: far beyond any table, and safe to store and to add up."""
Count = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Scored = Annotated[int, Meta(ge=-MOST, le=MOST)]
Loss = Annotated[int, Meta(ge=-MOST, le=0)]
HoldingSize = Annotated[int, Meta(ge=1, le=26)]


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits together. ``sides`` is resolved: the seats of each side, sides in order of their first seat."""

    players: Annotated[int, Meta(ge=2, le=7)] = 4
    sides: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
    first_dealer: Annotated[int, Meta(ge=0, le=6)] | Literal["random"] = "random"


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pack: 52 cards and 0, 1 (low) or 2 jokers."""

    jokers: Annotated[int, Meta(ge=0, le=2)] = 0


class Deal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards a seat, dealt packet by packet from the dealer's left."""

    cards: HoldingSize = 6
    packet: HoldingSize = 3


class Auction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One round of bids. ``dealer_match`` is ``none``, ``all`` or the bids the dealer may take by equalling."""

    min: Count = 2
    max: Count = 4
    dealer_match: Literal["none", "all"] | tuple[Count, ...] = "none"
    all_pass: Literal["force_dealer", "redeal_same", "redeal_next", "fine_dealer"] = "force_dealer"
    forced_bid: Literal["at_least", "exactly"] = "at_least"
    max_redeals: Amount = 20


class Slam(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bid for everything. ``made`` and ``failed`` are resolved (+bid and -bid unless given; None only where ``bid`` is)."""

    name: str = "slam"
    bid: Count | None = None
    needs: Literal["points", "points_and_tricks"] = "points_and_tricks"
    made: Amount | Literal["win_game"] | None = None
    failed: Loss | None = None
    min_score: Scored | None = None
    unbid: Literal["none", "any_side"] = "none"


class Trump(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How trump is set and how the trump suit ranks (high to low: rank letters, OJ, O5, X+, X-)."""

    set_by: Literal["first_lead", "announced"] = "first_lead"
    order: tuple[str, ...] = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
    first_lead: Literal["any", "trump"] = "any"
    joker_first_lead: Literal["choose", "forbidden_if_other", "clubs", "diamonds", "hearts", "spades"] = "choose"


class Exchange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Throwing and drawing cards after trump is known."""

    type: Literal["draw", "widow"]
    timing: Literal["after_first_lead", "after_announce"]
    discard: Literal["optional_nontrump", "all_nontrump"]
    refill_to: HoldingSize
    order: Literal["left_of_dealer"] = "left_of_dealer"
    last: Literal["dealer", "pitcher"] | None = None
    last_takes: Literal["refill", "rest"] = "refill"
    stock_short: Literal["recycle", "short"] | None = None


class Play(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be played to a lead."""

    follow: Literal["suit_or_trump", "strict", "trump_only"] = "suit_or_trump"
    void: Literal["any", "must_trump"] = "any"


class Point(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of the points list. ``card`` is a trump id (rank letter, OJ, O5, X+, X-) and given only with ``what: card``."""

    id: str
    what: Literal["high", "low", "card", "most_pips"]
    card: str | None = None
    value: Count = 1
    to: Literal["captor", "holder"] = "captor"
    tie: Literal["nobody", "pitcher"] = "nobody"


class Extremes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Trump ids that can be neither High nor Low."""

    exclude: tuple[str, ...] = ()


class Score(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How points become scores."""

    others: Literal["own", "none", "own_plus_bid_if_set"] = "own"
    failed: Literal["minus_bid", "zero"] = "minus_bid"
    net: bool = False


class GameRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a game ends."""

    target: Count = 21
    win: Literal["any_side", "bid_and_made"] = "any_side"
    max_hands: Count = 200


FOUR_POINTS = (
    Point(id="High", what="high"),
    Point(id="Low", what="low"),
    Point(id="Jack", what="card", card="J"),
    Point(id="Game", what="most_pips"),
)
PIPS = (("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1))


class RuleSet(Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """One way of playing Pitch, every knob resolved. Equal rule sets play equally; what is compiled from one stays in its ``__dict__``."""

    name: str = "custom"
    title: str = ""
    about: str = ""
    source: str = ""
    table: Table = Table()
    deck: Deck = Deck()
    deal: Deal = Deal()
    auction: Auction = Auction()
    slam: Slam | None = None
    trump: Trump = Trump()
    exchange: Exchange | None = None
    play: Play = Play()
    points: tuple[Point, ...] = FOUR_POINTS
    extremes: Extremes = Extremes()
    pips: tuple[tuple[str, Amount], ...] = PIPS
    score: Score = Score()
    game: GameRules = GameRules()
    revoke: Literal["none", "minus_bid"] = "none"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, tuple(getattr(self, name) for name in self.__struct_fields__)


def _rebuild(*values: Any) -> RuleSet:
    return RuleSet(**dict(zip(RuleSet.__struct_fields__, values, strict=True)))
