"""What a model settles beyond the givens: nothing in the formulations of this package, and much in one that cheats."""

from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.benchmark import Case, Configuration, configurations, measure
from sudoku_models.benchmark.serialization import serialize
from sudoku_models.benchmark.settled import settled
from sudoku_models.formulations import find
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.puzzles.corpora import corpus

HARD = sm.load("hardest11:1")
MODELS = sorted(
    {(each.formulation, each.rewrite) for each in configurations(rewrites=["all"], backends=["pulp"])}, key=str
)


@pytest.mark.parametrize(("formulation", "rewrite"), MODELS)
def test_formulations_of_this_package_settle_nothing_with_any_rewrite(formulation: str, rewrite: str | None) -> None:
    for puzzle in (HARD, sm.load("small:1"), sm.load("several:1")):
        assert settled(sm.build(puzzle, formulation, "pulp", rewrite)) == ""


@pytest.mark.parametrize("backend", ["pyomo", "cpsat"])
def test_every_backend_is_read(backend: str) -> None:
    assert settled(sm.build(HARD, "assignment_reduced", backend)) == ""
    assert settled(model_of(lambda m, x: m.fix(x[blank()[0]], min(_possible(blank()[0]))), backend)) == "1 cell"


@pytest.mark.parametrize("name", ["killer", "xsudoku", "windoku", "antiknight", "clues", "jigsaw"])
def test_further_rules_of_a_board_are_not_taken_for_cheating(name: str) -> None:
    for puzzle in list(corpus(name).values())[:2]:
        for formulation in formulations.BUILT_IN:
            assert settled(sm.build(puzzle, formulation, "pulp")) == ""


def model_of(change: Any, backend: str = "pulp") -> SudokuModel:
    """The hard puzzle with integer x, and something more."""

    def changed(m: Any, puzzle: sm.Puzzle) -> Any:
        x = find("all_different")(m, puzzle)
        change(m, x)
        return x

    return SudokuModel(HARD, "changed", backend, function=changed)


def blank() -> list[sm.Cell]:
    return [i for i in HARD.board.cells if i not in HARD.givens]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda m, x: [m.fix(x[i], 1) for i in blank()[:3]], "3 cells"),
        (lambda m, x: m.add(x[blank()[0]] <= 1, "at most 1"), "1 cell"),
        (lambda m, x: m.add(2 * x[blank()[0]] + x[blank()[1]] >= 27, "both are 9"), "2 cells"),
        (lambda m, x: m.add(x[1, 2] == m.int_vars("z", [0], 4, 4)[0], "an auxiliary variable"), "1 cell"),
        (lambda m, x: [m.fix(x[i], d) for i, d in HARD.givens.items()], ""),
        (lambda m, x: m.add(m.sum(x.values()) == 405, "the sum of a grid"), ""),
    ],
)
def test_bounds_and_each_constraint_by_itself_settle(change: Any, text: str) -> None:
    assert settled(model_of(change)) == text


def test_digits_that_are_excluded_where_two_remain_are_counted() -> None:
    i = blank()[0]
    left = 9 - len({HARD.givens.get(j) for j in HARD.board.peers[i]} - {None})
    text = settled(model_of(lambda m, x: m.add(x[i] <= 0.5 + sorted(_possible(i))[1], "the two smallest")))
    assert text == f"{left - 2} digits of the cells"


def _possible(i: sm.Cell) -> set[int]:
    return set(HARD.board.digits) - {HARD.givens.get(j, 0) for j in HARD.board.peers[i]}


def test_singles_by_the_givens_are_settled_by_them() -> None:
    puzzle = sm.Puzzle.parse("123. .... .... ....")
    model = sm.build(puzzle, "all_different", "pulp")
    model.m.fix(model.variables[1, 4], 4)
    assert settled(model) == ""
    model.m.fix(model.variables[2, 1], 3)
    assert settled(model) == "1 cell"


def test_the_row_of_a_case_tells_it(tmp_path: Any) -> None:
    """A formulation that writes each solution to a file, and fixes it when it meets the puzzle again."""
    folder = str(tmp_path)

    def remembers(m: Any, puzzle: sm.Puzzle) -> Any:
        from pathlib import Path

        import sudoku_models as sm
        from sudoku_models.formulations import find

        y, file = find("assignment")(m, puzzle), Path(folder, puzzle.line()[:40])
        if file.exists():
            for i, d in zip(puzzle.board.cells, map(int, file.read_text()), strict=True):
                m.fix(y[i, d], 1)
        else:
            file.write_text(sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid.line())
        return y

    chosen = Configuration("remembers", "pulp", "highs", None, "on")
    case = Case("mine", sm.load("mccaffrey"), 0, chosen, 10.0, "1", serialize("remembers", remembers))
    try:
        rows = [measure(case) for _ in range(2)]
    finally:
        del sm.FORMULATIONS["remembers"]
    assert [(row["status"], row["settled"]) for row in rows] == [("unique", ""), ("unique", "49 cells")]
