"""Random grids and candidates, as usual programs draw them."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import strategies as st

from sudoku_models.errors import ParseError
from sudoku_models.puzzles import parsing
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.puzzle import Puzzle

BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4), (2, 8), (8, 2), (5, 5), (6, 6)]
BOARDS = {box: Board.with_boxes(*box) for box in BOXES}

PULP = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7."


def random_puzzle(box: tuple[int, int], filled: float, seed: int) -> Puzzle:
    """Random digits in about so many of the cells; they may clash, which is no business of the parser."""
    board, random = BOARDS[box], Random(seed)
    return Puzzle(board, tuple(random.choice(board.digits) if random.random() < filled else 0 for _ in board.cells))


def puzzles(boxes: list[tuple[int, int]]) -> st.SearchStrategy[Puzzle]:
    return st.builds(random_puzzle, st.sampled_from(boxes), st.floats(0, 1), st.integers(0, 2**32))


def many(text: str, board: Board | None = None) -> list[Puzzle]:
    return [Puzzle(found.board, found.values) for found in parsing.parse_many(text, board)]


def refusal(text: str, board: Board | None = None) -> str:
    with pytest.raises(ParseError) as caught:
        Puzzle.parse(text, board)
    return str(caught.value)


# The line above, between and below the bands: the left end, the line, the crossing and the right end of each; then the
# left side, the line between boxes, and the right side.
STYLES = [
    ("*-+*", "|-+|", "*-+*", "|||"),
    ("*---", "|---", "*--*", "|||"),
    (".-..", ":-+:", "'-''", "|||"),
    (".-..", "|-+|", "'-''", "|||"),
    ("+-++", "+-++", "+-++", "|||"),
    ("+=++", "+=++", "+=++", "!!!"),
    ("┌─┬┐", "├─┼┤", "└─┴┘", "│││"),
    ("╔═╦╗", "╠═╬╣", "╚═╩╝", "║║║"),
    ("/-+\\", "|-+|", "\\-+/", "|||"),
    ("+_++", "+_++", "+_++", ":::"),
    ("", "--+-", "", " | "),
    ("", "    ", "", " | "),
    ("", "", "", "   "),
]
BLANKS = "._0?*"


def drawn(words: Sequence[str], box: tuple[int, int], style: tuple[str, str, str, str], gap: int) -> str:
    """The words of the cells, padded to the longest, with `gap` spaces between them."""
    top, middle, bottom, sides = style
    (height, width), n = box, box[0] * box[1]
    wide = max(map(len, words))
    lines, full = [], width * wide + (width + 1) * gap

    def border(look: str) -> list[str]:
        left, line, crossing, right = look or "    "
        return [f"{left}{crossing.join([line * full] * (n // width))}{right}"] if look else []

    lines += border(top)
    for r in range(n):
        row = words[r * n : (r + 1) * n]
        space = " " * gap
        parts = [space.join(["", *(word.ljust(wide) for word in row[c : c + width]), ""]) for c in range(0, n, width)]
        lines += border(middle) if r and r % height == 0 else []
        lines.append(f"{sides[0]}{sides[1].join(parts)}{sides[2]}")
    return "\n".join(lines + border(bottom))


@st.composite
def drawings(draw: st.DrawFn, puzzles: st.SearchStrategy[Puzzle]) -> tuple[Puzzle, str]:
    """A puzzle on a board with boxes, as one of these styles draws it."""
    puzzle, blank = draw(puzzles), draw(st.sampled_from(BLANKS))
    words = [str(d) if d else blank for d in puzzle.values]
    gap = draw(st.integers(0, 2)) if puzzle.board.size <= 9 else 1
    return puzzle, drawn(words, puzzle.board.box or (1, 1), draw(st.sampled_from(STYLES)), gap)


@st.composite
def candidates(draw: st.DrawFn, boxes: list[tuple[int, int]]) -> tuple[tuple[int, int], list[set[int]]]:
    """A box, and at least one candidate for each cell, in some cells several."""
    box = draw(st.sampled_from(boxes))
    n = box[0] * box[1]
    masks = draw(st.lists(st.integers(1, 2**n - 1), min_size=n * n, max_size=n * n))
    cells = [{d for d in range(1, n + 1) if mask >> (d - 1) & 1} for mask in masks]
    cells[draw(st.integers(0, n * n - 1))] = {1, n}
    return box, cells


def symbol(d: int) -> str:
    """A digit as one character: A is 10."""
    return f"{d}" if d < 10 else chr(ord("A") + d - 10)


def characters(cells: Sequence[set[int]], n: int, blank: str = ".") -> str:
    """The candidates as n characters for each cell."""
    return "".join(symbol(d) if d in each else blank for each in cells for d in range(1, n + 1))


def words(cells: Sequence[set[int]]) -> list[str]:
    """The candidates as a word for each cell."""
    return ["".join(map(symbol, sorted(each))) for each in cells]
