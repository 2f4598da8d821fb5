"""How hard the property tests try, and what is left out on a machine that lacks what not every machine has.

Property tests are ``quick`` always and the same every time, ``nightly`` thousands, by ``--hypothesis-profile nightly``.
"""

import os
import shutil
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

from arena.seats import sandbox

COMMON = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

settings.register_profile("quick", COMMON, max_examples=6, derandomize=True)
settings.register_profile("nightly", COMMON, max_examples=300, derandomize=False, print_blob=True)
settings.load_profile("quick")

# A job in the background does not hear Ctrl-C, nor do the processes it starts; but tests send it to them.
signal.signal(signal.SIGINT, signal.default_int_handler)


def is_here(what):
    """Whether this is Linux, can keep what the sandbox promises, or has a file (by its path) or a program (by its name)."""
    if what == "linux":
        return sys.platform == "linux"
    if what == "sandbox":
        return all(feature.works for feature in sandbox.features())
    return os.path.exists(what) if "/" in what else shutil.which(what) is not None


def pytest_runtest_setup(item):
    wanted = [what for mark in item.iter_markers("needs") for what in mark.args]
    missing = [] if os.environ.get("EVERYTHING") else [what for what in wanted if not is_here(what)]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
