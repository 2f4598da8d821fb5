"""What may be bid; does not know what happens after the auction."""

from __future__ import annotations

from arena.pitch.actions import Bid
from arena.pitch.tables import Tables
from arena.pitch.view import Setting


def legal_bids(tables: Tables, setting: Setting, seat: int, high: Bid, redeals: int) -> tuple[Bid, ...]:
    """The bids a seat may make over ``high`` (0: nobody bid), after ``redeals`` redeals in a row, in canonical order."""
    slam = tables.rules.slam
    allowed = slam is None or slam.min_score is None or setting.scores[tables.side_of[seat]] >= slam.min_score
    role = 0 if seat != setting.dealer else 1 if high or not forced(tables, redeals) else 2
    return tables.bids[allowed][role][high]


def forced(tables: Tables, redeals: int) -> bool:
    """Whether a dealer to whom everybody passed has to bid."""
    auction = tables.rules.auction
    if auction.all_pass == "force_dealer":
        return True
    return auction.all_pass != "fine_dealer" and redeals >= auction.max_redeals
