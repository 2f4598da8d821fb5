"""The example in docs/bots.md is a bot, and its table shows each rung above the one below."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from arena.seats.loader import described, resolve
from tests.bots.test_bundled import faults

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def test_the_example_is_a_bot_for_every_kind_of_rules(tmp_path):
    file = tmp_path / "careful.py"
    file.write_text(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], "utf-8")  # type: ignore[index]
    assert described(resolve(str(file), tmp_path)).about == "Bids two on an ace, and leads its strongest card."
    for rules in ("jpgames", "setback", "draw", "ten-point", "ten-point-widow", "cinch", "five-point-joker"):
        assert faults(rules, (str(file), "steady"), boards=4) == []


def test_the_table_covers_the_ladder_and_its_intervals_are_above_zero():
    rows = re.findall(r"\| (\w+) \| (\w+) \| (\w+) \| ([\d,]+) \| [\d.]+% \| [+\d.]+ \| ([+-][\d.]+) to [+-][\d.]+ \|", TEXT)
    rungs = ("random", "lowest", "greedy", "steady", "counter")
    wanted = [(better, worse, rules, "2000") for worse, better in pairwise(rungs) for rules in ("jpgames", "setback")]
    assert [tuple(row[:4]) for row in rows] == wanted
    assert all(float(row[4]) > 0 for row in rows)
