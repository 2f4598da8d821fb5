"""The arena's end of a process started for a bot: bytes to it, bytes from it, why it ended; knows neither cards nor messages.

On Linux a warden stands between (see ``warden``). Elsewhere the process is started plainly: it is timed and killed, but not limited.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Final, Protocol

import msgspec

from arena.errors import BotFault
from arena.seats.start import Ended, Start

LINUX: Final = sys.platform == "linux"
CHUNK: Final = 1 << 15
_PATIENCE: Final = 30.0
_SOON: Final = 5.0
_NAP: Final = 0.001


class Process(Protocol):
    """A process that was started for a bot."""

    def send(self, data: bytes) -> None:
        """Bytes for it. Raises BotFault (``closed``) when it does not take them."""

    def receive(self, seconds: float) -> bytes:
        """Some bytes of it, none if nothing comes in time. Raises BotFault when it is over, saying why."""

    def pause(self, *, now: bool) -> None:
        """Hold it, so that it takes no time from others; or let it go on."""

    def close(self) -> None:
        """End it and everything it started; returns when that is done."""


def launch(start: Start) -> Process:
    """Start a process. Raises OSError when this system cannot."""
    return _Warded(start) if LINUX else Plain(start)


@contextmanager
def on_one_core(*, wanted: bool = True) -> Iterator[int | None]:
    """Keeps this process on one core, a different one for each worker, and gives its number; None where that is not wanted or not possible.

    A table's bots wait for each other, so one core is all they can use; sharing it with the arena saves most of the time of waking up, and
    a bot that thinks out of turn takes that time from its own table alone.
    """
    if not wanted or not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    workers = getattr(multiprocessing.current_process(), "_identity", ())
    core = sorted(before)[(workers[-1] if workers else 0) % len(before)]
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


def oversleep() -> float:
    """By how many seconds this process is woken too late, now: what a bot cannot be blamed for."""
    begun = time.perf_counter()
    time.sleep(_NAP)
    return max(time.perf_counter() - begun - _NAP, 0.0)


# Linux


class _Nursery:
    """The warm process that forks wardens; it ends when this process does."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena.seats.warden", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=clean_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                process_group=0,
            )
        self.held = ours
        ours.settimeout(_PATIENCE)
        if ours.recv(1) != b"!":
            raise OSError("the process that starts bots did not start")

    def close(self) -> None:
        """End it; wardens that still stand go on to their own end."""
        self.held.close()
        self.process.wait(_PATIENCE)

    def fork(self, start: bytes, descriptors: list[int]) -> None:
        """Start a warden."""
        socket.send_fds(self.held, [start], descriptors)


@cache
def _nursery(_process: int) -> _Nursery:
    nursery = _Nursery()
    atexit.register(nursery.close)
    return nursery


def end_nursery() -> None:
    """End this process's nursery, if it has one; the next launch starts another."""
    if _nursery.cache_info().currsize:
        nursery = _nursery(os.getpid())
        atexit.unregister(nursery.close)
        nursery.close()
    _nursery.cache_clear()


def clean_environment() -> dict[str, str]:
    """The environment of everything a bot may see: how to find programs and this package, the language, and a fixed order of sets."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "TMPDIR") if key in os.environ}
    home = str(Path(__file__).parents[2])
    return kept | {"PYTHONPATH": home, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


def _fork(start: bytes, descriptors: list[int]) -> None:
    try:
        _nursery(os.getpid()).fork(start, descriptors)
    except OSError:  # a bot of this same user may have killed it
        end_nursery()
        _nursery(os.getpid()).fork(start, descriptors)


class _Warded:
    """A process with a warden."""

    def __init__(self, start: Start) -> None:
        self._open: list[int] = []
        ask, self._ask = os.pipe()
        self._reply, reply = os.pipe()
        self._control, control = socket.socketpair()
        self._open = [self._ask, self._reply]
        try:
            with control:
                _fork(msgspec.json.encode(start), [ask, reply, control.fileno()])
        except BaseException:
            self.close()
            raise
        finally:
            os.close(ask)
            os.close(reply)
        for one in self._open:
            os.set_blocking(one, False)
        self._poll = select.poll()
        self._poll.register(self._reply, select.POLLIN)
        self._poll.register(self._control, select.POLLIN)

    def send(self, data: bytes) -> None:
        """See ``Process``."""
        try:
            sent = os.write(self._ask, data)
        except BlockingIOError:
            raise BotFault("closed", "it does not read what it is asked") from None
        except BrokenPipeError:
            raise self._over() from None
        if sent < len(data):
            raise BotFault("closed", "it does not read what it is asked")

    def receive(self, seconds: float) -> bytes:
        """See ``Process``."""
        ready = self._poll.poll(max(seconds, 0) * 1000)
        if not ready:
            return b""
        if ready[0][0] == self._reply or len(ready) > 1:
            try:
                data = os.read(self._reply, CHUNK)
            except BlockingIOError:  # a bot that opened its own line's other end has taken it back
                return b""
            if data:
                return data
        raise self._over()

    def pause(self, *, now: bool) -> None:
        """See ``Process``."""
        with suppress(OSError):
            self._control.send(b"s" if now else b"c")

    def close(self) -> None:
        """See ``Process``."""
        for one in self._open:
            os.close(one)
        self._open = []
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
            self._control.settimeout(_PATIENCE)
            while self._control.recv(CHUNK):
                pass
        self._control.close()

    def _over(self) -> BotFault:
        """Why it is over; its warden says so."""
        said = b""
        self._control.settimeout(_SOON)
        with suppress(OSError):
            while more := self._control.recv(CHUNK):
                said += more
        if not said:
            return BotFault("closed", "it closed its line to the arena")
        ended = msgspec.json.decode(said, type=Ended)
        return BotFault(ended.kind, ended.detail)


# Elsewhere


class Plain:
    """A process without a warden, read by a thread, so that it works on every system."""

    def __init__(self, start: Start) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="arena-bot-", ignore_cleanup_errors=True)
        argv = list(start.argv) or [sys.executable, "-P", "-m", "arena.seats.child", start.bot, start.digest]
        folder = self._folder.name
        self._log: IO[bytes] = open(start.log or os.devnull, "ab")  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=start.cwd or folder,
            env=os.environ | clean_environment() | {"HOME": folder, "TMPDIR": folder} | start.env,
            start_new_session=True,
        )
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Hear all the process says, and close its line: nobody else does, so that it is never closed under a read."""
        assert self._process.stdout is not None
        with self._process.stdout as line:
            while data := os.read(line.fileno(), CHUNK):
                self._heard.put(data)
        self._heard.put(b"")

    def send(self, data: bytes) -> None:
        """See ``Process``."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            raise self._over() from None

    def receive(self, seconds: float) -> bytes:
        """See ``Process``."""
        try:
            data = self._heard.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return b""
        if not data:
            raise self._over()
        return data

    def pause(self, *, now: bool) -> None:
        """Nothing: not every system can hold a process."""

    def close(self) -> None:
        """See ``Process``."""
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._listener.join(1)
        for stream in (self._process.stdin, self._log):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._folder.cleanup()

    def _over(self) -> BotFault:
        with suppress(subprocess.TimeoutExpired):
            return BotFault("dead", f"exit code {self._process.wait(_SOON)}")
        return BotFault("closed", "it closed its line to the arena")
