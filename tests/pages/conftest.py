"""A browser without a network, and pages in it; these tests run by ``make pages``, which needs Chromium."""

from __future__ import annotations

import shutil

import pytest

from arena.report.html.page import replay_page
from arena.tournament.folder import RESULTS
from arena.tournament.naming import find
from arena.tournament.store import Store
from tests.pages.runs import played

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium():
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "these tests need Chromium: apt-get install chromium"
    return found


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    return played(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def store(run):
    with Store.read(run / RESULTS) as store:
        yield store


@pytest.fixture(scope="session")
def report(run):
    return run / "report" / "report.html"


@pytest.fixture(scope="session")
def seven(tmp_path_factory):
    """A page with one board of seven seats each alone, who draw cards."""
    folder = tmp_path_factory.mktemp("seven")
    run = played(
        folder, rules="[{extends: cutthroat, table: {players: 5}, game: {target: 9}}, {extends: ten-point, game: {target: 20}}]", boards=1
    )
    pages = []
    with Store.read(run / RESULTS) as store:
        for number, rules in enumerate(store.spec.rules):
            place, _ = next(store.board(number, 1))
            name = f"{rules.name}/1/{'+'.join(place.table)}"
            found = find(store, name)
            page = folder / f"{number}.html"
            page.write_text(replay_page(store, found.rules, found.games))
            pages.append((page, [game for _, game in found.games]))
    return pages


class Opened:
    """A page and all it said and asked for."""

    def __init__(self, page):
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("dialog", self.dismiss)

    def dismiss(self, dialog):
        self.said.append(f"dialog {dialog.message}")
        dialog.dismiss()


@pytest.fixture
def opening(browser):
    contexts = []

    def opened(path, *, fragment="", width=1280, theme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, offline=True)
        contexts.append(context)
        opened = Opened(context.new_page())
        opened.page.goto(f"{path.as_uri()}{fragment}")
        opened.page.wait_for_selector(".felt")
        return opened

    yield opened
    for context in contexts:
        context.close()
