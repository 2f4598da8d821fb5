"""Explanations say what the knobs say: the facts expected here are read off the written rules."""

import pytest

from arena.rulesets import load, names
from arena.rulesets.explain import explained, explanation
from arena.rulesets.overview import difference, listing, yaml_text

HEADINGS = ["Players", "Cards", "Auction", "Trump", "Exchange", "Play", "Points", "Scores", "Winning", "Faults"]


def told(source):
    return " ".join(" ".join(section.sentences) for section in explained(load(source)))


@pytest.mark.parametrize("name", names())
def test_every_rule_set_can_be_explained(name):
    rules = load(name)
    text = explanation(rules)
    assert text.startswith(f"{name}: {rules.title}\n")
    assert max(map(len, text.splitlines())) <= 80
    assert [section.heading for section in explained(rules)] == [h for h in HEADINGS if h != "Exchange" or rules.exchange]
    for section in explained(rules):
        for sentence in section.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert not any(odd in sentence for odd in ("None", "  ", "()", "..", "_", "; ;"))
    for point in rules.points:
        assert f"{point.id}, {point.value} point" in text


@pytest.mark.parametrize(
    ("source", "facts"),
    [
        (
            "jpgames",
            [
                "Four players, two sides: seats 0 and 2 against seats 1 and 3",
                "Each player is dealt six cards in packets of three",
                "the other 28 cards stay face down",
                "bids are 1, 2, 3 or 4 and may jump",
                "If all others pass, the dealer has to bid, at least 1.",
                "the suit of that card is trump for the hand",
                "A player who holds the suit led plays it or a trump",
                "Low, 1 point: to the side that takes the lowest trump in play",
                "a tie goes to nobody",
                "Pips: T 10, A 4, K 3, Q 2 and J 1",
                "the bid is taken off the score of the pitcher's side, below zero if need be",
                "A side that has 21 points wins, whoever bid",
                "the pitcher's side comes first; between the others the points are counted out in the order High, Low, Jack and Game",
                "After 200 hands",
            ],
        ),
        (
            "setback",
            [
                "there is smudge, a bid of 5",
                "every point on the list below and every trick",
                "equalling the highest, even one of their own side, a smudge too",
                "only the pitcher's side can win, on a hand it bid and made",
                "A smudge that is made scores 5; one that fails costs 5",
                "the side scores minus the bid in that hand, once",
            ],
        ),
        (
            "setback-redeal",
            ["the same dealer deals again and nothing is scored; after 20 such deals in a row the dealer has to bid, at least 2"],
        ),
        ("no-junk", ["The other sides score nothing, whatever they took"]),
        ("cutthroat", ["Four players, each alone", "Where a side is spoken of below, it is a single player"]),
        ("tie-to-pitcher", ["the pitcher's side if it is among those tied, else to nobody"]),
        (
            "smudge-wins",
            ["A bid of 4 is a smudge", "A smudge that is made wins the game at once, whatever the scores; one that fails costs 4"],
        ),
        ("bicycle", ["may also take a bid of 2 or 3 by equalling it"]),
        ("sleight", ["Low, 1 point: to the side of the player who held the lowest trump in play and played it"]),
        ("sleight-6", ["seats 0 and 3 against seats 1 and 4 against seats 2 and 5", "the first of them to the left of the pitcher wins"]),
        (
            "draw",
            [
                "After the first card is led and before the second is played, every player throws as many cards as they like, but no trump",
                "up to six cards, the card already led counted as one of the pitcher's",
                "all thrown cards are shuffled once and drawn from",
            ],
        ),
        (
            "ten-point",
            [
                "two jokers, the high one (X+) and the low one (X-)",
                "Trumps rank A K Q J OJ X+ X- T 9 8 7 6 5 4 3 2",
                "OJ is the off-jack, the jack of the other suit of trump's colour",
                "first lead has to be a trump",
                "Once trump is named, every player throws every card that is not a trump",
                "The pitcher comes last: throws nothing at first, takes the rest of the stock and comes down to 6",
                "burns the excess",
                "Only trumps are played",
                "Three, 3 points: to the side that takes the three of trumps",
            ],
        ),
        ("ten-point-widow", ["takes the widow and then names trump", "the other 18 cards are the widow", "comes down to six cards"]),
        (
            "cinch-book",
            [
                "The dealer comes last",
                "O5 is the off-five",
                "throws cards that are not trumps, of their own choice, until 6 are left",
                "Then only the side with more points scores, the difference; with equal points neither does",
                "each other side scores the points it took and the whole bid besides",
                "the pitcher's side scores nothing and loses nothing",
                "failed bid are counted last",
            ],
        ),
        (
            "five-point-joker",
            [
                "one joker (X-)",
                "one led to the first trick makes spades trump",
                "the lowest trump in play and played it, the joker not counted",
            ],
        ),
        ({"auction": {"all_pass": "fine_dealer"}}, ["the dealer's side loses 2; it counts as a hand"]),
        ({"auction": {"all_pass": "redeal_next", "max_redeals": 1}}, ["the next dealer deals", "after one such deal in a row"]),
        ({"auction": {"forced_bid": "exactly"}}, ["the dealer has to bid exactly 2"]),
        ({"play": {"void": "must_trump"}}, ["has to play a trump, or, without trumps, any card"]),
        ({"play": {"follow": "strict"}}, ["A player who holds the suit led has to play it"]),
        ({"slam": {"unbid": "any_side"}}, ["takes every point of the list in one hand wins the game at once, bid or not"]),
        ({"slam": {"bid": 9, "min_score": 10}}, ["a side below 10 points may not bid it"]),
        ({"table": {"first_dealer": 2}}, ["Seat 2 deals first"]),
        ({"extends": "setback", "score": {"net": True}}, ["the other sides score the points they took, if the contract fails"]),
    ],
)
def test_the_facts_are_told(source, facts):
    text = told(source)
    for fact in facts:
        assert fact.casefold() in text.casefold(), fact


def test_what_is_not_played_is_not_told():
    text = told("jpgames")
    assert not any(word in text for word in ("smudge", "joker", "off-jack", "stock", "burn", "revoke", "equalling"))


def test_the_list_fits_a_terminal():
    lines = listing().splitlines()
    assert lines[0].split() == ["name", "players", "points", "target", "title"]
    assert [line.split()[0] for line in lines[1:]] == list(names())
    assert max(map(len, lines)) <= 80
    assert next(line for line in lines if line.startswith("ten-point ")).split()[:4] == ["ten-point", "4", "10", "52"]
    assert next(line for line in lines if line.startswith("sleight-6 ")).split()[:4] == ["sleight-6", "6", "4", "11"]


def test_differences():
    assert difference(load("jpgames"), load("sleight")).splitlines() == [
        "jpgames → sleight",
        "auction.min: 1 → 2",
        "points: High, Low, Jack, Game → High, Low(holder), Jack, Game",
        "game.target: 21 → 11",
    ]
    lines = difference(load("sleight-2"), load("setback")).splitlines()
    assert "table.sides: [[0], [1]] → [[0, 2], [1, 3]]" in lines
    assert [line for line in lines if line.startswith("slam")][:3] == [
        "slam.name: – → smudge",
        "slam.bid: – → 5",
        "slam.needs: – → points_and_tricks",
    ]
    assert lines[-1] == "revoke: none → minus_bid"
    assert difference(load("setback"), load({"extends": "setback"})) == "setback and setback are played in the same way\n"


def test_yaml_text_is_the_rule_set(tmp_path):
    for name in names():
        path = tmp_path / "house.yaml"
        path.write_text(yaml_text(load(name)))
        assert load(path) == load(name)
