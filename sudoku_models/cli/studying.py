"""The command that runs a study as its protocol says: `bench study`."""

from pathlib import Path
from typing import Annotated

import typer

from .benchmarking import DaskOption, JobsOption, OutOption, RetryOption, measure_all
from .common import JsonOption, reports_errors

commands = typer.Typer()

HOUR = 3600.0


@commands.command(
    epilog="Examples:  sudoku-models bench study data/benchmark/study/protocol.toml -o results --dry-run  |  "
    "sudoku-models bench study protocol.toml -o results  |  sudoku-models bench study protocol.toml -o results --dask "
    "tcp://127.0.0.1:8786.  "
    "Exit code: 0 every case has a row, 2 bad input, 3 some cases failed (see their rows), 130 interrupted; the same "
    "command continues the study."
)
@reports_errors
def study(
    protocol: Annotated[Path, typer.Argument(metavar="PROTOCOL", help="The protocol, a TOML file.")],
    out: OutOption,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    retry_failed: RetryOption = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be measured.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure what a protocol says: its puzzles, isomorphs, configurations and repeats, in its order."""
    from ..benchmark.reporting.formatting import plural
    from ..benchmark.study import read_study, study_cases

    cases = study_cases(read_study(protocol))
    limits = sum(len(each) * 2 * each.options["time_limit"] for each in cases.strata) / HOUR
    most = f"at most {limits:,.0f} core-hours" if limits >= 1 else f"at most {60 * limits:,.0f} core-minutes"
    typer.echo(f"{plural(len(cases), 'case')}, {most} if every case reached its limit twice", err=True)
    if dry_run:
        for each in cases.strata:
            typer.echo(f"{each.corpus.name}: {plural(len(each.corpus), 'puzzle')}, {plural(len(each), 'case')}")
        for configuration in cases.configurations:
            typer.echo(configuration)
        return
    measure_all(cases, out, jobs, dask, retry_failed, as_json)
