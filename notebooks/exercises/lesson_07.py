"""Lesson 7, decide uniqueness: an additional given, objectives, least agreement, a hitting set, a weak test.

## add-a-given: Add one given

1. A given keeps the solutions that have its digit in its cell. Exactly one of the five should be left.
2. List the five solutions, and look for a cell and a digit that occur together in one of them only.
3. With grids = sm.count_solutions(sm.load('several:16')).grids, test for every cell i and grid whether [h[i] for h in
   grids].count(grid[i]) is 1. Then (i, grid[i]) is an answer.

## objective-loop: Write the loop

1. Keep the set of values (i, d) that no solution has shown. Each solve should show as many of them as possible.
2. Build the model once. In a loop, minimise the sum of the binaries of the unseen values with a minus sign, solve, and
   remove what the solution shows. Stop when it shows nothing new, or when there is no solution.
3. shown = {(i, answer.grid[i]) for i in puzzle.board.cells} & unseen if answer.grid else set(); if not shown: break;
   unseen -= shown. At the end, the digits of a cell are those whose pair is no longer in unseen.

## least-agreement: State the least agreement

1. In each cell a solution either agrees with the grid, or it does not. Which binary says so?
2. A solution agrees with the grid in cell i when y[i, grid[i]] is 1. The number of agreements is the sum of these
   binaries over all cells.
3. m.minimize(m.sum(...)), with one term y[i, grid[i]] for each i in grid.board.cells.

## state-hitting-set: State the hitting set

1. Each other solution must be contradicted by at least one of the new givens. Where can a given contradict it?
2. A binary for each cell. For each other solution h, the sum of the binaries of the cells in which h differs from
   chosen is at least 1. The objective is the number of givens.
3. g = m.bool_vars("g", chosen.board.cells); for k, h in enumerate(others): m.add(m.sum(g[i] for i in g if h[i] !=
   chosen[i]) >= 1, f"not solution {k}"). What is left is the objective and the return.

## fool-the-swap-test: Fool a test

1. The test looks at solutions that differ in four cells. Two solutions of a puzzle may also differ in more.
2. Some puzzles of the family `several` have exactly two solutions. Count the cells in which these two differ.
3. For each entry of sm.corpus('several').entries whose solutions are '2', take the two grids of
   sm.count_solutions(entry.puzzle) and look at len(differing_cells(...)).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from operator import ne
from random import Random
from typing import Any
from unittest import mock

from sudoku_models.course.answers import as_python, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, braces, question, values
from sudoku_models.course.exercise import SECONDS, Function, Right, Wrong
from sudoku_models.course.models import all_solutions, is_solved, stated
from sudoku_models.errors import SudokuModelsError
from sudoku_models.models.hitting_sets import smallest_hit
from sudoku_models.models.missing_givens import differing_cells
from sudoku_models.models.sudoku_model import SudokuModel, build
from sudoku_models.models.validation import Undecided, short
from sudoku_models.puzzles.corpora import as_puzzle, load
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.solvers import Status

# -- an additional given -----------------------------------------------------------------------------------------------


def add_a_given(answer: Any) -> Right:
    """A cell and a digit that exactly one of the five solutions has."""
    puzzle = load("several:16")
    board = puzzle.board
    must_fit(answer, ((int, int), int), "the answer must be a cell and a digit, such as ((1, 4), 7)")
    (row, column), d = (tuple(map(int, answer[0])), int(answer[1]))
    if (row, column) not in board.cells or d not in board.digits:
        raise Wrong(f"{short(answer)} is no cell and digit of the {board}")
    if (row, column) in puzzle.givens:
        raise Wrong(f"{(row, column)} has the given {puzzle.givens[row, column]} already", puzzle)
    left = [grid for grid in all_solutions(puzzle) if grid[row, column] == d]
    if not left:
        raise Wrong(f"no solution has {d} in {(row, column)}: with that given there would be none", puzzle)
    if len(left) > 1:
        raise Wrong(f"{len(left)} of the solutions have {d} in {(row, column)}; this is one of them", puzzle, left[0])
    return Right(f"only this solution has {d} in {(row, column)}, so that given makes it unique", puzzle, left[0])


# -- the loop ----------------------------------------------------------------------------------------------------------

FEW, MANY = 20, 70
"""On the empty 4x4 board, at least 4 solves are needed; one for each cell and digit are 64."""


def objective_loop(answer: Function) -> str:
    """Right values on the known puzzles and on a 9x9, and few solves."""
    cases = [(p, sorted(grids, key=Grid.line)) for p, grids in known_puzzles() if p.board.size == 4]
    for puzzle in map(load, ("several:16", "several:19")):  # the last new value of the second comes alone
        cases.append((puzzle, [*all_solutions(puzzle)]))
    advice = "maximise the number of values not yet seen: that needs few solves"

    def objection(answers: list[Any], _: float | None) -> str:
        return f"your function has called model.solve {MANY} times: {advice}" if len(answers) == MANY else ""

    for puzzle, grids in cases:
        with watched_solves(puzzle, objection) as answers:
            returned = as_python(answer(puzzle))
        if not answers:
            raise Wrong(f"your function never calls model.solve; write the loop yourself: {advice}", puzzle)
        _must_be_the_values(returned, puzzle, grids)
        if "empty" in puzzle.name and not 4 <= len(answers) <= FEW:
            raise Wrong(f"the values are right, but by {len(answers)} calls of model.solve: {advice}", puzzle)
    return f"right on {len(cases)} puzzles with up to 288 solutions, and with few solves"


def _must_be_the_values(returned: Any, puzzle: Puzzle, grids: Sequence[Grid]) -> None:
    """Refuse a dict that does not have exactly the digits of the solutions in each cell."""
    must_fit(returned, {object: [object]}, "the function must return a dict from cells to sets of digits")
    if strange := [key for key in returned if key not in puzzle.board.cells]:
        raise Wrong(f"{puzzle.name}: the keys of the dict must be the cells, and {short(strange[0])} is none")
    for i in puzzle.board.cells:
        if i not in returned:
            raise Wrong(f"{puzzle.name}: the dict has no key {i}; each cell needs its set, also an empty one", puzzle)
        got, want = set(returned[i]), {grid[i] for grid in grids}
        if missing := want - got:
            example = next(grid for grid in grids if grid[i] in missing)
            raise Wrong(f"{puzzle.name}: your set for {i} lacks {example[i]}, as in this solution", puzzle, example)
        if extra := got - want:
            raise Wrong(f"{puzzle.name}: your set for {i} has {short(extra.pop())}, and no solution has that", puzzle)


# -- the least agreement -----------------------------------------------------------------------------------------------


def least_agreement(answer: Function) -> str:
    """The objective is computed for every known solution: its smallest values must be at those that agree least."""
    tried = 0
    cases = [(puzzle, sorted(grids, key=Grid.line), 6) for puzzle, grids in known_puzzles()[2:4]]
    cases += [
        (load(name), [*all_solutions(load(name))], most) for name, most in (("several:16", 5), ("several:25", 12))
    ]
    for puzzle, solutions, most in cases:
        for grid in solutions[:: -(-len(solutions) // most)]:
            _must_be_least_agreement(puzzle, grid, solutions, _objective_of(answer, puzzle, grid))
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
    if len(model.m.constraints()) != before or bounds != model.m.bounds():
        raise Wrong("your function has changed the constraints of the model; only the objective is needed")
    must_be_unchanged(model.variables, y, "the dict y", "it should only set the objective")
    keys = {model.m.column(variable): key for key, variable in y.items()}
    if not set(objective.columns) <= keys.keys():
        raise Wrong("your objective has variables that are not in y, the binaries of the model")
    cost = dict.fromkeys(y, 0.0)
    for k, c in zip(objective.columns, objective.coefficients, strict=True):
        cost[keys[k]] += c
    return cost


def _must_be_least_agreement(puzzle: Puzzle, grid: Grid, solutions: Sequence[Grid], cost: dict[Any, float]) -> None:
    """Refuse an objective that is smallest for a solution which agrees with the grid in more cells than another."""
    costs = [sum(cost[i, h[i]] for i in puzzle.board.cells) for h in solutions]
    agreements = [len(puzzle.board.cells) - len(differing_cells(grid, h)) for h in solutions]
    least, low, high = min(agreements), min(costs) + 1e-6, max(costs) - 1e-6
    for h, value, agreement in zip(solutions, costs, agreements, strict=True):
        if value > low or agreement == least:
            continue
        if high <= low:
            raise Wrong(f"on {puzzle.name} every solution has the same objective value in your model", puzzle, h)
        dearest = {n for n, c in zip(agreements, costs, strict=True) if c >= high}
        sign = "; check the sign: with the other one the objective would be right here" if dearest == {least} else ""
        best = f"on {puzzle.name} this is a best solution of your model; it agrees with the grid in {agreement} cells"
        raise Wrong(f"{best}, and there is one that agrees in {least} only{sign}", puzzle, h)


# -- the hitting set ---------------------------------------------------------------------------------------------------


def state_hitting_set(answer: Function) -> str:
    """Of the chosen solution's cells, as few as possible that no other solution agrees with."""
    sizes = [_must_contradict(answer, *case) for case in _hitting_cases()]
    return f"your model finds the fewest givens in all {len(sizes)} cases: from {min(sizes)} to {max(sizes)}"


def _must_contradict(answer: Any, puzzle: Puzzle, chosen: Grid, others: list[Grid]) -> int:
    def missed(cells: set[Any], k: int) -> Wrong:
        givens = ", ".join(f"{chosen[i]} in {i}" for i in sorted(cells)) or "(none)"
        return Wrong(f"with the givens {givens} this other solution is left", puzzle, others[k])

    parts = [differing_cells(chosen, h) for h in others]
    return must_hit(answer, [chosen, others], puzzle.board.cells, parts, puzzle.name, missed)


@cache
def _hitting_cases() -> list[tuple[Puzzle, Grid, list[Grid]]]:
    """Puzzles, one of their solutions, and the others."""
    # In one, one given is enough, in a cell where each other solution differs; many differences are no help.
    # In the last, two are enough, and they must be in the first cell and the last.
    uneven = Puzzle.parse("2... .... .... 3.1.", name="a 4x4 with nine solutions")
    corners = Puzzle.parse(".... ...1 2... ....", name="a 4x4 with the givens 1 and 2")
    known = [(puzzle, sorted(grids, key=Grid.line)) for puzzle, grids in known_puzzles()[2:4]]
    known += [(puzzle, [*all_solutions(puzzle)]) for puzzle in map(load, ("several:20", "several:25"))]
    picked = ((0, 7, 11, 17), (0, 100), (0, 4, 9), (3, 40))
    every = [(puzzle, grids[k], grids) for (puzzle, grids), picks in zip(known, picked, strict=True) for k in picks]
    for puzzle, chosen in ((uneven, "2431134241233214"), (corners, "3142423124131324")):
        every.append((puzzle, Puzzle.parse(chosen).as_grid(), [*all_solutions(puzzle)]))
    return [(puzzle, chosen, [h for h in solutions if h != chosen]) for puzzle, chosen, solutions in every]


# -- a weak test -------------------------------------------------------------------------------------------------------

MOST = 500
"""The number of solutions that are compared in pairs."""


def fool_the_swap_test(answer: Any) -> Right:
    """A puzzle with several solutions, no two of which differ in only four cells."""
    puzzle = puzzle_of(answer)
    grids = all_solutions(puzzle, MOST)
    if not grids:
        raise Wrong("the puzzle has no solution, so there is nothing to test", puzzle)
    if len(grids) == 1:
        raise Wrong("the puzzle has one solution: the test is right about it", puzzle, grids[0])
    nearest = len(puzzle.board.cells)
    for k, one in enumerate(grids[1:], 1):
        differ = [sum(map(ne, one.values, other.values)) for other in grids[:k]]
        if 4 in differ:
            cells = ", ".join(map(str, differing_cells(one, grids[differ.index(4)])))
            differ_in = f"two of the solutions differ in the four cells {cells}; this is one of them"
            raise Wrong(f"the test is not fooled: {differ_in}", puzzle, one)
        nearest = min(nearest, *differ)
    if len(grids) == MOST:
        raise Undecided(f"the puzzle has {MOST} solutions or more, too many to compare; choose one with fewer")
    says = "no swap of four cells leads from one solution to another, so the test says unique"
    return Right(
        f"{says}; but there are {len(grids)} solutions, and the nearest two differ in {nearest} cells", puzzle, grids[0]
    )


# -- what the judges share ---------------------------------------------------------------------------------------------


def must_hit(
    answer: Any,
    arguments: Sequence[Any],
    cells: Sequence[Any],
    parts: Sequence[Collection[Any]],
    name: str,
    missed: Callable[[set[Any], int], Wrong],
) -> int:
    """Check that a learner's model finds as few cells as possible with at least one in each part.

    Args:
        answer: The function of the learner, as for `stated`, with binaries by cell.
        arguments: Its other arguments.
        cells: All cells.
        parts: Sets of cells.
        name: What the model is for.
        missed: Makes the objection from the cells that it finds, and the number of a part without one of them.

    Returns:
        The smallest number of cells.

    Raises:
        Wrong: When it does not.
        Undecided: At the time limit.
    """
    problem = stated(answer, arguments, cells, "cells", some=True)
    if problem.m.objective() is None:
        raise Wrong("your function has defined no objective; as few cells as possible are asked for")
    result = problem.solve(time_limit=SECONDS)
    if not is_solved(result) or result.values is None:
        raise Wrong(f"for {name} your model has no solution, though all cells together are always enough")
    found = {i for i, one in result.values.items() if one}
    for k, part in enumerate(parts):
        if not found & {*part}:
            raise missed(found, k)
    fewest = len(smallest_hit(cells, parts))
    if len(found) > fewest:
        raise Wrong(f"your model takes {len(found)} cells for {name}, and {fewest} are enough")
    return fewest


def puzzle_of(answer: Any) -> Puzzle:
    """The puzzle that an answer is, names or has as text.

    Raises:
        Wrong: When it is none.
    """
    try:
        return as_puzzle(answer)
    except SudokuModelsError as error:
        raise Wrong(f"the answer must be a puzzle: {error}") from None


class _Stopped(BaseException):
    """Ends a loop; no `except Exception` of the learner catches it."""


@contextmanager
def watched_solves(
    puzzle: Puzzle, objection: Callable[[list[Any], float | None], str], gives_up_after: int | None = None
) -> Iterator[list[Any]]:
    """The answers that `model.solve` gives in the block.

    Args:
        puzzle: The puzzle of the learner's function, for the verdict.
        objection: Called before each solve with the answers so far and its time limit; says why the loop is wrong.
        gives_up_after: The number of solves after which `model.solve` answers UNKNOWN, as at a time limit.

    Raises:
        Wrong: At the first objection.

    >>> from sudoku_models import build
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> with watched_solves(puzzle, lambda answers, time_limit: "stop" if len(answers) == 2 else "") as answers:
    ...     while True:
    ...         _ = build(puzzle, "assignment", "pulp").solve("highs")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: stop
    """
    answers: list[Any] = []
    solve = SudokuModel.solve

    def watched(self: SudokuModel, solver: str | None = None, time_limit: float | None = None) -> Any:
        if sentence := objection(answers, time_limit):
            raise _Stopped(sentence)
        answer = solve(self, solver, time_limit=time_limit)
        if gives_up_after is not None and len(answers) >= gives_up_after:
            reason = "the solver reached the time limit"
            answer = replace(answer, status=Status.UNKNOWN, grid=None, reason=reason, stopped_by="time limit")
        answers.append(answer)
        return answer

    try:
        with mock.patch.object(SudokuModel, "solve", watched):
            yield answers
    except _Stopped as stopped:
        raise Wrong(str(stopped), puzzle) from None


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 2)
def hitting_set(rng: Random) -> Asked:
    while True:
        sets = [set(rng.sample(range(1, 8), rng.randint(2, 3))) for _ in range(5)]
        every = (each for k in range(1, 6) for each in combinations(range(1, 8), k))
        found = next(each for each in every if all(set(each) & one for one in sets))
        if len(found) >= 2:
            break
    return Asked(
        "Five other grids satisfy a puzzle without givens; they differ from the wanted grid in these cells: "
        f"{', '.join(map(braces, sets))} (numbers stand for cells). How many givens exclude all five at least, and which?",
        f"A given excludes a grid when the grid differs there, so the givens must meet each set. **{len(found)}** are enough, "
        f"such as {braces(found)}, and no smaller set meets all five. As a model: minimise the sum of g[c], with one row "
        '"sum over the set >= 1" for each grid.',
        len(found),
    )


@question(2, 2)
def allowed_values(rng: Random) -> Asked:
    while True:
        solutions = sorted(rng.sample(list(permutations((1, 2, 3, 4))), rng.randint(2, 4)))
        allowed = {f"x{k + 1}": {each[k] for each in solutions} for k in range(4)}
        if any(len(each) < 4 for each in allowed.values()):
            break
    fewest = _fewest_that_show_all(solutions)
    return Asked(
        f"A model with four variables, each with the domain 1 to 4, has these solutions: {', '.join(map(str, solutions))}. Which values "
        "are allowed for each variable? A loop asks for a solution with a value that was not seen yet, until there is none. How often "
        "does it call the solver, if it is lucky?",
        f"**{values(allowed)}**. {fewest} solutions are enough to show them all, and one more call finds that no other value is left: "
        f"**{fewest + 1}** calls.",
        (allowed, fewest + 1),
    )


def _fewest_that_show_all(solutions: list[tuple[int, ...]]) -> int:
    every = {(k, v) for each in solutions for k, v in enumerate(each)}
    sizes = range(1, len(solutions) + 1)
    return next(
        n
        for n in sizes
        if any({(k, v) for e in some for k, v in enumerate(e)} == every for some in combinations(solutions, n))
    )
