"""Who may bid what, and what becomes of the auction; knows nothing of cards."""

from tests.reference.rulebook import Rules
from tests.reference.state import State


def legal_bids(state: State) -> list[str]:
    """`pass` where it is legal, then the bids upwards."""
    seat = state.to_act
    assert seat is not None
    auction = state.rules["auction"]
    if dealer_is_forced(state, seat):
        bids = [auction["min"]] if auction["forced_bid"] == "exactly" else all_bids(state, seat)
        return [str(bid) for bid in bids]
    highest = max((bid for _, bid in state.bids if bid is not None), default=None)
    actions = ["pass"]
    for bid in all_bids(state, seat):
        beats = highest is None or bid > highest
        equals = bid == highest and seat == state.dealer and may_match(auction["dealer_match"], bid)
        if beats or equals:
            actions.append(str(bid))
    return actions


def all_bids(state: State, seat: int) -> list[int]:
    """Every number this seat could ever bid, before asking what has been bid already."""
    auction = state.rules["auction"]
    bids = list(range(auction["min"], auction["max"] + 1))
    slam = state.rules["slam"]
    if slam is None or slam["bid"] is None or slam["bid"] <= auction["max"]:
        return bids
    if may_slam(slam, state.scores[state.sides[seat]]):
        bids.append(slam["bid"])
    return bids


def may_slam(slam: Rules, score: int) -> bool:
    return slam["min_score"] is None or score >= slam["min_score"]


def may_match(dealer_match: str | list[int], bid: int) -> bool:
    if dealer_match == "all":
        return True
    if dealer_match == "none":
        return False
    return bid in dealer_match


def dealer_is_forced(state: State, seat: int) -> bool:
    """The dealer may not pass when all others did and nothing else is left to happen."""
    if seat != state.dealer or any(bid is not None for _, bid in state.bids):
        return False
    auction = state.rules["auction"]
    if auction["all_pass"] == "force_dealer":
        return True
    if auction["all_pass"] in ("redeal_same", "redeal_next"):
        return state.redeals >= int(auction["max_redeals"])
    return False


def is_slam(rules: Rules, bid: int, score: int) -> bool:
    """Whether this bid by a side with this score is the slam; a slam equal to the maximum may be an ordinary bid."""
    slam = rules["slam"]
    return slam is not None and bid == slam["bid"] and may_slam(slam, score)


def bid_or_pass(state: State, text: str) -> None:
    """Enters the answer; after the dealer's it settles who pitches, or that nobody does."""
    seat = state.to_act
    assert seat is not None
    state.bids = [*state.bids, (seat, None if text == "pass" else int(text))]
    if len(state.bids) < state.players:
        state.to_act = state.left_of(seat)
        return
    made = [(bidder, bid) for bidder, bid in state.bids if bid is not None]
    state.to_act = None
    if not made:
        state.phase = "over"
        state.outcome = "fined" if state.rules["auction"]["all_pass"] == "fine_dealer" else "redeal"
        return
    state.pitcher, state.bid = made[-1]
    state.slam = is_slam(state.rules, state.bid, state.scores[state.sides[state.pitcher]])
