"""What isolation costs is asked of the right things: the same game, the same lines, and every promise once."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest

from benchmarks import isolation
from benchmarks.isolation import Costs, Exchange


def test_the_same_game_is_played_with_bots_and_with_bare_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[list[Exchange]] = []
    echoes = isolation._echoes

    def overheard(lines: list[list[Exchange]]) -> AbstractContextManager[list[tuple[int, int]]]:
        said.extend(lines)
        return echoes(lines)

    monkeypatch.setattr(isolation, "_echoes", overheard)
    found = isolation.costs(rounds=2, hands=2)
    assert found.decisions == sum(map(len, said)) / 2 == 21.5
    for exchange in (one for seat in said for one in seat):
        assert exchange.line.startswith(b'{"type":"ask","game":"0000000000000000","id":')
        assert exchange.answer.startswith(b'{"type":"answer","id":')
        assert exchange.answer.endswith(f'"action":"{exchange.action}"}}\n'.encode())


def test_whole_games_are_played_on_the_whole_road() -> None:
    assert isolation.hands_a_second(boards=1, rounds=1) > 0


@pytest.mark.parametrize(
    ("costs", "speed", "kept"),
    [(Costs(18, 6, 3000, 20), 500, [True] * 3), (Costs(18.1, 6, 3001, 20), 499, [False] * 3)],
)
def test_three_things_are_promised(costs: Costs, speed: float, kept: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "costs", lambda: costs)
    monkeypatch.setattr(isolation, "hands_a_second", lambda: speed)
    assert [one.kept for one in isolation.measured()] == kept
