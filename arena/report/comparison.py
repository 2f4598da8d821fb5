"""A comparison of two bots for people, for CI logs and for programs; knows nothing of terminals or files."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec

from arena.report.text import points, printable, share_between
from arena.standings.comparison import Comparison, Hypotheses

_VERDICTS = {"stronger": "is stronger than", "not stronger": "is not shown to be stronger than", "undecided": "is undecided against"}


def line(found: Comparison) -> str:
    """All that matters in one line, fit for a CI log."""
    parts = (
        f"{_who(found)} ({printable(found.rules)})",
        f"LLR {found.llr:.2f} ({found.llr_lower:.2f}, {found.llr_upper:.2f}) {hypotheses(found.test)}",
        f"Elo {_with_error(found.elo, found.elo_error)}",
        f"points/hand {points(found.points_per_hand, found.points_per_hand_high)}",
        f"boards {found.boards:,}",
        f"pairs {list(found.pentanomial)}",
    )
    return "; ".join(parts)


def text(found: Comparison) -> str:
    """The comparison in full: the verdict, what it rests on, and the boards to look at."""
    return "\n".join(_lines(found)) + "\n"


def json(found: Comparison) -> str:
    """The comparison as indented JSON, keys in the order of its fields, ending with a line break."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


def junit(found: Comparison) -> str:
    """The comparison as a JUnit test suite of one case, which fails unless the candidate is stronger."""
    failed = found.verdict != "stronger"
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", name="arena compare", tests="1", failures=str(int(failed)), errors="0", skipped="0")
    name = f"{printable(found.candidate)} is stronger than {printable(found.baseline)}"
    case = ElementTree.SubElement(suite, "testcase", classname=f"arena.compare.{printable(found.rules)}", name=name)
    if failed:
        failure = ElementTree.SubElement(case, "failure", message=line(found), type=found.verdict)
        failure.text = text(found)
    else:
        ElementTree.SubElement(case, "system-out").text = text(found)
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
        yield f"  faults       {found.faults} by {printable(found.candidate)}, {found.baseline_faults} by {printable(found.baseline)}"
    if found.most_different:
        yield ""
        yield "  the boards they differed on most (points, by leg):"
    for one in found.most_different:
        legs = ", ".join(f"{leg:+d}" for leg in one.legs)
        yield f"  {one.board:>6}  {one.points:+4d}  ({legs})  {one.command}".rstrip()


def _who(found: Comparison) -> str:
    return f"{printable(found.candidate)} {_VERDICTS[found.verdict]} {printable(found.baseline)}"


def _void(found: Comparison) -> str:
    return f"; {found.void_boards:,} void" if found.void_boards else ""


def _with_error(value: float | None, error: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:+.1f}" if error is None else f"{value:+.1f} ±{error:.1f}"
