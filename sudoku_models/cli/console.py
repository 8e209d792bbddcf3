"""Shared by all commands: exit codes, messages of errors, answers for many puzzles, tables, progress."""

import errno
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import typer
from typer.core import TyperGroup

from ..errors import InputError, NotInstalledError, SolverError, SudokuModelsError
from ..puzzles.cell_names import cells_in_words
from ..puzzles.puzzle import Puzzle
from ..runtime.platform import THREADS, can
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED

SOLVED, NOT_SO, BAD_INPUT, NOT_KNOWN, NO_OUTPUT, STOPPED = 0, 1, 2, 3, 74, 130
EXIT_CODES = {
    SOLVED: "success",
    NOT_SO: "negative result: no solution, several solutions, no agreement, models or results that differ, a refused "
    "certificate, or steps that do not reach the solution",
    BAD_INPUT: "bad input, or something is not installed",
    NOT_KNOWN: "unknown: a limit was reached, a solver failed, or a request was not met",
    NO_OUTPUT: "the output could not be written, because the pipe is closed or the disk is full",
    STOPPED: "interrupted with Ctrl-C, by SIGTERM, or because the terminal was closed",
}
"""The exit codes of all commands; of many puzzles the worst."""

NAME = "sudoku-models"
GAP = 2
"""The characters between a drawing and a table beside it."""
LEAST_COLUMNS = 3
"""A table with fewer columns beside a drawing is printed below it."""

if TYPE_CHECKING:
    from rich.progress import Progress

Bar = Callable[[int, int | None, str], None]
"""A function that shows progress: the number of things done, how many there are if that is known, and what they are."""


Asked = TypeVar("Asked")
"""What a command is asked about: a puzzle, or a problem in a file."""


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
    puzzles: Iterable[Asked],
    title: str,
    ask: Callable[[Asked, Bar], Reply],
    as_json: bool,
) -> None:
    """Ask about each puzzle, or each problem, print the answers, and exit with the worst exit code.

    Args:
        puzzles: The puzzles, or the problems.
        title: The title of the progress bar.
        ask: The question; gets one of them and a function that shows the progress.
        as_json: Whether to print the answers for scripts.
    """
    worst = SOLVED
    for puzzle in puzzles:
        with progress_after_a_second(title) as bar:
            reply = ask(puzzle, bar)
        for line in map(json.dumps, reply.data) if as_json else ():
            say(line, is_data=True)
        for part in () if as_json else reply.text:
            print_table(part) if isinstance(part, ResultTable) else say(part)
        if reply.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {True: SOLVED, False: NOT_SO, None: NOT_KNOWN}[reply.verdict])
    raise typer.Exit(worst)


Command = TypeVar("Command", bound=Callable[..., None])


class Commands(typer.Typer):
    """A group of commands.

    Attributes:
        negative: What the exit code 1 of its commands means.
    """

    negative = EXIT_CODES[NOT_SO]

    def add(self, *examples: str) -> Callable[[Command], Command]:
        """Decorator: add a command, whose help ends with examples and the exit codes."""
        shown = "  |  ".join(f"sudoku-models {each}" for each in examples)
        codes = ",  ".join(f"{code} {meaning}" for code, meaning in (EXIT_CODES | {NOT_SO: self.negative}).items())
        add = self.command(epilog=f"Examples:  {shown}.  Exit codes:  {codes}.")
        return lambda command: add(_reports_errors(command))


def _reports_errors(command: Command) -> Command:
    """Report errors as a message and an exit code, without a traceback."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with warnings.catch_warnings(), cells_in_words("short"):
                warnings.showwarning = _show_warning
                command(*args, **kwargs)
        except KeyboardInterrupt:
            raise _failed("interrupted", STOPPED) from None
        except SudokuModelsError as error:
            code = NO_OUTPUT if _is_full(error) else NOT_KNOWN if isinstance(error, SolverError) else BAD_INPUT
            raise _failed(f"error: {error}", code) from None
        except ImportError as error:
            if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
                raise _failed("interrupted", STOPPED) from None  # while a compiled library was imported
            if (missing := NotInstalledError.of(error)) is None:
                raise
            raise _failed(f"error: {missing}", BAD_INPUT) from None
        except MemoryError:
            raise _failed("error: there is not enough memory", NOT_KNOWN) from None

    return run  # type: ignore[return-value]


class Program(TyperGroup):
    """All commands. Output that cannot be written ends them with its exit code, also `--help` and `--version`."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with _output_must_be_written():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with _output_must_be_written():
            return super().invoke(ctx)


@contextmanager
def _output_must_be_written() -> Iterator[None]:
    try:
        yield
    except (OSError, SystemExit) as error:
        is_pipe = isinstance(error.__context__ if isinstance(error, SystemExit) else error, BrokenPipeError)
        if isinstance(error, SystemExit) and not is_pipe:  # rich turns a broken pipe into the exit code 1
            raise
        _discard_output()
        if is_pipe:  # the reader has closed the pipe on purpose
            raise typer.Exit(NO_OUTPUT) from None
        raise _failed(f"error: the output cannot be written: {error}", NO_OUTPUT) from None


def _failed(message: str, code: int) -> typer.Exit:
    with suppress(OSError):  # nobody can read it, but the exit code holds
        say(message, err=True)
    return typer.Exit(code)


def _is_full(error: SudokuModelsError) -> bool:
    """Whether an error is about a disk that is full or broken."""
    full = (errno.ENOSPC, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))
    return getattr(error.__context__, "errno", None) in full


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning for the user of a command, who does not want to see the line of code that it comes from."""
    say(f"warning: {message}", err=True)


def _discard_output() -> None:
    """Discard all further output, including what Python has buffered and would write at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def check_file(path: Path, *kinds: str) -> None:
    """Check before the work that there is a folder to write the file to, and that its name has one of these ends."""
    if kinds and path.suffix.lower() not in kinds:
        raise InputError(f"the name of the file must end in {', '.join(kinds)}, not {path.name!r}")
    if not path.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r} to write {path.name!r} to")


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def terminal_width(err: bool = False) -> int | None:
    """The characters in a line of the terminal that output goes to; None where it goes elsewhere."""
    stream = sys.stderr if err else sys.stdout
    if stream is None or not stream.isatty():
        return None
    from rich.console import Console  # late, as below: it takes longer than all of a short command

    return Console(stderr=err).width


def say(text: str, err: bool = False, is_data: bool = False) -> None:
    """Print a text, above the progress bar if there is one.

    On a terminal its lines are broken between words; not elsewhere, in longer words, or in data for scripts.
    """
    width = None if is_data else terminal_width(err)
    lines = text.split("\n") if width is None else [part for line in text.split("\n") for part in _broken(line, width)]
    hidden = [bar for bar in _bars if bar.live.is_started]
    for bar in hidden:
        bar.stop()
    typer.echo("\n".join(lines), err=err)
    for bar in hidden:
        bar.start()


def _broken(line: str, width: int) -> list[str]:
    if _visible(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _visible(line: str) -> int:
    """The characters of a line without its colours."""
    return len(re.sub(r"\x1b\[\d*m", "", line))


def side_by_side(drawn: str, table: ResultTable) -> list[str | ResultTable]:
    """A drawing and a table to the right of it; below it where there is no room."""
    lines = drawn.split("\n")
    left = max(map(_visible, lines)) + GAP
    shown = table.fitted((terminal_width() or table.width) - left)
    if len(shown.headings) < LEAST_COLUMNS:
        return [drawn, table]
    rows = zip_longest(lines, str(replace(shown, notes=table.notes)).split("\n"), fillvalue="")
    return ["\n".join(f"{line}{' ' * (left - _visible(line))}{row}".rstrip() for line, row in rows)]


def program() -> str:
    """How this program is called, for commands that can be typed as they stand where it is not on the path."""
    called = sys.argv[0]
    if Path(called).parts[-2:] == ("sudoku_models", "__main__.py"):
        words = [sys.orig_argv[0], "-m", "sudoku_models"]
    else:
        found = Path(called).stem == NAME and called != os.path.splitext(shutil.which(NAME) or "")[0]
        words = [called if found else NAME]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def print_table(table: ResultTable) -> None:
    """Print a table, in the width of the terminal if standard output is one, and its notes."""
    from rich.console import Console

    shown = table.fitted(terminal_width() or table.width)
    Console(width=shown.width, highlight=False).print(shown)
    for note in shown.notes:
        say(note)


def print_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    right: Sequence[str] = (),
    first_to_go: Sequence[str] = (),
) -> None:
    """Print rows of plain values under these headings; the columns in `right` are aligned right.

    On a narrow terminal those in `first_to_go` are left out.
    """
    left = [k for k, column in enumerate(columns) if column not in right]
    cells = [[str(value).encode("utf-8", "replace").decode() for value in row] for row in rows]  # "?" in bad file names
    print_table(ResultTable(columns, cells, left, first_to_go=first_to_go))


def name_of(puzzle: Puzzle) -> str:
    """The name of a puzzle, to begin a line with; empty when it has none."""
    return f"{puzzle.name}: " if puzzle.name else ""


def sentence(text: str) -> str:
    """A reason as a sentence: with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


_bars: list["Progress"] = []
"""The progress bars that are shown, or will be."""


@contextmanager
def progress_after_a_second(title: str) -> Iterator[Bar]:
    """A progress bar on standard error, if it is a terminal, after a second."""
    if sys.stderr is None or not sys.stderr.isatty() or not can(THREADS):
        yield lambda done, total, what: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=None)

    def advance(done: int, total: int | None, what: str) -> None:
        bar.update(task, completed=done, total=total, description=f"{title}: {what}")

    timer = threading.Timer(1.0, bar.start)
    timer.daemon = True
    timer.start()
    _bars.append(bar)
    try:
        yield advance
    finally:
        _bars.remove(bar)
        timer.cancel()
        if bar.live.is_started:  # stopping it would print an empty line
            bar.stop()
