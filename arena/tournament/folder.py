"""A run's folder: beginning a tournament in it, or continuing one that is the same in all that decides results; plays nothing itself."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from arena.errors import StoreError
from arena.seeds import Seed
from arena.tournament import schedule
from arena.tournament.spec import TournamentSpec
from arena.tournament.store import Store

TOURNAMENT: Final = "tournament.yaml"
RESULTS: Final = "results.sqlite"
RANDOM: Final = "random"
_EMPTY: Final = ("lock", "logs", "report")
"""What a run that was stopped before it began may have left."""
_ABSENT: Final = "absent"
_BOARDS: Final = "match.boards"
_WORDS: Final = ("title", "about", "source")
_SAME: Final = ("format", "match", "limits", "faults", "isolation", "record")


class Run(NamedTuple):
    """A run that can be played on: the tournament with its true seed, the open store, whether it had begun before, what changed since."""

    spec: TournamentSpec
    store: Store
    resumed: bool
    notes: tuple[str, ...] = ()


def open_run(folder: Path, spec: TournamentSpec, text: str, *, extend: bool = False) -> Run:
    """Begins ``spec`` in ``folder``, or continues it there; ``text`` is the resolved tournament file, kept in the folder.

    The seed ``random`` is drawn when a run begins and stays with it. The matches of a bot that has changed are forgotten, to be played
    again, and with ``extend`` there may be further entrants and boards; all are told in the run's notes. Raises StoreError when the
    folder cannot be used, when another arena is at work in it, or when it holds a run that differs in anything else that decides
    results; each difference is named.
    """
    try:
        _refuse_foreign(folder)
        for part in (folder, folder / "logs", folder / "report"):
            part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{error.filename or folder}: the run folder cannot be made: {error.strerror}") from error
    store = Store.write(folder / RESULTS)
    try:
        resumed = not store.is_new
        true = _continued(store, spec, extend=extend) if resumed else _drawn(spec)
        notes = tuple(_brought_up(store, true)) if resumed else ()
        _keep(folder / TOURNAMENT, text)
        if resumed:
            store.describe(true)
        else:
            store.begin(true, {"seed_given": spec.seed, "seed_commitment": commitment(true.seed)})
    except BaseException:
        store.close()
        raise
    return Run(true, store, resumed, notes)


def _refuse_foreign(folder: Path) -> None:
    """Nothing of the user's is ever written over: a new run begins in a new or empty folder."""
    if not folder.is_dir() or (folder / RESULTS).exists():
        return
    others = sorted(path.name for path in folder.iterdir() if path.name not in _EMPTY)
    if others:
        raise StoreError(f"{folder}: it holds {others[0]} and no run; a run begins in a new or empty folder, say which with --out")


def commitment(seed: Seed) -> str:
    """The SHA-256, hexadecimal, of the seed as JSON: digits for a number, the text in double quotes for a text."""
    return sha256(json.dumps(seed).encode()).hexdigest()


def differences(was: TournamentSpec, now: TournamentSpec, *, extend: bool = False) -> list[str]:
    """A line ``key: was → now`` for everything but the seed that keeps a run from being continued; empty if it can be.

    Another content or other options of a bot do not; further entrants and boards do not if the run is to be extended and its format
    allows that.
    """
    before, after = (dict(_flat("", _deciding(spec, {bot.name for bot in was.entrants} if extend else None))) for spec in (was, now))
    longer = now.match.boards > was.match.boards and schedule.can_grow(was) and schedule.can_grow(now)
    if longer and extend:
        before[_BOARDS] = after[_BOARDS]
    keys = [*before, *(key for key in after if key not in before)]
    lines = {key: f"{key}: {before.get(key, _ABSENT)} → {after.get(key, _ABSENT)}" for key in keys if before.get(key) != after.get(key)}
    if longer and _BOARDS in lines:
        lines[_BOARDS] += "; arena run FILE --extend plays what is new"
    return [*lines.values(), *_attendance(was, now, extend=extend)]


def _attendance(was: TournamentSpec, now: TournamentSpec, *, extend: bool) -> Iterator[str]:
    before, after = _contents(was), _contents(now)
    for name in sorted(before.keys() - after.keys()):
        yield f"entrants.{name}: has left; arena report RUN --withdraw {name} shows the standings without it"
    for name in sorted(after.keys() - before.keys()):
        if not extend:
            yield f"entrants.{name}: is new; arena run FILE --extend plays what is new"
        elif not (schedule.can_grow(was) and schedule.can_grow(now)):
            yield f"entrants.{name}: is new, and changes who meets whom; it needs a run of its own"


def _brought_up(store: Store, now: TournamentSpec) -> Iterator[str]:
    """Forgets what the run's changed bots have played, and what only followed from that; a sentence for everything that changed."""
    before, after = _contents(store.spec), _contents(now)
    was, will = store.spec.match, now.match.boards
    if was.boards != will:
        # A last block that was shorter than the others becomes one like them.
        store.remove([key for key in store if key.board + was.block - 1 > was.boards])
        store.note(results=None)
        yield f"{will:,} boards in place of {was.boards:,}; only what is new is played"
    changed = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    stale = [key for key in store if changed.intersection(key.table)] if changed else []
    for name in sorted(changed):
        matches = sum(name in key.table for key in stale)
        yield f"{name} has changed since it last played; its {matches:,} match{'es are' if matches != 1 else ' is'} played again"
    store.remove(stale)
    if before != after:
        store.note(results=None)
    if changed and schedule.feeds_on_results(now):
        known = {match.key for match in schedule.next_specs(now, store.outcomes())}
        store.remove([key for key in store if key not in known])
    for name in sorted(after.keys() - before.keys()):
        yield f"{name} is new; only its matches are played"


def _drawn(spec: TournamentSpec) -> TournamentSpec:
    return structs.replace(spec, seed=secrets.token_hex(16)) if spec.seed == RANDOM else spec


def _continued(store: Store, spec: TournamentSpec, *, extend: bool) -> TournamentSpec:
    was, given = store.spec, store.facts()["seed_given"]
    found = differences(was, spec, extend=extend)
    if spec.seed not in (given, was.seed):
        found.insert(0, f"seed: {given} → {spec.seed}")
    if found:
        lines = "".join(f"\n  {line}" for line in found)
        raise StoreError(f"{store.path.parent}: this run began differently; give --out another folder, or undo what changed:{lines}")
    return structs.replace(spec, seed=was.seed)


def _deciding(spec: TournamentSpec, only: set[str] | None) -> dict[str, Any]:
    """What decides results, entrants aside; of the lists of names those of ``only``."""
    fields = msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(spec), TournamentSpec))  # 60 and 60.0 are one float then
    rules = [{key: value for key, value in rules.items() if key not in _WORDS} for rules in fields["rules"]]
    lists = {key: value if only is None or value == RANDOM else [name for name in value if name in only] for key, value in _lists(fields)}
    return {"rules": rules, **{key: fields[key] for key in _SAME}, **lists}


def _lists(fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in ("challengers", "seeding"):
        yield key, fields[key]


def _contents(spec: TournamentSpec) -> dict[str, str]:
    """What decides how each entrant plays, by name."""
    fields = msgspec.to_builtins(spec.entrants)
    return {bot["name"]: f"{_content(bot)} {_line(bot.get('options', {}))}" for bot in fields}


def _content(bot: dict[str, Any]) -> str:
    """What decides how an entrant plays, wherever it lies: its content; for a command without one, the command."""
    digest = bot.get("digest", "")[:16]
    words = (Path(word).name if digest and os.path.isabs(word) else word for word in bot.get("command", ()))
    env = _line(bot["env"]) if bot.get("env") else None
    parts = (digest or bot.get("bot"), *words, bot.get("python"), env)
    return " ".join(str(part) for part in parts if part)


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else key, inner)
    elif isinstance(value, list | tuple) and any(isinstance(inner, dict) for inner in value):
        for index, inner in enumerate(value):
            yield from _flat(f"{prefix}[{index}]", inner)
    else:
        yield prefix, value if isinstance(value, str) else _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _keep(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise StoreError(f"{path}: it cannot be written: {error.strerror}") from error
