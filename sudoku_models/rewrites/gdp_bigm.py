"""!= -> a Pyomo.GDP disjunction, then gdp.bigm."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pyomo.environ as pyo
from pyomo.gdp import Disjunction

from ..backends import Backend, NotEqual
from ..backends.pyomo import free_name
from ..runtime.limits import check_deadline
from .big_m import expression, ordered_pair, whole_range
from .links import Links

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
    for name, both in sides.items():
        check_deadline()
        either[name] = both
    pairs = list(either.values())
    for start in range(0, len(pairs), CHUNK):
        check_deadline()
        pyo.TransformationFactory(transformation).apply_to(m.native, targets=pairs[start : start + CHUNK])
    for variable in m.native.component_data_objects(pyo.Var, descend_into=True):
        m.column(variable)
    for name, constraint in of.items():
        above = either[name].disjuncts[1].binary_indicator_var
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = above
