"""What a bot's author reads when a bot cannot be found, imported or used; and what a bot that can is called."""

from __future__ import annotations

import errno
import sys
from hashlib import sha256
from pathlib import Path
from textwrap import dedent

import pytest

from arena.errors import BotLoadError
from arena.seats.bot import Bot, BotSpec
from arena.seats.loader import _entry_points, available, described, load, resolve

GOOD = '''
class Mine:
    """Mine is good.

    Really."""
    def bid(self, view): return 0
    def play(self, view): return view.legal_cards[0]
'''


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(code: str, name: str = "x.py") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(code).lstrip("\n"), "utf-8")
    return name


def complaint(text: str) -> str:
    with pytest.raises(BotLoadError) as caught:
        load(resolve(text, Path.cwd()))
    assert caught.value.exit_code == 3
    return str(caught.value)


def complaint_about(code: str, cls: str = "") -> str:
    return complaint(written(code) + cls)


# Names and places


@pytest.mark.parametrize("name", ["x.py", "fox"])
def test_what_may_not_be_read_is_named(name, monkeypatch):
    file = written(GOOD, name if name.endswith(".py") else f"{name}/bot.py")

    def refused(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert complaint(name) == f"{file}: Permission denied"


def test_a_path_that_no_system_takes_is_named():
    assert complaint("x" * 300 + ".py") == "x" * 300 + ".py: File name too long"


def test_an_entry_point_goes_by_its_name():
    spec = resolve("steady", Path.cwd())
    assert (spec.name, spec.bot, spec.options) == ("steady", "steady", {})
    source = Path(str(sys.modules[load(spec).__module__].__file__))
    assert spec.digest == sha256(source.read_bytes()).hexdigest()


def test_a_file_is_named_after_its_stem_and_found_from_the_base(here):
    written(GOOD, "bots/fox.py")
    spec = resolve("fox.py", here / "bots", options={"nerve": 2})
    assert spec == BotSpec(
        name="fox",
        bot=str(here / "bots" / "fox.py"),
        options={"nerve": 2},
        digest=sha256((here / "bots" / "fox.py").read_bytes()).hexdigest(),
    )
    assert load(spec).__name__ == "Mine"


def test_a_class_in_a_file_can_be_chosen(here):
    written(GOOD + GOOD.replace("Mine", "Other"), "fox.py")
    spec = resolve("fox.py:Other", here, name="other")
    assert (spec.name, spec.bot) == ("other", f"{here / 'fox.py'}:Other")
    assert load(spec).__name__ == "Other"


def test_a_module_is_named_after_its_class(here):
    spec = resolve("arena_bots.greedy:Greedy", here)
    assert (spec.name, spec.bot) == ("greedy", "arena_bots.greedy:Greedy")
    assert load(spec) is load(resolve("greedy", here))


def test_a_folder_is_named_after_itself_and_hashed_whole(here):
    written(GOOD, "fox/bot.py")
    written("1,2", "fox/data/weights.csv")
    one = resolve("fox", here)
    assert (one.name, one.bot) == ("fox", str(here / "fox"))
    assert load(one).__name__ == "Mine"
    assert resolve("fox", here) == one
    written("1,3", "fox/data/weights.csv")
    assert resolve("fox", here).digest != one.digest


def test_a_compiled_file_does_not_change_a_folder(here):
    written(GOOD, "fox/bot.py")
    before = resolve("fox", here)
    written("", "fox/__pycache__/bot.cpython-311.pyc")
    assert resolve("fox", here) == before


def test_of_a_link_in_a_folder_its_text_counts(here):
    """What it leads to is not there in the sandbox, and may have no end."""
    written(GOOD, "fox/bot.py")
    (here / "fox/zero").symlink_to("/dev/zero")
    (here / "fox/gone").symlink_to("../word.txt")
    before = resolve("fox", here)
    written("another", "word.txt")
    assert resolve("fox", here) == before
    (here / "fox/gone").unlink()
    (here / "fox/gone").symlink_to("bot.py")
    assert resolve("fox", here).digest != before.digest


def test_two_files_of_one_name_are_two_bots(here):
    written(GOOD, "a/bot.py")
    written(GOOD.replace("Mine", "Yours"), "b/bot.py")
    assert [load(resolve(name, here)).__name__ for name in ("a/bot.py", "b/bot.py")] == ["Mine", "Yours"]


def test_helpers_of_one_name_in_two_folders_do_not_meet(here):
    for name in ("a", "b"):
        written(f"WHO = {name!r}\n", f"{name}/helper.py")
        written("import helper\nfrom . import helper as again\n" + GOOD + "    who = helper.WHO + again.WHO\n", f"{name}/bot.py")
    assert [getattr(load(resolve(name, here)), "who", None) for name in ("a", "b")] == ["aa", "bb"]
    assert "helper" not in sys.modules


def test_an_edit_is_seen_at_once(here):
    written(GOOD)
    assert load(resolve("x.py", here)).__name__ == "Mine"
    written(GOOD.replace("Mine", "Nine"))
    assert load(resolve("x.py", here)).__name__ == "Nine"
    assert not (here / "__pycache__").exists()


def test_a_bot_that_changes_after_it_was_found_is_refused(here):
    written(GOOD)
    spec = resolve("x.py", here)
    written(GOOD + "# later\n")
    with pytest.raises(BotLoadError, match=r"^x.py has changed since the tournament began; put it back or start a new run$"):
        load(spec)


def test_what_a_bot_prints_when_it_is_loaded_goes_to_stderr(capsys, here):
    written("print('hello')\n" + GOOD)
    load(resolve("x.py", here))
    assert capsys.readouterr() == ("", "hello\n")


def test_a_list_shows_the_first_line_of_the_docstring(here):
    written(GOOD)
    assert described(resolve("x.py", here)) == ("x", "Mine is good.", "x.py")


def test_the_bundled_bots_are_available():
    assert {bot.name for bot in available()} >= {"bold", "counter", "greedy", "lowest", "random", "steady"}
    assert all(bot.about and bot.file for bot in available())


# What is not there


def test_an_unknown_name():
    assert complaint("gredy") == "no bot is called 'gredy'; did you mean greedy?"
    assert complaint("").startswith("a bot without a name; expected a bot's name, a file's path")
    assert complaint("zzz").startswith("no bot is called 'zzz'; there are bold, counter, ")


def test_a_missing_file():
    written(GOOD, "bots/steady.py")
    assert complaint("bots/stedy.py") == "bots/stedy.py: no such file; did you mean steady.py?"
    assert complaint("nowhere/stedy.py") == "nowhere/stedy.py: no such file"


def test_a_folder_without_a_bot(here):
    (here / "fox").mkdir()
    assert complaint("fox") == "fox: no bot.py in it; a folder is a bot if it holds one"


def test_a_file_in_another_language():
    written("", "bots/fox.js")
    assert complaint("bots/fox.js") == "bots/fox.js: not a Python file; a bot in another language is an entrant with a command"


def test_a_module_that_is_not_installed():
    wanted = "nobody.knows:Me: no module nobody.knows is installed; a file is named by its path, with .py at the end"
    assert complaint("nobody.knows:Me") == wanted


def test_a_class_that_is_not_in_the_file():
    assert complaint_about(GOOD, ":Mien") == "x.py: no class Mien in it; did you mean Mine?"


def test_a_command_is_no_python_bot():
    with pytest.raises(BotLoadError, match=r"^fox is a command, not a Python bot; it can only play in a process of its own$"):
        load(BotSpec(name="fox", command=("node", "fox.js")))


# What goes wrong when a file is imported


def test_an_exception_is_blamed_on_its_line():
    assert complaint_about("import os\n\nfoo()\n") == "x.py:3: NameError: name 'foo' is not defined"


def test_an_exception_deep_in_a_library_is_blamed_on_the_bots_own_line():
    said = complaint_about("import json\n\ndef read():\n    return json.loads('{')\n\nread()\n")
    assert said == "x.py:4: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"


def test_an_exception_without_words():
    assert complaint_about("raise ValueError\n") == "x.py:1: ValueError"


def test_an_exception_of_many_lines_is_one_sentence():
    assert complaint_about("raise ValueError('one\\ntwo')\n") == "x.py:1: ValueError: one"


def test_a_file_that_does_not_parse():
    assert complaint_about("class Mine:\n    def bid(self, view) return 0\n") == "x.py:2: SyntaxError: expected ':'"


def test_a_helper_that_does_not_parse():
    written("import helper\n", "fox/bot.py")
    written("x = (\n", "fox/helper.py")
    assert complaint("fox") == "fox/helper.py:1: SyntaxError: '(' was never closed"


def test_a_program_that_ends_itself():
    said = complaint_about("import sys\nsys.exit(1)\n")
    assert said == "x.py:2: SystemExit: it ends the program; what is to run only as a script goes under if __name__ == '__main__'"


def test_a_module_that_is_missing():
    assert complaint_about("import nobody_knows\n") == "x.py:1: ModuleNotFoundError: No module named 'nobody_knows'"


def test_a_module_that_lies_beside_a_single_file():
    written("", "helper.py")
    said = complaint_about("import helper\n")
    assert said == "x.py:1: ModuleNotFoundError: No module named 'helper'; a bot in several files is a folder with a bot.py"


def test_ctrl_c_is_not_the_bots_fault():
    written("raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load(resolve("x.py", Path.cwd()))


# What is no bot


def test_a_file_without_a_bot():
    wanted = "x.py: no bot in it; a bot is a class with the methods bid(self, view) and play(self, view)"
    assert complaint_about("") == wanted
    assert complaint_about("class Thing:\n    pass\n") == wanted


def test_several_bots_in_a_file():
    said = complaint_about(GOOD + GOOD.replace("Mine", "Fast"))
    assert said == "x.py: several bots in it, Fast, Mine; name one, as in x.py:Fast"


def test_a_base_class_that_is_private_or_abstract_is_no_second_bot(here):
    plan = "class Plan(abc.ABC):\n    bid = play = abc.abstractmethod(lambda self, view: 0)\n"
    written("import abc\n" + GOOD.replace("Mine", "_Base") + plan + "class Mine(_Base): pass\n")
    assert load(resolve("x.py", here)).__name__ == "Mine"


def test_an_imported_bot_counts_only_where_there_is_no_other(here):
    written(GOOD, "fox/strategy.py")
    written("from arena import Bot\nfrom strategy import Mine\n", "fox/bot.py")
    assert load(resolve("fox", here)).__name__ == "Mine"
    written("from strategy import Mine\nclass Better(Mine): pass\n", "fox/bot.py")
    assert load(resolve("fox", here)).__name__ == "Better"


def test_a_method_that_is_missing_or_misspelt():
    code = "from arena import Bot\nclass Mine(Bot):\n    def bid(self, view): return 0\n"
    assert complaint_about(code) == "x.py: Mine has no play(self, view)"
    assert complaint_about(code + "    def plya(self, view): ...\n") == "x.py: Mine has no play(self, view); did you mean plya?"
    assert complaint_about("class Mine:\n    def play(self, view): ...\n    def big(self, view): ...\n") == (
        "x.py: Mine has no bid(self, view); did you mean big?"
    )


def test_something_that_is_no_class():
    said = complaint_about("def mine(): ...\n", ":mine")
    assert said == "x.py: mine is no class but a function; a bot is a class with the methods bid(self, view) and play(self, view)"


def test_an_abstract_class():
    code = """
    import abc
    class Mine(abc.ABC):
        def bid(self, view): return 0
        def play(self, view): return self.choose(view)
        @abc.abstractmethod
        def choose(self, view): ...
    """
    assert complaint_about(code) == "x.py: Mine is abstract; write choose"


def test_a_class_that_wants_arguments():
    said = complaint_about(GOOD + "    def __init__(self, depth): ...\n")
    assert said == "x.py: Mine(depth) cannot be made without arguments; what a bot is to know goes into its options"


def test_an_exception_when_a_bot_is_made():
    assert complaint_about(GOOD + "    def __init__(self):\n        1 / 0\n") == "x.py:8: ZeroDivisionError: division by zero"


@pytest.mark.parametrize("name", ["rng", "options"])
def test_what_a_bot_does_not_have_yet_when_it_is_made(name):
    code = f"from arena import Bot\n{GOOD.replace('Mine:', 'Mine(Bot):')}    def __init__(self):\n        self.{name}\n"
    assert complaint_about(code) == f"x.py:10: AttributeError: Mine.{name} is there from game_started on, not in __init__"


def test_methods_with_other_signatures_are_shown_beside_what_they_should_be():
    play = "class Mine:\n    def bid(self, view): return 0\n    def play(self{}): ...\n"
    assert complaint_about(play.format("")) == "x.py:3: Mine.play(self) cannot be called as play(self, view)"
    assert complaint_about(play.format(", a: int, b: str")) == "x.py:3: Mine.play(self, a, b) cannot be called as play(self, view)"
    ended = GOOD + "    def hand_ended(self, view): ...\n"
    assert complaint_about(ended) == "x.py:7: Mine.hand_ended(self, view) cannot be called as hand_ended(self, view, result)"


def test_signatures_that_take_more_are_fine(here):
    written("class Mine:\n    def bid(self, v, *more): ...\n    @staticmethod\n    def play(view, depth=3): ...\n    def burn(*all): ...\n")
    assert load(resolve("x.py", here)).__name__ == "Mine"


def test_methods_that_do_not_answer_when_called():
    said = "class Mine:\n    def bid(self, view): return 0\n"
    assert (
        complaint_about(said + "    async def play(self, view): ...\n")
        == "x.py:3: Mine.play is async; it should be a plain method, play(self, view)"
    )
    assert (
        complaint_about(said + "    def play(self, view): yield\n")
        == "x.py:3: Mine.play uses yield; it should return its answer, play(self, view)"
    )
    assert complaint_about(said + "    play = 7\n") == "x.py: Mine.play is 7, not a method; it should be play(self, view)"


def test_a_class_that_only_looks_like_a_bot_gets_what_it_lacks(here):
    written(GOOD + "    def game_started(self, info): self.told = info\n")
    made = load(resolve("x.py", here))
    assert issubclass(made, Bot)
    assert made.name_trump is Bot.name_trump
    assert made.game_started is not Bot.game_started
    assert (made.__name__, str(made.__doc__)[:13]) == ("Mine", "Mine is good.")


def test_a_bot_is_imported_once(here):
    written(GOOD)
    assert load(resolve("x.py", here)) is load(resolve("x.py", here, name="other", options={"a": 1}))


def test_a_class_that_allows_no_heirs_cannot_be_completed():
    code = GOOD + "    def __init_subclass__(cls): raise TypeError('no heirs')\n"
    assert complaint_about(code) == "x.py: Mine cannot take Bot's defaults (no heirs); derive it from arena.Bot"


# Other packages' bots


@pytest.fixture
def foxes(here, monkeypatch):
    """A package that registers two bots, one of them broken."""
    written(GOOD, "site/foxes/good.py")
    written("1 / 0\n", "site/foxes/bad.py")
    written("Metadata-Version: 2.1\nName: foxes\nVersion: 1\n", "site/foxes-1.dist-info/METADATA")
    written("[arena.bots]\nfox = foxes.good:Mine\nvixen = foxes.bad:Mine\n", "site/foxes-1.dist-info/entry_points.txt")
    monkeypatch.syspath_prepend(str(here / "site"))
    _entry_points.cache_clear()
    yield
    _entry_points.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "foxes"]:
        del sys.modules[name]


@pytest.mark.usefixtures("foxes")
def test_a_package_offers_its_bots_and_one_that_is_broken_says_so():
    bots = {bot.name: bot for bot in available()}
    assert bots["fox"] == ("fox", "Mine is good.", str(Path("site/foxes/good.py")))
    assert bots["vixen"].about == f"cannot be loaded: {Path('site/foxes/bad.py')}:1: ZeroDivisionError: division by zero"
    assert resolve("fox", Path.cwd()).name == "fox"


def test_a_command_is_described_by_itself():
    assert described(BotSpec(name="fox", command=("node", "fox.js"))) == ("fox", "", "node fox.js")
