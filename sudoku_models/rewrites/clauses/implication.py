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
        not g or c                              for each clause c of the row, see `linear`; c alone where it contains
                                                the negation of a variable that was added for the row, because with all
                                                of these false it holds
        A condition with a value outside the domain of its variable never holds, and then nothing is implied.

    Strength
        Domain consistency of the row once the conditions hold; and once the row cannot hold, the last condition that
        is open is made false.

    Source: N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the rows; the
    guard is their activation literal.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many clauses; the message names it.
    """
    literals = [formula.columns[k].get(value) for k, value in constraint.conditions]
    conditions = [literal for literal in literals if literal is not None]
    if len(conditions) < len(literals):
        return
    every = [formula.guard, *conditions] if formula.guard else conditions
    outer, formula.guard = formula.guard, 0
    try:
        guard = _all(formula, every)
        formula.true()  # so that the clauses of the row do not begin with it
        known, start = formula.size, len(formula.clauses)
        linear(formula, constraint.row._replace(label=constraint.label))
        added = formula.clauses[start:]
        del formula.clauses[start:]
        for clause in added:
            formula.add([clause if min(clause) < -known or not guard else [-guard, *clause]])
    finally:
        formula.guard = outer


def _all(formula: Formula, literals: list[int]) -> int:
    """A literal that is true exactly when all of these are; 0 when there are none."""
    if len(literals) <= 1:
        return literals[0] if literals else 0
    found = formula.new()
    formula.add([[found, *(-literal for literal in literals)], *([-found, literal] for literal in literals)])
    return found
