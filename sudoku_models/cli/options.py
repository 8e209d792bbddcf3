"""The arguments and options that several commands have, each declared here once."""

from typing import Annotated, Any

import typer

from .. import backends
from ..runtime.limits import LONGEST


def seconds(what: str, **options: Any) -> Any:
    """The option `--time-limit`; `what` is its help text. Timers and solvers reject longer limits than `LONGEST`."""
    return typer.Option(
        "--time-limit", "-t", help=what, callback=lambda value: value and min(value, LONGEST), **options
    )


Puzzle = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A name (mccaffrey, top95:3), a corpus (top95), the puzzle itself, a link or the code of a board, a file, "
        "or - for standard input.",
        show_default=False,
    ),
]
PuzzleOrModel = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A name (mccaffrey, top95:3), a corpus (top95), the puzzle itself, a link or the code of a board, a file, "
        "or - for standard input; or a model in a file that ends with .mps or .lp, perhaps in .gz.",
        show_default=False,
    ),
]
Formulation = Annotated[str, typer.Option("--formulation", "-f", help="pairwise, assignment, all_different or mixed.")]
UsualFormulation = Annotated[
    str | None,
    typer.Option(
        "--formulation",
        "-f",
        help="pairwise, assignment, all_different or mixed.",
        show_default="assignment; all_different with cpsat",
    ),
]
FIRST = "the first that can run here"
Backend = Annotated[
    str | None,
    typer.Option(
        "--backend",
        "-b",
        help="pyomo, pulp or cpsat.",
        show_default="pulp, which loads fastest",
        callback=lambda name: name or next((each for each in backends.installed() if each == "pulp"), None),
    ),
]
Solver = Annotated[
    str | None,
    typer.Option(
        "--solver",
        "-s",
        help="highs, cbc, cpsat, choco, choco:BC, cadical, glucose, or a solver of PuLP or Pyomo.",
        show_default=f"{FIRST}; cpsat for rules beside units, and above 9x9",
    ),
]
Rewrite = Annotated[
    str | None,
    typer.Option(
        "--rewrite", "-r", help="indicators, pairwise; cliques, rank, big_m, gdp_bigm, gdp_hull; join two with +."
    ),
]
Seconds = Annotated[float | None, seconds("Seconds for each puzzle.", show_default="none")]
Board = Annotated[
    str | None,
    typer.Option(
        help="The board, if not the usual one of this size: rows x columns of a box (3x2), a size (9), latin:7 or "
        "jigsaw:REGIONS, with +diagonal, +windoku, +disjoint, +antiknight, +antiking, +nonconsecutive.",
        show_default=False,
    ),
]
Names = list[str] | None
Formulations = Annotated[
    Names, typer.Option("--formulation", "-f", help="Formulations, with commas or repeated.", show_default="all")
]
Backends = Annotated[
    Names,
    typer.Option(
        "--backend", "-b", help="Backends, with commas or repeated; a benchmark also has stock.", show_default="all"
    ),
]
Solvers = Annotated[
    Names,
    typer.Option(
        "--solver",
        "-s",
        help="Solvers, with commas or repeated: highs, cbc, cpsat, choco, choco:BC, cadical, glucose, ..., all; with "
        "the backend stock: pulp:HiGHS, pulp:CBC, pyomo:appsi_highs.",
        show_default="those of this package",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object per line, for scripts.")]
Sample = Annotated[
    int | None, typer.Option("--sample", "-n", help="The number of puzzles of each corpus.", show_default="all")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="The number of processes that run in parallel.")]


def names(values: Names) -> list[str] | None:
    """The names in an option that may be repeated and may have commas; None when there is none.

    >>> names(["highs,cpsat", "cbc"])
    ['highs', 'cpsat', 'cbc']
    """
    return [name.strip() for value in values or () for name in value.split(",") if name.strip()] or None
