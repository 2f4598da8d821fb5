"""The report in a real browser: nothing fails, nothing is fetched, nothing a bot says becomes markup."""

from itertools import combinations

import pytest

from arena.report.html.page import report_page
from arena.tournament.folder import RESULTS
from arena.tournament.spec import MatchKey, MatchResult
from arena.tournament.store import Store
from tests.pages.runs import BREAK, FORMULA, SCRIPT
from tests.standings.games import game, tournament

pytestmark = pytest.mark.browser

WIDTHS, THEMES = (360, 1280), ("light", "dark")


def color(page, selector, what):
    return page.eval_on_selector(selector, f"one => getComputedStyle(one).{what}")


def names(page):
    return page.locator("#r0-standings tbody th").all_inner_texts()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_loads_silently_fetches_nothing_and_fits(opening, report, width, theme):
    opened = opening(report, width=width, theme=theme)
    assert (opened.said, opened.asked) == ([], [report.as_uri()])
    opened.page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("width", "section"), [(1280, "standings"), (1280, "times"), (360, "times"), (360, "faults")])
def test_nothing_of_a_table_is_hidden_at_its_side(opening, report, width, section):
    wide, shown = opening(report, width=width).page.eval_on_selector(f"#r0-{section} .scroll", "one => [one.scrollWidth, one.clientWidth]")
    assert wide == shown


def test_names_answers_and_options_are_text(opening, report, store):
    page = opening(report).page
    assert page.title() == "<b>spring<-b> – Pitch Arena"
    assert {SCRIPT, FORMULA} < set(names(page))
    assert page.locator("script").count() == 2
    assert page.locator("img, b:not(.who b)").count() == 0
    faults = page.locator("#r0-faults").inner_text()
    assert BREAK in faults
    assert "=HYPERLINK(1)" in faults
    assert BREAK in page.locator("#facts").inner_text()


def test_a_script_that_got_in_would_not_run(opening, report, tmp_path):
    spoiled = tmp_path / "spoiled.html"
    spoiled.write_text(report.read_text().replace("<main", "<script>document.title = 'ran'</script><main", 1))
    opened = opening(spoiled)
    assert opened.page.title() != "ran"
    assert "Content Security Policy" in opened.said[0]


def test_the_standings_are_sorted_by_their_heads(opening, report):
    page = opening(report).page
    ranked = names(page)
    for head, attribute in (("bids made", "data-v"), ("mu", "data-v")):
        button = page.locator("#r0-standings th button", has_text=head).first
        column = button.evaluate("one => one.closest('th').cellIndex")
        cells = page.locator(f"#r0-standings tbody tr > :nth-child({column + 1})")
        button.click()
        values = [float(cell.get_attribute(attribute)) for cell in cells.all()]
        assert values == sorted(values, reverse=True)
        button.press("Enter")
        assert [float(cell.get_attribute(attribute)) for cell in cells.all()] == sorted(values)
        assert button.evaluate("one => one.closest('th').getAttribute('aria-sort')") == "ascending"
    page.locator("#r0-standings th button", has_text="bot").click()
    assert names(page) == sorted(names(page), key=str.casefold)
    page.locator("#r0-standings th button", has_text="#").click()
    assert names(page) == ranked


def test_dark_mode_is_dark(opening, report):
    light, dark = (opening(report, theme=theme).page for theme in THEMES)
    assert color(light, "body", "backgroundColor") == "rgb(247, 245, 240)"
    assert color(dark, "body", "backgroundColor") == "rgb(18, 21, 24)"
    assert color(dark, "body", "color") == "rgb(231, 233, 234)"


def test_a_bot_is_brought_out_in_the_chart_and_its_section_opens(opening, report):
    page = opening(report).page
    page.locator("#r0-rating .legend button").nth(1).click()
    assert page.locator("#r0-rating .line.chosen").get_attribute("data-line") == "1"
    page.locator("#r0-standings tbody a").nth(2).click()
    assert page.locator("#r0-bot-2").evaluate("one => one.open")
    page.locator("#r0-bot-2 tbody a").first.click()
    page.wait_for_function("() => document.activeElement.id === 'viewer'")


def test_a_cell_of_the_heat_map_tells_its_figures(opening, report):
    page = opening(report).page
    cell = page.locator("#r0-heat td[title]").first
    cell.click()
    assert page.locator("#r0-heat .told").inner_text() == cell.get_attribute("title")


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious(opening, report, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = opening(report, theme=theme).page
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in {"serious", "critical"}] == []


def test_the_heat_map_of_many_bots_is_printed_whole(browser, tmp_path):
    names = [f"bot {number}" for number in range(40)]
    with Store.write(tmp_path / RESULTS) as store:
        store.begin(tournament(names, boards=1), {"seed_given": 7, "seed_commitment": "ab"})
        for pair in combinations(sorted(names), 2):
            games = tuple(game(1, leg, seats, (21, 9)) for leg, seats in ((1, [*pair]), (2, [*pair[::-1]])))
            store.add(MatchResult(key=MatchKey(0, 1, pair), games=games))
        (tmp_path / "report.html").write_text(report_page(store))
    page = browser.new_page(viewport={"width": 718, "height": 1000})
    page.emulate_media(media="print")
    page.goto((tmp_path / "report.html").as_uri())
    assert page.locator("#r0-heat tbody tr").count() == 40
    assert page.eval_on_selector("#r0-heat .heat", "one => one.getBoundingClientRect().right") <= 718
    cells = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert page.eval_on_selector_all("#r0-heat td", cells) == []
    page.close()


def test_it_prints_with_everything_open(opening, report):
    page = opening(report).page
    page.emulate_media(media="print")
    assert not page.locator("#watch").is_visible()
    assert len(page.pdf()) > 20_000
