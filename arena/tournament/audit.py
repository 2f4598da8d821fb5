"""Whether a run is whole and nobody has been at it: its schedule, its seals, its bots' files, and games played again; judges no hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from msgspec.structs import replace

from arena.errors import BotLoadError
from arena.seats.loader import resolve
from arena.tournament import schedule
from arena.tournament.executors import Play
from arena.tournament.match import play_match
from arena.tournament.seals import essence, seal
from arena.tournament.spec import GameResult, MatchKey, MatchResult, TournamentSpec
from arena.tournament.store import Store
from arena.tournament.tables import Block, by_name, match_of

_NAMED: Final = 5


class Again(NamedTuple):
    """What came of playing games again: how many, and for each that did not come out the same its match and a sentence."""

    games: int
    different: tuple[tuple[MatchKey, str], ...]


def schedule_kept(store: Store, spec: TournamentSpec) -> Iterator[str]:
    """Every match stored is one the tournament consists of, and a run that was finished has them all."""
    fed, finished = schedule.feeds_on_results(spec), store.facts().get("results")
    due = {match.key for match in schedule.next_specs(spec, store.outcomes() if fed else ())}
    there = set(store)
    for key in islice(sorted(there - due), _NAMED):
        yield f"{_shown(key)} is no match of this tournament"
    missing = sorted(due - there) if finished else []
    for key in missing[:_NAMED]:
        yield f"{_shown(key)} is missing, though the run was finished"
    if len(missing) > _NAMED:
        yield f"{len(missing) - _NAMED:,} further matches are missing"
    if finished and finished != (now := store.total()):
        yield f"when the run was finished its results had the SHA-256 {finished}; they have {now} now"


def nothing_astray(store: Store, spec: TournamentSpec) -> Iterator[str]:  # noqa: ARG001 - as the others
    """No row belongs to a match that is not there."""
    for table, count in store.strays().items():
        yield f"{count:,} row{'s' if count > 1 else ''} in {table} belong to no match"


def bots_unchanged(store: Store, spec: TournamentSpec) -> Iterator[str]:  # noqa: ARG001 - as the others
    """The bots' files, where they are here, are those that played."""
    for bot in spec.entrants:
        if bot.bot is None:
            continue
        now = _digest(bot.bot)
        if now is not None and now != bot.digest:
            yield f"{bot.name}: {bot.bot} is not what played; its SHA-256 is {now}, it was {bot.digest}"


def bots_elsewhere(spec: TournamentSpec) -> list[str]:
    """The entrants of whose files nothing can be said, since they are not here."""
    return [bot.name for bot in spec.entrants if bot.bot is not None and _digest(bot.bot) is None]


def _digest(bot: str) -> str | None:
    try:
        return resolve(bot, Path()).digest
    except BotLoadError:
        return None


class Seals:
    """The seals of a run's matches, gone through beside the matches themselves, both in key order."""

    def __init__(self, store: Store) -> None:
        self._seals = store.seals()
        self._next = next(self._seals, None)

    def check(self, result: MatchResult) -> Iterator[tuple[MatchKey, str]]:
        """What is wrong with the seal of the next match, and seals before it that are of no match."""
        while self._next is not None and self._next[0] < result.key:
            yield self._next[0], "it was stored, and is not there any more"
            self._next = next(self._seals, None)
        if self._next is None or self._next[0] != result.key:
            yield result.key, "it has no seal: it was not stored by an arena"
            return
        if self._next[1] != seal(result.games):
            yield result.key, "its games are not as they were stored"
        self._next = next(self._seals, None)

    def left_over(self) -> Iterator[tuple[MatchKey, str]]:
        """The seals after the last match."""
        while self._next is not None:
            yield self._next[0], "it was stored, and is not there any more"
            self._next = next(self._seals, None)


def play_again(store: Store, spec: TournamentSpec, count: int, play: Play = play_match) -> Again:
    """Plays ``count`` games of the run, taken at random, again with its bots, and compares everything but the time they took."""
    total = store.count_games()
    chosen = sorted(SystemRandom().sample(range(total), min(count, total)))
    different: list[tuple[MatchKey, str]] = []
    before = 0
    for result in store.results():
        for number in (number - before for number in chosen if before <= number < before + len(result.games)):
            game = result.games[number]
            if essence(_replayed(spec, result.key, game, play)) != essence(game):
                different.append((result.key, f"board {game.board}, leg {game.leg}: played again it comes out differently"))
        before += len(result.games)
    return Again(len(chosen), tuple(different))


def _replayed(spec: TournamentSpec, key: MatchKey, game: GameResult, play: Play) -> GameResult:
    bots = by_name(spec)
    table, turns = tuple(bots[name] for name in key.table), schedule.seatings(spec, spec.rules[key.rules])
    match = match_of(spec, key.rules, table, Block(game.board, 1), turns)
    again = next(one for one in play(match).games if one.leg == game.leg)
    named = str(replace(match, first_board=key.board))  # the record names the match by its block
    return replace(again, records=tuple({**record, "match": named} for record in again.records))


def _shown(key: MatchKey) -> str:
    return f"rule set {key.rules}, from board {key.board}, {' – '.join(key.table)}"
