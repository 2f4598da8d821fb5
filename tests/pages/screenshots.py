"""``python -m tests.pages.screenshots FOLDER``: every section of a report and of replays, at both widths and in both themes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from arena.report.html.page import replay_page
from arena.tournament.folder import RESULTS
from arena.tournament.naming import find
from arena.tournament.store import Store
from tests.pages.conftest import FLAGS, chromium
from tests.pages.runs import played

SECTIONS = "header.top, article section, main > section"


def shoot(browser: Browser, page_file: Path, folder: Path, name: str) -> None:
    for width in (360, 1280):
        for theme in ("light", "dark"):
            # As high as its highest section, so that what sticks to the window's edge covers nothing.
            page = browser.new_page(viewport={"width": width, "height": 5000}, color_scheme=theme)
            page.goto(page_file.as_uri())
            page.wait_for_selector(".felt")
            page.eval_on_selector_all("details", "all => all.slice(0, 2).forEach(one => { one.open = true })")
            page.locator("#viewer").focus()
            for _ in range(11):
                page.keyboard.press("ArrowRight")
            for section in page.query_selector_all(SECTIONS):
                section.screenshot(path=folder / f"{name}-{section.get_attribute('id') or 'top'}-{width}-{theme}.png")
            page.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        run = played(Path(temporary, "report"), rules="jpgames", boards=8)
        shoot(browser, run / "report" / "report.html", folder, "report")
        for rules in ("cutthroat, players: 7", "ten-point"):
            run = played(
                Path(temporary, rules.partition(",")[0]),
                rules=rules.replace(", players", "\nplayers"),
                boards=1,
                more=", lowest, random" if "7" in rules else "",
            )
            with Store.read(run / RESULTS) as store:
                place, _ = next(store.board(0, 1))
                found = find(store, f"1/{'+'.join(place.table)}")
                name = store.spec.rules[found.rules].name
                replay = Path(temporary, "replay.html")
                replay.write_text(replay_page(store, found.rules, found.games))
            shoot(browser, replay, folder, name)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
