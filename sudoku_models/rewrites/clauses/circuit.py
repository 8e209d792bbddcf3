"""circuit -> positions in the tour."""

from ...backends import Circuit
from ...errors import UnsupportedError
from ...runtime.limits import check_deadline
from .formula import Formula, Values
from .sums import values_of

__all__ = ["LARGEST", "circuit"]

LARGEST = 60
"""A tour of more nodes is refused; the clauses grow with the third power."""


def circuit(formula: Formula, constraint: Circuit) -> None:
    """From one tour through all nodes to the position of each node.

    From
        the successors x[0], ..., x[n-1] form one tour through the nodes 0 to n - 1
    To, with the literals of values of `sums`
        not x[i] = i, and not x[i] = d for each value d outside {0, ..., n - 1}
        exactly one of x[i] = j, over i             for each j
        u[j,p] for p in {1, ..., n - 1}             node j > 0 has position p; exactly one of them; node 0 has 0
        x[0] = j implies u[j,1]
        x[i] = j and u[i,p] imply u[j,p+1]          there is no position n, so the last node has the successor 0

    Strength
        Hidden singles of the permutation; a subtour is found once its nodes have positions.

    Source: S. Prestwich, "SAT Problems with Chains of Dependent Variables", Discrete Applied Mathematics 130, 2003, for
    positions in Hamiltonian cycles.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many nodes; the message names it.
    """
    n = len(constraint.successors)
    if n > LARGEST:
        raise UnsupportedError(
            f"{constraint.name!r}: a tour of {n} nodes is too large for clauses, which take {LARGEST}; choose a CP or "
            "MILP solver"
        )
    x = [values_of(formula, term, constraint.label) for term in constraint.successors]
    for i, values in enumerate(x):
        formula.add([-each] for d, each in values.items() if not 0 <= d < n or (d == i and n > 1))
    for j in range(n):
        into = [values[j] for i, values in enumerate(x) if j in values and (i != j or n == 1)]
        formula.at_most_one(into)
        formula.add([into])
    if n > 1:
        _positions(formula, x)


def _positions(formula: Formula, x: list[Values]) -> None:
    n = len(x)
    u = {j: [formula.new() for _ in range(1, n)] for j in range(1, n)}
    for literals in u.values():
        formula.add([literals])
        formula.at_most_one(literals)
    for j, first in u.items():
        if j in x[0]:
            formula.add([[-x[0][j], first[0]]])
        for i, before in u.items():
            check_deadline()
            if i != j and j in x[i]:
                later = [*zip(before, first[1:], strict=False)]
                formula.add([-x[i][j], -now, then] for now, then in later)
                formula.add([[-x[i][j], -before[-1]]])
