"""The long-running tasks. Each is a function that runs in a worker process and posts its progress.

The arguments are `post`, which a task calls with its progress as plain data, and the values of its request.
"""

import pickle
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import SudokuModelsError
from ..explain import Explanation
from ..explain import explain as explain_puzzle
from ..explain.difficulty import Rating
from ..explain.difficulty import rate as rate_puzzle
from ..formulations import register
from ..generation import Generated
from ..generation import generate as generate_puzzle
from ..inference.local_search import Approximation, local_search
from ..models.allowed_values import AllowedValues, allowed_values
from ..models.counting import count_solutions
from ..models.counting import solve as solve_puzzle
from ..models.results import Answer, Count
from ..models.sudoku_model import SudokuModel
from ..puzzles.board import Board, Cell
from ..puzzles.cell_names import cells_in_words
from ..puzzles.parsing import parse_many
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch
from . import hints
from .comparing import Failed
from .sheets import Sheets
from .sheets import made as make_sheets

__all__ = ["TASKS", "perform"]

Post = Callable[[dict[str, Any]], None]
"""Called with the progress."""

LIMIT = 100
"""The largest number of solutions to count during a design."""
MOST_PUZZLES = 100_000
"""The number of puzzles to read from a file; further ones are ignored."""


def count(post: Post, puzzle: Puzzle, time_limit: float) -> Count:
    """Count the solutions, up to `LIMIT`: CP-SAT enumerates them, and HiGHS confirms that there are no more."""

    def found(number: int) -> None:
        if number in (1, 2) or number % 10 == 0:
            post({"found": number})

    return count_solutions(
        puzzle, "all_different", "cpsat", "cpsat", LIMIT, time_limit, method="enumerate", progress=found
    )


def solve(
    post: Post, puzzle: Puzzle, formulation: str, backend: str, solver: str, rewrite: str | None, time_limit: float
) -> Answer:
    """Find a solution, by any formulation, backend, rewrite and solver."""

    def built(model: SudokuModel) -> None:
        post({"variables defined": len(model.m.variables)})

    return solve_puzzle(puzzle, formulation, backend, solver, rewrite, time_limit, built)


def allowed(post: Post, position: Puzzle, time_limit: float) -> AllowedValues:
    """The digits that each cell has in some solution of the position."""
    return allowed_values(
        position, time_limit=time_limit, progress=lambda solves, seen: post({"solves": solves, "seen": seen})
    )


def search(post: Post, puzzle: Puzzle, method: str, seed: int, time_limit: float) -> Approximation:
    """Run a local search, and post the lowest cost."""
    return local_search(
        puzzle, method, seed, time_limit, progress=lambda steps, lowest: post({"steps": steps, "lowest": lowest})
    )


def generate(post: Post, size: int, level: str | None, seed: str | None, time_limit: float) -> Generated:
    """Generate a puzzle with exactly one solution."""
    return generate_puzzle(size, level, seed, time_limit=time_limit, progress=lambda what: post({"doing": what}))


def rate(post: Post, puzzle: Puzzle, time_limit: float) -> Rating:
    """Rate the difficulty of the puzzle."""
    return rate_puzzle(puzzle, time_limit)


def wrong(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float) -> hints.Wrong:
    """Which of the entered digits are wrong."""
    return hints.wrong_digits(puzzle, position, time_limit)


def step(
    post: Post, puzzle: Puzzle, position: Puzzle, gone: Mapping[Cell, frozenset[int]], by: str, time_limit: float
) -> hints.Next:
    """The next step; before it, wrong digits."""
    return hints.next_hint(position, gone, by, time_limit, puzzle)


def reveal(post: Post, puzzle: Puzzle, position: Puzzle, cell: Cell, time_limit: float) -> hints.Revealed:
    """The digit of one cell."""
    return hints.reveal(puzzle, position, cell, time_limit)


def explain(
    post: Post, puzzle: Puzzle, position: Puzzle | None, by: str, time_limit: float
) -> Explanation | hints.Wrong:
    """All steps from the givens, or from a position, as far as the time allows. If digits are wrong, only these.

    Args:
        post: Called with the progress.
        puzzle: The givens.
        position: The givens and the digits entered so far; None for an explanation from the givens.
        by: The method, one of `explain.BY`.
        time_limit: Seconds for everything.
    """
    watch = Stopwatch()
    if position is not None and position.values != puzzle.values:
        found = hints.wrong_if_any(puzzle, position, time_limit)
        if found.cells or found.status == "no solution":
            return found
    left = max(time_limit - watch(), 0.1)
    return explain_puzzle(position or puzzle, by, progress=lambda steps: post({"steps": steps}), time_limit=left)


def compare(post: Post, position: Puzzle, sides: list[dict[str, Any]], time_limit: float) -> list[Answer | Failed]:
    """The answers of configurations, one after the other, each with its share of the time limit."""
    found: list[Answer | Failed] = []
    for side in sides:
        name = f"{side['formulation']} x {side['backend']} x {side['solver']}"
        post({"doing": f"solving by {name}"})
        try:
            found.append(solve_puzzle(position, **side, time_limit=time_limit / len(sides)))
        except SudokuModelsError as error:
            found.append(Failed(name, str(error)))
    return found


def sheets(
    post: Post, count: int, size: int, level: str | None, per_page: int, seed: str | None, time_limit: float
) -> Sheets:
    """A PDF of puzzles and their solutions."""
    return make_sheets(post, count, size, level, per_page, seed, time_limit)


def read(post: Post, text: str, time_limit: float) -> list[tuple[Board, tuple[int, ...]]]:
    """The puzzles of a text."""
    found = []
    for each in parse_many(text):
        found.append(each)
        if len(found) == MOST_PUZZLES:
            break
        if len(found) % 1000 == 0:
            post({"puzzles": len(found)})
    return found


TASKS: dict[str, Callable[..., Any]] = {
    task.__name__: task
    for task in (
        count,
        solve,
        allowed,
        search,
        generate,
        rate,
        wrong,
        step,
        reveal,
        read,
        explain,
        compare,
        sheets,
    )
}
"""The tasks by the names that requests use."""


def perform(post: Post, request: bytes) -> Any:
    """Run the task of a request, with the formulations that are registered in the requesting process.

    What it says names cells in words.
    """
    task, values, registered = pickle.loads(request)
    for name, formulation in registered.items():
        register(name, formulation)
    with cells_in_words():
        return TASKS[task](post, **values)
