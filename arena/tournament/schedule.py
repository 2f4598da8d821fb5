"""Which matches a tournament consists of: a lazy stream; knows nothing of playing, storing or what is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from types import ModuleType
from typing import Final

from arena.errors import ConfigError
from arena.pitch.ruleset import RuleSet
from arena.seats.bot import BotSpec
from arena.tournament import adaptive, knockout, swiss
from arena.tournament.sampling import even_tables
from arena.tournament.spec import MatchResult, MatchSpec, TournamentSpec
from arena.tournament.tables import Legs, blocks, by_name, match_of, mixed_legs
from arena.tournament.tables import legs as legs

MANY_TABLES: Final = 1000
"""With more tables than this, of more than two, ``tables: auto`` plays an even sample of about so many."""

Table = tuple[BotSpec, ...]


def next_specs(spec: TournamentSpec, results_so_far: Iterable[MatchResult] = ()) -> Iterator[MatchSpec]:
    """All matches the tournament is known to consist of, given the results so far; those it has results of are among them.

    Where results decide nothing (see ``feeds_on_results``) they are not looked at, and the matches come in key order: rule set, first
    board, table. Elsewhere they come round by round, up to the first round that is not complete. Raises ConfigError at once when the
    entrants cannot play this format under these rules.
    """
    check(spec)
    fed = _fed(spec)
    return _tables_by_block(spec) if fed is None else fed.next_specs(spec, results_so_far)


def feeds_on_results(spec: TournamentSpec) -> bool:
    """Whether results decide which matches come next."""
    return _fed(spec) is not None


def can_grow(spec: TournamentSpec) -> bool:
    """Whether a further entrant leaves every match as it is: no results and no sample decide who meets."""
    return not feeds_on_results(spec) and all(_wanted(spec, table_size(spec, rules)) is None for rules in spec.rules)


def remarks(spec: TournamentSpec, results: Iterable[MatchResult]) -> list[str]:
    """What the format has decided, beside the standings: a sentence a rule set; nothing where the standings say it all."""
    fed = _fed(spec)
    return [] if fed is None else list(fed.remarks(spec, results))


def check(spec: TournamentSpec) -> None:
    """Raises ConfigError, naming the rule set and the key, when the entrants are too few, or the rules do not suit the format."""
    for rules in spec.rules:
        seats = table_size(spec, rules)
        if len(spec.entrants) < seats:
            what = f"at least {seats} entrants, one for each {'seat' if spec.format == 'mixed-pairs' else 'side'} of a table"
            raise ConfigError(f"{rules.name} needs {what}; {spec.name} has {len(spec.entrants)}", key="entrants")
        if spec.format == "mixed-pairs" and (len({len(side) for side in rules.table.sides}) > 1 or len(rules.table.sides[0]) < 2):
            raise ConfigError(f"{rules.name} has no partners; mixed-pairs needs sides of two or more seats, all of one size", key="format")
        if feeds_on_results(spec) and len(rules.table.sides) != 2:
            what, key = (spec.format, "format") if spec.match.until is None else ("match.until", "match.until")
            raise ConfigError(f"{rules.name} has {len(rules.table.sides)} sides; {what} needs rules with two", key=key)
    if spec.format == "gauntlet" and len(spec.challengers) == len(spec.entrants):
        raise ConfigError("all entrants are challengers; a gauntlet needs others for them to meet", key="challengers")
    if spec.format == "swiss":
        swiss.check(spec)


def size(spec: TournamentSpec) -> int:
    """The number of matches in the whole tournament, counted without listing them; where results decide, the least there will be."""
    if spec.format in ("swiss", "knockout"):
        return len(spec.rules) * (swiss.matches(spec) if spec.format == "swiss" else knockout.matches(spec))
    return sum(-(-spec.match.boards // spec.match.block) * _count(spec, rules) for rules in spec.rules)


def games(spec: TournamentSpec) -> int:
    """The number of games in the whole tournament, as ``size``: boards x tables x legs, over all rule sets."""
    if spec.format in ("swiss", "knockout"):
        return size(spec) // len(list(blocks(spec))) * spec.match.boards * 2
    return sum(spec.match.boards * _count(spec, rules) * len(seatings(spec, rules)) for rules in spec.rules)


def _fed(spec: TournamentSpec) -> ModuleType | None:
    if spec.format == "swiss":
        return swiss
    if spec.format == "knockout":
        return knockout
    return adaptive if spec.match.until is not None else None


def _tables_by_block(spec: TournamentSpec) -> Iterator[MatchSpec]:
    for index, rules in enumerate(spec.rules):
        turns = seatings(spec, rules)
        for block in blocks(spec):
            for table in _tables(spec, rules):
                yield match_of(spec, index, table, block, turns)


def table_size(spec: TournamentSpec, rules: RuleSet) -> int:
    """How many entrants meet at a table."""
    return rules.table.players if spec.format == "mixed-pairs" else len(rules.table.sides)


def seatings(spec: TournamentSpec, rules: RuleSet) -> Legs:
    """The legs of every table: for each the place at the table of who sits on each side, or in each seat where partners differ."""
    if spec.format == "mixed-pairs":
        return mixed_legs(rules.table.sides, spec.match.seating)
    return legs(len(rules.table.sides), spec.match.seating)


def _tables(spec: TournamentSpec, rules: RuleSet) -> Iterator[Table]:
    """The tables in order of their names."""
    bots, size_ = tuple(by_name(spec).values()), table_size(spec, rules)
    if spec.format == "gauntlet":
        yield from _gauntlet(spec, bots, size_)
    elif (wanted := _wanted(spec, size_)) is None:
        yield from combinations(bots, size_)
    else:
        for table in even_tables(len(bots), size_, wanted, spec.seed, all_pairs=spec.format == "mixed-pairs"):
            yield tuple(bots[number] for number in table)


def _gauntlet(spec: TournamentSpec, bots: Table, size_: int) -> Iterator[Table]:
    """Each challenger with every choice from the field; challengers do not meet."""
    challengers = set(spec.challengers)
    field = [bot for bot in bots if bot.name not in challengers]
    tables = (
        tuple(sorted((bot, *others), key=_name)) for bot in bots if bot.name in challengers for others in combinations(field, size_ - 1)
    )
    yield from sorted(tables, key=lambda table: [bot.name for bot in table])


def _name(bot: BotSpec) -> str:
    return bot.name


def _wanted(spec: TournamentSpec, size_: int) -> int | None:
    """How many tables are asked for at the least; None for all."""
    wanted, all_ = spec.match.tables, comb(len(spec.entrants), size_)
    if wanted == "auto":
        return MANY_TABLES if size_ > 2 and all_ > MANY_TABLES else None
    return None if wanted == "all" or wanted >= all_ else wanted


def _count(spec: TournamentSpec, rules: RuleSet) -> int:
    """The number of tables, without listing them where there may be many."""
    entrants, size_ = len(spec.entrants), table_size(spec, rules)
    if spec.format == "gauntlet":
        return len(spec.challengers) * comb(entrants - len(spec.challengers), size_ - 1)
    wanted = _wanted(spec, size_)
    if wanted is None:
        return comb(entrants, size_)
    return len(even_tables(entrants, size_, wanted, spec.seed, all_pairs=spec.format == "mixed-pairs"))
