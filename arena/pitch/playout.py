"""A hand played out by whoever answers for its seats, with the moves of ``Hand.apply`` in one go; does not know who they are.

Most of a tournament's time is spent here: what changes is kept in local names from one question to the next, and nothing is called that can
be done in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from arena.pitch.cards import Card
from arena.pitch.hand import Hand
from arena.pitch.trick import Trick
from arena.pitch.view import View

Ask: TypeAlias = Callable[[View], Any]


def play_out(hand: Hand, asks: Sequence[Ask], *, forced: bool = False) -> None:
    """Ask the seats, ``asks`` being by seat, until the hand is over; one with a single legal action only where ``forced``.

    Whatever a seat raises, and IllegalAction for an answer that is not legal, leaves the hand as it was when the seat ``hand.to_act`` was
    asked. After ``hand.substitute`` (or any ``apply``) the rest can be played out.
    """
    tables = hand._tables
    while (seat := hand.to_act) is not None:
        legal = hand._legal
        if hand.phase == "play" and not tables.uneven and (hand.trump is not None or not tables.jokers):
            answer = _play_on(hand, asks, forced=forced)
            if not hand._held:
                hand._settle()
                return
        else:
            answer = asks[seat](hand.view(seat)) if forced or len(legal) > 1 else legal[0]
        hand.apply(answer)


def _play_on(hand: Hand, asks: Sequence[Ask], *, forced: bool) -> Any:
    """Play all cards, or up to an answer that is no legal card and is returned, where nobody sits out a trick.

    When it is left, by whatever way, the hand is brought up to date.
    """
    setting, holdings, tables = hand._setting, hand._holdings, hand._tables
    seat: Any = hand.to_act
    legal: Any = hand._legal
    winning: Any = hand.winning
    held, order, played, best, tricks = hand._held, hand._order, hand._played, hand._best, hand.tricks
    rest = order[len(played) :]
    try:
        while held:
            if not played:
                view = View(setting, seat, "play", held, legal, legal, (), (), tricks, None, None)
                card = asks[seat](view) if forced or len(legal) > 1 else legal[0]
                if type(card) is not Card or card not in legal:
                    return card
                if setting.trump is None:
                    hand._set_trump(tables.first_trump[card])  # type: ignore[arg-type]
                    setting = hand._setting
                holdings[seat].remove(card)
                order, rest, played, winning = tables.rotations[seat], tables.followers[seat], (card,), (seat, card)
                hand._asks = hand._leads[card]
                best = hand._asks[3][card]
            lacks, may, void, power = hand._asks
            for seat in rest:
                held = tuple(holdings[seat])
                legal = (tuple(filter(void, held)) or held if void else held) if lacks(held) else tuple(filter(may, held))
                if forced or len(legal) > 1:
                    card = asks[seat](View(setting, seat, "play", held, legal, legal, order, played, tricks, winning, None))
                else:
                    card = legal[0]
                if type(card) is not Card or card not in legal:
                    return card
                holdings[seat].remove(card)
                played += (card,)
                if power[card] > best:
                    best = power[card]
                    winning = (seat, card)
            # The winner takes the trick and leads to the next.
            seat = winning[0]
            tricks += (Trick(order, played, seat),)
            order, played, winning = (), (), None
            held = legal = tuple(holdings[seat])
    finally:
        hand.to_act, hand._held, hand._legal, hand._order, hand._played = seat, held, legal, order, played
        hand.winning, hand._best, hand.tricks = winning, best, tricks
        hand._step = None if played else Hand._lead if tricks else hand._step
    return None
