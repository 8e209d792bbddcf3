"""A protocol is measured as it is written, and one with a mistake in it is refused."""

from pathlib import Path

import pytest

from sudoku_models import benchmark
from sudoku_models.benchmark.study import read_study, study_cases, study_configurations
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.puzzles.corpora import corpus

TEXT = """
[run]
time_limit = 5.0
seeds = [1, 2]
repeats = 3

[[run.puzzles]]
name = "rated below 7"
corpus = "rated"
rating = [0.0, 7.0]
sample = 4

[[run.puzzles]]
corpus = "large"
size = 16
time_limit = 2.0
repeats = 1

[[run.puzzles]]
corpus = "top95"
skip = 90

[[run.configurations]]
formulations = ["assignment", "all_different"]
backends = ["pulp"]
solvers = ["highs", "cpsat"]

[[run.configurations]]
formulations = ["all_different"]
backends = ["cpsat", "pulp"]
solvers = ["cpsat"]
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "protocol.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_stratum_is_measured_with_its_own_limit_isomorphs_and_repeats(tmp_path: Path) -> None:
    protocol = read_study(written(tmp_path, TEXT))
    found = study_configurations(protocol)
    assert list(map(str, found)) == [
        "assignment x pulp x highs",
        "assignment x pulp x cpsat",
        "all_different, indicators x pulp x highs",
        "all_different x pulp x cpsat",
        "all_different x cpsat x cpsat",
    ]
    study = study_cases(protocol)
    cases = [*study]
    of = {name: [case for case in cases if case.corpus == name] for name in ("rated below 7", "large", "top95")}
    assert [len(some) for some in of.values()] == [4 * 2 * 3 * 5, 3 * 2 * 1 * 5, 5 * 2 * 3 * 5]
    assert sum(map(len, of.values())) == len(cases) == len({case.key for case in cases})
    ratings = {entry.name: entry.rating for entry in corpus("rated").entries}
    assert all(ratings[case.puzzle.name] < 7 for case in of["rated below 7"])
    assert {case.puzzle.board.size for case in of["large"]} == {16}
    assert {case.puzzle.name for case in of["top95"]} == {f"top95:{k}" for k in range(91, 96)}
    assert {case.time_limit for case in of["large"]} == {2.0}
    assert {case.time_limit for case in of["top95"]} == {5.0}
    assert [case.repeat for case in cases] == sorted(case.repeat for case in cases)
    assert {case.solutions for case in cases} == {"1"}
    assert [case.key for case in study] == [case.key for case in cases]
    assert len(study) == len(cases)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (TEXT, "title = 'nothing'", "has no table [run]"),
        (TEXT, "[run]\nseeds = [1]", "has no table [[run.puzzles]]"),
        ("seeds = [1, 2]", "seeds = 2", "seeds must be a list, not 2"),
        ('solvers = ["cpsat"]', 'solvers = "cpsat"', "solvers must be a list, not 'cpsat'"),
        ("sample = 4", "sample = true", "sample must be a whole number, not True"),
        ("repeats = 3", "repetitions = 3", "'repetitions'; known are"),
        ("skip = 90", "skipped = 90", "number 3 of the protocol has 'skipped'"),
        ('solvers = ["cpsat"]', 'solver = ["cpsat"]', "number 2 of the protocol has 'solver'"),
        ('corpus = "rated"', "", "names no corpus"),
        ("rating = [0.0, 7.0]", "rating = [0.0, 1.0]", "'rated below 7' of the protocol has no puzzles"),
        ("skip = 90", 'name = "large"', "two strata of the protocol are called 'large'"),
        ("repeats = 3", "repeats = 0", "at least once"),
        ("time_limit = 5.0", "time_limit = -5.0", "time limit"),
        ("= 5.0", "= five", "cannot be read"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(InputError) as told:
        study_cases(read_study(written(tmp_path, TEXT.replace(old, new, 1))))
    assert says in str(told.value)


def test_names_that_do_not_exist_are_refused_with_those_that_do(tmp_path: Path) -> None:
    for old, new in (('"top95"', '"top59"'), ('"highs"', '"high"')):
        with pytest.raises((UnknownNameError, InputError)) as told:
            study_cases(read_study(written(tmp_path, TEXT.replace(old, new, 1))))
        assert old.strip('"') in str(told.value)


def test_a_corpus_may_be_passed_itself_with_what_is_known_of_its_puzzles() -> None:
    some = corpus("several")
    chosen = benchmark.configurations(["assignment"], None, ["pulp"], ["cpsat"])
    by_name, itself = (list(benchmark.cases([each], chosen)) for each in ("several", some))
    assert by_name == itself
    assert {case.solutions for case in itself} != {""}
