"""The command that measures what inference methods solve without search."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from ..inference.integrality import NEEDED, integral_groups, integral_table
from ..inference.strength import StrengthComparison
from ..inference.strength import strength as compare_methods
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    family,
    print_table,
    progress_after_a_second,
    reports_errors,
    seconds_option,
)

commands = typer.Typer()

FIGURES = (".svg", ".png", ".pdf")


@commands.command(
    epilog="Examples:  sudoku-models strength top95  |  sudoku-models strength easy50 top95 --plot strength.svg  |  "
    "sudoku-models strength clues17 --sample 2000 --method hidden --method locked  |  sudoku-models strength rated "
    "--integral.  Exit code: 0 done, 2 bad input, 3 some puzzles are not known (time limit), 130 "
    "interrupted; the finished methods are printed."
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
        bool,
        typer.Option(
            "--integral",
            help="Where the LP relaxation is integral, by the logic that solves a puzzle and by difficulty.",
        ),
    ] = False,
    sample: Annotated[
        int | None, typer.Option("--sample", "-n", help="The number of puzzles of each corpus.", show_default="all")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Processes; with more than one, times are longer.")
    ] = 1,
    time_limit: Annotated[
        float,
        seconds_option("Seconds for each puzzle and method, not including the model, which is built once per board."),
    ] = 10.0,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw a figure to this file: .svg, .png or .pdf.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object per corpus, for scripts; times in milliseconds.")
    ] = False,
) -> None:
    """Compare inference methods by the share of puzzles that each solves without search."""
    if integral and method:
        raise InputError("--integral and --method exclude each other: choose one")
    if plot is not None:
        _check_figure(plot, len(corpora))
    methods = NEEDED if integral else method
    compared: list[StrengthComparison] = []
    for puzzles in [family(each) for each in corpora]:
        with progress_after_a_second(puzzles if isinstance(puzzles, str) else puzzles[0]) as bar:

            def show(done: int, total: int, what: str) -> None:
                bar(done, f"{what}, {done:,} of {total:,}", total)

            found = compare_methods(puzzles, methods, sample, jobs=jobs, time_limit=time_limit, progress=show)
        compared.append(found)
        groups = integral and not found.stopped_by
        if as_json:
            more = {"groups": [each._asdict() for each in integral_groups(found)]} if groups else {}
            typer.echo(json.dumps({**found.as_dict(), **more}))
        else:
            print_table(integral_table(found) if groups else found.table(), 120)
        if found.stopped_by:
            break
    if plot is not None and any(each.rows for each in compared):
        _draw(compared, plot)
    if compared[-1].stopped_by:
        typer.echo("interrupted: only finished methods are printed", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(NOT_KNOWN if any(row.not_known for each in compared for row in each) else SOLVED)


def _check_figure(path: Path, corpora: int) -> None:
    """Check before the work that the figure can be drawn."""
    from ..plots.labels import COLOURS

    if corpora > len(COLOURS):
        raise InputError(f"a figure has at most {len(COLOURS)} corpora, not {corpora}")
    if path.suffix.lower() not in FIGURES:
        raise InputError(f"the name of the figure must end in {', '.join(FIGURES)}, not {path.name!r}")
    if not path.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r} to write {path.name!r} to")


def _draw(compared: list[StrengthComparison], path: Path) -> None:
    from matplotlib.figure import Figure

    from .. import plots

    ax = plots.strength(compared)
    figure = ax.figure
    assert isinstance(figure, Figure)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise InputError(f"the file {str(path)!r} cannot be written: {error.strerror or error}") from None
