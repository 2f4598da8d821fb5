"""Tricks: what may be played and who takes it; does not know whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from arena.pitch.actions import JokerLead
from arena.pitch.cards import Card, Suit, card, cards
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import Follow, Tables, tables_of


class Trick(Struct, frozen=True, gc=False):
    """A finished trick: ``seats`` and ``cards`` in order of play, the lead first."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    winner: int

    @property
    def lead(self) -> int:
        """The seat that led."""
        return self.seats[0]

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """(seat, card) in order of play."""
        return tuple(zip(self.seats, self.cards, strict=True))


def following(follow: Follow, holding: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of ``holding`` that may be played to a lead, in the holding's order."""
    wanted = follow.void if follow.must.isdisjoint(holding) else follow.may
    return tuple(filter(wanted.__contains__, holding)) or tuple(holding)


def legal_cards(rules: RuleSet, trump: Suit | str | None, led: Card | str | None, holding: Sequence[Card | str] | str) -> tuple[Card, ...]:
    """The cards of ``holding`` that may be played, in canonical order.

    ``led`` is the card led (None when leading), ``trump`` the trump suit (None before it is known: then only a first lead can be meant).
    Under trump-only rules the answer may be empty: the seat is out of the hand. Source: the base hand, legal cards.
    """
    tables = tables_of(rules)
    held = tuple(sorted(cards(holding)))
    if trump is None:
        if led is not None:
            raise ValueError("a card was led, so trump is known: say which suit it is")
        return first_leads(rules, held)
    suit = Suit.of(trump)
    if rules.play.follow == "trump_only":
        held = tuple(filter(tables.named[suit].cards.__contains__, held))
    if led is None:
        return held
    return following(tables.follow[suit][tables.named[suit].suits[card(led)]], held)


def first_leads(rules: RuleSet, holding: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that may be led while trump is unknown."""
    if rules.trump.joker_first_lead != "forbidden_if_other":
        return tuple(holding)
    return tuple(one for one in holding if one < 52) or tuple(holding)


def joker_leads(tables: Tables, leads: Sequence[Card]) -> tuple[Card | JokerLead, ...]:
    """First leads as actions: a joker that has to name a suit stands once for each."""
    actions: list[Card | JokerLead] = []
    for one in leads:
        actions += [one] if tables.first_trump[one] is not None else [JokerLead(one, suit) for suit in Suit]
    return tuple(actions)


def leading(leads: Sequence[Card | JokerLead]) -> tuple[Card, ...]:
    """The cards of first leads, each once."""
    return tuple(dict.fromkeys(one.card if isinstance(one, JokerLead) else one for one in leads))


def needs_suit(rules: RuleSet, one: Card) -> bool:
    """Whether a first lead of this card leaves trump to be named by its leader."""
    return tables_of(rules).first_trump[one] is None
