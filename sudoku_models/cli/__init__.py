"""The command `sudoku-models`: parses, calls, prints. One file for each group of commands."""

import typer

from . import analysis, benchmarking, course, explaining, generating, ladders, playing, searching, solving

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

app.add_typer(solving.commands)
app.add_typer(analysis.commands)
app.add_typer(searching.commands)
app.add_typer(explaining.commands)
app.add_typer(generating.commands)
app.add_typer(ladders.commands)
app.add_typer(playing.commands)
app.add_typer(benchmarking.commands, name="bench")
app.add_typer(course.commands, name="course")
