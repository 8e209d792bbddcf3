"""!= -> a Pyomo.GDP disjunction, then gdp.bigm."""

from collections.abc import Sequence

from ..backends import Backend, NotEqual
from ..errors import InputError
from .big_m import expression, ordered_pair, whole_range
from .links import Links


def gdp_bigm(m: Backend, constraints: Sequence[NotEqual], links: Links, transformation: str = "gdp.bigm") -> None:
    """From a != b to [a <= b - 1] or [a >= b + 1], which Pyomo.GDP makes linear.

    From
        a != b
    To
        Disjunction: either a - b <= -1 or a - b >= 1, and then the transformation `gdp.bigm`

    Pyomo estimates M from the bounds, so the rows are those of `big_m`, but there is an indicator for each side.

    Source: Q. Chen et al., "Pyomo.GDP: an ecosystem for logic based modeling and optimization development",
    Optimization and Engineering, 2022.
    """
    if m.name != "pyomo":
        raise InputError(
            f"the rewrite {transformation.replace('.', '_')!r} needs Pyomo.GDP: choose the backend 'pyomo'"
        )
    import pyomo.environ as pyo
    from pyomo.gdp import Disjunction

    from ..backends.pyomo import free_name

    rules = {}
    for constraint in constraints:
        whole_range(m, constraint)  # the two sides cover a != b for integers only
        difference = expression(m, constraint.difference)
        rules[constraint.name] = [[difference <= -1], [difference >= 1]]
    either = Disjunction(list(rules), rule=lambda _, name: rules[name])
    m.native.add_component(free_name(m.native, "either"), either)
    pyo.TransformationFactory(transformation).apply_to(m.native, targets=[either])
    for variable in m.native.component_data_objects(pyo.Var, descend_into=True):
        m.column(variable)
    for constraint in constraints:
        above = either[constraint.name].disjuncts[1].binary_indicator_var
        if pair := ordered_pair(constraint.difference):
            links.order[pair] = above
