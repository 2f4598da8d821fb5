"""Random hands of every built-in rule set, each played out, recorded and replayed: ``python -m benchmarks.soak [--hands N] [--jobs N]``.

Half of the hands are played by uniformly random legal choices, half by the bundled bot ``random``, which has to answer legally every time.
Exit 1 if any hand went wrong; each that did is named by its rule set and number, and ``--first`` plays it alone. Knows no tournaments.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from msgspec.json import decode, encode
from tqdm import tqdm

from arena import Hand, RuleSet, load_rules
from arena.pitch.actions import CardSet, Choices
from arena.pitch.deal import Board
from arena.pitch.record import record, replay
from arena.rulesets import names
from arena.seats.bot import BotSpec, GameInfo, seated
from arena.seats.loader import load
from arena.seats.seat import InlineSeat
from arena.seeds import child_seed

ROOT = "soak"
HANDS = 100_000
CHUNK = 500


class Chunk(NamedTuple):
    """Some hands of one rule set, by number."""

    rules: str
    first: int
    hands: int


class Outcome(NamedTuple):
    """What came of a chunk: how many hands, decisions and seconds, and a sentence for each hand that went wrong."""

    rules: str
    hands: int
    decisions: int
    seconds: float
    failures: tuple[str, ...]


def soak(chunk: Chunk) -> Outcome:
    """Play, record and replay the hands of a chunk."""
    start, rules = time.perf_counter(), load_rules(chunk.rules)
    make = load(BotSpec(name="random", bot="random"))
    decisions, failures = 0, []
    for number in range(chunk.first, chunk.first + chunk.hands):
        try:
            hand, seed = deal(rules, number)
            decisions += play(hand, asks(rules, number, make) if number % 2 else partial(choice, random.Random(number)))
            found = [f"the bot answered {fault.answer} in the {fault.phase}" for fault in hand.faults]
            written = decode(encode(record(hand, rules=rules.name, match="soak", board=number, leg=1, seats=["random"])))
            found += replay(written, rules) + (replay(written, rules, seed=seed) if hand.exchange else [])
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        failures += [f"{chunk.rules} hand {number}: {one}" for one in found]
    return Outcome(chunk.rules, chunk.hands, decisions, time.perf_counter() - start, tuple(failures))


def deal(rules: RuleSet, number: int) -> tuple[Hand, tuple[Any, ...]]:
    """A hand at some point of some game, scores around the target among them, and the name of its seed."""
    rng = random.Random(child_seed(ROOT, rules.name, number))
    target, last, board = rules.game.target, rules.game.max_hands, Board(ROOT, number)
    scores = [rng.choice((0, rng.randint(-target, target + 3), rng.randint(target - 6, target + 3))) for _ in rules.table.sides]
    hand, redeals = rng.choice((1, rng.randint(1, last), last)), rng.choice((0, 0, rng.randint(0, rules.auction.max_redeals + 1)))
    dealer, seed = rng.randrange(rules.table.players), (ROOT, *board.parts(hand, redeals))
    deck = board.deck(rules, hand, redeals)
    return Hand.from_deck(rules, deck, dealer, scores, seed=seed, hand=hand, redeals=redeals), seed


def play(hand: Hand, ask: Any) -> int:
    """Play a hand to its end; the number of decisions."""
    decisions = 0
    while hand.to_act is not None:
        hand.answer(ask(hand))
        decisions += 1
    return decisions


def choice(rng: random.Random, hand: Hand) -> Any:
    """A random legal action, found without listing all the sets of cards that might be thrown."""
    legal = hand.legal_actions()
    if isinstance(legal, Choices):
        return CardSet(rng.sample(legal.pool, rng.randint(legal.least, legal.most)))
    return rng.choice(legal)


def asks(rules: RuleSet, number: int, make: Any) -> Any:
    """Asks the bundled bot, one in every seat."""
    sides = rules.table.sides
    side_of = {seat: side for side, members in enumerate(sides) for seat in members}
    seats = [
        InlineSeat(partial(_made, make, (ROOT, number, seat)), "random", GameInfo(rules=rules, seat=seat, side=side_of[seat], game_id=""))
        for seat in range(rules.table.players)
    ]
    return lambda hand: seats[hand.to_act].ask(hand.view(hand.to_act))


def _made(make: Any, seed: tuple[Any, ...]) -> Any:
    return seated(make(), seed, {})


def chunks(rules: Sequence[str], first: int, hands: int) -> Iterator[Chunk]:
    """The work, rule sets taken in turn, so that all have had their share whenever it is stopped."""
    for start in range(first, first + hands, CHUNK):
        for name in rules:
            yield Chunk(name, start, min(CHUNK, first + hands - start))


def main() -> None:
    """Play, with progress on stderr, and print a line a rule set and every failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULES", help="rule sets; by default every built-in one")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of each rule set")
    parser.add_argument("--first", type=int, default=1, help="the number of the first")
    parser.add_argument("--jobs", type=int, default=None, help="processes; by default one for each core")
    told = parser.parse_args()
    rules = told.rules or names()
    outcomes: list[Outcome] = []
    with (
        get_context("spawn").Pool(told.jobs, _deaf) as pool,
        tqdm(total=told.hands * len(rules), unit="hand", unit_scale=True, mininterval=2) as bar,
        suppress(KeyboardInterrupt),
    ):
        for outcome in pool.imap_unordered(soak, chunks(rules, told.first, told.hands)):
            bar.update(outcome.hands)
            outcomes.append(outcome)
            for failure in outcome.failures:
                tqdm.write(failure, file=sys.stderr)
    print(summary(outcomes))
    sys.exit(any(outcome.failures for outcome in outcomes))


def _deaf() -> None:
    """Ctrl-C is for the parent, which tells what has been played so far."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def summary(outcomes: Sequence[Outcome]) -> str:
    """A line a rule set, every failure, and how many hands there were."""
    lines = [f"{'rules':<18} {'hands':>9} {'decisions':>11} {'us/hand':>8} failures"]
    for name in dict.fromkeys(outcome.rules for outcome in outcomes):
        some = [outcome for outcome in outcomes if outcome.rules == name]
        hands, decisions = sum(one.hands for one in some), sum(one.decisions for one in some)
        each = 1e6 * sum(one.seconds for one in some) / hands
        lines.append(f"{name:<18} {hands:>9,} {decisions:>11,} {each:>8.0f} {sum(len(one.failures) for one in some)}")
    failures = [failure for outcome in outcomes for failure in outcome.failures]
    played = f"{sum(outcome.hands for outcome in outcomes):,} hands played, recorded and replayed"
    return "\n".join((*lines, *failures, f"{played}; {len(failures)} failures" if failures else f"{played}, every one as it should be"))


if __name__ == "__main__":
    main()
