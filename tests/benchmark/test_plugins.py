"""Formulations of one's own: what is read from a file, and what a check says of right and of wrong ones."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models import benchmark, formulations
from sudoku_models.benchmark.plugins import check_formulation, load_plugin
from sudoku_models.errors import FormulationError, UnknownNameError

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"
GIVENS = "    for i, d in puzzle.givens.items():\n        m.fix(x[i], d)\n    return x\n"
X = "    x = m.int_vars('x', puzzle.board.cells, 1, puzzle.board.size)\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a file; what is registered in a test is gone after it."""

    def file(*lines: str, name: str = "mine.py") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    yield file
    for name in formulations.registered():
        del sm.FORMULATIONS[name]


# -- reading a file ---------------------------------------------------------------------------------------------------


def test_the_public_functions_of_m_and_puzzle_are_the_formulations_of_a_file(write: Write) -> None:
    path = write(
        "from sudoku_models.formulations.pairwise import pairwise",
        "def one(m, puzzle):\n    'The first.'",
        "def two(m, puzzle, factor=2): ...",
        "three = lambda m, puzzle: {}",
        "def _private(m, puzzle): ...",
        "def rows(m, puzzle, y): ...",
        "def other(a, b): ...",
        "class four:\n    def __init__(self, m, puzzle): ...",
    )
    assert list(load_plugin(path)) == ["one", "two", "three"]
    assert sm.FORMULATIONS["one"] == "The first."


def test_what_a_file_registers_itself_is_all_that_it_offers(write: Write) -> None:
    path = write(
        "import sudoku_models as sm",
        "def made(factor):\n    def state(m, puzzle): ...\n    return state",
        "def helper(m, puzzle): ...",
        "for factor in (1, 2):\n    sm.register(f'times-{factor}', made(factor), f'with {factor}')",
    )
    assert list(load_plugin(path)) == ["times-1", "times-2"]
    assert sm.FORMULATIONS["times-2"] == "with 2"
    assert "helper" not in sm.FORMULATIONS


def test_a_file_can_be_read_again_after_it_was_changed(write: Write) -> None:
    load_plugin(write("def mine(m, puzzle):\n    'Before.'"))
    load_plugin(write("def mine(m, puzzle):\n    'After.'"))
    assert sm.FORMULATIONS["mine"] == "After."


def test_files_beside_it_can_be_imported_and_are_not_mixed_up(write: Write, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        write(f"said = '{folder}'", name=f"{folder}/words.py")
        write("from words import said", f"def of_{folder}(m, puzzle):\n    return said", name=f"{folder}/mine.py")
    found = {**load_plugin(tmp_path / "a" / "mine.py"), **load_plugin(tmp_path / "b" / "mine.py")}
    said: dict[str, object] = {name: f(None, None) for name, f in found.items()}  # type: ignore[arg-type]
    assert said == {"of_a": "a", "of_b": "b"}


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (["x = 1", "def mine(m, puzzle:"], r"mine\.py, line 2: '\(' was never closed"),
        (["x = 1", "import no_such_module"], r"mine\.py, line 2, `import no_such_module`: ModuleNotFoundError"),
        (["def f():\n    return 1 / 0", "f()"], r"mine\.py, line 2, `return 1 / 0`: ZeroDivisionError"),
        (["raise SystemExit"], r"mine\.py, line 1, `raise SystemExit`: SystemExit"),
        (["x = 1\0"], "null bytes"),
        ([], "it has no function at all"),
        (["x = 1", "def solve(model, puzzle): ..."], r"it has solve\(model, puzzle\) in line 2"),
        (["", "def pairwise(m, puzzle): ..."], r"mine\.py, line 2: the name 'pairwise' is taken \(a built-in"),
        (
            ["from sudoku_models import register", "def f(m, puzzle): ...", "register('mixed', f)"],
            r"line 3, `register\('mixed', f\)`: InputError: 'mixed' is a built-in formulation",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_reported_with_its_line(write: Write, lines: list[str], what: str) -> None:
    with pytest.raises(FormulationError, match=what):
        load_plugin(write(*lines))
    assert not formulations.registered()


def test_a_file_that_is_not_python_is_reported(write: Write, tmp_path: Path) -> None:
    with pytest.raises(FormulationError, match="there is no such file"):
        load_plugin(tmp_path / "nowhere.py")
    with pytest.raises(FormulationError, match="not a Python file"):
        load_plugin(write("{}", name="lesson.ipynb"))
    with pytest.raises(FormulationError, match="not a Python file"):
        load_plugin(tmp_path)


def test_two_files_cannot_have_a_formulation_of_one_name(write: Write) -> None:
    load_plugin(write("def mine(m, puzzle): ...", name="first.py"))
    with pytest.raises(FormulationError, match=r"second\.py: a formulation named 'mine' is in .*first\.py too"):
        load_plugin(write("def mine(m, puzzle): ...", name="second.py"))


# -- checking ---------------------------------------------------------------------------------------------------------


@pytest.mark.timed
def test_the_example_is_right_on_every_backend_and_for_every_solver(write: Write) -> None:
    load_plugin(MINE)
    started = time.perf_counter()
    checked = check_formulation("at_most_once")
    assert time.perf_counter() - started < 20  # a few seconds, on a machine that does nothing else
    assert checked.backends == ("pyomo", "pulp", "cpsat")
    assert (checked.refused, checked.undecided) == ({}, ())
    assert "puzzles with 1, 0, 18, 288, 1, 1 solutions, on pyomo, pulp, cpsat" in str(checked)


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


# -- running ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_comparisons_on_every_backend_in_processes_that_do_not_see_the_file(write: Write, tmp_path: Path) -> None:
    write("import fractions", "one = fractions.Fraction(1)", name="words.py")
    path = write("from words import one", MINE.read_text(encoding="utf-8").replace("== 1", "== int(one)"))
    load_plugin(path)
    path.unlink()
    (tmp_path / "words.py").unlink()
    configurations = benchmark.configurations(["at_most_once"], solvers=["highs"])
    ended = benchmark.run(benchmark.cases(["small"], configurations, sample=1), tmp_path / "results")
    assert (ended.done, ended.failed) == (3, 0)
    table = benchmark.read(tmp_path / "results")
    assert set(table["backend"]) == {"pyomo", "pulp", "cpsat"}
    assert set(table["status"]) == {"unique"}
