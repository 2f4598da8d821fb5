"""What a bot's author sees: the protocol, a base class with sensible defaults, and the name of a bot; knows no tables and no files."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from types import new_class
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import Struct

from arena.pitch.ruleset import RuleSet
from arena.seeds import child_seed

if TYPE_CHECKING:
    from arena.pitch.cards import Card, Suit
    from arena.pitch.view import View

_TOO_EARLY = "is there from game_started on, not in __init__"


class BotSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which bot an entrant is: plain data that travels to workers and into the store.

    ``bot`` is an entry point's name, ``path/to/file.py[:Class]`` (absolute here) or ``package.module:Class``; None for a command.
    ``python`` is the interpreter it wants, ``env`` what is added to its environment, ``folder`` where a command is run.
    ``digest`` is the SHA-256 of the bot's content (its file, its folder, or the entry point's module), hexadecimal.
    """

    name: str
    bot: str | None = None
    command: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    python: str | None = None
    env: dict[str, str] = {}
    folder: str | None = None
    digest: str = ""


class GameInfo(Struct, frozen=True, kw_only=True):
    """What a bot is told when a game starts: the rules, its seat and side, and a game id that means nothing but "the same game"."""

    rules: RuleSet
    seat: int
    side: int
    game_id: str


class BotProtocol(Protocol):
    """The least a bot is: two methods. A class with both is a bot, whatever it derives from."""

    def bid(self, view: View) -> int:
        """One of ``view.legal_bids``; 0 passes."""

    def play(self, view: View) -> Card:
        """One of ``view.legal_cards``."""


class Bot:
    """A bot: ``bid`` and ``play`` are yours to write, everything else has a sensible default.

    A new object sits down for every game and seat. ``self.rng`` (a private ``random.Random``) and ``self.options`` (from the tournament
    file) are there from ``game_started`` on, also in bots that never call ``super().__init__()``.
    """

    _arena_seed: tuple[Any, ...] | int | None = None

    def bid(self, view: View) -> int:
        """One of ``view.legal_bids``; 0 passes."""
        raise NotImplementedError

    def play(self, view: View) -> Card:
        """One of ``view.legal_cards``."""
        raise NotImplementedError

    def name_trump(self, view: View) -> Suit:
        """One of ``view.legal_suits``: by default the suit in which the holding is strongest, length counting most."""
        held = view.holding
        return max(view.legal_suits, key=lambda suit: sum(6 + card // 4 for card in held.of_suit(suit)))

    def discard(self, view: View) -> Iterable[Card]:
        """One of ``view.legal_discards``: by default as many cards as may go, the lowest of them."""
        sets = view.legal_discards
        return sets.pool[: sets.most] if sets else ()

    def burn(self, view: View) -> Iterable[Card]:
        """One of ``view.legal_discards``: by default the first, the lowest trumps."""
        sets = view.legal_discards
        return sets[0] if sets else ()

    def game_started(self, info: GameInfo) -> None:
        """Called before the first hand."""

    def hand_ended(self, view: View, result: Any) -> None:
        """Called after each hand."""

    def game_ended(self, result: Any) -> None:
        """Called after the last hand."""

    @cached_property
    def rng(self) -> random.Random:
        """This bot's own generator, the same for the same entrant, game and seat. Seeded at first use, for seeding is dear."""
        if self._arena_seed is None:
            raise AttributeError(f"{type(self).__name__}.rng {_TOO_EARLY}")
        seed = self._arena_seed
        return random.Random(seed if isinstance(seed, int) else child_seed(*seed))

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """The entrant's ``options`` in the tournament file, empty if it has none."""
        raise AttributeError(f"{type(self).__name__}.options {_TOO_EARLY}")


def adopted(cls: type) -> type[Bot]:
    """``cls`` itself if it is a Bot, else a class that is both: its own methods first, Bot's for those it lacks.

    TypeError if Python cannot join the two.
    """
    if issubclass(cls, Bot):
        return cls
    return cast("type[Bot]", new_class(cls.__name__, (cls, Bot), exec_body=partial(_named_like, cls)))


def _named_like(cls: type, namespace: dict[str, Any]) -> None:
    namespace.update(__module__=cls.__module__, __qualname__=cls.__qualname__, __doc__=cls.__doc__)


def seated(bot: BotProtocol, seed: tuple[Any, ...] | int, options: Mapping[str, Any]) -> Bot:
    """``bot`` as a Bot with its options and its seed, or its name (root and parts), in place; called once, before ``game_started``."""
    if not isinstance(bot, Bot):
        bot.__class__ = adopted(type(bot))
    vars(bot).update(_arena_seed=seed, options=options)
    return cast("Bot", bot)
