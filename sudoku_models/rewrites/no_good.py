"""not this solution -> a no-good cut."""

from collections.abc import Sequence
from itertools import permutations as ordered_pairs
from typing import Any

from ..backends import Backend, Column, Exclude
from ..errors import UnsupportedError
from .links import Links

Flips = list[tuple[Any, int]]
"""Binaries and the values that they have in the excluded solution."""


def no_good(m: Backend, constraints: Sequence[Exclude], links: Links) -> list[Any]:
    """From not (x[1] = v[1] and ... and x[k] = v[k]) to a cut over the binaries that determine the solution.

    From
        at least `at_least` of the variables x[i] take another value than v[i]
    To, whichever binaries there are
        a binary y with value 1 or 0        sum of (1 - y) and of y >= at_least
        indicators of `indicators`          sum over i of (1 - y[i, v[i]]) >= at_least
        order binaries of `rank`, at_least = 1: the order within units that hold every variable determines them
                                            sum of (1 - z[i,j]) where v[i] > v[j], and of z[i,j] where not, >= 1
        otherwise                           binaries below[i] and above[i], with big-M:
                                            x[i] <= v[i] - 1 when below[i], x[i] >= v[i] + 1 when above[i],
                                            sum of both >= at_least

    Source: E. Balas and R. Jeroslow, "Canonical cuts on the unit hypercube", 1972, for the first kind.
    """
    stated: list[Any] = []
    for constraint in constraints:
        flips = _direct(m, constraint, links)
        if flips is None and constraint.at_least == 1:
            flips = _by_order(m, constraint, links)
        if flips is None:
            flips = _aside(m, constraint, stated)
        variables, signs = zip(*((x, -1 if value else 1) for x, value in flips), strict=True)
        ones = sum(value for _, value in flips)
        stated.append(m.add(m.dot(signs, variables) >= constraint.at_least - ones, constraint.name))
    return stated


def _direct(m: Backend, constraint: Exclude, links: Links) -> Flips | None:
    """Each variable's own binary, or the indicator of its value."""
    flips: Flips = []
    for column, value in constraint.values.items():
        if (column, value) in links.indicator:
            flips.append((links.indicator[column, value], 1))
        elif m.is_integer(column) and m.declared(column) == (0, 1):
            flips.append((m.variables[column], value))
        else:
            return None
    return flips


def _by_order(m: Backend, constraint: Exclude, links: Links) -> Flips | None:
    """The order binary of each pair, over units that cover all variables; None if they do not."""
    if links.order and links.permutations is None:
        from .rank import permutations  # which imports networkx, and importing this package should stay light

        links.permutations = permutations(m, links)
    flips: Flips = []
    covered: set[Column] = set()
    for unit in links.permutations or ():
        if covered.isdisjoint(unit) and constraint.values.keys() >= set(unit):
            covered.update(unit)
            for a, b in ordered_pairs(unit, 2):
                if (z := links.order.get((a, b))) is not None:
                    flips.append((z, int(constraint.values[a] > constraint.values[b])))
    return flips if covered == constraint.values.keys() else None


def _aside(m: Backend, constraint: Exclude, stated: list[Any]) -> Flips:
    """New binaries that say whether the variable is below its value or above."""
    below = m.bool_vars(f"below_{len(m.variables)}", constraint.values)
    above = m.bool_vars(f"above_{len(m.variables)}", constraint.values)
    for column, value in constraint.values.items():
        x = m.variables[column]
        low, high = m.declared(column)
        if not (low > -1e6 and high < 1e6 and m.is_integer(column)):
            raise UnsupportedError(
                f"{constraint.name!r}: variable {x} must be an integer with finite bounds to be excluded"
            )
        is_below, is_above = x + (high - value + 1) * below[column], x - (value + 1 - low) * above[column]
        stated.append(m.add(is_below <= high, f"{constraint.name}: {x} below {value}"))
        stated.append(m.add(is_above >= low, f"{constraint.name}: {x} above {value}"))
    return [(z, 0) for z in (*below.values(), *above.values())]
