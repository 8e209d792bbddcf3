"""Trees that grow: where their nodes are, and how nodes and edges look in the pictures of a player."""

from collections.abc import Mapping
from typing import Any

from ..errors import InputError
from ..puzzles.graphics import COLOURS
from .sketch import box, line, text, tint

MOST_STEPS = 200
"""The largest number of steps to show, so that a notebook stays small."""
LOOKS = {
    "branch": "fill='none'",
    "dead end": tint(COLOURS["red"]),
    "infeasible": tint(COLOURS["red"]),
    "no better": tint(COLOURS["yellow"]),
    "solution": tint(COLOURS["sky"]),
}
"""The ground of a node; a letter says the same."""
LETTERS = {"dead end": "x", "infeasible": "x", "no better": "-", "solution": "*"}


def check(number: int) -> None:
    """A notebook has to stay small.

    Raises:
        InputError: When there are more than `MOST_STEPS` steps.
    """
    if number > MOST_STEPS:
        raise InputError(f"there are {number} steps; at most {MOST_STEPS} can be shown")


def placed(root: Any, apart: int = 32) -> tuple[dict[Any, tuple[float, float]], int, int]:
    """Where each node is, the width of the picture, and the bottom of the tree."""
    found = positions(root)
    place = {node: (apart * (x + 0.8), 22 - 52 * y) for node, (x, y) in found.items()}
    width = apart * (max(x for x, _ in found.values()) + 1.6)
    return place, max(int(width), 420), int(max(y for _, y in place.values())) + 18


def edge(place: Mapping[Any, tuple[float, float]], node: Any, label: str = "", end: int = 11, half: int = 11) -> str:
    """The edge from its parent to a node."""
    (x1, y1), (x2, y2) = place[node.parent], place[node]
    share = min(end / (y2 - y1), half / abs(x2 - x1)) if x2 != x1 else end / (y2 - y1)
    ends = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, x2 - (x2 - x1) * share, y2 - (y2 - y1) * share)
    said = text((x1 + x2) / 2 + (12 if x2 > x1 else -12), (y1 + y2) / 2 + 4, label, "font-size='10'") if label else ""
    return line(*ends, "stroke='currentColor' stroke-opacity='.5'") + said


def ahead(place: Mapping[Any, tuple[float, float]], end: int = 11, half: int = 11) -> str:
    """The finished tree in grey, below the part that is already there."""
    edges = [edge(place, node, "", end, half) for node in place if node.parent]
    look = "fill='none' stroke='currentColor'"
    frames = [
        box(*at, 2 * half, 22, f"rx='{4 if node.result in LETTERS else 11}' {look}") for node, at in place.items()
    ]
    return f"<g opacity='.3'>{''.join(edges + frames)}</g>"


def dot(result: str, x: float, y: float, label: object, half: int = 11) -> str:
    """A node with its value, and a letter when nothing is below it."""
    is_last = result in LETTERS
    corner = f"rx='{4 if is_last else 11}'"
    ground = box(x, y, 2 * half, 22, f"{corner} {LOOKS[result]}") if is_last else ""
    frame = box(x, y, 2 * half, 22, f"{corner} fill='none' stroke='currentColor'")
    letter = text(x, y + 24, LETTERS[result], "font-size='11'") if is_last else ""
    return ground + frame + text(x, y + 4, label) + letter


def positions(root: Any) -> dict[Any, tuple[float, float]]:
    """The position of each node: y is minus its depth, and x is chosen so that no two subtrees touch.

    Subtrees are moved together until they are one unit apart in some level, and a node is centred above its children.

    Source: E. Reingold, J. Tilford, "Tidier Drawings of Trees", IEEE Transactions on Software Engineering 7, 1981.
    """
    shift: dict[Any, float] = {}  # of a node against its parent

    def outline(node: Any) -> list[tuple[float, float]]:
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


def _from_above(root: Any) -> list[Any]:
    """Every node, each after its parent."""
    found = [root]
    for node in found:
        found += node.children
    return found
