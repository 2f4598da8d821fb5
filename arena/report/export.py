"""Results for programs: JSON, CSV and hand records, byte for byte the same for every run of a tournament; knows nothing of files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any, Final

import msgspec

from arena.report import rows
from arena.report.text import printable
from arena.standings.table import Pairing, Report, Standing
from arena.tournament.store import Store

HAND_KEYS: Final = (
    "schema",
    "rules",
    "match",
    "board",
    "leg",
    "hand",
    "redeals",
    "seats",
    "dealer",
    "scores_before",
    "holdings",
    "stock",
    "auction",
    "pitcher",
    "bid",
    "trump",
    "exchange",
    "tricks",
    "points",
    "pips",
    "made",
    "deltas",
    "scores",
    "winner",
    "revoke",
    "faults",
)
_FORMULA: Final = ("=", "+", "-", "@")
_PIECE: Final = 1 << 16


def standings_json(report: Report) -> str:
    """The report as indented JSON, keys in the order of its fields, ending with a line break."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"


def standings_csv(report: Report) -> str:
    """Every line of every rule set's standings, with ``rules`` as the first column; empty cells where nothing is defined."""
    return _csv(Standing.__struct_fields__, ((one.rules, line) for one in report.reports for line in one.standings))


def pairings_csv(report: Report) -> str:
    """Every pair of opponents under every rule set, with ``rules`` as the first column; empty cells where nothing is defined."""
    return _csv(Pairing.__struct_fields__, ((one.rules, line) for one in report.reports for line in one.pairings or ()))


def games_csv(store: Store) -> Iterator[str]:
    """Every game of a run, a line each: what is by seat or by side as a JSON list."""
    return _lines(rows.GAME_FIELDS, rows.games(store))


def hands_csv(store: Store) -> Iterator[str]:
    """Every recorded hand, a line each, without the cards (those are in ``hand_lines``)."""
    return _lines(rows.HAND_FIELDS, rows.hands(store))


def faults_csv(store: Store) -> Iterator[str]:
    """Every fault, a line each, with what was answered and what was played instead."""
    return _lines(rows.FAULT_FIELDS, rows.faults(store))


def hand_lines(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Each hand record as one line of compact JSON with its keys in the published order, ending with a line break."""
    encode = msgspec.json.Encoder().encode
    for record in records:
        yield encode({key: record[key] for key in HAND_KEYS}).decode() + "\n"


def _lines(fields: Sequence[str], lines: Iterable[Sequence[Any]]) -> Iterator[str]:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for line in lines:
        writer.writerow(map(_cell, line))
        if out.tell() > _PIECE:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


def _csv(fields: Sequence[str], lines: Iterable[tuple[str, Standing | Pairing]]) -> str:
    return "".join(_lines(("rules", *fields), ((rules, *msgspec.structs.astuple(line)) for rules, line in lines)))


def _cell(value: Any) -> Any:
    """``value`` as a cell: numbers stay numbers, a text is one line, and one that a spreadsheet would run gets an apostrophe before it."""
    if not isinstance(value, str):
        return value
    line = printable(value)
    return f"'{line}" if line.startswith(_FORMULA) else line
