"""Explain by minimal sets: a few rules and digits that cannot all hold unless this cell is 7.

Add the negation, "this cell is not 7", to the model. If the digit is forced, nothing satisfies all of it, and often a
small part of the rules and digits is enough for that. A part is *minimal* (a minimal unsatisfiable subset, or MUS) when
it forces the digit and no proper part of it does. Minimal is not smallest: there can be several minimal sets, of
different sizes, and the search below finds one of them.

1. Seeds: a few rules near the cell are tried before many. What they force needs no others.
2. Core: in one live `CpModel` each named constraint is enforced by a literal of its own, and so is each digit. The
   literals of the seed are handed over as assumptions, and CP-SAT names some that are already too many.
3. Deletion: each name of the core is left out in turn, and stays out if the rest still forces the digit. For each, a
   small model without literals is solved; CP-SAT is many times faster on it than on the live one.

The constraints are read from the model by their names, so any board will do, any formulation, and any `sm.Problem`. The
domains of the variables are no constraints: they always hold.

| module        | what it holds                                                   |
|---------------|-----------------------------------------------------------------|
| `named_model` | minimal sets of the constraints of any model                    |
| `board_rules` | the rules of a board in one formulation, and which of them to try first |
| `steps`       | minimal sets for a puzzle, and the steps of an explanation      |

Sources: J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010, for deletion;
B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems",
Artificial Intelligence 300, 2021, for explaining step by step, the easiest step first.
"""

from .board_rules import MinimalSet
from .named_model import Condition, NamedModel, minimal_names
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
