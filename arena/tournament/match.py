"""Plays one match: a spec goes in, a result comes out; knows no pools, no files, no ratings and no progress bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

from arena.errors import BotFault, FaultKind, IllegalAction
from arena.pitch.deal import Board
from arena.pitch.game import Game, GameEnd
from arena.pitch.hand import Hand
from arena.pitch.playout import Ask, play_out
from arena.pitch.record import record
from arena.pitch.refused import listed
from arena.pitch.tables import tables_of
from arena.pitch.view import View
from arena.rulesets import named_or_full
from arena.seats.bot import GameInfo
from arena.seats.launch import on_one_core, oversleep
from arena.seats.places import Bounds, Place, Where, place
from arena.seats.process import Child, Clock
from arena.seats.seat import Seat
from arena.seats.wire import Scribe
from arena.seeds import child_seed
from arena.tournament.spec import Fault, GameResult, MatchResult, MatchSpec

TIMED_EVERY = 16
"""One board in this many has its thinking time measured: reading the clock twice a decision would cost a quarter of a hand."""

T = TypeVar("T")


def play_match(spec: MatchSpec) -> MatchResult:
    """Play all legs of all boards of a match. Raises BotLoadError if a bot cannot be loaded; what bots do wrong at the table is a result.

    Leg after leg, so that a bot in a process of its own sits through the boards of one leg and never meets a board twice.
    """
    rules = named_or_full(spec.rules) if spec.record == "hands" else ""
    boards = range(spec.first_board, spec.first_board + spec.boards)
    games: dict[tuple[int, int], GameResult] = {}
    latency = 0.0
    with on_one_core(wanted=any(where != "inline" for where in spec.isolation)) as core:
        for leg in range(1, len(spec.legs) + 1):
            with _places(spec, leg, core) as places:
                for board in boards:
                    games[board, leg] = _Sitting(spec, board, leg).play(places, rules)
                if core is not None:
                    latency = max(latency, oversleep())
    return MatchResult(key=spec.key, games=tuple(games[key] for key in sorted(games)), latency=latency)


def play_game(spec: MatchSpec, board: int, leg: int) -> GameResult:
    """Play one game of a match, exactly as in the whole of it. Raises BotLoadError."""
    rules = named_or_full(spec.rules) if spec.record == "hands" else ""
    with _places(spec, leg, None) as places:
        return _Sitting(spec, board, leg).play(places, rules)


@contextmanager
def _places(spec: MatchSpec, leg: int, core: int | None) -> Iterator[Sequence[Place]]:
    """The places of one leg, by seat."""
    limits, scribe = spec.limits, Scribe()
    clock = Clock(limits.decision, limits.game, limits.start, limits.grace)
    bounds = Bounds(clock, limits.memory_mb, spec.boards, spec.logs, core)
    isolation = spec.isolation or tuple[Where, ...](["inline"] * len(spec.table))
    with ExitStack() as stack:
        taken: list[Place] = []
        children: list[Child] = []
        for at in spec.seated(leg):
            one = place(spec.table[at], isolation[at], spec.rules, bounds, scribe, children)
            stack.callback(one.close)
            taken.append(one)
        yield taken


class _Sitting:
    """One game of one leg of one board, from taking seats to its result."""

    def __init__(self, spec: MatchSpec, board: int, leg: int) -> None:
        self.spec, self.board, self.leg = spec, board, leg
        self.side_of = tables_of(spec.rules).side_of
        self.bots = tuple(spec.table[at] for at in spec.seated(leg))
        n = len(self.bots)
        self.points, self.hands = [0] * len(spec.rules.table.sides), 0
        self.contracts, self.made, self.bids = [0] * n, [0] * n, [0] * n
        self.strikes, self.seconds, self.timed = [0] * n, [0.0] * n, [0] * n
        self.faults: list[Fault] = []
        self.records: list[dict[str, Any]] = []
        self.forfeits: set[int] = set()
        self.seats: dict[int, Seat] = {}

    def play(self, places: Sequence[Place], rules: str | dict[str, Any]) -> GameResult:
        """Play it with bots at ``places``, by seat; ``rules`` is what the hand records say of the rule set."""
        spec = self.spec
        own = tuple(bot.name for bot in spec.table) if spec.match.deals == "own" else ()
        game = Game(spec.rules, Board(spec.seed, self.board, own), unit=spec.match.unit, whole=spec.record == "hands")
        seats = self.seats = self._sit(places, game)
        asks = [self._timed(seat, one.ask) if self.board % TIMED_EVERY == 1 else one.ask for seat, one in seats.items()]
        while game.end is None and not self.forfeits:
            hand = game.deal()
            if self._play_hand(hand, asks):
                self._finish(game, hand, seats, rules)
        end = game.end if game.end is not None and not self.forfeits else self._forfeited(game)
        for seat, one in seats.items():
            self._tell(game, seat, partial(one.game_ended, end))
            one.close()
        return self._result(game, self._forfeited(game) if self.forfeits else end)

    def _sit(self, places: Sequence[Place], game: Game) -> dict[int, Seat]:
        """All seats taken, by seat; a bot that fails to start forfeits."""
        spec, names = self.spec, sorted(bot.name for bot in self.spec.table)
        game_id = f"{child_seed(spec.seed, 'game', names, self.board, self.leg) >> 64:016x}"
        taken: dict[int, Seat] = {}
        for seat, bot in enumerate(self.bots):
            seed = (spec.seed, "bot", bot.name, names, self.board, self.leg, seat)
            info = GameInfo(rules=spec.rules, seat=seat, side=self.side_of[seat], game_id=game_id)
            one = self._tell(game, seat, partial(places[seat].sit, info, seed))
            if one is not None:
                taken[seat] = one
        return taken

    def _timed(self, seat: int, ask: Ask) -> Ask:
        def timed(view: View) -> Any:
            start = perf_counter()
            try:
                return ask(view)
            finally:
                self.seconds[seat] += perf_counter() - start
                self.timed[seat] += 1

        return timed

    def _play_hand(self, hand: Hand, asks: Sequence[Ask]) -> bool:
        """Play a hand; False if a side forfeited in it."""
        while not hand.is_over and not self.forfeits:
            try:
                play_out(hand, asks)
            except BotFault as fault:
                self._failed(hand, fault)
            except IllegalAction as illegal:
                self._refused(hand, illegal)
        return not self.forfeits

    def _refused(self, hand: Hand, illegal: IllegalAction) -> None:
        """The engine's substitute is played for a refused answer."""
        legal = listed(hand.legal_actions())
        found = hand.substitute(illegal.answer)
        seat = found.seat
        kind: FaultKind = "malformed" if found.malformed else "illegal"
        fault = BotFault(kind, f"{self.bots[seat].name}, hand {hand.hand_number}: {illegal}", self.seats[seat].took)
        self._fault(hand, seat, fault, found.phase, found.n, found.answer, found.used, legal)
        self._strike(seat, fault)

    def _failed(self, hand: Hand, fault: BotFault) -> None:
        """No answer came; unless that forfeits the game, the engine's substitute is played."""
        seat = hand.to_act
        assert seat is not None
        phase, n, legal, used = hand.phase, hand.decision, listed(hand.legal_actions()), ""
        self._strike(seat, fault)
        if not self.forfeits:
            used = hand.substitute(None).used
        self._fault(hand, seat, fault, phase, n, "", used, legal)

    def _strike(self, seat: int, fault: BotFault) -> None:
        """What a fault costs: a strike, or the game; the last strike is the game."""
        if fault.kind in self.spec.faults.strike_for:
            self.strikes[seat] += 1
            if self.strikes[seat] < self.spec.faults.strikes:
                return
        self.forfeits.add(self.side_of[seat])

    def _fault(
        self, at: Hand | Game, seat: int, fault: BotFault, phase: str, n: int, answer: str = "", used: str = "", legal: str = ""
    ) -> None:
        self.faults.append(
            Fault(
                entrant=self.bots[seat].name,
                seat=seat,
                hand=at.hand_number,
                phase=phase,
                n=n,
                kind=fault.kind,
                answer=answer,
                used=used,
                detail=fault.detail,
                legal=legal,
                seconds=fault.seconds,
            )
        )

    def _tell(self, game: Game, seat: int, told: Callable[[], T]) -> T | None:
        """Call a seat outside a hand; what goes wrong there costs what it costs in a hand."""
        try:
            return told()
        except BotFault as fault:
            self._fault(game, seat, fault, "between hands", 0)
            self._strike(seat, fault)
            return None

    def _finish(self, game: Game, hand: Hand, seats: dict[int, Seat], rules: str | dict[str, Any]) -> None:
        result = hand.result
        assert result is not None
        if self.spec.record == "hands":
            names = [bot.name for bot in self.bots]
            self.records.append(record(hand, rules=rules, match=str(self.spec), board=self.board, leg=self.leg, seats=names))
        game.finish(result)
        for seat, one in seats.items():
            if one.hears_hands:
                self._tell(game, seat, partial(one.hand_ended, hand.view(seat), result))
        if result.outcome == "redeal":
            return
        self.hands += 1
        self.points = list(map(int.__add__, self.points, result.deltas))
        if result.pitcher is not None and result.bid is not None:
            self.contracts[result.pitcher] += 1
            self.made[result.pitcher] += result.made is True
            self.bids[result.pitcher] += result.bid

    def _forfeited(self, game: Game) -> GameEnd:
        """The game goes to the best of those that did not forfeit; to nobody if several sides did."""
        left = [score if side not in self.forfeits else None for side, score in enumerate(game.scores)]
        best = max((score for score in left if score is not None), default=0)
        winner = left.index(best) if len(self.forfeits) == 1 and left.count(best) == 1 else None
        return GameEnd(winner, "forfeit", game.scores)

    def _result(self, game: Game, end: GameEnd) -> GameResult:
        counts = not self.forfeits
        none = (0,) * len(self.bots)
        return GameResult(
            board=self.board,
            leg=self.leg,
            seats=tuple(bot.name for bot in self.bots),
            outcome="void" if len(self.forfeits) > 1 else "draw" if end.winner is None else "win",
            reason=end.reason,
            winner=end.winner,
            scores=game.scores,
            points=tuple(self.points) if counts else (0,) * len(self.points),
            hands=self.hands if counts else 0,
            contracts=tuple(self.contracts) if counts else none,
            made=tuple(self.made) if counts else none,
            bids=tuple(self.bids) if counts else none,
            forfeits=tuple(sorted(self.forfeits)),
            faults=tuple(self.faults),
            records=tuple(self.records),
            seconds=tuple(self.seconds),
            timed=tuple(self.timed),
        )
