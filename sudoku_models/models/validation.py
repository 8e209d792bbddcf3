"""What is wrong with a formulation: all solutions of its models, held against all that there are.

A model must have every solution of a puzzle of the battery, and no other. What it has is found by solvers and judged
by the validator, which asks none; what there is, is known beforehand.
"""

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rewrites, solvers
from ..backends import Backend, Constraint, Exclude, columns_of, new_backend
from ..errors import FormulationError, SolverError, SudokuModelsError, UnsupportedError
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from ..rewrites.no_good import no_good
from ..solvers import Session, Status
from .satisfaction import holds

__all__ = ["Fault", "NotDecided", "Stated", "first_fault", "short", "state", "wants"]

SECONDS = 10.0
"""For one solve; a sound model needs a tenth of a second on the largest board of the battery."""

MOST_REPEATS = 5_000
"""Solutions that CP-SAT may go through: variables beside the cells can make it repeat a grid."""


class NotDecided(SolverError):
    """A limit struck before it was known whether a formulation is right."""


@dataclass(frozen=True)
class Stated:
    """Somebody's model, whichever way it was written: the backend over it, and x[cell] or y[cell, digit]."""

    m: Backend
    puzzle: Puzzle
    variables: dict[Any, Any]

    @property
    def is_binary(self) -> bool:
        """Whether the variables are y[cell, digit]."""
        return self.puzzle.board.cells[0] not in self.variables


@dataclass(frozen=True)
class Fault:
    """What is wrong with a model, and the grid that shows it.

    Attributes:
        kind: "accepts" a grid that is no solution, "forbids" one that is, or "values" that are no grid at all.
    """

    kind: str
    sentence: str
    puzzle: Puzzle
    grid: Grid | None = None


def first_fault(
    builder: Any, puzzles: Iterable[tuple[Puzzle, frozenset[Grid]]] | None = None, backend: str = "pulp"
) -> Fault | None:
    """What is wrong with a model, on the first puzzle that shows it; None when nothing is.

    Raises:
        FormulationError: When there is no model to look at.
        NotDecided: When the solver did not come to an end.
    """
    for puzzle, grids in known_puzzles() if puzzles is None else puzzles:
        if fault := _fault_on(state(builder, puzzle, backend), grids):
            return fault
    return None


def state(builder: Any, puzzle: Puzzle, backend: str = "pulp") -> Stated:
    """Call somebody's function, and find the backend and the variables in what it returns.

    Raises:
        FormulationError: When what it returns is not what was asked for.
    """
    if wants(builder) == 2:
        m = new_backend(backend)
        stated = Stated(m, puzzle, _variables(builder(m, puzzle), puzzle, "the function"))
    else:
        stated = _plain(builder(puzzle), puzzle)
    for key, x in stated.variables.items():
        low, high = stated.m.declared(stated.m.column(x))
        if not stated.m.is_integer(stated.m.column(x)):
            raise FormulationError(
                f"the variable for {key} may take fractions; declare it as an integer or a binary one"
            )
        if not (low > -1e6 and high < 1e6):
            raise FormulationError(f"the variable for {key} has no bounds; give it the domain of its values")
    return stated


def wants(builder: Any) -> int:
    """How many arguments the function wants: 2 for (m, puzzle), 1 for (puzzle)."""
    try:
        every = inspect.signature(builder).parameters.values()
    except (TypeError, ValueError):
        raise FormulationError("a formulation must be a function of (m, puzzle), or of (puzzle)") from None
    free = [p for p in every if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(free) not in (1, 2):
        raise FormulationError(
            f"the function must take (m, puzzle), or (puzzle) alone, but it takes {len(free)} arguments"
        )
    return len(free)


def _plain(returned: Any, puzzle: Puzzle) -> Stated:
    """A Pyomo or PuLP model of the learner's own."""
    model, variables = returned if isinstance(returned, tuple) and len(returned) == 2 else (returned, None)
    library = type(model).__module__.partition(".")[0]
    if library == "pyomo":
        from pyomo.environ import TransformationFactory
        from pyomo.gdp import Disjunction

        from ..backends.pyomo import PyomoBackend

        if variables is None:
            variables = model.component("x") or model.component("y")
            if variables is None:
                raise FormulationError(
                    "the Pyomo model has no variables named x or y; name them so: model.x = Var(...)"
                )
        if any(model.component_data_objects(Disjunction, active=True)):
            TransformationFactory("gdp.bigm").apply_to(model)
        return Stated(PyomoBackend(model), puzzle, _variables(variables, puzzle, "the Pyomo model"))
    if library == "pulp" and hasattr(model, "addConstraint"):
        from ..backends.pulp import PulpBackend

        if variables is None:
            raise FormulationError("return the PuLP problem together with its variables: return problem, x")
        return Stated(PulpBackend(model), puzzle, _variables(variables, puzzle, "the pair"))
    raise FormulationError(
        f"the function returned {short(returned)}; it must return its variables (with the verbs), a Pyomo model, or "
        "(PuLP problem, variables)"
    )


def _variables(returned: Any, puzzle: Puzzle, who: str) -> dict[Any, Any]:
    """The dict x[cell] or y[cell, digit], also from y[r, c, d]."""
    if not (hasattr(returned, "keys") and hasattr(returned, "__getitem__")):
        raise FormulationError(
            f"{who} must return its variables, a dict x[cell] or y[cell, digit], not {short(returned)}"
        )
    found = {_key(key): returned[key] for key in returned.keys()}  # noqa: SIM118  Pyomo's Var is no dict
    cells, digits = puzzle.board.cells, puzzle.board.digits
    if all(i in found for i in cells):
        return {i: found[i] for i in cells}
    if all((i, d) in found for i in cells for d in digits):
        return {(i, d): found[i, d] for i in cells for d in digits}
    example = next((i for i in cells if i not in found and (i, 1) not in found), None)
    missing = f"none for cell {example}" if example else "not one for each digit of each cell"
    keys = short(next(iter(returned.keys()), "no key at all"))
    raise FormulationError(f"there are variables, but {missing} of the {puzzle.board}; the first key is {keys}")


def _key(key: Any) -> Any:
    return ((key[0], key[1]), key[2]) if isinstance(key, tuple) and len(key) == 3 else key


def _fault_on(stated: Stated, truth: frozenset[Grid]) -> Fault | None:
    """The first solution of the model that is wrong, or one of the true ones that it does not have."""
    puzzle = stated.puzzle
    found: set[Grid] = set()
    try:
        rules, bounds = stated.m.read(stated.m.constraints()), stated.m.bounds()
        for values in _solutions(stated, truth):
            grid = _grid(stated, values)
            if isinstance(grid, Fault):
                return grid
            if faults := puzzle.faults(grid):
                return Fault("accepts", f"your model accepts this grid for {puzzle.name}: {faults[0]}", puzzle, grid)
            found.add(grid)
    except NotDecided:
        raise
    except SudokuModelsError as error:
        raise FormulationError(f"your model of {puzzle.name} cannot be solved: {error}") from None
    if missing := sorted(truth - found, key=Grid.line):
        why = _why_forbidden(stated, rules, bounds, missing[0])
        return Fault("forbids", f"your model forbids this solution of {puzzle.name}{why}", puzzle, missing[0])
    return None


Values = dict[Any, int]
Bounds = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def _solutions(stated: Stated, truth: frozenset[Grid]) -> Iterable[Values]:
    """Values of the cells' variables: all that the model has, or some that are wrong.

    The small boards with many solutions are for CP-SAT, which enumerates them in no time; where it cannot, and on the
    larger boards, HiGHS looks for others than the true ones, and then tries those.
    """
    if len(truth) > 1:
        try:
            if (found := _enumerated(stated, len(truth) + 1)) is not None:
                return found
        except UnsupportedError:  # fractions are for HiGHS alone
            pass
    return _tried(stated, sorted(truth, key=Grid.line))


def _enumerated(stated: Stated, most: int) -> list[Values] | None:
    """By CP-SAT; None when variables beside the cells make it repeat itself, or the time was short."""
    m = stated.m
    if (objective := m.objective()) and objective.columns:
        return None
    columns = {key: m.column(x) for key, x in stated.variables.items()}
    different: dict[tuple[int, ...], Values] = {}
    times = 0

    def found(values: Any) -> bool:
        nonlocal times
        times += 1
        of_cells = {key: round(values[k]) for key, k in columns.items()}
        different[tuple(of_cells.values())] = of_cells
        return len(different) < most and times < MOST_REPEATS

    session: Any = solvers.find("cpsat").session(m)
    outcome = session.enumerate(found, SECONDS)
    complete = outcome.status is Status.INFEASIBLE or len(different) >= most
    return list(different.values()) if complete else None


def _tried(stated: Stated, truth: list[Grid]) -> Iterable[Values]:
    """By HiGHS: a solution beside the true ones if there is one, and then each of the true ones that the model has."""
    m = stated.m
    links = rewrites.apply(m)[1]
    session = solvers.find("highs").session(m)
    held = [_values(stated, grid) for grid in truth]
    # Of binaries, those that are 1 say which grid it is.
    chosen = [{x: v for x, v in values.items() if v or not stated.is_binary} for values in held]
    cuts = [
        Exclude(tuple((m.column(stated.variables[key]), v) for key, v in each.items()), 1, f"not solution {k}")
        for k, each in enumerate(chosen, 1)
    ]
    added = no_good(m, cuts, links)
    if (other := _solved(stated, session)) is not None:
        yield other
    m.forget(added)
    for values in held:
        for key, v in values.items():
            m.fix(stated.variables[key], v)
        if _solved(stated, session) is not None:
            yield values


def _values(stated: Stated, grid: Grid) -> Values:
    """The values that the cells' variables have in a grid."""
    return {key: int(grid[key[0]] == key[1]) if stated.is_binary else grid[key] for key in stated.variables}


def _solved(stated: Stated, session: Session) -> Values | None:
    """A solution of the model as it is now; None when there is none.

    Raises:
        NotDecided: When the time was up.
    """
    outcome = session.solve(SECONDS)
    if outcome.status is Status.INFEASIBLE:
        return None
    if outcome.values is None:
        raise NotDecided(f"your model of {stated.puzzle.name} was not solved by HiGHS in {SECONDS:g} seconds")
    stated.m.load(outcome.values)
    return {key: stated.m.value(x) for key, x in stated.variables.items()}


def _grid(stated: Stated, values: dict[Any, int]) -> Grid | Fault:
    puzzle, board = stated.puzzle, stated.puzzle.board
    accepts = f"your model accepts an assignment for {puzzle.name} in which cell"
    digits = []
    for i in board.cells:
        held = [d for d in board.digits if values[i, d] == 1] if stated.is_binary else [values[i]]
        if len(held) != 1:
            what = f"the digits {' and '.join(map(str, held))}" if held else "no digit"
            return Fault("values", f"{accepts} {i} holds {what}", puzzle)
        if held[0] not in board.digits:
            return Fault("values", f"{accepts} {i} holds {held[0]}; the digits are 1 to {board.size}", puzzle)
        digits.append(held[0])
    return Grid(board, tuple(digits))


def _why_forbidden(stated: Stated, rules: Sequence[Constraint], bounds: Bounds, grid: Grid) -> str:
    """The first of the model's own constraints that the grid breaks, if it is about cells alone."""
    m = stated.m
    values = np.full(len(m.variables), np.nan)
    lower, upper = bounds
    for key, v in _values(stated, grid).items():
        k = m.column(stated.variables[key])
        values[k] = v
        if not lower[k] <= values[k] <= upper[k]:
            return f": the variable for {key} may only be {lower[k]:g} to {upper[k]:g}"
    for rule in rules:
        if not np.isnan(values[columns_of(rule)]).any() and not holds(rule, values):
            return f": it breaks your constraint {rule.name!r}"
    return ""


def short(part: Any) -> str:
    """What a person can take in of a value, for a message.

    >>> short(list(range(1000)))[-10:]
    '45, 46 ...'
    """
    text = repr(part)
    return text if len(text) <= 180 else f"{text[:180].rpartition(',')[0]} ..."
