"""The example bots in other languages, end to end, in processes and shut in."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from arena.seats.loader import resolve_command
from arena.tournament.match import play_match
from tests.seats.test_isolation import bare, bots, match

HERE = Path(__file__).parents[2] / "bots" / "other_languages"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    for file in HERE.glob("lowest.*"):
        shutil.copy(file, folder)
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", folder / "lowest", folder / "lowest.c"], check=True)
    return folder


pytestmark = pytest.mark.needs("node", "cc", "awk")
COMMANDS = {"js": ["node", "lowest.js"], "c": ["./lowest"], "sh": ["sh", "lowest.sh"]}


@pytest.mark.parametrize("language", COMMANDS)
@pytest.mark.parametrize("rules", ["setback", "draw", "ten-point", "five-point-joker"])
def test_it_plays_every_phase_without_a_fault(folder, language, rules):
    bot = resolve_command(COMMANDS[language], folder, name="z")
    games = bare(play_match(match((*bots("random"), bot), "process", rules, boards=3)))
    assert [fault for game in games for fault in game["faults"]] == []


@pytest.mark.needs("sandbox")
@pytest.mark.parametrize("language", COMMANDS)
def test_it_plays_the_same_in_the_sandbox(folder, language):
    bot = resolve_command(COMMANDS[language], folder, name="z")
    first, second = (bare(play_match(match((*bots("random"), bot), where, boards=1))) for where in ("process", "sandbox"))
    assert first == second


def test_they_all_play_alike(folder):
    games = []
    for words in COMMANDS.values():
        bot = resolve_command(words, folder, name="z")
        games.append(bare(play_match(match((*bots("random"), bot), "process", boards=2))))
    assert games[0] == games[1] == games[2]


@pytest.mark.needs("sandbox")
def test_a_command_with_a_folder_runs_there_and_is_known_by_all_of_it(folder):
    bot = resolve_command(["node", "lowest.js"], folder.parent, folder=folder.name, name="z")
    assert bot.folder == str(folder)
    other = resolve_command(["node", "lowest.js"], folder, name="z")
    assert bot.digest != other.digest
    games = bare(play_match(match((*bots("random"), bot), "sandbox", boards=1)))
    assert [fault for game in games for fault in game["faults"]] == []
