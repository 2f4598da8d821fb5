"""A small run whose every text would like to be something else, written into a store without being played."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import structs

from arena.seats.bot import BotSpec
from arena.tournament.folder import RESULTS, commitment
from arena.tournament.spec import Fault, MatchKey, MatchResult
from arena.tournament.store import Store
from tests.report.test_export import EXAMPLE
from tests.standings.games import game, tournament

SCRIPT, FORMULA, MARKUP, CLOSING = (
    "<script>alert(1)</script>",
    "=cmd()",
    "a|[b](javascript:c)`d`&lt;",
    "]]></script><!--<img src=x onerror=alert(2)>",
)
NAMES = sorted([SCRIPT, FORMULA, MARKUP, "\x1b[31mred\rline"])
ANSWERS = (CLOSING, "=HYPERLINK(1)", "\x1b]0;title\x07")


def faults(entrant: str) -> tuple[Fault, ...]:
    """One fault an answer, each of another phase."""
    return tuple(
        Fault(entrant=entrant, seat=0, hand=1, phase=phase, n=0, kind="malformed", answer=answer, used="pass", detail=f"{CLOSING} {answer}")
        for phase, answer in zip(("auction", "play", "between hands"), ANSWERS, strict=True)
    )


def hands(seats: tuple[str, ...], leg: int) -> tuple[dict[str, object], ...]:
    """The published example of a hand, played by these."""
    fault = {"phase": "auction", "seat": 0, "n": 0, "answer": CLOSING, "used": "pass", "revoke": False}
    holdings = ["AS KS", "8S 2C", "6S 3C", "5S 4C"]
    return ({**json.loads(EXAMPLE), "leg": leg, "seats": list(seats), "holdings": holdings, "faults": [fault]},)


def hostile_run(folder: Path, *, record: str = "hands", complete: bool = True) -> Path:
    """The run's folder; of two boards, or of one with more to come."""
    folder.mkdir(parents=True, exist_ok=True)
    spec = structs.replace(
        tournament(NAMES, boards=2, record=record),
        name=f"{SCRIPT}{FORMULA}",
        entrants=tuple(BotSpec(name=n, options={"x": CLOSING}) for n in NAMES),
    )
    with Store.write(folder / RESULTS) as store:
        store.begin(spec, {"seed_given": "random", "seed_commitment": commitment(spec.seed)})
        for number, one in enumerate(NAMES):
            for other in NAMES[number + 1 :]:
                games = []
                for board in (1, 2) if complete else (1,):
                    for leg, pair in enumerate(([one, other], [other, one]), 1):
                        found = game(board, leg, pair, (21, 9) if board == leg else (8, 21), faults=faults(pair[0]) if board == 1 else ())
                        times = {"seconds": (0.002,) * 4, "timed": (8,) * 4}
                        games.append(structs.replace(found, records=hands(found.seats, leg) if record == "hands" else (), **times))
                if complete or other == NAMES[-1]:
                    store.add(MatchResult(key=MatchKey(0, 1, (one, other)), games=tuple(games)))
    return folder
