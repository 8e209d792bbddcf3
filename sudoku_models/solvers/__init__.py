"""Solvers: one file per engine. A solver declares its paradigm and features; a session solves one model repeatedly.

| name             | paradigm | description                                                                         |
|------------------|----------|-------------------------------------------------------------------------------------|
| `highs`          | MILP     | HiGHS in this process; cuts are added rows, givens are changed bounds               |
| `cbc`            | MILP     | COIN-OR CBC, the program that ships with PuLP, through the modelling library        |
| `cpsat`          | CP       | OR-Tools CP-SAT; solves the CSP with its global constraints intact                  |
| `choco`          | CP       | Choco (extra); `choco:AC`, `choco:BC` choose the consistency of all-different       |
| `cadical`        | SAT      | CaDiCaL, on clauses; `cadical:ladder` and others choose the clauses of at-most-one  |
| `glucose`        | SAT      | Glucose, on clauses; the same options                                               |
| any other        | MILP     | a solver that PuLP's `getSolver` or Pyomo's `SolverFactory` finds: `glpk`, `scip`.. |

For `highs`, `cbc` and `cpsat`, presolve can be switched off, as in `highs:no-presolve`, and the seed of their random
numbers set, `highs:seed=7`. For `cpsat` and `choco` the order of the search can be chosen, `choco:input-order`. Options
are joined with commas: `cpsat:no-presolve,first-fail,seed=3`. `Feature` lists the features. Code outside an
entry of the table does not test a solver's name but its features, `Feature.OBJECTIVE in solvers.find(name).features`,
takes the first that has what it needs, `solvers.first(Feature.ENUMERATION)`, or looks for a solver that can check
another: `solvers.other_paradigm(name)`. A solver also declares what it needs of the platform; `solvers.table()` says
why one cannot run here.

Answers are three-valued. A result that cannot be distinguished from a time limit is UNKNOWN.

Adding a solver, without touching this package (`notebooks/reference/adding.md` has complete examples):

1. Write it in your own package. For a MILP solver that is a subclass of `MilpSolver` with one method; any other is a
   class that declares `name`, `paradigm` and `features`, with a session that has `solve` (and `enumerate`, if it
   declares that feature).
2. Either register it where it is used, `sm.solvers.register("mine", Mine, "MILP; my solver")`, or declare an entry
   point, so that it is available whenever your package is installed:

       [project.entry-points."sudoku_models.solvers"]
       mine = "my_package.mine:Mine"

3. Test it: `benchmark.check_solver("mine")` tries it on small models whose answers are known.
"""

from typing import TYPE_CHECKING, Any

from ..runtime.interrupts import import_whole
from .protocol import (
    BY_FILE,
    CP,
    ENGINE_PRESOLVE,
    GAVE_UP,
    INTERRUPTED,
    MILP,
    NO_PRESOLVE,
    SAT,
    SEARCH_ORDERS,
    TIME_LIMIT,
    Certainty,
    Enumerator,
    Feature,
    OnSolution,
    Outcome,
    Paradigm,
    Session,
    Solver,
    SolverFacts,
    Status,
    no_time,
)
from .registry import (
    SOLVERS,
    Entry,
    entry,
    find,
    first,
    having,
    installed,
    other_paradigm,
    register,
    table,
    title,
)

if TYPE_CHECKING:
    from .milp import Claim, MilpSolver

__all__ = [
    "BY_FILE",
    "CP",
    "ENGINE_PRESOLVE",
    "GAVE_UP",
    "INTERRUPTED",
    "MILP",
    "NO_PRESOLVE",
    "SAT",
    "SEARCH_ORDERS",
    "SOLVERS",
    "TIME_LIMIT",
    "Certainty",
    "Claim",
    "Entry",
    "Enumerator",
    "Feature",
    "MilpSolver",
    "OnSolution",
    "Outcome",
    "Paradigm",
    "Session",
    "Solver",
    "SolverFacts",
    "Status",
    "entry",
    "find",
    "first",
    "having",
    "installed",
    "no_time",
    "other_paradigm",
    "register",
    "table",
    "title",
]


def __getattr__(name: str) -> Any:
    """The recipe for MILP solvers, which needs NumPy, is imported when it is used."""
    if name in ("Claim", "MilpSolver"):
        return getattr(import_whole(".milp", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
