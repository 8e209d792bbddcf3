"""Formulations of one's own: what is read from a file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models import benchmark, formulations
from sudoku_models.benchmark.plugins import load_plugin
from sudoku_models.errors import FormulationError

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"

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
