"""Named seeds and the fixed shuffle: every random thing in a tournament has a name, and knows nothing of what it is drawn for."""

from __future__ import annotations

import json
from hashlib import shake_128
from struct import unpack
from typing import Final, TypeAlias, TypeVar

Part: TypeAlias = "int | str | list[str]"
Seed: TypeAlias = "int | str"
T = TypeVar("T")

_WORDS: Final = 1 << 32
_LIMITS: Final = (0, *(_WORDS // m * m for m in range(1, 65)))
_encode: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


def _key(parts: tuple[Part, ...]) -> bytes:
    return _encode(parts).encode()


def child_seed(root: Seed, *parts: Part) -> int:
    """The 128-bit seed named by ``root`` and ``parts``: the first 16 bytes of SHAKE-128 over their compact JSON, big-endian."""
    return int.from_bytes(shake_128(_key((root, *parts))).digest(16), "big")


def shuffled(n: int, root: Seed, *parts: Part) -> list[int]:
    """The permutation of ``range(n)`` named by ``root`` and ``parts``, for n up to 64."""
    return shuffle(list(range(n)), n, root, *parts)


def shuffle(items: list[T], need: int, root: Seed, *parts: Part) -> list[T]:
    """Shuffle up to 64 ``items`` in place by a Fisher-Yates over SHAKE-128 words without modulo bias, and return them.

    Only the first ``need`` positions are settled; the rest holds the other items in no promised order.
    """
    n = len(items)
    steps = min(n - 1, need)
    stream = shake_128(b"shuffle" + _key((root, *parts)))
    count = steps + 2
    words = list(unpack(f">{count}I", stream.digest(4 * count)))
    at = 0
    for i in range(steps):
        m = n - i
        limit = _LIMITS[m]
        u = words[at]
        at += 1
        while u >= limit:
            if at + steps >= len(words):
                count *= 2
                words = list(unpack(f">{count}I", stream.digest(4 * count)))
            u = words[at]
            at += 1
        j = i + u % m
        items[i], items[j] = items[j], items[i]
    return items
