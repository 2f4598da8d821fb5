"""A bot's own files as bytes, for a machine that does not have them; knows nothing of networks or of how they travel."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from msgspec.structs import replace

from arena.errors import BotLoadError
from arena.seats.bot import BotSpec
from arena.seats.loader import split


def pack(spec: BotSpec) -> bytes | None:
    """The file or folder of a bot that is named by its path; None for one that is installed. Raises BotLoadError if it is gone."""
    path = own_path(spec)
    if path is None:
        return None
    out = BytesIO()
    try:
        with ZipFile(out, "w") as archive:
            for file in [path] if path.is_file() else sorted(path.rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(path.parent))
    except OSError as error:
        raise BotLoadError(f"{path}: it cannot be read: {error.strerror}") from error
    return out.getvalue()


def unpack(spec: BotSpec, packed: bytes, folder: Path) -> BotSpec:
    """The same bot with its files in ``folder``, under the digest of their content and their name; they are written there once."""
    path = own_path(spec)
    if path is None:
        return spec
    there = folder / spec.digest / path.name
    if not there.exists():
        there.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as fresh, ZipFile(BytesIO(packed)) as archive:
            archive.extractall(fresh)
            try:
                os.rename(Path(fresh, path.name), there)
            except OSError:
                if not there.exists():  # else another match has brought them meanwhile
                    raise
    cls = split(str(spec.bot))[1]
    return replace(spec, bot=f"{there}:{cls}" if cls else str(there))


def own_path(spec: BotSpec) -> Path | None:
    """The file or folder of a bot that is named by its path; None for others."""
    place = split(spec.bot or "")[0]
    return Path(place) if os.path.isabs(place) else None
