"""What this system can do to shut a bot in, found out by trying, and the command that does it; knows neither cards nor messages.

bubblewrap gives a bot processes, a network and files of its own: it sees the programs of the system, the interpreter, this package and a
copy of its own files, and can write only to a small folder in memory that goes with it. Started as root it is another user as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.seats.launch import clean_environment
from arena.seats.start import USER

INSIDE: Final = "/bot"
_SCRATCH_MB: Final = 16
_SYSTEM: Final = ("/usr", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
_LINKS: Final = ("bin", "lib", "lib32", "lib64", "sbin")
_DEVICES: Final = ("null", "zero", "random", "urandom")
_PATIENCE: Final = 20


class Feature(NamedTuple):
    """One promise: whether it is kept on this machine, what was seen when it was tried, and what a bot could do without it."""

    name: str
    works: bool
    seen: str
    without: str


class SandboxError(ArenaError):
    """The sandbox cannot keep its promise here."""


def confined(argv: Sequence[str], *, bot: str = "", readable: Sequence[str] = (), cwd: str = "/tmp") -> tuple[str, ...]:
    """The command that runs ``argv`` shut in, with ``bot`` (a folder, copied for it) as /bot and nothing else but ``readable`` in sight."""
    words = [*_walls(), *_shown(readable)]
    words += ["--ro-bind", bot, INSIDE] if bot else []
    words += ["--remount-ro", "/", "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp", "--chdir", cwd, "--"]
    return (*words, *_another_user(), *argv)


def interpreter_places() -> tuple[str, ...]:
    """The folders a Python bot in the arena's own interpreter needs."""
    inside = (Path(__file__).parents[1], Path(sys.prefix), Path(sys.base_prefix))
    return tuple(dict.fromkeys(str(place) for place in inside))


def required() -> None:
    """Raises SandboxError, naming what is missing and what to install, unless every promise is kept here."""
    missing = [feature for feature in features() if not feature.works]
    if missing:
        lines = "".join(f"\n  {one.name}: {one.seen}" for one in missing)
        raise SandboxError(f"isolation: sandbox cannot keep its promise on this machine (arena check --sandbox says more):{lines}")


@cache
def features() -> tuple[Feature, ...]:
    """Every promise, tried now."""
    if sys.platform != "linux":
        return (_missing("Linux", f"this is {sys.platform}; the sandbox needs Linux", "a bot could do whatever its user may do"),)
    tool = shutil.which("bwrap")
    if tool is None:
        seen = "there is no bwrap; install the package bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)"
        return (_missing("bubblewrap", seen, "a bot could read every file, write, reach the network and signal other processes"),)
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return (_missing("setpriv", "there is no setpriv; install the package util-linux", "a bot would be root"),)
    return _tried(tool)


def _missing(name: str, seen: str, without: str) -> Feature:
    return Feature(name, works=False, seen=seen, without=without)


def _tried(tool: str) -> tuple[Feature, ...]:
    """Runs a small program inside that reports what it can do."""
    argv = [word.replace(USER, "200000") for word in confined(["sh", "-c", _PROBE])]
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=_PATIENCE, check=False, env=clean_environment())
    except (OSError, subprocess.TimeoutExpired) as error:
        return (_missing("bubblewrap", f"{tool} cannot be run: {error}", "nothing would be kept from a bot"),)
    if done.returncode:
        advice = "unprivileged user namespaces may be switched off (sysctl kernel.unprivileged_userns_clone, user.max_user_namespaces)"
        seen = (done.stderr.strip().splitlines() or ["it failed without a word"])[-1]
        return (_missing("bubblewrap", f"{seen}; {advice}", "nothing would be kept from a bot"),)
    said = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    return (
        Feature("bubblewrap", works=True, seen=tool, without=""),
        *(_feature(said, *promise) for promise in _PROMISES if promise[0] != "user" or as_root()),
    )


def _feature(said: dict[str, str], key: str, name: str, wanted: str, without: str) -> Feature:
    found = said.get(key, "no report")
    return Feature(name, found == wanted, "tried: holds" if found == wanted else f"tried: found {found}, expected {wanted}", without)


_PROBE: Final = r"""
echo network=$(($(wc -l < /proc/net/dev) - 2))
seen=no; for p in /proc/[0-9]*; do read -r n < $p/comm; case $n in bwrap|sh|setpriv) ;; *) seen=$n;; esac; done; echo processes=$seen
w=no; for f in / /usr /usr/bin /etc /proc/sys/kernel; do (: > $f/arena-probe) 2>/dev/null && w=$f; done; echo writing=$w
r=no; for f in /root /home /var /etc/passwd /etc/shadow /opt /sys/kernel; do [ -e $f ] && r=$f; done; echo reading=$r
(: > /tmp/probe) 2>/dev/null && echo scratch=yes || echo scratch=no
u=other; [ "$(id -u)" = 0 ] && u=root; echo user=$u
c=none
while read -r k v; do
  [ "$k" = CapEff: ] && [ "$v" != 0000000000000000 ] && c=$v; [ "$k" = NoNewPrivs: ] && n=$v
done < /proc/self/status
echo capabilities=$c; echo privileges=$n
"""
_PROMISES: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("network", "no network", "1", "a bot could ask others for advice, or send away what it sees"),
    ("processes", "no other processes in sight", "no", "a bot could stop, kill or look into other bots and the arena"),
    ("writing", "no writing", "no", "a bot could change programs, other bots or results"),
    ("reading", "no reading beyond what it needs", "no", "a bot could read other bots, the seed and the results"),
    ("scratch", "a small folder of its own", "yes", "a bot that needs temporary files could not play"),
    ("user", "another user", "other", "a bot would be root"),
    ("capabilities", "no capabilities", "none", "a bot could undo its walls"),
    ("privileges", "no new privileges", "1", "a bot could become root through a setuid program"),
)


def as_root() -> bool:
    """Whether every bot becomes a user of its own."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _walls() -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    words += [] if as_root() else ["--unshare-user", "--cap-drop", "ALL"]
    words += ["--die-with-parent", "--proc", "/proc", "--perms", "1777", "--size", str(_SCRATCH_MB << 20), "--tmpfs", "/tmp"]
    for link in _LINKS:
        target = f"/{link}"
        if os.path.islink(target):
            words += ["--symlink", os.readlink(target), target]
        elif os.path.isdir(target):
            words += ["--ro-bind", target, target]
    words += [*_folders("/dev/null")]
    for device in _DEVICES:
        words += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    return words


def _shown(readable: Sequence[str]) -> list[str]:
    words: list[str] = []
    for place in filter(os.path.exists, (*_SYSTEM, *readable)):
        words += [*_folders(place), "--ro-bind", place, place]
    return words


def _folders(place: str) -> list[str]:
    """The folders above a place, which others may pass through too."""
    above = [str(parent) for parent in reversed(Path(place).parents) if len(parent.parts) > 1]
    return [word for folder in above for word in ("--perms", "0755", "--dir", folder)]


def _another_user() -> list[str]:
    if not as_root():
        return []
    return [shutil.which("setpriv") or "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--bounding-set=-all", "--"]
