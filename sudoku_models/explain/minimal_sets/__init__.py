"""Explain by minimal sets: a few rules and digits that force, for example, this cell to be 7.

Add the negation, "this cell is not 7", to the model. If the digit is forced, the model becomes infeasible, and often a
small part of the rules and digits is enough for that. A part is *minimal* (a minimal unsatisfiable subset, or MUS) when
it forces the digit and no proper part of it does. Minimal is not smallest: there can be several minimal sets, of
different sizes, and the search below finds one of them.

1. Seeds: a few rules near the cell are tried first. If they force the digit, no others are needed.
2. Core: in one live SAT solver the clauses of each named constraint hold only if a literal of its own, its selector, is
   assumed. A digit is assumed as the literal of its value. When the solver finds no solution, it returns a subset of
   the assumptions, the core, that is infeasible.
3. Deletion: each name of the core is left out in turn, for good if the rest still forces the digit; then the new core
   takes the place of the old one. The reverse order is tried too, and the smaller set is kept.

A question takes less than a millisecond, because the solver keeps what it has learned. Constraints that would need too
many clauses, or have fractional coefficients, are left to CP-SAT, which solves a small model for each question.

The constraints are read from the model by their names, so this works for any board, any formulation and any
`sm.Problem`.
The domains of the variables are not constraints: they always hold.

| module        | content                                                           |
|---------------|-------------------------------------------------------------------|
| `engines`     | the SAT solver, and CP-SAT                                        |
| `named_model` | minimal sets of the constraints of any model                      |
| `board_rules` | the rules of a board in one formulation, and their order of trial |
| `steps`       | minimal sets for a puzzle, and the steps of an explanation        |

Sources: J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010, for deletion;
B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems",
Artificial Intelligence 300, 2021, for explaining step by step, the easiest step first.
"""

from .board_rules import MinimalSet
from .engines import Condition
from .named_model import NamedModel, minimal_names
from .steps import EFFORT, exclusion, forces, minimal_set, next_step, step_for

__all__ = [
    "EFFORT",
    "Condition",
    "MinimalSet",
    "NamedModel",
    "exclusion",
    "forces",
    "minimal_names",
    "minimal_set",
    "next_step",
    "step_for",
]
