"""Takes a moment before every game, so that a run lasts long enough to be disturbed; plays its lowest legal card."""

import time


class Paced:
    def game_started(self, info):
        time.sleep(0.004)

    def bid(self, view):
        return 2 if 2 in view.legal_bids and any(str(card)[0] == "A" for card in view.holding) else view.legal_bids[0]

    def play(self, view):
        return min(view.legal_cards)
