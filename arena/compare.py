"""Is one bot stronger than another? Duplicates on the tournament's road until a sequential test is sure; knows no terminals."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, structs

from arena.config import Overrides, resolved_text, tournament_of
from arena.errors import BotLoadError, ConfigError, ConfigErrors
from arena.rulesets import with_overrides
from arena.rulesets.checking import faults_of
from arena.seats.loader import resolve
from arena.standings.comparison import Comparison, Hypotheses, Sides, Tally
from arena.tournament.executors import Executor
from arena.tournament.folder import RESULTS, TOURNAMENT, open_run
from arena.tournament.naming import game_name
from arena.tournament.runner import run_in_order
from arena.tournament.spec import TournamentSpec

RUNS = Path("runs")
# Beyond this many normalized Elo no five shares need exist that have them.
_FARTHEST = {"normalized": 200, "logistic": 1000, "points": 1000}
# Hypotheses closer than this no number of boards tells apart, nor do floats.
_CLOSEST = 1e-6
_OPTION = re.compile(r"--(rules|players|seed)$|-s ")
Heard = Callable[[Comparison], object]
Entrant = str | Mapping[str, Any]
"""A bot's name or path, NAME=BOT, or a mapping such as ``{"bot": "bold", "options": {"nerve": 2}}``."""


class Plan(Struct, frozen=True, kw_only=True):
    """How two bots are compared. The test is looked at after every ``block`` boards, so the answer does not depend on who played them."""

    test: Hypotheses = Hypotheses()
    rules: str = "setback"
    seed: str = "random"
    unit: Literal["games", "hands"] = "games"
    max_boards: int = 5000
    block: int = 25
    players: int | None = None
    settings: Mapping[str, str] = {}
    record: Literal["games", "hands"] = "hands"


def planned(candidate: Entrant, baseline: Entrant, plan: Plan, *, typed: bool = False) -> TournamentSpec:
    """The tournament of two that ``plan`` stands for. Two bots of one name are called candidate and baseline.

    Complaints name the options of the command line if the plan was ``typed`` there, otherwise its fields.
    Raises ConfigError for a rule set that is not for two sides or a test that cannot be; BotLoadError for a bot that cannot be used.
    """
    _check(plan.test, "--" if typed else "")
    entrants = [_entrant(candidate), _entrant(baseline)]
    names = [resolve(one["bot"], Path(), name=one.get("name")).name for one in entrants]
    if names[0] == names[1]:
        names = ["candidate", "baseline"]
    entrants = [{**one, "name": name} for one, name in zip(entrants, names, strict=True)]
    match = {"boards": plan.max_boards, "block": min(plan.block, plan.max_boards), "unit": plan.unit}
    overrides = Overrides(seed=plan.seed, rules=(plan.rules,), players=plan.players, settings=plan.settings)
    data = {"name": "-vs-".join(names)[:80].strip(), "rules": plan.rules, "match": match, "entrants": entrants, "record": plan.record}
    try:
        _check_sides(plan)
        return tournament_of(data, overrides)
    except ConfigError as error:
        if typed:
            raise
        raise _of_fields(error) from None


def compare(spec: TournamentSpec, plan: Plan, folder: Path, executor: Executor, *, hear: Heard | None = None) -> Comparison:
    """Plays ``spec`` (of ``planned``) in ``folder`` until the test of ``plan`` is decided or its boards are used up.

    What the folder holds already is not played again, also when there were fewer boards to play then. ``hear`` is told how things stand
    after every block. The same for every executor.
    """
    tally = _tally(spec, plan.test)
    run = open_run(folder, spec, resolved_text(spec), extend=True)
    logged = structs.replace(run.spec, logs=str((folder / "logs").absolute()))
    with run.store, closing(run_in_order(logged, run.store, executor)) as results:
        for result in results:
            tally.take(result.games)
            if hear is not None:
                hear(tally.comparison(plan.max_boards))
            if tally.verdict != "undecided":
                break
    found = tally.comparison(plan.max_boards)
    faults = tuple(structs.replace(one, command=_words("rerun", folder, game_name(one.board, one.leg))) for one in found.first_faults)
    boards = found.most_different
    if spec.record == "hands":
        boards = tuple(structs.replace(one, command=_words("replay", folder, game_name(one.board))) for one in boards)
    return structs.replace(found, first_faults=faults, most_different=boards)


def fresh_folder(spec: TournamentSpec) -> Path:
    """A folder under ``runs`` named for the two bots in which nothing has been played yet."""
    return next(folder for folder in _folders(spec.name) if not (folder / RESULTS).exists() and not (folder / TOURNAMENT).exists())


def _folders(name: str) -> Iterator[Path]:
    yield RUNS / name
    number = 2
    while True:
        yield RUNS / f"{name}-{number}"
        number += 1


def _tally(spec: TournamentSpec, test: Hypotheses) -> Tally:
    candidate, baseline = (bot.name for bot in spec.entrants)
    rules = spec.rules[0]
    return Tally(test, Sides(candidate, baseline, rules.name), rules.table.sides[0][0])


def _entrant(bot: Entrant) -> dict[str, Any]:
    if not isinstance(bot, str):
        return dict(bot)
    name, equals, rest = bot.partition("=")
    if not equals or "/" in name:
        return {"bot": bot}
    if not name or not rest:
        raise BotLoadError(f"{bot!r} is not NAME=BOT; expected something like old=v1/mybot.py")
    return {"name": name, "bot": rest}


def _words(command: str, folder: Path, game: str) -> str:
    return shlex.join(["arena", command, str(folder), game])


def _of_fields(error: ConfigError) -> ConfigError:
    """The faults without the options they would have come from: nobody typed those."""
    return ConfigErrors(
        [
            ConfigError(fault.message, line=fault.line, key=fault.key) if _OPTION.match(fault.source or "") else fault
            for fault in faults_of(error)
        ]
    )


def _check_sides(plan: Plan) -> None:
    try:
        rules = with_overrides(plan.rules, plan.settings, players=plan.players)
    except ConfigError:
        return  # It is told of, with everything else, where the tournament is made.
    sides = len(rules.table.sides)
    if sides != 2:
        raise ConfigError(f"a comparison needs a rule set with two sides; {rules.name} has {sides}")


def _check(test: Hypotheses, dashes: str) -> None:
    kind = "points" if test.by == "points" else "elo"
    names = (f"{dashes}{kind}0", f"{dashes}{kind}1")
    most = _FARTHEST["points" if test.by == "points" else test.scale]
    for key, value in zip(names, (test.low, test.high), strict=True):
        if not abs(value) <= most:
            raise ConfigError(f"{key} {value:g} is not allowed; expected a number from {-most} to {most}")
    if test.low >= test.high:
        raise ConfigError(f"{names[0]} {test.low:g} has to be less than {names[1]} {test.high:g}")
    if test.high - test.low < _CLOSEST:
        raise ConfigError(
            f"{names[0]} {test.low:g} and {names[1]} {test.high:g} are too close to be told apart; at least {_CLOSEST:g} apart"
        )
    for key, risk in ((f"{dashes}alpha", test.alpha), (f"{dashes}beta", test.beta)):
        if not 0 < risk < 0.5:
            raise ConfigError(f"{key} {risk:g} is not allowed; expected a chance above 0 and below 0.5")
