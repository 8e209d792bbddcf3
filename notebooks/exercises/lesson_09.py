"""Lesson 9, generate puzzles: reduction, minimality, hitting sets, symmetry, and an insufficient check.

## careless: Break the careless generator

1. The check asks whether the solver finds the grid from which the puzzle was made. You may choose that grid after you
   have seen what the solver finds.
2. Take any puzzle with several solutions, and let HiGHS solve it. Suppose that the puzzle was made from the grid that
   it returns.
3. Even a puzzle with a single given will do, such as a 4x4 that has only a 1 in its first cell.

## dig: Dig

1. Go through the cells once, in the given order. At each cell ask one question: is the solution still the only one
   without this given?
2. Keep the current puzzle in a variable. For each cell make the puzzle without its given. If that has exactly one
   solution, it becomes the current puzzle; otherwise the given stays.
3. less = without(puzzle, [i]), and sm.count_solutions(less, "all_different", "pulp", logical, limit=2,
   cross_check=False).value says 1, or 2 for two or more.

## dig-symmetric: Dig with symmetry

1. It is the loop of the exercise before. Only what is taken out at each step is different.
2. For the cell (r, c), take out the givens of (r, c) and of (n + 1 - r, n + 1 - c) together, and look whether the
   solution stays unique. If not, both stay.
3. less = without(puzzle, [(r, c), (n + 1 - r, n + 1 - c)]) with n = grid.board.size. In the middle of a board of odd
   size both are the same cell, which needs no care.

## needed: Prove that a puzzle is minimal

1. A given is needed when its removal lets in a second solution. Test each given alone, always against the whole puzzle.
2. For each cell of puzzle.givens, count the solutions of without(puzzle, [i]), and stop at two. Collect the cells for
   which there are more than one.
3. {i for i in puzzle.givens if sm.count_solutions(without(puzzle, [i]), ..., limit=2).value > 1}

## hit-every-part: How few givens can there be?

1. It is a hitting set, as in lesson 7: a binary for each cell, and a constraint for each part.
2. For each part the sum of the binaries of its cells is at least 1. The objective is the number of chosen cells. Each
   constraint needs a name of its own.
3. chosen = m.bool_vars("chosen", grid.board.cells); for k, part in enumerate(parts): m.add(m.sum(chosen[i] for i in
   part) >= 1, f"part {k}"). What is left is the objective and the return.
"""

import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import permutations, product
from random import Random
from typing import Any

from sudoku_models.course.answers import call_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Judge, Right, Wrong
from sudoku_models.course.exercises.lesson_07 import must_hit, puzzle_of
from sudoku_models.course.judges import function
from sudoku_models.course.models import all_solutions, without
from sudoku_models.explain.difficulty import simple_level
from sudoku_models.generation import opposite, unavoidable_sets
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.units import Cell

# -- an insufficient check ---------------------------------------------------------------------------------------------


def careless(answer: Any) -> Right:
    """A puzzle that passes the insufficient check, and has a second solution."""
    puzzle = puzzle_of(answer)
    if puzzle.board.size > 9:
        raise Wrong("take a board of at most 9x9")
    first, *others = all_solutions(puzzle, 2) or [None]
    if first is None:
        raise Wrong("this puzzle has no solution, so no generator made it from a grid", puzzle)
    if not others:
        raise Wrong("this puzzle has one solution, so the careless check was right about it", puzzle, first)
    passes = "HiGHS finds the grid that the puzzle was made from, so the check passes"
    return Right(f"{passes}, but this is a second solution", puzzle, others[0])


# -- reduction ---------------------------------------------------------------------------------------------------------

FOUR = "1234341221434321"
FIVE = "1234523451345124512351234"
SIX = "453612612354361425245136536241124563"
SIX_SYMMETRIC = "124563635241312456546312463125251634"
"""Grids. In the order of the cases, the two of 6x6 come to a puzzle with one solution that singles do not solve."""


@cache
def grids() -> tuple[Grid, ...]:
    """A 4x4 grid, a 5x5 grid without boxes, which has a cell in its middle, and two 6x6 grids."""
    latin = Puzzle.parse(FIVE, Board.latin(5))
    return tuple(each.as_grid() for each in (Puzzle.parse(FOUR), latin, Puzzle.parse(SIX), Puzzle.parse(SIX_SYMMETRIC)))


def _order(grid: Grid, seed: int) -> list[Cell]:
    """A random order of the cells."""
    return random.Random(seed).sample(grid.board.cells, len(grid.board.cells))


def _alone(grid: Grid, i: Cell) -> frozenset[Cell]:
    return frozenset({i})


def _opposite(grid: Grid, i: Cell) -> frozenset[Cell]:
    cells = grid.board.cells
    return frozenset({i, cells[opposite(grid.board, cells.index(i))]})


def _is_unique(puzzle: Puzzle) -> bool:
    return len(all_solutions(puzzle, 2)) == 1


@cache
def _reduced(grid: Grid, order: tuple[Cell, ...], together: Callable[[Grid, Cell], frozenset[Cell]]) -> Puzzle:
    """The grid without all the givens that can go, in this order."""
    puzzle = Puzzle(grid.board, grid.values)
    for i in order:
        less = without(puzzle, together(grid, i))
        puzzle = less if _is_unique(less) else puzzle
    return puzzle


def _reduction(seeds: Mapping[int, int], together: Callable[[Grid, Cell], frozenset[Cell]]) -> Judge:
    """A judge of greedy reduction: every given that can go must go, in the given order, together with some others."""
    return function(
        lambda grid, order: _reduced(grid, tuple(order), together),
        lambda: [(grids()[k], _order(grids()[k], seed)) for k, seed in seeds.items()],
        "unique, in the order that was given, and nothing more can go, on {n} grids",
        returns=(Puzzle, "a puzzle"),
        objection=lambda puzzle, right, grid, order: _objection(puzzle, right, grid, order, partial(together, grid)),
    )


def _objection(
    puzzle: Puzzle, right: Puzzle, grid: Grid, order: list[Cell], together: Callable[[Cell], frozenset[Cell]]
) -> Wrong:
    """The objection to a puzzle that is not the reduced one."""
    if puzzle.board != grid.board:
        return Wrong(f"the puzzle must have the board of the grid, a {grid.board}", puzzle)
    for i, d in puzzle.givens.items():
        if d != grid[i]:
            return Wrong(f"the given in {i} is {d}, but the grid has {grid[i]} there", puzzle, grid)
        if missing := together(i) - {*puzzle.givens}:
            return Wrong(f"the pattern is not symmetric: {i} is given, and {min(missing)} opposite is not", puzzle)
    if others := [other for other in all_solutions(puzzle, 2) if other != grid]:
        return Wrong(f"your puzzle with {len(puzzle.givens)} givens has a second solution", puzzle, others[0])
    for i in order:
        if i in puzzle.givens and _is_unique(without(puzzle, together(i))):
            could = " and ".join(map(str, sorted(together(i))))
            return Wrong(f"{could} could go too: the solution stays unique without", puzzle)
    first = next(i for i in order if (i in puzzle.givens) != (i in right.givens))
    what = "should be gone" if first in puzzle.givens else "should have stayed"
    return Wrong(f"nothing more can go, but in the given order the given in {first} {what}", puzzle)


dig = _reduction({0: 0, 1: 0, 2: 0}, _alone)
dig_symmetric = _reduction({0: 4, 1: 21, 3: 4}, _opposite)  # the middle of the second comes last, and goes


# -- minimality --------------------------------------------------------------------------------------------------------


def needed(answer: Function) -> str:
    """The givens whose removal gives a second solution."""
    for puzzle in _puzzles_with_needed_givens():
        right = {i for i in puzzle.givens if not _is_unique(without(puzzle, [i]))}
        returned = call_unchanged(answer, [puzzle])
        must_fit(returned, [object], "the function must return the cells, as a set or a list")
        cells = {tuple(i) if isinstance(i, list) else i for i in returned}
        if more := cells - right:
            i = more.pop()
            why = "without it there is still one solution" if i in puzzle.givens else "no given is there"
            raise Wrong(f"your function says that {i} is needed, but {why}", puzzle)
        if fewer := right - cells:
            less = without(puzzle, [min(fewer)])
            other = next(grid for grid in all_solutions(less, 2) if puzzle.violations(grid))
            raise Wrong(f"{min(fewer)} is needed: without it there is this solution too", less, other)
    return "right on a minimal puzzle, on two with givens to spare, and on a full grid"


@cache
def _puzzles_with_needed_givens() -> tuple[Puzzle, ...]:
    """A minimal puzzle; it with one given more; one that is unique without a given, but then not solved by singles."""
    grid = grids()[2]
    order = _order(grid, 0)
    minimal = _reduced(grid, tuple(order), _alone)
    spare = [i for i in order if i not in minimal.givens]
    puzzle = Puzzle(grid.board, grid.values)
    for i in spare:
        if simple_level(less := without(puzzle, [i])) is None:
            break
        puzzle = less
    full = Puzzle(grids()[0].board, grids()[0].values)
    return minimal, without(Puzzle(grid.board, grid.values), spare[1:]), puzzle, full


# -- a model -----------------------------------------------------------------------------------------------------------

Parts = tuple[tuple[Cell, ...], ...]

NUMBERED = (((1, 3), (1, 4), (1, 2, 5), (2, 6), (2, 7)), ((1,), (2,), (3,), (1, 2, 3)))
"""Parts that are no unavoidable sets: cells lie in unequal numbers of parts; one part needs three cells."""


def hit_every_part(answer: Function) -> str:
    """A smallest set of cells that has one in each part."""
    sizes = [_must_hit_all(answer, grid, parts) for grid, parts in _hitting_cases()][: len(grids())]
    return f"each part is hit, by {', '.join(map(str, sizes))} cells on {len(sizes)} grids, and no fewer will do"


def _must_hit_all(answer: Any, grid: Grid, parts: Parts) -> int:
    def missed(cells: set[Any], k: int) -> Wrong:
        return Wrong(f"no given is left in the part {list(parts[k])}, whose digits can be exchanged", None, grid)

    arguments = [grid, [*map(set, parts)]]
    name = f"the {len(parts)} parts {list(parts[:3])} ... of a {grid.board}"
    fewest: int = must_hit(answer, arguments, grid.board.cells, parts, name, missed)
    return fewest


@cache
def _hitting_cases() -> list[tuple[Grid, Parts]]:
    """The unavoidable sets of the grids, and NUMBERED, whose numbers stand for the first cells of the 4x4 grid."""
    cases: list[tuple[Grid, Parts]] = []
    for grid in grids():
        every = {tuple(sorted(grid.board.cells[k] for k in part)) for of in unavoidable_sets(grid) for part in of}
        cases.append((grid, tuple(sorted(every))))
    small = grids()[0]
    return cases + [(small, tuple(tuple(small.board.cells[k - 1] for k in p) for p in parts)) for parts in NUMBERED]


# -- examination -------------------------------------------------------------------------------------------------------


@question(4, 2)
def minimal_puzzle(rng: Random) -> Asked:
    grids = [
        each
        for each in product(permutations((1, 2, 3)), repeat=3)
        if all(len({row[c] for row in each}) == 3 for c in range(3))
    ]
    while True:
        grid = rng.choice(grids)
        givens = rng.sample([(r, c) for r in range(3) for c in range(3)], rng.randint(3, 4))

        def count(cells: list[tuple[int, int]], grid: tuple[tuple[int, ...], ...] = grid) -> int:
            return sum(all(each[r][c] == grid[r][c] for r, c in cells) for each in grids)

        needless = [cell for cell in givens if count([each for each in givens if each != cell]) == 1]
        left = count([each for each in givens if each not in needless])
        if count(givens) == 1 and needless:
            break
    shown = ", ".join(f"({r + 1}, {c + 1}) = {grid[r][c]}" for r, c in sorted(givens))
    return Asked(
        f"A Latin square of order 3 has the givens {shown} (row, column), and one solution. Which givens can go, each alone, so "
        "that it still has one? Can all of those go together?",
        f"**{sorted((r + 1, c + 1) for r, c in needless)}**. Without all of them there "
        + (
            "is still one solution, so they can go together: **yes**."
            if left == 1
            else f"are {left} solutions: **no**. Each removal has to be tested after the ones before."
        ),
        {(r + 1, c + 1) for r, c in needless},
    )
