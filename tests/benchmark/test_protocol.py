"""A protocol is read as it is written, and refused with every mistake in it, before anything is measured."""

from pathlib import Path

import pytest

from sudoku_models.benchmark import load_protocol, load_study
from sudoku_models.errors import InputError
from sudoku_models.puzzles.corpora import data_folder

RUN = """
[run]
seeds = [1, 2]
repeats = 3
time_limit = 5.0
quiet = 0.4

[[run.puzzles]]
name = "some"
corpus = "small"
sample = 2

[[run.puzzles]]
corpus = "hardest11"
leave_out = ["highs"]

[[run.configurations]]
formulations = ["assignment", "all_different"]
backends = ["pulp"]
solvers = ["highs", "cpsat"]
"""
CONTRAST = """
[[contrast]]
name = "engines"
question = "Is HiGHS faster than CP-SAT?"
a = {solver = "highs", formulation = "assignment"}
b = {solver = ["cpsat", "choco"], formulation = "assignment", seed = 1}

[[contrast]]
name = "formulations"
question = "Is assignment faster on CP-SAT?"
measure = "solver"
corpora = ["hardest11"]
a = {formulation = "assignment", solver = "cpsat"}
b = {configuration = "all_different x pulp x cpsat"}
"""
MISTAKES = {
    "title": ("\n[run]", "title = 3\n[run]", "title"),
    "key": ("repeats = 3", "repetitions = 3", "repetitions"),
    "list": ("seeds = [1, 2]", "seeds = 2", "seeds"),
    "limit": ("time_limit = 5.0", "time_limit = -5.0", "-5"),
    "truth": ("sample = 2", "sample = true", "sample"),
    "corpus": ('"hardest11"\nleave', '"hardest12"\nleave', "hardest12"),
    "word": ('formulations = ["assignment", "all_different"]', 'formulations = "assignment"', "formulations"),
    "names": ('["highs", "cpsat"]', '["hihgs", "cpsat"]', "hihgs"),
    "question": ('question = "Is HiGHS faster than CP-SAT?"', "", "question"),
    "column": ('{solver = "highs",', '{solvr = "highs",', "solvr"),
    "measure": ('measure = "solver"', 'measure = "wall"', "wall"),
    "option": ("[[contrast]]", "[[contrast]]\nmesure = 3", "mesure"),
}
"""Mistakes that are seen in one table, and what a message names."""
AGAINST_RUN = {
    "two configurations": ('{solver = "highs", formulation = "assignment"}', '{solver = "highs"}', "all_different"),
    "nothing": ('{solver = "highs",', '{solver = "cbc",', "cpsat, highs"),
    "stratum": ('["hardest11"]', '["hardest"]', "hardest11"),
    "same rows": (
        '{configuration = "all_different x pulp x cpsat"}',
        '{configuration = "assignment x pulp x cpsat"}',
        "",
    ),
    "nowhere both": (
        '{formulation = "assignment", solver = "cpsat"}',
        '{solver = "highs", formulation = "assignment"}',
        "",
    ),
    "isomorph": ("seed = 1", "seed = 9", "1, 2"),
    "solver left out": ('leave_out = ["highs"]', 'leave_out = ["higs"]', "higs"),
}
"""Contrasts that what is measured cannot answer."""


def written(folder: Path, text: str) -> Path:
    file = folder / "protocol.toml"
    file.write_text(text, encoding="utf-8")
    return file


def message_of(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as error:
        load_study(written(folder, text))
    return str(error.value)


def changed(*names: str) -> str:
    text = RUN + CONTRAST
    for name in names:
        old, new, _ = {**MISTAKES, **AGAINST_RUN}[name]
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_all_that_it_says_is_read(tmp_path: Path) -> None:
    file = written(tmp_path, 'title = "A study"\n' + RUN + CONTRAST)
    study, protocol = load_study(file), load_protocol(file)
    assert (protocol.title, protocol.quiet) == ("A study", 0.4)
    engines, formulations = protocol.contrasts
    assert engines.a == {"solver": ("highs",), "formulation": ("assignment",)}
    assert engines.b == {"solver": ("cpsat", "choco"), "formulation": ("assignment",), "seed": (1,)}
    assert (formulations.measures, formulations.corpora) == (("solver",), ("hardest11",))
    assert (len(engines.measures), protocol.rows) == (2, 3)
    assert study.protocol == file.read_text(encoding="utf-8")
    assert load_study(written(tmp_path, RUN)).strata == study.strata


@pytest.mark.parametrize("name", [*MISTAKES, *AGAINST_RUN])
def test_a_mistake_is_named_before_anything_is_measured(name: str, tmp_path: Path) -> None:
    what = {**MISTAKES, **AGAINST_RUN}[name][2]
    assert what in message_of(tmp_path, changed(name))


def test_every_mistake_is_named_at_once(tmp_path: Path) -> None:
    message = message_of(tmp_path, changed(*MISTAKES))
    assert [name for name, (_, _, what) in MISTAKES.items() if what not in message] == []
    both = "two configurations", "stratum"
    message = message_of(tmp_path, changed(*both))
    assert all(AGAINST_RUN[name][2] in message for name in both)


@pytest.mark.parametrize(
    "text", ["title = 'x'", "[run]\nseeds = [1]", "run = 3", "[run", f"contrast = 3\n{RUN}", RUN + CONTRAST + CONTRAST]
)
def test_what_is_no_protocol_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load_study(written(tmp_path, text))
    if not text.startswith(("run", "[run]")):  # the questions alone
        with pytest.raises(InputError):
            load_protocol(written(tmp_path, text))


def test_a_question_has_the_puzzles_of_the_strata_that_both_sides_are_measured_on(tmp_path: Path) -> None:
    file = written(tmp_path, RUN + CONTRAST)
    study = load_study(file)
    for contrast in load_protocol(file).contrasts:
        sides = [
            {
                (case.corpus, case.puzzle.name)
                for case in study
                if case.corpus in (contrast.corpora or ["some", "hardest11"])
                and all(
                    {**case.identity(), "configuration": str(case.configuration)}[column] in values
                    for column, values in side.items()
                )
            }
            for side in (contrast.a, contrast.b)
        ]
        assert contrast.puzzles(study) == len(sides[0] & sides[1]) > 0


@pytest.mark.parametrize("name", ["classic/full", "classic/protocol", "rules/protocol"])
def test_the_protocols_that_ship_can_be_read(name: str) -> None:
    assert len(load_study(data_folder() / "benchmark" / f"{name}.toml")) >= 30
