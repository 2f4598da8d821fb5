"""A game card by card as plain or coloured text of a given width; knows nothing of terminals, and judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.errors import ArenaError
from arena.report.text import printable
from arena.tournament.spec import Fault, GameResult
from arena.tournament.store import Store

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
STYLES: Final = {"C": "green", "D": "yellow", "H": "bright_red", "S": "bright_blue", "X": "magenta"}
_LEAST = 60


def replay(
    games: Iterable[GameResult], sides: Sequence[Sequence[int]], *, width: int = 80, color: bool = False, hand: int | None = None
) -> str:
    """Every recorded hand of ``games``, whose sides have the seats ``sides``; with ``hand`` the hands of that number alone.

    Raises ArenaError when there is no such hand in any of them.
    """
    games = list(games)
    last = max((record["hand"] for game in games for record in game.records), default=0)
    if hand is not None and hand > last > 0:
        raise ArenaError(f"there is no hand {hand}; they are numbered from 1 to {last}")
    out = StringIO()
    console = Console(
        file=out,
        width=max(width, _LEAST),
        height=25,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
        highlight=False,
    )
    for game in games:
        for part in _game(game, sides, hand):
            console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def require_hands(store: Store) -> None:
    """Raises ArenaError when the tournament in ``store`` did not record its hands."""
    if store.spec.record != "hands":
        raise ArenaError(f"{store.path.parent}: no hands were recorded; a tournament file with 'record: hands' keeps them")


def card_text(card: str, trump: str | None = None) -> Text:
    """A card as rank and suit sign in the colour of its suit; trumps are bold."""
    suit = "X" if card.startswith("X") else card[-1]
    sign = card if suit == "X" else card[:-1] + SUITS[suit]
    return Text(sign, style=f"{'bold ' if trump is not None and suit in (trump, 'X') else ''}{STYLES[suit]}")


def _game(game: GameResult, sides: Sequence[Sequence[int]], only: int | None) -> Iterator[RenderableType]:
    names = [printable(name) for name in game.seats]
    yield Text(f"Board {game.board}, leg {game.leg}", style="bold reverse")
    yield Text("  ".join(f"seat {seat}: {name}" for seat, name in enumerate(names)))
    yield Text()
    shown = [hand for hand in game.records if only in (None, hand["hand"])]
    for hand in shown:
        yield from _hand(hand, game, names, sides)
    if not shown:
        yield Text(f"There is no hand {only} in this leg." if game.records else "No hand of this leg was finished.")
    recorded = {hand["hand"] for hand in game.records}
    for fault in game.faults:
        if fault.hand not in recorded or fault.phase == "between hands":
            yield Text(
                f"! {printable(fault.entrant)}: {fault.kind} in hand {fault.hand}, {fault.phase}. {printable(fault.said)}", style="red"
            )
    if only in (None, game.records[-1]["hand"] if game.records else None):
        yield Text(_ended(game, names, sides), style="bold")
    yield Text()


def _hand(hand: dict[str, Any], game: GameResult, names: Sequence[str], sides: Sequence[Sequence[int]]) -> Iterator[RenderableType]:
    before = " to ".join(map(str, hand["scores_before"]))
    yield Text(f"Hand {hand['hand']}, {names[hand['dealer']]} (seat {hand['dealer']}) deals at {before}", style="bold")
    yield _holdings(hand, names)
    yield _auction(hand, names)
    for fault in hand["faults"]:
        yield _fault(fault, hand, game, names)
    if hand["exchange"]:
        yield _exchange(hand, names)
    if hand["tricks"]:
        yield _tricks(hand, names)
    yield _points(hand, names, sides)
    yield Text()


def _cards(cards: str, trump: str | None) -> Text:
    return Text(" ").join(card_text(card, trump) for card in cards.split())


def _grid(*heads: tuple[str, str], width: int = 0) -> Table:
    grid = Table(box=SIMPLE_HEAD if any(head for head, _ in heads) else None, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    grid.show_header = any(head for head, _ in heads)
    for head, justify in heads:
        grid.add_column(Text(head, no_wrap=True, overflow="ellipsis"), justify=justify, max_width=width or None)  # type: ignore[arg-type]
    return grid


def _holdings(hand: dict[str, Any], names: Sequence[str]) -> Table:
    grid = _grid(("", "right"), ("", "left"), ("", "left"))
    for seat, held in enumerate(hand["holdings"]):
        grid.add_row(Text(f"  {seat}"), Text(names[seat], no_wrap=True, overflow="ellipsis"), _cards(held, hand["trump"]))
    return grid


def _auction(hand: dict[str, Any], names: Sequence[str]) -> Text:
    calls = Text(", ").join(Text(f"{seat} {bid}", style="" if bid == "pass" else "bold") for seat, bid in hand["auction"])
    if hand["pitcher"] is None:
        return Text("  Bids: ") + calls + Text(". Nobody bid.")
    trump = Text(f"{SUITS[hand['trump']]} {hand['trump']}", style=f"bold {STYLES[hand['trump']]}") if hand["trump"] else Text("none")
    pitcher = hand["pitcher"]
    return Text("  Bids: ") + calls + Text(f". {names[pitcher]} (seat {pitcher}) plays {hand['bid']}, trump ") + trump


def _fault(fault: dict[str, Any], hand: dict[str, Any], game: GameResult, names: Sequence[str]) -> Text:
    key = (hand["hand"], fault["phase"], fault["n"], fault["seat"])
    more = next((one.said for one in game.faults if _key(one) == key), "")
    told = f"  ! {names[fault['seat']]} (seat {fault['seat']}), {fault['phase']}: answered {printable(fault['answer']) or 'nothing'}"
    return Text(f"{told}; {printable(fault['used']) or 'nothing'} was taken instead. {printable(more)}".rstrip(), style="red")


def _key(fault: Fault) -> tuple[int, str, int, int]:
    return fault.hand, fault.phase, fault.n, fault.seat


def _exchange(hand: dict[str, Any], names: Sequence[str]) -> Table:
    grid = _grid(("", "right"), ("exchange", "left"), ("throws", "left"), ("draws", "left"), ("burns", "left"))
    for swap in hand["exchange"]:
        cards = [_cards(swap[what], hand["trump"]) for what in ("discard", "draw", "burn")]
        grid.add_row(Text(f"  {swap['seat']}"), Text(names[swap["seat"]], no_wrap=True, overflow="ellipsis"), *cards)
    return grid


def _tricks(hand: dict[str, Any], names: Sequence[str]) -> Table:
    players = len(names)
    grid = _grid(("  trick", "right"), *((str(seat), "left") for seat in range(players)), ("won by", "left"))
    for number, trick in enumerate(hand["tricks"], 1):
        cards = trick["cards"].split()
        order = trick.get("seats") or [(trick["lead"] + place) % players for place in range(len(cards))]
        row = [Text("–", style="dim") for _ in range(players)]
        for seat, card in zip(order, cards, strict=True):
            mark = ">" if seat == trick["lead"] else " "
            won = "*" if seat == trick["winner"] else ""
            row[seat] = Text(mark) + card_text(card, hand["trump"]) + Text(won)
        grid.add_row(Text(str(number)), *row, Text(f"{trick['winner']} {names[trick['winner']]}", no_wrap=True, overflow="ellipsis"))
    return grid


def _points(hand: dict[str, Any], names: Sequence[str], sides: Sequence[Sequence[int]]) -> Text:
    side_names = [_side(side, names, sides) for side in range(len(sides))]
    said = Text("  ")
    if hand["points"]:
        told = [
            Text(f"{one['id']} ")
            + (card_text(one["card"], hand["trump"]) + Text(" ") if one["card"] else Text())
            + Text(side_names[one["side"]])
            for one in hand["points"]
        ]
        said += Text(", ").join(told) + Text(f"; pips {'–'.join(map(str, hand['pips']))}. ")
    if hand["made"] is not None:
        said += Text("Made. " if hand["made"] else "Set. ", style="bold green" if hand["made"] else "bold red")
    deltas = ", ".join(f"{name} {delta:+}" for name, delta in zip(side_names, hand["deltas"], strict=True))
    return said + Text("\n  " if hand["points"] else "") + Text(f"{deltas}; score {' to '.join(map(str, hand['scores']))}")


def _side(side: int, names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    return "+".join(dict.fromkeys(names[seat] for seat in sides[side]))


def _ended(game: GameResult, names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    score = " to ".join(map(str, game.scores))
    if game.outcome == "void":
        return f"Void: more than one side forfeited, at {score}."
    if game.winner is None:
        return f"Drawn at {score} ({game.reason})."
    return f"{_side(game.winner, names, sides)} wins, {score} ({game.reason})."
