"""Named seeds and the shuffle: the vectors that hold for ever, and the shuffle against another written from its description."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import seeds
from arena.seeds import child_seed, shuffle, shuffled
from tests.pitch.strategies import tries

CODES = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["X-", "X+"]
DECK = (
    "KC 3C TC JH JD QS QC 3H 8S KD 2H QD 7S 5C 4D TD 8H 3S 9H 2S 9D AS AD 5H 5S 4S "
    "AH TH 3D 5D 7H JC 6C 2D 4H 8C 6H 9S TS 7C 9C 8D JS 6S 4C 7D AC 2C KS QH KH 6D"
)

TEXTS = st.text('abZ09 é"\\\n/…🂡', max_size=9)
PARTS = st.lists(st.integers(-(2**70), 2**70) | TEXTS | st.lists(TEXTS, max_size=3), max_size=5)
ROOTS = st.integers(-(2**130), 2**130) | TEXTS


def key(root: Any, parts: list[Any]) -> bytes:
    return json.dumps([root, *parts], separators=(",", ":"), ensure_ascii=True).encode("utf-8")


def naive(n: int, root: Any, parts: list[Any], ceiling: int = 2**32) -> list[int]:
    """The shuffle word by word from a stream as long as it takes; words from ``ceiling`` on are refused on top of what the rule refuses."""
    stream = hashlib.shake_128(b"shuffle" + key(root, parts)).digest(4 * 5000)
    words = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)])
    items = list(range(n))
    for i in range(n - 1):
        m = n - i
        u = next(words)
        while u >= min(2**32 // m * m, ceiling):
            u = next(words)
        j = i + u % m
        items[i], items[j] = items[j], items[i]
    return items


def test_seeds_are_fixed_for_ever() -> None:
    assert child_seed(7, "dealer", 0) == 0x442A15062140951CA66126A8DA678567
    assert child_seed("spring", "bot", "greedy", ["greedy", "random"], 3, 1, 2) == 0x3C3F51F160FF488FD8915D2E034AC8FE


def test_decks_are_fixed_for_ever() -> None:
    assert " ".join(CODES[at] for at in shuffled(52, 7, "deal", 0, 1, 0)) == DECK
    jokers = [CODES[at] for at in shuffled(54, 7, "deal", ["a", "b"], 0, 1, 1)]
    assert " ".join(jokers[:12]) == "AH TD QC 3D 6S 7C AD QH 4H KH KC 4D"
    assert sorted(jokers) == sorted(CODES)


@tries(20)
@given(root=ROOTS, parts=PARTS)
def test_a_seed_is_the_first_sixteen_bytes_of_its_name(root: Any, parts: list[Any]) -> None:
    assert child_seed(root, *parts) == int(hashlib.shake_128(key(root, parts)).hexdigest(16), 16)


@tries(20)
@given(n=st.integers(0, 64), root=ROOTS, parts=PARTS)
def test_the_shuffle_is_the_one_described(n: int, root: Any, parts: list[Any]) -> None:
    assert shuffled(n, root, *parts) == naive(n, root, parts)


@pytest.mark.parametrize("ceiling", [2**31, 2**28, 2**27])
def test_refused_words_are_drawn_again(monkeypatch: pytest.MonkeyPatch, ceiling: int) -> None:
    """A word in a hundred million is refused; with lower limits half of them are, or nearly all."""
    monkeypatch.setattr(seeds, "_LIMITS", tuple(min(limit, ceiling) for limit in seeds._LIMITS))
    for n in (1, 2, 3, 24, 52, 54, 64):
        for number in range(10):
            assert shuffled(n, "refused", number) == naive(n, "refused", [number], ceiling)


@tries(20)
@given(n=st.integers(0, 64), need=st.integers(0, 70), root=ROOTS, parts=PARTS)
def test_only_what_is_needed_is_settled(n: int, need: int, root: Any, parts: list[Any]) -> None:
    items = [f"card {at}" for at in range(n)]
    found = shuffle(items, need, root, *parts)
    assert found is items
    assert found[:need] == [f"card {at}" for at in shuffled(n, root, *parts)][:need]
    assert sorted(found) == sorted(f"card {at}" for at in range(n))


def test_other_names_are_other_seeds() -> None:
    names: list[tuple[Any, ...]] = [(7,), ("7",), (7, 0), (7, "0"), (7, ["0"]), (7, ["a", "b"]), (7, "a", "b"), (7, "ab"), (70,), (7, 0, 0)]
    assert len({child_seed(*name) for name in names}) == len(names)
    assert len({tuple(shuffled(52, *name)) for name in names}) == len(names)
