"""Lesson 19, natural variables: sizes of both models, the second integer program, cages on natural variables."""

from itertools import product
from typing import Any

from ...models.validation import short
from ...puzzles.board import Board
from ..exercise import Wrong
from ..judges import function
from ..models import formulation
from .lesson_17 import killers, with_cages

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
