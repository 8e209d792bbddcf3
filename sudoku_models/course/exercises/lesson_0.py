"""Lesson 0, one puzzle, three models: too many givens, a rule that is too weak, another rewrite."""

from functools import cache
from typing import Any

from ...errors import SudokuModelsError
from ...models.counting import count_solutions
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...puzzles.corpora import corpus, load
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Undecided, Wrong, exercise

REWRITES = ("pairwise+big_m", "indicators")


@exercise("redundant-givens", lesson=0, title="Find the givens that are too many")
def redundant_givens(redundant: Any, together: Any) -> Right:
    """How many givens can be removed one at a time, and whether all of them can be removed at once."""
    needless = _needless()
    puzzle = load("mccaffrey")
    if isinstance(redundant, bool) or not isinstance(redundant, int):
        raise Wrong(f"redundant must be a number of givens, not {redundant!r}")
    if redundant == len(puzzle.givens) - len(needless):
        raise Wrong(f"{redundant} givens are needed: without any one of these the puzzle has more solutions")
    if redundant != len(needless):
        i = next(iter(needless if redundant < len(needless) else [c for c in puzzle.givens if c not in needless]))
        can = "can go" if i in needless else "cannot go"
        raise Wrong(f"{redundant} is not the number; for example the {puzzle.givens[i]} in cell {i} {can}")
    poorer = _without(puzzle, needless)
    is_unique = count_solutions(poorer, "assignment", "pulp", limit=2).is_unique
    if not isinstance(together, bool):
        raise Wrong(f"together must be True or False, not {together!r}")
    if together != is_unique:
        has = "still one solution" if is_unique else "more than one solution"
        raise Wrong(f"without these {redundant} givens the puzzle has {has}; count its solutions")
    kept = "keeps its only solution" if is_unique else "has more than one solution"
    return Right(f"{redundant} givens can go one at a time; without all of them the puzzle {kept}", poorer)


@cache
def _needless() -> tuple[tuple[int, int], ...]:
    """The givens without which, one at a time, the solution remains the only one."""
    puzzle = load("mccaffrey")
    counts = {
        i: count_solutions(_without(puzzle, (i,)), "assignment", "pulp", limit=2, cross_check=False)
        for i in puzzle.givens
    }
    return tuple(i for i, count in counts.items() if count.is_unique)


def _without(puzzle: Puzzle, cells: tuple[tuple[int, int], ...]) -> Puzzle:
    return Puzzle(puzzle.board, tuple(0 if i in cells else puzzle.givens.get(i, 0) for i in puzzle.board.cells))


@exercise("sums", lesson=0, title="State a rule that is too weak")
def sums(answer: Any, unit: Any) -> Right:
    """A formulation in which each unit adds up to 45, and nine digits that show that this is too weak."""
    if not callable(answer):
        raise Wrong("the first answer must be the function sums, without brackets: sums")
    solution = corpus("named").entry("mccaffrey").solution
    assert solution is not None
    fives = Grid(solution.board, (5,) * 81)
    swapped = Grid(solution.board, (*solution.values[1::-1], *solution.values[2:]))  # (1, 1) and (1, 2) exchanged
    _must_accept(answer, solution, "the solution of the puzzle, in which each unit adds up to 45")
    _must_accept(answer, fives, "the grid of 81 fives, in which each unit adds up to 45; define the sums and no more")
    _must_reject(answer, swapped)
    _nine_digits(unit)
    too_weak = (
        "each unit adds up to 45, and that is too weak: on the empty board your model accepts this grid, and it is no "
        "Sudoku"
    )
    return Right(too_weak, grid=fives)


def _must_accept(answer: Any, grid: Grid, what: str) -> None:
    status, _ = _ask(answer, grid)
    if status is Status.INFEASIBLE:
        raise Wrong(f"your model forbids {what}", grid=grid)


def _must_reject(answer: Any, grid: Grid) -> None:
    status, values = _ask(answer, grid)
    if status is not Status.SOLVED:
        return
    assert values is not None
    if moved := [i for i in grid.board.cells if values[i] != grid[i]]:
        i = moved[0]
        raise Wrong(f"the givens do not hold: {grid[i]} is given in cell {i}, and your model puts {values[i]} there")
    unit = next(unit for unit in grid.board.units if sum(grid[i] for i in unit.cells) != 45)
    total = sum(grid[i] for i in unit.cells)
    raise Wrong(f"your model accepts this grid, in which {unit} adds up to {total}", grid=grid)


def _ask(answer: Any, grid: Grid) -> tuple[Status, dict[Any, int] | None]:
    """Whether the model has a solution when each cell of the grid is a given."""
    puzzle = Puzzle(grid.board, grid.values)

    def define(m: Any) -> Any:
        x = answer(m, puzzle)
        if not isinstance(x, dict) or not all(i in x for i in puzzle.board.cells):
            raise Wrong("sums(m, puzzle) must return x, a dict with an integer variable for each cell")
        return x

    problem = Problem(define)
    if problem.m.logic():
        raise Wrong("the sums must replace the logical constraints, but your model still has some of these")
    try:
        result = problem.solve(time_limit=10)
    except SudokuModelsError as error:
        raise Wrong(f"your model cannot be solved: {error}") from None
    if result.status is Status.UNKNOWN:
        raise Undecided(result.reason)
    return result.status, result.values


def _nine_digits(unit: Any) -> None:
    digits = list(unit) if isinstance(unit, list | tuple) else []
    if len(digits) != 9 or not all(type(d) is int and 1 <= d <= 9 for d in digits):
        raise Wrong(f"the second answer must be a list of nine digits from 1 to 9, not {unit!r}")
    if sum(digits) != 45:
        raise Wrong(f"these nine digits add up to {sum(digits)}, not to 45")
    if len(set(digits)) == 9:
        raise Wrong("these nine digits are a permutation of 1 to 9, which keeps the rule of Sudoku as well")


@exercise("rewrite-sizes", lesson=0, title="Count what two rewrites make")
def rewrite_sizes(sizes: Any) -> str:
    """A dict: the name of a rewrite -> (number of variables, number of constraints)."""
    if not isinstance(sizes, dict) or set(sizes) != set(REWRITES):
        raise Wrong(f"the answer must be a dict with the two keys {REWRITES[0]!r} and {REWRITES[1]!r}")
    for name in REWRITES:
        m = build(load("mccaffrey"), "all_different", "pulp", rewrite=name).m
        want = (len(m.variables), len(m.constraints()))
        got = sizes[name]
        if not isinstance(got, list | tuple) or len(got) != 2:
            raise Wrong(f"for {name!r} there must be a pair, (variables, constraints), not {got!r}")
        for number, counted, what in zip(got, want, ("variables", "constraints"), strict=True):
            if number != counted:
                raise Wrong(f"{number!r} is not the number of {what} that {name!r} makes{_hint(number, counted, what)}")
    return "81 + 810 variables and 2 * 810 rows by big-M; 81 + 81 * 9 variables and 2 * 81 + 27 * 9 rows by indicators"


def _hint(number: Any, counted: int, what: str) -> str:
    if what == "variables" and number == counted - 81:
        return "; the 81 integers x are still there, beside the binaries"
    if what == "constraints" and number == 810:
        return "; each pair needs two inequalities"
    if what == "constraints" and number == 324:
        return "; 324 is the assignment model, in which no x is linked to binaries"
    return ""
