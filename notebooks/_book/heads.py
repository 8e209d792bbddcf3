"""The pictures at the heads of the lessons, `notebooks/images/lesson-NN.svg`: `python notebooks/_book/heads.py`.

Each is computed from the package, or from an example of its lesson. `ALT` has a sentence for each lesson, which says
what is seen and what it means.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from math import cos, exp, log, log10, pi, sin
from pathlib import Path

import numpy as np
import pulp
from scipy.optimize import linprog
from svg_parts import Cell, Grid, Point, arrow, caption, dot, frame, line, number, picture, squares, strokes, tag, text

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.course.league import austrian_league
from sudoku_models.explain import Candidates, next_step
from sudoku_models.inference.backtracking import Node, search
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.inference.relaxation import relax
from sudoku_models.plots.problems import _PLACES, AUSTRALIA
from sudoku_models.puzzles import data_folder
from sudoku_models.puzzles.rules import BlackDot, GreaterThan, KillerCage, WhiteDot

IMAGES = Path(__file__).parents[1] / "images"
ALT: dict[int, str] = {}
"""What is seen and what it means, for each lesson with a picture."""
DRAWN: dict[int, Callable[[], Iterable[str]]] = {}


def head(lesson: int, alt: str) -> Callable[[Callable[[], Iterable[str]]], Callable[[], Iterable[str]]]:
    """The function below draws the picture of this lesson."""

    def keep(draw: Callable[[], Iterable[str]]) -> Callable[[], Iterable[str]]:
        ALT[lesson], DRAWN[lesson] = alt, draw
        return draw

    return keep


def board(
    x: float, y: float, size: float, puzzle: sm.Puzzle, grid: Mapping[Cell, int] | None = None
) -> tuple[Grid, str]:
    """A puzzle, and the digits of a grid in its blank cells."""
    n, box = puzzle.board.size, puzzle.board.box
    drawn, given = Grid(x, y, size, n, tuple(box) if box else (0, 0)), puzzle.givens
    found = {i: d for i, d in (grid or {}).items() if i not in given}
    return drawn, drawn.digits(given) + drawn.digits(found, "f-blue") + drawn.lines()


def solutions(puzzle: sm.Puzzle, limit: int = 2) -> list[dict[Cell, int]]:
    """The first solutions, found by a search that takes a cell with the fewest digits."""
    peers: dict[Cell, set[Cell]] = {i: set() for i in puzzle.board.cells}
    for i, j in puzzle.board.pairs:
        peers[i].add(j)
        peers[j].add(i)
    found: list[dict[Cell, int]] = []

    def fill(held: dict[Cell, int]) -> None:
        blank = {i: set(puzzle.board.digits) - {held.get(j) for j in peers[i]} for i in peers if i not in held}
        if not blank:
            found.append(dict(sorted(held.items())))
            return
        cell = min(blank, key=lambda i: len(blank[i]))
        for d in sorted(blank[cell]):
            if len(found) < limit:
                fill({**held, cell: d})

    fill(dict(puzzle.givens))
    return found


def with_givens(puzzle: sm.Puzzle, givens: Mapping[Cell, int]) -> sm.Puzzle:
    return sm.Puzzle(puzzle.board, tuple(givens.get(i, 0) for i in puzzle.board.cells))


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, by Andrew's monotone chain."""

    def chain(ordered: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in ordered:
            while len(kept) > 1:
                (x, y), (z, w) = kept[-2:]
                if (z - x) * (p[1] - y) - (w - y) * (p[0] - x) > 1e-9:
                    break
                kept.pop()
            kept.append(p)
        return kept[:-1]

    ordered = sorted(set(points))
    return chain(ordered) + chain(ordered[::-1])


def cross(x: float, y: float, r: float = 5) -> str:
    return strokes([((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))], "s-red", 2.5)


@head(
    0,
    "A Sudoku, three ways to state it (pairs that differ, yes-or-no variables, all-different), and the one "
    "grid to which all three lead.",
)
def three_models() -> Iterable[str]:
    puzzle = sm.load("mccaffrey")
    (grid,) = solutions(puzzle)
    yield board(20, 20, 160, puzzle)[1] + board(540, 20, 160, puzzle, grid)[1]
    for y, words in ((22, "x_i ≠ x_j"), (77, "∑_d y_{i,d} = 1"), (132, "all-different(x_i)")):
        yield frame(262, y, 196, 46, words, size=20)
        yield arrow(190, 100, 254, y + 23) + arrow(466, y + 23, 530, 100)


@head(
    1,
    "A map in three colours, its constraint graph with an edge for each border, and the search tree that "
    "proves that two colours are too few.",
)
def states_of_australia() -> Iterable[str]:
    borders = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]
    edges = [sm.Unit(border, tuple(border.split("-"))) for border in borders]
    colours = search(edges, {r: frozenset((1, 2, 3)) for r in sorted(AUSTRALIA)}, strength="values").solutions[0]
    looks = {1: "f-orange", 2: "f-blue", 3: "f-green"}
    for region, (outline, _) in AUSTRALIA.items():
        points = [(22 + 4 * (x - 113), 12 - 4.5 * (y + 10)) for x, y in outline]
        yield line(points, f"{looks[colours[region]]} s-paper", "z", stroke_width=1.5)
    at = {r: (238 + 46 * x, 158 - 43 * y) for r, (x, y) in _PLACES.items()}
    yield strokes([(at[i], at[j]) for i, j in (edge.cells for edge in edges)], "s-muted", 2)
    yield "".join(dot(*at[r], looks[colours[r]], 11) for r in at)
    tree = search(edges, {r: frozenset((1, 2)) for r in sorted(AUSTRALIA)}, strength="none")
    place: dict[int, Point] = {}

    def put(node: Node, depth: int) -> float:
        below = [put(child, depth + 1) for child in node.children]
        x = sum(below) / len(below) if below else 466 + 25 * sum(not n.children for n in tree.nodes if id(n) in place)
        place[id(node)] = (x, 24 + 23 * depth)
        return x

    put(tree.root, 0)
    yield strokes([(place[id(n.parent)], place[id(n)]) for n in tree.nodes if n.parent], "s-muted", 2)
    for node in tree.nodes:
        x, y = place[id(node)]
        yield cross(x, y) if node.result == "dead end" else dot(x, y)
    yield caption(575, "two colours: infeasible")


@head(
    2,
    "The pairs of digits that differ lie in two triangles; their convex hull also contains pairs that are "
    "equal; with a binary variable that chooses a side, the triangles stay apart.",
)
def two_triangles() -> Iterable[str]:
    pairs = [(a, b) for a, b in product(range(1, 6), repeat=2) if a != b]
    sides = {"blue": hull(p for p in pairs if p[0] < p[1]), "orange": hull(p for p in pairs if p[0] > p[1])}

    def panel(left: float, words: str, shapes: Mapping[str, Sequence[Point]]) -> Iterable[str]:
        for look, shape in shapes.items():
            yield line([(left + 27 * a, 173 - 27 * b) for a, b in shape], f"t-{look} s-{look}", "z", stroke_width=2)
        for a, b in product(range(1, 6), repeat=2):
            yield dot(left + 27 * a, 173 - 27 * b, "f-ink" if a != b else "f-paper s-red", 4 if a != b else 4.5)
        yield caption(left + 81, words)

    yield from panel(4, "a < b  or  a > b", sides)
    yield from panel(192, "convex: a = b is back", {"muted": hull(pairs)})
    yield from panel(402, "z = 1: a < b", {"blue": sides["blue"]})
    yield from panel(556, "z = 0: a > b", {"orange": sides["orange"]})
    yield arrow(156, 92, 204, 92) + arrow(350, 92, 412, 92)


@head(
    3,
    "A grid of digits beside four layers of yes-or-no cells, one layer for each digit: the question 'which "
    "digit?' becomes 'this digit, yes or no?'.",
)
def layers() -> Iterable[str]:
    puzzle = sm.load("small:1")
    (grid,) = solutions(puzzle)
    yield board(24, 22, 140, puzzle, grid)[1] + caption(94, "which digit?") + arrow(180, 92, 226, 92)
    for d in range(1, 5):
        layer = Grid(120 + 118 * d, 40, 104, 4, (2, 2))
        ones = {i: 1 for i in grid if grid[i] == d}
        yield (
            layer.tint(ones, "t-blue")
            + layer.digits(ones)
            + layer.digits(dict.fromkeys(set(grid) - set(ones), 0), "f-muted", 0.5)
        )
        yield layer.lines() + caption(172 + 118 * d, f"is it {d}?")


@head(
    4,
    "A graph that joins five cells with their values: a and b use up 2 and 4, and e needs 6; no solution uses "
    "a dashed edge, so these edges are removed.",
)
def value_graph() -> Iterable[str]:
    names = {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 6}, "d": {3, 6}, "e": {6}}
    before = {key: frozenset(values) for key, values in names.items()}
    after = propagate([sm.Unit("the unit", tuple(before))], before, "domain")
    assert after is not None
    cells, values = {i: (70 + 85 * k, 40) for k, i in enumerate(before)}, {d: (-15 + 70 * d, 162) for d in range(1, 7)}
    kept = [(i, d) for i in before for d in after[i]]
    hall = [(i, d) for i, d in kept if i in "ab"]
    gone = [(i, d) for i in before for d in sorted(before[i] - after[i])]
    yield strokes([(cells[i], values[d]) for i, d in gone], "s-red dash", 2)
    yield strokes(sorted((cells[i], values[d]) for i, d in kept if (i, d) not in hall), "s-ink", 3)
    yield strokes(sorted((cells[i], values[d]) for i, d in hall), "s-blue", 4)
    for key, (x, y) in [*cells.items(), *values.items()]:
        ring = "s-blue" if key in ("a", "b", 2, 4) else "s-ink"
        yield tag("circle", f"f-paper {ring}", cx=x, cy=y, r=17, stroke_width=2.5) + text(x, y + 6, str(key))
    for k, i in enumerate(before):
        y = 44 + 31 * k
        yield text(500, y, f"{i}:")
        for d in before[i]:
            stays = d in after[i]
            yield text(508 + 31 * d, y, str(d), "f-ink" if stays else "f-red")
            yield "" if stays else strokes([((500 + 31 * d, y + 2), (516 + 31 * d, y - 14))], "s-red", 2.5)


@head(
    5,
    "A puzzle is solved, the solution is cut off, it is solved again, and after the second cut a solver finds "
    "no more and a second one confirms it: exactly two solutions.",
)
def solve_and_cut() -> Iterable[str]:
    puzzle = sm.load("small:1")
    givens, order = dict(puzzle.givens), list(puzzle.givens)
    while len(solutions(with_givens(puzzle, givens), 9)) != 2:
        givens.pop(order.pop())
    puzzle = with_givens(puzzle, givens)
    one, other = solutions(puzzle, 9)
    for k, grid in enumerate((one, other)):
        drawn, body = board(24 + 210 * k, 22, 140, puzzle, grid)
        yield drawn.tint([i for i in one if one[i] != other[i]], "t-orange") + body
        yield arrow(174 + 210 * k, 92, 224 + 210 * k, 92, "red") + text(198 + 210 * k, 80, "cut", "f-red")
        yield caption(94 + 210 * k, f"solution {k + 1}")
    yield frame(446, 62, 116, 60, "infeasible", "s-ink t-muted", 20) + arrow(568, 92, 590, 92)
    yield (
        frame(594, 62, 104, 60, "confirmed", "s-green t-green")
        + caption(504, "no third one")
        + caption(646, "second solver")
    )


@head(
    6,
    "Eight queens that do not attack each other, a completed Latin square, and a timetable of three rooms and "
    "six slots: three other problems, stated with the same verbs.",
)
def other_problems() -> Iterable[str]:
    def is_safe(x: Sequence[int]) -> bool:
        return all(abs(a - b) != abs(r - s) for (r, a), (s, b) in combinations(enumerate(x, 1), 2))

    queens, chess = next(filter(is_safe, permutations(range(1, 9)))), Grid(20, 18, 150, 8)
    yield chess.tint([i for i in product(range(1, 9), repeat=2) if sum(i) % 2], "f-faint")
    yield frame(20, 18, 150, 150).replace(' rx="8"', "")
    yield "".join(dot(*chess.at(i), "f-blue", 7) for i in enumerate(queens, 1)) + caption(95, "queens")
    latin, square = Grid(206, 18, 150, 5), {(r, c): (2 * r + c) % 5 + 1 for r, c in product(range(1, 6), repeat=2)}
    printed = {i: square[i] for i in [(1, 1), (1, 4), (2, 3), (3, 5), (4, 2), (5, 3), (5, 4)]}
    yield latin.digits(printed) + latin.digits({i: square[i] for i in square if i not in printed}, "f-blue")
    yield latin.lines() + caption(281, "Latin square") + caption(548, "timetable")
    rooms = ["1a 1b -- 2b -- --", "-- 1a 1a 2a 2a --", "1b 2b 2b 1b 2b 2a"]  # the hall, room 12 and the lab
    looks = {"1a": "t-blue", "1b": "t-orange", "2a": "t-green", "2b": "t-purple"}
    for r, c in product(range(3), range(6)):
        if (name := rooms[r].split()[c]) in looks:
            x, y = 398 + 50 * c, 18 + 50 * r
            yield tag("rect", looks[name], x=x + 2, y=y + 2, width=46, height=46, rx=5) + text(x + 25, y + 31, name)


@head(
    7,
    "Two solutions of one puzzle; they differ only in the four cells that are tinted, so the puzzle is not proper.",
)
def two_solutions() -> Iterable[str]:
    puzzle = sm.load("several:10")
    one, other = solutions(puzzle)
    differing = [i for i in one if one[i] != other[i]]
    for x, grid in ((70, one), (490, other)):
        drawn, body = board(x, 16, 160, puzzle, grid)
        yield drawn.tint(differing, "t-orange") + body
    yield text(360, 96, "=", "f-ink", 34) + strokes([((348, 102), (372, 68))], "s-red", 3)
    yield text(360, 136, f"{len(differing)} cells differ")


@head(
    8,
    "An X-wing: the 7 of row 2 and the 7 of row 6 stand in columns 4 and 8, so no other cell of these columns "
    "can hold a 7; a chain of reasons leads to each removed digit.",
)
def x_wing() -> Iterable[str]:
    state = Candidates.of(
        sm.Puzzle.parse("1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5")
    )
    while (step := next_step(state)).name != "X-wing":
        state = state.after(step)
    wing = Grid(40, 20, 160, 9, (3, 3))
    gone = dict.fromkeys(step.removes, 7)
    corners = dict.fromkeys(product((2, 6), (4, 8)), 7)
    yield wing.tint(product((2, 6), range(1, 10)), "t-blue")
    yield wing.tint([(r, c) for r in range(1, 10) if r not in (2, 6) for c in (4, 8)], "t-orange")
    yield wing.digits(corners, "f-ink bold", 0.85)
    spots = [wing.at(i) for i in gone]
    yield "".join(cross(x, y) for x, y in spots) + wing.lines()
    yield frame(250, 28, 150, 52, "row 2: one 7", "t-blue s-blue") + frame(
        250, 118, 150, 52, "row 6: one 7", "t-blue s-blue"
    )
    yield frame(450, 64, 122, 70, "", "t-orange s-orange") + text(511, 94, "columns 4, 8", size=17)
    yield text(511, 118, "have their 7", size=17) + arrow(402, 54, 446, 84) + arrow(402, 144, 446, 114)
    yield (
        arrow(574, 99, 614, 99) + frame(618, 70, 82, 58, "", "s-red") + text(648, 107, "7", size=24) + cross(672, 99, 9)
    )


@head(
    9,
    "A full grid, the same grid with fewer digits, and a puzzle from which no given can be removed without a "
    "second solution.",
)
def removed_givens() -> Iterable[str]:
    puzzle = sm.load("mccaffrey")
    (grid,) = solutions(puzzle)
    givens, stages, order = dict(grid), [dict(grid)], list(grid)
    random.Random(9).shuffle(order)
    for k, cell in enumerate(order):
        less = {i: d for i, d in givens.items() if i != cell}
        if len(solutions(with_givens(puzzle, less))) == 1:
            givens = less
        if k in (34, 80):
            stages.append(dict(givens))
    for k, left in enumerate(stages):
        x = 32 + 252 * k
        yield board(x, 14, 152, with_givens(puzzle, left))[1]
        yield caption(x + 76, f"{len(left)} {'digits' if k == 0 else 'givens'}{', minimal' if k == 2 else ''}")
        yield arrow(x + 166, 90, x + 238, 90) if k < 2 else ""


@head(
    10,
    "The cost of a wrong grid, step by step: three walks that only go down end above 0, where no step leads "
    "down; one walk that may also go up reaches cost 0, a solution.",
)
def descents() -> Iterable[str]:
    puzzle = sm.load("easy50:1")
    (grid,) = solutions(puzzle)
    boxes = [[i for i in u.cells if i not in puzzle.givens] for u in puzzle.board.units if u.kind == "box"]
    lines = [set(u.cells) for u in puzzle.board.units if u.kind != "box"]

    def walk(seed: int, heat: float, last: int) -> dict[int, int]:
        """The cost after each step; a step swaps two blank cells of a box, and without heat it must lead down."""
        rng, held = random.Random(seed), dict(grid)
        for blank in boxes:
            held |= zip(blank, rng.sample([held[i] for i in blank], len(blank)), strict=True)

        def wrong(cells: Iterable[Cell]) -> int:
            return sum(9 - len({held[i] for i in u}) for u in lines if not u.isdisjoint(cells))

        def swap(i: Cell, j: Cell) -> int:
            """Swap two digits, and return the change of the cost."""
            before = wrong((i, j))
            held[i], held[j] = held[j], held[i]
            return wrong((i, j)) - before

        costs = {1: wrong(held)}
        for k in range(2, last):
            i, j = rng.sample(rng.choice(boxes), 2)
            change = swap(i, j)
            if change >= 0 and (not heat or rng.random() > exp(-change / (heat * 0.9995**k))):
                change += swap(i, j)
            costs[k] = costs[k - 1] + change
            if not costs[k]:
                break
        changes = [
            (swap(*pair), swap(*pair))[0] for blank in boxes for pair in combinations(blank, 2)
        ]  # there and back
        assert heat or min(changes) >= 0
        return costs

    walks = {
        "muted": walk(1, 0, 6000),
        "purple": walk(6, 0, 6000),
        "orange": walk(2, 0, 6000),
        "blue": walk(2, 1.0, 6000),
    }
    assert min(walks["blue"].values()) == 0
    assert all(min(walks[look].values()) for look in ("muted", "purple", "orange"))
    top = max(max(costs.values()) for costs in walks.values())
    for look, costs in walks.items():
        steps = sorted({round(10 ** (k / 40)) for k in range(41 * 4)} & set(costs) | {max(costs)})
        points = [(60 + 135 * log10(k), 168 - 150 * costs[k] / top) for k in steps]
        yield line(points, f"s-{look}", stroke_width=2.5 if look == "blue" else 2)
        yield dot(*points[-1], f"f-{look}", 5)
    yield line([(60, 12), (60, 168), (590, 168)], "s-ink", stroke_width=1.5)
    yield text(28, 26, "cost") + text(40, 174, "0") + caption(335, "steps")
    yield text(606, 127, "stuck", anchor="") + text(606, 174, "solved", "f-blue bold", anchor="")


@head(
    11,
    "The candidates of one puzzle as dots: at the start, after propagation with domain consistency, and after "
    "the linear relaxation, which leaves one digit in each cell.",
)
def two_inferences() -> Iterable[str]:
    puzzle = sm.load("hardest11:9")
    start = domains_of(puzzle)
    domain = propagate(puzzle.board.units, start, "domain")
    found = relax(sm.build(puzzle, "assignment", "pulp"))
    zero = {key for key, value in found.digits.items() if value == 0 and key in found.settled}
    linear = {i: [d for d in start[i] if (i, d) not in zero] for i in start}
    assert sum(map(len, linear.values())) == 81
    for k, (title, domains) in enumerate({"candidates": start, "propagation": domain, "relaxation": linear}.items()):
        assert domains is not None
        grid = Grid(32 + 252 * k, 12, 153, 9, (3, 3))
        spots = [(i, d) for i in domains for d in sorted(domains[i])]
        at = [(grid.at(i)[0] + 5 * ((d - 1) % 3 - 1), grid.at(i)[1] + 5 * ((d - 1) // 3 - 1)) for i, d in spots]
        yield grid.lines() + tag(
            "path", "s-blue", d="".join(f"M{number(x - 1.5)},{number(y)}h3" for x, y in at), stroke_width=3
        )
        yield caption(grid.x + 77, f"{title}: {len(spots)}")


@head(
    12,
    "Five cells in a ring, each half a 1, make two and a half; no solution has more than two. Branching needs "
    "a tree with two more nodes, one cut reaches the bound 2 at the root.",
)
def ring() -> Iterable[str]:
    units = sm.Board.of_size(6).units
    cells = [(4, 1), (4, 4), (5, 4), (6, 6), (6, 1)]
    pairs = [(k, m) for k, m in combinations(range(5), 2) if any({cells[k], cells[m]} <= set(u.cells) for u in units)]
    assert len(pairs) == 5

    def bound(first: Point, cut: bool = False) -> float:
        """The largest sum of the relaxation, where the first cell has a value between these two."""
        rows = [[float(k in pair) for k in range(5)] for pair in pairs] + [[1.0] * 5] * cut
        limits = [1.0] * 5 + [2.0] * cut
        return -float(linprog([-1] * 5, rows, limits, bounds=[first] + [(0, 1)] * 4).fun)

    grid = Grid(50, 16, 150, 6, (2, 3))
    yield grid.lines() + caption(125, "5 \u00d7 ½ = 2½")
    yield strokes([(grid.at(cells[k]), grid.at(cells[m])) for k, m in pairs], "s-orange", 3)
    for i in cells:
        yield dot(*grid.at(i), "f-paper s-orange", 12) + text(grid.at(i)[0], grid.at(i)[1] + 6, "½")
    root, leaves, strong = bound((0, 1)), [bound((0, 0)), bound((1, 1))], bound((0, 1), cut=True)
    shown = {2.5: "2½", 2.0: "2"}
    yield caption(400, "branch") + caption(605, "or cut") + text(280, 56, "LP bound")
    yield strokes([((400, 50), (350, 126)), ((400, 50), (450, 126))], "s-muted", 2)
    spots = {(400, 50): root, (350, 126): leaves[0], (450, 126): leaves[1], (605, 50): strong}
    for (x, y), value in spots.items():
        look = "f-paper s-ink" if value > 2.1 else "f-paper s-green"
        yield tag("circle", look, cx=x, cy=y, r=24, stroke_width=2.5) + text(x, y + 7, shown[round(value, 6)], size=20)
    yield text(605, 132, "y_1 + … + y_5 ≤ 2", size=18)


@head(
    13,
    "A performance profile of five configurations: each curve says what share of the puzzles is ended within a "
    "factor of the fastest time.",
)
def profile() -> Iterable[str]:
    table = benchmark.labelled(benchmark.read(data_folder() / "benchmark" / "lesson13" / "hardest11"))
    curves = benchmark.performance_profile(table)
    far = float(curves["ratio"].max()) * 1.1
    for k, (_, curve) in enumerate(curves.groupby("configuration", sort=False)):
        points, y = [], 0.0
        for ratio, share in curve[["ratio", "share"]].to_numpy().tolist():
            x = 60 + 600 * log(ratio) / log(far)
            points += [(x, 150 - 136 * y), (x, 150 - 136 * share)]
            y = share
        look = ["blue", "orange", "green", "red", "purple"][k]
        yield line([*points[1:], (660, points[-1][1])], f"s-{look}", stroke_width=3)
    yield line([(60, 8), (60, 150), (672, 150)], "s-ink", stroke_width=1.5)
    yield text(52, 21, "all", anchor="end") + text(52, 155, "0", anchor="end")
    yield caption(360, "within this factor of the fastest")
    yield "".join(text(60 + 600 * log(f) / log(far), 169, f"{f}x", size=16) for f in (1, 2, 5, 10, 20) if f < far)


@head(
    14,
    "The time of CaDiCaL over that of HiGHS for 160 puzzles, against their search effort. Where presolve decides "
    "(dots) it is near 1; where HiGHS solves relaxations (squares) near a tenth.",
)
def two_clouds() -> Iterable[str]:
    rows = benchmark.read(data_folder() / "benchmark" / "lesson14" / "effort")
    rows = rows[(rows["formulation"] == "assignment") & (rows["seed"] == 101)].set_index("puzzle")
    needs = {each.name: each.effort for each in sm.corpus("effort").entries}
    highs, cadical = (rows[rows["solver"] == each] for each in ("highs", "cadical"))
    ratios = cadical["proved_seconds"] / highs["proved_seconds"]
    searched = highs["lp_iterations"] + highs["proof_lp_iterations"] > 0

    def up(ratio: float) -> float:
        return 52 - 76 * log(ratio) / log(10)

    yield strokes([((70, up(1)), (690, up(1)))], "s-muted dash", 1.5)
    yield line([(70, 8), (70, 162), (690, 162)], "s-ink", stroke_width=1.5)
    for name, ratio in ratios.sort_index().items():
        x, y = round(90 + 5.6 * needs[name], 1), round(up(ratio), 1)
        square = {"x": round(x - 5, 1), "y": round(y - 5, 1), "width": 10, "height": 10}
        yield tag("rect", "f-orange", **square) if searched[name] else dot(x, y, "f-blue", 4)
    yield "".join(text(62, up(r) + 5, f"{r}x", size=16, anchor="end") for r in (1, 0.1))
    yield caption(390, "time of CaDiCaL / time of HiGHS, by search effort")


@head(
    15,
    "Part of a board with marks and a wrong digit that clashes with nothing, and the questions that can be "
    "asked about the position: whether digits clash, what is still possible, why, and whether the solution is "
    "unique.",
)
def position() -> Iterable[str]:
    puzzle = sm.load("mccaffrey")
    (grid,) = solutions(puzzle)
    marks = propagate(puzzle.board.units, domains_of(puzzle), "values")
    assert marks is not None
    band = Grid(24, 24, 456, 9, (3, 3), rows=3)
    blank = [i for i in marks if i[0] <= 3 and i not in puzzle.givens]
    wrong = next(i for i in blank if i[1] > 1 and len(marks[i]) > 2)
    yield band.tint([wrong], "t-orange") + band.digits({i: d for i, d in puzzle.givens.items() if i[0] <= 3})
    yield band.digits({wrong: min(marks[wrong] - {grid[wrong]})}, "f-red bold")
    for i in blank:
        for d in sorted(marks[i]) if i != wrong else []:
            x, y = band.at(i)
            yield text(x + 15 * ((d - 1) % 3 - 1), y + 5 + 15 * ((d - 1) // 3 - 1), str(d), "f-blue", 13)
    x, y = band.at(wrong)
    yield band.lines() + tag("rect", "s-orange", x=x - 25, y=y - 25, width=50, height=50, stroke_width=4)
    for k, words in enumerate(("a clash?", "still possible?", "why?", "unique?")):
        yield frame(530, 14 + 44 * k, 166, 36, words)
    yield arrow(488, 100, 524, 100)


@head(
    16,
    "Four clauses that contradict each other, a proof of two lines, and a checker that accepts each line "
    "because unit propagation confirms it.",
)
def proof() -> Iterable[str]:
    clauses, lines = [{1, 2}, {1, -2}, {-1, 2}, {-1, -2}], [{1}, set[int]()]

    def follows(clause: set[int], known: Sequence[set[int]]) -> bool:
        """Whether unit propagation of the opposite of the clause reaches a contradiction."""
        true = {-x for x in clause}
        while new := {x for c in known for x in c if c - {-t for t in true} == {x}} - true:
            true |= new
        return any(c <= {-t for t in true} for c in known)

    def words(clause: set[int]) -> str:
        return (
            " \u2228 ".join(("¬" if x < 0 else "") + " ab"[abs(x)] for x in sorted(clause, key=abs)) or "contradiction"
        )

    yield frame(24, 16, 180, 150) + frame(270, 16, 180, 150) + frame(516, 16, 180, 150, look="s-green t-green")
    yield (
        caption(114, "clauses")
        + caption(360, "proof")
        + caption(606, "checker")
        + arrow(210, 91, 264, 91)
        + arrow(456, 91, 510, 91)
    )
    yield "".join(text(114, 48 + 33 * k, words(clause), size=20) for k, clause in enumerate(clauses))
    for k, clause in enumerate(lines):
        assert follows(clause, clauses + lines[:k])
        yield text(360, 72 + 50 * k, words(clause), size=20) + line(
            [(590, 66 + 50 * k), (601, 77 + 50 * k), (622, 51 + 50 * k)], "s-green", stroke_width=5
        )


@head(
    17,
    "Four further rules on a board: a cage with a sum, an inequality sign, dots between neighbours, and cells "
    "a knight's move away that must differ.",
)
def variants() -> Iterable[str]:
    puzzle = sm.load("small:1")
    (grid,) = solutions(puzzle)
    cage = [(1, 1), (1, 2), (2, 2)]
    small, large = sorted([(2, 2), (2, 3)], key=lambda i: grid[i])
    neighbours = [(i, (i[0] + r, i[1] + c)) for i in grid for r, c in ((0, 1), (1, 0)) if (i[0] + r, i[1] + c) in grid]
    boards = [Grid(28 + 176 * k, 18, 140, 4, (2, 2)) for k in range(4)]
    cages, signs, dots, knight = boards
    assert KillerCage(sum(grid[i] for i in cage), cage).holds([grid[i] for i in cage])
    yield cages.tint(cage, "t-blue") + text(30, 30, str(sum(grid[i] for i in cage)), "f-blue bold", 13, "")
    yield "".join(b.lines() for b in boards) + "".join(b.digits(grid, share=0.5) for b in boards[:3])
    assert GreaterThan([large, small]).holds([grid[large], grid[small]])
    x, y = signs.at((2, 2))
    yield text(x + 17.5, y + 7, ">" if large == (2, 2) else "<", "f-red bold", 24)
    for i, j in neighbours:
        kinds = [
            look
            for look, rule in (("f-black", BlackDot), ("f-white", WhiteDot))
            if rule([i, j]).holds([grid[i], grid[j]])
        ]
        (x, y), (z, w) = dots.at(i), dots.at(j)
        yield dot((x + z) / 2, (y + w) / 2, f"{kinds[0]} s-muted", 5.5) if kinds else ""
    reached = [i for i in grid if {abs(i[0] - 2), abs(i[1] - 2)} == {1, 2}]
    yield strokes([(knight.at((2, 2)), knight.at(i)) for i in reached], "s-muted dash", 2)
    yield dot(*knight.at((2, 2)), "f-ink", 9) + "".join(
        text(knight.at(i)[0], knight.at(i)[1] + 8, "≠", "f-red bold", 24) for i in reached
    )
    yield "".join(
        caption(98 + 176 * k, name) for k, name in enumerate(("killer cage", "greater than", "dots", "anti-knight"))
    )


@head(
    18,
    "A season of twelve teams and 22 rounds: filled where a team plays at home, open where it plays away, and "
    "a mark where two home or two away matches follow each other.",
)
def season() -> Iterable[str]:
    home = {(m.home, m.round) for m in austrian_league()}
    teams = sorted({team for team, _ in home})
    at = {(t, k): (8 + 24 * k, 14 + 14.5 * r) for r, t in enumerate(teams) for k in range(1, 23)}
    yield squares([at[i] for i in at if i in home], 20, 11, "f-blue")
    yield squares([at[i] for i in at if i not in home], 20, 11, "s-muted")
    breaks = [(t, k) for t, k in at if k > 1 and ((t, k) in home) == ((t, k - 1) in home)]
    yield strokes([((at[i][0] - 2, at[i][1] - 1), (at[i][0] - 2, at[i][1] + 12)) for i in breaks], "s-red", 5)
    yield squares([(584, 48)], 24, 14, "f-blue") + text(622, 61, "home", anchor="")
    yield squares([(584, 88)], 24, 14, "s-muted") + text(622, 101, "away", anchor="")
    yield strokes([((596, 126), (596, 144))], "s-red", 6) + text(622, 141, "break", anchor="")


@head(
    19,
    "Three models of one 9x9 puzzle as rectangles, variables across and constraints down: natural variables as "
    "written are few, with big-M they become the largest model, and the assignment model lies between.",
)
def sizes() -> Iterable[str]:
    models = {
        "natural, as written": ("all_different", None),
        "natural, with big-M": ("all_different", "pairwise+big_m"),
        "assignment": ("assignment", None),
    }
    yield text(30, 34, "variables \u00d7 constraints", "f-ink", 16, "")
    for k, (title, (formulation, rewrite)) in enumerate(models.items()):
        m = sm.build(sm.load("mccaffrey"), formulation, "pulp", rewrite).m
        wide, high = len(m.variables), len(m.constraints())
        x, look = (40, 270, 510)[k], ("green", "red", "blue")[k]
        yield tag(
            "rect", f"t-{look} s-{look}", x=x, y=166 - high / 11, width=wide / 11, height=high / 11, stroke_width=2
        )
        yield text(x + wide / 11 + 10, 165, f"{wide} \u00d7 {high}", anchor="") + text(x, 188, title, anchor="")


@head(
    23,
    "A chained comparison on the numbers from 0 to 6: what was meant, 2 to 4, and what the model keeps, everything "
    "up to 4.",
)
def weaker_than_meant() -> Iterable[str]:
    problem = pulp.LpProblem("weaker")
    x = problem.add_variable("x", 0, 6, cat="Integer")
    problem += 2 <= x <= 4
    (kept,) = problem.constraints()
    rows: dict[str, list[bool]] = {"meant": [2 <= k <= 4 for k in range(7)], "kept": []}
    for k in range(7):
        x.varValue = k
        rows["kept"].append(kept.valid())
    yield text(360, 40, "problem += 2 <= x <= 4", "f-ink bold", 22)
    for title, y in (("meant", 92), ("kept", 146)):
        yield text(60, y + 6, title, anchor="")
        yield line([(200, y), (660, y)], "s-faint", stroke_width=2)
        for k, holds in enumerate(rows[title]):
            look = ("f-green" if rows["meant"][k] else "f-red") if holds else "f-paper s-muted"
            yield dot(220 + 70 * k, y, look, 9) + text(220 + 70 * k, y + 30, str(k), "f-muted", 15)


@head(
    24,
    "The pairs of digits whose first is larger, in three relaxations: a loose polygon of the conflicts, a "
    "tighter one of the supports, and the convex hull.",
)
def polygons() -> Iterable[str]:
    digits = range(1, 7)
    allowed = [(d, e) for d, e in product(digits, repeat=2) if GreaterThan([(1, 1), (1, 2)]).holds([d, e])]

    def shadow(rows: list[list[float]], limits: list[float]) -> list[Point]:
        """The pairs of digits (a mean of each cell) that the relaxation allows: its corners in many directions."""
        each, corners = [[1.0] * 6 + [0.0] * 6, [0.0] * 6 + [1.0] * 6], set()
        for angle in np.arange(0.013, 2 * pi, pi / 60):
            cost = [-cos(angle) * d for d in digits] + [-sin(angle) * d for d in digits]
            y = linprog(cost, rows, limits, each, [1, 1]).x
            corners.add((round(float(y[:6] @ list(digits)), 6), round(float(y[6:] @ list(digits)), 6)))
        return hull(corners)

    def unit(*keys: int) -> list[float]:
        return [float(k in keys) for k in range(12)]

    conflicts = [unit(d - 1, e + 5) for d, e in product(digits, repeat=2) if (d, e) not in allowed]
    supports = [unit(d - 1, *(e + 5 for e in digits if (d, e) not in allowed)) for d in digits]
    supports += [unit(e + 5, *(d - 1 for d in digits if (d, e) not in allowed)) for e in digits]
    shapes = {
        "conflicts": shadow(conflicts, [1.0] * len(conflicts)),
        "supports": shadow(supports, [1.0] * 12),
        "convex hull": hull(allowed),
    }
    for k, (title, corners) in enumerate(shapes.items()):
        left, look = 32 + 240 * k, ("red", "orange", "green")[k]
        yield line([(left + 26 * a, 178 - 26 * b) for a, b in corners], f"t-{look} s-{look}", "z", stroke_width=2.5)
        yield "".join(dot(left + 26 * a, 178 - 26 * b, "f-ink", 4.5) for a, b in allowed) + caption(left + 91, title)
        yield arrow(left + 182, 90, left + 240, 90) if k < 2 else ""


def files() -> dict[str, str]:
    """The text of each file."""
    return {f"lesson-{k:02}.svg": picture(draw(), ALT[k]) for k, draw in DRAWN.items()}


if __name__ == "__main__":
    for name, content in files().items():
        (IMAGES / name).write_text(content, encoding="utf-8", newline="\n")
        print(f"{name}  {len(content.encode()) / 1000:.1f} kB")
