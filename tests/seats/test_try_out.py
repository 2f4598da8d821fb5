"""Bots that do not start: each is named, by its file, and once."""

from pathlib import Path

import pytest

from arena.errors import BotLoadError
from arena.seats.loader import resolve
from arena.seats.places import Bounds, try_out
from arena.seats.process import Clock


@pytest.mark.parametrize(
    ("text", "start", "said"),
    [
        ("while True: pass", 0.3, "bot/it did.py: it did not start within 0.3 s"),
        ("import os; os._exit(7)", 10, "bot/it did.py: exit code 7"),
        ("1 / 0", 10, "bot/it did.py:1: ZeroDivisionError: division by zero"),
    ],
)
def test_a_bot_that_does_not_start_is_named_once(tmp_path, monkeypatch, text, start, said):
    monkeypatch.chdir(tmp_path)
    Path("bot").mkdir()  # as the place of its files in the sandbox
    Path("bot/it did.py").write_text(text)
    with pytest.raises(BotLoadError) as caught:
        try_out(resolve("bot/it did.py", tmp_path, name="x"), "process", Bounds(Clock(5, 60, start, 0), 512, 1))
    assert str(caught.value) == said


@pytest.mark.needs("sandbox")
def test_a_bot_that_does_not_start_in_the_sandbox_is_named_as_its_user_knows_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("nil.py").write_text("1 / 0")
    with pytest.raises(BotLoadError, match=r"^nil\.py:1: ZeroDivisionError: division by zero$"):
        try_out(resolve("nil.py", tmp_path), "sandbox", Bounds(Clock(5, 60, 10, 0), 512, 1))
