"""``python -m benchmarks``: every speed the project promises, as a table; exit code 1 if a promise is not kept."""

from __future__ import annotations

import sys
from itertools import chain

from benchmarks import report, speed

if __name__ == "__main__":
    kept = True
    for ratio in chain(speed.measured(), report.measured()):
        kept &= ratio.kept
        print(ratio, flush=True)
    sys.exit(not kept)
