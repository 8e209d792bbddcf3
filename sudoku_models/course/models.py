"""Judges of models: formulations of Sudoku, and models of other problems; pictures of their counter-examples."""

import copy
import io
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from inspect import signature
from typing import Any

from .. import backends
from ..backends import Backend, Linear, columns_of, new_backend, plain
from ..errors import FormulationError, InputError
from ..models.counting import count_solutions
from ..models.problem import Problem
from ..models.results import Answer, Count, Result
from ..models.satisfaction import is_satisfied
from ..models.validation import (
    Undecided,
    UserModel,
    define,
    entries,
    first_counterexample,
    native_model,
    short,
)
from ..puzzles.cell_names import listed
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell
from ..solvers import Feature, Status, find, first
from .answers import must_be_unchanged
from .exercise import SECONDS, Function, Judge, Wrong

Truths = Iterable[tuple[Puzzle, frozenset[Grid]]]
"""Puzzles, each with all its solutions."""

# -- formulations of Sudoku --------------------------------------------------------------------------------------------


def formulation(
    also: Callable[[UserModel], None] | None = None,
    praise: str = "",
    backend: str | None = None,
    puzzles: Callable[[], Truths] = known_puzzles,
    around: Callable[[Any], Any] = lambda answer: answer,
) -> Judge:
    """A judge of a formulation: on every puzzle it must accept all solutions, and nothing else.

    Args:
        also: A further check of the model of the last puzzle, which raises `Wrong`.
        praise: The sentence for the right answer; by default it has the numbers of solutions.
        backend: The backend of the verbs; by default PuLP, or the first that is installed.
        puzzles: Makes the puzzles, each with all its solutions.
        around: Makes the formulation of the answer, where this is only a part of one.

    The formulation takes `(m, puzzle)` and uses the verbs, or takes `(puzzle)` and returns a plain Pyomo model with
    `x[r, c]` or `y[r, c, d]`, or a pair of a PuLP problem or a `CpModel` and its dict x or y.
    """

    def judge(answer: Function) -> str:
        every, builder = [*puzzles()], around(answer)
        must_be_right(builder, every, backend)
        if also is not None:
            also(define(builder, every[-1][0], backend))
        numbers = listed(len(grids) for _, grids in every)
        return praise or f"your model accepts every solution and nothing else: {numbers} on the {len(every)} puzzles"

    return judge


def must_be_right(builder: Any, puzzles: Truths | None = None, backend: str | None = None) -> None:
    """Check that a model accepts all solutions and nothing else, on the known puzzles or on others.

    Raises:
        Wrong: With the first counter-example.
    """
    if found := first_counterexample(builder, puzzles, backend):
        raise Wrong(found.sentence, found.puzzle, found.grid)


# -- other models ------------------------------------------------------------------------------------------------------


def must_have_solutions(
    solutions: Iterable[Hashable], right: Collection[Any], objection: Callable[[Any, bool], Wrong]
) -> None:
    """Check that a model has the right solutions and no others.

    Args:
        solutions: Those of the model, perhaps repeated.
        right: All right solutions.
        objection: Called with a solution, and whether the model allows it, though it is not right, or forbids it.

    >>> must_have_solutions([2, 3], {3, 5}, lambda each, allowed: Wrong(f"{each} {allowed}"))
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: 2 True
    """
    found = set()
    for each in solutions:
        if each not in right:
            raise objection(each, True)
        found.add(each)
    for each in right:
        if each not in found:
            raise objection(each, False)


def stated(
    answer: Callable[..., Any],
    arguments: Sequence[Any],
    keys: Collection[Hashable],
    what: str,
    name: str = "y",
    some: bool = False,
) -> Problem:
    """The problem that a learner's function states, with the verbs of the package or in a modelling library.

    Args:
        answer: Takes an empty model `m` and the arguments, and returns its binaries in a dict. Or it takes the
            arguments, after `m` or alone, and returns a Pyomo model, or a pair of a PuLP problem or a `CpModel` and
            its binaries.
        arguments: The arguments after `m`, of which it must not change a list.
        keys: The keys of the binaries; variables with other keys are left out.
        what: What the keys are, for the sentences, such as "cells".
        name: The name of the binaries in a Pyomo model.
        some: Whether it may return some of them only.

    Raises:
        Wrong: When it changes an argument, or does not return a model with a binary for each key.

    >>> stated(lambda m, n: m.int_vars("x", range(n), 0, 9), [3], range(3), "numbers")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: the variable for 0 may be 0 to 9; make it a binary, with m.bool_vars
    >>> import pulp
    >>> def one_of(letters):
    ...     problem = pulp.LpProblem("one_of")
    ...     y = {a: problem.add_variable(a, cat="Binary") for a in letters}
    ...     problem += pulp.lpSum(y.values()) == 1
    ...     return problem, y
    >>> stated(one_of, ["abc"], "abc", "letters").count_solutions().value
    3
    """
    m = new_backend()
    given = [copy.deepcopy(each) if isinstance(each, list) else each for each in arguments]
    returned = answer(*given) if is_without_m(answer, len(given)) else answer(m, *given)
    for before, after in zip(arguments, given, strict=True):
        must_be_unchanged(before, after, "a list that it was given")
    if isinstance(returned, Mapping):
        binaries = _binaries(m, returned, keys, what, some)
    else:
        try:
            m, table, where = native_model(returned, (name,))
        except FormulationError as error:
            raise Wrong(str(error)) from None
        binaries = _native_binaries(m, table, keys, what, where, name, some)
    return Problem(lambda _: binaries, m)


def language_of(state: Callable[[str, bool], Backend]) -> tuple[str, bool]:
    """In which language a learner's function speaks of a model that it is given: verbs of `m`, or a library's own.

    Args:
        state: Makes an empty model of a backend, calls the function with it, or with its native model, and returns it.

    Returns:
        The first backend, and whether the function takes its native model, with which the function does not fail; the
        verbs of the first backend where it fails with all.

    >>> def half_of(backend, native):
    ...     m = new_backend(backend)
    ...     x = m.int_vars("x", "ab", 0, 1)
    ...     (m.native if native else m).add_all_different(x.values())
    ...     return m
    >>> language_of(half_of)
    ('cpsat', True)
    """
    here = sorted(backends.installed(), key=lambda name: name != "pulp")
    for backend, native in ((here[0], False), *((name, True) for name in here)):
        with suppress(Exception):
            m = state(backend, native)
            parts = [*vars(m).values(), *vars(m.native).values()] if backend != "pyomo" else []
            if not any(type(each).__module__.startswith("pyomo") for each in parts):  # they would do nothing here
                return backend, native
    return here[0], False


def is_without_m(answer: Callable[..., Any], arguments: int) -> bool:
    """Whether a function takes so many arguments, and no empty model before them."""
    try:
        every = signature(answer).parameters.values()
    except (TypeError, ValueError):
        return False
    places = [p for p in every if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    return len(places) == arguments and [p.name for p in places[:1]] != ["m"]


def _native_binaries(
    m: Backend, table: Any, keys: Collection[Hashable], what: str, where: str, name: str, some: bool = False
) -> dict[Any, Any]:
    """The binaries of a model of a library; the sentences do not speak of the verbs of `m`."""
    if not (hasattr(table, "keys") and hasattr(table, "__getitem__")):
        raise Wrong(f"{where} must return its variables, a dict {name}, not {short(table)}")
    try:
        return _binaries(m, dict(entries(table)), keys, what, some)
    except Wrong as wrong:
        sentence = wrong.sentence.replace("variables of m", "variables of your model").replace(", with m.bool_vars", "")
        raise Wrong(sentence) from None


def _binaries(
    m: Backend, table: Mapping[Any, Any], keys: Collection[Hashable], what: str, some: bool = False
) -> dict[Any, Any]:
    """The variables of a table that have these keys, all of them binaries."""
    binaries = {key: variable for key, variable in table.items() if key in keys}
    missing = [key for key in keys if key not in binaries]
    if missing and not (some and binaries):
        raise Wrong(f"the dict must have a variable for each of the {what}; {short(missing[0])} has none")
    for key in binaries:
        try:
            column = m.column(binaries[key])
        except InputError:
            held = short(binaries[key])
            raise Wrong(f"the dict must hold variables of m, and for {key!r} it holds {held}") from None
        if not m.is_integer(column):
            raise Wrong(f"the variable for {key!r} is continuous and may be a half; make it a binary, with m.bool_vars")
        low, high = m.declared(column)
        if low < 0 or high > 1:
            raise Wrong(f"the variable for {key!r} may be {low:g} to {high:g}; make it a binary, with m.bool_vars")
    return binaries


def is_solved(result: Result | Answer) -> bool:
    """Whether there is a solution.

    Raises:
        Undecided: When the solver was stopped before it had decided.
    """
    if result.status is Status.UNKNOWN:
        raise Undecided(f"whether your answer is right is not known: {result.reason}")
    return result.status is Status.SOLVED


def allows(problem: Problem, ones: Collection[Hashable]) -> bool:
    """Whether a problem has a solution in which the binaries with these keys are 1.

    Raises:
        Undecided: At the time limit.

    >>> def one_of_two(m):
    ...     y = m.bool_vars("y", "ab")
    ...     m.add(m.sum(y.values()) == 1, "one")
    ...     return y
    >>> problem = Problem(one_of_two)
    >>> allows(problem, "a"), allows(problem, "ab")
    (True, False)
    """
    for key in ones:
        problem.m.fix(problem.variables[key], 1)
    try:
        return is_solved(problem.solve(time_limit=SECONDS))
    finally:
        problem.m.free([problem.columns[key] for key in ones])


def every_solution(problem: Problem) -> tuple[dict[Any, int], ...]:
    """All solutions of a problem, by a solver that enumerates.

    Raises:
        Undecided: When the solver was stopped before it had found them.
    """
    count = problem.count_solutions(first(Feature.ENUMERATION), limit=None, cross_check=False)
    must_be_complete(count)
    return count.solutions


def must_be_complete(count: Count, most: int | None = None) -> None:
    """Raise `Undecided` for a count that was stopped before it had found so many solutions, or all."""
    if count.status != "exact" and count.value != most:
        raise Undecided(f"whether your answer is right is not known: {count.reason}")


def allowed_by(
    m: Backend, variables: Mapping[Any, Any], every: Iterable[Mapping[Any, int]]
) -> Iterator[tuple[Mapping[Any, int], bool]]:
    """Whether a model allows each assignment of some variables, with some values of its further variables.

    Constraints without further variables are computed. The others are linear, and assignments that leave them the same
    right-hand sides are solved once.

    Args:
        m: The model; its objective does not matter.
        variables: The variables that are assigned, by their keys.
        every: The assignments, the value of each key.

    Raises:
        Undecided: At the time limit.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x, half = m.int_vars("x", "ab", 0, 5), m.int_vars("half", [1], 0, 2)
    >>> _ = m.add(x["a"] + x["b"] == 2 * half[1], "even")
    >>> [n["a"] for n, allowed in allowed_by(m, x, ({"a": k, "b": 1} for k in range(6))) if allowed]
    [1, 3]
    """
    columns = {key: m.column(variable) for key, variable in variables.items()}
    model = replace(plain(m), minimised=None)
    assigned = set(columns.values())
    alone = [each for each in model.records if assigned.issuperset(columns_of(each))]
    others = [each for each in model.records if not assigned.issuperset(columns_of(each))]
    more = replace(model, records=others)
    session: Any = find(first(Feature.OBJECTIVE)).session(more) if others else None
    decided: dict[tuple[float, ...], bool] = {}

    def has_others(values: list[float]) -> bool:
        rows = [each for each in others if isinstance(each, Linear)]
        terms = (zip(each.columns, each.coefficients, strict=True) for each in rows)
        sides = tuple(sum(c * values[k] for k, c in of_row if k in assigned) for of_row in terms)
        sides = sides if len(rows) == len(others) else tuple(values)
        if sides not in decided:
            lower, upper = (
                [values[k] if k in assigned else end for k, end in enumerate(ends)]
                for ends in (model.lower, model.upper)
            )
            session.m = replace(more, lower=lower, upper=upper)
            status = session.solve(SECONDS).status
            if status is Status.UNKNOWN:
                raise Undecided(f"whether your model is right is not known: it was not solved in {SECONDS:g} seconds")
            decided[sides] = status is not Status.INFEASIBLE
        return decided[sides]

    for numbers in every:
        values = [0.0] * len(model.variables)
        for key, number in numbers.items():
            values[columns[key]] = number
        inside = all(model.lower[k] <= values[k] <= model.upper[k] for k in assigned)
        yield (
            numbers,
            inside and all(is_satisfied(each, values) for each in alone) and (not others or has_others(values)),
        )


def best_of_native(returned: Any, keys: Collection[Hashable], what: str, name: str, case: str) -> frozenset[Any]:
    """The keys of the variables that are 1 in a best solution of a model in the objects of its library.

    Args:
        returned: A Pyomo model, or a pair of a PuLP problem or a `CpModel` and its variables.
        keys: The keys of the variables, each a binary.
        what: What the keys are, for the sentences, such as "squares".
        name: The name of the variables in a Pyomo model.
        case: The problem, for the sentences, such as "for n=4".

    Raises:
        Wrong: When it is no such model, has no objective or no solution.
        Undecided: At the time limit.

    >>> import pulp
    >>> problem = pulp.LpProblem("two", pulp.LpMaximize)
    >>> q = {k: problem.add_variable(f"q{k}", cat="Binary") for k in "ab"}
    >>> problem += q["a"] + q["b"] <= 1
    >>> problem += q["a"] + 2 * q["b"]
    >>> best_of_native((problem, q), "ab", "letters", "q", "for two")
    frozenset({'b'})
    """
    m, table, where = native_model(returned, (name,))
    binaries = _native_binaries(m, table, keys, what, where, name)
    if not m.has_objective():
        raise Wrong(f"{case} your model has no objective")
    if m.name == "cpsat":
        return _best_by_cpsat(m, binaries, case)
    result = Problem(lambda _: binaries, m).solve(time_limit=SECONDS)
    if not is_solved(result) or result.values is None:
        raise Wrong(f"{case} your model has no solution")
    return frozenset(key for key, one in result.values.items() if one)


def _best_by_cpsat(m: Backend, binaries: dict[Any, Any], case: str) -> frozenset[Any]:
    """The same for a CpModel, by CP-SAT itself, which has more constraints than this package can read."""
    from ortools.sat.python import cp_model

    status, solver = solved_by_cpsat(m)
    if status == cp_model.INFEASIBLE:
        raise Wrong(f"{case} your model has no solution")
    if status != cp_model.OPTIMAL:
        raise Undecided(f"{case} your model was not solved in {SECONDS:g} seconds")
    return frozenset(key for key, x in binaries.items() if solver.value(x))


def solved_by_cpsat(m: Backend) -> tuple[Any, Any]:
    """The status of a CpModel, and the solver with the values.

    >>> m = new_backend("cpsat")
    >>> x = m.native.new_int_var(3, 3, "x")
    >>> status, solver = solved_by_cpsat(m)
    >>> status.name, solver.value(x)
    ('OPTIMAL', 3)
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    return solver.solve(m.native), solver


@cache
def all_solutions(puzzle: Puzzle, most: int | None = None) -> tuple[Grid, ...]:
    """The solutions of a puzzle, in order; at most so many.

    Raises:
        Undecided: When the solver was stopped before it had found them.

    >>> [len(all_solutions(Puzzle.parse("1... .... ..2. ...."), most)) for most in (None, 2)]
    [18, 2]
    """
    count = count_solutions(puzzle, limit=most, cross_check=False, method="enumerate")
    must_be_complete(count, most)
    return tuple(sorted(count.grids, key=Grid.line))


def without(puzzle: Puzzle, cells: Collection[Cell]) -> Puzzle:
    """The puzzle without the givens in some cells.

    >>> without(Puzzle.parse("1... ..2. .3.. ...4"), [(1, 1), (4, 4)]).line()
    '......2..3......'
    """
    left = (0 if i in cells else d for i, d in zip(puzzle.board.cells, puzzle.values, strict=True))
    return Puzzle(puzzle.board, tuple(left))


# -- pictures ----------------------------------------------------------------------------------------------------------


def svg(draw: Callable[[Any, Any], object], width: float = 4.2, height: float = 3.6) -> str:
    """A drawing of `sudoku_models.plots` as SVG, the same text for the same drawing.

    Matplotlib is imported here, because most verdicts need no picture.

    Args:
        draw: Is called with the module `plots` and an empty `Axes`.
        width: The width in inches.
        height: The height in inches.

    Returns:
        An element `<svg>`; an empty text where matplotlib is not installed.

    >>> picture = svg(lambda plots, ax: plots.coloured_map({"WA": 1, "NT": 1}, ax=ax))
    >>> picture.startswith("<svg"), picture.rstrip().endswith("</svg>"), "NT 1" in picture
    (True, True, True)
    """
    if find_spec("matplotlib") is None:
        return ""
    import matplotlib
    from matplotlib.figure import Figure

    from .. import plots

    figure, text = Figure(figsize=(width, height)), io.StringIO()
    draw(plots, figure.add_axes((0, 0, 1, 1)))
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "verdict"}):
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
