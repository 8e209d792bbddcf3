"""!= -> value indicators and clique inequalities."""

from collections.abc import Sequence
from itertools import product

import networkx as nx

from ..backends import Backend, Column, NotEqual
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .big_m import ordered_pair, whole_range
from .links import Links, unused
from .value_indicators import indicate


def cliques(m: Backend, constraints: Sequence[NotEqual], links: Links) -> None:
    """From a != b to value indicators: of variables that differ pairwise, at most one takes each value.

    From
        x[i] != x[j]        for pairs (i, j), the edges of a graph
    To
        the indicators y[i,d] of `indicators` (1 when x[i] = d), and for each maximal clique K of the graph
        sum over i in K of y[i,d] <= 1      for each d; = 1 when K has as many variables as there are values
        for another inequality, a*x[i] + b*x[j] + c != 0,
        y[i,d] + y[j,e] <= 1                for each d, e with a*d + b*e + c = 0
        and for x[i] != d, y[i,d] <= 0

    Strength
        One clique inequality implies all its pairs, and its relaxation is far tighter: the sum of nine binaries is at
        most 1, not 4.5. The formulation `pairwise` becomes `assignment`, because each unit is a clique.

    Sources: M. Padberg, "On the facial structure of set packing polyhedra", Mathematical Programming 5, 1973, for the
    clique inequalities; C. Bron and J. Kerbosch, 1973, for finding the cliques.
    """
    graph = nx.Graph()
    for constraint in constraints:
        check_deadline()
        pair = ordered_pair(constraint.difference)
        if not (pair and pair[0] in graph and pair[1] in graph):  # otherwise both variables are known to be whole
            whole_range(m, constraint)
        if pair:
            graph.add_edge(*pair)
        else:
            _forbid_values(m, constraint, links)
    for clique in _sorted_cliques(graph):
        at_value: dict[int, list[object]] = {}
        for column in clique:
            for d in indicate(m, column, links):
                at_value.setdefault(d, []).append(links.indicator[column, d])
        label = f"{m.variables[clique[0]]} .. {m.variables[clique[-1]]} differ"
        if m.is_stated(f"{label}: value {next(iter(at_value))}"):  # two cliques with the same ends
            label = f"{', '.join(str(m.variables[column]) for column in clique)} differ"
        for d, literals in at_value.items():
            total = m.sum(literals)
            m.add(total == 1 if len(clique) == len(at_value) else total <= 1, unused(m, f"{label}: value {d}"))


def _sorted_cliques(graph: nx.Graph) -> list[list[Column]]:
    found = []
    for clique in nx.find_cliques(graph):  # a graph may have exponentially many
        check_deadline()
        found.append(sorted(clique))
    return sorted(found)


def _forbid_values(m: Backend, constraint: NotEqual, links: Links) -> None:
    """Forbid each value, or pair of values, for which the difference is 0."""
    term = constraint.difference
    if len(term.columns) not in (0, 1, 2):
        raise UnsupportedError(
            f"{constraint.name!r} has {len(term.columns)} variables, but 'cliques' supports at most 2; choose 'big_m'"
        )
    for values in product(*(indicate(m, column, links) for column in term.columns)):
        if sum(c * d for c, d in zip(term.coefficients, values, strict=True)) + term.constant == 0:
            total = m.sum([links.indicator[key] for key in zip(term.columns, values, strict=True)])
            row = f"{constraint.name}: not {' and '.join(map(str, values))}"
            m.add(total <= len(values) - 1, unused(m, row))
