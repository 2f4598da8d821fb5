"""What a bot has without writing it: its generator, its options, and defaults for every choice."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from arena.pitch.actions import Choices
from arena.pitch.cards import Suit, cards
from arena.pitch.view import Holding
from arena.seats.bot import Bot, seated
from arena.seeds import child_seed


class Forgetful(Bot):
    def __init__(self) -> None:
        self.cards = 6  # and no super().__init__()


class Lookalike:
    def bid(self, view):
        return 0

    def play(self, view): return view.legal_cards[0]  # fmt: skip


def test_the_generator_is_named_by_its_seed():
    bot = seated(Forgetful(), (7, "bot", "x", 3), {})
    assert bot.rng.random() == random.Random(child_seed(7, "bot", "x", 3)).random()
    assert bot.rng is bot.rng


def test_the_generator_is_seeded_only_when_it_is_used():
    bot = seated(Forgetful(), (7,), {})
    assert "rng" not in vars(bot)
    bot.rng.random()
    assert "rng" in vars(bot)


def test_options_are_those_given():
    assert seated(Forgetful(), (7,), {"nerve": 2}).options == {"nerve": 2}


def test_rng_and_options_are_missed_with_a_reason():
    with pytest.raises(AttributeError, match="rng is there from game_started on"):
        _ = Forgetful().rng
    with pytest.raises(AttributeError, match="options is there from game_started on"):
        _ = Forgetful().options


def test_a_lookalike_is_completed_when_it_sits_down():
    bot = seated(Lookalike(), (7,), {"a": 1})
    assert isinstance(bot, Bot)
    assert isinstance(bot, Lookalike)
    assert (bot.bid(SimpleNamespace()), bot.options, bot.rng.random()) == (0, {"a": 1}, random.Random(child_seed(7)).random())  # type: ignore[arg-type]


def view(**told: Any) -> Any:
    return SimpleNamespace(**told)


@pytest.mark.parametrize(
    ("holding", "named"),
    [("2C 3C 4C AH KH 9S", "H"), ("2C 3C 4C 5C AH 9S", "C"), ("AS AD 2S X- X+", "S"), ("X- X+", "C")],
)
def test_trump_is_named_where_the_holding_is_strongest(holding, named):
    assert str(Bot().name_trump(view(holding=Holding(sorted(cards(holding))), legal_suits=tuple(Suit)))) == named


@pytest.mark.parametrize(
    ("pool", "least", "most", "thrown"),
    [("9C 2D KS", 0, 3, "2D 9C KS"), ("9C 2D KS", 2, 2, "2D 9C"), ("9C 2D KS", 1, 3, "2D 9C KS")],
)
def test_as_much_as_may_go_is_thrown_and_the_lowest(pool, least, most, thrown):
    sets = Choices(cards(pool), least, most)
    assert tuple(Bot().discard(view(legal_discards=sets))) == cards(thrown)
    assert tuple(Bot().discard(view(legal_discards=sets))) in sets


def test_the_first_set_is_burned():
    assert tuple(Bot().burn(view(legal_discards=Choices(cards("AS JS 3S"), 2, 2)))) == cards("3S JS")
