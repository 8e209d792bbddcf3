"""The engines without this package and without a modelling library, as the yardstick for what these add.

The assignment model is passed to HiGHS as arrays, and the all-different model is stated in CP-SAT's own API. Both run
with the engine's own defaults, on one thread.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ..errors import UnsupportedError, WrongGridError
from ..models.results import Stats
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch
from ..solvers import GAVE_UP, TIME_LIMIT, Outcome, SolverFacts, Status
from ..solvers.library import highs_version
from ..solvers.milp import is_late

__all__ = ["ALONE", "ENGINES", "EngineAlone", "build_alone"]

ALONE = "engine alone"
"""What stands in place of the backend."""


class EngineAlone:
    """A model of a puzzle in an engine's own terms, with the methods of a `SudokuModel` that a measurement uses.

    Attributes:
        build_seconds: The time to define the model.
    """

    formulation = solver = ""
    backend = ALONE
    options: ClassVar[dict[str, Any]] = {}
    """The engine's options, without the time limit."""

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.board.check_units_only(f"the {self.backend}")
        if any(len(unit.cells) != puzzle.board.size for unit in puzzle.board.units):
            raise UnsupportedError(f"{self.backend} takes units of n cells; the {puzzle.board} has smaller ones")
        self.puzzle = puzzle
        number = {cell: k for k, cell in enumerate(puzzle.board.cells)}
        watch = Stopwatch()
        self.units = [[number[cell] for cell in unit.cells] for unit in puzzle.board.units]
        self.define()
        self.build_seconds = watch()

    @classmethod
    def facts(cls) -> SolverFacts:
        """The interface, the engine and its options."""
        raise NotImplementedError

    def define(self) -> None:
        """Define the model."""
        raise NotImplementedError

    def solve(self, time_limit: float, cuts: Sequence[Grid]) -> Outcome:
        """Solve the model without the solutions in `cuts`; the values are the digits."""
        raise NotImplementedError

    def run(self, solver: str, time_limit: float, cuts: Sequence[Grid] = ()) -> Outcome:
        """As `SudokuModel.run`."""
        watch = Stopwatch()
        outcome = self.solve(time_limit, cuts)
        if outcome.status is Status.UNKNOWN:
            outcome.stopped_by = TIME_LIMIT if is_late(watch(), time_limit) else GAVE_UP
        return outcome

    def stats(self, solver: str, outcome: Outcome, ready: None = None) -> Stats:
        """As `SudokuModel.stats`."""
        return Stats(
            self.formulation,
            self.backend,
            self.solver,
            "",
            *outcome.size,
            self.build_seconds,
            0.0,
            outcome.translate_seconds,
            outcome.solve_seconds,
        )

    def grid_of(self, outcome: Outcome, solver: str) -> Grid | None:
        """The grid of an outcome, checked; None when there is none.

        Raises:
            WrongGridError: When it breaks a rule.
        """
        if outcome.values is None:
            return None
        grid = Grid(self.puzzle.board, tuple(int(d) for d in outcome.values))
        if violations := self.puzzle.violations(grid):
            raise WrongGridError(f"{solver} returned a grid that breaks the rules: {violations[0]}\n{grid}")
        return grid

    def new_cut(self, solution: Grid, at_least: int) -> Grid:
        """The solution to exclude, as `run` takes it."""
        return solution

    def drop_temporary_cuts(self) -> None:
        """Nothing to do: `run` leaves none."""


class HighsAlone(EngineAlone):
    """The assignment model as a sparse matrix, in plain highspy.

    >>> model = HighsAlone(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> outcome = model.run("highs", 10.0)
    >>> outcome.size, model.grid_of(outcome, "highs").line()
    ((64, 64, 256), '1243342143122134')
    """

    formulation, solver = "assignment", "highs"
    options: ClassVar[dict[str, Any]] = {"threads": 1}

    @classmethod
    def facts(cls) -> SolverFacts:
        return SolverFacts("plain highspy: arrays, incremental", "HiGHS", highs_version(), cls.options)

    def define(self) -> None:
        n = self.puzzle.board.size
        digits = np.arange(n, dtype=np.int32)
        cells = np.arange(n**3, dtype=np.int32)  # the columns of y[i, d], cell by cell
        units = np.array(self.units, dtype=np.int32)[:, None, :] * n + digits[:, None]
        self.columns = np.concatenate([cells, units.ravel()])
        self.starts = np.arange(0, len(self.columns) + 1, n, dtype=np.int32)
        self.lower = np.zeros(n**3)
        self.lower[[k * n + d - 1 for k, d in enumerate(self.puzzle.values) if d]] = 1.0
        self.highs: Any = None

    def _pass(self) -> None:
        import highspy

        self.highs = highspy.Highs()
        self.highs.silent()
        for name, value in self.options.items():
            self.highs.setOptionValue(name, value)
        lp, ones = highspy.HighsLp(), np.ones(len(self.starts) - 1)
        lp.num_col_, lp.num_row_ = len(self.lower), len(ones)
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = np.zeros(len(self.lower)), self.lower, np.ones(len(self.lower))
        lp.row_lower_ = lp.row_upper_ = ones
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = self.starts, self.columns
        lp.a_matrix_.value_ = np.ones(len(self.columns))
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(self.lower)
        self.highs.passModel(lp)

    def solve(self, time_limit: float, cuts: Sequence[Grid]) -> Outcome:
        n, watch = self.puzzle.board.size, Stopwatch()
        if self.highs is None:
            self._pass()
        for grid in cuts:
            columns = np.array([k * n + d - 1 for k, d in enumerate(grid.values)], dtype=np.int32)
            self.highs.addRow(-self.highs.inf, len(columns) - 1, len(columns), columns, np.ones(len(columns)))
        translated = watch()
        self.highs.setOptionValue("time_limit", self.highs.getRunTime() + time_limit)  # HiGHS adds its runs up
        self.highs.run()
        outcome = _outcome(str(self.highs.modelStatusToString(self.highs.getModelStatus())), HIGHS)
        if outcome.status is Status.SOLVED:
            outcome.values = np.array(self.highs.getSolution().col_value).reshape(-1, n).argmax(axis=1) + 1.0
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        outcome.size = self.highs.getNumCol(), self.highs.getNumRow(), self.highs.getNumNz()
        if cuts:
            self.highs.deleteRows(len(cuts), np.arange(outcome.size[1] - len(cuts), outcome.size[1], dtype=np.int32))
        return outcome


class CpSatAlone(EngineAlone):
    """One all-different for each unit, in CP-SAT's own API.

    >>> model = CpSatAlone(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> outcome = model.run("cpsat", 10.0)
    >>> outcome.size, model.grid_of(outcome, "cpsat").line()
    ((16, 12, 48), '1243342143122134')
    """

    formulation, solver = "all_different", "cpsat"
    options: ClassVar[dict[str, Any]] = {"num_workers": 1}

    @classmethod
    def facts(cls) -> SolverFacts:
        import ortools

        return SolverFacts("plain OR-Tools: CpSolver on a CpModel", "CP-SAT", ortools.__version__, cls.options)

    def define(self) -> None:
        from ortools.sat.python import cp_model

        n = self.puzzle.board.size
        self.model = cp_model.CpModel()
        self.x = [self.model.new_int_var(d or 1, d or n, f"x{k}") for k, d in enumerate(self.puzzle.values)]
        for unit in self.units:
            self.model.add_all_different([self.x[k] for k in unit])

    def solve(self, time_limit: float, cuts: Sequence[Grid]) -> Outcome:
        from ortools.sat.python import cp_model

        watch = Stopwatch()
        model = self.model.clone() if cuts else self.model
        if cuts:
            x = [model.get_int_var_from_proto_index(k) for k in range(len(self.x))]
            model.add_forbidden_assignments(x, [grid.values for grid in cuts])
        translated = watch()
        solver = cp_model.CpSolver()
        for name, value in self.options.items():
            setattr(solver.parameters, name, value)
        solver.parameters.max_time_in_seconds = time_limit
        status = solver.solve(model)
        outcome = _outcome(solver.status_name(status), CPSAT)
        if outcome.status is Status.SOLVED:
            outcome.values = np.fromiter(solver.response_proto.solution, float)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        outcome.size = len(self.x), len(self.units), sum(map(len, self.units))
        return outcome


HIGHS = {"Optimal": Status.SOLVED, "Infeasible": Status.INFEASIBLE}
CPSAT = {"OPTIMAL": Status.SOLVED, "FEASIBLE": Status.SOLVED, "INFEASIBLE": Status.INFEASIBLE}
ENGINES: dict[tuple[str, str], type[EngineAlone]] = {
    (each.formulation, each.solver): each for each in (HighsAlone, CpSatAlone)
}
"""Formulation and solver -> the engine alone."""


def build_alone(puzzle: Puzzle, formulation: str, solver: str) -> EngineAlone:
    """The model of a puzzle in an engine's own terms.

    Raises:
        UnsupportedError: When no engine alone has the formulation, or the board has units with fewer cells than digits
            or other rules.

    >>> build_alone(Puzzle.parse("1... ..2. .3.. ...4"), "assignment", "highs").build_seconds < 10
    True
    """
    if (formulation, solver) not in ENGINES:
        listed = ", ".join(f"{name} on {engine}" for name, engine in ENGINES)
        raise UnsupportedError(f"{formulation} on {solver} is not stated for the {ALONE}; there is {listed}")
    return ENGINES[formulation, solver](puzzle)


def _outcome(name: str, statuses: dict[str, Status]) -> Outcome:
    """The outcome for the engine's own name of its status; any other than those two is unknown."""
    return Outcome(statuses.get(name, Status.UNKNOWN), f"the engine ended with the status {name!r}")
