"""Lesson 10, local search: a cost, its change, an incomplete neighbourhood, a start, and a proof by a solver.

## grid-cost: State the cost

1. Go through the units one by one, and look at which digits each holds; the givens are counted apart.
2. In a unit of n cells with k different digits, n - k digits are missing and n - k cells are surplus: together 2 * (n -
   k). To the sum over all units add 8 for each cell of puzzle.givens with another digit in the grid.
3. for unit in puzzle.board.units: total += 2 * (n - len({grid[i] for i in unit.cells})); then for i, d in
   puzzle.givens.items(): total += 8 if grid[i] != d.

## swap-change: Find the change, not the cost

1. Only the units of the two cells can change, and of these only the units that hold one of the two cells.
2. For each such unit compare the number of different digits before the swap and after it; each digit fewer costs 2.
   Then add the change for the two cells that may be givens.
3. after = {a: digits[b], b: digits[a]}; for a unit with (a in unit.cells) != (b in unit.cells), before = {digits[i] for
   i in unit.cells}, now = {after.get(i) or digits[i] for i in unit.cells}, and the change is 2 * (len(before) -
   len(now)).

## break-the-neighbourhood: Break the neighbourhood

1. Swaps join cells to groups. Within a group every order of the digits can be reached, and no digit leaves it.
2. Compare the start with the solution: find a group of blank cells that holds other digits now than it must hold in the
   solution. The first row is such a group.
3. Join blank cells of one row only: all pairs (a, b) from combinations(blank, 2) with a[0] == b[0].

## complete-boxes: Start with complete boxes

1. Fill one box after the other: its givens are there, and the digits that it lacks go into its blank cells.
2. List the blank cells of the box and the digits that are not among its givens, put these into a random order with
   rng.shuffle, and pair the two lists.
3. lacking = sorted(set(puzzle.board.digits) - {the givens of the box}); rng.shuffle(lacking); digits.update(zip(blank,
   lacking)); at the end sm.Grid(board, tuple(digits[i] for i in board.cells)).

## least-cost: Prove the least cost

1. It is the assignment model without its rows and columns: these may be violated, and the objective counts it.
2. Make y as usual, state one digit for each cell and each digit once in each box, fix the givens. For each row or
   column u and each digit d an integer variable s[u, d] from 0 to n is at least the sum of y over u minus 1.
3. m.add(m.sum(y[i, d] for i in u.cells) - s[u.name, d] <= 1, f"surplus of {d} in {u.name}") for the first 2n units; at
   the end m.minimize(m.dot([2] * len(s), s.values())) and return y.
"""

import random
from collections import UserDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from sudoku_models.course.answers import as_python, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.exercises.optima import optimum, optimum_at
from sudoku_models.course.judges import function
from sudoku_models.course.models import all_solutions
from sudoku_models.course.usage import uses
from sudoku_models.inference.walks import cost
from sudoku_models.models.validation import UserModel, define, short
from sudoku_models.puzzles.corpora import load
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.units import Cell

SMALL = Puzzle.parse("1... ..2. .3.. ...4")


def _puzzles() -> list[Puzzle]:
    return [replace(SMALL), load("small:5"), load("mccaffrey")]


def _random_grid(puzzle: Puzzle, rng: random.Random) -> Grid:
    """A random grid; about half of the givens are kept."""
    kept = {i: d for i, d in puzzle.givens.items() if rng.random() < 0.5}
    return Grid(puzzle.board, tuple(kept.get(i) or rng.choice(puzzle.board.digits) for i in puzzle.board.cells))


# -- the cost ----------------------------------------------------------------------------------------------------------


def _grids() -> list[tuple[Puzzle, Grid]]:
    """Random grids, and one whose rows alone are right."""
    rng, puzzles = random.Random(10), _puzzles()
    large = puzzles[-1]
    rows = Grid(large.board, tuple(d for _ in large.board.digits for d in large.board.digits))
    return [(puzzle, _random_grid(puzzle, rng)) for puzzle in puzzles for _ in range(6)] + [(large, rows)]


def _other_cost(got: float, want: int, puzzle: Puzzle, grid: Grid) -> Wrong:
    violated = sum(grid[i] != d for i, d in puzzle.givens.items())
    why = {
        want - 8 * violated: f"that is the cost without the {violated} violated givens",
        (want - 8 * violated) // 2: "that is the number of missing digits alone",
        (want - 8 * violated) // 2 + 8 * violated: "missing and surplus digits both count",
        want - 7 * violated: "a violated given costs 8, not 1",
    }.get(int(got), "count missing digits, surplus digits and violated givens apart, and compare")
    return Wrong(f"your function says {short(got)} for this grid, and its cost is {want}: {why}", puzzle, grid)


_same_cost = function(
    cost, _grids, "your cost is right on {n} grids of three sizes", returns=(float, "a number"), objection=_other_cost
)


def grid_cost(answer: Function) -> Any:
    """The cost of the package, on random grids and on grids that reveal common mistakes."""
    if uses(answer, cost):
        raise Wrong("your function calls the package's `cost`; count the digits yourself")
    return _same_cost(answer)


# -- the change of a swap ----------------------------------------------------------------------------------------------


def swap_change(answer: Function) -> str:
    """The change must be correct, and computed without reading every cell or changing one."""
    cases = list(_swaps())
    for puzzle, before, a, b in cases:
        board = puzzle.board
        digits = dict(zip(board.cells, before.values, strict=True))
        after = Grid(board, tuple({**digits, a: digits[b], b: digits[a]}.values()))
        seen: set[Cell] = set()
        watched = _watched(digits, seen)
        got, want = as_python(answer(puzzle, watched, a, b)), cost(puzzle, after) - cost(puzzle, before)
        must_be_unchanged(digits, watched.data, "`digits`", "a search calls it for swaps that it may not make")
        must_fit(got, float, "your function must return a number")
        if got != want:
            raise Wrong(_why_not(before, puzzle, a, b, got, want), puzzle, before)
        needed = {i for unit in board.units if a in unit.cells or b in unit.cells for i in unit.cells}
        if further := sorted(seen - needed):
            looked = f"the change is right, but your function looked at {len(seen)} cells, also at {further[0]}"
            raise Wrong(f"{looked}; only the {len(needed)} cells that share a unit with {a} or {b} matter")
    return f"right on {len(cases)} swaps, and never a look at a cell that does not matter; `digits` is left as it was"


def _watched(digits: Mapping[Cell, int], seen: set[Cell]) -> "UserDict[Cell, int]":
    """A dict that adds each cell to `seen` whose digit is read, in the dict itself or in a copy of it."""

    class Watched(UserDict[Cell, int]):
        def __getitem__(self, i: Cell) -> int:
            seen.add(i)
            return super().__getitem__(i)

    return Watched(digits)


def _swaps() -> Iterator[tuple[Puzzle, Grid, Cell, Cell]]:
    """Random swaps, and swaps of neighbours; in about half of them a given is moved away or home."""
    rng = random.Random(10)
    for puzzle in _puzzles():
        cells, givens = puzzle.board.cells, list(puzzle.givens)
        pairs = [(cells[0], cells[1]), (cells[0], cells[puzzle.board.size + 1]), (cells[0], cells[-1])]
        pairs += [(rng.choice(givens), rng.choice(cells)) for _ in range(15)]
        for a, b in pairs + [(rng.choice(cells), rng.choice(cells)) for _ in range(15)]:
            if a != b:
                yield puzzle, _random_grid(puzzle, rng), a, b


def _why_not(grid: Grid, puzzle: Puzzle, a: Cell, b: Cell, got: Any, want: int) -> str:
    text = f"for the swap of {a} and {b} your function says {short(got)}, and the cost changes by {want}"
    other = {a: grid[b], b: grid[a]}
    of_givens = 8 * sum((other[i] != d) - (grid[i] != d) for i, d in puzzle.givens.items() if i in other)
    if got == -want:
        return f"{text}: the sign is the other way round; a change below 0 makes the grid better"
    if got == want - of_givens:
        return f"{text}; that is the change without the {abs(of_givens)} of the givens"
    both = [unit for unit in puzzle.board.units if a in unit.cells and b in unit.cells]
    lost = [2 * sum([grid[i] for i in u.cells].count(grid[c]) == 1 for u in both) for c in (a, b)]
    if got - want in {*lost, sum(lost), 2 * len(both)}:  # a digit is taken out there, or put in
        return f"{text}; both cells are in {' and '.join(u.name for u in both)}, where nothing changes"
    return text


# -- an incomplete neighbourhood ---------------------------------------------------------------------------------------

START = Puzzle.parse("1314 2423 2313 4124").as_grid()
"""A grid with the givens of SMALL and complete boxes that is far from the solution."""


def break_the_neighbourhood(answer: Any) -> str:
    """Every blank cell is in some swap, but the solution is unreachable from the start."""
    must_fit(answer, [[(int, int)]], "the answer must be a list of pairs of cells such as ((1, 2), (1, 3))")
    blanks = [i for i in SMALL.board.cells if i not in SMALL.givens]
    joined = {i: {i} for i in blanks}
    for swap in answer:
        cells = {(int(r), int(c)) for r, c in swap}
        if len(cells) != 2 or len(swap) != 2 or not cells <= {*blanks}:
            raise Wrong(f"the swap {short(swap)} must be a pair of two blank cells; givens stay")
        group = set().union(*(joined[i] for i in cells))
        joined |= dict.fromkeys(group, group)
    if alone := [i for i in blanks if len(joined[i]) == 1]:
        raise Wrong(f"the blank cell {alone[0]} is in no swap, which is too easy; give each blank cell a swap")
    (solution,) = all_solutions(SMALL)
    for group in joined.values():  # within a group, every order of the digits can be reached
        held, wanted = sorted(START[i] for i in group), sorted(solution[i] for i in group)
        if held != wanted:
            these = ", ".join(map(str, sorted(group)))
            begin = f"they begin with {held} and need {wanted}. No number of steps, no temperature, can help"
            return f"broken as asked: the cells {these} exchange digits only among themselves; {begin}"
    reached = "each set of cells that is joined by them begins with the very digits that it holds in the solution"
    raise Wrong(f"the solution can be reached with these swaps: {reached}", SMALL, solution)


def _boxes(puzzle: Puzzle) -> list[tuple[list[Cell], list[int]]]:
    """The blank cells and the lacking digits of each box."""
    boxes = [unit.cells for unit in puzzle.board.units[-puzzle.board.size :]]
    held = [{puzzle.givens.get(i) for i in cells} for cells in boxes]
    lacking = [[d for d in puzzle.board.digits if d not in digits] for digits in held]
    return [([i for i in cells if i not in puzzle.givens], ds) for cells, ds in zip(boxes, lacking, strict=True)]


def filled(puzzle: Puzzle, orders: Iterable[Sequence[int]]) -> Grid:
    """A grid with the givens, and in each box the lacking digits in one of these orders."""
    found = dict(puzzle.givens)
    for (blanks, _), digits in zip(_boxes(puzzle), orders, strict=True):
        found.update(zip(blanks, digits, strict=True))
    return Grid(puzzle.board, tuple(found[i] for i in puzzle.board.cells))


# -- a start -----------------------------------------------------------------------------------------------------------

SEEDS = 24


def complete_boxes(answer: Function) -> str:
    """Givens kept, boxes complete, and every cell that can change does change with the seed."""
    for puzzle in _puzzles():
        givens = dict(puzzle.givens)
        grids = [_started(answer, puzzle, seed) for seed in range(SEEDS)]
        must_be_unchanged(givens, puzzle.givens, "`puzzle.givens`")
        if _started(answer, puzzle, 0) != grids[0]:
            raise Wrong("two calls with the same seed give two grids: take every random number from `rng`")
        for blanks, _ in _boxes(puzzle):
            for i in blanks if len(blanks) > 1 else ():
                if len({grid[i] for grid in grids}) == 1:
                    always = f"with {SEEDS} seeds the cell {i} always holds {grids[0][i]}"
                    raise Wrong(f"{always}: place all digits that a box lacks at random", puzzle, grids[0])
    return "givens kept and boxes complete on a 4x4, a 6x6 and a 9x9; no blank cell is the same for all seeds"


def _started(answer: Any, puzzle: Puzzle, seed: int) -> Grid:
    """The grid of one call, which keeps the givens and has complete boxes."""
    grid = answer(puzzle, random.Random(seed))
    if not isinstance(grid, Grid) or grid.board != puzzle.board:
        raise Wrong(f"return a sm.Grid of the board of the puzzle, not {short(grid)}")
    for i, d in puzzle.givens.items():
        if grid[i] != d:
            raise Wrong(f"cell {i} holds {grid[i]}, but the given there is {d}", puzzle, grid)
    for box in puzzle.board.units[-puzzle.board.size :]:
        digits = sorted(grid[i] for i in box.cells)
        if digits != list(puzzle.board.digits):
            raise Wrong(f"{box.name} holds the digits {digits}, and should hold each once", puzzle, grid)
    return grid


# -- a proof by a solver -----------------------------------------------------------------------------------------------

LEAST = {
    "1... ..2. .3.. ...4": 0,
    "12.. ..3. .... ...4": 4,
    "1..2 .... 2... ..1.": 4,
    "12.. 3..4 .... ..43": 4,
    "1... 2... .3.. .4..": 8,
}
"""Puzzle -> the least cost of all grids with its givens and complete boxes; a test enumerates them."""


def least_cost(answer: Function) -> str:
    """The objective is the least cost of all grids with complete boxes, and the cost of each grid that is held."""
    for text, least in LEAST.items():
        _must_have_the_least(define(answer, Puzzle.parse(text)), least)
    rng, held = random.Random(10), 0
    for puzzle in (SMALL, load("small:5")):
        model = define(answer, puzzle)
        for grid, is_allowed in _boxed_grids(puzzle, rng):
            _must_have_the_cost(model, grid, is_allowed)
            held += 1
    proof = "A least cost of 4 or 8 is a proof that there is no solution, and that a grid of this cost is a best one"
    return f"right on {len(LEAST)} puzzles, and on {held} grids one by one. {proof}"


def _must_have_the_least(model: UserModel, least: int) -> None:
    if not model.is_binary:
        raise Wrong("return the binaries, a dict y[cell, digit]")
    if model.m.objective() is None:
        raise Wrong("your model minimises nothing; end with m.minimize(...)")
    got, puzzle = optimum(model), model.puzzle
    if got is None:
        there_are = "but there are grids that keep its givens and have complete boxes: rows and columns may clash"
        raise Wrong(f"your model has no solution for this puzzle, {there_are}, at a cost", puzzle)
    if got != least:
        half = "; each surplus digit of a unit means a missing one too, so it counts 2" if 2 * got == least else ""
        too = "no grid with complete boxes is so cheap" if got < least else "there is a cheaper grid"
        raise Wrong(f"your least cost for this puzzle is {got:g}, and should be {least}: {too}{half}", puzzle)


def _boxed_grids(puzzle: Puzzle, rng: random.Random) -> Iterator[tuple[Grid, bool]]:
    """Grids with the givens and complete boxes, and True; and grids that break one box or one given, and False."""
    for k in range(4 + puzzle.board.size + len(puzzle.givens)):
        grid = filled(puzzle, [rng.sample(lacking, len(lacking)) for _, lacking in _boxes(puzzle)])
        held = dict(zip(puzzle.board.cells, grid.values, strict=True))
        if 4 <= k < 4 + puzzle.board.size:
            one = _boxes(puzzle)[k - 4][0][0]
            held[one] = held[one] % puzzle.board.size + 1
        elif k >= 4:
            given = [*puzzle.givens][k - 4 - puzzle.board.size]
            box = next(unit for unit in puzzle.board.units[-puzzle.board.size :] if given in unit.cells)
            other = next(i for i in box.cells if i not in puzzle.givens)
            held[given], held[other] = held[other], held[given]
        yield Grid(puzzle.board, tuple(held.values())), k < 4


def _must_have_the_cost(model: UserModel, grid: Grid, is_allowed: bool) -> None:
    """The objective of the model when all its y are held at one grid."""
    got, puzzle = optimum_at(model, grid), model.puzzle
    if got is not None and not is_allowed:
        raise Wrong("your model allows this grid, in which a box is not complete or a given is not kept", puzzle, grid)
    if is_allowed and got is None:
        raise Wrong("your model forbids this grid, which keeps the givens and has complete boxes", puzzle, grid)
    if got is not None and got != (want := cost(puzzle, grid)):
        raise Wrong(f"for this grid your objective is {got:g}, and its cost is {want}", puzzle, grid)


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 2, 1)
def change_of_a_swap(rng: Random) -> Asked:
    rows = [rng.sample(range(1, 5), 4) for _ in range(4)]
    row, (i, j) = rng.randrange(4), sorted(rng.sample(range(4), 2))

    def cost(grid: list[list[int]]) -> int:
        units = [[each[c] for each in grid] for c in range(4)]
        units += [[grid[r + a][c + b] for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)]
        return sum(4 - len(set(unit)) for unit in units)

    swapped = [[*each] for each in rows]
    swapped[row][i], swapped[row][j] = swapped[row][j], swapped[row][i]
    before, after = cost(rows), cost(swapped)
    return Asked(
        f"Local search on a 4x4 Sudoku keeps the rows right and counts missing digits in columns and boxes. The grid is {rows}. "
        f"What is its cost, and how does it change when the cells {i + 1} and {j + 1} of row {row + 1} are swapped? Could "
        "a descent, which takes only swaps that lower the cost, make this one?",
        f"Cost **{before}**, after the swap {after}: a change of **{after - before}**, so it **could{'' if after < before else ' not'}**.",
        (before, after - before),
    )
