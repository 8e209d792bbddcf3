"""!= -> order binaries and big-M."""

from collections.abc import Sequence
from typing import Any

from ..backends import Backend, Column, NotEqual, Term
from ..errors import UnsupportedError
from .links import Links, unused


def big_m(m: Backend, constraints: Sequence[NotEqual], links: Links) -> None:
    """From a != b to one order binary and two big-M inequalities, with the tightest M that the domains allow.

    From
        a != b,   a - b in {low, ..., high}
    To
        z in {0, 1}                          1 when a > b
        a - b >= low + (1 - low) * z         z = 1: a is at least b + 1;  z = 0: redundant
        a - b <= -1 + (1 + high) * z         z = 0: a is at most b - 1;   z = 1: redundant

    For two digits, low = 1 - n and high = n - 1, so both M are n. A larger M is still valid, but its relaxation is
    weaker; a smaller one cuts off solutions.

    Strength
        Weak: the relaxation allows every a and b of the domains (with a fractional z), including a = b.

    Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9.
    """
    order = m.bool_vars(f"order{len(links.order) or ''}", range(1, len(constraints) + 1))
    for constraint, z in zip(constraints, order.values(), strict=True):
        low, high = whole_range(m, constraint)
        m.add(_with(m, constraint.difference, low - 1, z) >= low, unused(m, f"{constraint.name}: above"))
        m.add(_with(m, constraint.difference, -1 - high, z) <= -1, unused(m, f"{constraint.name}: below"))
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = z


def ordered_pair(difference: Term) -> tuple[Column, Column] | None:
    """(a, b) when the difference is a - b, for two variables."""
    if difference.constant or len(difference.columns) != 2 or sorted(difference.coefficients) != [-1, 1]:
        return None
    a, b = difference.columns
    return (a, b) if difference.coefficients[0] == 1 else (b, a)


def expression(m: Backend, term: Term) -> Any:
    """A linear expression over the library's own variables."""
    total = m.dot(term.coefficients, [m.variables[k] for k in term.columns])
    return total + term.constant if term.constant else total


def _with(m: Backend, term: Term, coefficient: int, z: Any) -> Any:
    """The expression and coefficient * z, with the variables on one side."""
    total = m.dot([*term.coefficients, coefficient], [*(m.variables[k] for k in term.columns), z])
    return total + term.constant if term.constant else total


def whole_range(m: Backend, constraint: NotEqual) -> tuple[int, int]:
    """The smallest and the largest value that the difference can take.

    Raises:
        UnsupportedError: When it can take fractional values, or is unbounded.
    """
    term = constraint.difference
    low = high = term.constant
    for column, c in zip(term.columns, term.coefficients, strict=True):
        ends = [c * end for end in m.declared(column)]
        low, high = low + min(ends), high + max(ends)
    whole = all(c == round(c) for c in (*term.coefficients, term.constant))
    if not (whole and low > -1e6 and high < 1e6 and all(map(m.is_integer, term.columns))):
        raise UnsupportedError(
            f"{constraint.name!r}: rewriting != needs integer variables with finite bounds and whole coefficients"
        )
    return round(low), round(high)
