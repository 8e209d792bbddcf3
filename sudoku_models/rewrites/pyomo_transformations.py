"""The rewrites as Pyomo transformations, for any Pyomo model.

Importing this module registers one name for each rewrite, `sudoku_models.rank` and so on, and `sudoku_models.linear`
for the defaults. Each rewrites all active logical constraints, so that any MILP solver can solve the model:

>>> import pyomo.environ as pyo
>>> import sudoku_models.rewrites.pyomo_transformations
>>> model = pyo.ConcreteModel()
>>> model.x = pyo.Var([1, 2, 3], within=pyo.Integers, bounds=(1, 3))
>>> model.differ = pyo.LogicalConstraint(expr=pyo.all_different(*model.x.values()))
>>> model.total = pyo.Objective(expr=model.x[1] + model.x[2] + model.x[3])
>>> pyo.TransformationFactory("sudoku_models.linear").apply_to(model)
>>> result = pyo.SolverFactory("highs").solve(model)
>>> round(pyo.value(model.total)), model.differ.active
(6, False)

Without it, Pyomo 6.10 passes the model to HiGHS without its logical constraint and reports [1, 1, 1] as optimal.

| logical constraint                                        | rewritten by                                       |
|-----------------------------------------------------------|----------------------------------------------------|
| `all_different(a, b + 1, ...)`                            | `indicators`, or `pairwise` and then one for `!=`  |
| `NotEqualExpression((a, b))`, `lnot(a == b)`              | `cliques`, `rank`, `big_m`, `gdp_bigm`, `gdp_hull` |
| `TableExpression([a, b], tuples, allowed)`                | `table_supports`, `tuple_hull`, `table_conflicts`  |
| `implies(y == 1, a <= b)`, with binary `y`                | `indicator_big_m`                                  |
| `GlobalExpression([a, b, ...], record)`: an element, inverse, circuit or cumulative | see `rewrites`           |
| `atleast(k, NotEqualExpression((a, 3)), ...)`: "not this" | a no-good cut                                      |

`sudoku_models.rank` determines the rewrite of `!=`; the other kinds use their defaults. To choose both, name them:
`TransformationFactory("sudoku_models.linear").apply_to(model, rewrite="pairwise+big_m")`. Variables must be integers
with finite bounds. As always in Pyomo, `apply_to` changes the model, and `create_using` changes a copy of it.

Source: https://pyomo.readthedocs.io, "Model Transformations".
"""

from typing import Any

from pyomo.core.base.transformation import Transformation, TransformationFactory

from ..backends.pyomo import PyomoBackend
from .registry import REWRITES, apply

__all__ = ["LinearTransformation"]


class LinearTransformation(Transformation):
    """Replace every logical constraint of a model or block by linear constraints.

    Attributes:
        rewrite: The rewrites to use when the caller names none, joined with "+"; None means the defaults.

    Raises:
        UnsupportedError: When no rewrite covers a logical constraint; the message names it.
        InputError: When the model is abstract.
    """

    rewrite: str | None = None

    def _apply_to(self, model: Any, rewrite: str | None = None) -> None:
        apply(PyomoBackend(model), rewrite or self.rewrite)


def _register(name: str, rewrite: str | None, what: str) -> None:
    kind = type(f"{name.title()}Transformation", (LinearTransformation,), {"rewrite": rewrite})
    TransformationFactory.register(f"sudoku_models.{name}", doc=f"Logical constraints made linear; {what}")(kind)


_register("linear", None, "each kind by its default rewrite")
for _name, _entry in REWRITES.items():
    _register(_name, _name, f"{_entry.takes}: {_entry.summary}")
