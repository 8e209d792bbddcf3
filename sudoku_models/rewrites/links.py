"""The binaries that rewrites add, by their meaning, and the no-good cuts over them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from itertools import permutations as ordered_pairs
from typing import Any

from ..backends import Backend, Column, Definition, Exclude, Term
from ..backends.protocol import LARGEST
from ..errors import UnsupportedError
from ..runtime.interrupts import import_whole
from ..runtime.limits import check_deadline


@dataclass
class Links:
    """The binaries that rewrites have added, by their meaning. No-good cuts use them.

    Attributes:
        indicator: (column of x, value) -> the column of the binary that is 1 when x takes the value.
        copies: (column of x, value, column): further indicators, where a rewrite gives each constraint its own.
        order: (column of a, column of b) -> the column of the binary that is 1 when a > b.
        permutations: sets of columns that take each value of their domain once; None until they are computed.
    """

    indicator: dict[tuple[Column, int], Column] = field(default_factory=dict)
    copies: list[tuple[Column, int, Column]] = field(default_factory=list)
    order: dict[tuple[Column, Column], Column] = field(default_factory=dict)
    permutations: list[tuple[Column, ...]] | None = None

    def __bool__(self) -> bool:
        return bool(self.indicator or self.order)

    def indicators(self) -> list[tuple[Column, int, Column]]:
        """All indicators as (column of x, value, binary), copies too."""
        return [*((column, value, y) for (column, value), y in self.indicator.items()), *self.copies]


def unused(m: Backend, label: Any, logic: bool = False) -> Any:
    """This label, with a number appended when a constraint of the model already has it.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "a", 1, 3)
    >>> _ = m.add(x["a"] <= 2, "small")
    >>> unused(m, "small"), unused(m, "large")
    ('small (2)', 'large')
    """
    if not m.has_constraint(str(label), logic):
        return label
    return next(name for k in count(2) if not m.has_constraint(name := f"{label} ({k})", logic))


def whole_ends(m: Backend, column: Column, most: float = 1e6) -> tuple[int, int]:
    """The least and the largest value of a variable.

    Raises:
        UnsupportedError: When it is not an integer with bounds between -`most` and `most`.
    """
    (low, high), x = m.declared(column), m.variables[column]
    if not m.is_integer(column):
        raise UnsupportedError(f"{x} may be fractional, so that its values cannot be told apart; make it an integer")
    if not (low > -most and high < most):
        side = "an upper" if high >= most else "a lower"
        raise UnsupportedError(f"give {x} {side} bound within {most:g}, so that its values can be told apart")
    return round(low), round(high)


def indicate(m: Backend, column: Column, links: Links) -> range:
    """The values of a variable, each of which gets an indicator unless it has one."""
    low, high = whole_ends(m, column)
    values = range(low, high + 1)
    if (column, values.start) not in links.indicator:
        y = new_indicators(m, column, values, "is")
        links.indicator.update({(column, d): m.column(y[d]) for d in values})
    return values


def new_indicators(m: Backend, column: Column, values: range, suffix: str) -> dict[int, Any]:
    """A binary for each value of a variable, which is 1 when the variable has it."""
    x = m.variables[column]
    y = m.bool_vars(re.sub(r"\W+", "_", f"{x}_{suffix}"), values)
    m.add(m.sum(y.values()) == 1, Definition(unused(m, f"{x} has a value")))
    m.add(m.dot([*values, -1], [*y.values(), x]) == 0, Definition(unused(m, f"{x} is its value")))
    return y


def expression(m: Backend, term: Term) -> Any:
    """A linear expression over the library's own variables."""
    total = m.dot(term.coefficients, [m.variables[k] for k in term.columns])
    return total + term.constant if term.constant else total


def number(value: float) -> float:
    """The number as an integer where it is whole: CP-SAT takes no others."""
    return round(value) if value == round(value) else value


def permutations(m: Backend, links: Links) -> list[tuple[Column, ...]]:
    """The sets of variables that differ pairwise, share one domain, and have as many variables as it has values."""
    nx = import_whole("networkx")  # late, as in `cliques`: it takes longer to import than all of this package
    found = []
    graph = nx.Graph()
    graph.add_edges_from(links.order)  # not Graph(links.order), for which networkx imports pandas
    for clique in checked(nx.find_cliques(graph)):
        low, high = m.declared(clique[0])
        if len(clique) == high - low + 1 and all(m.declared(k) == (low, high) for k in clique):
            found.append(tuple(sorted(clique)))
    return sorted(found)


def checked(cliques: Iterable[Sequence[Column]]) -> Iterator[Sequence[Column]]:
    """The cliques, of which a graph may have exponentially many, until the deadline."""
    for clique in cliques:
        check_deadline()
        yield clique


# -- no-good cuts: exclude -> linear ----------------------------------------------------------------------------------

Flips = list[tuple[Column, int]]
"""The columns of binaries and the values that they have in the excluded solution."""


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
        row = Exclude(tuple(flips), at_least, constraint.label).row
        cut = m.dot(row.coefficients, [m.variables[k] for k in row.columns])
        added.append(m.add(cut >= row.lower, unused(m, constraint.label)))
    return added


def _direct(m: Backend, literals: Sequence[tuple[Column, int]], links: Links) -> Flips | None:
    """Each variable's own binary, or the indicator of its value."""
    flips: Flips = []
    for column, value in literals:
        if (column, value) in links.indicator:
            flips.append((links.indicator[column, value], 1))
        elif m.is_binary(column):
            flips.append((column, value))
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
        low, high = whole_ends(m, column, LARGEST)
        rows = {
            f"below {value}": x + (high - value + 1) * below[k] <= high,
            f"above {value}": x - (value + 1 - low) * above[k] >= low,
        }
        if value > low:
            rows[f"not below {value}"] = x + (value - low) * below[k] >= value
        if value < high:
            rows[f"not above {value}"] = x - (high - value) * above[k] <= value
        added += [m.add(row, unused(m, f"{constraint.name}: {x} {label}")) for label, row in rows.items()]
    return [(m.column(z), 0) for z in (*below.values(), *above.values())]
