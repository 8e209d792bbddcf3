"""!= -> a Pyomo.GDP disjunction, then gdp.bigm."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pyomo.environ as pyo
from pyomo.gdp import Disjunct, Disjunction

from ..backends import Backend, NotEqual
from ..backends.pyomo_objects import free_name
from ..runtime.limits import check_deadline
from .big_m import expression, ordered_pair, whole_range
from .links import Links, unused

CHUNK = 64
"""Disjunctions that Pyomo transforms between two looks at the clock."""


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
    m.native.add_component(free_name(m.native, "either"), either)
    width = len(m.variables)
    for name, both in sides.items():
        check_deadline()
        either[name] = both
    blocks = Disjunct()
    m.native.add_component(free_name(m.native, "transformed"), blocks)
    blocks.deactivate()
    names = list(sides)
    for start in range(0, len(names), CHUNK):
        check_deadline()
        _transform(m, either, names[start : start + CHUNK], transformation, blocks)
    added = pyo.Reference(dict(enumerate(m.variables[width:])), ctype=pyo.Var)  # for those who read the model later
    m.native.add_component(free_name(m.native, "disjunction_variables"), added)
    for name, constraint in of.items():
        above = either[name].disjuncts[1].binary_indicator_var
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = above


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
