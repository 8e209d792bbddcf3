"""Small puzzles of which every solution is known, found without a solver: what formulations are judged on."""

from dataclasses import replace
from functools import cache
from itertools import starmap

from .board import Cell
from .corpora import corpus
from .puzzle import Grid, Puzzle

__all__ = ["battery", "by_hand"]


@cache
def battery() -> tuple[tuple[Puzzle, frozenset[Grid]], ...]:
    """The puzzles on which a formulation is judged, with all their solutions, found without a solver.

    >>> [(puzzle.board.size, len(grids)) for puzzle, grids in battery()]
    [(4, 1), (4, 0), (4, 18), (4, 288), (6, 1), (9, 1)]
    """
    small = [Puzzle.parse(text, name=name) for name, text in BATTERY.items()]
    found = [(puzzle, frozenset(by_hand(puzzle))) for puzzle in small]
    return (*found, *starmap(_known, LARGER))


BATTERY = {
    "a 4x4 with one solution": "1... ..2. .3.. ...4",
    "a 4x4 without a solution": "12.. ...3 .... ..3.",
    "a 4x4 with 18 solutions": "1... .... ..2. ....",
    "the empty 4x4": ".... .... .... ....",
}
LARGER = (("small", "small:5"), ("named", "mccaffrey"))


def _known(family: str, name: str) -> tuple[Puzzle, frozenset[Grid]]:
    entry = corpus(family).entry(name)
    n = entry.puzzle.board.size
    puzzle = replace(entry.puzzle, name=f"a {n}x{n} with one solution")
    return puzzle, frozenset({entry.solution} if entry.solution else ())


def by_hand(puzzle: Puzzle) -> list[Grid]:
    """All solutions of a small puzzle, by trying digits cell by cell."""
    board, found = puzzle.board, []
    peers: dict[Cell, set[Cell]] = {i: set() for i in board.cells}
    for i, j in board.pairs:
        peers[i].add(j)
        peers[j].add(i)

    def extend(digits: dict[Cell, int]) -> None:
        if len(digits) == len(board.cells):
            found.append(Grid(board, tuple(digits.values())))
            return
        i = board.cells[len(digits)]
        for d in [puzzle.givens[i]] if i in puzzle.givens else board.digits:
            if all(digits.get(j) != d for j in peers[i]):
                extend({**digits, i: d})

    extend({})
    return found
