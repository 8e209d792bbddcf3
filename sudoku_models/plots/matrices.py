"""The constraint matrix of a linear model: a dot for each coefficient that is not zero."""

import re
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from ..inference.relaxation import Rows, rows
from ..models.problem import Problem
from ..models.sudoku_model import SudokuModel
from .style import INK, PALETTE, axes

__all__ = ["spy"]


def family(name: str) -> str:
    """The kind of row that a name describes: its first word of two letters or more.

    >>> family("cell (1, 4) has a digit"), family("unit_has_digit[row 1,3]"), family("box 3 has a 7")
    ('cell', 'unit', 'box')
    """
    word = re.search(r"[A-Za-z]{2,}", name)
    return word.group().lower() if word else "row"


def spy(model: SudokuModel | Problem | Rows, ax: Axes | None = None, group: Callable[[str], str] = family) -> Axes:
    """Draw the nonzeros of a constraint matrix; the rows of one kind are together, marked and named.

    Args:
        model: A model, a problem, or the rows of one; a logical model is linearised first.
        ax: Where to draw.
        group: The kind of a row, from its name; kinds are drawn in the order in which they appear.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, build
    >>> ax = spy(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['cell: 16', 'row: 16', 'column: 16', 'box: 16']
    >>> plt.close(ax.figure)
    """
    found = model if isinstance(model, Rows) else rows(model)
    kinds = [group(name) for name in found.names]
    families = list(dict.fromkeys(kinds))
    place = {kind: k for k, kind in enumerate(families)}
    order = np.argsort([place[kind] for kind in kinds], kind="stable")
    height, width = found.matrix.shape
    ax = axes(ax, 6.5, max(2.0, min(6.5, 6.5 * height / width + 0.6)))

    matrix = found.matrix[order].tocoo()
    dot = max(0.6, min(4.0, 300 / max(height, width)))
    ax.plot(matrix.col, matrix.row, "s", color=PALETTE["blue"], markersize=dot, markeredgewidth=0)
    ax.set(xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5), xlabel=f"{width} variables")

    counts = [kinds.count(kind) for kind in families]
    below = np.cumsum(counts)
    for edge in below[:-1]:
        ax.axhline(edge - 0.5, color=INK, linewidth=0.8)
    ax.set_yticks(below - np.array(counts) / 2 - 0.5, [f"{f}: {c}" for f, c in zip(families, counts, strict=True)])
    ax.tick_params(axis="y", length=0)
    return ax
