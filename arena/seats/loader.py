"""Finding, hashing and importing bots by the text that names them; knows nothing of rules, tables or tournament files."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache, lru_cache
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from shutil import which
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.errors import BotLoadError, in_one_line
from arena.seats.bot import Bot, BotSpec
from arena.seats.door import admitted, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "arena.bots"
FOLDER_FILE = "bot.py"
_PLACE_AND_CLASS = re.compile(r"(.+?)(?::([^\W\d][\w.]*))?")


class Listed(NamedTuple):
    """A bot in a list: its name, the first line of its docstring, and the file it stands in."""

    name: str
    about: str
    file: str


class Found(NamedTuple):
    """Found a bot's class is: in ``module`` (installed; else empty), whose file is ``path``, or in the file or folder ``path``."""

    module: str
    path: Path
    cls: str | None

    @property
    def where(self) -> str:
        """The path as a person would write it."""
        return _shown(self.path)


@contextmanager
def _readable() -> Iterator[None]:
    """Turns what the system says against a bot's files into a BotLoadError."""
    try:
        yield
    except OSError as error:
        raise BotLoadError(f"{_shown(Path(str(error.filename)))}: {error.strerror}") from error


@_readable()
def resolve(text: str, base: Path, *, name: str | None = None, options: Mapping[str, object] | None = None) -> BotSpec:
    """The bot meant by ``text``: an entry point's name, ``file.py[:Class]``, a folder with a ``bot.py``, or ``package.module:Class``.

    Paths are relative to ``base`` and absolute in the result. The default name is the entry point's, the file's stem, the folder's name
    or the class's in lower case. Runs no bot. Raises BotLoadError if nothing of the kind is there.
    """
    bot = text if text in _entry_points() else _absolute(text, base)
    place = _placed(bot)
    by_default = bot if bot in _entry_points() else (place.cls or "").lower() if place.module else place.path.stem
    return BotSpec(name=name or by_default, bot=bot, options=dict(options or {}), digest=_digest(place.path))


def load(spec: BotSpec) -> type[Bot]:
    """The bot's class, which can be called without arguments; one that only looks like a bot comes with Bot's defaults.

    A bot is imported once in a process. Raises BotLoadError, one sentence, if it is not there, not what ``spec.digest`` says, cannot be
    imported or made, or lacks a method.
    """
    if spec.bot is None:
        raise BotLoadError(f"{spec.name} is a command, not a Python bot; it can only play in a process of its own")
    return _load(spec.bot, spec.digest)


def place_of(spec: BotSpec) -> Found:
    """Where a Python bot's code is. Raises BotLoadError if it is not there."""
    return _placed(str(spec.bot))


def is_installed(spec: BotSpec) -> bool:
    """Whether a bot comes with an installed package, by entry point or as a module; files and commands do not."""
    return spec.bot is not None and _is_installed(spec.bot)


@lru_cache(1 << 12)  # asked of every seat of every match of a schedule
def _is_installed(bot: str) -> bool:
    return bot in _entry_points() or not os.path.isabs(split(bot)[0])


def spelled_out(bot: str) -> str:
    """``bot`` as ``package.module:Class`` if it is an entry point's name: so it is found without looking names up, which takes long."""
    point = _entry_points().get(bot)
    return point.value if point else bot


@_readable()
def resolve_command(words: Sequence[str], base: Path, *, folder: str | None = None, **more: Any) -> BotSpec:
    """The bot that a command starts: a word that names a file in ``folder`` (relative to ``base``; or in ``base``) becomes its path.

    ``more`` is what else a BotSpec holds. Raises BotLoadError if there is no such program or folder.
    """
    home = Path(os.path.abspath(base / folder)) if folder else base
    if not home.is_dir():
        raise BotLoadError(f"{_shown(home)}: no such folder; a command's folder holds its files")
    files = [Path(os.path.abspath(home / word)) for word in words]
    command = tuple(str(file) if file.is_file() else word for file, word in zip(files, words, strict=True))
    if which(command[0]) is None:
        raise BotLoadError(f"{command[0]}: no such program is installed, and no file of that name that can be run is in {_shown(home)}")
    own = [file for file in files if file.is_file()]
    digest = _digest(home) if folder else sha256("".join(map(_digest, own)).encode()).hexdigest() if own else ""
    return BotSpec(command=command, folder=str(home) if folder else None, digest=digest, **more)


def available() -> list[Listed]:
    """The bots that installed packages offer, by name; one that cannot be loaded says so in its ``about``."""
    return [_listed(resolve(name, Path())) for name in sorted(_entry_points())]


def available_names() -> list[str]:
    """The names of the bots that installed packages offer."""
    return sorted(_entry_points())


def described(spec: BotSpec) -> Listed:
    """``spec``'s bot for a list. Raises BotLoadError if it cannot be loaded."""
    if spec.bot is None:
        return Listed(spec.name, "", " ".join(spec.command))
    doc = load(spec).__doc__ or ""
    return Listed(spec.name, in_one_line(doc.strip().partition("\n")[0]), _placed(spec.bot).where)


def _listed(spec: BotSpec) -> Listed:
    try:
        return described(spec)
    except BotLoadError as error:
        return Listed(spec.name, f"cannot be loaded: {error}", "")


@cache
def _load(bot: str, digest: str) -> type[Bot]:
    place = _placed(bot)
    now = _digest(place.path)
    if digest not in ("", now):
        raise BotLoadError(f"{place.where} has changed since the tournament began; put it back or start a new run")
    # What a bot prints must not get between the lines of a report on stdout.
    with redirect_stdout(sys.stderr):
        with _blame(place):
            module = importlib.import_module(place.module) if place.module else _import_file(place.path, now)
        return admitted(module, place.cls, place.where, _blame(place))


# Finding


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _absolute(text: str, base: Path) -> str:
    """``text`` with its path, if it is one, made absolute."""
    if not text:
        raise BotLoadError("a bot without a name; expected a bot's name, a file's path with .py at its end or package.module:Class")
    place, cls = split(text)
    path = Path(os.path.abspath(base / Path(place).expanduser()))
    if place.endswith(".py") or "/" in place or os.sep in place or path.is_dir():
        return f"{path}:{cls}" if cls else str(path)
    if cls:
        return text
    names = sorted(_entry_points())
    known = nearest(place, names) or f"; there are {', '.join(names)}, or write a file's path with .py at its end or package.module:Class"
    raise BotLoadError(f"no bot is called {text!r}{known}")


def _placed(bot: str) -> Found:
    """Found ``bot`` (as in a BotSpec) is; BotLoadError if it is not there."""
    point = None if ":" in bot or os.path.isabs(bot) else _entry_points().get(bot)
    place, cls = split(point.value if point else bot)
    if not os.path.isabs(place):
        return Found(place, _module_file(place, bot), cls)
    path = Path(place)
    if not path.exists():
        many = f"; many bots at once are an entrant {{glob: {bot}}}" if set(place) & set("*?[") else ""
        raise BotLoadError(f"{_shown(path)}: no such file{many or nearest(path.name, _names_in(path.parent))}")
    if path.is_dir() and not (path / FOLDER_FILE).is_file():
        raise BotLoadError(f"{_shown(path)}: no {FOLDER_FILE} in it; a folder is a bot if it holds one")
    if path.is_file() and path.suffix != ".py":
        raise BotLoadError(f"{_shown(path)}: not a Python file; a bot in another language is an entrant with a command")
    return Found("", path, cls)


def split(text: str) -> tuple[str, str | None]:
    """The place (a path, a module, or an entry point's name) and the class, if there is one, in a text that names a bot."""
    match = _PLACE_AND_CLASS.fullmatch(text.strip())
    return (match[1], match[2]) if match else ("", None)


def _module_file(module: str, bot: str) -> Path:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.has_location or spec.origin is None:
        raise BotLoadError(f"{bot}: no module {module} is installed; a file is named by its path, with .py at the end")
    return Path(spec.origin)


def _names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def _digest(path: Path) -> str:
    """SHA-256 of a file; of a folder, over its files in the order of their names, each with name and length before its bytes.

    Of a link in a folder it is the text that counts: what it leads to is not there in the sandbox.
    """
    if path.is_file():
        return sha256(path.read_bytes()).hexdigest()
    total = sha256()
    files = {file.relative_to(path).as_posix(): file for file in path.rglob("*") if "__pycache__" not in file.parts}
    for name, file in sorted(files.items()):
        if not file.is_symlink() and not file.is_file():
            continue
        content = os.readlink(file).encode("utf-8", "surrogateescape") if file.is_symlink() else file.read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


# Importing


class _Fresh(SourceFileLoader):
    """Compiles what stands in the file now: Python's compiled files are matched by whole seconds, and an edit can be faster than that."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Beside:
    """An import finder for the modules in a bot's folder, which notes those it found."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found = folder, set[str]()

    def find_spec(self, name: str, path: object, _target: object = None) -> ModuleSpec | None:
        """A module at the top level that nobody else knows; called by the import system."""
        spec = PathFinder.find_spec(name, [str(self.folder)]) if path is None else None
        if spec is not None:
            self.found.add(name)
        return spec


@contextmanager
def _helpers(folder: Path) -> Iterator[None]:
    """Lets a folder bot import its neighbours by name, and forgets their names afterwards: another bot's may be called the same."""
    finder = _Beside(folder)
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.partition(".")[0] in finder.found]:
            del sys.modules[name]


def _import_file(path: Path, digest: str) -> ModuleType:
    """The module of a file or folder bot, under a name no other bot has."""
    name = "arena_bot_" + sha256(f"{path}\0{digest}".encode()).hexdigest()[:16]
    file, inside = (path / FOLDER_FILE, [str(path)]) if path.is_dir() else (path, None)
    loader = _Fresh(name, str(file))
    spec = importlib.util.spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
    assert spec is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        with _helpers(path):
            loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


# Blaming


@contextmanager
def _blame(place: Found) -> Iterator[None]:
    """Turns whatever the bot raises, except Ctrl-C, into a BotLoadError that names its file and line."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotLoadError(f"{_culprit(error, place)}: {_said(error, place)}") from error


def _culprit(error: BaseException, place: Found) -> str:
    """``file:line`` of the last line in the bot's own files that ran, or of the one that does not parse."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(place.path):
        return _shown(Path(error.filename)) + (f":{error.lineno}" if error.lineno else "")
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(place.path)]
    return f"{_shown(Path(own[-1].filename))}:{own[-1].lineno}" if own else place.where


def _said(error: BaseException, place: Found) -> str:
    kind = type(error).__name__
    if isinstance(error, SystemExit):
        return f"{kind}: it ends the program; what is to run only as a script goes under if __name__ == '__main__'"
    if isinstance(error, SyntaxError):
        return f"{kind}: {error.msg}"
    words = f"{kind}: {error}".partition("\n")[0].removesuffix(": ")
    if isinstance(error, ModuleNotFoundError) and f"{error.name}.py" in _names_in(place.path.parent):
        return f"{words}; a bot in several files is a folder with a {FOLDER_FILE}"
    return words


def _shown(path: Path) -> str:
    """``path`` as a person would write it: relative to the current folder if it lies there."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
