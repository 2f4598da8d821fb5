"""The documents on rules are current, and every example in them is what it is said to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from arena.errors import ConfigError
from arena.rulesets import load, names, with_overrides
from arena.rulesets.resolving import knobs
from docs import generate

FOLDER = Path(generate.__file__).parent
PAGES = sorted(FOLDER.glob("*.md"))
TEXTS = {path.name: path.read_text("utf-8") for path in PAGES}
RULES = re.findall(r"```yaml\n(.*?)```", TEXTS["rules.md"], re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", TEXTS["engine.md"], re.DOTALL)


@pytest.mark.parametrize("page", TEXTS)
def test_generated_parts_are_current(page: str) -> None:
    assert generate.generated(TEXTS[page]) == TEXTS[page], "make docs"


def test_every_part_is_used_once() -> None:
    used = [name for text in TEXTS.values() for _, name, _ in generate.PART.findall(text)]
    assert sorted(used) == sorted(generate.PARTS)


def test_every_knob_and_every_built_in_rule_set_is_there() -> None:
    for knob in knobs():
        assert f"| `{knob}` |" in TEXTS["rules.md"]
    for name in names():
        assert f"\n## {name}\n" in TEXTS["variants.md"]


@pytest.mark.parametrize("knob", knobs())
def test_every_example_of_a_knob_can_be_played(knob: str) -> None:
    base, value = generate.EXAMPLES[knob]
    written = with_overrides(base, {knob: value})
    assert yaml.safe_load(generate._nested(knob, value)) == _unfolded(knob, yaml.safe_load(value))
    if knob not in ("deck.jokers", "exchange.timing", "exchange.order"):  # which have no other value that makes sense there
        assert written != load(base)


def _unfolded(knob: str, value: object) -> object:
    for part in reversed(knob.split(".")):
        value = {part: value}
    return value


@pytest.mark.parametrize("text", RULES)
def test_every_example_of_a_rule_set_can_be_played(text: str) -> None:
    load(yaml.safe_load(text))


def test_the_complaint_is_what_is_said(tmp_path: Path) -> None:
    file = tmp_path / "thursdays.yaml"
    file.write_text(RULES[0].replace("{target: 15", "{targt: 15"), "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(file)
    assert f"Error: {str(caught.value).removeprefix(f'{tmp_path}/')}\n" in TEXTS["rules.md"]


@pytest.mark.parametrize("code", PYTHON)
def test_every_piece_of_code_does_what_it_says(code: str) -> None:
    exec(compile(code, "engine.md", "exec"), {})
