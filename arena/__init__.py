"""Pitch Arena: tournaments between bots that play the card game Pitch."""

from __future__ import annotations

__version__ = "0.1.0"
