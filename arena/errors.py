"""The errors a person can meet, each of them one clear sentence; knows nothing of what raises them."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

FaultKind: TypeAlias = Literal[
    "illegal", "malformed", "late", "crash", "overtime", "dead", "closed", "oversized", "output", "memory", "processes", "start"
]

LONGEST_DETAIL: Final = 1000


def in_one_line(text: str) -> str:
    """``text`` as one line of at most LONGEST_DETAIL printable characters: what a bot says reaches terminals, tables and files."""
    plain = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text[: LONGEST_DETAIL + 1])
    return plain if len(plain) <= LONGEST_DETAIL else plain[: LONGEST_DETAIL - 1] + "…"


class ArenaError(Exception):
    """Anything wrong that a user can put right; its text is one sentence saying what, where and what would be right."""

    exit_code = 2


class ConfigError(ArenaError):
    """Faults in a configuration: one line each, naming source, line, key, value and what is allowed.

    ``source`` is the file or the name of what was read, ``line`` counts from 1 (None if unknown) and ``key`` is dotted (``auction.max``).
    """

    def __init__(self, message: str, *, source: str | None = None, line: int | None = None, key: str | None = None) -> None:
        self.message, self.source, self.line, self.key = message, source, line, key
        where = ":".join(str(part) for part in (source, line) if part is not None)
        super().__init__(": ".join(part for part in (where, key, message) if part))


class ConfigErrors(ConfigError):
    """Several faults found in one reading, reported together; ``faults`` holds them in order of their lines."""

    def __init__(self, faults: list[ConfigError]) -> None:
        first = faults[0]
        super().__init__(first.message, source=first.source, line=first.line, key=first.key)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class BotLoadError(ArenaError):
    """A bot that cannot be found, imported or used: named, with what would be right."""

    exit_code = 3

    def __init__(self, text: str) -> None:
        super().__init__("\n".join(map(in_one_line, text.split("\n"))))


class StoreError(ArenaError):
    """A run folder that cannot be read, written or continued."""


class Stop(KeyboardInterrupt):
    """A signal that asks us to stop, while bots play: told from what they raise themselves."""


class IllegalAction(ArenaError, ValueError):
    """An action the rules do not allow now; nothing was changed. ``answer`` is what was given for one."""

    def __init__(self, message: str, answer: Any = None) -> None:
        self.answer = answer
        super().__init__(message)


class BotFault(ArenaError):
    """Something wrong in what a bot did when asked: ``kind`` is the field's word for it, ``detail`` says what happened.

    ``seconds`` is how long it took, 0 where that was not measured.
    """

    def __init__(self, kind: FaultKind, detail: str, seconds: float = 0.0) -> None:
        self.kind, self.detail, self.seconds = kind, in_one_line(detail), seconds
        super().__init__(f"{kind}: {self.detail}")
