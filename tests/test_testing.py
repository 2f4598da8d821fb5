"""A bot's repository tests its strength with what is installed with the arena."""

from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.standings.comparison import Hypotheses
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


def test_no_regression_claims_no_more_than_it_tests():
    with pytest.raises(AssertionError, match=r"^random is not shown to be no weaker than greedy \(setback") as failed:
        assert_no_regression("random", than="greedy", block=5)
    assert "stronger" not in str(failed.value)


def test_a_failure_tells_the_first_fault_and_how_to_see_it(tmp_path):
    bot = tmp_path / "typo.py"
    bot.write_text("class Bot:\n    def bid(self, view):\n        return view.legl\n\n    def play(self, view):\n        return None\n")
    told = "crash on board 1, leg 1, hand 1: typo, auction: AttributeError: 'View' object has no attribute 'legl' (typo.py:3, in bid)\n"
    for asserted in (assert_stronger, assert_no_regression):
        with pytest.raises(AssertionError) as passing:
            asserted(bot, than="greedy", block=5, max_boards=5, record="hands")
        assert told in str(passing.value)
        assert str(passing.value).endswith("give folder='FOLDER' to keep them, then: arena rerun FOLDER 1/1\n")
        assert str(passing.value).count("arena r") == 1
    with pytest.raises(AssertionError) as kept:
        assert_stronger(bot, than="greedy", block=5, max_boards=5, folder=tmp_path / "run")
    assert f"{told}               arena rerun {tmp_path}/run 1/1\n" in str(kept.value)
    assert "FOLDER" not in str(kept.value)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"rules": "setbak"}, "rules: there is no rule set 'setbak'; did you mean setback?"),
        ({"rules": "cutthroat"}, "a comparison needs a rule set with two sides; cutthroat has 4"),
        ({"settings": {"game.targt": "3"}}, "game.targt: unknown key; did you mean target?"),
        ({"rules": "cinch", "players": 7}, "players: 7 players with 9 cards each need 63, and the pack has 52"),
        ({"test": Hypotheses(high=900)}, "elo1 900 is not allowed; expected a number from -200 to 200"),
    ],
)
def test_complaints_name_what_was_given_and_no_options(plan, said):
    with pytest.raises(ConfigError) as failed:
        arena_match("greedy", "random", **plan)
    assert str(failed.value).startswith(said)
    assert "--" not in str(failed.value)


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
