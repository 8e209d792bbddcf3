"""What is wrong with a model is shown on a board, by whichever solver the model can be asked of."""

from collections.abc import Callable
from typing import Any

import pulp
import pyomo.environ as pyo
import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.backends import Backend
from sudoku_models.errors import FormulationError
from sudoku_models.models.validation import first_counterexample
from sudoku_models.puzzles.known_solutions import known_puzzles

EIGHTEEN = known_puzzles()[2:3]
More = Callable[[Backend, dict[Any, Any]], Any]


def stated(drop: int = 0, more: More = lambda m, x: None) -> formulations.Formulation:
    """All-different without the last so many units, and with something more."""

    def state(m: Backend, puzzle: sm.Puzzle) -> dict[Any, Any]:
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        units = puzzle.board.units
        for unit in units[: len(units) - drop]:
            m.all_different([x[i] for i in unit.cells], unit.name)
        more(m, x)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    return state


def halves(m: Backend, x: dict[Any, Any]) -> None:
    """Always true, and nothing for a solver that takes whole coefficients only."""
    m.add(0.5 * x[1, 1] + 0.25 * x[1, 2] >= 0.75, "halves")


@pytest.mark.parametrize(
    "backend", ["pulp", *(pytest.param(name, marks=pytest.mark.slow) for name in ("pyomo", "cpsat"))]
)
@pytest.mark.parametrize("formulation", ["pairwise", "assignment", "all_different", "mixed"])
def test_the_built_in_formulations_have_no_error(formulation: str, backend: str) -> None:
    assert first_counterexample(formulations.find(formulation), backend=backend) is None


@pytest.mark.parametrize("more", [lambda m, x: None, halves], ids=["by CP-SAT", "by HiGHS"])
def test_a_lost_rule_and_a_rule_too_many_are_shown_on_boards(more: More) -> None:
    def tight(m: Backend, x: dict[Any, Any]) -> None:
        more(m, x)
        m.add(x[2, 2] <= 3, "no large digit")

    assert first_counterexample(stated(0, more), EIGHTEEN) is None
    lost = first_counterexample(stated(4, more), EIGHTEEN)
    assert lost
    assert lost.kind == "accepts"
    assert lost.grid
    assert not sm.is_solution(lost.puzzle, lost.grid)
    assert "box" in lost.sentence
    extra = first_counterexample(stated(0, tight), EIGHTEEN)
    assert extra
    assert extra.kind == "forbids"
    assert extra.grid
    assert sm.is_solution(extra.puzzle, extra.grid)
    assert extra.grid[2, 2] == 4
    assert "'no large digit'" in extra.sentence


def test_an_assignment_that_is_no_grid_is_reported() -> None:
    def loose(m: Backend, puzzle: sm.Puzzle) -> dict[Any, Any]:
        y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in puzzle.board.digits])
        for i, d in puzzle.givens.items():
            m.fix(y[i, d], 1)
        return y

    fault = first_counterexample(loose)
    assert fault
    assert fault.kind == "values"
    assert "holds" in fault.sentence


def test_an_objective_keeps_nothing_from_being_found() -> None:
    cheap = stated(0, lambda m, x: m.minimize(x[1, 1]))
    assert first_counterexample(cheap, EIGHTEEN) is None
    assert first_counterexample(stated(4, lambda m, x: m.minimize(x[1, 1])), EIGHTEEN)


def test_variables_that_cannot_hold_digits_are_refused() -> None:
    def fractions(m: Backend, puzzle: sm.Puzzle) -> dict[Any, Any]:
        names = {i: f"x_{i[0]}_{i[1]}" for i in puzzle.board.cells}
        return {i: m.native.add_variable(name, 1, puzzle.board.size) for i, name in names.items()}

    with pytest.raises(FormulationError, match="may take fractional values"):
        first_counterexample(fractions)


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_given_that_is_fixed_to_another_digit_is_not_put_right_by_the_validation(backend: str) -> None:
    """The model has no solution then, and so it must not be asked again with the true digits in that place."""

    def wrong(m: Backend, puzzle: sm.Puzzle) -> dict[Any, Any]:
        x = stated()(m, puzzle)
        cell, other = (1, 1), (1, 2)
        m.fix(x[cell], puzzle.givens.get(other, 1) if cell in puzzle.givens else 1)
        m.fix(x[other], puzzle.givens.get(other, 1))
        return x

    only = [(puzzle, grids) for puzzle, grids in known_puzzles() if len(grids) == 1]
    found = first_counterexample(wrong, only, backend)
    assert found
    assert found.kind == "forbids"


def by_order(domain: Any, returned: Callable[[Any], Any] = lambda model: model) -> Callable[[sm.Puzzle], Any]:
    """The pairwise model with big-M in plain Pyomo, with order variables z of this domain."""

    def model_of(puzzle: sm.Puzzle) -> Any:
        board = puzzle.board
        model = pyo.ConcreteModel()
        model.x = pyo.Var(board.cells, domain=pyo.RangeSet(board.size))
        model.z = pyo.Var(range(len(board.pairs)), domain=domain)
        model.rules = pyo.ConstraintList()
        for k, (i, j) in enumerate(board.pairs):
            model.rules.add(model.x[i] - model.x[j] >= 1 - board.size * (1 - model.z[k]))
            model.rules.add(model.x[j] - model.x[i] >= 1 - board.size * model.z[k])
        for i, d in puzzle.givens.items():
            model.x[i].fix(d)
        return returned(model)

    return model_of


def test_an_auxiliary_variable_that_is_continuous_is_named() -> None:
    assert first_counterexample(by_order(pyo.Binary), EIGHTEEN) is None
    found = first_counterexample(by_order(pyo.UnitInterval), EIGHTEEN)
    assert found
    assert (
        "(your variable z[0] may take fractional values, as may 55 other variables: should it be bin" in found.sentence
    )


def test_nested_dicts_of_pulp_are_read() -> None:
    def state(puzzle: sm.Puzzle, complete: bool = True) -> Any:
        problem, digits = pulp.LpProblem(), puzzle.board.digits
        y = problem.add_variable_dicts("y", (digits, digits, digits), cat=pulp.LpBinary)
        for r, c in puzzle.board.cells:
            problem += pulp.lpSum(y[r][c][d] for d in digits) == 1
        for unit in puzzle.board.units:
            for d in digits:
                problem += pulp.lpSum(y[r][c][d] for r, c in unit.cells) == 1
        for (r, c), d in puzzle.givens.items():
            y[r][c][d].lowBound = 1
        if not complete:
            del y[1][1]
        return problem, y

    assert first_counterexample(lambda puzzle: state(puzzle), EIGHTEEN) is None
    with pytest.raises(FormulationError, match=r"none for cell \(1, 1\) of the 4x4.*; the first key is \(1, 2, 1\)"):
        first_counterexample(lambda puzzle: state(puzzle, complete=False), EIGHTEEN)


def test_the_variables_of_a_pyomo_model_are_no_model() -> None:
    with pytest.raises(FormulationError, match="return the ConcreteModel"):
        first_counterexample(by_order(pyo.Binary, lambda model: model.x), EIGHTEEN)
