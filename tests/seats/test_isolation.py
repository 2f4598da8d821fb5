"""One contract for the ways of running bots: the same games, whatever the way."""

from __future__ import annotations

import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena import BotLoadError, BotSpec, load_rules, play_match
from arena.errors import BotFault
from arena.pitch.ruleset import RuleSet
from arena.seats import child, launch, warden
from arena.seats.launch import Plain
from arena.seats.loader import resolve, resolve_command
from arena.seats.places import Bounds, start_of, try_out, where_of
from arena.seats.process import Child, Clock
from arena.seats.start import Start
from arena.seats.wire import Done
from arena.tournament.schedule import legs
from arena.tournament.spec import Faults, Limits, MatchRules, MatchSpec

BOTS = Path(__file__).parents[1] / "data" / "bots"
ZOO = Path(__file__).parents[1] / "hostile" / "zoo"
TWO = {"extends": "cutthroat", "table": {"players": 2}}
GAMES = 1000
RIVALS = [
    *("liars.py:AnswersNone", "liars.py:AnswersForeignCard", "liars.py:AnswersLeaver"),
    *("liars.py:RaisesWhatCannotBeShown", "liars.py:RaisesWhatCannotBeSaid", "dying.py:Crashes"),
]
PATIENT = Limits(decision=60, game=600, start=60)
HELPFUL = """
from arena import Bot
from helper import WORD

class Helpful(Bot):
    def game_started(self, info):
        assert WORD == {word!r}, WORD
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        return view.legal_cards[0]
"""
CURIOUS = """
import os, sys
from arena import Bot

class Curious(Bot):
    def game_started(self, info):
        assert os.environ.get("COLOUR") == "blue", dict(os.environ)
        assert "SECRET" not in os.environ
        assert sys.executable == self.options["python"], sys.executable
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        return view.legal_cards[0]
"""


def match(table, where, rules="setback", *, boards=2, unit="hands", limits=PATIENT) -> MatchSpec:
    loaded = load_rules(rules)
    sides = len(loaded.table.sides)
    return MatchSpec(
        rules_index=0,
        rules=loaded,
        seed="twins",
        table=table,
        first_board=1,
        boards=boards,
        legs=legs(sides, "rotations"),
        match=MatchRules(boards=boards, block=boards, unit=unit),
        limits=limits,
        faults=Faults(),
        record="hands",
        isolation=(where,) * len(table),
    )


def bare(result) -> Any:
    """A match as it is exported: without what was timed."""
    games = [msgspec.structs.replace(game, seconds=(), timed=()) for game in result.games]
    plain = msgspec.to_builtins(games)
    for game in plain:
        for fault in game["faults"]:
            fault["seconds"] = 0
    return plain


def bots(*names: str) -> tuple[BotSpec, ...]:
    found = [resolve(name, BOTS, name=f"{number} {name}") for number, name in enumerate(names)]
    return tuple(sorted(found, key=lambda bot: bot.name))


class Contract:
    """What every way of running bots does."""

    where = "inline"
    rules: tuple[str, ...] = ("setback", "ten-point", "draw", "five-point-joker", "cutthroat")

    def test_the_games_are_the_same(self):
        for rules in self.rules:
            sides = len(load_rules(rules).table.sides)
            table = bots("chance.py", "random", "counter", "careful.py")[:sides]
            assert bare(play_match(match(table, self.where, rules))) == bare(play_match(match(table, "inline", rules))), rules

    @pytest.mark.parametrize("rival", RIVALS)
    def test_the_faults_are_the_same(self, rival):
        table = (*bots("steady"), resolve(str(ZOO / rival), Path(), name="rival"))
        games = bare(play_match(match(table, self.where, boards=1)))
        assert games == bare(play_match(match(table, "inline", boards=1)))
        assert games[0]["faults"]


class TestInline(Contract):
    where = "inline"


class TestProcess(Contract):
    where = "process"

    def test_whole_games_are_the_same(self):
        table = bots("chance.py", "random")
        spec = match(table, self.where, {"extends": "jpgames", "game": {"target": 5}}, unit="games")
        assert bare(play_match(spec)) == bare(play_match(msgspec.structs.replace(spec, isolation=())))


@pytest.mark.needs("sandbox")
class TestSandbox(Contract):
    where = "sandbox"
    rules = ("ten-point",)


class TestPlain(Contract):
    """Without a warden, as on other systems."""

    where = "process"
    rules = ("setback",)

    @pytest.fixture(autouse=True)
    def _no_warden(self, monkeypatch):
        monkeypatch.setattr(launch, "LINUX", False)


def test_what_is_rehearsed_leaves_no_trace():
    before, open_before = random.getstate(), sorted(os.listdir("/proc/self/fd"))
    child.rehearsal.cache_clear()
    done = child.rehearsal()
    assert random.getstate() == before
    assert sorted(os.listdir("/proc/self/fd")) == open_before
    phases = {msgspec.json.decode(line).get("view", {}).get("phase") for line in done.lines}
    assert phases == {"auction", "play", None}


@pytest.mark.parametrize("where", ["inline", "process", pytest.param("sandbox", marks=pytest.mark.needs("sandbox"))])
def test_two_folders_with_helpers_of_the_same_name(tmp_path, where):
    for word in ("one", "two"):
        folder = tmp_path / word
        folder.mkdir()
        (folder / "helper.py").write_text("from pathlib import Path\nWORD = Path(__file__).with_name('word.txt').read_text()\n")
        (folder / "word.txt").write_text(word)
        (folder / "bot.py").write_text(HELPFUL.format(word=word))
    table = tuple(resolve(word, tmp_path) for word in ("one", "two"))
    assert [game.faults for game in play_match(match(table, where, TWO, boards=1)).games] == [(), ()]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """An interpreter in an environment of its own, in which this package is installed."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    here = [str(Path(launch.__file__).parents[2]), *(path for path in sys.path if path.endswith("site-packages"))]
    (site / "here.pth").write_text("\n".join(here) + "\n")
    return str(folder / "bin" / "python")


def test_a_bot_with_its_own_interpreter_and_environment(tmp_path, python, monkeypatch):
    monkeypatch.setenv("SECRET", "do not tell")
    (tmp_path / "curious.py").write_text(CURIOUS)
    bot = resolve("curious.py", tmp_path, options={"python": python})
    own = msgspec.structs.replace(bot, python=python, env={"COLOUR": "blue"})
    assert where_of(own, "auto") == "process"
    games = play_match(match((own, *bots("random")), "process", boards=1)).games
    assert [fault.detail for game in games for fault in game.faults] == []


def test_an_interpreter_without_the_arena_is_named(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    bot = msgspec.structs.replace(bots("careful.py")[0], python=str(tmp_path / "bin" / "python"))
    with pytest.raises(BotLoadError, match=r"no pitch-arena is installed for this interpreter"):
        try_out(bot, "process", Bounds(Clock(5, 60, 20, 1), 512, 1))


def test_where_bots_run_by_default():
    assert where_of(bots("random")[0], "auto") == "inline"
    assert where_of(bots("careful.py")[0], "auto") == "process"
    assert where_of(resolve_command(["cat"], BOTS, name="x"), "auto") == "process"
    assert where_of(bots("careful.py")[0], "inline") == "inline"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sh", "-c", "exit 7"], "exit code 7"),
        (["sh", "-c", "echo lost >&2; exit 7"], "the last it printed: lost"),
        (["sh", "-c", "echo hello"], "it began with hello; expected a hello with protocol 1"),
        (["sh", "-c", """echo '{"type":"hello","protocol":2}'; cat"""], "expected a hello with protocol 1"),
        (["sh", "-c", """echo '{"type":"fault","id":0,"detail":"not today"}'"""], "not today"),
        (["sleep", "60"], "it did not start within 1 s"),
    ],
)
def test_a_command_that_does_not_start_says_why(words, said):
    with pytest.raises(BotLoadError) as caught:
        try_out(resolve_command(words, BOTS, name="x"), "process", Bounds(Clock(5, 60, 1, 0.5), 512, 1))
    assert said in str(caught.value)


def test_a_failed_start_is_tried_once_in_a_sitting():
    started: list[Start] = []

    def begin():
        started.append(Start(argv=("sh", "-c", "exit 1")))
        return launch.launch(started[-1])

    child = Child("x", begin, RuleSet(), {}, Clock(1, 1, 20, 1), [])
    for _ in range(3):
        with pytest.raises(BotFault, match="exit code 1"):
            child.greet()
    assert len(started) == 1


class Scripted:
    """A process that says what stands in a script, an empty text where it takes its time."""

    def __init__(self, *script: bytes) -> None:
        self.script, self.told = list(script), list[bytes | str]()

    def itself(self):
        return self

    def send(self, data):
        self.told.append(data)

    def receive(self, seconds):
        return self.script.pop(0)

    def pause(self, *, now):
        self.told.append("hold" if now else "go on")

    def close(self):
        self.told.append("end")


def test_while_one_takes_its_time_the_others_are_held():
    hello, done = b'{"type":"hello","protocol":1}\n', b'{"type":"done","id":%d}\n'
    table: list[Child] = []
    quick = Scripted(hello, done % 1, done % 2, done % 3)
    slow = Scripted(hello, done % 1, b"", done % 2, b"", done % 3)
    one, two = (Child("x", partial(Scripted.itself, process), RuleSet(), {}, Clock(1, 1, 1, 1), table) for process in (quick, slow))
    for bot in table:
        bot.greet()
    for number in (1, 2, 3):
        for bot, word in ((one, b"quick"), (two, b"slow")):
            assert bot.ask("", number, word, 1, time.perf_counter()) == Done(number)
    assert quick.told[1:] == [b"quick", b"quick", "hold", "go on", b"quick", "hold"]
    assert slow.told[1:] == [b"slow", b"slow", b"slow"]


def test_whoever_is_held_is_held_with_all_it_started():
    for _ in range(8):
        with closing(launch.launch(Start(argv=("sh", "-c", "sleep 60 & (sleep 60 & sleep 60) & echo; wait")))) as process:
            assert process.receive(20) == b"\n"
            process.pause(now=True)  # some of it is being born just now
            assert _soon(lambda: set(_states().values()) == {"T"})
            held = _states()
            process.pause(now=False)
            assert _soon(lambda: "T" not in _states().values())
            assert _states().keys() >= held.keys()


def _soon(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def _states() -> dict[int, str]:
    """Of the processes of a bot that is a shell script, by process."""
    stats = []
    for pid in warden.descendants():
        with suppress(OSError):
            stats.append(Path(f"/proc/{pid}/stat").read_text())
    states = {int(stat.split()[0]): stat.rpartition(")")[2].split()[0] for stat in stats if "(sh)" in stat or "(sleep)" in stat}
    return {pid: state for pid, state in states.items() if state != "Z"}


def test_a_bot_that_takes_back_what_it_said_stops_nobody():
    process: Any = launch.launch(Start(argv=("sh", "-c", "sleep 2")))

    class Late:
        def poll(self, _seconds):
            return [(process._reply, select.POLLIN)]  # what was there has gone before it is read

    process._poll = Late()
    assert process.receive(0.1) == b""
    process.close()


def test_only_as_a_user_of_its_own_are_a_bots_processes_counted_by_the_system(monkeypatch):
    """A limit on them would count all that a person runs, and a browser alone has more than a bot may."""
    bot, bounds = bots("careful.py")[0], Bounds(Clock(1, 1, 1, 1), 512, 1)
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert start_of(bot, "sandbox", bounds).alone == (user == 0)
        assert start_of(resolve_command(["cat"], BOTS, name="x"), "sandbox", bounds).alone == (user == 0)


def test_files_that_cannot_be_copied_are_named(tmp_path):
    process = launch.launch(Start(argv=("cat",), copies=(str(tmp_path / "gone"),)))
    with pytest.raises(BotFault, match=r"its files cannot be copied: .*gone"):
        process.receive(20)
    process.close()


def test_no_orphan_survives_the_arena(tmp_path):
    """Killed in the middle of a decision, the arena takes its bots with it, and their folders."""
    code = f"""
import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from tests.seats.test_isolation import *
bot = resolve({str(ZOO / "stuck.py")!r} + ":Sleeps", Path(), name="x")
play_match(match((*bots("random"), bot), "process", limits=Limits(decision=60)))
"""
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    arena = subprocess.Popen([sys.executable, "-c", code], env=environment)
    until = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 4 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(list(tmp_path.iterdir())) == 4
    assert _marked(tmp_path)
    arena.send_signal(signal.SIGKILL)
    arena.wait()
    while (_marked(tmp_path) or list(tmp_path.iterdir())) and time.monotonic() < until:
        time.sleep(0.05)
    assert _marked(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def _marked(folder: Path) -> list[str]:
    """Processes anywhere that were given this folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (place / "environ").read_bytes():
                found.append(place.name)
        except OSError:
            continue
    return found


def test_crashes_keep_memory_and_descriptors_flat():
    bot = resolve(str(ZOO / "dying.py:Crashes"), Path(), name="x")
    spec = match((*bots("random"), bot), "process", TWO, boards=GAMES)
    spec = msgspec.structs.replace(spec, isolation=("inline", "process"), legs=spec.legs[:1], record="games")
    play_match(msgspec.structs.replace(spec, boards=100))
    before, open_before = _memory(), len(os.listdir("/proc/self/fd"))
    assert {game.reason for game in play_match(spec).games} == {"forfeit"}
    assert len(os.listdir("/proc/self/fd")) == open_before
    assert _memory() - before < 4 << 10


def _memory() -> int:
    """KiB."""
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS:"))


def test_a_plain_process_that_ends_says_how():
    process = Plain(Start(argv=("sh", "-c", "exit 3")))
    with pytest.raises(BotFault, match="exit code 3"):
        process.receive(20)
    process.close()


@pytest.mark.needs("linux")
def test_an_arena_that_dies_before_it_has_heard_of_its_nursery_leaves_no_traceback():
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        words = [sys.executable, "-P", "-m", "arena.seats.warden", str(theirs.fileno())]
        nursery = subprocess.Popen(words, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE, text=True)
    assert select.select([ours], [], [], 60)[0] == [ours]
    ours.close()
    assert (nursery.communicate(timeout=60)[1], nursery.returncode) == ("", 0)
