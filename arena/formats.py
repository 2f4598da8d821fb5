"""Which keys of a tournament file go with which format, and what is said where they do not; knows nothing of playing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import UNSET

from arena.errors import ConfigError
from arena.rulesets.checking import Complaints, listed, nearest, refused
from arena.rulesets.reading import Node
from arena.seats.bot import BotSpec
from arena.tournament import schedule
from arena.tournament.spec import TournamentSpec

MEANINGS: Final = {
    "format": "Who meets whom.",
    "challengers": "The entrants of a gauntlet that meet all others, and not each other; by default the first.",
    "seeding": "The entrants of a knockout from the strongest down, or random; by default as they are listed.",
    "match.tables": "How many tables there are where not all combinations meet: an even sample of at least so many.",
    "match.rounds": "How many rounds a swiss has.",
    "match.until": "Neighbours in the table play on, beyond boards, until they are separated.",
    "match.until.separated": "With which confidence, such as 0.95.",
    "match.max_boards": "How many boards two of them play at most.",
}
_NAMES: Final = "a list of names of entrants"
_OWN: Final = {
    "challengers": ("gauntlet",),
    "seeding": ("knockout",),
    "match.rounds": ("swiss",),
    "match.tables": ("round-robin", "mixed-pairs"),
    "match.until": ("round-robin",),
    "match.max_boards": ("round-robin",),
}
_NOTHING: Final[tuple[Any, ...]] = ("auto", None, (), [])


def names(node: Node, key: str, complaints: Complaints, *words: str) -> Any:
    """Reads a list of names, or one of ``words``."""
    if node.value in words:
        return node.value
    wanted = " or ".join((_NAMES, *words))
    if not isinstance(node.value, list):
        complaints.add(node, key, refused(node, wanted))
        return UNSET
    for place, item in enumerate(node.value):
        if not isinstance(item.value, str):
            complaints.add(item, f"{key}[{place}]", refused(item, "the name of an entrant"))
    return UNSET if complaints.spoiled(key) else tuple(item.value for item in node.value)


def check_keys(values: dict[str, Any], node: Node, complaints: Complaints) -> None:
    """Complains of keys that another format would need, and of boards that contradict each other."""
    form, match = values.get("format", "round-robin"), values.get("match", {})
    for key, forms in _OWN.items():
        value = match.get(key.removeprefix("match.")) if key.startswith("match.") else values.get(key)
        if form not in forms and value not in _NOTHING and not complaints.spoiled("format"):
            complaints.add(_at(node, key), key, f"is for {listed(forms)}; this is a {form}")
    until, most, boards = match.get("until"), match.get("max_boards"), match.get("boards", 100)
    if complaints.spoiled("match"):
        return
    if (until is None) != (most is None):
        there, lacking = ("match.until", "max_boards") if most is None else ("match.max_boards", "until")
        complaints.add(_at(node, there), there, f"needs match.{lacking} beside it, as in {{until: {{separated: 0.95}}, max_boards: 400}}")
    elif most is not None and most <= boards:
        complaints.add(_at(node, "match.max_boards"), "match.max_boards", f"{most} is not above match.boards, {boards}")


def settle(values: dict[str, Any], bots: Iterable[BotSpec], node: Node, *, left_out: bool) -> None:
    """Fills in ``challengers`` and ``seeding`` and checks them against the entrants there are.

    Raises ConfigErrors. With ``left_out`` entrants may be missing, and are left out of these lists too.
    """
    entrants, complaints = [bot.name for bot in bots], Complaints()
    for key, form, default in (("challengers", "gauntlet", tuple(entrants[:1])), ("seeding", "knockout", tuple(entrants))):
        given = values.get(key) or default
        if values.get("format") != form:
            values.pop(key, None)
        elif given != "random":
            _check_names(given, entrants, node, key, complaints, strict=not left_out)
            values[key] = tuple(name for name in given if name in entrants)
    if values.get("format") == "knockout" and values["seeding"] != "random" and (missing := set(entrants) - set(values["seeding"])):
        complaints.add(_at(node, "seeding"), "seeding", f"lacks {listed(sorted(missing), 'and')}; it names every entrant, or is random")
    complaints.done()


def suited(spec: TournamentSpec, node: Node) -> TournamentSpec:
    """``spec``. Raises ConfigError, with its place in the file, where the entrants or the rules do not suit the format."""
    try:
        schedule.check(spec)
    except ConfigError as error:
        raise _at(node, str(error.key)).fault(error.message, error.key) from None
    return spec


def _check_names(given: tuple[str, ...], entrants: list[str], node: Node, key: str, complaints: Complaints, *, strict: bool) -> None:
    items = node.value[key].value if key in node.value else []
    for place, (name, item) in enumerate(zip(given, items, strict=False)):
        if name not in entrants and strict:
            complaints.add(item, f"{key}[{place}]", f"{name!r} is no entrant here{nearest(name, entrants)}")
        if name in given[:place]:
            complaints.add(item, f"{key}[{place}]", f"{name!r} stands there twice")


def _at(node: Node, key: str) -> Node:
    """The node of a dotted key, or the nearest there is around it."""
    for part in key.split("."):
        if not isinstance(node.value, dict) or part not in node.value:
            break
        node = node.value[part]
    return node


Reader = Callable[[Node, str, Complaints], Any]


def readers() -> dict[str, Reader]:
    """How the keys are read whose written form is not their type."""
    return {
        "challengers": names,
        "seeding": lambda node, key, complaints: names(node, key, complaints, "random"),
    }
