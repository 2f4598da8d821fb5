"""Bots called directly: what escapes them is a crash of theirs, unless somebody wants us to stop."""

import signal

import pytest

from arena import Bot, Hand, load_rules
from arena.errors import BotFault, Stop
from arena.pitch.refused import said, shown
from arena.seats.bot import GameInfo
from arena.seats.seat import InlineSeat

RULES = load_rules("jpgames")
VIEW = Hand.from_deck(RULES, " ".join(r + s for r in "23456789TJQKA" for s in "CDHS"), 3, (0, 0)).view(0)


class Own(BaseException):
    """No Exception at all."""


def seat(error):
    class Escaping(Bot):
        def bid(self, view):
            raise error

        def play(self, view):
            return view.legal_cards[0]

    return InlineSeat(Escaping, "ann", GameInfo(rules=RULES, seat=0, side=0, game_id=""))


@pytest.fixture
def handled():
    before = signal.getsignal(signal.SIGINT)
    yield lambda handler: signal.signal(signal.SIGINT, handler)
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(3), GeneratorExit("x"), Own("x")])
def test_whatever_escapes_a_bot_is_its_crash(error):
    with pytest.raises(BotFault, match=f"ann, auction: {type(error).__name__}: ") as caught:
        seat(error).ask(VIEW)
    assert caught.value.kind == "crash"


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda _number, _frame: None])
def test_a_keyboard_interrupt_is_the_bots_where_ctrl_c_raises_none(handled, handler):
    handled(handler)
    with pytest.raises(BotFault, match="ann, auction: KeyboardInterrupt"):
        seat(KeyboardInterrupt()).ask(VIEW)
    with pytest.raises(Stop):
        seat(Stop()).ask(VIEW)


def test_a_keyboard_interrupt_stops_us_where_ctrl_c_raises_one(handled):
    handled(signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        seat(KeyboardInterrupt()).ask(VIEW)


def test_what_is_shown_of_an_answer_is_the_same_in_every_run():
    assert shown(object()) == "<object object>"
    assert shown(one for one in "ab").startswith("<generator object test_what_is_shown")
    assert "0x" not in said(one for one in "ab")
    assert shown([Own, len]) == "[<class 'tests.seats.test_seat.Own'>, <built-in function len>]"
