"""all-different -> value indicators."""

from collections.abc import Callable, Sequence
from typing import Any

from ..backends import AllDifferent, Backend, Column, Term
from ..errors import UnsupportedError
from .big_m import expression
from .links import Links, unused
from .selectors import Selectors, selectors
from .value_indicators import indicate
from .value_terms import ValueTerms


def indicators(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to one binary for each variable and value.

    From
        all-different(x[i], i in u),    x[i] in D[i]
    To
        y[i,d] in {0, 1}                1 when x[i] = d
        sum over d of y[i,d] = 1        for each i
        sum over d of d*y[i,d] = x[i]   for each i
        sum over i in u of y[i,d] <= 1  for each d; = 1 when u has as many variables as there are values

    Strength
        On one unit the relaxation is the convex hull: the assignment polytope, whose corners are integral.

    A variable in several all-different constraints gets its indicators once. Terms such as x[i] + i are counted by the
    value of the term. A sum of several variables, such as x[i] + x[j], has indicators of its own, see `value_terms`.

    Other tools do the same: the linear library of MiniZinc (`fzn_all_different_int`, "equality encoding"), CPMpy's
    `AllDifferent.decompose_linear`, and AMPL's `AllDiffConverter_MIP`; they share the indicators of a variable too.
    They state <= 1 for each value also where equality holds, but the rows of the variables add up to the number of
    values, so the relaxations are equal. JuMP's is another one, see `count_distinct`.

    Source: P. Refalo, "Linear Formulation of Constraint Programming Models and Hybrid Solvers", CP 2000; J. Hooker,
    "Integrated Methods for Optimization", 2nd edition, 2012, section 7.4; G. Birkhoff, 1946, for the corners of the
    assignment polytope.
    """
    terms = terms_of(m, constraints, links)
    for constraint in constraints:
        at_value, fixed = by_value(
            m, constraint, terms, lambda k: {d: links.indicator[k, d] for d in indicate(m, k, links)}
        )
        exactly = len(constraint.terms) == len(at_value) and not fixed
        for value in at_value | fixed:
            total, free = m.sum(at_value.get(value, [])), 1 - fixed.get(value, 0)
            m.add(total == 1 if exactly else total <= free, unused(m, f"{constraint.name}: value {value}"))


def terms_of(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> ValueTerms:
    """The values of the terms that are sums; the model is read only when there are such terms."""
    has_sums = any(len(term.columns) > 1 for constraint in constraints for term in constraint.terms)
    return ValueTerms(m, links, selectors(m) if has_sums else Selectors(()))


def by_value(
    m: Backend, constraint: AllDifferent, terms: ValueTerms, indicators_of: Callable[[Column], dict[int, Any]]
) -> tuple[dict[int, list[Any]], dict[int, int]]:
    """The indicators of the terms of a constraint, by value, and how many terms are this constant.

    Args:
        m: The model.
        constraint: The constraint.
        terms: The values of terms that are sums.
        indicators_of: The indicators of a variable, by its value.
    """
    at_value: dict[int, list[Any]] = {}
    fixed: dict[int, int] = {}
    for term in constraint.terms:
        if not term.columns and term.constant == round(term.constant):  # a constant uses up one value
            fixed[round(term.constant)] = fixed.get(round(term.constant), 0) + 1
            continue
        if len(term.columns) != 1:
            for d, y in terms.of(term, constraint.name).items():
                at_value.setdefault(d, []).append(expression(m, y))
            continue
        column, factor, shift = _single(term, constraint.name)
        for d, y in indicators_of(column).items():
            at_value.setdefault(factor * d + shift, []).append(y)
    return at_value, fixed


def _single(term: Term, name: str) -> tuple[Column, int, int]:
    """A term of the form a*x + b, with integers a and b."""
    if any(part != round(part) for part in (*term.coefficients, term.constant)):
        raise UnsupportedError(f"{name!r}: value indicators take terms with whole coefficients only")
    return term.columns[0], round(term.coefficients[0]), round(term.constant)
