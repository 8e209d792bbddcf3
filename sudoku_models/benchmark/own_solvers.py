"""Solvers of your own, tried on small models whose answers are known by brute force."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from .. import backends as backend_table
from .. import solvers as solver_table
from ..backends import BACKENDS, Backend, Linear, PlainModel, new_backend, plain
from ..errors import SolverError, SudokuModelsError, UnknownNameError, UnsupportedError, WorkerError
from ..models.counting import count_solutions
from ..models.satisfaction import broken
from ..models.validation import Undecided
from ..puzzles.corpora import entry_of
from ..puzzles.known_solutions import known_puzzles
from ..runtime import platform
from ..runtime.processes import Worker
from ..solvers import Feature, Outcome, Solver, Status

SECONDS = 5.0
"""The time limit of a solve. One of `SHORT` ends in the middle of the search of many a solver."""
SHORT = 0.2
HANGS = 120.0
"""Seconds after which the process of a solver is killed that does not keep its time limits."""
SEARCH = "hardest11:1"
"""A puzzle with one solution that needs search."""
WHOLE = 1e-6
"""How far a value of an integer variable may be from the integer."""
CHECKED = "the solver that is checked"

Values = tuple[int, ...]
Post = Callable[[Any], None]


class Case(NamedTuple):
    """A small model: `define` states it in the methods of a backend, and returns its variables."""

    what: str
    define: Callable[[Backend], Mapping[Any, Any]]
    feature: Feature | None = None


def check_solver(solver: str | Callable[[], Solver], backends: Iterable[str] | None = None) -> str:
    """Try a solver on small models whose answers are known by brute force, in a process of its own.

    - SOLVED comes with values that satisfy the model, with an objective with the best ones; INFEASIBLE only where there
      is no solution; UNKNOWN with what stopped it. The same after cuts, with a variable fixed, and without time.
    - What it declares in `features` it does; any constraint else it may refuse, with an `UnsupportedError`.
    - Puzzles are counted with it, one of them in so short a time that it may have to stop.

    Args:
        solver: Its class, or its name in the table.
        backends: Names; None means all. A backend of your own is tried in the same way, with a solver that is right.

    Returns:
        How many models it is right about, and which ones it refuses or leaves unknown.

    Raises:
        SolverError: When it is wrong, raises an error, crashes or hangs, which names the model; when it answers none of
            the small models.

    >>> print(check_solver("cpsat", ["pulp"]))
    cpsat is right about all 18 models, on pulp
    """
    found = solver_table.find(solver) if isinstance(solver, str) else solver()
    name = getattr(found, "name", "your solver")
    if missing := [part for part in ("name", "paradigm", "features", "facts", "session") if not hasattr(found, part)]:
        raise SolverError(f"{name} lacks {', '.join(missing)}; see `solvers.Solver`")
    where = list(dict.fromkeys(backend_table.installed() if backends is None else backends))
    UnknownNameError.check("backend", where, BACKENDS)
    trials = [*_trials(found)]
    not_right, open_ = dict[str, str](), set[str]()
    with Worker() if platform.can(platform.PROCESSES) else nullcontext() as worker:
        for backend, (what, trial) in product(where, trials):
            try:
                if worker:
                    worker.request(_tried, trial, found, backend, time_limit=HANGS)
                else:
                    _tried(print, trial, found, backend)
            except (UnsupportedError, Undecided) as refusal:
                not_right.setdefault(what, f"{refusal}")
                if isinstance(refusal, Undecided):
                    open_.add(what)
            except WorkerError as error:
                advice = "; it has to keep its time limit" if error.limit == "time" else ""
                raise SolverError(f"{name} on {backend}, {what}: {error}{advice}") from error
            except SudokuModelsError as error:
                raise SolverError(f"{name} on {backend}, {what}: {error}") from error
    reasons = "".join(f"\n- {what}: {why}" for what, why in not_right.items())
    if len(not_right) >= len(trials) - 1:  # in the last one, which is stopped, it need not answer
        raise SolverError(f"{name} answers none of {len(trials) - 1} models{reasons}")
    number = f"{len(trials) - len(not_right)} of {len(trials)}" if not_right else f"all {len(trials)}"
    kinds = [(len(not_right) - len(open_), "refuses"), (len(open_), "leaves unknown")]
    rest = "".join(f"; it {verb} {times}" for times, verb in kinds if times)
    return f"{name} is right about {number} models, on {', '.join(where)}{rest}{reasons}"


def _tried(_: Post, trial: Callable[[Solver, str], None], solver: Solver, backend: str) -> None:
    """A trial, in the worker; an error of the solver is one that says where."""
    try:
        trial(solver, backend)
    except SudokuModelsError:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}, line {at.lineno}, `{at.line}`"
        raise SolverError(f"it raises {type(error).__name__}: {error} ({where})") from None


def _trials(solver: Solver) -> Iterator[tuple[str, Callable[[Solver, str], None]]]:
    """What is tried, by name."""
    for case in CASES:
        if case.feature in (None, *solver.features):
            yield case.what, partial(_on_a_model, case)
    yield "an objective", partial(_on_an_objective, Case("", _cover))
    if Feature.CONTINUOUS in solver.features:
        yield "a continuous variable", _on_a_fraction
    for puzzle, grids in known_puzzles()[1:3]:
        for formulation in ("assignment", "all_different"):
            yield f"{puzzle.name}, {formulation}", partial(_on_a_puzzle, puzzle, len(grids), formulation, SECONDS)
    hard = entry_of(SEARCH).puzzle
    yield "a time limit during the search", partial(_on_a_puzzle, hard, 1, "all_different", SHORT)


# -- one trial ---------------------------------------------------------------------------------------------------------


def _on_a_model(case: Case, solver: Solver, backend: str) -> None:
    """Solve, with cuts until there is no solution; with a variable fixed; without time; and enumerate."""
    m = new_backend(backend)
    x = [*case.define(m).values()]
    expected = _solutions(m)
    session = solver.session(m)
    _check(session.solve(SECONDS), expected, solver, m)
    m.fix(x[0], int(m.bounds()[1][0]))
    _check(session.solve(SECONDS), _solutions(m), solver, m, " with a variable fixed")
    m.free()
    _check(solver.session(m).solve(1e-9), expected, solver, m, " without time", hurried=True)
    if Feature.ENUMERATION in solver.features:
        _enumerated(solver, m, expected)
    for k in range(len(expected)):
        values = _solutions(m)[0]
        if Feature.LOGIC in solver.features:
            m.exclude([*zip(x, values, strict=True)], f"cut {k}")
        else:
            m.add(m.sum(x) >= sum(values) + 1, f"cut {k}")
        left = _solutions(m)
        _check(session.solve(SECONDS), left, solver, m, " after a cut")
        if not left:
            break


def _on_an_objective(case: Case, solver: Solver, backend: str) -> None:
    """The best solutions, in both directions. A solver that does not minimise has to refuse."""
    for sign in (1, -1):
        m = new_backend(backend)
        x = [*case.define(m).values()]
        (m.minimize if sign > 0 else m.maximize)(m.sum(x))
        every = _solutions(m)
        best = min(sign * sum(values) for values in every)
        outcome = solver.session(m).solve(SECONDS)
        if Feature.OBJECTIVE not in solver.features:
            raise SolverError("it does not declare that it minimises, so it has to refuse an objective")
        _check(outcome, [values for values in every if sign * sum(values) == best], solver, m, " that is the best")


def _on_a_fraction(solver: Solver, backend: str) -> None:
    m = PlainModel(["x"], [0.0], [1.0], [False], [Linear((0,), (3.0,), 1.0, inf, "a third")], None)
    outcome = solver.session(m).solve(SECONDS)
    if outcome.status is Status.INFEASIBLE:
        raise SolverError(f"it says {outcome.status} ({outcome.reason}), and 1/3 is a solution. The model:\n{m.text()}")
    if outcome.status is Status.SOLVED and (not outcome.values or broken(m, outcome.values)):
        raise SolverError(f"its values {outcome.values} do not satisfy {m.text()}")
    if outcome.status is Status.UNKNOWN:
        raise Undecided(f"it did not finish: {outcome.reason}")


def _on_a_puzzle(puzzle: Any, number: int, formulation: str, seconds: float, solver: Solver, backend: str) -> None:
    """Count the solutions of a puzzle, with what the rewrites make of a formulation where the solver needs that."""
    solver_table.register(CHECKED, lambda: solver)
    try:
        count = count_solutions(puzzle, formulation, backend, CHECKED, time_limit=seconds, cross_check=False)
    finally:
        del solver_table.SOLVERS[CHECKED]
    is_right = count.value == number if count.status == "exact" else count.value <= number
    if not is_right:
        raise SolverError(f"it finds {count.value} solutions ({count.status}); there are {number}")
    if count.status != "exact" and seconds > SHORT and (Feature.PROOF in solver.features or not count.value):
        raise Undecided(f"it did not finish: {count.reason}")


def _solutions(m: Backend) -> list[Values]:
    """All solutions, by brute force."""
    ends = zip(*m.bounds(), strict=True)
    return [v for v in product(*(range(int(low), int(high) + 1) for low, high in ends)) if not broken(m, v)]


def _enumerated(solver: Any, m: Backend, expected: list[Values]) -> None:
    found: list[Any] = []

    def on_solution(values: list[float]) -> bool:
        found.append(_whole(values, m))
        return True

    outcome = solver.session(m).enumerate(on_solution, SECONDS)
    if outcome.status is not Status.INFEASIBLE or sorted(found) != expected:
        raise SolverError(f"it enumerates {sorted(found)} and says {outcome.status}; the solutions are {expected}")


def _whole(values: Any, m: Backend) -> Values | None:
    """The values as integers; None when one is none."""
    is_whole = len(values) == len(m.bounds()[0]) and all(abs(value - round(value)) <= WHOLE for value in values)
    return tuple(map(round, values)) if is_whole else None


def _check(
    outcome: Any, expected: list[Values], solver: Solver, m: Backend, when: str = "", hurried: bool = False
) -> None:
    """Check what a solver says of a model with these solutions."""
    if not isinstance(outcome, Outcome) or outcome.status not in [*Status]:
        raise SolverError(f"its session returns {outcome!r}, not an Outcome with a Status")
    is_solved, is_unknown = outcome.status is Status.SOLVED, outcome.status is Status.UNKNOWN
    what = f"it says {outcome.status} ({outcome.reason})"
    if is_solved != (outcome.values is not None):
        raise SolverError(f"{what}{when}: values come with SOLVED, and only then; they are {outcome.values}")
    if is_unknown != bool(outcome.stopped_by):
        raise SolverError(
            f"{what}{when}: stopped_by says why it is UNKNOWN, and only then; it is {outcome.stopped_by!r}"
        )
    if is_solved and _whole(outcome.values, m) not in expected:
        right = f"right are {expected}" if expected else "there is no solution"
        raise SolverError(f"{what} with the values {outcome.values}{when}; {right}. The model:\n{plain(m).text()}")
    if outcome.status is Status.INFEASIBLE and expected:
        raise SolverError(f"{what}{when}, and {expected[0]} is a solution. The model:\n{plain(m).text()}")
    if is_unknown and not hurried:
        raise Undecided(f"it did not finish: {outcome.reason}")


# -- the models --------------------------------------------------------------------------------------------------------


def _three(m: Backend) -> dict[Any, Any]:
    return m.int_vars("x", "abc", 1, 3)


def _sum(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] + x["b"] == 5, "five")
    return x


def _odd(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", 1, 3)
    m.add(2 * x["a"] + 2 * x["b"] == 7, "seven")
    return x


def _negative(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", -3, 0)
    m.add(2 * x["a"] - x["b"] <= -5, "below")
    return x


def _cover(m: Backend) -> dict[Any, Any]:
    """The relaxation has one half everywhere."""
    y = m.bool_vars("y", "abc")
    for one, other in ("ab", "bc", "ac"):
        m.add(y[one] + y[other] >= 1, f"{one} or {other}")
    return y


def _different(m: Backend) -> dict[Any, Any]:
    x = _three(m)
    m.all_different(x.values(), "all differ")
    return x


def _crowded(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "abc", 1, 2)
    m.all_different(x.values(), "all differ")
    return x


def _unequal(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", 1, 2)
    m.not_equal(x["a"], x["b"] + 1, "differ")
    return x


def _table(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", 1, 3)
    m.table(x.values(), [(1, 3), (2, 2), (5, 1)], "pairs")
    return x


def _implied(m: Backend) -> dict[Any, Any]:
    y, x = m.bool_vars("y", "a"), m.int_vars("x", "b", 1, 3)
    m.implies(y["a"], x["b"] >= 3, "large")
    return y | x


def _element(m: Backend) -> dict[Any, Any]:
    x = m.int_vars("x", "ab", 0, 3)
    m.element([2, 0, 3], x["a"], x["b"], "entry")
    return x


def _inverse(m: Backend) -> dict[Any, Any]:
    x, y = m.int_vars("x", "ab", 0, 1), m.int_vars("y", "ab", 0, 1)
    m.inverse(x.values(), y.values(), "inverse")
    return {("x", k): v for k, v in x.items()} | {("y", k): v for k, v in y.items()}


CASES = (
    Case("variables alone", lambda m: m.int_vars("x", "ab", 1, 2)),
    Case("an equation", _sum),
    Case("an equation without a solution", _odd),
    Case("an inequality with negative values", _negative),
    Case("a cover", _cover),
    Case("all different", _different, Feature.LOGIC),
    Case("all different, too crowded", _crowded, Feature.LOGIC),
    Case("not equal", _unequal, Feature.LOGIC),
    Case("a table", _table, Feature.LOGIC),
    Case("an implication", _implied, Feature.LOGIC),
    Case("an element", _element, Feature.LOGIC),
    Case("an inverse", _inverse, Feature.LOGIC),
)
