"""The table to watch hands at, in a real browser: a whole game by keyboard shows what the store holds."""

from urllib.parse import urlencode

import pytest

pytestmark = pytest.mark.browser


def shown(page, leg):
    rows = page.locator(f"[data-leg='{leg}'] .score tbody tr").all()
    return [(row.locator("[data-what=delta]").inner_text(), int(row.locator("[data-what=score]").inner_text())) for row in rows]


def held(page, leg, seat):
    cards = page.locator(f"[data-leg='{leg}'] [data-seat='{seat}'] .fan .card")
    return sorted(card.get_attribute("data-card") for card in cards.all())


def plus(number):
    return f"+{number}" if number > 0 else str(number)


def steps(page):
    return int(page.locator("#step").get_attribute("max"))


def through(opened, games):
    """Steps through every hand by the right arrow alone, comparing every hand's end with its record."""
    page = opened.page
    page.locator("#viewer").focus()
    for number in range(max(len(game.records) for game in games)):
        assert page.locator("#pick-hand").input_value() == str(number)
        for game in games:
            if number < len(game.records):
                dealt = [sorted(cards.split()) for cards in game.records[number]["holdings"]]
                assert [held(page, game.leg, seat) for seat in range(len(dealt))] == dealt
        for _ in range(steps(page)):
            page.keyboard.press("ArrowRight")
        for game in games:
            if number < len(game.records):
                hand = game.records[number]
                assert shown(page, game.leg) == list(zip(map(plus, hand["deltas"]), hand["scores"], strict=True))
                assert page.locator(f"[data-leg='{game.leg}'] .fan .card").count() == left(hand)
                assert page.locator(f"[data-leg='{game.leg}'] .awards li").count() == len(hand["points"])
        page.keyboard.press("ArrowRight")
    assert opened.said == []


def left(hand):
    """How many cards are still held when the hand is over."""
    moved = [len(swap["draw"].split()) - len(swap["discard"].split()) - len(swap["burn"].split()) for swap in hand["exchange"]]
    played = sum(len(trick["cards"].split()) for trick in hand["tricks"])
    return sum(len(cards.split()) for cards in hand["holdings"]) + sum(moved) - played


def board(store, number):
    place, _ = next(store.board(0, number))
    return place.table, [game for _, game in store.board(0, number, place.table)]


def test_a_whole_game_by_keyboard_shows_the_points_of_the_store(opening, report, store):
    table, games = board(store, 1)
    opened = opening(report)
    assert opened.page.locator("#pick-table option").first.inner_text() == " – ".join(table)
    through(opened, games)


@pytest.mark.parametrize("number", [0, 1], ids=["five seats", "exchange"])
def test_other_tables_too(opening, seven, number):
    path, games = seven[number]
    opened = opening(path)
    assert opened.page.locator(".leg").count() == len(games)
    through(opened, games)


def test_both_legs_have_the_same_cards(opening, report, store):
    page = opening(report).page
    assert [held(page, 1, seat) for seat in range(4)] == [held(page, 2, seat) for seat in range(4)]


def test_deep_links(opening, report, store):
    table, _ = board(store, 2)
    page = opening(report, fragment="#board=2&leg=2&hand=3").page
    assert page.locator("#pick-board option:checked").inner_text() == "2"
    assert page.locator("#pick-hand option:checked").inner_text() == "3"
    assert page.locator(".leg.active").get_attribute("data-leg") == "2"
    assert page.locator("#pick-table option:checked").inner_text() == " – ".join(table)
    page.evaluate("location.hash = '#board=3&leg=1&hand=1'")
    page.wait_for_function("() => document.querySelector('#pick-board option:checked').textContent === '3'")
    link = page.locator("#link").get_attribute("href")
    again = opening(report, fragment=link).page
    assert again.locator("#pick-board option:checked").inner_text() == "3"
    assert again.locator("#link").get_attribute("href") == link


def test_a_deep_link_to_a_table_of_several(opening, report, store):
    places = [place for place, _ in store.board(0, 1)]
    last = places[-1].table
    page = opening(report).page
    page.evaluate("to => { location.hash = '#' + new URLSearchParams({board: 1, leg: 1, hand: 1, table: to}) }", "+".join(last))
    page.wait_for_function("to => document.querySelector('#pick-table option:checked').textContent === to", arg=" – ".join(last))


def test_a_link_names_a_table_in_any_order_and_a_hand_within_the_board(opening, report, store):
    last = [place for place, _ in store.board(0, 1)][-1].table
    page = opening(report, fragment=f"#{urlencode({'board': 1, 'hand': -1, 'table': '+'.join(reversed(last))})}").page
    page.wait_for_function("to => document.querySelector('#pick-table option:checked').textContent === to", arg=" – ".join(last))
    assert page.locator("#pick-hand").input_value() == "0"


def test_a_link_to_a_board_that_is_not_there_says_so(opening, report):
    page = opening(report, fragment="#board=99").page
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('Board 99 is not in this page')")
    assert page.locator(".felt").count() == 2
    page.evaluate("location.hash = '#board=98'")
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('Board 98 is not in this page')")


def test_back_ends_and_other_hands(opening, report):
    page = opening(report).page
    page.locator("#viewer").focus()
    page.keyboard.press("End")
    assert page.locator("#step").input_value() == str(steps(page))
    page.keyboard.press("ArrowLeft")
    assert page.locator("#step").input_value() == str(steps(page) - 1)
    page.keyboard.press("n")
    assert (page.locator("#pick-hand").input_value(), page.locator("#step").input_value()) == ("1", "0")
    page.keyboard.press("ArrowLeft")
    assert (page.locator("#pick-hand").input_value(), page.locator("#step").input_value()) == ("0", str(steps(page)))
    page.keyboard.press("Home")
    assert page.locator("#step").input_value() == "0"


def test_it_plays_by_itself_until_told_to_stop(opening, report):
    page = opening(report).page
    page.locator("[data-do=play]").click()
    page.wait_for_function("() => Number(document.querySelector('#step').value) >= 2")
    page.locator("[data-do=play]").click()
    assert page.locator("[data-do=play]").get_attribute("aria-label") == "Play"


def test_faults_are_shown_where_they_happened(opening, report, store):
    place, game = next((place, game) for number in (1, 2, 3) for place, game in store.board(0, number) if game.faults and game.records)
    fault = game.faults[0]
    hand = next(n for n, record in enumerate(game.records) if record["faults"])
    page = opening(report).page
    link = {"board": place.board, "leg": place.leg, "hand": hand + 1, "table": "+".join(place.table)}
    page.evaluate("to => { location.hash = '#' + new URLSearchParams(to) }", {key: str(value) for key, value in link.items()})
    page.wait_for_function("to => document.querySelector('#link').href.includes(`board=${to.board}&`)", arg=link)
    page.locator("#viewer").focus()
    for _ in range(steps(page)):
        if page.locator(f"[data-leg='{place.leg}'] .fault").count():
            break
        page.keyboard.press("ArrowRight")
    told = page.locator(f"[data-leg='{place.leg}'] .fault").first.inner_text()
    assert game.records[hand]["faults"][0]["answer"] in told
    assert fault.entrant in told
