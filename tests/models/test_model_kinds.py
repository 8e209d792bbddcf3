"""The verbs on models of every kind: statements, models of the libraries and files; compared with brute force."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pulp
import pytest
from ortools.sat.python import cp_model

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.models.equivalence import Verdict

HIGH, KEYS = 2, [f"x_{k}" for k in range(3)]
Rows = list[tuple[list[int], int]]


def rows_of(rng: Random, number: int) -> Rows:
    """Inequalities over three integers; the last one always holds, and contains them all."""
    found = [([rng.randint(-2, 2) for _ in KEYS], rng.randint(-1, 4)) for _ in range(number)]
    return [*(row for row in found if any(row[0])), ([1] * len(KEYS), 99)]


def truth(rows: Rows) -> set[tuple[int, ...]]:
    every = product(range(HIGH + 1), repeat=len(KEYS))
    return {v for v in every if all(sum(c * x for c, x in zip(row, v, strict=True)) <= side for row, side in rows)}


def model(kind: str, rows: Rows, folder: Path) -> Any:
    """The inequalities as a statement, a problem, a model of a library, or a file."""

    def statement(m: Any) -> Any:
        x = m.int_vars("x", range(3), 0, HIGH)
        for r, (coefficients, side) in enumerate(rows):
            m.add(m.dot(coefficients, x.values()) <= side, f"row {r}")
        return dict(zip(KEYS, x.values(), strict=True))

    if kind == "statement":
        return statement
    if kind == "cpsat":
        native = cp_model.CpModel()
        x = [native.new_int_var(0, HIGH, key) for key in KEYS]
        for coefficients, side in rows:
            native.add(cp_model.LinearExpr.weighted_sum(x, coefficients) <= side)
        return native
    problem = sm.Problem(statement, "pyomo" if kind == "pyomo" else "pulp")
    if kind.startswith("."):
        return problem.write(folder / f"{len(list(folder.iterdir()))}{kind}")
    return {"problem": problem, "pyomo": problem.native, "pulp": problem.native}[kind]


KINDS = ["statement", "problem", "pulp", "cpsat", ".mps", ".lp.gz"]


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 60), marks=pytest.mark.slow)])
def test_models_of_any_two_kinds_are_compared(seeds: range, tmp_path: Path) -> None:
    verdicts = set()
    for seed in seeds:
        rng = Random(seed)
        one = rows_of(rng, 2)
        other = [*one, *rows_of(rng, rng.randint(0, 1))]
        pair = (model(rng.choice(KINDS), rows, tmp_path) for rows in (one, other))
        found = sm.equivalent(*pair, on=rng.choice([None, KEYS]))
        assert found.status is (Verdict.EQUIVALENT if truth(one) == truth(other) else Verdict.DIFFERENT), seed
        if found.assignment:
            assert tuple(found.assignment[key] for key in KEYS) in truth(one) ^ truth(other)
        verdicts.add(found.status)
    assert len(verdicts) == 2


def test_a_function_of_one_argument_is_a_statement_or_a_formulation() -> None:
    def of_cells(puzzle: sm.Puzzle) -> Any:
        lp = pulp.LpProblem("cells")
        return lp, {i: lp.add_variable(f"x_{i[0]}_{i[1]}", 1, puzzle.board.size, "Integer") for i in puzzle.board.cells}

    assert sm.equivalent(of_cells, of_cells, board=4).puzzle is not None
    assert sm.equivalent(of_cells, "assignment", board=4).puzzle is not None
    assert sm.equivalent(lambda m: m.bool_vars("x", "ab"), lambda m: m.bool_vars("y", "ab")).puzzle is None
    with pytest.raises(InputError):
        sm.equivalent(5, lambda m: m.bool_vars("x", "ab"))


@pytest.mark.parametrize("kind", [".lp", "pulp", "cpsat"])
def test_what_is_excluded_stays_excluded_in_copies_and_files(kind: str, tmp_path: Path) -> None:
    rows = rows_of(Random(5), 2)
    source = model(kind, rows, tmp_path)
    problem = sm.Problem.read(source) if kind == ".lp" else sm.Problem(source)
    gone, every = problem.solve().values, truth(rows)
    assert gone is not None
    problem.exclude(gone)
    file = problem.write(tmp_path / "less.mps")
    for each in problem, problem.rewritten(), sm.Problem.read(file, variables=KEYS):
        counted = each.count_solutions("highs", method="cuts")
        assert {tuple(values[key] for key in KEYS) for values in counted.solutions} == every - {
            tuple(gone[key] for key in KEYS)
        }
