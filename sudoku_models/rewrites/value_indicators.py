"""Value indicators: a binary for each value of a variable."""

import re
from math import floor

from ..backends import Backend, Column
from ..errors import UnsupportedError
from .links import Links, unused

__all__ = ["indicate"]


def indicate(m: Backend, column: Column, links: Links) -> range:
    """The values of a variable, each of which gets an indicator unless it has one."""
    low, high = m.declared(column)
    if not (low > -1e6 and high < 1e6 and m.is_integer(column)):
        raise UnsupportedError(
            f"variable {m.variables[column]} must be an integer with finite bounds before it can have indicators"
        )
    values = range(-floor(-low), floor(high) + 1)
    if (column, values.start) not in links.indicator:
        x = m.variables[column]
        y = m.bool_vars(re.sub(r"\W+", "_", f"{x}_is"), values)
        m.add(m.sum(y.values()) == 1, unused(m, f"{x} has a value"))
        m.add(m.dot([*values, -1], [*y.values(), x]) == 0, unused(m, f"{x} is its value"))
        links.indicator.update({(column, d): y[d] for d in values})
    return values
