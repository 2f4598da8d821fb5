"""A comparison of two bots for people, for CI logs and for programs; knows nothing of terminals or files."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec

from arena.errors import ArenaError
from arena.report.text import points, printable, share_between
from arena.standings.comparison import Comparison, FirstFault, Hypotheses, Sides

_LONGEST = 120
"""As many characters of a fault fit into a line."""


def line(found: Comparison) -> str:
    """All that matters in one line, fit for a CI log."""
    parts = (
        f"{_who(found)} ({printable(found.rules)})",
        f"LLR {found.llr:.2f} ({found.llr_lower:.2f}, {found.llr_upper:.2f}) {hypotheses(found.test)}",
        f"Elo {_with_error(found.elo, found.elo_error)}",
        f"points/hand {points(found.points_per_hand, found.points_per_hand_high)}",
        f"boards {found.boards:,}",
        f"pairs {list(found.pentanomial)}",
        *_faults_in_short(found),
    )
    return "; ".join(parts)


def text(found: Comparison) -> str:
    """The comparison in full: the verdict, what it rests on, and the boards to look at."""
    return "\n".join(_lines(found)) + "\n"


def json(found: Comparison) -> str:
    """The comparison as indented JSON, keys in the order of its fields but ``first_faults``, ending with a line break."""
    fields = {key: getattr(found, key) for key in found.__struct_fields__ if key != "first_faults"}
    return msgspec.json.format(msgspec.json.encode(fields), indent=2).decode() + "\n"


def junit(found: Comparison) -> str:
    """The comparison as a JUnit test suite of one case, which fails unless the candidate is stronger (or no weaker, if that was asked)."""
    result = ElementTree.Element("system-out")
    if found.verdict != "stronger":
        kind = found.verdict if found.test.high > 0 or found.verdict == "undecided" else "weaker"
        result = ElementTree.Element("failure", message=line(found), type=kind)
    result.text = text(found)
    return _suite(Sides(found.candidate, found.baseline, found.rules), found.test.high, result)


def junit_error(sides: Sides, high: float, error: ArenaError) -> str:
    """A JUnit test suite of one case, which is an error: of a comparison to ``high`` there is nothing but what was wrong."""
    result = ElementTree.Element("error", message="; ".join(map(printable, str(error).splitlines())), type=type(error).__name__)
    return _suite(sides, high, result)


def _suite(sides: Sides, high: float, result: ElementTree.Element) -> str:
    failures, errors = (str(int(result.tag == tag)) for tag in ("failure", "error"))
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", name="arena compare", tests="1", failures=failures, errors=errors, skipped="0")
    name = f"{printable(sides.candidate)} is {_claim(high)} than {printable(sides.baseline)}"
    case = ElementTree.SubElement(suite, "testcase", classname=f"arena.compare.{printable(sides.rules)}", name=name)
    case.append(result)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def hypotheses(test: Hypotheses) -> str:
    """What is tested against what: ``[0, 20] nElo``."""
    unit = "points/hand" if test.by == "points" else "nElo" if test.scale == "normalized" else "Elo"
    return f"[{test.low:g}, {test.high:g}] {unit}"


def _lines(found: Comparison) -> Iterator[str]:
    left = found.expected_boards_left
    more = f", about {left:,} more expected" if found.verdict == "undecided" and left is not None else ""
    yield f"{_who(found)} ({printable(found.rules)}, {found.hands:,} hands)."
    yield ""
    yield f"  test         {hypotheses(found.test)}, alpha {found.test.alpha:g}, beta {found.test.beta:g}"
    yield f"  LLR          {found.llr:.3f} ({found.llr_lower:.3f}, {found.llr_upper:.3f})"
    yield f"  boards       {found.boards:,} of at most {found.max_boards:,}{more}{_void(found)}"
    won = share_between(found.win_rate, found.win_rate_low, found.win_rate_high)
    yield f"  games        {found.wins}–{found.losses}–{found.draws}, won {won}"
    yield f"  pairs        {list(found.pentanomial)} (LL, LD, DD + WL, WD, WW)"
    yield f"  Elo          {_with_error(found.elo, found.elo_error)}"
    yield f"  nElo         {_with_error(found.normalized_elo, found.normalized_elo_error)}"
    yield f"  LOS          {'–' if found.los is None else f'{100 * found.los:.1f}%'}"
    yield f"  points/hand  {points(found.points_per_hand, found.points_per_hand_high)}"
    if found.faults or found.baseline_faults:
        yield f"  faults       {_faults(found)}"
    for fault in found.first_faults:
        yield f"  first fault  {fault.kind} on board {fault.board}, leg {fault.leg}, hand {fault.hand}: {_detail(fault)}"
        if fault.command:
            yield f"               {fault.command}"
    if found.most_different:
        yield ""
        yield "  the boards they differed on most (points, by leg):"
    for one in found.most_different:
        legs = ", ".join(f"{leg:+d}" for leg in one.legs)
        yield f"  {one.board:>6}  {one.points:+4d}  ({legs})  {one.command}".rstrip()


def _who(found: Comparison) -> str:
    claim = _claim(found.test.high)
    verdicts = {"stronger": f"is {claim} than", "not stronger": f"is not shown to be {claim} than", "undecided": "is undecided against"}
    return f"{printable(found.candidate)} {verdicts[found.verdict]} {printable(found.baseline)}"


def _claim(high: float) -> str:
    """What a yes says: a difference of nothing, or less, shows nobody to be stronger."""
    return "stronger" if high > 0 else "no weaker"


def _faults(found: Comparison) -> str:
    return f"{found.faults} by {printable(found.candidate)}, {found.baseline_faults} by {printable(found.baseline)}"


def _faults_in_short(found: Comparison) -> Iterator[str]:
    for fault in found.first_faults[:1]:
        detail = _detail(fault)
        yield f"faults {_faults(found)}; first: {detail if len(detail) <= _LONGEST else detail[: _LONGEST - 1] + '…'}"


def _detail(fault: FirstFault) -> str:
    """What was wrong, and whose fault it was."""
    told, name = printable(fault.detail), printable(fault.entrant)
    return told if told.startswith((f"{name},", f"{name}:")) else f"{name}: {told}"


def _void(found: Comparison) -> str:
    return f"; {found.void_boards:,} void" if found.void_boards else ""


def _with_error(value: float | None, error: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:+.1f}" if error is None else f"{value:+.1f} ±{error:.1f}"
