"""Lesson 10, local search: a cost, its change, a start, an incomplete neighbourhood, and a proof by a solver."""

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from ...backends import Backend
from ...inference.local_search import cost
from ...models.problem import Problem
from ...puzzles.board import Cell
from ...puzzles.corpora import load
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Undecided, Wrong, exercise

SMALL = "1... ..2. .3.. ...4"
START = "1314 2423 2313 4124"
"""A grid with the givens of SMALL and complete boxes that is far from the solution."""

LEAST = {
    "1... ..2. .3.. ...4": 0,
    "12.. ..3. .... ...4": 4,
    "1..2 .... 2... ..1.": 4,
    "12.. 3..4 .... ..43": 4,
    "1... 2... .3.. .4..": 8,
}
"""Puzzle -> the least cost of all grids with its givens and complete boxes; a test enumerates them."""


def _random_grid(puzzle: Puzzle, rng: random.Random) -> Grid:
    return Grid(puzzle.board, tuple(rng.choice(puzzle.board.digits) for _ in puzzle.board.cells))


# -- the cost ----------------------------------------------------------------------------------------------------------


@exercise("grid-cost", lesson=10, title="State the cost")
def grid_cost(answer: Any) -> str:
    """The cost of the package, on random grids and on grids that reveal common mistakes."""
    rng = random.Random(10)
    small, large = Puzzle.parse(SMALL), load("mccaffrey")
    rows = Grid(large.board, tuple(d for _ in large.board.digits for d in large.board.digits))
    cases = [(puzzle, _random_grid(puzzle, rng)) for puzzle in (small, large) for _ in range(8)] + [(large, rows)]
    for puzzle, grid in cases:
        got, want = answer(puzzle, grid), cost(puzzle, grid)
        if got == want:
            continue
        violated = sum(grid[i] != d for i, d in puzzle.givens.items())
        why = {
            want - 8 * violated: f"it leaves out the {violated} violated givens",
            (want - 8 * violated) // 2: "it counts the missing digits only, and leaves out surplus digits and givens",
            (want - 8 * violated) // 2 + 8 * violated: "it counts missing or surplus digits, and should count both",
            want - 7 * violated: "a violated given costs 8, not 1",
        }.get(got, "count missing digits, surplus digits and violated givens apart, and compare")
        raise Wrong(f"your function says {got!r} for this grid, and its cost is {want}: {why}", puzzle, grid)
    return f"your cost is right on {len(cases)} grids"


# -- the change of a swap ----------------------------------------------------------------------------------------------


class _Watched(dict[Cell, int]):
    """Digits by cell, with a record of the cells that were read."""

    def __init__(self, digits: Mapping[Cell, int]) -> None:
        super().__init__(digits)
        self.seen: set[Hashable] = set()

    def __getitem__(self, cell: Cell) -> int:
        self.seen.add(cell)
        return super().__getitem__(cell)

    def get(self, cell: Cell, default: Any = None) -> Any:
        self.seen.add(cell)
        return super().get(cell, default)

    def __iter__(self) -> Iterator[Cell]:
        self.seen.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self.seen.update(super().keys())
        return super().keys()

    def values(self) -> Any:
        self.seen.update(super().keys())
        return super().values()

    def items(self) -> Any:
        self.seen.update(super().keys())
        return super().items()

    def copy(self) -> dict[Cell, int]:
        self.seen.update(super().keys())
        return dict(super().items())


@exercise("swap-change", lesson=10, title="Find the change, not the cost")
def swap_change(answer: Any) -> str:
    """The change must be correct, and computed without reading every cell."""
    rng = random.Random(10)
    for puzzle in (Puzzle.parse(SMALL), load("mccaffrey")):
        board = puzzle.board
        pairs = list(combinations(board.cells, 2))
        for a, b in [*rng.sample(pairs, 40), ((1, 1), (1, 2)), ((1, 1), (2, 2))]:
            before = _random_grid(puzzle, rng)
            digits = dict(zip(board.cells, before.values, strict=True))
            after = Grid(board, tuple({**digits, a: digits[b], b: digits[a]}.values()))
            watched = _Watched(digits)
            got, want = answer(puzzle, watched, a, b), cost(puzzle, after) - cost(puzzle, before)
            if got != want:
                raise Wrong(_why_not(before, puzzle, a, b, got, want), puzzle, before)
            units = [unit for unit in board.units if a in unit.cells or b in unit.cells]
            needed = {cell for unit in units for cell in unit.cells}
            if len(watched.seen) > len(needed):
                raise Wrong(
                    f"the change is right, but your function looked at {len(watched.seen)} cells; those that share a "
                    f"unit with {a} or {b} are {len(needed)}, and the others do not matter"
                )
    return "right on 84 swaps, and never a look at a cell that does not matter"


def _why_not(grid: Grid, puzzle: Puzzle, a: Cell, b: Cell, got: Any, want: int) -> str:
    text = f"for the swap of {a} and {b} your function says {got!r}, and the cost changes by {want}"
    kept = {i: grid[i] == d for i, d in puzzle.givens.items()}
    kept_after = {i: grid[{a: b, b: a}[i]] == puzzle.givens[i] for i in (a, b) if i in kept}
    of_givens = 8 * sum(kept[i] - kept_after[i] for i in kept_after)
    both = [unit.name for unit in puzzle.board.units if a in unit.cells and b in unit.cells]
    if got == -want and want:
        return f"{text}: the sign is the other way round; a change below 0 makes the grid better"
    if of_givens and got == want - of_givens:
        return f"{text}: it leaves out the 8 of a given"
    return f"{text}; both cells are in {both[0]}, where nothing changes" if both else text


# -- a start -----------------------------------------------------------------------------------------------------------


@exercise("complete-boxes", lesson=10, title="Start with complete boxes")
def complete_boxes(answer: Any) -> str:
    """Givens kept, boxes complete, and another grid with other random numbers."""
    for puzzle in (Puzzle.parse(SMALL), load("small:5"), load("mccaffrey")):
        found = {}
        for seed in (1, 2, 3):
            grid = answer(puzzle, random.Random(seed))
            if not isinstance(grid, Grid) or grid.board != puzzle.board:
                raise Wrong(f"return a sm.Grid of the board of the puzzle, not {grid!r}")
            for i, d in puzzle.givens.items():
                if grid[i] != d:
                    raise Wrong(f"cell {i} holds {grid[i]}, but the given there is {d}", puzzle, grid)
            for box in puzzle.board.units[-puzzle.board.size :]:
                digits = sorted(grid[i] for i in box.cells)
                if digits != list(puzzle.board.digits):
                    raise Wrong(f"{box.name} holds the digits {digits}, and should hold each once", puzzle, grid)
            if answer(puzzle, random.Random(seed)) != grid:
                raise Wrong("two calls with the same seed give two grids: take every random number from rng")
            found[grid] = seed
        if len(found) == 1:
            raise Wrong("three seeds give the same grid: a start at random is what makes a new try worth while", puzzle)
    return "givens kept and boxes complete on a 4x4, a 6x6 and a 9x9, and each seed has a start of its own"


# -- an incomplete neighbourhood ---------------------------------------------------------------------------------------


@exercise("break-the-neighbourhood", lesson=10, title="Break the neighbourhood")
def break_the_neighbourhood(answer: Any) -> str:
    """Every blank cell is in some swap, but the solution is unreachable from the start."""
    puzzle, start = Puzzle.parse(SMALL), Puzzle.parse(START).as_grid()
    blanks = [i for i in puzzle.board.cells if i not in puzzle.givens]
    swaps = _swaps(answer, puzzle, blanks)
    still = [i for i in blanks if not any(i in swap for swap in swaps)]
    if still:
        raise Wrong(f"the blank cell {still[0]} is in no swap, which is too easy; give each blank cell a swap")
    group = _connected(blanks, swaps)
    solution = _only_solution(puzzle)
    for cells in group:
        held, wanted = sorted(start[i] for i in cells), sorted(solution[i] for i in cells)
        if held != wanted:
            return (
                f"broken as asked: the cells {', '.join(map(str, cells))} exchange digits only among themselves; they "
                f"begin with {held} and need {wanted}. No number of steps, no temperature, can help"
            )
    raise Wrong(
        "the solution can be reached with these swaps: each set of cells that is joined by them begins with the very "
        "digits that it holds in the solution",
        puzzle,
        solution,
    )


def _swaps(answer: Any, puzzle: Puzzle, blanks: list[Cell]) -> list[tuple[Cell, Cell]]:
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        raise Wrong(f"the answer must be a list of pairs of cells, not {answer!r}")
    swaps = []
    for swap in answer:
        if not (isinstance(swap, tuple | list) and len(swap) == 2 and swap[0] != swap[1]):
            raise Wrong(f"each swap is a pair of two cells such as ((1, 2), (1, 3)), not {swap!r}")
        for i in swap:
            if i in puzzle.givens:
                raise Wrong(f"the swap {swap!r} moves the given in {i}; givens stay")
            if i not in blanks:
                raise Wrong(f"the swap {swap!r} names {i!r}, which is no blank cell of the puzzle")
        swaps.append((swap[0], swap[1]))
    return swaps


def _connected(cells: list[Cell], swaps: list[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The connected components of the cells under swaps; within one, every order of the digits can be reached."""
    joined = {i: {i} for i in cells}
    for a, b in swaps:
        if joined[a] is not joined[b]:
            joined[a] |= joined[b]
            for i in joined[b]:
                joined[i] = joined[a]
    return [sorted(cells) for cells in {id(cells): cells for cells in joined.values()}.values()]


def _only_solution(puzzle: Puzzle) -> Grid:
    return next(grid for grid in grids_with_complete_boxes(puzzle) if not puzzle.violations(grid))


def grids_with_complete_boxes(puzzle: Puzzle) -> Iterator[Grid]:
    """Every grid that keeps the givens and has each digit once in each box."""
    boxes = puzzle.board.units[-puzzle.board.size :]
    blanks = [[i for i in box.cells if i not in puzzle.givens] for box in boxes]
    lacking = [sorted(set(puzzle.board.digits) - {puzzle.givens.get(i) for i in box.cells}) for box in boxes]
    for orders in product(*map(permutations, lacking)):
        found = dict(puzzle.givens)
        for cells, digits in zip(blanks, orders, strict=True):
            found.update(zip(cells, digits, strict=True))
        yield Grid(puzzle.board, tuple(found[i] for i in puzzle.board.cells))


# -- a proof by a solver -----------------------------------------------------------------------------------------------


@exercise("least-cost", lesson=10, title="Prove the least cost", time_limit=60)
def least_cost(answer: Any) -> str:
    """A model whose objective is the least cost of all grids with complete boxes."""
    for text, least in LEAST.items():
        puzzle = Puzzle.parse(text)
        result = Problem(partial(_defined, answer, puzzle)).solve("highs", time_limit=10)
        if result.status is Status.UNKNOWN:
            raise Undecided("HiGHS did not solve your model of a 4x4 puzzle in 10 seconds")
        if result.status is Status.INFEASIBLE:
            raise Wrong(
                "your model has no solution for this puzzle, but there are grids that keep its givens and have "
                "complete boxes: rows and columns may clash, at a cost",
                puzzle,
            )
        if result.objective is None:
            raise Wrong("your model minimises nothing; end with m.minimize(...)")
        got = round(result.objective, 6)
        if got == least:
            continue
        half = "; each surplus digit of a unit means a missing one too, so it counts 2" if 2 * got == least else ""
        too = "no grid with complete boxes is so cheap" if got < least else "there is a cheaper grid"
        raise Wrong(
            f"the least cost of your model is {got:g} for this puzzle, and should be {least}: {too}{half}", puzzle
        )
    return (
        f"right on {len(LEAST)} puzzles. A least cost of 4 or 8 is a proof that there is no solution, and that a local "
        "search which has come so far has found a best grid"
    )


def _defined(answer: Any, puzzle: Puzzle, m: Backend) -> Mapping[Any, Any]:
    returned = answer(m, puzzle)
    if not isinstance(returned, Mapping):
        raise Wrong(f"the function must return its variables in a dict, not {returned!r}")
    return returned
