"""!= -> a Pyomo.GDP disjunction, then gdp.hull."""

from collections.abc import Sequence

from ..backends import Backend, NotEqual
from .gdp_bigm import gdp_bigm
from .links import Links


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
