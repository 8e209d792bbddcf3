"""Lesson 9, generate puzzles: reduction, minimality, hitting sets, symmetry, and an insufficient check."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from ...generation import opposite, unavoidable_sets
from ...models.counting import count_solutions
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...puzzles.board import Cell
from ...puzzles.corpora import corpus
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Wrong, exercise

Dig = Callable[[Grid, list[Any]], Any]


@cache
def grids() -> tuple[Grid, ...]:
    """Two 4x4 grids, and a 6x6 one."""
    fours = ("1234341221434321", "1234341223414123")
    found = [Puzzle.parse(line).as_grid() for line in fours]
    six = corpus("small").entry("small:5").solution
    return (*found, six) if six else (*found,)


def _solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """At most two solutions."""
    return count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=2, cross_check=False).grids


def _without(puzzle: Puzzle, cells: Iterable[Cell]) -> Puzzle:
    gone = set(cells)
    of = puzzle.board.cells
    return Puzzle(puzzle.board, tuple(0 if i in gone else d for i, d in zip(of, puzzle.values, strict=True)))


# -- 9.1 and 9.5: reduction -------------------------------------------------------------------------------------------


@exercise("dig", lesson=9, title="Dig", time_limit=60)
def dig(answer: Dig) -> str:
    """Greedy reduction: every given that can be removed must be removed, in the given order."""
    for grid, order in _orders():
        puzzle = _reduced(answer, grid, order)
        _must_be_unique(puzzle, grid)
        for i in order:
            if i in puzzle.givens and len(_solutions(_without(puzzle, [i]))) == 1:
                raise Wrong(f"the given in {i} could go too: the solution stays unique without it", puzzle)
        expected = _reference(grid, [(i,) for i in order])
        if puzzle != expected:
            first = next(i for i in order if (i in puzzle.givens) != (i in expected.givens))
            what = "should be gone" if first in puzzle.givens else "should have stayed"
            raise Wrong(f"the puzzle is minimal, but another order was followed: the given in {first} {what}", puzzle)
    return f"unique, minimal, and in the order that was given, on {len(_orders())} grids"


@exercise("dig-symmetric", lesson=9, title="Dig with symmetry", time_limit=60)
def dig_symmetric(answer: Dig) -> str:
    """A cell is removed together with the opposite one, or both stay."""
    for grid, order in _orders():
        puzzle = _reduced(answer, grid, order)
        for i in puzzle.givens:
            if (j := _across(grid, i)) not in puzzle.givens:
                raise Wrong(f"the pattern is not symmetric: {i} is given, and {j}, which is opposite, is not", puzzle)
        _must_be_unique(puzzle, grid)
        for i in order:
            pair = {i, _across(grid, i)}
            if i in puzzle.givens and len(_solutions(_without(puzzle, pair))) == 1:
                both = " and ".join(map(str, sorted(pair)))
                raise Wrong(f"{both} could go together: the solution stays unique without them", puzzle)
    return f"symmetric and unique, and no further pair can go, on {len(_orders())} grids"


@cache
def _orders() -> tuple[tuple[Grid, list[Cell]], ...]:
    rng = random.Random(9)
    return tuple((grid, rng.sample(grid.board.cells, len(grid.board.cells))) for grid in grids())


def _across(grid: Grid, i: Cell) -> Cell:
    cells = grid.board.cells
    return cells[opposite(grid.board, cells.index(i))]


def _reference(grid: Grid, order: Sequence[Sequence[Cell]]) -> Puzzle:
    puzzle = Puzzle(grid.board, grid.values)
    for cells in order:
        if len(_solutions(less := _without(puzzle, cells))) == 1:
            puzzle = less
    return puzzle


def _reduced(answer: Dig, grid: Grid, order: list[Cell]) -> Puzzle:
    puzzle = answer(grid, list(order))
    if not isinstance(puzzle, Puzzle):
        raise Wrong(f"the function must return a puzzle, not {type(puzzle).__name__}")
    if puzzle.board != grid.board:
        raise Wrong(f"the puzzle must have the board of the grid, a {grid.board}", puzzle)
    for i, d in puzzle.givens.items():
        if d != grid[i]:
            raise Wrong(f"the given in {i} is {d}, but the grid has {grid[i]} there", puzzle, grid)
    return puzzle


def _must_be_unique(puzzle: Puzzle, grid: Grid) -> None:
    if others := [other for other in _solutions(puzzle) if other != grid]:
        raise Wrong(f"your puzzle with {len(puzzle.givens)} givens has a second solution", puzzle, others[0])


# -- 9.2: minimality --------------------------------------------------------------------------------------------------


@exercise("needed", lesson=9, title="Prove that a puzzle is minimal", time_limit=60)
def needed(answer: Callable[[Puzzle], Any]) -> str:
    """The givens whose removal gives a second solution."""
    minimal = _reference(grids()[2], [(i,) for i in _orders()[2][1]])
    one_more = Puzzle(
        minimal.board, tuple(d or int(k == 20) * grids()[2].values[k] for k, d in enumerate(minimal.values))
    )
    for puzzle in (minimal, one_more, Puzzle(grids()[0].board, grids()[0].values)):
        expected = {i for i in puzzle.givens if len(_solutions(_without(puzzle, [i]))) > 1}
        returned = answer(puzzle)
        if not isinstance(returned, set | frozenset | list | tuple):
            raise Wrong(f"the function must return the cells, as a set or a list, not {returned!r}")
        if more := sorted(set(returned) - expected):
            raise Wrong(
                f"your function says that {more[0]} is needed, but without it there is one solution still", puzzle
            )
        if fewer := sorted(expected - set(returned)):
            other = next(g for g in _solutions(_without(puzzle, [fewer[0]])) if puzzle.violations(g))
            raise Wrong(
                f"{fewer[0]} is needed: without it there is this solution too", _without(puzzle, [fewer[0]]), other
            )
    return "right on a minimal puzzle, on one with givens to spare, and on a full grid"


# -- 9.3: a model -----------------------------------------------------------------------------------------------------


@exercise("hit-every-part", lesson=9, title="How few givens can there be?", time_limit=60)
def hit_every_part(answer: Callable[[Any, Grid, list[Any]], Any]) -> str:
    """A smallest set of cells that has one in each part."""
    sizes = []
    for grid in grids():
        cells = grid.board.cells
        parts = sorted({tuple(sorted(cells[k] for k in part)) for of in unavoidable_sets(grid) for part in of})
        result = Problem(partial(_defined, answer, grid, parts)).solve("highs", 20)
        if result.values is None:
            raise Wrong(f"your model has no solution on a {grid.board}, though all cells together hit every part", None)
        chosen = {i for i in cells if result.values[i] == 1}
        if free := next((part for part in parts if not chosen & {*part}), None):
            raise Wrong(f"no given is left in the part {list(free)}, so its two digits can be exchanged", None, grid)
        fewest = _fewest(grid, parts)
        if len(chosen) > fewest:
            raise Wrong(f"your model chooses {len(chosen)} cells on a {grid.board}, and {fewest} are enough")
        sizes.append(str(fewest))
    return f"each part is hit, by {', '.join(sizes)} cells on three grids, and no fewer will do"


def _defined(answer: Callable[..., Any], grid: Grid, parts: Sequence[Sequence[Cell]], m: Any) -> Any:
    variables = answer(m, grid, [*map(set, parts)])
    if missing := [i for i in grid.board.cells if not isinstance(variables, Mapping) or i not in variables]:
        raise Wrong(f"the function must return a variable for each cell; there is none for {missing[0]}")
    return variables


def _fewest(grid: Grid, parts: Sequence[Sequence[Cell]]) -> int:
    def define(m: Any) -> dict[Any, Any]:
        g: dict[Any, Any] = m.bool_vars("g", grid.board.cells)
        for k, part in enumerate(parts):
            m.add(m.sum(g[i] for i in part) >= 1, f"part {k}")
        m.minimize(m.sum(g.values()))
        return g

    return round(Problem(define).solve("highs").objective or 0)


# -- 9.4: an insufficient check ---------------------------------------------------------------------------------------


@exercise("careless", lesson=9, title="Break the careless generator")
def careless(answer: Any) -> Right:
    """A puzzle that passes the insufficient check, and has a second solution."""
    if not isinstance(answer, Puzzle):
        raise Wrong(f"the answer must be a puzzle, not {type(answer).__name__}")
    if answer.board.size > 9:
        raise Wrong("take a board of at most 9x9")
    first = build(answer, "assignment", "pulp").solve("highs", 10)
    if first.status is not Status.SOLVED or first.grid is None:
        raise Wrong("this puzzle has no solution that HiGHS could find, so the generator did not make it", answer)
    model = build(answer, "assignment", "pulp")
    model.exclude(first.grid)
    other = model.solve("highs", 10)
    if other.grid is None:
        raise Wrong("this puzzle has one solution, so the careless check was right about it", answer, first.grid)
    return Right(
        "HiGHS finds the grid that the puzzle was made from, so the check passes, but this is a second solution",
        answer,
        other.grid,
    )
