"""Whatever Python runs these tests, on whatever machine, makes the bytes that every other has made."""

import json

from tests.golden import DIGESTS, digests


def test_exports_are_those_of_every_other_python():
    assert dict(digests()) == json.loads(DIGESTS.read_text())
