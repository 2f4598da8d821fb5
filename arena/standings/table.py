"""Standings: what a tournament's games say about its entrants, as plain data; knows neither where games come from nor how this is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.rulesets.checking import nearest
from arena.standings.conduct import FaultCount
from arena.standings.holdings import Holdings
from arena.standings.luck import NO_REFERENCES, References, adjusted, references
from arena.standings.ratings import Belief, anchored, draw_probability, order_spread, rated_over_time
from arena.standings.records import Record
from arena.standings.statistics import Interval
from arena.standings.strength import strengths
from arena.standings.tally import RuleSetTally, Tally
from arena.tournament import schedule
from arena.tournament.columns import Columns, Reader
from arena.tournament.database import sentences
from arena.tournament.reference import most_boards
from arena.tournament.spec import GameResult, TournamentSpec
from arena.tournament.store import Store

PAIRINGS_UP_TO = 100
MOMENTS = 60
"""In so many steps ratings are shown to move."""
ENOUGH_BOARDS = 20
"""From so many boards on it is said what duplicates were worth. A variance found on n boards is off by a share of about √(2/(n − 1)): by a
third on 20, by four fifths on 4, which cannot tell less from more."""
Onlooker = Callable[[int, Columns], object]
"""Looks at games under the rule set of that index, whole duplicates, many at a time."""


class Standing(Struct, frozen=True, kw_only=True):
    """One entrant's line. Rates are None where nothing defines them; ``bids_made`` is 0 to 1, ``average_bid`` over contracts won.

    Entrants of different ``group`` are separated, of those of one not all; ``rank_low`` and ``rank_high`` are the best and the worst rank
    not ruled out; ``elo`` is the order-free strength; ``order_spread`` how much of mu is the order of the games; ``win_rate`` counts draws
    half; ``variance_reduction`` is the share of variance that duplicates take from the points per hand; ``adjusted_points_per_hand`` is
    None unless luck was to be taken off.
    """

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
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    order_spread: float | None = None
    win_rate: float | None = None
    win_rate_low: float | None = None
    win_rate_high: float | None = None
    variance_reduction: float | None = None
    adjusted_points_per_hand: float | None = None
    adjusted_points_per_hand_low: float | None = None
    adjusted_points_per_hand_high: float | None = None


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
    win_rate: float | None = None
    win_rate_low: float | None = None
    win_rate_high: float | None = None
    variance_reduction: float | None = None
    adjusted_points_per_hand: float | None = None
    adjusted_points_per_hand_low: float | None = None
    adjusted_points_per_hand_high: float | None = None


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
    the beliefs by entrant in order of name, from before the first game to after the last. ``gauged`` are the entrants with enough boards
    to say what duplicates were worth to them.
    """

    report: Report
    thinking: tuple[dict[str, float], ...]
    void_boards: tuple[int, ...]
    progress: Progress | None = None
    latency: float = 0.0
    grace: float = 0.0
    remarks: tuple[str, ...] = ()
    moments: tuple[tuple[tuple[Belief, ...], ...], ...] = ()
    gauged: tuple[frozenset[str], ...] = ()


def standings_of_run(
    store: Store,
    *,
    pairings: bool = False,
    luck: bool = False,
    reference: Store | None = None,
    withdraw: Collection[str] = (),
    onlooker: Onlooker | None = None,
) -> Standings:
    """The standings after the matches in ``store``, those of entrants to ``withdraw`` left out; the ``onlooker`` sees the games too.

    With ``luck`` points are adjusted for it too, by means of ``reference`` if given. Raises StoreError when a store cannot be read,
    ArenaError when nobody is called that or fewer than two are left.
    """
    spec = left(store.spec, withdraw)
    games = (reader.stored(store, index) for index, reader in enumerate(_readers(spec)))
    known = [_references(spec, index, reference) for index in range(len(spec.rules))] if luck else None
    commitment = store.facts().get("seed_commitment")
    with sentences(store.path):
        found = _standings(spec, games, seed_commitment=commitment, pairings=pairings, luck=known, onlooker=onlooker)
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


def standings(
    spec: TournamentSpec,
    games_by_rules: Iterable[Iterable[GameResult]],
    *,
    seed_commitment: str | None = None,
    pairings: bool = False,
    luck: Sequence[References] | None = None,
    onlooker: Onlooker | None = None,
) -> Standings:
    """The standings of ``spec`` after the games given: for each of its rule sets the games in order of board, table, leg.

    Each game is looked at once, by the ``onlooker`` too. Pairings are counted up to 100 entrants, beyond that only if asked for. A rule
    set without games lists its entrants unrated. ``luck``, by rule set, has points adjusted for the luck of the deal as well.
    """
    read = (reader.given(games) for reader, games in zip(_readers(spec), games_by_rules, strict=True))
    return _standings(spec, read, seed_commitment=seed_commitment, pairings=pairings, luck=luck, onlooker=onlooker)


def _readers(spec: TournamentSpec) -> list[Reader]:
    names = sorted(bot.name for bot in spec.entrants)
    return [Reader(names, rules.table.sides) for rules in spec.rules]


def _standings(
    spec: TournamentSpec,
    games_by_rules: Iterable[Iterable[Columns]],
    *,
    seed_commitment: str | None,
    pairings: bool,
    luck: Sequence[References] | None,
    onlooker: Onlooker | None,
) -> Standings:
    names = sorted(bot.name for bot in spec.entrants)
    pairs = pairings or len(names) <= PAIRINGS_UP_TO
    shared, duplicates = spec.match.deals == "shared", spec.rating.unit == "duplicate"
    tallies = [
        RuleSetTally(
            names,
            rules.table.sides,
            shared=shared,
            pairs=pairs,
            duplicates=duplicates,
            holdings=Holdings(rules, spec.seed) if luck is not None else None,
        )
        for rules in spec.rules
    ]
    for number, (tally, parts) in enumerate(zip(tallies, games_by_rules, strict=True)):
        for games in parts:
            tally.take(games)
            if onlooker:
                onlooker(number, games)
    known: Sequence[References | None] = [None] * len(tallies) if luck is None else luck
    moments = tuple(_over_time(spec, names, tally) for tally in tallies)
    reports = tuple(
        RuleSetReport(
            rules=rules.name,
            games=tally.log.games,
            hands=tally.hands,
            standings=_ranked(spec, names, tally, one, beliefs[-1]),
            pairings=_pairings(names, tally, one) if pairs else None,
            fault_counts=tally.conduct.counts(),
            suspect=tuple(tally.conduct.suspicions(spec.faults.suspect)),
        )
        for rules, tally, one, beliefs in zip(spec.rules, tallies, known, moments, strict=True)
    )
    report = Report(tournament=spec.name, seed_commitment=seed_commitment, reports=reports)
    thinking, void = tuple(_thinking(names, tally) for tally in tallies), tuple(tally.void_boards for tally in tallies)
    return Standings(report, thinking, void, moments=moments, gauged=tuple(_gauged(names, tally) for tally in tallies))


class _Line(NamedTuple):
    """All that is known of one entrant, not yet ranked."""

    name: str
    belief: Belief
    spread: float | None
    tally: Tally
    elo: Interval
    ranks: tuple[int, int] | None
    adjusted: Interval


def _references(spec: TournamentSpec, index: int, reference: Store | None) -> References:
    if reference is None:
        return NO_REFERENCES
    return references(reference.games(index), spec.rules[index].table.sides, most_boards(spec))


def _over_time(spec: TournamentSpec, names: list[str], tally: RuleSetTally) -> tuple[tuple[Belief, ...], ...]:
    """The beliefs by entrant at each moment, on the scale that anchors fix."""
    draws = draw_probability(spec.rating, tally.rated)
    moments = rated_over_time(tally.rated, len(names), spec.rating, draws, MOMENTS)
    return tuple(tuple(anchored(list(beliefs), names, spec.rating)) for beliefs in moments)


def _ranked(
    spec: TournamentSpec, names: list[str], tally: RuleSetTally, luck: References | None, beliefs: Sequence[Belief]
) -> tuple[Standing, ...]:
    rating = spec.rating
    entrants = tally.entrants()
    spread = order_spread(tally.rated, len(names), rating, draw_probability(rating, tally.rated))
    fit = strengths(tally.log, len(names), anchors=[names.index(name) for name in rating.anchor if name in names])
    others = len(tally.log.sides) - 1
    lines = [
        _Line(
            name=name,
            belief=beliefs[n],
            spread=spread[n] if spread else None,
            tally=entrants[n],
            elo=fit.elo[n],
            ranks=fit.rank_interval(n) if tally.log.games else None,
            adjusted=_adjusted(entrants[n].record, luck, others),
        )
        for n, name in enumerate(names)
    ]
    # By what is printed: the last digits of a float may differ from machine to machine, the order must not.
    order = sorted(range(len(names)), key=lambda n: (-_plain(beliefs[n].conservative), -_plain(beliefs[n].mu), names[n]))
    groups = fit.groups(order) if tally.log.games else [None] * len(names)
    return tuple(_standing(rank, group, lines[n], others) for rank, (n, group) in enumerate(zip(order, groups, strict=True), 1))


def _standing(rank: int, group: int | None, line: _Line, others: int) -> Standing:
    tally, record = line.tally, line.tally.record
    points, share = record.points.interval(others), record.share.share()
    return Standing(
        rank=rank,
        group=group,
        bot=line.name,
        mu=_plain(line.belief.mu),
        sigma=_plain(line.belief.sigma),
        conservative=_plain(line.belief.conservative),
        games=record.games,
        wins=record.wins,
        losses=record.losses,
        draws=record.draws,
        points_per_hand=_rounded(points.value),
        points_per_hand_low=_rounded(points.low),
        points_per_hand_high=_rounded(points.high),
        bids_made=_ratio(tally.made, tally.contracts),
        average_bid=_ratio(tally.bids, tally.contracts),
        faults=tally.faults,
        elo=_rounded(line.elo.value, 2),
        elo_low=_rounded(line.elo.low, 2),
        elo_high=_rounded(line.elo.high, 2),
        rank_low=line.ranks and line.ranks[0],
        rank_high=line.ranks and line.ranks[1],
        order_spread=_rounded(line.spread),
        win_rate=_rounded(share.value),
        win_rate_low=_rounded(share.low),
        win_rate_high=_rounded(share.high),
        variance_reduction=_rounded(record.points.reduction()),
        adjusted_points_per_hand=_rounded(line.adjusted.value),
        adjusted_points_per_hand_low=_rounded(line.adjusted.low),
        adjusted_points_per_hand_high=_rounded(line.adjusted.high),
    )


def _adjusted(record: Record, luck: References | None, scale: int = 1) -> Interval:
    return Interval() if luck is None else adjusted(record.clusters, record.worth, luck, scale)


def _pairings(names: list[str], tally: RuleSetTally, luck: References | None) -> tuple[Pairing, ...]:
    return tuple(_pairing(names[a], names[b], record, _adjusted(record, luck)) for (a, b), record in sorted(tally.pairs().items()))


def _pairing(a: str, b: str, pair: Record, luckless: Interval) -> Pairing:
    points, share = pair.points.interval(), pair.share.share()
    return Pairing(
        a=a,
        b=b,
        boards=pair.share.clusters,
        wins=pair.wins,
        losses=pair.losses,
        draws=pair.draws,
        points_per_hand=_rounded(points.value),
        low=_rounded(points.low),
        high=_rounded(points.high),
        win_rate=_rounded(share.value),
        win_rate_low=_rounded(share.low),
        win_rate_high=_rounded(share.high),
        variance_reduction=_rounded(pair.points.reduction()),
        adjusted_points_per_hand=_rounded(luckless.value),
        adjusted_points_per_hand_low=_rounded(luckless.low),
        adjusted_points_per_hand_high=_rounded(luckless.high),
    )


def _thinking(names: list[str], tally: RuleSetTally) -> dict[str, float]:
    return {name: entrant.seconds / entrant.timed for name, entrant in zip(names, tally.entrants(), strict=True) if entrant.timed}


def _gauged(names: list[str], tally: RuleSetTally) -> frozenset[str]:
    return frozenset(name for name, entrant in zip(names, tally.entrants(), strict=True) if entrant.record.points.clusters >= ENOUGH_BOARDS)


def _ratio(part: int, whole: int) -> float | None:
    return _plain(part / whole) if whole else None


def _rounded(value: float | None, digits: int = 6) -> float | None:
    return None if value is None else _plain(value, digits)


def _plain(value: float, digits: int = 6) -> float:
    # Adding zero turns a negative zero into a plain one.
    return round(value, digits) + 0.0
