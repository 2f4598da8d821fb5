"""Every command and every example file of the README works as it stands there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


def test_every_command_runs_in_order(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(blocks("python")[0], encoding="utf-8")
    for text in blocks("yaml"):
        (tmp_path / text.split("\n", 1)[0].removeprefix("# ")).write_text(text, encoding="utf-8")
    commands = [line for text in blocks("sh") for line in text.splitlines()]
    assert len(commands) >= 9
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "arena"
        done = subprocess.run([sys.executable, "-m", "arena", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout, command


def test_make_targets_named_in_it_exist() -> None:
    targets = set(re.findall(r"`?make (\w+)`?", TEXT))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets >= {"tournament", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_standings_shown_are_those_of_the_quick_tournament(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "arena", "run", str(ROOT / "tournaments" / "quick.yaml"), "--out", str(tmp_path / "run"), "--quiet"]
    table = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "80"}).stdout
    shown = TEXT.partition("<!-- standings -->")[2].split("```")[1]
    assert rows(shown) == rows(table)
    assert len(rows(shown)) == 6


def rows(table: str) -> list[list[str]]:
    """What stands in the lines of bots, without the thinking time at their ends."""
    return [line.split()[:-2] for line in table.splitlines() if re.match(r"\d ", line)]
