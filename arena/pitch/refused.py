"""Answers that were refused: what is remembered of them and whether they are revokes; knows nothing of the hand but what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from arena.pitch.actions import Action, JokerLead, Phase, read
from arena.pitch.cards import Card

LONGEST_ANSWER: Final = 80


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
    """The action an answer means in ``phase``, legal or not; None if it means none."""
    try:
        return read(phase, answer)
    except (ValueError, TypeError):
        return None


def is_revoke(action: Action | None, held: Sequence[Card], legal: Sequence[Any]) -> bool:
    """Whether a refused answer of the play is a card held that may not be played now; a joker that only lacks its suit is none."""
    card = action.card if isinstance(action, JokerLead) else action
    if not isinstance(card, Card) or card not in held:
        return False
    return not any(isinstance(one, JokerLead) and one.card == card for one in legal)


def shown(answer: Any) -> str:
    """An answer as a short printable text, whatever it is."""
    text = ascii(str(answer) if isinstance(answer, str | int) else repr(answer))[1:-1]
    return text if len(text) <= LONGEST_ANSWER else text[: LONGEST_ANSWER - 1] + "…"


def listed(legal: Sequence[Any]) -> str:
    """The first dozen legal actions, for a person to read."""
    some = ", ".join(str(one) or "nothing" for one in legal[:12])
    return (some or "nothing") + (", …" if len(legal) > 12 else "")
