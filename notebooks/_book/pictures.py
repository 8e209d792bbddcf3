"""The pictures of the page of results; each function draws the rows of a study."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from sudoku_models.benchmark.comparisons import finished
from sudoku_models.plots.scale import Panel, scale
from sudoku_models.plots.style import COLOURS, HATCHES, INK, MARKERS, limit_line, log_axis, seconds

PARTS = {
    "state the model": ("build_seconds", "rewrite_seconds"),
    "pass it on": ("translate_seconds",),
    "solver, to solve and to prove": ("solver_seconds",),
    "cut, and check the answers": (),
}
"""The parts of all of the time; the last one is what remains."""


def short(configuration: str) -> str:
    """The name of a configuration, without the library where it is PuLP."""
    return configuration.replace(" x pulp", "").replace(" x cpsat x cpsat", " x cpsat").replace(" x ", ", ")


def parts(rows: pd.DataFrame) -> pd.DataFrame:
    """The median over the puzzles of each part of the time: a row for each configuration, the fastest first."""
    proved = rows[rows["proved"].astype(bool)]
    table = pd.DataFrame({name: proved[[*columns]].fillna(0.0).sum(axis=1) for name, columns in PARTS.items()})
    table[[*PARTS][-1]] = proved["proved_seconds"] - table.sum(axis=1)
    names = [proved["configuration"], proved["corpus"], proved["puzzle"]]
    medians = table.astype(float).groupby(names).median().groupby(level=0).median()
    return medians.loc[medians.sum(axis=1).sort_values().index]


def draw_parts(rows: pd.DataFrame) -> Figure:
    """Bars: where the time of each configuration goes; in milliseconds."""
    table = 1000 * parts(rows)
    figure, ax = plt.subplots(figsize=(9, 0.26 * len(table) + 0.9), layout="constrained")
    left = np.zeros(len(table))
    for k, name in enumerate(table):
        ax.barh(
            range(len(table)),
            table[name],
            left=left,
            label=name,
            color=COLOURS[k],
            hatch=HATCHES[k],
            edgecolor="white",
            linewidth=0.5,
        )
        left += table[name].to_numpy()
    ax.set(xlabel="milliseconds", xlim=(0, None), ylim=(len(table) - 0.4, -0.6))
    ax.set_yticks(range(len(table)), [short(name) for name in table.index], fontsize=8)
    ax.legend(frameon=False, fontsize=8, loc="upper right")
    _plain(ax)
    return figure


def draw_medians(rows: pd.DataFrame, corpora: Sequence[str]) -> Figure:
    """A line for each configuration: its median time on each of several corpora; open triangles did not end."""
    figure, ax = plt.subplots(figsize=(9, 4.4), layout="constrained")
    medians = pd.DataFrame({corpus: median(rows[rows["corpus"] == corpus]) for corpus in corpora})
    limit = float(rows.loc[rows["corpus"].isin(corpora), "time_limit"].max())
    _lines(ax, medians, range(len(corpora)), limit)
    ax.set_xticks(range(len(corpora)), [each.replace(", ", "\n") for each in corpora], fontsize=8)
    ax.set_ylabel("median time until the proof")
    _legend(figure, ax)
    return figure


def draw_counts(rows: pd.DataFrame) -> Figure:
    """The time to count against the number of solutions."""
    figure, ax = plt.subplots(figsize=(9, 4.2), layout="constrained")
    number = rows.groupby(["corpus", "puzzle"])["solutions"].max().astype(float)
    table = rows.assign(seconds=finished(rows, "proved").replace(np.inf, np.nan).fillna(rows["time_limit"]))
    medians = table.groupby(["configuration", "corpus", "puzzle"])["seconds"].median().unstack(0)
    medians = medians.groupby(number.reindex(medians.index).to_numpy()).median()
    _lines(ax, medians.T, [*medians.index], float(rows["time_limit"].max()))
    ax.set(xscale="log", xlabel="solutions", ylabel="time to count them")
    log_axis(ax.xaxis, lambda value, _: f"{value:g}")
    _legend(figure, ax)
    return figure


def relative(rows: pd.DataFrame, corpora: Sequence[str]) -> pd.DataFrame:
    """The geometric mean of the solver's time over that of the fastest configuration of each corpus."""
    means = pd.DataFrame({corpus: mean(rows[rows["corpus"] == corpus], "solver") for corpus in corpora})
    table = means / means.min()
    return table.loc[np.log(table).mean(axis=1).sort_values().index]


def draw_ranks(rows: pd.DataFrame, corpora: Sequence[str]) -> Figure:
    """A table in colours: how many times as long as the fastest each configuration takes on each problem."""
    table = relative(rows, corpora)
    figure, ax = plt.subplots(figsize=(9, 0.34 * len(table) + 0.8), layout="constrained")
    ax.imshow(np.log10(table), cmap="Blues", aspect="auto", vmin=0, vmax=4)
    for (row, column), value in np.ndenumerate(table.to_numpy()):
        text = f"{value:.1f}" if value < 9.95 else f"{value:,.0f}"
        colour = "white" if value > 300 else INK
        ax.text(column, row, text, ha="center", va="center", fontsize=8, color=colour)
    ax.set_yticks(range(len(table)), [short(name) for name in table.index], fontsize=8)
    ax.set_xticks(range(len(corpora)), [each.replace(" ", "\n") for each in corpora], fontsize=8)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return figure


def draw_growth(rows: pd.DataFrame) -> Figure:
    """The time until the proof against the size of the board."""
    table = costs(rows)
    found = table.assign(value=table["processor_seconds"]).groupby("corpus", sort=False)
    panels = [Panel(f"{corpus} boards", part, limit=float(part["time_limit"].max())) for corpus, part in found]
    figure = scale(panels)
    figure.axes[0].set_ylabel("processor time until the proof")
    for ax in figure.axes[: len(panels)]:
        ax.set_xlabel("size of the board")
    return figure


def costs(rows: pd.DataFrame) -> pd.DataFrame:
    """The median processor time of each configuration on boards of each size; open where half did not end or more."""
    ended = rows.assign(is_ended=np.isfinite(finished(rows, "proved")))
    groups = ended.groupby(["corpus", "time_limit", "configuration", "formulation", "size"], sort=False)
    table = groups.agg(processor_seconds=("processor_seconds", "median"), is_ended=("is_ended", "mean")).reset_index()
    return table.assign(engine=table["configuration"].str.split(" x ", n=1).str[1], is_open=table["is_ended"] <= 0.5)


def median(rows: pd.DataFrame, measure: str = "proved") -> pd.Series:
    """The median over the puzzles of the time of each configuration; infinite where it is open."""
    times = rows.assign(seconds=finished(rows, measure))
    return times.groupby(["configuration", "corpus", "puzzle"])["seconds"].median().groupby(level=0).median()


def mean(rows: pd.DataFrame, measure: str = "proved") -> pd.Series:
    """The geometric mean over all rows for each configuration; an open case counts with its limit."""
    times = finished(rows, measure)
    times = times.where(np.isfinite(times), rows["time_limit"])
    return np.exp(np.log(times).groupby(rows["configuration"]).mean())


def _lines(ax: Any, table: pd.DataFrame, x: Sequence[float], limit: float) -> None:
    """A line for each configuration, in the order of their names, so that all panels have the same colours."""
    for k, name in enumerate(sorted(table.index)):
        y = table.loc[name].to_numpy(float)
        look = {"color": COLOURS[k % len(COLOURS)], "marker": MARKERS[k % len(MARKERS)], "markersize": 4.5}
        dash = ("-", "--", ":")[k // len(COLOURS) % 3]
        ax.plot(x, np.minimum(y, limit), label=short(name), linewidth=1.2, linestyle=dash, **look)
        is_open = np.isinf(y)
        ax.plot(np.array(x)[is_open], np.full(is_open.sum(), limit), "^", mfc="white", mec=look["color"], ms=8)
    ax.set_yscale("log")
    log_axis(ax.yaxis, seconds)
    limit_line(ax, limit)
    _plain(ax)


def _legend(figure: Figure, ax: Any) -> None:
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right upper", frameon=False, fontsize=8)


def _plain(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
