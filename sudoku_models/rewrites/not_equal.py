"""!= -> order binaries and big-M, with rank equations, or the cliques of variables that differ pairwise."""

from collections.abc import Sequence
from itertools import product
from math import isfinite, prod

from ..backends import Backend, Column, NotEqual, Term
from ..errors import UnsupportedError
from ..runtime.interrupts import import_whole
from ..runtime.limits import check_deadline
from .links import Links, checked, expression, indicate, permutations, unused

LARGEST = 100_000
"""With more values, or combinations of two values, an inequality gets no indicators."""


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
        (low, high), term = whole_range(m, constraint), constraint.difference
        above, below = (
            expression(m, Term((*term.columns, m.column(z)), (*term.coefficients, big), term.constant))
            for big in (low - 1, -1 - high)
        )
        m.add(above >= low, unused(m, f"{constraint.name}: above"))
        m.add(below <= -1, unused(m, f"{constraint.name}: below"))
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = m.column(z)


def ordered_pair(difference: Term) -> tuple[Column, Column] | None:
    """(a, b) when the difference is a - b, for two variables."""
    if difference.constant or len(difference.columns) != 2 or sorted(difference.coefficients) != [-1, 1]:
        return None
    a, b = difference.columns
    return (a, b) if difference.coefficients[0] == 1 else (b, a)


def whole_range(m: Backend, constraint: NotEqual) -> tuple[int, int]:
    """The smallest and the largest value that the difference can take.

    Raises:
        UnsupportedError: When it can take fractional values, or is unbounded.
    """
    term = constraint.difference
    low, high = m.ends_of(term)
    if not (m.is_whole(term) and isfinite(low) and isfinite(high)):
        raise UnsupportedError(
            f"{constraint.name!r}: rewriting != needs integer variables with finite bounds and whole coefficients"
        )
    return round(low), round(high)


def rank(m: Backend, constraints: Sequence[NotEqual], links: Links) -> None:
    """From a != b to `big_m`, with rank equations for each set of variables that forms a permutation.

    From
        x[i] != x[j]    for every two i, j in u, where u has as many variables as there are values low, ..., high
    To
        the order binaries z[i,j] (1 when x[i] > x[j]) and inequalities of `big_m`, and in addition
        x[i] = low + sum over j in u of [x[i] > x[j]]       for each i in u, where [x[i] > x[j]] is z[i,j] or 1 - z[j,i]
        sum over i in u of x[i] = low + ... + high

    Strength
        Far stronger than `big_m` alone: deciding 17-clue puzzles takes a twentieth of the time.

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
            rank_of = m.dot(signs, [x[i], *(m.variables[z] for z in (*above, *below))])
            m.add(rank_of == low + len(below), unused(m, f"rank of {x[i]} in {label}"))
        m.add(m.sum(x.values()) == sum(range(low, high + 1)), unused(m, f"sum of {label}"))


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
        `big_m` for an inequality of more variables, or of so many values that their combinations cannot be listed

    Strength
        One clique inequality implies all its pairs, and its relaxation is far tighter: the sum of nine binaries is at
        most 1, not 4.5. The formulation `pairwise` becomes `assignment`, because each unit is a clique.

    Sources: M. Padberg, "On the facial structure of set packing polyhedra", Mathematical Programming 5, 1973, for the
    clique inequalities; C. Bron and J. Kerbosch, 1973, for finding the cliques.
    """
    nx = import_whole("networkx")
    graph = nx.Graph()
    others = [each for each in constraints if not _has_few_values(m, each)]
    if others:
        big_m(m, others, links)
        constraints = [each for each in constraints if _has_few_values(m, each)]
    for constraint in constraints:
        check_deadline()
        pair = ordered_pair(constraint.difference)
        if not (pair and pair[0] in graph and pair[1] in graph):  # otherwise both variables are known to be whole
            whole_range(m, constraint)
        if pair:
            graph.add_edge(*pair)
        else:
            _forbid_values(m, constraint, links)
    for clique in sorted(map(sorted, checked(nx.find_cliques(graph)))):
        at_value: dict[int, list[Column]] = {}
        for column in clique:
            for d in indicate(m, column, links):
                at_value.setdefault(d, []).append(links.indicator[column, d])
        label = f"{m.variables[clique[0]]} .. {m.variables[clique[-1]]} differ"
        if m.has_constraint(f"{label}: value {next(iter(at_value))}"):  # two cliques with the same ends
            label = f"{', '.join(str(m.variables[column]) for column in clique)} differ"
        for d, literals in at_value.items():
            total = m.sum(m.variables[y] for y in literals)
            m.add(total == 1 if len(clique) == len(at_value) else total <= 1, unused(m, f"{label}: value {d}"))


def _has_few_values(m: Backend, constraint: NotEqual) -> bool:
    """Whether the values of the variables, of which there are two at most, can be listed."""
    columns = constraint.difference.columns
    if len(columns) > 2:
        return False
    widths = [high - low for low, high in map(m.declared, columns)]
    return (max(widths) if ordered_pair(constraint.difference) else prod(widths)) <= LARGEST


def _forbid_values(m: Backend, constraint: NotEqual, links: Links) -> None:
    """Forbid each value, or pair of values, for which the difference is 0."""
    term = constraint.difference
    for values in product(*(indicate(m, column, links) for column in term.columns)):
        if sum(c * d for c, d in zip(term.coefficients, values, strict=True)) + term.constant == 0:
            chosen = [links.indicator[key] for key in zip(term.columns, values, strict=True)]
            total = m.sum(m.variables[y] for y in chosen)
            row = f"{constraint.name}: not {' and '.join(map(str, values))}"
            m.add(total <= len(values) - 1, unused(m, row))
