"""What unit propagation settles on the clauses of one constraint, and what there is to settle, by brute force."""

from collections.abc import Callable
from itertools import product
from typing import Any

from hypothesis import strategies as st
from pysat.solvers import Glucose4

from sudoku_models.rewrites.clauses import Formula, indicators

Domains = list[set[int]]

domains = st.lists(st.sets(st.integers(0, 3), min_size=1), min_size=1, max_size=4)
"""What is left of variables with the values 0..3."""
ALL = range(4)


def formula_of(width: int, encoding: str = "pairwise", values: range = ALL) -> Formula:
    """A formula with so many columns that have these values."""
    formula = Formula(encoding)
    for _ in range(width):
        indicators(formula, values[0], values[-1])
    return formula


def propagated(formula: Formula, left: Domains) -> Domains | None:
    """The values that unit propagation leaves; None when it finds a contradiction."""
    start = formula.new()  # PySAT reports what assumptions imply
    clauses = [clause if len(clause) > 1 else [-start, *clause] for clause in formula.clauses]
    gone = [
        -literal
        for kept, values in zip(left, formula.columns, strict=True)
        for d, literal in values.items()
        if d not in kept
    ]
    with Glucose4(bootstrap_with=clauses) as engine:
        is_possible, implied = engine.propagate([start, *gone])
    known = set(implied)
    return [{d for d, y in values.items() if -y not in known} for values in formula.columns] if is_possible else None


def consistent(left: Domains, holds: Callable[[tuple[int, ...]], Any]) -> Domains | None:
    """The values that are in some solution: domain consistency. None when there is no solution."""
    solutions = [point for point in product(*left) if holds(point)]
    return [set(values) for values in zip(*solutions, strict=True)] if solutions else None
