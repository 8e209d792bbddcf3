"""Coloured maps, and their constraint graphs."""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from ..errors import InputError
from .style import HATCHES, INK, MUTED, PALETTE, PAPER, axes

__all__ = ["AUSTRALIA", "coloured_map", "constraint_graph"]

Point = tuple[float, float]

COLOURS = tuple(PALETTE[name] for name in ("orange", "sky", "green", "yellow", "purple", "red", "blue"))
"""Colour k is drawn with the k-th colour and the k-th hatch, and its number is written."""

_NAMES: dict[str, Point] = {
    "WA": (122, -26),
    "NT": (133.4, -19.5),
    "SA": (134.5, -29),
    "Q": (145.2, -22.6),
    "NSW": (146.5, -32),
    "V": (144.5, -36.9),
    "T": (150.8, -42),
}
_PLACES: dict[str, Point] = {
    "WA": (0, 2.2),
    "NT": (1.6, 3.2),
    "SA": (1.8, 1.7),
    "Q": (3.4, 2.9),
    "NSW": (3.6, 1.4),
    "V": (2.6, 0.3),
    "T": (3.7, -0.2),
}
_N_WA: list[Point] = [(129, -14.9), (127.5, -14), (126, -14), (124.5, -16.2), (122.2, -18), (120.5, -19.8)]
_W_WA: list[Point] = [(117, -20.7), (114.2, -22), (113.5, -24.5), (114.2, -27.5), (115.7, -31.8), (115, -34.3)]
_S_WA: list[Point] = [(117.9, -35), (120, -33.9), (123.5, -33.9), (126, -32.3), (129, -31.6)]
_N_NT: list[Point] = [(138, -16.6), (135.5, -14.9), (136.8, -12.2), (132.6, -11.4), (130.6, -12.5), (129.6, -14.9)]
_S_SA: list[Point] = [(131.2, -31.5), (134.2, -33), (135.7, -34.8), (137.8, -32.7), (138.2, -35.5), (139.8, -37)]
_E_SA: list[Point] = [(141, -38.1), (141, -34), (141, -29), (141, -26)]
_N_Q: list[Point] = [(139.3, -17.5), (140.8, -17.5), (141.6, -13), (142.5, -10.8), (143.6, -14.2), (145.3, -15)]
_E_Q: list[Point] = [(146.2, -18.8), (149, -20.5), (150.8, -23.4), (153, -25.3), (153.5, -28.2)]
_Q_NSW: list[Point] = [(153.5, -28.2), (151.5, -28.9), (149, -28.8), (141, -29)]
_MURRAY: list[Point] = [(141, -34), (143, -34.8), (145, -35.9), (148, -36.2), (150, -37.5)]
_E_NSW: list[Point] = [(150.2, -36), (151.5, -33.2), (153, -31), (153.5, -28.2)]
_S_V: list[Point] = [(147.8, -38), (146.3, -39), (144.8, -38.1), (143.5, -38.8), (141, -38.1)]

AUSTRALIA: dict[str, tuple[list[Point], Point]] = {
    "WA": ([(129, -26), *_N_WA, *_W_WA, *_S_WA], _NAMES["WA"]),
    "NT": ([(129, -26), (138, -26), *_N_NT, (129, -14.9)], _NAMES["NT"]),
    "SA": ([(129, -31.6), *_S_SA, *_E_SA, (138, -26), (129, -26)], _NAMES["SA"]),
    "Q": ([(138, -26), (138, -16.6), *_N_Q, *_E_Q, *_Q_NSW, (141, -26)], _NAMES["Q"]),
    "NSW": ([*_MURRAY, *_E_NSW, *_Q_NSW[1:]], _NAMES["NSW"]),
    "V": ([*_MURRAY, *_S_V], _NAMES["V"]),
    "T": ([(144.7, -40.7), (148.2, -40.9), (148.2, -42.2), (147, -43.6), (145.7, -42.8)], _NAMES["T"]),
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
