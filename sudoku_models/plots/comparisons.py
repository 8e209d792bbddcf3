"""The size of what a solver gets against its time, for the configurations of a comparison."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from .style import MARKERS, PALETTE, axes

__all__ = ["sizes_and_times"]


def sizes_and_times(rows: Sequence[Any], ax: Axes | None = None) -> Axes:
    """The time to solve and prove against the nonzeros in the solver, on two logarithmic axes.

    Args:
        rows: The rows of a comparison (see `sudoku_models.compare`).
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes. A formulation has a colour and a marker; those of the second solver, and of further ones, are hollow.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import compare
    >>> comparison = compare("1... ..2. .3.. ...4", ["assignment"], ["pulp"], ["highs", "cpsat"])
    >>> ax = sizes_and_times(comparison.rows)
    >>> [line.get_label() for line in ax.get_lines()]
    ['assignment, highs', 'assignment, cpsat']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 8, 4)
    formulations = list(dict.fromkeys(row.formulation for row in rows))
    solvers = list(dict.fromkeys(row.solver for row in rows))
    looks = dict(zip(formulations, zip(PALETTE.values(), MARKERS, strict=False), strict=False))
    for solver in solvers:
        for formulation, (colour, marker) in looks.items():
            counts = [r.count for r in rows if (r.formulation, r.solver) == (formulation, solver)]
            milliseconds = [1000 * (each.stats.solve_seconds + (each.prove_seconds or 0)) for each in counts]
            style: dict[str, Any] = {"color": colour, "marker": marker, "linestyle": "none"}
            style["fillstyle"] = "full" if solver == solvers[0] else "none"
            ax.plot([each.stats.nonzeros for each in counts], milliseconds, label=f"{formulation}, {solver}", **style)
    ax.set(xscale="log", yscale="log", xlabel="nonzeros in the solver", ylabel="solve and prove (ms)")
    ax.set(xticks=[250, 500, 1000, 2000, 4000, 8000], yticks=[2, 5, 10, 20, 50, 100, 200, 500])
    ax.minorticks_off()
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return ax
