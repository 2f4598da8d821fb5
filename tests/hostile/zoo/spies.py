"""Bots that look where they must not look, or talk to whom they must not; each raises Found when it succeeds."""

import ctypes
import os
import signal
import socket
import time
from multiprocessing import shared_memory
from pathlib import Path

from arena import Bot


class Found(Exception):
    pass


class _Spy(Bot):
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        self.look()
        return view.legal_cards[0]

    def look(self):
        raise NotImplementedError


class ReadsPlaces(_Spy):
    """The run folder, the seed, another bot: places it was told of."""

    def look(self):
        for place in self.options["places"]:
            if os.path.exists(place):
                raise Found(place)


class ReadsProc(_Spy):
    def look(self):
        for name in os.listdir("/proc"):
            if name.isdigit() and b"arena.seats.child" not in Path("/proc", name, "cmdline").read_bytes():
                raise Found(name)
            if name.isdigit() and int(name) == self.options["pid"]:
                raise Found(name)


class ReadsHome(_Spy):
    def look(self):
        for place in ("/root/.profile", "/root/.bashrc", "/root/.ssh", "/etc/passwd", "/etc/shadow", "/var", "/sys/kernel"):
            if os.path.exists(place):
                raise Found(place)


class Writes(_Spy):
    def look(self):
        for place in ("/", "/usr", "/usr/bin", str(Path(__file__).parent), "/dev", "/proc/sys/kernel"):
            try:
                Path(place, "mine").write_text("mine")
            except OSError:
                continue
            raise Found(place)


class Chmods(_Spy):
    def look(self):
        try:
            os.chmod(__file__, 0o777)
        except OSError:
            return
        raise Found(__file__)


class Connects(_Spy):
    def look(self):
        try:
            socket.create_connection(("127.0.0.1", self.options["port"]), timeout=0.1).close()
        except OSError:
            return
        raise Found("loopback")


class Signals(_Spy):
    def look(self):
        for pid in (self.options["pid"], os.getppid()):
            try:
                os.kill(pid, 0)
            except OSError:
                continue
            if pid == self.options["pid"]:
                raise Found(str(pid))
        os.kill(-1, signal.SIGCONT) if os.getuid() == 0 else None


class Traces(_Spy):
    def look(self):
        if ctypes.CDLL(None).ptrace(16, self.options["pid"], 0, 0) == 0:
            raise Found("traced")


class SetsTheClock(_Spy):
    def look(self):
        try:
            time.clock_settime(time.CLOCK_REALTIME, time.time())
        except PermissionError:
            return
        raise Found("clock")


class BecomesRoot(_Spy):
    def look(self):
        try:
            os.setuid(0)
        except OSError:
            return
        if os.access("/etc/shadow", os.R_OK):
            raise Found("root")


class FollowsLinks(_Spy):
    """Links that were handed in with the bot: the one to its own file leads there, the others nowhere."""

    def look(self):
        here = Path(__file__).parent
        if (here / "own").read_text() != "mine":
            raise Found("not what is mine")
        for place in (here / "seed", here / "all" / "root" / ".profile", here / "up" / "tournament.yaml", here / "pipe"):
            if place.exists():
                raise Found(str(place))


KNOWN: set[int] = set()


class _Partner(Bot):
    """Leaves its seat's number, then looks for its partner's."""

    def game_started(self, info):
        self.mine = info.seat
        self.leave()

    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        if self.found():
            raise Found("my partner")
        return view.legal_cards[0]


class TalksByFile(_Partner):
    def leave(self):
        Path("/tmp", f"seat{self.mine}").touch()

    def found(self):
        return len(list(Path("/tmp").glob("seat*"))) > 1


class TalksByFifo(_Partner):
    def leave(self):
        os.mkfifo(f"/tmp/fifo{self.mine}")

    def found(self):
        return len(list(Path("/tmp").glob("fifo*"))) > 1


class TalksBySocket(_Partner):
    def leave(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0arena-seat{self.mine}")

    def found(self):
        try:
            self.socket.sendto(b"hearts", f"\0arena-seat{(self.mine + 2) % 4}")
        except OSError:
            return False
        return True


class TalksBySharedMemory(_Partner):
    def leave(self):
        try:
            shared_memory.SharedMemory(f"arena{self.mine}", create=True, size=16)
        except OSError:
            pass

    def found(self):
        try:
            shared_memory.SharedMemory(f"arena{(self.mine + 2) % 4}").close()
        except OSError:
            return False
        return True


class TalksByGlobal(_Partner):
    def leave(self):
        KNOWN.add(self.mine)

    def found(self):
        return len(KNOWN) > 1


class RemembersGames(_Partner):
    """What one game leaves in the module, the next finds."""

    def leave(self):
        if KNOWN:
            raise Found("the game before")
        KNOWN.add(self.mine)

    def found(self):
        return False
