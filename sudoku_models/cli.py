"""The command `sudoku-models`: parses, calls, prints."""

import functools
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from . import parsing
from .answer import Status
from .board import Board
from .compare import compare as compare_all
from .corpus import corpora, corpus, load, read_puzzles
from .counting import count_solutions
from .errors import InputError, SolverError, SudokuModelsError, UnknownNameError
from .model import build
from .puzzle import Puzzle
from .solvers import INTERRUPTED

__all__ = ["app"]

app = typer.Typer(
    name="sudoku-models",
    help="Learn constraint modelling with Sudoku: MILP and CSP formulations on Pyomo, PuLP and CP-SAT.",
    epilog="Examples:  sudoku-models compare mccaffrey  |  sudoku-models solve top95:1 --solver cpsat  |  "
    "sudoku-models count puzzles.txt --json",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SOLVED, NOT_SO, BAD_INPUT, NOT_KNOWN, STOPPED = 0, 1, 2, 3, 130
COURSE_FOLDER = Path("sudoku-course")
TOO_LONG_FOR_A_NAME = 144
"""Letters and digits of a 12x12 puzzle; what is as long and is no file is read as a puzzle."""

PuzzleArgument = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A name (mccaffrey, top95:3), a corpus (top95), the puzzle itself, a file, or - for standard input.",
        show_default=False,
    ),
]
FormulationOption = Annotated[
    str, typer.Option("--formulation", "-f", help="pairwise, assignment, all_different or mixed.")
]
BackendOption = Annotated[str, typer.Option("--backend", "-b", help="pyomo, pulp or cpsat.")]
SolverOption = Annotated[
    str, typer.Option("--solver", "-s", help="highs, cbc, cpsat, choco, choco:BC, or one that PuLP or Pyomo know.")
]
RewriteOption = Annotated[
    str | None,
    typer.Option(
        "--rewrite", "-r", help="indicators, pairwise; cliques, rank, big_m, gdp_bigm, gdp_hull; join two with +."
    ),
]
TimeOption = Annotated[float | None, typer.Option("--time-limit", "-t", help="Seconds.", show_default="none")]
BoxesOption = Annotated[
    str | None, typer.Option("--boxes", help="Rows x columns of a box, such as 3x2, when it is not the usual one.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for scripts; times in seconds.")]
ManyFormulations = Annotated[list[str] | None, typer.Option("--formulation", "-f", help="May be repeated.")]
ManyBackends = Annotated[list[str] | None, typer.Option("--backend", "-b", help="May be repeated.")]
ManySolvers = Annotated[
    list[str] | None, typer.Option("--solver", "-s", help="May be repeated; 'all' adds what PuLP finds installed.")
]

Command = TypeVar("Command", bound=Callable[..., None])


def reports_errors(command: Command) -> Command:
    """Errors of ours are a sentence and an exit code, never a traceback."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except KeyboardInterrupt:
            typer.echo("interrupted", err=True)
            raise typer.Exit(STOPPED) from None
        except SolverError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(NOT_KNOWN) from None
        except SudokuModelsError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None

    return run  # type: ignore[return-value]


@app.command(epilog="Examples:  sudoku-models show mccaffrey  |  sudoku-models show mccaffrey -f pairwise -b pulp")
@reports_errors
def show(
    puzzle: PuzzleArgument,
    formulation: Annotated[str | None, typer.Option("--formulation", "-f", help="Show the puzzle's model.")] = None,
    backend: BackendOption = "pyomo",
    rewrite: RewriteOption = None,
    boxes: BoxesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a puzzle, or print its real Pyomo, PuLP or CP-SAT model."""
    for each in resolve(puzzle, boxes):
        clashes = each.clashes()
        text = _model_text(build(each, formulation, backend, rewrite)) if formulation else ""
        if as_json:
            about = {"puzzle": each.name, "board": str(each.board), "cells": each.line(), "givens": len(each.givens)}
            typer.echo(json.dumps({**about, "clashes": clashes, **({"model": text} if formulation else {})}))
        elif formulation:
            typer.echo(text)
        else:
            typer.echo(each.draw())
            name = f"{each.name}: " if each.name else ""
            typer.echo(f"{name}{each.board}, {len(each.givens)} givens")
            for clash in clashes:
                typer.echo(clash)


@app.command(epilog="Exit code: 0 solved, 1 no solution (proved), 2 bad input, 3 not known, 130 interrupted.")
@reports_errors
def solve(
    puzzle: PuzzleArgument,
    formulation: FormulationOption = "assignment",
    backend: BackendOption = "pyomo",
    solver: SolverOption = "highs",
    rewrite: RewriteOption = None,
    time_limit: TimeOption = None,
    boxes: BoxesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find one solution."""
    worst = SOLVED
    for each in resolve(puzzle, boxes):
        with progress_after_a_second(f"solving by {solver}"):
            answer = build(each, formulation, backend, rewrite).solve(solver, time_limit)
        if as_json:
            typer.echo(json.dumps({"puzzle": each.name, "givens": each.line(), **answer.as_dict()}))
        else:
            if answer.grid:
                typer.echo(each.draw(answer.grid, color=sys.stdout.isatty()))
            stats = answer.stats
            typer.echo(f"{answer.status}: {answer.reason}")
            for clash in each.clashes():
                typer.echo(clash)
            rewritten = f", rewritten by {stats.rewrite}" if stats.rewrite else ""
            typer.echo(
                f"{formulation} on {backend}{rewritten}: {stats.variables:,} variables, {stats.constraints:,} "
                f"constraints; build {1e3 * stats.build_seconds:.1f} ms, solve {1e3 * stats.solve_seconds:.1f} ms"
            )
        if answer.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {Status.SOLVED: SOLVED, Status.INFEASIBLE: NOT_SO}.get(answer.status, NOT_KNOWN))
    raise typer.Exit(worst)


@app.command(epilog="Exit code: 0 counted, or up to --limit; 2 bad input, 3 not known (time limit), 130 interrupted.")
@reports_errors
def count(
    puzzle: PuzzleArgument,
    formulation: FormulationOption = "assignment",
    backend: BackendOption = "pyomo",
    solver: SolverOption = "highs",
    rewrite: RewriteOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="Stop after so many solutions.")] = 1000,
    time_limit: TimeOption = None,
    cross_check: Annotated[
        bool, typer.Option(help="Let a solver of another kind confirm that there are no more.")
    ] = True,
    enumerate_: Annotated[
        bool, typer.Option("--enumerate", help="Let cpsat or choco enumerate by themselves, without cuts.")
    ] = False,
    at_least: Annotated[int, typer.Option(help="Cells in which a further grid must differ, 1 to 4.")] = 1,
    all_grids: Annotated[bool, typer.Option("--grids", help="Print every solution, one a line.")] = False,
    boxes: BoxesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the solutions, and prove that there are no more."""
    worst = SOLVED
    for each in resolve(puzzle, boxes):
        with progress_after_a_second(f"counting by {solver}", limit) as bar:
            counted = count_solutions(
                each,
                formulation,
                backend,
                solver,
                limit,
                time_limit,
                cross_check,
                rewrite,
                "enumerate" if enumerate_ else "cuts",
                at_least,
                functools.partial(_show_found, bar),
            )
        if as_json:
            typer.echo(json.dumps({"puzzle": each.name, "givens": each.line(), **counted.as_dict()}))
        else:
            for grid in counted.grids if all_grids else ():
                typer.echo(grid.line())
            name = f"{each.name}: " if each.name else ""
            typer.echo(f"{name}{counted} ({counted.status}). {counted.reason[:1].upper()}{counted.reason[1:]}.")
        if counted.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, SOLVED if counted.status == "exact" or counted.stopped_by == "limit" else NOT_KNOWN)
    raise typer.Exit(worst)


@app.command(epilog="Exit code: 0 only if all ways agree, 1 they do not, 2 bad input, 3 not settled, 130 interrupted.")
@reports_errors
def compare(
    puzzle: PuzzleArgument,
    formulation: ManyFormulations = None,
    backend: ManyBackends = None,
    solver: ManySolvers = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many solutions for each way.")] = 10,
    time_limit: Annotated[float, typer.Option("--time-limit", "-t", help="Seconds for each way.")] = 60.0,
    boxes: BoxesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count in every formulation x backend x solver, and say whether all agree."""
    from .solvers import installed

    solvers = installed(everything=True) if solver and "all" in solver else solver
    worst = SOLVED
    for each in resolve(puzzle, boxes):
        with progress_after_a_second("comparing") as bar:
            found = compare_all(
                each,
                formulation,
                backend,
                solvers,
                limit,
                time_limit,
                functools.partial(_show_way, bar),
            )
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            Console(width=None if sys.stdout.isatty() else 200, highlight=False).print(found.table())
            typer.echo(found.verdict)
        if len(found.rows) and found.rows[-1].count and found.rows[-1].count.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {True: SOLVED, False: NOT_SO, None: NOT_KNOWN}[found.agree])
    raise typer.Exit(worst)


@app.command(epilog="Examples:  sudoku-models puzzles  |  sudoku-models puzzles several --json")
@reports_errors
def puzzles(
    name: Annotated[str | None, typer.Argument(metavar="[CORPUS]", help="List the puzzles of one corpus.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List what ships: corpora, or the puzzles of one corpus with their ground truth."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    rows: list[dict[str, Any]] = []
    if name is None:
        for each in corpora():
            about = {"corpus": each.name, "puzzles": len(each), "title": each.title}
            rows.append({**about, "licence": each.licence, "source": each.source})
        columns = ["corpus", "puzzles", "title"]
    else:
        for entry in corpus(name).entries:
            board = entry.puzzle.board
            about = {"name": entry.name, "board": f"{board.size}x{board.size}", "givens": len(entry.puzzle.givens)}
            rows.append({**about, "solutions": entry.solutions, "source": entry.source, "cells": entry.puzzle.line()})
        columns = ["name", "board", "givens", "solutions", "source"]
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    for column in columns:
        table.add_column(column, justify="right" if column in ("puzzles", "givens", "solutions") else "left")
    for row in rows:
        table.add_row(*(escape(str(row[column])) for column in columns))
    Console(width=None if sys.stdout.isatty() else 120, highlight=False).print(table)


course = typer.Typer(help="The lessons: begin them, grade them, make them.", no_args_is_help=True)
app.add_typer(course, name="course")


@course.command(epilog="Examples:  sudoku-models course start  |  sudoku-models course start my-course --no-lab")
@reports_errors
def start(
    folder: Annotated[Path, typer.Argument(help="A folder of your own; it is made if need be.")] = Path(
        "sudoku-course"
    ),
    lab: Annotated[bool, typer.Option(help="Open JupyterLab there.")] = True,
) -> None:
    """Copy the lessons into a folder, never over work that is there, and open JupyterLab."""
    from .course.lessons import copy_lessons, open_lab

    copied = copy_lessons(folder)
    typer.echo(f"{folder.resolve()}: {len(copied.new)} lesson{'s' * (len(copied.new) != 1)} copied")
    for name in copied.new:
        typer.echo(f"  {name}")
    if copied.kept:
        typer.echo(f"there already, and left as they are: {len(copied.kept)}")
    if lab:
        open_lab(folder)


@course.command(
    epilog="SUBMISSIONS holds a folder for each student, or notebooks named after them. "
    "Exit code: 0 all were graded, 1 some could not be run (their rows say why), 2 bad input, 130 interrupted."
)
@reports_errors
def grade(
    submissions: Annotated[Path, typer.Argument(help="A folder with submitted notebooks.", show_default=False)],
    csv: Annotated[Path | None, typer.Option(help="Write one row for each exercise of each notebook.")] = None,
    time_limit: Annotated[float, typer.Option("--time-limit", "-t", help="Seconds for each notebook.")] = 300.0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Notebooks that run at once.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Run the checks over submitted notebooks, each in a process of its own."""
    from .course import grading

    with progress_after_a_second("grading") as bar:
        grades = grading.grade(submissions, time_limit, jobs, functools.partial(_show_notebook, bar))
    if csv is not None:
        grading.write_csv(grades, csv)
    if as_json:
        for each in grades:
            typer.echo(json.dumps(asdict(each)))
    else:
        table = Table("student", "notebook", "points", "remarks", box=SIMPLE_HEAD, pad_edge=False)
        for (student, notebook), of_one in groupby(grades, key=lambda g: (g.student, g.notebook)):
            rows = list(of_one)
            points, out_of = sum(g.points for g in rows), sum(bool(g.exercise) for g in rows)
            stopped = next((g.sentence for g in rows if g.said == "not run"), "")
            table.add_row(escape(student), escape(notebook), f"{points} of {out_of}", escape(stopped))
        Console(width=None if sys.stdout.isatty() else 160, highlight=False).print(table)
        if csv is not None:
            typer.echo(f"{len(grades)} rows written to {csv}")
    if any(each.said == "not run" for each in grades):
        raise typer.Exit(NOT_SO)


@course.command(epilog="Example:  sudoku-models course release notebooks/solutions notebooks")
@reports_errors
def release(
    solutions: Annotated[Path, typer.Argument(help="The folder of the solved notebooks.", show_default=False)],
    folder: Annotated[Path, typer.Argument(help="The folder for the learner's notebooks.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only say which are out of step; exit code 1 if any.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Make also those that are in step.")] = False,
) -> None:
    """Make the learner's notebooks from the solved ones, and run them."""
    from .course import lessons

    if check:
        late = lessons.out_of_step(solutions, folder)
        for name in late:
            typer.echo(f"{name} is out of step")
        raise typer.Exit(NOT_SO if late else SOLVED)
    with progress_after_a_second("running") as bar:
        released = lessons.release(solutions, folder, anew, functools.partial(_show_notebook, bar))
    for name in released.made:
        typer.echo(f"{folder / name} made")
    typer.echo(f"{len(released.in_step)} were in step")


def _show_notebook(bar: Callable[..., None], k: int, notebooks: int, name: str) -> None:
    bar(k, name, notebooks)


def _show_found(bar: Callable[..., None], found: int) -> None:
    bar(found, f"{found} solutions so far")


def _show_way(bar: Callable[..., None], k: int, ways: int, name: str) -> None:
    bar(k, name, ways)


def resolve(text: str, boxes: str | None = None) -> list[Puzzle]:
    """The puzzles that a word on the command line stands for.

    Raises:
        InputError: When it stands for none.
    """
    board = _board(boxes)
    if text == "-":
        raw = sys.stdin.buffer.read(parsing.LARGEST_FILE + 1)
        many = parsing.parse_many(parsing.decode(raw, "standard input"), board)
        found = [Puzzle(of, values, f"line {k}") for k, (of, values) in enumerate(many, 1)]
        if not found:
            raise InputError("there is no puzzle in standard input; write one a line, '.' for blank cells")
        return [Puzzle(found[0].board, found[0].values)] if len(found) == 1 else found
    # Asked one by one: to list the names would be to read every corpus, which takes a second.
    with suppress(UnknownNameError):
        return list(corpus(text).values())
    with suppress(UnknownNameError):
        return [load(text)]
    if _looks_like_a_puzzle(text):
        return [Puzzle.parse(text, board)]
    if _is_path(text):
        return read_puzzles(text, board)
    if len(text) >= TOO_LONG_FOR_A_NAME:
        return [Puzzle.parse(text, board)]
    names = [*corpus("named"), *(each.name for each in corpora())]
    raise UnknownNameError("puzzle, corpus or file", text, names, "A puzzle can also be given as text, '.' for blank")


def _looks_like_a_puzzle(text: str) -> bool:
    """Whether at least 12 characters stand there, and most of them are digits or dots."""
    solid = re.sub(r"\s", "", text)
    return len(solid) >= 12 and sum(ch in ".0123456789" for ch in solid) >= 0.6 * len(solid)


def _is_path(text: str) -> bool:
    try:
        return bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):  # too long for the name of a file, or it has a zero byte
        return False


def _board(boxes: str | None) -> Board | None:
    if boxes is None:
        return None
    if not (match := re.fullmatch(r"(\d{1,9})x(\d{1,9})", boxes)):
        raise InputError(f"--boxes takes rows x columns of one box, such as 3x2, not {boxes!r}")
    height, width = int(match[1]), int(match[2])
    if (n := height * width) > parsing.LARGEST_GUESS:
        raise InputError(f"boxes of {boxes} make a {n}x{n} board; the largest has {parsing.LARGEST_GUESS} digits")
    return Board.with_boxes(height, width)


def _model_text(model: Any) -> str:
    """The library's model, as the library prints it."""
    if model.backend == "pyomo":
        import io

        text = io.StringIO()
        model.native.pprint(ostream=text)
        return text.getvalue()
    lines = [str(model.native)]
    if model.backend == "pulp":
        for _, said in model.m.logic():
            lines.append(f"beside the LpProblem: {said.name} [{type(said).__name__}]")
    return "\n".join(lines)


@contextmanager
def progress_after_a_second(title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A progress bar on a terminal's standard error, once the work has lasted a second."""
    console = Console(stderr=True)
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task(title, total=total)

    def advance(done: int, what: str = "", out_of: int | None = total) -> None:
        bar.update(task, completed=done, total=out_of, description=f"{title}: {what}")

    timer = threading.Timer(1.0, bar.start)
    timer.daemon = True
    if console.is_terminal:
        timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        if console.is_terminal:  # elsewhere it was not started, and stopping it would print an empty line
            bar.stop()
