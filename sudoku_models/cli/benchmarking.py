"""Commands for the benchmark: to measure, to report, to answer the questions of a protocol, to compare two folders."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError, NotInstalledError
from . import console, options

if TYPE_CHECKING:
    from ..benchmark import Contender, Study

commands = console.Commands(help="Measure formulations, and report the results.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")]


FIRST_CORPUS, FIRST_SAMPLE, FIRST_FORMULATIONS, FIRST_BACKENDS = "top95", 4, ["assignment", "all_different"], ["pulp"]
"""What a run without any choice measures: enough for a first look in less than a minute."""
TYPICAL = 0.15
"""Seconds that a case on a board of 9x9 takes, with the start of its process."""


@commands.add(
    "bench run --out results",
    "bench run -c top95 --time-limit 10 --out results",
    "bench run -c easy50 -n 20 -f assignment,all_different -s highs,cpsat -o results -j 2",
    "bench run -c top95 -b stock -s pulp:HiGHS,pulp:CBC -o results",
    "bench run data/benchmark/classic/protocol.toml -o results --shard 1/4",
)
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
    formulation: options.Formulations = None,
    backend: options.Backends = None,
    solver: options.Solvers = None,
    sample: options.Sample = None,
    time_limit: Annotated[float, options.seconds("Seconds for the solver in each case.")] = 10.0,
    plugin: Annotated[
        list[Path] | None,
        typer.Option("--plugin", "-p", help="A Python file with your own formulations, which are checked first."),
    ] = None,
    jobs: options.Jobs = 1,
    shard: Annotated[str, typer.Option(metavar="I/N", help="Measure every N-th case from the I-th on.")] = "1/1",
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run the cases on the Dask cluster with this scheduler.")
    ] = None,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Measure failed cases again.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be measured.")] = False,
) -> None:
    """Measure every configuration on every puzzle. Each case runs in a separate process and gives one row.

    Without a corpus or a protocol, that is a first look of less than a minute. Puzzles with no, two and many solutions
    are measured as controls. The same command continues a run that was interrupted.
    """
    from .. import benchmark
    from ..backends import BACKENDS

    if description is None and corpus is None:
        corpus, sample = [FIRST_CORPUS], sample or FIRST_SAMPLE
        formulation, backend = formulation or FIRST_FORMULATIONS, backend or FIRST_BACKENDS
    formulations, backends, solvers = (options.names(each) or ["all"] for each in (formulation, backend, solver))
    own = [name for file in plugin or () for name in benchmark.load_plugin(file)]
    for name in own:
        where = [each for each in backends if each in BACKENDS] or None
        console.say(f"checked: {benchmark.check_formulation(name, where)}", err=True)
    if description is not None and corpus is not None:
        raise InputError("name either a protocol, a TOML file, or a corpus with --corpus")
    if description is not None:
        study = benchmark.load_study(description)
    else:
        chosen = benchmark.configurations([*formulations, *own], None, backends, solvers)
        study = benchmark.study(corpus or (), chosen, time_limit, sample=sample, controls=True, vary_seeds=True)
    first, _, number = shard.partition("/")
    if not (first.isdecimal() and number.isdecimal()):
        raise InputError(f"--shard takes two numbers such as 2/8, not {shard!r}")
    part = int(first), int(number)
    _print_plan(study, _rest(study, out, part, retry_failed), jobs, is_long=dry_run)
    if dry_run:
        return
    with (
        benchmark.dask_executor(dask) if dask else nullcontext() as executor,
        console.progress_after_a_second("measuring") as bar,
    ):
        ended = benchmark.run(
            study,
            out,
            executor,
            jobs=jobs,
            shard=part,
            retry_failed=retry_failed,
            progress=lambda state: bar(state.total - state.left, state.total, str(state)),
        )
    console.say(f"{ended}.")
    if ended.interrupted:
        console.say("Interrupted: the same command continues the run.")
        raise typer.Exit(console.STOPPED)
    console.say(f"To see the results: {console.program()} bench report {out}")
    raise typer.Exit(console.NOT_KNOWN if ended.failed else console.SOLVED)


@commands.add("bench report results", "bench report results --measure solved --corpus top95 --out page")
def report(
    folder: Folder,
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            "-m",
            help="proved: the time until uniqueness is claimed; solved: until a solution.",
        ),
    ] = "proved",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where to write.", show_default="FOLDER/report")
    ] = None,
    corpus: Annotated[
        list[str] | None, typer.Option("--corpus", "-c", help="Report only this corpus; may be repeated.")
    ] = None,
) -> None:
    """Write the report of a benchmark: one page with the rows as a table, and pictures of them.

    It can be written while the run is in progress.
    """
    from .. import benchmark

    with console.progress_after_a_second("writing the report"):
        made = benchmark.report(folder, out, measure, corpus)
    console.say(str(made))


@commands.add("bench contrasts results --protocol study.toml", "bench contrasts results --json")
def contrasts(
    folder: Folder,
    protocol: Annotated[
        Path | None, typer.Option("--protocol", "-p", help="A TOML file.", show_default="FOLDER/protocol.toml")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Answer the questions of a protocol: which of two sides is the faster, and how sure that is.

    Its tables `contrast` have name, question, a and b (columns and their values, as in a = {solver = 'highs'}), measure
    and corpora. Without a measure, the time of the solver alone and all of the time stand side by side.
    """
    from .. import benchmark
    from ..benchmark import formatting
    from ..benchmark.reporting import PROTOCOL

    chosen = benchmark.load_protocol(protocol or folder / PROTOCOL)
    with console.progress_after_a_second("comparing"):
        found = benchmark.contrasts(benchmark.read(folder), chosen)
    if as_json:
        typer.echo(found.to_json(orient="records", lines=True), nl=False)
        return
    console.print_rows(formatting.HEADS, formatting.table(found), first_to_go=["corpora"])
    for sentence in formatting.answers(found):
        console.say(sentence)


@commands.add("bench diff before after", "bench diff before after --out page --fail-above 1.2")
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A folder with results.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The folder to compare with it.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where to write a page, too.", show_default="no page")
    ] = None,
    as_json: options.Json = False,
    fail_above: Annotated[
        float | None,
        typer.Option(metavar="RATIO", min=1.0, help="End with 1 where something is slower by more than this factor."),
    ] = None,
) -> None:
    """Compare two folders of results, as after another version, library or machine: what is faster, and what slower.

    Answers that contradict each other end the command with exit code 1. With --fail-above, so does a configuration
    that is slower by more than that, or no longer trusted.
    """
    from .. import benchmark
    from ..benchmark import differences as page

    with console.progress_after_a_second("comparing"):
        found = benchmark.regressions(old, new)
        written = page.write(found, out) if out is not None else None
    if as_json:
        for row in page.records(found):
            typer.echo(json.dumps(row))
    else:
        for warning in page.warnings(found):
            console.say(warning)
        if shown := page.lines(found):
            console.print_rows(page.HEADS, shown, first_to_go=["lost", "gained", "processor", "drift", "p"])
        for sentence in page.sentences(found):
            console.say(sentence)
        if written is not None:
            console.say(str(written))
    raise typer.Exit(console.NOT_SO if found.fails(fail_above) else console.SOLVED)


def _rest(study: "Study", out: Path, shard: tuple[int, int], retry_failed: bool) -> tuple[int, float]:
    """How many cases a run measures, and the seconds if all of them reach their limit.

    The cases are counted one by one only where rows or a shard leave some of them out.
    """
    from ..benchmark import remaining

    if shard[1] <= 1 and not (out / "rows").is_dir():
        return len(study), sum(study.number(each) * each.time_limit for each in study.strata)
    limits = [case.time_limit for case in remaining.left(study, out, shard, retry_failed)]
    return len(limits), sum(limits)


def _print_plan(study: "Study", rest: tuple[int, float], jobs: int, is_long: bool) -> None:
    """Say what is measured, and about how long the rest takes: shortly, or every stratum and configuration."""
    from ..benchmark.formatting import plural
    from ..benchmark.running import duration

    puzzles = sum(len(stratum.entries) for stratum in study.strata)
    chosen = plural(len(study.configurations), "configuration")
    number, most = rest
    about, at_most = (duration(seconds / jobs) for seconds in (TYPICAL * number, most))
    to_do = "" if number == len(study) else f", of which this run measures {number:,}"
    console.say(f"{chosen}, {plural(puzzles, 'puzzle')}: {plural(len(study), 'case')}{to_do}", err=True)
    console.say(f"About {about} if the puzzles are easy, and {at_most} if all cases reach their limit.", err=True)
    if is_long:
        for stratum in study.strata:
            isomorphs, times = plural(len(stratum.seeds), "isomorph"), plural(stratum.repeats, "time")
            console.say(f"{stratum.name}: {plural(len(stratum.entries), 'puzzle')}, {isomorphs}, {times}")
        for configuration in study.configurations:
            console.say(f"{configuration}: {_solved_by(configuration)}")


def _solved_by(configuration: "Contender") -> str:
    """The engine of a configuration and its interface, or why this machine cannot tell."""
    from .. import benchmark

    try:
        facts = benchmark.facts_of(configuration)
    except NotInstalledError as error:
        return f"not on this machine ({error})"
    return f"{facts.name} ({facts.interface})"
