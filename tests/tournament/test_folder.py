import os
from hashlib import sha256

import pytest
from msgspec import structs

from arena.errors import StoreError
from arena.pitch.ruleset import GameRules, Slam
from arena.tournament import runner
from arena.tournament.executors import Serial
from arena.tournament.folder import commitment, differences, open_run
from arena.tournament.schedule import next_specs
from arena.tournament.spec import Faults, Limits, MatchRules, Rating, Until
from arena.tournament.store import Store
from tests.tournament.fakes import PAIRS, bots, play, tournament


def begin(folder, spec, text="name: spring\n"):
    run = open_run(folder, spec, text)
    run.store.close()
    return run


def test_a_run_begins_in_a_folder_of_its_own(tmp_path):
    run = begin(tmp_path / "runs" / "spring", tournament())
    assert not run.resumed
    assert sorted(os.listdir(tmp_path / "runs" / "spring")) == ["lock", "logs", "report", "results.sqlite", "tournament.yaml"]
    assert (tmp_path / "runs" / "spring" / "tournament.yaml").read_text() == "name: spring\n"


def test_the_same_tournament_continues(tmp_path):
    begin(tmp_path, tournament())
    run = begin(tmp_path, tournament())
    assert run.resumed
    assert run.spec == tournament()


def test_a_random_seed_is_drawn_once_committed_to_and_kept(tmp_path):
    first = begin(tmp_path / "a", tournament(seed="random"))
    again = begin(tmp_path / "a", tournament(seed="random"))
    other = begin(tmp_path / "b", tournament(seed="random"))
    assert first.spec.seed == again.spec.seed != other.spec.seed
    assert isinstance(first.spec.seed, str)
    assert len(bytes.fromhex(first.spec.seed)) == 16
    with Store.read(tmp_path / "a" / "results.sqlite") as store:
        assert store.facts()["seed_commitment"] == sha256(f'"{first.spec.seed}"'.encode()).hexdigest()
        assert store.facts()["seed_given"] == "random"
    assert begin(tmp_path / "a", tournament(seed=first.spec.seed)).spec == first.spec


def test_commitments_are_plain_sha256():
    # echo -n 7 | sha256sum; echo -n '"7"' | sha256sum
    assert commitment(7) == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert commitment("7") == sha256(b'"7"').hexdigest() != commitment(7)


def test_another_seed_is_refused_and_shown(tmp_path):
    begin(tmp_path, tournament(seed=7))
    with pytest.raises(StoreError, match=r"this run began differently; .+\n  seed: 7 → 8$"):
        begin(tmp_path, tournament(seed=8))
    with pytest.raises(StoreError, match="seed: 7 → random"):
        begin(tmp_path, tournament(seed="random"))


def test_a_refusal_changes_nothing(tmp_path):
    begin(tmp_path, tournament(seed=7), "seed: 7\n")
    with pytest.raises(StoreError):
        begin(tmp_path, tournament(seed=8), "seed: 8\n")
    assert (tmp_path / "tournament.yaml").read_text() == "seed: 7\n"
    assert begin(tmp_path, tournament(seed=7)).resumed


CHANGES = {
    "match": (MatchRules(boards=50, block=2), ["match.boards: 5 → 50; arena run FILE --extend plays what is new"]),
    "limits": (Limits(decision=2.5), ["limits.decision: 1.0 → 2.5"]),
    "faults": (Faults(strikes=1), ["faults.strikes: 3 → 1"]),
    "isolation": ("process", ["isolation: auto → process"]),
    "record": ("hands", ["record: games → hands"]),
    "rules": (
        (structs.replace(PAIRS, game=GameRules(target=11), slam=Slam()),),
        [
            "rules[0].slam: null → absent",
            "rules[0].game.target: 21 → 11",
            "rules[0].slam.name: absent → slam",
            "rules[0].slam.bid: absent → null",
            "rules[0].slam.needs: absent → points_and_tricks",
            "rules[0].slam.made: absent → null",
            "rules[0].slam.failed: absent → null",
            "rules[0].slam.min_score: absent → null",
            "rules[0].slam.unbid: absent → none",
        ],
    ),
    "format": ("knockout", ["format: round-robin → knockout"]),
    "entrants": (
        bots("ann bob dan"),
        [
            "entrants.cat: has left; arena report RUN --withdraw cat shows the standings without it",
            "entrants.dan: is new; arena run FILE --extend plays what is new",
        ],
    ),
}


@pytest.mark.parametrize("field", CHANGES)
def test_whatever_decides_results_is_compared(field, tmp_path):
    value, lines = CHANGES[field]
    changed = structs.replace(tournament(), **{field: value})
    assert differences(tournament(), changed) == lines
    begin(tmp_path, tournament())
    with pytest.raises(StoreError) as refused:
        begin(tmp_path, changed)
    assert str(refused.value).splitlines()[1:] == [f"  {line}" for line in lines]


def test_what_decides_nothing_may_change_and_is_kept(tmp_path):
    begin(tmp_path, tournament())
    moved = tuple(structs.replace(bot, bot=f"/elsewhere/{bot.name}.py") for bot in bots("ann bob cat"))
    worded = structs.replace(PAIRS, title="Pairs", about="Better said.")
    changed = structs.replace(tournament(), name="summer", rating=Rating(tau=0.1), entrants=moved, rules=(worded,))
    assert begin(tmp_path, changed).spec == changed
    with Store.read(tmp_path / "results.sqlite") as store:
        assert store.spec == changed


def test_a_command_is_compared_by_its_words(tmp_path):
    one, two = (structs.replace(bots("ann")[0], bot=None, digest="", command=("node", file)) for file in ("a.js", "b.js"))
    assert differences(tournament(), tournament()) == []
    changed = [structs.replace(tournament(), entrants=(bot, *bots("bob cat"))) for bot in (one, two)]
    begin(tmp_path, changed[0])
    (note,) = begin(tmp_path, changed[1]).notes
    assert note == "ann has changed since it last played; its 0 matches are played again"


def played(folder, spec, **more):
    """Opens the run, plays what is missing, and gives the names at the tables that were played."""
    run = open_run(folder, spec, "", **more)
    with run.store as store:
        return [result.key.table for result in runner.run(run.spec, store, Serial(), play)], run.notes


def exported(folder):
    with Store.read(folder / "results.sqlite") as store:
        return [seal for _, seal in store.seals()], store.total()


def test_who_joins_plays_and_nobody_else(tmp_path):
    played(tmp_path / "run", tournament("ann cat"))
    tables, notes = played(tmp_path / "run", tournament("ann bob cat"), extend=True)
    assert tables == [("ann", "bob"), ("bob", "cat")] * 3
    assert notes == ("bob is new; only its matches are played",)
    played(tmp_path / "whole", tournament("ann bob cat"))
    assert exported(tmp_path / "run") == exported(tmp_path / "whole")


@pytest.mark.parametrize("boards", [3, 4, 1])
def test_more_boards_play_what_is_new_and_a_last_block_that_was_shorter(boards, tmp_path):
    before, after = (structs.replace(tournament("ann bob"), match=MatchRules(boards=number, block=2)) for number in (boards, 7))
    played(tmp_path / "run", before)
    assert differences(before, after) == [f"match.boards: {boards} → 7; arena run FILE --extend plays what is new"]
    tables, notes = played(tmp_path / "run", after, extend=True)
    assert len(tables) == 4 - boards // 2
    assert notes == (f"7 boards in place of {boards}; only what is new is played",)
    assert played(tmp_path / "run", after, extend=True) == ([], ())
    played(tmp_path / "whole", after)
    assert exported(tmp_path / "run") == exported(tmp_path / "whole")
    assert differences(after, before, extend=True) == [f"match.boards: 7 → {boards}"]


def test_more_boards_must_not_change_who_meets_whom():
    swiss = [structs.replace(tournament("ann bob cat", format="swiss"), match=MatchRules(boards=boards)) for boards in (2, 4)]
    assert differences(*swiss, extend=True) == ["match.boards: 2 → 4"]


@pytest.mark.parametrize(
    "spec",
    [
        tournament("ann bob cat", format="swiss"),
        tournament("ann bob cat", format="knockout"),
        structs.replace(tournament(), match=MatchRules(boards=4, block=2, until=Until(separated=0.9), max_boards=8)),
        structs.replace(tournament("ann bob cat dan eve"), match=MatchRules(boards=4, block=2, tables=6)),
    ],
    ids=["swiss", "knockout", "adaptive", "sampled"],
)
def test_who_joins_must_not_change_who_meets_whom(spec, tmp_path):
    played(tmp_path, spec)
    with pytest.raises(StoreError, match=r"entrants.zoe: is new, and changes who meets whom; it needs a run of its own"):
        open_run(tmp_path, structs.replace(spec, entrants=(*spec.entrants, *bots("zoe"))), "", extend=True)


def changed_bot(spec, name):
    return structs.replace(spec, entrants=tuple(structs.replace(bot, digest="new") if bot.name == name else bot for bot in spec.entrants))


def test_a_changed_bot_plays_again_and_nobody_else(tmp_path):
    played(tmp_path, tournament())
    tables, notes = played(tmp_path, changed_bot(tournament(), "bob"))
    assert tables == [("ann", "bob"), ("bob", "cat")] * 3
    assert notes == ("bob has changed since it last played; its 6 matches are played again",)
    assert played(tmp_path, changed_bot(tournament(), "bob")) == ([], ())


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_what_followed_from_a_changed_bot_is_forgotten(form, tmp_path):
    spec = tournament("ann bob cat dan eve", format=form)
    run, other = tmp_path / "run", tmp_path / "other"
    played(run, spec)
    with open_run(run, changed_bot(spec, "ann"), "").store as store:
        due = {match.key for match in next_specs(spec, store.outcomes())}
        assert set(store) < due
        assert not any("ann" in key.table for key in store)
    played(run, changed_bot(spec, "ann"))
    played(other, changed_bot(spec, "ann"))
    assert exported(run) == exported(other)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file/run: the run folder cannot be made: Not a directory"):
        open_run(tmp_path / "file" / "run", tournament(), "")


def test_a_tournament_file_that_cannot_be_kept_lets_the_lock_go(tmp_path, monkeypatch):
    def full(fresh, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StoreError, match=r"tournament.yaml: it cannot be written: No space left on device"):
        open_run(tmp_path, tournament(), "")
    monkeypatch.undo()
    assert not begin(tmp_path, tournament()).resumed


def test_what_is_not_the_arenas_is_never_written_over(tmp_path):
    mine = tmp_path / "tournament.yaml"
    mine.write_text("# my own\n")
    with pytest.raises(StoreError, match=r"it holds tournament\.yaml and no run; a run begins in a new or empty folder"):
        begin(tmp_path, tournament())
    assert mine.read_text() == "# my own\n"
    assert os.listdir(tmp_path) == ["tournament.yaml"]
