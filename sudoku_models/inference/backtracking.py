"""Backtracking search over all-different units and other rules: try a value, propagate, and backtrack at a dead end.

This search is made to be studied, not to be fast. A solver does the same more efficiently; here every node is kept,
with its decision and its result, so that the tree can be counted and drawn.

The root of the tree is the original problem. Each node is propagated first. Then it is a dead end (some variable has no
value left), a solution (every variable has one value), or it branches: one variable is chosen, and each value of its
domain is tried in a child. Nodes are visited depth first, the children in the order of their values.

Sources: S. Golomb, L. Baumert, "Backtrack Programming", Journal of the ACM 12, 1965, for the search;
R. Haralick, G. Elliott, "Increasing Tree Search Efficiency for Constraint Satisfaction Problems", Artificial
Intelligence 14, 1980, for forward checking and for "fail first".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, UnknownNameError
from ..solvers import Status
from .filters import Domains, HasCells
from .propagation import frozen, propagate, steps

CHOICES: dict[str, str] = {
    "first": "the first variable, in the order of the domains, that has more than one value",
    "smallest": "a variable with the fewest values, the first of them ('fail first', Haralick and Elliott 1980)",
}
"""The rules for choosing the branching variable."""

NODE_LIMIT = "node limit"
SOLUTION_LIMIT = "limit"


@dataclass(eq=False)
class Node:
    """One node of a search tree.

    Attributes:
        parent: The parent node; None for the root.
        tried: The decision of this node, a variable and its value; None for the root.
        number: The position in the order of visits, from 0; None while the node is open.
        result: "branch", "dead end", "solution", or "open" if the node was not visited.
        reason: Why the node is a dead end.
        domains: The domains after propagation; None for a dead end and for an open node.
        children: The child nodes, in the order of their values.
    """

    parent: "Node | None" = field(repr=False)
    tried: tuple[Any, int] | None
    number: int | None = None
    result: str = "open"
    reason: str = ""
    domains: Domains | None = field(default=None, repr=False)
    children: list["Node"] = field(default_factory=list, repr=False)

    @property
    def assignment(self) -> dict[Any, int]:
        """The decisions on the path from the root to this node, in order."""
        above = self.parent.assignment if self.parent else {}
        return above if self.tried is None else {**above, self.tried[0]: self.tried[1]}


@dataclass
class Tree:
    """A search tree, and what it says of the solutions.

    Attributes:
        root: The root node, before any decision.
        nodes: The visited nodes, in the order of their visits.
        solutions: The solutions in the order found, each a value for every variable.
        stopped_by: "node limit", or "limit" (of solutions), or empty when the search was complete.
    """

    root: Node
    nodes: list[Node]
    solutions: list[dict[Any, int]]
    stopped_by: str = ""

    @property
    def complete(self) -> bool:
        """Whether every node was visited, so that there are no more solutions than were found."""
        return not self.stopped_by

    @property
    def status(self) -> Status:
        """SOLVED, INFEASIBLE (the tree was searched to its end), or UNKNOWN."""
        if self.solutions:
            return Status.SOLVED
        return Status.INFEASIBLE if self.complete else Status.UNKNOWN

    @property
    def dead_ends(self) -> list[Node]:
        """The nodes in which some variable had no value left."""
        return [node for node in self.nodes if node.result == "dead end"]

    @property
    def reason(self) -> str:
        """A sentence that says which solutions were found, and whether there are more."""
        found = f"{len(self.solutions)} solution{'s' * (len(self.solutions) != 1)}"
        if self.complete:
            return f"{found}, and the tree was searched to its end: there are no more"
        stopped = "the limit of nodes" if self.stopped_by == NODE_LIMIT else "the limit of solutions"
        return f"{found}, and then {stopped} was reached: whether there are more is not known"

    def __str__(self) -> str:
        nodes, dead = len(self.nodes), len(self.dead_ends)
        return f"{nodes:,} node{'s' * (nodes != 1)}, {dead:,} dead end{'s' * (dead != 1)}, {self.reason}"

    def __repr__(self) -> str:
        return f"<Tree: {self}>"


def search(
    units: Sequence[HasCells],
    domains: Domains,
    strength: str = "values",
    choose: str = "first",
    limit: int | None = None,
    node_limit: int = 10_000,
) -> Tree:
    """Search for solutions with backtracking.

    Args:
        units: The all-different units; each has `cells`, which are keys of `domains`. `scopes_of(board)`
            of `propagation` has also the rules of a board that are not units.
        domains: The values that each variable may take. The order of the keys is the order of the variables.
            They are not modified.
        strength: The propagation in each node, one of `propagation.STRENGTHS`. "none" is plain backtracking, "values"
            is forward checking.
        choose: The rule that chooses the branching variable, one of `CHOICES`.
        limit: The number of solutions after which to stop; None means no limit.
        node_limit: The number of nodes after which to stop. A stopped search says nothing about unvisited nodes.

    Raises:
        UnknownNameError: When there is no such rule or strength.
        InputError: When a limit is less than 1, or a unit has a cell without a domain.

    >>> from sudoku_models.puzzles.board import Unit
    >>> border = [Unit("a-b", ("a", "b")), Unit("b-c", ("b", "c"))]
    >>> tree = search(border, {i: frozenset({1, 2}) for i in "abc"})
    >>> tree.solutions
    [{'a': 1, 'b': 2, 'c': 1}, {'a': 2, 'b': 1, 'c': 2}]
    >>> print(tree)
    3 nodes, 0 dead ends, 2 solutions, and the tree was searched to its end: there are no more
    """
    _check(units, domains, choose, limit, node_limit)
    root = Node(parent=None, tried=None)
    tree = Tree(root, [], [])
    waiting = [(root, frozen(domains))]
    while waiting:
        if limit is not None and len(tree.solutions) >= limit:
            tree.stopped_by = SOLUTION_LIMIT
            break
        if len(tree.nodes) >= node_limit:
            tree.stopped_by = NODE_LIMIT
            break
        node, before = waiting.pop()
        node.number = len(tree.nodes)
        tree.nodes.append(node)
        # A variable in no unit may have an empty domain, which propagation does not see.
        node.domains = propagate(units, before, strength) if all(before.values()) else None
        if node.domains is None:
            node.result, node.reason = "dead end", _why(units, before, strength)
        elif all(len(values) == 1 for values in node.domains.values()):
            node.result = "solution"
            tree.solutions.append({i: d for i, (d,) in node.domains.items()})
        else:
            node.result = "branch"
            i = _variable(node.domains, choose)
            digits = sorted(node.domains[i])
            node.children = [Node(node, (i, d)) for d in digits]
            below = [{**node.domains, i: frozenset({d})} for d in digits]
            # The stack is last in, first out, so the first value is pushed last.
            waiting += reversed(list(zip(node.children, below, strict=True)))
    return tree


def _variable(domains: Domains, choose: str) -> Any:
    """The branching variable."""
    undecided = [i for i, values in domains.items() if len(values) > 1]
    return undecided[0] if choose == "first" else min(undecided, key=lambda i: len(domains[i]))


def _why(units: Sequence[HasCells], domains: Domains, strength: str) -> str:
    """The last inference of the propagation, which emptied the domain of some variable."""
    if empty := [i for i, values in domains.items() if not values]:
        return f"{empty[0]} has no value to begin with"
    *_, last = steps(units, domains, strength)
    return last.reason


def _check(units: Sequence[HasCells], domains: Domains, choose: str, limit: int | None, node_limit: int) -> None:
    if choose not in CHOICES:
        raise UnknownNameError("choice of a variable", choose, CHOICES)
    for limit_of, most in (("solutions", limit), ("nodes", node_limit)):
        if most is not None and most < 1:
            raise InputError(f"the limit must be at least 1, not {most} {limit_of}")
    for unit in units:
        for i in unit.cells:
            if i not in domains:
                raise InputError(f"unit {str(unit)!r} has the cell {i!r}, which has no domain")
