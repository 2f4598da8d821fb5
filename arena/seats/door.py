"""Checking a bot at the door: which class of a module it is, and whether it can be called as a bot; knows nothing of files or seats."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from contextlib import AbstractContextManager
from difflib import get_close_matches
from types import ModuleType
from typing import Any

from arena.errors import BotLoadError
from arena.seats.bot import Bot, adopted

REQUIRED = ("bid", "play")
OPTIONAL = ("name_trump", "discard", "burn", "game_started", "hand_ended", "game_ended")
WHAT_A_BOT_IS = "a bot is a class with the methods bid(self, view) and play(self, view)"


def admitted(module: ModuleType, wanted: str | None, where: str, blame: AbstractContextManager[None]) -> type[Bot]:
    """The bot in ``module``: the class called ``wanted``, or the only one there is, completed with Bot's defaults.

    ``where`` stands at the start of every complaint; ``blame`` turns what the bot raises while one is made for trial into one.
    Raises BotLoadError.
    """
    cls = _named(module, wanted, where) if wanted else _only(module, where)
    _check_class(cls, where)
    with blame:
        bot = cls()
    for name in (*REQUIRED, *OPTIONAL):
        _check_method(cls, bot, name, where)
    try:
        return adopted(cls)
    except TypeError as error:
        raise BotLoadError(f"{where}: {cls.__name__} cannot take Bot's defaults ({error}); derive it from arena.Bot") from error


def nearest(word: str, names: Iterable[str]) -> str:
    """``; did you mean …?`` with the name most like ``word``, or nothing."""
    near = get_close_matches(word, list(names), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def misnamed(cls: type) -> list[tuple[str, str]]:
    """Methods that are never called, each with the one of a bot's methods that it is named almost like."""
    missing = [name for name in OPTIONAL if not _has(cls, name)]
    pairs = [(name, get_close_matches(name, missing, n=1, cutoff=0.8)) for name in sorted(_written(cls)) if callable(getattr(cls, name))]
    return [(name, near[0]) for name, near in pairs if near]


def _classes(module: ModuleType) -> dict[str, type]:
    return {name: cls for name, cls in inspect.getmembers(module, inspect.isclass) if cls is not Bot and not name.startswith("_")}


def _named(module: ModuleType, wanted: str, where: str) -> Any:
    found: Any = module
    for name in wanted.split("."):
        found = getattr(found, name, None)
    if found is None:
        raise BotLoadError(f"{where}: no class {wanted} in it{nearest(wanted, _classes(module))}")
    if not inspect.isclass(found):
        raise BotLoadError(f"{where}: {wanted} is no class but a {type(found).__name__}; {WHAT_A_BOT_IS}")
    return found


def _only(module: ModuleType, where: str) -> type:
    """The one bot written in ``module``, or (if it has no class of its own) imported into it."""
    classes = list(_classes(module).values())
    own = [cls for cls in classes if cls.__module__.partition(".")[0] == module.__name__] or classes
    bots = [cls for cls in own if all(_has(cls, name) for name in REQUIRED) and not inspect.isabstract(cls)]
    if len(bots) > 1:
        names = [cls.__name__ for cls in bots]
        raise BotLoadError(f"{where}: several bots in it, {', '.join(names)}; name one, as in {where}:{names[0]}")
    nearly = bots or [cls for cls in own if issubclass(cls, Bot) or any(_has(cls, name) for name in REQUIRED)]
    if not nearly:
        raise BotLoadError(f"{where}: no bot in it; {WHAT_A_BOT_IS}")
    return nearly[0]


def _has(cls: type, method: str) -> bool:
    """Whether ``cls`` has a ``method`` other than the base class's reminder that one is needed."""
    found = getattr(cls, method, None)
    return found is not None and found is not getattr(Bot, method)


def _check_class(cls: type, where: str) -> None:
    for name in REQUIRED:
        if not _has(cls, name):
            raise BotLoadError(f"{where}: {cls.__name__} has no {name}{_plain(getattr(Bot, name))}{nearest(name, _written(cls))}")
    if inspect.isabstract(cls):
        missing = ", ".join(sorted(getattr(cls, "__abstractmethods__", ())))
        raise BotLoadError(f"{where}: {cls.__name__} is abstract; write {missing}")
    try:
        inspect.signature(cls).bind()
    except TypeError as error:
        made = f"{cls.__name__}{_plain(cls)} cannot be made without arguments"
        raise BotLoadError(f"{where}: {made}; what a bot is to know goes into its options") from error


def _written(cls: type) -> set[str]:
    """The names an author gave in ``cls`` and its bases, leaving out those every bot has."""
    return {name for base in cls.__mro__ if base is not Bot for name in vars(base)} - set(dir(Bot))


def _check_method(cls: type, bot: object, name: str, where: str) -> None:
    method = getattr(bot, name, None)
    if method is None and name in OPTIONAL:
        return
    model = inspect.signature(getattr(Bot, name))
    expected = f"{name}{_plain(getattr(Bot, name))}"
    function = getattr(cls, name, method)
    code = getattr(function, "__code__", None)
    at = f"{where}:{code.co_firstlineno}: {cls.__name__}.{name}" if code else f"{where}: {cls.__name__}.{name}"
    if not callable(method):
        raise BotLoadError(f"{at} is {method!r}, not a method; it should be {expected}")
    if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
        raise BotLoadError(f"{at} is async; it should be a plain method, {expected}")
    if inspect.isgeneratorfunction(method):
        raise BotLoadError(f"{at} uses yield; it should return its answer, {expected}")
    try:
        inspect.signature(method).bind(*range(len(model.parameters) - 1))
    except TypeError:
        raise BotLoadError(f"{at}{_plain(function)} cannot be called as {expected}") from None


def _plain(function: Any) -> str:
    """A signature without its annotations: ``(self, view)``."""
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
