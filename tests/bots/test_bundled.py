"""The bundled bots: short, importing only what ``arena`` exports, and without a fault under every rule set."""

from __future__ import annotations

import ast
import random
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena
from arena import BotSpec, ConfigError, Hand, RuleSet, Suit, load_rules, play_match
from arena.rulesets import names, with_overrides
from arena.seats.bot import GameInfo, seated
from arena.seats.loader import load
from arena.seats.seat import InlineSeat
from arena.tournament.schedule import legs
from arena.tournament.spec import Fault, Faults, Limits, MatchRules, MatchSpec
from tests.pitch.strategies import rule_sets, tries

FOLDER = Path(__file__).parents[2] / "bots"
BOTS = ("bold", "counter", "greedy", "lowest", "random", "steady")


def test_there_is_a_file_for_each_bundled_bot():
    assert sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__") == list(BOTS)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_short_enough_to_be_read(bot):
    assert len((FOLDER / f"{bot}.py").read_text("utf-8").splitlines()) < 80


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_imports_only_what_arena_exports(bot):
    tree = ast.parse((FOLDER / f"{bot}.py").read_text("utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not [node.names[0].name for node in imported if isinstance(node, ast.Import)]
    sources = {node.module for node in imported if isinstance(node, ast.ImportFrom)}
    assert sources <= {"__future__", "collections.abc", "arena"}
    taken = {name.name for node in imported if isinstance(node, ast.ImportFrom) and node.module == "arena" for name in node.names}
    assert taken <= set(arena.__all__)


def test_the_stdlib_is_not_hidden_by_the_bot_called_random():
    assert import_module("arena_bots.random") is not random
    assert 0 <= random.random() < 1


def faults(rules: Any, bots: tuple[str, ...], boards: int, unit: Literal["games", "hands"] = "hands") -> list[Fault]:
    """All faults of a match in which every side has a bot of its own, the bots taken in turn."""
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    sides = len(loaded.table.sides)
    table = tuple(BotSpec(name=f"bot {i}", bot=bots[i % len(bots)]) for i in range(sides))
    match = MatchRules(boards=boards, block=boards, unit=unit)
    spec = MatchSpec(
        rules_index=0, rules=loaded, seed="faultless", table=table, first_board=1, boards=boards, legs=legs(sides, "rotations"),
        match=match, limits=Limits(), faults=Faults(), record="games",
    )  # fmt: skip
    return [fault for game in play_match(spec).games for fault in game.faults]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", names())
def test_a_bot_plays_every_rule_set_without_a_fault(rules, bot):
    assert faults(rules, (bot,), boards=3) == []


@pytest.mark.parametrize("rules", ["jpgames", "setback", "cutthroat", "draw", "ten-point", "cinch", "five-point-joker", "sleight-6"])
def test_bots_meet_in_whole_games_without_a_fault(rules):
    assert faults(rules, ("counter", "bold", "steady", "random"), boards=1, unit="games") == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_bots_play_at_tables_of_every_size(players):
    crowds = 0
    for name in names():
        try:
            rules = with_overrides(name, players=players)
        except ConfigError:  # too few cards for so many, or sides that are written for another number
            continue
        crowds += 1
        assert faults(rules, ("counter", "bold", "steady", "greedy", "lowest", "random")[crowds % 5 :], boards=1) == []
    assert crowds > 20


@tries(8)
@given(rules=rule_sets(), turn=st.integers(0, len(BOTS) - 1))
def test_bots_play_any_rule_set_there_can_be(rules, turn):
    assert faults(rules, BOTS[turn:] + BOTS[:turn], boards=1) == []


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_leads_a_joker_says_which_suit_it_means(bot):
    rules = load_rules({"extends": "five-point-joker", "trump": {"joker_first_lead": "choose"}, "deal": {"cards": 1, "packet": 1}})
    hand = Hand.from_deck(rules, "X- 2C 3C 4C", 3, (0, 0))
    for bid in ("2", "pass", "pass", "pass"):
        hand.apply(bid)
    seat = InlineSeat(lambda: seated(load(BotSpec(name=bot, bot=bot))(), (1,), {}), bot, GameInfo(rules=rules, seat=0, side=0, game_id=""))
    hand.apply(seat.ask(hand.view(0)))
    assert str(hand.trick[0][1]) == "X-"
    assert hand.trump in tuple(Suit)
