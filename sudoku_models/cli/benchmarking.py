"""Commands for the benchmark: `bench run` measures formulations, `bench report` writes the report."""

import json
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..errors import InputError
from .common import NOT_KNOWN, SOLVED, STOPPED, JsonOption, family, progress_after_a_second, reports_errors

if TYPE_CHECKING:
    from ..benchmark import Case, Plugin, Run

commands = typer.Typer(help="Measure formulations, and report the results.", no_args_is_help=True)

QUIET = 30.0
"""Seconds between two lines of progress when the output is not a terminal."""


OutOption = Annotated[
    Path, typer.Option("--out", "-o", help="The folder for the results; an interrupted run continues.")
]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, help="The number of cases that run in parallel.")]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Run the cases on the Dask cluster with this scheduler; 'local' starts one with -j workers.",
        show_default="none",
    ),
]
RetryOption = Annotated[bool, typer.Option("--retry-failed", help="Measure failed cases again.")]


def several(names: str) -> str:
    """The help of an option that takes several names."""
    return f"{names}; several with commas, or 'all'."


@commands.command(
    epilog="Examples:  sudoku-models bench run -c top95 --time-limit 10 --out results  |  "
    "sudoku-models bench run -c easy50 -n 20 -f pairwise -r rank,big_m -b pulp -s highs --presolve all --seed 0-4 "
    "-o results -j 2  |  sudoku-models bench run -c top95 -b stock -s pulp:HiGHS,pulp:CBC -o results  |  "
    "sudoku-models bench run -c puzzles.txt -o results --dry-run.  "
    "To start a Dask scheduler and two workers: dask scheduler --host 127.0.0.1 --port 8786 --no-dashboard & dask "
    "worker tcp://127.0.0.1:8786 --nworkers 2 --nthreads 1 --no-dashboard; to run the cases there: "
    "sudoku-models bench run -c top95 -o results --dask tcp://127.0.0.1:8786.  "
    "Exit code: 0 every case has a row, 2 bad input, 3 some cases failed (see their rows), 130 interrupted; "
    "the same command continues the run."
)
@reports_errors
def run(
    corpus: Annotated[
        list[str], typer.Option("--corpus", "-c", help="A corpus that ships, or a file of puzzles; may be repeated.")
    ],
    out: OutOption,
    formulation: Annotated[
        str,
        typer.Option(
            "--formulation", "-f", help=several("pairwise, assignment, all_different, mixed, assignment_reduced")
        ),
    ] = "all",
    rewrite: Annotated[
        str | None,
        typer.Option(
            "--rewrite",
            "-r",
            help=several("indicators, cliques, rank, pairwise+big_m, ..."),
            show_default="the default",
        ),
    ] = None,
    backend: Annotated[
        str,
        typer.Option("--backend", "-b", help=several("pyomo, pulp, cpsat; or stock, the libraries' own interfaces")),
    ] = "all",
    solver: Annotated[
        str,
        typer.Option(
            "--solver",
            "-s",
            help=several(
                "highs, cbc, cpsat, choco, choco:BC, cadical, glucose, glpk, ...; with the backend stock: pulp:HiGHS, "
                "pulp:CBC, pyomo:appsi_highs, pyomo:highs, cpmpy"
            ),
        ),
    ] = "all",
    presolve: Annotated[str, typer.Option("--presolve", help="on, off, or all for both.")] = "on",
    seed: Annotated[
        str, typer.Option("--seed", help="0 is the original puzzle, other seeds are isomorphs; 0-4 for five.")
    ] = "0",
    sample: Annotated[
        int | None, typer.Option("--sample", "-n", help="The number of puzzles of each corpus.", show_default="all")
    ] = None,
    repeat: Annotated[
        int, typer.Option("--repeat", min=1, help="How many times each case is measured, one whole run after another.")
    ] = 1,
    time_limit: Annotated[
        float, typer.Option("--time-limit", "-t", help="Seconds for the solver in each case.")
    ] = 10.0,
    plugin: Annotated[
        list[Path] | None,
        typer.Option(
            "--plugin",
            "-p",
            help="A Python file with your own formulations; loaded and checked in a process of its own first, on small "
            "boards and on new 9x9 puzzles with 0, 1, 2 and many solutions.",
        ),
    ] = None,
    check_seed: Annotated[
        int | None,
        typer.Option("--check-seed", min=0, help="Repeat a check with its seed.", show_default="new at each run"),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="The memory of each case, such as 2G or 500M; the libraries take 150M of it. Resident memory is "
            "looked at twice a second; on Linux the system also refuses what is 256 MB beyond it.",
            show_default="no limit",
        ),
    ] = None,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    retry_failed: RetryOption = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list the configurations, and what solves them.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure every configuration on every puzzle. Each case runs in a separate process and gives one row."""
    from .. import benchmark
    from ..benchmark.reporting.formatting import plural

    limit = None if memory is None else _bytes(memory)
    plugins = _checked(plugin or (), _names(backend), _names(solver), check_seed, limit)
    formulations = [*_names(formulation), *(each.name for each in plugins)]  # these whichever others were requested
    rewrites = _names(rewrite) if rewrite else None
    configurations = benchmark.configurations(
        formulations, rewrites, _names(backend), _names(solver), _names(presolve), plugins
    )
    families = [family(each) for each in corpus]
    seeds = _seeds(seed)
    cases = list(benchmark.cases(families, configurations, time_limit, seeds, sample, repeat, plugins, limit))
    puzzles = len({(case.corpus, case.puzzle.name) for case in cases})
    plan = plural(len(configurations), "configuration"), plural(puzzles, "puzzle"), plural(len(seeds), "orientation")
    times = f", {repeat} times" if repeat > 1 else ""
    typer.echo(f"{', '.join(plan)}{times}: {plural(len(cases), 'case')}", err=True)
    if dry_run:
        for configuration in configurations:
            facts = benchmark.facts_of(configuration)
            typer.echo(f"{configuration}: {facts.name} ({facts.interface})")
        return
    measure_all(cases, out, jobs, dask, retry_failed, as_json)


@commands.command(
    epilog="Examples:  sudoku-models bench report results  |  "
    "sudoku-models bench report results --measure solved --corpus top95 --out page  |  "
    "sudoku-models bench report results --json > tables.jsonl.  "
    "It can be written while the run is in progress. Exit code: 0 written, 2 bad input or no results, 130 interrupted."
)
@reports_errors
def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")],
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
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the tables: one JSON object per row, with the name of its table.")
    ] = False,
) -> None:
    """Write the report of a benchmark: a page, figures as SVG, and tables as CSV."""
    from .. import benchmark

    with progress_after_a_second("writing the report"):
        made = benchmark.report(folder, out, measure, corpus)
    if as_json:
        for line in made.json_lines():
            typer.echo(line)
    else:
        typer.echo(str(made))


@commands.command(
    epilog="Example:  sudoku-models bench compact results.  "
    "Nothing is lost whenever it is interrupted. Exit code: 0 done, 2 no results, or a run writes to the folder."
)
@reports_errors
def compact(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")],
) -> None:
    """Join the files of a folder of results to few large ones, which are read faster."""
    from .. import benchmark

    before, after = benchmark.compact(folder)
    typer.echo(f"{before:,} file{'s' * (before != 1)} before, {after:,} now.")


def measure_all(
    cases: Iterable["Case"], out: Path, jobs: int, dask: str | None, retry_failed: bool, as_json: bool
) -> None:
    """Measure cases with a progress bar, print what was done, and exit with its code."""
    from .. import benchmark
    from ..benchmark.dask import dask_executor

    chosen = dict.fromkeys(case.configuration for case in cases)
    with dask_executor(dask, jobs, chosen) if dask else nullcontext() as executor, progress_of_run() as show:
        ended = benchmark.run(cases, out, executor, jobs, retry_failed, progress=show)
    if ended.disturbed:
        typer.echo(
            f"warning: {ended.disturbed:,} of the {ended.done:,} cases were measured while other programs were running "
            "on this machine; their times are less certain",
            err=True,
        )
    if as_json:
        names = ("total", "before", "done", "failed", "left", "interrupted", "disturbed")
        counts = {name: getattr(ended, name) for name in names}
        typer.echo(json.dumps({"folder": str(out), **counts}))
    else:
        typer.echo(f"{ended}.")
        typer.echo(
            "Interrupted: the same command continues the run."
            if ended.interrupted
            else f"To see the results: sudoku-models bench report {out}"
        )
    raise typer.Exit(STOPPED if ended.interrupted else NOT_KNOWN if ended.failed else SOLVED)


def _checked(
    files: Iterable[Path], backends: list[str], solvers: list[str], seed: int | None, memory_limit: int | None
) -> list["Plugin"]:
    """The formulations in files, loaded and checked in another process; what the checks found is printed."""
    from .. import benchmark
    from ..backends import BACKENDS
    from ..benchmark.stock import INTERFACES, STOCK

    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    named = [name for name in backends if name != STOCK]  # which has its own formulations
    where = list(BACKENDS) if "all" in backends or not named else named
    by = None if "all" in solvers else [name for name in solvers if name not in INTERFACES]
    limits = {} if memory_limit is None else {"memory_limit": memory_limit}
    found = []
    for file in files:
        for plugin, checked in benchmark.load_in_process(file, where, by, seed, **limits):
            typer.echo(f"checked: {checked}", err=True)
            for refusing, why in checked.refused.items():
                typer.echo(f"not on {refusing}: {why}", err=True)
            found.append(plugin)
    return found


def _bytes(text: str) -> int:
    """The number of bytes in a text such as "500M" or "2G".

    >>> _bytes("500M"), _bytes("1.5 GB")
    (524288000, 1610612736)
    """
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT])(?:i?B)?", text.strip(), re.IGNORECASE)
    if not parts or not float(parts[1]):
        raise InputError(f"--memory takes a size such as 500M or 2G, not {text!r}")
    return int(float(parts[1]) * 1024 ** (" KMGT".index(parts[2].upper())))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _seeds(text: str) -> list[int]:
    """The numbers in a text such as "0,3-5".

    >>> _seeds("0,3-5")
    [0, 3, 4, 5]
    """
    seeds: dict[int, None] = {}
    for part in _names(text):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise InputError(f"--seed takes numbers such as 0,1,2 or 0-4, not {text!r}")
        if int(last or first) < int(first):
            raise InputError(f"--seed takes the smaller number first, as in 0-4, not {part!r}")
        seeds.update(dict.fromkeys(range(int(first), int(last or first) + 1)))
    if not seeds:
        raise InputError(f"--seed takes numbers such as 0,1,2 or 0-4, not {text!r}")
    return list(seeds)


@contextmanager
def progress_of_run() -> Iterator[Callable[["Run"], None]]:
    """Progress, rate, remaining time and failures: a bar on a terminal, otherwise a line from time to time."""
    from ..benchmark.progress import described, failures, speed

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("measuring"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failures]}"),
        console=console,
        speed_estimate_period=300,
    )
    task = bar.add_task("measuring", total=None, rate="", failures="")
    started = last = time.monotonic()

    def show(state: "Run") -> None:
        nonlocal last
        now = time.monotonic()
        rate, done = speed(state, now - started), state.before + state.done
        bar.update(task, completed=done, total=state.total, rate=rate, failures=failures(state))
        if not console.is_terminal and now - last > QUIET:
            last = now
            typer.echo(described(state, now - started), err=True)

    if not console.is_terminal:
        yield show
        return
    with bar:
        yield show
