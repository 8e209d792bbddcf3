"""a sum -> its decision diagram of partial sums, and the literals of its values."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ...backends import Column, Term
from ...errors import UnsupportedError
from ...runtime.limits import check_deadline
from .at_most_one import ladder
from .formula import Formula, Values, whole_term

MOST_EDGES = 100_000
"""A row whose diagram has more edges is refused; each one is a variable and three clauses."""

Allowed = Callable[[int, int], bool | None]
"""Whether all sums from the first number to the second are allowed (True), or none (False), or it depends (None)."""


def within(low: int, high: int) -> Allowed:
    """The sums from low to high are allowed.

    >>> [within(3, 5)(least, 5) for least in (2, 3)], within(3, 5)(6, 9)
    ([None, True], False)
    """

    def is_allowed(least: int, most: int) -> bool | None:
        if low <= least and most <= high:
            return True
        return False if most < low or least > high or low > high else None

    return is_allowed


def partial_sums(formula: Formula, terms: list[Values], is_allowed: Allowed, name: Any) -> None:
    """From a sum to a layered decision diagram: a node for each partial sum, an edge for each value of the next term.

    From
        t[1] + ... + t[n] is allowed        each term has one of several values
    To
        the terms are ordered by the width of their ranges, the widest first;
        node[k,s]                           t[1] + ... + t[k] = s, and the rest decides whether the sum is allowed
        edge[k,s,v]                         from node[k,s] by t[k+1] = v to node[k+1,s+v], or to the end where each
                                            completion is allowed; there is none where no completion is
        edge[k,s,v] implies node[k,s], t[k+1] = v, and node[k+1,s+v]
        a node implies one of the edges that leave it, and one of those that enter it
        t[k+1] = v implies one of the edges with the value v, or that the end was reached before

    Strength
        Domain consistency of the row: an edge remains exactly while it lies on a path to the end.

    Sources: N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the diagram;
    I. Abio, R. Nieuwenhuis, A. Oliveras, E. Rodriguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for
    Pseudo-Boolean Constraints", JAIR 45, 2012; I. Abio, G. Gange, V. Mayer-Eichberger, P. Stuckey, "On CNF Encodings of
    Decision Diagrams", CPAIOR 2016, for clauses that keep domain consistency.

    Raises:
        UnsupportedError: When the diagram has more than `MOST_EDGES` edges; the message names the row.
    """
    if not all(terms):
        return  # an empty domain is a contradiction already
    terms = sorted(terms, key=lambda term: min(term) - max(term))
    rests = [(0, 0)]
    for term in reversed(terms):
        rests.append((rests[-1][0] + min(term), rests[-1][1] + max(term)))
    if (answer := is_allowed(*rests.pop())) is not None:
        formula.add([] if answer else [[]])
        return
    nodes, ended, edges = {0: 0}, list[int](), 0
    for term in terms:
        if not nodes:
            break
        layer = _Layer(formula, term, rests.pop(), is_allowed, ended)
        nodes, ended = layer.below(nodes)
        edges += layer.edges
        if edges > MOST_EDGES:
            raise UnsupportedError(
                f"{str(name)!r}: as clauses it would have more than {MOST_EDGES:,} partial sums and values; choose "
                "a CP or MILP solver"
            )


class _Layer:
    """One term: the edges from the nodes before it to the nodes after it.

    Args:
        rest: The least and the largest sum of the terms that follow.
        ended: The literal that the end was reached before this term, if it can be.
    """

    def __init__(
        self, formula: Formula, term: Values, rest: tuple[int, int], is_allowed: Allowed, ended: list[int]
    ) -> None:
        self.formula, self.term, self.is_allowed, self.ended = formula, term, is_allowed, ended
        self.least, self.most = rest
        self.edges = 0

    def below(self, nodes: dict[int, int]) -> tuple[dict[int, int], list[int]]:
        """Add the clauses of the edges; the next nodes by their sums, and the literal that the end was reached."""
        clauses: list[list[int]] = []
        new = self.formula.new
        with_value: dict[int, list[int]] = {literal: [] for literal in self.term.values()}
        entering: dict[int | None, list[int]] = defaultdict(list)  # None is the end
        children: dict[int, int] = {}
        for total, node in nodes.items():
            check_deadline()
            leaving: list[int] = []
            for value, literal in self.term.items():
                after = total + value
                answer = self.is_allowed(after + self.least, after + self.most)
                if answer is False:
                    continue
                edge = new()
                leaving.append(edge)
                with_value[literal].append(edge)
                entering[None if answer else after].append(edge)
                clauses.append([-edge, literal])
                if node:
                    clauses.append([-edge, node])
                if answer is None:
                    child = children.get(after) or children.setdefault(after, new())
                    clauses.append([-edge, child])
            clauses.append([-node, *leaving] if node else leaving)
            self.edges += len(leaving)
        clauses += [[-literal, *edges, *self.ended] for literal, edges in with_value.items()]
        clauses += [[-child, *entering[after]] for after, child in children.items()]
        end = entering[None] + self.ended
        ended = [new()] if end else []
        clauses += [[-ended[0], *end]] if end else []
        self.formula.add(clauses)
        return children, ended


MOST_VALUES = 10_000
"""A sum with more values is refused: each one is a Boolean variable."""


def values_of(formula: Formula, term: Term, name: Any) -> Values:
    """From a linear expression to a Boolean variable for each of its values.

    From
        t = a[1]*x[1] + ... + a[n]*x[n] + b     x[k] integer variables with small domains
    To
        for one variable, the literals of its own values; for a constant, the literal that is true;
        for binaries of which the model says that exactly one is 1: a binary that selects the value, or a literal that
        is true when one of several does. Otherwise:
        y[v] for each value v of the sum        true when t = v
        y[v] or ... or y[w]                     over all values
        at most one of y[v], ..., y[w]          by the encoding `ladder`, because there may be thousands
        t - (the value of y) = 0                its partial sums, see `partial_sums`

    The variables x determine y, so a solution stays one solution. A sum that occurs again has its literals already.

    Strength
        Domain consistency of the equation.

    Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009,
    for new variables that stand for sums; there in the order encoding.

    Raises:
        UnsupportedError: When a number is not whole, or the sum has too many values; the message names the constraint.

    >>> from .formula import indicators
    >>> formula = Formula()
    >>> indicators(formula, 0, 1)
    >>> indicators(formula, 0, 1)
    >>> values_of(formula, Term((0, 1), (1, 2), 5), "a sum")
    {5: 3, 6: 4, 7: 5, 8: 6}
    """
    scope, shift = whole_term(term, name)
    if not scope:
        return {shift: formula.true()}
    if len(scope) == 1:
        [(column, factor)] = scope.items()
        return formula.multiples(column, factor, shift)
    key = tuple(sorted(scope.items()))
    if key not in formula.sums:
        guard, formula.guard = formula.guard, 0  # what defines the literals holds for all constraints
        try:
            formula.sums[key] = _selected(formula, scope) or _defined(formula, scope, name)
        finally:
            formula.guard = guard
    return {value + shift: literal for value, literal in formula.sums[key].items()}


def _selected(formula: Formula, scope: dict[Column, int]) -> Values | None:
    """The literals of binaries of which the model says that exactly one is 1; None when these are not."""
    selected = formula.selectors.values(Term(tuple(scope), tuple(scope.values())))
    if selected is None:
        return None
    return {value: formula.one_of([formula.columns[k][1] for k in ys]) for value, ys in selected.items()}


def _defined(formula: Formula, scope: dict[Column, int], name: Any) -> Values:
    """New literals for the values of a sum, of which a set of selectors is one summand."""
    parts = formula.selectors.parts(Term(tuple(scope), tuple(scope.values())))
    terms = [values_of(formula, part, name) for part in parts]
    totals = {0}
    for term in terms:
        totals = {total + value for total in totals for value in term}
        if len(totals) > MOST_VALUES:
            raise UnsupportedError(
                f"{str(name)!r}: a sum in it has more than {MOST_VALUES:,} values, and each would be a Boolean "
                "variable; choose a CP or MILP solver"
            )
    values = {total: formula.new() for total in sorted(totals)}
    formula.add([list(values.values())])
    formula.add(ladder(list(values.values()), formula.new))
    negative = {-total: literal for total, literal in values.items()}
    partial_sums(formula, [*terms, negative], within(0, 0), name)
    return values
