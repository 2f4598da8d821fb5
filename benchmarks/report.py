"""``python -m benchmarks.report [BOTS BOARDS]``: how long a page of made-up results takes to build, and a browser to show it (50 × 500)."""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import perf_counter, process_time

from arena.report.html.page import report_page
from arena.rulesets import load
from arena.seats.bot import BotSpec
from arena.tournament.folder import RESULTS, commitment
from arena.tournament.spec import GameResult, MatchKey, MatchResult, MatchRules, TournamentSpec
from arena.tournament.store import Store

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
                contracts=(3, 2, 3, 2),
                made=(2, 1, 2, 1),
                bids=(7, 5, 7, 5),
                seconds=(0.0,) * 4,
                timed=(0,) * 4,
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


def main(bots: int, boards: int) -> None:
    """Prints what it took."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made_up(folder, bots, boards)
        with Store.read(folder / RESULTS) as store:
            wall, work, games = perf_counter(), process_time(), store.count_games()
            page = report_page(store)
        print(f"{bots} bots, {boards} boards, {games:,} games: {perf_counter() - wall:.1f} s ({process_time() - work:.1f} s of work)")
        (folder / "report.html").write_text(page, encoding="utf-8")
        print(f"{len(page) / 1e6:.2f} MB, first paint after {first_paint(folder / 'report.html'):.2f} s")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3] or (50, 500)))
