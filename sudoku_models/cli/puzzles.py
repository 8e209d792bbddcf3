"""Commands about puzzles and their solutions: show, solve, count, compare, equivalent, allowed, unique; lists.

Of these, solve, count and equivalent also take a model in a file; see `model_files`.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ..backends import TITLES
from ..backends.files import is_model_file
from ..errors import InputError
from ..models.allowed_values import allowed_values
from ..models.comparison import Comparison
from ..models.comparison import compare as compare_all
from ..models.counting import count_solutions
from ..models.counting import solve as solve_one
from ..models.equivalence import Verdict
from ..models.equivalence import equivalent as prove_equivalent
from ..models.sudoku_model import build
from ..models.uniqueness import METHODS, uniqueness
from ..puzzles.board import Board
from ..puzzles.board_words import board_in_words, kinds_of
from ..puzzles.corpora import as_puzzle, corpora, corpus
from ..puzzles.formats import write_any
from ..puzzles.puzzle import Puzzle
from ..runtime.tables import ResultTable
from ..solvers import Status, installed, table
from . import console, model_files, options
from .arguments import resolve
from .console import Bar, Reply

commands = console.Commands()


@commands.add("show mccaffrey", "show mccaffrey -f pairwise -b pulp")
def show(
    puzzle: options.Puzzle,
    formulation: Annotated[str, typer.Option("--formulation", "-f", help="Print the model in this formulation.")] = "",
    backend: options.Backend = None,
    rewrite: options.Rewrite = None,
    board: options.Board = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="Print the puzzle as text: iss (Interactive Sudoku Solver), fpuzzles (JSON), link (of f-puzzles), "
            "sudokupad (a link), line (only the givens); for usual sudokus also hodoku (a line), sdk (a file of SadMan "
            "Sudoku), sudokuwiki (a link).",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Draw a puzzle, print it as text, or print its Pyomo, PuLP or CP-SAT model."""
    for each in resolve(puzzle, board):
        if form is not None:
            typer.echo(each.text(form))
            continue
        clashes = each.clashes()
        model = build(each, formulation, backend, rewrite).m.text() if formulation else ""
        if as_json:
            about = {"puzzle": each.name, "board": str(each.board), "cells": each.line(), "givens": len(each.givens)}
            about |= {"text": write_any(each.board, each.values), "clashes": clashes}
            about |= {name: text for name, text in each.about._asdict().items() if text and name != "drawing"}
            typer.echo(json.dumps({**about, "model": model} if model else about))
        else:
            line = f"{console.name_of(each)}{each.board}, {each.numbers}"
            words = [*filter(None, [each.about.line(), each.about.rules])]
            typer.echo(model) if model else console.say("\n".join([each.draw(cages=True), line, *words, *clashes]))


@commands.add("solve top95:1 --solver cpsat", "solve killer:1 -f mixed -b pulp --json", "solve model.mps")
def solve(
    puzzle: options.PuzzleOrModel,
    formulation: options.UsualFormulation = None,
    backend: options.Backend = None,
    solver: options.Solver = None,
    rewrite: options.Rewrite = None,
    time_limit: options.Seconds = None,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Find one solution; of a model in a file with an objective, a best one."""
    if is_model_file(puzzle):
        model_files.solve(puzzle, solver, time_limit, as_json, rewrite=rewrite, board=board)

    def ask(each: Puzzle, _: Bar) -> Reply:
        answer = solve_one(each, formulation, backend, solver, rewrite, time_limit)
        stats = answer.stats
        drawn = [each.draw(answer.grid, color=console.is_terminal(), cages=True)] if answer.grid else []
        rewritten = f", rewritten by {stats.rewrite}" if stats.rewrite else ""
        size = (
            f"{stats.formulation} on {TITLES[stats.backend]}{rewritten}: {stats.variables:,} variables, "
            f"{stats.constraints:,} constraints; build {1e3 * stats.build_seconds:.1f} ms, "
            f"solve {1e3 * stats.solve_seconds:.1f} ms"
        )
        data = {"puzzle": each.name, "givens": each.line(), **answer.as_dict()}
        verdict = {Status.SOLVED: True, Status.INFEASIBLE: False}.get(answer.status)
        text = [*drawn, f"{answer.status}: {answer.reason}", *each.clashes(), size]
        return Reply([data], text, verdict, answer.stopped_by)

    console.answer_each(resolve(puzzle, board), "solving", ask, as_json)


@commands.add("count several:20", "count several:34 -s cpsat --method enumerate --limit 5000", "count model.lp")
def count(
    puzzle: options.PuzzleOrModel,
    formulation: options.UsualFormulation = None,
    backend: options.Backend = None,
    solver: options.Solver = None,
    rewrite: options.Rewrite = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="The largest number of solutions to find.")] = 1000,
    time_limit: options.Seconds = None,
    cross_check: Annotated[bool, typer.Option(help="Confirm the count with a solver of another paradigm.")] = True,
    method: Annotated[
        str,
        typer.Option(
            help="cuts: no-good cuts; enumerate: that of a CP or SAT solver; partition: divide them, for many "
            "solutions; auto: enumerate where the solver can, otherwise cuts."
        ),
    ] = "auto",
    all_grids: Annotated[bool, typer.Option("--grids", help="Print every solution, one per line.")] = False,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Count the solutions, and confirm that there are no more. A count up to --limit is a success too."""
    if is_model_file(puzzle):
        how = {"cross_check": cross_check, "method": method}
        model_files.count(puzzle, solver, limit, time_limit, how, all_grids, as_json, rewrite=rewrite, board=board)

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
        line = f"{console.name_of(each)}{counted} ({counted.status}). {console.sentence(counted.reason)}"
        is_counted = counted.status == "exact" or counted.stopped_by == "limit"
        return Reply([data], [*grids, line], is_counted or None, counted.stopped_by)

    console.answer_each(resolve(puzzle, board), "counting", ask, as_json)


@commands.add("compare mccaffrey", "compare top95:1 -f assignment -b pulp -s highs -s cpsat")
def compare(
    puzzle: options.Puzzle,
    formulation: options.Formulations = None,
    backend: options.Backends = None,
    solver: options.Solvers = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="The largest number of solutions of each.")] = 10,
    time_limit: Annotated[float, options.seconds("Seconds for each configuration.")] = 60.0,
    board: options.Board = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print a row for each configuration, not only the fastest of a formulation.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Count the solutions in every configuration, formulation x backend x solver, and check that all agree."""
    formulations, backends, chosen = map(options.names, (formulation, backend, solver))
    chosen = installed(everything=True) if chosen and "all" in chosen else chosen
    puzzles = resolve(puzzle, board)
    is_first_look = len(puzzles) == 1 and not (formulations or backends or chosen or every)

    def ask(each: Puzzle, bar: Bar) -> Reply:
        bar(0, None, "loading the libraries")
        found = compare_all(each, formulations, backends, chosen, limit, time_limit, bar)
        last = found.rows[-1].count if found.rows else None
        text: list[str | ResultTable] = [f"{console.name_of(each)}{found.verdict}\n"]
        text += [replace(found.table(), notes=())] if every else _brief(found)
        text += [_next_steps()] * is_first_look
        return Reply([found.as_dict()], text, found.agree, last.stopped_by if last else "")

    console.answer_each(puzzles, "comparing", ask, as_json)


def _brief(found: Comparison) -> list[str | ResultTable]:
    """The only solution, and beside it or below it the fastest configuration of each formulation."""
    table = found.brief_table()
    note = f"\nms: from building the model to the last claim; --all shows all {len(found.rows)} configurations."
    grids = {grid for row in found.rows if row.count for grid in row.count.grids}
    if not found.agree or len(grids) != 1:
        return [table, note]
    drawn = found.puzzle.draw(grids.pop(), color=console.is_terminal(), cages=True)
    return [*console.side_by_side(drawn, table), note]


def _next_steps() -> str:
    """What to try after a first look, by commands that can be typed as they stand."""
    program = console.program()
    steps = {"course start": "the lessons", "play": "the board in a browser", "--help": "all commands"}
    width = max(map(len, steps))
    return "\n".join(["\nNext:", *(f"  {program} {each:{width}}   {what}" for each, what in steps.items())])


@commands.add(
    "equivalent assignment pairwise",
    "equivalent assignment at_most_once --plugin my_models.py --board 4",
    "equivalent one.mps other.lp --on x,y",
)
def equivalent(
    one: Annotated[
        str,
        typer.Argument(metavar="FORMULATION", help="A formulation, or an MPS or LP file.", show_default=False),
    ],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another one.", show_default=False)],
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle, or several.", show_default="an empty board")
    ] = None,
    plugin: Annotated[
        list[Path] | None, typer.Option("--plugin", "-p", help="A Python file with your own formulations.")
    ] = None,
    backend: options.Backend = None,
    solver: options.Solver = None,
    on: Annotated[
        options.Names, typer.Option("--on", help="Columns of two files, with commas or repeated.", show_default="all")
    ] = None,
    time_limit: Annotated[float, options.seconds("Seconds for each puzzle.")] = 60.0,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Decide whether two formulations, or files, have the same solutions; or find an assignment that only one takes."""
    from .. import benchmark

    if is_model_file(one) or is_model_file(other):
        shared = options.names(on)
        model_files.equivalent(
            one, other, shared, solver, time_limit, as_json, puzzle=puzzle, plugin=plugin, board=board
        )
    if on:
        raise InputError("--on is for two MPS or LP files")
    for file in plugin or ():
        benchmark.load_plugin(file)

    def ask(each: Puzzle, _: Bar) -> Reply:
        found = prove_equivalent(one, other, None, each, solver, time_limit, backend=backend)
        verdict = {Verdict.EQUIVALENT: True, Verdict.DIFFERENT: False}.get(found.status)
        data = {"puzzle": each.name, "board": str(each.board), "givens": each.line(), **found.as_dict()}
        return Reply([data], [f"{console.name_of(each)}{found}"], verdict, found.stopped_by)

    empty = board_in_words(board) if board is not None else Board.of_size(9)
    puzzles = [as_puzzle(empty)] if puzzle is None else resolve(puzzle, board)
    console.answer_each(puzzles, "comparing", ask, as_json)


@commands.add("allowed several:19", "allowed top95 --method cpsat --json")
def allowed(
    puzzle: options.Puzzle,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            "-m",
            help="milp, cpsat, sat, or enumerate.",
            show_default="milp; cpsat for rules beside units, and above 9x9",
        ),
    ] = None,
    time_limit: options.Seconds = None,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """For each cell, list the digits that it has in some solution.

    Each solve finds a solution with as many new values as possible, until a solver claims that there are none. So a
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
        end = f"{found.status}, by {found.how} in {found.solves} solves. {console.sentence(found.reason)}"
        verdict = found.total > 0 if found.status == "complete" else None
        return Reply([found.as_dict()], [found.draw(), console.name_of(each) + end], verdict, found.stopped_by)

    console.answer_each(resolve(puzzle, board), "looking for values", ask, as_json)


@commands.add("unique mccaffrey", "unique several:19 --method 'no-good cut' --json")
def unique(
    puzzle: options.Puzzle,
    method: Annotated[
        options.Names,
        typer.Option("--method", "-m", help=f"{', '.join(METHODS)}; may be repeated.", show_default="all"),
    ] = None,
    time_limit: Annotated[float, options.seconds("Seconds for each method.")] = 60.0,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Decide with five methods whether a puzzle has exactly one solution. If not, find the fewest further givens."""

    def ask(each: Puzzle, bar: Bar) -> Reply:
        found = uniqueness(each, method, time_limit=time_limit, progress=bar)
        stopped_by = found.methods[-1].stopped_by if found.methods else ""
        return Reply([found.as_dict()], [found.table()], found.is_unique, stopped_by)

    console.answer_each(resolve(puzzle, board), "deciding", ask, as_json)


@commands.add("puzzles", "puzzles several --json")
def puzzles(
    name: Annotated[str | None, typer.Argument(metavar="[CORPUS]", help="List the puzzles of one corpus.")] = None,
    as_json: options.Json = False,
) -> None:
    """List the corpora that ship with the package, or the puzzles of one corpus."""
    rows: list[dict[str, Any]]
    if name is None:
        columns = ["corpus", "puzzles", "kinds", "title"]
        rows = [
            {"corpus": each.name, "puzzles": len(each), "kinds": each.kinds}
            | {"title": each.title, "licence": each.licence, "source": each.source}
            for each in corpora()
        ]
    else:
        columns = ["name", "board", "givens", "solutions", "kinds", "source"]
        rows = [
            {"name": each.name, "board": f"{board.size}x{board.size}", "givens": len(each.puzzle.givens)}
            | {"solutions": each.solutions, "kinds": kinds_of(board), "source": each.source}
            | {"cells": each.puzzle.line()}
            for each in corpus(name).entries
            for board in [each.puzzle.board]
        ]
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    listed = [{**row, "kinds": ", ".join(row["kinds"][:5]) + ", ..." * (len(row["kinds"]) > 5)} for row in rows]
    console.print_rows(
        columns, [[row[each] for each in columns] for row in listed], right=("puzzles", "givens", "solutions")
    )


@commands.add("solvers")
def solvers() -> None:
    """List the solvers, and why those that cannot run on this machine cannot."""
    console.print_table(table())
