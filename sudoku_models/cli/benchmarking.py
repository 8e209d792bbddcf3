"""Commands for the benchmark: `bench run` measures, `bench report` writes the page, `bench contrasts` answers."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..errors import InputError
from .arguments import family
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    JobsOption,
    JsonOption,
    SampleOption,
    print_rows,
    progress_after_a_second,
    reports_errors,
    seconds_option,
)

if TYPE_CHECKING:
    from ..benchmark import Run, Study

commands = typer.Typer(help="Measure formulations, and report the results.", no_args_is_help=True)

QUIET = 30.0
"""Seconds between two lines of progress when the output is not a terminal."""

FolderArgument = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")]


@commands.command(
    epilog="Examples:  sudoku-models bench run -c top95 --time-limit 10 --out results  |  "
    "sudoku-models bench run -c easy50 -n 20 -f assignment,all_different -s highs,cpsat -o results -j 2  |  "
    "sudoku-models bench run -c top95 -b stock -s pulp:HiGHS,pulp:CBC -o results  |  "
    "sudoku-models bench run data/benchmark/study/protocol.toml -o results --shard 1/4.  "
    "Exit code: 0 every case has a row, 2 bad input, 3 some cases failed (see their rows), 130 interrupted; "
    "the same command continues the run."
)
@reports_errors
def run(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results; an interrupted run continues.")],
    description: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PROTOCOL]",
            help="A TOML file that says what to measure, in place of the options: also rewrites, presolve, isomorphs, "
            "repeats, limits of memory.",
            show_default=False,
        ),
    ] = None,
    corpus: Annotated[
        list[str] | None, typer.Option("--corpus", "-c", help="A corpus, or a file of puzzles; may be repeated.")
    ] = None,
    formulation: Annotated[
        str, typer.Option("--formulation", "-f", help="Names of formulations, with commas, or 'all'.")
    ] = "all",
    backend: Annotated[
        str, typer.Option("--backend", "-b", help="pyomo, pulp, cpsat; stock, the libraries' own interfaces; or 'all'.")
    ] = "all",
    solver: Annotated[
        str,
        typer.Option(
            "--solver",
            "-s",
            help="highs, cbc, cpsat, choco, choco:BC, cadical, glucose, glpk, ..., with commas, or 'all'; with the "
            "backend stock: pulp:HiGHS, pulp:CBC, pyomo:appsi_highs, cpmpy.",
        ),
    ] = "all",
    sample: SampleOption = None,
    time_limit: Annotated[float, seconds_option("Seconds for the solver in each case.")] = 10.0,
    plugin: Annotated[
        list[Path] | None,
        typer.Option("--plugin", "-p", help="A Python file with your own formulations, which are checked first."),
    ] = None,
    jobs: JobsOption = 1,
    shard: Annotated[str, typer.Option(metavar="I/N", help="Measure every N-th case from the I-th on.")] = "1/1",
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run the cases on the Dask cluster with this scheduler.")
    ] = None,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Measure failed cases again.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be measured.")] = False,
) -> None:
    """Measure every configuration on every puzzle. Each case runs in a separate process and gives one row."""
    from .. import benchmark

    own = _checked(plugin or [], _names(backend))
    if (description is None) == (corpus is None):
        raise InputError("name either a protocol, a TOML file, or a corpus with --corpus")
    if description is not None:
        study = benchmark.load_study(description)
    else:
        formulations = [*_names(formulation), *own]  # these whichever others were requested
        chosen = benchmark.configurations(formulations, None, _names(backend), _names(solver))
        study = benchmark.study([family(each) for each in corpus or ()], chosen, time_limit, sample=sample)
    part = _shard(shard)
    _print_plan(study, is_long=dry_run)
    if dry_run:
        return
    with benchmark.dask_executor(dask) if dask else nullcontext() as executor, _progress() as show:
        ended = benchmark.run(study, out, executor, jobs=jobs, shard=part, retry_failed=retry_failed, progress=show)
    if ended.disturbed:
        typer.echo(
            f"warning: {ended.disturbed:,} of the {ended.done:,} cases were measured while other programs were running "
            "on this machine; their times are less certain",
            err=True,
        )
    continues = "Interrupted: the same command continues the run."
    typer.echo(f"{ended}.")
    typer.echo(continues if ended.interrupted else f"To see the results: sudoku-models bench report {out}")
    raise typer.Exit(STOPPED if ended.interrupted else NOT_KNOWN if ended.failed else SOLVED)


@commands.command(
    epilog="Examples:  sudoku-models bench report results  |  "
    "sudoku-models bench report results --measure solved --corpus top95 --out page.  "
    "It can be written while the run is in progress. Exit code: 0 written, 2 bad input or no results, 130 interrupted."
)
@reports_errors
def report(
    folder: FolderArgument,
    measure: Annotated[
        str,
        typer.Option("--measure", "-m", help="proved: the time until uniqueness is proved; solved: until a solution."),
    ] = "proved",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where to write.", show_default="FOLDER/report")
    ] = None,
    corpus: Annotated[
        list[str] | None, typer.Option("--corpus", "-c", help="Report only this corpus; may be repeated.")
    ] = None,
) -> None:
    """Write the report of a benchmark: one page with the rows as a table, and pictures of them."""
    from .. import benchmark

    with progress_after_a_second("writing the report"):
        made = benchmark.report(folder, out, measure, corpus)
    typer.echo(str(made))


@commands.command(
    epilog="Examples:  sudoku-models bench contrasts results --protocol study.toml  |  "
    "sudoku-models bench contrasts results --json.  A protocol is a TOML file: tables contrast with name, question, a "
    "and b (columns and their values, as in a = {solver = 'highs'}), measure and corpora; and a table exclude with "
    "failed, load_above_jobs and calibration_outside. Exit code: 0 done, 2 bad input or no results, 130 interrupted."
)
@reports_errors
def contrasts(
    folder: FolderArgument,
    protocol: Annotated[
        Path | None, typer.Option("--protocol", "-p", help="The protocol.", show_default="FOLDER/protocol.toml")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Answer the questions of a protocol: which of two sides is the faster, and how sure that is."""
    from .. import benchmark
    from ..benchmark import formatting
    from ..benchmark.reporting import PROTOCOL

    chosen = benchmark.load_protocol(protocol or folder / PROTOCOL)
    with progress_after_a_second("comparing"):
        found = benchmark.contrasts(benchmark.read(folder), chosen)
    if as_json:
        for name in ("results", "excluded"):
            for line in formatting.json_lines(name, getattr(found, name)):
                typer.echo(line)
        return
    print_rows(formatting.HEADS, formatting.table(found.results))
    for sentence in (*formatting.answers(found.results), *formatting.excluded(found.excluded)):
        typer.echo(sentence)


def _checked(files: list[Path], backends: list[str]) -> list[str]:
    """The names of the formulations in files, which were checked; what the checks found is printed."""
    from .. import benchmark
    from ..backends import BACKENDS

    where = None if "all" in backends else [name for name in backends if name in BACKENDS] or None
    names = [name for file in files for name in benchmark.load_plugin(file)]
    for name in names:
        typer.echo(f"checked: {benchmark.check_formulation(name, where)}", err=True)
    return names


def _print_plan(study: "Study", is_long: bool) -> None:
    """Say what is measured: shortly, or every stratum and configuration."""
    from .. import benchmark
    from ..benchmark.formatting import plural

    puzzles = sum(len(stratum.corpus) for stratum in study.strata)
    chosen = plural(len(study.configurations), "configuration")
    typer.echo(f"{chosen}, {plural(puzzles, 'puzzle')}: {plural(len(study), 'case')}", err=True)
    if is_long:
        for stratum in study.strata:
            isomorphs, times = plural(len(stratum.seeds), "isomorph"), plural(stratum.repeats, "time")
            typer.echo(f"{stratum.corpus.name}: {plural(len(stratum.corpus), 'puzzle')}, {isomorphs}, {times}")
        for configuration in study.configurations:
            facts = benchmark.facts_of(configuration)
            typer.echo(f"{configuration}: {facts.name} ({facts.interface})")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _shard(text: str) -> tuple[int, int]:
    """The two numbers in a text such as "2/8".

    >>> _shard("2/8")
    (2, 8)
    """
    first, _, number = text.partition("/")
    if not (first.isdecimal() and number.isdecimal()):
        raise InputError(f"--shard takes two numbers such as 2/8, not {text!r}")
    return int(first), int(number)


@contextmanager
def _progress() -> Iterator[Callable[["Run"], None]]:
    """Progress and remaining time, in one place on a terminal, otherwise as a line from time to time."""
    console, last = Console(stderr=True), time.monotonic()
    if console.is_terminal:
        with console.status("measuring") as status:
            yield lambda state: status.update(str(state))
        return

    def show(state: "Run") -> None:
        nonlocal last
        if time.monotonic() - last > QUIET:
            last = time.monotonic()
            typer.echo(str(state), err=True)

    yield show
