import builtins
import re
from itertools import islice

import pytest

from arena.errors import ArenaError
from arena.report.plots import plot
from arena.tournament.folder import RESULTS
from arena.tournament.spec import MatchKey, MatchResult
from arena.tournament.store import Store
from tests.report.runs import SCRIPT, hostile_run
from tests.standings.games import game, tournament

FIGURES = ["bidding", "distribution", "head-to-head", "rating-over-time", "sources", "standings"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.read(hostile_run(tmp_path_factory.mktemp("plots") / "run") / RESULTS) as store:
        yield store


def test_every_figure_is_a_png_and_an_svg_the_same_every_time(store, tmp_path):
    paths = list(plot(store, tmp_path / "one"))
    assert sorted(path.name for path in paths) == [f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg")]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths if path.suffix == ".png")
    for path in islice(plot(store, tmp_path / "two"), 4):
        assert path.read_bytes() == (tmp_path / "one" / path.name).read_bytes()
    drawn = (tmp_path / "one" / "standings.svg").read_text()
    assert SCRIPT not in drawn
    assert "&lt;script&gt;" in drawn


def test_long_names_are_cut_and_games_are_whole(tmp_path):
    names = ["ann", "b" * 80]
    with Store.write(tmp_path / RESULTS) as store:
        store.begin(tournament(names, boards=1), {"seed_given": 7, "seed_commitment": "ab"})
        games = tuple(game(1, leg, pair, (21, 9)) for leg, pair in ((1, names), (2, names[::-1])))
        store.add(MatchResult(key=MatchKey(0, 1, tuple(names)), games=games))
        drawn = {path.name: path.read_text() for path in plot(store, tmp_path / "figures") if path.suffix == ".svg"}
    assert all(f">{'b' * 31}…<" in drawn[f"{name}.svg"] for name in ("standings", "head-to-head", "distribution"))
    assert not any("b" * 32 in text for text in drawn.values())
    across = drawn["rating-over-time.svg"].partition('id="matplotlib.axis_2"')[0]
    assert re.findall(r">([0-9.]+)</text>", across) == ["0", "1", "2"]


def test_without_matplotlib_it_says_what_is_missing(store, tmp_path, monkeypatch):
    real = builtins.__import__

    def missing(name, *rest):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ArenaError, match=r"--plots needs matplotlib, .* pip install 'pitch-arena\[report\]'"):
        next(plot(store, tmp_path))
