"""Answers that were refused: what is remembered of them and whether they are revokes; knows nothing of the hand but what it is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from arena.pitch.actions import Action, JokerLead, Phase, read
from arena.pitch.cards import Card

LONGEST_ANSWER: Final = 80
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")


class Substitution(Struct, frozen=True):
    """An answer that was refused: ``n`` counts the decisions of its phase before it, ``used`` is what was played in its place.

    ``malformed`` when it could not be read as an action at all; ``revoke`` when it was a card held that may not be played now.
    """

    phase: Phase
    seat: int
    n: int
    answer: str
    used: str
    revoke: bool
    malformed: bool


def readable(phase: Phase, answer: Any) -> Action | None:
    """The action an answer means in ``phase``, legal or not; None if it means none, or raises anything when it is looked at."""
    try:
        return read(phase, answer)
    except (Exception, SystemExit):
        return None


def remembered(phase: Phase, answer: Any) -> str:
    """The text a refused answer leaves: its action's, or one that is no action's, so that a replay reads it in the same way."""
    action = readable(phase, answer)
    if action is not None:
        return str(action)
    text = "" if answer is None else shown(answer)
    return f"<{text}>" if text and readable(phase, text) is not None else text


def is_revoke(action: Action | None, held: Sequence[Card], legal: Sequence[Any]) -> bool:
    """Whether a refused answer of the play is a card held that may not be played now; a joker with a suit too few or too many is none."""
    card = action.card if isinstance(action, JokerLead) else action
    if not isinstance(card, Card) or card not in held:
        return False
    return all(card != (one.card if isinstance(one, JokerLead) else one) for one in legal)


def shown(answer: Any) -> str:
    """An answer as a short printable text, whatever it is; such a text is shown as itself."""
    text = said(answer)
    plain = "".join(char if " " <= char <= "~" else ascii(char)[1:-1] for char in text[: LONGEST_ANSWER + 1])
    return plain if len(plain) <= LONGEST_ANSWER else plain[: LONGEST_ANSWER - 1] + "…"


def said(answer: Any) -> str:
    """An answer as text, however long, without the addresses that differ from run to run; its type where even that fails."""
    try:
        return str(answer) if isinstance(answer, str | int) else _ADDRESS.sub("", repr(answer))
    except (Exception, SystemExit):
        return f"<{type(answer).__name__}>"


def listed(legal: Sequence[Any]) -> str:
    """The first dozen legal actions, for a person to read."""
    some = ", ".join(str(one) or "nothing" for one in legal[:12])
    return (some or "nothing") + (", …" if len(legal) > 12 else "")
