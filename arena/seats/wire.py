"""Views, events and answers as lines of JSON, and back; knows neither processes nor what is legal.

``docs/protocol.md`` describes every message. Cards travel as text (``AS TS 2C``), so that a bot in any language can read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct, structs

from arena.errors import FaultKind
from arena.pitch.actions import Action, Bid, Choices, Phase, read
from arena.pitch.cards import CARDS, CODES, Card, Suit
from arena.pitch.game import GameEnd
from arena.pitch.refused import readable, said
from arena.pitch.ruleset import RuleSet
from arena.pitch.scoring import Award, HandResult
from arena.pitch.tables import tables_of
from arena.pitch.trick import Trick, leading
from arena.pitch.view import Setting, Swapped, View

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1 << 16
"""No line from a bot is longer, in bytes."""
_LONGEST_SHOWN: Final = 2000
_CARDS: Final = dict(zip(CODES, CARDS, strict=True))
_bid: Final = cache(Bid)
_card: Final = _CARDS.__getitem__
_code: Final = dict(zip(CARDS, CODES, strict=True)).__getitem__
_BIDS: Final = tuple(str(Bid(number)) for number in range(32))
_SUITS: Final[dict[str | None, Suit | None]] = {None: None, **{str(suit): suit for suit in Suit}}


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


class SeenHand(Struct, frozen=True, gc=False):
    """What everybody knows of a hand; ``bids`` are (seat, bid), 0 a pass."""

    number: int
    dealer: int
    scores: tuple[int, ...]
    bids: tuple[tuple[int, int], ...]
    high_bid: int
    pitcher: int | None
    trump: str | None


class SeenTrick(Struct, frozen=True, gc=False):
    """A finished trick."""

    seats: tuple[int, ...]
    cards: str
    winner: int


class SeenExchange(Struct, frozen=True, gc=False):
    """What a seat knows of the exchange."""

    discarded: str
    drawn: tuple[int, ...]
    burned: str
    stock_size: int


class Seen(Struct, frozen=True, gc=False):
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


class Ask(Struct, frozen=True, gc=False, tag="ask"):
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


class Answer(Struct, frozen=True, gc=False, tag="answer"):
    """The answer to the question ``id``; ``said`` shows an answer that is none, beside ``action: null``."""

    id: int
    action: Any = None
    said: str = ""


class Done(Struct, frozen=True, gc=False, tag="done"):
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
_hand_of: Final = msgspec.json.Decoder(SeenHand).decode
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
    kind = type(answer)
    if phase == "play" and kind is Card:
        text = CODES[answer]
    elif phase == "auction" and (kind is Bid or kind is int) and 0 <= answer < len(_BIDS):
        text = _BIDS[answer]
    elif (action := readable(phase, answer)) is not None:
        text = str(action)
    else:
        shown = "" if answer is None else said(answer)[:_LONGEST_SHOWN]
        return line(Answer(number, None, shown.encode("utf-8", "backslashreplace").decode()))
    return f'{{"type":"answer","id":{number},"action":"{text}"}}\n'.encode()


class Scribe:
    """Writes views for the seats of one table; what several views have in common is written once."""

    def __init__(self) -> None:
        self._setting: Setting | None = None
        self._hand = ""
        self._tricks: tuple[Trick, ...] = ()
        self._won = ""

    def ask(self, game: str, number: int, view: View) -> bytes:
        """The line that asks."""
        return self._written(f'{{"type":"ask","game":"{game}","id":{number},"view":', view, "}\n")

    def hand_ended(self, game: str, number: int, view: View, result: HandResult) -> bytes:
        """The line that tells of a hand's end."""
        told = encode(_told(result)).decode()
        return self._written(f'{{"type":"hand_ended","game":"{game}","id":{number},"view":', view, f',"result":{told}}}\n')

    def _written(self, head: str, view: View, tail: str) -> bytes:
        """A view as JSON between ``head`` and ``tail``."""
        setting, best, held, legal = view._setting, view.winning, view._held, view._legal
        if setting is not self._setting:
            self._setting, self._hand = setting, _hand(setting)
        if view._tricks is not self._tricks:
            self._follow(view.tricks)
        holding = " ".join(map(_code, held))
        if setting.trump is not None and view.phase == "play":
            told = f'"{holding if legal == held else " ".join(map(_code, legal))}"'
        elif type(legal) is Choices:
            told = f'"{_text(legal.pool)}","least":{legal.least},"most":{legal.most}'
        else:
            told = f'"{" ".join(map(str, legal))}"'
        winning = "null" if best is None else f'[{best[0]},"{CODES[best[1]]}"]'
        return (
            f'{head}{{"seat":{view.seat},"phase":"{view.phase}","holding":"{holding}","legal":{told},"order":{_order(view._order)},'
            f'"trick":"{" ".join(map(_code, view._played))}","winning":{winning},"hand":{self._hand},'
            f'"exchange":{"null" if view._swapped is None else _exchange(view._swapped)},"tricks":[{self._won}]}}{tail}'
        ).encode()

    def _follow(self, tricks: tuple[Trick, ...]) -> None:
        before = self._tricks
        known = before and len(tricks) == len(before) + 1 and tricks[-2] is before[-1]
        self._won = f"{self._won},{_trick(tricks[-1])}" if known else ",".join(map(_trick, tricks))
        self._tricks = tricks


@cache
def _order(seats: tuple[int, ...]) -> str:
    return f"[{_numbers(seats)}]"


def _text(some: Iterable[Card]) -> str:
    return " ".join(map(_code, some))


def _numbers(some: tuple[int, ...]) -> str:
    return ",".join(map(str, some))


def _hand(setting: Setting) -> str:
    bids = ",".join([f"[{seat},{bid:d}]" for seat, bid in setting.bids])
    trump = "null" if setting.trump is None else f'"{setting.trump!s}"'
    return (
        f'{{"number":{setting.hand_number},"dealer":{setting.dealer},"scores":[{_numbers(setting.scores)}],"bids":[{bids}],'
        f'"high_bid":{setting.high_bid:d},"pitcher":{"null" if setting.pitcher is None else setting.pitcher},"trump":{trump}}}'
    )


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
    fields["trump"] = _SUITS[told.trump]
    fields["points"] = tuple(Award(name, side, None if card is None else _CARDS[card], value) for name, side, card, value in told.points)
    return HandResult(**fields)


class Reader:
    """Makes views of one rule set out of what was seen; what is as it was in the view before is made once."""

    def __init__(self, rules: RuleSet) -> None:
        self._tables = tables_of(rules)
        self._hand = Raw(b"")
        self._setting: Setting | None = None
        self._told = b""
        self._tricks: tuple[Trick, ...] = ()

    def view(self, seen: Seen) -> View:
        """The view a seat would have in the arena's own process."""
        if seen.hand != self._hand:
            self._hand, self._setting = seen.hand, self._read(seen.hand)
        setting: Any = self._setting
        phase, best, held = seen.phase, seen.winning, _cards(seen.holding)
        if phase == "play" and "=" not in seen.legal:
            playable = legal = held if seen.legal == seen.holding else _cards(seen.legal)
        else:
            legal = _legal(seen)
            playable = leading(legal) if phase == "play" else ()
        played, tricks = _cards(seen.trick) if seen.trick else (), _Tricks(seen.tricks, self.tricks)
        winning = None if best is None else (best[0], _CARDS[best[1]])
        swapped = None if seen.exchange is None else _swapped(seen.exchange)
        return View(setting, seen.seat, phase, held, playable, legal, seen.order, played, tricks, winning, swapped)

    def _read(self, raw: Raw) -> Setting:
        seen = _hand_of(raw)
        bids = tuple([(seat, _bid(bid)) for seat, bid in seen.bids])
        return Setting(self._tables, seen.dealer, seen.scores, seen.number, bids, _bid(seen.high_bid), seen.pitcher, _SUITS[seen.trump])

    def tricks(self, told: bytes) -> tuple[Trick, ...]:
        """The finished tricks; those that were there before are not read again."""
        before, tricks = self._told, self._tricks
        if not tricks or not told.startswith(before):
            before, tricks = b"[", ()
        for one in _tricks_of(b"[" + told[len(before) :].lstrip(b",")):
            tricks += (Trick(one.seats, _cards(one.cards), one.winner),)
        self._told, self._tricks = told[:-1], tricks
        return tricks


class _Tricks:
    """Finished tricks as they were told, read when somebody looks at them: most bots seldom do."""

    __slots__ = ("_read", "_told")

    def __init__(self, told: Raw, read: Callable[[bytes], tuple[Trick, ...]]) -> None:
        self._told, self._read = told, read

    def __call__(self) -> tuple[Trick, ...]:
        return self._read(bytes(self._told))

    def __eq__(self, other: object) -> bool:
        return self() == (other() if isinstance(other, _Tricks) else other)

    def __hash__(self) -> int:
        return hash(self())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self(),)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(_card, text.split()))


def _legal(seen: Seen) -> Any:
    if seen.phase in ("discard", "burn"):
        return Choices(_cards(seen.legal), seen.least, seen.most) if seen.most else ()
    return _actions(seen.phase, seen.legal)


@lru_cache
def _actions(phase: Phase, text: str) -> tuple[Action, ...]:
    return tuple([read(phase, word) for word in text.split()])


def _swapped(seen: SeenExchange) -> Swapped:
    return Swapped(_cards(seen.discarded), seen.drawn, _cards(seen.burned), seen.stock_size)
