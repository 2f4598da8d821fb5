"""Bots that die, in every way."""

import ctypes
import os
import signal
import sys


class Plain:
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legal_cards[0]


class Leaves(Plain):
    def play(self, view):
        os._exit(0)


class RaisesSystemExit(Plain):
    def play(self, view):
        sys.exit(0)


class RaisesKeyboardInterrupt(Plain):
    def play(self, view):
        raise KeyboardInterrupt


class Crashes(Plain):
    def play(self, view):
        return 1 // 0


class Recurses(Plain):
    def play(self, view):
        return self.play(view)


class Segfaults(Plain):
    def play(self, view):
        ctypes.string_at(0)


class KillsItself(Plain):
    def play(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class ClosesEverything(Plain):
    def play(self, view):
        os.closerange(0, 1000)
        return view.legal_cards[0]
