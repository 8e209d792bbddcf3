"""The cost of counting, proofs and local search, by solve, solutions, size and step; distances between solutions."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from ..certificates import Certificate
from ..models.results import Count
from ..puzzles.puzzle import Grid
from .style import INK, MUTED, OPEN, PALETTE, PAPER, axes, log_axis, look, seconds, series

if TYPE_CHECKING:
    import pandas as pd


from ..inference.local_search import Approximation


def solve_times(counts: Mapping[str, Count], ax: Axes | None = None) -> Axes:
    """The time from one solution of a count to the next, against the number of solutions found before.

    Args:
        counts: The counts, by label.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, with milliseconds on a logarithmic scale. A star marks the claim that there are no more solutions.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, count_solutions
    >>> count = count_solutions(Puzzle.parse("..1.3....4....4."), "assignment", "pulp")
    >>> ax = solve_times({"plain cuts": count})
    >>> [len(line.get_xdata()) for line in ax.get_lines()]  # three solves, and the star on the last
    [3, 1]
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.5, 3.2)
    for k, (label, count) in enumerate(counts.items()):
        milliseconds = [1000 * seconds for seconds in count.seconds]
        ax.plot(range(len(milliseconds)), milliseconds, label=label, **series(k))
        if count.status == "exact":
            end: dict[str, Any] = {**look(k), "marker": "*", "markersize": 13, "markeredgecolor": INK}
            ax.plot([len(milliseconds) - 1], milliseconds[-1:], **end)
    ax.set(yscale="log", xlabel="solutions found before", ylabel="time to the next one (ms)")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    log_axis(ax.yaxis, "{x:g}")
    ax.grid(alpha=0.3)
    handles, _ = ax.get_legend_handles_labels()
    if any(count.status == "exact" for count in counts.values()):
        star = Line2D(
            [], [], linestyle="", marker="*", markersize=11, color=PAPER, markeredgecolor=INK, label="no more"
        )
        handles.append(star)
    ax.legend(handles=handles, frameon=False)
    return ax


def counting_times(table: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """The processor time of counts against the number of solutions, by method.

    Args:
        table: `method`, `solver`, `truth` (the number of solutions), `processor_seconds`, and `status`, "exact"
            for a count that ended.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, both on logarithmic scales. An open triangle is a count that reached its limit: its time is longer.

    >>> import matplotlib.pyplot as plt
    >>> import pandas as pd
    >>> times = {"truth": [2, 20], "processor_seconds": [0.1, 9.0], "status": ["exact", "at least"]}
    >>> ax = counting_times(pd.DataFrame({"method": "cuts", "solver": "highs", **times}))
    >>> [(line.get_label(), len(line.get_xdata())) for line in ax.get_lines()]
    [('cuts, highs', 1), ('_open', 1)]
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.5, 3.8)
    for k, ((method, solver), rows) in enumerate(table.groupby(["method", "solver"], sort=False)):
        rows = rows.sort_values("truth")
        ended = rows["status"] == "exact"
        known, left = rows[ended], rows[~ended]
        label = f"{method}, {solver}"
        ax.plot(known["truth"], known["processor_seconds"], label=label, **series(k))
        if len(left):
            ax.plot(left["truth"], left["processor_seconds"], label="_open", **{**look(k), **OPEN})
    ax.set(xscale="log", yscale="log", xlabel="solutions of the puzzle", ylabel="processor time of the count")
    log_axis(ax.yaxis, seconds)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.grid(alpha=0.3)
    handles, _ = ax.get_legend_handles_labels()
    if (table["status"] != "exact").any():
        handles.append(Line2D([], [], color=INK, label="stopped at the limit", **OPEN))
    ax.legend(handles=handles, frameon=False)
    return ax


def distances(grids: Iterable[Grid], ax: Axes | None = None) -> Axes:
    """Draw the distances of grids: for each number of cells, a bar for the pairs that differ in so many.

    Args:
        grids: Grids of one board, such as the solutions of a puzzle.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes; a dashed line marks 4, the smallest number of cells in which two solutions can differ.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, count_solutions
    >>> ax = distances(count_solutions(Puzzle.parse("..1.3....4....4."), "assignment", "pulp").grids)
    >>> [(round(bar.get_x() + bar.get_width() / 2), round(bar.get_height())) for bar in ax.patches]
    [(4, 1)]
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.5, 2.6)
    pairs = combinations(list(grids), 2)
    found = Counter(sum(a != b for a, b in zip(one.values, other.values, strict=True)) for one, other in pairs)
    ax.bar(list(found), list(found.values()), width=0.8, color=PALETTE["sky"], edgecolor=INK, linewidth=0.6)
    ax.axvline(3.5, color=MUTED, linewidth=1, linestyle="--")
    ax.set(
        xlabel="cells in which two solutions differ", ylabel="pairs of solutions", xlim=(0, max(found, default=4) + 1)
    )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def proof_sizes(certificates: Mapping[str, Iterable[Certificate]], ax: Axes | None = None) -> Axes:
    """Draw the size of each proof against the size of its formula.

    Args:
        certificates: Certificates, by the name of their group.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, both in kB on logarithmic scales. On the dashed line a proof is as long as its formula.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import certify
    >>> ax = proof_sizes({"4x4": [certify("small:1"), certify("small:2")]})
    >>> [len(points.get_offsets()) for points in ax.collections]
    [2]
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.2, 3.8)
    sizes: list[float] = []
    for k, (label, group) in enumerate(certificates.items()):
        pairs = [(len(each.formula) / 1000, len(each.proof) / 1000) for each in group]
        sizes += [kilobytes for kilobytes, _ in pairs]
        style: dict[str, Any] = {"s": 26, "edgecolors": INK, "linewidths": 0.5, **look(k)}
        ax.scatter([x for x, _ in pairs], [y for _, y in pairs], label=label, **style)
    span = [min(sizes, default=1), max(sizes, default=10)]
    ax.plot(span, span, color=MUTED, linewidth=0.9, linestyle="--", label="as long as its formula")
    ax.set(xscale="log", yscale="log", xlabel="formula (kB)", ylabel="proof (kB)")
    for axis in (ax.xaxis, ax.yaxis):
        log_axis(axis, "{x:g}")
    ax.grid(alpha=0.3)
    ax.legend(frameon=False)
    return ax


def descents(runs: Mapping[str, Approximation], lowest: bool = False, ax: Axes | None = None) -> Axes:
    """The cost against the number of steps, which is on a logarithmic scale.

    Args:
        runs: The runs, by label.
        lowest: The lowest cost so far, which never rises, in place of the cost of the current grid.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes; a star at cost 0 marks a solution, a cross the end of a run without one.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, local_search
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> ax = descents({f"seed {seed}": local_search(puzzle, seed=seed, max_steps=10_000) for seed in (1, 2)})
    >>> [line.get_label() for line in ax.get_lines() if not line.get_label().startswith("_")]
    ['seed 1', 'seed 2']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.5, 3.2)
    first = min((sample.steps for run in runs.values() for sample in run.samples if sample.steps), default=1)
    for k, (label, run) in enumerate(runs.items()):
        steps = [max(sample.steps, 0.7 * first) for sample in run.samples]  # a logarithmic scale has no 0
        costs = [sample.lowest if lowest else sample.cost for sample in run.samples]
        ax.step(steps, costs, where="post", label=label, **{**series(k), "marker": ""})
        end = {**look(k), "linestyle": "", "marker": "*" if run.solved else "X", "markersize": 13 if run.solved else 8}
        ax.plot(steps[-1:], costs[-1:], markeredgecolor=INK, clip_on=False, zorder=4, **end)
    ax.set(xscale="log", xlabel="steps (swaps tried)", ylabel="lowest cost so far" if lowest else "cost")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(alpha=0.3)
    if runs:
        ax.legend(frameon=False)
    return ax


def success(runs: Mapping[str, Iterable[Approximation]], by: str = "steps", ax: Axes | None = None) -> Axes:
    """The run-time distribution: the share of runs that found a solution, against the effort.

    Args:
        runs: Groups of runs by label, such as a method over many seeds.
        by: "steps", or "seconds".
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, with a curve that jumps at each success. It ends with the last run of the group; if it ends below
        1, the other runs found no solution.

    Source: H. Hoos, T. Stützle, "Stochastic Local Search: Foundations and Applications", 2004: run-time distributions.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, local_search
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> ax = success({"annealing": [local_search(puzzle, seed=seed, max_steps=10_000) for seed in (1, 2, 3, 4)]})
    >>> float(ax.get_lines()[0].get_ydata()[-1])
    1.0
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.5, 3.0)
    for k, (label, group) in enumerate(runs.items()):
        group = list(group)
        if not group:
            continue
        found = sorted(max(getattr(run, by), 1e-9) for run in group if run.solved)
        last = max(getattr(run, by) for run in group)
        shares = [(j + 1) / len(group) for j in range(len(found))]
        first = min([*found, last])
        xs, ys = [first, *found, last], [0.0, *shares, shares[-1] if shares else 0.0]
        ax.step(xs, ys, where="post", label=f"{label}: {len(found)} of {len(group)}", **series(k))
    what = "steps (swaps tried)" if by == "steps" else "seconds"
    ax.axhline(1, color=MUTED, linewidth=0.8, linestyle="--")
    ax.set(xscale="log", xlabel=what, ylabel="share of runs that succeeded", ylim=(0, 1.05))
    ax.grid(alpha=0.3)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    return ax
