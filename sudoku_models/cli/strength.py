"""Commands that measure what inference methods solve without search, and test the first-fail claim."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from ..inference.methods import choose
from ..inference.strength import SEED, StrengthComparison
from ..inference.strength import strength as compare_methods
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    JsonOption,
    family,
    print_table,
    progress_after_a_second,
    reports_errors,
    seconds_option,
)

commands = typer.Typer()

FIGURES = (".svg", ".png", ".pdf")

CorporaArgument = Annotated[
    list[str], typer.Argument(metavar="CORPUS...", help="Names of corpora, such as top95, or files of puzzles.")
]
SampleOption = Annotated[
    int | None, typer.Option("--sample", "-n", help="The number of puzzles of each corpus.", show_default="all")
]
SeedOption = Annotated[int, typer.Option("--seed", help="The seed of the sample.")]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=1, help="Processes; with more than one, times are longer.")
]

EPILOG = (
    "Examples:  sudoku-models strength top95  |  sudoku-models strength easy50 top95 --plot strength.svg  |  "
    "sudoku-models strength clues17 --sample 2000 --method hidden --method locked  |  sudoku-models strength top95 "
    "--method lp --prices.  Exit code: 0 done, 2 bad input, 3 some puzzles are not known (time limit), 130 "
    "interrupted; the finished methods are printed."
)


@commands.command(epilog=EPILOG)
@commands.command("ladder", epilog=EPILOG, hidden=True)
@reports_errors
def strength(
    corpora: CorporaArgument,
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
    earlier: Annotated[
        list[str] | None, typer.Option("--rung", "-r", hidden=True, help="The earlier name of --method.")
    ] = None,
    sample: SampleOption = None,
    seed: SeedOption = SEED,
    jobs: JobsOption = 1,
    time_limit: Annotated[
        float,
        seconds_option("Seconds for each puzzle and method, not including the model, which is built once per board."),
    ] = 10.0,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw a figure to this file: .svg, .png or .pdf.")] = None,
    prices: Annotated[
        bool, typer.Option("--prices", help="Order the methods by processor time, and mark those that none beats.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Describe each method, with its source.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object per corpus, for scripts; times in milliseconds.")
    ] = False,
) -> None:
    """Compare inference methods by the share of puzzles that each solves without search."""
    methods = [*(method or ()), *(earlier or ())] or None
    if plot is not None:
        _check_figure(plot, len(corpora))
    compared: list[StrengthComparison] = []
    for puzzles in [family(each) for each in corpora]:
        with progress_after_a_second(puzzles if isinstance(puzzles, str) else puzzles[0]) as bar:

            def show(done: int, total: int, what: str) -> None:
                bar(done, f"{what}, {done:,} of {total:,}", total)

            found = compare_methods(puzzles, methods, sample, seed, jobs, time_limit, show)
        compared.append(found)
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            print_table(found.prices() if prices else found.table(), 120)
        if found.stopped_by:
            break
    if explain and not as_json:
        for each in choose(methods):
            typer.echo(f"{each.title}: {each.sentence} ({each.source})")
    if plot is not None and any(each.rows for each in compared):
        _draw(compared, plot)
    if compared[-1].stopped_by:
        typer.echo("interrupted: only finished methods are printed", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(NOT_KNOWN if any(row.not_known for each in compared for row in each) else SOLVED)


@commands.command(
    epilog="Examples:  sudoku-models integrality easy50 top95 hardest11  |  "
    "sudoku-models integrality rated --sample 200 --json.  Exit code: 0 done, 2 bad input, 3 some puzzles are not "
    "known (time limit), 130 interrupted.",
)
@reports_errors
def integrality(
    corpora: CorporaArgument,
    sample: SampleOption = None,
    seed: SeedOption = SEED,
    jobs: JobsOption = 1,
    time_limit: Annotated[float, seconds_option("Seconds for each puzzle and method.")] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Count the puzzles whose LP relaxation is integral, by the logic that solves them and by difficulty."""
    from ..inference.integrality import integrality as count

    not_known = False
    for puzzles in [family(each) for each in corpora]:
        with progress_after_a_second(puzzles if isinstance(puzzles, str) else puzzles[0]) as bar:

            def show(done: int, total: int, what: str) -> None:
                bar(done, f"{what}, {done:,} of {total:,}", total)

            found = count(puzzles, sample, seed, jobs, time_limit, show)
        if found.comparison.stopped_by:
            typer.echo("interrupted: only finished corpora are printed", err=True)
            raise typer.Exit(STOPPED)
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            print_table(found.table(), 120)
        not_known |= any(row.not_known for row in found.comparison)
    raise typer.Exit(NOT_KNOWN if not_known else SOLVED)


@commands.command(
    "first-fail",
    epilog="Examples:  sudoku-models first-fail easy50 top95 hardest11  |  "
    "sudoku-models first-fail clues17 --sample 500 --json.  Exit code: 0 done, 2 bad input or no Choco, 3 some puzzles "
    "are not known (time limit), 130 interrupted; the results so far are printed.",
)
@reports_errors
def first_fail(
    corpora: CorporaArgument,
    sample: SampleOption = None,
    seed: SeedOption = SEED,
    time_limit: Annotated[float, seconds_option("Seconds for each puzzle.")] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Test the claim that Choco's all-different with first-fail solves most puzzles without search."""
    from ..inference.first_fail import first_fail as search

    with progress_after_a_second("first-fail") as bar:

        def show(done: int, total: int, what: str) -> None:
            bar(done, f"{what}, {done:,} of {total:,}", total)

        found = search([family(each) for each in corpora], sample, seed, time_limit, show)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
    else:
        print_table(found.table(), 160)
        typer.echo(f"{found.note}\n{found.verdict}")
    if found.stopped_by:
        typer.echo("interrupted: only the results so far are printed", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(NOT_KNOWN if any(record.not_known for record in found.records) else SOLVED)


def _check_figure(path: Path, corpora: int) -> None:
    """Check before the work that the figure can be drawn."""
    from ..plots.strength import COLOURS

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
