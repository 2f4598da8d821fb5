import fcntl
import io
import os
import re
import struct
import sys
import termios

import click
import pytest
from click.testing import CliRunner

from arena.cli.options import options
from arena.cli.progress import Done, progress
from arena.tournament.executors import cores


class Terminal(io.StringIO):
    def isatty(self):
        return True


def told(done, planned, games, *, quiet=False):
    with progress(done, planned, quiet=quiet) as tell:
        for count in games:
            tell(count, "0 faults, ann leads with 60 %")


def test_elsewhere_than_on_a_terminal_a_line_is_written_for_every_tenth(capsys):
    told(Done(0, 0), Done(40, 400), [10] * 40)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in lines] == [f"{matches} of 40 matches" for matches in range(4, 41, 4)]
    assert all(re.fullmatch(r"\d+ of 40 matches, 0 faults, ann leads with 60 %, [\d,]+ games/s, \d+ s left", line) for line in lines)


def test_what_goes_beyond_the_plan_is_not_measured_against_it(capsys):
    told(Done(0, 0), Done(10, 100), [10] * 12)
    lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"10 of 10 matches, 0 faults, ann leads with 60 %, [\d,]+ games/s, 0 s left", lines[9])
    assert re.fullmatch(r"11 matches, 0 faults, ann leads with 60 %, [\d,]+ games/s", lines[10])
    assert len(lines) == 12


def test_what_was_done_before_counts(capsys):
    told(Done(35, 350), Done(40, 400), [10] * 5)
    assert [line.partition(",")[0] for line in capsys.readouterr().err.splitlines()] == ["36 of 40 matches", "40 of 40 matches"]


def test_on_a_terminal_one_line_lives(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    told(Done(0, 0), Done(2, 20), [10, 10])
    assert terminal.getvalue().count("\n") == 1
    assert re.search(r"2/2 matches \|.*\| +[\d.?]+ games/s, 00:00 left, 0 faults, ann leads with 60 %\n$", terminal.getvalue())


def test_on_a_terminal_too(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    told(Done(0, 0), Done(1, 10), [10, 10])
    assert re.search(r"\r2 matches, +[\d.?]+ games/s, 0 faults, ann leads with 60 %\n$", terminal.getvalue())


def last_line(monkeypatch, rows, columns, leader):
    """What a terminal of that size shows in the end."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with open(ours, "rb", buffering=0) as screen, open(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with progress(Done(0, 0), Done(2, 20), quiet=False) as tell:
            for _ in range(2):
                tell(10, f"0 faults, {leader} leads with 60 %")
        terminal.flush()
        shown = b""
        while b"\n" not in shown:
            shown += screen.read(1 << 12)
    return shown.decode().rstrip().rpartition("\r")[2]


def test_on_a_narrow_terminal_what_is_said_last_gives_way(monkeypatch):
    last = last_line(monkeypatch, 25, 80, "somebody of a rather long name")
    assert re.fullmatch(r"2/2 matches \|.\| +[\d.?]+ games/s, 00:00 left, 0 faults, somebody of .*", last)
    assert len(last) <= 80


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (25, 0), (0, 80)])
def test_a_terminal_without_a_size_counts_as_one_of_eighty_columns(monkeypatch, rows, columns):
    last = last_line(monkeypatch, rows, columns, "ann")
    assert re.fullmatch(r"2/2 matches \|.+\| +[\d.?]+ games/s, 00:00 left, 0 faults, ann leads with 60 %", last)
    assert len(last) <= 80


def test_nothing_is_said_when_nothing_is_to_be_done_or_wanted(capsys):
    told(Done(2, 20), Done(2, 20), [])
    told(Done(0, 0), Done(2, 20), [10, 10], quiet=True)
    assert capsys.readouterr().err == ""


def test_jobs_are_a_number_or_auto():
    @click.command()
    @options
    def command(**more):
        click.echo(more["jobs"])

    for words, jobs in (([], cores()), (["--jobs", "auto"], cores()), (["--jobs", "3"], 3)):
        assert CliRunner().invoke(command, words).stdout == f"{jobs}\n"
    refused = CliRunner().invoke(command, ["--jobs", "many"])
    assert refused.exit_code == 2
    assert "'many' is neither a number of processes, at least 1, nor auto." in refused.stderr
