"""Commands about the way to a solution: explain, rate, search, strength."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..backends.files import is_model_file
from ..errors import InputError, NotInstalledError
from ..inference.integrality import NEEDED, integral_groups, integral_table
from ..inference.local_search import METHODS, Approximation, local_search
from ..inference.strength import StrengthComparison
from ..inference.strength import strength as compare_methods
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from ..solvers import Status
from . import console, model_files, options
from .arguments import family, resolve
from .console import Bar, Reply

if TYPE_CHECKING:
    from matplotlib.figure import Figure

commands = console.Commands()

MOST_VIOLATIONS = 6
"""The largest number of violations to print."""


@commands.add("explain mccaffrey --limit 1", "explain top95:1 --cell r3c5", "explain easy50:7 --by mus --json")
def explain(
    puzzle: options.Puzzle,
    cell: Annotated[str | None, typer.Option(help="Continue until this cell, such as r3c5, has its digit.")] = None,
    by: Annotated[
        str,
        typer.Option(
            help="techniques (human solving techniques), mus or smus (minimal or smallest sets of rules that force a "
            "digit), or lp (linear combinations of equations)."
        ),
    ] = "techniques",
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, help="The largest number of steps; 1 is the next step.")
    ] = None,
    time_limit: options.Seconds = None,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Explain the solution step by step, with the rules and the givens that each step uses."""
    from ..explain import explain as explain_puzzle

    target = _cell(cell) if cell is not None else None

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = explain_puzzle(
            each,
            by,
            target,
            limit,
            time_limit=time_limit,
            progress=lambda steps: bar(steps, None, f"{steps} steps so far"),
        )
        data = []
        for k, step in enumerate(found.steps, 1):
            plain = step.as_dict()
            data.append({"name": each.name, "step": k, "technique": plain.pop("name"), **plain})
        data.append({"name": each.name, "solved": found.solved, "reason": found.reason})
        reached = found.steps if limit else found.solved or (target and target in found.end.digits)
        return Reply(data, [str(found)], bool(reached))

    console.answer_each(resolve(puzzle, board), "explaining", ask, as_json)


def _cell(text: str) -> Cell:
    """The cell that r3c5 or 3,5 names."""
    found = re.fullmatch(r"\W*r?(\d{1,3})(?:c|, ?)(\d{1,3})\W*", text.lower())
    if not found:
        raise InputError(f"--cell takes a row and a column, such as r3c5, not {text!r}")
    return int(found[1]), int(found[2])


@commands.add("conflict my-puzzle.txt", "conflict model.mps", "conflict model.lp --smallest --time-limit 60 --json")
def conflict(
    puzzle: options.PuzzleOrModel,
    smallest: Annotated[bool, typer.Option("--smallest", help="In a model, look for the fewest members.")] = False,
    time_limit: Annotated[
        float | None, options.seconds("Seconds for a model; then the set so far.", show_default="none")
    ] = None,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Find out why there is no solution: rules and givens that cannot all hold, or constraints and bounds of a model.

    Each of them is needed: without it the others have a solution.
    """
    if is_model_file(puzzle):
        model_files.conflict(puzzle, time_limit, smallest, as_json, board=board)
    from ..explain.minimal_sets import minimal_set

    if smallest or time_limit is not None:
        raise InputError("--smallest and --time-limit are for the model in a file that ends with .mps or .lp")

    def ask(each: Puzzle, _: Bar) -> Reply:
        found = minimal_set(each)
        if found is None:
            about = {"puzzle": each.name, "status": str(Status.SOLVED), "rules": [], "givens": []}
            return Reply([about], [f"{console.name_of(each)}there is no conflict: the puzzle has a solution"], False)
        rules, givens = found.named
        about = {"puzzle": each.name, "status": str(Status.INFEASIBLE), "rules": rules, "givens": givens}
        first = f"{console.name_of(each)}{found.conflict}, and each of them is needed:"
        return Reply([about], [first, *(f"  {part}" for part in (*rules, *givens))], True)

    console.answer_each(resolve(puzzle, board), "looking for a conflict", ask, as_json)


@commands.add("rate mccaffrey", "rate mccaffrey --by lp", "rate rated --json > ratings.jsonl")
def rate(
    puzzle: options.Puzzle,
    time_limit: options.Seconds = None,
    by: Annotated[
        str,
        typer.Option(
            help="techniques, mus or smus (size of the largest minimal or smallest set), or lp (largest norm of a "
            "linear combination)."
        ),
    ] = "techniques",
    as_json: options.Json = False,
) -> None:
    """Rate the difficulty of a puzzle for people: its level, and its hardest step on the scale of Sudoku Explainer."""
    from ..explain.difficulty import rate as rate_puzzle

    def ask(each: Puzzle, _: Bar) -> Reply:
        found = rate_puzzle(each, time_limit, by)
        why = "" if found.solved else f": {found.reason}"
        verdict = found.solved or (None if found.stopped_by else False)
        return Reply([found.as_dict()], [f"{each.name or 'the puzzle'}: {found}{why}"], verdict)

    console.answer_each(resolve(puzzle), "rating", ask, as_json)


@commands.add("search mccaffrey", "search easy50:3 --method progressive --seed 2", "search top95:1 --steps 100000")
def search(
    puzzle: options.Puzzle,
    method: Annotated[str, typer.Option("--method", "-m", help=f"{' or '.join(METHODS)}.")] = "annealing",
    seed: Annotated[int, typer.Option(help="The random seed.")] = 1,
    time_limit: Annotated[float, options.seconds("Seconds for each puzzle.")] = 20.0,
    steps: Annotated[
        int | None,
        typer.Option(help="The largest number of steps, for exactly repeatable runs.", show_default="none"),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Local search: change a full grid at random until it is a solution. It cannot prove anything."""

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = local_search(
            each, method, seed, time_limit, steps, lambda k, lowest: bar(k, steps, f"cost {lowest} after {k:,} steps")
        )
        data = {"puzzle": each.name, "givens": each.line(), **found.as_dict()}
        return Reply([data], _drawn(found), found.solved or None, found.stopped_by)

    console.answer_each(resolve(puzzle), method, ask, as_json)


def _drawn(found: Approximation) -> list[str]:
    """The grid, and the first of the rules that it breaks."""
    end = f"{found.status}: {found.reason} (seed {found.seed}, {found.seconds:.1f} s)"
    lines = [found.draw(), console.name_of(found.puzzle) + end]
    if found.solved:
        return lines
    violations = found.puzzle.violations(found.grid)
    about = f"{len(violations)} rules are broken; ( ) marks a wrong digit, {{ }} one in the cell of a given:"
    return [*lines, about, *(f"  {each}" for each in violations[:MOST_VIOLATIONS]), *found.puzzle.clashes()]


@commands.add(
    "strength top95",
    "strength easy50 top95 --plot strength.svg",
    "strength clues17 --sample 2000 --method hidden --method locked",
    "strength rated --integral",
)
def strength(
    corpora: Annotated[
        list[str], typer.Argument(metavar="CORPUS...", help="Names of corpora, such as top95, or files of puzzles.")
    ],
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            "-m",
            help="naked, hidden, locked, clauses (or clauses:pairwise, ...), bounds, domain, lp (or lp:assignment, "
            "lp:pairwise, lp:all_different, lp:pairwise:rank, lp:cycle_cuts, lp:probing, ...), presolve, shaving; may "
            "be repeated.",
            show_default="all",
        ),
    ] = None,
    integral: Annotated[
        bool, typer.Option("--integral", help="Where the LP relaxation is integral, by the logic needed and by rating.")
    ] = False,
    sample: options.Sample = None,
    jobs: options.Jobs = 1,
    time_limit: Annotated[
        float, options.seconds("Seconds for each puzzle and method, without building the model, once per board.")
    ] = 10.0,
    plot: Annotated[Path | None, typer.Option(help="Draw a figure to this file: .svg, .png or .pdf.")] = None,
    as_json: options.Json = False,
) -> None:
    """Compare inference methods by the share of puzzles that each solves without search.

    After Ctrl-C the finished methods are printed.
    """
    if integral and method:
        raise InputError("--integral and --method exclude each other: choose one")
    if plot is not None:
        NotInstalledError.check("a figure", "matplotlib")
        from .. import plots
        from ..plots.style import COLOURS

        console.check_file(plot, ".svg", ".png", ".pdf")
        if len(corpora) > len(COLOURS):
            raise InputError(f"a figure has at most {len(COLOURS)} corpora, not {len(corpora)}")
    compared: list[StrengthComparison] = []
    for puzzles in [family(each) for each in corpora]:
        with console.progress_after_a_second(puzzles if isinstance(puzzles, str) else puzzles[0]) as bar:
            found = compare_methods(
                puzzles, NEEDED if integral else method, sample, jobs=jobs, time_limit=time_limit, progress=bar
            )
        compared.append(found)
        groups = integral and not found.stopped_by
        if as_json:
            more = {"groups": [each._asdict() for each in integral_groups(found)]} if groups else {}
            typer.echo(json.dumps({**found.as_dict(), **more}))
        else:
            console.print_table(integral_table(found) if groups else found.table())
        if found.stopped_by:
            break
    if plot is not None and any(each.rows for each in compared):
        figure: Figure = plots.strength(compared).figure  # type: ignore[assignment]
        figure.savefig(plot, dpi=150)
    if compared[-1].stopped_by:
        console.say("interrupted: only finished methods are printed", err=True)
        raise typer.Exit(console.STOPPED)
    raise typer.Exit(console.NOT_KNOWN if any(row.not_known for each in compared for row in each) else console.SOLVED)
