"""Malformed rule files, which say themselves what is wrong: behind ``# !`` on a line, the key (- for none) and words of the complaint."""

import re
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.rulesets import load
from arena.rulesets.checking import faults_of

FOLDER = Path(__file__).parents[1] / "data" / "rules_bad"
FILES = sorted(FOLDER.glob("*.yaml"))


def faults(path):
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert caught.value.exit_code == 2
    return faults_of(caught.value)


def expected(path):
    """Line, key and words of every fault a file announces."""
    return [
        (number, None if key == "-" else key, words.strip())
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for key, words in re.findall(r"# ! (\S+): ([^#]+)", line)
    ]


def test_there_are_more_than_twenty():
    assert len(FILES) > 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_fault_is_found_at_once(path):
    found, wanted = faults(path), expected(path)
    assert wanted
    assert {(fault.line, fault.key) for fault in found} == {(line, key) for line, key, _ in wanted}
    assert len(found) == len(wanted)
    for line, key, words in wanted:
        assert any((fault.line, fault.key) == (line, key) and words in fault.message for fault in found), words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_complaint_is_one_line_with_file_line_and_key(path):
    for fault in faults(path):
        text = str(fault)
        assert text.startswith(f"{path}:{fault.line}: {fault.key}: " if fault.key else f"{path}:{fault.line}: ")
        assert "\n" not in text
        assert "Traceback" not in text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"# nothing but a comment\n", "is empty"),
        (b"\xff\xfe\x00a", "is not a text file in UTF-8"),
        (b"title: a\x00b", "a character that is not allowed"),
        (b"setback", "holds the single value 'setback'"),
        (b"a: &a [*a]", "an alias (*) stands inside what it names"),
        (b"[" * 200 + b"]" * 200, "is nested more than"),
        (
            b"a: &a [1,1,1,1,1,1,1,1,1,1]\n" + b"".join(b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 10)) for c in b"bcdef"),
            "too many",
        ),
        (b"a: 1\n---\nb: 2\n", "is not valid YAML"),
        (b'a: 1\nb: "c\nd: 2\n', "while scanning a quoted scalar that begins in line 2, found unexpected end of stream"),
        (b"game: {target: " + b"9" * 5000 + b"}", "is no number that can be used"),
        (b"a: {<<: {b: 1}}", "<< is not supported"),
        (b"? [a]\n: 1", "a key has to be a word"),
    ],
)
def test_a_file_that_is_no_rule_set(tmp_path, content, words):
    path = tmp_path / "house.yaml"
    path.write_bytes(content)
    (fault,) = faults(path)
    assert words in fault.message
    assert fault.source == str(path)


def test_a_missing_file_and_a_folder(tmp_path):
    assert "there is no such file" in str(faults(tmp_path / "no.yaml")[0])
    assert "is a folder" in str(faults(tmp_path)[0])


def test_a_file_named_without_its_suffix(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yml").write_text("extends: setback\n")
    with pytest.raises(ConfigError, match=r"there is no rule set 'house'; did you mean the file house\.yml\?"):
        load("house")


def test_extends_in_a_circle_of_files(tmp_path):
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n")
    (tmp_path / "b.yaml").write_text("\nextends: ./c.yaml\n")
    (tmp_path / "c.yaml").write_text("extends: b.yaml\n")
    (fault,) = faults(tmp_path / "a.yaml")
    assert fault.message == "goes round in a circle: b.yaml > c.yaml > b.yaml; a rule set cannot extend itself"
    assert (fault.source, fault.line) == (str(tmp_path / "c.yaml"), 1)
