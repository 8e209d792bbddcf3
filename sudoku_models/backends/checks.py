"""Checks shared by all backends: domains, labels and comparisons."""

from collections.abc import Iterable, Iterator, Sequence, ValuesView
from functools import lru_cache
from math import ceil, floor, inf, isfinite, isinf
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..puzzles.values import is_hashable
from .records import Column, Linear, Term

if TYPE_CHECKING:  # importing this package loads no NumPy
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = [
    "LARGEST",
    "always",
    "check_domain",
    "check_excluded",
    "check_fixed",
    "check_keys",
    "check_relation",
    "check_tuples",
    "check_variable",
    "condition_pairs",
    "never",
    "refused_relation",
    "simple_term",
    "variable_term",
    "whole_bounds",
    "whole_domain",
]

LARGEST = 2**53
"""Integers up to this number are exact in floating point."""


def check_keys(name: str, keys: Iterable[Any]) -> list[Any]:
    """The keys of a family of variables.

    Raises:
        InputError: When one is not hashable, or occurs twice.

    >>> check_keys("x", [[1], [2]])
    Traceback (most recent call last):
    sudoku_models.errors.InputError: the variables 'x': [1] cannot be a key; use tuples in place of lists
    """
    listed = list(keys)
    try:
        different = set(listed)
    except TypeError:
        bad = next(key for key in listed if not is_hashable(key))
        raise InputError(f"the variables {name!r}: {bad!r} cannot be a key; use tuples in place of lists") from None
    if len(different) < len(listed):
        twice = next(key for k, key in enumerate(listed) if key in listed[:k])
        raise InputError(f"the variables {name!r}: the key {twice!r} occurs twice")
    return listed


def check_domain(name: str, lower: Any, upper: Any) -> tuple[int, int]:
    """The bounds of a family of integer variables, as integers.

    Raises:
        InputError: When they are not integers, too large, or the lower one exceeds the upper one.

    >>> check_domain("x", 1, 9.0)
    (1, 9)
    >>> check_domain("x", 5, 1)
    Traceback (most recent call last):
    sudoku_models.errors.InputError: int_vars('x'): the lower bound 5 is above the upper bound 1; exchange them
    """
    for which, bound in (("lower", lower), ("upper", upper)):
        if not _is_number(bound):
            raise InputError(f"int_vars({name!r}): the {which} bound is {bound!r}; give a whole number")
        if abs(bound) > LARGEST:
            raise InputError(
                f"int_vars({name!r}): the {which} bound {bound} is too large; whole numbers may go from -2**53 to 2**53"
            )
        if bound != round(bound):
            raise InputError(
                f"int_vars({name!r}): the {which} bound {bound} is not whole; integer variables need whole bounds, "
                f"such as {floor(bound)} or {ceil(bound)}"
            )
    if lower > upper:
        raise InputError(f"int_vars({name!r}): the lower bound {lower} is above the upper bound {upper}; exchange them")
    return round(lower), round(upper)


def check_fixed(variable: Any, value: Any, declared: tuple[float, float]) -> None:
    """Check that a variable can take the value to which it is fixed."""
    low, high = declared
    if not _is_number(value) or not low <= value <= high:
        raise InputError(f"{variable} cannot be fixed to {value!r}: its domain is {low:g}..{high:g}")


def check_excluded(values: Iterable[tuple[Any, Any]], label: Any) -> list[tuple[Any, int]]:
    """The variables of a no-good cut, and the whole numbers that they have in the excluded solution.

    Raises:
        InputError: When a value is no whole number.

    >>> check_excluded([("x", 2.0)], "not this")
    [('x', 2)]
    """
    pairs = list(values)
    for x, value in pairs:
        if not _is_number(value) or not isfinite(value) or value != round(value):
            raise InputError(f"constraint {str(label)!r} compares {x} with {value!r}; give a whole number")
    return [(x, round(value)) for x, value in pairs]


def check_tuples(tuples: Iterable[Any], width: int, label: Any) -> tuple[tuple[int, ...], ...]:
    """The tuples of a table as whole numbers, each once.

    Raises:
        InputError: When a table has no terms, or a tuple has another length or a value that is no whole number.

    >>> check_tuples([(1, 2.0), [3, 4], (1, 2)], 2, "pairs")
    ((1, 2), (3, 4))
    >>> check_tuples([(1, 2, 3)], 2, "pairs")
    Traceback (most recent call last):
    sudoku_models.errors.InputError: constraint 'pairs' has the tuple (1, 2, 3); give 2 whole numbers, one for each term
    """
    if not width:
        raise InputError(f"constraint {str(label)!r} is a table without terms; give at least one variable")
    found: dict[tuple[int, ...], None] = {}
    for each in tuples:
        values = tuple(each) if isinstance(each, Iterable) and not isinstance(each, str) else ()
        if len(values) != width or not (set(map(type, values)) == {int} or all(map(_is_whole, values))):
            one = "a whole number, as in (3,)" if width == 1 else f"{width} whole numbers, one for each term"
            raise InputError(f"constraint {str(label)!r} has the tuple {each!r}; give {one}")
        found[tuple(map(int, values))] = None
    return tuple(found)


def condition_pairs(conditions: Any, label: Any) -> list[tuple[Any, int]]:
    """The conditions of an implication, each as a variable and its value.

    Raises:
        InputError: When a value is neither 0 nor 1.

    >>> condition_pairs(["y", ("z", 0)], "if"), condition_pairs(("z", 0), "if"), condition_pairs("y", "if")
    ([('y', 1), ('z', 0)], [('z', 0)], [('y', 1)])
    """
    is_pair = isinstance(conditions, tuple) and len(conditions) == 2 and _is_number(conditions[1])
    # Not any iterable: a variable that is alone in its component of a Pyomo model is one.
    several = isinstance(conditions, list | tuple | set | ValuesView | Iterator) and not is_pair
    pairs = [each if isinstance(each, tuple) else (each, 1) for each in (conditions if several else [conditions])]
    for pair in pairs:
        if len(pair) != 2 or not _is_number(pair[1]) or pair[1] not in (0, 1):
            raise InputError(
                f"constraint {str(label)!r} has the condition {pair!r}; give a binary variable, or a pair "
                f"(binary variable, 0 or 1). For another value of an integer variable, use m.equals(x, value)"
            )
    return [(x, int(value)) for x, value in pairs]


def check_variable(variable: Any, is_one: bool) -> None:
    """Refuse what is no variable of the model: a number, an expression, a variable of another model.

    Raises:
        InputError: When it is none.
    """
    if not is_one:
        raise InputError(
            f"{variable!r} is no variable of this model; use the variables that its verbs return. For an expression, "
            f"add a variable that is equal to it"
        )


def _is_whole(value: Any) -> bool:
    return _is_number(value) and abs(value) <= LARGEST and value == round(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and bool(value == value)  # False for nan


def whole_domain(low: float, high: float) -> tuple[float, float]:
    """The whole numbers between two bounds.

    >>> whole_domain(0.5, 3.7)
    (1, 3)
    """
    return (low if isinf(low) else ceil(low)), (high if isinf(high) else floor(high))


def whole_bounds(
    lower: "Floats", upper: "Floats", is_integer: Any, variables: Sequence[Any]
) -> "tuple[Floats, Floats]":
    """The bounds that are passed to solvers: those of integer variables are rounded inwards.

    Args:
        lower, upper: One number for each column.
        is_integer: A function of a column.
        variables: The variables, for error messages.

    Raises:
        InputError: When a variable has an empty domain, or a bound is not a number.
    """
    import numpy as np

    whole = (np.floor(lower) == lower) & (np.floor(upper) == upper)
    if not whole.all():
        for k in np.flatnonzero(~whole).tolist():
            if np.isnan(lower[k]) or np.isnan(upper[k]):
                raise InputError(f"a bound of {variables[k]} is not a number; give numbers, or None for no bound")
            if is_integer(k):
                lower[k], upper[k] = whole_domain(lower[k], upper[k])
    if (lower > upper).any():
        k = int(np.flatnonzero(lower > upper)[0])
        raise InputError(
            f"no value is left for {variables[k]}: its lower bound {lower[k]:g} is above its upper bound {upper[k]:g}; "
            f"change the bounds of the variable"
        )
    return lower, upper


@lru_cache(maxsize=10_000)
def variable_term(column: Column) -> Term:
    """A variable alone, as in most logical constraints, which have many.

    >>> variable_term(3)
    Term(columns=(3,), coefficients=(1,), constant=0.0)
    """
    return Term((column,), (1,))


def simple_term(columns: Iterable[Column], coefficients: Iterable[float], constant: float = 0.0) -> Term:
    """A term in which each variable occurs once, with a nonzero coefficient.

    >>> simple_term([0, 1, 0], [2, 3, -2], 5)
    Term(columns=(1,), coefficients=(3,), constant=5)
    """
    columns, coefficients = tuple(columns), tuple(coefficients)
    if len(set(columns)) < len(columns) or 0 in coefficients:
        total: dict[Column, float] = {}
        for column, c in zip(columns, coefficients, strict=True):
            total[column] = total.get(column, 0) + c
        kept = {column: c for column, c in total.items() if c}
        columns, coefficients = tuple(kept), tuple(kept.values())
    return Term(columns, coefficients, constant)


def always(label: Any) -> Linear:
    """A constraint that always holds."""
    return Linear((), (), -inf, inf, label)


def never(label: Any) -> Linear:
    """A constraint that never holds: 0 >= 1."""
    return Linear((), (), 1, inf, label)


def check_relation(relation: Any, label: Any) -> None:
    """Check that a constraint was made by the library and not evaluated by Python.

    Raises:
        InputError: When a constraint is True, False or None.
    """
    if type(relation).__name__ in ("bool", "bool_"):
        raise InputError(
            f"constraint {str(label)!r} is {relation}: Python evaluated it, not the library. For a != b, write "
            f"m.not_equal(a, b, name); for a sum that may be empty, write m.sum(terms) instead of sum(terms)"
        )
    if relation is None:
        raise InputError(f"constraint {str(label)!r} is None: write a comparison, such as a + b <= 3")


def refused_relation(relation: Any, label: Any, error: Exception) -> InputError:
    """The error for a constraint that the library rejected."""
    reason = str(error).strip().split("\n")[0]
    return InputError(
        f"constraint {str(label)!r} cannot be used: write a linear comparison with ==, <= or >= (for whole numbers, "
        f"a < b is a + 1 <= b; for 1 <= a <= 2, add both sides), not {relation!r}. The library says: {reason}"
    )
