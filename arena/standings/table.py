"""Standings: what a tournament's games say about its entrants, as plain data; knows neither where games come from nor how this is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.rulesets.checking import nearest
from arena.standings.conduct import FaultCount
from arena.standings.ratings import Belief, draw_probability, rated_over_time
from arena.standings.statistics import Interval
from arena.standings.tally import PairTally, RuleSetTally, Tally
from arena.tournament import schedule
from arena.tournament.spec import GameResult, TournamentSpec
from arena.tournament.store import Store

PAIRINGS_UP_TO = 100
MOMENTS = 60
"""In so many steps ratings are shown to move."""
Onlooker = Callable[[int, Iterable[GameResult]], Iterable[GameResult]]
"""Hands on the games under the rule set of that index as they come, having looked at them."""


class Standing(Struct, frozen=True, kw_only=True):
    """One entrant's line. Rates are None where nothing defines them; ``bids_made`` is 0 to 1, ``average_bid`` over contracts won."""

    rank: int
    group: int | None
    bot: str
    mu: float
    sigma: float
    conservative: float
    games: int
    wins: int
    losses: int
    draws: int
    points_per_hand: float | None
    points_per_hand_low: float | None
    points_per_hand_high: float | None
    bids_made: float | None
    average_bid: float | None
    faults: int


class Pairing(Struct, frozen=True, kw_only=True):
    """Two entrants against each other, from the side of ``a`` (the first by name)."""

    a: str
    b: str
    boards: int
    wins: int
    losses: int
    draws: int
    points_per_hand: float | None
    low: float | None
    high: float | None


class RuleSetReport(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The standings under one rule set. ``games`` count (no void boards), ``hands`` count for points; ``pairings`` None if left out.

    ``fault_counts`` are over all games; ``suspect`` says why the results are not to be trusted, a sentence for each reason. Both are left
    out of exports where they are empty.
    """

    rules: str
    games: int
    hands: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...] | None
    fault_counts: tuple[FaultCount, ...] = ()
    suspect: tuple[str, ...] = ()


class Report(Struct, frozen=True, kw_only=True):
    """All that is exported: the same for every run of a tournament."""

    schema: str = "pitch-standings/1"
    tournament: str
    seed_commitment: str | None
    reports: tuple[RuleSetReport, ...]


class Progress(NamedTuple):
    """How many of the matches there will be have been played."""

    played: int
    planned: int


class Standings(NamedTuple):
    """The report, and beside it what is shown but not exported with it, by rule set.

    ``thinking`` maps entrants to their mean seconds a decision (of those that were timed), ``void_boards`` counts the duplicates that
    were void; ``progress`` is None where it is not known; ``remarks`` are sentences about what the format decided. ``latency`` is by how
    many seconds the machine itself was late at worst, 0 where that was not tried; ``grace`` is what a bot was forgiven. ``moments`` are
    the beliefs by entrant in order of name, from before the first game to after the last.
    """

    report: Report
    thinking: tuple[dict[str, float], ...]
    void_boards: tuple[int, ...]
    progress: Progress | None = None
    latency: float = 0.0
    grace: float = 0.0
    remarks: tuple[str, ...] = ()
    moments: tuple[tuple[tuple[Belief, ...], ...], ...] = ()


def standings_of_run(
    store: Store, *, pairings: bool = False, withdraw: Collection[str] = (), onlooker: Onlooker = lambda _, games: games
) -> Standings:
    """The standings after the matches in ``store``, those of entrants to ``withdraw`` left out; the games pass the ``onlooker`` first.

    Raises StoreError when it cannot be read, ArenaError when nobody is called that or fewer than two are left.
    """
    spec = store.spec
    games = (onlooker(index, _without(withdraw, store.games(index))) for index in range(len(spec.rules)))
    found = standings(left(spec, withdraw), games, seed_commitment=store.facts().get("seed_commitment"), pairings=pairings)
    found = found._replace(latency=store.latency(), grace=spec.limits.grace)
    if withdraw:
        return found._replace(remarks=(f"Without {', '.join(sorted(withdraw))}, and without their games.",))
    if not schedule.feeds_on_results(spec):
        return found._replace(progress=Progress(len(store), schedule.size(spec)))
    planned = sum(1 for _ in schedule.next_specs(spec, store.outcomes()))
    return found._replace(progress=Progress(len(store), planned), remarks=tuple(schedule.remarks(spec, store.outcomes())))


def left(spec: TournamentSpec, withdraw: Collection[str]) -> TournamentSpec:
    """``spec`` without the entrants to ``withdraw``. Raises ArenaError when nobody is called that or fewer than two are left."""
    names = [bot.name for bot in spec.entrants]
    for name in withdraw:
        if name not in names:
            raise ArenaError(f"no entrant is called {name!r}{nearest(name, names)}")
    entrants = tuple(bot for bot in spec.entrants if bot.name not in withdraw)
    if len(entrants) < 2:
        raise ArenaError("without them fewer than two entrants are left")
    return replace(spec, entrants=entrants)


def _without(withdraw: Collection[str], games: Iterable[GameResult]) -> Iterator[GameResult]:
    gone = set(withdraw)
    return (game for game in games if gone.isdisjoint(game.seats)) if gone else iter(games)


def standings(
    spec: TournamentSpec, games_by_rules: Iterable[Iterable[GameResult]], *, seed_commitment: str | None = None, pairings: bool = False
) -> Standings:
    """The standings of ``spec`` after the games given: for each of its rule sets the games in order of board, table, leg.

    Each game is looked at once. Pairings are counted up to 100 entrants, beyond that only if asked for. A rule set without games lists
    its entrants unrated.
    """
    names = sorted(bot.name for bot in spec.entrants)
    pairs = pairings or len(names) <= PAIRINGS_UP_TO
    tallies = [RuleSetTally(names, rules.table.sides, shared=spec.match.deals == "shared", pairs=pairs) for rules in spec.rules]
    for tally, games in zip(tallies, games_by_rules, strict=True):
        tally.take(games)
    moments = tuple(
        rated_over_time(tally.log, len(names), spec.rating, draw_probability(spec.rating, tally.log), MOMENTS) for tally in tallies
    )
    reports = tuple(
        RuleSetReport(
            rules=rules.name,
            games=tally.log.games,
            hands=tally.hands,
            standings=_ranked(names, tally, beliefs[-1]),
            pairings=_pairings(names, tally) if pairs else None,
            fault_counts=tally.conduct.counts(),
            suspect=tuple(tally.conduct.suspicions(spec.faults.suspect)),
        )
        for rules, tally, beliefs in zip(spec.rules, tallies, moments, strict=True)
    )
    report = Report(tournament=spec.name, seed_commitment=seed_commitment, reports=reports)
    thinking, void = tuple(_thinking(names, tally) for tally in tallies), tuple(tally.void_boards for tally in tallies)
    return Standings(report, thinking, void, moments=moments)


def _ranked(names: list[str], tally: RuleSetTally, beliefs: Sequence[Belief]) -> tuple[Standing, ...]:
    # By what is printed: the last digits of a float may differ from machine to machine, the order must not.
    order = sorted(
        range(len(names)), key=lambda entrant: (-_plain(beliefs[entrant].conservative), -_plain(beliefs[entrant].mu), names[entrant])
    )
    others = len(tally.log.sides) - 1
    return tuple(
        _standing(rank, names[entrant], beliefs[entrant], tally.entrants[entrant], tally.entrants[entrant].points.interval(others))
        for rank, entrant in enumerate(order, 1)
    )


def _standing(rank: int, name: str, belief: Belief, tally: Tally, points: Interval) -> Standing:
    return Standing(
        rank=rank,
        group=None,
        bot=name,
        mu=_plain(belief.mu),
        sigma=_plain(belief.sigma),
        conservative=_plain(belief.conservative),
        games=tally.games,
        wins=tally.wins,
        losses=tally.losses,
        draws=tally.draws,
        points_per_hand=_rounded(points.value),
        points_per_hand_low=_rounded(points.low),
        points_per_hand_high=_rounded(points.high),
        bids_made=_ratio(tally.made, tally.contracts),
        average_bid=_ratio(tally.bids, tally.contracts),
        faults=tally.faults,
    )


def _pairings(names: list[str], tally: RuleSetTally) -> tuple[Pairing, ...]:
    met = sorted(((key, pair) for key, pair in tally.pairs.items() if pair.points.clusters), key=lambda item: item[0])
    return tuple(_pairing(names[a], names[b], pair) for (a, b), pair in met)


def _pairing(a: str, b: str, pair: PairTally) -> Pairing:
    points = pair.points.interval()
    return Pairing(
        a=a,
        b=b,
        boards=pair.points.clusters,
        wins=pair.wins,
        losses=pair.losses,
        draws=pair.draws,
        points_per_hand=_rounded(points.value),
        low=_rounded(points.low),
        high=_rounded(points.high),
    )


def _thinking(names: list[str], tally: RuleSetTally) -> dict[str, float]:
    return {name: entrant.seconds / entrant.timed for name, entrant in zip(names, tally.entrants, strict=True) if entrant.timed}


def _ratio(part: int, whole: int) -> float | None:
    return _plain(part / whole) if whole else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else _plain(value)


def _plain(value: float) -> float:
    # Adding zero turns a negative zero into a plain one.
    return round(value, 6) + 0.0
