"""Helpful error messages for expressions that the modelling libraries themselves reject."""

import re

from ..errors import InputError, SudokuModelsError, UnsupportedError

TRUTH = (
    "a comparison of variables was used as a truth value, as in `if a == b`, `1 <= a <= 2`, `p or q` or `a != b`: its "
    "value is not known before the model is solved. Add both sides of a chain separately; write m.not_equal(a, b, "
    "name) for a != b, m.either([p, q], name) for p or q, m.implies(y, comparison, name) for if, and m.maximum(xs, "
    "name) or m.minimum(xs, name) for max(xs) or min(xs)"
)
LESS = (
    "Write a + 1 <= b for a < b between whole numbers; the library has no strict comparison. For max(xs) and min(xs), "
    "which compare, write m.maximum(xs, name) and m.minimum(xs, name); there is no sorted(xs)"
)
COMPARISONS = (
    "comparisons cannot be added up; write m.sum(m.equals(x, 3) for x in xs) to count the variables that are 3, and "
    "m.holds(comparison, name) for a binary that is 1 exactly when a comparison holds"
)
CONDITION = (
    "a variable was used as a truth value, as in `if y`: its value is not known before the model is solved. For a "
    "constraint that holds when y is 1, write m.implies(y, comparison, name)"
)
LINEAR = "the model is not linear, which no solver here supports: {}. Variables can be added, and multiplied by numbers"
TIMES = LINEAR.format("two variables are multiplied")
ABSOLUTE = LINEAR.format("abs() of a variable, for which write m.absolute(expression, name)")
FRACTIONS = (
    "the models of CP-SAT take whole numbers only: multiply the constraint so that its numbers are whole, or choose "
    "the backend 'pulp' or 'pyomo'"
)
DIVIDED = "CP-SAT cannot divide variables: multiply the other side instead"
REFUSALS: dict[str, tuple[type[SudokuModelsError], str]] = {
    "Non-constant expressions cannot be multiplied": (UnsupportedError, TIMES),
    "__mul__(): incompatible function arguments": (UnsupportedError, TIMES),
    "__rmul__(): incompatible function arguments": (UnsupportedError, TIMES),
    "bad operand type for abs(): 'Lp": (UnsupportedError, ABSOLUTE),
    "calling abs() on a linear expression": (UnsupportedError, ABSOLUTE),
    "calling // on a linear expression": (UnsupportedError, DIVIDED),
    "int too large to convert to float": (InputError, "a number is beyond 1e308; measure in other units"),
    "Linear constraints only accept integer": (UnsupportedError, FRACTIONS),
    "__le__(): incompatible function arguments": (UnsupportedError, FRACTIONS),
    "__ge__(): incompatible function arguments": (UnsupportedError, FRACTIONS),
    "__eq__(): incompatible function arguments": (UnsupportedError, FRACTIONS),
    "'LpConstraint' and": (InputError, COMPARISONS),
    "and 'EqualityExpression'": (InputError, COMPARISONS),
    "and 'InequalityExpression'": (InputError, COMPARISONS),
    "BoundedLinearExpression'": (InputError, COMPARISONS),
    "not supported between instances of 'Lp": (InputError, LESS),
    "Evaluating a BoundedLinearExpression": (InputError, TRUTH),
    "Cannot convert non-constant Pyomo expression": (InputError, TRUTH),
    "Evaluating a Literal as a Boolean": (InputError, CONDITION),
    "Cannot convert non-constant Pyomo numeric value": (InputError, CONDITION),
}
"""Parts of the libraries' messages, each with the error to raise instead."""

OF_A_LIBRARY = re.compile(
    r"\bLp(Variable|AffineExpression|Constraint)\b|\bVarData\b|cp_model_helper|Pyomo numeric value|"
    r"on a linear expression|Linear constraints only accept"
)
"""Parts of the messages of Python and of the libraries about other operators and functions, such as x**2 and x % 2."""


def explained(error: Exception) -> SudokuModelsError | None:
    """An error that explains what to write instead of an expression that a library rejected; None for other errors.

    PuLP, CP-SAT and Pyomo reject some expressions while they are being built, before a backend sees them. The caller of
    the function that defines the model can raise this error in place of the library's.

    >>> error = explained(TypeError("'<' not supported between instances of 'LpVariable' and 'LpVariable'"))
    >>> str(error).partition(";")[0]
    'Write a + 1 <= b for a < b between whole numbers'
    """
    text = str(error)
    for part, (kind, meaning) in REFUSALS.items():
        if part in text:
            return kind(meaning)
    if isinstance(error, TypeError | NotImplementedError) and OF_A_LIBRARY.search(text):
        return UnsupportedError(LINEAR.format(text.splitlines()[0][:200]))
    return None
