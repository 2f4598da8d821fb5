"""Bots that never answer, or answer too late."""

import signal
import time


class Plain:
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legal_cards[0]


def forever():
    while True:
        pass


class LoopsInInit(Plain):
    def __init__(self):
        if getattr(type(self), "tried", False):
            forever()
        type(self).tried = True  # made once for trial when it is loaded


class LoopsInGameStarted(Plain):
    def game_started(self, info):
        forever()


class LoopsInBid(Plain):
    def bid(self, view):
        forever()


class LoopsInPlay(Plain):
    def play(self, view):
        forever()


class LoopsInNameTrump(Plain):
    def bid(self, view):
        return view.legal_bids[-1]

    def name_trump(self, view):
        forever()


class LoopsInDiscard(Plain):
    def discard(self, view):
        forever()


class LoopsInHandEnded(Plain):
    def hand_ended(self, view, result):
        forever()


class LoopsInGameEnded(Plain):
    def game_ended(self, result):
        forever()


class Sleeps(Plain):
    def play(self, view):
        time.sleep(60)


class IgnoresSigterm(Plain):
    def play(self, view):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        forever()


class CatchesEverything(Plain):
    def play(self, view):
        while True:
            try:
                forever()
            except BaseException:
                pass


class AnswersOnceTooLate(Plain):
    late = False

    def play(self, view):
        if not self.late:
            self.late = True
            time.sleep(0.8)
            return "2C"
        return view.legal_cards[0]
