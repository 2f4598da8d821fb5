"""Trying one bot hard before it enters: every phase, every seat, twice, alone and in company; knows nothing of terminals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from arena.errors import BotFault, BotLoadError, in_one_line
from arena.pitch.deal import Board
from arena.pitch.hand import Hand
from arena.pitch.refused import shown
from arena.pitch.ruleset import RuleSet
from arena.pitch.tables import tables_of
from arena.rulesets import load as load_rules
from arena.seats.apart import Apart
from arena.seats.bot import BotSpec, GameInfo, seated
from arena.seats.door import misnamed
from arena.seats.loader import is_installed, load
from arena.seats.places import Bounds, Where, try_out
from arena.seats.process import Clock
from arena.seats.seat import InlineSeat
from arena.tournament.match import play_match
from arena.tournament.schedule import legs
from arena.tournament.spec import Fault, Faults, GameResult, Limits, MatchRules, MatchSpec

RULES: Final = ("setback", "ten-point", "draw", "cutthroat", "five-point-joker", "cinch")
GAME: Final = "jpgames-7"
"""Played hand after hand to its end, which comes soon: what a bot keeps from a hand can trip it in the next."""
SEED: Final = "check"
BOARDS: Final = 2
DECISION: Final = 5.0
"""Seconds: more than any answer may take."""
_PATIENCE: Final = 120
_SHUFFLES: Final = 6
_STRIKES: Final = 1_000
_WAITS: Final = 3
"""Times it is waited for a bot in vain before it is tried no more: each takes seconds."""
_WAITED: Final = ("late", "overtime", "start")
_SHOWN: Final = 100


class Finding(NamedTuple):
    """Something found: whether it makes the bot unfit, what it is, and the command that shows it again."""

    unfit: bool
    text: str
    again: str


def _no(text: str, again: str) -> Finding:
    return Finding(unfit=True, text=text, again=again)


def _hm(text: str, again: str) -> Finding:
    return Finding(unfit=False, text=text, again=again)


class Checked(NamedTuple):
    """One step of the examination: what was tried, what it found, and a figure worth knowing."""

    what: str
    findings: tuple[Finding, ...]
    note: str = ""


class _Again(NamedTuple):
    """Writes the commands that show a finding again; ``told`` is the bot as the user named it."""

    told: str
    flags: str
    is_python: bool

    @property
    def check(self) -> str:
        """The whole check, which shows everything again."""
        return f"arena check {self.flags}{self.told}"

    def match(self, options: str = "", *, rules: RuleSet | None = None, rival: str = "random") -> str:
        """The bot at a table as it was seated here, at which everybody has a name of its own; commands cannot be told to arena match."""
        if not self.is_python:
            return self.check
        sides = 2 if rules is None else len(rules.table.sides)
        rivals = " ".join(f"{_rival(n)}={self.told if rival == 'itself' else rival}" for n in range(1, sides))
        named = "" if rules is None else f" --rules {rules.name} --boards {BOARDS}"
        return f"arena match bot={self.told} {rivals}{named} --seed {SEED}{options}"


def examine(bot: BotSpec, told: str) -> Iterator[Checked]:
    """Every step, as it is done; ``told`` is the bot as the user named it.

    A bot that cannot be loaded ends it at once, one that is waited for in vain again and again soon.
    """
    again = _Again(told, "" if bot.bot is not None else "--command -- " if " -" in told else "--command ", bot.bot is not None)
    try:
        try_out(bot, "process", Bounds(Clock(5, 60, 10, 0.05), 512, 1))
    except BotLoadError as error:
        yield Checked("is loaded in a process of its own", (_no(str(error), again.check),))
        return
    yield Checked("is loaded in a process of its own", ())
    faultless, waits = True, 0
    with TemporaryDirectory(prefix="arena-check-") as logs:
        for name in (*RULES, GAME):
            step, more = _plays(bot, load_rules(name), again, logs, unit="games" if name == GAME else "hands")
            faultless &= not step.findings
            waits += more
            yield step
            if waits >= _WAITS:
                break
        yield _printed(Path(logs), again.match() if is_installed(bot) else again.match(" --out checked; cat -v checked/logs/*.log"))
    if waits >= _WAITS:
        text = f"it was waited for in vain {waits} times, each for up to {DECISION:g} s; mend that first, for nothing else is tried"
        yield Checked("answers in time, so that the rest can be tried", (_no(text, again.check),))
        return
    yield _twice(bot, again.match(", twice"))
    if bot.bot is not None and faultless:
        yield from _inside(bot, again.match(), again.check)


def _rival(number: int) -> str:
    return f"rival-{number}"


def spec_of(
    bot: BotSpec, rules: RuleSet, where: Where, logs: str = "", *, rival: str = "random", unit: Literal["games", "hands"] = "hands"
) -> MatchSpec:
    """The bot against ``rival`` (or itself) in every seat, a few hands or games each."""
    sides = len(rules.table.sides)
    others = [replace(bot, name=_rival(n)) if rival == "itself" else BotSpec(name=_rival(n), bot=rival) for n in range(1, sides)]
    table = tuple(sorted([replace(bot, name="bot"), *others], key=lambda one: one.name))
    isolation: tuple[Where, ...] = tuple(where if one.name == "bot" or rival == "itself" else "inline" for one in table)
    return MatchSpec(
        rules_index=0,
        rules=rules,
        seed=SEED,
        table=table,
        first_board=1,
        boards=BOARDS,
        legs=legs(sides, "rotations"),
        match=MatchRules(boards=BOARDS, block=BOARDS, unit=unit),
        limits=Limits(decision=DECISION),
        faults=Faults(strikes=_STRIKES, strike_for=("illegal", "malformed")),  # who is late loses the game, which ends the waiting
        record="hands",
        isolation=isolation,
        logs=logs,
    )


def _plays(bot: BotSpec, rules: RuleSet, again: _Again, logs: str, *, unit: Literal["games", "hands"]) -> tuple[Checked, int]:
    """The step, and how often the bot was waited for in vain."""
    games: list[GameResult] = []
    faults: list[tuple[Fault, str]] = []
    waits = 0
    for rival in ("random", "itself"):
        if waits >= _WAITS:
            break
        played = play_match(spec_of(bot, rules, "process", logs, rival=rival, unit=unit)).games
        games += played
        faults += [(fault, again.match(rules=rules, rival=rival)) for game in played for fault in game.faults]
        waits = sum(fault.kind in _WAITED for fault, _ in faults)
    seen: dict[tuple[str, str], Finding] = {}
    for fault, shows in faults:
        number = sum((one.kind, one.phase) == (fault.kind, fault.phase) for one, _ in faults)
        text = f"{fault.kind} in the {fault.phase}, {number} time{'s' if number > 1 else ''}; first: {fault.said}"
        seen.setdefault((fault.kind, fault.phase), _no(text, shows))
    seconds, timed = sum(sum(game.seconds) for game in games), sum(sum(game.timed) for game in games)
    note = f"{1000 * seconds / timed:.2f} ms a decision, the way to its process included" if timed else ""
    what = rules.name if unit == "hands" else f"whole games of {rules.name}"
    return Checked(f"plays {what} in every seat, against random and itself", tuple(seen.values()), note), waits


def _printed(logs: Path, again: str) -> Checked:
    """What its logs hold, of which the terminal sees one line, and that made printable."""
    printed = b"".join(file.read_bytes() for file in sorted(logs.glob("*.log")))
    if not printed:
        return Checked("prints nothing", ())
    lines = printed.splitlines()
    first = in_one_line(lines[0].decode("utf-8", "replace")[:_SHOWN])
    size = f"{len(lines):,} line{'s' if len(lines) > 1 else ''}, {len(printed):,} bytes"
    text = f"{size}; nobody sees them but in its log, and they take time; the first: {first}"
    return Checked("prints nothing", (_hm(text, again),))


def _twice(bot: BotSpec, again: str) -> Checked:
    spec = spec_of(bot, load_rules("setback"), "process")
    first, second = (tuple(map(_plain, play_match(spec).games)) for _ in range(2))
    if first == second:
        return Checked("plays the same again from the same seed", ())
    text = "the same seed gave other play the second time; take every chance from self.rng, and none from random, the clock or hash()"
    return Checked("plays the same again from the same seed", (_no(text, again),))


def _plain(game: GameResult) -> GameResult:
    return replace(game, seconds=(), timed=(), faults=tuple(replace(fault, seconds=0.0) for fault in game.faults))


# In a process that all its games share, where a bot can do what it cannot do in its own


def _inside(bot: BotSpec, again: str, check: str) -> Iterator[Checked]:
    what = "keeps nothing from game to game"
    text = "it plays otherwise when earlier games left something in its module or class; keep everything in self"
    yield _tried(what, text, again, leaks, bot)
    what = "does not depend on cards it cannot see"
    text = "it answered otherwise when only hidden cards had changed; everything it may know is in its view"
    yield _tried(what, text, check, peeks, bot)
    yield _tried("has no methods that are never called", "", check, strays, bot, _hm)


def _tried(
    what: str, text: str, again: str, test: Callable[[BotSpec], bool | str], bot: BotSpec, verdict: Callable[[str, str], Finding] = _no
) -> Checked:
    """A step that runs ``test`` in a process of its own; it tells whether it found something, or what."""
    found: bool | str
    with Apart() as apart:
        try:
            found = apart.call(test, bot, _PATIENCE)
        except BotFault as fault:
            found, verdict, text = True, _no, f"in a process it shares with other games: {fault.detail}"
    return Checked(what, (verdict(found if isinstance(found, str) else text, again),) if found else ())


def strays(bot: BotSpec) -> str:
    """Which methods of a bot's class are named almost like one that would be called."""
    return ", ".join(f"{name} is never called; did you mean {near}?" for name, near in misnamed(load(bot)))


def leaks(bot: BotSpec) -> bool:
    """Whether a bot plays otherwise in a process that all games share than in a fresh one for each."""
    spec = spec_of(bot, load_rules("setback"), "process")
    apart, shared = (play_match(one) for one in (spec, replace(spec, isolation=())))
    return tuple(map(_plain, apart.games)) != tuple(map(_plain, shared.games))


def peeks(bot: BotSpec) -> bool:
    """Whether a bot's first answer changes when only cards it does not see do."""
    rules = load_rules("setback")
    return any(len({_answer(bot, rules, deck) for deck in _decks(rules, board)}) > 1 for board in range(1, 5))


def _decks(rules: RuleSet, board: int) -> Iterator[list[Any]]:
    """Decks that differ only in what the first to bid does not see."""
    tables = tables_of(rules)
    deck = list(Board(SEED, board).deck(rules, 1, 0))
    mine = set(tables.deal[0][1](range(tables.dealt)))  # type: ignore[arg-type]
    hidden = [place for place in range(len(deck)) if place not in mine]
    for number in range(_SHUFFLES):
        places = random.Random(f"{board} {number}").sample(hidden, len(hidden))
        other = list(deck)
        for place, source in zip(hidden, places, strict=True):
            other[place] = deck[source]
        yield other


def _answer(bot: BotSpec, rules: RuleSet, deck: list[Any]) -> str:
    hand = Hand(rules, deck, 0, (0, 0))
    info = GameInfo(rules=rules, seat=1, side=tables_of(rules).side_of[1], game_id="check")
    try:
        return shown(InlineSeat(lambda: seated(load(bot)(), 1, bot.options), "bot", info).ask(hand.view(1)))
    except BotFault as fault:
        return fault.detail
