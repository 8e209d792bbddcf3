"""The commands show, solve, count, compare and puzzles."""

import functools
import json
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ..models.comparison import compare as compare_all
from ..models.counting import count_solutions
from ..models.counting import solve as solve_one
from ..models.sudoku_model import build
from ..puzzles.board_words import kinds_of
from ..puzzles.corpora import corpora, corpus
from ..solvers import INTERRUPTED, Status
from .common import (
    NOT_KNOWN,
    NOT_SO,
    SOLVED,
    STOPPED,
    BackendOption,
    BoardOption,
    FormulationOption,
    JsonOption,
    ManyBackends,
    ManyFormulations,
    ManySolvers,
    PuzzleArgument,
    RewriteOption,
    SolverOption,
    TimeOption,
    is_terminal,
    print_rows,
    print_table,
    progress_after_a_second,
    reports_errors,
    resolve,
    seconds_option,
    sentence,
    show_item,
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
            about["text"] = each.text()
            typer.echo(json.dumps({**about, "clashes": clashes, **({"model": text} if formulation else {})}))
        elif formulation:
            typer.echo(text)
        else:
            name = f"{each.name}: " if each.name else ""
            line = f"{name}{each.board}, {len(each.givens)} givens"
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
    worst = SOLVED
    for each in resolve(puzzle, board):
        with progress_after_a_second(f"solving by {solver}"):
            answer = solve_one(each, formulation, backend, solver, rewrite, time_limit)
        if as_json:
            typer.echo(json.dumps({"puzzle": each.name, "givens": each.line(), **answer.as_dict()}))
        else:
            if answer.grid:
                typer.echo(each.draw(answer.grid, color=is_terminal()))
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
            help="cuts: no-good cuts; enumerate: that of a CP or SAT solver; partition: divide them, for "
            "many solutions; auto: enumerate where the solver can, otherwise cuts."
        ),
    ] = "auto",
    all_grids: Annotated[bool, typer.Option("--grids", help="Print every solution, one per line.")] = False,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the solutions, and prove that there are no more."""
    worst = SOLVED
    for each in resolve(puzzle, board):
        with progress_after_a_second(f"counting by {solver}", limit) as bar:
            counted = count_solutions(
                each,
                formulation,
                backend,
                solver,
                limit=limit,
                time_limit=time_limit,
                cross_check=cross_check,
                rewrite=rewrite,
                method=method,
                progress=functools.partial(_show_found, bar),
            )
        if as_json:
            typer.echo(json.dumps({"puzzle": each.name, "givens": each.line(), **counted.as_dict()}))
        else:
            for grid in counted.grids if all_grids else ():
                typer.echo(grid.line())
            name = f"{each.name}: " if each.name else ""
            typer.echo(f"{name}{counted} ({counted.status}). {sentence(counted.reason)}")
        if counted.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, SOLVED if counted.status == "exact" or counted.stopped_by == "limit" else NOT_KNOWN)
    raise typer.Exit(worst)


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
    worst = SOLVED
    for each in resolve(puzzle, board):
        with progress_after_a_second("comparing") as bar:
            found = compare_all(
                each, formulation, backend, solvers, limit, time_limit, functools.partial(show_item, bar)
            )
        if as_json:
            typer.echo(json.dumps(found.as_dict()))
        else:
            print_table(found.table(), 200)
            typer.echo(found.verdict)
        if len(found.rows) and found.rows[-1].count and found.rows[-1].count.stopped_by == INTERRUPTED:
            raise typer.Exit(STOPPED)
        worst = max(worst, {True: SOLVED, False: NOT_SO, None: NOT_KNOWN}[found.agree])
    raise typer.Exit(worst)


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
            about = {"corpus": each.name, "puzzles": len(each), "kinds": list(each.kinds), "title": each.title}
            rows.append({**about, "licence": each.licence, "source": each.source})
        columns = ["corpus", "puzzles", "kinds", "title"]
    else:
        for entry in corpus(name).entries:
            board = entry.puzzle.board
            about = {"name": entry.name, "board": f"{board.size}x{board.size}", "givens": len(entry.puzzle.givens)}
            known = {"solutions": entry.solutions, "kinds": list(kinds_of(board)), "source": entry.source}
            rows.append({**about, **known, "cells": entry.puzzle.line()})
        columns = ["name", "board", "givens", "solutions", "kinds", "source"]
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    numbers = ("puzzles", "givens", "solutions")
    shown = [{**row, "kinds": _listed(row["kinds"])} for row in rows]
    print_rows(columns, ([row[column] for column in columns] for row in shown), 120, numbers)


def _listed(kinds: list[str]) -> str:
    """Kinds in one line, a long list cut short."""
    return ", ".join(kinds) if len(kinds) <= 5 else f"{', '.join(kinds[:4])} and {len(kinds) - 4} others"


def _show_found(bar: Callable[..., None], found: int) -> None:
    bar(found, f"{found} solutions so far")
