"""`highspy` in a browser tab, for PuLP, Pyomo and linear expressions: see `sudoku_models.solvers.highs_in_page`.

Pyomo hands over NumPy's arrays, which such a site does not have; so it gets lists.
"""

import sys
from types import SimpleNamespace
from typing import Any

from sudoku_models.solvers import highs_in_page
from sudoku_models.solvers.highs_in_page import (
    HighsModelStatus,
    HighsPresolveStatus,
    HighsStatus,
    HighsVarType,
    MatrixFormat,
    ObjSense,
)

__all__ = [
    "Highs",
    "HighsModelStatus",
    "HighsPresolveStatus",
    "HighsStatus",
    "HighsVarType",
    "MatrixFormat",
    "ObjSense",
    "cb",
    "kHighsInf",
]

kHighsInf = float("inf")
HIGHS_VERSION_MAJOR, HIGHS_VERSION_MINOR, HIGHS_VERSION_PATCH = 1, 15, 3
cb = SimpleNamespace(HighsCallbackType=object)
PYOMO = ("pyomo.contrib.solver.solvers.highs", "pyomo.contrib.appsi.solvers.highs")
LISTS = SimpleNamespace(
    array=lambda numbers, dtype=None: [*numbers],
    zeros=lambda count, dtype=None: [0.0] * count,
    arange=range,
    sort=sorted,
    double=float,
)
"""What Pyomo's interfaces take of NumPy for a linear model."""


class Linear:
    """A linear expression, the coefficients by columns; a comparison makes a row, with its lower and upper bound."""

    def __init__(self, terms: dict[int, float], constant: float = 0) -> None:
        self.terms, self.constant = terms, constant

    def __add__(self, other: Any) -> "Linear":
        if not isinstance(other, Linear):
            return Linear(self.terms, self.constant + other)
        both = {k: self.terms.get(k, 0) + other.terms.get(k, 0) for k in {**self.terms, **other.terms}}
        return Linear(both, self.constant + other.constant)

    def __mul__(self, factor: float) -> "Linear":
        return Linear({k: factor * a for k, a in self.terms.items()}, factor * self.constant)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Any) -> "Linear":
        return self + -1 * other

    def __rsub__(self, other: Any) -> "Linear":
        return -1 * self + other

    def __le__(self, other: Any) -> Any:
        return self - other, -kHighsInf, 0

    def __ge__(self, other: Any) -> Any:
        return self - other, 0, kHighsInf

    def __eq__(self, other: object) -> Any:
        return self - other, 0, 0

    __hash__ = None  # type: ignore[assignment]


class Highs(highs_in_page.Highs):
    """A HiGHS object for a modelling library."""

    def __init__(self) -> None:
        super().__init__()
        for interface in PYOMO:
            if interface in sys.modules:
                sys.modules[interface].np = LISTS

    def addVariable(self, lb: float = 0, ub: float = kHighsInf) -> Linear:
        column = self.getNumCol()
        self.addCol(0, lb, ub, 0, [], [])
        return Linear({column: 1})

    def addConstr(self, row: Any) -> None:
        left, lower, upper = row
        columns, values = [*left.terms], [*left.terms.values()]
        self.addRow(lower - left.constant, upper - left.constant, len(columns), columns, values)

    def minimize(self, goal: Linear) -> None:
        self._solve(goal, ObjSense.kMinimize)

    def maximize(self, goal: Linear) -> None:
        self._solve(goal, ObjSense.kMaximize)

    def _solve(self, goal: Linear, sense: ObjSense) -> None:
        count = self.getNumCol()
        self.changeColsCost(count, [*range(count)], [goal.terms.get(k, 0) for k in range(count)])
        self.changeObjectiveOffset(goal.constant)
        self.changeObjectiveSense(sense)
        self.run()
