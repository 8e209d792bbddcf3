"""all-different -> value indicators, the number of distinct values, or != for every pair."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ..backends import AllDifferent, Backend, Column, Term
from ..errors import UnsupportedError
from .links import Links, expression, indicate, unused
from .selectors import Selectors, selectors
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


def count_distinct(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to "k distinct values are taken", as JuMP's bridges state it.

    From
        all-different(x[i], i in u),    x[i] in D[i]
    To
        z[i,d] in {0, 1}                            1 when x[i] = d; of each constraint's own
        sum over d of z[i,d] = 1                    for each i
        sum over d of d*z[i,d] = x[i]               for each i
        used[d] in {0, 1}                           1 when some x[i] = d
        used[d] <= sum over i of z[i,d] <= k * used[d]      for each d
        sum over d of used[d] = k

    Strength
        On one unit that of `indicators`, the convex hull: the sums over i add up to k, as the used[d] do, so they are
        equal to them, and at most 1. The big-M rows lose nothing. On several units it is weaker: a variable in three of
        them has three sets of indicators, which only x[i] = sum of d*z[i,d] ties together, so that 2 may be half a 1
        and half a 3 in the row, and a 2 in the column.

    Source: JuMP, MathOptInterface, the documentation of `AllDifferentToCountDistinctBridge` and
    `CountDistinctToMILPBridge`. For two variables JuMP uses `big_m` instead.
    """
    terms = terms_of(m, constraints, links)
    for constraint in constraints:
        at_value, fixed = by_value(m, constraint, terms, lambda column: _own_indicators(m, column, links))
        values, k = sorted(at_value | fixed), len(constraint.terms)
        used = m.bool_vars(f"used_{len(m.variables)}", values)
        for d in values:
            literals, constants = at_value.get(d, []), fixed.get(d, 0)
            ones = [1] * len(literals)
            row = f"{constraint.name}: value {d}"
            m.add(m.dot([*ones, -1], [*literals, used[d]]) >= -constants, unused(m, f"{row} is taken"))
            m.add(m.dot([*ones, -k], [*literals, used[d]]) <= -constants, unused(m, f"{row} is used"))
        m.add(m.sum(used.values()) == k, unused(m, f"{constraint.name}: {k} values are used"))


def _own_indicators(m: Backend, column: Column, links: Links) -> dict[int, Any]:
    """The indicators of a variable for one more constraint: those of `indicate` the first time, then new ones."""
    before = len(links.indicator)
    values = indicate(m, column, links)
    if len(links.indicator) > before:
        return {d: links.indicator[column, d] for d in values}
    x = m.variables[column]
    z = m.bool_vars(re.sub(r"\W+", "_", f"{x}_is_{len(m.variables)}"), values)
    m.add(m.sum(z.values()) == 1, unused(m, f"{x} has a value"))
    m.add(m.dot([*values, -1], [*z.values(), x]) == 0, unused(m, f"{x} is its value"))
    links.copies.extend((column, d, z[d]) for d in values)
    return z


def pairwise(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to k(k-1)/2 inequalities, each once; many tools do this internally.

    From
        all-different(x[i], i in u)
    To
        x[i] != x[j]        for every i < j in u

    Strength
        That of the rewrite of `!=` that follows, because the inequalities are logical constraints. Pairs propagate less
        than all-different itself, which implies that k variables need k values.

    Source: W. J. van Hoeve, "The Alldifferent Constraint: A Survey", 2001, where it is the binary decomposition.
    """
    known: set[frozenset[Term]] = set()
    for constraint in constraints:
        for a, b in combinations(constraint.terms, 2):
            if (pair := frozenset((a, b))) not in known:
                known.add(pair)
                left, right = _side(m, a), _side(m, b)
                m.not_equal(left, right, unused(m, f"{left} and {right} differ ({constraint.name})", logic=True))


def _side(m: Backend, term: Term) -> Any:
    """A term as an expression; just the variable when it is a variable, so that the constraint reads well."""
    is_bare = term.coefficients == (1,) and term.constant == 0
    return m.variables[term.columns[0]] if is_bare else expression(m, term)
