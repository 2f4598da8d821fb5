"""What is asked of a warden and what it says in the end: light, because every bot's process is forked from one that has it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from arena.errors import FaultKind

FOLDER: Final = "{folder}"
"""In the words of a command: the bot's private folder."""
USER: Final = "{user}"
"""In the words of a command: the number of a user nobody else is."""


class Start(Struct, frozen=True, kw_only=True):
    """What to start: ``argv``, or, if that is empty, the Python ``bot`` (with its ``digest``) in a fork of the nursery.

    ``copies`` (files or folders) are copied into the private folder first, readable by everybody. ``env`` is added to a small clean
    environment. ``cwd`` is the private folder if empty. Sizes are MiB, ``cpu`` is seconds, ``output`` bytes; ``log`` may be empty. ``core``
    is the one processor core it runs on; ``alone`` says that it becomes a user of its own, whose processes can be counted.
    """

    argv: tuple[str, ...] = ()
    bot: str = ""
    digest: str = ""
    copies: tuple[str, ...] = ()
    env: dict[str, str] = {}
    cwd: str = ""
    log: str = ""
    memory_mb: int = 512
    cpu: int = 3600
    file_mb: int = 64
    files: int = 256
    processes: int = 32
    output: int = 1 << 24
    core: int | None = None
    alone: bool = False


class Ended(Struct, frozen=True):
    """Why a bot ended: the fault's word for it, and what happened."""

    kind: FaultKind
    detail: str
