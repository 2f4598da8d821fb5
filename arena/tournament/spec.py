"""The plain data of a tournament: what is to be played and what came out; knows no files, pools or ratings."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from arena.errors import FaultKind
from arena.pitch.ruleset import RuleSet
from arena.seats.bot import BotSpec
from arena.seats.places import Where
from arena.seeds import Seed

Format = Literal["round-robin", "gauntlet", "swiss", "knockout", "mixed-pairs"]
Isolation = Literal["auto", "inline", "process", "sandbox"]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Positive = Annotated[float, Meta(gt=0, le=1e6)]


class Until(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When neighbours in the table have played enough: once they are ``separated`` with this confidence."""

    separated: Annotated[float, Meta(gt=0, lt=1)]


class MatchRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``match`` section: how much is played and how results count.

    ``tables`` bounds how many combinations of entrants meet, ``rounds`` is the number of rounds of a swiss; with ``until``, tables of
    neighbours play on beyond ``boards``, up to ``max_boards``.
    """

    boards: Count = 100
    block: Count = 25
    unit: Literal["games", "hands"] = "games"
    deals: Literal["shared", "own"] = "shared"
    seating: Literal["rotations", "all"] = "rotations"
    tables: Count | Literal["auto", "all"] = "auto"
    rounds: Count | Literal["auto"] = "auto"
    until: Until | None = None
    max_boards: Count | None = None


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wall seconds of a decision, of a seat's thinking in a game and of a start; memory in MiB.

    ``grace`` is what a late answer is forgiven, in seconds, because a machine may be slow.
    """

    decision: Positive = 1.0
    game: Positive = 60
    start: Positive = 10
    memory_mb: Count = 512
    grace: Annotated[float, Meta(ge=0, le=60)] = 0.05


class Faults(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What faults cost: those in ``strike_for`` count a strike, of which ``strikes`` in a game forfeit it; every other forfeits at once.

    A run is suspect where more than the share ``suspect`` of an entrant's games, or of all games by more than one side, have faults.
    """

    strikes: Count = 3
    strike_for: tuple[Literal["illegal", "malformed", "late"], ...] = ("illegal", "malformed", "late")
    suspect: Annotated[float, Meta(ge=0, le=1)] = 0.05


class Rating(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """TrueSkill's parameters; ``auto`` is the share of draws among the rated results, at least 0.001.

    ``anchor`` fixes the scale: the ratings are shifted as a whole so that these entrants have, on average, the mu given.
    """

    mu: Annotated[float, Meta(ge=-1e6, le=1e6)] = 25
    sigma: Positive = 25 / 3
    beta: Positive = 25 / 6
    tau: Annotated[float, Meta(ge=0, le=1e6)] = 0
    draw_probability: Annotated[float, Meta(ge=0, lt=1)] | Literal["auto"] = "auto"
    unit: Literal["game", "duplicate"] = "game"
    anchor: dict[str, Annotated[float, Meta(ge=-1e6, le=1e6)]] = {}


class TournamentSpec(Struct, frozen=True, kw_only=True):
    """A tournament file, resolved: rules loaded, bots found, defaults filled in, the seed drawn.

    ``challengers`` are the entrants of a gauntlet that meet the field, ``seeding`` those of a knockout from the strongest down; both are
    empty elsewhere. ``logs`` is the folder that takes what bots in processes print, empty for none; it decides nothing.
    """

    name: str
    rules: tuple[RuleSet, ...]
    seed: Seed
    format: Format = "round-robin"
    match: MatchRules = MatchRules()
    entrants: tuple[BotSpec, ...]
    challengers: tuple[str, ...] = ()
    seeding: tuple[str, ...] | Literal["random"] = ()
    isolation: Isolation = "auto"
    limits: Limits = Limits()
    faults: Faults = Faults()
    rating: Rating = Rating()
    record: Literal["games", "hands"] = "games"
    logs: str = ""


class MatchKey(NamedTuple):
    """What names a match and orders it: index of the rule set, first board, names at the table (sorted)."""

    rules: int
    board: int
    table: tuple[str, ...]


class MatchSpec(Struct, frozen=True, kw_only=True):
    """One table over one block of boards, all legs: all that ``play_match`` needs. ``table`` is sorted by name.

    ``isolation`` says for each of ``table`` where it runs (empty: all in this process), ``logs`` which folder takes what bots print.
    ``legs`` gives for each leg (counted from 1 in results) the index into ``table`` of the entrant on each side; where partners are
    different entrants, in each seat.
    """

    rules_index: int
    rules: RuleSet
    seed: Seed
    table: tuple[BotSpec, ...]
    first_board: int
    boards: int
    legs: tuple[tuple[int, ...], ...]
    match: MatchRules
    limits: Limits
    faults: Faults
    record: Literal["games", "hands"]
    isolation: tuple[Where, ...] = ()
    logs: str = ""

    @property
    def key(self) -> MatchKey:
        """The name of this match, the same in every run of the tournament."""
        return MatchKey(self.rules_index, self.first_board, tuple([bot.name for bot in self.table]))  # a list is quicker

    def seated(self, leg: int) -> tuple[int, ...]:
        """The index into ``table`` of who sits in each seat in that leg, counted from 1."""
        seating = self.legs[leg - 1]
        if len(seating) == self.rules.table.players:
            return seating
        side_of = {seat: side for side, seats in enumerate(self.rules.table.sides) for seat in seats}
        return tuple(seating[side_of[seat]] for seat in range(self.rules.table.players))

    def __str__(self) -> str:
        return f"{self.rules.name}/{self.first_board}/{'+'.join(bot.name for bot in self.table)}"


class Fault(Struct, frozen=True, kw_only=True):
    """One fault of one seat: where it happened, what was answered, what was legal, what the engine played instead, how long it took.

    ``seconds`` is 0 where it was not measured; it enters no export.
    """

    entrant: str
    seat: int
    hand: int
    phase: str
    n: int
    kind: FaultKind
    answer: str
    used: str
    detail: str = ""
    legal: str = ""
    seconds: float = 0.0

    @property
    def said(self) -> str:
        """``detail`` for where entrant, hand and phase are told beside it: without them in front."""
        name = self.entrant
        for prefix in (f"{name}, {self.phase}: ", f"{name}, hand {self.hand}: ", f"{name}, ", f"{name}: "):
            if self.detail.startswith(prefix):
                return self.detail.removeprefix(prefix)
        return self.detail


class GameResult(Struct, frozen=True, kw_only=True):
    """One game (or one hand, in ``unit: hands``) of one leg of one board.

    ``seats`` are entrants by seat; ``winner`` is a side, None for a draw or a void game. ``points`` are the sums of deltas by side over
    the hands that count (none of a forfeited game). ``contracts``, ``made`` and ``bids`` are by seat: auctions won, contracts made, and
    the sum of the bids of contracts won. ``hands`` counts the hands that count for points. ``seconds`` are thinking times by seat with
    ``timed`` decisions each, sampled; they enter no export.
    """

    board: int
    leg: int
    seats: tuple[str, ...]
    outcome: Literal["win", "draw", "void"]
    reason: Literal["target", "slam", "unbid", "max_hands", "hand", "forfeit"]
    winner: int | None
    scores: tuple[int, ...]
    points: tuple[int, ...]
    hands: int
    contracts: tuple[int, ...]
    made: tuple[int, ...]
    bids: tuple[int, ...]
    forfeits: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    records: tuple[dict[str, Any], ...] = ()
    seconds: tuple[float, ...] = ()
    timed: tuple[int, ...] = ()


class MatchResult(Struct, frozen=True, kw_only=True):
    """What ``play_match`` returns: the games in order of board, then leg.

    ``latency`` is by how many seconds this machine was late itself, at worst, when it was tried beside bots in processes; in no export.
    """

    key: MatchKey
    games: tuple[GameResult, ...]
    latency: float = 0.0
