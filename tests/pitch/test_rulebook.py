"""Cases worked out outside the project, each citing the rule it shows, and every way twelve reduced deals can go."""

from __future__ import annotations

from typing import Any

import pytest

from arena import load_rules
from arena.pitch import perft
from arena.rulesets import names
from tests.pitch.cases import cases, check, variants

JPGAMES = "jpgames.app, Pitch rules"
GENERAL = "Pitch, general rules checked against Pagat, Wikipedia and Bicycle Cards"
SLEIGHT = "Sleight, The Journal, 11 November 2026"
BOOKS = "Card books"
SOURCES = {
    "W1": f"{JPGAMES}: points go to whoever captured the card, so that one lone trump is High and Low",
    "W2": f"{JPGAMES}: the Jack is a point of its own; {GENERAL}: smudge takes all four points",
    "W3": f"{JPGAMES}: points are for certain cards, not for tricks; {SLEIGHT}: Low to the player dealt it",
    "W4": f"{JPGAMES}: a tied Game is not awarded, some tables give it to the pitcher's team",
    "W5": f"{GENERAL}: smudge needs all four points and all six tricks",
    "W6": f"{GENERAL}: the dealer may steal the bid and is forced to two; {JPGAMES}: forced to one; {BOOKS}: two or three may be taken",
    "W7": f"{JPGAMES}: follow suit or trump, throw off only when void",
    "W8": f"{JPGAMES}: the pitcher's team is counted first; {GENERAL}: only a side that bid and made its contract wins",
    "W9": f"{GENERAL}: some accounts have the deal thrown in and dealt again by the same dealer when nobody bids",
    "W10": f"{GENERAL}: a revoke costs the bid",
    "W11": f"{GENERAL}: the draw after the pitch",
    "W12": f"{GENERAL}; {SLEIGHT}: the ten-point game, Low kept by its holder by common practice",
    "W13": f"{JPGAMES}: names the game with a joker; that the joker is never Low is common practice",
    "W14": f"{GENERAL}: Pedro, the five of trumps for five",
    "W15": f"{GENERAL}: Cinch, both fives for five; {BOOKS}: net scores, and a failed bid to the others",
    "W16": f"{GENERAL}: cutthroat, from two upwards; {SLEIGHT}: two to seven people",
}
"""Where each worked case is from, as the rule sets cite it."""

WORKED = [
    pytest.param(one, id=f"{case['id']}-{i}-{case['title']}") for case in cases("worked_cases.json") for i, one in enumerate(variants(case))
]
PERFT = [pytest.param(case, id=case["id"]) for case in cases("perft.json")]


@pytest.mark.parametrize("case", WORKED)
def test_worked_case(case: dict[str, Any]) -> None:
    check(case)


def test_every_worked_case_cites_its_source() -> None:
    assert list(SOURCES) == [case["id"] for case in cases("worked_cases.json")]
    cited = "; ".join(load_rules(name).source for name in names())
    assert all(source in cited for source in (JPGAMES, GENERAL, SLEIGHT, BOOKS))


@pytest.mark.parametrize("case", PERFT)
def test_every_way_a_hand_can_go(case: dict[str, Any]) -> None:
    found = perft.count(load_rules(case["rules"]), case["deck"], case["dealer"], case["scores"])
    assert {
        "leaves": found.leaves,
        "delta_sums": list(found.delta_sums),
        "auctions": found.auctions,
        "made": found.made,
        "wins": found.wins,
        "tricks": found.tricks,
    } == {key: case[key] for key in ("leaves", "delta_sums", "auctions", "made", "wins", "tricks")}
