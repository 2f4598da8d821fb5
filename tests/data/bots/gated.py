"""Plays its highest legal card. While the file named by the variable GATE exists it takes no seat; if "die" stands in it, Python ends."""

import os
import signal
import time
from pathlib import Path

GATE = Path(os.environ.get("GATE", "no such gate"))


class Gated:
    def game_started(self, info):
        while GATE.exists():
            if GATE.read_text() == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(0.01)

    def bid(self, view):
        return 2 if 2 in view.legal_bids and any(str(card)[0] == "A" for card in view.holding) else view.legal_bids[0]

    def play(self, view):
        return max(view.legal_cards)
