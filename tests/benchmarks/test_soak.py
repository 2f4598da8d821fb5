"""A small share of the soak: every built-in rule set, hands played by chance and by the bundled bot, recorded and replayed."""

from __future__ import annotations

import pytest

from arena import Hand
from arena.rulesets import names
from benchmarks import soak


@pytest.mark.parametrize("rules", names())
def test_hands_end_without_an_exception_or_an_illegal_answer_and_replay(rules: str) -> None:
    outcome = soak.soak(soak.Chunk(rules, 1, 60))
    assert outcome.failures == ()
    assert outcome.hands == 60
    assert outcome.decisions > 60 * 4


def test_whatever_goes_wrong_is_named_and_the_rest_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "replay", lambda written, rules, seed=None: ["no"] if written["board"] == 2 else [])
    monkeypatch.setattr(soak, "choice", lambda rng, hand: 1 / 0)
    outcome = soak.soak(soak.Chunk("setback", 1, 4))
    assert outcome.failures == (
        "setback hand 2: ZeroDivisionError: division by zero",
        "setback hand 4: ZeroDivisionError: division by zero",
    )
    monkeypatch.setattr(soak, "choice", lambda rng, hand: _wrong(hand))
    (first, *_) = soak.soak(soak.Chunk("setback", 2, 1)).failures
    assert first == "setback hand 2: the bot answered nonsense in the auction"
    assert soak.soak(soak.Chunk("setback", 2, 1)).failures[-1] == "setback hand 2: no"


def _wrong(hand: Hand) -> str:
    return "nonsense"


def test_every_rule_set_has_its_share_whenever_it_is_stopped() -> None:
    work = list(soak.chunks(["a", "b"], 1, soak.CHUNK + 1))
    assert [(one.rules, one.first, one.hands) for one in work] == [
        ("a", 1, soak.CHUNK),
        ("b", 1, soak.CHUNK),
        ("a", soak.CHUNK + 1, 1),
        ("b", soak.CHUNK + 1, 1),
    ]


def test_the_summary_has_a_line_a_rule_set_and_every_failure() -> None:
    good, bad = soak.Outcome("setback", 500, 14_000, 0.5, ()), soak.Outcome("draw", 10, 300, 0.02, ("draw hand 7: no",))
    lines = soak.summary([good, bad, good]).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["setback", "1,000", "28,000", "1000", "0"],
        ["draw", "10", "300", "2000", "1"],
        ["draw", "hand", "7:", "no"],
        ["1,010", "hands", "played,", "recorded", "and", "replayed;", "1", "failures"],
    ]
    assert soak.summary([good]).endswith("500 hands played, recorded and replayed, every one as it should be")
