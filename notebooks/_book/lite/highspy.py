"""`highspy` in a browser tab, for PuLP's and Pyomo's interfaces to HiGHS: see `sudoku_models.solvers.highs_in_page`.

Pyomo hands over NumPy's arrays, which such a site does not have; so it gets lists.
"""

import sys
from types import SimpleNamespace

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


class Highs(highs_in_page.Highs):
    """A HiGHS object for a modelling library."""

    def __init__(self) -> None:
        super().__init__()
        for interface in PYOMO:
            if interface in sys.modules:
                sys.modules[interface].np = LISTS
