"""A zoo of hostile and broken bots: what each comes to, that it harms nobody else, and that nothing is left of it."""

from __future__ import annotations

import os
import shutil
import socket
import time
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena import BotSpec, play_match
from arena.seats import launch, warden
from arena.seats.loader import resolve
from arena.tournament.spec import Faults, GameResult, Limits, MatchSpec
from tests.seats import test_isolation as twins

ZOO = Path(__file__).parent / "zoo"
HONEST = Path(__file__).parents[1] / "data" / "bots"
TWO = {"extends": "cutthroat", "table": {"players": 2}}
FAST = Limits(decision=0.4, game=5, start=20, memory_mb=160, grace=0.1)
SLOW = msgspec.structs.replace(FAST, decision=20)
IMPATIENT = msgspec.structs.replace(FAST, start=1.5)


def match(rules, table, where, *, boards=1, limits=FAST, unit="hands", record="games") -> MatchSpec:
    whole = twins.match(table, "process", rules, boards=boards, unit=unit, limits=limits)
    faults = Faults(strikes=2)
    return msgspec.structs.replace(whole, seed="zoo", legs=whole.legs[:1], faults=faults, record=record, isolation=where)


def bot(name: str, **more) -> BotSpec:
    file, _, cls = name.partition(":")
    return BotSpec(name="guest", bot=f"{ZOO / file}.py" + (f":{cls}" if cls else ""), **more)


HOST = BotSpec(name="host", bot="lowest")


def played(guest: BotSpec, where="process", rules=TWO, **more) -> tuple[GameResult, ...]:
    return play_match(match(rules, (guest, HOST), (where, "inline"), **more)).games


def neighbours() -> list[Any]:
    """A match of two honest entrants in processes, as it is exported."""
    table = (BotSpec(name="careful", bot=f"{HONEST}/careful.py"), BotSpec(name="chance", bot=f"{HONEST}/chance.py"))
    limits = Limits(decision=60, game=600, start=60)
    games = play_match(match(TWO, table, ("process", "process"), limits=limits, record="hands")).games
    return [msgspec.to_builtins(msgspec.structs.replace(game, seconds=(), timed=())) for game in games]


@cache
def undisturbed() -> list[Any]:
    return neighbours()


@pytest.fixture(scope="module")
def others():
    """Processes that other tests keep, such as a pool's helper."""
    launch.end_nursery()
    return set(warden.descendants())


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory, others):
    """A place for the bots' own folders, so that what is left of them shows."""
    folder = tmp_path_factory.mktemp("folders")
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        undisturbed()
        yield folder
    finally:
        launch.end_nursery()
        os.environ.pop("TMPDIR") if before is None else os.environ.update(TMPDIR=before)


@pytest.fixture(autouse=True)
def nothing_is_left(folder, others):
    descriptors = sorted(os.listdir("/proc/self/fd"))
    yield
    assert sorted(os.listdir("/proc/self/fd")) == descriptors
    until = time.monotonic() + 5
    while len(set(warden.descendants()) - others) > 1 and time.monotonic() < until:  # the last steps of a warden that let go
        time.sleep(0.01)
    assert len(set(warden.descendants()) - others) == 1  # the nursery
    assert list(folder.iterdir()) == []
    assert strays(str(folder)) == []
    assert neighbours() == undisturbed()


def strays(mark: str) -> list[str]:
    """Processes anywhere that were given this folder, but for the nursery."""
    found, ours = [], set(map(str, warden.descendants()))
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if place.name not in ours and mark.encode() in (place / "environ").read_bytes():
                found.append((place / "comm").read_text())
        except OSError:
            continue
    return found


STRIKES = "strikes"  # the game is lost by two strikes
AT_ONCE = "at once"  # the game is lost by this fault
LIVES = "lives"  # the game is played to its end
OUTCOMES = [
    ("stuck:LoopsInBid", ["late", "late", "late"], STRIKES, {"rules": "jpgames"}),
    ("stuck:LoopsInPlay", ["late", "late"], STRIKES, {}),
    ("stuck:LoopsInNameTrump", ["late", "late"], STRIKES, {"rules": "ten-point", "unit": "games"}),
    ("stuck:LoopsInDiscard", ["late", "late", "late"], STRIKES, {"rules": "draw"}),
    ("stuck:LoopsInHandEnded", ["late"], LIVES, {}),
    ("stuck:LoopsInGameEnded", ["late"], LIVES, {}),
    ("stuck:LoopsInGameStarted", ["start"], AT_ONCE, {"limits": IMPATIENT}),
    ("stuck:LoopsInInit", ["start"], AT_ONCE, {"limits": IMPATIENT}),
    ("loops_at_import", ["start"], AT_ONCE, {"limits": IMPATIENT}),
    ("dies_at_import", ["start"], AT_ONCE, {}),
    ("stuck:Sleeps", ["late", "late"], STRIKES, {}),
    ("stuck:IgnoresSigterm", ["late", "late"], STRIKES, {}),
    ("stuck:CatchesEverything", ["late", "late"], STRIKES, {}),
    ("stuck:AnswersOnceTooLate", ["late"], LIVES, {}),
    ("dying:Leaves", ["dead"], AT_ONCE, {}),
    ("dying:RaisesSystemExit", ["crash"], AT_ONCE, {}),
    ("dying:RaisesKeyboardInterrupt", ["crash"], AT_ONCE, {}),
    ("dying:Crashes", ["crash"], AT_ONCE, {}),
    ("dying:Recurses", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("dying:Segfaults", ["dead"], AT_ONCE, {"limits": SLOW}),
    ("dying:KillsItself", ["dead"], AT_ONCE, {}),
    ("dying:ClosesEverything", ["dead"], AT_ONCE, {}),
    ("greedy:Balloon", ["memory"], AT_ONCE, {"limits": SLOW}),
    ("greedy:SharedBalloon", ["memory"], AT_ONCE, {"limits": SLOW}),
    ("greedy:ForkBomb", ["processes"], AT_ONCE, {"limits": SLOW}),
    ("greedy:ThreadBomb", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("greedy:Daemon", [], LIVES, {"limits": SLOW}),
    ("greedy:Chatterbox", ["output"], AT_ONCE, {"limits": SLOW}),
    ("greedy:FillsTheDisk", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("greedy:LocksItsFolder", [], LIVES, {"limits": SLOW}),
    ("greedy:DigsDeep", [], LIVES, {"limits": SLOW}),
    ("liars:AnswersNone", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersNaN", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersTrue", ["malformed"], LIVES, {"limits": SLOW}),
    ("liars:AnswersWords", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersForeignCard", ["illegal", "illegal"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersHuge", ["malformed"], LIVES, {"limits": SLOW}),
    ("liars:AnswersGenerator", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersList", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersLiar", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:AnswersBomb", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:MutatesView", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("liars:ForcesView", [], LIVES, {"limits": SLOW}),
    ("liars:Reseeds", [], LIVES, {"limits": SLOW}),
    ("liars:PatchesArena", [], LIVES, {"limits": SLOW}),
    ("liars:WritesGarbage", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:WritesHalfALine", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:Floods", ["oversized"], AT_ONCE, {"limits": SLOW}),
    ("liars:FloodsWithLines", ["oversized"], AT_ONCE, {"limits": SLOW}),
    ("liars:AnswersTwice", [], LIVES, {"limits": SLOW}),
    ("liars:ForgesTheEnd", ["dead"], AT_ONCE, {"limits": SLOW}),
    ("liars:ForgesAHello", [], LIVES, {"limits": SLOW}),
    ("liars:NestsItsAnswer", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
    ("liars:RaisesWhatCannotBeShown", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("liars:RaisesWhatCannotBeSaid", ["crash"], AT_ONCE, {"limits": SLOW}),
    ("liars:AnswersLeaver", ["malformed", "malformed"], STRIKES, {"limits": SLOW}),
]


@pytest.mark.parametrize(("name", "kinds", "end", "more"), OUTCOMES, ids=[name for name, *_ in OUTCOMES])
def test_what_it_comes_to(name, kinds, end, more):
    (game,) = played(bot(name), **more)
    assert [fault.kind for fault in game.faults if fault.entrant == "guest"] == kinds, game.faults
    assert not [fault for fault in game.faults if fault.entrant == "host"]
    assert (game.reason == "forfeit") == (end != LIVES)
    if end != LIVES:
        assert game.forfeits == (0,)
        assert (game.outcome, game.winner) == ("win", 1)


def test_it_may_delete_itself(tmp_path):
    file = tmp_path / "greedy.py"
    shutil.copy(ZOO / "greedy.py", file)
    (game,) = played(BotSpec(name="guest", bot=f"{file}:DeletesItself"), limits=SLOW)
    assert (game.reason, game.faults) == ("hand", ())
    assert not file.exists()


def test_what_it_prints_is_in_its_log(tmp_path):
    spec = match(TWO, (bot("greedy:Talker"), HOST), ("process", "inline"), limits=SLOW)
    (game,) = play_match(msgspec.structs.replace(spec, logs=str(tmp_path))).games
    assert game.faults == ()
    lines = (tmp_path / "guest.log").read_text().splitlines()
    assert len(lines) >= 3
    assert all(line.startswith("I play ") for line in lines)


def test_no_game_of_a_sitting_knows_the_one_before():
    games = played(bot("spies:RemembersGames"), boards=3, limits=SLOW)
    assert [game.faults for game in games] == [(), (), ()]


SPIES = ["ReadsPlaces", "ReadsProc", "ReadsHome", "Writes", "Chmods", "Connects", "Signals", "Traces", "SetsTheClock", "BecomesRoot"]
TALKERS = ["TalksByFile", "TalksByFifo", "TalksBySocket", "TalksBySharedMemory", "TalksByGlobal"]


@pytest.fixture
def secrets(tmp_path):
    """A run folder with a seed in it, and a listener that should hear nothing."""
    (tmp_path / "tournament.yaml").write_text("seed: 12345\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        places = [str(tmp_path), str(tmp_path / "tournament.yaml"), str(HONEST / "careful.py"), str(ZOO), str(Path.cwd() / "tests")]
        yield {"port": listener.getsockname()[1], "pid": os.getpid(), "places": places}


@pytest.mark.needs("sandbox")
@pytest.mark.parametrize("name", SPIES)
def test_the_sandbox_shows_a_spy_nothing(name, secrets):
    (game,) = played(bot(f"spies:{name}", options=secrets), "sandbox", limits=SLOW)
    assert (game.reason, game.faults) == ("hand", ())


@pytest.mark.needs("sandbox")
def test_in_the_sandbox_a_link_shows_nothing_and_nothing_is_copied_for_ever(secrets, tmp_path):
    """A folder somebody handed in may hold links to the seed, to itself and to what never ends, and pipes."""
    folder = tmp_path / "guest"
    folder.mkdir()
    shutil.copy(ZOO / "spies.py", folder / "bot.py")
    (folder / "word.txt").write_text("mine")
    for name, to in {"seed": secrets["places"][1], "all": "/", "up": "..", "again": ".", "zero": "/dev/zero", "own": "word.txt"}.items():
        (folder / name).symlink_to(to)
    os.mkfifo(folder / "pipe")
    guest = resolve(f"{folder}:FollowsLinks", tmp_path, name="guest")
    (game,) = played(guest, "sandbox", limits=SLOW)
    assert (game.reason, game.faults) == ("hand", ())


@pytest.mark.needs("sandbox")
@pytest.mark.parametrize("name", TALKERS)
def test_in_the_sandbox_partners_talk_only_through_cards(name):
    (game,) = played(bot(f"spies:{name}"), "sandbox", "jpgames", limits=SLOW)
    assert (game.reason, game.faults) == ("hand", ())


def test_in_processes_partners_share_no_module():
    (game,) = played(bot("spies:TalksByGlobal"), "process", "jpgames", limits=SLOW)
    assert game.faults == ()
