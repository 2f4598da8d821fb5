"""Throwing, drawing, burning and recycling; knows nothing of bids, tricks or points won."""

from itertools import combinations

from tests.reference.cards import entry_card, in_order, shuffled
from tests.reference.state import State


def plan(state: State) -> list[tuple[str, int]]:
    """Everything that has to happen in the exchange, in order: (throw, refill, take, come_down or burn; seat)."""
    rules = state.rules["exchange"]
    seats = state.from_left_of_dealer()
    todo: list[tuple[str, int]] = []
    if rules["type"] == "widow":
        for seat in seats:
            todo += [("come_down", seat), ("burn", seat)]
        return todo
    last = {None: None, "dealer": state.dealer, "pitcher": state.pitcher}[rules["last"]]
    drawing = [seat for seat in seats if seat != last]
    if last is not None and rules["last_takes"] == "refill":
        drawing.append(last)
    for seat in drawing:
        todo += [("throw", seat), ("burn", seat)]
    for seat in drawing:
        todo.append(("refill", seat))
    if last is not None and rules["last_takes"] == "rest":
        todo += [("take", last), ("come_down", last), ("burn", last)]
    return todo


def carry_on(state: State) -> None:
    """Does what needs no decision; stops with phase `discard` or `burn` where one is needed, or with nothing left to do."""
    while state.todo:
        what, seat = state.todo[0]
        if what == "refill":
            refill(state, seat)
        elif what == "take":
            give(state, seat, state.stock)
            state.stock = []
        elif what == "burn":
            burn_what_must_go(state, seat)
            if excess(state, seat) > 0:
                state.phase, state.to_act = "burn", seat
                return
        elif no_choice(state, what, seat):
            throw(state, seat, plain_cards(state, seat))
        else:
            state.phase, state.to_act = "discard", seat
            return
        state.todo = state.todo[1:]


def no_choice(state: State, what: str, seat: int) -> bool:
    """Whether all non-trumps go without asking."""
    if what == "throw":
        return bool(state.rules["exchange"]["discard"] == "all_nontrump")
    if state.rules["play"]["follow"] == "trump_only":
        return True
    return len(trumps_held(state, seat)) > target(state, seat)


def discard_sets(state: State) -> list[str]:
    """The sets that the seat asked may throw, by size, then lowest cards first."""
    what, seat = state.todo[0]
    plain = plain_cards(state, seat)
    too_many = max(excess(state, seat), 0)
    if what == "come_down":
        sizes = [too_many]
    elif too_many > len(plain):
        sizes = [len(plain)]
    else:
        sizes = list(range(too_many, len(plain) + 1))
    return [" ".join(cards) for size in sizes for cards in combinations(plain, size)]


def burn_sets(state: State) -> list[str]:
    _, seat = state.todo[0]
    return [" ".join(cards) for cards in combinations(in_order(point_trumps(state, seat)), excess(state, seat))]


def discard(state: State, text: str) -> None:
    _, seat = state.todo[0]
    state.todo = state.todo[1:]
    throw(state, seat, text.split())


def burn(state: State, text: str) -> None:
    _, seat = state.todo[0]
    state.todo = state.todo[1:]
    burn_cards(state, seat, text.split())


def target(state: State, seat: int) -> int:
    """Cards in hand after the exchange: a card already led counts."""
    led = state.rules["exchange"]["timing"] == "after_first_lead" and seat == state.pitcher
    return int(state.rules["exchange"]["refill_to"]) - (1 if led else 0)


def excess(state: State, seat: int) -> int:
    return len(state.holdings[seat]) - target(state, seat)


def plain_cards(state: State, seat: int) -> list[str]:
    return in_order([card for card in state.holdings[seat] if not state.is_trump(card)])


def trumps_held(state: State, seat: int) -> list[str]:
    """The seat's trumps, lowest first."""
    return [card for card in reversed(state.trumps) if card in state.holdings[seat]]


def point_trumps(state: State, seat: int) -> list[str]:
    """The seat's trumps that an entry of `points` names as a card."""
    assert state.trump is not None
    named = [entry_card(point["card"], state.trump) for point in state.rules["points"] if point["what"] == "card"]
    return [card for card in trumps_held(state, seat) if card in named]


def burn_what_must_go(state: State, seat: int) -> None:
    """Non-point trumps first, lowest first; point trumps only if every one of them has to go."""
    points = point_trumps(state, seat)
    for card in trumps_held(state, seat):
        if excess(state, seat) > 0 and card not in points:
            burn_cards(state, seat, [card])
    if points and excess(state, seat) == len(points):
        burn_cards(state, seat, points)


def refill(state: State, seat: int) -> None:
    """Draws up to the target, from the stock, then from the recycled discards where the rules allow it."""
    while excess(state, seat) < 0:
        if state.stock:
            give(state, seat, state.stock[:1])
            state.stock = state.stock[1:]
            continue
        if state.rules["exchange"]["stock_short"] != "recycle":
            return
        if state.recycled is None:
            state.recycled = recycle(state)
            state.thrown = []
        if not state.recycled:
            return
        give(state, seat, state.recycled[:1])
        state.recycled = state.recycled[1:]


def recycle(state: State) -> list[str]:
    """All discards so far in the order that the hand's own seed gives them."""
    cards = in_order(state.thrown)
    parts = list(state.seed) if isinstance(state.seed, (list, tuple)) else [state.seed]
    return [cards[place] for place in shuffled(len(cards), *parts, "recycle")]


def note(state: State, seat: int, part: str, cards: list[str]) -> None:
    """Adds to the seat's line in the record of the exchange, made when it is first needed."""
    if all(entry["seat"] != seat for entry in state.exchange):
        state.exchange = [*state.exchange, {"seat": seat, "discard": [], "draw": [], "burn": []}]
    state.exchange = [{**entry, part: entry[part] + cards} if entry["seat"] == seat else entry for entry in state.exchange]


def throw(state: State, seat: int, cards: list[str]) -> None:
    note(state, seat, "discard", cards)
    state.thrown = state.thrown + cards
    state.take_away(seat, cards)


def burn_cards(state: State, seat: int, cards: list[str]) -> None:
    note(state, seat, "burn", cards)
    state.burned = state.burned + cards
    state.take_away(seat, cards)


def give(state: State, seat: int, cards: list[str]) -> None:
    note(state, seat, "draw", cards)
    state.replace_holding(seat, state.holdings[seat] + cards)
