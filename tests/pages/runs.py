"""Runs that were really played, with names and answers that would like to be markup: what pages are made of in tests and screenshots."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from arena.cli import main

SCRIPT = "<script>alert(1)</script>"
FORMULA = "=cmd()"
BREAK = "</script><img src=x onerror=alert(2)>"
RUDE = f'''
from arena import Bot


class Rude(Bot):
    """Says things instead of playing cards."""

    def bid(self, view):
        return "{BREAK}" if self.rng.random() < 0.05 else 0 if 0 in view.legal_bids else view.legal_bids[0]

    def play(self, view):
        return "=HYPERLINK(1)" if self.rng.random() < 0.02 else view.legal_cards[0]
'''
SHORT = "{extends: jpgames, name: short, game: {target: 9}}"
TOURNAMENT = """
name: {name}
rules: {rules}
seed: 2026
match: {{boards: {boards}}}
record: hands
isolation: inline
entrants: {entrants}
"""
ENTRANTS = (
    f"steady, greedy, {{bot: counter, name: '{SCRIPT}'}}, {{bot: bold, name: '{FORMULA}', options: {{note: '{BREAK}'}}}}, "
    f"{{bot: rude.py, name: '{BREAK.replace('/', '-')}'}}"
)


def played(folder: Path, *, name: str = '"<b>spring</b>"', rules: str = SHORT, boards: int = 3, more: str = "") -> Path:
    """A run folder of its own below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rude.py").write_text(RUDE)
    file = folder / "tournament.yaml"
    file.write_text(TOURNAMENT.format(name=name.replace("/", "-"), rules=rules, boards=boards, entrants=f"[{ENTRANTS}{more}]"))
    done = CliRunner().invoke(main, ["run", str(file), "--out", str(folder / "run"), "--executor", "serial", "--quiet"])
    assert done.exit_code == 0, done.output
    return folder / "run"
