"""The modelling libraries with their own interfaces, as their users write it: "stock", to compare this package with.

A textbook model is stated, solved by the library's own call, and solved again with one more constraint that excludes
the solution. Nothing of this package takes part: no sessions, no presolve, no options but silence, one thread and the
time limit. Only a CBC that does not keep to its limit is ended.

| solver              | model                        | call                                             |
|---------------------|------------------------------|--------------------------------------------------|
| `pulp:HiGHS`        | `textbook.pulp.assignment`   | `prob.solve(pulp.HiGHS(...))`                    |
| `pulp:CBC`          | the same                     | `prob.solve(pulp.COIN_CMD(...))`, PuLP's own CBC |
| `pyomo:appsi_highs` | `textbook.pyomo.assignment`  | `SolverFactory("appsi_highs").solve(m, ...)`     |
| `pyomo:highs`       | the same                     | `SolverFactory("highs").solve(m, ...)`           |
| `cpmpy`             | one `AllDifferent` for a unit| `model.solve(...)`, with CPMpy's default solver  |

Sources: the documentation of PuLP, Pyomo and CPMpy (https://cpmpy.readthedocs.io), each with a Sudoku as an example.
"""

import io
import tempfile
import traceback
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np

from ..errors import NotInstalledError, SolverError, UnknownNameError, UnsupportedError
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch
from ..solvers import Outcome, SolverFacts, Status
from ..solvers.library import cbc_version, highs_version
from ..solvers.milp import is_late
from .engine_alone import EngineAlone

__all__ = ["INTERFACES", "STOCK", "StockModel", "build_stock", "stock_interface"]

STOCK = "stock"
"""What stands in place of the backend."""


class StockModel(EngineAlone):
    """A model of a puzzle in a modelling library, solved by the library's own interface.

    Attributes:
        module: The library that must be importable.
        install: How to install it.
    """

    backend = STOCK
    module = install = ""

    @classmethod
    def is_installed(cls) -> bool:
        """Whether the library is."""
        return find_spec(cls.module) is not None

    def define(self) -> None:
        self._cuts: list[Grid] = []
        self.state()

    def state(self) -> None:
        """State the model."""
        raise NotImplementedError

    def exclude(self, grid: Grid) -> None:
        """State that this is not the solution."""
        raise NotImplementedError

    def call(self, time_limit: float) -> tuple[Status, str, float | None]:
        """Call the library's solver.

        Returns:
            The status, the library's own name of it, and the seconds of the solver alone if the library tells them.
        """
        raise NotImplementedError

    def digits(self) -> Sequence[int]:
        """The digits of the solution."""
        raise NotImplementedError

    def solve(self, time_limit: float, cuts: Sequence[Grid]) -> Outcome:
        watch = Stopwatch()
        if self._cuts != list(cuts[: len(self._cuts)]):
            self.define()  # a cut was dropped, and the libraries' users state the model again
        for grid in cuts[len(self._cuts) :]:
            self.exclude(grid)
            self._cuts.append(grid)
        status, name, alone = self.call(max(time_limit - watch(), 1e-3))
        seconds, reason = watch(), f"{self.solver} ended with the status {name!r}"
        if status is Status.INFEASIBLE and is_late(seconds, time_limit):
            status = Status.UNKNOWN  # CBC says so at its time limit too
        outcome = Outcome(status, reason, size=self.size())
        if status is Status.SOLVED:
            outcome.values = np.array(self.digits(), dtype=float)
        outcome.translate_seconds = None if alone is None else max(seconds - alone, 0.0)
        outcome.solve_seconds = seconds if alone is None else min(alone, seconds)
        return outcome

    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros; zeros where the library does not tell."""
        return 0, 0, 0


class PulpHighs(StockModel):
    """PuLP, with its own interface of HiGHS.

    >>> model = PulpHighs(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> outcome = model.run("pulp:HiGHS", 10.0)
    >>> outcome.size, model.grid_of(outcome, "pulp:HiGHS").line()
    ((64, 64, 256), '1243342143122134')
    """

    formulation, solver = "assignment", "pulp:HiGHS"
    module, install = "highspy", 'python -m pip install "highspy>=1.12,<1.14"'
    options: ClassVar[dict[str, Any]] = {"msg": False, "threads": 1}

    @classmethod
    def facts(cls) -> SolverFacts:
        return SolverFacts("PuLP: prob.solve(HiGHS)", "HiGHS", highs_version(), cls.options)

    def engine(self, time_limit: float) -> Any:
        """PuLP's solver."""
        import pulp

        return pulp.HiGHS(**self.options, timeLimit=time_limit)

    def state(self) -> None:
        from ..formulations.textbook import pulp as textbook

        self.prob = textbook.assignment(self.puzzle)
        self.y = self.prob.variablesDict()
        self._size = (
            self.prob.numVariables(),
            self.prob.numConstraints(),
            sum(map(len, self.prob.constraints())),
        )

    def exclude(self, grid: Grid) -> None:
        import pulp

        chosen = [self.y[f"y_{r}_{c}_{d}"] for (r, c), d in zip(self.puzzle.board.cells, grid.values, strict=True)]
        self.prob += pulp.lpSum(chosen) <= len(chosen) - 1, f"cut_{len(self._cuts)}"

    def call(self, time_limit: float) -> tuple[Status, str, float | None]:
        return self._status(self.prob.solve(self.engine(time_limit)))

    def _status(self, status: int) -> tuple[Status, str, float | None]:
        import pulp

        known = {pulp.LpStatusOptimal: Status.SOLVED, pulp.LpStatusInfeasible: Status.INFEASIBLE}
        return known.get(status, Status.UNKNOWN), pulp.LpStatus[status], None

    def digits(self) -> Sequence[int]:
        from ..formulations.textbook import pulp as textbook

        return textbook.grid(self.prob, self.puzzle).values

    def size(self) -> tuple[int, int, int]:
        return self._size


class PulpCbc(PulpHighs):
    """PuLP, with its own interface of the CBC that it ships."""

    solver = "pulp:CBC"
    module, install = "pulp", 'python -m pip install "pulp>=3.3,<4"'

    @classmethod
    def facts(cls) -> SolverFacts:
        return SolverFacts("PuLP: prob.solve(COIN_CMD), by a file", "CBC", cbc_version(), cls.options)

    def engine(self, time_limit: float) -> Any:
        import pulp
        from pulp.apis.coin_api import pulp_cbc_path

        return pulp.COIN_CMD(path=pulp_cbc_path, **self.options, timeLimit=time_limit)  # that of PULP_CBC_CMD

    def call(self, time_limit: float) -> tuple[Status, str, float | None]:
        import pulp

        solver = self.engine(time_limit)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as solver.tmpDir:
            try:
                return self._status(self.prob.solve(solver))
            except pulp.PulpSolverError as error:
                _close_pipe(error)
                return Status.UNKNOWN, str(error), None
            except OSError as error:  # a program for another system
                _close_pipe(error)
                raise SolverError(f"{self.solver} failed: {error}") from error


def _close_pipe(error: BaseException) -> None:
    """Close the null device that PuLP opens for the output of a program, and leaves open when it fails."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        pipe = frame.f_locals.get("pipe")
        if isinstance(pipe, io.IOBase):
            pipe.close()


class PyomoAppsi(StockModel):
    """Pyomo, with its interface `appsi_highs`, which keeps the model between two calls."""

    formulation, solver = "assignment", "pyomo:appsi_highs"
    module, install = "highspy", PulpHighs.install
    options: ClassVar[dict[str, Any]] = {"threads": 1}

    @classmethod
    def facts(cls) -> SolverFacts:
        interface = f"Pyomo: SolverFactory({cls.solver.partition(':')[2]!r})"
        return SolverFacts(interface, "HiGHS", highs_version(), cls.options)

    def state(self) -> None:
        import pyomo.environ as pyo

        from ..formulations.textbook import pyomo as textbook

        self.m = textbook.assignment(self.puzzle)
        self.m.cuts = pyo.ConstraintList()
        self.engine = pyo.SolverFactory(self.solver.partition(":")[2])
        for name, value in self.options.items():
            self.engine.options[name] = value

    def exclude(self, grid: Grid) -> None:
        cells = zip(self.puzzle.board.cells, grid.values, strict=True)
        chosen = [self.m.y[r, c, d] for (r, c), d in cells]
        self.m.cuts.add(sum(chosen) <= len(chosen) - 1)

    def call(self, time_limit: float) -> tuple[Status, str, float | None]:
        from pyomo.environ import TerminationCondition

        result = self.engine.solve(self.m, load_solutions=False, timelimit=time_limit)
        condition = result.solver.termination_condition
        if condition == TerminationCondition.optimal:
            self.m.solutions.load_from(result)
            return Status.SOLVED, str(condition), None
        is_infeasible = condition == TerminationCondition.infeasible
        return Status.INFEASIBLE if is_infeasible else Status.UNKNOWN, str(condition), None

    def digits(self) -> Sequence[int]:
        from ..formulations.textbook import pyomo as textbook

        return textbook.grid(self.m, self.puzzle).values

    def size(self) -> tuple[int, int, int]:
        from pyomo.environ import Constraint, Var

        rows = [*self.m.component_data_objects(Constraint)]
        return sum(1 for _ in self.m.component_data_objects(Var)), len(rows), 0


class PyomoHighs(PyomoAppsi):
    """Pyomo, with its newer interface `highs`."""

    solver = "pyomo:highs"


class Cpmpy(StockModel):
    """CPMpy, with its default solver, which is CP-SAT."""

    formulation, solver = "all_different", "cpmpy"
    module, install = "cpmpy", "python -m pip install cpmpy"
    options: ClassVar[dict[str, Any]] = {"num_workers": 1}

    @classmethod
    def facts(cls) -> SolverFacts:
        import ortools

        interface = "CPMpy: model.solve('ortools')"
        return SolverFacts(interface, "CP-SAT", ortools.__version__, cls.options)

    def state(self) -> None:
        import cpmpy

        n = self.puzzle.board.size
        self.x = cpmpy.intvar(1, n, shape=(n, n))
        self.model = cpmpy.Model(
            [cpmpy.AllDifferent([self.x[r - 1, c - 1] for r, c in unit.cells]) for unit in self.puzzle.board.units],
            [self.x[r - 1, c - 1] == d for (r, c), d in self.puzzle.givens.items()],
        )

    def exclude(self, grid: Grid) -> None:
        import cpmpy

        cells = zip(self.puzzle.board.cells, grid.values, strict=True)
        self.model += cpmpy.any([self.x[r - 1, c - 1] != d for (r, c), d in cells])

    def call(self, time_limit: float) -> tuple[Status, str, float | None]:
        from cpmpy.solvers.solver_interface import ExitStatus

        found = self.model.solve("ortools", time_limit=time_limit, **self.options)  # its default
        ended = self.model.status()
        is_proof = ended.exitstatus == ExitStatus.UNSATISFIABLE
        status = Status.SOLVED if found else Status.INFEASIBLE if is_proof else Status.UNKNOWN
        return status, ended.exitstatus.name, ended.runtime

    def digits(self) -> Sequence[int]:
        return [int(self.x[r - 1, c - 1].value()) for r, c in self.puzzle.board.cells]


INTERFACES: dict[str, type[StockModel]] = {
    each.solver: each for each in (PulpHighs, PulpCbc, PyomoAppsi, PyomoHighs, Cpmpy)
}
"""The name in place of a solver -> the model."""


def stock_interface(solver: str) -> type[StockModel]:
    """The stock interface of this name.

    Raises:
        UnknownNameError: When there is none.
        NotInstalledError: When its library is not installed.

    >>> stock_interface("pulp:CBC").facts().engine
    'CBC'
    """
    if solver not in INTERFACES:
        raise UnknownNameError("stock solver", solver, INTERFACES)
    found = INTERFACES[solver]
    if not found.is_installed():
        raise NotInstalledError(f"{solver} needs {found.module}; install it with: {found.install}")
    return found


def build_stock(puzzle: Puzzle, formulation: str, solver: str) -> StockModel:
    """The model of a puzzle as the users of a library write it.

    Raises:
        UnknownNameError, NotInstalledError: As `stock_interface`.
        UnsupportedError: When the library's model is of another formulation, or the board has units with fewer cells
            than digits or other rules.
    """
    found = stock_interface(solver)
    if formulation != found.formulation:
        raise UnsupportedError(f"the {STOCK} model of {solver} is {found.formulation}, not {formulation}")
    return found(puzzle)
