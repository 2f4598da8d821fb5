import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store

BOTS = Path(__file__).parents[1] / "data" / "bots"
TEXT = f"""rules: setback
seed: 7
match: {{boards: 2, block: 1}}
entrants: ["{BOTS}/careful.py", "{BOTS}/chance.py", "{BOTS}/gated.py"]
"""


KNOWN = "Warning: a bot that knows the seed knows every card; for bots you do not trust leave seed at random."


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("spring.yaml")
    file.write_text(TEXT)
    return file


def arena(*words):
    return CliRunner().invoke(main, [*map(str, words), *(("--executor", "serial") if words[0] in {"run", "match"} else ())])


def spec_of(run):
    with Store.read(Path(run) / RESULTS) as store:
        return store.spec


def test_a_file_becomes_a_table_a_report_and_a_run_folder(file):
    result = arena("run", file)
    assert result.exit_code == 0
    assert result.stdout.startswith("spring: setback (12 games")
    assert [line.split()[1] for line in result.stdout.splitlines() if line[:1].isdigit()] == ["gated", "chance", "careful"]
    run = Path("runs/spring")
    assert sorted(path.name for path in (run / "report").iterdir()) == [
        "pairings.csv",
        "report.html",
        "standings.csv",
        "standings.json",
        "standings.md",
    ]
    document = json.loads((run / "report" / "standings.json").read_text())
    assert (document["tournament"], document["seed_commitment"]) == ("spring", sha256(b"7").hexdigest())


def test_messages_go_to_stderr(file):
    lines = arena("run", file).stderr.splitlines()
    assert lines[0] == "spring: 3 entrants, 6 matches, 12 games; results go to runs/spring."
    assert lines[1] == KNOWN
    assert all(line.endswith(" s left") for line in lines[2:-4])
    assert lines[-5].startswith("6 of 6 matches, 0 faults, gated leads with ")
    assert lines[-4] == "Seed: 7"
    assert lines[-3].startswith("Results: ")
    assert lines[-2:] == ["Report: runs/spring/report/report.html", f"Run it again with: {lines[-1].partition(': ')[2]}"]
    assert lines[-1].endswith(" run runs/spring --executor serial")


@pytest.mark.parametrize(
    ("isolation", "seed", "entrants", "warned"),
    [
        ("auto", "7", ["careful.py", "chance.py"], True),
        ("process", "spring", ["careful.py", "chance.py"], True),
        ("inline", "7", ["careful.py", "chance.py"], False),
        ("auto", "random", ["careful.py", "chance.py"], False),
        ("auto", "7", ["greedy", "counter"], False),
    ],
)
def test_a_known_seed_is_warned_of_where_bots_are_kept_apart(file, isolation, seed, entrants, warned):
    bots = [f"{BOTS}/{bot}" if bot.endswith(".py") else bot for bot in entrants]
    file.write_text(f"rules: setback\nseed: {seed}\nmatch: {{boards: 1}}\nisolation: {isolation}\nentrants: {json.dumps(bots)}\n")
    assert (KNOWN in arena("run", file).stderr.splitlines()) == warned


def test_quiet_leaves_the_table_alone(file):
    result = arena("run", file, "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("spring: setback (12 games")


def test_a_finished_run_plays_nothing_and_prints_the_same(file):
    first = arena("run", file)
    for again in (arena("run", file), arena("run", "runs/spring")):
        assert again.exit_code == 0
        assert again.stderr.startswith("runs/spring: every match has been played already; nothing is left to play.\nSeed: 7\n")
        assert again.stdout == first.stdout
    arena("run", file, "--seed", "random", "--out", "secret")
    assert "secret until the end" not in arena("run", "secret").stderr  # it has been published


def test_out_says_where(file):
    result = arena("run", file, "--out", "elsewhere/r1")
    assert result.exit_code == 0
    assert spec_of("elsewhere/r1").name == "spring"
    refused = arena("run", "elsewhere/r1", "--out", "r2")
    assert refused.exit_code == 2
    assert "Error: --out is for tournament files; the run in elsewhere/r1 is continued where it is." in refused.stderr


def test_a_random_seed_is_committed_to_first_and_shown_last(file):
    lines = arena("run", file, "--seed", "random").stderr.splitlines()
    commitment = lines[1].removeprefix("Seed: secret until the end; its SHA-256 is ")
    seed = next(line for line in reversed(lines) if line.startswith("Seed: ")).removeprefix("Seed: ")
    assert sha256(f'"{seed}"'.encode()).hexdigest() == commitment
    assert not any(seed in line for line in lines[:-4])
    assert seed not in Path("runs/spring/tournament.yaml").read_text()
    assert arena("run", "runs/spring").exit_code == 0
    assert spec_of("runs/spring").seed == seed


def test_the_command_line_overrides_the_file(file):
    result = arena("run", file, "--boards", 1, "--seed", "autumn", "--rules", "jpgames", "--rules", "sleight", "-s", "game.target=5")
    assert result.exit_code == 0
    spec = spec_of("runs/spring")
    assert (spec.match.boards, spec.seed) == (1, "autumn")
    assert [(rules.auction.min, rules.game.target) for rules in spec.rules] == [(1, 5), (2, 5)]
    assert arena("run", "runs/spring").exit_code == 0


def test_players_where_the_rule_set_allows(file):
    assert arena("run", file, "--rules", "cutthroat", "--players", 3, "--boards", 1).exit_code == 0
    assert len(spec_of("runs/spring").rules[0].table.sides) == 3
    few = arena("run", file, "--rules", "cutthroat", "--out", "r4")
    assert few.exit_code == 2
    assert few.stderr == "Error: spring.yaml:4: entrants: cutthroat needs at least 4 entrants, one for each side of a table; spring has 3\n"
    assert not Path("r4", RESULTS).exists()


def test_a_different_tournament_is_refused_and_the_difference_shown(file):
    arena("run", file)
    refused = arena("run", file, "--boards", 3, "--seed", 8)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.splitlines() == [
        "Error: runs/spring: this run began differently; give --out another folder, or undo what changed:",
        "  seed: 7 → 8",
        "  match.boards: 2 → 3; arena run FILE --extend plays what is new",
    ]


@pytest.mark.parametrize(
    ("was", "now", "code", "said"),
    [
        ("rules: setback", "rules: setbakc", 2, ["spring.yaml:1", "rules", "setbakc", "setback"]),
        ("match:", "metch:", 2, ["spring.yaml:3", "metch", "match"]),
        ("boards: 2", "boards: two", 2, ["spring.yaml:3", "match.boards", "two"]),
        ("careful.py", "carefull.py", 3, ["spring.yaml:4: entrants[0]: ", "carefull.py", "careful.py"]),
        ("careful.py", "chance.py", 2, ["spring.yaml:4", "two entrants are called 'chance'"]),
    ],
)
def test_what_is_wrong_in_a_file_is_a_sentence(file, was, now, code, said):
    file.write_text(TEXT.replace(was, now))
    result = arena("run", file)
    assert (result.exit_code, result.stdout) == (code, "")
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("Error: ")
    assert [word for word in said if word not in result.stderr] == []
    assert not Path("runs").exists()


def test_a_file_or_folder_that_is_not_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    for words, said in ((("nothing.yaml",), "nothing.yaml"), (("empty",), "empty/tournament.yaml")):
        result = arena("run", *words)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert said in result.stderr


def test_broken_bots_can_be_left_out(file):
    Path("broken.py").write_text("class Broken:\n    def bid(self, view): return 0\n")
    file.write_text(TEXT.replace("entrants: [", "entrants: [broken.py, "))
    refused = arena("run", file)
    assert refused.exit_code == 3
    result = arena("run", file, "--skip-broken")
    assert result.exit_code == 0
    assert result.stderr.startswith("Left out: ")
    assert "broken.py" in result.stderr.splitlines()[0]
    quiet = arena("run", file, "--skip-broken", "--quiet", "--out", "quiet")
    assert (quiet.exit_code, quiet.stderr.splitlines()) == (0, result.stderr.splitlines()[:1])
    assert [bot.name for bot in spec_of("runs/spring").entrants] == ["careful", "chance", "gated"]
    assert arena("run", "runs/spring").exit_code == 0


def test_a_report_that_cannot_be_written_is_a_sentence(file):
    Path("runs/spring/report/standings.md").mkdir(parents=True)
    result = arena("run", file)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == (
        "Error: runs/spring/report/standings.md: it cannot be written: Is a directory; all results are saved"
    )
    assert len(arena("report", "runs/spring").stdout) > 0


def test_what_bots_print_is_not_among_the_results(file):
    noisy = 'class Noisy:\n    def bid(self, view):\n        print("HELLO")\n        return view.legal_bids[0]\n'
    Path("noisy.py").write_text(noisy + "    def play(self, view):\n        return view.legal_cards[0]\n")
    file.write_text(TEXT.replace(f"{BOTS}/careful.py", "noisy.py") + "isolation: inline\n")
    for executor in ("serial", "processes"):
        words = [sys.executable, "-m", "arena", "run", file, "--executor", executor, "--out", executor]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert "HELLO" not in done.stdout
        assert "HELLO" in done.stderr
        assert done.stdout.startswith("spring: setback")


def test_limits_that_do_not_hold_are_said(file):
    file.write_text(TEXT + "isolation: inline\nlimits: {decision: 2}\n")
    warning = "Warning: limits do not hold for bots inline (careful, chance, gated); with isolation: process they hold for all."
    assert warning in arena("run", file).stderr.splitlines()
