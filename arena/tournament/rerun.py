"""One stored game found by its name and played again with the bots as they are now; knows nothing of terminals."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from arena.errors import ArenaError
from arena.seats.loader import resolve
from arena.tournament.match import play_game
from arena.tournament.naming import find
from arena.tournament.schedule import next_specs
from arena.tournament.spec import GameResult, MatchSpec
from arena.tournament.store import Store

_PARTS = ("auction", "pitcher", "bid", "trump", "exchange", "tricks", "points", "deltas", "scores")


class Stored(NamedTuple):
    """A game that was played: the match it belongs to, and its result, with its hand records where they were kept."""

    match: MatchSpec
    game: GameResult


def find_game(store: Store, name: str) -> Stored:
    """The game called ``name``: ``[RULES/]BOARD[/NAME+NAME][/LEG]``, where what is left out must be clear.

    Raises ArenaError when there is none, or several.
    """
    found = find(store, name)
    if len(found.games) > 1:
        raise ArenaError(f"{name!r} has {len(found.games)} legs; expected one of them, such as {name}/{found.games[0][0].leg}")
    ((place, game),) = found.games
    matches = (
        match for match in next_specs(store.spec, store.outcomes()) if (match.key.rules, match.key.table) == (found.rules, place.table)
    )
    match = next((match for match in matches if match.first_board <= place.board < match.first_board + match.boards), None)
    if match is None:
        raise ArenaError(f"{store.path.parent}: {name!r} is no part of this tournament")
    return Stored(match, game)


def play_again(stored: Stored) -> GameResult:
    """The game once more: Python bots in this process, so that a debugger and prints work, commands in theirs. Raises BotLoadError."""
    table = tuple(replace(bot, digest=resolve(bot.bot, Path()).digest if bot.bot else "") for bot in stored.match.table)
    isolation = tuple("inline" if bot.bot is not None else "process" for bot in table)
    match = replace(stored.match, table=table, isolation=isolation, record="hands")
    return play_game(match, stored.game.board, stored.game.leg)


def departure(stored: Stored, now: GameResult) -> str | None:
    """Where ``now`` first departs from what was recorded, in a sentence; None if it does not."""
    before = stored.game
    for old, new in zip(before.records, now.records, strict=False):
        if (found := _differs(old, new)) is not None:
            return f"hand {old['hand']}, {found}"
    if stored.match.record == "hands" and len(before.records) != len(now.records):
        return f"{len(before.records)} hands were recorded; this time there are {len(now.records)}"
    for key in ("outcome", "reason", "winner", "scores"):
        old, new = getattr(before, key), getattr(now, key)
        if old != new:
            return f"{key} was {old}; this time it is {new}"
    return None


def _differs(old: dict[str, Any], new: dict[str, Any]) -> str | None:
    key = next((key for key in _PARTS if old[key] != new[key]), None)
    if key is None:
        return None
    if key == "auction":
        (seat, was), (_, now) = next(pair for pair in zip(old[key], new[key], strict=False) if pair[0] != pair[1])
        return f"auction: {old['seats'][seat]} (seat {seat}) bid {was}; this time {now}"
    leads = [hand["tricks"][0]["cards"].split()[0] for hand in (old, new) if hand["tricks"]]
    if key == "tricks" or (key == "trump" and len(set(leads)) > 1):  # a first lead may make trump
        return _trick(old, new)
    return f"{key}: {old[key]!r} was recorded; this time {new[key]!r}"


def _trick(old: dict[str, Any], new: dict[str, Any]) -> str:
    number, (was, now) = next(
        (number, pair) for number, pair in enumerate(zip(old["tricks"], new["tricks"], strict=False), 1) if pair[0] != pair[1]
    )
    players = len(old["seats"])
    order = was.get("seats") or [(was["lead"] + place) % players for place in range(players)]
    cards = zip(order, was["cards"].split(), now["cards"].split(), strict=False)
    seat, card, other = next((play for play in cards if play[1] != play[2]), (was["lead"], was["cards"], now["cards"]))
    return f"trick {number}: {old['seats'][seat]} (seat {seat}) played {card}; this time {other}"
