"""Code shared by all commands: options, exit codes, answers for many puzzles, tables, progress."""

import functools
import json
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ..errors import InputError, SolverError, SudokuModelsError
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import LONGEST
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED

SOLVED, NOT_SO, BAD_INPUT, NOT_KNOWN, NO_OUTPUT, STOPPED = 0, 1, 2, 3, 74, 130
EXIT_CODES = {
    SOLVED: "success",
    NOT_SO: "negative result: no solution, several solutions, no agreement, or steps that do not reach the solution",
    BAD_INPUT: "bad input, or something is not installed",
    NOT_KNOWN: "unknown: a limit was reached, a solver failed, or a request was not met",
    NO_OUTPUT: "the output could not be written, because the pipe is closed or the disk is full",
    STOPPED: "interrupted with Ctrl-C",
}
"""The exit codes of all commands; the help of each command has the details."""


def seconds_option(what: str, **options: Any) -> Any:
    """The option `--time-limit`; `what` is its help text. Timers and solvers reject longer limits than `LONGEST`."""
    return typer.Option(
        "--time-limit", "-t", help=what, callback=lambda value: value and min(value, LONGEST), **options
    )


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
    str,
    typer.Option(
        "--solver", "-s", help="highs, cbc, cpsat, choco, choco:BC, cadical, glucose, or a solver of PuLP or Pyomo."
    ),
]
RewriteOption = Annotated[
    str | None,
    typer.Option(
        "--rewrite", "-r", help="indicators, pairwise; cliques, rank, big_m, gdp_bigm, gdp_hull; join two with +."
    ),
]
TimeOption = Annotated[float | None, seconds_option("Seconds for each puzzle.", show_default="none")]
BoardOption = Annotated[
    str | None,
    typer.Option(
        help="The board, if not the usual one of this size: rows x columns of a box (3x2), a size (9), latin:7 or "
        "jigsaw:REGIONS, with +diagonal, +windoku, +disjoint, +antiknight, +antiking, +nonconsecutive.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object per line, for scripts.")]
ManyFormulations = Annotated[list[str] | None, typer.Option("--formulation", "-f", help="May be repeated.")]
ManyBackends = Annotated[list[str] | None, typer.Option("--backend", "-b", help="May be repeated.")]
ManySolvers = Annotated[
    list[str] | None, typer.Option("--solver", "-s", help="May be repeated; 'all' adds what PuLP finds installed.")
]
SampleOption = Annotated[
    int | None, typer.Option("--sample", "-n", help="The number of puzzles of each corpus.", show_default="all")
]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, help="The number of processes that run in parallel.")]
Bar = Callable[[int, int | None, str], None]
"""A function that shows progress: the number of things done, how many there are if that is known, and what they are."""


class Reply(NamedTuple):
    """The answer of a command about one puzzle.

    Attributes:
        data: The answer for scripts: JSON objects, one per line.
        text: The answer for people: lines and tables.
        verdict: Whether the answer is the positive one; None when it is not known.
        stopped_by: What stopped the command; after an interrupt, the further puzzles are skipped.
    """

    data: Sequence[dict[str, Any]]
    text: Sequence[str | ResultTable]
    verdict: bool | None
    stopped_by: str = ""


def answer_each(
    puzzles: Iterable[Puzzle],
    title: str,
    ask: Callable[[Puzzle, Bar], Reply],
    as_json: bool,
) -> None:
    """Ask about each puzzle, print the answers, and exit with the worst exit code.

    Args:
        puzzles: The puzzles.
        title: The title of the progress bar.
        ask: The question; gets a puzzle and a function that shows the progress.
        as_json: Whether to print the answers for scripts.
    """
    worst = SOLVED
    for puzzle in puzzles:
        with progress_after_a_second(title) as bar:
            reply = ask(puzzle, bar)
        for part in map(json.dumps, reply.data) if as_json else reply.text:
            print_table(part) if isinstance(part, ResultTable) else typer.echo(part)
        if reply.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {True: SOLVED, False: NOT_SO, None: NOT_KNOWN}[reply.verdict])
    raise typer.Exit(worst)


Command = TypeVar("Command", bound=Callable[..., None])


def reports_errors(command: Command) -> Command:
    """Decorator: report errors as a message and an exit code, without a traceback."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                command(*args, **kwargs)
        except KeyboardInterrupt:
            raise _failed("interrupted", STOPPED) from None
        except SudokuModelsError as error:
            raise _failed(f"error: {error}", NOT_KNOWN if isinstance(error, SolverError) else BAD_INPUT) from None
        except ImportError as error:
            if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
                raise
            raise _failed("interrupted", STOPPED) from None  # while a compiled library was imported
        except OSError as error:
            _discard_output()
            if isinstance(error, BrokenPipeError):  # the reader has closed the pipe on purpose
                raise typer.Exit(NO_OUTPUT) from None
            raise _failed(f"error: the output cannot be written: {error}", NO_OUTPUT) from None
        except MemoryError:
            raise _failed("error: there is not enough memory", NOT_KNOWN) from None

    return run  # type: ignore[return-value]


def _failed(message: str, code: int) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(code)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning for the user of a command, who does not want to see the line of code that it comes from."""
    typer.echo(f"warning: {message}", err=True)


def _discard_output() -> None:
    """Discard all further output, including what Python has buffered and would write at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def check_folder_of(path: Path) -> None:
    """Check before the work that there is a folder to write the file to."""
    if not path.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r} to write {path.name!r} to")


class _Output(Console):
    """Standard output that reports a broken pipe as an exception, not with exit code 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def is_terminal() -> bool:
    """Whether standard output is open and a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def print_table(table: ResultTable) -> None:
    """Print a table, as wide as the terminal if standard output is one, and its notes."""
    if sys.stdout is not None:
        _Output(width=None if is_terminal() else table.width, highlight=False).print(table)
    for note in table.notes:
        typer.echo(note)


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> None:
    """Print rows of plain values under these headings; the columns in `right` are aligned right."""
    left = [k for k, column in enumerate(columns) if column not in right]
    cells = [[str(value).encode("utf-8", "replace").decode() for value in row] for row in rows]  # "?" in bad file names
    print_table(ResultTable(columns, cells, left))


def name_of(puzzle: Puzzle) -> str:
    """The name of a puzzle, to begin a line with; empty when it has none."""
    return f"{puzzle.name}: " if puzzle.name else ""


def sentence(text: str) -> str:
    """A reason as a sentence: with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


@contextmanager
def progress_after_a_second(title: str) -> Iterator[Bar]:
    """A progress bar on standard error, if it is a terminal, after a second."""
    console = Console(stderr=True)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(title, total=None)

    def advance(done: int, total: int | None, what: str) -> None:
        bar.update(task, completed=done, total=total, description=f"{title}: {what}")

    timer = threading.Timer(1.0, bar.start)
    timer.daemon = True
    if console.is_terminal:
        timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        if console.is_terminal:  # otherwise it was not started, and stopping it would print an empty line
            bar.stop()
