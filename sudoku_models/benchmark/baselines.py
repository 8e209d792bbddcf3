"""Baselines to compare this package with: the modelling libraries as their users write them, and engines alone.

"stock" is a textbook model, solved by the library's own call, and solved again with one more constraint that excludes
the solution. Nothing of this package takes part: no sessions, no presolve, no options but silence, one thread and the
time limit. "engine alone" is a model in an engine's own terms, without a modelling library.

| backend        | solver              | model                         | call                                   |
|----------------|---------------------|-------------------------------|----------------------------------------|
| `stock`        | `pulp:HiGHS`        | `textbook.pulp.assignment`    | `prob.solve(pulp.HiGHS(...))`          |
| `stock`        | `pulp:CBC`          | the same                      | `prob.solve(pulp.COIN_CMD(...))`       |
| `stock`        | `pyomo:appsi_highs` | `textbook.pyomo.assignment`   | `SolverFactory("appsi_highs").solve()` |
| `stock`        | `cpmpy`             | one `AllDifferent` for a unit | `model.solve(...)`, on CP-SAT          |
| `stock`        | `cpmpy:choco`       | the same                      | `model.solve("choco")`                 |
| `engine alone` | `highs`             | assignment as arrays          | `Highs().passModel(lp)`, `run()`       |
| `engine alone` | `cpsat`             | one all-different for a unit  | `CpSolver().solve(model)`              |
| `engine alone` | `choco`             | one all-different for a unit  | `model.get_solver().solve()`           |
| `engine alone` | `cadical`           | assignment as clauses         | `Cadical195(clauses).solve()`          |

Sources: the documentation of PuLP, Pyomo and CPMpy (https://cpmpy.readthedocs.io), each with a Sudoku as an example.
"""

import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from ..errors import NotInstalledError, SolverError, UnsupportedError, WrongGridError
from ..models.results import Answer, Stats
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline, Stopwatch, TimeLimit
from ..solvers import GAVE_UP, TIME_LIMIT, SolverFacts, Status, find
from ..solvers.library import cbc_version, highs_version
from ..solvers.milp import is_late

STOCK, ALONE = "stock", "engine alone"
"""The name in the column of the backend."""
VERSIONS: dict[str, Callable[[], str]] = {
    "HiGHS": highs_version,
    "CBC": cbc_version,
    "CP-SAT": lambda: version("ortools"),
    "Choco": lambda: find("choco").facts("").version,
    "CaDiCaL": lambda: find("cadical").facts("").version,
}
"""Engine -> its version."""

Ended = tuple[Status, str, Sequence[int]]
"""The status, the library's own name of it, and the digits of the solution if there is one."""


class Baseline:
    """A model of a puzzle without this package, with the methods of a `SudokuModel` that a measurement uses.

    Attributes:
        libraries: Those that are no dependencies of this package.
        interface: The call of the solver, as a row names it.
        engine_name: The name of the solver.
        options: The options that are set, without the time limit.
    """

    backend = STOCK
    formulation = solver = interface = engine_name = ""
    libraries: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[dict[str, Any]] = {}

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.board.check_units_only(f"the {self.backend}")
        if any(len(unit.cells) != puzzle.board.size for unit in puzzle.board.units):
            raise UnsupportedError(f"{self.backend} takes units of n cells; the {puzzle.board} has smaller ones")
        self.puzzle = puzzle
        number = {cell: k for k, cell in enumerate(puzzle.board.cells)}
        self.units = [[number[cell] for cell in unit.cells] for unit in puzzle.board.units]
        watch = Stopwatch()
        self.define()
        self._build_seconds = watch()

    @classmethod
    def is_installed(cls) -> bool:
        """Whether its libraries are installed."""
        return all(map(find_spec, cls.libraries))

    @classmethod
    def facts(cls) -> SolverFacts:
        """The interface, the engine and its options.

        Raises:
            NotInstalledError: When a library is missing.
        """
        NotInstalledError.check(f"the solver {cls.solver}", *cls.libraries)
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

    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros; zeros where the library does not say."""
        return 0, 0, 0

    def solve(self, solver: str, time_limit: float) -> Answer:
        """Solve the model, as `SudokuModel.solve` does.

        Raises:
            WrongGridError: When the grid breaks a rule.
        """
        watch = Stopwatch()
        status, name, digits = self.call(max(time_limit, 1e-3))
        seconds, stopped_by, grid = watch(), "", None
        if status is Status.INFEASIBLE and self.backend == STOCK and is_late(seconds, time_limit):
            status = Status.UNKNOWN  # CBC says so at its time limit too
        if status is Status.UNKNOWN:
            stopped_by = TIME_LIMIT if is_late(seconds, time_limit) else GAVE_UP
        elif status is Status.SOLVED:
            grid = Grid(self.puzzle.board, tuple(map(int, digits)))
            if violations := self.puzzle.violations(grid):
                raise WrongGridError(f"{solver} returned a grid that breaks the rules: {violations[0]}\n{grid}")
        stats = Stats(
            self.formulation,
            self.backend,
            self.solver,
            "",
            *self.size(),
            build_seconds=self._build_seconds,
            rewrite_seconds=0.0,
            translate_seconds=None,
            solve_seconds=seconds,
        )
        return Answer(status, grid, f"{self.solver} ended with the status {name!r}", stats, stopped_by)


class HighsAlone(Baseline):
    """The assignment model as a sparse matrix, in plain highspy.

    >>> model = HighsAlone(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> model.solve("highs", 10.0).grid.line(), model.size()
    ('1243342143122134', (64, 64, 256))
    """

    backend, formulation, solver = ALONE, "assignment", "highs"
    interface, engine_name = "plain highspy: arrays, incremental", "HiGHS"
    options: ClassVar[dict[str, Any]] = {"threads": 1}

    def define(self) -> None:
        import highspy

        n = self.puzzle.board.size
        cells = np.arange(n**3, dtype=np.int32)  # the columns of y[i, d], cell by cell
        units = np.array(self.units, dtype=np.int32)[:, None, :] * n + np.arange(n, dtype=np.int32)[:, None]
        columns = np.concatenate([cells, units.ravel()])
        lower = np.zeros(n**3)
        lower[[k * n + d - 1 for k, d in enumerate(self.puzzle.values) if d]] = 1.0
        self.highs = highspy.Highs()
        self.highs.silent()
        for name, value in self.options.items():
            self.highs.setOptionValue(name, value)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = n**3, len(columns) // n
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = np.zeros(n**3), lower, np.ones(n**3)
        lp.row_lower_ = lp.row_upper_ = np.ones(lp.num_row_)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.arange(0, len(columns) + 1, n, dtype=np.int32)
        lp.a_matrix_.index_, lp.a_matrix_.value_ = columns, np.ones(len(columns))
        lp.integrality_ = [highspy.HighsVarType.kInteger] * n**3
        self.highs.passModel(lp)

    def exclude(self, grid: Grid) -> None:
        n = self.puzzle.board.size
        columns = np.array([k * n + d - 1 for k, d in enumerate(grid.values)], dtype=np.int32)
        self.highs.addRow(-self.highs.inf, len(columns) - 1, len(columns), columns, np.ones(len(columns)))

    def call(self, time_limit: float) -> Ended:
        self.highs.setOptionValue("time_limit", self.highs.getRunTime() + time_limit)  # HiGHS adds its runs up
        self.highs.run()
        name = str(self.highs.modelStatusToString(self.highs.getModelStatus()))
        known = {"Optimal": Status.SOLVED, "Infeasible": Status.INFEASIBLE}
        values = np.array(self.highs.getSolution().col_value).reshape(-1, self.puzzle.board.size)
        return known.get(name, Status.UNKNOWN), name, [int(d) for d in values.argmax(axis=1) + 1]

    def size(self) -> tuple[int, int, int]:
        return self.highs.getNumCol(), self.highs.getNumRow(), self.highs.getNumNz()


class CpSatAlone(Baseline):
    """One all-different for each unit, in CP-SAT's own API.

    >>> CpSatAlone(Puzzle.parse("1... ..2. .3.. ...4")).solve("cpsat", 10.0).grid.line()
    '1243342143122134'
    """

    backend, formulation, solver = ALONE, "all_different", "cpsat"
    interface, engine_name = "plain OR-Tools: CpSolver on a CpModel", "CP-SAT"
    options: ClassVar[dict[str, Any]] = {"num_workers": 1}

    def define(self) -> None:
        from ortools.sat.python import cp_model

        n = self.puzzle.board.size
        self.model, self.engine = cp_model.CpModel(), cp_model.CpSolver()
        self.x = [self.model.new_int_var(d or 1, d or n, f"x{k}") for k, d in enumerate(self.puzzle.values)]
        for unit in self.units:
            self.model.add_all_different([self.x[k] for k in unit])

    def exclude(self, grid: Grid) -> None:
        self.model.add_forbidden_assignments(self.x, [grid.values])

    def call(self, time_limit: float) -> Ended:
        for name, value in {**self.options, "max_time_in_seconds": time_limit}.items():
            setattr(self.engine.parameters, name, value)
        name = self.engine.status_name(self.engine.solve(self.model))
        if name in ("OPTIMAL", "FEASIBLE"):
            return Status.SOLVED, name, [self.engine.value(x) for x in self.x]
        return Status.INFEASIBLE if name == "INFEASIBLE" else Status.UNKNOWN, name, ()

    def size(self) -> tuple[int, int, int]:
        return len(self.x), len(self.units), sum(map(len, self.units))


class ChocoAlone(Baseline):
    """One all-different for each unit, in pychoco, with the search that is Choco's own.

    >>> ChocoAlone(Puzzle.parse("1... ..2. .3.. ...4")).solve("choco", 10.0).grid.line()
    '1243342143122134'
    """

    backend, formulation, solver = ALONE, "all_different", "choco"
    interface, engine_name = "plain pychoco: posted anew at each solve", "Choco"
    libraries = ("pychoco",)
    options: ClassVar[dict[str, Any]] = {"all_different": "AC"}

    def define(self) -> None:
        self.excluded: list[Grid] = []

    def exclude(self, grid: Grid) -> None:
        self.excluded.append(grid)

    def call(self, time_limit: float) -> Ended:
        import pychoco

        n, model = self.puzzle.board.size, pychoco.Model()  # it cannot take a constraint after a search
        x = [model.intvar(d or 1, d or n) for d in self.puzzle.values]
        for unit in self.units:
            model.all_different([x[k] for k in unit], self.options["all_different"]).post()
        for grid in self.excluded:
            model.table(x, [list(grid.values)], feasible=False).post()
        solver = model.get_solver()
        solver.limit_time(f"{time_limit:.3f}s")
        if solver.solve():
            return Status.SOLVED, "solved", [v.get_value() for v in x]
        name = str(solver.get_search_state())
        return Status.UNKNOWN if name == "STOPPED" else Status.INFEASIBLE, name, ()

    def size(self) -> tuple[int, int, int]:
        return len(self.puzzle.values), len(self.units), sum(map(len, self.units))


class CadicalAlone(Baseline):
    """The assignment model as clauses, with one clause for each pair, in PySAT.

    >>> CadicalAlone(Puzzle.parse("1... ..2. .3.. ...4")).solve("cadical", 10.0).grid.line()
    '1243342143122134'
    """

    backend, formulation, solver = ALONE, "assignment", "cadical"
    interface, engine_name = "plain PySAT: clauses, incremental", "CaDiCaL"

    def define(self) -> None:
        from ..solvers.sat import Cadical

        n = self.puzzle.board.size
        groups = [[k * n + d for d in range(1, n + 1)] for k in range(n * n)]
        groups += [[k * n + d for k in unit] for unit in self.units for d in range(1, n + 1)]
        self.clauses = [*groups, *([-a, -b] for group in groups for a, b in combinations(group, 2))]
        self.clauses += [[k * n + d] for k, d in enumerate(self.puzzle.values) if d]
        self.engine = Cadical(self.clauses)

    def exclude(self, grid: Grid) -> None:
        self.engine.add_clause([-(k * self.puzzle.board.size + d) for k, d in enumerate(grid.values)])

    def call(self, time_limit: float) -> Ended:
        from ..solvers.sat import solve_in_slices

        try:
            is_solved = solve_in_slices(self.engine, [], Deadline(time_limit).check)
        except TimeLimit:
            return Status.UNKNOWN, "time limit", ()
        n, model = self.puzzle.board.size, self.engine.get_model() if is_solved else []
        digits = [(literal - 1) % n + 1 for literal in model[: n**3] if literal > 0]
        return (Status.SOLVED, "True", digits) if is_solved else (Status.INFEASIBLE, "False", ())

    def size(self) -> tuple[int, int, int]:
        return self.puzzle.board.size**3, len(self.clauses), sum(map(len, self.clauses))


class PulpHighs(Baseline):
    """PuLP, with its own interface of HiGHS.

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

        from ..formulations.textbook import pulp as textbook

        if status == pulp.LpStatusOptimal:
            return Status.SOLVED, pulp.LpStatus[status], textbook.grid(self.prob, self.puzzle).values
        is_proof = status == pulp.LpStatusInfeasible
        return Status.INFEASIBLE if is_proof else Status.UNKNOWN, pulp.LpStatus[status], ()

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
                return Status.UNKNOWN, str(error), ()
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

        from ..formulations.textbook import pyomo as textbook

        result = self.engine.solve(self.m, load_solutions=False, timelimit=time_limit)
        condition = result.solver.termination_condition
        if condition == TerminationCondition.optimal:
            self.m.solutions.load_from(result)
            return Status.SOLVED, str(condition), textbook.grid(self.m, self.puzzle).values
        is_proof = condition == TerminationCondition.infeasible
        return Status.INFEASIBLE if is_proof else Status.UNKNOWN, str(condition), ()


class Cpmpy(Baseline):
    """CPMpy, with its default solver, which is CP-SAT."""

    called = "ortools"
    formulation, solver = "all_different", "cpmpy"
    interface, engine_name = "CPMpy: model.solve('ortools')", "CP-SAT"
    libraries: ClassVar[tuple[str, ...]] = ("cpmpy",)
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

        found = self.model.solve(self.called, time_limit=time_limit, **self.options)
        exit_status = self.model.status().exitstatus
        if found:
            return Status.SOLVED, exit_status.name, [int(x.value()) for x in self.x]
        is_proof = exit_status == ExitStatus.UNSATISFIABLE
        return Status.INFEASIBLE if is_proof else Status.UNKNOWN, exit_status.name, ()


class CpmpyChoco(Cpmpy):
    """CPMpy, with Choco."""

    called, solver = "choco", "cpmpy:choco"
    interface, engine_name = "CPMpy: model.solve('choco')", "Choco"
    libraries = ("cpmpy", "pychoco")
    options: ClassVar[dict[str, Any]] = {}


_STOCK = (PulpHighs, PulpCbc, PyomoAppsi, Cpmpy, CpmpyChoco)
BASELINES = {(each.backend, each.solver): each for each in (*_STOCK, HighsAlone, CpSatAlone, ChocoAlone, CadicalAlone)}
"""Backend and solver -> the model without this package."""
