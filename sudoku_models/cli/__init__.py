"""The command line `sudoku-models`, with one file for each group of commands."""

import gc
import os
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

import sudoku_models

from . import benchmarking, certifying, course, generating, playing, puzzles, reasons
from .console import EXIT_CODES, NO_OUTPUT, Program

__all__ = ["app", "main"]

app = typer.Typer(
    name="sudoku-models",
    cls=Program,
    help="Learn constraint modelling with Sudoku: MILP and CSP formulations on Pyomo, PuLP and CP-SAT.",
    epilog="Examples:  sudoku-models compare mccaffrey  |  sudoku-models solve top95:1 --solver cpsat  |  "
    "sudoku-models count puzzles.txt --json.  "
    f"Exit codes:  {';  '.join(f'{code} {meaning}' for code, meaning in EXIT_CODES.items())}.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sudoku-models {sudoku_models.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Learn constraint modelling with Sudoku: MILP and CSP formulations on Pyomo, PuLP and CP-SAT."""


for group in (puzzles, certifying, reasons, generating, playing):
    app.add_typer(group.commands)
app.add_typer(benchmarking.commands, name="bench")
app.add_typer(course.commands, name="course")


def main() -> None:
    """The program. SIGTERM, and SIGHUP from a terminal that is closed, end it as Ctrl-C does.

    Once it ends, a further signal does not change its exit code.
    """
    if sys.stdout is None:  # it is closed
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY))  # the first output is then an error
    ending = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
    for number in ending:
        if signal.getsignal(number) == signal.SIG_DFL:  # not after nohup
            signal.signal(number, _interrupt)
    try:
        app(prog_name="sudoku-models")
    except OSError:  # the message about a wrong option cannot be written
        raise SystemExit(NO_OUTPUT) from None
    finally:
        for number in (signal.SIGINT, *ending):
            signal.signal(number, signal.SIG_IGN)
        try:
            if sys.stderr is not None:
                sys.stderr.flush()
        except OSError:  # or Python would fail to write it once more, and exit with a code of its own
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        gc.freeze()  # Python would look through a large model for seconds before it exits


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Do what Ctrl-C does now: cancel the solver, wait for the end of a step, or raise KeyboardInterrupt."""
    handler = signal.getsignal(signal.SIGINT)
    (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)
