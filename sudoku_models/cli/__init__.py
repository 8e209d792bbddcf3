"""The command line `sudoku-models`, with one file for each group of commands."""

import gc
import os
import signal
import sys
from typing import Annotated

import typer

import sudoku_models

from . import benchmarking, certifying, course, generating, playing, puzzles, reasons
from .console import EXIT_CODES, Program

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
    """The program. Once it ends, a further Ctrl-C does not change its exit code."""
    if sys.stdout is None:  # it is closed
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY))  # the first output is then an error
    try:
        app(prog_name="sudoku-models")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()  # Python would look through a large model for seconds before it exits
