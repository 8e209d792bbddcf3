"""Branch and bound in motion: a tree that grows, and the gap between the bound and the best solution so far."""

import math
from collections.abc import Sequence
from itertools import pairwise

from ..inference.branching import BoundedNode, Bounding
from ..puzzles.cell_names import listed
from ..puzzles.graphics import COLOURS
from .player import Frame, Player
from .sketch import box, circle, line, text
from .trees import ahead, check, dot, edge, placed


def branching(tree: Bounding, names: Sequence[str], maximise: bool = False) -> Player:
    """Branch and bound, node by node: the tree with the bound of each node, and below it the gap over time.

    Nodes that are still to come are grey.

    Args:
        tree: What `branch_and_bound` has done.
        names: The names of the variables.
        maximise: Whether the costs are negated gains; then gains are shown.

    Raises:
        InputError: When the tree has more than `MOST_STEPS` nodes.

    >>> from sudoku_models.inference.branching import branch_and_bound
    >>> film = branching(branch_and_bound([-3, -2], [[2, 2]], [3]), ["a", "b"])
    >>> print(film.captions[0])
    Node 1 of 5: nothing is decided. The relaxation costs -4 with b = 0.5. It branches on b.
    """
    check(len(tree.nodes))
    sign = -1 if maximise else 1
    place, width, bottom = placed(tree.nodes[0], 64)
    marks, captions = [node.global_bound for node in tree.nodes], []
    ends = [each for node in tree.nodes for each in (node.global_bound, node.incumbent) if math.isfinite(each)]
    high, low = max(ends, default=1.0), min([tree.nodes[0].bound, *ends]) if ends else 0.0
    frames: list[Frame] = []
    grey = ahead(place, 12, 25)

    def at(k: int, value: float) -> tuple[float, float]:
        share = (value - low if maximise else high - value) / ((high - low) or 1)
        return 50 + (width - 70) * k / max(len(tree.nodes) - 1, 1), bottom + 30 + 70 * share

    for k, node in enumerate(tree.nodes):
        seen = tree.nodes[: k + 1]
        parts = [edge(place, each, _decision(each, names), 12, 25) for each in seen if each.parent]
        parts += [dot(each.result, *place[each], _number(sign * each.bound), 24) for each in seen]
        parts.append(box(*place[node], 56, 28, "fill='none' stroke='currentColor' stroke-width='2'"))
        known = [(step, each.incumbent) for step, each in enumerate(seen) if math.isfinite(each.incumbent)]
        look = f"stroke='{COLOURS['blue']}' stroke-width='2'"
        parts += [line(*at(step, marks[step]), *at(step + 1, marks[step + 1]), look) for step in range(k)]
        look = "stroke='currentColor' stroke-width='2' stroke-dasharray='5 3'"
        parts += [line(*at(*one), *at(*other), look) for one, other in pairwise(known)]
        parts += [circle(*at(k, marks[k]), 3, f"fill='{COLOURS['blue']}'")]
        parts += [circle(*at(*known[-1]), 3, "fill='currentColor'")] if known else []
        frames.append([grey, *_axes(width, bottom, *((-low, -high) if maximise else (high, low))), *parts])
        captions.append(
            f"Node {k + 1} of {len(tree.nodes)}: {_decisions(node, names)}. {_bounded(node, names, maximise)}"
        )
    return Player("branch and bound, node by node", frames, captions, width, bottom + 130)


def _axes(width: int, bottom: int, high: float, low: float) -> list[str]:
    ends = [(high, 34), (low, 104)] if high > low else [(high, 34)]
    return [
        *(text(44, bottom + down, _number(value), "text-anchor='end'") for value, down in ends),
        line(50, bottom + 24, 50, bottom + 106),
        text(width / 2, bottom + 124, "solid: the bound; dashed: the best solution so far"),
    ]


def _bounded(node: BoundedNode, names: Sequence[str], maximise: bool) -> str:
    if node.point is None:
        return "The relaxation has no solution."
    parts = {name: value for name, value in zip(names, node.point, strict=True) if abs(value - round(value)) > 1e-6}
    said = f"The relaxation gains {_number(-node.bound)}" if maximise else f"The relaxation costs {_number(node.bound)}"
    if node.result == "branch":
        which = names[node.children[0].decision[0]] if node.children[0].decision else ""
        values = listed([f"{name} = {_number(value)}" for name, value in parts.items()])
        return f"{said} with {values}. It branches on {which}."
    if node.result == "solution":
        return f"{said}, and all variables are integers: the best solution so far."
    return f"{said}, which is no better than the best solution so far."


def _decision(node: BoundedNode, names: Sequence[str]) -> str:
    if node.decision is None:
        return ""
    k, sign, bound = node.decision
    return f"{names[k]} {'≤' if sign == '<=' else '≥'} {bound}"


def _decisions(node: BoundedNode, names: Sequence[str]) -> str:
    found = []
    above: BoundedNode | None = node
    while above and above.decision:
        found.append(_decision(above, names))
        above = above.parent
    return ", ".join(reversed(found)) or "nothing is decided"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if math.isfinite(value) else "none"
