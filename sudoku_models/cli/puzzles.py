"""Commands about puzzles and their solutions: show, solve, count, compare, allowed, unique, puzzles."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..models.allowed_values import allowed_values
from ..models.comparison import compare as compare_all
from ..models.counting import count_solutions
from ..models.counting import solve as solve_one
from ..models.sudoku_model import build
from ..models.uniqueness import METHODS, uniqueness
from ..puzzles.board_words import kinds_of
from ..puzzles.corpora import corpora, corpus
from ..puzzles.puzzle import Puzzle
from ..solvers import Status
from .arguments import resolve
from .common import (
    BackendOption,
    Bar,
    BoardOption,
    FormulationOption,
    JsonOption,
    ManyBackends,
    ManyFormulations,
    ManySolvers,
    PuzzleArgument,
    Reply,
    RewriteOption,
    SolverOption,
    TimeOption,
    answer_each,
    is_terminal,
    name_of,
    print_rows,
    reports_errors,
    seconds_option,
    sentence,
)

commands = typer.Typer()


@commands.command(epilog="Examples:  sudoku-models show mccaffrey  |  sudoku-models show mccaffrey -f pairwise -b pulp")
@reports_errors
def show(
    puzzle: PuzzleArgument,
    formulation: Annotated[
        str | None, typer.Option("--formulation", "-f", help="Print the model in this formulation.")
    ] = None,
    backend: BackendOption = "pyomo",
    rewrite: RewriteOption = None,
    board: BoardOption = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="Print the puzzle in one line: iss (text of the Interactive Sudoku Solver), fpuzzles (JSON), link (of "
            "f-puzzles), or line (only the givens).",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a puzzle, print it as text, or print its Pyomo, PuLP or CP-SAT model."""
    for each in resolve(puzzle, board):
        if form is not None:
            typer.echo(each.text(form))
            continue
        clashes = each.clashes()
        text = build(each, formulation, backend, rewrite).m.text() if formulation else ""
        if as_json:
            about = {"puzzle": each.name, "board": str(each.board), "cells": each.line(), "givens": len(each.givens)}
            about |= {"text": each.text(), "clashes": clashes}
            typer.echo(json.dumps({**about, "model": text} if formulation else about))
        elif formulation:
            typer.echo(text)
        else:
            line = f"{name_of(each)}{each.board}, {len(each.givens)} givens"
            typer.echo("\n".join([each.draw(), line, *clashes]))


@commands.command(epilog="Exit code: 0 solved, 1 no solution (proved), 2 bad input, 3 not known, 130 interrupted.")
@reports_errors
def solve(
    puzzle: PuzzleArgument,
    formulation: FormulationOption = "assignment",
    backend: BackendOption = "pyomo",
    solver: SolverOption = "highs",
    rewrite: RewriteOption = None,
    time_limit: TimeOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find one solution."""

    def ask(each: Puzzle, _: Bar) -> Reply:
        answer = solve_one(each, formulation, backend, solver, rewrite, time_limit)
        stats = answer.stats
        drawn = [each.draw(answer.grid, color=is_terminal())] if answer.grid else []
        rewritten = f", rewritten by {stats.rewrite}" if stats.rewrite else ""
        size = (
            f"{formulation} on {backend}{rewritten}: {stats.variables:,} variables, {stats.constraints:,} constraints; "
            f"build {1e3 * stats.build_seconds:.1f} ms, solve {1e3 * stats.solve_seconds:.1f} ms"
        )
        data = {"puzzle": each.name, "givens": each.line(), **answer.as_dict()}
        verdict = {Status.SOLVED: True, Status.INFEASIBLE: False}.get(answer.status)
        text = [*drawn, f"{answer.status}: {answer.reason}", *each.clashes(), size]
        return Reply([data], text, verdict, answer.stopped_by)

    answer_each(resolve(puzzle, board), f"solving by {solver}", ask, as_json)


@commands.command(
    epilog="Exit code: 0 counted, or up to --limit; 2 bad input, 3 not known (time limit), 130 interrupted."
)
@reports_errors
def count(
    puzzle: PuzzleArgument,
    formulation: FormulationOption = "assignment",
    backend: BackendOption = "pyomo",
    solver: SolverOption = "highs",
    rewrite: RewriteOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="The largest number of solutions to find.")] = 1000,
    time_limit: TimeOption = None,
    cross_check: Annotated[
        bool, typer.Option(help="Confirm with a solver of another paradigm that there are no more.")
    ] = True,
    method: Annotated[
        str,
        typer.Option(
            help="cuts: no-good cuts; enumerate: that of a CP or SAT solver; partition: divide them, for many "
            "solutions; auto: enumerate where the solver can, otherwise cuts."
        ),
    ] = "auto",
    all_grids: Annotated[bool, typer.Option("--grids", help="Print every solution, one per line.")] = False,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the solutions, and prove that there are no more."""

    def ask(each: Puzzle, bar: Bar) -> Reply:
        counted = count_solutions(
            each,
            formulation,
            backend,
            solver,
            limit,
            time_limit,
            cross_check=cross_check,
            rewrite=rewrite,
            method=method,
            progress=lambda found: bar(found, limit, f"{found} solutions so far"),
        )
        data = {"puzzle": each.name, "givens": each.line(), **counted.as_dict()}
        grids = [grid.line() for grid in counted.grids if all_grids]
        line = f"{name_of(each)}{counted} ({counted.status}). {sentence(counted.reason)}"
        is_counted = counted.status == "exact" or counted.stopped_by == "limit"
        return Reply([data], [*grids, line], is_counted or None, counted.stopped_by)

    answer_each(resolve(puzzle, board), f"counting by {solver}", ask, as_json)


@commands.command(
    epilog="Exit code: 0 only if all configurations agree, 1 they do not, 2 bad input, 3 not known, 130 interrupted."
)
@reports_errors
def compare(
    puzzle: PuzzleArgument,
    formulation: ManyFormulations = None,
    backend: ManyBackends = None,
    solver: ManySolvers = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", help="The largest number of solutions for each configuration.")
    ] = 10,
    time_limit: Annotated[float, seconds_option("Seconds for each configuration.")] = 60.0,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the solutions in every configuration, formulation x backend x solver, and check that all agree."""
    from ..solvers import installed

    solvers = installed(everything=True) if solver and "all" in solver else solver

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = compare_all(each, formulation, backend, solvers, limit, time_limit, bar)
        last = found.rows[-1].count if found.rows else None
        return Reply([found.as_dict()], [found.table()], found.agree, last.stopped_by if last else "")

    answer_each(resolve(puzzle, board), "comparing", ask, as_json)


@commands.command(
    epilog="Exit code: 0 complete, 1 no solution (proved), 2 bad input, 3 not known (at least these), 130 interrupted. "
    "Examples:  sudoku-models allowed several:19  |  sudoku-models allowed top95 --method cpsat --json"
)
@reports_errors
def allowed(
    puzzle: PuzzleArgument,
    method: Annotated[str, typer.Option("--method", "-m", help="milp, cpsat, sat, or enumerate.")] = "milp",
    time_limit: TimeOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """For each cell, list the digits that it has in some solution.

    Each solve finds a solution with as many new values as possible, until it is proved that there are none. So a
    puzzle with millions of solutions needs few solves.
    """

    def ask(each: Puzzle, bar: Bar) -> Reply:
        most = len(each.board.cells) * each.board.size
        found = allowed_values(
            each,
            method=method,
            time_limit=time_limit,
            progress=lambda solves, seen: bar(seen, most, f"{seen} found in {solves} solves"),
        )
        line = f"{name_of(each)}{found.status}, by {found.how} in {found.solves} solves. {sentence(found.reason)}"
        verdict = found.total > 0 if found.status == "complete" else None
        return Reply([found.as_dict()], [found.draw(), line], verdict, found.stopped_by)

    answer_each(resolve(puzzle, board), "looking for values", ask, as_json)


@commands.command(
    epilog="Exit code: 0 unique, 1 not unique (several solutions, or none), 2 bad input, 3 not known (or the methods "
    "contradict each other), 130 interrupted; of many puzzles the worst. "
    "Examples:  sudoku-models unique mccaffrey  |  sudoku-models unique several:19 --method 'no-good cut' --json"
)
@reports_errors
def unique(
    puzzle: PuzzleArgument,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help=f"{', '.join(METHODS)}; may be repeated.", show_default="all"),
    ] = None,
    time_limit: Annotated[float, seconds_option("Seconds for each method.")] = 60.0,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide with five methods whether a puzzle has exactly one solution. If not, find the fewest further givens."""

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = uniqueness(each, method, time_limit=time_limit, progress=bar)
        stopped_by = found.methods[-1].stopped_by if found.methods else ""
        return Reply([found.as_dict()], [found.table()], found.is_unique, stopped_by)

    answer_each(resolve(puzzle, board), "deciding", ask, as_json)


@commands.command(epilog="Examples:  sudoku-models puzzles  |  sudoku-models puzzles several --json")
@reports_errors
def puzzles(
    name: Annotated[str | None, typer.Argument(metavar="[CORPUS]", help="List the puzzles of one corpus.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the corpora that ship with the package, or the puzzles of one corpus."""
    rows: list[dict[str, Any]] = []
    if name is None:
        for each in corpora():
            about = {"corpus": each.name, "puzzles": len(each), "kinds": each.kinds, "title": each.title}
            rows.append({**about, "licence": each.licence, "source": each.source})
        columns = ["corpus", "puzzles", "kinds", "title"]
    else:
        for entry in corpus(name).entries:
            board = entry.puzzle.board
            about = {"name": entry.name, "board": f"{board.size}x{board.size}", "givens": len(entry.puzzle.givens)}
            about |= {"solutions": entry.solutions, "kinds": kinds_of(board), "source": entry.source}
            rows.append({**about, "cells": entry.puzzle.line()})
        columns = ["name", "board", "givens", "solutions", "kinds", "source"]
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    listed = [{**row, "kinds": _listed(row["kinds"])} for row in rows]
    cells = ([row[column] for column in columns] for row in listed)
    print_rows(columns, cells, right=("puzzles", "givens", "solutions"))


def _listed(kinds: Sequence[str]) -> str:
    """Kinds in one line, a long list cut short."""
    return ", ".join(kinds) if len(kinds) <= 5 else f"{', '.join(kinds[:4])} and {len(kinds) - 4} others"
