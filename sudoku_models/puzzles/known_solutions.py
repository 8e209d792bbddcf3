"""Small puzzles with all their solutions, found without a solver; formulations are validated on them."""

from dataclasses import replace
from functools import cache

from .board import Board
from .corpora import entry_of
from .puzzle import Grid, Puzzle
from .rules.rule import CellRule
from .units import Cell


@cache
def known_puzzles() -> tuple[tuple[Puzzle, frozenset[Grid]], ...]:
    """The puzzles on which a formulation is validated, each with the set of its solutions.

    >>> [(puzzle.board.size, len(grids)) for puzzle, grids in known_puzzles()]
    [(4, 1), (4, 0), (4, 18), (4, 288), (6, 1), (9, 1)]
    """
    small = [Puzzle.parse(text, name=name) for name, text in SMALL.items()]
    found = [(puzzle, frozenset(enumerate_by_backtracking(puzzle))) for puzzle in small]
    return (*found, *map(_known, LARGER))


SMALL = {
    "a 4x4 with one solution": "1... ..2. .3.. ...4",
    "a 4x4 without a solution": "12.. ...3 .... ..3.",
    "a 4x4 with 18 solutions": "1... .... ..2. ....",
    "the empty 4x4": ".... .... .... ....",
}
LARGER = ("small:5", "mccaffrey")


def _known(name: str) -> tuple[Puzzle, frozenset[Grid]]:
    entry = entry_of(name)
    n = entry.puzzle.board.size
    puzzle = replace(entry.puzzle, name=f"a {n}x{n} with one solution")
    return puzzle, frozenset({entry.solution} if entry.solution else ())


def enumerate_by_backtracking(puzzle: Puzzle) -> list[Grid]:
    """All solutions of a small puzzle, by backtracking cell by cell.

    >>> [grid.line() for grid in enumerate_by_backtracking(Puzzle.parse("1... ..2. .3.. ...4"))]
    ['1243342143122134']
    """
    board, peers, found = puzzle.board, puzzle.board.peers, []
    complete = _rules_by_last_cell(board)

    def extend(digits: dict[Cell, int]) -> None:
        if len(digits) == len(board.cells):
            found.append(Grid(board, tuple(digits.values())))
            return
        i = board.cells[len(digits)]
        for d in [puzzle.givens[i]] if i in puzzle.givens else board.digits:
            if all(digits.get(j) != d for j in peers[i]):
                longer = {**digits, i: d}
                if all(rule.check(longer) for rule in complete[i]):
                    extend(longer)

    extend({})
    return found


def _rules_by_last_cell(board: Board) -> dict[Cell, list[CellRule]]:
    """The further rules of a board by the last of their cells, with which they can be checked."""
    found: dict[Cell, list[CellRule]] = {i: [] for i in board.cells}
    for rule in board.cell_rules:
        found[max(rule.cells)].append(rule)
    return found
