"""A program that checks certificates of bounds. It needs Python alone, and no line of the package.

    python bound_checker.py bound.json

A certificate has a linear model, a claim about it, and one multiplier for each row. All numbers are fractions, written
as texts such as "-3/2". The claim is that the model has no solution, or that no solution is better than a bound; with
values that reach the bound, these are optimal.

Why the multipliers y are a proof: where lower <= a x <= upper, y * (a x) is at least y * lower if y is positive, and
y * upper if y is negative. So a cost c x is at least the sum of these, plus the least value of (c - y a) x between the
bounds of the columns. The program computes this sum. If the cost takes whole multiples of a unit only, the sum is
rounded up to the next one. If it is above 0 where the cost is 0, there is no solution.

Source: A. Neumaier, O. Shcherbina, "Safe bounds in linear and mixed-integer linear programming", Mathematical
Programming 99, 2004.
"""

import json
import re
import sys
from fractions import Fraction
from math import ceil, gcd, lcm
from typing import Any

FORMAT = "sudoku_models bound 1"
NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,399})?")


class RefusedError(ValueError):
    """The certificate does not prove its claim; the message says why."""


def check(text: str) -> str:
    """What a certificate proves, in words.

    Raises:
        RefusedError: When it does not prove its claim.
    """
    try:
        stated = json.loads(text, object_pairs_hook=_without_repetition)
        return _proved(**stated)
    except RefusedError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise RefusedError(f"it is not a certificate of a bound ({type(error).__name__})") from None


def _proved(
    format: str, columns: Any, rows: Any, sense: str, cost: Any, constant: str, multipliers: Any, claim: Any
) -> str:
    _require(format == FORMAT, f"its format is not {FORMAT!r}")
    _require(sense in ("minimize", "maximize"), "the sense is neither minimize nor maximize")
    sign = 1 if sense == "minimize" else -1
    ends = [(_end(low), _end(high)) for _, low, high, _ in columns]
    whole = [is_whole for _, _, _, is_whole in columns]
    _require(all(type(each) is bool for each in whole), "whether a column is whole must be true or false")
    matrix = [(_terms(terms, len(columns)), _end(low), _end(high)) for _, terms, low, high in rows]
    costs = {k: sign * c for k, c in _terms(cost, len(columns)).items()}
    factors = list(map(_number, multipliers))
    _require(len(factors) == len(matrix), "there is not one multiplier for each row")
    if claim == {"kind": "infeasible"}:
        is_empty = any(low is not None and high is not None and low > high for low, high in ends)
        _require(is_empty or _bound({}, ends, matrix, factors) > 0, "the multipliers do not prove that there is none")
        return "there is no solution"
    bound, unit = _bound(costs, ends, matrix, factors), _unit(costs, whole)
    if unit:
        bound = unit * ceil(bound / unit)
    claimed = _number(claim["bound"])
    _require(bound + sign * _number(constant) >= sign * claimed, f"the multipliers do not prove a bound of {claimed}")
    words = f"no solution has a value {'below' if sign > 0 else 'above'} {claimed}"
    if claim.keys() == {"kind", "bound"} and claim["kind"] == "bound":
        return words
    _require(
        claim.keys() == {"kind", "bound", "values"} and claim["kind"] == "optimal", "the claim is of no known kind"
    )
    values = list(map(_number, claim["values"]))
    _require(len(values) == len(columns), "there is not one value for each column")
    for k, (value, (low, high), is_whole) in enumerate(zip(values, ends, whole, strict=True)):
        _require(_is_within(value, low, high), f"value {k} is outside its bounds")
        _require(not is_whole or value.denominator == 1, f"value {k} is not whole")
    for k, (terms, low, high) in enumerate(matrix):
        _require(_is_within(_total(terms, values), low, high), f"the values break row {k}")
    _require(_total(costs, values) + sign * _number(constant) == sign * claimed, "the values do not reach the bound")
    return f"{words}, and the listed one has this value"


def _bound(costs: Any, ends: Any, matrix: Any, factors: Any) -> Fraction:
    """The least cost that the multipliers allow."""
    bound, reduced = Fraction(0), dict(costs)
    for k, (y, (terms, low, high)) in enumerate(zip(factors, matrix, strict=True)):
        if y:
            side = low if y > 0 else high
            _require(side is not None, f"the sign of multiplier {k} needs a side that row {k} does not have")
            bound += y * side
            for column, a in terms.items():
                reduced[column] = reduced.get(column, 0) - y * a
    for column, d in reduced.items():
        if d:
            end = ends[column][0 if d > 0 else 1]
            _require(end is not None, f"there is no bound, because column {column} has none")
            bound += d * end
    return bound


def _unit(costs: Any, whole: Any) -> Fraction | None:
    """What the cost is a whole multiple of; None when a column with a cost is not whole."""
    used = {k: c for k, c in costs.items() if c}
    if not used or not all(whole[k] for k in used):
        return None
    scale = lcm(*(c.denominator for c in used.values()))
    return Fraction(gcd(*(int(c * scale) for c in used.values())), scale)


def _terms(pairs: Any, width: int) -> dict[int, Fraction]:
    terms: dict[int, Fraction] = {}
    for k, c in pairs:
        _require(type(k) is int and 0 <= k < width, "a term names a column that there is not")
        terms[k] = terms.get(k, Fraction(0)) + _number(c)
    return terms


def _total(terms: dict[int, Fraction], values: list[Fraction]) -> Fraction:
    return sum((c * values[k] for k, c in terms.items()), Fraction(0))


def _is_within(number: Fraction, low: Any, high: Any) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)


def _number(text: Any) -> Fraction:
    _require(type(text) is str and NUMBER.fullmatch(text) is not None, "a number is not written like -3/2")
    return Fraction(text)


def _end(text: Any) -> Fraction | None:
    return None if text is None else _number(text)


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _require(len(dict(pairs)) == len(pairs), "a name occurs twice")
    return dict(pairs)


def _require(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise RefusedError(otherwise)


def main(names: list[str]) -> int:
    """Print the verdict on each file; the exit code is 0 when all are accepted."""
    is_refused = False
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                print(f"{name}: accepted: {check(file.read())}")
        except (RefusedError, OSError, UnicodeDecodeError) as error:
            print(f"{name}: REFUSED: {error}")
            is_refused = True
    return int(is_refused or not names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
