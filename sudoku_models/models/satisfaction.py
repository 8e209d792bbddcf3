"""Checking values against the constraints and bounds of a model. No solver is called.

Integer variables are checked in exact arithmetic, with the rational numbers that the numbers of the model stand for.
Where a variable is continuous, a solver's values are floating-point numbers, and there is a tolerance for them. The
integers beside them have none: a solver that takes 1e-8 for 0 lets 1 through a row x <= 1e8 * y for nothing, which is
called trickle flow; see `solvers.mixed`, with its sources.
"""

from collections.abc import Sequence, Set
from math import fsum
from operator import mul

from ..backends import (
    AllDifferent,
    Backend,
    Column,
    Conjunction,
    Constraint,
    Exclude,
    Global,
    Implication,
    Linear,
    NotEqual,
    PlainModel,
    Reified,
    Table,
    columns_of,
    plain,
)
from ..backends.numbers import holds_exactly, total

TOLERANCE = 1e-6
"""The tolerance for continuous variables, and for rows that contain some, relative to their largest part there."""

ROUNDING = 1e-9
"""Up to this part of the terms of a row, its tolerance may be within the rounding of floating-point numbers."""


def broken(m: Backend | PlainModel, values: Sequence[float]) -> list[str]:
    """The names of the active constraints and of the bounds that these values violate.

    Args:
        m: The model.
        values: One value per column, for the first columns; constraints over further columns are ignored.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "all differ")
    >>> _ = m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    >>> broken(m, [1, 1, 3]), broken(m, [3, 1, 2]), broken(m, [4, 1, 2])
    (['a is larger than b by two', 'all differ'], [], ['the bounds of x_a'])
    """
    m = plain(m)
    numbers, width = list(map(number, values)), len(values)
    continuous = frozenset(k for k, is_integer in enumerate(m.integer[:width]) if not is_integer)
    outside = [
        k for k, ends in enumerate(zip(m.lower, numbers, m.upper, strict=False)) if not ends[0] <= ends[1] <= ends[2]
    ]
    names = [
        f"the bounds of {m.variables[k]}"
        for k in outside
        if k not in continuous or not m.lower[k] - TOLERANCE <= numbers[k] <= m.upper[k] + TOLERANCE
    ]
    is_known = width == len(m.variables)
    known = (each for each in m.records if is_known or max(columns_of(each), default=-1) < width)
    return names + [each.name for each in known if not is_satisfied(each, numbers, continuous)]


def is_satisfied(constraint: Constraint, values: Sequence[float], continuous: Set[Column] = frozenset()) -> bool:
    """Whether these values, one per column, satisfy a constraint.

    Args:
        constraint: The constraint.
        values: One value per column, integers for integer variables.
        continuous: The columns of continuous variables.

    >>> tiny = Linear((0,), (1e-10,), float("-inf"), 0, "x is 0 or less")
    >>> is_satisfied(tiny, [1]), is_satisfied(tiny, [1.0], continuous={0})
    (False, False)
    """
    match constraint:
        case Linear():
            return _row_holds(constraint, values, continuous)
        case NotEqual():
            return bool(total(constraint.difference, values) != 0)
        case AllDifferent():
            return len({total(term, values) for term in constraint.terms}) == len(constraint.terms)
        case Exclude():
            return sum(bool(values[k] != value) for k, value in constraint.values) >= constraint.at_least
        case Conjunction():
            return all(is_satisfied(part, values, continuous) for part in constraint.parts)
        case Reified():
            held = sum(weight for weight, part in constraint.parts if is_satisfied(part, values, continuous))
            row = constraint.row
            return _row_holds(row._replace(lower=row.lower - held, upper=row.upper - held), values, continuous)
        case Table() | Global():
            return constraint.allows([total(term, values) for term in constraint.terms])
        case Implication():
            is_asked = all(values[k] == value for k, value in constraint.conditions)
            return not is_asked or is_satisfied(constraint.row, values, continuous)


def _row_holds(row: Linear, values: Sequence[float], continuous: Set[Column]) -> bool:
    if not continuous or continuous.isdisjoint(row.columns):
        return holds_exactly(row, values)
    parts = list(map(mul, row.coefficients, map(values.__getitem__, row.columns)))
    found = fsum(parts)  # exact sums of such values take long
    if row.lower <= found <= row.upper:
        return True
    terms = zip(row.columns, row.coefficients, strict=True)
    slack = TOLERANCE * max(abs(c) * max(1, abs(values[k])) for k, c in terms if k in continuous)
    if ROUNDING * fsum(map(abs, parts)) <= slack:
        return row.lower - slack <= found <= row.upper + slack
    return bool(row.lower - slack <= total(row, values) <= row.upper + slack)


def whole_values(m: Backend | PlainModel, values: Sequence[float]) -> list[float]:
    """A solver's values, one a column, rounded where the variable is an integer."""
    integer = m.integer if isinstance(m, PlainModel) else [m.is_integer(k) for k in range(len(values))]
    return [round(value) if is_integer else number(value) for value, is_integer in zip(values, integer, strict=False)]


def number(value: float) -> int | float:
    """A value as an `int` where it is whole."""
    return int(value) if value == int(value) else float(value)
