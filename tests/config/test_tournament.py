"""Tournament files: what they may say, what they become, and what is said of everything else."""

import math
from pathlib import Path

import pytest
import yaml
from msgspec import structs

from arena.config import Overrides, load_tournament, resolved_text, tournament_of, tournament_schema
from arena.errors import BotLoadError, ConfigError
from arena.rulesets import load as load_rules
from arena.rulesets.checking import faults_of
from arena.tournament.spec import Faults, Limits, MatchRules, Rating, Until
from tests.rulesets.schemas import validator

BOT = '''class Plain:
    """Passes, and plays what it may."""

    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legal_cards[0]
'''
TOURNAMENTS = Path(__file__).parents[2] / "tournaments"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    for name in ("ann", "bob", "cleo"):
        (tmp_path / "bots" / f"{name}.py").write_text(BOT)
    (tmp_path / "bots" / "_shared.py").write_text("")
    (tmp_path / "bots" / "mute.py").write_text("class Mute:\n    def bid(self, view):\n        return 0\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text, name="cup.yaml"):
    Path(name).write_text(text)
    return Path(name)


TWO = "entrants: [bots/ann.py, bots/bob.py]\n"
FOUR = "entrants: [bots/bob.py, bots/cleo.py, bots/ann.py, {bot: bots/ann.py, name: dan}]\n"


def complaints(text, overrides=None):
    """Line, key and message of every fault."""
    with pytest.raises(ConfigError) as caught:
        load_tournament(written(text), overrides)
    assert all(fault.source is not None for fault in faults_of(caught.value))
    return [(fault.line, fault.key, fault.message) for fault in faults_of(caught.value)]


# What a file becomes


def test_defaults(folder):
    spec = load_tournament(written("rules: setback\n" + TWO))
    assert spec.name == "cup"
    assert spec.rules == (load_rules("setback"),)
    assert spec.seed == "random"
    assert (spec.format, spec.isolation, spec.record) == ("round-robin", "auto", "games")
    assert spec.match == MatchRules(boards=100, block=25, unit="games", deals="shared", seating="rotations")
    assert spec.limits == Limits(decision=1.0, game=60, start=10, memory_mb=512)
    assert spec.faults == Faults(strikes=3)
    assert spec.rating == Rating(mu=25, sigma=25 / 3, beta=25 / 6, tau=0, draw_probability="auto", unit="game")
    assert [bot.name for bot in spec.entrants] == ["ann", "bob"]
    assert [bot.bot for bot in spec.entrants] == [str(folder / "bots" / "ann.py"), str(folder / "bots" / "bob.py")]
    assert all(len(bot.digest) == 64 for bot in spec.entrants)


EVERYTHING = """
name: Spring Cup
rules:
  - jpgames
  - {extends: house.yaml, game: {target: 7}}
  - ./house.yaml
players: 4
seed: spring
format: round-robin
match: {boards: 10, block: 5, unit: hands, deals: own, seating: rotations}
entrants:
  - bots/ann.py
  - {bot: bots/ann.py:Plain, name: Ann Two, options: {depth: 3, books: [a, b]}}
  - {glob: "bots/[bc]*.py"}
isolation: inline
limits: {decision: 0.5, game: 30, start: 5.5, memory_mb: 256}
faults: {strikes: 1}
rating: {mu: 1500, sigma: 25/3, beta: 12.5/3, tau: 0.1, draw_probability: 0.1, unit: game}
record: hands
"""


def test_every_key(folder):
    written("extends: setback\ngame: {target: 15}\n", "house.yaml")
    spec = load_tournament(written(EVERYTHING))
    assert spec.name == "Spring Cup"
    assert [(rules.name, rules.game.target) for rules in spec.rules] == [("jpgames", 21), ("house+game.target=7", 7), ("house", 15)]
    assert spec.seed == "spring"
    assert spec.match == MatchRules(boards=10, block=5, unit="hands", deals="own")
    assert [bot.name for bot in spec.entrants] == ["ann", "Ann Two", "bob", "cleo"]
    assert spec.entrants[1].options == {"depth": 3, "books": ["a", "b"]}
    assert spec.isolation == "inline"
    assert spec.limits == Limits(decision=0.5, game=30, start=5.5, memory_mb=256)
    assert spec.faults == Faults(strikes=1)
    assert spec.rating == Rating(mu=1500, sigma=25 / 3, beta=12.5 / 3, tau=0.1, draw_probability=0.1)
    assert spec.record == "hands"


def test_the_resolved_text_is_the_same_tournament_anywhere(folder):
    written("extends: setback\ngame: {target: 15}\n", "house.yaml")
    spec = load_tournament(written(EVERYTHING))
    elsewhere = folder / "runs" / "spring"
    elsewhere.mkdir(parents=True)
    again = load_tournament(written(resolved_text(spec), elsewhere / "tournament.yaml"))
    assert again == spec
    assert resolved_text(again) == resolved_text(spec)
    drawn = structs.replace(spec, seed="0123456789012345678901234567890e")
    assert load_tournament(written(resolved_text(drawn))) == drawn


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("7", 7),
        ("-3", -3),
        (str(2**200), 2**200),
        ("'7'", "7"),
        ("random", "random"),
        ("2026-11-11", "2026-11-11"),
        ("a b", "a b"),
        ("0x10", 16),
    ],
)
def test_seeds(folder, text, seed):
    spec = load_tournament(written(f"rules: setback\nseed: {text}\n" + TWO))
    assert spec.seed == seed
    assert type(spec.seed) is type(seed)


def test_paths_are_relative_to_the_file(folder):
    (folder / "cups").mkdir()
    written("extends: ../base.yaml\n", "cups/house.yaml")
    written("extends: setback\nauction: {min: 1}\n", "base.yaml")
    spec = load_tournament(written("rules: house.yaml\nentrants: [../bots/ann.py, {glob: ../bots/b*.py}]\n", "cups/cup.yaml"))
    assert spec.rules[0].auction.min == 1
    assert [bot.bot for bot in spec.entrants] == [str(folder / "bots" / "ann.py"), str(folder / "bots" / "bob.py")]


def test_players(folder):
    spec = load_tournament(written("rules: [cutthroat, jpgames]\nplayers: 3\nentrants: [bots/ann.py, bots/bob.py, bots/cleo.py]\n"))
    assert [rules.table.sides for rules in spec.rules] == [((0,), (1,), (2,))] * 2
    assert load_tournament(written("rules: jpgames\nplayers:\n" + TWO)).rules[0].table.players == 4


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("rules: cutthroat\n" + TWO, "2: entrants", "cutthroat needs at least 4 entrants, one for each side of a table; cup has 2"),
        ("rules: jpgames\n" + TWO + "players: 3\n", "2: entrants", "jpgames+table.players=3 needs at least 3 entrants"),
        ("rules: jpgames\n" + TWO + "format: mixed-pairs\n", "2: entrants", "jpgames needs at least 4 entrants, one for each seat"),
        ("rules: sleight-2\n" + TWO + "format: mixed-pairs\n", "3: format", "sleight-2 has no partners; mixed-pairs needs"),
        ("format: swiss\nrules: sleight-3\n" + FOUR, "1: format", "sleight-3 has 3 sides; swiss needs rules with two"),
        (
            "rules: sleight-3\nmatch: {boards: 5,\n  until: {separated: 0.9}, max_boards: 9}\n" + FOUR,
            "3: match.until",
            "sleight-3 has 3 sides; match.until needs rules with two",
        ),
        (
            "rules: jpgames\nformat: gauntlet\nchallengers: [ann, bob]\n" + TWO,
            "3: challengers",
            "all entrants are challengers; a gauntlet needs others for them to meet",
        ),
    ],
)
def test_entrants_and_rules_that_do_not_suit_the_format(folder, text, place, words):
    with pytest.raises(ConfigError) as caught:
        load_tournament(written(text))
    assert str(caught.value).startswith(f"cup.yaml:{place}: {words}")


def test_a_mapping_is_a_tournament_too(folder):
    spec = tournament_of({"name": "match", "rules": "jpgames", "entrants": ["bots/ann.py", "bots/bob.py"], "match": {"boards": 5}})
    assert (spec.name, spec.match.boards, [bot.name for bot in spec.entrants]) == ("match", 5, ["ann", "bob"])
    with pytest.raises(ConfigError, match=r"^match: 5 is not allowed"):
        tournament_of({"rules": "jpgames", "entrants": ["bots/ann.py", "bots/bob.py"], "match": 5})


# What a command line changes


def test_overrides(folder):
    (folder / "cups").mkdir()
    written("extends: setback\n", "mine.yaml")
    path = written("rules: jpgames\nmatch: {boards: 7, block: 3}\nseed: 1\nentrants: [../bots/ann.py, ../bots/bob.py]\n", "cups/cup.yaml")
    spec = load_tournament(path, Overrides(seed="12", boards=9, rules=("mine.yaml", "cutthroat"), players=2, settings={"game.target": "9"}))
    assert (spec.seed, spec.match) == (12, MatchRules(boards=9, block=3))
    assert [rules.name for rules in spec.rules] == ["mine+table.players=2+game.target=9", "cutthroat+table.players=2+game.target=9"]
    assert load_tournament(path, Overrides(seed="x1")).seed == "x1"
    assert load_tournament(path, Overrides()) == load_tournament(path)


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        (Overrides(boards=0), "--boards: match.boards: 0 is not allowed; expected a whole number from 1"),
        (Overrides(seed=""), "--seed: seed: is empty; expected text"),
        (Overrides(rules=("setbak",)), "--rules: rules: there is no rule set 'setbak'; did you mean setback?"),
        (Overrides(rules=("jpgames", "jpgames")), "--rules: rules: two rule sets are called 'jpgames'"),
        (Overrides(players=8), "--players: players: 8 is not allowed; expected a whole number from 2 to 7"),
        (Overrides(rules=("sleight-6",), players=4), "--players: players: with 4 players every seat from 0 to 3"),
        (Overrides(settings={"game.targte": "1"}), "-s game.targte=1: game.targte: unknown key; did you mean target?"),
        (Overrides(rules=("jpgames", "setback"), settings={"game.target": "x"}), "-s game.target=x: game.target: 'x' is not allowed"),
    ],
)
def test_overrides_that_make_no_sense(folder, overrides, words):
    with pytest.raises(ConfigError) as caught:
        load_tournament(written("rules: jpgames\n" + TWO), overrides)
    (fault,) = faults_of(caught.value)
    assert str(fault).startswith(words)


# What is wrong with a file


def test_every_fault_at_once(folder):
    text = """rules: [jpgames, {extends: setbak}, {extends: jpgames, game: {targett: 11}}, 7, no.yaml]
sed: 7
boards: 10
players: no
match: {boards: 0, block: 2.5, unit: gams}
limits: {decision: .nan, game: -1, memory_mb: "512"}
faults: 3
rating: {beta: 0, draw_probability: 1, sigma: 1/0, mu: .inf}
record: yes
bots: [a, b]
entrants:
  - {bot: bots/ann.py, nam: Ann}
  - {name: x}
  - {glob: "nothing/*.py"}
  - 7
  - {bot: bots/ann.py, glob: "*.py"}
  - {bot: bots/ann.py, name: "a\\nb"}
"""
    found = complaints(text)
    assert [(line, key) for line, key, _ in found] == [
        (1, "rules.extends"),
        (1, "rules.game.targett"),
        (1, "rules"),
        (1, "rules"),
        (2, "sed"),
        (3, "boards"),
        (4, "players"),
        (5, "match.boards"),
        (5, "match.block"),
        (5, "match.unit"),
        (6, "limits.decision"),
        (6, "limits.game"),
        (6, "limits.memory_mb"),
        (7, "faults"),
        (8, "rating.beta"),
        (8, "rating.draw_probability"),
        (8, "rating.sigma"),
        (8, "rating.mu"),
        (9, "record"),
        (10, "bots"),
        (12, "entrants[0].nam"),
        (13, "entrants[1]"),
        (14, "entrants[2].glob"),
        (15, "entrants[3]"),
        (16, "entrants[4]"),
        (16, "entrants[4]"),
        (17, "entrants[5].name"),
    ]
    messages = {key: message for _, key, message in found}
    assert messages["rules.extends"] == "there is no rule set 'setbak'; did you mean setback?"
    assert messages["rules.game.targett"] == "unknown key; did you mean target?"
    assert messages["sed"] == "unknown key; did you mean seed?"
    assert messages["boards"] == "unknown key; did you mean match.boards?"
    assert messages["bots"] == "unknown key; did you mean entrants?"
    assert messages["players"] == "no means false in YAML; expected a whole number from 2 to 7 or null"
    assert messages["match.unit"] == "'gams' is not allowed; expected games or hands; did you mean games?"
    assert messages["limits.decision"] == ".nan is not allowed; expected a number above 0 up to 1000000"
    assert messages["rating.draw_probability"] == "1 is not allowed; expected a number from 0 below 1 or auto"
    assert messages["faults"] == "3 is not allowed; expected a mapping of strikes, strike_for and suspect"
    assert messages["entrants[0].nam"] == "unknown key; did you mean name?"
    assert messages["entrants[2].glob"] == "nothing in '.' matches 'nothing/*.py'"


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        ("format: swizz", "format", "did you mean swiss?"),
        ("seeding: [ann, bob]", "seeding", "is for knockout; this is a round-robin"),
        ("{format: gauntlet, challengers: [an]}", "challengers[0]", "'an' is no entrant here; did you mean ann?"),
        ("{format: gauntlet, challengers: [ann, ann]}", "challengers[1]", "'ann' stands there twice"),
        ("{format: gauntlet, challengers: ann}", "challengers", "'ann' is not allowed; expected a list of names of entrants"),
        ("{format: gauntlet, challengers: [1]}", "challengers[0]", "1 is not allowed; expected the name of an entrant"),
        ("{format: knockout, seeding: [bob]}", "seeding", "lacks ann; it names every entrant, or is random"),
        ("{format: swiss, match: {rounds: 3}}", "match.rounds", "3 is too many; 2 entrants can be paired without a rematch in 1"),
        ("{format: swiss, match: {tables: 3}}", "match.tables", "is for round-robin or mixed-pairs; this is a swiss"),
        ("match: {rounds: 3}", "match.rounds", "is for swiss; this is a round-robin"),
        ("format: roundrobin", "format", "did you mean round-robin?"),
        ("isolation: proces", "isolation", "'proces' is not allowed; expected auto, inline, process or sandbox; did you mean process?"),
        ("match: {seating: any}", "match.seating", "expected all or rotations"),
        ("match: {until: {separated: 0.95}}", "match.until", "needs match.max_boards beside it"),
        (
            "match: {until: {separated: 95}, max_boards: 200}",
            "match.until.separated",
            "95 is not allowed; expected a number above 0 below 1",
        ),
        ("match: {max_boards: 200}", "match.max_boards", "needs match.until beside it"),
        ("match: {until: {separated: 0.9}, max_boards: 100}", "match.max_boards", "100 is not above match.boards, 100"),
        ("rating: {unit: board}", "rating.unit", "'board' is not allowed; expected duplicate or game"),
        ("rating: {anchor: 25}", "rating.anchor", "25 is not allowed; expected a mapping of entrants to the mu they shall have"),
        ("rating: {anchor: {ann: high}}", "rating.anchor.ann", "'high' is not allowed; expected a number from -1000000 up to 1000000"),
        ("seed: no", "seed", "no means false in YAML; expected a whole number, a text, or random"),
        ("seed: 1.5", "seed", "1.5 is not allowed; expected a whole number, a text, or random"),
        ("seed: ''", "seed", "is empty; expected text"),
        ("seed:", "seed", "is empty; expected a whole number, a text, or random"),
        ("name: a/b", "name", "'a/b' names the run's folder; expected no / or"),
        ("name: ..", "name", "'..' names the run's folder"),
        ("name: 7", "name", "7 is not allowed; expected text"),
        ("faults: {strikes: 0}", "faults.strikes", "0 is not allowed; expected a whole number from 1"),
        ("limits: {decision: yes}", "limits.decision", "yes means true in YAML; expected a number above 0"),
        ("rating: {tau: -1}", "rating.tau", "-1 is not allowed; expected a number from 0"),
        ("match: {boards: 1e3}", "match.boards", "'1e3' is not allowed; expected a whole number"),
        ("players: 5\nplayers: 6", "players", "the key stands here a second time; the first is in line 1"),
    ],
)
def test_single_faults(folder, line, key, words):
    lines = line[1:-1].replace(", challengers", "\nchallengers").replace(", seeding", "\nseeding").replace(", match", "\nmatch")
    ((number, found, message),) = complaints(f"{lines if line[0] == '{' else line}\nrules: jpgames\n{TWO}")
    assert number in (1, 2)
    assert found == key
    assert words in message


@pytest.mark.parametrize(
    ("entrant", "words"),
    [
        ("{command: [node, x.js]}", "an entrant with a command: needs a name: as well"),
        ("{command: [node, x.js], name: x, python: venv/bin/python}", "python: goes with bot:; in a command the interpreter is its first"),
        ("{bot: bots/ann.py, command: [node, x.js], name: x}", "an entrant has one of bot:, command: and glob:; expected"),
        ("{bot: bots/ann.py, folder: bots}", "folder: goes with command:; a bot in several files is named by its folder"),
    ],
)
def test_what_does_not_go_together(folder, entrant, words):
    ((line, found, message),) = complaints(f"rules: jpgames\nentrants:\n  - bots/bob.py\n  - {entrant}\n")
    assert (line, found) == (4, "entrants[1]")
    assert words in message


@pytest.mark.parametrize(
    ("entrant", "words"),
    [
        ("{command: [nodde, x.js], name: x}", "nodde: no such program is installed, and no file of that name that can be run is in"),
        ("{command: [cat], name: x, folder: nowhere}", "no such folder; a command's folder holds its files"),
        ("{bot: bots/ann.py, python: nopython}", "nopython: no program to run; python: is the path of an interpreter"),
    ],
)
def test_programs_that_are_not_there(folder, entrant, words):
    with pytest.raises(BotLoadError) as caught:
        load_tournament(written(f"rules: jpgames\nentrants:\n  - bots/bob.py\n  - {entrant}\n"))
    assert str(caught.value).startswith("cup.yaml:4: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("entrants", "message"),
    [
        ("[]", "a tournament needs at least two entrants; there are none"),
        ("[bots/ann.py]", "a tournament needs at least two entrants; there is 1"),
        ("bots/ann.py", "'bots/ann.py' is not allowed; expected a list, each entrant a bot's name or path"),
        ("", "is empty; expected a list, each entrant a bot's name or path"),
    ],
)
def test_too_few_entrants(folder, entrants, message):
    ((line, key, found),) = complaints(f"rules: jpgames\nentrants: {entrants}\n")
    assert (line, key) == (2, "entrants")
    assert found.startswith(message)


def test_what_is_missing(folder):
    assert [(key, message.partition(";")[0]) for _, key, message in complaints("seed: 7\n")] == [
        ("rules", "is missing"),
        ("entrants", "is missing"),
    ]
    assert [key for _, key, _ in complaints("rules: []\n" + TWO)] == ["rules"]


def test_a_number_that_begins_with_0_is_not_what_it_seems(folder):
    text = "rules: jpgames\nseed: 010\nmatch: {boards: -0_17}\n" + TWO
    means = "for in YAML a number that begins with 0 is octal; write"
    assert complaints(text) == [(2, None, f"010 means 8, {means} 10"), (3, None, f"-0_17 means -15, {means} _17")]
    assert load_tournament(written("rules: jpgames\nseed: '010'\n" + TWO)).seed == "010"
    assert load_tournament(written("rules: jpgames\nseed: 0\n" + TWO)).seed == 0


def test_the_bots_of_a_class_are_called_as_their_folders(folder):
    for name in ("zoe", "abe"):
        (folder / "class" / name).mkdir(parents=True)
        (folder / "class" / name / "bot.py").write_text((folder / "bots" / "ann.py").read_text())
    spec = load_tournament(written("rules: jpgames\nentrants: [{glob: class/*/bot.py}]\n"))
    assert [bot.name for bot in spec.entrants] == ["abe", "zoe"]
    with pytest.raises(BotLoadError, match=r"entrants\[0\]: .*many bots at once are an entrant \{glob: .*class/\*/bot\.py\}"):
        load_tournament(written("rules: jpgames\nentrants: [class/*/bot.py, bots/ann.py]\n"))


def test_two_entrants_of_one_name(folder):
    text = "rules: jpgames\nentrants:\n  - bots/ann.py\n  - bots/bob.py\n  - {bot: bots/cleo.py, name: ann}\n"
    assert complaints(text) == [(5, "entrants", "two entrants are called 'ann', here and in line 3; give one of them a name: of its own")]
    # The same letter, composed and decomposed: one name to the eye.
    text = 'rules: jpgames\nentrants:\n  - {bot: bots/ann.py, name: "\\u00e9"}\n  - {bot: bots/bob.py, name: "e\\u0301"}\n'
    assert [line for line, _, _ in complaints(text)] == [4]


def test_a_file_whose_stem_is_no_name(folder):
    odd = "a" * 90
    (folder / "bots" / f"{odd}.py").write_text(BOT)
    ((line, _, message),) = complaints(f"rules: jpgames\nentrants:\n  - bots/ann.py\n  - bots/{odd}.py\n")
    assert line == 4
    assert message == "has 90 characters; at most 80 are allowed; give the entrant a name:"


def test_a_file_that_is_no_tournament(folder):
    assert "is empty" in complaints("")[0][2]
    assert "holds a list" in complaints("- a\n")[0][2]
    assert "is not valid YAML" in complaints("rules: [a\n")[0][2]
    with pytest.raises(ConfigError, match=r"^none\.yaml: there is no such file$"):
        load_tournament(Path("none.yaml"))


# Bots that cannot be used

BROKEN = "rules: jpgames\nentrants:\n  - bots/ann.py\n  - bots/mute.py\n  - bots/an.py\n  - bots/bob.py\n"


def test_broken_bots_are_named_with_their_lines(folder):
    with pytest.raises(BotLoadError) as caught:
        load_tournament(written(BROKEN))
    assert caught.value.exit_code == 3
    mute, an = str(caught.value).splitlines()
    assert mute.startswith("cup.yaml:4: entrants[1]: bots/mute.py")
    assert "play" in mute
    assert an.startswith("cup.yaml:5: entrants[2]: bots/an.py: no such file")
    assert "ann.py" in an


def test_broken_bots_can_be_left_out(folder):
    told: list[BotLoadError] = []
    spec = load_tournament(written(BROKEN), on_broken=told.append)
    assert [bot.name for bot in spec.entrants] == ["ann", "bob"]
    assert [str(error)[:10] for error in told] == ["cup.yaml:4", "cup.yaml:5"]
    with pytest.raises(ConfigError, match="needs at least two entrants; there is 1"):
        load_tournament(written("rules: jpgames\nentrants: [bots/ann.py, bots/an.py]\n"), on_broken=told.append)


def test_faults_of_the_file_come_before_those_of_bots(folder):
    assert [key for _, key, _ in complaints("seed: no\n" + BROKEN)] == ["seed"]


# Formats

FORMATS = {
    "gauntlet": "format: gauntlet\nchallengers: [cleo, bob]",
    "first of a gauntlet": "format: gauntlet",
    "swiss": "format: swiss\nmatch: {rounds: 2, seating: all}",
    "knockout": "format: knockout\nseeding: [cleo, ann, dan, bob]",
    "drawn": "format: knockout\nseeding: random",
    "mixed-pairs": "format: mixed-pairs\nmatch: {tables: 7}",
    "adaptive": "match: {boards: 10, until: {separated: 0.95}, max_boards: 40}",
}


@pytest.mark.parametrize("text", FORMATS.values(), ids=FORMATS)
def test_formats_are_read_resolved_and_in_the_schema(folder, text):
    spec = load_tournament(written(f"rules: setback\n{text}\n{FOUR}"))
    assert load_tournament(written(resolved_text(spec), "again.yaml")) == structs.replace(spec, name=spec.name)
    fits = validator(tournament_schema()).is_valid
    assert fits(yaml.safe_load(Path("cup.yaml").read_text()))
    assert fits(yaml.safe_load(Path("again.yaml").read_text()))


def test_what_formats_leave_open(folder):
    def read(text):
        return load_tournament(written(f"rules: setback\n{text}\n{FOUR}"))

    assert read("format: gauntlet").challengers == ("bob",)
    assert read("format: knockout").seeding == ("bob", "cleo", "ann", "dan")
    assert read("format: knockout\nseeding: random").seeding == "random"
    assert read("").match == MatchRules(tables="auto", rounds="auto", until=None, max_boards=None)
    assert read("match: {until: {separated: 0.9}, max_boards: 101}").match.until == Until(separated=0.9)


def test_names_of_bots_that_are_left_out_are_left_out(folder):
    text = "rules: jpgames\nformat: knockout\nseeding: [mute, bob, ann]\nentrants: [bots/ann.py, bots/mute.py, bots/bob.py]\n"
    assert load_tournament(written(text), on_broken=str).seeding == ("bob", "ann")


# The schema, and the files that come with the arena


def test_the_schema_takes_what_the_loader_takes(folder):
    schema = tournament_schema()
    fits = validator(schema).is_valid
    written("extends: setback\ngame: {target: 15}\n", "house.yaml")
    data = yaml.safe_load(EVERYTHING)
    assert fits(data)
    assert fits(yaml.safe_load(resolved_text(load_tournament(written(EVERYTHING)))))
    for key, value in {
        "format": "swizz",
        "challengers": "ann",
        "seeding": "drawn",
        "seed": True,
        "match": {"boards": 0},
        "rules": {"gme": {}},
        "record": True,
        "entrants": "x",
        "bots": [],
    }.items():
        assert not fits(data | {key: value}), key
    assert all(field["description"] for field in schema["$defs"]["TournamentFile"]["properties"].values())


def test_an_anchor_is_an_entrant(folder):
    spec = load_tournament(written(f"rating: {{anchor: {{ann: 50/2}}, unit: duplicate}}\nrules: jpgames\n{TWO}"))
    assert (spec.rating.anchor, spec.rating.unit) == ({"ann": 25}, "duplicate")
    assert load_tournament(written(resolved_text(spec))).rating == spec.rating
    ((line, key, message),) = complaints(f"rating: {{anchor: {{anne: 25}}}}\nrules: jpgames\n{TWO}")
    assert (line, key, message) == (1, "rating.anchor.anne", "no entrant is called 'anne'; did you mean ann?")


@pytest.mark.parametrize("path", sorted(TOURNAMENTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_tournaments_that_come_along(path, monkeypatch):
    bots = TOURNAMENTS.parent / "bots"
    monkeypatch.setattr("arena.config.resolve_bot", _bundled(bots))
    monkeypatch.setattr("arena.config.try_out", lambda *_: None)
    spec = load_tournament(path)
    assert validator(tournament_schema()).is_valid(yaml.safe_load(path.read_text()))
    assert spec.name == path.stem
    assert [bot.name for bot in spec.entrants] == ["random", "lowest", "greedy", "steady", "counter", "bold"]
    assert [rules.name for rules in spec.rules] == {"quick": ["jpgames"], "three-houses": ["jpgames", "setback", "sleight"]}[path.stem]
    assert spec.seed != "random"
    assert math.isclose(spec.rating.sigma, 25 / 3)


def _bundled(bots):
    from arena.seats.bot import BotSpec

    def resolve(text, base, *, name, options):
        return BotSpec(name=name or text, bot=text, options=options)

    return resolve


def test_quick_shows_every_key_with_few_that_are_not_at_their_default(monkeypatch):
    monkeypatch.setattr("arena.config.resolve_bot", _bundled(TOURNAMENTS.parent / "bots"))
    monkeypatch.setattr("arena.config.try_out", lambda *_: None)
    data = yaml.safe_load((TOURNAMENTS / "quick.yaml").read_text())
    assert set(data) == set(tournament_schema()["$defs"]["TournamentFile"]["properties"]) - {"players", "challengers", "seeding"}
    quick = load_tournament(TOURNAMENTS / "quick.yaml")
    shown = {key: data[key] for key in ("name", "rules", "entrants", "seed", "record")}
    bare = tournament_of(shown | {"match": {"boards": data["match"]["boards"]}})
    assert quick == bare
