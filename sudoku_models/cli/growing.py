"""Commands for what grows: `bench scale` with the board, `bench counting` with the number of solutions."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError
from .benchmarking import progress_of_run
from .common import STOPPED, reports_errors

commands = typer.Typer()

SIZES = "4,9,12,16,20,25,36,49"


@commands.command(
    epilog="Examples:  sudoku-models bench scale -o scale  |  sudoku-models bench scale -o small --sizes 4,9,16 -t 5.  "
    "A case that did not end is part of the result. Exit code: 0 every case has a row, 2 bad input, 130 interrupted; "
    "the same command continues the run."
)
@reports_errors
def scale(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results; an interrupted run continues.")],
    sizes: Annotated[str, typer.Option("--sizes", help="Sizes of boards, with commas.")] = SIZES,
    backend: Annotated[str, typer.Option("--backend", "-b", help="The modelling library for HiGHS.")] = "pulp",
    time_limit: Annotated[
        float, typer.Option("--time-limit", "-t", help="Seconds for the solver in each case.")
    ] = 15.0,
    memory_limit: Annotated[float, typer.Option("--memory-limit", help="GiB for the process of a case.")] = 2.0,
) -> None:
    """Measure how cost grows with the board: every formulation on empty and half-full boards, and the engines alone.

    The report is written to OUT/report.
    """
    from .. import benchmark
    from ..benchmark.scale import scale_cases, scale_configurations

    cases = scale_cases(_sizes(sizes), time_limit, memory_limit, scale_configurations(backend))
    typer.echo(f"{len(cases)} cases, one at a time", err=True)
    with progress_of_run() as show:
        ended = benchmark.run(cases, out, progress=show)
    if ended.interrupted:
        typer.echo(f"{ended}.\nInterrupted: the same command continues the run.")
        raise typer.Exit(STOPPED)
    typer.echo(f"{ended}.\n{benchmark.report(out).page}")


@commands.command(
    epilog="Example:  sudoku-models bench counting -o counting.csv -t 30.  "
    "A count that did not end is part of the result. Exit code: 0 written, 2 bad input, 130 interrupted."
)
@reports_errors
def counting(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file for the rows, as CSV.")],
    time_limit: Annotated[float, typer.Option("--time-limit", "-t", help="Seconds for each count.")] = 120.0,
) -> None:
    """Measure how the time to count grows with the number of solutions: cuts, partition and enumeration."""
    from ..benchmark.counting import counting_puzzles, measure_counts

    def show(row: dict[str, Any]) -> None:
        found = f"{row['solutions']:,} solutions ({row['status']}) in {row['seconds']:.3g} s"
        typer.echo(f"{row['puzzle']}, {row['method']} with {row['solver']}: {found}", err=True)

    if out.is_dir() or not out.absolute().parent.is_dir():
        raise InputError(f"{str(out)!r} cannot be written; pass a file in a folder that is there with --out")
    table = measure_counts(counting_puzzles(), time_limit=time_limit, progress=show)
    table.to_csv(out, index=False, lineterminator="\n")
    typer.echo(f"{len(table)} rows in {out}")


def _sizes(text: str) -> list[int]:
    """The numbers in a text such as "4,9".

    >>> _sizes("4, 9")
    [4, 9]
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() for part in parts):
        raise InputError(f"--sizes takes sizes of boards such as 4,9,16, not {text!r}")
    return [int(part) for part in parts]
