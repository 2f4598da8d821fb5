"""How a game of a run is named on the command line, and found by that name; knows nothing of how games are shown or played."""

from __future__ import annotations

import re
import shlex
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.tournament.reference import most_boards
from arena.tournament.runner import is_complete
from arena.tournament.spec import GameResult
from arena.tournament.store import Place, Store

_GAME: Final = re.compile(r"(?:(?P<rules>.*?)/)??(?P<board>[0-9]{1,7})(?:/(?P<names>.+?))??(?:/(?P<leg>[0-9]{1,3}))?", re.DOTALL)
_SHOWN: Final = 8


class Found(NamedTuple):
    """The games a name stands for: one game, or all legs of one board at one table, under the rule set of the index ``rules``."""

    rules: int
    games: tuple[tuple[Place, GameResult], ...]


def game_name(board: int, leg: int | None = None, *, table: tuple[str, ...] = (), rules: str = "") -> str:
    """The name of a game, or without ``leg`` of a board: ``12/1``, in full ``setback/12/counter+steady/1``."""
    return "/".join(part for part in (rules, str(board), "+".join(table), "" if leg is None else str(leg)) if part)


def find(store: Store, name: str) -> Found:
    """The games called ``name`` in a run: ``[RULES/]BOARD[/NAME+NAME][/LEG]``, where what is left out must be clear.

    Raises ArenaError, with the names that are possible, when there is no such game or more than one table it could be.
    """
    asked = _GAME.fullmatch(name)
    if asked is None:
        raise ArenaError(f"{name!r} names no game; expected [RULES/]BOARD[/NAME+NAME][/LEG], such as 12, 12/1 or setback/12/ann+bob/1")
    board = int(asked["board"])
    choices = [
        (rules, place.table, (place, game))
        for rules, rule_set in enumerate(store.spec.rules)
        if asked["rules"] in (None, rule_set.name)
        for place, game in store.board(rules, board)
        if (asked["names"] is None or _same(asked["names"], place.table)) and asked["leg"] in (None, str(place.leg))
    ]
    tables = list(dict.fromkeys((rules, table) for rules, table, _ in choices))
    if not tables:
        folder = store.path.parent
        if _may_come(store, asked):
            go_on = shlex.join(["arena", "run", str(folder)])
            raise ArenaError(f"{folder}: {name!r} has not been played yet; the run is unfinished, continue it with: {go_on}")
        raise ArenaError(f"{folder}: there is no game {name!r}; {_nearest(store, board)}")
    if len(tables) > 1:
        rule_sets = store.spec.rules
        leg = None if asked["leg"] is None else int(asked["leg"])
        full = [game_name(board, leg, table=table, rules=rule_sets[rules].name if len(rule_sets) > 1 else "") for rules, table in tables]
        raise ArenaError(f"{store.path.parent}: {name!r} could be any of {len(full)} games: {_some(full)}")
    return Found(tables[0][0], tuple(game for _, _, game in choices))


def _same(names: str, table: tuple[str, ...]) -> bool:
    """Whether ``names`` are those of the table, in whatever order they were written; a name may hold a plus."""
    return names == "+".join(table) or sorted(names.split("+")) == sorted("+".join(table).split("+"))


def _may_come(store: Store, asked: re.Match[str]) -> bool:
    """Whether the run is unfinished and may yet have a game that is called so."""
    spec, board, names = store.spec, int(asked["board"]), asked["names"]
    rule_sets = [index for index, rules in enumerate(spec.rules) if asked["rules"] in (None, rules.name)]
    entrants = set("+".join(bot.name for bot in spec.entrants).split("+"))
    if not rule_sets or not 1 <= board <= most_boards(spec) or (names is not None and not entrants.issuperset(names.split("+"))):
        return False
    played = (place.table for rules in rule_sets for place, _ in store.board(rules, board))
    return not any(names is None or _same(names, table) for table in played) and not is_complete(spec, store)


def _nearest(store: Store, board: int) -> str:
    games = [(rules, place) for rules in range(len(store.spec.rules)) for place, _ in store.board(rules, board)]
    if not games:
        boards = most_boards(store.spec)
        return f"board {board} has not been played" if 1 <= board <= boards else f"boards are numbered from 1 to {boards}"
    names = dict.fromkeys(game_name(board, place.leg, table=place.table, rules=store.spec.rules[rules].name) for rules, place in games)
    return f"on board {board} there are {_some(list(names))}"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
