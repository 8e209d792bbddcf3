"""What may take long. Each task is a function that runs in a worker process and posts its progress.

A task takes the values of its request by name, and `post`, which it calls with plain data now and then.
"""

import pickle
from collections.abc import Callable, Mapping
from typing import Any

from ..explain.difficulty import Rating
from ..explain.difficulty import rate as rate_puzzle
from ..formulations import register
from ..generation import Generated
from ..generation import generate as generate_puzzle
from ..inference.local_search import Approximation, local_search
from ..models.allowed_values import AllowedValues, allowed_values
from ..models.counting import count_solutions
from ..models.results import Answer, Count
from ..models.sudoku_model import build
from ..puzzles.board import Board, Cell
from ..puzzles.parsing import parse_many
from ..puzzles.puzzle import Puzzle
from . import hints

__all__ = ["TASKS", "perform"]

Post = Callable[[dict[str, Any]], None]
"""Called with what is known so far."""

LIMIT = 100
"""Solutions that are counted while a puzzle is designed."""
MOST_PUZZLES = 100_000
"""Of a file; those beyond are not looked at."""


def count(post: Post, puzzle: Puzzle, time_limit: float) -> Count:
    """How many solutions there are, up to `LIMIT`: CP-SAT goes through them, and HiGHS confirms the last "no more"."""

    def found(number: int) -> None:
        if number in (1, 2) or number % 10 == 0:
            post({"found": number})

    return count_solutions(
        puzzle, "all_different", "cpsat", "cpsat", LIMIT, time_limit, method="enumerate", progress=found
    )


def solve(
    post: Post, puzzle: Puzzle, formulation: str, backend: str, solver: str, rewrite: str | None, time_limit: float
) -> Answer:
    """One solution, by any formulation, backend, rewrite and solver."""
    model = build(puzzle, formulation, backend, rewrite)
    post({"variables stated": len(model.m.variables)})
    return model.solve(solver, time_limit)


def allowed(post: Post, position: Puzzle, time_limit: float) -> AllowedValues:
    """The digits that each cell has in some solution of the position."""
    return allowed_values(
        position, time_limit=time_limit, progress=lambda solves, seen: post({"solves": solves, "seen": seen})
    )


def search(post: Post, puzzle: Puzzle, method: str, seed: int, time_limit: float) -> Approximation:
    """Local search, with the lowest cost as it falls."""
    return local_search(
        puzzle, method, seed, time_limit, progress=lambda steps, lowest: post({"steps": steps, "lowest": lowest})
    )


def generate(post: Post, size: int, level: str | None, seed: str | None, time_limit: float) -> Generated:
    """A puzzle at random that has one solution, which is proved."""
    return generate_puzzle(size, level, seed, time_limit=time_limit, progress=lambda what: post({"doing": what}))


def rate(post: Post, puzzle: Puzzle, time_limit: float) -> Rating:
    """How hard the puzzle is for a person."""
    return rate_puzzle(puzzle, time_limit)


def wrong(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float) -> hints.Wrong:
    """Which of the entered digits are wrong."""
    return hints.wrong_digits(puzzle, position, time_limit)


def step(post: Post, position: Puzzle, gone: Mapping[Cell, frozenset[int]], by: str, time_limit: float) -> hints.Next:
    """The next step; its time limit is kept by the process that waits for it."""
    return hints.next_hint(position, gone, by)


def reveal(post: Post, puzzle: Puzzle, position: Puzzle, cell: Cell, time_limit: float) -> hints.Revealed:
    """The digit of one cell."""
    return hints.reveal(puzzle, position, cell, time_limit)


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
    task.__name__: task for task in (count, solve, allowed, search, generate, rate, wrong, step, reveal, read)
}
"""By name, as requests name them."""


def perform(post: Post, request: bytes) -> Any:
    """Do what a request asks for, with the formulations that were registered where it comes from."""
    task, values, registered = pickle.loads(request)
    for name, formulation in registered.items():
        register(name, formulation)
    return TASKS[task](post, **values)
