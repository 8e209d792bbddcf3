"""Figures of classic problems: queens, coloured maps, a timetable, the schedule of a league, the plan of a workshop."""

import json
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Polygon, Rectangle
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from ..errors import InputError
from ..puzzles.corpora import data_folder
from .style import HATCHES, INK, MUTED, PALETTE, PAPER, axes


def queens(
    placed: Mapping[int, int] | Collection[tuple[int, int]], ax: Axes | None = None, size: int | None = None
) -> Axes:
    """A chessboard with queens.

    Args:
        placed: Row -> the column of its queen, both counted from 1; or the squares (row, column) of the queens.
        ax: Where to draw; a new figure when left out.
        size: The number of rows; the number of queens when left out.

    Returns:
        The axes. Two queens that attack each other are joined by a thick line, and drawn hollow.

    >>> import matplotlib.pyplot as plt
    >>> ax = queens({1: 2, 2: 4, 3: 1, 4: 3})
    >>> len(ax.get_lines())  # no two of them attack each other
    0
    >>> len(queens({1: 1, 2: 2, 3: 3}).get_lines())
    3
    >>> len(queens([(1, 1), (1, 3)], size=4).get_lines())
    1
    >>> plt.close("all")
    """
    squares = list(placed.items()) if isinstance(placed, Mapping) else sorted(placed)
    n = len(squares) if size is None else size
    ax = axes(ax, max(1.6, 0.34 * n), max(1.6, 0.34 * n))
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            shade = "#e4e4e4" if (r + c) % 2 else "#ffffff"
            ax.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, facecolor=shade, edgecolor="none"))
    ax.add_patch(Rectangle((0.5, 0.5), n, n, fill=False, edgecolor=INK, linewidth=1))
    attacked = set()
    for one, other in combinations(squares, 2):
        (r, c), (s, e) = one, other
        if r == s or c == e or abs(c - e) == abs(r - s):
            attacked |= {one, other}
            ax.plot([c, e], [r, s], color=PALETTE["red"], linewidth=3, solid_capstyle="round", alpha=0.8)
    for r, c in squares:
        ax.add_patch(_queen(r, c, PAPER if (r, c) in attacked else INK))
    ax.set(xlim=(0.4, n + 0.6), ylim=(n + 0.6, 0.4), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def _queen(row: int, column: int, fill: str) -> PathPatch:
    """The chess piece as a shape, so that it grows with the board."""
    shape = TextPath((0, 0), "♛", size=1)
    box = shape.get_extents()
    place = Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2).scale(0.95, -0.95)
    place.translate(column, row)
    return PathPatch(place.transform_path(shape), facecolor=fill, edgecolor=INK, linewidth=0.6, zorder=3)


def timetable(
    placed: Mapping[Any, tuple[Hashable, Hashable]],
    slots: Sequence[Hashable],
    rooms: Sequence[Hashable],
    groups: Mapping[Any, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the lessons of a timetable.

    Args:
        placed: Lesson -> its slot and its room. Lessons in the same slot and room are drawn together, in a thick frame.
        slots: The slots, from the first to the last.
        rooms: The rooms, from left to right.
        groups: Lesson -> its group, such as the class, which determines its colour and hatch.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = timetable({"art": (1, "hall"), "maths": (2, "hall")}, [1, 2], ["hall", "lab"])
    >>> sorted(text.get_text() for text in ax.texts)
    ['art', 'maths']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 1.2 + 1.5 * len(rooms), 0.6 + 0.45 * len(slots))
    groups = groups or {}
    kinds = sorted(set(groups.values()))
    at: defaultdict[tuple[int, int], list[Any]] = defaultdict(list)
    for lesson, (slot, room) in placed.items():
        at[slots.index(slot), rooms.index(room)].append(lesson)
    for row in range(len(slots)):
        for column in range(len(rooms)):
            ax.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor=MUTED, linewidth=0.6))
    for (row, column), lessons in at.items():
        height = 0.88 / len(lessons)
        for k, lesson in enumerate(lessons):
            kind = kinds.index(groups[lesson]) if lesson in groups else None
            style: dict[str, Any] = {"facecolor": "#f2f2f2"}
            if kind is not None:
                style = {
                    "facecolor": list(PALETTE.values())[(kind + 1) % len(PALETTE)] + "55",
                    "hatch": HATCHES[kind % len(HATCHES)],
                }
            top = row + 0.06 + k * height
            thick = 3.0 if len(lessons) > 1 else 0.8
            box = Rectangle((column + 0.04, top), 0.92, height, edgecolor=MUTED, linewidth=0.0, **style)
            ax.add_patch(box)
            edge = PALETTE["red"] if len(lessons) > 1 else INK
            ax.add_patch(Rectangle((column + 0.04, top), 0.92, height, fill=False, edgecolor=edge, linewidth=thick))
            ax.text(
                column + 0.5, top + height / 2, str(lesson), ha="center", va="center", fontsize=8.5, color=INK,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.2},
            )  # fmt: skip
    ax.set(xlim=(-0.01, len(rooms) + 0.01), ylim=(len(slots) + 0.02, -0.02))
    ax.set_xticks([k + 0.5 for k in range(len(rooms))], [str(room) for room in rooms])
    ax.set_yticks([k + 0.5 for k in range(len(slots))], [str(slot) for slot in slots])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def home_away(matches: Iterable[tuple[int, str, str]], ax: Axes | None = None) -> Axes:
    """Draw who plays at home when.

    A thick line between two columns marks a break: two home matches, or two away matches, one after the other. The
    number of a team's breaks stands at the end of its row.

    Args:
        matches: The round (from 1), the home team and the away team of each match.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = home_away([(1, "Linz", "Graz"), (2, "Linz", "Graz")])
    >>> [text.get_text() for text in ax.texts if text.get_text().isdigit()]
    ['1', '1']
    >>> plt.close(ax.figure)
    """
    matches = list(matches)
    at_home = {(home, k): True for k, home, _ in matches} | {(away, k): False for k, _, away in matches}
    teams, last = sorted({team for team, _ in at_home}), max(k for k, _, _ in matches)
    ax = axes(ax, 2.2 + 0.3 * last, 0.7 + 0.3 * len(teams))
    for row, team in enumerate(teams):
        for k in range(1, last + 1):
            _match(ax, k, row, at_home.get((team, k)))
        breaks = [k for k in range(2, last + 1) if at_home.get((team, k)) is at_home.get((team, k - 1)) is not None]
        for k in breaks:
            ax.plot([k - 0.5, k - 0.5], [row - 0.42, row + 0.42], color=PALETTE["red"], linewidth=4)
        ax.text(last + 0.75, row, str(len(breaks)), va="center", fontsize=9, color=INK)
    ax.set(xlim=(0.4, last + 1.3), ylim=(len(teams) - 0.4, -0.6))
    ax.set_xticks(range(1, last + 1), [str(k) for k in range(1, last + 1)], fontsize=8)
    ax.set_yticks(range(len(teams)), teams, fontsize=9)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _match(ax: Axes, k: int, row: int, at_home: bool | None) -> None:
    """A filled cell with an H for a home match, an empty one for an away match."""
    if at_home is None:
        return
    colour = PALETTE["blue"] + "66" if at_home else "none"
    ax.add_patch(Rectangle((k - 0.46, row - 0.42), 0.92, 0.84, facecolor=colour, edgecolor=MUTED, linewidth=0.5))
    if at_home:
        ax.text(k, row, "H", ha="center", va="center", fontsize=8, color=INK)


def gantt(
    bars: Iterable[tuple[Hashable, float, float, Hashable]],
    rows: Sequence[Hashable] | None = None,
    ax: Axes | None = None,
    end: float | None = None,
) -> Axes:
    """Draw a Gantt chart: a row for each machine, a bar for each step from its start to its end.

    Args:
        bars: The row, the start, the duration and the job of each step. A job has a colour and a hatch, and its name is
            written into its bars. Bars of one row that overlap have a thick frame.
        rows: The rows from top to bottom; by default those of the bars, sorted.
        ax: Where to draw; a new figure when left out.
        end: Draws a dashed line at this time, such as a deadline.

    >>> import matplotlib.pyplot as plt
    >>> ax = gantt([("saw", 0, 3, "A"), ("saw", 3, 2, "B"), ("drill", 3, 4, "A")])
    >>> [text.get_text() for text in ax.texts], [patch.get_linewidth() for patch in ax.patches]
    (['A', 'B', 'A'], [0.8, 0.8, 0.8])
    >>> [patch.get_linewidth() for patch in gantt([(1, 0, 3, "A"), (1, 2, 2, "B")]).patches]
    [2.5, 2.5]
    >>> plt.close("all")
    """
    bars = list(bars)
    names = sorted({row for row, *_ in bars}, key=str) if rows is None else list(rows)
    jobs = sorted({job for *_, job in bars}, key=str)
    last = max([start + duration for _, start, duration, _ in bars] + ([] if end is None else [end]), default=1)
    ax = axes(ax, 7.2, 0.7 + 0.34 * len(names))
    for k, (row, start, duration, job) in enumerate(bars):
        clash = any(
            at == row and start < begin + length and begin < start + duration
            for other, (at, begin, length, _) in enumerate(bars)
            if other != k
        )
        kind, y = jobs.index(job), names.index(row)
        colour = list(PALETTE.values())[(kind + 1) % len(PALETTE)] + ("55" if not clash else "33")
        edge, width = (PALETTE["red"], 2.5) if clash else (INK, 0.8)
        look: dict[str, Any] = {
            "facecolor": colour,
            "edgecolor": edge,
            "linewidth": width,
            "hatch": HATCHES[kind % len(HATCHES)],
        }
        ax.add_patch(Rectangle((start, y - 0.4), duration, 0.8, **look))
        box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
        ax.text(start + duration / 2, y, str(job), ha="center", va="center", fontsize=8, color=INK, bbox=box)
    if end is not None:
        ax.axvline(end, color=PALETTE["red"], linestyle="--", linewidth=1.2)
    ax.set(xlim=(0, last * 1.02), ylim=(len(names) - 0.4, -0.6), xlabel="time")
    ax.set_yticks(range(len(names)), [str(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    return ax


def resource_profile(
    tasks: Iterable[tuple[float, float, float]], capacity: float, ax: Axes | None = None, what: str = "demand"
) -> Axes:
    """Draw how much of a resource the tasks need at each time, and its capacity as a dashed line.

    Args:
        tasks: The start, the duration and the demand of each task.
        capacity: How much there is.
        ax: Where to draw; a new figure when left out.
        what: The label of the vertical axis.

    >>> import matplotlib.pyplot as plt
    >>> ax = resource_profile([(0, 3, 2), (1, 4, 1)], 3)
    >>> steps, _ = ax.patches[0].get_data()[:2]
    >>> list(map(float, steps))
    [2.0, 3.0, 1.0]
    >>> plt.close("all")
    """
    tasks = list(tasks)
    times = sorted({t for start, duration, _ in tasks for t in (start, start + duration)})
    needed = [sum(need for start, duration, need in tasks if start <= t < start + duration) for t in times[:-1]]
    ax = axes(ax, 7.2, 1.5)
    ax.stairs(needed, times, fill=True, facecolor=PALETTE["sky"] + "88", edgecolor=INK, linewidth=0.8)
    ax.axhline(capacity, color=PALETTE["red"], linestyle="--", linewidth=1.2)
    ax.set(xlim=(0, max(times) * 1.02), ylim=(0, 1.15 * max(capacity, *needed)), xlabel="time", ylabel=what)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


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
