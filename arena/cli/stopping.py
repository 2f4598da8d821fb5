"""Being told to stop, by Ctrl-C or SIGTERM: at any moment of a command it ends in one sentence and exit code 4; knows no tournaments."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from arena.errors import ArenaError

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class StoppedError(ArenaError):
    """Stopped by the user; everything finished is saved, and the text says how to go on."""

    exit_code = 4


@contextmanager
def stoppable() -> Iterator[None]:
    """Lets SIGTERM stop us as Ctrl-C does, by KeyboardInterrupt, and hears what had to wait while the program was loaded.

    Afterwards a process that is nothing but a command (which made them wait) hears neither: what is left is to say how it ended.
    """
    held = hasattr(signal, "pthread_sigmask") and not signal.pthread_sigmask(signal.SIG_BLOCK, ()).isdisjoint(_SIGNALS)
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        if before[signal.SIGTERM] is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        if held:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if held else handler)
        # After a signal within exec(text) ``python -m`` ends by SIGINT, not with our exit code; another call makes it forget that.
        exec("")


def deaf() -> None:
    """Hears no further signal while ``stoppable``: what is left to do is short, and must be done."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
