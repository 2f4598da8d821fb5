"""A bot at the table in this process: it is asked and told; does not judge what is legal."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from arena.errors import BotFault, Stop
from arena.pitch.actions import JokerLead, read
from arena.pitch.cards import Suit
from arena.pitch.game import GameEnd
from arena.pitch.scoring import HandResult
from arena.pitch.trick import needs_suit
from arena.pitch.view import View
from arena.seats.bot import Bot, GameInfo

SUITS = tuple(Suit)
HERE = str(Path(__file__).parent)
T = TypeVar("T")


class Seat(Protocol):
    """Somebody who answers at a table. Anything wrong with it raises BotFault; whether an answer is legal is not its business."""

    hears_hands: bool
    """Whether it wants to be told of every hand's end."""

    took: float
    """The seconds of its last answer, 0 where that is not measured."""

    def ask(self, view: View) -> Any:
        """The answer to a view in which this seat is to act."""

    def hand_ended(self, view: View, result: HandResult) -> None:
        """Tell the seat that a hand is over."""

    def game_ended(self, end: GameEnd) -> None:
        """Tell the seat that the game is over."""

    def close(self) -> None:
        """The seat is not needed any more."""


class InlineSeat:
    """A bot object called directly: fast, for bots you trust. Whatever escapes the bot becomes a BotFault of kind ``crash``.

    Only a Ctrl-C is no bot's doing; where SIGINT does not raise KeyboardInterrupt, or raises ``Stop``, one that comes out of a bot is.
    """

    __slots__ = ("_asked", "_bot", "_name", "hears_hands", "took")

    def __init__(self, make: Callable[[], Bot], name: str, info: GameInfo) -> None:
        self._name, self.took = name, 0.0
        self._bot = bot = self._guarded("__init__", make)
        self.hears_hands = type(bot).hand_ended is not Bot.hand_ended
        self._asked: dict[str, Callable[[View], Any]] = {
            "auction": bot.bid,
            "trump": bot.name_trump,
            "discard": bot.discard,
            "burn": bot.burn,
            "play": self._lead_or_play if info.rules.deck.jokers else bot.play,
        }
        self._guarded("game_started", bot.game_started, info)

    def ask(self, view: View) -> Any:
        """The bot's answer; raises BotFault if an exception escapes it."""
        try:
            return self._asked[view.phase](view)
        except BaseException as error:
            if _is_stop(error):
                raise
            raise crash(self._name, view.phase, error) from error

    def hand_ended(self, view: View, result: HandResult) -> None:
        """Tell the bot that a hand is over."""
        self._guarded("hand_ended", self._bot.hand_ended, view, result)

    def game_ended(self, end: GameEnd) -> None:
        """Tell the bot that the game is over."""
        self._guarded("game_ended", self._bot.game_ended, end)

    def close(self) -> None:
        """Nothing is kept open for a bot in this process."""

    def _guarded(self, doing: str, call: Callable[..., T], *told: Any) -> T:
        try:
            return call(*told)
        except BaseException as error:
            if _is_stop(error):
                raise
            raise crash(self._name, doing, error) from error

    def _lead_or_play(self, view: View) -> Any:
        """A bare joker where a suit is wanted is followed by the question which; the two are one answer."""
        answer = self._bot.play(view)
        if view.trump is not None:
            return answer
        try:
            card = read("play", answer)
        except ValueError:
            return answer
        if isinstance(card, JokerLead) or not needs_suit(view.rules, card):  # type: ignore[arg-type]
            return answer
        suit = self._bot.name_trump(replace(view, phase="trump", legal_cards=(), _legal=SUITS))
        return f"{card}={suit}"


def _is_stop(error: BaseException) -> bool:
    if not isinstance(error, KeyboardInterrupt):
        return False
    return isinstance(error, Stop) or signal.getsignal(signal.SIGINT) is signal.default_int_handler


def crash(name: str, doing: str, error: BaseException) -> BotFault:
    """What went wrong in a bot, in its author's words: ``x, play: ZeroDivisionError: division by zero (x.py:12, in worth)``."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(HERE)]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    return BotFault("crash", f"{name}, {doing}: {type(error).__name__}: {_words(error)}{where}")


def _words(error: BaseException) -> str:
    """What an exception says, or nothing where that fails too."""
    try:
        return str(error)
    except BaseException as another:
        if _is_stop(another):
            raise
        return ""
