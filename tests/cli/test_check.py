"""``arena check``: a verdict a student understands, with a command for every finding."""

import re
import shlex
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.seats.loader import resolve
from arena.tournament import checking
from arena.tournament.checking import leaks, peeks, strays

ZOO = Path(__file__).parents[1] / "hostile" / "zoo"
LEAKY = """
from arena import Bot
PLAYED = []

class Leaky(Bot):
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        PLAYED.append(1)
        return view.legal_cards[len(PLAYED) % len(view.legal_cards)]
"""
PEEKING = """
import gc
from arena import Bot, Hand

class Peeking(Bot):
    def bid(self, view):
        hands = [one for one in gc.get_objects() if type(one) is Hand and one.to_act is not None]
        strong = any(sum(card // 4 == 12 for card in hand.holding(3)) for hand in hands)
        return view.legal_bids[-1 if strong else 0]
    def play(self, view):
        return view.legal_cards[0]
"""
DICE = """
import random
from arena import Bot

class Dice(Bot):
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        return random.choice(view.legal_cards)
"""
FORGETFUL = """
from arena import Bot

class Forgetful(Bot):
    def bid(self, view):
        assert view.hand_number == 1, "what is left of the last hand"
        return view.legal_bids[0]
    def play(self, view):
        return view.legal_cards[0]
"""
# It is slow once in its life: where it thinks again there is a file that says that it has been.
SLOW = """
import pathlib, time
from arena import Bot

class Slow(Bot):
    def bid(self, view):
        if not (been := pathlib.Path(self.options["been"])).exists():
            been.touch()
            time.sleep(3)
        return view.legal_bids[0]
    def play(self, view):
        return view.legal_cards[0]
"""
STUCK = """
from arena import Bot
print("\\x1b[2Jstuck.py is fit to enter.")

class Stuck(Bot):
    def bid(self, view):
        while True:
            pass
    play = bid
"""
LOUD = """
import os
from arena import Bot
print("\\x1b[2Jok  loud.py is fit to enter.")

class Loud(Bot):
    def bid(self, view):
        print("bidding")
        os.write(1, b"around print")
        os.write(2, b"around print")
        return view.legal_bids[0]
    def play(self, view):
        return view.legal_cards[0]
"""
CRASH = """
from arena import Bot

class Crash(Bot):
    def bid(self, view):
        return view.legal_bids[0]
    def play(self, view):
        raise ValueError("no idea")
"""
# Random bots bid rarely: it takes another of its own kind to outbid it.
PROUD = """
from arena import Bot

class Proud(Bot):
    def bid(self, view):
        assert all(bid < 3 or seat in view.partners for seat, bid in view.bids), "outbid"
        return 3 if 3 in view.legal_bids else 0
    def play(self, view):
        return view.legal_cards[0]
"""


def arena(*words):
    return CliRunner().invoke(main, ["check", *map(str, words)])


def test_what_a_command_does_is_shown_again_by_checking_the_command():
    for words, shown in ((["--", "sh", "-c", "exit 3"], "-- sh -c 'exit 3'"), (["false"], "false")):
        done = arena("--command", *words)
        assert done.exit_code == 1
        assert f"to see it again: arena check --command {shown}\n" in done.stdout


def test_a_bot_that_cannot_be_loaded_is_unfit_and_the_reason_is_said():
    done = arena(ZOO / "dies_at_import.py")
    assert done.exit_code == 1
    file = f"{(ZOO / 'dies_at_import.py').relative_to(Path.cwd())}"
    said = f"NO  is loaded in a process of its own\n      {file}: exit code 0\n      to see it again: arena check "
    assert done.stdout.startswith(said)


def test_methods_named_almost_like_one_that_is_called_are_named(tmp_path):
    bot = "class Plain:\n    def bid(self, view): return view.legal_bids[0]\n    def play(self, view): return view.legal_cards[0]\n"
    file = tmp_path / "plain.py"
    file.write_text(bot + "    def game_start(self, info): pass\n    def discards(self, view): pass\n    def helper(self): pass\n")
    found = "discards is never called; did you mean discard?, game_start is never called; did you mean game_started?"
    assert strays(resolve(str(file), tmp_path)) == found
    file.write_text(bot + "    def discard(self, view): return view.legal_discards[0]\n    def discards(self): pass\n")
    assert strays(resolve(str(file), tmp_path)) == ""


@pytest.mark.needs("sandbox")
def test_what_the_sandbox_keeps_is_said_line_by_line():
    done = arena("--sandbox")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "isolation: sandbox can be used on this machine.")
    assert "ok  no network: tried: holds; without it a bot could ask others for advice, or send away what it sees" in done.stdout


def test_what_is_missing_is_said_with_the_package_to_install(monkeypatch):
    from arena.seats import sandbox

    monkeypatch.setattr("shutil.which", lambda _: None)
    sandbox.features.cache_clear()
    done = arena("--sandbox")
    assert done.exit_code == 1
    assert "NO  bubblewrap: there is no bwrap; install the package bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)" in done.stdout
    with pytest.raises(sandbox.SandboxError, match="install the package bubblewrap") as caught:
        sandbox.required()
    assert caught.value.exit_code == 2
    sandbox.features.cache_clear()


@pytest.mark.parametrize("words", [(), ("a", "b"), ("a", "--sandbox")])
def test_one_thing_at_a_time(words):
    assert arena(*words).exit_code == 2


def test_play_that_changes_from_run_to_run_is_found(tmp_path):
    (tmp_path / "dice.py").write_text(DICE)
    done = arena(tmp_path / "dice.py")
    assert done.exit_code == 1
    assert (
        "NO  plays the same again from the same seed\n"
        "      the same seed gave other play the second time; take every chance from self.rng, and none from random, the clock or hash()\n"
        f"      to see it again: arena match bot={tmp_path}/dice.py rival-1=random --seed check, twice\n"
    ) in done.stdout
    steady = arena("steady")
    assert steady.exit_code == 0
    assert "ok  plays the same again from the same seed\n" in steady.stdout
    assert steady.stdout.endswith("steady is fit to enter.\n")


def test_the_time_a_bot_takes_is_measured_and_an_answer_too_late_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "DECISION", 1.0)
    (tmp_path / "slow.py").write_text(SLOW)
    slow = resolve("slow.py", tmp_path, name="bot", options={"been": str(tmp_path / "been")})
    loaded, plays = islice(checking.examine(slow, "slow.py"), 2)
    assert loaded == ("is loaded in a process of its own", (), "")
    assert plays.what == "plays setback in every seat, against random and itself"
    assert re.fullmatch(r"[0-9]+\.[0-9]{2} ms a decision, the way to its process included", plays.note)
    late = plays.findings[0]
    assert late.text == "late in the auction, 1 time; first: no answer within 1 s"
    assert (late.unfit, late.again) == (True, "arena match bot=slow.py rival-1=random --rules setback --boards 2 --seed check")


def test_what_a_bot_leaves_in_its_module_is_found(tmp_path):
    (tmp_path / "leaky.py").write_text(LEAKY)
    assert leaks(resolve("leaky.py", tmp_path, name="bot"))
    assert not leaks(resolve("steady", tmp_path, name="bot"))


def test_a_bot_that_looks_at_hidden_cards_is_found(tmp_path):
    (tmp_path / "peeking.py").write_text(PEEKING)
    assert peeks(resolve("peeking.py", tmp_path, name="bot"))
    assert not peeks(resolve("counter", tmp_path, name="bot"))


def test_a_bot_that_fails_after_its_first_hand_is_unfit(tmp_path):
    (tmp_path / "forgetful.py").write_text(FORGETFUL)
    done = arena(tmp_path / "forgetful.py")
    assert done.exit_code == 1
    assert "ok  plays cinch in every seat, against random and itself" in done.stdout
    assert "NO  plays whole games of jpgames-7 in every seat, against random and itself" in done.stdout
    assert "crash in the auction, " in done.stdout
    assert "forgetful.py rival-1=random --rules jpgames-7 --boards 2 --seed check\n" in done.stdout
    assert "is unfit: 1 of the checks above say NO." in done.stderr


def test_a_bot_that_never_answers_is_soon_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "DECISION", 0.1)
    (tmp_path / "stuck.py").write_text(STUCK)
    done = arena(tmp_path / "stuck.py")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert [line[4:] for line in lines if not line.startswith(" ")] == [
        "is loaded in a process of its own",
        lines[1][4:],
        "prints nothing",
        "answers in time, so that the rest can be tried",
    ]
    assert lines[1].startswith("NO  plays setback in every seat")
    assert lines[2] == "      late in the auction, 4 times; first: no answer within 0.1 s"
    assert lines[-2] == "      it was waited for in vain 4 times, each for up to 0.1 s; mend that first, for nothing else is tried"
    assert "is unfit: 2 of the checks above say NO." in done.stderr


def test_what_a_bot_prints_is_counted_and_never_shown(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(checking, "RULES", ("setback",))
    (tmp_path / "loud.py").write_text(LOUD)
    done = arena(tmp_path / "loud.py")
    assert done.exit_code == 0
    found = re.search(r"hm  prints nothing\n      (.*)\n      to see it again: (.*)\n", done.stdout)
    assert found is not None
    assert re.fullmatch(
        r"[0-9,]+ lines, [0-9,]+ bytes; nobody sees them but in its log, and they take time; "
        r"the first: \\x1b\[2Jok  loud\.py is fit to enter\.",
        found[1],
    )
    assert found[2].endswith("loud.py rival-1=random --seed check --out checked; cat -v checked/logs/*.log")
    assert "\x1b" not in done.output
    assert capfd.readouterr() == ("", "")  # not around click either, by the descriptors


def test_the_commands_that_are_printed_work_for_every_number_of_sides(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "RULES", ("cutthroat",))
    monkeypatch.chdir(tmp_path)
    Path("my crash.py").write_text(CRASH)
    shown = re.findall(r"to see it again: arena (match .*)", arena("my crash.py").stdout)
    assert shown == [
        "match bot='my crash.py' rival-1=random rival-2=random rival-3=random --rules cutthroat --boards 2 --seed check",
        "match bot='my crash.py' rival-1=random --rules jpgames-7 --boards 2 --seed check",
    ]
    for words in shown:
        done = CliRunner().invoke(main, [*shlex.split(words), "--executor", "serial"])
        assert (done.exit_code, "crash" in done.stdout) == (0, True)


def test_what_goes_wrong_only_among_its_own_kind_is_shown_among_them(tmp_path, monkeypatch):
    (tmp_path / "proud.py").write_text(PROUD)
    _, plays = islice(checking.examine(resolve(str(tmp_path / "proud.py"), tmp_path, name="bot"), "proud.py"), 2)
    assert [(one.text.partition(",")[0], one.again) for one in plays.findings] == [
        ("crash in the auction", "arena match bot=proud.py rival-1=proud.py --rules setback --boards 2 --seed check")
    ]
