import json
from xml.etree import ElementTree

import pytest

from arena.tournament.folder import RESULTS
from arena.tournament.store import Store
from tests.cli.test_run import BOTS, arena

FAST = ("--seed", 7, "--block", 5, "--jobs", 1, "--quiet")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_yes(tmp_path):
    result = arena("compare", "greedy", "random", *FAST)
    assert result.exit_code == 0
    assert result.stdout.startswith("greedy is stronger than random (setback, ")
    assert "arena replay runs/greedy-vs-random 1" in result.stdout
    with Store.read(tmp_path / "runs" / "greedy-vs-random" / RESULTS) as store:
        assert list(store.hands(0))


def test_a_no_in_a_line_and_a_second_run_in_a_folder_of_its_own(tmp_path):
    for _ in range(2):
        result = arena("compare", "random", "greedy", *FAST, "--format", "line")
        assert result.exit_code == 1
        assert result.stdout.startswith("random is not shown to be stronger than greedy (setback); LLR -")
        assert result.stdout.count("\n") == 1
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["random-vs-greedy", "random-vs-greedy-2"]


def test_undecided_is_a_no_too_and_goes_on_in_its_folder():
    words = ("compare", "greedy", "lowest", "--elo1", 400, "--elo0", 399, "--elo", "logistic", *FAST, "--out", "run", "--format", "json")
    result = arena(*words, "--max-boards", 10)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["verdict"], found["boards"], found["max_boards"]) == ("undecided", 10, 10)
    assert found["expected_boards_left"] > 0
    assert arena(*words, "--max-boards", 10).stdout == result.stdout
    fewer = arena(*words, "--max-boards", 5)
    assert fewer.exit_code == 2
    assert "match.boards: 10 → 5\n" in fewer.stderr
    more = arena(*words, "--max-boards", 20)
    assert json.loads(more.stdout)["boards"] == 20
    assert more.stdout == arena(*words[:-3], "whole", *words[-2:], "--max-boards", 20).stdout.replace("whole", "run")


def test_the_same_for_any_number_of_jobs(tmp_path):
    words = ("compare", "greedy", "random", "--seed", 7, "--block", 3, "--quiet", "--format", "json", "--record", "games")
    one, two = (arena(*words, "--jobs", jobs, "--out", f"with-{jobs}") for jobs in (1, 2))
    assert one.stdout == two.stdout
    stores = []
    for jobs in (1, 2):
        with Store.read(tmp_path / f"with-{jobs}" / RESULTS) as store:
            stores.append([(game.board, game.leg, game.points) for game in store.games(0)])
    assert stores[0] == stores[1]


def test_points_instead_of_games():
    result = arena("compare", "greedy", "random", *FAST, "--unit", "hands", "--points1", 0.1, "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["test"] == {"by": "points", "scale": "normalized", "low": 0.0, "high": 0.1, "alpha": 0.05, "beta": 0.05}
    assert found["hands"] == 2 * found["boards"]


@pytest.mark.parametrize(("pair", "failures"), [(("greedy", "random"), "0"), (("random", "greedy"), "1")])
def test_junit(pair, failures):
    result = arena("compare", *pair, *FAST, "--format", "junit")
    suite = ElementTree.fromstring(result.stdout).find("testsuite")
    assert suite is not None
    assert suite.get("failures") == failures
    assert len(suite.findall("testcase/failure")) == int(failures)


def told(xml, path):
    """The attributes and the text of one element of a JUnit file."""
    (element,) = ElementTree.fromstring(xml).findall(path)
    return element.attrib, element.text or ""


@pytest.mark.parametrize(
    ("test", "claim"),
    [
        (("--elo0", -50, "--elo1", 0), "no weaker"),
        (("--elo0", -90, "--elo1", -60), "no weaker"),
        (("--unit", "hands", "--points0", -1, "--points1", 0), "no weaker"),
        (("--elo0", -50, "--elo1", 1), "stronger"),
    ],
)
def test_a_yes_says_no_more_than_was_tested(test, claim):
    words = ("compare", *FAST, *test)
    for form in ("text", "line"):
        assert arena(*words, "greedy", "random", "--format", form).stdout.startswith(f"greedy is {claim} than random (setback")
        no = arena(*words, "random", "greedy", "--format", form)
        assert no.exit_code == 1
        assert no.stdout.startswith(f"random is not shown to be {claim} than greedy (setback")
    yes, no = (arena(*words, *pair, "--format", "junit").stdout for pair in (("greedy", "random"), ("random", "greedy")))
    assert told(yes, "testsuite/testcase")[0]["name"] == f"greedy is {claim} than random"
    failure, _ = told(no, "testsuite/testcase/failure")
    assert failure["message"].startswith(f"random is not shown to be {claim} than greedy (setback)")
    assert failure["type"] == {"no weaker": "weaker", "stronger": "not stronger"}[claim]
    assert ("stronger" in yes + no) == (claim == "stronger")
    assert json.loads(arena(*words, "greedy", "random", "--format", "json").stdout)["verdict"] == "stronger"


TYPO = """class Bot:
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legl_cards[0]
"""


@pytest.mark.parametrize("record", ["hands", "games"])
def test_the_first_fault_is_told_with_how_to_see_it(record, tmp_path):
    (tmp_path / "typo.py").write_text(TYPO)
    words = ("compare", "typo.py", "greedy", *FAST, "--max-boards", 5, "--out", "a run", "--record", record)
    detail = "typo, play: AttributeError: 'View' object has no attribute 'legl_cards' (typo.py:6, in play)"
    text = arena(*words).stdout
    assert "  faults       10 by typo, 0 by greedy\n" in text
    assert f"  first fault  crash on board 1, leg 1, hand 1: {detail}\n               arena rerun 'a run' 1/1\n" in text
    assert arena("rerun", "a run", "1/1").stderr == f"typo: crash in hand 1, play: {detail.removeprefix('typo, play: ')}\n"
    assert arena(*words, "--format", "line").stdout.endswith(f"; faults 10 by typo, 0 by greedy; first: {detail}\n")
    failure, whole = told(arena(*words, "--format", "junit").stdout, "testsuite/testcase/failure")
    assert detail in failure["message"]
    assert f"{detail}\n               arena rerun 'a run' 1/1\n" in whole
    found = json.loads(arena(*words, "--format", "json").stdout)
    assert found["faults"] == 10
    assert list(found)[-1] == "most_different"


def test_a_long_fault_is_cut_in_a_line_and_whole_in_the_text(tmp_path):
    (tmp_path / "wordy.py").write_text(TYPO.replace("view.legl_cards[0]", "int('x' * 150)"))
    words = ("compare", "greedy", "wordy.py", *FAST, "--max-boards", 1)
    assert f"{'x' * 150}' (wordy.py:6, in play)\n" in arena(*words).stdout
    line = arena(*words, "--format", "line").stdout
    assert len(line.split("; first: ")[1]) == 121
    assert line.endswith("xxx…\n")


@pytest.mark.parametrize(
    ("words", "code", "kind", "said"),
    [
        (("gredy", "random"), 3, "BotLoadError", "no bot is called 'gredy'; did you mean greedy?"),
        (("gredy", "random", "--elo0", -20, "--elo1", 0), 3, "BotLoadError", "no bot is called 'gredy'; did you mean greedy?"),
        (("gredy", "random", "--rules", "setbak"), 3, "BotLoadError", "no bot is called 'gredy'; did you mean greedy?"),
        (
            ("greedy", "random", "--rules", "setbak"),
            2,
            "ConfigErrors",
            "--rules: rules: there is no rule set 'setbak'; did you mean setback?",
        ),
        (("greedy", "random", "-s", "target"), 2, "ConfigError", "-s: 'target' is not KEY=VALUE; expected something like game.target=11"),
    ],
)
def test_junit_of_what_cannot_be_is_an_error(words, code, kind, said):
    result = arena("compare", *words, *FAST, "--format", "junit")
    assert result.exit_code == code
    assert result.stderr.startswith(f"Error: {said}")
    suite, _ = told(result.stdout, "testsuite")
    assert [suite[key] for key in ("tests", "failures", "errors")] == ["1", "0", "1"]
    case, _ = told(result.stdout, "testsuite/testcase")
    assert case["name"] == f"{words[0]} is {'no weaker' if '--elo1' in words else 'stronger'} than random"
    error, _ = told(result.stdout, "testsuite/testcase/error")
    assert error["type"] == kind
    assert result.stderr == f"Error: {error['message']}\n"
    assert not arena("compare", *words, *FAST).stdout


def test_two_versions_of_one_file_have_roles_for_names():
    result = arena("compare", BOTS / "careful.py", BOTS / "careful.py", *FAST, "--max-boards", 2)
    assert result.stdout.startswith("candidate is undecided against baseline")
    named = arena("compare", f"new={BOTS / 'careful.py'}", f"old={BOTS / 'careful.py'}", *FAST, "--max-boards", 2)
    assert named.stdout.startswith("new is undecided against old")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("greedy", "gredy"), "no bot is called 'gredy'; did you mean greedy?"),
        (("greedy", "random", "--elo0", 5, "--elo1", 5), "--elo0 5 has to be less than --elo1 5"),
        (("greedy", "random", "--points1", -1), "--points0 0 has to be less than --points1 -1"),
        (("greedy", "random", "--points0", 1), "--points0 needs --points1"),
        (("greedy", "random", "--points1", 1, "--elo1", 5), "--elo1 is for games won; with --points1 the test is of points per hand"),
        (("greedy", "random", "--points1", 1, "--elo", "normalized"), "--elo is for games won"),
        (("greedy", "random", "--points1", 1e-300), "--points0 0 and --points1 1e-300 are too close to be told apart"),
        (("greedy", "random", "--elo1", 1e-200), "--elo0 0 and --elo1 1e-200 are too close to be told apart; at least 1e-06 apart"),
        (("greedy", "old="), "'old=' is not NAME=BOT; expected something like old=v1/mybot.py"),
        (("=greedy", "random"), "'=greedy' is not NAME=BOT"),
        (("greedy", "random", "--alpha", 0.7), "--alpha 0.7 is not allowed; expected a chance above 0 and below 0.5"),
        (("greedy", "random", "--elo1", 900), "--elo1 900 is not allowed; expected a number from -200 to 200"),
        (
            ("greedy", "random", "--rules", "sleight-3"),
            "Error: a comparison needs a rule set with two sides; sleight-3 has 3\n",
        ),
        (
            ("greedy", "random", "--rules", "cutthroat"),
            "Error: a comparison needs a rule set with two sides; cutthroat has 4\n",
        ),
        (("greedy", "random", "--players", 3), "Error: a comparison needs a rule set with two sides; setback+table.players=3 has 3\n"),
        (("greedy", "random", "--rules", "setbak"), "Error: --rules: rules: there is no rule set 'setbak'; did you mean setback?\n"),
    ],
)
def test_what_cannot_be(words, said, tmp_path):
    result = arena("compare", *words, *FAST)
    assert result.exit_code in (2, 3)
    assert said in result.stderr
    assert not (tmp_path / "runs").exists()
