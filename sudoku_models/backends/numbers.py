"""Exact numbers: what a floating-point number of a model stands for, and linear rows in whole numbers.

A model may say 0.1 or 1e-10, and a solver with a tolerance of 1e-6 answers as if the second were 0. In whole numbers
nothing is lost: `1e-10 * x <= 0` is `x <= 0`, and `0.1 * x + 0.2 * y <= 0.3` is `x + 2 * y <= 3`.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, isfinite, lcm, ulp
from numbers import Integral, Rational
from operator import mul
from typing import Any, cast

from ..errors import UnsupportedError
from .records import Linear, Term, whole_ends

Exact = int | Fraction
DIGITS = 12
"""Of a decimal number that a floating-point number can stand for. With more, rounding errors would look like digits."""
LARGEST_DENOMINATOR = 1000
"""Of a fraction such as 1/3 that a floating-point number can stand for."""
NEXT_TO = Fraction(1, 1000)
"""The part of a unit by which a side may differ from a multiple of it."""
LARGEST = 2**53
"""From here on floating-point numbers have gaps, so that a whole number may have been rounded to one."""


def exact(number: float) -> Exact:
    """The rational number that a number in a model stands for.

    It is the decimal number with at most 12 digits, or the fraction with a denominator up to 1,000, that is next to it
    in floating point, if there is one; otherwise the number itself. So 0.1 + 0.2 is 3/10, and 1 / 3 is 1/3.

    Raises:
        UnsupportedError: When it is infinite or not a number.

    >>> exact(3.0), exact(0.1 + 0.2), exact(1 / 3), exact(1e-10)
    (3, Fraction(3, 10), Fraction(1, 3), Fraction(1, 10000000000))
    """
    if type(number) is int:
        return number
    return _reading(number)[0] if type(number) is float else _reading_of(number)[0]


def all_exact(numbers: Sequence[float]) -> Sequence[Exact]:
    """The rational numbers that many numbers stand for; most models have whole ones, for which this is fast.

    >>> all_exact((1, 2)), all_exact([1.0, 0.5])
    ((1, 2), [1, Fraction(1, 2)])
    """
    kinds = set(map(type, numbers))
    if kinds <= {int}:
        return cast("Sequence[int]", numbers)
    if kinds == {float} and all(map(float.is_integer, numbers)):
        return list(map(int, numbers))
    known = {number: exact(number) for number in set(numbers)}
    return [known[number] for number in numbers]


def all_whole(numbers: Sequence[float]) -> tuple[Sequence[int], int]:
    """The rational numbers that many numbers stand for, as whole multiples, and the number by which to divide these.

    >>> all_whole([0.5, 2.0, 0.25])
    ([2, 8, 1], 4)
    """
    if set(map(type, numbers)) <= {int}:
        return cast("Sequence[int]", numbers), 1
    known = {number: exact(number) for number in set(numbers)}  # the hash of a fraction takes long
    factor = lcm(*(each.denominator for each in known.values()))
    whole_numbers = {number: each.numerator * (factor // each.denominator) for number, each in known.items()}
    return [whole_numbers[number] for number in numbers], factor


def is_rounded(number: float) -> bool:
    """Whether a number has more digits than anybody writes, or is a float of 2^53 or more, so that it may be rounded.

    >>> is_rounded(0.3), is_rounded(2**0.5), is_rounded(2**53 + 1), is_rounded(float(2**53 + 1))
    (False, True, False, True)
    """
    return type(number) is not int and _reading_of(number)[1]


def _reading_of(number: Any) -> tuple[Exact, bool]:
    """The reading of a number of any type, such as those of NumPy."""
    if isinstance(number, Rational):
        return (int(number) if isinstance(number, Integral) else Fraction(number)), False
    return _reading(float(number))


@lru_cache(maxsize=10_000)
def _reading(number: float) -> tuple[Exact, bool]:
    """The rational number, and whether it is the floating-point number itself because no simple one is next to it."""
    if not isfinite(number):
        raise UnsupportedError(f"{number} is no number to calculate with")
    if number.is_integer():
        return int(number), abs(number) >= LARGEST
    itself, last_place = Fraction(number), Fraction(ulp(number))
    simple = [Fraction(f"{number:.{DIGITS}g}")]
    if abs(number) < LARGEST_DENOMINATOR or itself.denominator <= LARGEST_DENOMINATOR:
        simple.append(itself.limit_denominator(LARGEST_DENOMINATOR))
    for each in simple:
        if abs(each - itself) <= last_place:
            return (int(each) if each.denominator == 1 else each), False
    return itself, True


def sides(row: Linear) -> tuple[Any, Any]:
    """The rational numbers that the two sides of a row stand for; an infinite side is itself.

    A library subtracts constants to get a side. Where digits were lost on the way, the side is the multiple of what the
    coefficients are multiples of, if that is next to it.

    >>> sides(Linear((0, 1), (0.058, 0.2), 0.09 - 0.084, float("inf"), "row"))
    (Fraction(3, 500), inf)
    """
    return _side(row.lower, row)[0], _side(row.upper, row)[0]


def is_rounded_row(row: Linear) -> bool:
    """Whether a number of a row was probably rounded, so that nobody knows which row is meant.

    >>> is_rounded_row(Linear((0,), (0.1,), 0.3, 0.3, "row")), is_rounded_row(Linear((0,), (2**0.5,), 1, 2, "row"))
    (False, True)
    """
    return any(map(is_rounded, set(row.coefficients))) or any(_side(side, row)[1] for side in (row.lower, row.upper))


def _side(side: float, row: Linear) -> tuple[Any, bool]:
    """What a side stands for, and whether it is rounded all the same."""
    if type(side) is int or not isfinite(side):
        return side, False
    found: Any
    found, is_itself = _reading_of(side)
    if is_itself and abs(side) < LARGEST and not any(map(is_rounded, set(row.coefficients))):
        unit = lcm(*(exact(c).denominator for c in set(row.coefficients)))
        multiple = round(found * unit)
        if abs(found * unit - multiple) <= NEXT_TO:
            return Fraction(multiple, unit), False
    return found, is_itself


def total(term: Term | Linear, values: Any) -> Any:
    """The sum of coefficient * value, and the constant of a term; exact where the values are integers.

    >>> total(Term((0, 1), (0.1, 0.2), 0.5), [1, 1])
    Fraction(4, 5)
    """
    of_columns = sum(map(mul, all_exact(term.coefficients), map(values.__getitem__, term.columns)))
    return of_columns + exact(term.constant) if isinstance(term, Term) and term.constant else of_columns


def holds_exactly(row: Linear, values: Any) -> bool:
    """Whether values, one per column, satisfy a row; exact where the values are integers.

    >>> row = Linear((0, 1), (0.1, 0.2), 0.3, 0.3, "row")
    >>> holds_exactly(row, [1, 1]), holds_exactly(row, [1, 2])
    (True, False)
    """
    lower, upper = sides(row)
    return bool(lower <= total(row, values) <= upper)


def whole(row: Linear) -> Linear:
    """The same row over integer variables, in whole numbers without a common divisor.

    Raises:
        UnsupportedError: When a number is infinite or was probably rounded; the message names the row.

    >>> whole(Linear((0, 1), (0.1, 0.2), 0.05, 0.3, "row"))
    Linear(columns=(0, 1), coefficients=[1, 2], lower=1, upper=3, label='row')
    """
    coefficients: Any = row.coefficients
    factor: Exact = 1
    if set(map(type, coefficients)) != {int} or gcd(*coefficients) > 1:  # of nearly all rows neither
        try:
            coefficients, factor = _multiplied(row.coefficients)
        except UnsupportedError as error:
            raise UnsupportedError(f"{row.name!r}: {error}") from None
        rounded = [c for c in row.coefficients if is_rounded(c)]
        if rounded:
            raise _rounded(row.name, rounded[0])
    (lower, is_rounded_below), (upper, is_rounded_above) = _side(row.lower, row), _side(row.upper, row)
    if is_rounded_below or is_rounded_above:
        raise _rounded(row.name, row.lower if is_rounded_below else row.upper)
    lower, upper = whole_ends(lower * factor, upper * factor)
    return row._replace(coefficients=coefficients, lower=lower, upper=upper)


def _multiplied(numbers: Sequence[float]) -> tuple[list[int], Fraction]:
    """Numbers as whole ones without a common divisor, and the factor by which they were multiplied."""
    whole_numbers, scale = all_whole(numbers)
    divisor = gcd(*whole_numbers) or 1
    return [c // divisor for c in whole_numbers], Fraction(scale, divisor)


def check_not_rounded(name: str, numbers: Iterable[float]) -> None:
    """Refuse floats of 2^53 or more, which stand for nobody knows which whole number.

    Raises:
        UnsupportedError: When there is one; the message has the name.

    >>> check_not_rounded("c", [0.5, 2**53 + 1, float("inf")])
    """
    for number in numbers:
        if abs(number) >= LARGEST and not isinstance(number, Rational) and isfinite(number):
            raise _rounded(name, number)


def _rounded(name: str, number: float) -> UnsupportedError:
    if abs(number) >= LARGEST:
        problem = (
            "is a float of 2^53 or more, so it may be a rounded whole number; write it as an int, as 10**20 for 1e20"
        )
        return UnsupportedError(
            f"{name!r}: {number} {problem} (PuLP's lpSum and lpDot make floats: use m.sum and m.dot)"
        )
    return UnsupportedError(
        f"{name!r}: {number} has more than {DIGITS} digits and may be rounded; multiply it, so that it is whole"
    )


def whole_objective(objective: Term) -> tuple[Term, Fraction]:
    """An objective over integer variables, without its constant, in whole numbers without a common divisor.

    Returns:
        The objective, and the value of one unit of it: the user's is unit * value + constant.

    Raises:
        UnsupportedError: When a coefficient is infinite, or a float of 2^53 or more.

    >>> whole_objective(Term((0, 1), (1e-7, 2e-7), 5))
    (Term(columns=(0, 1), coefficients=(1, 2), constant=0), Fraction(1, 10000000))
    """
    check_not_rounded("the objective", objective.coefficients)
    coefficients, factor = _multiplied(objective.coefficients)
    return Term(tuple(objective.columns), tuple(coefficients), 0), 1 / factor
