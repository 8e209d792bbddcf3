"""Lesson 7, decide uniqueness: an additional given, objectives, least agreement, a hitting set, a weak test."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ...errors import InputError
from ...models.counting import count_solutions
from ...models.missing_givens import differing_cells, extra_givens
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel, build
from ...puzzles.corpora import load
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Wrong, exercise

FIVE = "several:16"
"""A puzzle with five solutions."""

FEW_SOLVES = 20
"""On the empty 4x4 board, the loop needs about 5 solves; one for each cell and digit, 64; a list of solutions, 289."""


TOO_MANY = 100
"""Solves after which a function is stopped."""


@cache
def _solutions(name: str) -> tuple[Grid, ...]:
    return _all_of(load(name), None)


def _all_of(puzzle: Puzzle, limit: int | None) -> tuple[Grid, ...]:
    count = count_solutions(
        puzzle, "all_different", "cpsat", "cpsat", limit, 20.0, cross_check=False, method="enumerate"
    )
    return tuple(sorted(count.grids, key=Grid.line))


@exercise("add-a-given", lesson=7, title="Add one given")
def add_a_given(answer: Any) -> Right:
    """A cell and a digit that exactly one of the solutions has."""
    puzzle = load(FIVE)
    try:
        cell, d = answer
        row, column = cell
    except (TypeError, ValueError):
        raise Wrong("the answer must be a cell and a digit, such as ((1, 4), 7)") from None
    if (row, column) not in puzzle.board.cells or d not in puzzle.board.digits:
        raise Wrong(f"{answer!r} is no cell and digit of the {puzzle.board}")
    if (row, column) in puzzle.givens:
        raise Wrong(f"{(row, column)} has the given {puzzle.givens[row, column]} already", puzzle)
    left = [grid for grid in _solutions(FIVE) if grid[row, column] == d]
    if not left:
        raise Wrong(f"no solution has {d} in {(row, column)}: with that given there would be none")
    if len(left) > 1:
        raise Wrong(f"{len(left)} of the solutions have {d} in {(row, column)}; this is one of them", puzzle, left[0])
    return Right(f"only this solution has {d} in {(row, column)}, so that given makes it unique", puzzle, left[0])


@contextmanager
def _solves_counted() -> Iterator[list[int]]:
    """Count the solves while a function of the learner runs."""
    solves, honest = [0], SudokuModel.ask

    def counted(self: SudokuModel, *arguments: Any) -> Any:
        solves[0] += 1
        if solves[0] > TOO_MANY:
            raise Wrong(
                f"on {self.puzzle.name} your function has called a solver {TOO_MANY} times and is still running; "
                f"does it list all solutions? Maximise the number of values not yet seen: that needs few solves",
                self.puzzle,
            )
        return honest(self, *arguments)

    SudokuModel.ask = counted  # type: ignore[assignment, method-assign]
    try:
        yield solves
    finally:
        SudokuModel.ask = honest  # type: ignore[method-assign]


@exercise("objective-loop", lesson=7, title="Write the loop", time_limit=60)
def objective_loop(answer: Any) -> str:
    """Right values on the known puzzles and on a 9x9, and few solves."""
    cases: list[tuple[Puzzle, Iterable[Grid]]] = [(p, grids) for p, grids in known_puzzles() if p.board.size == 4]
    cases.append((Puzzle(load(FIVE).board, load(FIVE).values, "a 9x9 with five solutions"), _solutions(FIVE)))
    for puzzle, grids in cases:
        with _solves_counted() as solves:
            returned = answer(puzzle)
        if not isinstance(returned, dict) or set(returned) != set(puzzle.board.cells):
            raise Wrong("the function must return a dict with every cell as a key")
        for i in puzzle.board.cells:
            want = {grid[i] for grid in grids}
            try:
                got = set(returned[i])
            except TypeError:
                raise Wrong(f"the digits of cell {i} must be a set, not {returned[i]!r}") from None
            if missing := want - got:
                d = min(missing)
                example = min((grid for grid in grids if grid[i] == d), key=Grid.line)
                raise Wrong(f"{puzzle.name}: your set for {i} lacks {d}, and this solution has it", puzzle, example)
            if extra := got - want:
                raise Wrong(f"{puzzle.name}: your set for {i} has {min(extra)}, and no solution has that", puzzle)
        if "empty" in puzzle.name and not 0 < solves[0] <= FEW_SOLVES:
            how = f"calls a solver {solves[0]} times" if solves[0] else "never calls model.solve"
            raise Wrong(
                f"the values are right, but on {puzzle.name} your function {how}. Maximise the number of values not "
                f"yet seen: that needs fewer than {FEW_SOLVES} solves"
            )
    return f"right on {len(cases)} puzzles with up to 288 solutions, and with few solves"


@exercise("least-agreement", lesson=7, title="State the least agreement")
def least_agreement(answer: Any) -> str:
    """The best solution must be one that agrees with the grid in the fewest cells."""
    eighteen, grids = known_puzzles()[2]
    tried = 0
    for puzzle, all_of_it in ((eighteen, sorted(grids, key=Grid.line)), (load(FIVE), _solutions(FIVE))):
        cells = len(puzzle.board.cells)
        for grid in all_of_it[:3]:
            model = build(puzzle, "assignment", "pulp")
            before = len(model.m.constraints())
            answer(model.m, model.variables, grid)
            if model.m.objective() is None:
                raise Wrong("your function has defined no objective; call m.minimize(...)")
            if len(model.m.constraints()) != before:
                raise Wrong("your function has added a constraint; only the objective is needed")
            best = model.solve("highs", 20.0).grid
            least = min(cells - len(differing_cells(grid, other)) for other in all_of_it)
            agreement = cells if best is None else cells - len(differing_cells(grid, best))
            if agreement == cells:
                raise Wrong("the best solution of your model is the grid itself: check the sign", puzzle, grid)
            if agreement != least:
                raise Wrong(
                    f"the best solution of your model agrees with the grid in {agreement} cells, and there is one that "
                    f"agrees in {least} only",
                    puzzle,
                    best,
                )
            tried += 1
    return f"for {tried} grids your objective leads to a solution that agrees in the fewest cells"


@exercise("state-hitting-set", lesson=7, title="State the hitting set", time_limit=60)
def state_hitting_set(answer: Any) -> str:
    """Of the chosen solution's cells, as few as possible that no other solution agrees with."""
    sizes = []
    for puzzle, chosen, others in _hitting_cases():
        result = Problem(lambda m, s=chosen, h=others: answer(m, s, list(h))).solve("highs", 20.0)  # type: ignore[misc]
        if result.status is not Status.SOLVED or result.values is None:
            raise Wrong(f"your model has no solution ({result.reason}); all blank cells together are always enough")
        for key in result.values:
            if key not in puzzle.board.cells:
                raise Wrong(f"the keys of your variables must be cells, and {key!r} is none")
        if any(value not in (0, 1) for value in result.values.values()):
            raise Wrong("your variables must be binaries: a cell becomes a given, or it does not")
        givens = {i: chosen[i] for i, value in result.values.items() if value}
        if kept := [h for h in others if all(h[i] == d for i, d in givens.items())]:
            raise Wrong(f"with the givens {_listed(givens)} this other solution is left", puzzle, kept[0])
        fewest = len(extra_givens(puzzle, chosen).givens or {})
        if len(givens) > fewest:
            raise Wrong(f"your model takes {len(givens)} givens for {puzzle.name}, and {fewest} are enough", puzzle)
        sizes.append(fewest)
    return f"your model finds the fewest givens: {', '.join(map(str, sizes))} on the puzzles that were tried"


def _hitting_cases() -> Iterator[tuple[Puzzle, Grid, tuple[Grid, ...]]]:
    for puzzle, grids in (known_puzzles()[2], known_puzzles()[3]):
        chosen, *others = sorted(grids, key=Grid.line)
        yield puzzle, chosen, tuple(others)
    chosen, *others = _solutions("several:20")
    yield load("several:20"), chosen, tuple(others)


def _listed(givens: dict[Any, int]) -> str:
    return ", ".join(f"{d} in {i}" for i, d in givens.items()) or "(none)"


@exercise("fool-the-swap-test", lesson=7, title="Fool a test", time_limit=60)
def fool_the_swap_test(answer: Any) -> Right:
    """A puzzle with several solutions, no two of which differ in only four cells."""
    if isinstance(answer, str):
        try:
            answer = Puzzle.parse(answer)
        except InputError as error:
            raise Wrong(f"this is not a puzzle: {error}") from None
    if not isinstance(answer, Puzzle):
        raise Wrong("the answer must be a puzzle: sm.load(...), or sm.Puzzle.parse(...)")
    grids = _all_of(answer, 500)
    if not grids:
        raise Wrong("the puzzle has no solution, so there is nothing to test", answer)
    if len(grids) == 1:
        raise Wrong("the puzzle has one solution: the test is right about it", answer, grids[0])
    for k, one in enumerate(grids):
        for other in grids[:k]:
            if len(differing_cells(one, other)) == 4:
                raise Wrong(
                    f"the test is not fooled: two of the solutions differ in the four cells "
                    f"{', '.join(map(str, differing_cells(one, other)))}; this is one of them",
                    answer,
                    one,
                )
    nearest = min(len(differing_cells(one, other)) for k, one in enumerate(grids) for other in grids[:k])
    return Right(
        f"no swap of four cells leads from one solution to another, so the test says unique; but there are {len(grids)}"
        f"{' or more' * (len(grids) == 500)} solutions, and the nearest two differ in {nearest} cells",
        answer,
        grids[0],
    )
