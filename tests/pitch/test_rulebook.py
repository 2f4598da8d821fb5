"""Cases worked out outside the project, each citing the rule it shows, and every way twelve reduced deals can go."""

from __future__ import annotations

from typing import Any

import pytest

from arena import load_rules
from arena.pitch import perft
from tests.pitch.cases import cases, check, variants

WORKED = [
    pytest.param(one, id=f"{case['id']}-{i}-{case['title']}") for case in cases("worked_cases.json") for i, one in enumerate(variants(case))
]
PERFT = [pytest.param(case, id=case["id"]) for case in cases("perft.json")]


@pytest.mark.parametrize("case", WORKED)
def test_worked_case(case: dict[str, Any]) -> None:
    check(case)


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
