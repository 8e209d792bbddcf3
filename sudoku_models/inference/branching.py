"""Branch and bound on a small integer program, made to be studied: every node is kept, with its bound and its fate.

The relaxation of a node is a linear program, solved by HiGHS. A node is not branched on when its relaxation has no
solution, is no better than the best integral point so far (the incumbent), or has an integral solution.

Source: A. Land, A. Doig, "An Automatic Method of Solving Discrete Programming Problems", Econometrica 28, 1960.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from ..errors import InputError, UnknownNameError
from ..runtime.interrupts import import_whole

ORDERS: dict[str, str] = {
    "depth": "the deepest open node, and of several the one with the least bound",
    "best": "the open node with the least bound",
}
"""The rules for choosing the next node."""

CLOSE = 1e-6


@dataclass(eq=False)
class BoundedNode:
    """One node of a branch-and-bound tree.

    Attributes:
        parent: The parent node; None for the root.
        decision: The bounded variable, the sign and the bound, such as (2, "<=", 0); None for the root.
        bound: The optimum of its relaxation; infinite when that has no solution.
        point: The solution of its relaxation, or None.
        result: "branch", "infeasible", "no better" than the incumbent, "solution" (a new incumbent), or "open".
        children: The two child nodes of a branch.
        incumbent: The value of the best integral point when this node had been taken up; infinite before the first.
        global_bound: No solution is below this, as known when this node had been taken up.
    """

    parent: "BoundedNode | None" = field(repr=False)
    decision: tuple[int, str, int] | None
    bound: float = math.inf
    point: tuple[float, ...] | None = None
    result: str = "open"
    children: list["BoundedNode"] = field(default_factory=list, repr=False)
    incumbent: float = math.inf
    global_bound: float = -math.inf


@dataclass
class Bounding:
    """What branch and bound did: its nodes in the order in which they were taken up, and the best integral point.

    Attributes:
        nodes: The nodes.
        best: An optimal solution, or None when there is no integral point.
        value: Its value; infinite without one.
    """

    nodes: list[BoundedNode]
    best: tuple[int, ...] | None
    value: float


def branch_and_bound(
    costs: Sequence[float],
    rows: Sequence[Sequence[float]],
    limits: Sequence[float],
    order: str = "depth",
    most: int = 1,
    node_limit: int = 1000,
) -> Bounding:
    """Minimise `costs @ x` over the integers x from 0 to `most` with `rows @ x <= limits`.

    A node branches on the variable whose value is closest to a half between two integers, and of several on the first.

    Args:
        costs: The cost of each variable.
        rows: The left sides of the constraints.
        limits: Their right sides.
        order: Which open node is taken up: one of `ORDERS`, and of several the one that was made first.
        most: The upper bound of every variable.
        node_limit: The largest number of nodes.

    Raises:
        UnknownNameError: When there is no such order.
        InputError: When the limit of nodes is reached.

    >>> found = branch_and_bound([-8, -11, -6, -4], [[5, 7, 4, 3]], [14])
    >>> found.value, found.best, len(found.nodes)
    (-21.0, (0, 1, 1, 1), 13)
    """
    count = len(costs)
    highs = import_whole("sudoku_models.solvers.highs").highspy.Highs()  # late: it takes a while
    highs.silent()
    highs.addCols(count, [0.0] * count, [0.0] * count, [float(most)] * count, 0, [], [], [])
    for row, limit in zip(rows, limits, strict=True):
        highs.addRow(-math.inf, float(limit), count, list(range(count)), list(row))
    highs.changeColsCost(count, list(range(count)), list(costs))
    if order not in ORDERS:
        raise UnknownNameError("order of the nodes", order, ORDERS)

    def relaxed(node: BoundedNode) -> None:
        low, high = [0.0] * len(costs), [float(most)] * len(costs)
        above: BoundedNode | None = node
        while above and above.decision:
            k, sign, bound = above.decision
            if sign == "<=":
                high[k] = min(high[k], bound)
            else:
                low[k] = max(low[k], bound)
            above = above.parent
        highs.changeColsBounds(count, list(range(count)), low, high)
        highs.clearSolver()
        highs.run()
        if highs.getModelStatus().name == "kOptimal":
            point = highs.getSolution().col_value
            node.bound = float(round(highs.getObjectiveValue(), 9)) + 0.0
            node.point = tuple(float(each) + 0.0 for each in point)

    tree = Bounding([], None, math.inf)
    root = BoundedNode(None, None)
    relaxed(root)
    waiting = [(0.0, root.bound, 0, root)]
    made = 1
    while waiting:
        depth, _, _, node = heappop(waiting)
        if len(tree.nodes) >= node_limit:
            raise InputError(f"the tree has more than {node_limit} nodes")
        tree.nodes.append(node)
        if node.point is None:
            node.result = "infeasible"
        elif node.bound >= tree.value - CLOSE:
            node.result = "no better"
        elif (k := _fractional(node.point)) is None:
            node.result, tree.value = "solution", float(round(node.bound, 6))
            tree.best = tuple(round(each) for each in node.point)
        else:
            node.result = "branch"
            down = math.floor(node.point[k])
            node.children = [BoundedNode(node, (k, "<=", down)), BoundedNode(node, (k, ">=", down + 1))]
            for child in node.children:
                relaxed(child)
                heappush(waiting, (depth - (order == "depth"), child.bound, made, child))
                made += 1
        node.incumbent = tree.value
        node.global_bound = min([tree.value, *(bound for _, bound, _, _ in waiting)])
    return tree


def _fractional(point: Sequence[float]) -> int | None:
    """The variable that is closest to a half, or None when all are integral."""
    parts = [round(abs(each - round(each)), 6) for each in point]
    return parts.index(max(parts)) if max(parts) > CLOSE else None
