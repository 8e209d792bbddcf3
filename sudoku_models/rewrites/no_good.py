"""not this solution -> a no-good cut."""

from collections.abc import Sequence
from itertools import permutations as ordered_pairs
from typing import Any

from ..backends import Backend, Column, Exclude
from ..errors import UnsupportedError
from .links import Links, unused
from .not_equal import permutations

Flips = list[tuple[Any, int]]
"""Binaries and the values that they have in the excluded solution."""


def no_good(m: Backend, constraints: Sequence[Exclude], links: Links) -> list[Any]:
    """From not (x[1] = v[1] and ... and x[k] = v[k]) to a cut over the binaries that determine the solution.

    From
        at least `at_least` of the variables x[i] take another value than v[i]
    To, depending on the available binaries
        a binary y with value 1 or 0        sum of (1 - y) and of y >= at_least
        indicators of `indicators`          sum over i of (1 - y[i, v[i]]) >= at_least
        order binaries of `rank`, at_least = 1: the order within units that hold every variable determines them
                                            sum of (1 - z[i,j]) where v[i] > v[j], and of z[i,j] where not, >= 1
        otherwise                           binaries below[i] and above[i], with big-M:
                                            x[i] <= v[i] - 1 when below[i], x[i] >= v[i] when not,
                                            x[i] >= v[i] + 1 when above[i], x[i] <= v[i] when not,
                                            sum of both >= at_least
        A value outside the domain of x[i] is never taken, so its variable counts as one of the `at_least`.
    Strength
        The first two kinds are facets of the cube; the last has a weak relaxation.

    Source: E. Balas and R. Jeroslow, "Canonical cuts on the unit hypercube", 1972, for the first kind.

    Returns:
        The constraints that were added; none when the cut always holds.
    """
    added: list[Any] = []
    for constraint in constraints:
        domains = {column: m.declared(column) for column, _ in constraint.values}
        literals = [(k, value) for k, value in constraint.values if domains[k][0] <= value <= domains[k][1]]
        at_least = constraint.at_least - (len(constraint.values) - len(literals))
        if at_least <= 0:
            continue
        flips = _direct(m, literals, links)
        if flips is None and at_least == 1:
            flips = _by_order(m, literals, links)
        if flips is None:
            flips = _below_or_above(m, literals, constraint, added)
        # A literal that occurs twice counts twice, so coefficients may be larger than 1.
        cut = m.dot([-1 if value else 1 for _, value in flips], [x for x, _ in flips])
        ones = sum(value for _, value in flips)
        added.append(m.add(cut >= at_least - ones, unused(m, constraint.label)))
    return added


def is_binary(m: Backend, column: Column) -> bool:
    """Whether a column takes no other values than 0 and 1."""
    low, high = m.declared(column)
    return low >= 0 and high <= 1 and m.is_integer(column)


def _direct(m: Backend, literals: Sequence[tuple[Column, int]], links: Links) -> Flips | None:
    """Each variable's own binary, or the indicator of its value."""
    flips: Flips = []
    for column, value in literals:
        if (column, value) in links.indicator:
            flips.append((links.indicator[column, value], 1))
        elif is_binary(m, column):
            flips.append((m.variables[column], value))
        else:
            return None
    return flips


def _by_order(m: Backend, literals: Sequence[tuple[Column, int]], links: Links) -> Flips | None:
    """The order binary of each pair, over units that cover all variables; None if they do not."""
    if links.order and links.permutations is None:
        links.permutations = permutations(m, links)
    values = dict(literals)
    if len(values) < len(literals):  # a variable with two values
        return None
    flips: Flips = []
    covered: set[Column] = set()
    for unit in links.permutations or ():
        if covered.isdisjoint(unit) and values.keys() >= set(unit):
            covered.update(unit)
            for a, b in ordered_pairs(unit, 2):
                if (z := links.order.get((a, b))) is not None:
                    flips.append((z, int(values[a] > values[b])))
    return flips if covered == values.keys() else None


def _below_or_above(m: Backend, literals: Sequence[tuple[Column, int]], constraint: Exclude, added: list[Any]) -> Flips:
    """New binaries for each variable: it is below its value, or above it.

    Both directions are posted, so that x determines them, and a CP solver enumerates each solution once.
    """
    keys = range(1, len(literals) + 1)
    below = m.bool_vars(f"below_{len(m.variables)}", keys)
    above = m.bool_vars(f"above_{len(m.variables)}", keys)
    for k, (column, value) in zip(keys, literals, strict=True):
        x = m.variables[column]
        low, high = m.declared(column)
        if not (low > -1e6 and high < 1e6 and m.is_integer(column)):
            raise UnsupportedError(
                f"{constraint.name!r}: variable {x} must be an integer with finite bounds to be excluded"
            )
        rows = {
            f"below {value}": x + (high - value + 1) * below[k] <= high,
            f"above {value}": x - (value + 1 - low) * above[k] >= low,
        }
        if value > low:
            rows[f"not below {value}"] = x + (value - low) * below[k] >= value
        if value < high:
            rows[f"not above {value}"] = x - (high - value) * above[k] <= value
        added += [m.add(row, unused(m, f"{constraint.name}: {x} {label}")) for label, row in rows.items()]
    return [(z, 0) for z in (*below.values(), *above.values())]
