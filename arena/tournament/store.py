"""The results of one run in an SQLite file, the only memory of a tournament; knows nothing of how matches are played, rated or shown.

A match is whole or absent: it enters in one transaction. Everything is read back in key order (rules, board, table, leg), whatever the
order in which it came in. ``docs/store.md`` describes the tables for people who query them.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

import msgspec
from msgspec import structs

from arena import __version__
from arena.errors import StoreError
from arena.tournament.database import exclusive, sentences
from arena.tournament.rows import APPLICATION, BETWEEN, SCHEMA, VERSION, marks, match_row, rows_of
from arena.tournament.spec import Fault, GameResult, MatchKey, MatchResult, TournamentSpec
from arena.tournament.views import VIEWS

# A match's rows lie together, in the order in which matches are played; blocks of boards follow each other, so this is key order.
_ORDER: Final = "ORDER BY rules, first_board, board, names, leg"
_PAGE: Final = 10_000
_TABLES: Final = ("matches", "seals", "games", "hands", "faults")
_BY_MATCH: Final = "ORDER BY rules, first_board, names"
_IS_MATCH: Final = "rules = ? AND first_board = ? AND names = ?"
_GAME: Final = "board, leg, outcome, reason, winner, hands, seats, scores, points, contracts, made, bids, forfeits, faults, seconds, timed"
_FAULT: Final = "entrant, seat, hand, phase, n, kind, answer, used, detail, legal, seconds"
COLUMNS: Final = (
    "board", "leg", "outcome", "winner", "hands", "seats", "scores", "points", "contracts", "made", "bids", "forfeits", "seconds", "timed",
    "faults",
)  # fmt: skip
"""What ``Store.chunks`` gives of a game, first."""

_texts = msgspec.json.Decoder(tuple[str, ...]).decode
_ints = msgspec.json.Decoder(tuple[int, ...]).decode
_floats = msgspec.json.Decoder(tuple[float, ...]).decode
_unpack = msgspec.msgpack.Decoder(tuple[dict[str, Any], ...]).decode


T = TypeVar("T")


class Place(NamedTuple):
    """Where a game was played: the number of its board, the names at its table, its leg."""

    board: int
    table: tuple[str, ...]
    leg: int


class Store:
    """The open results of a run. ``Store.write`` creates or continues (and locks) them, ``Store.read`` only looks; close either after use.

    Every method raises StoreError, in one sentence, where the file cannot be read or written; nothing finished is lost then.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, lock: sqlite3.Connection | None = None) -> None:
        self.path, self._db, self._lock = path, db, lock

    @classmethod
    def write(cls, path: Path) -> Self:
        """Opens ``path`` for writing, created if need be, and keeps every other arena from writing to it until closed or dead."""
        with sentences(path), ExitStack() as undo:
            lock = exclusive(path.with_name("lock"))
            undo.callback(lock.close)
            db = sqlite3.connect(path, cached_statements=32)
            undo.callback(db.close)
            store = cls(path, db, lock)
            store._check()
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-16000"):
                db.execute(f"PRAGMA {pragma}")
            undo.pop_all()
            return store

    @classmethod
    def read(cls, path: Path) -> Self:
        """Opens existing results for reading only, also while an arena writes to them."""
        if not path.is_file():
            raise StoreError(f"{path}: there are no results here; a run folder holds results.sqlite")
        with sentences(path), ExitStack() as undo:
            # in a folder that cannot be written SQLite could not keep its books for WAL, and nobody else writes there either
            how = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
            db = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)
            undo.callback(db.close)
            store = cls(path, db)
            store._check()
            if store.is_new:
                raise StoreError(f"{path}: there are no results here yet")
            undo.pop_all()
            return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Brings everything into the one file and lets others in; closing twice does no harm."""
        lock, self._lock = self._lock, None
        try:
            if lock:
                with sentences(self.path):
                    self._checkpoint()
        finally:
            self._db.close()
            if lock:
                lock.close()

    def _checkpoint(self) -> None:
        try:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError as error:
            # A reading that was broken off can still be open. What stands beside the file is safe, and brought into it the next time.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_LOCKED:
                raise

    # the run

    @property
    def is_new(self) -> bool:
        """Whether no run has begun here."""
        with sentences(self.path):
            return not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]

    def begin(self, spec: TournamentSpec, facts: dict[str, Any]) -> None:
        """Makes the tables and writes down what is to be played: ``spec`` with its true seed, and further ``facts`` by name."""
        with sentences(self.path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id={APPLICATION}")
            self._db.execute(f"PRAGMA user_version={VERSION}")
            self._describe(spec, {"arena": __version__, **facts})
            self._add_views()

    def describe(self, spec: TournamentSpec) -> None:
        """Replaces the description of the run by an equivalent one (another place of the same bots, other rating parameters)."""
        with sentences(self.path), self._db:
            self._describe(spec, {})
            self._add_views()

    def note(self, **facts: Any) -> None:
        """Writes down further facts about the run."""
        with sentences(self.path), self._db:
            self._db.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", [(key, json.dumps(value)) for key, value in facts.items()])

    @property
    def spec(self) -> TournamentSpec:
        """The tournament as it is played, with its true seed."""
        fields = {key: value for key, value in self.facts().items() if key in TournamentSpec.__struct_fields__}
        with sentences(self.path):
            entrants = [json.loads(text) for (text,) in self._db.execute("SELECT spec FROM entrants ORDER BY name")]
        try:
            return msgspec.convert({**fields, "entrants": entrants}, TournamentSpec)
        except msgspec.ValidationError as error:
            raise StoreError(f"{self.path}: the description of the run is damaged: {error}") from error

    def facts(self) -> dict[str, Any]:
        """All that is known of the run by name: the fields of the tournament except entrants, ``arena``, and what ``begin`` was given."""
        with sentences(self.path):
            return {key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM run ORDER BY key")}

    def _add_views(self) -> None:
        for statement in VIEWS.split(";"):
            self._db.execute(statement)

    def _describe(self, spec: TournamentSpec, facts: dict[str, Any]) -> None:
        fields = msgspec.to_builtins(spec)
        entrants = fields.pop("entrants")
        del fields["logs"]  # a place, and no part of what is played
        rows = [(key, json.dumps(value, ensure_ascii=False)) for key, value in {**fields, **facts}.items()]
        self._db.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)
        self._db.executemany(
            "INSERT OR REPLACE INTO entrants VALUES (?, ?, ?)",
            [(bot["name"], bot.get("digest", ""), json.dumps(bot, ensure_ascii=False)) for bot in entrants],
        )

    def _check(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if self.is_new:
            return
        if application != APPLICATION:
            raise StoreError(f"{self.path}: it is not an arena's results but some other SQLite file")
        if version > VERSION:
            raise StoreError(f"{self.path}: written by a newer arena (schema {version}; this one knows {VERSION}); update pitch-arena")
        written = self.facts().get("arena", "")
        if written.partition(".")[0] != __version__.partition(".")[0]:
            raise StoreError(
                f"{self.path}: written by arena {written}; this is {__version__}, and another major version may play differently"
            )

    # matches

    def add(self, result: MatchResult) -> bool:
        """Stores a match, whole, in one transaction; False, and nothing changed, if it is there already."""
        match = (*match_row(result.key), len(result.games), result.latency)
        rows = list(rows_of(result))
        with sentences(self.path), self._db:
            if not self._db.execute("INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?)", match).rowcount:
                return False
            for table, lines in rows:
                if lines:
                    self._db.executemany(f"INSERT INTO {table} VALUES ({marks(len(lines[0]))})", lines)
        return True

    def __contains__(self, key: MatchKey) -> bool:
        with sentences(self.path):
            return self._db.execute(f"SELECT 1 FROM matches WHERE {_IS_MATCH}", match_row(key)).fetchone() is not None

    def __len__(self) -> int:
        """The number of matches stored."""
        with sentences(self.path):
            return int(self._db.execute("SELECT count(*) FROM matches").fetchone()[0])

    def __iter__(self) -> Iterator[MatchKey]:
        """The names of the matches, in key order; matches may be added meanwhile."""
        last: tuple[int, int, str] = (-1, 0, "")
        query = f"SELECT rules, first_board, names FROM matches WHERE (rules, first_board, names) > (?, ?, ?) {_BY_MATCH} LIMIT {_PAGE}"
        while rows := list(self._rows(query, last)):
            for rules, first, names in rows:
                yield MatchKey(rules, first, tuple(names.split(BETWEEN)))
            last = rows[-1]

    def remove(self, keys: Iterable[MatchKey]) -> int:
        """Forgets those matches, all in one transaction; how many there were."""
        with sentences(self.path), self._db:
            before = self._db.total_changes
            for key in keys:
                for table in _TABLES:
                    self._db.execute(f"DELETE FROM {table} WHERE {_IS_MATCH}", match_row(key))
            return self._db.total_changes - before

    def outcomes(self) -> Iterator[MatchResult]:
        """Every match in key order, its games without faults and hand records: what a schedule needs."""
        rows = self._rows(f"SELECT rules, first_board, names, {_GAME} FROM games {_BY_MATCH}, board, leg")
        for (rules, first, names), games in groupby(rows, key=itemgetter(0, 1, 2)):
            yield MatchResult(key=MatchKey(rules, first, tuple(names.split(BETWEEN))), games=tuple(self._read(games, faults=False)))

    def wins(self) -> Iterator[tuple[int, tuple[str, ...], int | None]]:
        """How each game that is not void ended, in no order: rule set, entrants by seat, winning side."""
        for rules, seats, winner in self._rows("SELECT rules, seats, winner FROM games WHERE outcome != 'void'"):
            with sentences(self.path):
                told = _texts(seats)
            yield rules, told, winner

    def seals(self) -> Iterator[tuple[MatchKey, str]]:
        """The seal of every match, as it was made when the match was stored, in key order."""
        for rules, first, names, sealed in self._rows(f"SELECT rules, first_board, names, seal FROM seals {_BY_MATCH}"):
            yield MatchKey(rules, first, tuple(names.split(BETWEEN))), sealed

    def total(self) -> str:
        """The SHA-256, hexadecimal, over the seals of all matches in key order: it stands for every result of the run."""
        total = sha256()
        for _, sealed in self.seals():
            total.update(sealed.encode())
        return total.hexdigest()

    def strays(self) -> dict[str, int]:
        """By table, the number of rows that belong to no match; tables without any are left out."""
        belongs = "EXISTS (SELECT 1 FROM matches AS m WHERE m.rules = t.rules AND m.first_board = t.first_board AND m.names = t.names)"
        counts = {table: next(self._rows(f"SELECT count(*) FROM {table} AS t WHERE NOT {belongs}"))[0] for table in _TABLES[1:]}
        return {table: count for table, count in counts.items() if count}

    def count_faults(self) -> int:
        """The number of faults stored."""
        with sentences(self.path):
            return int(self._db.execute("SELECT count(*) FROM faults").fetchone()[0])

    def results(self) -> Iterator[MatchResult]:
        """Every match, whole, in key order."""
        for rules, first, names, latency in self._rows("SELECT rules, first_board, names, latency FROM matches ORDER BY 1, 2, 3"):
            hands = {(board, leg): records for board, leg, records in self._records(_IS_MATCH, (rules, first, names))}
            games = self._games(_IS_MATCH, (rules, first, names))
            whole = tuple(structs.replace(game, records=hands.get((game.board, game.leg), ())) for game in games)
            yield MatchResult(key=MatchKey(rules, first, tuple(names.split(BETWEEN))), games=whole, latency=latency)

    def games(self, rules: int) -> Iterator[GameResult]:
        """The games under the rule set of that index, in order of board, table, leg; with their faults, without their hand records."""
        return self._games("rules = ?", (rules,))

    def chunks(self, rules: int, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """The games under the rule set of that index, in order of board, table, leg, at most ``size`` at once: ``COLUMNS`` as they are
        stored (what is by seat or by side as JSON), but for the faults, a tuple where there are any, and something more.
        """
        with sentences(self.path):
            rows = self._db.execute(f"SELECT {', '.join(COLUMNS)}, rules, first_board, names FROM games WHERE rules = ? {_ORDER}", (rules,))
            while some := rows.fetchmany(size):
                yield [(*row[:14], self._faults((*row[15:], *row[:2]))) if row[14] else row for row in some]

    def count_games(self, rules: int | None = None) -> int:
        """The number of games stored, in all or under the rule set of that index."""
        with sentences(self.path):
            return int(self._db.execute("SELECT total(games) FROM matches WHERE ?1 IS NULL OR rules = ?1", (rules,)).fetchone()[0])

    def latency(self) -> float:
        """By how many seconds the machine itself was late at worst, when that was tried."""
        with sentences(self.path):
            return float(self._db.execute("SELECT coalesce(max(latency), 0) FROM matches").fetchone()[0])

    def hands(self, rules: int) -> Iterator[dict[str, Any]]:
        """The hand records under the rule set of that index, in order of board, table, leg, hand."""
        for _, _, records in self._records("rules = ?", (rules,)):
            yield from records

    def places(self, rules: int) -> Iterator[Place]:
        """Where the games with recorded hands were played, in order of board, table, leg."""
        for names, board, leg in self._rows(f"SELECT names, board, leg FROM hands WHERE rules = ? {_ORDER}", (rules,)):
            yield Place(board, tuple(names.split(BETWEEN)), leg)

    def recorded(self, rules: int, form: type[T]) -> Iterator[tuple[Place, tuple[T, ...]]]:
        """The hands recorded under the rule set of that index, game by game with its place, each as a ``form``: a Struct of the keys that
        are wanted (the others are skipped, which is quicker).
        """
        decode = msgspec.msgpack.Decoder(tuple[form, ...]).decode  # type: ignore[valid-type]
        with sentences(self.path):
            for names, board, leg, packed in self._rows(f"SELECT names, board, leg, records FROM hands WHERE rules = ? {_ORDER}", (rules,)):
                yield Place(board, tuple(names.split(BETWEEN)), leg), decode(zlib.decompress(packed))

    def board(self, rules: int, board: int, table: tuple[str, ...] | None = None) -> Iterator[tuple[Place, GameResult]]:
        """The games of one board under the rule set of that index, at one table or at every, with their hand records if there are any."""
        blocks = (
            "SELECT max(first_board), names FROM matches WHERE rules = ? AND first_board <= ? AND names = ifnull(?, names) GROUP BY names"
        )
        for first, names in list(self._rows(blocks, (rules, board, table and BETWEEN.join(table)))):
            here = (rules, first, names, board)
            hands = {leg: records for _, leg, records in self._records(f"{_IS_MATCH} AND board = ?", here)}
            for game in self._games(f"{_IS_MATCH} AND board = ?", here):
                yield Place(board, tuple(names.split(BETWEEN)), game.leg), structs.replace(game, records=hands.get(game.leg, ()))

    def _games(self, where: str, values: tuple[Any, ...]) -> Iterator[GameResult]:
        return self._read(self._rows(f"SELECT rules, first_board, names, {_GAME} FROM games WHERE {where} {_ORDER}", values))

    def _read(self, rows: Iterable[tuple[Any, ...]], *, faults: bool = True) -> Iterator[GameResult]:
        # The same few texts come again and again: one tuple each.
        seats_of, ints, floats = lru_cache(4096)(_texts), lru_cache(1 << 14)(_ints), lru_cache(256)(_floats)
        with sentences(self.path):
            for row in rows:
                board, leg, outcome, reason, winner, hands, seats, *numbers, forfeits, faulty, seconds, timed = row[3:]
                scores, points, contracts, made, bids = map(ints, numbers)
                yield GameResult(
                    board=board,
                    leg=leg,
                    seats=seats_of(seats),
                    outcome=outcome,
                    reason=reason,
                    winner=winner,
                    scores=scores,
                    points=points,
                    hands=hands,
                    contracts=contracts,
                    made=made,
                    bids=bids,
                    forfeits=ints(forfeits),
                    faults=self._faults(row[:5]) if faulty and faults else (),
                    seconds=floats(seconds),
                    timed=ints(timed),
                )

    def _faults(self, game: tuple[Any, ...]) -> tuple[Fault, ...]:
        rows = self._rows(f"SELECT {_FAULT} FROM faults WHERE {_IS_MATCH} AND board = ? AND leg = ? ORDER BY ordinal", game)
        return tuple(Fault(**dict(zip(Fault.__struct_fields__, row, strict=True))) for row in rows)

    def _records(self, where: str, values: tuple[Any, ...]) -> Iterator[tuple[int, int, tuple[dict[str, Any], ...]]]:
        with sentences(self.path):
            for board, leg, packed in self._rows(f"SELECT board, leg, records FROM hands WHERE {where} {_ORDER}", values):
                yield board, leg, _unpack(zlib.decompress(packed))

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with sentences(self.path):
            for row in self._db.execute(query, values):  # noqa: UP028 (would close the cursor, which fails once the database is closed)
                yield row
