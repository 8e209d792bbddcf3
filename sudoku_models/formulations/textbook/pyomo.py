"""Sudoku in Pyomo, by hand: sets, variables over sets, and rules over sets.

Givens are fixed variables, as in the Pyomo book, so that they add no rows.

>>> import pyomo.environ as pyo
>>> from sudoku_models import Puzzle
>>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
>>> m = assignment(puzzle)
>>> result = pyo.SolverFactory("highs").solve(m)
>>> grid(m, puzzle).line()
'1243342143122134'

Source: M. L. Bynum et al., "Pyomo - Optimization Modeling in Python", 3rd edition, 2021, chapter on scripting, whose
Sudoku is `examples/pyomobook/scripts-ch/sudoku` in Pyomo's repository.
"""

from typing import Any

import pyomo.environ as pyo
import pyomo.gdp  # noqa: F401  gives models their `@m.Disjunction`

from ...errors import InputError
from ...puzzles.puzzle import Grid, Puzzle


def pairwise(puzzle: Puzzle) -> pyo.ConcreteModel:
    """Integer variables, and a disjunction for every pair of peers: one digit is smaller, or the other is.

    Pyomo's `!=` is a logical constraint that no MILP solver accepts, but Pyomo.GDP supports a disjunction of two
    inequalities. A disjunction is used here, not big-M rows by hand, because it reads like the rule and lets the
    caller choose between big-M and convex hull:

        pyo.TransformationFactory("gdp.bigm").apply_to(m)       # or "gdp.hull"

    Source: Q. Chen et al., "Pyomo.GDP", Optimization and Engineering, 2022.

    >>> m = pairwise(Puzzle.parse("1... .... .... ...."))
    >>> len(m.differ), m.x[1, 1].fixed
    (56, True)
    """
    puzzle.board.check_units_only("the textbook")
    board = puzzle.board
    m = pyo.ConcreteModel("Sudoku, pairwise")

    m.ROWS = pyo.RangeSet(board.size)
    m.COLUMNS = pyo.RangeSet(board.size)
    m.PEERS = pyo.Set(dimen=4, initialize=[(*i, *j) for i, j in board.pairs])

    m.x = pyo.Var(m.ROWS, m.COLUMNS, within=pyo.Integers, bounds=(1, board.size), doc="the digit in a cell")

    @m.Disjunction(m.PEERS)
    def differ(m: Any, r: int, c: int, s: int, t: int) -> list[list[Any]]:
        return [[m.x[r, c] <= m.x[s, t] - 1], [m.x[r, c] >= m.x[s, t] + 1]]

    m.nothing = pyo.Objective(expr=0, doc="any solution will do")

    for (r, c), d in puzzle.givens.items():
        m.x[r, c].fix(d)

    return m


def assignment(puzzle: Puzzle) -> pyo.ConcreteModel:
    """Binary variables: one digit per cell, each digit once per unit. The model of the Pyomo book.

    The book writes rules for rows, columns and squares; here one rule over named units covers every board.

    >>> m = assignment(Puzzle.parse("1... .... .... ...."))
    >>> print(m.unit_has_digit["box 1", 4].expr)
    y[1,1,4] + y[1,2,4] + y[2,1,4] + y[2,2,4]  ==  1
    """
    puzzle.board.check_units_only("the textbook")
    board = puzzle.board
    cells = {unit.name: unit.cells for unit in board.units}
    m = pyo.ConcreteModel("Sudoku, assignment")

    m.ROWS = pyo.RangeSet(board.size)
    m.COLUMNS = pyo.RangeSet(board.size)
    m.DIGITS = pyo.RangeSet(board.size)
    m.UNITS = pyo.Set(initialize=list(cells))

    m.y = pyo.Var(m.ROWS, m.COLUMNS, m.DIGITS, within=pyo.Binary, doc="1 when the cell holds the digit")

    @m.Constraint(m.ROWS, m.COLUMNS)
    def cell_has_one_digit(m: Any, r: int, c: int) -> Any:
        return sum(m.y[r, c, d] for d in m.DIGITS) == 1

    @m.Constraint(m.UNITS, m.DIGITS)
    def unit_has_digit(m: Any, u: str, d: int) -> Any:
        times = sum(m.y[r, c, d] for r, c in cells[u])
        return times == 1 if len(cells[u]) == board.size else times <= 1

    m.nothing = pyo.Objective(expr=0, doc="any solution will do")

    for (r, c), d in puzzle.givens.items():
        m.y[r, c, d].fix(1)

    return m


def all_different(puzzle: Puzzle) -> pyo.ConcreteModel:
    """Integer variables, and one all-different constraint for each unit: the classical CSP.

    Pyomo can express this model, but a MILP solver drops its logical constraints without an error. So it needs either
    a constraint programming solver or this transformation, which linearises it:

        import sudoku_models.rewrites.pyomo_transformations
        pyo.TransformationFactory("sudoku_models.linear").apply_to(m)

    Source: Pyomo's documentation, "Logical constraints and expressions".

    >>> m = all_different(Puzzle.parse("1... .... .... ...."))
    >>> print(m.all_differ["row 1"].expr)
    all_different(x[1,1], x[1,2], x[1,3], x[1,4])
    """
    puzzle.board.check_units_only("the textbook")
    board = puzzle.board
    cells = {unit.name: unit.cells for unit in board.units}
    m = pyo.ConcreteModel("Sudoku, all-different")

    m.ROWS = pyo.RangeSet(board.size)
    m.COLUMNS = pyo.RangeSet(board.size)
    m.UNITS = pyo.Set(initialize=list(cells))

    m.x = pyo.Var(m.ROWS, m.COLUMNS, within=pyo.Integers, bounds=(1, board.size), doc="the digit in a cell")

    @m.LogicalConstraint(m.UNITS)
    def all_differ(m: Any, u: str) -> Any:
        return pyo.all_different(*(m.x[r, c] for r, c in cells[u]))

    m.nothing = pyo.Objective(expr=0, doc="any solution will do")

    for (r, c), d in puzzle.givens.items():
        m.x[r, c].fix(d)

    return m


def grid(model: pyo.ConcreteModel, puzzle: Puzzle) -> Grid:
    """The grid of a solved model.

    A solver's values are floats: a binary that is 1 may be returned as 0.9999999999, within the solver's tolerance.
    The test `value(y) == 1` is then False for every digit of that cell, and the cell would be blank although the
    solver was right. Therefore values are rounded before they are compared.

    Raises:
        InputError: When the model has not been solved, or a cell has no digit.
    """
    variables = model.component("x") or model.y
    if any(variable.value is None for variable in variables.values()):
        raise InputError(f"{model.name} has no values yet; solve it first")
    value = {key: round(variable.value) for key, variable in variables.items()}
    if variables.name == "y":
        value = {(r, c): sum(d * value[r, c, d] for d in model.DIGITS) for r, c in puzzle.board.cells}
    return Grid(puzzle.board, tuple(value[i] for i in puzzle.board.cells))
