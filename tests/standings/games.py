"""Results made by hand: tournaments and games with exactly the numbers a test needs."""

from __future__ import annotations

from arena.pitch.ruleset import RuleSet, Table
from arena.seats.bot import BotSpec
from arena.tournament.spec import Fault, GameResult, MatchRules, TournamentSpec

PAIRS = RuleSet(name="pairs")
ALONE = RuleSet(name="alone", table=Table(players=3, sides=((0,), (1,), (2,))))


def tournament(names: str | list[str], *, rules=(PAIRS,), deals="shared", boards=100, **more) -> TournamentSpec:
    entrants = tuple(BotSpec(name=name) for name in (names.split() if isinstance(names, str) else names))
    return TournamentSpec(name="spring", rules=rules, seed=7, match=MatchRules(boards=boards, deals=deals), entrants=entrants, **more)


def game(board: int, leg: int, sides: str | list[str], points: tuple[int, ...], *, winner="most", hands=10, **more) -> GameResult:
    """One game: an entrant for each side (twice round the table where there are two), the side with most points wins."""
    members = sides.split() if isinstance(sides, str) else sides
    seats = tuple(members * 2) if len(members) == 2 else tuple(members)
    best = [side for side, own in enumerate(points) if own == max(points)]
    winning = (best[0] if len(best) == 1 else None) if winner == "most" else winner
    fields = {
        "outcome": "draw" if winning is None else "win",
        "reason": "target",
        "contracts": (0,) * len(seats),
        "made": (0,) * len(seats),
        "bids": (0,) * len(seats),
        **more,
    }
    return GameResult(board=board, leg=leg, seats=seats, winner=winning, scores=points, points=points, hands=hands, **fields)


def void(board: int, leg: int, sides: str) -> GameResult:
    return game(board, leg, sides, (0, 0), winner=None, hands=0, outcome="void", reason="forfeit", forfeits=(0, 1))


def fault(entrant: str) -> Fault:
    return Fault(entrant=entrant, seat=0, hand=1, phase="play", n=0, kind="illegal", answer="2C", used="3C")
