"""The tables of a run's results, and a match as the rows that are written to them; ``docs/store.md`` describes them for people."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import structs

from arena.tournament.seals import seal
from arena.tournament.spec import GameResult, MatchKey, MatchResult

APPLICATION: Final = 0x50495443  # "PITC", so that a foreign SQLite file is told from ours
VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entrants (name TEXT PRIMARY KEY, digest TEXT NOT NULL, spec TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (
  rules INTEGER NOT NULL, first_board INTEGER NOT NULL, names TEXT NOT NULL, games INTEGER NOT NULL,
  latency REAL NOT NULL,
  PRIMARY KEY (rules, first_board, names)
) WITHOUT ROWID;
CREATE TABLE seals (
  rules INTEGER NOT NULL, first_board INTEGER NOT NULL, names TEXT NOT NULL, seal TEXT NOT NULL,
  PRIMARY KEY (rules, first_board, names)
) WITHOUT ROWID;
CREATE TABLE games (
  rules INTEGER NOT NULL, first_board INTEGER NOT NULL, names TEXT NOT NULL, board INTEGER NOT NULL, leg INTEGER NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, winner INTEGER, hands INTEGER NOT NULL,
  seats TEXT NOT NULL, scores TEXT NOT NULL, points TEXT NOT NULL,
  contracts TEXT NOT NULL, made TEXT NOT NULL, bids TEXT NOT NULL, forfeits TEXT NOT NULL, faults INTEGER NOT NULL,
  seconds TEXT NOT NULL, timed TEXT NOT NULL,
  PRIMARY KEY (rules, first_board, names, board, leg)
) WITHOUT ROWID;
CREATE TABLE hands (
  rules INTEGER NOT NULL, first_board INTEGER NOT NULL, names TEXT NOT NULL, board INTEGER NOT NULL, leg INTEGER NOT NULL,
  records BLOB NOT NULL,
  PRIMARY KEY (rules, first_board, names, board, leg)
) WITHOUT ROWID;
CREATE TABLE faults (
  rules INTEGER NOT NULL, first_board INTEGER NOT NULL, names TEXT NOT NULL, board INTEGER NOT NULL, leg INTEGER NOT NULL,
  ordinal INTEGER NOT NULL, entrant TEXT NOT NULL, seat INTEGER NOT NULL, hand INTEGER NOT NULL, phase TEXT NOT NULL, n INTEGER NOT NULL,
  kind TEXT NOT NULL, answer TEXT NOT NULL, used TEXT NOT NULL, detail TEXT NOT NULL,
  legal TEXT NOT NULL, seconds REAL NOT NULL,
  PRIMARY KEY (rules, first_board, names, board, leg, ordinal)
) WITHOUT ROWID;
"""
BETWEEN: Final = "\t"  # below every character a name may hold, so that the text sorts as the tuple of names does

Row: TypeAlias = tuple[Any, ...]


def match_row(key: MatchKey) -> tuple[int, int, str]:
    """What names a match in every table: rule set, first board, names."""
    return key.rules, key.board, BETWEEN.join(key.table)


def rows_of(result: MatchResult) -> Iterator[tuple[str, list[Row]]]:
    """The tables a match goes to beside ``matches``, with its rows in each."""
    match, games = match_row(result.key), result.games
    yield "seals", [(*match, seal(games))]
    yield "games", [_game_row(match, game) for game in games]
    yield "hands", [(*match, game.board, game.leg, _pack(game)) for game in games if game.records]
    yield "faults", [row for game in games if game.faults for row in _fault_rows(match, game)]


def marks(count: int) -> str:
    """That many placeholders of a statement."""
    return ",".join("?" * count)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _game_row(match: tuple[int, int, str], game: GameResult) -> Row:
    head = (*match, game.board, game.leg, game.outcome, game.reason, game.winner, game.hands)
    lists = (game.seats, game.scores, game.points, game.contracts, game.made, game.bids, game.forfeits)
    return (*head, *map(_json, lists), len(game.faults), _json(game.seconds), _json(game.timed))


def _fault_rows(match: tuple[int, int, str], game: GameResult) -> Iterator[Row]:
    for ordinal, fault in enumerate(game.faults, start=1):
        yield *match, game.board, game.leg, ordinal, *structs.astuple(fault)


def _pack(game: GameResult) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(game.records), 1)
