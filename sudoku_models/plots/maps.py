"""Coloured maps, and their constraint graphs."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from ..errors import InputError
from ..puzzles.corpora import data_folder
from .style import HATCHES, INK, MUTED, PALETTE, PAPER, axes

Point = tuple[float, float]

COLOURS = tuple(PALETTE[name] for name in ("orange", "sky", "green", "yellow", "purple", "red", "blue"))
"""Colour k is drawn with the k-th colour and the k-th hatch, and its number is written."""

_MAP = json.loads((data_folder() / "maps" / "australia.json").read_text(encoding="utf-8"))
_PLACES: dict[str, Point] = {region: tuple(at["node"]) for region, at in _MAP.items()}
AUSTRALIA: dict[str, tuple[list[Point], Point]] = {
    region: ([(x, y) for x, y in at["outline"]], tuple(at["name"])) for region, at in _MAP.items()
}
"""The outline of each region (longitude and latitude in degrees, simplified), and the position of its name."""


def coloured_map(colours: Mapping[str, int] | None = None, ax: Axes | None = None) -> Axes:
    """Draw the map of Australia. A region has the colour and the hatch of its number, which is written beside its name.

    Args:
        colours: A number from 1 for each region; one that is left out stays white.
        ax: Where to draw.

    Raises:
        InputError: When a region is not on the map, or a number has no colour.

    >>> ax = coloured_map({"WA": 1, "NT": 2})
    >>> [text.get_text() for text in ax.texts][:3]
    ['WA 1', 'NT 2', 'SA']
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    colours = colours or {}
    _check(colours, AUSTRALIA)
    ax = axes(ax, 4.2, 3.6)
    for region, (outline, (x, y)) in AUSTRALIA.items():
        ax.add_patch(Polygon(outline, edgecolor=INK, linewidth=1.2, joinstyle="round", **_look(colours.get(region))))
        text = f"{region} {colours[region]}" if region in colours else region
        ax.text(x, y, text, **_TEXT)
    ax.autoscale_view()
    ax.set_aspect(1.13)  # a degree of longitude is shorter than one of latitude, 1 : 1.13 at 28 degrees south
    ax.set_axis_off()
    return ax


def constraint_graph(
    edges: Iterable[tuple[str, str]],
    colours: Mapping[str, int] | None = None,
    places: Mapping[str, Point] = _PLACES,
    ax: Axes | None = None,
) -> Axes:
    """Draw the constraint graph: a node for each variable, an edge for each two that must differ.

    Args:
        edges: The pairs of variables that must differ.
        colours: A number from 1 for each node; one that is left out stays white.
        places: The position of each node, isolated ones included; by default the regions of Australia.
        ax: Where to draw.

    Raises:
        InputError: When a node has no position, or a number has no colour.

    >>> ax = constraint_graph([("a", "b")], {"a": 1}, {"a": (0, 0), "b": (1, 0), "c": (0, 1)})
    >>> [text.get_text() for text in ax.texts]
    ['a 1', 'b', 'c']
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    colours, edges = colours or {}, list(edges)
    _check({**dict.fromkeys((i for edge in edges for i in edge), 1), **colours}, places)
    ax = axes(ax, 4.2, 3.6)
    for i, j in edges:
        ax.plot(*zip(places[i], places[j], strict=True), color=MUTED, linewidth=1.5, zorder=1)
    for i, (x, y) in places.items():
        ax.scatter([x], [y], s=1100, edgecolors=INK, linewidths=1.2, zorder=2, **_look(colours.get(i)))
        ax.text(x, y, f"{i} {colours[i]}" if i in colours else i, **_TEXT)
    ax.margins(0.15)
    ax.set_axis_off()
    return ax


_TEXT: dict[str, Any] = {
    "ha": "center",
    "va": "center",
    "fontsize": 8.5,
    "zorder": 3,
    "bbox": {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.85},
}


def _look(colour: int | None) -> dict[str, Any]:
    if colour is None:
        return {"facecolor": PAPER}
    return {"facecolor": COLOURS[colour - 1], "hatch": HATCHES[colour - 1]}


def _check(colours: Mapping[str, int], known: Mapping[str, Any]) -> None:
    for i, colour in colours.items():
        if i not in known:
            raise InputError(f"{i!r} has no position; there are {', '.join(map(str, known))}")
        if not 1 <= colour <= len(COLOURS):
            raise InputError(f"{i!r} has the colour {colour}, but there are colours 1 to {len(COLOURS)}")
