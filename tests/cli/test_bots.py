"""``arena bots``: what it lists, and what it says of a bot that is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import bots as listing
from arena.cli import main

GOOD = 'class Fox:\n    """{}"""\n    def bid(self, view): return 0\n    def play(self, view): return view.legal_cards[0]\n'


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")


def bots(*args: str) -> Result:
    return CliRunner().invoke(main, ["bots", *args])


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def test_the_bundled_bots_are_listed_with_what_they_say_of_themselves(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = bots()
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert "random   Plays any legal card, and bids rarely, so that games end." in lines
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert max(map(len, lines)) <= 80


def test_long_words_are_wrapped_beside_the_name():
    write("fox.py", GOOD.format("Steals what it can, and runs when it is seen."))
    assert bots("fox.py").stdout == "fox  Steals what it can, and runs when\n     it is seen.\n"


def test_a_folder_of_bots_is_listed_and_a_bots_folder_is_one():
    write("all/fox.py", GOOD.format("Small."))
    write("all/_shared.py", "")
    write("all/bear/bot.py", GOOD.format("Big."))
    write("all/bear/helper.py", "")
    assert bots("all").stdout == "bear  Big.\nfox   Small.\n"
    assert bots("all/bear").stdout == "bear  Big.\n"


def test_a_bot_without_a_docstring_shows_its_file():
    write("fox.py", GOOD.replace('    """{}"""\n', ""))
    assert bots("fox.py").stdout == "fox  fox.py\n"


def test_what_cannot_be_loaded_is_named_beside_what_can():
    write("all/bad.py", "1 / 0\n")
    write("all/worse.py", "")
    write("all/fox.py", GOOD.format("Small."))
    shown = bots("all")
    assert shown.exit_code == 3
    assert shown.stdout == "fox  Small.\n"
    assert shown.stderr.splitlines() == [
        f"Error: {Path('all/bad.py')}:1: ZeroDivisionError: division by zero",
        f"Error: {Path('all/worse.py')}: no bot in it; a bot is a class with the methods bid(self, view) and play(self, view)",
    ]


def test_a_bot_that_hangs_or_ends_its_process_hides_no_other(monkeypatch, capfd):
    monkeypatch.setattr(listing, "LOADING", 3.0)
    write("all/ant.py", "import os\nos._exit(0)\n")
    write("all/bee.py", "print('\x1b[2J')\nwhile True: pass\n")
    write("all/fox.py", GOOD.format("Small."))
    shown = bots("all")
    assert shown.exit_code == 3
    assert shown.stdout == "fox  Small.\n"
    assert shown.stderr.splitlines() == [
        f"Error: {Path('all/ant.py')}: it ended its process when it was imported",
        f"Error: {Path('all/bee.py')}: it did not come to an end within 3 s when it was imported",
    ]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("command", ["bots", "check"])
def test_it_is_said_that_bots_are_run_with_the_users_rights(command):
    said = " ".join(CliRunner().invoke(main, [command, "--help"]).stdout.split())
    assert "with your rights: try a stranger's first with arena run FILE --dry-run, where isolation: sandbox is set." in said
