"""A second, slow and obvious engine of the game, written from the rules alone; it shares nothing with the one it checks."""

from typing import Any

from tests.reference import auction, exchange, tricks
from tests.reference.cards import JOKERS, SUITS, in_order, trump_cards
from tests.reference.rulebook import Rules, complete
from tests.reference.scoring import award, count_pips, last_hand, settle
from tests.reference.state import State

__all__ = [
    "State",
    "answer",
    "complete",
    "count",
    "following",
    "legal",
    "legal_cards",
    "phase",
    "play",
    "result",
    "settle",
    "start",
    "to_act",
]


def start(rules: Rules, deck: list[str], dealer: int, scores: list[int], *, seed: Any = 0, hand: int = 1, redeals: int = 0) -> State:
    """A hand before its first bid; `seed` is the root or the list [root, *parts] that, with "recycle" added, names the recycled order."""
    return State(rules, deck, dealer, scores, seed, hand, redeals)


def phase(state: State) -> str:
    """auction, trump, discard, burn, play or over."""
    return state.phase


def to_act(state: State) -> int | None:
    """The seat that has to answer; None when the hand is over."""
    return state.to_act


def legal(state: State) -> list[str]:
    """The legal actions as texts in canonical order; none when the hand is over."""
    if state.phase == "auction":
        return auction.legal_bids(state)
    if state.phase == "trump":
        return list(SUITS)
    if state.phase == "discard":
        return exchange.discard_sets(state)
    if state.phase == "burn":
        return exchange.burn_sets(state)
    if state.phase == "play":
        return tricks.legal_plays(state)
    return []


def play(state: State, action: str) -> State:
    """The state after a legal action; ValueError for any other."""
    chosen = recognised(state, action)
    if chosen is None:
        raise ValueError(f"{action!r} is not legal for seat {state.to_act}; legal: {legal(state)}")
    return step(state, chosen)


def answer(state: State, text: str | None) -> State:
    """The state after a seat's answer, None for no answer; an illegal one is a fault and the first legal action is taken in its place."""
    chosen = recognised(state, text)
    if chosen is not None:
        return step(state, chosen)
    used = legal(state)[0]
    fault = {
        "phase": state.phase,
        "seat": state.to_act,
        "n": state.asked[state.phase],
        "answer": text,
        "used": used,
        "revoke": is_revoke(state, text),
    }
    new = step(state, used)
    new.faults = [*new.faults, fault]
    return new


def recognised(state: State, text: str | None) -> str | None:
    """The legal action that the text names (the cards of a set in any order), or None."""
    if text is None:
        return None
    wanted = text
    if state.phase in ("discard", "burn") and all(card in state.holdings[state.todo[0][1]] for card in text.split()):
        wanted = " ".join(in_order(text.split()))
    return wanted if wanted in legal(state) else None


def is_revoke(state: State, text: str | None) -> bool:
    """A card that the seat holds but may not play now, however its suit is written; a joker that only lacks its suit is none."""
    if state.phase != "play" or text is None:
        return False
    assert state.to_act is not None
    card = text
    if text[:2] in JOKERS and len(text) == 4 and text[2] == "=" and text[3] in SUITS:
        card = text[:2]
    could_be_played = any(action[:2] == card for action in legal(state))
    return card in state.holdings[state.to_act] and not could_be_played


def step(state: State, text: str) -> State:
    """The state after an action known to be legal."""
    new = state.copy()
    was = state.phase
    new.asked = {**new.asked, was: new.asked[was] + 1}
    if was == "auction":
        auction.bid_or_pass(new, text)
        if new.pitcher is not None:
            after_auction(new)
    elif was == "trump":
        set_trump(new, text)
        begin_exchange(new, "after_announce")
        carry_on(new)
    elif was == "discard":
        exchange.discard(new, text)
        carry_on(new)
    elif was == "burn":
        exchange.burn(new, text)
        carry_on(new)
    else:
        play_card(new, text)
        carry_on(new)
    return new


def after_auction(state: State) -> None:
    assert state.pitcher is not None
    state.leader = state.pitcher
    if state.rules["trump"]["set_by"] == "first_lead":
        carry_on(state)
        return
    widow = state.rules["exchange"]
    if widow is not None and widow["type"] == "widow":
        exchange.give(state, state.pitcher, state.stock)
        state.stock = []
    state.phase, state.to_act = "trump", state.pitcher


def set_trump(state: State, suit: str) -> None:
    state.trump = suit
    state.trumps = trump_cards(state.rules["trump"]["order"], suit)


def begin_exchange(state: State, moment: str) -> None:
    if state.rules["exchange"] is not None and state.rules["exchange"]["timing"] == moment:
        state.todo = exchange.plan(state)


def play_card(state: State, text: str) -> None:
    seat = state.to_act
    assert seat is not None
    card = text[:2]
    first = not state.tricks and not state.trick
    if state.trump is None:
        set_trump(state, tricks.trump_made_by(state.rules, text))
    state.take_away(seat, [card])
    state.trick = [*state.trick, (seat, card)]
    if first:
        begin_exchange(state, "after_first_lead")


def carry_on(state: State) -> None:
    """On to the next decision, or to the end of the hand."""
    exchange.carry_on(state)
    if not state.todo:
        tricks.next_turn(state)


def result(state: State) -> Rules:
    """The hand's result; ValueError before it is over."""
    if state.phase != "over":
        raise ValueError("the hand is not over")
    nothing = [0 for _ in state.scores]
    common = {
        "outcome": state.outcome,
        "pitcher": state.pitcher,
        "bid": state.bid,
        "slam": state.slam,
        "trump": state.trump,
        "tricks": state.tricks,
        "revoke": sorted({fault["seat"] for fault in state.faults if fault["revoke"]}),
    }
    if state.outcome == "played":
        return {**common, **played(state)}
    deltas = list(nothing)
    if state.outcome == "fined":
        deltas[state.sides[state.dealer]] = -state.rules["auction"]["min"]
    scores = [score + delta for score, delta in zip(state.scores, deltas, strict=True)]
    winner = last_hand(state.rules, scores, state.hand) if state.outcome == "fined" else None
    empty: Rules = {"made": None, "took": nothing, "pips": nothing, "points": [], "tricks_won": nothing}
    return {**common, **empty, "deltas": deltas, "scores": scores, "winner": winner}


def played(state: State) -> Rules:
    """Points, pips and settlement of a hand that was played out."""
    assert state.pitcher is not None
    assert state.bid is not None
    assert state.trump is not None
    trump_played = any(card in state.trumps for _, _, cards, _ in state.tricks for card in cards)
    # Without a trump in play the rules say 0-0, whatever plain cards were taken.
    pips = count_pips(state.rules, state.tricks) if trump_played else [0 for _ in state.scores]
    points = award(state.rules, state.trump, state.pitcher, state.tricks, pips)
    tricks_won = [sum(state.sides[winner] == side for _, _, _, winner in state.tricks) for side in range(len(state.scores))]
    offenders: set[int] = set()
    if state.rules["revoke"] == "minus_bid":
        offenders = {state.sides[fault["seat"]] for fault in state.faults if fault["revoke"]}
    settled = settle(
        state.rules,
        state.pitcher,
        state.bid,
        points,
        tricks_won,
        state.scores,
        slam=state.slam,
        hand=state.hand,
        offenders=offenders,
        trump_played=trump_played,
    )
    return {"pips": pips, "points": points, "tricks_won": tricks_won, **settled}


def following(state: State) -> Rules:
    """How the next deal begins: dealer, hand, redeals, scores."""
    end = result(state)
    if end["outcome"] == "redeal":
        dealer = state.dealer if state.rules["auction"]["all_pass"] == "redeal_same" else state.left_of(state.dealer)
        return {"dealer": dealer, "hand": state.hand, "redeals": state.redeals + 1, "scores": end["scores"]}
    return {"dealer": state.left_of(state.dealer), "hand": state.hand + 1, "redeals": 0, "scores": end["scores"]}


def legal_cards(rules: Rules, trump: str | None, led: str | None, holding: list[str]) -> list[str]:
    """What may be played from a holding, by canonical order; `led` None is a lead later than the pitcher's first."""
    full = complete(rules)
    trumps = [] if trump is None else trump_cards(full["trump"]["order"], trump)
    if led is not None:
        return in_order(tricks.may_follow(full, trumps, led, holding))
    if trump is None:
        return tricks.first_leads(full, holding)
    return in_order(tricks.playable(full, trumps, holding))


def count(rules: Rules, deck: list[str], dealer: int, scores: list[int]) -> Rules:
    """Every complete sequence of actions of one hand: leaves, delta_sums, auctions, made, wins by winner, tricks."""
    totals: Rules = {"leaves": 0, "delta_sums": [0 for _ in scores], "auctions": 0, "made": 0, "wins": {}, "tricks": 0}
    walk(start(rules, deck, dealer, scores), totals)
    return totals


def walk(state: State, totals: Rules) -> None:
    if state.phase == "over":
        add_leaf(state, totals)
        return
    for action in legal(state):
        new = step(state, action)
        if state.phase == "auction" and new.phase != "auction":
            totals["auctions"] += 1
        walk(new, totals)


def add_leaf(state: State, totals: Rules) -> None:
    end = result(state)
    winner = "none" if end["winner"] is None else str(end["winner"])
    totals["leaves"] += 1
    totals["delta_sums"] = [total + delta for total, delta in zip(totals["delta_sums"], end["deltas"], strict=True)]
    totals["made"] += 1 if end["made"] else 0
    totals["wins"][winner] = totals["wins"].get(winner, 0) + 1
    totals["tricks"] += len(state.tricks)
