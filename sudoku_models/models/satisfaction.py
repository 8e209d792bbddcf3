"""Checking values against the constraints and bounds of a model. No solver is called."""

import numpy as np
import numpy.typing as npt

from ..backends import (
    AllDifferent,
    Backend,
    Constraint,
    Exclude,
    Global,
    Implication,
    Linear,
    NotEqual,
    Table,
    Term,
    columns_of,
)

TOLERANCE = 1e-6
"""The tolerance for rows with fractional coefficients and for continuous variables."""


def broken(m: Backend, values: npt.NDArray[np.float64]) -> list[str]:
    """The names of the active constraints and of the bounds that these values violate.

    Args:
        m: The model.
        values: One value per column, for the first columns; constraints over further columns are ignored.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "all differ")
    >>> _ = m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    >>> broken(m, np.array([1, 1, 3])), broken(m, np.array([3, 1, 2])), broken(m, np.array([4, 1, 2]))
    (['a is larger than b by two', 'all differ'], [], ['the bounds of x_a'])
    """
    lower, upper = m.bounds()
    width = len(values)
    outside = (values < lower[:width] - TOLERANCE) | (values > upper[:width] + TOLERANCE)
    names = [f"the bounds of {m.variables[k]}" for k in np.flatnonzero(outside)]
    known = (each for each in m.read(m.constraints()) if max(columns_of(each), default=-1) < width)
    return names + [each.name for each in known if not holds(each, values)]


def holds(constraint: Constraint, values: npt.NDArray[np.float64]) -> bool:
    """Whether these values, one per column, satisfy a constraint."""
    match constraint:
        case Linear():
            total = sum(c * values[k] for k, c in zip(constraint.columns, constraint.coefficients, strict=True))
            return bool(constraint.lower - TOLERANCE <= total <= constraint.upper + TOLERANCE)
        case NotEqual():
            return bool(value_of(constraint.difference, values) != 0)
        case AllDifferent():
            return len({value_of(term, values) for term in constraint.terms}) == len(constraint.terms)
        case Exclude():
            return sum(bool(values[k] != value) for k, value in constraint.values) >= constraint.at_least
        case Table() | Global():
            return constraint.allows([value_of(term, values) for term in constraint.terms])
        case Implication():
            is_asked = all(values[k] == value for k, value in constraint.conditions)
            return not is_asked or holds(constraint.row, values)


def value_of(term: Term, values: npt.NDArray[np.float64]) -> float:
    """The value of a linear expression."""
    of_terms = (c * values[k] for k, c in zip(term.columns, term.coefficients, strict=True))
    return float(sum(of_terms, start=term.constant))


def whole_values(m: Backend, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A solver's values, one a column, rounded where the variable is an integer."""
    whole = values.copy()
    integer = [k for k in range(len(whole)) if m.is_integer(k)]
    whole[integer] = np.rint(whole[integer])
    return whole


def number(value: float) -> int | float:
    """A value as an `int` where it is whole."""
    return int(value) if value == int(value) else float(value)
