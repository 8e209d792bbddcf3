"""all-different -> value indicators."""

from collections.abc import Sequence

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

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, section 7.4; G. Birkhoff, 1946, for
    the corners of the assignment polytope.
    """
    has_sums = any(len(term.columns) > 1 for constraint in constraints for term in constraint.terms)
    terms = ValueTerms(m, links, selectors(m) if has_sums else Selectors(()))
    for constraint in constraints:
        at_value: dict[int, list[object]] = {}
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
            for d in indicate(m, column, links):
                at_value.setdefault(factor * d + shift, []).append(links.indicator[column, d])
        exactly = len(constraint.terms) == len(at_value) and not fixed
        for value in at_value | fixed:
            total, free = m.sum(at_value.get(value, [])), 1 - fixed.get(value, 0)
            m.add(total == 1 if exactly else total <= free, unused(m, f"{constraint.name}: value {value}"))


def _single(term: Term, name: str) -> tuple[Column, int, int]:
    """A term of the form a*x + b, with integers a and b."""
    if any(part != round(part) for part in (*term.coefficients, term.constant)):
        raise UnsupportedError(f"{name!r}: the rewrite 'indicators' takes terms with whole coefficients only")
    return term.columns[0], round(term.coefficients[0]), round(term.constant)
