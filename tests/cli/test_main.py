import os
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from arena import __version__, cli
from arena.cli import COMMANDS, main
from arena.errors import BotLoadError, ConfigError, ConfigErrors


def arena(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_help_lists_the_commands_in_order():
    result = arena("--help")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.partition("Commands:\n")[2].splitlines() if line.startswith("  ") and line.strip()]
    assert listed[:-1] == list(COMMANDS)
    assert "Example: arena run tournaments/quick.yaml" in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented_with_an_example(name):
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help
    result = arena(name, "--help")
    assert result.exit_code == 0
    assert re.search(f"Examples?: arena {name}", " ".join(result.stdout.split()))


def test_help_imports_nothing_heavy():
    code = "import sys; from arena.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"msgspec", "yaml", "rich", "numpy", "trueskill", "tqdm", "jinja2", "sqlite3", "multiprocessing", "concurrent", "random"}
    assert heavy & {name.partition(".")[0] for name in done.stderr.split()} == set()
    assert not any(f"arena.cli.{name}" in done.stderr.split() for name in COMMANDS)


def test_version():
    assert arena("--version").stdout == f"arena, version {__version__}\n"


def test_a_misspelt_command_is_told_the_nearest():
    result = arena("rnu")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: There is no command 'rnu'; did you mean 'run'?" in result.stderr
    assert f"there are {', '.join(COMMANDS)}." in arena("xyzzy").stderr


@pytest.mark.parametrize("words", [("run",), ("rules",), ("report",), ("verify",), ("bots",), ("match", "greedy", "--out", "y", "--rules")])
def test_a_path_that_the_system_refuses_is_no_fault_of_ours(words):
    path = "x" * 300 + ".yaml"
    result = arena(*words, path, *(["steady"] if "match" in words else []))
    assert result.exit_code == 2
    assert result.stderr in (f"Error: {path}: File name too long\n", f"Error: {path}/results.sqlite: File name too long\n")


def test_usage_errors_exit_with_2():
    for words in (("--frobnicate",), ("run",), ("run", "x.yaml", "--jobs", "0"), ("match", "a", "b", "--boards", "0")):
        result = arena(*words)
        assert result.exit_code == 2, words
        assert "Error: " in result.stderr


@pytest.fixture
def raising(monkeypatch):
    """Lets ``arena run`` raise what it is given."""

    def set_up(error):
        @click.command()
        def command():
            raise error

        monkeypatch.setattr(cli, "import_module", lambda name: type("module", (), {"command": command}))

    return set_up


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (ConfigError("no", source="x.yaml", line=3, key="seed"), 2, "Error: x.yaml:3: seed: no\n"),
        (ConfigErrors([ConfigError("a"), ConfigError("b")]), 2, "Error: a\nError: b\n"),
        (ConfigError("it differs:\n  seed: 1 → 2"), 2, "Error: it differs:\n  seed: 1 → 2\n"),
        (BotLoadError("no such bot"), 3, "Error: no such bot\n"),
        (KeyboardInterrupt(), 4, "Interrupted; start it again with: arena run\n"),
    ],
)
def test_errors_are_sentences_and_exit_codes(raising, error, code, text):
    raising(error)
    result = arena("run")
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", text)


def test_anything_unexpected_is_a_fault_of_ours(raising):
    raising(ZeroDivisionError("division by zero"))
    result = arena("run")
    assert result.exit_code == 5
    first, second = result.stderr.splitlines()
    assert first == "Error: ZeroDivisionError: division by zero"
    assert second.startswith("This is a fault of ours, not yours.")
    assert second.endswith("--debug run …")


def test_debug_shows_where_it_arose(raising):
    raising(ConfigError("no", source="x.yaml"))
    result = arena("--debug", "run")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "test_main.py" in result.stderr
    assert result.stderr.endswith("Error: x.yaml: no\n")


def test_a_reader_that_has_seen_enough_is_no_error(raising):
    raising(BrokenPipeError(32, "Broken pipe"))
    result = arena("run")
    assert (result.exit_code, result.stderr) == (4, "")


@pytest.mark.parametrize("words", ["--help", "run --help", "rules setback", "bots"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_without_a_reader_the_answer_is_not_no(words, unbuffered):
    reads, writes = os.pipe()
    os.close(reads)
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run([sys.executable, "-m", "arena", *words.split()], stdout=writes, stderr=-1, text=True, check=False, env=env)
    os.close(writes)
    assert (done.returncode, done.stderr) == (4, "")


def test_python_dash_m():
    done = subprocess.run([sys.executable, "-m", "arena", "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: python -m arena ")


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("words", ["--help", "rules setback", "bots", "match random lowest --boards 1 --seed 1"])
def test_a_full_output_is_a_sentence(words):
    for buffered in ({}, {"PYTHONUNBUFFERED": "1"}):
        env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | buffered
        with open("/dev/full", "w") as full:
            done = subprocess.run([sys.executable, "-m", "arena", *words.split()], stdout=full, stderr=-1, text=True, check=False, env=env)
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1] == "Error: standard output cannot be written: No space left on device"


def test_a_closed_output_shows_nothing(tmp_path):
    words = f"match random lowest --boards 1 --seed 1 --quiet --out {tmp_path / 'run'}"
    done = subprocess.run(["sh", "-c", f"{sys.executable} -m arena {words} >&-"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "run" / "report" / "report.html").is_file()


@pytest.mark.parametrize("words", [("run", ""), ("match", "random", "lowest", "--out", ""), ("report", ""), ("verify", "")])
def test_an_empty_path_is_not_the_current_folder(words):
    result = arena(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "it is empty; expected a path" in result.stderr
