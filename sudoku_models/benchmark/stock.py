"""The modelling libraries with their own interfaces, as their users write them; and all baselines.

Sources: the documentation of PuLP, Pyomo and CPMpy (https://cpmpy.readthedocs.io), each with a Sudoku as an example.
"""

import tempfile
from collections.abc import Sequence
from typing import Any, ClassVar

from ..errors import SolverError
from ..puzzles.puzzle import Grid
from ..solvers import Status
from .baselines import Baseline, CpSatAlone, Ended, HighsAlone

__all__ = ["BASELINES"]


class PulpHighs(Baseline):
    """PuLP, with its own interface of HiGHS.

    >>> from sudoku_models import Puzzle
    >>> model = PulpHighs(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> model.solve("pulp:HiGHS", 10.0).grid.line()
    '1243342143122134'
    """

    formulation, solver = "assignment", "pulp:HiGHS"
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

        known = {pulp.LpStatusOptimal: Status.SOLVED, pulp.LpStatusInfeasible: Status.INFEASIBLE}
        return known.get(status, Status.UNKNOWN), pulp.LpStatus[status], None

    def digits(self) -> Sequence[int]:
        from ..formulations.textbook import pulp as textbook

        return textbook.grid(self.prob, self.puzzle).values

    def size(self) -> tuple[int, int, int]:
        return self.prob.numVariables(), self.prob.numConstraints(), sum(map(len, self.prob.constraints()))


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
                return Status.UNKNOWN, str(error), None
            except OSError as error:  # a program for another system
                raise SolverError(f"{self.solver} failed: {error}") from error


class PyomoAppsi(Baseline):
    """Pyomo, with its interface `appsi_highs`, which keeps the model between two calls."""

    formulation, solver = "assignment", "pyomo:appsi_highs"
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


class Cpmpy(Baseline):
    """CPMpy, with its default solver, which is CP-SAT."""

    formulation, solver = "all_different", "cpmpy"
    module, interface, engine_name = "cpmpy", "CPMpy: model.solve('ortools')", "CP-SAT"
    options: ClassVar[dict[str, Any]] = {"num_workers": 1}

    def define(self) -> None:
        import cpmpy

        self.x = cpmpy.intvar(1, self.puzzle.board.size, shape=len(self.puzzle.values))
        self.model = cpmpy.Model(
            [cpmpy.AllDifferent([self.x[k] for k in unit]) for unit in self.units],
            [self.x[k] == d for k, d in enumerate(self.puzzle.values) if d],
        )

    def exclude(self, grid: Grid) -> None:
        import cpmpy

        self.model += cpmpy.any([self.x[k] != d for k, d in enumerate(grid.values)])

    def call(self, time_limit: float) -> Ended:
        from cpmpy.solvers.solver_interface import ExitStatus

        found = self.model.solve("ortools", time_limit=time_limit, **self.options)  # its default
        ended = self.model.status()
        is_proof = ended.exitstatus == ExitStatus.UNSATISFIABLE
        status = Status.SOLVED if found else Status.INFEASIBLE if is_proof else Status.UNKNOWN
        return status, ended.exitstatus.name, ended.runtime

    def digits(self) -> Sequence[int]:
        return [int(x.value()) for x in self.x]


BASELINES = {
    (each.backend, each.solver): each for each in (PulpHighs, PulpCbc, PyomoAppsi, Cpmpy, HighsAlone, CpSatAlone)
}
"""Backend and solver -> the model without this package."""
