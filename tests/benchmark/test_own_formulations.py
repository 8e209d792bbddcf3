"""Right formulations pass the check, wrong ones are shown with a counterexample, and files are read."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.benchmark.own_formulations import check_formulation, load_plugin
from sudoku_models.errors import FormulationError, InputError, UnknownNameError
from sudoku_models.formulations import find

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


@pytest.mark.slow
def test_the_example_is_right_on_every_backend(write: Write) -> None:
    load_plugin(MINE)
    found = check_formulation("at_most_once")
    assert found.startswith("at_most_once accepts every solution and nothing else")
    assert found.endswith("puzzles with 1, 0, 18, 288, 1, 1, 2 solutions, on pyomo, pulp, cpsat")


def check(path: Path, *backends: str) -> FormulationError:
    """What a check says of the one formulation in a file."""
    (name,) = load_plugin(path)
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


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (f"{X}    return {{(r, c, 1): v for (r, c), v in x.items()}}", "not one for each digit of each cell"),
        ("    return {i: 1 for i in puzzle.board.cells}", "mine"),
        ("    raise ValueError('not today')", "line 3, `raise ValueError('not today')`: ValueError: not today"),
        ("    raise SystemExit", "line 3, `raise SystemExit`: SystemExit"),
    ],
)
def test_a_function_that_stops_or_returns_something_else_is_reported(write: Write, body: str, what: str) -> None:
    error = check(write("def mine(m, puzzle):\n", body))
    assert what in error.sentence
    assert "right on" not in error.sentence


def test_a_function_that_is_in_no_table_can_be_checked() -> None:
    assert check_formulation(formulations.find("assignment"), ["pulp"]).startswith("assignment accepts")
    with pytest.raises(UnknownNameError, match="backend"):
        check_formulation("assignment", ["pulpo"])


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
        check_formulation(small_only, ["pulp"])


def test_a_formulation_that_drops_a_solution_of_a_puzzle_with_two_is_found() -> None:
    def one_only(m: Any, puzzle: sm.Puzzle) -> Any:
        y = find("assignment")(m, puzzle)
        if puzzle.board.size == 9:
            grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
            for i in puzzle.board.cells:
                m.fix(y[i, grid[i]], 1)
        return y

    with pytest.raises(FormulationError, match="forbids this solution of a 9x9 with two solutions"):
        check_formulation(one_only, ["pulp"])


# -- files -------------------------------------------------------------------------------------------------------------


def test_the_public_functions_of_m_and_puzzle_are_the_formulations_of_a_file(write: Write) -> None:
    lines = ("def mine(m, puzzle, more=1): ...\n", "def _helper(m, puzzle): ...\n", "def other(board): ...\n")
    assert load_plugin(write(*lines)) == ["mine"]
    lines = ("import sudoku_models as sm\n", "def f(m, puzzle): ...\n", "sm.register('named', f)\n")
    assert load_plugin(write(*lines)) == ["named"]


def test_files_beside_it_can_be_imported(write: Write, tmp_path: Path) -> None:
    (tmp_path / "words_beside.py").write_text("said = 'here'", encoding="utf-8")
    load_plugin(write("from words_beside import said\n", "def mine(m, puzzle):\n    return said\n"))
    said: object = find("mine")(None, None)  # type: ignore[arg-type]
    assert said == "here"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = 1\ndef mine(m, puzzle:", r"mine\.py, line 2: '\(' was never closed"),
        ("x = 1\nimport no_such_module", r"mine\.py, line 2, `import no_such_module`: ModuleNotFoundError"),
        ("def f():\n    return 1 / 0\nf()", r"mine\.py, line 2, `return 1 / 0`: ZeroDivisionError"),
        ("raise SystemExit", r"mine\.py, line 1, `raise SystemExit`: SystemExit"),
        ("x = 1\0", "null bytes"),
        ("", "it has no function at all"),
        ("x = 1\ndef solve(model, puzzle): ...", r"it has solve\(model, puzzle\) in line 2"),
        ("def pairwise(m, puzzle): ...", "'pairwise' is a built-in formulation"),
    ],
)
def test_a_file_that_cannot_be_used_is_reported_with_its_line(write: Write, text: str, what: str) -> None:
    with pytest.raises((FormulationError, InputError), match=what):
        load_plugin(write(text))
    assert not formulations.registered()
