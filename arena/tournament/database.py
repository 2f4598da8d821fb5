"""What can go wrong with an SQLite file, in sentences, and the lock that keeps a second arena out; knows no tables."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import StoreError

_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full; everything finished is saved, so make room and run the same command again",
    sqlite3.SQLITE_READONLY: "it cannot be written; its folder and file must be writable",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; its folder must exist and be readable and writable",
    sqlite3.SQLITE_PERM: "it cannot be opened; its folder and file must be readable and writable",
    sqlite3.SQLITE_IOERR: "the disk refused to read or write it; everything finished is saved, so see to it and run the same command again",
    sqlite3.SQLITE_NOTADB: "it is not an arena's results: not an SQLite file",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
}


def exclusive(path: Path) -> sqlite3.Connection:
    """SQLite's own lock on a file beside the results, on every system the same; it falls with the process, however that ends."""
    lock = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"{path.parent}: another arena is at work in this run folder; wait for it, or give --out another folder"
            ) from None
        raise
    return lock


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Whatever speaks against ``path``, SQLite or what is written in it, as one sentence that tells what to do: a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        reason = str(error) if code is None else _REASONS.get(code & 0xFF, str(error))
        raise StoreError(f"{path}: {reason}") from error
    except (msgspec.MsgspecError, zlib.error) as error:
        raise StoreError(f"{path}: the file is damaged: {error}") from error
