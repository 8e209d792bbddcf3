"""Commands that explain a puzzle step by step and rate its difficulty."""

import json
import re
from collections.abc import Callable
from typing import Annotated

import typer

from ..errors import InputError
from ..puzzles.board import Cell
from .common import (
    NOT_KNOWN,
    NOT_SO,
    SOLVED,
    BoardOption,
    JsonOption,
    PuzzleArgument,
    progress_after_a_second,
    reports_errors,
    resolve,
    seconds_option,
)

commands = typer.Typer()

EXIT_CODES = (
    "Exit code: 0 done, 1 the steps do not lead to the solution, 2 bad input, 3 not known (time limit of rate), "
    "130 interrupted."
)


@commands.command(
    epilog="Examples:  sudoku-models explain mccaffrey --limit 1  |  sudoku-models explain top95:1 --cell r3c5  |  "
    f"sudoku-models explain easy50:7 --by mus --json.  {EXIT_CODES}"
)
@reports_errors
def explain(
    puzzle: PuzzleArgument,
    cell: Annotated[
        str | None, typer.Option("--cell", help="Continue until this cell, such as r3c5, has its digit.")
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="techniques (human solving techniques), mus or smus (minimal or smallest sets of rules that force a "
            "digit), or lp (linear combinations of equations).",
        ),
    ] = "techniques",
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, help="The largest number of steps; 1 is the next step.")
    ] = None,
    time_limit: Annotated[float | None, seconds_option("Seconds for each puzzle.", show_default="none")] = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain the solution step by step, with the rules and the givens that each step uses."""
    from ..explain import explain as explain_puzzle

    worst = SOLVED
    for each in resolve(puzzle, board):
        asked = _cell(cell, each.board.size) if cell is not None else None
        with progress_after_a_second("explaining") as bar:
            found = explain_puzzle(each, by, asked, limit, progress=_step_counter(bar), time_limit=time_limit)
        if as_json:
            for k, step in enumerate(found.steps, 1):
                typer.echo(json.dumps({"name": each.name, "step": k, **_renamed(step.as_dict())}))
            typer.echo(json.dumps({"name": each.name, "solved": found.solved, "reason": found.reason}))
        else:
            typer.echo(str(found))
        reached = found.steps if limit else found.solved or (asked and asked in found.end.digits)
        worst = worst if reached else NOT_SO
    raise typer.Exit(worst)


@commands.command(
    epilog="Examples:  sudoku-models rate mccaffrey  |  sudoku-models rate mccaffrey --by lp  |  "
    f"sudoku-models rate rated --json > ratings.jsonl.  {EXIT_CODES}"
)
@reports_errors
def rate(
    puzzle: PuzzleArgument,
    time_limit: Annotated[float | None, seconds_option("Seconds for each puzzle.", show_default="none")] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="techniques, mus or smus (size of the largest minimal or smallest set), or lp (largest norm of a "
            "linear combination).",
        ),
    ] = "techniques",
    as_json: JsonOption = False,
) -> None:
    """Rate the difficulty of a puzzle for people: its level, and its hardest step on the scale of Sudoku Explainer."""
    from ..explain.difficulty import rate as rate_puzzle

    puzzles = resolve(puzzle)
    worst = SOLVED
    with progress_after_a_second("rating", len(puzzles)) as bar:
        for k, each in enumerate(puzzles):
            bar(k, each.name)
            found = rate_puzzle(each, time_limit, by)
            if as_json:
                typer.echo(json.dumps(found.as_dict()))
            else:
                why = "" if found.solved else f": {found.reason}"
                typer.echo(f"{each.name or 'the puzzle'}: {found}{why}")
            worst = max(worst, SOLVED if found.solved else NOT_KNOWN if found.stopped_by else NOT_SO)
    raise typer.Exit(worst)


def _cell(text: str, size: int) -> Cell:
    """The cell that r3c5 or 3,5 names."""
    match = re.fullmatch(r"r(\d{1,3})c(\d{1,3})|\(?(\d{1,3}), ?(\d{1,3})\)?", text.strip().lower())
    if not match:
        raise InputError(f"--cell takes a row and a column, such as r3c5, not {text!r}")
    row, column = (int(group) for group in match.groups() if group)
    if not (1 <= row <= size and 1 <= column <= size):
        raise InputError(f"there is no cell ({row}, {column}) on a {size}x{size} board")
    return row, column


def _step_counter(bar: Callable[..., None]) -> Callable[[int], None]:
    return lambda steps: bar(steps, f"{steps} steps so far")


def _renamed(step: dict[str, object]) -> dict[str, object]:
    """The key `name` is the puzzle's name in every line, so the name of a step becomes `technique`."""
    return {("technique" if key == "name" else key): value for key, value in step.items()}
