"""``isolation`` as the commands keep it: as many bots think at once as there are cores, and no sandbox is promised that is not there."""

import os
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.seats import sandbox
from arena.tournament.executors import cores
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store

# While it thinks it holds one of as many places as there are cores; where none is free it fails.
THINKER = """
import fcntl, time
from arena import Bot

class Thinker(Bot):
    def think(self):
        for number in range(self.options["places"]):
            with open(f"{self.options['folder']}/place {number}", "w") as place:
                try:
                    fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    continue
                time.sleep(0.002)
                return
        raise RuntimeError("more bots think than there are cores")

    def bid(self, view):
        self.think()
        return view.legal_bids[0]

    def play(self, view):
        self.think()
        return view.legal_cards[0]
"""
WRONG = """
import time
from arena import Bot

class Wrong(Bot):
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        time.sleep(0.05)
        return "a trump, please"
"""


def arena(*words):
    return CliRunner().invoke(main, [*map(str, words)])


def tournament(folder: Path, places: int) -> Path:
    """Six tables of one match each, all four seats in processes."""
    (folder / "thinker.py").write_text(THINKER)
    options = {"places": places, "folder": str(folder)}
    entrants = [{"bot": "thinker.py", "name": name, "options": options} for name in ("one", "two", "three", "four")]
    file = folder / "many.yaml"
    told = {"rules": "setback", "seed": 7, "isolation": "process", "match": {"boards": 1, "unit": "hands"}, "entrants": entrants}
    file.write_bytes(msgspec.yaml.encode(told))
    return file


def faults(run: Path) -> list[tuple[str, str]]:
    with Store.read(run / RESULTS) as store:
        return [(fault.kind, fault.detail) for result in store.results() for game in result.games for fault in game.faults]


@pytest.mark.parametrize("most", [1, 2])
def test_no_more_bots_think_at_once_than_there_are_cores(tmp_path, most):
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:most])
    try:
        count = cores()
        done = arena("run", tournament(tmp_path, count), "--out", tmp_path / "run", "--jobs", "auto")
    finally:
        os.sched_setaffinity(0, before)
    assert count == min(most, len(before))
    assert done.exit_code == 0, done.output
    assert (tmp_path / "place 0").exists()
    assert faults(tmp_path / "run") == []


def test_a_fault_is_stored_with_all_that_is_known_and_its_run_is_suspect(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    entrants = [{"bot": "wrong.py"}, {"bot": "lowest"}]
    told = {"rules": "setback", "seed": 7, "isolation": "process", "match": {"boards": 1, "unit": "hands"}, "entrants": entrants}
    (tmp_path / "few.yaml").write_bytes(msgspec.yaml.encode(told | {"limits": {"decision": 30}}))
    done = arena("run", tmp_path / "few.yaml", "--out", tmp_path / "run")
    assert done.exit_code == 0, done.output
    assert "setback: SUSPECT: wrong had faults in 2 of 2 games." in done.stdout
    with Store.read(tmp_path / "run" / RESULTS) as store:
        games = [game for result in store.results() for game in result.games]
    assert [(game.board, game.leg) for game in games] == [(1, 1), (1, 2)]
    for game in games:
        first, *_ = game.faults
        assert (first.entrant, first.hand, first.phase, first.kind, first.answer) == ("wrong", 1, "play", "malformed", "a trump, please")
        assert first.used == first.legal.split(", ")[0]
        assert first.detail == f"wrong, hand 1: a trump, please is not legal for seat {first.seat} in the play; legal: {first.legal}"
        assert 0.05 <= first.seconds < 30


def test_a_sandbox_that_cannot_be_kept_is_refused_with_the_package_to_install(tmp_path, monkeypatch):
    file = tournament(tmp_path, 1)
    file.write_text(file.read_text().replace("isolation: process", "isolation: sandbox"))
    monkeypatch.setattr("shutil.which", lambda _: None)
    sandbox.features.cache_clear()
    try:
        done = arena("run", file, "--out", tmp_path / "run")
    finally:
        sandbox.features.cache_clear()
    assert done.exit_code == 2
    assert "isolation: sandbox cannot keep its promise on this machine" in done.output
    assert "install the package bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)" in done.output
    assert not (tmp_path / "run").exists()
