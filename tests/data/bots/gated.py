"""Plays its highest legal card; takes no seat while the file named by the variable GATE exists, so that a run can be stopped midway."""

import os
import time


class Gated:
    def game_started(self, info):
        while os.path.exists(os.environ.get("GATE", "")):
            time.sleep(0.01)

    def bid(self, view):
        return 2 if 2 in view.legal_bids and any(str(card)[0] == "A" for card in view.holding) else view.legal_bids[0]

    def play(self, view):
        return max(view.legal_cards)
