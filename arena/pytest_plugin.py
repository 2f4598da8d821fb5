"""What pytest finds when pitch-arena is installed: fixtures to test a bot's strength with. Imports the arena only when they are used."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def arena_match() -> Any:
    """``arena.testing.arena_match``: lets two bots meet and returns the comparison."""
    from arena.testing import arena_match

    return arena_match


@pytest.fixture
def assert_stronger() -> Any:
    """``arena.testing.assert_stronger``: fails unless a bot is shown to be stronger than another."""
    from arena.testing import assert_stronger

    return assert_stronger


@pytest.fixture
def assert_no_regression() -> Any:
    """``arena.testing.assert_no_regression``: fails if a bot is weaker than another, or that is not clear in time."""
    from arena.testing import assert_no_regression

    return assert_no_regression
