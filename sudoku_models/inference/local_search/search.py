"""Run a local search until a solution is found or a limit is reached, and validate its grid."""

import math
import random
import time
from collections.abc import Callable

from ...errors import InputError, UnknownNameError, WrongGridError
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.sources import PuzzleLike, as_puzzle
from ...runtime.limits import check_time_limit
from ...solvers import Status
from .annealing import Annealing
from .approximation import Approximation, Sample, cost
from .progressive import Progressive
from .tallies import Walk

__all__ = ["METHODS", "local_search"]

METHODS: dict[str, str] = {
    "progressive": "swap any two cells, never to a higher cost; a queue of grids ('Progressive Search', 2013)",
    "annealing": "swap within a box, sometimes to a higher cost; a falling temperature (Lewis 2007)",
}
"""The methods, each with a description."""

TIME_LIMIT, STEP_LIMIT, INTERRUPTED, NO_MOVES = "time limit", "step limit", "interrupted", "no moves"


def local_search(
    puzzle: PuzzleLike,
    method: str = "annealing",
    seed: int = 1,
    time_limit: float | None = 20.0,
    max_steps: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    temperature: float | None = None,
) -> Approximation:
    """Search for a solution by changing a full grid, and return the best grid found.

    Args:
        puzzle: Any puzzle; "annealing" needs units that partition the board, such as boxes or rows.
        method: One of `METHODS`.
        seed: The random seed.
        time_limit: Seconds; None means no limit. With a time limit, equal runs may differ.
        max_steps: The largest number of swaps to try; with this and no time limit, runs are reproducible.
        progress: Called periodically with the number of steps and the lowest cost.
        temperature: For annealing, a constant temperature in place of a falling one; at 0 the cost never rises.

    Returns:
        A grid that the validator accepts (SOLVED), or an approximate one (UNKNOWN) with its cost. Ctrl-C also
        returns the best grid so far.

    Raises:
        UnknownNameError: When there is no such method.
        InputError: When no limit is set, a limit is not positive, or the board lacks such units.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> found = local_search(puzzle, seed=7, max_steps=10_000, time_limit=None)
    >>> found.solved, found.cost, found.grid.line()
    (True, 0, '1243342143122134')
    >>> impossible = local_search(Puzzle.parse("12.. ..3. .... ...4"), seed=7, max_steps=10_000, time_limit=None)
    >>> print(impossible.status, "-", impossible.reason)
    unknown - approximate: cost 4; stopped by the step limit after 10,000 steps, and whether there is a solution is \
not known
    """
    puzzle = as_puzzle(puzzle)
    _check(method, seed, time_limit, max_steps, temperature)
    watch = time.perf_counter
    begun = watch()
    deadline = math.inf if time_limit is None else begun + time_limit
    last_step = math.inf if max_steps is None else max_steps
    rng = random.Random(seed)
    walk: Walk = Progressive(puzzle, rng) if method == "progressive" else Annealing(puzzle, rng, temperature)
    steps, next_sample, next_word = 0, 0, begun + 0.1
    samples: list[Sample] = []
    stopped_by = ""
    try:
        while walk.lowest:
            if steps >= next_sample:
                samples.append(Sample(steps, walk.cost, walk.lowest))
                next_sample = steps + max(steps // 20, 1)
            if stopped_by := _stopped(walk, steps >= last_step, (now := watch()) >= deadline):
                break
            if progress is not None and now >= next_word:
                progress(steps, walk.lowest)
                next_word = now + 0.1
            steps += walk.walk(int(min(walk.round, last_step - steps)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    grid = Grid(puzzle.board, tuple(walk.best))
    lowest = cost(puzzle, grid)
    samples.append(Sample(steps, walk.cost, lowest))
    return _validated(puzzle, grid, lowest, method, seed, steps, watch() - begun, stopped_by, tuple(samples))


def _check(method: str, seed: int, time_limit: float | None, max_steps: int | None, temperature: float | None) -> None:
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if not isinstance(seed, int):
        raise InputError(f"the seed must be a whole number, not {seed!r}")
    if time_limit is None and max_steps is None:
        raise InputError("set a time limit or a step limit: without one, a local search may never end")
    check_time_limit(time_limit)
    if max_steps is not None and max_steps < 1:
        raise InputError(f"the step limit must be at least 1, not {max_steps}")
    if temperature is not None and method != "annealing":
        raise InputError(f"only annealing has a temperature, not {method}")
    if temperature is not None and not temperature >= 0:
        raise InputError(f"the temperature must be 0 or more, not {temperature}")


def _stopped(walk: "Walk", at_last_step: bool, at_deadline: bool) -> str:
    if walk.stuck:
        return NO_MOVES
    if at_last_step:
        return STEP_LIMIT
    return TIME_LIMIT if at_deadline else ""


def _validated(
    puzzle: Puzzle,
    grid: Grid,
    lowest: int,
    method: str,
    seed: int,
    steps: int,
    seconds: float,
    stopped_by: str,
    samples: tuple[Sample, ...],
) -> Approximation:
    """The result, after the validator has checked the grid."""
    after = f"{steps:,} step{'s' * (steps != 1)}"
    if lowest == 0:
        if violations := puzzle.violations(grid):
            raise WrongGridError(f"a grid of cost 0 breaks the rules: {violations[0]}\n{grid}")
        status, stopped_by, reason = Status.SOLVED, "", f"{method} found a solution after {after}"
    else:
        stop = {
            INTERRUPTED: f"interrupted after {after}",
            NO_MOVES: "no two cells can be swapped",
        }.get(stopped_by, f"stopped by the {stopped_by} after {after}")
        status = Status.UNKNOWN
        reason = f"approximate: cost {lowest}; {stop}, and whether there is a solution is not known"
    return Approximation(puzzle, grid, lowest, status, reason, method, seed, steps, seconds, stopped_by, samples)
