"""A short form of ``make torture``."""

import random

import pytest

from tests.torture import KINDS, torture

DISTURBED = dict(zip(("round-robin", "swiss", "knockout", "adaptive", "mixed-pairs"), KINDS, strict=True))


@pytest.mark.parametrize(("name", "kind"), DISTURBED.items(), ids=DISTURBED)
def test_a_disturbed_run_ends_like_an_undisturbed_one(name, kind, tmp_path):
    outcome = torture(name, tmp_path, [kind], random.Random(7))
    assert outcome.same
    assert outcome.kills <= 1
