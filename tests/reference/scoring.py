"""Points, pips, the settlement of a hand and the finish of a game; knows no turn, no stock and no legality."""

from collections.abc import Collection
from typing import Any

from tests.reference.cards import entry_card, trump_cards
from tests.reference.rulebook import Rules, pips_of, side_of
from tests.reference.state import Trick

Point = list[Any]


def count_pips(rules: Rules, tricks: list[Trick]) -> list[int]:
    """Pips by side of the cards in the tricks it won."""
    pips = [0 for _ in rules["table"]["sides"]]
    for _, _, cards, winner in tricks:
        pips[side_of(rules, winner)] += sum(pips_of(rules, card) for card in cards)
    return pips


def award(rules: Rules, trump: str, pitcher: int, tricks: list[Trick], pips: list[int]) -> list[Point]:
    """The points awarded, `[id, side, card]`, in the order of the rule set's list."""
    sides = [side_of(rules, seat) for seat in range(rules["table"]["players"])]
    holder: dict[str, int] = {}
    captor: dict[str, int] = {}
    for _, seats, cards, winner in tricks:
        for seat, card in zip(seats, cards, strict=True):
            holder[card] = sides[seat]
            captor[card] = sides[winner]
    excluded = [entry_card(entry, trump) for entry in rules["extremes"]["exclude"]]
    extremes = [card for card in trump_cards(rules["trump"]["order"], trump) if card in captor and card not in excluded]
    points: list[Point] = []
    for point in rules["points"]:
        if point["what"] == "most_pips":
            side = most_pips(pips, point["tie"], side_of(rules, pitcher))
            if side is not None:
                points.append([point["id"], side, None])
            continue
        card = point_card(point, trump, extremes)
        if card in captor:
            points.append([point["id"], holder[card] if point["to"] == "holder" else captor[card], card])
    return points


def point_card(point: Rules, trump: str, extremes: list[str]) -> str:
    if point["what"] == "card":
        return entry_card(point["card"], trump)
    if not extremes:
        return "none"
    return extremes[0] if point["what"] == "high" else extremes[-1]


def most_pips(pips: list[int], tie: str, pitching_side: int) -> int | None:
    best = [side for side, count in enumerate(pips) if count == max(pips)]
    if len(best) == 1:
        return best[0]
    if tie == "pitcher" and pitching_side in best:
        return pitching_side
    return None


def values(rules: Rules, points: list[Point]) -> list[tuple[int, int]]:
    """(side, value) for each point awarded."""
    worth = {point["id"]: point["value"] for point in rules["points"]}
    return [(side, worth[name]) for name, side, *_ in points]


def has_every_point(rules: Rules, points: list[Point], side: int) -> bool:
    return all(any(name == point["id"] and taker == side for name, taker, *_ in points) for point in rules["points"])


def settle(
    rules: Rules,
    pitcher: int,
    bid: int,
    points: list[Point],
    tricks_won: list[int],
    scores: list[int],
    *,
    slam: bool = False,
    hand: int = 1,
    offenders: Collection[int] = (),
    trump_played: bool = True,
) -> Rules:
    """What the hand is worth: made, took, deltas, scores, winner; `offenders` are the sides that pay for a revoke."""
    sides = range(len(scores))
    mine = side_of(rules, pitcher)
    took = [sum(value for side, value in values(rules, points) if side == who) for who in sides]
    made = bid <= took[mine]
    if slam:
        all_tricks = sum(tricks_won) == tricks_won[mine]
        made = has_every_point(rules, points, mine) and (rules["slam"]["needs"] == "points" or all_tricks)
    if mine in offenders or not trump_played:
        made = False

    deltas = []
    for side in sides:
        if side in offenders:
            deltas.append(-bid)
        elif side == mine:
            deltas.append(pitching_delta(rules, bid, took, mine, slam=slam, made=made))
        else:
            deltas.append(other_delta(rules, bid, took, mine, side, slam=slam, made=made))
    after = [score + delta for score, delta in zip(scores, deltas, strict=True)]
    done = {"made": made, "took": took, "deltas": deltas, "scores": after}
    return {**done, "winner": finish(rules, pitcher, bid, points, scores, done, slam=slam, hand=hand, offenders=offenders)}


def pitching_delta(rules: Rules, bid: int, took: list[int], mine: int, *, slam: bool, made: bool) -> int:
    if slam and made:
        return took[mine] if rules["slam"]["made"] == "win_game" else int(rules["slam"]["made"])
    if slam:
        return int(rules["slam"]["failed"])
    if made and rules["score"]["net"]:
        return max(took[mine] - took[1 - mine], 0)
    if made:
        return took[mine]
    return 0 if rules["score"]["failed"] == "zero" else -bid


def other_delta(rules: Rules, bid: int, took: list[int], mine: int, side: int, *, slam: bool, made: bool) -> int:
    others = rules["score"]["others"]
    if others == "none":
        return 0
    if made and not slam and rules["score"]["net"]:
        return max(took[side] - took[mine], 0)
    if others == "own_plus_bid_if_set" and not made:
        return took[side] + bid
    return took[side]


def finish(
    rules: Rules,
    pitcher: int,
    bid: int,
    points: list[Point],
    before: list[int],
    done: Rules,
    *,
    slam: bool,
    hand: int,
    offenders: Collection[int],
) -> int | str | None:
    """The winning side, "draw", or None while the game goes on: unbid slam, slam, target, last hand."""
    mine = side_of(rules, pitcher)
    after = done["scores"]
    if rules["slam"] is not None and rules["slam"]["unbid"] == "any_side":
        for side in range(len(after)):
            if side not in offenders and has_every_point(rules, points, side):
                return side
    if slam and done["made"] and rules["slam"]["made"] == "win_game":
        return mine
    home = [side for side in range(len(after)) if after[side] >= rules["game"]["target"]]
    if rules["game"]["win"] == "bid_and_made":
        if done["made"] and mine in home:
            return mine
    elif mine in home:
        return mine
    elif home:
        return first_to_arrive(rules, pitcher, points, before, home)
    return last_hand(rules, after, hand)


def first_to_arrive(rules: Rules, pitcher: int, points: list[Point], before: list[int], home: list[int]) -> int:
    """Counts the points out; none of these sides is the pitcher's."""
    running = list(before)
    moments = [(0, 0), *values(rules, points)]
    for side, value in moments:
        if rules["score"]["others"] != "none":
            running[side] += value
        arrived = [one for one in home if running[one] >= rules["game"]["target"]]
        if arrived:
            return nearest(rules, pitcher, arrived)
    return nearest(rules, pitcher, home)


def nearest(rules: Rules, pitcher: int, sides: list[int]) -> int:
    """The side met first going left from the pitcher."""
    players = rules["table"]["players"]
    for k in range(1, players + 1):
        side = side_of(rules, (pitcher + k) % players)
        if side in sides:
            return side
    raise ValueError("no side to choose from")


def last_hand(rules: Rules, scores: list[int], hand: int) -> int | str | None:
    if hand < rules["game"]["max_hands"]:
        return None
    if scores.count(max(scores)) > 1:
        return "draw"
    return scores.index(max(scores))
