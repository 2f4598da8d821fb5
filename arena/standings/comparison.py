"""What two entrants' duplicates say of which is the stronger, board by board, with a sequential test; knows neither cards nor files."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct

from arena.errors import FaultKind
from arena.standings.sequential import (
    Bounds,
    Scale,
    Verdict,
    elo_of_pairs,
    expected_more,
    growth_of_pairs,
    growth_of_points,
    llr_of_pairs,
    llr_of_points,
)
from arena.standings.statistics import ClusteredRatio
from arena.tournament.spec import Fault, GameResult

MOST_DIFFERENT = 10


class Hypotheses(Struct, frozen=True, kw_only=True):
    """What is tested: strength ``high`` against ``low``, by games won (in Elo of a ``scale``) or by points a hand."""

    by: Literal["games", "points"] = "games"
    scale: Scale = "normalized"
    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> Bounds:
        """Where the log likelihood ratio decides."""
        return Bounds.of(self.alpha, self.beta)


class Different(Struct, frozen=True, kw_only=True):
    """A board on which the two did not make the same of the same cards: the candidate's points less the baseline's, in all and by leg."""

    board: int
    points: int
    legs: tuple[int, ...]
    command: str = ""


class FirstFault(Struct, frozen=True, kw_only=True):
    """Where a bot first did what it must not, and what it was; ``command`` plays that game again, empty where none was kept."""

    entrant: str
    board: int
    leg: int
    hand: int
    kind: FaultKind
    detail: str
    command: str = ""


class Comparison(Struct, frozen=True, kw_only=True):
    """How a comparison stands, all from the candidate's side. ``pentanomial`` counts pairs as [LL, LD, DD + WL, WD, WW].

    Errors are half widths of 95 % intervals, which do not heed that the test stopped when it did; the conventional one is no such interval
    where bots are far apart, but what others print. None where nothing is defined. ``first_faults`` has one for each bot with faults, the
    candidate's first; it is for people, and not in the JSON.
    """

    schema: str = "pitch-comparison/1"
    candidate: str
    baseline: str
    rules: str
    verdict: Verdict
    test: Hypotheses
    llr: float
    llr_lower: float
    llr_upper: float
    boards: int
    max_boards: int
    expected_boards_left: int | None
    void_boards: int
    wins: int
    losses: int
    draws: int
    pentanomial: tuple[int, ...]
    elo: float | None
    elo_error: float | None
    normalized_elo: float | None
    normalized_elo_error: float | None
    normalized_elo_conventional_error: float | None
    los: float | None
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    points_per_hand: float | None
    points_per_hand_low: float | None
    points_per_hand_high: float | None
    hands: int
    variance_reduction: float | None
    faults: int
    baseline_faults: int
    most_different: tuple[Different, ...]
    first_faults: tuple[FirstFault, ...] = ()


class Sides(NamedTuple):
    """Who is compared, under which rule set."""

    candidate: str
    baseline: str
    rules: str


class Tally:
    """The boards two entrants have played, fed in order; ``llr`` and ``verdict`` are as of the boards so far.

    ``first`` is a seat of the first side.
    """

    def __init__(self, test: Hypotheses, sides: Sides, first: int = 0) -> None:
        self.test, self.sides, self._first = test, sides, first
        self.counts = [0] * 5
        self.points: list[tuple[int, int]] = []
        self.wins = self.losses = self.draws = self.void = 0
        self.faults = [0, 0]
        self.first_faults: list[FirstFault | None] = [None, None]
        self.ratio, self.share = ClusteredRatio(), ClusteredRatio()
        self.different: list[Different] = []

    def take(self, games: Iterable[GameResult]) -> None:
        """Enter whole boards: every board's legs one after another."""
        for board, legs in groupby(games, key=lambda game: game.board):
            self._take_board(board, list(legs))

    @property
    def boards(self) -> int:
        """The boards that count."""
        return len(self.points)

    @property
    def llr(self) -> float:
        """The log likelihood ratio."""
        low, high = self.test.low, self.test.high
        if self.test.by == "points":
            return llr_of_points(self.points, low, high)
        return llr_of_pairs(self.counts, low, high, self.test.scale)

    @property
    def verdict(self) -> Verdict:
        """What the test says now."""
        return self.test.bounds.verdict(self.llr)

    def comparison(self, most: int) -> Comparison:
        """All that is known; ``most`` boards were to be played at most."""
        elo, points, share, bounds = elo_of_pairs(self.counts), self.ratio.sums().interval(), self.share.sums().share(), self.test.bounds
        return Comparison(
            **self.sides._asdict(),
            verdict=self.verdict,
            test=self.test,
            llr=round(self.llr, 4),
            llr_lower=round(bounds.lower, 4),
            llr_upper=round(bounds.upper, 4),
            boards=self.boards,
            max_boards=most,
            expected_boards_left=self._left(),
            void_boards=self.void,
            wins=self.wins,
            losses=self.losses,
            draws=self.draws,
            pentanomial=tuple(self.counts),
            elo=_rounded(elo.elo, 3),
            elo_error=_rounded(elo.elo_error, 3),
            normalized_elo=_rounded(elo.normalized, 3),
            normalized_elo_error=_rounded(elo.normalized_error, 3),
            normalized_elo_conventional_error=_rounded(elo.conventional_error, 3),
            los=_rounded(elo.los),
            win_rate=_rounded(share.value),
            win_rate_low=_rounded(share.low),
            win_rate_high=_rounded(share.high),
            points_per_hand=_rounded(points.value),
            points_per_hand_low=_rounded(points.low),
            points_per_hand_high=_rounded(points.high),
            hands=sum(hands for _, hands in self.points),
            variance_reduction=_rounded(self.ratio.sums().reduction()),
            faults=self.faults[0],
            baseline_faults=self.faults[1],
            most_different=tuple(sorted(self.different, key=lambda one: (-abs(one.points), one.board))[:MOST_DIFFERENT]),
            first_faults=tuple(one for one in self.first_faults if one is not None),
        )

    def _take_board(self, board: int, legs: list[GameResult]) -> None:
        for game in legs:
            for fault in game.faults:
                side = int(fault.entrant != self.sides.candidate)
                self.faults[side] += 1
                if self.first_faults[side] is None:
                    self.first_faults[side] = _first(game, fault)
        if any(game.outcome == "void" for game in legs):
            self.void += 1
            return
        won, differences = 0, []
        for game in legs:
            side = 0 if game.seats[self._first] == self.sides.candidate else 1
            score = 1 if game.winner is None else 2 * (game.winner == side)
            points, hands = (0, 0) if game.forfeits else (game.points[side] - game.points[1 - side], game.hands)
            self._take_game(board, score, points, hands)
            won += score
            differences.append(points)
        self.counts[won] += 1
        counted = [(game.hands, bool(game.forfeits)) for game in legs]
        self.points.append((sum(differences), sum(hands for hands, forfeited in counted if not forfeited)))
        if sum(differences):
            self.different.append(Different(board=board, points=sum(differences), legs=tuple(differences)))

    def _take_game(self, board: int, score: int, points: int, hands: int) -> None:
        self.wins += score == 2
        self.draws += score == 1
        self.losses += score == 0
        self.ratio.add(board, points, hands)
        self.share.add(board, score, 2)

    def _left(self) -> int | None:
        if not self.boards or (self.test.by == "points" and not any(hands for _, hands in self.points)):
            return None
        low, high = self.test.low, self.test.high
        if self.test.by == "points":
            growth = growth_of_points(self.points, low, high)
        else:
            growth = growth_of_pairs(self.counts, low, high, self.test.scale)
        return round(expected_more(self.llr, self.test.bounds, self.boards, growth))


def _first(game: GameResult, fault: Fault) -> FirstFault:
    return FirstFault(entrant=fault.entrant, board=game.board, leg=game.leg, hand=fault.hand, kind=fault.kind, detail=fault.detail)


def _rounded(value: float | None, digits: int = 6) -> float | None:
    return None if value is None else round(value, digits) + 0.0
