"""Named seeds and the fixed shuffle: every random thing in a tournament has a name, and knows nothing of what it is drawn for."""

from __future__ import annotations

import json
from hashlib import shake_128
from typing import TypeAlias

Part: TypeAlias = "int | str | list[str]"
Seed: TypeAlias = "int | str"

_BITS = 1 << 32


def _key(parts: tuple[Part, ...]) -> bytes:
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=True).encode()


def child_seed(root: Seed, *parts: Part) -> int:
    """The 128-bit seed named by ``root`` and ``parts``: the first 16 bytes of SHAKE-128 over their compact JSON, big-endian."""
    return int.from_bytes(shake_128(_key((root, *parts))).digest(16), "big")


def shuffled(n: int, root: Seed, *parts: Part, need: int | None = None) -> list[int]:
    """The permutation of ``range(n)`` named by ``root`` and ``parts`` (a Fisher-Yates over SHAKE-128 words without modulo bias).

    With ``need`` only the first ``need`` positions are settled; the rest of the list holds the other numbers in no promised order.
    """
    steps = min(n - 1, n if need is None else need)
    stream = shake_128(b"shuffle" + _key((root, *parts)))
    words = memoryview(stream.digest(4 * (steps + 8))).cast("B")
    numbers = list(range(n))
    at = 0
    for i in range(steps):
        m = n - i
        limit = _BITS // m * m
        while True:
            if at + 4 > len(words):
                words = memoryview(stream.digest(2 * len(words)))
            u = int.from_bytes(words[at : at + 4], "big")
            at += 4
            if u < limit:
                break
        j = i + u % m
        numbers[i], numbers[j] = numbers[j], numbers[i]
    return numbers
