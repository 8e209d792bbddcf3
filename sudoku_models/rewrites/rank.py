"""!= -> order binaries, big-M and rank equations."""

from collections.abc import Sequence

import networkx as nx

from ..backends import Backend, Column, NotEqual
from ..runtime.limits import check_deadline
from .big_m import big_m
from .links import Links, unused


def rank(m: Backend, constraints: Sequence[NotEqual], links: Links) -> None:
    """From a != b to `big_m`, with rank equations for each set of variables that forms a permutation.

    From
        x[i] != x[j]    for every two i, j in u, where u has as many variables as there are values low, ..., high
    To
        the order binaries z[i,j] (1 when x[i] > x[j]) and inequalities of `big_m`, and in addition
        x[i] = low + sum over j in u of [x[i] > x[j]]       for each i in u, where [x[i] > x[j]] is z[i,j] or 1 - z[j,i]
        sum over i in u of x[i] = low + ... + high

    Strength
        Far stronger than `big_m` alone: proofs of 17-clue puzzles take a twentieth of the time.

    In a permutation of 1..n, a value is one more than the number of smaller values: its rank. The equations use the
    existing order binaries. Without the big-M rows they are not sufficient.

    Sources: the linear ordering model (M. Groetschel, M. Juenger, G. Reinelt, 1984), which has the same binaries;
    units are found as maximal cliques by C. Bron and J. Kerbosch, 1973.
    """
    big_m(m, constraints, links)
    for unit in permutations(m, links):
        low, high = (round(end) for end in m.declared(unit[0]))
        x = {k: m.variables[k] for k in unit}
        label = f"{x[unit[0]]} .. {x[unit[-1]]}"
        for i in unit:
            above = [links.order[i, j] for j in unit if (i, j) in links.order]
            # a pair given in both directions has two binaries, but counts once
            below = [links.order[j, i] for j in unit if (j, i) in links.order and (i, j) not in links.order]
            # x[i] - sum of z[i,j] + sum of z[j,i] = low + (number of z[j,i]): the ones of 1 - z[j,i], on the right
            signs = [1] + [-1] * len(above) + [1] * len(below)
            rank_of = m.dot(signs, [x[i], *above, *below])
            m.add(rank_of == low + len(below), unused(m, f"rank of {x[i]} in {label}"))
        m.add(m.sum(x.values()) == sum(range(low, high + 1)), unused(m, f"sum of {label}"))


def permutations(m: Backend, links: Links) -> list[tuple[Column, ...]]:
    """The sets of variables that differ pairwise, share one domain, and have as many variables as it has values."""
    found = []
    graph = nx.Graph()
    graph.add_edges_from(links.order)  # not Graph(links.order), for which networkx imports pandas
    for clique in nx.find_cliques(graph):
        check_deadline()
        low, high = m.declared(clique[0])
        if len(clique) == high - low + 1 and all(m.declared(k) == (low, high) for k in clique):
            found.append(tuple(sorted(clique)))
    return sorted(found)
