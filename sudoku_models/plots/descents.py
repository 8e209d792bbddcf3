"""Figures of local search: the cost over the steps, and the share of successful runs over the effort."""

from collections.abc import Iterable, Mapping

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..inference.local_search import Approximation
from .style import INK, MUTED, axes, look, series


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
