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
            "sleight-3 needs at least 3 entrants, one for each side of a table; greedy-vs-random has 2",
        ),
    ],
)
def test_what_cannot_be(words, said, tmp_path):
    result = arena("compare", *words, *FAST)
    assert result.exit_code in (2, 3)
    assert said in result.stderr
    assert not (tmp_path / "runs").exists()
