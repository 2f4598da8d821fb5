"""Pitch Arena: tournaments between bots that play the card game Pitch."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.errors import ArenaError, BotFault, BotLoadError, ConfigError, IllegalAction, StoreError
    from arena.pitch.actions import PASS
    from arena.pitch.cards import Card, Suit
    from arena.pitch.hand import Hand
    from arena.pitch.ruleset import RuleSet
    from arena.pitch.view import View
    from arena.rulesets import load as load_rules
    from arena.seats.bot import Bot, BotSpec
    from arena.tournament.match import play_match

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "ArenaError",
    "Bot",
    "BotFault",
    "BotLoadError",
    "BotSpec",
    "Card",
    "ConfigError",
    "Hand",
    "IllegalAction",
    "RuleSet",
    "StoreError",
    "Suit",
    "View",
    "__version__",
    "load_rules",
    "play_match",
]

# Looked up on first use, so that a command that needs little imports little.
_HOMES = {
    "PASS": "pitch.actions",
    "Bot": "seats.bot",
    "BotSpec": "seats.bot",
    "Card": "pitch.cards",
    "Hand": "pitch.hand",
    "RuleSet": "pitch.ruleset",
    "Suit": "pitch.cards",
    "View": "pitch.view",
    "load_rules": "rulesets",
    "play_match": "tournament.match",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"arena.{_HOMES.get(name, 'errors')}")
    return getattr(module, "load" if name == "load_rules" else name)


def __dir__() -> list[str]:
    return sorted(__all__)
