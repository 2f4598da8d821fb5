"""Bots that answer with anything but an action, or speak where they should not."""

import os
import random
import stat
import sys

import msgspec

import arena


class Plain:
    def bid(self, view):
        return view.legal_bids[0]

    def play(self, view):
        return view.legal_cards[0]


class AnswersNone(Plain):
    def play(self, view):
        return None


class AnswersNaN(Plain):
    def play(self, view):
        return float("nan")


class AnswersTrue(Plain):
    def bid(self, view):
        return True


class AnswersWords(Plain):
    def play(self, view):
        return "the ace, I think"


class AnswersForeignCard(Plain):
    def play(self, view):
        return next(card for card in view.unseen)


class AnswersHuge(Plain):
    def bid(self, view):
        return 10**5000


class AnswersGenerator(Plain):
    def play(self, view):
        return (card for card in view.legal_cards)


class AnswersList(Plain):
    def play(self, view):
        return [view.legal_cards[0]] * 1000


class _Liar(int):
    def __le__(self, other):
        return True

    def __lt__(self, other):
        return True

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __ge__(self, other):
        return True


class AnswersLiar(Plain):
    def play(self, view):
        return _Liar(1000)


class _Bomb:
    def __repr__(self):
        raise RuntimeError("you should not have looked")


class AnswersBomb(Plain):
    def play(self, view):
        return _Bomb()


class MutatesView(Plain):
    def play(self, view):
        view.seat = 3
        return view.legal_cards[0]


class ForcesView(Plain):
    def play(self, view):
        card = view.legal_cards[0]
        msgspec.structs.force_setattr(view, "_legal", view.unseen)
        msgspec.structs.force_setattr(view.rules, "name", "mine")
        return card


class Reseeds(Plain):
    def play(self, view):
        random.seed(1)
        random.Random.choice = lambda self, some: some[-1]
        return view.legal_cards[0]


class PatchesArena(Plain):
    def game_started(self, info):
        arena.Hand.apply = arena.Hand.legal_actions = None
        sys.modules["arena.pitch.scoring"] = None


def lines():
    """The descriptors one can write to that are no stdin, stdout or stderr."""
    found = []
    for name in map(int, os.listdir("/proc/self/fd")):
        try:
            mode = os.fstat(name).st_mode
        except OSError:
            continue
        if name > 2 and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            found.append(name)
    return found


def shout(data):
    for name in lines():
        try:
            while data:
                data = data[os.write(name, data) :]
            return
        except OSError:
            continue


def question():
    """The number of the question being asked."""
    frame = sys._getframe()
    while "message" not in frame.f_locals:
        frame = frame.f_back  # type: ignore[assignment]
    return frame.f_locals["message"]


class WritesGarbage(Plain):
    def play(self, view):
        shout(b"\xff\x00 this is not JSON\n")
        return view.legal_cards[0]


class WritesHalfALine(Plain):
    def play(self, view):
        shout(b'{"type":"answer","id":')
        return view.legal_cards[0]


class Floods(Plain):
    def play(self, view):
        for _ in range(100):
            shout(b"x" * (1 << 20))
        return view.legal_cards[0]


class FloodsWithLines(Plain):
    def play(self, view):
        shout(b'{"type":"done","id":0}\n' * 5000)
        return view.legal_cards[0]


class AnswersTwice(Plain):
    def play(self, view):
        shout(b'{"type":"answer","id":%d,"action":"%s"}\n' % (question().id, str(view.legal_cards[0]).encode()))
        return view.legal_cards[-1]


class ForgesTheEnd(Plain):
    def play(self, view):
        shout(b'{"type":"left","game":"%s","detail":"the other side cheated"}\n' % question().game.encode())
        return view.legal_cards[0]


class ForgesAHello(Plain):
    def play(self, view):
        shout(b'{"type":"hello","protocol":9,"wants":["everything"]}\n')
        return view.legal_cards[0]


class NestsItsAnswer(Plain):
    def play(self, view):
        shout(b'{"type":"answer","id":%d,"action":%s}\n' % (question().id, b"[" * 20_000 + b"]" * 20_000))
        return view.legal_cards[0]


class RaisesWhatCannotBeShown(Plain):
    def play(self, view):
        raise ValueError("\x1b[2J\n|\ud800\u202e" + "x" * 100_000)


class _Mute(Exception):
    def __str__(self):
        raise _Mute


class RaisesWhatCannotBeSaid(Plain):
    def play(self, view):
        raise _Mute


class _Leaver:
    def __repr__(self):
        raise SystemExit


class AnswersLeaver(Plain):
    def play(self, view):
        return _Leaver()
