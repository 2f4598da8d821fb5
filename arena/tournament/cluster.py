"""Matches played by a Dask cluster, here or on many machines; knows nothing of schedules, stores or cards.

Workers need the arena installed and nothing else: bots' files travel once to each worker that needs them and are kept there by their
content. Dask replaces workers that die and gives their matches to others; every match is taken in once.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

from msgspec.structs import replace

from arena.errors import ArenaError
from arena.seats.bot import BotSpec
from arena.seats.parcel import pack, unpack
from arena.tournament.executors import MatchError, Play, answer, place, unheard
from arena.tournament.spec import MatchResult, MatchSpec

IN_FLIGHT: Final = 3
"""Lots for each worker thread that are on their way at once: one being played, the others at hand."""
LOT_SECONDS: Final = 0.2
"""How long a lot of matches should take: long beside what sending it costs, short beside what is lost with a worker that dies."""
LARGEST_LOT: Final = 256


class Lot(NamedTuple):
    """What became of a lot of matches: an answer for each, and the seconds they took."""

    answers: tuple[bytes, ...]
    seconds: float


class Cluster:
    """Plays on the Dask scheduler at ``address``, or without one on a cluster of ``jobs`` processes started here and ended afterwards."""

    def __init__(self, address: str | None, jobs: int) -> None:
        self.address, self.jobs = address, jobs

    def run(self, play: Play, specs: Iterable[MatchSpec]) -> Generator[MatchResult, None, None]:
        """Results in the order in which they are finished, or nearly."""
        source = iter(specs)
        with _client(self.address, self.jobs) as client:
            load, flying = _Load(client, play), _distributed().as_completed()
            load.top_up(flying, source)
            for future in flying:
                yield from load.taken(future)
                load.top_up(flying, source)


class _Load:
    """What is on its way to the workers: lots of matches by the key of their future, and the bots' files that were sent.

    A task costs a cluster some milliseconds, so short matches travel several at a time.
    """

    def __init__(self, client: Any, play: Play) -> None:
        self._client, self._play = client, play
        self._lots: dict[str, tuple[MatchSpec, ...]] = {}
        self._parcels: dict[tuple[str, str | None], Any] = {}
        self._names = (f"arena-{uuid4().hex}-{number}" for number in count())
        self._size = 1

    def top_up(self, flying: Any, source: Iterator[MatchSpec]) -> None:
        places = IN_FLIGHT * max(1, sum(self._client.nthreads().values()))
        while len(self._lots) < places and (specs := tuple(islice(source, self._size))):
            parcels = {bot.name: self._parcel(bot) for spec in specs for bot in spec.table}
            key = next(self._names)
            self._lots[key] = specs
            letter = pickle.dumps(specs, pickle.HIGHEST_PROTOCOL)
            flying.add(self._client.submit(_play_there, self._play, letter, parcels, key=key, pure=False))

    def taken(self, future: Any) -> Iterator[MatchResult]:
        specs = self._lots.pop(future.key)
        failure = future.exception()
        if failure is not None:
            raise MatchError(f"{place(specs[0])}: the cluster gave it up: {failure}. Everything finished before is saved") from failure
        lot = Lot(*future.result())
        fitting = int(LOT_SECONDS * len(lot.answers) / max(lot.seconds, 1e-6))
        self._size = max(1, min(fitting, 2 * self._size, LARGEST_LOT))
        for told in map(pickle.loads, lot.answers):
            if isinstance(told, MatchError):
                raise told
            yield told

    def _parcel(self, bot: BotSpec) -> Any:
        """The bot's files as a task of their own, which a cluster that loses them can do again."""
        content = (bot.digest, bot.bot)
        if content not in self._parcels:
            packed = pack(bot)
            self._parcels[content] = None if packed is None else self._client.submit(bytes, packed)
        return self._parcels[content]


def _play_there(play: Play, letter: bytes, parcels: dict[str, bytes | None]) -> Lot:
    """What a worker does with a lot of matches: brings their bots' files to its own disk, once, and plays."""
    folder = Path(_distributed().get_worker().local_directory, "arena-bots")
    folder.mkdir(parents=True, exist_ok=True)
    specs: tuple[MatchSpec, ...] = pickle.loads(letter)
    bots = {bot.name: bot for spec in specs for bot in spec.table}
    there = {name: bot if (packed := parcels[name]) is None else unpack(bot, packed, folder) for name, bot in bots.items()}
    moved = (replace(spec, table=tuple(there[bot.name] for bot in spec.table)) for spec in specs)
    start = time.perf_counter()
    answers = tuple(answer(play, pickle.dumps(spec)) for spec in moved)
    return Lot(answers, time.perf_counter() - start)


@contextmanager
def _client(address: str | None, jobs: int) -> Iterator[Any]:
    dask = _distributed()
    if address is None:
        with ExitStack() as stack:
            with unheard():
                # its warnings are of tasks that are called off, which is what happens whenever a run is interrupted
                quietly = {"dashboard_address": None, "silence_logs": logging.ERROR}
                cluster = stack.enter_context(dask.LocalCluster(n_workers=jobs, threads_per_worker=1, **quietly))
                client = stack.enter_context(dask.Client(cluster))
            yield client
        return
    try:
        client = dask.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ArenaError(f"--executor dask={address}: no Dask scheduler answers there: {error}") from error
    with client:
        yield client


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ArenaError("--executor dask needs Dask; pip install 'pitch-arena[dask]' brings it") from error
