"""Lesson 19, natural variables: sizes of both models, the second integer program, cages on natural variables.

## sizes-of-both: Sizes of both models

1. Begin with one cell. In how many cells does it share a row, a column or a box?
2. n - 1 others in the row, n - 1 in the column, and in the box those that are in neither: (k - 1) squared, for boxes of
   k times k. Each pair has two ends. A pair needs one binary and two rows.
3. With pairs = n**2 * (2 * (n - 1) + (k - 1) ** 2) // 2: big-M has n**2 + pairs variables. The assignment has a binary
   for each cell and digit, and an equation for each cell, and for each of 3 n units and each digit.

## read-the-second-program: Read the second program

1. Two cases can be decided before the minimum is known. What does an incumbent show? What does a bound exclude?
2. An incumbent below the number of cells is a second solution. Without a second solution the minimum is `cells`; with
   one it is at most cells - 4.
3. incumbent is not None and incumbent < cells: more than one. Otherwise, bound > cells - 4: one solution. Otherwise
   unknown, whatever the incumbent is.

## cages-on-digits: Cages on natural variables

1. Say in one sentence what a cage demands. It has two parts.
2. One part is a linear constraint, m.add, over the integers; the other one is m.all_different.
3. For each (total, cells): m.add(m.sum(x[i] for i in cells) == total, a name), and m.all_different of the same
   variables. Put the cells into the names, so that each name is used once.
"""

import math
from itertools import product
from random import Random
from typing import Any

from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Wrong
from sudoku_models.course.exercises.lesson_17 import killers, with_cages
from sudoku_models.course.judges import function
from sudoku_models.course.models import formulation
from sudoku_models.models.validation import short
from sudoku_models.puzzles.board import Board

# -- sizes -------------------------------------------------------------------------------------------------------------


def sizes(n: int) -> dict[str, tuple[int, int]]:
    """The variables and constraints of both models, counted on the board itself.

    >>> sizes(9)
    {'assignment': (729, 324), 'big-M': (891, 1620)}
    """
    board = Board.of_size(n)
    pairs = sum(len(board.peers[i]) for i in board.cells) // 2
    cells = len(board.cells)
    return {"assignment": (cells * n, cells + len(board.units) * n), "big-M": (cells + pairs, 2 * pairs)}


sizes_of_both = function(
    sizes,
    [(n,) for n in (4, 9, 16, 25, 36)],
    "your numbers are those of {n} boards from 4x4 to 36x36",
    returns=({str: (float, float)}, "a dict with a pair (variables, constraints) for 'assignment' and for 'big-M'"),
)

# -- the second integer program ----------------------------------------------------------------------------------------

ONE, MORE, UNKNOWN = "one solution", "more than one", "unknown"


def verdict(incumbent: float | None, bound: float, cells: int) -> str:
    """The number of solutions, judged by the least agreement that was found and a bound on it.

    >>> verdict(81, 77.5, 81), verdict(81, 77, 81), verdict(60, 0, 81)
    ('one solution', 'unknown', 'more than one')
    """
    if incumbent is not None and incumbent < cells:
        return MORE
    return ONE if bound > cells - 4 else UNKNOWN


def states() -> list[tuple[int | None, float, int]]:
    """Incumbents and bounds: no bound is above the incumbent, and an incumbent is all cells or at most cells - 4."""
    found = []
    for cells in (81, 16, 36):
        incumbents = [cells, None, *range(cells - 4, -1, -1)]
        bounds = sorted({0.0, 0.5, cells / 2, *(cells - k / 2 for k in range(13))})
        found += [(a, b, cells) for a, b in product(incumbents, bounds) if b <= (cells if a is None else a)]
    return found


def _other_verdict(got: Any, want: str, incumbent: int | None, bound: float, cells: int) -> Wrong:
    found = "nothing was found yet" if incumbent is None else f"the incumbent agrees in {incumbent}"
    reason = {
        MORE: "the incumbent is a second solution",
        ONE: f"a second solution agrees in {cells - 4} cells at most, which the bound excludes",
        UNKNOWN: f"a second solution that agrees in {cells - 4} cells is not excluded",
    }[want]
    of = f"of {cells} cells, {found}, and the bound is {bound:g}; {reason}"
    return Wrong(f"{of}: that is {want!r}, and you say {short(got)}")


read_the_second_program = function(
    verdict, states, "your verdict is right in {n} cases, on boards of 16, 36 and 81 cells", objection=_other_verdict
)

# -- cages -------------------------------------------------------------------------------------------------------------

cages_on_digits = formulation(puzzles=killers, around=with_cages("all_different"))


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 2)
def two_ways_to_write_it(rng: Random) -> Asked:
    n = rng.choice((3, 4, 5, 6))
    pairs = math.comb(n, 2)
    found = (n + pairs, 2 * pairs, n * n, 2 * n)
    return Asked(
        f"{n} integers from 1 to {n} shall be all different. How many variables and rows has (i) the model with an order binary and "
        "two big-M rows for each pair, (ii) the model with a binary for each integer and value?",
        f"(i) {n} + {pairs} = **{found[0]}** variables and 2 * {pairs} = **{found[1]}** rows; (ii) {n}² = **{found[2]}** binaries, "
        f"and **{found[3]}** rows: one for each integer and one for each value.",
        found,
    )
