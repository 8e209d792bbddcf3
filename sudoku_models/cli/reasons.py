"""Commands about the way to a solution: explain, rate, search, strength."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError
from ..inference.integrality import NEEDED, integral_groups, integral_table
from ..inference.local_search import METHODS, Approximation, local_search
from ..inference.strength import StrengthComparison
from ..inference.strength import strength as compare_methods
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from .arguments import family, resolve
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    Bar,
    BoardOption,
    JobsOption,
    JsonOption,
    PuzzleArgument,
    Reply,
    SampleOption,
    TimeOption,
    answer_each,
    check_folder_of,
    name_of,
    print_table,
    progress_after_a_second,
    reports_errors,
    seconds_option,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

commands = typer.Typer()

CODES = (
    "Exit code: 0 done, 1 the steps do not lead to the solution, 2 bad input, 3 not known (time limit of rate), "
    "130 interrupted."
)
MOST_VIOLATIONS = 6
"""The largest number of violations to print."""
FIGURES = (".svg", ".png", ".pdf")


@commands.command(
    epilog="Examples:  sudoku-models explain mccaffrey --limit 1  |  sudoku-models explain top95:1 --cell r3c5  |  "
    f"sudoku-models explain easy50:7 --by mus --json.  {CODES}"
)
@reports_errors
def explain(
    puzzle: PuzzleArgument,
    cell: Annotated[str | None, typer.Option(help="Continue until this cell, such as r3c5, has its digit.")] = None,
    by: Annotated[
        str,
        typer.Option(
            help="techniques (human solving techniques), mus or smus (minimal or smallest sets of rules that force a "
            "digit), or lp (linear combinations of equations)."
        ),
    ] = "techniques",
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, help="The largest number of steps; 1 is the next step.")
    ] = None,
    time_limit: TimeOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain the solution step by step, with the rules and the givens that each step uses."""
    from ..explain import explain as explain_puzzle

    def ask(each: Puzzle, bar: Bar) -> Reply:
        asked = _cell(cell, each.board.size) if cell is not None else None
        found = explain_puzzle(
            each,
            by,
            asked,
            limit,
            time_limit=time_limit,
            progress=lambda steps: bar(steps, None, f"{steps} steps so far"),
        )
        data = []
        for k, step in enumerate(found.steps, 1):
            plain = step.as_dict()
            data.append({"name": each.name, "step": k, "technique": plain.pop("name"), **plain})
        data.append({"name": each.name, "solved": found.solved, "reason": found.reason})
        reached = found.steps if limit else found.solved or (asked and asked in found.end.digits)
        return Reply(data, [str(found)], bool(reached))

    answer_each(resolve(puzzle, board), "explaining", ask, as_json)


def _cell(text: str, size: int) -> Cell:
    """The cell that r3c5 or 3,5 names."""
    match = re.fullmatch(r"r(\d{1,3})c(\d{1,3})|\(?(\d{1,3}), ?(\d{1,3})\)?", text.strip().lower())
    if not match:
        raise InputError(f"--cell takes a row and a column, such as r3c5, not {text!r}")
    row, column = (int(group) for group in match.groups() if group)
    if not (1 <= row <= size and 1 <= column <= size):
        raise InputError(f"there is no cell ({row}, {column}) on a {size}x{size} board")
    return row, column


@commands.command(
    epilog="Examples:  sudoku-models rate mccaffrey  |  sudoku-models rate mccaffrey --by lp  |  "
    f"sudoku-models rate rated --json > ratings.jsonl.  {CODES}"
)
@reports_errors
def rate(
    puzzle: PuzzleArgument,
    time_limit: TimeOption = None,
    by: Annotated[
        str,
        typer.Option(
            help="techniques, mus or smus (size of the largest minimal or smallest set), or lp (largest norm of a "
            "linear combination)."
        ),
    ] = "techniques",
    as_json: JsonOption = False,
) -> None:
    """Rate the difficulty of a puzzle for people: its level, and its hardest step on the scale of Sudoku Explainer."""
    from ..explain.difficulty import rate as rate_puzzle

    def ask(each: Puzzle, _: Bar) -> Reply:
        found = rate_puzzle(each, time_limit, by)
        why = "" if found.solved else f": {found.reason}"
        verdict = found.solved or (None if found.stopped_by else False)
        return Reply([found.as_dict()], [f"{each.name or 'the puzzle'}: {found}{why}"], verdict)

    answer_each(resolve(puzzle), "rating", ask, as_json)


@commands.command(
    epilog="Exit code: 0 solved, 2 bad input, 3 approximate (nothing is proved), 130 interrupted.  "
    "Examples:  sudoku-models search mccaffrey  |  sudoku-models search easy50:3 --method progressive --seed 2  |  "
    "sudoku-models search mccaffrey --steps 100000 --json"
)
@reports_errors
def search(
    puzzle: PuzzleArgument,
    method: Annotated[str, typer.Option("--method", "-m", help=f"{' or '.join(METHODS)}.")] = "annealing",
    seed: Annotated[int, typer.Option(help="The random seed.")] = 1,
    time_limit: Annotated[float, seconds_option("Seconds for each puzzle.")] = 20.0,
    steps: Annotated[
        int | None,
        typer.Option(help="The largest number of steps, for exactly repeatable runs.", show_default="none"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Local search: change a full grid at random until it is a solution. It cannot prove anything."""

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = local_search(
            each, method, seed, time_limit, steps, lambda k, lowest: bar(k, steps, f"cost {lowest} after {k:,} steps")
        )
        data = {"puzzle": each.name, "givens": each.line(), **found.as_dict()}
        return Reply([data], _drawn(found), found.solved or None, found.stopped_by)

    answer_each(resolve(puzzle), method, ask, as_json)


def _drawn(found: Approximation) -> list[str]:
    """The grid, and the rules that it breaks."""
    puzzle = found.puzzle
    lines = [
        found.draw(),
        f"{name_of(puzzle)}{found.status}: {found.reason} (seed {found.seed}, {found.seconds:.1f} s)",
    ]
    if found.solved:
        return lines
    violations = [f"  {violation}" for violation in puzzle.violations(found.grid)]
    more = len(violations) - MOST_VIOLATIONS
    lines += ["( ) marks a digit that breaks a rule, { } one in the cell of a given:", *violations[:MOST_VIOLATIONS]]
    lines += [f"  and {more} more"] if more > 0 else []
    return [*lines, *puzzle.clashes(), f"To try again, use --seed {found.seed + 1}, or with a longer --time-limit."]


@commands.command(
    epilog="Examples:  sudoku-models strength top95  |  sudoku-models strength easy50 top95 --plot strength.svg  |  "
    "sudoku-models strength clues17 --sample 2000 --method hidden --method locked  |  sudoku-models strength rated "
    "--integral.  Exit code: 0 done, 2 bad input, 3 some puzzles are not known (time limit), 130 interrupted; the "
    "finished methods are printed."
)
@reports_errors
def strength(
    corpora: Annotated[
        list[str], typer.Argument(metavar="CORPUS...", help="Names of corpora, such as top95, or files of puzzles.")
    ],
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            "-m",
            help="naked, hidden, locked, clauses (or clauses:pairwise, ...), bounds, domain, lp (or lp:assignment, "
            "lp:pairwise, lp:all_different, lp:pairwise:rank, lp:cycle_cuts, lp:probing, ...), presolve, shaving; may "
            "be repeated.",
            show_default="all",
        ),
    ] = None,
    integral: Annotated[
        bool, typer.Option("--integral", help="Where the LP relaxation is integral, by the logic needed and by rating.")
    ] = False,
    sample: SampleOption = None,
    jobs: JobsOption = 1,
    time_limit: Annotated[
        float, seconds_option("Seconds for each puzzle and method, without building the model, once per board.")
    ] = 10.0,
    plot: Annotated[Path | None, typer.Option(help="Draw a figure to this file: .svg, .png or .pdf.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare inference methods by the share of puzzles that each solves without search."""
    if integral and method:
        raise InputError("--integral and --method exclude each other: choose one")
    if plot is not None:
        _check_figure(plot, len(corpora))
    compared: list[StrengthComparison] = []
    for puzzles in [family(each) for each in corpora]:
        with progress_after_a_second(puzzles if isinstance(puzzles, str) else puzzles[0]) as bar:
            found = compare_methods(
                puzzles,
                NEEDED if integral else method,
                sample,
                jobs=jobs,
                time_limit=time_limit,
                progress=bar,
            )
        compared.append(found)
        groups = integral and not found.stopped_by
        if as_json:
            more = {"groups": [each._asdict() for each in integral_groups(found)]} if groups else {}
            typer.echo(json.dumps({**found.as_dict(), **more}))
        else:
            print_table(integral_table(found) if groups else found.table())
        if found.stopped_by:
            break
    if plot is not None and any(each.rows for each in compared):
        from .. import plots

        figure: Figure = plots.strength(compared).figure  # type: ignore[assignment]
        figure.savefig(plot, dpi=150)
    if compared[-1].stopped_by:
        typer.echo("interrupted: only finished methods are printed", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(NOT_KNOWN if any(row.not_known for each in compared for row in each) else SOLVED)


def _check_figure(path: Path, corpora: int) -> None:
    """Check before the work that the figure can be drawn."""
    from ..plots.strength import COLOURS

    if corpora > len(COLOURS):
        raise InputError(f"a figure has at most {len(COLOURS)} corpora, not {corpora}")
    if path.suffix.lower() not in FIGURES:
        raise InputError(f"the name of the figure must end in {', '.join(FIGURES)}, not {path.name!r}")
    check_folder_of(path)
