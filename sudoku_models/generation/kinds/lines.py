"""Lines: random walks to neighbouring cells, also across corners, along which a rule holds; no two share a cell."""

from collections.abc import Callable

from ...puzzles.board import Cell
from ...puzzles.rules import Arrow, Palindrome, Renban, Rule, Thermometer, Whisper
from .kind import Kind, Sketch, neighbours

__all__ = ["ARROW", "PALINDROME", "RENBAN", "THERMOMETER", "WHISPER"]

LENGTHS = range(3, 7)
"""The lengths of lines; a line that cannot go on may be shorter, but has at least three cells."""
TRIES = 5
"""Tries to draw a line, for each cell of the board."""

Walk = tuple[Cell, ...]


def _lines(draw_one: Callable[[Sketch, Cell], Rule | None]) -> Callable[[Sketch, float], list[Rule]]:
    """A function that draws lines until they cover a share of the cells, or no further one is found."""

    def draw(sketch: Sketch, share: float) -> list[Rule]:
        found: list[Rule] = []
        cells = sketch.board.cells
        covered = 0
        for start in sketch.rng.choices(cells, k=TRIES * len(cells)):
            if covered >= share * len(cells):
                break
            if start in sketch.free and (rule := draw_one(sketch, start)):
                line = rule.cells  # type: ignore[attr-defined]
                sketch.free.difference_update(line)
                covered += len(line)
                found.append(rule)
        return found

    return draw


def _walk(sketch: Sketch, start: Cell, length: int, goes_on: Callable[[list[int], int], bool]) -> Walk:
    """A walk of at most so many free cells; `goes_on` takes the digits so far and the next one."""
    walk, digits = [start], [sketch.grid[start]]
    while len(walk) < length:
        near = [i for i in neighbours(sketch.board, walk[-1], diagonal=True) if i in sketch.free and i not in walk]
        near = [i for i in near if goes_on(digits, sketch.grid[i])]
        if not near:
            break
        walk.append(sketch.rng.choice(near))
        digits.append(sketch.grid[walk[-1]])
    return tuple(walk)


def _thermometer(sketch: Sketch, start: Cell) -> Rule | None:
    walk = _walk(sketch, start, sketch.rng.choice(LENGTHS), lambda digits, d: d > digits[-1])
    return Thermometer(walk) if len(walk) >= LENGTHS[0] else None


def _whisper(sketch: Sketch, start: Cell) -> Rule | None:
    """The difference is 5 on nine digits, and more than half of a smaller number of digits."""
    least = (sketch.board.size + 1) // 2
    walk = _walk(sketch, start, sketch.rng.choice(LENGTHS), lambda digits, d: abs(d - digits[-1]) >= least)
    return Whisper(walk, least) if len(walk) >= LENGTHS[0] else None


def _renban(sketch: Sketch, start: Cell) -> Rule | None:
    length = sketch.rng.choice(LENGTHS)

    def goes_on(digits: list[int], d: int) -> bool:
        return d not in digits and max(d, *digits) - min(d, *digits) < length

    walk = _walk(sketch, start, length, goes_on)
    parts = (walk[:end] for end in range(len(walk), LENGTHS[0] - 1, -1))
    return next((rule for part in parts if (rule := Renban(part)).holds(sketch.digits(part))), None)


def _arrow(sketch: Sketch, start: Cell) -> Rule | None:
    walk = _walk(sketch, start, LENGTHS[-1], lambda digits, d: sum(digits[1:]) + d <= digits[0])
    rule = Arrow(walk) if len(walk) >= LENGTHS[0] else None
    return rule if rule and rule.holds(sketch.digits(walk)) else None


def _palindrome(sketch: Sketch, start: Cell) -> Rule | None:
    """From the middle, which is a cell or two neighbours with the same digit, to both ends."""
    grid, rng = sketch.grid, sketch.rng
    length = rng.choice(LENGTHS)
    line = [start]
    while len(line) < length:
        front, back = (
            [i for i in neighbours(sketch.board, end, diagonal=True) if i in sketch.free and i not in line]
            for end in (line[0], line[-1])
        )
        pairs = [(i, j) for i in front for j in back if i != j and grid[i] == grid[j]]
        if len(line) == 1 and length % 2 == 0:
            equal = [j for j in back if grid[j] == grid[start]]
            if not equal:
                return None
            line.append(rng.choice(equal))
        elif pairs:
            i, j = rng.choice(pairs)
            line = [i, *line, j]
        else:
            break
    return Palindrome(line) if len(line) >= LENGTHS[0] else None  # type: ignore[arg-type]


def _kind(title: str, draw_one: Callable[[Sketch, Cell], Rule | None]) -> Kind:
    return Kind(title, _lines(draw_one), 0.5, is_line=True)


THERMOMETER = _kind("lines along which the digits rise", _thermometer)
WHISPER = _kind("lines along which neighbours differ by 5 or more", _whisper)
RENBAN = _kind("lines of consecutive digits in any order", _renban)
ARROW = _kind("arrows along which the digits add up to that in the circle", _arrow)
PALINDROME = _kind("lines that read the same from both ends", _palindrome)
