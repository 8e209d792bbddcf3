"""Lesson 7, decide uniqueness: an additional given, objectives, least agreement, a hitting set, a weak test."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ...backends import Backend
from ...errors import InputError, SudokuModelsError
from ...models.counting import count_solutions
from ...models.missing_givens import differing_cells, hitting_set
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...models.validation import short
from ...puzzles.corpora import load
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Undecided, Wrong
from ..judges import as_python, must_be_callable, must_be_unchanged
from ..solves import solves_counted
from ..statements import stated

FIVE = "several:16"
"""A puzzle with five solutions."""

MANY = "several:25"
"""A puzzle with 45 solutions."""

FEW_SOLVES = 20
"""On the empty 4x4 board, the loop needs about 5 solves; one for each cell and digit, 64; a list of solutions, 289."""

MOST = 500
"""The number of solutions that are compared in pairs."""


@cache
def _solutions(name: str) -> tuple[Grid, ...]:
    return _all_of(load(name), None)


def _all_of(puzzle: Puzzle, limit: int | None) -> tuple[Grid, ...]:
    count = count_solutions(
        puzzle, "all_different", "cpsat", "cpsat", limit, 20.0, cross_check=False, method="enumerate"
    )
    return tuple(sorted(count.grids, key=Grid.line))


def _agreement(one: Grid, other: Grid) -> int:
    return len(one.values) - len(differing_cells(one, other))


# -- an additional given -----------------------------------------------------------------------------------------------


def add_a_given(answer: Any) -> Right:
    """A cell and a digit that exactly one of the solutions has."""
    puzzle = load(FIVE)
    try:
        cell, d = answer
        row, column = cell
    except (TypeError, ValueError):
        raise Wrong(f"the answer must be a cell and a digit, such as ((1, 4), 7), not {short(answer)}") from None
    if (row, column) not in puzzle.board.cells or d not in puzzle.board.digits or isinstance(d, bool):
        raise Wrong(f"{short(answer)} is no cell and digit of the {puzzle.board}")
    row, column, d = int(row), int(column), int(d)
    if (row, column) in puzzle.givens:
        raise Wrong(f"{(row, column)} has the given {puzzle.givens[row, column]} already", puzzle)
    left = [grid for grid in _solutions(FIVE) if grid[row, column] == d]
    if not left:
        raise Wrong(f"no solution has {d} in {(row, column)}: with that given there would be none", puzzle)
    if len(left) > 1:
        raise Wrong(f"{len(left)} of the solutions have {d} in {(row, column)}; this is one of them", puzzle, left[0])
    return Right(f"only this solution has {d} in {(row, column)}, so that given makes it unique", puzzle, left[0])


# -- the loop ----------------------------------------------------------------------------------------------------------


def objective_loop(answer: Any) -> str:
    """Right values on the known puzzles and on a 9x9, and few solves."""
    must_be_callable(answer, "puzzle")
    cases: list[tuple[Puzzle, Sequence[Grid]]] = []
    cases += [(p, sorted(grids, key=Grid.line)) for p, grids in known_puzzles() if p.board.size == 4]
    for name in (FIVE, "several:19"):  # the last new value of the second comes alone
        cases.append((load(name), _solutions(name)))
    for puzzle, grids in cases:
        with solves_counted() as solves:
            returned = as_python(answer(puzzle))
        _must_be_the_values(returned, puzzle, grids)
        if "empty" in puzzle.name and not 0 < solves[0] <= FEW_SOLVES:
            how = f"calls a solver {solves[0]} times" if solves[0] else "never calls model.solve"
            raise Wrong(
                f"the values are right, but on {puzzle.name} your function {how}. Maximise the number of values not "
                f"yet seen: that needs at most {FEW_SOLVES} solves"
            )
    return f"right on {len(cases)} puzzles with up to 288 solutions, and with few solves"


def _must_be_the_values(returned: Any, puzzle: Puzzle, grids: Sequence[Grid]) -> None:
    """Refuse a dict that does not have exactly the digits of the solutions in each cell."""
    if not isinstance(returned, dict):
        raise Wrong(f"the function must return a dict from cells to sets of digits, not {short(returned)}")
    if strange := [key for key in returned if key not in puzzle.board.cells]:
        raise Wrong(f"{puzzle.name}: the keys of the dict must be the cells, and {short(strange[0])} is none")
    for i in puzzle.board.cells:
        want = {grid[i] for grid in grids}
        if i not in returned:
            raise Wrong(f"{puzzle.name}: the dict has no key {i}; each cell needs its set, also an empty one", puzzle)
        if not isinstance(returned[i], set | frozenset | list | tuple):
            raise Wrong(f"{puzzle.name}: the digits of {i} must be a set, not {short(returned[i])}")
        got = set(returned[i])
        if missing := want - got:
            d = min(missing)
            example = next(grid for grid in grids if grid[i] == d)
            raise Wrong(f"{puzzle.name}: your set for {i} lacks {d}, and this solution has it", puzzle, example)
        if extra := got - want:
            first = min(extra, key=str)
            raise Wrong(f"{puzzle.name}: your set for {i} has {short(first)}, and no solution has that", puzzle)


# -- the least agreement -----------------------------------------------------------------------------------------------


def least_agreement(answer: Any) -> str:
    """The objective is computed for every known solution: its smallest values must be at those that agree least."""
    must_be_callable(answer, "m, y, grid")
    tried = 0
    eighteen, empty = known_puzzles()[2:4]
    cases = [(*eighteen, 6), (load(FIVE), _solutions(FIVE), 5), (load(MANY), _solutions(MANY), 12), (*empty, 6)]
    for puzzle, grids, most in cases:
        solutions = sorted(grids, key=Grid.line)
        for grid in solutions[:: -(-len(solutions) // most)]:
            cost = _objective_of(answer, puzzle, grid)
            _must_be_least_agreement(puzzle, grid, solutions, cost)
            tried += 1
    return f"for {tried} grids your objective is smallest for the solutions that agree in the fewest cells"


def _objective_of(answer: Any, puzzle: Puzzle, grid: Grid) -> dict[Any, float]:
    """The coefficient of each binary in the objective of a learner's function."""
    model = build(puzzle, "assignment", "pulp")
    before, bounds, y = len(model.m.constraints()), model.m.bounds(), dict(model.variables)
    answer(model.m, y, grid)
    objective = model.m.objective()
    if objective is None or not objective.columns:
        raise Wrong("your function has defined no objective; call m.minimize(...)")
    if len(model.m.constraints()) != before or not all(map(np.array_equal, bounds, model.m.bounds())):
        raise Wrong("your function has changed the constraints of the model; only the objective is needed")
    must_be_unchanged(model.variables, y, "the dict y", "it should only set the objective")
    keys = {model.m.column(variable): key for key, variable in y.items()}
    if not set(objective.columns) <= keys.keys():
        raise Wrong("your objective has variables that are not in y, the binaries of the model")
    cost = dict.fromkeys(y, 0.0)
    for k, c in zip(objective.columns, objective.coefficients, strict=True):
        cost[keys[k]] += c
    return cost


def _must_be_least_agreement(
    puzzle: Puzzle, grid: Grid, solutions: Sequence[Grid], coefficients: dict[Any, float]
) -> None:
    """Refuse an objective that is smallest for a solution which agrees with the grid in more cells than another."""
    costs = [sum(coefficients[i, h[i]] for i in puzzle.board.cells) for h in solutions]
    agreements = [_agreement(grid, h) for h in solutions]
    smallest, least = min(costs), min(agreements)
    for h, cost, agreement in zip(solutions, costs, agreements, strict=True):
        if cost > smallest + 1e-6 or agreement == least:
            continue
        if max(costs) <= smallest + 1e-6:
            raise Wrong(f"on {puzzle.name} every solution has the same objective value in your model", puzzle, h)
        dearest = {n for n, c in zip(agreements, costs, strict=True) if c >= max(costs) - 1e-6}
        sign = "; check the sign: with the other one the objective would be right here" if dearest == {least} else ""
        cells = f"{agreement} cell{'s' * (agreement > 1)}"
        raise Wrong(
            f"on {puzzle.name} this is a best solution of your model; it agrees with the grid in {cells}, "
            f"and there is one that agrees in {least} only{sign}",
            puzzle,
            h,
        )


# -- the hitting set ---------------------------------------------------------------------------------------------------


def state_hitting_set(answer: Any) -> str:
    """Of the chosen solution's cells, as few as possible that no other solution agrees with."""
    must_be_callable(answer, "m, chosen, others")
    sizes = []
    for puzzle, chosen, others in _hitting_cases():
        problem = Problem(lambda m, p=puzzle, s=chosen, h=others: _givens(answer, m, p, s, h))  # type: ignore[misc]
        if problem.m.objective() is None:
            raise Wrong("your function has defined no objective; as few givens as possible are asked for")
        result = problem.solve("highs", 20.0)
        if result.status is not Status.SOLVED or result.values is None:
            raise Wrong(
                f"on {puzzle.name} your model has no solution, though all blank cells together are always enough",
                puzzle,
            )
        givens = {i: chosen[i] for i, value in result.values.items() if value}
        if kept := [h for h in others if all(h[i] == d for i, d in givens.items())]:
            raise Wrong(f"with the givens {_listed(givens)} this other solution is left", puzzle, kept[0])
        fewest = _fewest(chosen, others)
        if len(givens) > fewest:
            raise Wrong(f"your model takes {len(givens)} givens for {puzzle.name}, and {fewest} are enough", puzzle)
        sizes.append(fewest)
    return f"your model finds the fewest givens in all {len(sizes)} cases: from {min(sizes)} to {max(sizes)}"


def _givens(answer: Any, m: Backend, puzzle: Puzzle, chosen: Grid, others: Sequence[Grid]) -> dict[Any, Any]:
    return stated(answer, m, [chosen, list(others)], puzzle.board.cells, "cells")


@cache
def _hitting_cases() -> tuple[tuple[Puzzle, Grid, tuple[Grid, ...]], ...]:
    cases = []
    eighteen, empty = known_puzzles()[2:4]
    for (puzzle, grids), picks in ((eighteen, (0, 7, 11, 17)), (empty, (0, 100))):
        every = sorted(grids, key=Grid.line)
        cases += [(puzzle, every[k], tuple(h for h in every if h != every[k])) for k in picks]
    for name, chosen in (("several:20", (0, 4, 9)), (MANY, (3, 40))):
        found = _solutions(name)
        cases += [(load(name), found[k], tuple(h for h in found if h != found[k])) for k in chosen]
    return (*cases, _uneven_case())


def _uneven_case() -> tuple[Puzzle, Grid, tuple[Grid, ...]]:
    """One given is enough, in a cell where each other solution differs; those of many differences are no help."""
    chosen = Puzzle.parse("2431134241233214").as_grid()
    puzzle = Puzzle.parse("2... .... .... 3.1.", name="a 4x4 with nine solutions")
    return puzzle, chosen, tuple(h for h in _all_of(puzzle, None) if h != chosen)


@cache
def _fewest(chosen: Grid, others: tuple[Grid, ...]) -> int:
    fewest: float = Problem(lambda m: hitting_set(m, chosen, others)).solve("highs").objective
    return round(fewest)


def _listed(givens: dict[Any, int]) -> str:
    return short([f"{d} in {i}" for i, d in givens.items()]).replace("'", "") if givens else "(none)"


# -- a weak test -------------------------------------------------------------------------------------------------------


def fool_the_swap_test(answer: Any) -> Right:
    """A puzzle with several solutions, no two of which differ in only four cells."""
    puzzle = _as_puzzle(answer)
    grids = _all_of(puzzle, MOST)
    if not grids:
        raise Wrong("the puzzle has no solution, so there is nothing to test", puzzle)
    if len(grids) == 1:
        raise Wrong("the puzzle has one solution: the test is right about it", puzzle, grids[0])
    values = np.array([grid.values for grid in grids])
    nearest = len(puzzle.board.cells)
    for k, one in enumerate(grids[1:], 1):
        differ = (values[:k] != values[k]).sum(axis=1)
        if (differ == 4).any():
            other = grids[int((differ == 4).argmax())]
            cells = ", ".join(map(str, differing_cells(one, other)))
            sentence = f"the test is not fooled: two of the solutions differ in the four cells {cells}"
            raise Wrong(f"{sentence}; this is one of them", puzzle, one)
        nearest = min(nearest, int(differ.min()))
    if len(grids) == MOST:
        raise Undecided(
            f"the puzzle has {MOST} solutions or more, too many to compare all of them; choose one with fewer"
        )
    return Right(
        f"no swap of four cells leads from one solution to another, so the test says unique; but there are "
        f"{len(grids)} solutions, and the nearest two differ in {nearest} cells",
        puzzle,
        grids[0],
    )


def _as_puzzle(answer: Any) -> Puzzle:
    if isinstance(answer, str):
        try:
            return Puzzle.parse(answer)
        except InputError as error:
            try:
                return load(answer)
            except SudokuModelsError:
                raise Wrong(f"this is not a puzzle: {error}") from None
    if not isinstance(answer, Puzzle):
        raise Wrong(f"the answer must be a puzzle: sm.load(...), or sm.Puzzle.parse(...), not {short(answer)}")
    return answer
