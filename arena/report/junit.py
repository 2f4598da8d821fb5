"""Standings as JUnit XML, a suite a rule set and a case an entrant, for the pages that CI systems make of it; knows nothing of files."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from arena.report import text
from arena.standings.table import Standing, Standings


def junit(standings: Standings) -> str:
    """An entrant's case fails if it made faults, and is an error if no game of it counts; its numbers are the case's properties.

    A machine's time is in no export, so every ``time`` is 0.
    """
    root = ET.Element("testsuites", name=text.printable(standings.report.tournament))
    for report in standings.report.reports:
        bad = sum(line.faults > 0 and line.games > 0 for line in report.standings)
        unplayed = sum(not line.games for line in report.standings)
        counts = {"tests": len(report.standings), "failures": bad, "errors": unplayed, "skipped": 0, "time": 0}
        suite = ET.SubElement(
            root, "testsuite", name=text.printable(report.rules), attrib={key: str(value) for key, value in counts.items()}
        )
        for line in report.standings:
            _case(suite, report.rules, line)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(suite: ET.Element, rules: str, line: Standing) -> None:
    case = ET.SubElement(suite, "testcase", classname=text.printable(rules), name=text.printable(line.bot), time="0")
    told = ET.SubElement(case, "properties")
    for field in line.__struct_fields__:
        value = getattr(line, field)
        if field != "bot" and isinstance(value, int | float | str):
            ET.SubElement(told, "property", name=field, value=text.printable(str(value)))
    if not line.games:
        ET.SubElement(case, "error", message="no game of this entrant counts")
    elif line.faults:
        ET.SubElement(case, "failure", message=f"{line.faults} fault{'' if line.faults == 1 else 's'}", type="faults")
    points = text.points_between(line.points_per_hand, line.points_per_hand_low, line.points_per_hand_high)
    out = ET.SubElement(case, "system-out")
    out.text = f"rank {line.rank}, mu {line.mu:.2f}, sigma {line.sigma:.2f}, {text.record(line)}, points per hand {points}"
