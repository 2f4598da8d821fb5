"""A run folder examined as a whole: its store, its report, and on demand some of its games played again; changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from arena.errors import ArenaError
from arena.report.formats import files
from arena.report.html.hands import unpacked
from arena.report.html.page import made_by_this_version, report_page
from arena.standings.insight import insight_of_run
from arena.tournament import audit
from arena.tournament.folder import RESULTS
from arena.tournament.store import Store
from arena.tournament.verify import Finding, Verdict, verify


def examine(run: Path, *, replay: int = 0) -> Verdict:
    """What is wrong with the run in the folder ``run``, ``replay`` of its games played again. Raises StoreError if there is none."""
    with Store.read(run / RESULTS) as store:
        verdict = verify(store)
        findings = [*verdict.findings, *_of_report(store, run / "report")]
        old = store.facts().get("results") and (run / "report").is_dir() and not _comparable(run / "report")
        if replay and not verdict.findings:
            again = audit.play_again(store, store.spec, replay)
            findings += [Finding("replay", "+".join(key.table), what) for key, what in again.different]
    unchecked = [*verdict.unchecked, *([] if replay else ["whether the bots play like that: --replay N plays games again"])]
    if old:
        unchecked.append("the page: another version of pitch-arena wrote it")
    if replay and verdict.findings:
        unchecked.append("games played again: something is wrong already")
    return replace(verdict, findings=tuple(findings), unchecked=tuple(unchecked))


def _of_report(store: Store, folder: Path) -> Iterator[Finding]:
    """The report of a finished run is the one that follows from its results."""
    if not store.facts().get("results") or not folder.is_dir():
        return
    try:
        standings, insights = insight_of_run(store)
        written = files(standings)
        if _comparable(folder):
            written["report.html"] = report_page(store, (standings, insights))
    except (ArenaError, ValueError, KeyError, IndexError, TypeError) as error:
        yield Finding("report", "", f"no standings can be made of these results: {type(error).__name__}: {error}")
        return
    for name, text in written.items():
        path = folder / name
        if not path.is_file():
            yield Finding("report", name, "is missing")
        elif unpacked(path.read_text(encoding="utf-8")) != unpacked(text):
            yield Finding("report", name, "is not what follows from the results")


def _comparable(folder: Path) -> bool:
    """Whether the page, if there is one, was written by this version: others may lay it out differently."""
    page = folder / "report.html"
    return not page.is_file() or made_by_this_version(page.read_text(encoding="utf-8"))
