"""A tournament file, and what a command line changes in it, turned into a TournamentSpec; knows nothing of playing or of results."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from unicodedata import normalize

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from arena import formats
from arena.errors import BotLoadError, ConfigError
from arena.pitch.ruleset import RuleSet
from arena.rulesets import from_node, resolved_mapping
from arena.rulesets.checking import Complaints, Reader, faults_of, leaf, nearest, refused, section, text_fault, text_line
from arena.rulesets.reading import Node, merged, read, wrapped
from arena.rulesets.schema import rules_schema, struct_schema
from arena.seats.bot import BotSpec
from arena.seats.loader import FOLDER_FILE, resolve_command
from arena.seats.loader import resolve as resolve_bot
from arena.seats.places import Bounds, try_out, where_of
from arena.seats.process import Clock
from arena.seats.sandbox import required
from arena.tournament.spec import Faults, Format, Isolation, Limits, MatchRules, Rating, TournamentSpec

ENTRANT = "a bot's name or path, {bot: …, name: …, options: …}, {command: […], name: …} or {glob: …}"
RULES = "the name or path of a rule set, a mapping such as {extends: setback, game: {target: 11}}, or a list of these"
SECTIONS = {"match": MatchRules, "limits": Limits, "faults": Faults, "rating": Rating}
ELSEWHERE = {name: f"{key}.{name}" for key, cls in reversed(SECTIONS.items()) for name in cls.__struct_fields__} | {"bots": "entrants"}
SEATS = range(2, 8)
FRACTION = r"^(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)$"
MEANINGS = {
    "name": "What the tournament and its run folder are called; by default the file's name.",
    "rules": "The rule set to play: its name, its path, or a mapping; or a list of these, with standings for each.",
    "players": "How many sit at a table, where the rule set leaves it open.",
    "seed": "What everything random is drawn from: a number, a text, or random for a secret seed that is published at the end.",
    **formats.MEANINGS,
    "match": "How much is played and how results count.",
    "match.boards": "How many boards each table plays, each of them in every seating.",
    "match.block": "How many boards make one match, the unit of work and of saving.",
    "match.unit": "Whether a board is a game to the target or a single hand.",
    "match.deals": "Whether all tables play the same cards or each its own.",
    "match.seating": "Which seatings of a board are played.",
    "entrants": "The bots, at least two.",
    "isolation": "Where bots run: inline, in the arena's own processes, for bots you trust; process, each in one of its own; "
    "sandbox, shut in there as well; auto: installed bots inline, files and commands in a process.",
    "limits": "How long bots may think and how much memory they may use, where they run in processes of their own.",
    "limits.decision": "Seconds for one decision.",
    "limits.game": "Seconds of thinking for one seat in one game.",
    "limits.start": "Seconds to start a bot.",
    "limits.memory_mb": "Memory in MiB.",
    "limits.grace": "Seconds that a late answer is forgiven, because a machine may be slow.",
    "faults": "What faults cost.",
    "faults.strikes": "How many strikes of one seat in one game lose the game.",
    "faults.strike_for": "Which faults count a strike; every other loses the game at once.",
    "faults.suspect": "The share of games with faults above which a report calls the run suspect.",
    "rating": "The parameters of TrueSkill.",
    "rating.draw_probability": "The share of draws to expect; auto takes it from the results.",
    "rating.unit": "What is rated as one result: every game, or a duplicate (all legs of a board) as a whole.",
    "rating.anchor": "Entrants and the mu they shall have (on average, if several), so that ratings of different runs compare.",
    "record": "Whether the results of games are kept, or every hand card by card as well.",
}

Broken = Callable[[BotLoadError], object]


class TournamentFile(Struct, frozen=True, kw_only=True):
    """The keys of a tournament file, as they may be written."""

    name: str = ""
    rules: Any = None
    players: Annotated[int, Meta(ge=2, le=7)] | None = None
    seed: int | str = "random"
    format: Format = "round-robin"
    match: MatchRules = MatchRules()
    entrants: Any = None
    challengers: tuple[str, ...] = ()
    seeding: tuple[str, ...] | Literal["random"] = ()
    isolation: Isolation = "auto"
    limits: Limits = Limits()
    faults: Faults = Faults()
    rating: Rating = Rating()
    record: Literal["games", "hands"] = "games"


class Overrides(Struct, frozen=True, kw_only=True):
    """What a command line puts in the place of a file's values; paths of ``rules`` are relative to the current folder.

    ``settings`` are rule set knobs by dotted key (see ``arena.rulesets.settings``). A ``seed`` of digits is a number.
    """

    seed: str | None = None
    boards: int | None = None
    rules: tuple[str, ...] = ()
    players: int | None = None
    record: Literal["games", "hands"] | None = None
    settings: Mapping[str, str] = {}


class EntrantForm(Struct, frozen=True, kw_only=True):
    """The keys of an entrant that is written as a mapping."""

    bot: str = ""
    command: Annotated[tuple[str, ...], Meta(min_length=1)] = ()
    name: str = ""
    options: dict[str, Any] = {}
    python: str = ""
    env: dict[str, str] = {}
    folder: str = ""
    glob: str = ""


class _Entrant(NamedTuple):
    node: Node
    key: str
    form: dict[str, Any]


def load_tournament(path: Path, overrides: Overrides | None = None, *, on_broken: Broken | None = None) -> TournamentSpec:
    """The tournament in a YAML file, its rule sets loaded and its bots found and tried; the seed ``random`` stays that word.

    Raises ConfigErrors with every fault in the file and BotLoadError for bots that cannot be used; given ``on_broken``, such a bot is
    left out and handed to it instead.
    """
    return _spec(read(path), path.parent, overrides or Overrides(), on_broken, path.stem)


def tournament_of(data: Mapping[str, Any], overrides: Overrides | None = None, *, on_broken: Broken | None = None) -> TournamentSpec:
    """As ``load_tournament``, from a mapping with a file's keys; paths in it are relative to the current folder."""
    return _spec(wrapped(data), Path(), overrides or Overrides(), on_broken, "tournament")


def resolved_text(spec: TournamentSpec) -> str:
    """The tournament as a file of its own: everything written out, bots by absolute path; loading it gives an equal spec."""
    import yaml

    data: dict[str, Any] = msgspec.to_builtins(spec)
    data["rules"] = [resolved_mapping(rules) for rules in spec.rules]
    data.pop("logs")
    for key in ("challengers", "seeding"):
        if not data[key]:
            del data[key]
    keys = ("bot", "command", "name", "options", "python", "env", "folder")
    data["entrants"] = [{key: bot[key] for key in keys if bot.get(key)} for bot in data["entrants"]]
    heading = "# The tournament with everything written out that its file left open.\n"
    return heading + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=120)


def tournament_schema() -> dict[str, Any]:
    """The JSON Schema of a tournament file; rule sets written out in it are checked by the schema of rule files."""
    rules = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/RuleSet"}]}
    wider = {
        "seed": {"type": ["integer", "string"]},
        "rules": {"anyOf": [*rules["anyOf"], {"type": "array", "minItems": 1, "items": rules}]},
        "entrants": {"type": "array", "minItems": 1, "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/EntrantForm"}]}},
        **{
            f"rating.{name}": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": FRACTION}]}
            for name in ("mu", "sigma", "beta", "tau")
        },
    }
    schema = struct_schema(TournamentFile, "A tournament of Pitch Arena", wider, MEANINGS)
    entrant = struct_schema(EntrantForm, "An entrant", {}, {})
    schema["$defs"] |= entrant["$defs"] | rules_schema()["$defs"]
    schema["$defs"]["TournamentFile"]["required"] = ["rules", "entrants"]
    return schema


def _spec(file: Node, base: Path, overrides: Overrides, on_broken: Broken | None, name: str) -> TournamentSpec:
    node = merged(file, _changes(overrides))._replace(source=file.source)
    complaints = Complaints()
    values = section(TournamentFile, node, complaints, special=_special(base, overrides, node), elsewhere=ELSEWHERE)
    values = {"name": name, "seed": "random"} | values
    _check_whole(values, node, complaints)
    formats.check_keys(values, node, complaints)
    complaints.done()
    values.pop("players", None)
    values |= {key: msgspec.convert(values[key], cls) for key, cls in SECTIONS.items() if key in values}
    isolation, limits, wanted = values.get("isolation", "auto"), values.get("limits", Limits()), len(values["entrants"])
    if isolation == "sandbox":
        required()
    clock = Clock(limits.decision, limits.game, limits.start, limits.grace)
    values["entrants"] = _bots(values["entrants"], base, on_broken, isolation, Bounds(clock, limits.memory_mb, 1))
    formats.settle(values, values["entrants"], node, left_out=on_broken is not None)
    spec = formats.suited(TournamentSpec(**values), node)
    if wanted == len(spec.entrants):
        _check_anchor(spec.rating.anchor, [bot.name for bot in spec.entrants], node)
    return spec


def _changes(overrides: Overrides) -> Node:
    changes: dict[str, Node] = {}
    if overrides.seed is not None:
        seed = int(overrides.seed) if re.fullmatch(r"-?[0-9]{1,1000}", overrides.seed) else overrides.seed
        changes["seed"] = Node(seed, "--seed")
    if overrides.boards is not None:
        changes["match"] = Node({"boards": Node(overrides.boards, "--boards")}, "--boards")
    if overrides.rules:
        changes["rules"] = Node([Node(text, "--rules") for text in overrides.rules], "--rules")
    told = {"players": overrides.players, "record": overrides.record}
    changes |= {key: Node(value, f"--{key}") for key, value in told.items() if value is not None}
    return Node(changes)


def _check_whole(values: dict[str, Any], node: Node, complaints: Complaints) -> None:
    for key, wanted in (("rules", RULES), ("entrants", f"a list of at least two of these: {ENTRANT}")):
        if key not in node.value:
            complaints.add(node, key, f"is missing; expected {wanted}")
    name = values["name"]
    fault = text_fault(name)
    if fault is None and (set(name) & set("/\\") or name.startswith(".")):
        fault = f"{name!r} names the run's folder; expected no / or \\ in it and no dot at its beginning"
    if fault and not complaints.spoiled("name"):
        complaints.add(node.get("name") or node, "name", fault)
    if not complaints.spoiled("entrants") and len(values["entrants"]) < 2:
        complaints.add(node.value["entrants"], "entrants", _too_few(len(values["entrants"])))


def _too_few(number: int) -> str:
    return f"a tournament needs at least two entrants; there {'is' if number == 1 else 'are'} {number or 'none'}"


def _special(base: Path, overrides: Overrides, node: Node) -> dict[str, Reader]:
    """How to read the keys whose written form is not their type."""
    return {
        "name": text_line,
        "rules": lambda value, key, complaints: _rules(value, key, complaints, base, overrides.settings, node.get("players")),
        "seed": _seed,
        **formats.readers(),
        "entrants": lambda value, key, complaints: _entrants(value, key, complaints, base),
        "rating.anchor": _anchor,
        **{f"rating.{field.name}": _number(field.type) for field in msgspec.structs.fields(Rating) if field.name not in ("unit", "anchor")},
    }


def _number(kind: Any) -> Reader:
    """Reads a number that may be written as a fraction, 25/3."""

    def read(node: Node, key: str, complaints: Complaints) -> Any:
        match = re.match(FRACTION, node.value) if isinstance(node.value, str) else None
        if match is not None and float(match[2]):
            node = node._replace(value=float(match[1]) / float(match[2]))
        return leaf(kind, node, key, complaints)

    return read


def _anchor(node: Node, key: str, complaints: Complaints) -> Any:
    if not isinstance(node.value, dict):
        complaints.add(node, key, refused(node, "a mapping of entrants to the mu they shall have, such as {random: 10}"))
        return UNSET
    number = _number(msgspec.structs.fields(Rating)[0].type)
    found = {name: number(value, f"{key}.{name}", complaints) for name, value in node.value.items()}
    return UNSET if complaints.spoiled(key) else found


def _check_anchor(anchor: Mapping[str, float], names: list[str], file: Node) -> None:
    complaints, node = Complaints(), file.value.get("rating", file)
    for name in anchor:
        if name not in names:
            complaints.add(node, f"rating.anchor.{name}", f"no entrant is called {name!r}{nearest(name, names)}")
    complaints.done()


def _seed(node: Node, key: str, complaints: Complaints) -> Any:
    if isinstance(node.value, str):
        return text_line(node, key, complaints)
    return leaf(int, node, key, complaints, "a whole number, a text, or random")


def _rules(node: Node, key: str, complaints: Complaints, base: Path, settings: Mapping[str, str], players: Node | None) -> Any:
    items = node.value if isinstance(node.value, list) else [node]
    if not items:
        complaints.add(node, key, refused(node, RULES))
    seats = players if players is not None and type(players.value) is int and players.value in SEATS else None
    found: list[RuleSet] = []
    for item in items:
        if not isinstance(item.value, (str, dict)):
            complaints.add(item, key, refused(item, RULES))
            continue
        try:
            rules = from_node(item, Path() if item.source == "--rules" else base, settings, players=seats)
        except ConfigError as error:
            complaints.take(key, (_within(key, fault, node, seats) for fault in faults_of(error)))
            continue
        if any(rules.name == other.name for other in found):
            complaints.add(item, key, f"two rule sets are called {rules.name!r}; give one of them a name: of its own")
        found.append(rules)
    return UNSET if complaints.spoiled(key) else tuple(found)


def _within(key: str, fault: ConfigError, node: Node, players: Node | None) -> ConfigError:
    """A fault in a rule set, told as one of the tournament file if it stands there."""
    if players is not None and (fault.key, fault.source, fault.line) == ("table.players", players.source, players.line):
        return players.fault(fault.message, "players")
    if fault.source != node.source or fault.key in (None, key):
        return fault
    return ConfigError(fault.message, source=fault.source, line=fault.line, key=f"{key}.{fault.key}")


def _entrants(node: Node, key: str, complaints: Complaints, base: Path) -> Any:
    if not isinstance(node.value, list):
        complaints.add(node, key, refused(node, f"a list, each entrant {ENTRANT}"))
        return UNSET
    found: list[_Entrant] = []
    for place, item in enumerate(node.value):
        found += _entrant(item, f"{key}[{place}]", complaints, base)
    return UNSET if complaints.spoiled(key) else found


def _entrant(node: Node, key: str, complaints: Complaints, base: Path) -> list[_Entrant]:
    if isinstance(node.value, str):
        return [_Entrant(node, key, {"bot": node.value})]
    if not isinstance(node.value, dict):
        complaints.add(node, key, refused(node, ENTRANT))
        return []
    form = section(EntrantForm, node, complaints, key=key, special={f"{key}.name": text_line})
    if not complaints.spoiled(key):
        _check_entrant(form, node, key, complaints)
    if complaints.spoiled(key):
        return []
    if "glob" not in form:
        return [_Entrant(node, key, form)]
    paths = sorted(path for path in glob.glob(form["glob"], root_dir=base, recursive=True) if not Path(path).name.startswith("_"))
    if not paths:
        complaints.add(node, f"{key}.glob", f"nothing in {str(base)!r} matches {form['glob']!r}")
    # A folder's bot is called as the folder, so that the many bot.py of a class have names of their own.
    bots = [os.path.dirname(path) if os.path.basename(path) == FOLDER_FILE and os.path.dirname(path) else path for path in paths]
    return [_Entrant(node, key, {"bot": bot}) for bot in bots]


def _check_entrant(form: dict[str, Any], node: Node, key: str, complaints: Complaints) -> None:
    if sum(word in form for word in ("bot", "command", "glob")) != 1:
        complaints.add(node, key, f"an entrant has one of bot:, command: and glob:; expected {ENTRANT}")
    if "glob" in form and len(node.value) > 1:
        complaints.add(node, key, "glob: stands for many bots and has nothing beside it")
    if "command" in form and "python" in form:
        complaints.add(node, key, "python: goes with bot:; in a command the interpreter is its first word")
    if "command" in form and "name" not in form:
        complaints.add(node, key, "an entrant with a command: needs a name: as well")
    if "bot" in form and "folder" in form:
        complaints.add(node, key, "folder: goes with command:; a bot in several files is named by its folder")


def _found(form: dict[str, Any], base: Path) -> BotSpec:
    """The bot an entrant names; runs nothing. Raises BotLoadError."""
    more = {key: form[key] for key in ("name", "options", "env") if key in form}
    if "command" in form:
        return resolve_command(form["command"], base, folder=form.get("folder"), **more)
    bot = resolve_bot(form["bot"], base, name=form.get("name"), options=form.get("options"))
    if "python" not in form:
        return replace(bot, env=form.get("env", {}))
    python = os.path.abspath(base / Path(form["python"]).expanduser())
    if not os.access(python, os.X_OK) or os.path.isdir(python):
        raise BotLoadError(f"{form['python']}: no program to run; python: is the path of an interpreter, such as venv/bin/python")
    return replace(bot, python=python, env=form.get("env", {}))


def _bots(entrants: Iterable[_Entrant], base: Path, on_broken: Broken | None, isolation: Isolation, bounds: Bounds) -> tuple[BotSpec, ...]:
    """The entrants' bots, found and started where they will run."""
    found: list[tuple[BotSpec, Node]] = []
    broken: list[BotLoadError] = []
    for entrant in entrants:
        try:
            bot = _found(entrant.form, base)
            try_out(bot, where_of(bot, isolation), bounds)
            found.append((bot, entrant.node))
        except BotLoadError as error:
            node = entrant.node
            broken.append(error if node.source is None else BotLoadError(f"{node.source}:{node.line}: {entrant.key}: {error}"))
    _check_names(found)
    if broken and on_broken is None:
        raise BotLoadError("\n".join(map(str, broken)))
    if on_broken is not None:
        for failure in broken:
            on_broken(failure)
    if len(found) < 2:
        raise ConfigError(f"without the bots that cannot be loaded {_too_few(len(found)).removeprefix('a tournament ')}")
    return tuple(bot for bot, _ in found)


def _check_names(bots: Iterable[tuple[BotSpec, Node]]) -> None:
    complaints = Complaints()
    first: dict[str, Node] = {}
    for bot, node in bots:
        name = normalize("NFC", bot.name)
        if fault := text_fault(bot.name):
            complaints.add(node, "entrants", f"{fault}; give the entrant a name:")
        if name in first:
            line = first[name].line
            own = f", here and in line {line}; give one of them a name: of its own" if line else "; call one otherwise: NAME=BOT"
            complaints.add(node, "entrants", f"two entrants are called {bot.name!r}{own}")
        first.setdefault(name, node)
    complaints.done()
