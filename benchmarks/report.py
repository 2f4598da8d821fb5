"""``python -m benchmarks.report``: how long a page of made-up results takes to build, how large it is, and when a browser shows it.

Exit code 1 if a promise is not kept. First paint needs Chromium and the extra ``pages``.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import perf_counter, process_time

from arena.report.html.hands import BUDGET
from arena.report.html.page import report_page
from arena.rulesets import load
from arena.seats.bot import BotSpec
from arena.tournament.folder import RESULTS, commitment
from arena.tournament.match import TIMED_EVERY
from arena.tournament.spec import GameResult, MatchKey, MatchResult, MatchRules, TournamentSpec
from arena.tournament.store import Store
from benchmarks.speed import Ratio

BLOCK = 25


def made_up(folder: Path, bots: int, boards: int) -> None:
    """A run of ``bots`` that all met, the later ones the weaker."""
    names = [f"bot-{number:03}" for number in range(bots)]
    match = MatchRules(boards=boards, block=BLOCK)
    spec = TournamentSpec(name="big", rules=(load("jpgames"),), seed=7, match=match, entrants=tuple(BotSpec(name=name) for name in names))
    chance = random.Random(7)
    with Store.write(folder / RESULTS) as store:
        store.begin(spec, {"seed_given": 7, "seed_commitment": commitment(7)})
        for (a, one), (b, other) in combinations(enumerate(names), 2):
            for first in range(1, boards + 1, BLOCK):
                games = tuple(_games(chance, (one, other), (b - a) / bots, range(first, min(first + BLOCK, boards + 1))))
                store.add(MatchResult(key=MatchKey(0, first, (one, other)), games=games))


def _games(chance: random.Random, pair: tuple[str, str], edge: float, boards: range) -> Iterator[GameResult]:
    for board in boards:
        for leg in (1, 2):
            better = 0 if leg == 1 else 1
            winner = better if chance.random() < 0.5 + 0.4 * edge else 1 - better
            score = [chance.randrange(21), chance.randrange(21)]
            score[winner] = 21 + chance.randrange(3)
            contracts = tuple(chance.randrange(5) for _ in range(4))
            yield GameResult(
                board=board,
                leg=leg,
                seats=(pair if leg == 1 else pair[::-1]) * 2,
                outcome="win",
                reason="target",
                winner=winner,
                scores=(score[0], score[1]),
                points=(score[0], score[1]),
                hands=chance.randrange(7, 14),
                contracts=contracts,
                made=tuple(max(0, one - chance.randrange(2)) for one in contracts),
                bids=tuple(2 * one + chance.randrange(2) for one in contracts),
                seconds=tuple(chance.random() * (board % TIMED_EVERY == 1) for _ in range(4)),
                timed=tuple(chance.randrange(20, 60) * (board % TIMED_EVERY == 1) for _ in range(4)),
            )


def first_paint(page: Path) -> float:
    """Seconds from opening ``page`` in Chromium to its first content; needs the extra ``pages``."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page()
        opened.goto(page.as_uri())
        told = opened.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        browser.close()
    return float(told) / 1000


def measured() -> Iterator[Ratio]:
    """Every promise, as it is measured."""
    with tempfile.TemporaryDirectory() as temporary:
        page, seconds, note = _built(Path(temporary), 50, 500)
        yield Ratio("page of 50 bots on 500 boards, seconds of one core", seconds, 20, note)
        if shutil.which("chromium"):
            yield Ratio("its first paint, seconds", first_paint(page), 2, f"{page.stat().st_size / 1e6:.2f} MB in Chromium")
        else:
            print("There is no Chromium here (apt-get install chromium): when a browser first paints the page was not measured.")
    with tempfile.TemporaryDirectory() as temporary:
        page, _, note = _built(Path(temporary), 20, 200)
        size = page.stat().st_size / 1e6
        yield Ratio(
            "page of 20 bots on 200 boards with as many hands as it takes, MB", size + BUDGET / 1e6, 5, f"{size:.2f} without; {note}"
        )


def _built(folder: Path, bots: int, boards: int) -> tuple[Path, float, str]:
    """The page of such a run, the seconds a core worked on it (one alone does, so that is how long it takes where nobody else works)."""
    made_up(folder, bots, boards)
    with Store.read(folder / RESULTS) as store:
        wall, work, games = perf_counter(), process_time(), store.count_games()
        page = report_page(store)
        wall, work = perf_counter() - wall, process_time() - work
    (folder / "report.html").write_text(page, encoding="utf-8")
    return folder / "report.html", work, f"{games:,} games; {wall:.1f} s passed"


if __name__ == "__main__":
    kept = True
    for one in measured():
        kept &= one.kept
        print(one, flush=True)
    sys.exit(not kept)
