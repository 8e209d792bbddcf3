"""Lesson 10, local search: a cost, its change, an incomplete neighbourhood, a start, and a proof by a solver."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from ...inference.local_search import cost
from ...models.validation import UserModel, short
from ...puzzles.board import Cell
from ...puzzles.corpora import load
from ...puzzles.puzzle import Grid, Puzzle
from ..box_grids import boxed_grids, grids_with_complete_boxes
from ..exercise import Wrong
from ..judges import as_python, define, must_be_callable, must_be_unchanged
from ..optima import optimum, optimum_at
from ..usage import Watched, uses

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
    """A random grid; about half of the givens are kept."""
    kept = {i: d for i, d in puzzle.givens.items() if rng.random() < 0.5}
    return Grid(puzzle.board, tuple(kept.get(i) or rng.choice(puzzle.board.digits) for i in puzzle.board.cells))


def _number(returned: Any) -> float:
    """What a function returned, if it is a number."""
    number = as_python(returned)
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise Wrong(f"your function must return a number, not {short(returned)}")
    return number


# -- the cost ----------------------------------------------------------------------------------------------------------


def grid_cost(answer: Any) -> str:
    """The cost of the package, on random grids and on grids that reveal common mistakes."""
    must_be_callable(answer)
    if uses(answer, cost):
        raise Wrong("your function calls the package's `cost`; count the digits yourself")
    rng = random.Random(10)
    small, six, large = Puzzle.parse(SMALL), load("small:5"), load("mccaffrey")
    rows = Grid(large.board, tuple(d for _ in large.board.digits for d in large.board.digits))
    cases = [(puzzle, _random_grid(puzzle, rng)) for puzzle in (small, six, large) for _ in range(6)] + [(large, rows)]
    for puzzle, grid in cases:
        givens = dict(puzzle.givens)
        got, want = _number(answer(puzzle, grid)), cost(puzzle, grid)
        must_be_unchanged(givens, puzzle.givens, "`puzzle.givens`")
        if got == want:
            continue
        violated = sum(grid[i] != d for i, d in puzzle.givens.items())
        why = {
            want - 8 * violated: f"that is the cost without the {violated} violated given{'s' * (violated > 1)}",
            (want - 8 * violated) // 2: "that is the number of missing digits alone",
            (want - 8 * violated) // 2 + 8 * violated: "missing and surplus digits both count",
            want - 7 * violated: "a violated given costs 8, not 1",
        }.get(int(got), "count missing digits, surplus digits and violated givens apart, and compare")
        raise Wrong(f"your function says {short(got)} for this grid, and its cost is {want}: {why}", puzzle, grid)
    return f"your cost is right on {len(cases)} grids of three sizes"


# -- the change of a swap ----------------------------------------------------------------------------------------------


def swap_change(answer: Any) -> str:
    """The change must be correct, and computed without reading every cell or changing one."""
    must_be_callable(answer)
    cases = list(_swap_cases())
    for puzzle, before, a, b in cases:
        board = puzzle.board
        digits = dict(zip(board.cells, before.values, strict=True))
        after = Grid(board, tuple({**digits, a: digits[b], b: digits[a]}.values()))
        watched = Watched(digits)
        got, want = _number(answer(puzzle, watched, a, b)), cost(puzzle, after) - cost(puzzle, before)
        seen = {i for i in board.cells if i in watched.seen}
        must_be_unchanged(digits, dict(watched), "`digits`", "a search calls it for swaps that it may not make")
        if got != want:
            raise Wrong(_why_not(before, puzzle, a, b, got, want), puzzle, before)
        needed = {i for unit in board.units if a in unit.cells or b in unit.cells for i in unit.cells}
        if further := sorted(seen - needed):
            raise Wrong(
                f"the change is right, but your function looked at {len(seen)} cells, also at {further[0]}; only the "
                f"{len(needed)} cells that share a unit with {a} or {b} matter"
            )
    return f"right on {len(cases)} swaps, and never a look at a cell that does not matter; `digits` is left as it was"


def _swap_cases() -> Iterator[tuple[Puzzle, Grid, Cell, Cell]]:
    """Random swaps, and swaps of neighbours; in about half of them a given is moved away or home."""
    rng = random.Random(10)
    for puzzle in (Puzzle.parse(SMALL), load("small:5"), load("mccaffrey")):
        cells, givens = puzzle.board.cells, list(puzzle.givens)
        pairs = [(cells[0], cells[1]), (cells[0], cells[puzzle.board.size + 1]), (cells[0], cells[-1])]
        pairs += [(rng.choice(givens), rng.choice(cells)) for _ in range(15)]
        for a, b in pairs + [(rng.choice(cells), rng.choice(cells)) for _ in range(15)]:
            if a != b:
                yield puzzle, _random_grid(puzzle, rng), a, b


def _why_not(grid: Grid, puzzle: Puzzle, a: Cell, b: Cell, got: Any, want: int) -> str:
    text = f"for the swap of {a} and {b} your function says {short(got)}, and the cost changes by {want}"
    kept = {i: grid[i] == d for i, d in puzzle.givens.items()}
    kept_after = {i: grid[{a: b, b: a}[i]] == puzzle.givens[i] for i in (a, b) if i in kept}
    of_givens = 8 * sum(kept[i] - kept_after[i] for i in kept_after)
    if got == -want and want:
        return f"{text}: the sign is the other way round; a change below 0 makes the grid better"
    if of_givens and got == want - of_givens:
        return f"{text}; that is the change without the {abs(of_givens)} of the given{'s' * (abs(of_givens) > 8)}"
    both = [unit for unit in puzzle.board.units if a in unit.cells and b in unit.cells]
    lost = [
        2 * sum(len({grid[i] for i in u.cells}) - len({grid[i] for i in u.cells if i != c}) for u in both)
        for c in (a, b)
    ]
    if got - want in {*lost, sum(lost), 2 * len(both)} - {0}:  # a digit is taken out there, or put in
        return f"{text}; both cells are in {' and '.join(u.name for u in both)}, where nothing changes"
    return text


# -- an incomplete neighbourhood ---------------------------------------------------------------------------------------


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
        raise Wrong(f"the answer must be a list of pairs of cells, not {short(answer)}")
    swaps = []
    for swap in answer:
        cells = [_cell(i) for i in swap] if isinstance(swap, Iterable) and not isinstance(swap, str) else []
        if len(cells) != 2 or cells[0] == cells[1] or None in cells:
            raise Wrong(f"each swap is a pair of two cells such as ((1, 2), (1, 3)), not {short(swap)}")
        for i in cells:
            if i in puzzle.givens:
                raise Wrong(f"the swap {short(swap)} moves the given in {i}; givens stay")
            if i not in blanks:
                raise Wrong(f"the swap {short(swap)} names {i!r}, which is no blank cell of the puzzle")
        swaps.append((cells[0], cells[1]))
    return swaps


def _cell(i: Any) -> Any:
    """A cell as a tuple; None if it is no pair."""
    return tuple(i) if isinstance(i, list | tuple) and len(i) == 2 else None


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


# -- a start -----------------------------------------------------------------------------------------------------------

SEEDS = 24


def complete_boxes(answer: Any) -> str:
    """Givens kept, boxes complete, and every cell that can change does change with the seed."""
    must_be_callable(answer)
    for puzzle in (Puzzle.parse(SMALL), load("small:5"), load("mccaffrey")):
        givens = dict(puzzle.givens)
        grids = [_started(answer, puzzle, seed) for seed in range(SEEDS)]
        must_be_unchanged(givens, puzzle.givens, "`puzzle.givens`")
        if _started(answer, puzzle, 0) != grids[0]:
            raise Wrong("two calls with the same seed give two grids: take every random number from `rng`")
        if len(set(grids)) == 1:
            raise Wrong(f"{SEEDS} seeds give one grid: a random start is what makes a new try worth while", puzzle)
        for box in puzzle.board.units[-puzzle.board.size :]:
            blanks = [i for i in box.cells if i not in givens]
            for i in blanks if len(blanks) > 1 else ():
                if len({grid[i] for grid in grids}) == 1:
                    raise Wrong(
                        f"with {SEEDS} seeds the cell {i} always holds {grids[0][i]}, though {box.name} lacks "
                        f"{len(blanks)} digits: place all of them at random",
                        puzzle,
                        grids[0],
                    )
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


def least_cost(answer: Any) -> str:
    """The objective is the least cost of all grids with complete boxes, and the cost of each grid that is held."""
    must_be_callable(answer)
    for text, least in LEAST.items():
        _check_least(answer, Puzzle.parse(text), least)
    rng, held = random.Random(10), 0
    for puzzle in (Puzzle.parse(SMALL), load("small:5")):
        model = define(answer, puzzle)
        for grid, allowed in boxed_grids(puzzle, rng):
            _check_held(model, grid, allowed)
            held += 1
    return (
        f"right on {len(LEAST)} puzzles, and on {held} grids one by one. A least cost of 4 or 8 is a proof that "
        "there is no solution, and that a local search which has come so far has found a best grid"
    )


def _check_least(answer: Any, puzzle: Puzzle, least: int) -> None:
    """The optimum of the model of one puzzle."""
    model = define(answer, puzzle)
    if not model.is_binary:
        raise Wrong("return the binaries, a dict y[cell, digit]")
    if model.m.objective() is None:
        raise Wrong("your model minimises nothing; end with m.minimize(...)")
    best = optimum(model)
    if best is None:
        raise Wrong(
            "your model has no solution for this puzzle, but there are grids that keep its givens and have "
            "complete boxes: rows and columns may clash, at a cost",
            puzzle,
        )
    for i in puzzle.board.cells:
        digits = [d for d in puzzle.board.digits if best.values[i, d] > 0.5]
        if len(digits) != 1:
            what = f"the digits {' and '.join(map(str, digits))}" if digits else "no digit"
            raise Wrong(f"in the optimum of your model the cell {i} holds {what}", puzzle)
    if (got := best.objective) != least:
        half = "; each surplus digit of a unit means a missing one too, so it counts 2" if 2 * got == least else ""
        too = "no grid with complete boxes is so cheap" if got < least else "there is a cheaper grid"
        raise Wrong(
            f"the least cost of your model is {got:g} for this puzzle, and should be {least}: {too}{half}", puzzle
        )


def _check_held(model: UserModel, grid: Grid, is_allowed: bool) -> None:
    """The objective of the model when all its y are held at one grid."""
    found, puzzle = optimum_at(model, grid), model.puzzle
    if found and not is_allowed:
        raise Wrong("your model allows this grid, in which a box is not complete or a given is not kept", puzzle, grid)
    if is_allowed and not found:
        raise Wrong("your model forbids this grid, which keeps the givens and has complete boxes", puzzle, grid)
    if found and found.objective != (want := cost(puzzle, grid)):
        raise Wrong(f"for this grid your objective is {found.objective:g}, and its cost is {want}", puzzle, grid)
