"""A process for code that may hang or end it: what comes back, and what is said when nothing does."""

import os
import time

import pytest

from arena.errors import BotFault
from arena.seats.apart import Apart


def late(text):
    raise TimeoutError(text)


def test_it_answers_again_after_its_process_ended_or_was_ended(capfd):
    with Apart() as apart:
        first = apart.call(eval, "__import__('os').getpid()", 60)
        assert apart.call(eval, "__import__('os').getpid()", 60) == first != os.getpid()
        for function, told, seconds, kind, said in (
            (os._exit, 0, 60, "dead", "it ended its process"),
            (time.sleep, 60, 0.2, "late", "it did not come to an end within 0.2 s"),
        ):
            with pytest.raises(BotFault) as caught:
                apart.call(function, told, seconds)
            assert (caught.value.kind, caught.value.detail) == (kind, said)
        assert apart.call(print, "nobody sees this", 60) is None
    assert capfd.readouterr() == ("", "")


def test_what_the_function_raises_is_raised_here():
    with Apart() as apart, pytest.raises(TimeoutError, match=r"^of its own$"):
        apart.call(late, "of its own", 60)
