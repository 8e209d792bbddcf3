"""The strength of inference methods: the share of the puzzles that each finishes, and what that costs."""

import math
from collections.abc import Iterable, Sequence
from statistics import mean
from typing import Any

from matplotlib.axes import Axes

from ..errors import InputError
from ..inference.methods import Method
from ..inference.strength import MethodResult, StrengthComparison
from .style import COLOURS, INK, MARKERS, MUTED, PALETTE, PAPER, axes, log_axis

PANELS = {
    "rules": "Propagation",
    "consistency": "Propagation",
    "unit propagation": "Unit propagation of clauses",
    "linear relaxation": "Linear relaxations",
    "presolve": "Presolve and trials",
    "trials": "Presolve and trials",
}
"""The panel of each family of methods."""
GAP = 1.5
"""Between two panels, in rows; the heading of the panel is there."""
COLUMN = 28.0
"""The width of a column of the table, on the scale of the shares."""
INCH = 0.021
"""The inches of one per cent."""
FAINT = "#e4e4e4"


def strength(results: StrengthComparison | Sequence[StrengthComparison], ax: Axes | None = None) -> Axes:
    """Draw the share of the puzzles that each inference method finishes without search, a line for each corpus.

    The methods stand in panels (propagation, clauses, linear relaxations, presolve and trials), ordered by the mean of
    their shares. A dashed end reaches to the share if the method finished every puzzle for which this is unknown.
    Beside the lines are the same shares in numbers, and the median milliseconds for a puzzle, with ">" where it is a
    lower bound because of the time limit.

    Args:
        results: The result of `inference.strength.strength`, or several: one for each corpus. A method that one of
            them lacks is left blank there.
        ax: Where to draw; None for a new figure.

    Returns:
        The axes. Its horizontal scale is percent up to 100; the table is to the right of that.

    Raises:
        InputError: When there is no result, more than there are markers, or none has a method.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.inference.strength import strength as compare
    >>> ax = strength([compare(name, ["naked", "hidden", "locked"]) for name in ("easy50", "hardest11")])
    >>> [text.get_text() for text in ax.texts if text.get_text().endswith("%")]
    ['24 %', '80 %', '88 %', '0 %', '9 %', '27 %']
    >>> plt.close(ax.figure)
    """
    drawn = [results] if isinstance(results, StrengthComparison) else list(results)
    panels = _panels(drawn)
    if not panels:
        raise InputError("there is no inference method to draw")
    if len(drawn) > len(COLOURS):
        raise InputError(f"there are markers for {len(COLOURS)} corpora, not for {len(drawn)}")
    right = 100 + 2 * COLUMN * (len(drawn) + 0.35)
    height, headings, lowest = _heights(panels.values())
    ax = axes(ax, 2.6 + INCH * right, 1.2 + 0.27 * lowest)
    _frame(ax, panels.values(), height, (right, lowest))
    for title, y in zip(panels, headings, strict=True):
        ax.text(-4, y, title, ha="right", va="center", fontsize=9.5, fontweight="bold", color=INK)
    lanes = 0.62 / max(2, len(drawn))
    for k, each in enumerate(drawn):
        look = {"color": COLOURS[k], "marker": MARKERS[k]}
        share = 100 + COLUMN * (k + 0.8)
        cost = share + COLUMN * (len(drawn) + 0.35)
        for x in (share, cost):
            _head(ax, x, each, look)
        for row in each:
            if row.method.name not in height:
                continue
            middle = height[row.method.name]
            _lane(ax, row, middle + lanes * (k - (len(drawn) - 1) / 2), look)
            _number(ax, share, middle, row.percent().replace(" to ", "-"), row.most == 0, row.share == 1)
            _number(ax, cost, middle, _milliseconds(*row.median_ms))
    for first, title in ((0, "share finished"), (len(drawn) + 0.35, "median ms a puzzle")):
        middle = 100 + COLUMN * (first + (len(drawn) + 0.6) / 2)
        ax.text(middle, -3.75, title, ha="center", va="center", fontsize=9, color=MUTED, style="italic")
    return ax


def _panels(drawn: Sequence[StrengthComparison]) -> dict[str, list[Method]]:
    """The methods of the results by the title of their panel, from weak to strong."""
    shares: dict[Method, list[float]] = {}
    for each in drawn:
        for row in each:
            shares.setdefault(row.method, []).append(row.share)
    found: dict[str, list[Method]] = {title: [] for title in PANELS.values()}
    for method in sorted(shares, key=lambda method: mean(shares[method])):
        found[PANELS[method.family]].append(method)
    return {title: methods for title, methods in found.items() if methods}


def _heights(panels: Iterable[list[Method]]) -> tuple[dict[str, float], list[float], float]:
    """The vertical positions from the top down: of methods, of headings, and the lowest one."""
    height: dict[str, float] = {}
    headings: list[float] = []
    y = 0.0
    for methods in panels:
        headings.append(y - 1)
        for method in methods:
            height[method.name] = y
            y += 1
        y += GAP
    return height, headings, y - GAP - 1


def _frame(ax: Axes, panels: Iterable[list[Method]], height: dict[str, float], size: tuple[float, float]) -> None:
    """The grid lines, without the usual frame of the axes."""
    right, lowest = size
    titles = [method.title for methods in panels for method in methods]
    ax.set(xlim=(-3, right), ylim=(lowest + 0.7, -4.1), yticks=list(height.values()))
    ax.set_yticklabels(titles, color=INK, fontsize=9)
    ax.set_xticks(range(0, 101, 25), [f"{share} %" for share in range(0, 101, 25)], fontsize=9, color=INK)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.hlines(list(height.values()), 0, 100, color=FAINT, linewidth=0.8, zorder=0)
    ax.hlines([y + 0.5 for y in height.values()], 100 + COLUMN * 0.3, right, color=FAINT, linewidth=0.6, zorder=0)
    for methods in panels:
        top, bottom = height[methods[0].name] - 0.5, height[methods[-1].name] + 0.5
        for share in range(0, 101, 25):
            width = 1.0 if share in (0, 100) else 0.5
            ax.vlines(share, top, bottom, color=MUTED, linewidth=width, alpha=0.7, zorder=0)


def _head(ax: Axes, x: float, each: StrengthComparison, look: dict[str, Any]) -> None:
    """The head of a column, with the marker of its corpus: the table is the legend."""
    size = f"{len(each.puzzles):,}" + (f" of {each.of:,}" if len(each.puzzles) < each.of else "")
    ax.plot([x], [-2.9], linestyle="", markersize=6, markeredgecolor=INK, markeredgewidth=0.6, clip_on=False, **look)
    place: dict[str, Any] = {"ha": "center", "va": "center"}
    ax.text(x, -2.1, each.name, fontsize=8.5, color=INK, **place)
    ax.text(x, -1.4, size, fontsize=7.5, color=MUTED, **place)


def _lane(ax: Axes, row: MethodResult, y: float, look: dict[str, Any]) -> None:
    line: dict[str, Any] = {"color": look["color"], "linewidth": 1.4, "solid_capstyle": "butt", "zorder": 2}
    ax.plot([0, 100 * row.share], [y, y], **line)
    marker: dict[str, Any] = {"markersize": 4.6, "markeredgewidth": 0.6, "markeredgecolor": INK, "zorder": 3, **look}
    ax.plot([100 * row.share], [y], linestyle="", clip_on=False, label=f"_{row.method.name}", **marker)
    if row.not_known:
        ax.plot([100 * row.share, 100 * row.most], [y, y], **{**line, "linestyle": (0, (1.5, 1)), "linewidth": 0.9})
        ax.plot([100 * row.most], [y], linestyle="", clip_on=False, **{**marker, "markerfacecolor": PAPER})


def _number(ax: Axes, x: float, y: float, text: str, is_nothing: bool = False, is_all: bool = False) -> None:
    weight = "bold" if is_all else "normal"
    place: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 8.5, "fontweight": weight}
    ax.text(x, y, text, color=MUTED if is_nothing else INK, **place)


def _milliseconds(ms: float, is_bound: bool = False) -> str:
    return "> " * is_bound + (f"{ms:.1f}" if ms < 10 else f"{ms:,.0f}")


NEAR = 0.12, 0.04
"""Points closer than this, in decades of time and in shares, have one label."""
FASTEST = 0.01
"""Milliseconds; less would be noise of the clock."""


def prices(compared: StrengthComparison, ax: Axes | None = None) -> Axes:
    """Draw what share of the puzzles each method finishes, and its mean processor time for a puzzle.

    A step joins the methods that no other one beats, the Pareto front; the others are crosses. Methods at nearly the
    same place have one label, and those that finish nothing have none.

    Args:
        compared: The result of `inference.strength.strength`.
        ax: Where to draw; None for a new figure.

    Raises:
        InputError: When the result has no method.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.inference.strength import strength as compare
    >>> ax = prices(compare("easy50", ["naked", "hidden"], sample=10))
    >>> ax.get_xscale(), [text.get_text() for text in ax.texts]
    ('log', ['naked singles', '+ hidden singles'])
    >>> plt.close(ax.figure)
    """
    if not compared.rows:
        raise InputError("there is no inference method to draw")
    ax = axes(ax, 7.6, 4.4)
    front = compared.front()
    ax.set_xscale("log")
    x, y = [_ms(row) for row in front], [100 * row.share for row in front]
    ax.step(x, y, where="post", color=PALETTE["blue"], linewidth=1.4, zorder=1)
    ax.plot(x, y, "o", color=PALETTE["blue"], markeredgecolor=INK, markersize=6)
    others = [row for row in compared if row not in front]
    ax.plot([_ms(row) for row in others], [100 * row.share for row in others], "x", color=MUTED, markersize=6)
    for near in _groups([row for row in compared if row.finished]):
        _label(ax, near, any(row in front for row in near))
    if nothing := sum(not row.finished for row in compared):
        ax.text(0.01, 0.01, f"{nothing} finish nothing", transform=ax.transAxes, fontsize=9, color=MUTED)
    times = [_ms(row) for row in compared]
    decades = max(1.0, math.log10(max(times) / min(times)))  # the labels need room on either side
    ax.set_xlim(min(times) / 10 ** (0.45 * decades), max(times) * 10 ** (0.35 * decades))
    ax.set(xlabel="mean milliseconds of processor time for a puzzle", ylabel="% finished", ylim=(-14, 116))
    log_axis(ax.xaxis, "{x:g}")
    ax.set_title(compared.title, fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _label(ax: Axes, near: Sequence[MethodResult], is_best: bool) -> None:
    """The names of methods at one place: above the front on the left, or below it on the right, where no line is."""
    ax.annotate(
        "\n".join(row.method.title for row in near),
        (_ms(near[0]), 100 * near[0].share),
        (-7, 3) if is_best else (7, -3),
        textcoords="offset points",
        ha="right" if is_best else "left",
        va="bottom" if is_best else "top",
        fontsize=9,
        color=INK if is_best else MUTED,
    )


def _ms(row: MethodResult) -> float:
    return max(row.processor_ms, FASTEST)


def _groups(rows: Sequence[MethodResult]) -> list[list[MethodResult]]:
    """Rows at nearly the same place, from cheap to expensive."""
    groups: list[list[MethodResult]] = []
    for row in sorted(rows, key=_ms):
        for group in groups:
            decades = abs(math.log10(_ms(row) / _ms(group[-1])))
            if decades < NEAR[0] and abs(row.share - group[-1].share) < NEAR[1]:
                group.append(row)
                break
        else:
            groups.append([row])
    return groups
