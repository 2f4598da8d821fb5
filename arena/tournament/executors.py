"""Where matches are played: here, or in worker processes, a bounded number in flight; knows nothing of schedules, stores or cards.

Workers get plain specs and give plain results. A worker holds nothing that could be lost, heeds no Ctrl-C (its parent decides), and
ends at once when its parent lets go of it or dies.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from types import FrameType
from typing import Protocol, TypeAlias

from arena.errors import ArenaError, Stop
from arena.tournament.spec import MatchResult, MatchSpec

Play: TypeAlias = Callable[[MatchSpec], MatchResult]

_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class MatchError(ArenaError):
    """A match that could not be played; ``exit_code`` is that of what went wrong in it, or 5 for a fault of ours."""

    def __init__(self, message: str, exit_code: int = 5) -> None:
        super().__init__(message, exit_code)
        self.message, self.exit_code = message, exit_code

    def __str__(self) -> str:
        return self.message


class Executor(Protocol):
    """Plays specs with ``play`` and yields the results as they are finished, in any order, taking specs only as places become free."""

    def run(self, play: Play, specs: Iterable[MatchSpec]) -> Generator[MatchResult, None, None]:
        """Closing the iterator stops what is being played. Raises MatchError for the first match that cannot be played.

        ``specs`` may run dry for as long as results are outstanding: it is asked again after each result that was taken.
        """
        ...


class Serial:
    """Plays one match after the other in this process: for debuggers, and for bots whose prints are wanted."""

    def run(self, play: Play, specs: Iterable[MatchSpec]) -> Generator[MatchResult, None, None]:
        """Results in the order of the specs."""
        for spec in specs:
            with _interrupts_noted() as heard:
                result = _played(play, spec)
            if heard:  # and swallowed by a bot that catches everything: what it did then is not its play
                raise KeyboardInterrupt
            yield result


class Processes:
    """Plays in ``jobs`` fresh (spawned) processes, each with one match on its table and, while there are plenty, the next at hand."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, play: Play, specs: Iterable[MatchSpec]) -> Generator[MatchResult, None, None]:
        """Results in the order in which they are finished."""
        source = iter(specs)
        ahead: deque[MatchSpec] = deque()
        with _workers(play) as workers:
            _deal_out(ahead, source, workers, self.jobs)
            while busy := {worker.pipe: worker for worker in workers if worker.sent}:
                for pipe in wait(list(busy)):
                    yield busy[pipe].receive()  # type: ignore[index]
                    _deal_out(ahead, source, workers, self.jobs)


def cores() -> int:
    """The processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker:
    """The parent's end of one worker process; ``sent`` holds the specs it has not answered, oldest first."""

    def __init__(self, play: Play) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.sent: deque[MatchSpec] = deque()
        self._process = context.Process(target=_work, args=(play, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, spec: MatchSpec) -> None:
        self.sent.append(spec)
        try:
            self.pipe.send_bytes(pickle.dumps(spec, pickle.HIGHEST_PROTOCOL))
        except OSError:
            raise self._death() from None

    def receive(self) -> MatchResult:
        try:
            answer = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            raise self._death() from None
        self.sent.popleft()
        if isinstance(answer, MatchError):
            raise answer
        return answer  # type: ignore[no-any-return]

    def stop(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()

    def _death(self) -> MatchError:
        self._process.join(5)
        code = self._process.exitcode
        how = f"killed by {signal.Signals(-code).name}" if code and code < 0 else f"exit code {code}"
        what = f"a worker process died ({how}) while playing {place(self.sent[0])}"
        return MatchError(f"{what}; a bot that crashes Python or takes all memory does that. Everything finished before is saved")


class _Workers(list["_Worker"]):
    """The worker processes there are; further ones are started as there is work for them."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play

    def grow(self, count: int) -> None:
        """Brings their number to ``count``."""
        with unheard():
            while len(self) < count:
                self.append(_Worker(self._play))


@contextmanager
def _workers(play: Play) -> Iterator[_Workers]:
    workers = _Workers(play)
    try:
        yield workers
    finally:
        for worker in workers:
            worker.stop()


def _deal_out(ahead: deque[MatchSpec], source: Iterator[MatchSpec], workers: _Workers, jobs: int) -> None:
    """Every idle worker gets a match; a busy one gets its next only while everybody could, so that none runs dry while another has two."""
    ahead.extend(islice(source, jobs - len(ahead)))
    workers.grow(min(jobs, len(ahead) + sum(bool(worker.sent) for worker in workers)))
    for load in (0, 1):
        for worker in workers:
            ahead.extend(islice(source, jobs - len(ahead)))
            if len(worker.sent) == load and len(ahead) >= (jobs if load else 1):
                worker.send(ahead.popleft())


def _work(play: Play, pipe: Connection) -> None:
    """A worker's life. Specs are taken from the pipe by a thread, which thereby notices the end of the parent in the middle of a match."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    letters: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_fetch, args=(pipe, letters), daemon=True).start()
    while True:
        told = answer(play, letters.get())
        try:
            pipe.send_bytes(told)
        except OSError:  # nobody is listening any more
            os._exit(0)


def _fetch(pipe: Connection, letters: SimpleQueue[bytes]) -> None:
    while True:
        try:
            letters.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def answer(play: Play, letter: bytes) -> bytes:
    """The pickled result of the match that is pickled in ``letter``, or the MatchError that says why there is none."""
    try:
        return pickle.dumps(_played(play, pickle.loads(letter)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        told = error if isinstance(error, MatchError) else MatchError(f"{type(error).__name__}: {error}")
        told.add_note("".join(traceback.format_exception(error)))
        return pickle.dumps(told)


def _played(play: Play, spec: MatchSpec) -> MatchResult:
    try:
        with redirect_stdout(sys.stderr):  # standard output is for results, not for what bots print
            return play(spec)
    except ArenaError as error:
        raise MatchError(str(error), error.exit_code) from error
    except Exception as error:
        raise MatchError(f"{place(spec)}: {type(error).__name__}: {error}") from error


def place(spec: MatchSpec) -> str:
    """A match in words."""
    return f"{spec.rules.name}, boards {spec.first_board} to {spec.first_board + spec.boards - 1}, {' – '.join(spec.key.table)}"


@contextmanager
def unheard() -> Iterator[None]:
    """Lets signals that ask us to stop wait while workers start, which must not be done by halves; we hear them right after.

    Processes started meanwhile inherit that they do not hear Ctrl-C: it goes to all of a terminal's, and their parent decides.
    """
    blocked = hasattr(signal, "pthread_sigmask")
    if blocked:
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # it would let Ctrl-C through again if it were started with the first worker
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    heard: list[int] = []
    try:
        with _interrupts_noted(passed_on=False) as heard:
            try:
                yield
            finally:
                if blocked:
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        if heard:
            signal.raise_signal(heard[0])


@contextmanager
def _interrupts_noted(*, passed_on: bool = True) -> Iterator[list[int]]:
    """Notes the signals that ask us to stop, and lets them do what they do if ``passed_on``; an empty list outside the main thread."""
    heard: list[int] = []
    handlers = {number: signal.getsignal(number) for number in _STOP_SIGNALS}
    ours = threading.current_thread() is threading.main_thread()

    def note(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        handler = handlers[signal.Signals(number)]
        if passed_on and handler is signal.default_int_handler:
            raise Stop
        if passed_on and callable(handler):
            handler(number, frame)

    changed = [number for number, handler in handlers.items() if ours and callable(handler)]
    for number in changed:
        signal.signal(number, note)
    try:
        yield heard
    finally:
        for number in changed:
            signal.signal(number, handlers[number])
