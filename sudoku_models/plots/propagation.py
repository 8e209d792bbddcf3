"""Figures of propagation and search: the value graph of an all-different, and search trees."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from ..inference.backtracking import Tree
from ..inference.filters import exchange_groups, matching
from .style import HATCHES, INK, MUTED, PALETTE, PAPER, axes
from .trees import positions

GROUND = ("sky", "orange", "green", "purple", "yellow", "blue")


def value_graph(
    domains: Mapping[Any, frozenset[int]],
    show: Literal["values", "matching", "groups"] = "groups",
    ax: Axes | None = None,
) -> Axes:
    """Draw the value graph of the keys of one unit.

    Args:
        domains: What each key can take.
        show: "values" for the edges alone; "matching" to draw a maximum matching with thick edges; "groups" to place
            keys and values together that can be exchanged (the strongly connected components), each group on its own
            background. Edges between two groups are in no solution: they are red and dashed. When no matching covers
            every key, the surplus keys and their values have a background instead.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = value_graph({"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3})})
    >>> sum(line.get_linestyle() == "--" for line in ax.lines)
    1
    >>> plt.close(ax.figure)
    """
    holder, too_many = matching(domains)
    whole = (tuple(domains), _union(domains, domains))
    groups = _groups(domains, too_many) if show == "groups" else [whole]
    x_key, x_value, group_of, width = _places(groups)
    ax = axes(ax, 0.72 * width + 0.3, 2.1)
    if show == "groups":
        for k, (keys, values) in enumerate(groups[:1] if too_many else groups):
            _ground(ax, [x_key[key] for key in keys] + [x_value[value] for value in values], k)
    for key, x in x_key.items():
        for value in sorted(domains[key]):
            leaves = not too_many and group_of["key", key] != group_of["value", value]
            held = show != "values" and holder.get(value) == key
            _edge(ax, x, x_value[value], leaves, held)
    for key, x in x_key.items():
        _node(ax, x, 1, str(key), "round,pad=0.3")
    for value, x in x_value.items():
        _node(ax, x, 0, str(value), "circle,pad=0.3")
    ax.set(xlim=(-0.1, width + 0.1), ylim=(-0.32, 1.32))
    ax.axis("off")
    return ax


Part = tuple[tuple[Any, ...], list[int]]
"""Keys and values that are drawn together."""


def _union(keys: Iterable[Any], domains: Mapping[Any, frozenset[int]]) -> list[int]:
    return sorted(frozenset[int]().union(*(domains[key] for key in keys)))


def _groups(domains: Mapping[Any, frozenset[int]], too_many: tuple[Any, ...]) -> list[Part]:
    """The exchange groups; or the surplus keys with their values, and the rest."""
    if not too_many:
        return [(group.keys, sorted(group.values)) for group in exchange_groups(domains)]
    short = _union(too_many, domains)
    others = tuple(key for key in domains if key not in too_many)
    return [(too_many, short), (others, [value for value in _union(domains, domains) if value not in short])]


def _places(groups: Sequence[Part]) -> tuple[dict[Any, float], dict[int, float], dict[tuple[str, Any], int], float]:
    """The positions of keys and values, the group of each, and the total width."""
    x_key: dict[Any, float] = {}
    x_value: dict[int, float] = {}
    group_of: dict[tuple[str, Any], int] = {}
    start = 0.0
    for k, (keys, values) in enumerate(groups):
        width = max(len(keys), len(values))
        x_key.update({key: start + (at + 0.5) * width / len(keys) for at, key in enumerate(keys)})
        x_value.update({value: start + (at + 0.5) * width / len(values) for at, value in enumerate(values)})
        group_of.update({("key", key): k for key in keys} | {("value", value): k for value in values})
        start += width
    return x_key, x_value, group_of, start


def _ground(ax: Axes, places: list[float], k: int) -> None:
    color = PALETTE[GROUND[k % len(GROUND)]]
    left, right = min(places) - 0.42, max(places) + 0.42
    shape = FancyBboxPatch((left, -0.24), right - left, 1.48, boxstyle="round,pad=0,rounding_size=0.12")
    shape.set(facecolor=color, alpha=0.22, edgecolor=color, hatch=HATCHES[k % len(HATCHES)], linewidth=0, zorder=0)
    ax.add_patch(shape)


def _edge(ax: Axes, above: float, below: float, leaves: bool, held: bool) -> None:
    if leaves:
        ax.plot([above, below], [1, 0], "--", color=PALETTE["red"], linewidth=1.3, zorder=1)
    else:
        ax.plot([above, below], [1, 0], "-", color=INK if held else MUTED, linewidth=3 if held else 0.9, zorder=2)


def _node(ax: Axes, x: float, y: float, label: str, shape: str) -> None:
    box = {"boxstyle": shape, "facecolor": PAPER, "edgecolor": INK, "linewidth": 1}
    ax.text(x, y, label, ha="center", va="center", fontsize=9, bbox=box, zorder=3)


LOOKS: dict[str, dict[str, Any]] = {
    "branch": {"marker": "o", "color": PAPER, "edgecolors": INK},
    "dead end": {"marker": "s", "color": PALETTE["red"], "edgecolors": INK},
    "solution": {"marker": "D", "color": PALETTE["sky"], "edgecolors": INK, "linewidths": 2},
    "open": {"marker": "o", "color": PAPER, "edgecolors": MUTED, "linestyles": ":"},
}
"""A shape and a colour for each result."""

LABELLED = 80
"""The largest number of nodes with labels; with more nodes, labels would overlap."""


def search_tree(tree: Tree, legend: bool = True, ax: Axes | None = None) -> Axes:
    """Draw a search tree, with the root on top and the values of a variable from left to right.

    A node contains the value of its decision, and below a branching node is its branching variable, in trees of up to
    80 nodes. A dead end is a square and a solution a diamond; an unvisited node is dotted.

    Args:
        tree: What `search.search` returned.
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
    places = positions(tree.root)
    width = max(x for x, _ in places.values())
    depth = -min(y for _, y in places.values())
    labels = len(places) <= LABELLED
    ax = axes(ax, max(0.6 + 0.34 * width, 3.8), 0.7 + 0.48 * depth)
    for node, (x, y) in places.items():
        for child in node.children:
            ax.plot([x, places[child][0]], [y, places[child][1]], color=MUTED, linewidth=0.8, zorder=1)
        if labels and node.tried:
            ax.text(x, y, str(node.tried[1]), ha="center", va="center_baseline", fontsize=7.5, zorder=3)
        if labels and node.children and node.children[0].tried:
            variable = str(node.children[0].tried[0])
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
