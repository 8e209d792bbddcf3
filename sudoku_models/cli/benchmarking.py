"""Commands for the benchmark: to measure, to report, to answer the questions of a protocol, to compare two folders."""

import json
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError, NotInstalledError
from . import console, options

if TYPE_CHECKING:
    from ..benchmark import Contender, Protocol, Study

commands = console.Commands(help="Measure formulations, and report the results.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")]


FIRST_CORPUS, FIRST_SAMPLE, FIRST_FORMULATIONS, FIRST_BACKENDS = "top95", 4, ["assignment", "all_different"], ["pulp"]
"""What a run without any choice measures: enough for a first look in less than a minute."""
TYPICAL = 0.15
"""Seconds that a case on a board of 9x9 takes, with the start of its process."""


Corpora = Annotated[
    list[str] | None, typer.Option("--corpus", "-C", help="A corpus, or a file of puzzles; may be repeated.")
]
DESCRIBED = ("corpus", "configuration", "formulation", "backend", "solver", "sample", "seeds", "repeats", "time_limit")
"""The options of a run for which a protocol stands."""


@commands.add(
    "bench run --out results",
    "bench run --corpus top95 --time-limit 10 --out results",
    "bench run -C easy50 -n 20 -f assignment,all_different -s highs,cpsat -o results -j 2",
    "bench run -C top95 -c 'assignment x stock x pulp:HiGHS' -c 'all_different x cpsat x cpsat' --repeats 3 -o results",
    "bench run data/benchmark/classic/protocol.toml -o results --shard 1/4",
)
def run(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results; an interrupted run continues.")],
    protocol: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PROTOCOL]",
            help="A TOML file that says what to measure, in place of the options, and which questions to answer.",
            show_default=False,
        ),
    ] = None,
    corpus: Corpora = None,
    configuration: Annotated[
        list[str] | None,
        typer.Option(
            "--configuration",
            "-c",
            metavar="NAME",
            help="One configuration, as results print it: 'all_different x cpsat x cpsat'; may be repeated.",
        ),
    ] = None,
    formulation: options.Formulations = None,
    backend: options.Backends = None,
    solver: options.Solvers = None,
    sample: options.Sample = None,
    seeds: Annotated[
        list[str] | None,
        typer.Option(help="Isomorphs, with commas or repeated; 0 is the puzzle as it is printed.", show_default="0"),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How many times each case is measured.")] = 1,
    time_limit: Annotated[float, options.seconds("Seconds for the solver in each case.")] = 10.0,
    plugin: Annotated[
        list[Path] | None,
        typer.Option("--plugin", "-p", help="A Python file with your own formulations, which are checked first."),
    ] = None,
    jobs: options.Jobs = 1,
    shard: Annotated[
        str, typer.Option(metavar="I/N", help="Measure every N-th isomorph of a puzzle from the I-th on.")
    ] = "1/1",
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
    from ..benchmark.running import check_folder

    product = formulation, backend, solver
    given = [name for name in DESCRIBED if getattr(context.get_parameter_source(name), "name", "") != "DEFAULT"]
    if protocol is not None and given:
        raise InputError(
            f"name either a protocol, a TOML file, or options: {protocol} says what is measured, so leave "
            f"--{' and --'.join(given).replace('_', '-')} out"
        )
    if configuration and any(product):
        raise InputError("name configurations either one by one, with -c, or as a product of names, with -f, -b and -s")
    backends = options.names(backend) or ["all"]
    own = [name for file in plugin or () for name in benchmark.load_plugin(file)]
    for name in own:
        where = [each for each in backends if each in BACKENDS] or None
        console.say(f"checked: {benchmark.check_formulation(name, where)}", err=True)
    if protocol is not None:
        study = benchmark.load_study(protocol)
    else:
        if corpus is None:
            corpus, sample = [FIRST_CORPUS], sample or FIRST_SAMPLE
            backends = backends if backend else FIRST_BACKENDS
            formulation = formulation or FIRST_FORMULATIONS
        if configuration:
            chosen = [benchmark.configuration(name) for name in configuration]
        else:
            formulations, solvers = (options.names(each) or ["all"] for each in (formulation, solver))
            chosen = benchmark.configurations([*formulations, *own], None, backends, solvers)
        numbers = [_number(text) for text in options.names(seeds) or ["0"]]
        more = {"controls": True, "vary_seeds": True}
        study = benchmark.study(corpus, chosen, time_limit, numbers, repeats, sample, **more)
    first, _, number = shard.partition("/")
    if not (first.isdecimal() and number.isdecimal()):
        raise InputError(f"--shard takes two numbers such as 2/8, not {shard!r}")
    part = int(first), int(number)
    check_folder(study, out, part)
    _print_plan(study, _rest(study, out, part, retry_failed), jobs, is_long=dry_run)
    if protocol is not None:
        _print_questions(benchmark.load_protocol(protocol), study, is_long=dry_run)
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
        list[str] | None, typer.Option("--corpus", "-C", help="Report only this corpus; may be repeated.")
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
    from ..benchmark.protocol import PROTOCOL

    file = protocol or folder / PROTOCOL
    if protocol is None and folder.is_dir() and not file.exists():
        raise InputError(f"the questions of {str(folder)!r} cannot be read: its run had none; use --protocol FILE")
    chosen = benchmark.load_protocol(file)
    if not chosen.contrasts:
        raise InputError(f"{str(file)!r} asks no question: it has no table [[contrast]]")
    with console.progress_after_a_second("comparing"):
        found = benchmark.contrasts(benchmark.read(folder), chosen)
    if as_json:
        typer.echo(found.to_json(orient="records", lines=True), nl=False)
        return
    console.print_rows(formatting.HEADS, formatting.table(found), first_to_go=["corpora"])
    for sentence in formatting.answers(found):
        console.say(sentence)


@commands.add("bench diff before after", "bench diff before after --fail-above 1.2 --json")
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A folder with results.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The folder to compare with it.")],
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
    from ..benchmark import differences

    with console.progress_after_a_second("comparing"):
        found = benchmark.regressions(old, new)
    if as_json:
        for row in differences.records(found):
            typer.echo(json.dumps(row))
    else:
        for warning in differences.warnings(found):
            console.say(warning)
        if shown := differences.lines(found):
            console.print_rows(differences.HEADS, shown, first_to_go=["lost", "gained", "processor", "drift", "p"])
        for sentence in differences.sentences(found):
            console.say(sentence)
    raise typer.Exit(console.NOT_SO if found.fails(fail_above) else console.SOLVED)


def _number(text: str) -> int:
    """The seed of an isomorph."""
    if not text.isdecimal():
        raise InputError(f"--seeds takes whole numbers such as 1,2,3, not {text!r}")
    return int(text)


def _rest(study: "Study", out: Path, shard: tuple[int, int], retry_failed: bool) -> tuple[int, float]:
    """How many cases a run measures, and the seconds if all of them reach their limit.

    The cases are counted one by one only where rows or a shard leave some of them out.
    """
    from ..benchmark.rows import key_digest
    from ..benchmark.running import with_row

    if shard[1] <= 1 and not (out / "rows").is_dir():
        return len(study), sum(study.number(each) * each.time_limit for each in study.strata)
    has_row = with_row(out, study, retry_failed)
    limits = [case.time_limit for case in study.cases(shard) if key_digest(case.key) not in has_row]
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


def _print_questions(protocol: "Protocol", study: "Study", is_long: bool) -> None:
    """Say which questions have too few puzzles, or of every question how many it has."""
    from ..benchmark import too_few
    from ..benchmark.formatting import plural

    numbers = {each.name: each.puzzles(study) for each in protocol.contrasts}
    few = [name for name, number in numbers.items() if too_few(number, protocol.rows)]
    for name, number in numbers.items() if is_long else ():
        console.say(f"{name}: {plural(number, 'puzzle')}{', too few: not asked' * (name in few)}")
    if few:
        least = next(number for number in count() if not too_few(number, protocol.rows))
        console.say(
            f"{len(few)} of {plural(len(numbers), 'question')} cannot be answered, and will not be asked: in "
            f"{plural(protocol.rows, 'comparison')}, no difference is significant with fewer than {least} puzzles.",
            err=True,
        )


def _solved_by(configuration: "Contender") -> str:
    """The engine of a configuration and its interface, or why this machine cannot tell."""
    from .. import benchmark

    try:
        facts = benchmark.facts_of(configuration)
    except NotInstalledError as error:
        return f"not on this machine ({error})"
    return f"{facts.name} ({facts.interface})"
