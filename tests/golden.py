"""The exports of a few small tournaments, by their digests, which every Python and machine has to reproduce: ``python -m tests.golden``.

Run like that with any Python that has the dependencies, it names what differs from ``tests/data/exports.json``; with ``--write`` it makes
that file anew, which is right only where cards, bots, rating or the form of an export were changed on purpose.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.config import tournament_of
from arena.report.formats import Format, produce
from arena.tournament.executors import Serial
from arena.tournament.folder import RESULTS, open_run
from arena.tournament.runner import run
from arena.tournament.store import Store

DIGESTS = Path(__file__).parent / "data" / "exports.json"
BOTS = Path(__file__).parent / "data" / "bots"
EXPORTS: tuple[Format, ...] = ("json", "hands", "csv", "markdown", "junit")
HANDS = {"boards": 6, "block": 2, "unit": "hands"}
TOURNAMENTS: dict[str, dict[str, Any]] = {
    "round-robin": {
        "rules": ["setback", "ten-point", "draw", "cutthroat", "five-point-joker", "cinch"],
        "match": {"boards": 2},
        "rating": {"unit": "duplicate"},
    },
    "gauntlet": {"format": "gauntlet", "match": HANDS},
    "swiss": {"format": "swiss", "match": {**HANDS, "rounds": 2}},
    "knockout": {"format": "knockout", "seeding": "random", "match": HANDS},
    "mixed-pairs": {"format": "mixed-pairs", "match": {**HANDS, "boards": 2}},
    "adaptive": {"match": {**HANDS, "until": {"separated": 0.9}, "max_boards": 20}},
}


def digests() -> Iterator[tuple[str, str]]:
    """The name of each export of each tournament, and its SHA-256."""
    for name, what in TOURNAMENTS.items():
        bots = ["random", "greedy", "counter", str(BOTS / "careful.py"), str(BOTS / "chance.py")]
        spec = tournament_of(
            {"name": name, "rules": "setback", "seed": 7, "record": "hands", "isolation": "inline", **what, "entrants": bots}
        )
        with TemporaryDirectory() as folder:
            opened = open_run(Path(folder, "run"), spec, "")
            with opened.store, closing(run(opened.spec, opened.store, Serial())) as results:
                for _ in results:
                    pass
            with Store.read(Path(folder, "run", RESULTS)) as store:
                for form in EXPORTS:
                    yield f"{name}, {form}", sha256("".join(produce(store, form)).encode()).hexdigest()


def main() -> None:
    """Compares, or writes."""
    found = dict(digests())
    if "--write" in sys.argv:
        DIGESTS.write_text(json.dumps(found, indent=1) + "\n")
        return
    expected = json.loads(DIGESTS.read_text())
    differ = [name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)]
    print(
        f"Python {sys.version.split()[0]}: {len(found)} exports, "
        + (f"DIFFERENT: {'; '.join(sorted(differ))}" if differ else "all as written")
    )
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
