"""What may be bid; does not know what happens after the auction."""

from __future__ import annotations

from arena.pitch.tables import Menu, Tables


def menus(tables: Tables, dealer: int, scores: tuple[int, ...], redeals: int) -> tuple[Menu, ...]:
    """What each seat may bid in a hand, by the highest bid so far, after ``redeals`` redeals in a row; ``scores`` are by side."""
    forced = redeals >= tables.patience
    least = tables.slam_from
    if least is None:
        return tables.menus[forced][dealer]
    role = 1 + forced
    return tuple([tables.bids[scores[side] >= least][role if seat == dealer else 0] for seat, side in enumerate(tables.side_of)])
