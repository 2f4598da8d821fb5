"""The processes that stand between the arena and its bots (Linux): they start, watch, log and end them; know neither cards nor messages.

A *nursery* is a small warm process with nothing secret in it; on request it forks a *warden*, one for each bot of a sitting. The warden
starts the bot, becomes the parent of everything the bot leaves behind, and when the arena lets go of it – or dies – kills all of that,
removes the bot's folder and leaves. It says why a bot ended on the descriptor it is held by.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NoReturn

import msgspec

from arena.seats import child
from arena.seats.start import FOLDER, USER, Ended, Start

KEPT: Final = 1 << 20
"""Bytes of a bot's log that are kept."""
_WATCH: Final = 200  # milliseconds
_FIRST_USER: Final = 200_000
_NAP: Final = 0.002
_ROUNDS: Final = 10
_STANDING: Final = ("T", "Z")
_PDEATHSIG: Final = 1
_SUBREAPER: Final = 36
_STOP: Final = b"s"
_GO: Final = b"c"


def nursery(descriptor: int) -> None:
    """Fork a warden for every Start that comes over a socket with its ask, reply and control descriptors, until that is closed."""
    _warm()
    held = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        held.send(b"!")
    except BrokenPipeError:  # whom it was for is gone already
        return
    while True:
        try:
            order, descriptors, _, _ = socket.recv_fds(held, 1 << 16, 3)
        except ConnectionResetError:  # gone without having heard that we are ready
            return
        if not order:
            return
        if not os.fork():
            held.close()
            _warden(msgspec.json.decode(order, type=Start), *descriptors)
        for one in descriptors:
            os.close(one)


def _warm() -> None:
    """Import now what every bot would otherwise import for itself."""
    import collections
    import dataclasses
    import itertools
    import math
    import random

    import arena.pitch.hand
    import arena.rulesets

    child.rehearsal()
    gc.collect()
    gc.freeze()
    _ = collections, dataclasses, itertools, math, random, arena.pitch.hand, arena.rulesets


def _warden(start: Start, ask: int, reply: int, control: int) -> NoReturn:
    try:
        _guard(start, ask, reply, control)
    finally:
        os._exit(0)


def _guard(start: Start, ask: int, reply: int, control: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _prctl(_SUBREAPER, 1)
    folder = Path(mkdtemp(prefix="arena-bot-"))
    told, out = os.pipe()
    try:
        try:
            _copy(start.copies, folder)
        except OSError as error:
            os.write(control, msgspec.json.encode(Ended("dead", f"its files cannot be copied: {error}"[:1000])))
            return
        pid = os.fork()
        if not pid:
            _become(start, folder, ask, reply, out)
        for one in (ask, reply, out):
            os.close(one)
        watch = _Watch(start, pid, told, control)
        ended = watch.until_over()
        kill_all()
        watch.drain()
        if ended is not None:
            with suppress(OSError):
                os.write(control, msgspec.json.encode(watch.with_last_words(ended)))
    finally:
        kill_all()
        remove(folder)


def _copy(places: Sequence[str], folder: Path) -> None:
    """Copies into ``folder``/bot, whoever may read the originals. A link stays a link: followed here, it could show a bot any file."""
    os.chmod(folder, 0o755)
    for place in map(Path, places):
        into = folder / "bot" / place.name
        into.parent.mkdir(exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, into, symlinks=True, ignore=_left_out)
        else:
            shutil.copy(place, into)
    for path in [*folder.rglob("*")] if places else []:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def _left_out(folder: str, names: list[str]) -> set[str]:
    """What is no part of a bot: the leavings of tools, and what is neither file nor folder, such as a pipe, which cannot be copied."""
    paths = {name: os.path.join(folder, name) for name in names}
    odd = {name for name, path in paths.items() if not (os.path.islink(path) or os.path.isfile(path) or os.path.isdir(path))}
    return odd | ({"__pycache__", ".git", ".venv"} & paths.keys())


# The bot


def _become(start: Start, folder: Path, ask: int, reply: int, out: int) -> NoReturn:
    try:
        os.setpgid(0, 0)
        _prctl(_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL if start.argv else signal.SIG_IGN)
        for number, one in enumerate((ask, reply, out)):
            os.dup2(one, number + 200)
        for number in range(3):
            os.dup2(number + 200, number)
        os.closerange(3, 1024)
        os.chdir(start.cwd or folder)
        if start.core is not None:
            os.sched_setaffinity(0, {start.core})
        _limit(start)
        environment = environment_of(start.env, str(folder))
        if start.argv:
            argv = [word.replace(FOLDER, str(folder)).replace(USER, str(_FIRST_USER + os.getppid())) for word in start.argv]
            os.execvpe(argv[0], argv, environment)
        os.environ.clear()
        os.environ.update(environment)
        child.main([start.bot, start.digest])
    except OSError as error:
        os.write(2, f"{start.argv[0] if start.argv else start.bot}: {error.strerror}\n".encode())
        os._exit(127)
    except BaseException as error:  # the bot's own import may raise anything
        os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
    finally:
        os._exit(1)


def environment_of(more: dict[str, str], folder: str) -> dict[str, str]:
    """The environment a bot gets: nothing of the arena's own but the path and the language."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "PYTHONPATH") if key in os.environ}
    fixed = {"HOME": folder, "TMPDIR": folder, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    return kept | fixed | more


def _limit(start: Start) -> None:
    mib = 1 << 20
    for which, most in (
        (resource.RLIMIT_DATA, start.memory_mb * mib),
        (resource.RLIMIT_FSIZE, start.file_mb * mib),
        (resource.RLIMIT_NOFILE, start.files),
        (resource.RLIMIT_CPU, start.cpu),
        (resource.RLIMIT_CORE, 0),
        *(((resource.RLIMIT_NPROC, start.processes),) if start.alone else ()),
    ):
        _, hard = resource.getrlimit(which)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (allowed, allowed))


# Watching it


class _Watch:
    """Waits for the end of a bot or of the arena's interest in it; keeps its output and looks after its size meanwhile."""

    def __init__(self, start: Start, pid: int, told: int, control: int) -> None:
        self._start, self._pid, self._told, self._control = start, pid, told, control
        self._handle = os.pidfd_open(pid)
        self._poll = select.poll()
        for one in (told, control, self._handle):
            self._poll.register(one, select.POLLIN)
        os.set_blocking(told, False)
        self._heard = 0
        self._next = 0.0
        self._last = b""
        self._log = _opened(start.log)

    def until_over(self) -> Ended | None:
        """Why the bot ended; None when the arena let go of it."""
        while True:
            ready = {one for one, _ in self._poll.poll(_WATCH)}
            if self._told in ready and not self.drain():
                return Ended("output", f"more than {self._start.output >> 20} MiB of output")
            if self._control in ready and not self._obey():
                return None
            if self._handle in ready:
                _, status = os.waitpid(self._pid, 0)
                return Ended("dead", child.ended(status))
            if time.monotonic() >= self._next:
                self._next = time.monotonic() + _WATCH / 1000
                if (found := self._oversized()) is not None:
                    return found

    def drain(self) -> bool:
        """Take what was printed; False once it is too much."""
        while True:
            try:
                data = os.read(self._told, child.CHUNK)
            except BlockingIOError:
                return True
            if not data:
                with suppress(KeyError):
                    self._poll.unregister(self._told)
                return True
            self._keep(data)
            if self._heard > self._start.output:
                return False

    def with_last_words(self, ended: Ended) -> Ended:
        """``ended`` with the last line the bot printed, which often says why."""
        words = self._last.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
        return Ended(ended.kind, f"{ended.detail}; the last it printed: {words}" if words else ended.detail)

    def _keep(self, data: bytes) -> None:
        if self._log is not None and self._heard < KEPT and os.fstat(self._log).st_size < KEPT:
            with suppress(OSError):
                os.write(self._log, data[: KEPT - self._heard])
        self._heard += len(data)
        self._last = (self._last + data)[-400:]

    def _obey(self) -> bool:
        order = os.read(self._control, 1)
        if order == _STOP:
            _stop_all()
        elif order == _GO:
            for pid in descendants():  # none is born while all are held
                with suppress(OSError):
                    os.kill(pid, signal.SIGCONT)
        return bool(order)

    def _oversized(self) -> Ended | None:
        pids = list(descendants())
        if len(pids) > self._start.processes:
            return Ended("processes", f"{len(pids)} processes; {self._start.processes} are allowed")
        used = sum(map(_resident, pids)) >> 10
        if used > self._start.memory_mb:
            used = sum(map(_share, pids)) >> 10  # what copies still have in common counted once; that takes longer to find out
        if used > self._start.memory_mb:
            return Ended("memory", f"{used} MiB of memory; {self._start.memory_mb} are allowed")
        return None


def _opened(path: str) -> int | None:
    with suppress(OSError):
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644) if path else None
    return None


def _resident(pid: int) -> int:
    """The memory a process has written to, KiB."""
    return _sum(f"/proc/{pid}/status", "RssAnon:", "RssShmem:")


def _share(pid: int) -> int:
    """A process's share of such memory, KiB."""
    return _sum(f"/proc/{pid}/smaps_rollup", "Pss_Anon:", "Pss_Shmem:")


def _sum(path: str, *keys: str) -> int:
    with suppress(OSError, ValueError):
        lines = Path(path).read_text("ascii", "replace").splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(keys))
    return 0


def descendants() -> Iterator[int]:
    """Every process below this one."""
    left = _children(os.getpid())
    while left:
        pid = left.pop()
        yield pid
        left += _children(pid)


def _stop_all() -> None:
    """Hold every process below this one, also those that are being born meanwhile: who is told to stop may first finish a fork."""
    before: set[int] = set()
    for _ in range(_ROUNDS):
        seen, moving = set(), False
        for pid in descendants():  # a parent that stands before its children are counted has no more of them
            seen.add(pid)
            if _state(pid) not in _STANDING:
                moving = True
                with suppress(OSError):
                    os.kill(pid, signal.SIGSTOP)
        if not moving and seen == before:
            return
        before = seen
        time.sleep(_NAP)


def _state(pid: int) -> str:
    """The letter of what a process is doing; none when it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    return found


def kill_all() -> None:
    """Kill and reap every process below this one, also those that are being born meanwhile."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in list(descendants()):
                with suppress(OSError):
                    os.kill(pid, number)
        if not _reap():
            return
        time.sleep(_NAP)


def _reap() -> bool:
    """Whether children are left after those that are dead are buried."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not pid:
            return True


def remove(folder: Path) -> None:
    """Removes a bot's folder, whatever permissions it put on it and however deep it dug: every folder in it is moved beside it first."""
    left, number = [str(folder)], 0
    while left:
        place = left.pop()
        with suppress(OSError):
            os.chmod(place, 0o700)
            for entry in list(os.scandir(place)):
                with suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        os.unlink(entry.path)
                        continue
                    number += 1
                    moved = f"{folder}.{number}"
                    os.chmod(entry.path, 0o700)
                    os.rename(entry.path, moved)
                    left.append(moved)
            os.rmdir(place)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    nursery(int(sys.argv[1]))
