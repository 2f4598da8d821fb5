"""Bots that take more than their share; every one stops by itself, so that a failed defence harms nobody."""

import mmap
import os
import signal
import threading
import time

STEP = 1 << 24
MOST = 1 << 30


class Plain:
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legal_cards[0]


class Balloon(Plain):
    def play(self, view):
        held = []
        while len(held) * STEP < MOST:
            held.append(bytearray(STEP))
        return view.legal_cards[0]


class SharedBalloon(Plain):
    def play(self, view):
        held = []
        while len(held) * STEP < MOST:
            held.append(mmap.mmap(-1, STEP))
            held[-1].write(bytes(STEP))
            time.sleep(0.02)
        time.sleep(60)


class ForkBomb(Plain):
    def play(self, view):
        for _ in range(50):
            if not os.fork():
                time.sleep(60)
                os._exit(0)
        time.sleep(60)


class ThreadBomb(Plain):
    def play(self, view):
        for _ in range(50):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        return view.legal_cards[0]


class Daemon(Plain):
    """Leaves a process behind that is nobody's child, in a session of its own, deaf to what it can be deaf to."""

    def game_started(self, info):
        if not os.fork():
            os.setsid()
            if not os.fork():
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                time.sleep(60)
            os._exit(0)


class Chatterbox(Plain):
    """Prints a little more than a bot may."""

    def play(self, view):
        for _ in range(40):
            print("x" * (1 << 20), flush=True)
        return view.legal_cards[0]


class Talker(Plain):
    """Prints what a bot may."""

    def play(self, view):
        print("I play", view.legal_cards[0], flush=True)
        return view.legal_cards[0]


class FillsTheDisk(Plain):
    def play(self, view):
        with open("big", "wb") as file:
            for _ in range(200):
                file.write(bytes(1 << 20))
        return view.legal_cards[0]


class LocksItsFolder(Plain):
    def game_started(self, info):
        os.makedirs("deep/er")
        os.chmod("deep/er", 0)
        os.chmod("deep", 0)
        os.chmod(".", 0)


class DeletesItself(Plain):
    def game_started(self, info):
        os.remove(__file__)


class DigsDeep(Plain):
    """Folders in folders, longer than a path may be and deeper than Python recurses."""

    def game_started(self, info):
        os.chdir(os.environ["HOME"])
        for _ in range(1200):
            os.mkdir("deeper")
            os.chdir("deeper")
