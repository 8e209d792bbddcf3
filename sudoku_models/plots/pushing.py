"""A linear program with two variables in motion: its rows, and the line of equal gain that is pushed to a vertex."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, log10

from ..inference.vertices import Number, Point, Row, around, optimum, rays, vertices, whole_points
from ..puzzles.cell_names import listed
from ..puzzles.graphics import COLOURS
from .player import Frame, Player
from .sketch import circle, line, text, tint

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 400, 340, 44, 26, 320, 300
"""The picture, and the window in it; the names of the rows stand on its right."""
GAIN = f"stroke='{COLOURS['orange']}' stroke-width='3'"
FAINT = "stroke='currentColor' stroke-opacity='.3' stroke-width='1'"
HULL = f"fill='none' stroke='{COLOURS['green']}' stroke-width='2' stroke-dasharray='6 4'"


def pushing(
    rows: Mapping[str, Row], gain: Sequence[Number], names: Sequence[str] = ("x", "y"), whole: bool = False
) -> Player:
    r"""Maximise a gain over x, y >= 0 with rows (a, b, limit), each of which says a x + b y <= limit.

    The rows come one after the other; then the line of all points with the same gain is pushed as far as it goes.

    Args:
        rows: The rows by their names.
        gain: What a unit of each variable gains.
        names: The names of the two variables.
        whole: Whether to go on to the best point with whole coordinates; the dashed line is the convex hull of these.

    >>> film = pushing({"oven": (3, 2, 17), "work": (1, 2, 10)}, (4, 5))
    >>> print(film.captions[1], film.captions[-1], sep="\n")
    oven: 3 x + 2 y ≤ 17.
    The last point that the line touches is the vertex (3.5, 3.25). Its gain is 30.25, and no feasible point has more.
    """
    view = _View(rows, gain)
    parts: list[str] = [*view.axes(names)]
    region = view.region([])
    frames: list[Frame] = [[*parts, region]]
    captions = [f"A point is a plan: {names[0]} to the right, {names[1]} upwards. Neither is below 0."]

    def add(caption: str, *now: str) -> None:
        frames.append([*parts, region, *now])
        captions.append(caption)

    for k, (name, row) in enumerate(rows.items(), 1):
        before, region = region, view.region([*rows.values()][:k])
        parts += view.row(name, row)
        end = " The points that are left are the feasible region." if k == len(rows) else ""
        end = end if region else " No point satisfies all of these rows: the program is infeasible."
        add(f"{name}: {_row(row, names)}.{end}", *([] if region else [before, view.region([row], "red")]))
        if not region:
            break
    found = optimum(rows.values(), gain)
    if region:
        last = max((p for p in view.corners), key=view.gain_of)
        for level in _levels(view.gain_of(last) if found.gain is None else found.gain):
            add(f"All points of the line gain {level}: {_sum(gain, names)} = {level}.", view.level(level))
            parts.append(view.level(level, FAINT))
    if found.status == "unbounded":
        add("The line can be pushed on without end: the program is unbounded.", view.level(view.gain_of(last)))
    if found.gain is not None:
        points = listed([_pair(p) for p in found.points])
        where = f"point that the line touches is the vertex {points}"
        if len(found.points) > 1:
            where = f"points that the line touches are an edge, between the vertices {points}"
        said = f"The last {where}. Its gain is {_short(found.gain)}, and no feasible point has more."
        add(said, view.level(found.gain), *map(view.ring, found.points))
        if whole and (dots := whole_points(rows.values(), ceil(max(view.ends)))):
            parts += [
                view.level(found.gain, FAINT),
                *map(view.dot, dots),
                view.outline(around((Fraction(x), Fraction(y)) for x, y in dots)),
            ]
            add("Now only points with whole coordinates count. The dashed line is their convex hull.")
            best = max(dots, key=view.gain_of)
            level = view.gain_of(best)
            said = f"The line goes back to the last whole point: {_pair(best)}, with the gain {level}."
            said += f" The gain of the vertex, {_short(found.gain)}, was a bound on it."
            add(said, view.level(level), view.ring(best))
    return Player("a line of equal gain, pushed over the feasible region", frames, captions, WIDTH, HEIGHT)


class _View:
    """The window in which a program is drawn: as large as the region, or what is left of it before it is empty."""

    def __init__(self, rows: Mapping[str, Row], gain: Sequence[Number]) -> None:
        every = [*rows.values()]
        while not (corners := vertices(every)):
            every.pop()
        further = [max((d[k] for d in rays(every)), default=Fraction(0)) for k in (0, 1)]
        self.ends = [ceil(max(p[k] for p in corners) + 1) + 4 * ceil(further[k]) for k in (0, 1)]
        self.gain = gain
        self.corners = vertices([*every, *self._window])

    @property
    def _window(self) -> list[Row]:
        return [(1, 0, self.ends[0]), (0, 1, self.ends[1])]

    def gain_of(self, point: Sequence[Number]) -> Fraction:
        return sum((Fraction(c) * Fraction(x) for c, x in zip(self.gain, point, strict=True)), Fraction(0))

    def at(self, point: Sequence[Number]) -> tuple[float, float]:
        x, y = (float(p) / end for p, end in zip(point, self.ends, strict=True))
        return LEFT + (RIGHT - LEFT) * x, BOTTOM - (BOTTOM - TOP) * y

    def axes(self, names: Sequence[str]) -> Iterable[str]:
        yield line(LEFT, BOTTOM, RIGHT + 8, BOTTOM) + line(LEFT, BOTTOM, LEFT, TOP - 8)
        across, up = (range(0, end + 1, max(1, ceil(end / 10))) for end in self.ends)
        yield "".join(text(self.at((x, 0))[0], BOTTOM + 16, x) for x in across)
        yield "".join(text(LEFT - 12, self.at((0, y))[1] + 4, y) for y in up if y)
        yield text((LEFT + RIGHT) / 2, BOTTOM + 34, names[0]) + text(LEFT - 28, (TOP + BOTTOM) / 2, names[1])

    def region(self, rows: Sequence[Row], colour: str = "sky") -> str:
        corners = vertices([*rows, *self._window])
        return self.outline(corners, tint(COLOURS[colour])) if corners else ""

    def outline(self, corners: Sequence[Sequence[Number]], look: str = HULL) -> str:
        return f"<path d='M{'L'.join('{:.1f} {:.1f}'.format(*self.at(p)) for p in corners)}Z' {look}/>"

    def _segment(self, a: Number, b: Number, level: Number) -> list[Point]:
        """The part of the line a x + b y = level in the window."""
        return vertices([(a, b, level), (-a, -b, -level), *self._window])

    def row(self, name: str, row: Row) -> Iterable[str]:
        ends = self._segment(row[0], row[1], row[2])
        if len(ends) == 2:
            yield line(*self.at(ends[0]), *self.at(ends[1]), "stroke='currentColor' stroke-width='1.5'")
            x, y = max(map(self.at, ends))
            if y > BOTTOM - 8 and (above := min(map(self.at, ends), key=lambda end: end[1]))[1] < TOP + 8:
                yield text(above[0], above[1] - 6, name)
            else:
                yield text(x + 6, y + 4, name, "text-anchor='start'")

    def level(self, level: Fraction, look: str = GAIN) -> str:
        ends = self._segment(self.gain[0], self.gain[1], level)
        return line(*self.at(ends[0]), *self.at(ends[-1]), look) if ends else ""

    def ring(self, point: Sequence[Number]) -> str:
        return circle(*self.at(point), 7, f"fill='none' {GAIN}")

    def dot(self, point: Sequence[Number]) -> str:
        return circle(*self.at(point), 3, "fill='currentColor'")


def _levels(most: Fraction) -> list[Fraction]:
    """Round numbers below the largest gain, about six."""
    if most <= 0:
        return []
    size = Fraction(10) ** floor(log10(most / 6))
    step = next(size * k for k in (1, 2, 5, 10) if most / (size * k) <= 7)
    return [step * k for k in range(1, ceil(most / step))]


def _short(number: Number) -> str:
    """A decimal with at most two places, or a fraction.

    >>> _short(Fraction(121, 4)), _short(Fraction(17, 3)), _short(8)
    ('30.25', '17/3', '8')
    """
    exact = Fraction(number)
    return str(exact if exact.denominator == 1 or 100 % exact.denominator else float(exact))


def _pair(point: Sequence[Number]) -> str:
    return f"({_short(point[0])}, {_short(point[1])})"


def _row(row: Row, names: Sequence[str]) -> str:
    """A row in words; one without a positive coefficient is turned round."""
    a, b, limit = row
    return f"{_sum((-a, -b), names)} ≥ {-limit}" if max(a, b) <= 0 else f"{_sum((a, b), names)} ≤ {limit}"


def _sum(coefficients: Sequence[Number], names: Sequence[str]) -> str:
    """A linear expression.

    >>> _sum((3, -1), "xy"), _sum((0, 1), "xy")
    ('3 x - y', 'y')
    """
    said = ""
    for c, name in zip(coefficients, names, strict=True):
        sign = ("- " if c < 0 else "+ ") if said else ("-" if c < 0 else "")
        said += f" {sign}{'' if abs(c) == 1 else f'{abs(c)} '}{name}" if c else ""
    return said.strip() or "0"
