"""Solvers: one engine a file. A solver says what it takes; a session keeps it alive beside one model.

| name             | kind | what it is                                                                              |
|------------------|------|-----------------------------------------------------------------------------------------|
| `highs`          | MILP | HiGHS in this process; cuts are added rows, givens are changed bounds                   |
| `cbc`            | MILP | COIN-OR CBC, the program that ships with PuLP, through the modelling library            |
| `cpsat`          | CP   | OR-Tools CP-SAT; takes the stated CSP with its global constraints intact                |
| `choco`          | CP   | Choco (extra); `choco:AC`, `choco:BC` choose the consistency of all-different           |
| any other        | MILP | whatever PuLP's `getSolver` or Pyomo's `SolverFactory` find, such as `glpk` and `scip`  |

`highs`, `cbc` and `cpsat` have a switch: `highs:no-presolve` solves the model as it stands.

What a session answers is three-valued. A limit that strikes is UNKNOWN, and an answer that cannot be told from a
struck limit is UNKNOWN as well.
"""

from .protocol import (
    GAVE_UP,
    INTERRUPTED,
    NO_PRESOLVE,
    TIME_LIMIT,
    Enumerator,
    Outcome,
    Session,
    Solver,
    Status,
    no_time,
    refused,
)
from .protocol import LOGIC, ENUMERATION, MILP, CP
from .registry import other_paradigm
from .registry import SOLVERS, find, installed

__all__ = [
    "GAVE_UP",
    "INTERRUPTED",
    "NO_PRESOLVE",
    "SOLVERS",
    "TIME_LIMIT",
    "Enumerator",
    "Outcome",
    "Session",
    "Solver",
    "Status",
    "find",
    "installed",
    "no_time",
    "refused",
]
