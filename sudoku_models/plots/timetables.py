"""A timetable: slots as rows, rooms as columns, and the lessons in them."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from .style import INK, MUTED, PALETTE, axes

__all__ = ["timetable"]

HATCHES = ("", "///", "...", "xxx", "\\\\\\", "ooo", "+++")


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
