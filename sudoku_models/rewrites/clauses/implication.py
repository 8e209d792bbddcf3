"""implication -> a guarded row."""

from ...backends import Implication
from .formula import Formula
from .linear import linear

__all__ = ["implication"]


def implication(formula: Formula, constraint: Implication) -> None:
    """From conditions that imply a linear row to the clauses of the row with a guard.

    From
        x[1] = v[1] and ... and x[k] = v[k] imply lower <= sum of a[j]*z[j] <= upper
    To
        a guard g                               the literal of the condition when there is one alone
        g if and only if x[1] = v[1] and ... and x[k] = v[k]
        not g or c                              for each clause c of the row, see `linear`
        A condition with a value outside the domain of its variable never holds, and then nothing is implied.

    Strength
        Domain consistency of the row once the conditions hold. Before, a violated row makes g false.

    Source: N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the rows; the
    guard is their activation literal.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many clauses; the message names it.
    """
    literals = [formula.columns[k].get(value) for k, value in constraint.conditions]
    conditions = [literal for literal in literals if literal is not None]
    if len(conditions) < len(literals):
        return
    outer = formula.guard
    if conditions:
        every = [outer, *conditions] if outer else conditions
        guard = every[0] if len(every) == 1 else formula.new()
        formula.guard = 0
        if len(every) > 1:
            formula.add([[guard, *(-literal for literal in every)], *([-guard, literal] for literal in every)])
        formula.guard = guard
    try:
        linear(formula, constraint.row._replace(label=constraint.label))
    finally:
        formula.guard = outer
