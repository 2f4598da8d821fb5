"""Whether what a run says of itself is true: its seed, its deals, every hand and every total; knows no ratings and no terminals.

Everything is derived again from the store alone: the deals from the seed, legality, points and scores from the recorded hands. A check is a
function that yields a sentence for each thing that is not as it should be; new ones join the tables at the end.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from arena.errors import StoreError
from arena.pitch.cards import text
from arena.pitch.deal import Board
from arena.pitch.game import Game, leader
from arena.pitch.hand import Hand
from arena.pitch.record import replayed
from arena.pitch.scoring import HandResult
from arena.rulesets import named_or_full
from arena.tournament import audit, schedule
from arena.tournament.folder import RANDOM, commitment
from arena.tournament.spec import GameResult, MatchKey, MatchResult, TournamentSpec
from arena.tournament.store import Store
from arena.tournament.tables import Block, blocks


class Finding(NamedTuple):
    """One thing that is not as it should be; ``where`` is the match (empty: the run), ``what`` a sentence."""

    check: str
    where: str
    what: str

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class Verdict(Struct, frozen=True, kw_only=True):
    """What was checked, how much of it, what was found, and what could not be checked."""

    matches: int
    games: int
    hands: int
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]


def verify(store: Store) -> Verdict:
    """Check a whole run, also one that is not finished. Raises StoreError only where its description cannot be read at all."""
    spec = store.spec
    findings = [Finding(name, "", what) for name, check in RUN_CHECKS.items() for what in check(store, spec)]
    seals = audit.Seals(store)
    matches = games = hands = 0
    try:
        for result in store.results():
            matches, games = matches + 1, games + len(result.games)
            hands += sum(len(game.records) for game in result.games)
            findings += _of_match(spec, result)
            findings += [Finding("seal", _named(spec, key), what) for key, what in seals.check(result)]
        findings += [Finding("seal", _named(spec, key), what) for key, what in seals.left_over()]
    except (StoreError, msgspec.MsgspecError, zlib.error, ValueError, TypeError) as error:
        findings.append(Finding("store", "", f"what is stored after the first {matches} matches cannot be read: {error}"))
    return Verdict(matches=matches, games=games, hands=hands, findings=tuple(findings), unchecked=tuple(_unchecked(spec, matches)))


def _of_match(spec: TournamentSpec, result: MatchResult) -> Iterator[Finding]:
    where = _named(spec, result.key)
    misplaced = [Finding("matches", where, what) for what in shape(spec, result)]
    yield from misplaced
    if not misplaced:  # a match that is not what it should be has no totals worth a word
        yield from (Finding(check, where, what) for check, look in MATCH_CHECKS.items() for what in look(spec, result))


def _named(spec: TournamentSpec, key: MatchKey) -> str:
    name = spec.rules[key.rules].name if 0 <= key.rules < len(spec.rules) else f"rule set {key.rules}"
    return f"{name}/{key.board}/{'+'.join(key.table)}"


def _unchecked(spec: TournamentSpec, matches: int) -> Iterator[str]:
    missing = schedule.size(spec) - matches
    if missing > 0:
        yield f"{missing:,} of {schedule.size(spec):,} matches: they have not been played"
    if spec.record == "games":
        yield "deals, legality, points and scores: no hands were recorded (record: hands keeps them)"
    if elsewhere := audit.bots_elsewhere(spec):
        names = f"{', '.join(elsewhere[:3])}{', …' if len(elsewhere) > 3 else ''}"
        yield f"the files of {names}: they are not where they were, or may not be read"


# The run


def seed(store: Store, spec: TournamentSpec) -> Iterator[str]:
    """The seed is the one that was given, or the one whose commitment was published."""
    facts = store.facts()
    given, promised = facts.get("seed_given"), facts.get("seed_commitment")
    if given not in (RANDOM, spec.seed):
        yield f"{spec.seed} is not the seed that was given, {given}"
    if commitment(spec.seed) != promised:
        yield f"the SHA-256 of {spec.seed} is {commitment(spec.seed)}; given at the start was {promised}"


# A match


def shape(spec: TournamentSpec, result: MatchResult) -> Iterator[str]:
    """It is one of the tournament's, and it has every leg of every board, each seat taken by whom the leg puts there."""
    index, first, table = result.key
    if not 0 <= index < len(spec.rules):
        yield f"there are {len(spec.rules)} rule sets"
        return
    sides, size = spec.rules[index].table.sides, schedule.table_size(spec, spec.rules[index])
    if unknown := set(table).difference(bot.name for bot in spec.entrants):
        yield f"no entrant is called {' or '.join(sorted(unknown))}"
    if len(set(table)) != size or list(table) != sorted(table):
        yield f"a table has {size} entrants"
        return
    block = _block(spec, first)
    if block is None:
        yield f"no match begins with board {first}"
        return
    seatings = schedule.seatings(spec, spec.rules[index])
    boards = range(first, first + block.boards)
    due = [(board, leg) for board in boards for leg in range(1, len(seatings) + 1)]
    there = {(game.board, game.leg): game for game in result.games}
    for place in sorted({*due, *there}):
        if place not in there or place not in due:
            yield f"{_place(*place)} is {'missing' if place in due else 'no part of it'}"
        elif there[place].seats != (seats := _seated(sides, seatings[place[1] - 1], table)):
            yield f"{_place(*place)}: {', '.join(there[place].seats)} sat there; due were {', '.join(seats)}"


def _block(spec: TournamentSpec, first: int) -> Block | None:
    """The block that begins with board ``first``, also one of those that prolong a series or part neighbours."""
    last, extra = spec.match.boards, first > spec.match.boards and schedule.feeds_on_results(spec)
    further = blocks(spec, spec.match.max_boards or first + spec.match.block - 1, last) if extra else ()
    return next((block for block in (*blocks(spec), *further) if block.first == first), None)


def _seated(sides: Sequence[Sequence[int]], seating: Sequence[int], table: Sequence[str]) -> tuple[str, ...]:
    if len(seating) == sum(map(len, sides)):
        return tuple(table[place] for place in seating)
    by_seat = {seat: table[place] for members, place in zip(sides, seating, strict=True) for seat in members}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def totals(spec: TournamentSpec, result: MatchResult) -> Iterator[str]:
    """What a game's row says fits together, whether or not its hands were recorded."""
    for game in result.games:
        for what in _forfeited(game) if game.forfeits else _finished(spec, result.key.rules, game):
            yield f"{_place(game.board, game.leg)}: {what}"
        for fault in game.faults:
            if game.seats[fault.seat : fault.seat + 1] != (fault.entrant,):
                yield f"{_place(game.board, game.leg)}: a fault of {fault.entrant} at seat {fault.seat}, where it did not sit"


def _forfeited(game: GameResult) -> Iterator[str]:
    void = len(game.forfeits) > 1
    if game.reason != "forfeit":
        yield f"it was forfeited, and ended by {game.reason}"
    if game.winner in game.forfeits or (game.outcome == "void") != void or (void and game.winner is not None):
        yield f"side {' and '.join(map(str, game.forfeits))} forfeited: {game.outcome}, winner {game.winner} cannot be"
    if game.hands or any(game.points) or any(game.contracts):
        yield "its hands cannot count, for it was forfeited"


def _finished(spec: TournamentSpec, index: int, game: GameResult) -> Iterator[str]:
    rules = spec.rules[index]
    sides, players = len(rules.table.sides), rules.table.players
    if (len(game.scores), len(game.points), len(game.contracts), len(game.made), len(game.bids)) != (sides, sides, *(players,) * 3):
        yield f"there are {sides} sides and {players} seats"
        return
    if game.points != game.scores:
        yield f"the points of its hands are {_list(game.points)} and the scores {_list(game.scores)}; they are the same thing"
    if game.outcome != ("draw" if game.winner is None else "win") or game.winner not in (None, *range(sides)):
        yield f"{game.outcome}, winner {game.winner} cannot be"
    elif (ended := _ending(spec, index, game)) is not None:
        yield ended
    if any(made > contracts for made, contracts in zip(game.made, game.contracts, strict=True)) or sum(game.contracts) > game.hands:
        yield f"in {game.hands} hands there cannot be contracts {_list(game.contracts)}, made {_list(game.made)}"


def _ending(spec: TournamentSpec, index: int, game: GameResult) -> str | None:
    """Why a game cannot have ended as its row says."""
    rules, best = spec.rules[index], leader(game.scores)
    match game.reason:
        case "hand" if spec.match.unit != "hands" or game.hands != 1 or game.winner != best:
            return f"one hand ended {_list(game.scores)} after {game.hands} hands; winner {game.winner} cannot be"
        case "target" if game.winner is None or game.scores[game.winner] < rules.game.target:
            return f"winner {game.winner} with {_list(game.scores)} cannot be: the target is {rules.game.target}"
        case "max_hands" if game.hands != rules.game.max_hands or game.winner != best:
            return f"winner {game.winner} with {_list(game.scores)} after {game.hands} hands cannot be"
        case "slam" | "unbid" if rules.slam is None or game.winner is None:
            return "there is no slam in these rules"
        case "forfeit":
            return "nobody forfeited it"
    return None


def hands(spec: TournamentSpec, result: MatchResult) -> Iterator[str]:
    """Every recorded hand was dealt from the seed and comes out as recorded, and every game is what its hands make it."""
    if spec.record != "hands":
        return
    index, _, table = result.key
    own = table if spec.match.deals == "own" else ()
    written, match = named_or_full(spec.rules[index]), f"{spec.rules[index].name}/{result.key.board}/{'+'.join(table)}"
    for row in result.games:
        about = {"rules": written, "match": match, "board": row.board, "leg": row.leg, "seats": list(row.seats)}
        game = Game(spec.rules[index], Board(spec.seed, row.board, own), unit=spec.match.unit)
        for what in _Again(game, row, about).check():
            yield f"{_place(row.board, row.leg)}{what}"


class _Again:
    """A game gone through once more, hand by hand, from its records."""

    def __init__(self, game: Game, row: GameResult, about: dict[str, Any]) -> None:
        self.game, self.row, self.about = game, row, about
        self.results: list[HandResult] = []

    def check(self) -> Iterator[str]:
        """A sentence, beginning with the hand, for each thing that is not so."""
        game = self.game
        for recorded in self.row.records:
            at = f", hand {game.hand_number}" + (f" (redeal {game.redeals})" if game.redeals else "")
            if game.end is not None:
                yield f"{at}: it is recorded after the game was over"
                return
            due = game.deal()
            yield from (f"{at}: {what}" for what in self._misdealt(recorded, due))
            hand, found = replayed(recorded, game.rules, seed=(game.board.root, *game.board.parts(game.hand_number, game.redeals)))
            yield from (f"{at}: {what}" for what in found)
            if hand is None or hand.result is None:
                yield f"{at}: the rest of the game cannot be checked"
                return
            self.results.append(hand.result)
            game.finish(hand.result)
        yield from (f": {what}" for what in (*self._totals(), *self._faults()))

    def _misdealt(self, recorded: dict[str, Any], due: Hand) -> Iterator[str]:
        wanted = self.about | {
            "hand": due.hand_number,
            "redeals": due.redeals,
            "dealer": due.dealer,
            "scores_before": list(due.scores),
            "holdings": [text(held) for held in due.dealt],
            "stock": text(due.stock),
        }
        for key, value in wanted.items():
            if recorded.get(key) != value:
                by = "the seed deals" if key in ("holdings", "stock") else "it has to be"
                yield f"{key} is recorded as {_line(recorded.get(key))}; {by} {_line(value)}"

    def _totals(self) -> Iterator[str]:
        """The row against the sums over the hands; of a forfeited game the hands count for nothing, but for its scores."""
        row, game = self.row, self.game
        made: dict[str, Any] = {"scores": game.scores}
        if not row.forfeits:
            end, counted = game.end, [one for one in self.results if one.outcome != "redeal"]
            if end is None:
                yield f"it is not over after hand {game.hand_number - 1}, and no more are recorded"
                return
            deltas = [one.deltas for one in counted]
            made |= {
                "winner": end.winner,
                "reason": end.reason,
                "hands": len(counted),
                "points": tuple(map(sum, zip(*deltas, strict=True))),
            }
            made |= self._contracts(counted)
        for key, value in made.items():
            if getattr(row, key) != value:
                yield f"{key} is stored as {_list(getattr(row, key))}; its hands make it {_list(value)}"

    def _contracts(self, counted: Sequence[HandResult]) -> dict[str, tuple[int, ...]]:
        seats = range(len(self.row.seats))
        by_seat = [[one for one in counted if one.pitcher == seat] for seat in seats]
        return {
            "contracts": tuple(len(some) for some in by_seat),
            "made": tuple(sum(one.made is True for one in some) for some in by_seat),
            "bids": tuple(sum(one.bid or 0 for one in some) for some in by_seat),
        }

    def _faults(self) -> Iterator[str]:
        """The faults in the records against those stored; the hand in which a game was forfeited is not recorded."""
        keys = ("phase", "seat", "n", "answer", "used")
        told = [(one["hand"], *(fault[key] for key in keys)) for one in self.row.records for fault in one["faults"]]
        stored = [(fault.hand, *(getattr(fault, key) for key in keys)) for fault in self.row.faults]
        for one in told:
            if one not in stored:
                yield f"a fault is recorded in hand {one[0]} and not stored: {_list(one[1:])}"
        for one in stored:
            if one not in told and not self.row.forfeits:
                yield f"a fault is stored in hand {one[0]} and not recorded: {_list(one[1:])}"


def _place(board: int, leg: int) -> str:
    return f"board {board}, leg {leg}"


def _list(values: Any) -> str:
    return ", ".join(map(str, values)) if isinstance(values, tuple) else str(values)


def _line(value: Any) -> str:
    return msgspec.json.encode(value).decode()


RUN_CHECKS: dict[str, Callable[[Store, TournamentSpec], Iterator[str]]] = {
    "seed": seed,
    "schedule": audit.schedule_kept,
    "store": audit.nothing_astray,
    "bots": audit.bots_unchanged,
}
MATCH_CHECKS: dict[str, Callable[[TournamentSpec, MatchResult], Iterator[str]]] = {"totals": totals, "hands": hands}
