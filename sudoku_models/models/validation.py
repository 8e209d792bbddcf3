"""Validation of formulations on puzzles whose solutions are all known.

A model must have exactly the solutions of the puzzle. Solvers find the solutions of the model, and the solver-free
validator checks them.
"""

import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

from ..backends import Backend, Constraint, Exclude, columns_of, natives, new_backend
from ..errors import FormulationError, NotInstalledError, SolverError, SudokuModelsError, UnsupportedError
from ..puzzles.cell_names import listed
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from ..solvers import Feature, Status, first
from .problem import Problem
from .satisfaction import is_satisfied

SECONDS = 10.0
"""The time limit of one solve; a correct model needs a tenth of a second on the largest known puzzle."""

MOST_REPEATS = 5_000
"""The largest number of repeated grids in an enumeration by CP-SAT, which auxiliary variables can cause."""


class Undecided(SolverError):
    """A limit was reached before it was known whether a formulation is correct."""


@dataclass(frozen=True)
class UserModel:
    """A user-defined model of any kind: a backend for it, and x[cell] or y[cell, digit]."""

    m: Backend
    puzzle: Puzzle
    variables: dict[Any, Any]

    @property
    def is_binary(self) -> bool:
        """Whether the variables are y[cell, digit]."""
        return self.puzzle.board.cells[0] not in self.variables


@dataclass(frozen=True)
class Counterexample:
    """An error of a model, and a grid that demonstrates it.

    Attributes:
        kind: The model "accepts" a grid that is not a solution, "forbids" a solution, or has "values" that are not a
            grid.
    """

    kind: str
    sentence: str
    puzzle: Puzzle
    grid: Grid | None = None


def first_counterexample(
    builder: Any, puzzles: Iterable[tuple[Puzzle, frozenset[Grid]]] | None = None, backend: str | None = None
) -> Counterexample | None:
    """A counterexample on the first puzzle for which the model is wrong; None when it is correct for all.

    Raises:
        FormulationError: When the model cannot be built or solved.
        Undecided: When the solver reached its time limit.
    """
    for puzzle, grids in known_puzzles() if puzzles is None else puzzles:
        user = define(builder, puzzle, backend)
        if found := _counterexample(user, grids):
            return replace(found, sentence=found.sentence + _fractional(user))
    return None


def _fractional(user: UserModel) -> str:
    """The variables beside those of the cells that may take fractional values, as the end of a sentence."""
    m = user.m
    names = [str(m.variables[k]) for k in range(len(m.variables)) if not m.is_integer(k)]
    if not names:
        return ""
    others = f", as may {len(names) - 1} other variables" * (len(names) > 1)
    return f" (your variable {names[0]} may take fractional values{others}: should it be binary?)"


def define(builder: Any, puzzle: Puzzle, backend: str | None = None) -> UserModel:
    """Call a user's function, and find the backend and the variables in its result. The backend is as in `new_backend`.

    Raises:
        FormulationError: When the result is not of the expected form.
    """
    m = new_backend(backend)
    returned = builder(m, puzzle) if argument_count(builder) == 2 else builder(puzzle)
    if argument_count(builder) == 2 and not isinstance(returned, tuple) and not natives.is_model(returned):
        user = UserModel(m, puzzle, _variables(returned, puzzle, "the function"))
    else:
        user = _plain(returned, puzzle)
    for key, x in user.variables.items():
        low, high = user.m.declared(user.m.column(x))
        if not user.m.is_integer(user.m.column(x)):
            raise FormulationError(
                f"the variable {x} for {key} may take fractional values; declare it as an integer or binary variable"
            )
        if not (low > -1e6 and high < 1e6):
            raise FormulationError(f"the variable for {key} has no bounds; give it the domain of its values")
    return user


def argument_count(builder: Any) -> int:
    """The number of arguments of the function: 2 for (m, puzzle), 1 for (puzzle)."""
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


def _plain(returned: Any, puzzle: Puzzle) -> UserModel:
    """A Pyomo, PuLP or CP-SAT model that the user's function returned."""
    m, variables, what = native_model(returned)
    return UserModel(m, puzzle, _variables(variables, puzzle, what))


def native_model(returned: Any, names: Sequence[str] = ("x", "y")) -> tuple[Backend, Any, str]:
    """A model in the objects of its library: a Pyomo model, or a pair of a PuLP problem or a CpModel and variables.

    Args:
        returned: What the user's function has returned.
        names: The names of the variables in a Pyomo model; the first that it has is taken.

    Returns:
        A backend for the model, its table of variables, and what they come from, for messages.

    Raises:
        FormulationError: When it is no such model.
    """
    model, variables = returned if isinstance(returned, tuple) and len(returned) == 2 else (returned, None)
    library = type(model).__module__.partition(".")[0]
    if library == "pyomo":
        from pyomo.environ import TransformationFactory
        from pyomo.gdp import Disjunction

        from ..backends.pyomo import PyomoBackend

        if not hasattr(model, "component"):
            raise FormulationError(f"the function returned {short(model)} of a Pyomo model; return the ConcreteModel")
        if variables is None:
            variables = next((found for name in names if (found := model.component(name)) is not None), None)
            if variables is None:
                raise FormulationError(
                    f"the Pyomo model has no variables named {listed(names, 'or')}; name them like this: "
                    f"model.{names[0]} = Var(...)"
                )
        if any(model.component_data_objects(Disjunction, active=True)):
            TransformationFactory("gdp.bigm").apply_to(model)
        return PyomoBackend(model), variables, "the Pyomo model"
    if library == "pulp" and hasattr(model, "addConstraint"):
        from ..backends.pulp import PulpBackend

        if variables is None:
            raise FormulationError(f"return the PuLP problem together with its variables: return problem, {names[0]}")
        return PulpBackend(model), variables, "the pair"
    if library == "ortools" and hasattr(model, "add_all_different"):
        from ..backends.cpsat import CpSatBackend

        if variables is None:
            raise FormulationError(f"return the CpModel together with its variables: return model, {names[0]}")
        if problem := model.validate():
            raise FormulationError(f"CP-SAT refuses this CpModel: {' '.join(problem.split())}")
        return CpSatBackend(model), variables, "the pair"
    raise FormulationError(
        f"the function returned {short(returned)}; it must return its variables (with the verbs), a Pyomo model, or a "
        "pair (PuLP problem, variables) or (CpModel, variables)"
    )


def _variables(returned: Any, puzzle: Puzzle, what: str) -> dict[Any, Any]:
    """The dict x[cell] or y[cell, digit], also from y[r, c, d]."""
    if not (hasattr(returned, "keys") and hasattr(returned, "__getitem__")):
        raise FormulationError(
            f"{what} must return its variables, a dict x[cell] or y[cell, digit], not {short(returned)}"
        )
    found = {_key(key): x for key, x in entries(returned)}
    cells, digits = puzzle.board.cells, puzzle.board.digits
    if all(i in found for i in cells):
        return {i: found[i] for i in cells}
    if all((i, d) in found for i in cells for d in digits):
        return {(i, d): found[i, d] for i in cells for d in digits}
    example = next((i for i in cells if i not in found and (i, 1) not in found), None)
    missing = f"none for cell {example}" if example else "not one for each digit of each cell"
    keys = [short(key) for key, _ in entries(returned)]
    if not keys:
        raise FormulationError(f"the dict of the variables has no key at all; it needs the cells of the {puzzle.board}")
    raise FormulationError(f"there are variables, but {missing} of the {puzzle.board}; the first key is {keys[0]}")


def entries(table: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Keys and variables; nested dicts y[r][c][d], as `add_variable_dicts` of PuLP makes them, have the key (r, c, d).

    An affine expression of PuLP is a dict too, and no table.
    """
    for key in table.keys():  # noqa: SIM118  Pyomo's Var is no dict
        keys = (*before, key)
        if type(table[key]) in (dict, defaultdict):
            yield from entries(table[key], keys)
        else:
            yield keys if before else key, table[key]


def _key(key: Any) -> Any:
    return ((key[0], key[1]), key[2]) if isinstance(key, tuple) and len(key) == 3 else key


def _counterexample(user: UserModel, truth: frozenset[Grid]) -> Counterexample | None:
    """The first wrong solution of the model, or a true solution that it does not have."""
    puzzle = user.puzzle
    found: set[Grid] = set()
    try:
        rules, bounds = _rules(user), user.m.bounds()
        for values in _solutions(user, sorted(truth, key=Grid.line)):
            grid = _grid(user, values)
            if isinstance(grid, Counterexample):
                return grid
            if violations := puzzle.violations(grid):
                sentence = f"your model accepts this grid for {puzzle.name}: {violations[0]}"
                return Counterexample("accepts", sentence, puzzle, grid)
            found.add(grid)
    except (Undecided, NotInstalledError):
        raise
    except SudokuModelsError as error:
        raise FormulationError(f"your model of {puzzle.name} cannot be solved: {error}") from None
    if missing := sorted(truth - found, key=Grid.line):
        why = _why_forbidden(user, rules, bounds, missing[0])
        return Counterexample("forbids", f"your model forbids this solution of {puzzle.name}{why}", puzzle, missing[0])
    return None


Values = dict[Any, int]
Bounds = tuple[list[float], list[float]]


def _solutions(user: UserModel, truth: list[Grid]) -> Iterator[Values]:
    """Solutions of the model, as values of the cells' variables: all of them, or at least a wrong one if there is one.

    A CP or SAT solver enumerates the solutions where there are several. When it cannot, and for one solution, a MILP
    solver looks for one other than the true ones, and then tests each true one.
    """
    if user.m.name == "cpsat":
        yield from _by_cpsat(user, len(truth) + 1)
        return
    problem = Problem(lambda m: user.variables, user.m)
    if len(truth) > 1:
        try:
            if (found := _enumerated(problem, len(truth) + 1)) is not None:
                yield from found
                return
        except (UnsupportedError, NotInstalledError):  # fractional values, or no solver here that enumerates
            pass
    held = [_values(user, grid) for grid in truth]
    # The binaries that are 1 determine the grid.
    if (other := _solved(user, problem, [problem.new_cut(values, 1) for values in held])) is not None:
        yield other
    lower, upper = user.m.bounds()
    for values in held:
        if not all(lower[k] <= values[key] <= upper[k] for key, k in problem.columns.items()):
            continue  # `fix` would put its own value in the place of one that the user's function has fixed
        for key, v in values.items():
            user.m.fix(user.variables[key], v)
        if _solved(user, problem) is not None:
            yield values


def _by_cpsat(user: UserModel, most: int) -> Iterator[Values]:
    """Different solutions of a CpModel, found by CP-SAT, which has more constraints than this package can read."""
    from ortools.sat.python import cp_model

    model = user.m.native.clone()
    model.clear_objective()
    x = {key: model.get_int_var_from_proto_index(variable.index) for key, variable in user.variables.items()}
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for _ in range(most):
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise Undecided(f"your model of {user.puzzle.name} was not solved by CP-SAT in {SECONDS:g} seconds")
        values = {key: solver.value(variable) for key, variable in x.items()}
        yield values
        model.add_forbidden_assignments(list(x.values()), [tuple(values.values())])


def _enumerated(problem: Problem, most: int) -> list[Values] | None:
    """Enumerate; None with an objective, at the time limit, or when auxiliary variables repeat grids."""
    if problem.m.has_objective():
        return None
    different: dict[tuple[int, ...], Values] = {}
    repeats = 0

    def found(values: Any) -> bool:
        nonlocal repeats
        of_cells = {key: round(values[k]) for key, k in problem.columns.items()}
        repeats += tuple(of_cells.values()) in different
        different[tuple(of_cells.values())] = of_cells
        return len(different) < most and repeats < MOST_REPEATS

    session: Any = problem.session(first(Feature.ENUMERATION))
    outcome = session.enumerate(found, SECONDS)
    is_complete = outcome.status is Status.INFEASIBLE or len(different) >= most
    return list(different.values()) if is_complete else None


def _values(user: UserModel, grid: Grid) -> Values:
    """The values of the cells' variables in a grid."""
    return {key: int(grid[key[0]] == key[1]) if user.is_binary else grid[key] for key in user.variables}


def _solved(user: UserModel, problem: Problem, cuts: Sequence[Exclude] = ()) -> Values | None:
    """A solution of the current model; None when there is none.

    Raises:
        Undecided: When the time limit was reached.
    """
    solver = first()
    outcome = problem.run(solver, SECONDS, cuts)
    if outcome.status is Status.UNKNOWN:
        raise Undecided(f"your model of {user.puzzle.name} was not solved by {solver} in {SECONDS:g} seconds")
    values: Values | None = problem.solution_of(outcome.values, solver)
    return values


def _rules(user: UserModel) -> list[Constraint]:
    """The constraints of the model; none of a CpModel with one that this package cannot read."""
    try:
        return user.m.records
    except UnsupportedError:
        if user.m.name == "cpsat":
            return []
        raise


def _grid(user: UserModel, values: Values) -> Grid | Counterexample:
    """The grid of these values, or what is wrong with them."""
    board = user.puzzle.board
    digits = []
    for i in board.cells:
        held = [d for d in board.digits if values[i, d] == 1] if user.is_binary else [values[i]]
        if len(held) != 1 or held[0] not in board.digits:
            many = f"the digits {' and '.join(map(str, held))}"
            what = "no digit" if not held else many if held[1:] else f"{held[0]}; the digits are 1 to {board.size}"
            sentence = f"your model accepts an assignment for {user.puzzle.name} in which cell {i} holds {what}"
            return Counterexample("values", sentence, user.puzzle)
        digits.append(held[0])
    return Grid(board, tuple(digits))


def _why_forbidden(user: UserModel, rules: Sequence[Constraint], bounds: Bounds, grid: Grid) -> str:
    """The first constraint of the model that the grid violates, among those over the cells' variables only."""
    m = user.m
    values = [nan] * len(m.variables)
    lower, upper = bounds
    for key, v in _values(user, grid).items():
        k = m.column(user.variables[key])
        values[k] = v
        if not lower[k] <= values[k] <= upper[k]:
            return f": the variable for {key} may only be {lower[k]:g} to {upper[k]:g}"
    for rule in rules:
        if not any(isnan(values[k]) for k in columns_of(rule)) and not is_satisfied(rule, values):
            return (
                f": it breaks your constraint {rule.name!r}"
                if rule.name
                else f": it breaks a constraint {_on(user, rule)}"
            )
    return ""


def _on(user: UserModel, rule: Constraint) -> str:
    """The cells of a constraint without a name, or that it has none."""
    columns = set(columns_of(rule))
    cells = [key[0] if user.is_binary else key for key, x in user.variables.items() if user.m.column(x) in columns]
    if not cells:
        return "without variables, which cannot hold"
    return f"on the cells {listed(dict.fromkeys(cells))}"


def short(part: Any) -> str:
    """The repr of a value, shortened for a message.

    >>> short(list(range(1000)))[-10:]
    '45, 46 ...'
    """
    text = repr(part)
    return text if len(text) <= 180 else f"{text[:180].rpartition(',')[0]} ..."
