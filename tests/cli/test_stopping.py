"""A signal is answered by a sentence and exit code 4 from the first line of ours to the last, whenever it comes."""

import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.cli.stopping import stoppable

STRIKE = "import os, signal, sys\nfrom arena.__main__ import main\ndef strike(): os.kill(os.getpid(), signal.{name})\n"
EARLY = STRIKE + "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.{name}])\nstrike()\nmain()\n"
LATE = STRIKE + "import atexit\natexit.register(strike)\nmain()\n"
WITHIN = (
    STRIKE
    + """
import types
import click
from arena import cli
command = click.command()(lambda: exec("strike()"))
cli.import_module = lambda name: types.SimpleNamespace(command=command)
main()
"""
)
SIGNALS = ["SIGINT", "SIGTERM"]


def run(code, name, *words):
    return subprocess.run([sys.executable, "-c", code.format(name=name), *words], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_before_the_program_is_loaded_waits_for_its_answer(name):
    done = run(EARLY, name, "run", "my cup.yaml", "--jobs", "2")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "Interrupted; start it again with: arena run 'my cup.yaml' --jobs 2\n"


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_in_code_made_as_text_is_like_any_other(name, tmp_path):
    (tmp_path / "within.py").write_text(WITHIN.format(name=name))
    command = [sys.executable, "-m", "within", "run"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (4, "Interrupted; start it again with: arena run\n")


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_when_all_is_said_changes_nothing(name):
    done = run(LATE, name, "rules")
    assert (done.returncode, done.stdout, done.stderr) == (0, CliRunner().invoke(main, ["rules"]).stdout, "")


@pytest.mark.parametrize("name", SIGNALS)
def test_both_signals_interrupt_and_are_given_back(name):
    number = getattr(signal, name)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), stoppable():
        signal.raise_signal(number)
    assert signal.getsignal(number) is before
