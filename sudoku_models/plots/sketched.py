"""The pictures that need no matplotlib, as SVG, for a place without it: they are shown at once, as figures are.

The arguments are those of the functions with these names in the other modules, with a `Place` as `ax`.
"""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import combinations
from typing import Any

from ..inference.backtracking import Tree
from ..inference.filters import Domains, matching
from ..inference.relaxation import Relaxation
from ..puzzles.board import Board
from ..puzzles.graphics import COLOURS
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rendering import SIDE, marks_shape, picture
from ..puzzles.units import Cell
from .moving import filtering
from .player import Frame, Player
from .sketch import box, line, text, tint
from .trees import check, dot, edge, placed


class Place:
    """Where a picture is, with a line above and one below it."""

    def __init__(self) -> None:
        self.title = self.picture = self.label = ""

    def set_title(self, title: str, **_: Any) -> None:
        self.title = title

    def set_xlabel(self, label: str, **_: Any) -> None:
        self.label = label

    def html(self) -> str:
        above, below = (f"<div style='font-size:85%'>{escape(each)}</div>" for each in (self.title, self.label))
        return f"<div>{above}{self.picture}{below}</div>"


class Places(list[Place]):
    """Some of them, in a row."""

    @property
    def flat(self) -> "Places":
        return self


waiting: list[Places] = []


def subplots(rows: int = 1, columns: int = 1, **_: Any) -> Any:
    """One place, or several beside each other; they are shown at the end of the cell."""
    waiting.append(Places(Place() for _ in range(rows * columns)))
    return waiting[-1] if rows * columns > 1 else waiting[-1][0]


def flush() -> None:
    """Show what was drawn."""
    display: Any = sys.modules["IPython.display"]
    while waiting:
        parts = "".join(place.html() for place in waiting.pop(0))
        style = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:end"
        display.display(display.HTML(f"<div style='{style}'>{parts}</div>"))


if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()):
    shell.events.register("post_execute", flush)


def show(html: str, ax: Place | None) -> Place:
    """Put a picture into its place."""
    place: Place = ax or subplots()
    place.picture = html
    return place


def show_frame(what: str, frame: Frame, width: int, height: int, ax: Place | None) -> Place:
    """Put the elements of one picture into its place."""
    return show(Player(what, [frame], [what], width, height).svg(), ax)


def board(
    puzzle: Puzzle | Board,
    grid: Grid | None = None,
    candidates: Domains | None = None,
    highlight: Iterable[Cell] | None = None,
    struck: Mapping[Cell, Iterable[int]] | None = None,
    ax: Place | None = None,
    more: Iterable[str] = (),
) -> Place:
    """A board with givens, found digits and pencil marks; `more` is drawn on top."""
    of, givens = (puzzle.board, puzzle.givens) if isinstance(puzzle, Puzzle) else (puzzle, {})
    values: dict[Cell, int] = dict(zip(of.cells, grid.values, strict=True)) if grid else {}
    marks = []
    for cell in of.cells:
        left, gone = {*(candidates or {}).get(cell, ())}, {*(struck or {}).get(cell, ())}
        if cell in givens and not gone:
            values[cell] = givens[cell]
        elif len(left) == 1 and not gone and cell not in values:
            (values[cell],) = left
        elif cell not in values:
            for d in left | gone:
                x, y, side = mark_place(of, cell, d)
                marks.append(small(x, y + 3.5, d, min(10, side)))
                if d in gone:
                    marks.append(line(x - 4, y + 5, x + 4, y - 5, f"stroke='{COLOURS['red']}' stroke-width='1.6'"))
    digits, given = (tuple(each.get(cell, 0) for cell in of.cells) for each in (values, givens))
    return show(picture(of, digits, given, [*(highlight or ())], [*marks, *more]), ax)


def mark_place(of: Board, cell: Cell, d: int) -> tuple[float, float, float]:
    """The middle of the pencil mark of a digit in a cell, and the width that it has."""
    rows, columns = marks_shape(of)
    down, across = divmod(d - 1, columns)
    x = SIDE * (cell[1] - 1 + (across + 0.5) / columns)
    return x, SIDE * (cell[0] - 1 + (down + 0.5) / rows), SIDE / columns


def small(x: float, y: float, what: object, size: float) -> str:
    """A small text on a board."""
    return text(x, y, what, f"font-size='{size:.0f}' text-anchor='middle'")


def implications(
    puzzle: Puzzle, chain: Sequence[tuple[Cell, int]], conflict: Iterable[Cell] = (), ax: Place | None = None
) -> Place:
    """What follows from a first value: each digit with its number in the order."""
    digits: dict[Cell, set[int]] = {}
    more = []
    for number, ((row, column), d) in enumerate(chain, 1):
        found = digits.setdefault((row, column), set())
        found.add(d)
        more.append(small(SIDE * (column - 0.95 + 0.3 * len(found)), SIDE * (row - 0.75), number, 8))
    dashed = f"fill='none' stroke='{COLOURS['red']}' stroke-width='2' stroke-dasharray='5 3'"
    more += [box(SIDE * (column - 0.5), SIDE * (row - 0.5), SIDE - 3, SIDE - 3, dashed) for row, column in conflict]
    single: Any = digits
    return board(puzzle, None, single, [cell for cell, _ in chain[:1]], ax=ax, more=more)


def relaxation(found: Relaxation, puzzle: Puzzle, ax: Place | None = None) -> Place:
    """The values of a relaxation on the board: the darker a digit's square, the nearer its value to 1."""
    of, more = puzzle.board, []
    for i in of.cells:
        if i in puzzle.givens:
            continue
        if not found.digits:
            more.append(small(SIDE * (i[1] - 0.5), SIDE * (i[0] - 0.4), f"{found.values[i]:.3g}", 11))
            continue
        for d in of.digits:
            if value := found.digits[i, d]:
                x, y, side = mark_place(of, i, d)
                look = f"fill='{COLOURS['blue']}' fill-opacity='{0.7 * value:.2f}'"
                more += [box(x, y, side, side, look), small(x, y + 3.5, d, min(10, side))]
    return board(puzzle, ax=ax, more=more)


def search_tree(tree: Tree, legend: bool = True, ax: Place | None = None) -> Place:
    """A search tree; with a legend, a line says what the letters mean."""
    check(len(tree.nodes))
    place, width, bottom = placed(tree.root)
    parts = [edge(place, node) for node in place if node.parent]
    parts += [dot(node.result, x, y, node.tried[1] if node.tried else "") for node, (x, y) in place.items()]
    parts += [
        small(x, y + 22, node.children[0].tried[0], 9)
        for node, (x, y) in place.items()
        if node.children and node.children[0].tried
    ]
    said = [text(width / 2, bottom + 22, "x a dead end, * a solution")] if legend else []
    return show_frame("a search tree", [*parts, *said], width, bottom + 30, ax)


def value_graph(domains: Mapping[Any, frozenset[int]], show: str = "groups", ax: Place | None = None) -> Place:
    """The value graph of the keys of one unit."""
    film = filtering(domains)
    steps = {"values": 0, "matching": len(domains), "groups": -1 if matching(domains)[1] else -2}
    return show_frame("a value graph", film.frames[steps[show]], film.width, film.height, ax)


def home_away(matches: Iterable[tuple[int, str, str]], ax: Place | None = None) -> Place:
    """Who plays at home when; a thick line is a break, and the number of a team's breaks stands at the end."""
    at_home: dict[tuple[str, int], bool] = {}
    for k, home, away in matches:
        at_home |= {(home, k): True, (away, k): False}
    teams, last = sorted({team for team, _ in at_home}), max(k for _, k in at_home)
    parts = [text(122 + 24 * k, 12, k) for k in range(1, last + 1)]
    for row, team in enumerate(teams, 1):
        y = 12 + 24 * row
        breaks = [k for k in range(2, last + 1) if at_home.get((team, k)) is at_home.get((team, k - 1)) is not None]
        parts.append(text(126, y + 4, team, "text-anchor='end'") + text(150 + 24 * last, y + 4, len(breaks)))
        for k in range(1, last + 1):
            if (is_home := at_home.get((team, k))) is not None:
                look = tint(COLOURS["blue"]) if is_home else "fill='none' stroke='currentColor' stroke-opacity='.4'"
                parts.append(box(122 + 24 * k, y, 22, 20, look) + text(122 + 24 * k, y + 4, "H" if is_home else ""))
        thick = f"stroke='{COLOURS['red']}' stroke-width='4'"
        parts += [line(110 + 24 * k, y - 10, 110 + 24 * k, y + 10, thick) for k in breaks]
    return show_frame("home and away", parts, 165 + 24 * last, 30 + 24 * len(teams), ax)


def queens(
    placed: Mapping[int, int] | Collection[tuple[int, int]], ax: Place | None = None, size: int | None = None
) -> Place:
    """A chessboard with queens; two that attack each other are joined by a thick line."""
    squares = list(placed.items()) if isinstance(placed, Mapping) else sorted(placed)
    n = size or len(squares)
    ground = "fill='currentColor' fill-opacity='.12' stroke='none'"
    cells = ((r, c) for r in range(1, n + 1) for c in range(1, n + 1) if (r + c) % 2)
    parts = [box(24 * c - 10, 24 * r - 10, 24, 24, ground) for r, c in cells]
    parts.append(box(12 * n + 2, 12 * n + 2, 24 * n, 24 * n))
    for (r, c), (s, e) in combinations(squares, 2):
        if r == s or c == e or abs(c - e) == abs(r - s):
            thick = f"stroke='{COLOURS['red']}' stroke-width='4' stroke-opacity='.8'"
            parts.append(line(24 * c - 10, 24 * r - 10, 24 * e - 10, 24 * s - 10, thick))
    parts += [text(24 * c - 10, 24 * r - 3, "\u265b", "font-size='20'") for r, c in squares]
    return show_frame("queens on a board", parts, 24 * n + 4, 24 * n + 4, ax)
