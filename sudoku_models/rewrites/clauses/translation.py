"""constraint -> clauses, by its kind."""

from ...backends import (
    AllDifferent,
    Circuit,
    Constraint,
    Cumulative,
    Element,
    Exclude,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    Table,
)
from ...errors import UnsupportedError
from .all_different import all_different
from .circuit import circuit
from .cumulative import cumulative
from .element import element
from .exclude import exclude
from .formula import Formula
from .implication import implication
from .inverse import inverse
from .linear import linear
from .not_equal import not_equal
from .table import table

__all__ = ["add_constraint"]


def add_constraint(formula: Formula, constraint: Constraint) -> None:
    """Add the clauses of a constraint over the columns of the formula.

    Raises:
        UnsupportedError: When it cannot be written as clauses; the message names it.

    >>> from sudoku_models.backends import Term
    >>> from sudoku_models.rewrites.clauses.indicators import indicators
    >>> formula = Formula()
    >>> indicators(formula, 0, 1)
    >>> indicators(formula, 0, 1)
    >>> add_constraint(formula, NotEqual(Term((0, 1), (1, -1)), "a and b differ"))
    >>> add_constraint(formula, Linear((0, 1), (1, 1), 1, 2, "a or b"))
    >>> formula.clauses
    [[1, 2], [-1, -2], [1, 2]]
    """
    match constraint:
        case Linear():
            linear(formula, constraint)
        case NotEqual():
            not_equal(formula, constraint)
        case AllDifferent():
            all_different(formula, constraint)
        case Exclude():
            exclude(formula, constraint)
        case Table():
            table(formula, constraint)
        case Implication():
            implication(formula, constraint)
        case Element():
            element(formula, constraint)
        case Inverse():
            inverse(formula, constraint)
        case Circuit():
            circuit(formula, constraint)
        case Cumulative():
            cumulative(formula, constraint)
        case _:
            raise UnsupportedError(f"{constraint.name!r} cannot be written as clauses; choose a CP or MILP solver")
