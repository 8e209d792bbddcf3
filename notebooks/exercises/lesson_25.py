"""Lesson 25, solve a linear program.

## state-a-program: State a program

1. Write the program as mathematics first: two variables, the objective, and a row for each of the three rules. Which
   rule compares one coffee with both together?
2. "At most one kilogram in three is dark" compares the dark coffee with all of it: dark <= (house + dark) / 3. Multiply
   by 3 to get rid of the fraction. Amounts are at least 0, and need not be whole.
3. The rows: minutes of house * house + minutes of dark * dark <= available; house >= ordered; part * dark <= house +
   dark. In PuLP the variables are problem.add_variable(name, 0) for both names, and the objective comes first.

## combine-rows: Combine three rows

1. Call the three weights a, b, c, and write down what the coefficient of each letter in the sum is. Each coefficient
   gives one condition on the weights.
2. Equations: u needs a + c = 1, v needs a + b = 0, and w needs b + c = 0. Inequalities: the best plan is where 2x + y =
   9 and x + 2y = 9; the row y <= 4 is not tight there, so its weight is 0.
3. From a + b = 0 and b + c = 0 follows a = c, so a is a half. For the inequalities solve 2a + b = 4 and a + 2b = 3:
   twice the first minus the second gives 3a = 5.

## rounding-fails: Let rounding fail

1. The four corners of the unit square around the optimum must all be cut off, also the lower left one. Which region is
   so thin that it passes between them?
2. Let a thin wedge begin at (0, 0), which is whole and feasible, and go up between two lines such as y <= 2x and y >=
   5/3 x. Which whole points near it does it miss?
3. Cut the wedge off by x + y <= 2. Its upper tip (2/3, 4/3) lies between (0, 1), (1, 1), (0, 2) and (1, 2). Write the
   three rows with <=, and choose gains for which this tip is the only optimum.

## branch-by-hand: Branch by hand

1. The optimum of the relaxation is where 4x + 2y = 15 and x + 3y = 10. Compute it, and branch on a variable that is
   fractional there.
2. It is (5/2, 5/2), with 40. With x <= 2 the best is (2, 8/3), with 38; with x >= 3 it is (3, 3/2), with 34.5. In both
   y is fractional: branch on it.
3. The four leaves are x <= 2 with y <= 2 or y >= 3, and x >= 3 with y <= 1 or y >= 2. One is infeasible, one has a whole
   optimum that earns 34, and the other two cannot earn more.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, inf
from random import Random
from typing import Any, NamedTuple

from sudoku_models.backends import Linear, PlainModel, columns_of, plain
from sudoku_models.course.answers import must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.models import allowed_by
from sudoku_models.errors import InputError
from sudoku_models.inference.vertices import Optimum, Row, optimum, vertices, whole_points
from sudoku_models.models.validation import Undecided, entries, native_model, short
from sudoku_models.plots.pushing import pushing
from sudoku_models.solvers import Feature, Status, find, first

# -- a program from a text ---------------------------------------------------------------------------------------------

COFFEES = ("house", "dark")
Amounts = tuple[Fraction, Fraction]


class Roastery(NamedTuple):
    """The data of one roastery; `part` says that at most one kilogram in so many may be dark."""

    minutes: tuple[float, float]
    available: float
    ordered: float
    part: int
    earns: tuple[float, float]

    def data(self) -> dict[str, Any]:
        """What the learner's function gets."""
        by_name = {what: dict(zip(COFFEES, getattr(self, what), strict=True)) for what in ("minutes", "earns")}
        return {**by_name, "available": self.available, "ordered": self.ordered, "part": self.part}

    def rows(self) -> dict[str, Row]:
        """What the text says, as a row for each sentence."""
        return {
            "roaster": (*self.minutes, self.available),
            "order": (-1, 0, -self.ordered),
            "share": (-1, self.part - 1, 0),
            "house below 0": (-1, 0, 0),
            "dark below 0": (0, -1, 0),
        }

    def why_not(self, house: Fraction, dark: Fraction) -> str:
        """The first rule that these amounts break; empty if there is none."""
        used = float(house * Fraction(self.minutes[0]) + dark * Fraction(self.minutes[1]))
        sentences = {
            "roaster": f"they need {used:g} minutes of the roaster, and there are {self.available:g}",
            "order": f"{self.ordered:g} kilograms of house are ordered",
            "share": f"more than one kilogram in {self.part} is dark",
            "house below 0": "no amount is negative",
            "dark below 0": "no amount is negative",
        }
        broken = (name for name, row in self.rows().items() if _slack(row, (house, dark)) < 0)
        return next((sentences[name] for name in broken), "")


ROASTERIES = [
    Roastery((3, 5), 240, 20, 3, (4, 7)),
    Roastery((4, 3), 300, 10, 2, (5, 3)),
    Roastery((2, 6), 180, 0, 4, (3, 11)),
    Roastery((5, 2), 200, 35, 3, (6, 2)),
    Roastery((2.5, 4), 150, 12, 5, (4.5, 6)),
    Roastery((6, 4), 90, 20, 3, (4, 5)),
]
"""In the second house earns more for each minute, in the fourth only the order keeps dark low; the last cannot be met."""


def _slack(row: Row, point: Sequence[Any]) -> Fraction:
    a, b, limit = row
    return Fraction(limit) - Fraction(a) * Fraction(point[0]) - Fraction(b) * Fraction(point[1])


def _points(roastery: Roastery) -> Iterator[Amounts]:
    """Points on a grid around the region, and near the middle of each of its edges; none is on the line of a rule."""
    rows = [*roastery.rows().values()]
    corners = vertices(rows) or [(Fraction(20), Fraction(0)), (Fraction(5), Fraction(10))]
    widths = [max(p[k] for p in corners) + 12 for k in (0, 1)]
    tried = [(widths[0] * i / 7 - 5, widths[1] * j / 7 - 5) for i, j in product(range(8), repeat=2)]
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        (x, y), (z, w) = p, q
        length = abs(z - x) + abs(w - y) or Fraction(1)
        across = (w - y) / length, (x - z) / length
        tried += [((x + z) / 2 + s * across[0], (y + w) / 2 + s * across[1]) for s in (Fraction(-1, 2), Fraction(1, 2))]
    for point in dict.fromkeys(tried):
        if all(abs(_slack(row, point)) > Fraction(1, 20) for row in rows):
            yield point


def state_a_program(answer: Function) -> str:
    """The model allows the right amounts, at many points of several roasteries, and earns what the text says."""
    tried = 0
    for roastery in ROASTERIES:
        data = roastery.data()
        returned = answer(data)
        must_be_unchanged(roastery.data(), data, "its data")
        m, table, where = native_model(returned, ("x",))
        if not (hasattr(table, "keys") and hasattr(table, "__getitem__")):
            what = "the second of the two" if where == "the pair" else f"x of {where}"
            raise Wrong(f"{what} must be a dict with the keys 'house' and 'dark', not {short(table)}")
        found = dict(entries(table))
        if not {*COFFEES} <= found.keys():
            raise Wrong(f"x must have the keys 'house' and 'dark', and yours has {short([*found])}")
        variables = {name: found[name] for name in COFFEES}
        model, columns = plain(m), {}
        for name, variable in variables.items():
            try:
                columns[name] = m.column(variable)
            except InputError:
                raise Wrong(f"x[{name!r}] must be a variable of the model, not {short(variable)}") from None
            if m.is_integer(columns[name]):
                raise Wrong(f"in your model x[{name!r}] must be a whole number; coffee is sold in any amounts")
        if columns["house"] == columns["dark"]:
            raise Wrong("x['house'] and x['dark'] are the same variable")
        points = [*_points(roastery)]
        numbers: list[Any] = [{name: float(v) for name, v in zip(COFFEES, p, strict=True)} for p in points]
        for point, (_, allowed) in zip(points, allowed_by(m, variables, numbers), strict=True):
            _must_agree(roastery, point, allowed, model, [columns[name] for name in COFFEES])
        inside = [p for p in points if not roastery.why_not(*p)]
        for point in inside[:: max(1, len(inside) // 4)] or points[:1]:
            _must_earn(roastery, point, model, [columns[name] for name in COFFEES])
        tried += len(points)
    return (
        f"with {len(ROASTERIES)} data your model allows the right amounts, at {tried} points, and earns the right sum"
    )


def _said(point: Sequence[Fraction]) -> str:
    return " and ".join(f"{float(v):.4g} of {name}" for v, name in zip(point, COFFEES, strict=True))


def _must_agree(roastery: Roastery, point: Amounts, allowed: bool, model: PlainModel, columns: list[int]) -> None:
    why = roastery.why_not(*point)
    if allowed and why:
        raise Wrong(f"with {roastery.data()} your model allows {_said(point)}, but {why}")
    if not allowed and not why:
        values = dict(zip(columns, map(float, point), strict=True))
        rows = (each for each in model.records if isinstance(each, Linear) and {*columns_of(each)} <= {*columns})
        sums = ((row, sum(c * values[k] for k, c in zip(row.columns, row.coefficients, strict=True))) for row in rows)
        name = next((row.name for row, total in sums if not row.lower <= total <= row.upper), "")
        because = f" (by the row {name})" if name else ""
        raise Wrong(f"with {roastery.data()} your model forbids {_said(point)}{because}, which keeps all rules")


def _must_earn(roastery: Roastery, point: Amounts, model: PlainModel, columns: list[int]) -> None:
    """At a point the objective must be what these amounts earn, to be maximised."""
    objective = model.objective()
    if objective is None:
        raise Wrong("your model has no objective")
    values = dict(zip(columns, map(float, point), strict=True))
    if {*objective.columns} <= {*columns}:
        cost = objective.constant + sum(
            c * values[k] for k, c in zip(objective.columns, objective.coefficients, strict=True)
        )
    else:
        lower, upper = model.bounds()
        for k, value in values.items():
            lower[k] = upper[k] = value
        session: Any = find(first(Feature.OBJECTIVE)).session(
            PlainModel(**{**vars(model), "lower": lower, "upper": upper})
        )
        outcome = session.solve(SECONDS)
        if outcome.status is Status.UNKNOWN:
            raise Undecided(f"your model was not solved in {SECONDS:g} seconds")
        if outcome.values is None:
            return
        cost = objective.constant + sum(
            c * outcome.values[k] for k, c in zip(objective.columns, objective.coefficients, strict=True)
        )
    right = float(sum(Fraction(e) * v for e, v in zip(roastery.earns, point, strict=True)))
    if abs(cost + right) <= 1e-6 * (1 + abs(right)):
        return
    given = f"with {roastery.data()}, {_said(point)} earn {right:g} euros"
    if abs(cost - right) <= 1e-6 * (1 + abs(right)):
        raise Wrong(f"your model minimises what is earned: {given}, and it prefers less")
    raise Wrong(f"{given}, and the objective of your model is {objective.sign * cost:g} there")


# -- sums of rows ------------------------------------------------------------------------------------------------------

EQUATIONS = [(1, 1, 0, 5), (0, 1, 1, 6), (1, 0, 1, 7)]
"""The coefficients of u, v and w, and the right-hand side."""
INEQUALITIES: list[Row] = [(2, 1, 9), (1, 2, 9), (0, 1, 4)]
EARNS = (4, 3)


def _exact(number: float) -> Fraction:
    """The fraction that a number stands for: 5/3 for 1.6666666666666667, but not for 1.6667."""
    near = Fraction(number).limit_denominator(10_000)
    return near if abs(near - Fraction(number)) < Fraction(1, 10**12) else Fraction(number)


def _weights(answer: Any, what: str) -> list[Fraction]:
    demand = f"{what} must be a list of three numbers, one for each row"
    must_fit(answer, (float, float, float), demand)
    return [*map(_exact, answer)]


def _sum_of(weights: Sequence[Fraction], rows: Sequence[Sequence[Any]]) -> list[Fraction]:
    return [
        sum((w * Fraction(c) for w, c in zip(weights, column, strict=True)), Fraction(0))
        for column in zip(*rows, strict=True)
    ]


def _linear(coefficients: Sequence[Fraction], names: str) -> str:
    said = ""
    for c, name in zip(coefficients, names, strict=True):
        sign = ("- " if c < 0 else "+ ") if said else ("-" if c < 0 else "")
        said += f" {sign}{'' if abs(c) == 1 else f'{float(abs(c)):.9g} '}{name}" if c else ""
    return said.strip() or "0"


def combine_rows(equation: Any, inequality: Any) -> str:
    """The sum of the equations must be that of u alone, and the sum of the inequalities must prove the best bound."""
    *left, right = _sum_of(_weights(equation, "the first answer"), EQUATIONS)
    if left != [1, 0, 0]:
        why = "its left side must be u alone"
        if left[0] and left[1:] == [0, 0]:
            why = "that is true, but the left side must be u, with the coefficient 1"
        raise Wrong(f"your sum of the equations is {_linear(left, 'uvw')} = {float(right):.9g}; {why}")
    weights = _weights(inequality, "the second answer")
    if (least := min(weights)) < 0:
        raise Wrong(f"a weight of an inequality cannot be {float(least):.6g}: a negative one turns it round")
    *covered, limit = _sum_of(weights, INEQUALITIES)
    says = f"your sum of the inequalities is {_linear(covered, 'xy')} <= {float(limit):.9g}"
    for have, need, name in zip(covered, EARNS, "xy", strict=True):
        if have < need:
            raise Wrong(f"{says}; it says nothing about 4x + 3y, because the coefficient of {name} is less than {need}")
    best = optimum(INEQUALITIES, EARNS).gain
    if best is not None and limit > best:
        better = "a better bound can be proved" if limit > best + Fraction(1, 100) else "fractions prove a better bound"
        raise Wrong(f"{says}, so no plan earns more than {float(limit):.9g}. That is true, and {better}")
    return f"u = {right} follows from the equations; and no plan earns more than {limit}, which the plan (3, 3) earns"


# -- rounding ----------------------------------------------------------------------------------------------------------

MOST_ROWS, LARGEST = 6, 100
FAR = 40_000
"""So far whole points are looked for."""


def rounding_fails(gains: Any, rows: Any) -> str:
    """All four roundings of the only optimum are infeasible, though there are feasible whole points."""
    must_fit(gains, (int, int), "gains must be two whole numbers")
    must_fit(rows, [(int, int, int)], "rows must be a list of rows (a, b, limit) of whole numbers")
    program = [tuple(map(int, row)) for row in rows]
    if not 0 < len(program) <= MOST_ROWS:
        raise Wrong(f"you give {len(program)} rows; there must be from one to {MOST_ROWS}")
    if (largest := max(abs(c) for c in (*gains, *(c for row in program for c in row)))) > LARGEST:
        raise Wrong(f"all numbers must be from -{LARGEST} to {LARGEST}, and one of yours has the size {largest:g}")
    found = optimum(program, gains)
    if found.gain is None:
        why = {"infeasible": "no point satisfies all rows", "unbounded": "the gain can grow without end"}
        raise Wrong(f"your program is {found.status}: {why[found.status]}")
    if len(found.points) > 1 or not any(gains):
        one, *others = (f"({x}, {y})" for x, y in found.points)
        raise Wrong(f"the optimum is not the only one: {', '.join([one, *others])} and more points gain {found.gain}")
    [(x, y)] = found.points
    if x.denominator == 1 or y.denominator == 1:
        raise Wrong(f"the optimum is ({x}, {y}), and both numbers must be fractional")
    for point in product((floor(x), ceil(x)), (floor(y), ceil(y))):
        if all(_slack(row, point) >= 0 for row in program):
            raise Wrong(
                f"the optimum is ({x}, {y}), and its rounding {point} satisfies all rows",
                picture=_picture(program, gains),
            )
    whole = _some_whole_point(program)
    if whole is None:
        raise Wrong(
            f"the optimum is ({x}, {y}), and no rounding is feasible, but there is no feasible whole point at all",
            picture=_picture(program, gains),
        )
    return f"the optimum is ({x}, {y}); none of its four roundings is feasible, and {whole} is"


def _some_whole_point(rows: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    for x in range(FAR):
        least, most = 0, inf
        for a, b, limit in rows:
            left = limit - a * x
            if b > 0:
                most = min(most, left // b)
            elif b < 0:
                least = max(least, -(left // -b))
            elif left < 0:
                most = -1
        if least <= most:
            return x, least
    return None


def _picture(rows: Sequence[Row], gains: Sequence[int]) -> str:
    if max(max(p) for p in vertices(rows)) > 30:
        return ""
    return pushing({f"row {k}": row for k, row in enumerate(rows, 1)}, gains, whole=True).svg()


# -- branches ----------------------------------------------------------------------------------------------------------

BRANCHED: list[Row] = [(4, 2, 15), (1, 3, 10)]
BRANCHED_GAIN = (7, 9)
REASONS = {"integer": "whole", "integral": "whole", "integers": "whole"}
CONDITION = re.compile(r"([xy])(<=|>=|==|=|<|>)(-?\d+)")
OTHER_WAY = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "=", "==": "=="}


class Leaf(NamedTuple):
    """A branch: the ranges of x and y."""

    low: tuple[float, float]
    high: tuple[float, float]

    def has(self, point: Sequence[float]) -> bool:
        """Whether a point belongs to it."""
        return all(a <= v <= b for a, v, b in zip(self.low, point, self.high, strict=True))

    def rows(self) -> list[Row]:
        """Its conditions, as rows."""
        found: list[Row] = [
            (*unit, int(end)) for unit, end in zip(((1, 0), (0, 1)), self.high, strict=True) if end < inf
        ]
        return found + [(*unit, -int(end)) for unit, end in zip(((-1, 0), (0, -1)), self.low, strict=True) if end > 0]


def leaf_of(text: str) -> Leaf:
    """The branch that a text describes.

    >>> leaf_of("x <= 2, y >= 3")
    Leaf(low=(0, 3), high=(2, inf))
    >>> leaf_of("1 ≤ x < 3 and y = 1")
    Leaf(low=(1, 1), high=(2, 1))
    """
    low: dict[str, float] = {"x": 0, "y": 0}
    high: dict[str, float] = {"x": inf, "y": inf}
    plain_text = text.lower().replace("≤", "<=").replace("≥", ">=").replace("=<", "<=").replace("=>", ">=")
    for part in re.split(r",|;|&|\band\b", plain_text):
        squeezed = "".join(part.split())
        chained = re.fullmatch(r"(-?\d+)(<=|>=|<|>|==|=)([xy])(?:(<=|>=|<|>)(-?\d+))?", squeezed)
        if chained:
            number, sign, name, second, last = chained.groups()
            pieces = [f"{name}{OTHER_WAY[sign]}{number}", *([f"{name}{second}{last}"] if second else [])]
        else:
            pieces = [squeezed]
        for piece in pieces:
            if not (match := CONDITION.fullmatch(piece)):
                raise Wrong(f"{text!r} is no branch: write conditions such as 'x <= 2, y >= 3'")
            name, sign, value = match[1], match[2], int(match[3])
            if sign in ("<=", "<", "=", "=="):
                high[name] = min(high[name], value - (sign == "<"))
            if sign in (">=", ">", "=", "=="):
                low[name] = max(low[name], value + (sign == ">"))
    return Leaf((low["x"], low["y"]), (high["x"], high["y"]))


def branch_by_hand(plan: Any, leaves: Any) -> str:
    """The plan is the best one, each leaf has its reason, and the leaves cover the plane."""
    must_fit(plan, (int, int), "plan must be two whole numbers, x and y")
    x, y = map(int, plan)
    if min(x, y) < 0 or any(_slack(row, (x, y)) < 0 for row in BRANCHED):
        raise Wrong(f"the plan ({x}, {y}) does not satisfy the rows")
    earned = 7 * x + 9 * y
    if earned < max(7 * p + 9 * q for p, q in whole_points(BRANCHED, 10)):
        raise Wrong(f"the plan ({x}, {y}) earns {earned}, and there is a better whole plan")
    if isinstance(leaves, list | tuple) and all(isinstance(each, list | tuple) and len(each) == 2 for each in leaves):
        leaves = dict(leaves)
    must_fit(leaves, {object: str}, "leaves must be a dict from branches to reasons")
    found = {}
    for text, reason in leaves.items():
        joined = ", ".join(map(str, text)) if isinstance(text, tuple) else text
        must_fit(joined, str, "a branch must be a text such as 'x <= 2, y >= 3'")
        found[joined] = leaf_of(joined)
        _must_be_a_reason(joined, found[joined], reason.strip().lower(), earned)
    ends = [int(v) for leaf in found.values() for v in (*leaf.low, *leaf.high) if v < inf]
    for point in product(range(max([10, *ends]) + 2), repeat=2):
        if not any(leaf.has(point) for leaf in found.values()):
            raise Wrong(f"the point {point} belongs to none of your leaves")
    return f"the plan ({x}, {y}) earns {earned}, and your {len(found)} leaves prove that no whole plan earns more"


def _must_be_a_reason(text: str, leaf: Leaf, reason: str, earned: int) -> None:
    kind = REASONS.get(reason, reason)
    if kind not in ("infeasible", "bound", "whole"):
        raise Wrong(f"the reason for {text!r} must be 'infeasible', 'bound' or 'whole', not {reason!r}")
    empty = any(a > b for a, b in zip(leaf.low, leaf.high, strict=True))
    best = Optimum("infeasible") if empty else optimum([*BRANCHED, *leaf.rows()], BRANCHED_GAIN)
    if best.gain is None:
        if kind != "infeasible":
            raise Wrong(f"the relaxation of {text!r} has no point at all: the reason is 'infeasible'")
        return
    where = " and ".join(f"({p}, {q})" for p, q in best.points)
    has = f"the relaxation of {text!r} has the optimum {_number(best.gain)}, at {where}"
    if kind == "infeasible":
        raise Wrong(f"{has}; so it is feasible")
    if kind == "bound" and floor(best.gain) > earned:
        raise Wrong(f"{has}: that is better than {earned}, so the bound is no reason to stop there")
    whole = (7 * p + 9 * q == best.gain for p, q in whole_points(BRANCHED, 10) if leaf.has((p, q)))
    if kind == "whole" and not any(whole):
        raise Wrong(f"{has}, which is not whole")


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{value} (about {float(value):.2f})"


# -- questions ---------------------------------------------------------------------------------------------------------


def _drawn(rng: Random) -> tuple[list[Row], tuple[int, int], Optimum]:
    """Two rows that meet at a fractional vertex, which is the only optimum."""
    while True:
        a, b, d, e = (rng.randint(1, 5) for _ in range(4))
        rows: list[Row] = [(a, b, rng.randint(9, 24)), (d, e, rng.randint(9, 24))]
        gain = rng.randint(2, 9), rng.randint(2, 9)
        best = optimum(rows, gain)
        x, y = best.points[0]
        are_equal = gain[0] * (b + e) == gain[1] * (a + d)  # the weights of the two rows
        is_one = len(vertices(rows)) == 4 and len(best.points) == 1 and not are_equal
        if is_one and min(x, y) > 1 and x.denominator in (2, 3, 4):
            return rows, gain, best


def _written(rows: Sequence[Row], gain: Sequence[int]) -> str:
    said = " and ".join(f"{_side(a, b)} <= {limit}" for a, b, limit in rows)
    return f"{_side(gain[0], gain[1])} such that {said}, with x, y >= 0"


def _side(a: Any, b: Any, x: str = "x", y: str = "y") -> str:
    return f"{'' if a == 1 else a}{x} + {'' if b == 1 else b}{y}"


@question(1, 2, 1)
def push_a_line(rng: Random) -> Asked:
    rows, gain, best = _drawn(rng)
    corners = {(p, q): gain[0] * p + gain[1] * q for p, q in vertices(rows)}
    [(x, y)] = best.points
    return Asked(
        f"Maximise {_written(rows, gain)}. Draw the feasible region, find its vertices, and the optimum of this linear "
        "program. How does the picture show that no point of the region is better?",
        f"Vertices and their gains: {', '.join(f'({p}, {q}): {worth}' for (p, q), worth in corners.items())}. The optimum is "
        f"**{best.gain}** at ({x}, {y}). The line of all points with this gain touches the region there alone, and the whole "
        "region lies on its other side.",
        (x, y, best.gain),
    )


@question(2, 1, 1)
def weights_of_two_rows(rng: Random) -> Asked:
    rows, gain, best = _drawn(rng)
    (a, b, r), (d, e, s) = rows
    determinant = Fraction(a * e - b * d)
    u, v = (gain[0] * e - gain[1] * d) / determinant, (a * gain[1] - b * gain[0]) / determinant
    return Asked(
        f"Prove an upper bound on {_written(rows, gain)}, without a solver: find weights of the two rows so that the sum of the "
        "rows has the objective as its left side. Which bound is proved? Why must no weight be negative?",
        f"The weights satisfy {_side(a, d, 'u', 'v')} = {gain[0]} and {_side(b, e, 'u', 'v')} = {gain[1]}: u = {u}, v = {v}. The "
        f"bound is {_side(r, s, 'u', 'v')} = **{best.gain}**. A negative weight would turn <= into >=.",
        (u, v, best.gain),
    )


@question(1, 1, 2, 2)
def branch_once(rng: Random) -> Asked:
    while True:
        rows, gain, best = _drawn(rng)
        [(x, y)] = best.points
        down, up = floor(x), floor(x) + 1
        sides = [optimum([*rows, row], gain) for row in ((1, 0, down), (-1, 0, -up))]
        whole = max(gain[0] * p + gain[1] * q for p, q in whole_points(rows, 30))
        rounded = gain[0] * floor(x) + gain[1] * floor(y)
        bounds = [side.gain or 0 for side in sides]
        if 0 < bounds[1] != bounds[0] and y.denominator > 1 and rounded < whole:
            break
    return Asked(
        f"Maximise {_written(rows, gain)}, where x and y must be whole. The relaxation has its optimum at ({x}, {y}). What does "
        "it gain? Round down: what is the gap, as a share of that plan's gain? Branch on x: which bound has each branch, "
        "and which bound on the gain of a whole plan is proved by both together? How is it rounded?",
        f"The relaxation gains {best.gain}. Rounding down gives ({floor(x)}, {floor(y)}) with {rounded}: a gap of "
        f"({best.gain} - {rounded}) / {rounded} = {(best.gain or 0) / rounded - 1}. With x <= {down} the relaxation gains "
        f"{bounds[0]}, with x >= {up} it gains {bounds[1]}. So no whole plan gains more than "
        f"{max(bounds)}, and as its gain is whole, not more than **{floor(max(bounds))}**. (The best one gains {whole}.)",
        (best.gain, *bounds, whole),
    )
