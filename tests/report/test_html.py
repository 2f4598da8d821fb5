import base64
import json
import random
import re
import subprocess
import zlib
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from msgspec import defstruct, structs

from arena.pitch.ruleset import RuleSet
from arena.report.html import charts
from arena.report.html.hands import BUDGET, chosen
from arena.report.html.page import environment, inert, report_page
from arena.report.html.sections import part
from arena.report.text import duration, printable
from arena.standings.insight import Insight, insight_of_run
from arena.standings.ratings import Belief
from arena.standings.table import Standing, standings
from arena.tournament.folder import RESULTS
from arena.tournament.spec import MatchKey, MatchResult
from arena.tournament.store import Store
from tests.report.runs import CLOSING, NAMES, SCRIPT, faults, hands, hostile_run
from tests.standings.games import PAIRS, game, tournament


class Seen(HTMLParser):
    """What a browser would make of a page: its elements and its texts."""

    def __init__(self, page):
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        (self.scripts if self.inside == "script" else self.texts).append(data)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.read(hostile_run(tmp_path_factory.mktemp("html") / "run") / RESULTS) as store:
        yield store


@pytest.fixture(scope="module")
def page(store):
    return report_page(store)


def test_whatever_it_is_called_nothing_becomes_markup(page):
    seen = Seen(page)
    assert "img" not in seen.tags
    assert seen.tags.count("script") == 2
    assert SCRIPT not in page
    assert CLOSING not in page
    words = " ".join(seen.texts)
    for name in NAMES:
        assert printable(name) in words
    assert CLOSING in words
    assert "\x1b" not in page
    assert not [name for name, value in seen.attributes if name.startswith("on") or (value or "").startswith("javascript:")]


def test_it_is_one_file_that_asks_for_nothing(page):
    seen = Seen(page)
    assert not {"iframe", "object", "embed", "source", "audio", "video"} & set(seen.tags)
    links = [value for name, value in seen.attributes if name in {"src", "href", "action", "data", "xlink:href"}]
    assert all((link or "").startswith(("#", "data:,")) for link in links)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)


def test_only_our_own_script_may_run(page):
    policy = page.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    script = Seen(page).scripts[-1]
    assert f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2]


def test_the_same_results_give_the_same_bytes(store, page, tmp_path):
    assert report_page(store) == page
    with Store.read(hostile_run(tmp_path / "again") / RESULTS) as again:
        assert report_page(again) == page


def test_thinking_times_are_shown_unless_left_out(store, page):
    assert "time a decision" in page
    assert 'id="r0-times"' in page
    without = report_page(store, times=False)
    assert "time a decision" not in without
    assert 'id="r0-times"' not in without


def test_times_stand_on_a_scale_of_powers_of_ten():
    found = charts.decades([2e-6, None, 1e-3], duration)
    assert [(tick.at, tick.text) for tick in found.ticks] == [(0, "1.0 µs"), (33.33, "10 µs"), (66.67, "100 µs"), (100, "1.0 ms")]
    assert found.places == (10.03, None, 100)
    assert charts.decades([1e-3], duration).places == (0,)


def test_hands_are_packed_whole(store, page):
    data = json.loads(Seen(page).scripts[0])
    assert len(data["boards"]) == 12
    first = data["boards"][0]
    (game, _) = json.loads(zlib.decompress(base64.b64decode(first["data"]), -15))
    place, stored = next(store.board(0, 1))
    assert (first["board"], tuple(first["table"])) == (1, place.table)
    assert game["hands"][0]["auction"] == stored.records[0]["auction"]
    assert game["hands"][0]["faults"][0]["answer"] == CLOSING
    assert "stock" not in game["hands"][0]


def test_a_small_budget_keeps_the_boards_that_cost_most(store):
    _, insights = insight_of_run(store)
    dear = {(one.board, one.table) for one in insights[0].dear.values()}
    whole = chosen(store, insights)
    some = chosen(store, insights, sum(len(one.data) for one in whole) // 2)
    assert 0 < len(some) < len(whole)
    assert {(one.board, one.table) for one in some} <= dear
    assert chosen(store, insights, 0) == ()


def test_a_run_without_hands_has_no_viewer_and_says_what_it_lacks(tmp_path):
    with Store.read(hostile_run(tmp_path / "run", record="games") / RESULTS) as store:
        page = report_page(store)
    assert 'id="viewer"' not in page
    assert page.count("<code>record: hands</code>") == 2


def test_the_way_to_verify_the_seed_works(store, page):
    command = next(text for text in Seen(page).texts if text.startswith("printf"))
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == store.facts()["seed_commitment"]


def test_a_secret_seed_stays_secret_until_the_end(tmp_path):
    with Store.read(hostile_run(tmp_path / "run", complete=False) / RESULTS) as store:
        words = " ".join(Seen(report_page(store)).texts)
    assert "secret until every match has been played" in words
    assert "printf %s SEED | sha256sum" in words
    assert "Not complete: 3 of 6 matches played." in words


def test_json_in_a_script_element_ends_nothing():
    told = str(inert({"a": f"{CLOSING}&\u2028"}))
    assert "<" not in told
    assert json.loads(told) == {"a": f"{CLOSING}&\u2028"}


def test_twenty_bots_and_two_hundred_boards_stay_below_five_megabytes():
    names = [f"a bot called {number}" for number in range(20)]
    chance = random.Random(7)
    games = [
        game(board, leg, [a, b] if leg == 1 else [b, a], (chance.randrange(22), chance.randrange(22)))
        for board in range(1, 21)
        for a in names
        for b in names
        if a < b
        for leg in (1, 2)
    ]
    insight = Insight(sorted(names), PAIRS.table.sides)
    found = standings(tournament(names), [games], onlooker=lambda _, some: insight.take_games(some))
    made = part(0, PAIRS, found.report.reports[0], found.moments[0], insight, None, found.gauged[0])
    # What grows with entrants; hands have a budget of their own.
    template = environment().from_string("{% import 'parts.html' as parts_of %}{{ parts_of.rule_set(part, false, spec, in_page) }}")
    assert len(template.render(part=made, spec=tournament(names), in_page=set())) + BUDGET < 4_000_000


def test_ratings_are_drawn_inside_their_frame_and_labels_do_not_cover_each_other():
    moments = [[Belief(25, 8)] * 3, [Belief(30, 2), Belief(29.9, 2), Belief(10, 2)], [Belief(31, 1), Belief(30.9, 1), Belief(9, 1)]]
    drawn = charts.ratings(moments, ["a", "b", "c"], ["a", "b", "c"], 200)
    assert [line.name for line in drawn.lines] == ["a", "b", "c"]
    assert drawn.lines[0].line.startswith("M0 ")
    places = [line.label for line in drawn.lines]
    assert all(later - earlier >= 5 for earlier, later in pairwise(places))
    assert all(0 <= tick.at <= 100 for tick in drawn.up)
    assert [tick.text for tick in drawn.across] == ["0", "50", "100", "150", "200"]
    assert [(tick.at, tick.text) for tick in charts.ratings(moments, ["a", "b", "c"], ["a", "b", "c"], 2).across] == [
        (0, "0"), (50, "1"), (100, "2"),
    ]  # fmt: skip


def test_whatever_more_the_standings_carry_is_shown():
    names = ("elo", "elo_low", "elo_high", "rank_low", "rank_high", "order_spread", "win_rate", "adjusted_points_per_hand")
    more = defstruct("More", [(name, float | None) for name in names], bases=(Standing,), frozen=True, kw_only=True)
    insight = Insight(["ann", "bob"], PAIRS.table.sides)
    games = [game(1, 1, "ann bob", (21, 9)), game(1, 2, "bob ann", (3, 21))]
    found = standings(tournament("ann bob"), [games], onlooker=lambda _, some: insight.take_games(some))
    values = dict(zip(names, (1520.4, 1480.0, 1560.0, 1, 2, 0.25, 0.75, None), strict=True))
    lines = tuple(more(**{**structs.asdict(line), "group": rank, **values}) for rank, line in enumerate(found.report.reports[0].standings))
    made = part(0, PAIRS, structs.replace(found.report.reports[0], standings=lines), found.moments[0], insight, None, ())
    assert made.more == ("Elo (Bradley–Terry)", "games won", "ranks not ruled out")
    assert [cell.text for cell in made.rows[0].more] == ["1520 [1480, 1560]", "75 %", "1–2"]
    assert made.bots[0].details == (("mu, by the order of the games", "0.250"),)
    assert made.has_groups
    assert [row.group_ends for row in made.rows] == [True, False]


def test_a_group_is_not_said_to_be_without_separations(page):
    said = (
        "A rule closes a rank group: every bot above it is separated from every bot below it (95 %, by games won). "
        "Within a group some may be separated too, as their ranks show, but not all are."
    )
    assert said in page
    assert "not separated" not in page


@pytest.mark.parametrize(("boards", "told"), [(19, False), (20, True)])
def test_what_duplicates_are_worth_is_told_of_those_with_enough_boards(boards, told):
    insight = Insight(["ann", "bob"], PAIRS.table.sides)
    games = [
        game(board, leg, pair, points)
        for board in range(1, boards + 1)
        for leg, pair, points in ((1, "ann bob", (9 + board % 7, 9)), (2, "bob ann", (9 + board % 5, 9)))
    ]
    found = standings(tournament("ann bob"), [games], onlooker=lambda _, some: insight.take_games(some))
    made = part(0, PAIRS, found.report.reports[0], found.moments[0], insight, None, found.gauged[0])
    assert [line.variance_reduction is not None for line in found.report.reports[0].standings] == [True, True]
    assert ["variance spared by duplicates" in dict(bot.details) for bot in made.bots] == [told, told]


def test_names_from_right_to_left_leave_numbers_in_their_place(tmp_path):
    name, spec = "שלום", structs.replace(tournament("ann שלום", boards=1), seed="סוד")
    with Store.write(tmp_path / RESULTS) as store:
        store.begin(spec, {"seed_given": "סוד", "seed_commitment": "ab"})
        games = tuple(
            structs.replace(game(1, leg, pair, (21, 9), faults=faults(name)), records=hands(game(1, leg, pair, (21, 9)).seats, leg))
            for leg, pair in ((1, ["ann", name]), (2, [name, "ann"]))
        )
        store.add(MatchResult(key=MatchKey(0, 1, ("ann", name)), games=games))
        page = report_page(store)
    seen = Seen(page)
    shown = [*seen.texts, *(value or "" for key, value in seen.attributes if key in {"title", "aria-label"})]
    # After the name in a suspicion a word stands, and no number.
    told = [text for text in shown if name in text and f"{name} had faults" not in text]
    assert len(told) > 20
    assert '<code dir="auto">סוד</code>' in page, "to be copied, so without marks"
    assert [text for text in told if text.count(name) != text.count(f"\u2068{name}\u2069")] == []


def test_points_that_are_none_have_no_sign():
    template = environment().from_string("{{ 0 | plus }} {{ 0.0 | plus }} {{ 2.5 | plus }} {{ -3.0 | plus }}")
    assert template.render() == "0 0 +2.5 -3"


def test_one_of_anything_is_no_plural(tmp_path):
    with Store.write(tmp_path / RESULTS) as store:
        store.begin(tournament("ann bob", boards=1), {"seed_given": 7, "seed_commitment": "ab"})
        page = report_page(store)
    assert "2 entrants, 1 board a table, round-robin" in page
    assert "round-robin, 1 board, seating" in page
    assert "1 boards" not in page


def test_a_distribution_counts_every_board_once():
    bars = charts.distribution({-40: 1, -1: 2, 0: 3, 2: 4, 40: 5}, -4, 4)
    assert [bar.told for bar in bars] == [
        "-1.00: 1 of 15 boards",
        "-0.25: 2 of 15 boards",
        "+0.00: 3 of 15 boards",
        "+0.50: 4 of 15 boards",
        "+1.00: 5 of 15 boards",
    ]
    assert [bar.sign for bar in bars] == [-1, -1, 0, 1, 1]
    assert max(bar.height for bar in bars) == 100


def test_a_tournament_not_yet_begun_has_a_page(tmp_path):
    spec = tournament("ann bob", rules=(PAIRS, RuleSet(name="other")))
    with Store.write(tmp_path / RESULTS) as store:
        store.begin(spec, {"seed_given": 7, "seed_commitment": "ab"})
        assert "Not complete: 0 of" in report_page(store)
