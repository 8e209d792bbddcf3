"""Code shared by all commands: options, exit codes, reading puzzles, progress."""

import functools
import math
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..errors import InputError, SolverError, SudokuModelsError, UnknownNameError
from ..puzzles import formats, parsing
from ..puzzles.board import Board
from ..puzzles.board_words import board_in_words
from ..puzzles.corpora import corpora, corpus, load, read_puzzles
from ..puzzles.puzzle import Puzzle

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
LONGEST_LIMIT = 10 * 365 * 86_400.0
"""Ten years in seconds; some solvers and timers reject larger numbers."""
TOO_LONG_FOR_A_NAME = 144
"""The length of a 12x12 puzzle; a text of this length that is not a file is parsed as a puzzle."""


def _seconds(value: float | None) -> float | None:
    if value is not None and LONGEST_LIMIT < value < math.inf:
        raise typer.BadParameter(
            f"the longest time limit is ten years, {LONGEST_LIMIT:g} seconds; omit it for no limit"
        )
    return value


def seconds_option(what: str, **options: Any) -> Any:
    """The option `--time-limit`; `what` is its help text."""
    return typer.Option("--time-limit", "-t", help=what, callback=_seconds, **options)


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
TimeOption = Annotated[float | None, seconds_option("Seconds.", show_default="none")]
BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        help="The board, if not the usual one of this size: rows x columns of a box (3x2), a size (9), latin:7 or "
        "jigsaw:REGIONS, with +diagonal, +windoku, +disjoint, +antiknight, +antiking, +nonconsecutive.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object per line, for scripts; times in seconds.")]
ManyFormulations = Annotated[list[str] | None, typer.Option("--formulation", "-f", help="May be repeated.")]
ManyBackends = Annotated[list[str] | None, typer.Option("--backend", "-b", help="May be repeated.")]
ManySolvers = Annotated[
    list[str] | None, typer.Option("--solver", "-s", help="May be repeated; 'all' adds what PuLP finds installed.")
]

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
            typer.echo("interrupted", err=True)
            raise typer.Exit(STOPPED) from None
        except SolverError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(NOT_KNOWN) from None
        except SudokuModelsError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except ImportError as error:
            if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
                raise
            typer.echo("interrupted", err=True)  # while a compiled library was imported
            raise typer.Exit(STOPPED) from None
        except OSError as error:
            _discard_output()
            if not isinstance(error, BrokenPipeError):  # the reader has closed the pipe on purpose
                typer.echo(f"error: the output cannot be written: {error.strerror or error}", err=True)
            raise typer.Exit(NO_OUTPUT) from None
        except MemoryError:
            typer.echo("error: there is not enough memory", err=True)
            raise typer.Exit(NOT_KNOWN) from None

    return run  # type: ignore[return-value]


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning for the user of a command, who does not want to see the line of code that it comes from."""
    typer.echo(f"warning: {message}", err=True)


def _discard_output() -> None:
    """Discard all further output, including what Python has buffered and would write at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def resolve(text: str, words: str | None = None) -> list[Puzzle]:
    """The puzzles that a command line argument refers to.

    Args:
        text: A name, a corpus, a puzzle, a file, or "-" for standard input.
        words: Their board in words; by default their own, or the usual one of their size.

    Raises:
        InputError: When it does not refer to a puzzle, or a puzzle has another size than the board.
    """
    board = board_in_words(words) if words is not None else None
    if text == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise InputError("standard input is closed; pass a puzzle, its name or a file instead of -")
        raw = sys.stdin.buffer.read(parsing.LARGEST_FILE + 1)
        many = parsing.parse_many(parsing.decode(raw, "standard input"), board)
        found = [Puzzle(of, values, f"line {k}") for k, (of, values) in enumerate(many, 1)]
        if not found:
            raise InputError("there is no puzzle in standard input; write one per line, '.' for blank cells")
        return [Puzzle(found[0].board, found[0].values)] if len(found) == 1 else found
    if formats.has_board(text) and not _is_path(text):
        return [Puzzle.parse(text, board)]
    # Looked up one by one, because listing all names would read every corpus, which takes a second.
    with suppress(UnknownNameError):
        return [_on(board, puzzle) for puzzle in corpus(text).values()]
    with suppress(UnknownNameError):
        return [_on(board, load(text))]
    if _looks_like_a_puzzle(text):
        return [Puzzle.parse(text, board)]
    if _is_path(text):
        return read_puzzles(text, board)
    if len(text) >= TOO_LONG_FOR_A_NAME:
        return [Puzzle.parse(text, board)]
    names = [*corpus("named"), *(each.name for each in corpora())]
    raise UnknownNameError("puzzle, corpus or file", text, names, "A puzzle can also be given as text, '.' for blank")


def family(text: str) -> str | tuple[str, list[Puzzle]]:
    """The name of a corpus that ships with the package, or the puzzles of a file with its name.

    Raises:
        InputError: When it does not refer to a puzzle.
    """
    with suppress(UnknownNameError):
        return corpus(text).name
    puzzles = resolve(text)
    return (Path(text).stem if _is_path(text) else text), puzzles


def _looks_like_a_puzzle(text: str) -> bool:
    """Whether the text is a variant and no file, or has at least 12 characters, mostly digits or blank cells."""
    if formats.is_variant(text):
        return not _is_path(text)
    solid = re.sub(r"\s", "", text)
    return len(solid) >= 12 and sum(ch in ".0123456789?*_xX" for ch in solid) >= 0.6 * len(solid)


def _is_path(text: str) -> bool:
    try:
        return bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):  # too long for a file name, or with a zero byte
        return False


def _on(board: Board | None, puzzle: Puzzle) -> Puzzle:
    """The givens of a puzzle on another board.

    Raises:
        InputError: When the board has another size, or the puzzle has rules of its own.
    """
    if board is None or board == puzzle.board:
        return puzzle
    if puzzle.board.plain != Board.of_size(puzzle.board.size) or puzzle.board.rules:
        raise InputError(f"{puzzle.name} is on a {puzzle.board}; omit --board")
    return replace(puzzle, board=board)


class _Output(Console):
    """Standard output that reports a broken pipe as an exception, not with exit code 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def is_terminal() -> bool:
    """Whether standard output is open and a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def print_table(table: RenderableType, width: int) -> None:
    """Print a table; `width` is its width in characters when standard output is not a terminal."""
    if sys.stdout is not None:
        _Output(width=None if is_terminal() else width, highlight=False).print(table)


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[object]], width: int, right: Sequence[str] = ()) -> None:
    """Print rows of plain values under these headings; the columns in `right` are aligned right."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*(escape(_printable(str(value))) for value in row))
    print_table(table, width)


def _printable(text: str) -> str:
    """The text with "?" for parts of characters that cannot be printed, as in names of files."""
    return text.encode("utf-8", "replace").decode("utf-8")


def sentence(text: str) -> str:
    """A reason as a sentence: with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def show_item(bar: Callable[..., None], k: int, total: int, name: str) -> None:
    """Show the progress over named items: configurations, puzzles, notebooks."""
    bar(k, name, total)


@contextmanager
def progress_after_a_second(title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error, if it is a terminal, after a second."""
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
        if console.is_terminal:  # otherwise it was not started, and stopping it would print an empty line
            bar.stop()
