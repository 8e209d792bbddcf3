"""Small models with tables, what their linear relaxations say, and the solutions of a rewritten model."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linprog

from sudoku_models.backends import Exclude, new_backend
from sudoku_models.rewrites import Links, find, no_good
from sudoku_models.solvers import Status
from sudoku_models.solvers import find as find_solver

TABLES = ["table_supports", "tuple_hull", "table_conflicts"]
DIGITS = range(1, 4)
Tuples = list[tuple[int, ...]]


@st.composite
def tables(draw: Callable[..., Any], least: int = 1, most: int = 4) -> tuple[int, Tuples, bool]:
    """A number of terms, tuples of values in 0..4, not all of which the terms have, and whether they are allowed."""
    width = draw(st.integers(least, most))
    tuples = draw(st.lists(st.tuples(*[st.integers(0, 4)] * width), max_size=12))
    return width, tuples, draw(st.booleans())


def selecting(width: int, backend: str = "pulp") -> tuple[Any, list[dict[int, Any]], list[Any]]:
    """A model with binaries y[j][d] of which one is 1 for each j, and the sums of d*y[j][d], as `assignment` has."""
    m = new_backend(backend)
    y = [m.bool_vars(f"y{j}", DIGITS) for j in range(width)]
    for j in range(width):
        m.add(m.sum(y[j].values()) == 1, f"term {j} has a digit")
    return m, y, [m.dot(list(DIGITS), y[j].values()) for j in range(width)]


def every_solution(m: Any, x: Sequence[Any]) -> set[tuple[int, ...]]:
    """The values of these variables in all solutions. Each comes once: what a rewrite has added follows from them."""
    columns, found = [m.column(v) for v in x], list[tuple[int, ...]]()
    session: Any = find_solver("cadical").session(m)
    outcome = session.enumerate(lambda values: found.append(tuple(round(values[k]) for k in columns)) or True)
    assert outcome.status is Status.INFEASIBLE
    assert len(set(found)) == len(found)
    return set(found)


def solutions_by_cuts(m: Any, x: Iterable[Any], links: Links) -> set[tuple[int, ...]]:
    """All solutions of a linear model: solve, cut off, repeat, until HiGHS proves that there are no more."""
    columns, found, session = [m.column(v) for v in x], list[tuple[int, ...]](), find_solver("highs").session(m)
    while (outcome := session.solve(60)).values is not None:
        found.append(tuple(round(outcome.values[k]) for k in columns))
        no_good(m, [Exclude(tuple(zip(columns, found[-1], strict=True)), 1, f"not {len(found)}")], links)
    assert outcome.status is Status.INFEASIBLE
    assert len(set(found)) == len(found)
    return set(found)


def largest(rewrite: str, tuples: Tuples, allowed: bool, goal: Sequence[float]) -> float:
    """The largest value of a linear function of the selectors of two terms on the relaxation of a rewritten table."""
    m, y, sums = selecting(2)
    m.table(sums, tuples, "table", allowed)
    [(_, table)] = m.logic()
    find(rewrite)(m, [table], Links())
    m.retire(m._logic)
    rows, width = m.read(m.constraints()), len(m.variables)
    columns = [m.column(x) for each in y for x in each.values()]
    costs, matrix, upper = np.zeros(width), [], []
    costs[columns] = -np.array(goal)
    for row in rows:
        dense = np.zeros(width)
        np.add.at(dense, list(row.columns), row.coefficients)
        matrix += [dense, -dense]
        upper += [row.upper, -row.lower]
    kept = np.isfinite(upper)
    found = linprog(costs, np.array(matrix)[kept], np.array(upper)[kept], bounds=[(0, 1)] * width)
    return -found.fun if found.status == 0 else -np.inf


def allowed_points(width: int, tuples: Tuples, allowed: bool) -> set[tuple[int, ...]]:
    """The values in 1..3 that a table leaves."""
    return {point for point in product(DIGITS, repeat=width) if (point in tuples) == allowed}
