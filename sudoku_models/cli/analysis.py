"""Commands that compute allowed values and decide uniqueness."""

import functools
import json
from collections.abc import Callable
from typing import Annotated

import typer

from ..models.allowed_values import allowed_values
from ..models.uniqueness import METHODS
from ..models.uniqueness import uniqueness as decide
from ..solvers import INTERRUPTED
from .common import (
    NOT_KNOWN,
    NOT_SO,
    SOLVED,
    STOPPED,
    BoardOption,
    JsonOption,
    PuzzleArgument,
    SolverOption,
    TimeOption,
    print_table,
    progress_after_a_second,
    reports_errors,
    resolve,
    seconds_option,
    sentence,
    show_item,
)

commands = typer.Typer()


@commands.command(
    epilog="Exit code: 0 complete, 1 no solution (proved), 2 bad input, 3 not known (at least these), 130 interrupted. "
    "Examples:  sudoku-models allowed several:19  |  sudoku-models allowed top95 --method cpsat --json"
)
@reports_errors
def allowed(
    puzzle: PuzzleArgument,
    method: Annotated[str, typer.Option("--method", "-m", help="milp, cpsat, sat, or enumerate.")] = "milp",
    solver: Annotated[
        str | None,
        typer.Option("--solver", "-s", help="highs, cbc, cpsat, choco, cadical.", show_default="depends on the method"),
    ] = None,
    time_limit: TimeOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """For each cell, list the digits that it has in some solution.

    Each solve finds a solution with as many new values as possible, until it is proved that there are none. So a
    puzzle with millions of solutions needs few solves.
    """
    worst = SOLVED
    for each in resolve(puzzle, board):
        with progress_after_a_second("looking for values") as bar:
            found = allowed_values(
                each,
                solver=solver,
                method=method,
                time_limit=time_limit,
                progress=functools.partial(_show_values, bar, len(each.board.cells) * each.board.size),
            )
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            name = f"{each.name}: " if each.name else ""
            typer.echo(found.draw())
            typer.echo(f"{name}{found.status}, by {found.how} in {found.solves} solves. {sentence(found.reason)}")
        if found.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        if found.status != "complete":
            worst = max(worst, NOT_KNOWN)
        elif not found.total:
            worst = max(worst, NOT_SO)
    raise typer.Exit(worst)


@commands.command(
    epilog="Exit code: 0 unique, 1 not unique (several solutions, or none), 2 bad input, 3 not known (or the methods "
    "contradict each other), 130 interrupted; of many puzzles the worst. "
    "Examples:  sudoku-models unique mccaffrey  |  sudoku-models unique several:19 --method 'no-good cut' --json"
)
@reports_errors
def unique(
    puzzle: PuzzleArgument,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help=f"{', '.join(METHODS)}; may be repeated.", show_default="all"),
    ] = None,
    solver: SolverOption = "highs",
    time_limit: Annotated[float, seconds_option("Seconds for each method.")] = 60.0,
    extra: Annotated[
        bool, typer.Option("--extra/--no-extra", help="If it is not unique, find the fewest further givens.")
    ] = True,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide with five methods whether a puzzle has exactly one solution, and check that they agree."""
    worst = SOLVED
    for each in resolve(puzzle, board):
        with progress_after_a_second("deciding") as bar:
            found = decide(
                each,
                method,
                solver=solver,
                time_limit=time_limit,
                extra=extra,
                progress=functools.partial(show_item, bar),
            )
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            print_table(found.table(), 160)
            for sentence in found.sentences():
                typer.echo(sentence)
        if found.methods and found.methods[-1].stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {True: SOLVED, False: NOT_SO, None: NOT_KNOWN}[found.is_unique])
    raise typer.Exit(worst)


def _show_values(bar: Callable[..., None], most: int, solves: int, seen: int) -> None:
    bar(seen, f"{seen} found in {solves} solves", most)
