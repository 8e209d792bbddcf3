"""Certificates that prove their claim, and forged ones, for the exercise of lesson 16."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ..certificates.certify import certify
from ..certificates.formula import Clause, blocking, clauses_of
from ..puzzles.corpora import load
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["NO_SOLUTION", "ONE", "THREE", "Specimen", "certificates"]

ONE, NO_SOLUTION, THREE = "1... ..2. .3.. ...4", "12.. 3... ...1 ...2", "12.. ..1. 3... ...."
"""4x4 puzzles with one solution, with none and with three."""


class Specimen(NamedTuple):
    """A certificate, honest or forged: its puzzle, the grids it lists, its clauses and proof, and a description."""

    puzzle: Puzzle
    grids: list[Grid]
    clauses: list[Clause]
    proof: str
    what: str


def _honest(puzzle: Puzzle, what: str) -> Specimen:
    grids = list(certify(puzzle).solutions)
    clauses = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]
    return Specimen(puzzle, grids, clauses, certify(puzzle, grids).proof, what)


@cache
def certificates() -> tuple[list[Specimen], list[Specimen]]:
    """Certificates that prove their claim, and forged ones.

    >>> [len(each) for each in certificates()]
    [4, 9]
    """
    one, three = _honest(Puzzle.parse(ONE), "one solution"), _honest(Puzzle.parse(THREE), "three solutions")
    hard = _honest(load("mccaffrey"), "one solution of mccaffrey")
    honest = [one, three, _honest(Puzzle.parse(NO_SOLUTION), "no solution"), hard]
    return honest, [*_false_counts(three), *_false_grids(one), hard._replace(proof="0\n", what="no step but the last")]


def _false_counts(true: Specimen) -> Iterator[Specimen]:
    """Certificates of too few solutions; each proof follows from the clauses beside it."""
    puzzle, grids, rules = true.puzzle, true.grids, [*clauses_of(true.puzzle)]
    first = grids[0]
    cell = next(i for i in puzzle.board.cells if all(grid[i] != first[i] for grid in grids[1:]))
    excluded = blocking(puzzle, first.values)
    only = [puzzle.board.size * puzzle.board.cells.index(cell) + first[cell]]
    given = tuple(first[i] if i == cell else puzzle.givens.get(i, 0) for i in puzzle.board.cells)
    other = _honest(Puzzle(puzzle.board, given), "")
    yield true._replace(grids=grids[1:], what="clauses that exclude a solution which is not listed")
    yield Specimen(puzzle, [first], [*rules, only, excluded], "0\n", "a further clause among those of the puzzle")
    yield Specimen(puzzle, [first], other.clauses, other.proof, "the clauses of a puzzle with one more given")
    yield Specimen(
        puzzle, [first], [*rules, []], "0\n", "a clause for its solution that is cut short, and excludes all"
    )
    flipped = [[-literal for literal in rules[0]], *rules[1:], excluded]
    yield Specimen(puzzle, [first], flipped, "0\n", "a clause of the puzzle with its literals negated")


def _false_grids(true: Specimen) -> Iterator[Specimen]:
    """Certificates of too many solutions: the proofs are right."""
    puzzle, grids, clauses, proof, _ = true
    n, first = puzzle.board.size, grids[0]
    renamed = Grid(puzzle.board, tuple(d % n + 1 for d in first.values))
    broken = Grid(puzzle.board, tuple(puzzle.givens.get(i, first[1, 1]) for i in puzzle.board.cells))
    for grid, what in (
        (first, "a grid that is listed twice"),
        (renamed, "a grid that lacks the givens"),
        (broken, "a grid that has the givens and breaks the rules"),
    ):
        yield Specimen(puzzle, [*grids, grid], [*clauses, blocking(puzzle, grid.values)], proof, what)
