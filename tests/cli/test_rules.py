"""``arena rules``: what it prints, where, and how it exits."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from arena.cli import main
from arena.rulesets import load, names, resolved_mapping

BAD = Path(__file__).parents[1] / "data" / "rules_bad"


def rules(*words):
    return CliRunner().invoke(main, ["rules", *map(str, words)])


def test_the_list():
    result = rules()
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["name", *names()]


def test_an_explanation():
    result = rules("setback")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("setback: Setback, won on a made bid\n")
    assert "Source: Pitch, general rules checked against Pagat" in result.stdout
    assert "OK" not in result.stdout


def test_yaml_is_the_rule_set_resolved():
    result = rules("ten-point", "--yaml")
    assert result.exit_code == 0
    assert yaml.safe_load(result.stdout) == resolved_mapping(load("ten-point"))


def test_a_good_file(tmp_path):
    path = tmp_path / "house.yaml"
    path.write_text("extends: setback\ntitle: Thursdays\ngame: {target: 11}\n")
    result = rules(path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{path}: OK\n\nhouse: Thursdays\n")
    assert "11 points win" in result.stdout
    assert load(yaml.safe_load(rules(path, "--yaml").stdout)) == load(path)


def test_a_bad_file_is_answered_with_every_fault():
    path = BAD / "words.yaml"
    result = rules(path)
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == 6
    assert lines[0].endswith(
        f"{path}:2: trump.set_by: 'first_leed' is not allowed; expected announced or first_lead; did you mean first_lead?"
    )
    assert not any("Traceback" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "words"),
    [("setbak", "there is no rule set 'setbak'; did you mean setback?"), ("nowhere/x.yaml", "there is no file 'nowhere/x.yaml'")],
)
def test_unknown_names(name, words):
    result = rules(name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_differences():
    result = rules("--diff", "jpgames", "jpgames-7")
    assert result.exit_code == 0
    assert result.stdout == "jpgames → jpgames-7\ngame.target: 21 → 7\n"


@pytest.mark.parametrize(("words", "title"), [((), "A rule set of Pitch Arena"), (("tournament",), "A tournament of Pitch Arena")])
def test_schemas(words, title):
    result = rules("--schema", *words)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["title"] == title


@pytest.mark.parametrize("words", [("setback", "--schema", "rules"), ("setback", "--diff", "jpgames", "setback"), ("--yaml",)])
def test_one_thing_at_a_time(words):
    result = rules(*words)
    assert result.exit_code == 2
    assert "give one of NAME, FILE, --diff and --schema" in result.stderr


def test_every_built_in_file_is_a_good_file(tmp_path):
    for name in names():
        path = tmp_path / f"{name}.yaml"
        path.write_text((files("arena.rulesets") / f"{name}.yaml").read_text())
        assert rules(path).stdout.startswith(f"{path}: OK\n")
