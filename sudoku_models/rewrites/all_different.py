"""all-different -> value indicators, the number of distinct values, or != for every pair."""

import operator
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..backends import AllDifferent, Backend, Column, Term
from ..backends.logic import scaled
from ..backends.records import variable_term
from .links import Links, expression, indicate, new_indicators, unused
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
    terms = ValueTerms(m, links)
    for constraint in constraints:
        at_value = _by_value(terms, constraint)
        sense = operator.eq if len(constraint.terms) == len(at_value) else operator.le
        for value, found in at_value.items():
            terms.add(found, sense, 1, unused(m, f"{constraint.name}: value {value}"))


def _by_value(terms: ValueTerms, constraint: AllDifferent) -> dict[int, list[Term]]:
    """The indicators of the terms of a constraint, by value."""
    at_value: dict[int, list[Term]] = {}
    for term in constraint.terms:
        for value, indicator in terms.of(term, constraint.name).items():
            at_value.setdefault(value, []).append(indicator)
    return at_value


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
    terms = _OwnTerms(m, links)
    for constraint in constraints:
        at_value, k = _by_value(terms, constraint), len(constraint.terms)
        used = m.bool_vars(f"used_{len(m.variables)}", sorted(at_value))
        for d in used:
            row, is_used = f"{constraint.name}: value {d}", variable_term(m.column(used[d]))
            terms.add([*at_value[d], scaled(-1, is_used)], operator.ge, 0, unused(m, f"{row} is taken"))
            terms.add([*at_value[d], scaled(-k, is_used)], operator.le, 0, unused(m, f"{row} is used"))
        m.add(m.sum(used.values()) == k, unused(m, f"{constraint.name}: {k} values are used"))


class _OwnTerms(ValueTerms):
    """Indicators of each constraint's own: those of `indicate` the first time, then new ones."""

    def indicators(self, column: Column) -> dict[int, Column]:
        before = len(self.links.indicator)
        first = super().indicators(column)
        if len(self.links.indicator) > before:
            return first
        new = new_indicators(self.m, column, indicate(self.m, column, self.links), f"is_{len(self.m.variables)}")
        z = {d: self.m.column(y) for d, y in new.items()}
        self.links.copies.extend((column, d, z[d]) for d in z)
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
