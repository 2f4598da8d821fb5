"""Views, events and answers as lines of JSON, and back; knows neither processes nor what is legal.

``docs/protocol.md`` describes every message. Cards travel as text (``AS TS 2C``), so that a bot in any language can read them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct, structs

from arena.errors import FaultKind
from arena.pitch.actions import Bid, Choices, Phase, read
from arena.pitch.cards import CARDS, CODES, Card, Suit
from arena.pitch.game import GameEnd
from arena.pitch.refused import readable, said
from arena.pitch.ruleset import RuleSet
from arena.pitch.scoring import Award, HandResult
from arena.pitch.tables import tables_of
from arena.pitch.trick import Trick
from arena.pitch.view import Setting, Swapped, View

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1 << 16
"""No line from a bot is longer, in bytes."""
_LONGEST_SHOWN: Final = 2000
_KEPT: Final = 512
_CARDS: Final = dict(zip(CODES, CARDS, strict=True))
_SUITS: Final = {str(suit): suit for suit in Suit}


class Hello(Struct, frozen=True, tag="hello"):
    """First from the arena: the versions it speaks, its own version, and what holds for the whole sitting."""

    protocol: tuple[int, ...]
    arena: str
    rules: Raw
    options: dict[str, Any] = {}


class GameStarted(Struct, frozen=True, tag="game_started"):
    """A game begins; ``seed`` is for the bot's chance moves, hexadecimal."""

    game: str
    id: int
    seat: int
    side: int
    partners: tuple[int, ...]
    seed: str


class SeenHand(Struct, frozen=True):
    """What everybody knows of a hand; ``bids`` are (seat, bid), 0 a pass."""

    number: int
    dealer: int
    scores: tuple[int, ...]
    bids: tuple[tuple[int, int], ...]
    high_bid: int
    pitcher: int | None
    trump: str | None


class SeenTrick(Struct, frozen=True):
    """A finished trick."""

    seats: tuple[int, ...]
    cards: str
    winner: int


class SeenExchange(Struct, frozen=True):
    """What a seat knows of the exchange."""

    discarded: str
    drawn: tuple[int, ...]
    burned: str
    stock_size: int


class Seen(Struct, frozen=True):
    """A view. ``legal`` are the actions allowed, or the cards of which ``least`` to ``most`` may be thrown."""

    seat: int
    phase: Phase
    hand: Raw
    holding: str
    legal: str
    order: tuple[int, ...]
    trick: str
    winning: tuple[int, str] | None
    exchange: SeenExchange | None
    tricks: Raw
    least: int = 0
    most: int = 0


class Ask(Struct, frozen=True, tag="ask"):
    """A question."""

    game: str
    id: int
    view: Seen


class ToldResult(Struct, frozen=True, kw_only=True):
    """A hand's result as it travels."""

    outcome: Literal["played", "redeal", "fined"]
    dealer: int
    pitcher: int | None
    bid: int | None
    slam: bool
    trump: str | None
    made: bool | None
    points: tuple[tuple[str, int, str | None, int], ...]
    took: tuple[int, ...]
    pips: tuple[int, ...]
    tricks_won: tuple[int, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    winner: int | Literal["draw"] | None
    reason: Literal["unbid", "slam", "target", "max_hands"] | None
    revoke: tuple[int, ...]


class HandEnded(Struct, frozen=True, tag="hand_ended"):
    """A hand is over; sent to those that want to know."""

    game: str
    id: int
    view: Seen
    result: ToldResult


class GameEnded(Struct, frozen=True, tag="game_ended"):
    """A game is over."""

    game: str
    id: int
    result: GameEnd


class Greeting(Struct, frozen=True, tag="hello"):
    """First from the bot: the version it chose of those offered, and which events it wants to hear of."""

    protocol: int
    wants: tuple[str, ...] = ()


class Answer(Struct, frozen=True, tag="answer"):
    """The answer to the question ``id``; ``said`` shows an answer that is none, beside ``action: null``."""

    id: int
    action: Any = None
    said: str = ""


class Done(Struct, frozen=True, tag="done"):
    """The event ``id`` was heard."""

    id: int


class Fault(Struct, frozen=True, tag="fault"):
    """Something failed in the bot while it dealt with ``id``; with id 0, the bot itself cannot play."""

    id: int
    detail: str
    kind: FaultKind = "crash"


class Left(Struct, frozen=True, tag="left"):
    """The process that played ``game`` is gone."""

    game: str
    detail: str


ToBot: TypeAlias = Hello | GameStarted | Ask | HandEnded | GameEnded
FromBot: TypeAlias = Greeting | Answer | Done | Fault | Left

encode: Final = msgspec.json.encode
decode_to_bot: Final = msgspec.json.Decoder(ToBot).decode
_tricks_of: Final = msgspec.json.Decoder(tuple[SeenTrick, ...]).decode
decode_from_bot: Final = msgspec.json.Decoder(FromBot).decode


class Unreadable:
    """What stands for an answer that is no action: it only shows what was said."""

    def __init__(self, said: str) -> None:
        self._said = said

    def __repr__(self) -> str:
        return self._said


def line(message: ToBot | FromBot) -> bytes:
    """A message as a line."""
    return encode(message) + b"\n"


def answered(number: int, phase: Phase, answer: Any) -> bytes:
    """The line with a bot's answer: the action's text, or what was said where it is no action."""
    action = readable(phase, answer)
    if action is not None:
        return b'{"type":"answer","id":%d,"action":"%s"}\n' % (number, str(action).encode())
    if answer is None:
        return line(Answer(number))
    return line(Answer(number, None, said(answer)[:_LONGEST_SHOWN].encode("utf-8", "backslashreplace").decode()))


class Scribe:
    """Writes views for the seats of one table; what several views have in common is written once."""

    def __init__(self) -> None:
        self._setting: Setting | None = None
        self._hand = ""
        self._tricks: tuple[Trick, ...] = ()
        self._written = ""
        self._texts = _Texts()
        self._orders = _Orders()

    def ask(self, game: str, number: int, view: View) -> bytes:
        """The line that asks."""
        return f'{{"type":"ask","game":"{game}","id":{number},"view":{self._view(view)}}}\n'.encode()

    def hand_ended(self, game: str, number: int, view: View, result: HandResult) -> bytes:
        """The line that tells of a hand's end."""
        told = encode(_told(result)).decode()
        return f'{{"type":"hand_ended","game":"{game}","id":{number},"view":{self._view(view)},"result":{told}}}\n'.encode()

    def _view(self, view: View) -> str:
        setting, texts, best, legal = view._setting, self._texts, view.winning, view._legal
        if setting is not self._setting:
            self._setting, self._hand = setting, _hand(setting)
        if view.tricks is not self._tricks:
            self._follow(view.tricks)
        if view.phase == "play" and setting.trump is not None:
            told = f'"{texts[legal]}"'
        elif type(legal) is Choices:
            told = f'"{texts[legal.pool]}","least":{legal.least},"most":{legal.most}'
        else:
            told = f'"{" ".join(map(str, legal))}"'
        winning = "null" if best is None else f'[{best[0]},"{CODES[best[1]]}"]'
        return (
            f'{{"seat":{view.seat},"phase":"{view.phase}","holding":"{texts[view._held]}","legal":{told},'
            f'"order":{self._orders[view._order]},"trick":"{texts[view._played]}",'
            f'"winning":{winning},"hand":{self._hand},'
            f'"exchange":{"null" if view._swapped is None else _exchange(view._swapped)},"tricks":[{self._written}]}}'
        )

    def _follow(self, tricks: tuple[Trick, ...]) -> None:
        before = self._tricks
        if before and len(tricks) == len(before) + 1 and tricks[-2] is before[-1]:
            self._written = f"{self._written},{_trick(tricks[-1])}"
        else:
            self._written = ",".join(map(_trick, tricks))
        self._tricks = tricks


class _Texts(dict[tuple[Card, ...], str]):
    """The text of cards, written once."""

    def __missing__(self, cards: tuple[Card, ...]) -> str:
        if len(self) >= _KEPT:
            self.clear()
        text = self[cards] = _text(cards)
        return text


class _Orders(dict[tuple[int, ...], str]):
    """The JSON of seats in order of play, written once."""

    def __missing__(self, seats: tuple[int, ...]) -> str:
        text = self[seats] = f"[{_numbers(seats)}]"
        return text


class _Cards(dict[str, tuple[Card, ...]]):
    """The cards of a text, read once."""

    def __missing__(self, text: str) -> tuple[Card, ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[text] = _cards(text)
        return found


def _text(some: Iterable[Card]) -> str:
    return " ".join([CODES[card] for card in some])


def _numbers(some: tuple[int, ...]) -> str:
    return ",".join(map(str, some))


def _hand(setting: Setting) -> str:
    bids = tuple((seat, int(bid)) for seat, bid in setting.bids)
    trump = None if setting.trump is None else str(setting.trump)
    seen = SeenHand(setting.hand_number, setting.dealer, setting.scores, bids, int(setting.high_bid), setting.pitcher, trump)
    return encode(seen).decode()


def _trick(trick: Trick) -> str:
    return f'{{"seats":[{_numbers(trick.seats)}],"cards":"{_text(trick.cards)}","winner":{trick.winner}}}'


def _exchange(swapped: Swapped) -> str:
    seen = SeenExchange(_text(swapped.discarded), swapped.drawn, _text(swapped.burned), swapped.stock_size)
    return encode(seen).decode()


def _told(result: HandResult) -> ToldResult:
    fields = structs.asdict(result)
    fields["trump"] = None if result.trump is None else str(result.trump)
    fields["points"] = tuple((one.id, one.side, None if one.card is None else str(one.card), one.value) for one in result.points)
    return ToldResult(**fields)


def result_of(told: ToldResult) -> HandResult:
    """The result that was told."""
    fields = structs.asdict(told)
    fields["trump"] = None if told.trump is None else _SUITS[told.trump]
    fields["points"] = tuple(Award(name, side, None if card is None else _CARDS[card], value) for name, side, card, value in told.points)
    return HandResult(**fields)


class Reader:
    """Makes views of one rule set out of what was seen; what is as it was in the view before is made once."""

    def __init__(self, rules: RuleSet) -> None:
        self._tables = tables_of(rules)
        self._hand = b""
        self._setting: Setting | None = None
        self._told = b"[]"
        self._tricks: tuple[Trick, ...] = ()
        self._cards = _Cards()

    def view(self, seen: Seen) -> View:
        """The view a seat would have in the arena's own process."""
        hand, told, cards = bytes(seen.hand), bytes(seen.tricks), self._cards
        if hand != self._hand:
            self._hand, self._setting = hand, self._read(hand)
        if told != self._told:
            self._follow(told)
        best = seen.winning
        return View(
            self._setting,  # type: ignore[arg-type]
            seen.seat,
            seen.phase,
            cards[seen.holding],
            cards[seen.legal] if seen.phase == "play" and "=" not in seen.legal else _legal(seen),
            seen.order,
            cards[seen.trick],
            self._tricks,
            None if best is None else (best[0], _CARDS[best[1]]),
            None if seen.exchange is None else _swapped(seen.exchange),
        )

    def _read(self, raw: bytes) -> Setting:
        seen = msgspec.json.decode(raw, type=SeenHand)
        bids = tuple((seat, Bid(bid)) for seat, bid in seen.bids)
        trump = None if seen.trump is None else _SUITS[seen.trump]
        return Setting(self._tables, seen.dealer, seen.scores, seen.number, bids, Bid(seen.high_bid), seen.pitcher, trump)

    def _follow(self, told: bytes) -> None:
        """Read the tricks that were not there before."""
        before = self._told
        known = self._tricks if self._tricks and told.startswith(before[:-1]) else ()
        news = b"[" + told[len(before) :] if known else told
        self._tricks = known + tuple(Trick(one.seats, _cards(one.cards), one.winner) for one in _tricks_of(news))
        self._told = told


def _cards(text: str) -> tuple[Card, ...]:
    return tuple([_CARDS[code] for code in text.split()])


def _legal(seen: Seen) -> Any:
    if seen.phase == "play":
        return _cards(seen.legal) if "=" not in seen.legal else tuple(read("play", word) for word in seen.legal.split())
    if seen.phase in ("discard", "burn") and seen.most:
        return Choices(_cards(seen.legal), seen.least, seen.most)
    if seen.phase in ("auction", "trump"):
        return tuple(read(seen.phase, word) for word in seen.legal.split())
    return ()


def _swapped(seen: SeenExchange) -> Swapped:
    return Swapped(_cards(seen.discarded), seen.drawn, _cards(seen.burned), seen.stock_size)
