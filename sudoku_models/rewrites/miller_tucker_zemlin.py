"""circuit -> positions in the tour."""

import operator
from collections.abc import Sequence
from itertools import permutations

from ..backends import Backend, Circuit, Term
from .links import Links, unused
from .selectors import selectors
from .value_terms import Values, ValueTerms, scaled

ZERO = Term((), (), 0)


def miller_tucker_zemlin(m: Backend, constraints: Sequence[Circuit], links: Links) -> None:
    """From one tour through all nodes to an assignment, and the position of each node in the tour.

    From
        the successors x[0], ..., x[n-1] form one tour through the nodes 0 to n - 1
    To
        y[i,j] in {0, 1}                        1 when x[i] = j, see `value_terms`; y[i,i] = 0, and 0 for other values
        sum over i of y[i,j] = 1                for each j
        u[j] in {1, ..., n - 1}                 the position of node j > 0; that of node 0 is 0
        u[i] - u[j] + (n-1)*y[i,j] + (n-3)*y[j,i] <= n - 2      for each i, j > 0
        The positions rise along the tour by one, so that the tour determines them.

    Strength
        Weak without the term of y[j,i], by which it is lifted; subtour elimination is stronger and has 2^n rows.

    Sources: C. Miller, A. Tucker, R. Zemlin, "Integer Programming Formulation of Traveling Salesman Problems", Journal
    of the ACM 7, 1960; M. Desrochers, G. Laporte, "Improvements and extensions to the Miller-Tucker-Zemlin subtour
    elimination constraints", Operations Research Letters 10, 1991, for the lifting.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        _circuit(terms, constraint)


def _circuit(terms: ValueTerms, constraint: Circuit) -> None:
    m, name, n = terms.m, constraint.name, len(constraint.successors)
    y = [terms.of(term, name) for term in constraint.successors]
    for i, values in enumerate(y):
        outside = [each for j, each in values.items() if not 0 <= j < n or (i == j and n > 1)]
        if outside:
            terms.add(outside, operator.eq, 0, unused(m, f"{name}: node {i} has another node as its successor"))
    for j in range(n):
        into = [values[j] for i, values in enumerate(y) if j in values and (i != j or n == 1)]
        terms.add(into, operator.eq, 1, unused(m, f"{name}: node {j} is a successor"))
    if n > 2:
        _positions(terms, y, name)


def _positions(terms: ValueTerms, y: list[Values], name: str) -> None:
    m, n = terms.m, len(y)
    position = m.int_vars(f"position_{len(m.variables)}", range(1, n), 1, n - 1)
    u = {j: Term((m.column(x),), (1,)) for j, x in position.items()}
    for i, j in permutations(u, 2):
        parts = [(1, u[i]), (-1, u[j]), (n - 1, y[i].get(j, ZERO)), (n - 3, y[j].get(i, ZERO))]
        terms.add([scaled(c, part) for c, part in parts], operator.le, n - 2, unused(m, f"{name}: {i} before {j}"))
