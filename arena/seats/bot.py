"""What a bot's author sees: the Bot protocol, a base class with sensible defaults, and the name of a bot; knows nothing of tables or files."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from arena.pitch.cards import Card, Suit
    from arena.pitch.view import View


class BotSpec(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which bot an entrant is: plain data that travels to workers and into the store.

    ``bot`` is an entry point's name, ``path/to/file.py[:Class]`` (absolute here) or ``package.module:Class``; None for a command.
    ``digest`` is the SHA-256 of the bot's content (its file, its folder, or the entry point's module), hexadecimal.
    """

    name: str
    bot: str | None = None
    command: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    python: str | None = None
    digest: str = ""
