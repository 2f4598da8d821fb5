"""Games as columns of numbers, thousands at a time, for whoever counts them; knows neither ratings nor how anything is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from arena.tournament.spec import GameResult
from arena.tournament.store import COLUMNS, Store

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_AT_ONCE: Final = 20_000
# So many different cells of a column are remembered.
_KEPT: Final = 1 << 16
NOBODY: Final = -1
"""The winner of a game nobody won."""

Cells = Sequence[Any]
"""A part of a column as it stands in the store (JSON) or in ``GameResult`` (tuples)."""
_fields = attrgetter(*COLUMNS)


class Columns(NamedTuple):
    """Games in order of board, table, leg, a row each, all legs of a duplicate together.

    ``seats`` are entrants by seat, numbered in the order of the names asked for; ``table`` is a number for the
    entrants met there, however they sit; ``forfeits`` says by side whether it forfeited; ``faults`` is an array of tuples of faults. All
    else is as in ``GameResult``, by seat or by side where that is.
    """

    board: Ints
    leg: Ints
    table: Ints
    seats: Ints
    winner: Ints
    void: Bools
    forfeits: Bools
    scores: Ints
    points: Ints
    hands: Ints
    contracts: Ints
    made: Ints
    bids: Ints
    seconds: Floats
    timed: Ints
    faults: npt.NDArray[np.object_]

    @property
    def size(self) -> int:
        """The number of games."""
        return len(self.board)

    def where(self, rows: Any) -> Columns:
        """Those of the games that a mask, a slice or indices choose."""
        return Columns(*(column[rows] for column in self))

    def before(self, others: Columns) -> Columns:
        """These games and then ``others``."""
        columns: Any = zip(self, others, strict=True)
        return Columns(*map(np.concatenate, columns))

    def duplicates(self) -> Ints:
        """The first row of every duplicate: all legs of a board at one table."""
        new = (np.diff(self.board) != 0) | (np.diff(self.table) != 0)
        return np.flatnonzero(np.concatenate([np.ones(min(self.size, 1), bool), new]))


class Reader:
    """Reads the games among the entrants ``names``, whose sides have the seats ``sides``; others are passed over."""

    def __init__(self, names: Sequence[str], sides: tuple[tuple[int, ...], ...]) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._tables: dict[tuple[int, ...], int] = {}
        self._seats, self._sides = sum(map(len, sides)), len(sides)

    def stored(self, store: Store, rules: int) -> Iterator[Columns]:
        """The games in ``store`` under the rule set of that index."""
        return self._whole(map(self._columns(_json(str), _json(int), _json(float)), store.chunks(rules, _AT_ONCE)))

    def given(self, games: Iterable[GameResult]) -> Iterator[Columns]:
        """``games``, which come in order of board, table, leg."""
        left = iter(games)
        chunks = iter(lambda: [_fields(game) for game in islice(left, _AT_ONCE)], [])
        return self._whole(map(self._columns(list, list, list), chunks))

    def _columns(
        self,
        texts: Callable[[Cells], list[tuple[str, ...]]],
        ints: Callable[[Cells], list[tuple[int, ...]]],
        floats: Callable[[Cells], list[tuple[float, ...]]],
    ) -> Callable[[list[tuple[Any, ...]]], Columns]:
        seats, sides = self._seats, range(self._sides)
        seated = _Known(lambda cells: [self._seated(names) for names in texts(cells)], seats + 1)
        forfeited = _Known(lambda cells: [tuple(side in forfeits for side in sides) for forfeits in ints(cells)], len(sides))
        by_side = _Known(ints, len(sides))
        by_seat = _Known(lambda cells: [numbers or (0,) * seats for numbers in ints(cells)], seats)
        timed = _Known(lambda cells: [seconds or (0.0,) * seats for seconds in floats(cells)], seats, np.float64)

        def columns(rows: list[tuple[Any, ...]]) -> Columns:
            cells = dict(zip(COLUMNS, zip(*rows, strict=False), strict=False))
            places = seated.column(cells["seats"])
            found = Columns(
                board=np.array(cells["board"]),
                leg=np.array(cells["leg"]),
                table=places[:, -1],
                seats=places[:, :-1],
                winner=np.array([NOBODY if winner is None else winner for winner in cells["winner"]]),
                void=np.array([outcome == "void" for outcome in cells["outcome"]]),
                forfeits=forfeited.column(cells["forfeits"]) > 0,
                scores=by_side.column(cells["scores"]),
                points=by_side.column(cells["points"]),
                hands=np.array(cells["hands"]),
                contracts=by_seat.column(cells["contracts"]),
                made=by_seat.column(cells["made"]),
                bids=by_seat.column(cells["bids"]),
                seconds=timed.column(cells["seconds"]),
                timed=by_seat.column(cells["timed"]),
                faults=_objects(cells["faults"]),
            )
            return found if (found.table >= 0).all() else found.where(found.table >= 0)

        return columns

    def _seated(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Entrants by seat and, last, the number of the table; -1 if somebody is not among the names."""
        seats = tuple(self._numbers.get(name, -1) for name in names)
        table = tuple(sorted(set(seats)))
        if table[0] < 0:
            return (*seats, -1)
        return (*seats, self._tables.setdefault(table, len(self._tables)))

    @staticmethod
    def _whole(chunks: Iterable[Columns]) -> Iterator[Columns]:
        """The same, cut between duplicates and not in them."""
        held: Columns | None = None
        for chunk in chunks:
            games = chunk if held is None else held.before(chunk)
            if not games.size:
                continue
            last = int(games.duplicates()[-1])
            held = games.where(slice(last, None))
            if last:
                yield games.where(slice(last))
        if held is not None:
            yield held


def _objects(cells: Cells) -> npt.NDArray[np.object_]:
    found = np.empty(len(cells), object)
    found.fill(())
    for row in np.flatnonzero(np.fromiter(map(bool, cells), bool, len(cells))).tolist():
        found[row] = cells[row]
    return found


class _Known(dict[Any, int]):
    """The different cells of a column met so far, numbered, and what each says in ``width`` numbers: most come again and again."""

    def __init__(self, read: Callable[[Cells], Sequence[Sequence[float]]], width: int, kind: type = np.int64) -> None:
        super().__init__()
        self._read, self._kind = read, kind
        self._said: Any = np.empty((0, width), kind)

    def column(self, cells: Cells) -> Any:
        """What the ``cells`` say, a row each."""
        if len(self) > _KEPT:
            self.clear()
            self._said = self._said[:0]
        if new := [cell for cell in dict.fromkeys(cells) if cell not in self]:
            self.update(zip(new, count(len(self)), strict=False))
            self._said = np.concatenate([self._said, np.array(self._read(new), self._kind)])
        return self._said[np.fromiter(map(self.__getitem__, cells), np.intp, len(cells))]


def _json(kind: type) -> Callable[[Cells], list[Any]]:
    decode = msgspec.json.Decoder(list[tuple[kind, ...]]).decode  # type: ignore[valid-type]
    return lambda cells: decode(f"[{','.join(cells)}]")
