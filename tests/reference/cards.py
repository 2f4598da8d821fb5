"""Cards as text, the pack, the deal, the trump suit and the named shuffle; knows no bids, tricks or points."""

import hashlib
import json
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKERS = ["X-", "X+"]
PACK = [rank + suit for rank in RANKS for suit in SUITS] + JOKERS
PLACE = {card: place for place, card in enumerate(PACK)}
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def in_order(cards: list[str]) -> list[str]:
    """The cards by printed rank 2..A, then suit C D H S, then X-, X+."""
    return sorted(cards, key=PLACE.__getitem__)


def pack_of(jokers: int) -> list[str]:
    """The pack in canonical order: 52, 53 (with X-) or 54 cards."""
    return PACK[: 52 + jokers]


def entry_card(entry: str, trump: str) -> str:
    """The card that an entry of a trump order or of a point stands for, once `trump` is the suit."""
    if entry in JOKERS:
        return entry
    if entry == "OJ":
        return "J" + SAME_COLOUR[trump]
    if entry == "O5":
        return "5" + SAME_COLOUR[trump]
    return entry + trump


def trump_cards(order: list[str], trump: str) -> list[str]:
    """Every card of the trump suit, highest first."""
    return [entry_card(entry, trump) for entry in order]


def deal(deck: list[str], seats: int, dealer: int, cards: int, packet: int) -> tuple[list[list[str]], list[str]]:
    """The holdings by seat and the stock."""
    holdings: list[list[str]] = [[] for _ in range(seats)]
    rest = list(deck)
    for _ in range(cards // packet):
        for k in range(seats):
            seat = (dealer + 1 + k) % seats
            holdings[seat] += rest[:packet]
            rest = rest[packet:]
    return holdings, rest


def shuffled(n: int, *key: Any) -> list[int]:
    """The permutation of 0..n-1 that `key` (root, then parts) names."""
    data = b"shuffle" + json.dumps(list(key), separators=(",", ":"), ensure_ascii=True).encode()
    stream = hashlib.shake_128(data).digest(64 * n + 4096)
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    places = list(range(n))
    for i in range(n):
        m = n - i
        limit = (2**32 // m) * m
        word = words.pop(0)
        while word >= limit:
            word = words.pop(0)
        j = i + word % m
        places[i], places[j] = places[j], places[i]
    return places
