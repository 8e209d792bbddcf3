"""Linear programs with two variables, solved exactly: by their vertices, in fractions. Made to be studied and drawn.

A program has the variables x, y >= 0 and rows (a, b, limit), each of which says a x + b y <= limit.

Source: G. B. Dantzig, *Linear Programming and Extensions*, Princeton, 1963.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal

Number = int | float | Fraction
Row = Sequence[Number]
"""a, b and limit, for a x + b y <= limit."""
Point = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Optimum:
    """What a linear program has come to.

    Attributes:
        status: "optimal", "infeasible" (no point satisfies the rows) or "unbounded" (the gain has no limit).
        gain: The largest gain; None without one.
        points: The vertices with this gain: one, or the two ends of an edge; all of them if nothing gains.
    """

    status: Literal["optimal", "infeasible", "unbounded"]
    gain: Fraction | None = None
    points: tuple[Point, ...] = ()


def exact(rows: Iterable[Row]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """The rows in fractions, and those of x >= 0 and y >= 0 after them."""
    found = [(Fraction(a), Fraction(b), Fraction(limit)) for a, b, limit in rows]
    zero, one = Fraction(0), Fraction(1)
    return [*found, (-one, zero, zero), (zero, -one, zero)]


def vertices(rows: Iterable[Row]) -> list[Point]:
    """The vertices of the feasible region, in order around it: where the lines of two rows meet and all rows hold.

    >>> [(str(x), str(y)) for x, y in vertices([(3, 2, 17), (1, 2, 10)])]
    [('0', '0'), ('17/3', '0'), ('7/2', '13/4'), ('0', '5')]
    >>> vertices([(1, 1, -1)])
    []
    """
    every, found = exact(rows), set[Point]()
    for (a, b, c), (d, e, f) in combinations(every, 2):
        if determinant := a * e - b * d:
            x, y = (c * e - b * f) / determinant, (a * f - c * d) / determinant
            if all(p * x + q * y <= limit for p, q, limit in every):
                found.add((x, y))
    return around(found)


def around(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull of some points, counterclockwise from the lowest of the leftmost.

    >>> around([(0, 0), (1, 1), (2, 0), (1, 0), (0, 2)])
    [(0, 0), (2, 0), (0, 2)]
    """
    ordered = sorted(set(points))

    def chain(some: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in some:
            while len(kept) > 1:
                (x, y), (z, w) = kept[-2:]
                if (z - x) * (p[1] - y) > (w - y) * (p[0] - x):
                    break
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1]) if len(ordered) > 1 else ordered


def rays(rows: Iterable[Row]) -> list[Point]:
    """The directions of the edges of the region that have no end.

    >>> rays([(0, 1, 4)])
    [(Fraction(1, 1), Fraction(0, 1))]
    """
    every = exact(rows)
    along = [direction for a, b, _ in every for direction in ((b, -a), (-b, a))]
    up = [(x, y) for x, y in along if min(x, y) >= 0 < x + y and all(a * x + b * y <= 0 for a, b, _ in every)]
    return sorted({(x / (x + y), y / (x + y)) for x, y in up})


def optimum(rows: Iterable[Row], gain: Sequence[Number]) -> Optimum:
    """Maximise gain[0] x + gain[1] y.

    >>> found = optimum([(3, 2, 17), (1, 2, 10), (0, 1, 4)], (4, 5))
    >>> found.status, str(found.gain), *map(str, found.points[0])
    ('optimal', '121/4', '7/2', '13/4')
    >>> optimum([(0, 1, 4)], (4, 5)).status, optimum([(1, 1, -1)], (4, 5)).status
    ('unbounded', 'infeasible')
    """
    rows, c, d = [*rows], Fraction(gain[0]), Fraction(gain[1])
    corners = vertices(rows)
    if not corners:
        return Optimum("infeasible")
    if any(c * x + d * y > 0 for x, y in rays(rows)):
        return Optimum("unbounded")
    best = max(c * x + d * y for x, y in corners)
    return Optimum("optimal", best, tuple((x, y) for x, y in corners if c * x + d * y == best))


def whole_points(rows: Iterable[Row], most: int = 50) -> list[tuple[int, int]]:
    """The feasible points with whole coordinates up to a largest one.

    >>> whole_points([(2, 2, 3)])
    [(0, 0), (0, 1), (1, 0)]
    """
    every = exact(rows)
    plane = ((x, y) for x in range(most + 1) for y in range(most + 1))
    return [(x, y) for x, y in plane if all(a * x + b * y <= limit for a, b, limit in every)]
