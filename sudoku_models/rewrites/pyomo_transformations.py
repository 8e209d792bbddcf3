"""The rewrites as Pyomo transformations, for any Pyomo model; and the rewrites that need Pyomo: GDP disjunctions.

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
| `ConstraintExpression([a, b], table)`                     | `table_supports`, `tuple_hull`, `table_conflicts`  |
| `implies(y == 1, a <= b)`, with binary `y`                | `indicator_big_m`                                  |
| `lor`, `implies`, `exactly` and so on, of Boolean ones    | `reified_binaries`                                 |
| `Disjunction`, and what is in its disjuncts               | `gdp_bigm`, `gdp_hull`, by Pyomo.GDP               |
| the same of an element, inverse, circuit or cumulative    | see `rewrites`                                     |
| `atleast(k, NotEqualExpression((a, 3)), ...)`: "not this" | a no-good cut                                      |

`sudoku_models.rank` determines the rewrite of `!=`; the other kinds use their defaults. To choose both, name them:
`TransformationFactory("sudoku_models.linear").apply_to(model, rewrite="pairwise+big_m")`. Variables must be integers
with finite bounds. As always in Pyomo, `apply_to` changes the model, and `create_using` changes a copy of it.

Source: https://pyomo.readthedocs.io, "Model Transformations".
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pyomo.environ as pyo
from pyomo.core.base.transformation import Transformation, TransformationFactory
from pyomo.gdp import Disjunct, Disjunction

from ..backends import Backend, NotEqual
from ..backends.pyomo import PyomoBackend
from ..backends.pyomo_objects import component_name
from ..runtime.limits import check_deadline
from .links import Links, expression, unused
from .not_equal import ordered_pair, whole_range
from .registry import REWRITES, apply

CHUNK = 64
"""Disjunctions that Pyomo transforms between two looks at the clock."""


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


def gdp_bigm(m: Backend, constraints: Sequence[NotEqual], links: Links, transformation: str = "gdp.bigm") -> None:
    """From a != b to [a <= b - 1] or [a >= b + 1], which Pyomo.GDP makes linear.

    From
        a != b
    To
        Disjunction: either a - b <= -1 or a - b >= 1, followed by the transformation `gdp.bigm`

    Strength
        The same as `big_m`: Pyomo estimates M from the bounds, so the rows are the same, but each side has its own
        indicator.

    Source: Q. Chen et al., "Pyomo.GDP: an ecosystem for logic based modeling and optimization development",
    Optimization and Engineering, 2022.
    """
    sides: dict[str, Any] = {}
    of: dict[str, NotEqual] = {}
    for constraint in constraints:
        check_deadline()
        whole_range(m, constraint)  # the two sides cover a != b for integers only
        difference, name = expression(m, constraint.difference), constraint.name
        if name in sides:  # names in users' models may repeat
            name = next(free for k in count(2) if (free := f"{name} ({k})") not in sides)
        sides[name], of[name] = [[difference <= -1], [difference >= 1]], constraint
    either = Disjunction(pyo.Any)
    m.native.add_component(component_name(m.native, "either"), either)
    width = len(m.variables)
    for name, both in sides.items():
        check_deadline()
        either[name] = both
    blocks = Disjunct()
    m.native.add_component(component_name(m.native, "transformed"), blocks)
    blocks.deactivate()
    names = list(sides)
    for start in range(0, len(names), CHUNK):
        check_deadline()
        _transform(m, either, names[start : start + CHUNK], transformation, blocks)
    added = pyo.Reference(dict(enumerate(m.variables[width:])), ctype=pyo.Var)  # for those who read the model later
    m.native.add_component(component_name(m.native, "disjunction_variables"), added)
    for name, constraint in of.items():
        above = either[name].disjuncts[1].binary_indicator_var
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = m.column(above)


def _transform(m: Any, either: Disjunction, names: Sequence[str], transformation: str, blocks: Disjunct) -> None:
    """Let Pyomo transform these disjunctions, and take the rows into the model as constraints of its own.

    Pyomo makes two blocks for each side, and every look at a model goes through all of its blocks, which takes seconds
    for a large board. Therefore blocks without variables are deleted, as is the memory that they take. Those with
    variables move to an inactive `Disjunct`, in which nobody looks.
    """
    pairs = [either[name] for name in names]
    pyo.TransformationFactory(transformation).apply_to(m.native, targets=pairs)
    made = pairs[0].disjuncts[0].transformation_block.parent_block()
    m.native.del_component(made)
    if any(not family.is_reference() for family in made.component_objects(pyo.Var, descend_into=True)):
        blocks.add_component(f"from_{len(blocks.component_map(pyo.Block))}", made)
    for variable in made.component_data_objects(pyo.Var, descend_into=True):
        m.column(variable)
    for name, pair in zip(names, pairs, strict=True):
        for side, disjunct in zip(("below", "above"), pair.disjuncts, strict=True):
            for row in disjunct.transformation_block.component_data_objects(pyo.Constraint, active=True):
                m.add(row.expr, unused(m, f"{name}: {side}"))
    for row in made.component_data_objects(pyo.Constraint, active=True, descend_into=False):
        m.add(row.expr, unused(m, row.name))
    made.deactivate()


def gdp_hull(m: Backend, constraints: Sequence[NotEqual], links: Links) -> None:
    """From a != b to [a <= b - 1] or [a >= b + 1], as the convex hull of the two sides.

    From
        a != b
    To
        Disjunction: either a - b <= -1 or a - b >= 1, followed by the transformation `gdp.hull`:
        a copy of a and b for each side, which is 0 when the side is not chosen, and a = a1 + a2, b = b1 + b2

    Strength
        The tightest relaxation of one inequality, at the cost of four continuous variables; for MILP solvers only.

    Source: E. Balas, "Disjunctive programming and a hierarchy of relaxations", 1985; Q. Chen et al., 2022.
    """
    gdp_bigm(m, constraints, links, transformation="gdp.hull")


def _register(name: str, rewrite: str | None, what: str) -> None:
    kind = type(f"{name.title()}Transformation", (LinearTransformation,), {"rewrite": rewrite})
    TransformationFactory.register(f"sudoku_models.{name}", doc=f"Logical constraints made linear; {what}")(kind)


_register("linear", None, "each kind by its default rewrite")
for _name, _entry in REWRITES.known.items():
    _register(_name, _name, f"{_entry.takes}: {_entry.summary}")
