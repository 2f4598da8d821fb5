"""The knobs that may be written shorter, or otherwise, than a RuleSet holds them; knows one knob at a time."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct

from arena.pitch.cards import RANKS
from arena.pitch.ruleset import PIPS, WORDS, Amount, Count, Point
from arena.rulesets.checking import Complaints, Reader, leaf, listed, nearest, refused, section, text_block, text_line
from arena.rulesets.reading import Node, shown

JOKERS = ("X+", "X-")
TRUMP_IDS = (*reversed(RANKS), "OJ", "O5", *JOKERS)
CARD_OF = dict(zip(WORDS, RANKS, strict=True)) | {name: name for name in TRUMP_IDS}
"""The trump id meant by each name a card of the points list can go by."""
KIND_OF: dict[str, Literal["high", "low", "most_pips"]] = {"High": "high", "Low": "low", "Game": "most_pips"}
POINT_NAMES = (*KIND_OF, *CARD_OF)

Sides = Literal["opposite", "each"] | tuple[tuple[Annotated[int, Meta(ge=0, le=6)], ...], ...]
DealerMatch = Literal["none", "all"] | tuple[Count, ...]


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """What a short entry of the points list may set."""

    value: Count = 1
    to: Literal["captor", "holder"] = "captor"
    tie: Literal["nobody", "pitcher"] = "nobody"


def sides(node: Node, key: str, complaints: Complaints) -> Any:
    """``opposite``, ``each`` or seat lists, as written: who sits where depends on the number of players."""
    return leaf(Sides, node, key, complaints, "opposite, each, or a list of the seats of each side such as [[0, 2], [1, 3]]")


def dealer_match(node: Node, key: str, complaints: Complaints) -> Any:
    """``none``, ``all`` or bids, sorted and each once; no bids at all are ``none``."""
    value = leaf(DealerMatch, node, key, complaints, "none, all, or a list of bids such as [2, 3]")
    return (tuple(sorted(set(value))) or "none") if isinstance(value, tuple) else value


def trump_order(node: Node, key: str, complaints: Complaints) -> Any:
    """Trump ids from high to low: each of the thirteen ranks exactly once, any of the others at most once."""
    ids = trump_ids(node, key, complaints)
    if ids is UNSET:
        return UNSET
    repeated = [name for name in dict.fromkeys(ids) if ids.count(name) > 1]
    missing = [rank for rank in reversed(RANKS) if rank not in ids]
    if repeated:
        complaints.add(node, key, f"names {listed(repeated, 'and')} more than once; each card stands in the order once")
    if missing:
        complaints.add(node, key, f"lacks {listed(missing, 'and')}; each of the thirteen ranks has to be in it")
    return UNSET if repeated or missing else ids


def trump_ids(node: Node, key: str, complaints: Complaints) -> Any:
    """A list of trump ids; UNSET after a complaint about it or any of its items."""
    if not isinstance(node.value, list):
        complaints.add(node, key, refused(node, f"a list of trump ids ({listed(TRUMP_IDS)})"))
        return UNSET
    ids = [trump_id(item, f"{key}[{place}]", complaints) for place, item in enumerate(node.value)]
    return UNSET if UNSET in ids else tuple(ids)


def trump_id(node: Node, key: str, complaints: Complaints) -> Any:
    """One trump id; ranks 2 to 9 may be numbers. UNSET after a complaint."""
    name = _word(node)
    if name in TRUMP_IDS:
        return name
    right = CARD_OF.get(str(name)) or {"10": "T", "JK": "X-"}.get(str(name))
    hint = f"; did you mean {right}?" if right else ""
    complaints.add(node, key, f"{shown(node)} is no card of the trump suit; expected {listed(TRUMP_IDS)}{hint}")
    return UNSET


def pips(node: Node, key: str, complaints: Complaints) -> Any:
    """Pips by rank, completed from the default rank by rank: pairs in a fixed order, the default's ranks always among them."""
    if not isinstance(node.value, dict):
        complaints.add(node, key, refused(node, "a mapping of ranks to pips such as {T: 10, A: 4}"))
        return UNSET
    ranks = (*reversed(RANKS), *JOKERS)
    worth: dict[str, Any] = dict(PIPS)
    for rank, child in node.value.items():
        if rank not in ranks:
            right = CARD_OF.get(rank) or ("T" if rank == "10" else "")
            complaints.add(child, f"{key}.{rank}", f"is no rank; expected {listed(ranks)}" + (f"; did you mean {right}?" if right else ""))
        else:
            worth[rank] = leaf(Amount, child, f"{key}.{rank}", complaints)
    if UNSET in worth.values() or complaints.spoiled(key):
        return UNSET
    return tuple((rank, worth[rank]) for rank in dict(PIPS)) + tuple((r, worth[r]) for r in ranks if r not in dict(PIPS) and worth.get(r))


def points(node: Node, key: str, complaints: Complaints) -> Any:
    """The points list, short entries written out."""
    if not isinstance(node.value, list) or not node.value:
        complaints.add(node, key, refused(node, "a list of points such as [High, Low, Jack, Game, {Three: 3}]"))
        return UNSET
    found = [point(item, f"{key}[{place}]", complaints) for place, item in enumerate(node.value)]
    if UNSET in found:
        return UNSET
    ids = [entry["id"] for entry in found]
    for place, item in enumerate(node.value):
        if ids[place] in ids[:place]:
            complaints.add(item, f"{key}[{place}]", f"is the second point called {ids[place]!r}; every point needs its own id")
    return UNSET if complaints.spoiled(key) else tuple(found)


def point(node: Node, key: str, complaints: Complaints) -> Any:
    """One entry of the points list as the fields of a Point; UNSET after a complaint."""
    if not isinstance(node.value, dict):
        return _named(_word(node), node, key, complaints)
    if "what" in node.value or "id" in node.value:
        return _full(node, key, complaints)
    if len(node.value) != 1:
        complaints.add(node, key, f"{shown(node)} names {len(node.value)} points; one entry is one point, such as {{Three: 3}}")
        return UNSET
    ((name, setting),) = node.value.items()
    base = _named(name, node, key, complaints)
    return UNSET if base is UNSET else _set(base, setting, f"{key}.{name}", complaints)


def _word(node: Node) -> str | None:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.value if isinstance(node.value, str) else None


def _named(name: str | None, node: Node, key: str, complaints: Complaints) -> Any:
    if name in KIND_OF:
        return {"id": name, "what": KIND_OF[name]}
    if name in CARD_OF:
        return {"id": name, "what": "card", "card": CARD_OF[name]}
    hint = nearest(name, POINT_NAMES) if name else ""
    what = f"'{name}'" if name else shown(node)
    complaints.add(node, key, f"{what} is no point; expected High, Low, Game, Ace to Two, {listed(TRUMP_IDS)}{hint}")
    return UNSET


def _set(base: dict[str, Any], node: Node, key: str, complaints: Complaints) -> Any:
    """A short entry's setting: its value, whom it goes to (Game: who has it on a tie), or a mapping of these."""
    game = base["what"] == "most_pips"
    if isinstance(node.value, dict):
        fields = section(Setting, node, complaints, key=key)
        return UNSET if complaints.spoiled(key) else _sound(base | fields, node, key, complaints)
    if not isinstance(node.value, str):
        value = leaf(Count, node, key, complaints)
        return UNSET if value is UNSET else base | {"value": value}
    words = ("nobody", "pitcher") if game else ("captor", "holder")
    if node.value not in words:
        complaints.add(node, key, refused(node, f"{listed(words)}, or the point's value", words))
        return UNSET
    return base | {"tie" if game else "to": node.value}


def _full(node: Node, key: str, complaints: Complaints) -> Any:
    special: dict[str, Reader] = {f"{key}.id": _id, f"{key}.card": _card}
    fields = section(Point, node, complaints, key=key, special=special)
    return UNSET if complaints.spoiled(key) else _sound(fields, node, key, complaints)


def _id(node: Node, key: str, complaints: Complaints) -> Any:
    word = _word(node)
    return text_line(node._replace(value=node.value if word is None else word), key, complaints)


def _card(node: Node, key: str, complaints: Complaints) -> Any:
    return None if node.value is None else trump_id(node, key, complaints)


def _sound(fields: dict[str, Any], node: Node, key: str, complaints: Complaints) -> Any:
    """The fields, if they go together."""
    what, card = fields["what"], fields.get("card")
    if what == "card" and card is None:
        complaints.add(node, key, f"has no card; expected card: and one of {listed(TRUMP_IDS)}")
    if what != "card" and card is not None:
        complaints.add(node, key, f"names the card {card}, which only what: card has")
    if what == "most_pips" and fields.get("to") == "holder":
        complaints.add(node, key, "goes to the side with most pips; to: holder is not allowed, tie: nobody or pitcher is")
    if what != "most_pips" and fields.get("tie") == "pitcher":
        complaints.add(node, key, "cannot be tied; tie: pitcher is allowed with what: most_pips alone")
    return UNSET if complaints.spoiled(key) else fields


SPECIAL: dict[str, Reader] = {
    "name": text_line,
    "title": text_line,
    "source": text_block,
    "about": text_block,
    "table.sides": sides,
    "auction.dealer_match": dealer_match,
    "trump.order": trump_order,
    "points": points,
    "extremes.exclude": trump_ids,
    "pips": pips,
}
"""How to read the knobs, by dotted key, that are written otherwise than they are held."""
