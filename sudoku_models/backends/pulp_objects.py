"""The objects of PuLP: names, rows, and variables.

PuLP's names go into LP files, which allow few characters, and must be unique: a number is appended to a name that is in
use.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pulp

__all__ = ["IN_ROWS", "IN_VARIABLES", "bounds_of", "copy_of", "expression_of", "free_key", "rows_of"]

# What LP files allow in names: y_((1, 4), 7) becomes y_1_4_7, and "cell (1, 4) has a digit" becomes
# cell_(1,_4)_has_a_digit.
IN_VARIABLES = str.maketrans(
    {"(": None, ")": None, " ": None, "'": None, "-": "m"} | dict.fromkeys(',.!"#$%&*+/:;<=>?@[\\]^`{|}~\n\t', "_")
)
IN_ROWS = str.maketrans(dict.fromkeys(" !\"#$%&'*+-/:;<=>?@[\\]^`{|}~\n\t", "_"))


def rows_of(native: pulp.LpProblem) -> dict[str, Any]:
    """The constraints by key. PuLP's public mapping emits a warning at each use, and PuLP 4 has none."""
    rows: dict[str, Any] = native._constraints
    return rows


def free_key(name: str, taken: Any) -> str:
    """This name, with a number appended when it is in use."""
    free, k = name, 2
    while free in taken:
        free, k = f"{name}_{k}", k + 1
    return free


def expression_of(variables: Sequence[Any], coefficients: Iterable[float]) -> pulp.LpAffineExpression | None:
    """The sum of coefficient * variable; None when a variable occurs twice, or is an expression.

    `pulp.lpSum` adds term by term and takes three times as long. `update` does not hash the variables again.
    """
    if set(map(type, variables)) != {pulp.LpVariable}:
        return None
    terms = dict(zip(variables, coefficients, strict=True))
    if len(terms) < len(variables):
        return None
    total = pulp.LpAffineExpression()
    total.update(terms)
    return total


def copy_of(x: pulp.LpVariable, native: pulp.LpProblem) -> pulp.LpVariable:
    """The same variable in another problem."""
    copy = native.add_variable(x.name, cat=x.cat)
    copy.lowBound, copy.upBound = x.lowBound, x.upBound
    copy._lowbound_original, copy._upbound_original = x._lowbound_original, x._upbound_original
    copy.varValue, copy.dj = x.varValue, x.dj
    return copy


def bounds_of(variable: pulp.LpVariable) -> tuple[float, float]:
    """The bounds of a variable; infinite where it has none."""
    low, high = variable.lowBound, variable.upBound
    return (-np.inf if low is None else low), (np.inf if high is None else high)
