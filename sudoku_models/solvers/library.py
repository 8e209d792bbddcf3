"""Any other solver, through the interface that a modelling library has for it: `pulp.getSolver`, `SolverFactory`.

A solver that PuLP knows is reached through PuLP, whatever library the model is written in, and the others through
Pyomo. The library gets a copy of the model, in a worker process, so the user's own model is not touched, and nothing is
left over of a program that was killed. The reported status is not always reliable: PuLP calls a time limit with an
incumbent "Optimal"; see `milp` for what is relied on.

Sources: https://coin-or.github.io/pulp/guides/how_to_configure_solvers.html; https://pyomo.readthedocs.io
"""

import io
import math
import re
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pulp
from pulp.apis.coin_api import pulp_cbc_path

from ..backends import Backend, Linear, PlainModel, Term
from ..backends.files import free_mps
from ..errors import NotInstalledError, UnknownNameError
from ..runtime.limits import LONGEST
from .milp import Claim, Milp, MilpSession, MilpSolver
from .protocol import NO_PRESOLVE, Feature, SolverFacts
from .registry import SOLVERS, seed_of

IN_PULP = {"cbc": "COIN_CMD", "glpk": "GLPK_CMD", "scip": "SCIP_PY"}
"""Short names of PuLP's solvers."""
INSTALL = {"glpk": "GLPK (Debian: apt install glpk-utils)", "scip": "SCIP (python -m pip install pyscipopt)"}
NO_CBC_PRESOLVE = ("presolve off", "preprocess off")
"""That of the linear program, and that of the integer program."""
LARGEST_EQUATION = 100
"""From this sum of |coefficient * value| on, the preprocessing of CBC 2.10 calls some systems of equations infeasible
that have a solution; GLPK's has such faults too. Without it CBC takes several times longer, and may crash."""


def cbc(options: str = "") -> "LibrarySolver":
    """CBC, the only one of these solvers whose presolve can be switched off here, and that takes a seed."""
    return LibrarySolver("cbc", options)


def library_solver(name: str) -> "LibrarySolver":
    """The solver of this name in PuLP or Pyomo.

    Raises:
        UnknownNameError: When neither has one.
    """
    solver = LibrarySolver(name)
    if solver.library == "Pyomo":
        import pyomo.environ as pyo

        if name not in pyo.SolverFactory:
            names = [*SOLVERS, *(each for each in IN_PULP if each not in SOLVERS)]
            raise UnknownNameError("solver", name, names, "The names of PuLP's and Pyomo's solvers are also valid")
    return solver


def others() -> list[str]:
    """The other installed solvers that PuLP finds."""
    short = {long: name for name, long in IN_PULP.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PuLP tries every name, its deprecated ones too
        found = {short.get(name, name) for name in pulp.listSolvers(onlyAvailable=True)}
    return sorted(found - {*SOLVERS, "PULP_CBC_CMD", "HiGHS", "HiGHS_CMD"})


class LibrarySolver(MilpSolver):
    """A solver by its name in the modelling libraries."""

    def __init__(self, name: str, options: str = "") -> None:
        self.name = f"{name}:{options}" if options else name
        self._long = IN_PULP.get(name, name)
        self.library = "PuLP" if self._long in pulp.listSolvers() else "Pyomo"
        words = [*NO_CBC_PRESOLVE] if NO_PRESOLVE in options.split(",") else []
        if (seed := seed_of(options)) is not None:
            words += [f"randomSeed {seed}", f"randomCbcSeed {seed}"]
        self.options: dict[str, Any] = {"options": words} if words else {}
        if self._long.startswith(("GLPK", "glpk")):  # it takes 0.99999 for 1, the others 0.999999
            self.largest = 1e4
        if "highs" in name.lower():  # by default it stops within 0.01 % of the optimum
            self.options = {"gapRel" if self.library == "PuLP" else "mip_rel_gap": 0.0}
        self._path = {"path": pulp_cbc_path} if name == "cbc" else {}
        if name == "cbc":
            self.features = MilpSolver.features | {Feature.PRESOLVE_SWITCH, Feature.SEED}

    def facts(self, backend: str) -> SolverFacts:
        engine, find_version, threads = _engine(self._long)
        how = ", by a file" if self._long.endswith("_CMD") else ""
        return SolverFacts(f"{self.library}: {self._long}{how}", engine, find_version(), self.options, threads)

    def session(self, m: Backend | PlainModel) -> MilpSession:
        found = self._in_pulp().available() if self.library == "PuLP" else _in_pyomo(self._long, exists=True)
        if not found:
            install = INSTALL.get(self.name)
            what = f"install {install}" if install else f"see the documentation of {self.library} for what it needs"
            raise NotInstalledError(f"{self.library} does not find the solver {self.name!r} on this machine; {what}")
        return super().session(m)

    def is_sure(self, m: Backend | PlainModel) -> bool:
        return not _has_large_equation(m)

    def run(self, milp: Milp, seconds: float | None) -> tuple[Claim, list[float] | None]:
        return (self._run_in_pulp if self.library == "PuLP" else self._run_in_pyomo)(milp, seconds)

    def _in_pulp(self, **options: Any) -> Any:
        return pulp.getSolver(self._long, msg=False, **self.options, **self._path, **options)

    def _run_in_pulp(self, milp: Milp, seconds: float | None) -> tuple[Claim, list[float] | None]:
        problem = _Written(milp) if self._long == IN_PULP["cbc"] else _problem(milp)
        limit = {}
        if seconds is not None:
            seconds = min(seconds, LONGEST)  # GLPK takes whole seconds, and none would mean no limit
            limit = {"timeLimit": math.ceil(seconds) if self._long.startswith("GLPK") else seconds}
        solver = self._in_pulp(**limit)
        solver.tmpDir = tempfile.gettempdir()
        problem.solve(solver)
        values = [math.nan] * len(milp.lower)
        for each in problem.variables():
            if each.name == "__dummy":  # which PuLP adds where there is no objective
                continue
            values[int(each.name[1:])] = math.nan if each.varValue is None else float(each.varValue)
        found = {pulp.LpSolutionOptimal: Claim.OPTIMAL, pulp.LpSolutionIntegerFeasible: Claim.FEASIBLE}
        if (claim := found.get(problem.sol_status)) is not None:
            return claim, values
        none = {pulp.LpStatusInfeasible: Claim.INFEASIBLE, pulp.LpStatusUnbounded: Claim.UNBOUNDED}
        return none.get(problem.status, Claim.NOTHING), None

    def _run_in_pyomo(self, milp: Milp, seconds: float | None) -> tuple[Claim, list[float] | None]:
        import pyomo.environ as pyo
        from pyomo.common.log import LoggingIntercept
        from pyomo.core.expr.numeric_expr import LinearExpression

        model = pyo.ConcreteModel()
        used = milp.used()
        model.x = pyo.Var(used, domain=lambda _, k: pyo.Integers if milp.integer[k] else pyo.Reals)
        for k in used:
            low, high = (None if math.isinf(end) else end for end in (milp.lower[k], milp.upper[k]))
            model.x[k].setlb(low)
            model.x[k].setub(high)
        model.rows = pyo.ConstraintList()
        for r in range(len(milp.row_names)):
            columns, coefficients, low, high = milp.row(r)
            body = LinearExpression(linear_coefs=coefficients, linear_vars=[model.x[k] for k in columns])
            ends = (None if math.isinf(end) else end for end in (low, high))
            model.rows.add((next(ends), body, next(ends)))
        costs = milp.costs
        total = LinearExpression(linear_coefs=[*costs.values()], linear_vars=[model.x[k] for k in costs])
        model.objective = pyo.Objective(expr=total if costs else 0)  # Pyomo's writers ask for one
        limit = {} if seconds is None else {"timelimit": max(1, math.ceil(min(seconds, LONGEST)))}
        solver = _in_pyomo(self._long)
        for option, value in self.options.items():
            solver.options[option] = value
        with LoggingIntercept(io.StringIO(), "pyomo"):
            result = solver.solve(model, load_solutions=False, **limit)
        condition, known = result.solver.termination_condition, pyo.TerminationCondition
        if condition == known.optimal:
            model.solutions.load_from(result)
            values = [math.nan] * len(milp.lower)
            for k in used:
                values[k] = math.nan if (value := model.x[k].value) is None else float(value)
            return Claim.OPTIMAL, values
        if condition == known.infeasible:
            return Claim.INFEASIBLE, None
        is_unbounded = condition in (known.unbounded, known.infeasibleOrUnbounded)
        return Claim.UNBOUNDED if is_unbounded else Claim.NOTHING, None


def _problem(milp: Milp) -> Any:
    """The model as an `LpProblem`, whose variables are x0, x1 and so on."""
    problem = pulp.LpProblem("model", pulp.LpMinimize)
    x = {}
    for k in milp.used():  # some programs reject a file with a variable that occurs nowhere
        low, high = (None if math.isinf(end) else end for end in (milp.lower[k], milp.upper[k]))
        x[k] = problem.add_variable(f"x{k}", low, high, pulp.LpInteger if milp.integer[k] else pulp.LpContinuous)
    if milp.costs:
        problem.setObjective(pulp.LpAffineExpression({x[k]: c for k, c in milp.costs.items()}))
    for r in range(len(milp.row_names)):
        columns, coefficients, low, high = milp.row(r)
        body = pulp.LpAffineExpression(zip((x[k] for k in columns), coefficients, strict=True))
        if low == high:
            problem.addConstraint(body == low, f"r{r}")
            continue
        if low > -math.inf:
            problem.addConstraint(body >= low, f"r{r}_low")
        if high < math.inf:
            problem.addConstraint(body <= high, f"r{r}_high")
    return problem


class _Written(pulp.LpProblem):
    """A problem that writes its MPS file from the lists of numbers: an `LpProblem` in between takes as long as CBC."""

    def __init__(self, milp: Milp) -> None:
        super().__init__("model", pulp.LpMinimize)
        self._milp, self._used = milp, [SimpleNamespace(name=f"x{k}", varValue=None) for k in milp.used()]

    def variables(self) -> list[Any]:
        return self._used

    def assignVarsVals(self, values: dict[str, float]) -> None:
        for x in self._used:
            x.varValue = values[x.name]

    def assignVarsDj(self, values: Any) -> None:
        """Nobody asks for the reduced costs."""

    def writeMPS(self, filename: str, *options: Any, **named: Any) -> Any:
        """Write the file; returns what PuLP's interface to CBC needs to read the solution."""
        milp, used = self._milp, {k: j for j, k in enumerate(self._milp.used())}
        records: list[Any] = [
            Linear([used[k] for k in columns], coefficients, low, high, f"r{r}")
            for r, (columns, coefficients, low, high) in enumerate(map(milp.row, range(len(milp.row_names))))
        ]
        lower, upper, integer = ([each[k] for k in used] for each in (milp.lower, milp.upper, milp.integer))
        costs = Term(tuple(used[k] for k in milp.costs), tuple(milp.costs.values()))
        names = [x.name for x in self._used]
        model = PlainModel(names, lower, upper, integer, records, costs)  # type: ignore[arg-type]
        rows = [row.label for row in records]
        Path(filename).write_text(free_mps(model, names, rows), encoding="ascii")
        return self._used, {name: name for name in names}, {}, "goal"


def _has_large_equation(m: Backend | PlainModel) -> bool:
    """Whether an equation of a linear model with other coefficients than 1 and -1 is beyond `LARGEST_EQUATION`."""
    lower, upper = m.bounds()
    most = [max(abs(low), abs(high)) for low, high in zip(lower, upper, strict=True)]
    rows: list[Any] = m.records
    equations = (row for row in rows if row.lower == row.upper and not {1, -1}.issuperset(row.coefficients))
    of_integers = (row for row in equations if all(map(m.is_integer, row.columns)))
    sums = (sum(abs(c) * most[k] for k, c in zip(row.columns, row.coefficients, strict=True)) for row in of_integers)
    return any(LARGEST_EQUATION < size < math.inf for size in sums)


def _in_pyomo(name: str, exists: bool = False) -> Any:
    """Pyomo's solver of this name; with `exists`, whether it can be used here."""
    import pyomo.environ as pyo
    from pyomo.common.log import LoggingIntercept

    with LoggingIntercept(io.StringIO(), "pyomo"):  # it logs the traceback of a solver that it does not find
        solver = pyo.SolverFactory(name)
        return solver.available(exception_flag=False) if exists else solver


# -- versions of the engines ------------------------------------------------------------------------------------------


def _engine(name: str) -> tuple[str, Callable[[], str], int | None]:
    """The engine behind a name in the libraries, the function that finds its version, and its threads."""
    if name in ("COIN_CMD", "PULP_CBC_CMD"):
        return "CBC", cbc_version, 1
    if name == "GLPK_CMD":
        return "GLPK", lambda: _printed(["glpsol", "--version"], r"LP/MIP Solver (\d[\w.]*)"), 1
    if "highs" in name.lower():
        return "HiGHS", highs_version, None
    if name.startswith(("SCIP", "scip")):
        return "SCIP", _scip_version, 1
    return name, lambda: _pyomo_version(name), None


@cache
def cbc_version() -> str:
    """The version that the CBC which ships with PuLP prints.

    >>> cbc_version()[:2]
    '2.'
    """
    return _printed([str(pulp_cbc_path), "-quit"], r"Version: (\S+)")


def highs_version() -> str:
    """The version of the HiGHS in highspy, which this package, PuLP and Pyomo share; empty when it is not installed."""
    with suppress(PackageNotFoundError):
        return version("highspy")
    return ""


def _scip_version() -> str:
    with suppress(ImportError):
        import pyscipopt

        return str(pyscipopt.Model().version())
    return ""


def _pyomo_version(name: str) -> str:
    with suppress(Exception):  # a solver that is not there
        return ".".join(map(str, _in_pyomo(name).version()))
    return ""


def _printed(command: Sequence[str], pattern: str) -> str:
    """The version that a program prints; empty when it does not run."""
    with suppress(OSError, subprocess.SubprocessError):
        printed = subprocess.run(command, capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL).stdout
        if named := re.search(pattern, printed):
            return named[1]
    return ""
