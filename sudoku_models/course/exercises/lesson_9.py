"""Lesson 9, generate puzzles: reduction, minimality, hitting sets, symmetry, and an insufficient check."""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any

from ...errors import InputError
from ...explain.difficulty import level
from ...generation import opposite, unavoidable_sets
from ...models.counting import count_solutions
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...models.validation import short
from ...puzzles.board import Board, Cell, Unit
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Undecided, Wrong
from ..judges import as_python, must_be_callable, must_be_unchanged
from ..statements import stated

Dig = Callable[[Grid, list[Any]], Any]

FOUR = "1234341221434321"
FIVE = "1234523451345124512351234"
SIX = "453612612354361425245136536241124563"
SIX_SYMMETRIC = "124563635241312456546312463125251634"
"""Grids. In the order of the cases, the two of 6x6 come to a puzzle with one solution that singles do not solve."""


@cache
def grids() -> tuple[Grid, ...]:
    """A 4x4 grid, a 5x5 grid without boxes, which has a cell in its middle, and two 6x6 grids."""
    rows = tuple(Unit(f"row {r}", tuple((r, c) for c in range(1, 6))) for r in range(1, 6))
    columns = tuple(Unit(f"column {c}", tuple((r, c) for r in range(1, 6))) for c in range(1, 6))
    latin = Puzzle.parse(FIVE, Board(5, (*rows, *columns)))
    return tuple(each.as_grid() for each in (Puzzle.parse(FOUR), latin, Puzzle.parse(SIX), Puzzle.parse(SIX_SYMMETRIC)))


Cases = tuple[tuple[Grid, list[Cell]], ...]


@cache
def _single_cases() -> Cases:
    return _with_orders(grids()[:3], 0)


@cache
def _symmetric_cases() -> Cases:
    return _with_orders((grids()[0], grids()[1], grids()[3]), 4)


def _with_orders(of: Iterable[Grid], seed: int) -> Cases:
    """The grids, each with a random order of its cells."""
    return tuple((grid, random.Random(seed).sample(grid.board.cells, len(grid.board.cells))) for grid in of)


def _solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """At most two solutions."""
    return count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=2, cross_check=False).grids


def _without(puzzle: Puzzle, cells: Iterable[Cell]) -> Puzzle:
    gone = set(cells)
    of = puzzle.board.cells
    return Puzzle(puzzle.board, tuple(0 if i in gone else d for i, d in zip(of, puzzle.values, strict=True)))


# -- 9.1: an insufficient check ---------------------------------------------------------------------------------------


def careless(answer: Any) -> Right:
    """A puzzle that passes the insufficient check, and has a second solution."""
    if isinstance(answer, str):
        try:
            answer = Puzzle.parse(answer)
        except InputError as error:
            raise Wrong(f"this is not a puzzle: {error}") from None
    if not isinstance(answer, Puzzle):
        raise Wrong(f"the answer must be a puzzle, such as sm.Puzzle.parse(...), not {short(answer)}")
    if answer.board.size > 9:
        raise Wrong("take a board of at most 9x9")
    model = build(answer, "assignment", "pulp")
    first = model.solve("highs", 2)
    if first.status is Status.UNKNOWN:
        raise Undecided("HiGHS did not solve this puzzle in 2 seconds; take another one")
    if first.grid is None:
        raise Wrong("this puzzle has no solution, so no generator made it from a grid", answer)
    model.exclude(first.grid)
    other = model.solve("highs", 2)
    if other.status is Status.UNKNOWN:
        raise Undecided("HiGHS did not decide in 2 seconds whether there is a second solution; take another puzzle")
    if other.grid is None:
        raise Wrong("this puzzle has one solution, so the careless check was right about it", answer, first.grid)
    return Right(
        "HiGHS finds the grid that the puzzle was made from, so the check passes, but this is a second solution",
        answer,
        other.grid,
    )


# -- 9.2 and 9.3: reduction -------------------------------------------------------------------------------------------


def dig(answer: Dig) -> str:
    """Greedy reduction: every given that can be removed must be removed, in the given order."""
    must_be_callable(answer, "grid, order")
    for grid, order in _single_cases():
        puzzle = _reduced(answer, grid, order)
        expected = _reference(grid, tuple((i,) for i in order))
        if puzzle == expected:
            continue
        _must_be_unique(puzzle, grid)
        for i in order:
            if i in puzzle.givens and len(_solutions(_without(puzzle, [i]))) == 1:
                raise Wrong(f"the given in {i} could go too: the solution stays unique without it", puzzle)
        first = next(i for i in order if (i in puzzle.givens) != (i in expected.givens))
        what = "should be gone" if first in puzzle.givens else "should have stayed"
        raise Wrong(f"the puzzle is minimal, but in the given order the given in {first} {what}", puzzle)
    return f"unique, minimal, and in the order that was given, on {len(_single_cases())} grids"


def dig_symmetric(answer: Dig) -> str:
    """A cell is removed together with the opposite one, or both stay."""
    must_be_callable(answer, "grid, order")
    for grid, order in _symmetric_cases():
        puzzle = _reduced(answer, grid, order)
        expected = _reference(grid, tuple(tuple({i, _across(grid, i)}) for i in order))
        if puzzle == expected:
            continue
        for i in puzzle.givens:
            if (j := _across(grid, i)) not in puzzle.givens:
                raise Wrong(f"the pattern is not symmetric: {i} is given, and {j}, which is opposite, is not", puzzle)
        _must_be_unique(puzzle, grid)
        for i in order:
            pair = {i, _across(grid, i)}
            if i in puzzle.givens and len(_solutions(_without(puzzle, pair))) == 1:
                both = " and ".join(map(str, sorted(pair)))
                raise Wrong(
                    f"{both} could go {'together' if len(pair) > 1 else 'too'}: the solution stays unique", puzzle
                )
        first = next(i for i in order if (i in puzzle.givens) != (i in expected.givens))
        what = "should be gone" if first in puzzle.givens else "should have stayed"
        raise Wrong(f"no further pair can go, but in the given order the given in {first} {what}", puzzle)
    return f"symmetric and unique, and no further pair can go, on {len(_symmetric_cases())} grids"


def _across(grid: Grid, i: Cell) -> Cell:
    cells = grid.board.cells
    return cells[opposite(grid.board, cells.index(i))]


@cache
def _reference(grid: Grid, order: tuple[tuple[Cell, ...], ...]) -> Puzzle:
    puzzle = Puzzle(grid.board, grid.values)
    for cells in order:
        if len(_solutions(less := _without(puzzle, cells))) == 1:
            puzzle = less
    return puzzle


def _reduced(answer: Dig, grid: Grid, order: list[Cell]) -> Puzzle:
    given = list(order)
    puzzle = answer(grid, given)
    must_be_unchanged(order, given, "the list order")
    if not isinstance(puzzle, Puzzle):
        raise Wrong(f"the function must return a puzzle, not {short(puzzle)}")
    if puzzle.board != grid.board:
        raise Wrong(f"the puzzle must have the board of the grid, a {grid.board}", puzzle)
    for i, d in puzzle.givens.items():
        if d != grid[i]:
            raise Wrong(f"the given in {i} is {d}, but the grid has {grid[i]} there", puzzle, grid)
    return puzzle


def _must_be_unique(puzzle: Puzzle, grid: Grid) -> None:
    if others := [other for other in _solutions(puzzle) if other != grid]:
        raise Wrong(f"your puzzle with {len(puzzle.givens)} givens has a second solution", puzzle, others[0])


# -- 9.4: minimality --------------------------------------------------------------------------------------------------


def needed(answer: Callable[[Puzzle], Any]) -> str:
    """The givens whose removal gives a second solution."""
    must_be_callable(answer, "puzzle")
    for puzzle in _puzzles_with_needed_givens():
        expected = {i for i in puzzle.givens if len(_solutions(_without(puzzle, [i]))) > 1}
        returned = as_python(answer(puzzle))
        if not isinstance(returned, set | frozenset | list | tuple):
            raise Wrong(f"the function must return the cells, as a set or a list, not {short(returned)}")
        cells = [tuple(i) if isinstance(i, list) else i for i in returned]
        if strange := [i for i in cells if i not in puzzle.givens]:
            raise Wrong(f"your function says that {short(strange[0])} is needed, but no given is there", puzzle)
        if more := sorted(set(cells) - expected):
            raise Wrong(
                f"your function says that {more[0]} is needed, but without it there is still one solution", puzzle
            )
        if fewer := sorted(expected - set(cells)):
            less = _without(puzzle, [fewer[0]])
            other = next(grid for grid in _solutions(less) if puzzle.violations(grid))
            raise Wrong(f"{fewer[0]} is needed: without it there is this solution too", less, other)
    return "right on a minimal puzzle, on two with givens to spare, and on a full grid"


@cache
def _puzzles_with_needed_givens() -> tuple[Puzzle, ...]:
    """A minimal puzzle; it with one given more; one that is unique without a given, but then not solved by singles."""
    grid, order = _single_cases()[2]
    minimal = _reference(grid, tuple((i,) for i in order))
    extra = next(i for i in order if i not in minimal.givens)
    one_more = Puzzle(grid.board, tuple(grid[i] if i in {*minimal.givens, extra} else 0 for i in grid.board.cells))
    puzzle = Puzzle(grid.board, grid.values)
    for i in order:
        if i not in minimal.givens and level(less := _without(puzzle, [i])) == "hard":
            break
        puzzle = less if i not in minimal.givens else puzzle
    return minimal, one_more, puzzle, Puzzle(grids()[0].board, grids()[0].values)


# -- 9.5: a model -----------------------------------------------------------------------------------------------------


def hit_every_part(answer: Callable[[Any, Grid, list[Any]], Any]) -> str:
    """A smallest set of cells that has one in each part."""
    must_be_callable(answer, "m, grid, parts")
    sizes = []
    for k, (grid, parts) in enumerate(_hitting_cases()):
        problem = Problem(partial(_defined, answer, grid, parts))
        if problem.m.objective() is None:
            raise Wrong("your function has defined no objective; as few cells as possible are asked for")
        result = problem.solve("highs", 20)
        if result.values is None:
            raise Wrong(f"your model has no solution on a {grid.board}, though all cells together hit every part")
        chosen = {i for i, value in result.values.items() if value == 1}
        if free := next((part for part in parts if not chosen & {*part}), None):
            why = ", so its two digits can be exchanged" if k < len(grids()) else ""
            raise Wrong(f"no given is left in the part {list(free)}{why}", None, grid)
        if len(chosen) > (fewest := _fewest(grid, parts)):
            of = f"on a {grid.board}" if k < len(grids()) else f"for the parts {[list(part) for part in parts]}"
            raise Wrong(f"your model chooses {len(chosen)} cells {of}, and {fewest} are enough")
        sizes += [str(fewest)] * (k < len(grids()))
    return f"each part is hit, by {', '.join(sizes)} cells on {len(sizes)} grids, and no fewer will do"


Part = tuple[Cell, ...]


@cache
def _parts(grid: Grid) -> tuple[Part, ...]:
    cells = grid.board.cells
    return tuple(sorted({tuple(sorted(cells[k] for k in part)) for of in unavoidable_sets(grid) for part in of}))


NUMBERED = (((1, 3), (1, 4), (1, 2, 5), (2, 6), (2, 7)), ((1,), (2,), (3,), (1, 2, 3)))
"""Parts that are no unavoidable sets: cells lie in unequal numbers of parts; one part needs three cells."""


@cache
def _hitting_cases() -> tuple[tuple[Grid, tuple[Part, ...]], ...]:
    """The unavoidable sets of the grids, and NUMBERED, whose numbers stand for the first cells of the 4x4 grid."""
    small = grids()[0]
    numbered = (tuple(tuple(small.board.cells[k - 1] for k in part) for part in parts) for parts in NUMBERED)
    return (*((grid, _parts(grid)) for grid in grids()), *((small, parts) for parts in numbered))


def _defined(answer: Callable[..., Any], grid: Grid, parts: Sequence[Part], m: Any) -> Any:
    variables = stated(answer, m, [grid, [*map(set, parts)]], grid.board.cells, "cells")
    if missing := [i for i in grid.board.cells if i not in variables]:
        raise Wrong(f"the function must return a variable for each cell; there is none for {missing[0]}")
    return variables


@cache
def _fewest(grid: Grid, parts: tuple[Part, ...]) -> int:
    def define(m: Any) -> dict[Any, Any]:
        g: dict[Any, Any] = m.bool_vars("g", grid.board.cells)
        for k, part in enumerate(parts):
            m.add(m.sum(g[i] for i in part) >= 1, f"part {k}")
        m.minimize(m.sum(g.values()))
        return g

    return round(Problem(define).solve("highs").objective or 0)
