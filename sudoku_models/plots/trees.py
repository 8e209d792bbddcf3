"""Search trees: the decisions, the dead ends and the solutions."""

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes

from ..inference.backtracking import Node, Tree
from .style import INK, MUTED, PALETTE, PAPER, axes

__all__ = ["search_tree"]

LOOKS: dict[str, dict[str, Any]] = {
    "branch": {"marker": "o", "color": PAPER, "edgecolors": INK},
    "dead end": {"marker": "s", "color": PALETTE["red"], "edgecolors": INK},
    "solution": {"marker": "D", "color": PALETTE["sky"], "edgecolors": INK, "linewidths": 2},
    "open": {"marker": "o", "color": PAPER, "edgecolors": MUTED, "linestyles": ":"},
}
"""A shape and a colour for each result."""

LABELLED = 80
"""The largest number of nodes with labels; with more nodes, labels would overlap."""


def search_tree(
    tree: Tree,
    name: Callable[[Any], str] = str,
    labels: bool | None = None,
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw a search tree, with the root on top and the values of a variable from left to right.

    A node contains the value of its decision; below a branching node is its branching variable. A dead end is a square
    and a solution a diamond; an unvisited node is dotted.

    Args:
        tree: What `search.search` returned.
        name: Returns the text for a variable.
        labels: Whether to write values and variables; when left out, in trees of up to 80 nodes.
        legend: Whether to add a legend of the shapes.
        ax: Where to draw.

    >>> from sudoku_models.puzzles.board import Unit
    >>> from sudoku_models.inference.backtracking import search
    >>> tree = search([Unit("a-b", ("a", "b"))], {i: frozenset({1, 2}) for i in "ab"}, "none")
    >>> ax = search_tree(tree)
    >>> sorted(text.get_text() for text in ax.texts)
    ['1', '1', '1', '2', '2', '2', 'a', 'b', 'b']
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    places = _places(tree.root)
    width = max(x for x, _ in places.values())
    depth = -min(y for _, y in places.values())
    labels = len(places) <= LABELLED if labels is None else labels
    ax = axes(ax, max(0.6 + 0.34 * width, 3.8), 0.7 + 0.48 * depth)
    for node, (x, y) in places.items():
        for child in node.children:
            ax.plot([x, places[child][0]], [y, places[child][1]], color=MUTED, linewidth=0.8, zorder=1)
        if labels and node.tried:
            ax.text(x, y, str(node.tried[1]), ha="center", va="center_baseline", fontsize=7.5, zorder=3)
        if labels and node.children and node.children[0].tried:
            variable = name(node.children[0].tried[0])
            below = {"boxstyle": "square,pad=0.1", "color": PAPER}  # on the edges, so with paper behind it
            ax.annotate(
                variable, (x, y), (0, -11), textcoords="offset points", ha="center", va="center", fontsize=7, bbox=below
            )
    for result, look in LOOKS.items():
        if found := [place for node, place in places.items() if node.result == result]:
            xs, ys = zip(*found, strict=True)
            ax.scatter(xs, ys, s=105 if labels else 25, zorder=2, label=result, **look)
    ax.set(xlim=(-0.8, width + 0.8), ylim=(-depth - 0.5, 0.5))
    ax.set_axis_off()
    if legend:
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=4, frameon=False, fontsize=8)
    return ax


def _places(root: Node) -> dict[Node, tuple[float, float]]:
    """The position of each node: y is minus its depth, and x is chosen so that no two subtrees touch.

    Subtrees are moved together until they are one unit apart in some level, and a node is centred above its children.

    Source: E. Reingold, J. Tilford, "Tidier Drawings of Trees", IEEE Transactions on Software Engineering 7, 1981.
    """
    shift: dict[Node, float] = {}  # of a node against its parent

    def outline(node: Node) -> list[tuple[float, float]]:
        """The leftmost and the rightmost x of each level of this subtree, relative to its root."""
        together: list[tuple[float, float]] = []
        for child in node.children:
            own = outline(child)
            levels = zip(together, own, strict=False)
            shift[child] = max((right - left + 1 for (_, right), (left, _) in levels), default=0.0)
            moved = [(left + shift[child], right + shift[child]) for left, right in own]
            merged = [(a[0], b[1]) for a, b in zip(together, moved, strict=False)]
            together = merged + together[len(merged) :] + moved[len(merged) :]
        if node.children:
            middle = (shift[node.children[0]] + shift[node.children[-1]]) / 2
            for child in node.children:
                shift[child] -= middle
            together = [(left - middle, right - middle) for left, right in together]
        return [(0.0, 0.0), *together]

    start = -min(left for left, _ in outline(root))
    places = {root: (start, 0.0)}
    for node, (x, y) in ((node, places[node]) for node in _from_above(root)):
        for child in node.children:
            places[child] = (x + shift[child], y - 1)
    return places


def _from_above(root: Node) -> list[Node]:
    """Every node, each after its parent."""
    found = [root]
    for node in found:
        found += node.children
    return found
