"""Whether the four-point game is as fast as at another commit: ``python -m benchmarks.compare_commits REVISION [OTHER] [--pairs N]``.

Each commit plays the same hands in processes of its own, the two taken in turns, for cores are shared: what counts is the median of the
ratios of CPU time, pair by pair. OTHER is the working tree unless given. Exit 1 if it takes more than a tenth longer than REVISION.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[1]
MOST = 1.10
# Only what every commit with an engine has: the public face of Hand, driven as a match drives it, a view for every real choice.
PLAY = """
import random, time
from arena import Hand, load_rules
rules, rng = load_rules("setback"), random.Random(1)
pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
decks = [rng.sample(pack, 52) for _ in range(200)]

def play():
    rng = random.Random(2)
    for number, deck in enumerate(decks):
        hand = Hand.from_deck(rules, deck, number % 4, (0, 0))
        while hand.to_act is not None:
            legal = hand.legal_actions()
            if len(legal) == 1:
                hand.apply(legal[0])
                continue
            hand.view(hand.to_act)
            hand.apply(rng.choice(legal))

def timed():
    start = time.process_time()
    play()
    return (time.process_time() - start) / len(decks) * 1e6

play()
print(min(timed() for _ in range(5)))
"""


def unpacked(revision: str, into: Path) -> Path:
    """The tree of a commit in a folder of its own; subprocess.CalledProcessError for what is none."""
    packed = subprocess.run(["git", "-C", str(HERE), "archive", revision], check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        tar.extractall(into, filter="data")
    return into


def microseconds(tree: Path) -> float:
    """CPU time of a hand with the arena in ``tree``."""
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    told = subprocess.run([sys.executable, "-c", PLAY], check=True, stdout=subprocess.PIPE, env=environment, cwd=tree, text=True)
    return float(told.stdout)


def pairs(before: Path, after: Path, number: int) -> Iterator[tuple[float, float]]:
    """Both trees in turns, each as often the first of a pair as the second."""
    for turn in range(number):
        if turn % 2:
            now = microseconds(after)
            yield microseconds(before), now
        else:
            was = microseconds(before)
            yield was, microseconds(after)


def main() -> None:
    """Measure, and print a line a pair and the median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", metavar="REVISION")
    parser.add_argument("after", nargs="?", metavar="OTHER")
    parser.add_argument("--pairs", type=int, default=20)
    told = parser.parse_args()
    with TemporaryDirectory() as folder:
        before = unpacked(told.before, Path(folder, "before"))
        after = unpacked(told.after, Path(folder, "after")) if told.after else HERE
        ratios = []
        for was, now in pairs(before, after, told.pairs):
            ratios.append(now / was)
            print(f"{was:7.1f} us a hand before, {now:7.1f} after: {now / was:.3f}", flush=True)
    low, median, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    print(f"median ratio of {len(ratios)} pairs {median:.3f} (half of them {low:.3f} to {high:.3f}); at most {MOST:.2f}")
    sys.exit(median > MOST)


if __name__ == "__main__":
    main()
