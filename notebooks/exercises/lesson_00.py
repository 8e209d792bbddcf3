"""Lesson 0, one puzzle, three models: a rule that is too weak, the size of a rewrite, too many givens.

## sums: State a rule that is too weak

1. Only one line of the all-different model has to change: the constraint of each unit.
2. Sum the variables of the cells of a unit, and demand that the sum equals 45. The domains and the givens stay as they
   are. For the nine digits: they need not be different.
3. In the loop over puzzle.board.units: m.add(m.sum(x[i] for i in unit.cells) == ..., a name with the unit in it). For
   the digits, begin with nine equal ones.

## rewrite-sizes: Count what a rewrite makes

1. The rewrite keeps the integer variables x and adds binaries. For what does it add one? Its equations are of three
   kinds; count each kind by itself.
2. A board has n * n cells and 3 * n units. There is one binary for each cell and digit. Two kinds of equations are for
   each cell, and one is for each unit and digit.
3. For n = 9 there are 81 + 81 * 9 variables and 81 + 81 + 27 * 9 equations. Write the same with n.

## redundant-givens: Find the givens that are too many

1. A given can go if the puzzle without it still has exactly one solution. If it has a second one, that grid is the
   reason why the given must stay.
2. For each given, make a copy of the 81 values with 0 in its cell, build the puzzle, and look at is_unique of the
   count. The grids that were found are count.grids; one of the two is the solution that you know.
3. A function count_without(i): values = tuple(0 if j == i else d for j, d in zip(board.cells, puzzle.values)), and then
   sm.count_solutions(sm.Puzzle(board, values), 'assignment', 'pulp', limit=2). Of the grids for a given that must stay,
   take the one that is not answer.grid.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from random import Random
from typing import Any

from sudoku_models.backends import Backend, Linear
from sudoku_models.course.answers import must_fit, same
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Right, Wrong
from sudoku_models.course.exercises.optima import Ranges, optimum_at
from sudoku_models.course.judges import function
from sudoku_models.course.models import must_be_complete, without
from sudoku_models.errors import NotInstalledError, SudokuModelsError
from sudoku_models.models.counting import count_solutions
from sudoku_models.models.satisfaction import broken
from sudoku_models.models.validation import Undecided, UserModel, define
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import load
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.units import Cell


def sums(answer: Function, unit: Any) -> Right:
    """A formulation in which each unit adds up to 45, and nine digits that show that this is too weak.

    The model and "each cell holds 1 to 9, each unit adds up to 45, the givens hold" must allow the same grids.
    """
    empty = Puzzle(load("mccaffrey").board, (0,) * 81, "the empty board")
    for puzzle in (empty, load("mccaffrey"), load("easy50:1")):
        try:
            user = define(answer, puzzle)
            if user.is_binary:
                raise Wrong("sums must return x, an integer variable for each cell, and not y")
            if user.m.logic():
                raise Wrong("the sums must replace the logical constraints, but your model still has some of these")
            _must_allow_all_sums(user)
            _must_allow_nothing_else(user)
        except (Undecided, NotInstalledError):
            raise
        except SudokuModelsError as error:
            raise Wrong(f"your model of {puzzle.name} stops with an error: {error}") from None
    must_fit(unit, [int], "the second answer must be a list of nine digits")
    if len(unit) != 9 or not set(unit) <= set(range(1, 10)):
        raise Wrong(f"the second answer must be nine digits from 1 to 9, and these are {unit}")
    if sum(unit) != 45:
        raise Wrong(f"these nine digits add up to {sum(unit)}, not to 45")
    if len(set(unit)) == 9:
        raise Wrong("these nine digits are a permutation of 1 to 9, which keeps the rule of Sudoku as well")
    too_weak = "each unit adds up to 45, and that is too weak: on the empty board your model accepts this grid"
    return Right(f"{too_weak}, and it is no Sudoku", grid=Grid(empty.board, (5,) * 81))


def only_sums(m: Backend, puzzle: Puzzle) -> dict[Cell, Any]:
    """The right model."""
    x = m.int_vars("x", puzzle.board.cells, 1, 9)
    for unit in puzzle.board.units:
        m.add(m.sum(x[i] for i in unit.cells) == 45, f"{unit} adds up to 45")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


def _must_allow_all_sums(user: UserModel) -> None:
    """Hold the model at grids whose units add up to 45."""
    for values in _grids_of_sums(user.puzzle):
        grid = Grid(user.puzzle.board, tuple(map(round, values)))
        if optimum_at(user, grid) is None:
            columns = [user.m.column(user.variables[i]) for i in grid.board.cells]
            of_column = dict(zip(columns, values, strict=True))
            breaks = broken(user.m, [of_column[k] for k in sorted(columns)]) if max(columns) == 80 else []
            why = f": it breaks {breaks[0]!r}" if breaks else ""
            on = f"on {user.puzzle.name}, your model forbids this grid, in which each unit adds up to 45{why}"
            raise Wrong(on, grid=grid)


@cache
def _grids_of_sums(puzzle: Puzzle) -> list[Any]:
    """All fives, if there is no given, and random corners."""
    random, right = Random(0), Ranges(define(only_sums, puzzle).m)
    corners = [right.solution({k: random.randint(-9, 9) for k in range(81)}) for _ in range(12)]
    return [[5.0] * 81] * (not puzzle.givens) + corners


def _must_allow_nothing_else(user: UserModel) -> None:
    """Each cell is from 1 to 9, the givens hold, and each unit adds up to 45 and has a row that says so."""
    board, name, ranges = user.puzzle.board, user.puzzle.name, Ranges(user.m)
    columns, (lower, upper) = {i: user.m.column(user.variables[i]) for i in board.cells}, user.m.bounds()
    rows = [row for row in user.m.records if isinstance(row, Linear)]

    def outside(cells: Iterable[Cell], low: int, high: int) -> dict[Cell, int]:
        """The values of a solution in which the sum of these cells is not in low..high; empty when there is none."""
        signs = (1, low), (-1, -high)
        found = (ranges.below({columns[i]: sign for i in cells}, bound) for sign, bound in signs)
        values = next((each for each in found if each is not None), None)
        return {} if values is None else {i: round(values[columns[i]]) for i in board.cells}

    for i in board.cells:
        low, high = (user.puzzle.givens.get(i, end) for end in (1, 9))
        is_held = low <= lower[columns[i]] and upper[columns[i]] <= high
        if not is_held and (values := outside([i], low, high)):
            may = f"{low}, the given there" if low == high else "1 to 9"
            raise Wrong(f"on {name}, your model lets {i} hold {values[i]}, and it must be {may}")
    for unit in board.units:
        said = {columns[i]: 1 for i in unit.cells}
        is_said = any(row.lower == row.upper == 45 and _coefficients(row) == said for row in rows)
        if not is_said and (values := outside(unit.cells, 45, 45)):
            total = f"{unit} adds up to {sum(values[i] for i in unit.cells)}"
            grid = Grid(board, tuple(values.values()))
            raise Wrong(f"on {name}, your model accepts this grid, in which {total}", grid=grid)
    summed = [_coefficients(row).keys() & columns.values() for row in rows]
    for unit in board.units:
        if {columns[i] for i in unit.cells} not in summed:
            raise Wrong(f"your model has no sum for {unit}. It follows from others, but the task asks for each unit's")


def _coefficients(row: Linear) -> dict[int, float]:
    return {k: c for k, c in zip(row.columns, row.coefficients, strict=True) if c}


def size_by_indicators(n: int) -> tuple[int, int]:
    """The variables and the equations that `indicators` makes of all-different on an n x n board; a test counts them."""
    return n**2 + n**3, 2 * n**2 + 3 * n * n


def _miscounted(got: Any, want: Any, n: int) -> str:
    """What is missing in a number, or too much."""
    variables = {
        n**3: f"the {n**2} integers x are still there, beside the binaries",
        n**2: "the binaries are missing, one for each cell and digit",
    }
    equations = {
        4 * n**2: "there are two kinds of equations for a cell, and three kinds of units",
        3 * n**2: "the equations of the cells are missing",
        2 * n**2: "the equations of the units are missing",
        2 * n**2 + 3 * n: "a unit has an equation for each digit",
    }
    if same(got[0], want[0]):
        return equations.get(got[1], "count the equations of the cells and those of the units")
    if same(got, want[::-1]):
        return "the variables come first"
    return variables.get(got[0], "count the integers x and the binaries")


rewrite_sizes = function(
    size_by_indicators,
    [(9,), (4,), (6,), (16,), (25,), (36,)],
    "n * n integers and n * n * n binaries; two equations for each cell, and one for each of 3 * n units and n digits",
    returns=((float, float), "two numbers, variables and equations"),
    objection=_miscounted,
)


NEEDLESS = ((2, 5), (3, 4), (7, 6), (8, 5))
"""The givens without which, one at a time and all at once, the solution remains the only one; a test counts them."""


def redundant_givens(needless: Any, witness: Any) -> Right:
    """The cells of the givens that can be removed one at a time, and a second solution without one of the others."""
    puzzle = load("mccaffrey")
    must_fit(needless, [(int, int)], "needless must be a list of cells, such as [(1, 3), (2, 4)]")
    cells = [(int(r), int(c)) for r, c in needless]
    for i in cells:
        if i not in puzzle.givens:
            raise Wrong(f"there is no given in cell {i}")
        if i not in NEEDLESS:
            other = _second_solution(i)
            again = f"the {puzzle.givens[i]} in cell {i} cannot go: without it, this is a second solution"
            raise Wrong(again, without(puzzle, [i]), other)
    if missing := len(NEEDLESS) - len(set(cells)):
        more = "one more" if missing == 1 else f"{missing} more"
        raise Wrong(f"these can go, one at a time, but so can {more} of the 27 givens")
    grid = _as_grid(witness, puzzle)
    if violations := Puzzle(puzzle.board, (0,) * 81).violations(grid):
        raise Wrong(f"the witness is no solution of a Sudoku: {violations[0]}", grid=grid)
    broken_givens = [i for i, d in puzzle.givens.items() if grid[i] != d]
    if not broken_givens:
        raise Wrong(
            "the witness keeps all 27 givens: it is the solution that you know, and no second one", puzzle, grid
        )
    if len(broken_givens) > 1:
        shown = f"{broken_givens[0]} and {broken_givens[1]}"
        raise Wrong(f"the witness must keep all givens but one, and it breaks those in {shown}", puzzle, grid)
    (i,) = broken_givens
    return Right(
        f"4 givens can go, one at a time; the {puzzle.givens[i]} in cell {i} must stay, as your second solution shows. "
        "And without all four at once, the solution is still the only one",
        without(puzzle, NEEDLESS),
    )


def _second_solution(i: Cell) -> Grid:
    """A solution of the puzzle without the given in a cell, in which this cell holds another digit."""
    puzzle = load("mccaffrey")
    first = count_solutions(puzzle, "assignment", limit=1, cross_check=False)
    both = count_solutions(without(puzzle, [i]), "assignment", limit=2, cross_check=False)
    must_be_complete(first, 1)
    must_be_complete(both, 2)
    return next(grid for grid in both.grids if grid not in first.grids)


def _as_grid(witness: Any, puzzle: Puzzle) -> Grid:
    """A grid from what a learner may give: a `Grid`, a text or list of 81 digits, 9 rows, or a dict from cells."""
    if isinstance(witness, Grid):
        if witness.board.cells != puzzle.board.cells:
            raise Wrong(f"the witness is a grid of another board, the {witness.board}")
        return witness
    demand = "the witness must be a grid, such as one of `count.grids`"
    values = [witness[i] for i in puzzle.board.cells if i in witness] if isinstance(witness, dict) else witness
    if isinstance(values, list | tuple) and all(isinstance(row, list | tuple) for row in values):
        values = [d for row in values for d in row]
    if isinstance(values, str):
        values = [int(c) if c.isdecimal() else c for c in values if not c.isspace()]
    must_fit(values, [set(range(1, 10))], demand)
    if len(values) != 81 or isinstance(values, set | frozenset):
        raise Wrong(f"{demand}, with 81 digits; this one has {len(values)}")
    return Grid(puzzle.board, tuple(map(int, values)))


# -- examination -------------------------------------------------------------------------------------------------------


BOX_SIZES = ((2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4))
"""Height and width of the boxes of a board."""


@question(2, 1, 1)
def three_sizes(rng: Random) -> Asked:
    height, width = rng.choice(BOX_SIZES)
    board = Board.with_boxes(height, width)
    n, found = board.size, (len(board.pairs), board.size**3, len(board.units) * board.size + board.size**2)
    return Asked(
        f"A Sudoku has {n} rows, {n} columns and {n} boxes of {height} by {width} cells, and no givens. How many "
        "inequalities has the pairwise model? How many binaries and how many equations has the assignment model?",
        f"A cell has {n - 1} peers in its row, {n - 1} in its column and {(height - 1) * (width - 1)} more in its box, "
        f"so there are {n * n} * {2 * (n - 1) + (height - 1) * (width - 1)} / 2 = **{found[0]}** inequalities. There is "
        f"a binary for each cell and digit: {n}³ = **{found[1]}**. Each cell has one digit ({n * n} equations), and each "
        f"of the {len(board.units)} units has each digit once ({len(board.units)} * {n}): **{found[2]}**.",
        found,
    )


@question(1, 1, 2)
def weaker_rule(rng: Random) -> Asked:
    n = rng.choice((3, 4))
    total = n * (n + 1) // 2
    least, most = n, n * n
    found = sum(sum(row) == total and len(set(row)) < n for row in product(range(1, n + 1), repeat=n))
    shown = next(row for row in product(range(1, n + 1), repeat=n) if sum(row) == total and len(set(row)) < n)
    return Asked(
        f'A student replaces "the {n} cells of a row hold different digits" (1 to {n}) by "the digits of a row add up to '
        f'{total}". Does each rule follow from the other? Give a row that tells them apart. How many such rows are there?',
        f"Different digits 1 to {n} add up to {total}; the sum does not make them different: for example {shown}. Of the "
        f"rows with digits 1 to {n}, whose sums are {least} to {most}, **{found}** have this sum and a repeated digit.",
        found,
    )
