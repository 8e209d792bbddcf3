"""Baselines to compare this package with: the modelling libraries as their users write them, the backend "stock".

Each is a textbook model, solved by the library's own call, and solved again with one more constraint that excludes the
solution. Nothing of this package takes part: no sessions, no presolve, no options but silence, one thread and the time
limit.

| solver              | model                         | call                                   |
|---------------------|-------------------------------|----------------------------------------|
| `pulp:HiGHS`        | `textbook.pulp.assignment`    | `prob.solve(pulp.HiGHS(...))`          |
| `pulp:CBC`          | the same                      | `prob.solve(pulp.COIN_CMD(...))`       |
| `pyomo:appsi_highs` | `textbook.pyomo.assignment`   | `SolverFactory("appsi_highs").solve()` |

Sources: the documentation of PuLP and Pyomo, each with a Sudoku as an example.
"""

import tempfile
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ..errors import SolverError, UnsupportedError, WrongGridError
from ..models.results import Answer, Stats
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch
from ..solvers import GAVE_UP, TIME_LIMIT, SolverFacts, Status
from ..solvers.library import cbc_version, highs_version
from ..solvers.milp import is_late

STOCK = "stock"
"""The name in the column of the backend."""
VERSIONS: dict[str, Callable[[], str]] = {"HiGHS": highs_version, "CBC": cbc_version}
"""Engine -> its version."""

Ended = tuple[Status, str, Sequence[int]]
"""The status, the library's own name of it, and the digits of the solution if there is one."""


class Baseline:
    """A model of a puzzle without this package, with the methods of a `SudokuModel` that a measurement uses.

    Attributes:
        interface: The call of the solver, as a row names it.
        engine_name: The name of the solver.
        options: The options that are set, without the time limit.
    """

    formulation, solver = "assignment", ""
    interface = engine_name = ""
    options: ClassVar[dict[str, Any]] = {}

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.board.check_units_only(f"the {STOCK}")
        if any(len(unit.cells) != puzzle.board.size for unit in puzzle.board.units):
            raise UnsupportedError(f"{STOCK} takes units of n cells; the {puzzle.board} has smaller ones")
        self.puzzle = puzzle
        watch = Stopwatch()
        self.define()
        self._build_seconds = watch()

    @classmethod
    def facts(cls) -> SolverFacts:
        """The interface, the engine and its options."""
        return SolverFacts(cls.interface, cls.engine_name, VERSIONS[cls.engine_name](), cls.options)

    def define(self) -> None:
        """Define the model."""
        raise NotImplementedError

    def exclude(self, grid: Grid) -> None:
        """Add the constraint that this is not the solution."""
        raise NotImplementedError

    def call(self, time_limit: float) -> Ended:
        """Call the solver."""
        raise NotImplementedError

    def solve(self, solver: str, time_limit: float) -> Answer:
        """Solve the model, as `SudokuModel.solve` does.

        Raises:
            WrongGridError: When the grid breaks a rule.
        """
        watch = Stopwatch()
        status, name, digits = self.call(max(time_limit, 1e-3))
        seconds, stopped_by, grid = watch(), "", None
        if status is Status.INFEASIBLE and is_late(seconds, time_limit):
            status = Status.UNKNOWN  # CBC says so at its time limit too
        if status is Status.UNKNOWN:
            stopped_by = TIME_LIMIT if is_late(seconds, time_limit) else GAVE_UP
        elif status is Status.SOLVED:
            grid = Grid(self.puzzle.board, tuple(map(int, digits)))
            if violations := self.puzzle.violations(grid):
                raise WrongGridError(f"{solver} returned a grid that breaks the rules: {violations[0]}\n{grid}")
        stats = Stats(self.formulation, STOCK, self.solver, "", 0, 0, 0, self._build_seconds, 0.0, None, seconds)
        return Answer(status, grid, f"{self.solver} ended with the status {name!r}", stats, stopped_by)


class PulpHighs(Baseline):
    """PuLP, with its own interface of HiGHS.

    >>> model = PulpHighs(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> model.solve("pulp:HiGHS", 10.0).grid.line()
    '1243342143122134'
    """

    solver = "pulp:HiGHS"
    interface, engine_name = "PuLP: prob.solve(HiGHS)", "HiGHS"
    options: ClassVar[dict[str, Any]] = {"msg": False, "threads": 1}

    def define(self) -> None:
        from ..formulations.textbook import pulp as textbook

        self.prob = textbook.assignment(self.puzzle)
        self.y = self.prob.variablesDict()

    def exclude(self, grid: Grid) -> None:
        import pulp

        chosen = [self.y[f"y_{r}_{c}_{d}"] for (r, c), d in zip(self.puzzle.board.cells, grid.values, strict=True)]
        self.prob += pulp.lpSum(chosen) <= len(chosen) - 1

    def call(self, time_limit: float) -> Ended:
        import pulp

        return self._ended(self.prob.solve(pulp.HiGHS(**self.options, timeLimit=time_limit)))

    def _ended(self, status: int) -> Ended:
        import pulp

        from ..formulations.textbook import pulp as textbook

        if status == pulp.LpStatusOptimal:
            return Status.SOLVED, pulp.LpStatus[status], textbook.grid(self.prob, self.puzzle).values
        is_proof = status == pulp.LpStatusInfeasible
        return Status.INFEASIBLE if is_proof else Status.UNKNOWN, pulp.LpStatus[status], ()


class PulpCbc(PulpHighs):
    """PuLP, with its own interface of the CBC that it ships."""

    solver = "pulp:CBC"
    interface, engine_name = "PuLP: prob.solve(COIN_CMD), by a file", "CBC"

    def call(self, time_limit: float) -> Ended:
        import pulp
        from pulp.apis.coin_api import pulp_cbc_path

        solver = pulp.COIN_CMD(path=pulp_cbc_path, **self.options, timeLimit=time_limit)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as solver.tmpDir:
            try:
                return self._ended(self.prob.solve(solver))
            except pulp.PulpSolverError as error:
                return Status.UNKNOWN, str(error), ()
            except OSError as error:  # a program for another system
                raise SolverError(f"{self.solver} failed: {error}") from error


class PyomoAppsi(Baseline):
    """Pyomo, with its interface `appsi_highs`, which keeps the model between two calls."""

    solver = "pyomo:appsi_highs"
    interface, engine_name = "Pyomo: SolverFactory('appsi_highs')", "HiGHS"
    options: ClassVar[dict[str, Any]] = {"threads": 1}

    def define(self) -> None:
        import pyomo.environ as pyo

        from ..formulations.textbook import pyomo as textbook

        self.m = textbook.assignment(self.puzzle)
        self.m.cuts = pyo.ConstraintList()
        self.engine = pyo.SolverFactory("appsi_highs")
        for name, value in self.options.items():
            self.engine.options[name] = value

    def exclude(self, grid: Grid) -> None:
        cells = zip(self.puzzle.board.cells, grid.values, strict=True)
        chosen = [self.m.y[r, c, d] for (r, c), d in cells]
        self.m.cuts.add(sum(chosen) <= len(chosen) - 1)

    def call(self, time_limit: float) -> Ended:
        from pyomo.environ import TerminationCondition

        from ..formulations.textbook import pyomo as textbook

        result = self.engine.solve(self.m, load_solutions=False, timelimit=time_limit)
        condition = result.solver.termination_condition
        if condition == TerminationCondition.optimal:
            self.m.solutions.load_from(result)
            return Status.SOLVED, str(condition), textbook.grid(self.m, self.puzzle).values
        is_proof = condition == TerminationCondition.infeasible
        return Status.INFEASIBLE if is_proof else Status.UNKNOWN, str(condition), ()


BASELINES = {(STOCK, each.solver): each for each in (PulpHighs, PulpCbc, PyomoAppsi)}
"""Backend and solver -> the model without this package."""
