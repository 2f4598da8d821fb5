"""A bot's repository tests its strength with what is installed with the arena."""

from pathlib import Path

import pytest

from arena.testing import arena_match, assert_no_regression, assert_stronger

BOTS = Path(__file__).parent / "data" / "bots"


def test_stronger_passes_and_tells_how_it_was():
    found = assert_stronger("greedy", than="random", block=5)
    assert found.verdict == "stronger"
    assert found.boards < 100


def test_not_stronger_fails_with_the_whole_comparison():
    with pytest.raises(AssertionError, match=r"random is not shown to be stronger than greedy[\s\S]*LLR") as failed:
        assert_stronger("random", than="greedy", block=5)
    # pytest ends its traceback at the line of the test.
    assert failed.traceback[-1].ishidden(failed)


def test_regressions():
    assert_no_regression("greedy", than="random", block=5)
    with pytest.raises(AssertionError, match="is not shown"):
        assert_no_regression("random", than="greedy", block=5)


def test_paths_options_and_a_folder_that_stays(tmp_path):
    bold = {"name": "bolder", "bot": "bold", "options": {"nerve": 3}}
    found = arena_match(BOTS / "careful.py", bold, max_boards=2, folder=tmp_path / "run")
    assert (found.candidate, found.baseline, found.boards) == ("careful", "bolder", 2)
    assert (tmp_path / "run" / "results.sqlite").exists()
    again = arena_match(BOTS / "careful.py", bold, max_boards=2, jobs=2)
    assert again.points_per_hand == found.points_per_hand


def test_the_plugin_gives_the_same_as_fixtures(request):
    for name, function in (
        ("arena_match", arena_match),
        ("assert_stronger", assert_stronger),
        ("assert_no_regression", assert_no_regression),
    ):
        assert request.getfixturevalue(name) is function
