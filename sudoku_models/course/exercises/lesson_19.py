"""Lesson 19, natural variables: sizes of both models, the second integer program, cages on natural variables."""

from itertools import product
from typing import Any

from ...formulations.registry import find
from ...models.validation import short
from ...puzzles.board import Board
from ...puzzles.puzzle import Puzzle
from ..exercise import Wrong
from ..judges import call_unchanged, must_be_callable, must_be_right, must_be_unchanged
from ..variants import cages_of, killers

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


def sizes_of_both(answer: Any) -> str:
    """For boards from 4x4 to 49x49, the numbers must be those that are counted on the board."""
    must_be_callable(answer)
    tried = (4, 9, 16, 25, 36, 49)
    for n in tried:
        got, want = call_unchanged(answer, [n]), sizes(n)
        if not isinstance(got, dict) or got.keys() != want.keys():
            raise Wrong(f"your function must return a dict with the keys 'assignment' and 'big-M', not {short(got)}")
        for name, (variables, constraints) in want.items():
            pair = got[name]
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise Wrong(f"{name!r} must have a pair (variables, constraints), and for n={n} it is {short(pair)}")
            for what, number, right in zip(("variables", "constraints"), pair, (variables, constraints), strict=True):
                if isinstance(number, bool) or number != right:
                    raise Wrong(f"for n={n} the {name} model has {right} {what}, and you have {short(number)}")
    return f"your numbers are those of the boards of size {', '.join(map(str, tried[:-1]))} and {tried[-1]}"


# -- the second integer program ----------------------------------------------------------------------------------------

ONE, MORE, UNKNOWN = "one solution", "more than one", "unknown"


def verdict(incumbent: float | None, bound: float, cells: int) -> str:
    """What the least agreement that was found, and a bound on it, say about the number of solutions.

    >>> verdict(81, 77.5, 81), verdict(81, 77, 81), verdict(60, 0, 81)
    ('one solution', 'unknown', 'more than one')
    """
    if incumbent is not None and incumbent < cells:
        return MORE
    return ONE if bound > cells - 4 else UNKNOWN


def read_the_second_program(answer: Any) -> str:
    """On all incumbents and bounds that fit together, for 16 and for 81 cells, the verdict must be right."""
    must_be_callable(answer)
    tried = 0
    for cells in (81, 16, 36):
        for incumbent, bound in _states(cells):
            got, want = call_unchanged(answer, [incumbent, bound, cells]), verdict(incumbent, bound, cells)
            tried += 1
            if got != want:
                raise Wrong(f"{_sentence(incumbent, bound, cells)}: that is {want!r}, and you say {short(got)}")
    return f"your verdict is right in {tried} cases, on boards of 16, 36 and 81 cells"


def _states(cells: int) -> list[tuple[int | None, float]]:
    """Incumbents and bounds: no bound is above the incumbent, and an incumbent is all cells or at most cells - 4."""
    incumbents = [cells, None, *range(cells - 4, -1, -1)]
    bounds = sorted({0.0, 0.5, cells / 2, *(cells - k / 2 for k in range(13))})
    return [(a, b) for a, b in product(incumbents, bounds) if b <= (cells if a is None else a)]


def _sentence(incumbent: int | None, bound: float, cells: int) -> str:
    found = "nothing was found yet" if incumbent is None else f"the incumbent agrees in {incumbent}"
    if incumbent is not None and incumbent < cells:
        reason = "the incumbent is a second solution"
    elif bound > cells - 4:
        reason = f"a second solution agrees in {cells - 4} cells at most, which the bound excludes"
    else:
        reason = f"a second solution that agrees in {cells - 4} cells is not excluded"
    return f"of {cells} cells, {found}, and the bound is {bound:g}; {reason}"


# -- cages -------------------------------------------------------------------------------------------------------------


def cages_on_digits(answer: Any) -> str:
    """With the learner's constraints, `all_different` must have the solutions of five killer puzzles and no others."""
    must_be_callable(answer)

    def builder(m: Any, puzzle: Puzzle) -> Any:
        x = find("all_different")(m, Puzzle(puzzle.board.plain, puzzle.values))
        cages = cages_of(puzzle.board)
        answer(m, x, cages)
        must_be_unchanged(cages_of(puzzle.board), cages, "the list of cages")
        return x

    must_be_right(builder, killers(), "cpsat")
    numbers = ", ".join(str(len(grids)) for _, grids in killers())
    return f"your cages leave the solutions of five puzzles and no others: {numbers}"
