"""What solve, count, conflict and equivalent answer about a model in an MPS or LP file, which is no puzzle."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..backends.files import is_model_file
from ..errors import InputError
from ..models.equivalence import Equivalence, Verdict
from ..models.equivalence import equivalent as prove_equivalent
from ..runtime.limits import Stopwatch
from ..runtime.tables import ResultTable
from ..solvers import Status
from . import console
from .console import Bar, Reply

if TYPE_CHECKING:
    from ..models.problem import Problem


def read(path: str, **options: Any) -> "Problem":
    """The problem in a file; options that are about puzzles must not be given.

    Raises:
        InputError: When one is given, or the file cannot be read.
    """
    from ..models.problem import Problem

    if given := [f"--{name.replace('_', '-')}" for name, value in options.items() if value]:
        raise InputError(f"{given[0]} is for puzzles; omit it for the model in {path!r}")
    return Problem.read(path)


def solve(path: str, solver: str | None, time_limit: float | None, as_json: bool, **options: Any) -> None:
    """The command solve: a table of values, those that are not 0 before the others."""

    def ask(problem: "Problem", _: Bar) -> Reply:
        watch = Stopwatch()
        result = problem.solve(solver, time_limit)
        size = f"{Path(path).name}: {problem.summary()}; solve {1e3 * watch():,.1f} ms"
        table = result.table()
        text: Sequence[str | ResultTable] = [table, size] if table.rows else [*table.notes, size]
        verdict = {Status.SOLVED: True, Status.INFEASIBLE: False}.get(result.status)
        return Reply([{"file": path, **result.as_dict()}], text, verdict, result.stopped_by)

    console.answer_each([read(path, **options)], "solving", ask, as_json)


def count(
    path: str,
    solver: str | None,
    limit: int,
    time_limit: float | None,
    how: Mapping[str, Any],
    every: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """The command count; with `every` it prints each solution, as the values that are not 0."""

    def ask(problem: "Problem", bar: Bar) -> Reply:
        def progress(found: int) -> None:
            bar(found, limit, f"{found} solutions so far")

        counted = problem.count_solutions(solver, limit, time_limit, progress=progress, **how)
        data = {"file": path, **counted.as_dict()}
        data["solutions"] = data.pop("grids")
        lines = [", ".join(f"{key} = {value:g}" for key, value in each.items() if value) for each in counted.solutions]
        line = f"{Path(path).name}: {counted} ({counted.status}). {console.sentence(counted.reason)}"
        is_counted = counted.status == "exact" or counted.stopped_by == "limit"
        shown = [each or "all are 0" for each in lines] if every else []
        return Reply([data], [*shown, line], is_counted or None, counted.stopped_by)

    console.answer_each([read(path, **options)], "counting", ask, as_json)


def conflict(path: str, time_limit: float | None, smallest: bool, as_json: bool, **options: Any) -> None:
    """The command conflict."""

    def ask(problem: "Problem", _: Bar) -> Reply:
        found = problem.conflict(time_limit, smallest)
        verdict = {Status.INFEASIBLE: True, Status.SOLVED: False}.get(found.status)
        return Reply([{"file": path, **found.as_dict()}], [str(found)], verdict, found.stopped_by)

    console.answer_each([read(path, **options)], "looking for a conflict", ask, as_json)


def equivalent(
    one: str, other: str, on: list[str] | None, solver: str | None, time_limit: float, as_json: bool, **options: Any
) -> None:
    """The command equivalent, of two files."""
    if odd := [each for each in (one, other) if not is_model_file(each)]:
        raise InputError(f"{odd[0]!r} is no MPS or LP file, as the other is; name two files, or two formulations")
    pair = read(one, **options), read(other, **options)

    def ask(problems: "tuple[Problem, Problem]", _: Bar) -> Reply:
        found: Equivalence = prove_equivalent(*problems, on, None, solver, time_limit)
        verdict = {Verdict.EQUIVALENT: True, Verdict.DIFFERENT: False}.get(found.status)
        return Reply([{"files": [one, other], **found.as_dict()}], [str(found)], verdict, found.stopped_by)

    console.answer_each([pair], "comparing", ask, as_json)
