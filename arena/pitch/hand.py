"""One hand as a copyable state machine, the only judge of what is legal; does not know who plays, or any other hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.errors import IllegalAction
from arena.pitch.actions import PASS, Action, Bid, CardSet, JokerLead, Phase
from arena.pitch.auction import menus
from arena.pitch.cards import Card, Suit, cards
from arena.pitch.deal import deal, fitting
from arena.pitch.exchange import Exchanged, Exchanging, Names, Redrawn
from arena.pitch.refused import Substitution, is_revoke, listed, readable, remembered, shown
from arena.pitch.ruleset import RuleSet
from arena.pitch.scoring import NOBODY, HandResult, outcome, thrown_in
from arena.pitch.tables import tables_of
from arena.pitch.trick import Trick, first_leads, joker_leads, leading
from arena.pitch.view import Setting, View
from arena.seeds import Seed

ALL_SUITS: Final = tuple(Suit)


class Hand:
    """A hand in progress. Seats count clockwise from 0; ``to_act`` is the seat that has to answer, None when the hand is over.

    ``phase`` is ``auction``, ``trump``, ``discard``, ``burn``, ``play`` or ``over``. Refused actions change nothing.
    ``scores`` are by side, before this hand; ``hand_number`` is counted in the game, from 1.
    """

    # fmt: off
    __slots__ = (
        "_asks", "_best", "_exchange", "_held", "_holdings", "_idle", "_kind", "_leads", "_legal", "_menus", "_named", "_order", "_played",
        "_seed", "_setting", "_step", "_tables", "bids", "counts", "dealer", "dealt", "faults", "hand_number", "high_bid", "phase",
        "pitcher", "redeals", "result", "revoked", "rules", "scores", "stock", "to_act", "tricks", "trump", "winning",
    )
    # fmt: on

    def __init__(
        self,
        rules: RuleSet,
        deck: Sequence[Card],
        dealer: int,
        scores: tuple[int, ...],
        *,
        seed: Names | Redrawn = (0,),
        hand: int = 1,
        redeals: int = 0,
    ) -> None:
        tables = self._tables = tables_of(rules)
        self.rules = rules
        self.dealer = dealer
        self.scores = scores
        self.hand_number = hand
        self._seed = seed
        self.redeals = redeals
        self._holdings = deal(tables, deck, dealer)
        self.dealt = tuple(map(tuple, self._holdings))
        self.stock = tuple(deck[tables.dealt :])
        self._idle: tuple[tuple[Card, ...], ...] = ()
        self.bids: tuple[tuple[int, Bid], ...] = ()
        self.high_bid = PASS
        self.pitcher: int | None = None
        self.trump: Suit | None = None
        self._order: tuple[int, ...] = ()
        self._played: tuple[Card, ...] = ()
        self.tricks: tuple[Trick, ...] = ()
        self.winning: tuple[int, Card] | None = None
        self._best = 0
        self.faults: tuple[Substitution, ...] = ()
        self.revoked: tuple[int, ...] = ()
        self.result: HandResult | None = None
        self.counts = (0, 0)
        self._setting = Setting(tables, dealer, scores, hand, (), PASS, None, None)
        self._exchange: Exchanging | None = None
        self.phase: Phase = "auction"
        self._kind: type = Bid
        self._step: Callable[[Hand, Any], bool | None] | None = Hand._bid
        self.to_act: int | None = tables.next_seat[dealer]
        self._held = self.dealt[self.to_act]
        self._menus = menus(tables, dealer, scores, redeals)
        self._legal: Sequence[Any] = self._menus[self.to_act][PASS]

    @classmethod
    def from_deck(
        cls,
        rules: RuleSet,
        deck: Sequence[Card | str | int] | str,
        dealer: int,
        scores: Sequence[int],
        *,
        seed: Seed | Names | Redrawn = 0,
        hand: int = 1,
        redeals: int = 0,
    ) -> Hand:
        """A new hand: ``deck`` in dealing order (the rest is the stock), ``scores`` by side, ``hand`` counted from 1.

        ``seed`` is the hand's own seed, or its name (a root and parts); it is used only where a stock is recycled.
        Raises ValueError for a deck, dealer or scores that do not fit the rule set.
        """
        ordered = fitting(rules, cards(deck), dealer, scores)
        named = seed if isinstance(seed, tuple) else (seed,)
        return cls(rules, ordered, dealer, tuple(scores), seed=named, hand=hand, redeals=redeals)

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The (seat, card) played to the trick in progress."""
        return tuple(zip(self._order, self._played, strict=False))

    @property
    def is_over(self) -> bool:
        """Whether the hand is over; ``result`` then says how."""
        return self.to_act is None

    @property
    def exchange(self) -> tuple[Exchanged, ...]:
        """What every seat threw, drew and burned, in order; empty without an exchange."""
        return self._exchange.entries() if self._exchange is not None and self._exchange.program else ()

    def holding(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat holds now, in canonical order."""
        held = self._holdings[seat]
        return tuple(sorted((*held, *self._idle[seat]))) if self._idle else tuple(held)

    def copy(self) -> Hand:
        """An independent copy."""
        twin = object.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name, None))
        twin._holdings = [list(held) for held in self._holdings]
        if self._exchange is not None:
            twin._exchange = self._exchange.copy(twin._holdings)
        return twin

    def legal_actions(self) -> Sequence[Any]:
        """What may be answered now, in canonical order; empty only when the hand is over."""
        return self._legal

    def is_legal(self, action: Any) -> bool:
        """Whether ``apply`` would take this action (an action, its text, or an int)."""
        return readable(self.phase, action) in self._legal

    def apply(self, action: Any) -> None:
        """Carry out an action, its text or its int. Raises IllegalAction, and changes nothing, where it is not legal now."""
        if type(action) is not self._kind or action not in self._legal:
            action = self._checked(action)
        # Replays, counts and searches step through many hands: nothing is called that can be done in place.
        step = self._step
        if step is None:
            seat: Any = self.to_act
            holdings = self._holdings
            holdings[seat].remove(action)
            played = self._played = self._played + (action,)  # noqa: RUF005 (twice as fast)
            lacks, may, void, power = self._asks
            if power[action] > self._best:
                self._best = power[action]
                self.winning = (seat, action)
        elif step(self, action):
            holdings = self._holdings
            played = self._played
            lacks, may, void, power = self._asks
        else:
            return
        order = self._order
        at = len(played)
        if at == len(order):
            # The winner takes the trick and leads to the next.
            seat = self.winning[0]  # type: ignore[index]
            self.tricks += (Trick(order, played, seat),)
            self._played = self._order = ()
            self.winning = None
            self._to_lead(seat)
            return
        seat = self.to_act = order[at]
        self._held = held = tuple(holdings[seat])
        self._legal = (tuple(filter(void, held)) or held if void else held) if lacks(held) else tuple(filter(may, held))
        if self._idle:
            self._held = self.holding(seat)

    def answer(self, answer: Any) -> Substitution | None:
        """Carry out what a seat answered; where it is not legal the first legal action is played and the fault recorded and returned."""
        try:
            self.apply(answer)
        except IllegalAction:
            return self.substitute(answer)
        return None

    def substitute(self, answer: Any) -> Substitution:
        """Play the first legal action in place of a refused answer (None for no answer) and record the fault."""
        if self.to_act is None:
            raise IllegalAction("the hand is over: no answer is wanted")
        seat, used = self.to_act, self._legal[0]
        action = readable(self.phase, answer)
        revoke = self.phase == "play" and is_revoke(action, self.holding(seat), self._legal)
        fault = Substitution(self.phase, seat, self.decision, remembered(self.phase, answer), str(used), revoke, action is None)
        self.faults = (*self.faults, fault)
        if revoke and seat not in self.revoked:
            self.revoked = tuple(sorted((*self.revoked, seat)))
        self.apply(used)
        return fault

    def view(self, seat: int) -> View:
        """What a seat sees now; what it may answer is in it only when it is to act."""
        if seat == self.to_act and self._tables.plain:
            playable: Any = self._legal if self.phase == "play" else ()
            order, played = self._order, self._played
            return View(self._setting, seat, self.phase, self._held, playable, self._legal, order, played, self.tricks, self.winning, None)
        held, legal = (self._held, self._legal) if seat == self.to_act else (self.holding(seat), ())
        playable = legal if self.phase == "play" else ()
        if self.trump is None and self._tables.jokers:
            playable = leading(playable)
        swapped = None if self._exchange is None else self._exchange.seen_by(seat)
        # Whom the trick will pass over is not known before it does.
        order = self._order[: len(self._played)] if self._idle or swapped is not None else self._order
        return View(self._setting, seat, self.phase, held, playable, legal, order, self._played, self.tricks, self.winning, swapped)

    @property
    def decision(self) -> int:
        """How many decisions of this phase went before this one."""
        if self.phase == "auction":
            return len(self.bids)
        if self.phase == "play":
            return sum(len(trick.cards) for trick in self.tricks) + len(self._played)
        return self.counts[self.phase == "burn"] if self.phase in ("discard", "burn") else 0

    def _checked(self, answer: Any) -> Action:
        """The legal action meant by an answer; IllegalAction otherwise."""
        action = readable(self.phase, answer)
        if action is None or action not in self._legal:
            told = shown(answer) if action is None else str(action) or "nothing"
            why = f"{told} is not legal for seat {self.to_act} in the {self.phase}; legal: {listed(self._legal)}"
            raise IllegalAction(why, answer)
        return action

    def _ask(self, phase: Phase, kind: type, step: Callable[[Hand, Any], bool | None], seat: int, legal: Sequence[Any]) -> None:
        """Wait for an answer of another kind than the last one."""
        self.phase, self._kind, self._step = phase, kind, step
        self.to_act = seat
        self._held = self.holding(seat)
        self._legal = legal

    def _bid(self, bid: Bid) -> None:
        seat: Any = self.to_act
        self.bids += ((seat, bid),)
        if bid:
            self.high_bid = bid
            self.pitcher = seat
        self._know()
        if seat != self.dealer:
            self.to_act = seat = self._tables.next_seat[seat]
            self._held = self.dealt[seat]
            self._legal = self._menus[seat][self.high_bid]
        elif self.pitcher is None:
            self._over(thrown_in(self.rules, self.dealer, self.scores, self.hand_number))
        else:
            self._contracted(self.pitcher)

    def _contracted(self, pitcher: int) -> None:
        tables = self._tables
        if tables.exchange is not None:
            self._exchange = Exchanging(tables, self._holdings, self.stock, self.dealer, pitcher)
        if tables.announced:
            self._ask("trump", Suit, Hand._name_trump, pitcher, ALL_SUITS)
            return
        leads: tuple[Any, ...] = tuple(self._holdings[pitcher])
        if tables.jokers:
            leads = joker_leads(tables, first_leads(self.rules, leads))
        self._ask("play", Card, Hand._lead_first, pitcher, leads)

    def _set_trump(self, suit: Suit) -> None:
        self.trump = suit
        self._named = self._tables.named[suit]
        self._leads = self._tables.leads[suit]
        self._know()

    def _know(self) -> None:
        """Bring what everybody knows up to date."""
        self._setting = Setting(
            self._tables, self.dealer, self.scores, self.hand_number, self.bids, self.high_bid, self.pitcher, self.trump
        )  # fmt: skip

    def _name_trump(self, suit: Suit) -> None:
        self._set_trump(suit)
        if self._exchange is None:
            self._start_play()
            return
        self._exchange.begin(suit, led=False)
        self._advance(self._exchange)

    def _advance(self, swap: Exchanging) -> bool:
        """Go on with the exchange as far as nobody has to choose, and with the play after it: True where its first lead was made before."""
        if swap.advance(self._seed):
            self._ask(swap.question, CardSet, Hand._throw, swap.seat, swap.choices)
            return False
        if not self._played:
            self._start_play()
            return False
        self.phase, self._kind, self._step = "play", Card, None
        self._order = self._sequence(self._order[0])
        return True

    def _throw(self, some: CardSet) -> bool:
        assert self._exchange is not None
        discards, burns = self.counts
        self.counts = (discards + (self.phase == "discard"), burns + (self.phase == "burn"))
        self._exchange.answer(some)
        return self._advance(self._exchange)

    def _start_play(self) -> None:
        """After an announcement the pitcher leads; where only trumps are played, the other cards are idle from here on."""
        tables, trumps = self._tables, self._named.cards
        if tables.trump_only:
            self._idle = tuple(tuple(card for card in held if card not in trumps) for held in self._holdings)
            for held in self._holdings:
                held[:] = [card for card in held if card in trumps]
        self.phase, self._kind = "play", Card
        assert self.pitcher is not None
        self._to_lead(self.pitcher)
        if tables.trump_led and self.to_act is not None:
            self._legal = tuple(filter(trumps.__contains__, self._legal)) or self._legal

    def _lead_first(self, action: Card | JokerLead) -> bool:
        """The first lead where it makes trump; an exchange may follow it."""
        card, suit = action if isinstance(action, JokerLead) else (action, self._tables.first_trump[action])
        assert suit is not None
        self._set_trump(suit)
        self._lead(card)
        if self._exchange is None:
            return True
        self._exchange.begin(suit, led=True)
        return self._advance(self._exchange)

    def _sequence(self, leader: int) -> tuple[int, ...]:
        """The seats of a trick in order of play: the leader, then to the left all that can play."""
        order = self._tables.rotations[leader]
        return order if all(self._holdings) else tuple(seat for seat in order if seat == leader or self._holdings[seat])

    def _lead(self, card: Card) -> bool:
        seat: Any = self.to_act
        tables = self._tables
        self._order = self._sequence(seat) if tables.uneven else tables.rotations[seat]
        self._holdings[seat].remove(card)
        self._asks = asks = self._leads[card]
        self._best = asks[3][card]
        self.winning = (seat, card)
        self._played = (card,)
        self._step = None
        return True

    def _to_lead(self, seat: int) -> None:
        """Give the lead to ``seat`` or the next one to the left that can play; with none the hand is over."""
        holdings = self._holdings
        if not holdings[seat]:
            seat = next((one for one in self._tables.rotations[seat] if holdings[one]), NOBODY)
            if seat == NOBODY:
                self._settle()
                return
        self.to_act, self._step = seat, Hand._lead
        self._held = self._legal = tuple(holdings[seat])
        if self._idle:
            self._held = self.holding(seat)

    def _settle(self) -> None:
        pitcher, trump = self.pitcher, self.trump
        assert pitcher is not None
        assert trump is not None
        bid, tricks, scores = int(self.high_bid), self.tricks, self.scores
        self._over(outcome(self._tables, pitcher, bid, trump, tricks, self.dealer, scores, self.revoked, self.hand_number))

    def _over(self, result: HandResult) -> None:
        self.result = result
        self.phase, self._kind, self._step, self.to_act = "over", Bid, Hand._refuse, None
        self._legal = ()

    def _refuse(self, _action: Any) -> None:
        raise IllegalAction("the hand is over: nothing can be played")
