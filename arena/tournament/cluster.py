"""Matches played by a Dask cluster, here or on many machines; knows nothing of schedules, stores or cards.

Workers need the arena installed and nothing else: bots' files travel once to each worker that needs them and are kept there by their
content. Dask replaces workers that die and gives their matches to others; every match is taken in once.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from arena.errors import ArenaError
from arena.seats.bot import BotSpec
from arena.seats.parcel import pack, unpack
from arena.tournament.executors import MatchError, Play, answer, place
from arena.tournament.spec import MatchResult, MatchSpec

IN_FLIGHT = 3
"""Matches for each worker thread that are on their way at once: one being played, the others at hand."""


class Cluster:
    """Plays on the Dask scheduler at ``address``, or without one on a cluster of ``jobs`` processes started here and ended afterwards."""

    def __init__(self, address: str | None, jobs: int) -> None:
        self.address, self.jobs = address, jobs

    def run(self, play: Play, specs: Iterable[MatchSpec]) -> Generator[MatchResult, None, None]:
        """Results in the order in which they are finished."""
        source = iter(specs)
        with _client(self.address, self.jobs) as client:
            load, flying = _Load(client, play), _distributed().as_completed()
            load.top_up(flying, source)
            for future in flying:
                yield load.taken(future)
                load.top_up(flying, source)


class _Load:
    """What is on its way to the workers: matches by the key of their future, and the bots' files that were sent."""

    def __init__(self, client: Any, play: Play) -> None:
        self._client, self._play = client, play
        self._specs: dict[str, MatchSpec] = {}
        self._parcels: dict[tuple[str, str | None], Any] = {}
        self._names = (f"arena-{uuid4().hex}-{number}" for number in count())

    def top_up(self, flying: Any, source: Iterator[MatchSpec]) -> None:
        places = IN_FLIGHT * max(1, sum(self._client.nthreads().values()))
        for spec in islice(source, max(0, places - len(self._specs))):
            parcels = {bot.name: self._parcel(bot) for bot in spec.table}
            key = next(self._names)
            self._specs[key] = spec
            letter = pickle.dumps(spec, pickle.HIGHEST_PROTOCOL)
            flying.add(self._client.submit(_play_there, self._play, letter, parcels, key=key, pure=False))

    def taken(self, future: Any) -> MatchResult:
        spec = self._specs.pop(future.key)
        failure = future.exception()
        if failure is not None:
            raise MatchError(f"{place(spec)}: the cluster gave it up: {failure}. Everything finished before is saved") from failure
        found = pickle.loads(future.result())
        if isinstance(found, MatchError):
            raise found
        return found  # type: ignore[no-any-return]

    def _parcel(self, bot: BotSpec) -> Any:
        """The bot's files as a task of their own, which a cluster that loses them can do again."""
        content = (bot.digest, bot.bot)
        if content not in self._parcels:
            packed = pack(bot)
            self._parcels[content] = None if packed is None else self._client.submit(bytes, packed)
        return self._parcels[content]


def _play_there(play: Play, letter: bytes, parcels: dict[str, bytes | None]) -> bytes:
    """What a worker does with a match: brings its bots' files to its own disk, once, and plays."""
    folder = Path(_distributed().get_worker().local_directory, "arena-bots")
    folder.mkdir(parents=True, exist_ok=True)
    spec = pickle.loads(letter)
    table = tuple(bot if (packed := parcels[bot.name]) is None else unpack(bot, packed, folder) for bot in spec.table)
    return answer(play, pickle.dumps(replace(spec, table=table)))


@contextmanager
def _client(address: str | None, jobs: int) -> Iterator[Any]:
    dask = _distributed()
    if address is None:
        with dask.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster, dask.Client(cluster) as client:
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
