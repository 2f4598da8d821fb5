"""Which cards may be led or followed, who wins a trick, whose turn it is; knows nothing of bids, exchanges or points."""

from tests.reference.cards import JOKERS, RANKS, SUIT_WORDS, SUITS, in_order
from tests.reference.rulebook import Rules
from tests.reference.state import State


def playable(rules: Rules, trumps: list[str], holding: list[str]) -> list[str]:
    """The cards that can ever be played."""
    if rules["play"]["follow"] == "trump_only":
        return [card for card in holding if card in trumps]
    return holding


def may_follow(rules: Rules, trumps: list[str], led: str, holding: list[str]) -> list[str]:
    """The cards that may be played to a trick in which `led` was led."""
    my_trumps = [card for card in holding if card in trumps]
    if rules["play"]["follow"] == "trump_only":
        return my_trumps
    if led in trumps:
        return my_trumps or holding
    same_suit = [card for card in holding if card not in trumps and card[1] == led[1]]
    if same_suit and rules["play"]["follow"] == "strict":
        return same_suit
    if same_suit:
        return same_suit + my_trumps
    if my_trumps and rules["play"]["void"] == "must_trump":
        return my_trumps
    return holding


def may_lead(state: State, seat: int) -> list[str]:
    """The actions of a leader: cards, or jokers with the suit they make trump."""
    holding = playable(state.rules, state.trumps, state.holdings[seat])
    if state.trump is None:
        return first_leads(state.rules, holding)
    opens = seat == state.pitcher and not state.tricks
    must_be_trump = state.rules["trump"]["set_by"] == "announced" and state.rules["trump"]["first_lead"] == "trump"
    my_trumps = [card for card in holding if card in state.trumps]
    if opens and must_be_trump and my_trumps:
        return in_order(my_trumps)
    return in_order(holding)


def first_leads(rules: Rules, holding: list[str]) -> list[str]:
    """The pitcher's first lead where it is to set trump."""
    how = rules["trump"]["joker_first_lead"]
    others = [card for card in holding if card not in JOKERS]
    actions: list[str] = []
    for card in in_order(holding):
        if card not in JOKERS or how in SUIT_WORDS:
            actions.append(card)
        elif how == "choose" or not others:
            actions += [f"{card}={suit}" for suit in SUITS]
    return actions


def legal_plays(state: State) -> list[str]:
    seat = state.to_act
    assert seat is not None
    if not state.trick:
        return may_lead(state, seat)
    return in_order(may_follow(state.rules, state.trumps, state.trick[0][1], state.holdings[seat]))


def trump_made_by(rules: Rules, text: str) -> str:
    """The trump suit that the first lead makes."""
    if "=" in text:
        return text[-1]
    if text in JOKERS:
        return SUIT_WORDS[rules["trump"]["joker_first_lead"]]
    return text[1]


def winner_of(trumps: list[str], trick: list[tuple[int, str]]) -> int:
    """The seat that takes the trick."""
    for trump in trumps:
        for seat, card in trick:
            if card == trump:
                return seat
    led_suit = trick[0][1][1]
    best_seat, best_card = trick[0]
    for seat, card in trick:
        if card[1] == led_suit and RANKS.index(card[0]) > RANKS.index(best_card[0]):
            best_seat, best_card = seat, card
    return best_seat


def next_turn(state: State) -> None:
    """Finds the next seat that has something to play, closing a full trick on the way; the hand is over when there is none."""
    state.phase = "play"
    if state.trick:
        seat = state.left_of(state.trick[-1][0])
        while seat != state.trick[0][0]:
            if playable(state.rules, state.trumps, state.holdings[seat]):
                state.to_act = seat
                return
            seat = state.left_of(seat)
        close_trick(state)
    assert state.leader is not None
    for k in range(state.players):
        seat = (state.leader + k) % state.players
        if playable(state.rules, state.trumps, state.holdings[seat]):
            state.to_act = seat
            return
    state.phase, state.to_act, state.outcome = "over", None, "played"


def close_trick(state: State) -> None:
    winner = winner_of(state.trumps, state.trick)
    seats = [seat for seat, _ in state.trick]
    cards = [card for _, card in state.trick]
    state.tricks = [*state.tricks, (seats[0], seats, cards, winner)]
    state.trick = []
    state.leader = winner
