"""What of a game is the same in every run of its tournament, in bytes and as a seal; knows no store."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from arena.tournament.spec import GameResult


def essence(game: GameResult) -> bytes:
    """Everything of a game but the time it took."""
    fields = msgspec.structs.asdict(game)
    del fields["seconds"], fields["timed"]
    fields["faults"] = [{key: value for key, value in msgspec.structs.asdict(fault).items() if key != "seconds"} for fault in game.faults]
    return msgspec.json.encode(fields)


def seal(games: Iterable[GameResult]) -> str:
    """The SHA-256, hexadecimal, of the games of a match."""
    total = sha256()
    for game in games:
        total.update(essence(game))
    return total.hexdigest()
