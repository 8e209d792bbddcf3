"""Helpful error messages for expressions that the modelling libraries themselves reject."""

import re

from ..errors import InputError, SudokuModelsError, UnsupportedError

TRUTH = (
    "a comparison of variables was used as a truth value, as in `if a == b`, `1 <= a <= 2` or `a != b`: its value is "
    "not known before the model is solved. Add both sides of a chain separately, and write m.not_equal(a, b, name) for "
    "a != b"
)
LESS = "Write a + 1 <= b for a < b between whole numbers; the library has no strict comparison"
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
    "not supported between instances of 'Lp": (InputError, LESS),
    "Evaluating a BoundedLinearExpression": (InputError, TRUTH),
    "Cannot convert non-constant Pyomo expression": (InputError, TRUTH),
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

    >>> print(explained(TypeError("'<' not supported between instances of 'LpVariable' and 'LpVariable'")))
    Write a + 1 <= b for a < b between whole numbers; the library has no strict comparison
    """
    text = str(error)
    for part, (kind, meaning) in REFUSALS.items():
        if part in text:
            return kind(meaning)
    if isinstance(error, TypeError | NotImplementedError) and OF_A_LIBRARY.search(text):
        return UnsupportedError(LINEAR.format(text.splitlines()[0][:200]))
    return None
