"""A process beside this one for code of bots that may hang, end it or print: it is waited for so long, and nothing of it is shown."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Self, TypeVar

from arena.errors import BotFault

A = TypeVar("A")
R = TypeVar("R")


class Apart:
    """The process, started when it is first needed and again where it had to be ended. It guards time and terminal, not files."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, function: Callable[[A], R], told: A, seconds: float) -> R:
        """What ``function(told)`` returns or raises there.

        Raises BotFault: ``late`` when it takes more ``seconds``, ``dead`` when the process ends.
        """
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_mute)
                self._pool.submit(os.getpid).result()  # the time it takes to start is no bot's
            waiting = self._pool.submit(function, told)
            return waiting.result(seconds)
        except BrokenExecutor:
            self.close()
            raise BotFault("dead", "it ended its process") from None
        except TimeoutError:
            if waiting.done():
                return waiting.result()  # just in time, or an error of the function's own
            self.close()
            raise BotFault("late", f"it did not come to an end within {seconds:g} s") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _mute() -> None:
    """Lets nothing through to the terminal, neither by print nor by its descriptors."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
