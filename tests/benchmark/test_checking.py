"""What a check says of right and of wrong formulations, and of those that cheat."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.benchmark.checking import check_formulation
from sudoku_models.benchmark.plugins import load_plugin
from sudoku_models.errors import FormulationError, UnknownNameError
from sudoku_models.formulations import find
from sudoku_models.puzzles.corpora import corpus

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"
GIVENS = "    for i, d in puzzle.givens.items():\n        m.fix(x[i], d)\n    return x\n"
X = "    x = m.int_vars('x', puzzle.board.cells, 1, puzzle.board.size)\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a file; what is registered in a test is gone after it."""

    def file(*lines: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    yield file
    for name in formulations.registered():
        del sm.FORMULATIONS[name]


@pytest.mark.timed
def test_the_example_is_right_on_every_backend_and_for_every_solver(write: Write) -> None:
    load_plugin(MINE)
    started = time.perf_counter()
    checked = check_formulation("at_most_once")
    assert time.perf_counter() - started < 20  # a few seconds, on a machine that does nothing else
    assert checked.backends == ("pyomo", "pulp", "cpsat")
    assert (checked.refused, checked.undecided) == ({}, ())
    assert checked.settled == {}
    assert "puzzles with 1, 0, 18, 288, 1, 1 solutions and on fresh ones with 1, 2, 15, 0 (seed 0)" in str(checked)
    assert str(checked).endswith("on pyomo, pulp, cpsat")


def check(path: Path, *backends: str) -> FormulationError:
    """What a check says of the one formulation in a file."""
    ((name, _),) = load_plugin(path).items()
    with pytest.raises(FormulationError) as caught:
        check_formulation(name, backends or None)
    return caught.value


def drawn(error: FormulationError) -> tuple[sm.Puzzle, sm.Grid]:
    """The counter-example: givens are drawn in brackets, which is how they differ from the other digits."""
    grid = sm.Puzzle.parse(error.drawing).as_grid()
    signs = re.findall(r"[\[ ]\d", error.drawing)
    values = [int(sign[1]) if sign[0] == "[" else 0 for sign in signs]
    return sm.Puzzle(grid.board, tuple(values)), grid


def test_a_lost_rule_is_shown_on_a_board(write: Write) -> None:
    loop = "    for unit in puzzle.board.units[:-4]:\n        m.all_different([x[i] for i in unit.cells], unit.name)\n"
    error = check(write("def mine(m, puzzle):\n", X, loop, GIVENS))
    assert "the formulation 'mine' on pyomo: your model accepts this grid" in error.sentence
    assert "box" in error.sentence
    assert not sm.is_solution(*drawn(error))
    assert error.drawing in str(error)


def test_a_rule_too_many_is_shown_on_a_board_and_named(write: Write) -> None:
    loop = "    for unit in puzzle.board.units:\n        m.all_different([x[i] for i in unit.cells], unit.name)\n"
    more = "    m.add(x[1, 1] <= x[2, 2], 'corner first')\n"
    error = check(write("def mine(m, puzzle):\n", X, loop, more, GIVENS), "pulp")
    assert "forbids this solution" in error.sentence
    assert "'corner first'" in error.sentence
    assert sm.is_solution(*drawn(error))


def test_forgotten_givens_are_shown(write: Write) -> None:
    loop = "    for unit in puzzle.board.units:\n        m.all_different([x[i] for i in unit.cells], unit.name)\n"
    error = check(write("def mine(m, puzzle):\n", X, loop, "    return x\n"), "pulp")
    assert "but the given there is" in error.sentence


def test_what_works_on_one_backend_only_is_reported_with_the_verb_and_the_line(write: Write) -> None:
    error = check(
        write(
            "import pulp\n",
            "def mine(m, puzzle):\n",
            X,
            "    for unit in puzzle.board.units:\n",
            "        m.all_different([x[i] for i in unit.cells], unit.name)\n",
            "    m.add(pulp.LpAffineExpression({x[1, 1]: 1}) >= 1, 'it has a digit')\n",
            GIVENS,
        )
    )
    assert "the formulation 'mine' on pyomo, for a 4x4 with one solution: mine.py, line 11" in error.sentence
    assert "`m.add(pulp.LpAffineExpression({x[1, 1]: 1}) >= 1, 'it has a digit')`" in error.sentence
    assert error.sentence.endswith("It is right on pulp: leave the others out of the benchmark")
    assert "m.add" in error.sentence


def test_a_product_of_variables_is_reported_wherever_it_fails(write: Write) -> None:
    error = check(write("def mine(m, puzzle):\n", X, "    m.add(x[1, 1] * x[1, 2] >= 1, 'a product')\n", GIVENS))
    assert "`m.add(x[1, 1] * x[1, 2] >= 1, 'a product')`" in error.sentence or "'a product' is not" in error.sentence


def test_the_verb_that_refuses_is_named(write: Write) -> None:
    error = check(write("def mine(m, puzzle):\n", X, "    m.add(True, 'nothing')\n", GIVENS), "pyomo")
    assert "line 5, `m.add(True, 'nothing')`" in error.sentence
    assert error.sentence.endswith("in the verb m.add")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("    return None", "must return its variables, a dict x[cell] or y[cell, digit], not NoneType"),
        ("    return {}", "none for cell (1, 1)"),
        (f"{X}    return [*x.values()]", "not list"),
        (f"{X}    return {{(r, c, 1): v for (r, c), v in x.items()}}", "none for cell (1, 1)"),
        ("    return {i: 1 for i in puzzle.board.cells}", "mine"),
        ("    raise ValueError('not today')", "line 3, `raise ValueError('not today')`: ValueError: not today"),
        ("    raise SystemExit", "line 3, `raise SystemExit`: SystemExit"),
    ],
)
def test_a_function_that_stops_or_returns_something_else_is_reported(write: Write, body: str, what: str) -> None:
    error = check(write("def mine(m, puzzle):\n", body))
    assert what in error.sentence
    assert "right on" not in error.sentence


def test_an_unsupported_solver_is_reported_and_the_comparison_continues(write: Write) -> None:
    loop = "    for unit in puzzle.board.units:\n        m.all_different([x[i] for i in unit.cells], unit.name)\n"
    half = "    m.add(0.5 * x[1, 1] + 0.25 * x[1, 2] >= 0.75, 'halves')\n"
    load_plugin(write("def mine(m, puzzle):\n", X, loop, half, GIVENS))
    checked = check_formulation("mine", ["pulp"], ["highs", "cpsat"])
    assert [*checked.refused] == ["pulp x cpsat"]
    assert "whole coefficients only" in checked.refused["pulp x cpsat"]


def test_a_function_that_is_in_no_table_can_be_checked() -> None:
    assert check_formulation(formulations.find("assignment"), ["cpsat"], []).name == "assignment"
    with pytest.raises(UnknownNameError, match="backend"):
        check_formulation("assignment", ["pulpo"])


# -- formulations that cheat ------------------------------------------------------------------------------------------


def sorted_profile(puzzle: sm.Puzzle) -> tuple[Any, ...]:
    """A property that all isomorphs of a puzzle share: how many givens its digits and its boxes have."""
    of_digits = [list(puzzle.values).count(d) for d in puzzle.board.digits]
    boxes = [unit for unit in puzzle.board.units if unit.kind == "box"]
    return sorted(of_digits), sorted(sum(i in puzzle.givens for i in unit.cells) for unit in boxes)


def solution_of(puzzle: sm.Puzzle) -> dict[sm.Cell, int]:
    grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
    return dict(zip(puzzle.board.cells, grid.values, strict=True)) if grid else {}


@pytest.mark.parametrize("by", ["bounds", "constraints", "their sum"])
def test_a_look_up_of_shipped_puzzles_in_any_orientation_is_reported(by: str) -> None:
    known = [sorted_profile(puzzle) for name in ("top95", "hardest11") for puzzle in corpus(name).values()]

    def looked_up(m: Any, puzzle: sm.Puzzle) -> Any:
        y = find("assignment")(m, puzzle)
        if sorted_profile(puzzle) in known:
            found = solution_of(puzzle)
            for i, d in found.items() if by != "their sum" else ():
                m.fix(y[i, d], 1) if by == "bounds" else m.add(y[i, d] >= 1, f"known {i}")
            if by == "their sum":
                m.add(m.sum(y[i, d] for i, d in found.items()) == 81, "known")
        return y

    checked = check_formulation(looked_up, ["pulp"], [], seed=3)
    assert checked.settled.keys() == {"top95:1", "hardest11:1"}
    cells = [int(what.split()[0]) for what in checked.settled.values()]
    assert min(cells) > 50
    assert f"settled by the formulation, though by no given: {cells[0]} cells of top95:1" in str(checked)


def test_a_formulation_that_is_right_for_one_solution_only_is_found() -> None:
    def presolved(m: Any, puzzle: sm.Puzzle) -> Any:
        y = find("assignment")(m, puzzle)
        if puzzle.board.size == 9:
            for i, d in solution_of(puzzle).items():
                m.fix(y[i, d], 1)
        return y

    with pytest.raises(FormulationError, match=r"forbids this solution of a fresh 9x9 with two solutions \(seed 7\)"):
        check_formulation(presolved, ["pulp"], [], seed=7)


def test_a_formulation_that_drops_solutions_of_puzzles_with_many_is_found() -> None:
    def drops_the_fifth(m: Any, puzzle: sm.Puzzle) -> Any:
        y = find("assignment")(m, puzzle)
        if puzzle.board.size == 9:
            for grid in list(sm.build(puzzle, "all_different", "cpsat").solutions(5, "cpsat"))[4:]:
                m.add(m.sum(y[i, grid[i]] for i in puzzle.board.cells) <= 80, "not the fifth")
        return y

    with pytest.raises(FormulationError, match="forbids this solution of a fresh 9x9 with many solutions"):
        check_formulation(drops_the_fifth, ["pulp"], [])


def test_a_formulation_that_forgets_rules_where_the_board_is_large_is_found() -> None:
    def small_only(m: Any, puzzle: sm.Puzzle) -> Any:
        board = puzzle.board
        x = m.int_vars("x", board.cells, 1, board.size)
        for unit in board.units[: 18 if board.size == 9 else None]:
            m.all_different([x[i] for i in unit.cells], str(unit))
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    with pytest.raises(FormulationError, match="accepts this grid for a 9x9"):
        check_formulation(small_only, ["pulp"], [])


def test_another_seed_checks_on_other_puzzles() -> None:
    checks = [check_formulation("assignment", ["pulp"], [], seed) for seed in (1, 1, 2)]
    assert checks[0] == checks[1]
    assert str(checks[0]) != str(checks[2])
    assert all(check.undecided == () and check.settled == {} for check in checks)
