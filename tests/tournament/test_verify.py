"""A run checked against itself: an honest one agrees in everything, and whatever is changed in one is found and named."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from arena.cli import main
from arena.config import tournament_of
from arena.tournament import verify
from arena.tournament.folder import RESULTS, open_run
from arena.tournament.match import play_match
from arena.tournament.schedule import next_specs
from arena.tournament.spec import GameResult, MatchResult, TournamentSpec
from arena.tournament.store import Store

CLUMSY = '''
from arena import Bot

class Clumsy(Bot):
    """Answers what it should not, now and then."""
    def bid(self, view):
        return 99 if self.rng.random() < 0.05 else view.legal_bids[0]
    def play(self, view):
        return view.holding[0] if self.rng.random() < 0.2 else view.legal_cards[0]
'''


CLUMSY_TABLES = (("clumsy", "greedy"), ("clumsy", "random"))


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> tuple[TournamentSpec, list[MatchResult]]:
    clumsy = tmp_path_factory.mktemp("bots") / "clumsy.py"
    clumsy.write_text(CLUMSY)
    data = {
        "name": "spring",
        "rules": ["setback-redeal", "ten-point", {"name": "seven", "extends": "draw", "table": {"players": 7}, "game": {"target": 7}}],
        "seed": "honest",
        "record": "hands",
        "match": {"boards": 3, "block": 2},
        "faults": {"strikes": 4},
        "isolation": "inline",
        "entrants": ["random", "greedy", "steady", "lowest", "bold", "counter", str(clumsy)],
    }
    spec = tournament_of(data)
    return spec, [play_match(match) for match in next_specs(spec) if match.rules_index == 2 or match.key.table in CLUMSY_TABLES]


@pytest.fixture
def run(honest: tuple[TournamentSpec, list[MatchResult]], tmp_path: Path) -> Path:
    spec, results = honest
    opened = open_run(tmp_path / "run", spec, "")
    with opened.store as store:
        for result in results:
            store.add(result)
    return tmp_path / "run"


def findings(run: Path) -> list[str]:
    with Store.read(run / RESULTS) as store:
        return [str(finding) for finding in verify.verify(store).findings]


def test_an_honest_run_agrees(honest: tuple[TournamentSpec, list[MatchResult]], run: Path) -> None:
    _, results = honest
    games = [game for result in results for game in result.games]
    assert any(game.faults and not game.forfeits for game in games)
    assert any(game.forfeits for game in games)
    assert any(record["redeals"] for game in games for record in game.records)
    with Store.read(run / RESULTS) as store:
        verdict = verify.verify(store)
    assert verdict.findings == ()
    assert (verdict.matches, verdict.games) == (len(results), len(games))
    assert verdict.hands == sum(len(game.records) for game in games)
    assert verdict.unchecked == (f"{2 * (21 + 21 + 1) - len(results)} of 86 matches: they have not been played",)
    shown = CliRunner().invoke(main, ["verify", str(run)])
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.endswith("Everything that was checked agrees\n")


Change = Callable[[GameResult], GameResult]


def with_record(number: int, **changes: Any) -> Change:
    def change(game: GameResult) -> GameResult:
        records = list(game.records)
        records[number] = {**records[number], **changes}
        return replace(game, records=tuple(records))

    return change


def field(**changes: Any) -> Change:
    return lambda game: replace(game, **changes)


CHANGES: dict[str, tuple[Change, str]] = {
    "a score": (lambda game: replace(game, scores=(game.scores[0] + 1, *game.scores[1:])), "scores is stored as"),
    "points": (lambda game: replace(game, points=(game.points[0] + 1, *game.points[1:])), "points is stored as"),
    "the winner": (lambda game: replace(game, winner=1 - (game.winner or 0)), "winner is stored as"),
    "the outcome": (field(outcome="draw"), "draw, winner"),
    "a void game": (field(outcome="void", winner=None), "void, winner None cannot be"),
    "the reason": (field(reason="max_hands"), "cannot be"),
    "a slam": (field(reason="unbid"), "reason is stored as unbid; its hands make it target"),
    "the number of hands": (lambda game: replace(game, hands=game.hands + 1), "hands is stored as"),
    "contracts": (field(contracts=(9, 9, 9, 9)), "there cannot be contracts"),
    "made": (lambda game: replace(game, made=game.made[::-1]), "made is stored as"),
    "bids": (lambda game: replace(game, bids=(*game.bids[:3], 99)), "bids is stored as"),
    "a forfeit": (field(forfeits=(0,)), "it was forfeited, and ended by target"),
    "no hands": (field(records=()), "is not over after hand 0"),
    "a hand too few": (lambda game: replace(game, records=game.records[:-1]), "it is not over after hand"),
    "a hand too many": (lambda game: replace(game, records=(*game.records, game.records[-1])), "it is recorded after the game was over"),
    "another deal": (lambda game: with_record(0, holdings=game.records[1]["holdings"])(game), "holdings is recorded as"),
    "the stock": (lambda game: with_record(0, stock=game.records[1]["stock"])(game), "stock is recorded as"),
    "the dealer": (lambda game: with_record(0, dealer=(game.records[0]["dealer"] + 1) % 4)(game), "dealer is recorded as"),
    "scores before": (with_record(1, scores_before=[20, 20]), "scores_before is recorded as [20,20]; it has to be"),
    "the number of a hand": (with_record(1, hand=7), "hand is recorded as 7; it has to be"),
    "redeals": (with_record(0, redeals=3), "redeals is recorded as 3; it has to be 0"),
    "the leg of a hand": (with_record(0, leg=9), "leg is recorded as 9"),
    "who sat there": (with_record(0, seats=["greedy"] * 4), "seats is recorded as"),
    "the rules": (with_record(0, rules="jpgames"), 'rules is recorded as "jpgames"; it has to be "setback-redeal"'),
    "deltas": (with_record(0, deltas=[4, 0]), "deltas"),
    "a thing that is no record": (lambda game: replace(game, records=({},)), "it is no record of a hand"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_game_is_found(honest: tuple[TournamentSpec, list[MatchResult]], what: str) -> None:
    spec, results = honest
    result = next(one for one in results if one.key.rules == 0)
    change, words = CHANGES[what]
    place = next(i for i, game in enumerate(result.games) if not game.forfeits and game.hands > 2 and game.made != game.made[::-1])
    games = [change(game) if i == place else game for i, game in enumerate(result.games)]
    found = list(verify._of_match(spec, MatchResult(key=result.key, games=tuple(games))))
    where = f"board {result.games[place].board}, leg {result.games[place].leg}"
    assert any(words in finding.what and where in finding.what for finding in found), found
    assert all("\n" not in str(finding) for finding in found)


def test_faults_of_records_and_rows_are_the_same(honest: tuple[TournamentSpec, list[MatchResult]]) -> None:
    spec, results = honest
    games = [(result.key, game) for result in results for game in result.games]
    key, game = next((key, game) for key, game in games if game.faults and not game.forfeits)
    for change, words in (
        (field(faults=game.faults[1:]), "is recorded in hand"),
        (field(faults=(*game.faults, replace(game.faults[0], n=99))), "is stored in hand"),
        (field(faults=(replace(game.faults[0], entrant="nobody"), *game.faults[1:])), "where it did not sit"),
    ):
        found = list(verify._of_match(spec, MatchResult(key=key, games=(change(game),))))
        assert not any(words in finding.what for finding in found)  # one game of a match is no match
        whole = next(result for result in results if result.key == key)
        games_ = tuple(change(one) if one == game else one for one in whole.games)
        assert any(words in finding.what for finding in verify._of_match(spec, MatchResult(key=key, games=games_)))


def test_forfeits_are_checked(honest: tuple[TournamentSpec, list[MatchResult]]) -> None:
    spec, results = honest
    whole, game = next((result, game) for result in results for game in result.games if game.forfeits)
    for change, words in (
        (field(winner=game.forfeits[0]), "cannot be"),
        (field(outcome="void"), "cannot be"),
        (field(hands=3), "its hands cannot count"),
        (field(scores=tuple(score + 1 for score in game.scores)), "scores is stored as"),
    ):
        games = tuple(change(one) if one == game else one for one in whole.games)
        assert any(words in finding.what for finding in verify._of_match(spec, MatchResult(key=whole.key, games=games)))


def edit(run: Path, statement: str, *values: Any) -> None:
    with sqlite3.connect(run / RESULTS) as db:
        db.execute(statement, values)
    db.close()


def test_what_is_changed_in_the_database_is_found_and_the_command_says_no(run: Path) -> None:
    edit(run, "UPDATE run SET value = '\"other\"' WHERE key = 'seed'")
    found = findings(run)
    assert found[0] == "seed: other is not the seed that was given, honest"
    assert found[1].startswith("seed: the SHA-256 of other is ")
    assert any("holdings is recorded as" in one for one in found)
    shown = CliRunner().invoke(main, ["verify", str(run)])
    assert shown.exit_code == 1
    assert shown.stdout.endswith(f"Wrong: {len(found):,}\n")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM games WHERE rules = 2 AND board = 2 AND leg = 3", "board 2, leg 3 is missing"),
        ("UPDATE games SET leg = 8 WHERE rules = 2 AND board = 2 AND leg = 3", "board 2, leg 8 is no part of it"),
        ("UPDATE matches SET first_board = 2 WHERE rules = 2 AND first_board = 1", "no match begins with board 2"),
        ("UPDATE matches SET rules = 9 WHERE rules = 2", "there are 3 rule sets"),
        ("UPDATE matches SET names = replace(names, 'bold', 'bald') WHERE rules = 2", "no entrant is called bald"),
        ("UPDATE matches SET names = 'bold\tgreedy' WHERE rules = 2", "a table has 7 entrants"),
        ("UPDATE games SET seats = replace(seats, 'bold', 'greedy') WHERE rules = 2", "sat there; due were"),
        ("UPDATE games SET scores = '[1]' WHERE rules = 2", "there are 7 sides and 7 seats"),
        ("UPDATE games SET scores = '{' WHERE rules = 2", "cannot be read"),
        ("DELETE FROM hands WHERE rules = 2", "and no more are recorded"),
        ("UPDATE hands SET records = x'00' WHERE rules = 2", "cannot be read"),
    ],
)
def test_a_changed_row_is_found(run: Path, statement: str, words: str) -> None:
    edit(run, statement)
    assert any(words in one for one in findings(run))


def test_a_card_changed_in_a_hand_is_named_with_its_trick(run: Path) -> None:
    with sqlite3.connect(run / RESULTS) as db:
        (packed,) = db.execute("SELECT records FROM hands WHERE rules = 0 AND board = 1 AND leg = 1").fetchone()
        records = msgspec.msgpack.decode(zlib.decompress(packed))
        played = next(record for record in records if record["tricks"])
        cards = played["tricks"][1]["cards"].split()
        played["tricks"][1]["cards"] = " ".join((cards[1], cards[0], *cards[2:]))
        fresh = zlib.compress(msgspec.msgpack.encode(records))
        db.execute("UPDATE hands SET records = ? WHERE records = ?", (fresh, packed))
    db.close()
    found = findings(run)
    assert any(": board 1, leg 1, hand 1" in one and ": trick 2: " in one for one in found)
    assert any(one.endswith(": the rest of the game cannot be checked") for one in found)


def test_a_run_without_hands_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    spec = tournament_of({"name": "plain", "rules": "jpgames", "seed": 1, "match": {"boards": 2}, "entrants": ["random", "greedy"]})
    with open_run(tmp_path / "run", spec, "").store as store:
        for match in next_specs(spec):
            store.add(play_match(match))
    shown = CliRunner().invoke(main, ["verify", str(tmp_path / "run")])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == [
        "Checked: 1 matches, 4 games, 0 hands",
        "Not checked: deals, legality, points and scores: no hands were recorded (record: hands keeps them)",
        "Everything that was checked agrees",
    ]
    edit(tmp_path / "run", "UPDATE games SET scores = ? WHERE leg = 1 AND board = 1", json.dumps([20, 0]))
    found = findings(tmp_path / "run")
    assert any(one.startswith("totals: jpgames/1/greedy+random: board 1, leg 1: ") for one in found)
    assert CliRunner().invoke(main, ["verify", str(tmp_path / "run")]).exit_code == 1
