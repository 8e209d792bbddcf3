"""Local search in motion: a full grid, the swaps that are made, and the cost."""

import random
from itertools import pairwise

from ..inference.walks import Annealing
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.graphics import COLOURS
from ..puzzles.puzzle import Grid
from .player import Frame, Player
from .sketch import box, circle, line, text, tint
from .trees import check

SIDE = 30
"""The side of a cell."""


def walking(puzzle: PuzzleLike, seed: int = 1, temperature: float = 0.8, max_steps: int = 1000) -> Player:
    """The swaps that annealing makes at a constant temperature, with the cost: the walk of `local_search`.

    Givens are underlined, wrong digits have a coloured ground, and the two cells of the last swap a frame. Swaps that
    were tried and not made are only counted.

    Raises:
        InputError: When more than `trees.MOST_STEPS` swaps are made.

    >>> film = walking("1... ..2. .3.. ...4", seed=4)
    >>> print(len(film), film.captions[-1], sep=": ")
    19: Swap 18, number 31 of those tried: now 2 in (1, 2) and 3 in (2, 1). The cost goes from 8 to 0: a solution.
    """
    puzzle = as_puzzle(puzzle)
    walk = Annealing(puzzle, random.Random(seed), temperature)
    grids = [(0, tuple(walk.grid.digits), walk.cost)]
    tried = 0
    while walk.lowest and not walk.stuck and tried < max_steps:
        tried += walk.walk(1)
        if tuple(walk.grid.digits) != grids[-1][1]:
            grids.append((tried, tuple(walk.grid.digits), walk.cost))
            check(len(grids))
    size = puzzle.board.size
    side, wide = SIDE * size + 20, max(240, 6 * len(grids))
    cells = puzzle.board.cells
    place = {i: (10 + SIDE * (i[1] - 0.5), 10 + SIDE * (i[0] - 0.5)) for i in cells}
    base = [*_lines(size, puzzle.board.box or (size, size)), *_axes(side, wide, max(cost for _, _, cost in grids))]
    base += [line(x - 7, y + 9, x + 7, y + 9) for x, y in (place[i] for i in puzzle.givens)]
    most = max(cost for _, _, cost in grids) or 1
    at = [
        (side + 40 + (wide - 50) * k / max(len(grids) - 1, 1), side - 22 - (side - 42) * cost / most)
        for k, (_, _, cost) in enumerate(grids)
    ]
    curve = [line(*one, *other, f"stroke='{COLOURS['blue']}' stroke-width='2'") for one, other in pairwise(at)]
    frames: list[Frame] = []
    captions = []
    for k, (_, digits, _) in enumerate(grids):
        held = dict(zip(cells, digits, strict=True))
        frame = [*base, *curve[:k], circle(*at[k], 4, f"fill='{COLOURS['blue']}'")]
        frame += [box(*place[i], 26, 26, tint(COLOURS["red"])) for i in puzzle.wrong_cells(Grid(puzzle.board, digits))]
        moved = [] if not k else [i for i, a, b in zip(cells, grids[k - 1][1], digits, strict=True) if a != b]
        frame += [box(*place[i], 26, 26, "fill='none' stroke='currentColor' stroke-width='2'") for i in moved]
        frames.append(frame + [text(place[i][0], place[i][1] + 5, held[i], "font-size='15'") for i in cells])
        captions.append(_caption(k, grids, moved, cells))
    return Player("a local search, swap by swap", frames, captions, side + wide, side)


def _caption(
    k: int,
    grids: list[tuple[int, tuple[int, ...], int]],
    moved: list[tuple[int, int]],
    cells: tuple[tuple[int, int], ...],
) -> str:
    tried, digits, cost = grids[k]
    end = ": a solution" if not cost else ""
    if not k:
        return f"The start: givens in their places, every part complete. The cost is {cost}{end}."
    held = dict(zip(cells, digits, strict=True))
    where = " and ".join(f"{held[i]} in {i}" for i in moved)
    before = grids[k - 1][2]
    change = f"The cost stays at {cost}." if cost == before else f"The cost goes from {before} to {cost}{end}."
    return f"Swap {k}, number {tried} of those tried: now {where}. {change}"


def _lines(size: int, shape: tuple[int, int]) -> list[str]:
    """The lines of the board, those of its boxes thicker."""
    found = []
    for k in range(size + 1):
        for x1, y1, x2, y2, every in ((k, 0, k, size, shape[1]), (0, k, size, k, shape[0])):
            look = f"stroke='currentColor' stroke-width='{1 if k % every else 2}'"
            ends = [10 + SIDE * each for each in (x1, y1, x2, y2)]
            found.append(line(ends[0], ends[1], ends[2], ends[3], look))
    return found


def _axes(left: int, wide: int, most: int) -> list[str]:
    return [
        text(left + 32, 26, most, "text-anchor='end'"),
        text(left + 32, left - 18, 0, "text-anchor='end'"),
        line(left + 40, left - 22, left + wide - 10, left - 22, "stroke='currentColor' stroke-opacity='.5'"),
        text(left + wide / 2 + 20, left - 5, "the cost after each swap"),
    ]
