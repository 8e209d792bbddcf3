"""Lesson 0, one puzzle, three models: a rule that is too weak, two rewrites, too many givens."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse

from ...errors import SudokuModelsError
from ...inference.relaxation import Rows, rows
from ...models.counting import count_solutions
from ...models.sudoku_model import build
from ...models.validation import UserModel, short
from ...puzzles.board import Cell
from ...puzzles.corpora import load
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Right, Wrong
from ..judges import define, must_be_callable
from ..ranges import Ranges

REWRITES = ("pairwise+big_m", "indicators")


def sums(answer: Any, unit: Any) -> Right:
    """A formulation in which each unit adds up to 45, and nine digits that show that this is too weak.

    The model and "each cell holds 1 to 9, each unit adds up to 45, the givens hold" must allow the same grids.
    """
    must_be_callable(answer, "m, puzzle", "the first answer")
    empty = Puzzle(load("mccaffrey").board, (0,) * 81)
    for name, puzzle in (
        ("the empty board", empty),
        ("the puzzle mccaffrey", load("mccaffrey")),
        ("another puzzle", load("easy50:1")),
    ):
        try:
            _judge_sums(define(answer, puzzle), name)
        except SudokuModelsError as error:
            raise Wrong(f"your model of {name} cannot be solved: {error}") from None
    _nine_digits(unit)
    too_weak = (
        "each unit adds up to 45, and that is too weak: on the empty board your model accepts this grid, and it is no "
        "Sudoku"
    )
    return Right(too_weak, grid=Grid(empty.board, (5,) * 81))


def _judge_sums(user: UserModel, name: str) -> None:
    if user.is_binary:
        raise Wrong("sums(m, puzzle) must return x, a dict with an integer variable for each cell")
    if user.m.logic():
        raise Wrong("the sums must replace the logical constraints, but your model still has some of these")
    model = rows(user.m)
    columns = np.array([user.m.column(user.variables[i]) for i in user.puzzle.board.cells])
    _must_allow_each_sum(model, columns, user.puzzle, name)
    _must_allow_nothing_else(model, columns, user.puzzle, name)
    _must_mention_each_unit(model, columns, user.puzzle)


def _the_sums(puzzle: Puzzle) -> Rows:
    """Each unit adds up to 45, each cell holds 1 to 9, and the givens hold; column k is the k-th cell."""
    board = puzzle.board
    matrix = scipy.sparse.csr_array([[float(i in unit.cells) for i in board.cells] for unit in board.units])
    low = np.array([puzzle.givens.get(i, 1) for i in board.cells], dtype=float)
    high = np.array([puzzle.givens.get(i, 9) for i in board.cells], dtype=float)
    total = np.full(27, 45.0)
    names = tuple(map(str, board.units)), tuple(map(str, board.cells))
    return Rows(matrix, total, total, low, high, np.zeros(81), np.full(81, True), *names)


def _must_allow_each_sum(model: Rows, columns: Any, puzzle: Puzzle, name: str) -> None:
    """A row about cells alone is compared with all grids whose units add up to 45; other rows with some of them."""
    ranges = Ranges(_the_sums(puzzle))

    def refuse(values: Any, why: str) -> None:
        grid = Grid(puzzle.board, tuple(map(round, values)))
        raise Wrong(f"on {name}, your model forbids this grid, in which each unit adds up to 45{why}", grid=grid)

    for cells, row, lower, upper in _rows_of_cells(model, columns, puzzle):
        for sign, bound in ((1, lower), (-1, -upper)):
            if (values := ranges.below({k: sign * c for k, c in cells.items()}, bound)) is not None:
                refuse(values, f": {row}")
    if len(model.cost) > len(columns):
        for grid in _samples(ranges, puzzle):
            low, high = model.column_lower.copy(), model.column_upper.copy()
            low[columns] = high[columns] = grid
            if Ranges(replace(model, column_lower=low, column_upper=high)).solution() is None:
                refuse(grid, "")


def _rows_of_cells(model: Rows, columns: Any, puzzle: Puzzle) -> Iterator[tuple[dict[int, float], str, float, float]]:
    """Coefficients by cells, a description, and the bounds: each domain, and each row that has no further variables."""
    cell_of = {int(column): k for k, column in enumerate(columns)}
    for k, column in enumerate(columns):
        low, high = model.column_lower[column], model.column_upper[column]
        if low > 1 or high < 9:
            cell = puzzle.board.cells[k]
            fixed, bounds = f"you fix {cell} to {low:g}", f"it breaks the bounds of cell {cell}, {low:g} to {high:g}"
            yield {k: 1.0}, fixed if low == high else bounds, low, high
    for k, (lower, upper) in enumerate(zip(model.lower, model.upper, strict=True)):
        part = slice(model.matrix.indptr[k], model.matrix.indptr[k + 1])
        used = {int(j): float(c) for j, c in zip(model.matrix.indices[part], model.matrix.data[part], strict=True) if c}
        if set(used) <= set(cell_of):
            yield (
                {cell_of[j]: c for j, c in used.items()},
                f"it breaks your constraint {model.names[k]!r}",
                lower,
                upper,
            )


def _samples(ranges: Ranges, puzzle: Puzzle) -> Iterator[Any]:
    """Grids whose units add up to 45, which keep the givens: all fives, if there is none, and random corners."""
    random = np.random.default_rng(0)
    if not puzzle.givens:
        yield np.full(81, 5)
    for _ in range(8):
        values = ranges.solution(dict(enumerate(random.uniform(-1, 1, 81))))
        assert values is not None
        yield np.rint(values)


def _must_allow_nothing_else(model: Rows, columns: Any, puzzle: Puzzle, name: str) -> None:
    board, ranges = puzzle.board, Ranges(model)
    if ranges.solution() is None:
        raise Wrong(f"on {name}, your model has no solution, but there are grids in which each unit adds up to 45")
    column_of = dict(zip(board.cells, map(int, columns), strict=True))

    def outside(cells: Iterable[Cell], low: int, high: int) -> Any:
        """The values of all cells in a solution where the sum of these is not in low..high, if there is one."""
        up = ranges.below({column_of[i]: 1 for i in cells}, low)
        down = ranges.below({column_of[i]: -1 for i in cells}, -high) if up is None else up
        return None if down is None else dict(zip(board.cells, map(round, down[columns]), strict=True))

    for i in board.cells:
        low, high = model.column_lower[column_of[i]], model.column_upper[column_of[i]]
        d = puzzle.givens.get(i)
        if (low < 1 or high > 9) and (values := outside([i], 1, 9)):
            raise Wrong(f"your model lets cell {i} hold {values[i]}; the digits are 1 to 9")
        if d and not low == d == high and (values := outside([i], d, d)):
            raise Wrong(
                f"the givens do not hold: on {name}, {d} is given in cell {i}, and your model puts {values[i]} there"
            )
    for unit in board.units:
        if values := outside(unit.cells, 45, 45):
            total = sum(values[i] for i in unit.cells)
            sentence = f"on {name}, your model accepts this grid, in which {unit} adds up to {total}"
            raise Wrong(sentence, grid=Grid(board, tuple(values.values())))


def _must_mention_each_unit(model: Rows, columns: Any, puzzle: Puzzle) -> None:
    """A sum that follows from the others is asked for too."""
    cells = model.matrix.tocsc()[:, columns].tocsr()
    held = {frozenset(cells.indices[cells.indptr[k] : cells.indptr[k + 1]]) for k in range(cells.shape[0])}
    number = {i: k for k, i in enumerate(puzzle.board.cells)}
    if missing := [unit for unit in puzzle.board.units if frozenset(number[i] for i in unit.cells) not in held]:
        raise Wrong(
            f"your model has no sum for {missing[0]}. It follows from the other sums, but the task asks for the sum of "
            "each unit"
        )


def _nine_digits(unit: Any) -> None:
    digits = list(unit) if isinstance(unit, list | tuple) else []
    if len(digits) != 9 or not all(isinstance(d, Real) and d in range(1, 10) for d in digits):
        raise Wrong(f"the second answer must be a list of nine digits from 1 to 9, not {short(unit)}")
    if sum(digits) != 45:
        raise Wrong(f"these nine digits add up to {sum(digits)}, not to 45")
    if len(set(digits)) == 9:
        raise Wrong("these nine digits are a permutation of 1 to 9, which keeps the rule of Sudoku as well")


def rewrite_sizes(sizes: Any) -> str:
    """A dict: the name of a rewrite -> (number of variables, number of constraints)."""
    if not isinstance(sizes, Mapping) or set(sizes) != set(REWRITES):
        raise Wrong(f"the answer must be a dict with the two keys {REWRITES[0]!r} and {REWRITES[1]!r}")
    for name in REWRITES:
        m = build(load("mccaffrey"), "all_different", "pulp", rewrite=name).m
        want = (len(m.variables), len(m.constraints()))
        got = sizes[name]
        if not isinstance(got, list | tuple) or len(got) != 2:
            raise Wrong(f"for {name!r} there must be a pair, (variables, constraints), not {short(got)}")
        for number, counted, what in zip(got, want, ("variables", "constraints"), strict=True):
            if isinstance(number, bool) or number != counted:
                shown = f"{short(number)} is not the number of {what} that {name!r} makes"
                raise Wrong(shown + _why(number, counted, what))
    return "81 + 810 variables and 2 * 810 rows by big-M; 81 + 81 * 9 variables and 2 * 81 + 27 * 9 rows by indicators"


def _why(number: Any, counted: int, what: str) -> str:
    if what == "variables" and number == counted - 81:
        return "; the 81 integers x are still there, beside the binaries"
    if what == "constraints" and number == 810:
        return "; each pair needs two inequalities"
    if what == "constraints" and number == 324:
        return "; 324 is the assignment model, in which no x is linked to binaries"
    return ""


def redundant_givens(redundant: Any, together: Any) -> Right:
    """How many givens can be removed one at a time, and whether all of them can be removed at once."""
    puzzle = load("mccaffrey")
    if isinstance(redundant, bool) or not isinstance(redundant, Real):
        raise Wrong(f"redundant must be a number of givens, not {short(redundant)}")
    if redundant == len(puzzle.givens) - len(NEEDLESS):
        raise Wrong(f"{redundant} givens are needed: without any one of these the puzzle has more solutions")
    if redundant != len(NEEDLESS):
        i = next(iter(NEEDLESS if redundant < len(NEEDLESS) else [c for c in puzzle.givens if c not in NEEDLESS]))
        can = "can go" if i in NEEDLESS else "cannot go"
        raise Wrong(f"{redundant} is not the number; for example the {puzzle.givens[i]} in cell {i} {can}")
    poorer = _without(puzzle, NEEDLESS)
    is_unique = count_solutions(poorer, "assignment", "pulp", limit=2).is_unique
    if not isinstance(together, bool):
        raise Wrong(f"together must be True or False, not {short(together)}")
    if together != is_unique:
        has = "still one solution" if is_unique else "more than one solution"
        raise Wrong(f"without these {len(NEEDLESS)} givens the puzzle has {has}; count its solutions")
    kept = "keeps its only solution" if is_unique else "has more than one solution"
    return Right(f"{len(NEEDLESS)} givens can go one at a time; without all of them the puzzle {kept}", poorer)


NEEDLESS = ((2, 5), (3, 4), (7, 6), (8, 5))
"""The givens without which, one at a time, the solution remains the only one; a test counts them."""


def _without(puzzle: Puzzle, cells: tuple[tuple[int, int], ...]) -> Puzzle:
    return Puzzle(puzzle.board, tuple(0 if i in cells else puzzle.givens.get(i, 0) for i in puzzle.board.cells))
