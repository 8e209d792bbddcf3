"""The table of solvers: features are kept, options are checked, and other packages add to it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import new_backend
from sudoku_models.errors import InputError, NotInstalledError, SolverError, UnknownNameError, UnsupportedError
from sudoku_models.solvers import Feature, Status, find

HERE = solvers.installed(everything=True)
PAGE = (Path(__file__).parents[2] / "notebooks" / "reference" / "adding.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("### Any other solver") :]
CODE = SECTION.split("```python\n")[1].split("```")[0].partition("solvers.register(")[0]
"""The solver that the page on adding one describes."""


@pytest.fixture
def brute() -> Iterator[str]:
    names: dict[str, Any] = {}
    exec(CODE, names)
    solvers.register("brute", names["Backtracking"], "CP; tries everything")
    yield "brute"
    sm.SOLVERS.registered.pop("brute", None)


@pytest.mark.parametrize("name", HERE)
def test_declared_features_are_known_and_kept(name: str) -> None:
    solver = find(name)
    assert solver.features <= set(Feature)
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] + x["b"] >= 5, "row")
    session: Any = solver.session(m)
    assert hasattr(session, "enumerate") == (Feature.ENUMERATION in solver.features)
    if Feature.ENUMERATION in solver.features:
        found: list[Any] = []
        session.enumerate(lambda values: found.append(values) or True)
        assert len(found) == 3
    m.minimize(x["a"] - x["b"])
    if Feature.OBJECTIVE in solver.features:
        assert list(map(round, session.solve().values)) == [2, 3]
    else:
        with pytest.raises(UnsupportedError):
            session.solve()
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 1)
    m.not_equal(x["a"], x["b"], "differ")
    if Feature.LOGIC in solver.features:
        assert solver.session(m).solve().status is Status.INFEASIBLE
    else:
        with pytest.raises(UnsupportedError, match="differ"):
            solver.session(m).solve()


@pytest.mark.parametrize("name", list(solvers.SOLVERS))
def test_the_table_and_the_solver_declare_the_same(name: str) -> None:
    entry = solvers.entry(f"{name}:x")
    assert entry is not None
    if entry.is_installed:
        assert (find(name).name, find(name).features, find(name).paradigm) == (name, entry.features, entry.paradigm)
    for option in entry.options:
        if entry.is_installed:
            assert option == "AC" or find(f"{name}:{option}").name == f"{name}:{option}"


ODD = ["highs:foo", "cpsat:", "cpsat:no_presolve", "choco:XX", "choco:", "cbc:x", "glpk:no-presolve", "x:y", ":", ""]


@pytest.mark.parametrize("name", ODD)
def test_an_unknown_option_is_an_error_with_the_choices(name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"The choices are: [A-Za-z]"):
        find(name)


@pytest.mark.parametrize("name", HERE)
def test_a_solver_is_checked_by_one_of_another_paradigm(name: str) -> None:
    other = solvers.other_paradigm(name)
    assert find(other).paradigm != find(name).paradigm
    assert Feature.OBJECTIVE in find(solvers.other_paradigm(name, [Feature.OBJECTIVE])).features
    with pytest.raises(NotInstalledError, match="with 'teleportation' can run here"):
        solvers.other_paradigm(name, ["teleportation"])  # type: ignore[list-item]


def test_finding_out_what_is_installed_imports_no_engine() -> None:
    code = (
        "import sys; from sudoku_models import solvers; solvers.SOLVERS['choco'];"
        "solvers.entry('cpsat').is_installed; solvers.entry('cadical').is_installed;"
        "print([each for each in ('ortools', 'pychoco', 'highspy', 'pysat') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["highs", "", "a:b", None, 3])
def test_a_registered_name_is_new_and_a_name(name: Any) -> None:
    with pytest.raises(InputError):
        solvers.register(name, object)


def test_a_registered_solver_is_used_everywhere(brute: str) -> None:
    puzzle = sm.Puzzle.parse("12.. 3412 .143 432.")
    assert brute in solvers.SOLVERS
    assert brute in solvers.installed()
    assert sm.build(puzzle, "all_different", "pulp").solve(brute).grid is not None
    count = sm.count_solutions(puzzle, "all_different", "pulp", brute)
    assert (count.value, count.status) == (1, "exact")
    assert solvers.other_paradigm(brute) == "highs"
    with pytest.raises(UnknownNameError, match="unknown solver 'brute:fast'"):
        find("brute:fast")
    del sm.SOLVERS[brute]
    with pytest.raises(UnknownNameError):
        find(brute)


def test_a_factory_that_makes_no_solver_is_refused(brute: str) -> None:
    solvers.register(brute, object)
    with pytest.raises(SolverError, match="lacks name, paradigm, features, session"):
        find(brute)


def test_a_package_adds_a_solver_by_an_entry_point(tmp_path: Path) -> None:
    """The recipe of the page, followed in a scratch package."""
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "__init__.py").touch()
    (tmp_path / "my_package" / "brute.py").write_text(CODE)
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudoku_models.solvers]\nbrute = my_package.brute:Backtracking\n")
    code = (
        "import sys, sudoku_models as sm\n"
        "count = sm.count_solutions(sm.Puzzle.parse('12.. 3412 .143 432.'), 'all_different', 'pulp', 'brute')\n"
        "print(count.value, count.status, 'brute' in sm.solvers.installed(), sm.solvers.SOLVERS['brute'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == "1 exact True from the package my-package 1.0"


OPTIONS = {
    "highs": ["engine-presolve", "by-file", "no-presolve,by-file,seed=5"],
    "cbc": ["seed=2", "no-presolve,seed=3"],
    "cpsat": ["first-fail", "input-order,no-presolve", "by-file,seed=4", "by-file,first-fail", "bounded"],
    "choco": ["input-order", "engine-search,BC"],
    "cadical": ["by-file", "ladder,by-file"],
    "glucose": ["by-file"],
}


@pytest.mark.parametrize("name", [f"{solver}:{each}" for solver, options in OPTIONS.items() for each in options])
def test_options_change_how_a_solver_works_and_not_what_it_answers(name: str) -> None:
    """On one live model with linear rows, with as many no-good cuts as there are solutions."""

    def statement(m: Any) -> Any:
        x = m.int_vars("x", "abcd", 0, 2)
        m.add(x["a"] + x["b"] + x["c"] >= 4, "at least 4")
        m.add(x["c"] - x["d"] <= 0, "c is at most d")
        return x

    expected = {v for v in product(range(3), repeat=4) if sum(v[:3]) >= 4 and v[2] <= v[3]}
    model, found = sm.Problem(statement, "pulp"), set()
    while (answer := model.solve(name)).status is Status.SOLVED:
        values = tuple(answer.values[each] for each in "abcd")
        assert values not in found
        found.add(values)
        model.exclude(answer.values)
    assert (answer.status, found) == (Status.INFEASIBLE, expected)


@pytest.mark.parametrize(
    "name", ["highs:", "highs:first-fail", "choco:seed=2", "cpsat:seed=", "cpsat:seed=-1", "cbc:BC"]
)
def test_an_option_that_a_solver_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(UnknownNameError):
        find(name)
