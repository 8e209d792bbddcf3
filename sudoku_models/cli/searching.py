"""The command for local search, which finds a solution or the best grid within the time limit."""

import functools
import json
from collections.abc import Callable
from typing import Annotated

import typer

from ..inference.local_search import INTERRUPTED, METHODS, Approximation, local_search
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    JsonOption,
    PuzzleArgument,
    progress_after_a_second,
    reports_errors,
    resolve,
    seconds_option,
)

commands = typer.Typer()

MOST_VIOLATIONS = 6
"""The largest number of violations to print."""


@commands.command(
    epilog="Exit code: 0 solved, 2 bad input, 3 approximate (nothing is proved), 130 interrupted.  "
    "Examples:  sudoku-models search mccaffrey  |  sudoku-models search easy50:3 --method progressive --seed 2  |  "
    "sudoku-models search mccaffrey --steps 100000 --json"
)
@reports_errors
def search(
    puzzle: PuzzleArgument,
    method: Annotated[str, typer.Option("--method", "-m", help=f"{' or '.join(METHODS)}.")] = "annealing",
    seed: Annotated[int, typer.Option("--seed", help="The random seed.")] = 1,
    time_limit: Annotated[float, seconds_option("Seconds for each puzzle.")] = 20.0,
    steps: Annotated[
        int | None,
        typer.Option("--steps", help="The largest number of steps, for exactly repeatable runs.", show_default="none"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Local search: change a full grid at random until it is a solution. It cannot prove anything."""
    worst = SOLVED
    for each in resolve(puzzle):
        with progress_after_a_second(f"{method}") as bar:
            found = local_search(each, method, seed, time_limit, steps, functools.partial(_show_cost, bar))
        if as_json:
            typer.echo(json.dumps({"puzzle": each.name, "givens": each.line(), **found.as_dict()}))
        else:
            _print(found)
        if found.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, SOLVED if found.solved else NOT_KNOWN)
    raise typer.Exit(worst)


def _show_cost(bar: Callable[..., None], steps: int, lowest: int) -> None:
    bar(steps, f"cost {lowest} after {steps:,} steps")


def _print(found: Approximation) -> None:
    typer.echo(found.draw())
    name = f"{found.puzzle.name}: " if found.puzzle.name else ""
    typer.echo(f"{name}{found.status}: {found.reason} (seed {found.seed}, {found.seconds:.1f} s)")
    if found.solved:
        return
    typer.echo("( ) marks a digit that breaks a rule, { } one in the cell of a given:")
    violations = found.puzzle.violations(found.grid)
    for violation in violations[:MOST_VIOLATIONS]:
        typer.echo(f"  {violation}")
    if len(violations) > MOST_VIOLATIONS:
        typer.echo(f"  and {len(violations) - MOST_VIOLATIONS} more")
    for clash in found.puzzle.clashes():
        typer.echo(clash)
    typer.echo(f"To try again, use --seed {found.seed + 1}, or with a longer --time-limit.")
