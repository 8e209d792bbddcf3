"""Any other solver, through the modelling library's own interface: `pulp.getSolver` or Pyomo's `SolverFactory`.

Such a solver is started at each solve, and its files are in a temporary folder that is removed afterwards. The reported
status is not always reliable: PuLP calls a time limit with an incumbent "Optimal", and an "infeasible" at the time
limit is not treated as a proof.

A model that is neither PuLP's nor Pyomo's is copied to PuLP's interface row by row. SCIP, which both libraries run
inside this process and cannot stop, runs in a separate process.

Sources: https://coin-or.github.io/pulp/guides/how_to_configure_solvers.html; https://pyomo.readthedocs.io
"""

import warnings
from collections.abc import Callable
from importlib.util import find_spec

import pulp

from ..backends import Backend
from ..errors import NotInstalledError, UnknownNameError
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Stopwatch, TimeLimit, deadline_of
from .facts import SolverFacts, cbc_version, glpk_version, highs_version, scip_version
from .library_program import IN_PULP, not_installed, refuse_logic
from .plain import plain
from .protocol import (
    CONTINUOUS,
    INTERRUPT,
    NO_PRESOLVE,
    OBJECTIVE,
    PRESOLVE_SWITCH,
    PROOF,
    Outcome,
    Paradigm,
    Session,
    no_time,
)
from .registry import SOLVERS
from .separate import is_separate, solve_separately

__all__ = ["LibrarySolver", "cbc", "library_solver", "others"]

FEATURES = frozenset({CONTINUOUS, OBJECTIVE, PROOF, INTERRUPT})
SCIP = ("scip", "SCIP_PY", "scip_direct", "scip_persistent")
"""SCIP's names in the libraries; all of them are its Python interface."""
ENGINES: dict[str, tuple[str, Callable[[], str] | None, str, int | None]] = {
    **dict.fromkeys(("cbc", "COIN_CMD", "PULP_CBC_CMD"), ("CBC", cbc_version, ", by a file", 1)),
    **dict.fromkeys(("glpk", "GLPK_CMD"), ("GLPK", glpk_version, ", by a file", 1)),
    **dict.fromkeys(("HiGHS", "appsi_highs", "highs_direct", "highs_persistent"), ("HiGHS", highs_version, "", None)),
    **dict.fromkeys(SCIP, ("SCIP", scip_version, ", in a process of its own", 1)),
}
"""A name in the libraries -> the engine, the function that finds its version, how it is reached, its threads."""


def cbc(option: str = "") -> "LibrarySolver":
    """CBC, the only one of these solvers whose presolve can be switched off here."""
    return LibrarySolver("cbc", option != NO_PRESOLVE)


def library_solver(name: str) -> "LibrarySolver":
    """The solver of this name in PuLP or Pyomo.

    Raises:
        UnknownNameError: When neither has one.
    """
    if name not in IN_PULP and name not in pulp.listSolvers():
        import pyomo.environ as pyo

        if name not in pyo.SolverFactory:
            raise UnknownNameError(
                "solver",
                name,
                [*SOLVERS, *(n for n in IN_PULP if n not in SOLVERS)],
                "The names of PuLP's and Pyomo's solvers are also valid",
            )
    return LibrarySolver(name)


def others() -> list[str]:
    """The other installed solvers that PuLP finds."""
    short = {long: name for name, long in IN_PULP.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PuLP tries every name, its deprecated ones too
        found = {short.get(name, name) for name in pulp.listSolvers(onlyAvailable=True)}
    own = {*SOLVERS, "PULP_CBC_CMD", "HiGHS", "HiGHS_CMD"}
    return sorted(found - own)


class LibrarySolver:
    """A solver by its name in the modelling libraries."""

    paradigm: Paradigm = "MILP"

    def __init__(self, name: str, presolve: bool = True) -> None:
        self.name = name if presolve else f"{name}:{NO_PRESOLVE}"
        self.features = FEATURES | ({PRESOLVE_SWITCH} if name == "cbc" else frozenset())
        self._program, self._presolve = name, presolve

    def facts(self, backend: str) -> SolverFacts:
        name = self._program
        engine, find_version, how, threads = ENGINES.get(name, (name, None, "", None))
        if backend == "pyomo" and name not in SCIP:
            from .library_pyomo import pyomo_options, pyomo_version

            found = find_version() if find_version else pyomo_version(name)
            return SolverFacts(f"Pyomo: {name}{how}", engine, found, pyomo_options(name, self._presolve), threads)
        from .library_pulp import pulp_options

        found, interface = find_version() if find_version else "", f"PuLP: {IN_PULP.get(name, name)}{how}"
        return SolverFacts(interface, engine, found, pulp_options(name, self._presolve), threads)

    def session(self, m: Backend) -> Session:
        if self._program in SCIP and not is_separate():
            return _SeparateSession(m, "scip")
        if m.name == "pyomo":
            from .library_pyomo import PyomoLibrarySession

            return PyomoLibrarySession(m, self._program, self._presolve)
        from .library_pulp import PulpLibrarySession

        return PulpLibrarySession(m, self._program, self._presolve)

    def __repr__(self) -> str:
        return f"LibrarySolver({self.name!r})"


class _SeparateSession:
    """A solver that cannot be interrupted inside a process, so it runs in a separate one that can be killed."""

    def __init__(self, m: Backend, name: str) -> None:
        if find_spec("pyscipopt") is None:
            raise self._not_installed(m, name)
        self.m, self.name = m, name

    def solve(self, time_limit: float | None = None) -> Outcome:
        watch = Stopwatch()
        with deadline_of(time_limit) as deadline:
            try:
                with defer_interrupts():
                    refuse_logic(self.m, self.name)
                    model = plain(self.m, deadline)
                deadline.check()
            except TimeLimit:
                return no_time()
            translated = watch()
            outcome = solve_separately(self.name, model, deadline)
        outcome.translate_seconds = translated + (outcome.translate_seconds or 0.0)
        outcome.solve_seconds = watch() - outcome.translate_seconds
        outcome.size = model.size
        return outcome

    @staticmethod
    def _not_installed(m: Backend, name: str) -> NotInstalledError:
        return not_installed(name, "Pyomo" if m.name == "pyomo" else "PuLP")
