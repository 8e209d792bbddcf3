"""The pictures of the page of results: a colour is a solver and a mark a formulation, the same in all of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from evidence import against_effort
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from sudoku_models.benchmark.bootstrap import of_median
from sudoku_models.benchmark.comparisons import MEASUREMENT, by_puzzle, finished
from sudoku_models.plots.style import MUTED, PALETTE, log_axis, seconds

SOLVERS = {"choco": "Choco", "cpsat": "CP-SAT", "cadical": "CaDiCaL", "highs": "HiGHS"}
COLOURS = {"choco": "red", "cpsat": "blue", "cadical": "green", "highs": "purple", "pulp:HiGHS": "orange"}
MARKS = {"all_different": "o", "assignment": "s", "assignment_reduced": "D", "pairwise": "v"}
WORDS = {
    "all_different": "all-different",
    "assignment": "assignment",
    "assignment_reduced": "reduced assignment",
    "pairwise": "pairwise",
    "engine-search": "own search",
    "enumerate": "enumeration",
    "cuts": "cuts",
    "partition": "partition",
}
OPEN = {"marker": "^", "markersize": 7, "markerfacecolor": "white"}
"""The mark of open cases."""


def short(configuration: str) -> str:
    """The name of a configuration in words, without the library through which a solver is called."""
    parts = [part for each in configuration.split(" x ") for part in each.split(", ")]
    solver = next((SOLVERS[part] for part in parts if part in SOLVERS), "PuLP alone")
    formulation, *others = [WORDS[part] for part in parts if part in WORDS]
    return ", ".join([formulation, solver, *others])


def look(configuration: str) -> dict[str, Any]:
    """The colour and the mark of a configuration."""
    formulation = configuration.split(" x ")[0].split(",")[0]
    return {"color": PALETTE[COLOURS[_solver(configuration)]], "marker": MARKS[formulation], "markersize": 5}


def _solver(configuration: str) -> str:
    return configuration.split(" x ")[-1].split(",")[0]


def bounds(rows: pd.DataFrame) -> pd.DataFrame:
    """The bounds of all of the time of each puzzle, `least` and `most`, on the rows of one configuration."""
    most = finished(rows, "proved")
    table = pd.DataFrame({"least": most.where(np.isfinite(most), rows["time_limit"]), "most": most})
    return by_puzzle(table.set_axis(pd.MultiIndex.from_frame(rows[["corpus", *MEASUREMENT]])))


def draw_times(rows: pd.DataFrame, strata: Sequence[str]) -> Figure:
    """A panel for each stratum: the median time of each configuration with its interval, and how many are open."""
    rows = rows[rows["corpus"].isin(strata)]
    solvers, names = [*COLOURS], rows["configuration"].unique()
    names = sorted(names, key=lambda name: (solvers.index(_solver(name)), name), reverse=True)
    columns = len(strata) if len(strata) <= 5 else (len(strata) + 1) // 2
    lines = -(-len(strata) // columns)
    size = (10, lines * (0.24 * len(names) + 0.75))
    figure, grid = plt.subplots(lines, columns, figsize=size, layout="constrained", sharex=True, sharey=True)
    panels, right, left = np.ravel(grid), None, np.inf
    for ax, stratum in zip(panels, strata, strict=False):
        of = rows[rows["corpus"] == stratum]
        limit = float(of["time_limit"].max())
        for y, name in enumerate(names):
            times = bounds(of[of["configuration"] == name])
            if times.empty:
                continue
            least, most = (times[end].to_numpy(float) for end in ("least", "most"))
            low, high = of_median([0] * len(times), least, most)
            median, left = np.median(most), np.nanmin([left, low, np.median(least)])
            ax.plot([low, min(high, limit)], [y, y], color=look(name)["color"], linewidth=1.5)
            if median < np.inf:
                ax.plot(median, y, **look(name))
            if number := int(np.isinf(most).sum()):
                ax.plot(limit, y, **look(name) | OPEN)
                beside = {"xytext": (7, -2.5), "textcoords": "offset points", "fontsize": 7}
                ax.annotate(f"{number} of {len(most)} open", (limit, y), **beside)
        ax.set_title(stratum, fontsize=9)
        if np.isinf(finished(rows, "proved")).any():
            ax.axvline(limit, color=MUTED, linewidth=0.8, linestyle=":")
            right = limit * 30
        _plain(ax)
    for ax in panels:
        ax.set_xscale("log")
        ax.set_xlim(left / 1.5, right)
        ax.xaxis.set_major_locator(LogLocator(numticks=4 if columns > 2 else 6))
        ax.xaxis.set_major_formatter(seconds)
        ax.minorticks_off()
    for ax in panels[len(strata) :]:
        ax.set_visible(False)
    panels[0].set_yticks(range(len(names)), [short(name) for name in names])
    figure.supxlabel("median time until the proof", fontsize=9)
    return figure


def draw_effort(
    rows: pd.DataFrame, panels: Mapping[str, Sequence[str]], names: Sequence[str], base: str, effort: pd.Series
) -> Figure:
    """The time of configurations over that of another one against the search effort of the puzzles, with bands."""
    figure, axes = plt.subplots(1, len(panels), figsize=(10, 3.4), layout="constrained", sharey=True)
    for ax, (title, strata) in zip(axes, panels.items(), strict=True):
        of = rows[rows["corpus"].isin(strata)]
        ax.axhline(1, color=look(base)["color"], linewidth=1.2, label=f"{short(base)} = 1")
        for name in names:
            curve = against_effort(of, name, base, "proved", effort, least=15, draws=1_000)
            low, high = (curve[end].replace(np.inf, np.nan) for end in ("ratio_low", "ratio_high"))
            colour = look(name)["color"]
            top = high.fillna(1e3)
            ax.fill_between(curve["effort"], low, top, color=colour, alpha=0.15, linewidth=0)
            ax.plot(curve["effort"], curve["ratio"], label=short(name), linewidth=1.3, **look(name))
            is_bound = curve["ratio"] < curve["ratio_at_most"]
            ax.plot(curve["effort"][is_bound], curve["ratio"][is_bound], linestyle="", color=colour, **OPEN)
        ax.set_xscale("symlog", linthresh=1, linscale=0.4)
        ax.set_yscale("log")
        ax.set_xlim(-0.3, None)
        ticks = [0, *(10**k for k in range(1, 7) if 10**k < ax.get_xlim()[1])]
        ax.set_xticks(ticks, ["presolved", *(f"{tick:,}" for tick in ticks[1:])])
        ax.minorticks_off()
        ax.set_title(title, fontsize=9)
        _plain(ax)
    low, high = axes[0].get_ylim()
    axes[0].set_ylim(max(low, 0.02), min(high, 300))
    log_axis(axes[0].yaxis, lambda value, _: f"{value:g}x")
    axes[0].set_ylabel("time, over CP-SAT", fontsize=9)
    figure.supxlabel("search effort: conflicts", fontsize=9)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4, frameon=False, fontsize=8)
    return figure


def _plain(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
