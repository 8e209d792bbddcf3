"""The further rules of a board, added to any formulation.

A formulation defines cells, units and givens. Whatever it returns, x[cell] or y[cell, digit], tells the digit of a cell
as a linear expression, and that is all that a rule needs. So no formulation knows of any rule, and none can forget one.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ..backends import Backend
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.rule import LARGEST_TABLE, CellRule, is_own
from ..puzzles.units import Cell


class Cells:
    """The cells as a formulation represents them.

    Args:
        m: The model.
        puzzle: The puzzle.
        variables: x[cell] or y[cell, digit]; in a reduced formulation y has only the digits that the givens leave open.

    Attributes:
        size: n, the largest digit.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m, puzzle = new_backend("pulp"), Puzzle.parse("12.. .... .... ....")
    >>> y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in puzzle.board.digits])
    >>> print(Cells(m, puzzle, y).value((1, 3)))
    y_1_3_1 + 2*y_1_3_2 + 3*y_1_3_3 + 4*y_1_3_4
    """

    def __init__(self, m: Backend, puzzle: Puzzle, variables: Mapping[Any, Any]) -> None:
        self.size = puzzle.board.size
        self._m, self._puzzle, self._variables = m, puzzle, variables
        self.value = cache(self._value)
        self.holds = cache(self._holds)

    def _value(self, cell: Cell) -> Any:
        """The digit in a cell, as a variable or a linear expression."""
        if cell in self._variables:
            return self._variables[cell]
        digits = [d for d in self._puzzle.board.digits if (cell, d) in self._variables]
        if not digits and cell in self._puzzle.givens:
            return self._m.sum([]) + self._puzzle.givens[cell]
        return self._m.dot(digits, [self._variables[cell, d] for d in digits])

    def _holds(self, cell: Cell, digit: int) -> Any:
        """A binary, or a constant, that is 1 exactly when the cell holds the digit."""
        if cell in self._variables:
            return self._m.equals(self._variables[cell], digit)
        if (cell, digit) in self._variables:
            return self._variables[cell, digit]
        return self._m.sum([]) + int(self._puzzle.givens.get(cell) == digit)

    def implies(self, held: Mapping[Cell, int], constraint: Any, label: Any) -> None:
        """Add the constraint that a linear constraint holds when all these cells hold these digits."""
        decided = {i for i, d in held.items() if i not in self._variables and (i, d) not in self._variables}
        if any(self._puzzle.givens.get(i) != held[i] for i in decided):
            return
        conditions = [self.holds(i, d) for i, d in held.items() if i not in decided]
        if conditions:
            self._m.implies(conditions, constraint, label)
        else:
            self._m.add(constraint, label)


def add_rules(m: Backend, puzzle: Puzzle, variables: Mapping[Any, Any], as_tables: bool = False) -> None:
    """Define the rules of the puzzle's board that are not units.

    Args:
        m: The model.
        puzzle: The puzzle.
        variables: What the formulation returned.
        as_tables: Whether rules of the user's own are defined by what `holds` says, as tables, and not by their own
            `define`: this is how a claim is confirmed.

    >>> from sudoku_models import Board, Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> board = Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)]))
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", board.cells, 1, 4)
    >>> add_rules(m, Puzzle.parse("." * 16, board), x)
    >>> print(m.records[0].name)
    killer cage 3 on r1c1 r1c2: sum
    """
    cells = Cells(m, puzzle, variables)
    for rule in puzzle.board.cell_rules:
        if as_tables and is_own(rule) and cells.size ** len(rule.cells) <= LARGEST_TABLE:
            CellRule.define(rule, m, cells)
        else:
            rule.define(m, cells)
