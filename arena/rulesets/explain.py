"""A rule set in plain English, made from its knobs so that a reader could referee the game; knows nothing of how it is written."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from arena.pitch.ruleset import Exchange, Point, RuleSet, Slam
from arena.rulesets.wording import bids, counted, joined, number, seats, sentence, trump, worth


class Section(NamedTuple):
    """Some sentences about one part of the game."""

    heading: str
    sentences: tuple[str, ...]


def explained(rules: RuleSet) -> tuple[Section, ...]:
    """The whole game, section by section in the order of play."""
    parts = {
        "Players": _players,
        "Cards": _cards,
        "Auction": _auction,
        "Trump": _trump,
        "Exchange": _exchange,
        "Play": _play,
        "Points": _points,
        "Scores": _scores,
        "Winning": _winning,
        "Faults": _faults,
    }
    return tuple(Section(heading, found) for heading, tell in parts.items() if (found := tuple(tell(rules))))


def explanation(rules: RuleSet, width: int = 80) -> str:
    """The game as text: title, what the source says, then the sections, wrapped to ``width`` columns."""
    head = [f"{rules.name}: {rules.title}" if rules.title else rules.name]
    if rules.about:
        head += ["", textwrap.fill(" ".join(rules.about.split()), width)]
    if rules.source:
        head += ["", textwrap.fill(f"Source: {rules.source}", width)]
    for heading, sentences in explained(rules):
        head += ["", heading]
        head += [textwrap.fill(text, width, initial_indent="  - ", subsequent_indent="    ") for text in sentences]
    return "\n".join(head) + "\n"


def _alone(rules: RuleSet) -> bool:
    return all(len(side) == 1 for side in rules.table.sides)


def _players(rules: RuleSet) -> Iterator[str]:
    table = rules.table
    who = "each alone" if _alone(rules) else f"{counted(len(table.sides), 'side')}: {seats(table.sides)}"
    yield sentence(f"{counted(table.players, 'player')}, {who}; seats are numbered clockwise from 0")
    first = "the first dealer is drawn" if table.first_dealer == "random" else f"seat {table.first_dealer} deals first"
    yield sentence(first, "the deal moves one seat to the left after every hand")
    if _alone(rules):
        yield sentence("where a side is spoken of below, it is a single player")


def _cards(rules: RuleSet) -> Iterator[str]:
    jokers, cards = rules.deck.jokers, rules.deal.cards
    extra = ("", " and one joker (X-)", " and two jokers, the high one (X+) and the low one (X-)")[jokers]
    yield sentence(f"a pack of 52 cards{extra}; in every suit but trumps cards rank A K Q J T 9 8 7 6 5 4 3 2 (T is the ten)")
    packets = "one packet" if rules.deal.packet == cards else f"packets of {number(rules.deal.packet)}"
    yield sentence(f"each player is dealt {counted(cards, 'card')} in {packets}, starting at the dealer's left", _rest(rules))


def _rest(rules: RuleSet) -> str:
    rest = 52 + rules.deck.jokers - rules.table.players * rules.deal.cards
    if not rest:
        return "no card is left"
    if rules.exchange is None:
        return f"the other {counted(rest, 'card')} stay face down and are not used"
    return f"the other {counted(rest, 'card')} are the {'widow' if rules.exchange.type == 'widow' else 'stock'}"


def _auction(rules: RuleSet) -> Iterator[str]:
    auction = rules.auction
    yield sentence(
        "starting at the dealer's left and ending with the dealer, each player has one turn to pass or bid, "
        f"and every bid has to beat the last; bids are {bids(auction.min, auction.max)} and may jump"
    )
    if rules.slam is not None and rules.slam.bid is not None:
        yield _slam_bid(rules, rules.slam)
    if auction.dealer_match == "all":
        slam = f", a {rules.slam.name} too" if rules.slam is not None and rules.slam.bid is not None else ""
        yield sentence(f"the dealer alone may also take the bid by equalling the highest, even one of their own side{slam}")
    elif auction.dealer_match != "none":
        yield sentence(f"the dealer alone may also take a bid of {joined(auction.dealer_match, 'or')} by equalling it")
    yield _all_pass(rules)
    yield sentence("the highest bidder is the pitcher, and the bid is the number of points their side has to take")


def _slam_bid(rules: RuleSet, slam: Slam) -> str:
    needs = "takes every point on the list below" + (" and every trick" if slam.needs == "points_and_tricks" else "")
    equal = slam.bid == rules.auction.max
    bar = ""
    if slam.min_score is not None:
        bar = f"a side below {slam.min_score} points " + ("that bids it has made an ordinary bid" if equal else "may not bid it")
    start = f"a bid of {slam.bid} is a {slam.name}" if equal else f"above these there is {slam.name}, a bid of {slam.bid}"
    return sentence(f"{start}: it is made if the side {needs}, so a point that nobody gets makes it impossible", bar)


def _all_pass(rules: RuleSet) -> str:
    auction = rules.auction
    forced = f"has to bid exactly {auction.min}" if auction.forced_bid == "exactly" else f"has to bid, at least {auction.min}"
    again = f"after {counted(auction.max_redeals, 'such deal')} in a row the dealer {forced}"
    ways = {
        "force_dealer": sentence(f"if all others pass, the dealer {forced}"),
        "redeal_same": sentence("if everyone passes, the same dealer deals again and nothing is scored", again),
        "redeal_next": sentence("if everyone passes, the next dealer deals and nothing is scored", again),
        "fine_dealer": sentence(
            f"if everyone passes, the hand is not played and the dealer's side loses {auction.min}; it counts as a hand"
        ),
    }
    if auction.all_pass in ("redeal_same", "redeal_next") and not auction.max_redeals:
        return ways["force_dealer"]
    return ways[auction.all_pass]


def _trump(rules: RuleSet) -> Iterator[str]:
    setting = rules.trump
    if setting.set_by == "first_lead":
        yield sentence("the pitcher leads to the first trick, and the suit of that card is trump for the hand")
    else:
        seen = "takes the widow and then names trump" if rules.exchange and rules.exchange.type == "widow" else "names trump"
        yield sentence(f"right after the auction the pitcher {seen}, any suit, held or not; later the pitcher leads to the first trick")
        if setting.first_lead == "trump":
            yield sentence("that first lead has to be a trump, if the pitcher has one")
    yield sentence(f"trumps rank {' '.join(setting.order)}, from high to low")
    yield from _odd_trumps(rules)


def _odd_trumps(rules: RuleSet) -> Iterator[str]:
    order, pitched = rules.trump.order, rules.trump.set_by == "first_lead"
    for name, card in (("OJ", "jack"), ("O5", "five")):
        if name in order:
            printed = f"; led to the first trick, a {card} makes its own suit trump" if pitched else ""
            yield sentence(
                f"{name} is the off-{card}, the {card} of the other suit of trump's colour: a trump and no card of its own suit{printed}"
            )
    if not rules.deck.jokers:
        return
    leads = {
        "choose": "a player who leads one to the first trick names trump with it",
        "forbidden_if_other": "one may be led to the first trick only by a player with nothing else, who then names trump",
    }
    word = rules.trump.joker_first_lead
    lead = leads.get(word, f"one led to the first trick makes {word} trump") if pitched else ""
    yield sentence("a joker is always a trump", lead)


def _exchange(rules: RuleSet) -> Iterator[str]:
    exchange = rules.exchange
    if exchange is None:
        return
    size = counted(exchange.refill_to, "card")
    if exchange.type == "widow":
        yield sentence("the pitcher has taken the whole widow into hand; nobody else draws")
        yield sentence(f"then every player, from the dealer's left, comes down to {size}")
    else:
        yield _throwing(rules, exchange)
        counting = ", the card already led counted as one of the pitcher's," if exchange.timing == "after_first_lead" else ""
        yield sentence(f"then the players, from the dealer's left around, draw from the stock up to {size}{counting} and only once")
        if exchange.last is not None:
            yield _last(exchange)
        yield from _short(exchange)
    yield from _coming_down(rules, exchange)


def _throwing(rules: RuleSet, exchange: Exchange) -> str:
    when = "after the first card is led and before the second is played" if exchange.timing == "after_first_lead" else "once trump is named"
    if exchange.discard == "all_nontrump":
        return sentence(f"{when}, every player throws every card that is not a trump, face down, before anyone draws")
    excess = ""
    if rules.deal.cards > exchange.refill_to:
        excess = f"a player with more than {exchange.refill_to} cards throws at least the excess, as far as they are no trumps"
    return sentence(f"{when}, every player throws as many cards as they like, but no trump, face down, before anyone draws", excess)


def _last(exchange: Exchange) -> str:
    if exchange.last_takes == "refill":
        return sentence(f"the {exchange.last} draws last")
    return sentence(
        f"the {exchange.last} comes last: throws nothing at first, takes the rest of the stock and comes down to {exchange.refill_to}"
    )


def _short(exchange: Exchange) -> Iterator[str]:
    if exchange.stock_short == "recycle":
        yield sentence("when the stock runs out, all thrown cards are shuffled once and drawn from; they only refill hands")
    elif exchange.stock_short == "short":
        yield sentence("when the stock runs out, the players still to draw go without")


def _coming_down(rules: RuleSet, exchange: Exchange) -> Iterator[str]:
    size = exchange.refill_to
    if exchange.type == "widow" or (exchange.last is not None and exchange.last_takes == "rest"):
        kept = "every card that is not a trump"
        if rules.play.follow != "trump_only":
            kept = f"cards that are not trumps, of their own choice, until {size} are left"
        yield sentence(f"whoever comes down to {size} throws {kept}")
    yield sentence(
        f"a player left with more than {counted(size, 'trump')} burns the excess",
        "trumps worth no point go first, the lowest before the others, then trumps of the player's own choice",
        "burned cards are shown and out of play, and a point on one of them is lost for the hand",
    )


def _play(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    yield sentence("the winner of each trick leads to the next")
    if play.follow == "trump_only":
        yield sentence("only trumps are played: whoever has none left is out for the rest of the hand")
        yield sentence("if the player who should lead has no trump, the lead passes to the next player on the left who has one")
        yield sentence("the highest trump takes the trick, which may hold a single card; the hand ends when no trumps remain")
        return
    yield sentence("the leader may lead any card")
    void = "has to play a trump, or, without trumps, any card" if play.void == "must_trump" else "may play any card"
    if play.follow == "suit_or_trump":
        yield sentence(f"a player who holds the suit led plays it or a trump; a player who does not {void}")
        yield sentence("when trumps are led, a player who holds a trump has to play one")
    else:
        yield sentence(f"a player who holds the suit led has to play it; a player who does not {void}")
    yield sentence("the highest trump takes the trick, and without a trump in it the highest card of the suit led")


def _points(rules: RuleSet) -> Iterator[str]:
    total = sum(point.value for point in rules.points)
    yield sentence(f"there are {total} points to take in a hand; cards in play are those played to tricks")
    for point in rules.points:
        yield _point(rules, point)
    if any(point.what == "most_pips" for point in rules.points):
        pips = joined(f"{rank} {value}" for rank, value in rules.pips if value)
        yield sentence(f"pips: {pips or 'none'}; every other card none")
    if rules.trump.set_by == "announced":
        yield sentence("if no trump is played at all, there is no High, no Low and no Game, and the contract fails")


def _point(rules: RuleSet, point: Point) -> str:
    if point.what == "most_pips":
        tie = "nobody" if point.tie == "nobody" else "the pitcher's side if it is among those tied, else to nobody"
        return sentence(f"{worth(point)}: to the side with strictly most pips in the tricks it took; a tie goes to {tie}")
    if point.what == "card":
        card, absent = trump(point.card or "", rules.deck.jokers), "if it is in play"
    else:
        but = joined(trump(name, rules.deck.jokers) for name in rules.extremes.exclude)
        card, absent = f"the {'highest' if point.what == 'high' else 'lowest'} trump in play", f"{but} not counted" if but else ""
    how = f"the side that takes {card} in a trick" if point.to == "captor" else f"the side of the player who held {card} and played it"
    return sentence(f"{worth(point)}: to {how}{', ' if absent else ''}{absent}")


def _scores(rules: RuleSet) -> Iterator[str]:
    score = rules.score
    yield sentence("the contract is made if the pitcher's side takes at least as many points as were bid")
    made = "it then scores all the points it took, not just the bid"
    if score.net:
        made = "then only the side with more points scores, the difference; with equal points neither does"
        if score.others == "none":
            made = "it then scores the points by which it took more than the other side, if it did"
    yield sentence(made)
    lost = {
        "minus_bid": "the bid is taken off the score of the pitcher's side, below zero if need be, and its points count for nothing",
        "zero": "the pitcher's side scores nothing and loses nothing",
    }
    yield sentence(f"if the contract fails, {lost[score.failed]}")
    others = {
        "own": "the other sides score the points they took" + ("" if not score.net else ", if the contract fails"),
        "none": "the other sides score nothing, whatever they took, made or not",
        "own_plus_bid_if_set": "if the contract fails, each other side scores the points it took and the whole bid besides"
        + ("" if score.net else "; if it is made, the points it took"),
    }
    yield sentence(others[score.others])
    if rules.slam is not None and rules.slam.bid is not None:
        won = "wins the game at once, whatever the scores" if rules.slam.made == "win_game" else f"scores {rules.slam.made}"
        yield sentence(f"a {rules.slam.name} that is made {won}; one that fails costs {-(rules.slam.failed or 0)}; others score as usual")
    yield sentence("a hand is played to its end even when the contract is lost")


def _winning(rules: RuleSet) -> Iterator[str]:
    game = rules.game
    if rules.slam is not None and rules.slam.unbid == "any_side":
        yield sentence("a side that takes every point of the list in one hand wins the game at once, bid or not")
    if game.win == "bid_and_made":
        yield sentence(
            f"{game.target} points win, but only the pitcher's side can win, on a hand it bid and made",
            "any other side at or over the target plays on",
        )
    else:
        order = joined(point.id for point in rules.points)
        yield sentence(f"a side that has {game.target} points wins, whoever bid")
        yield sentence(
            "if several get there in one hand, the pitcher's side comes first",
            f"between the others the points are counted out in the order {order}, and the first to arrive wins",
            "points for another side's failed bid are counted last" if rules.score.others == "own_plus_bid_if_set" else "",
            "if that decides nothing, the first of them to the left of the pitcher wins" if len(rules.table.sides) > 2 else "",
        )
    yield sentence(f"after {counted(game.max_hands, 'hand')} the side with the highest score wins, and equal highest scores are a draw")


def _faults(rules: RuleSet) -> Iterator[str]:
    yield sentence(
        "an answer that is not allowed is replaced by the lowest legal card, or by a pass or the lowest bid, and noted as a fault"
    )
    if rules.revoke == "minus_bid":
        yield sentence(
            "a revoke, a card that is held but may not be played, costs the bid: the side scores minus the bid in that hand, once",
            "a revoke by the pitcher's side makes its contract fail",
            "the side cannot win the game by taking every point in that hand" if rules.slam is not None else "",
        )
