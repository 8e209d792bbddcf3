"""Tasks for a worker process while a puzzle is designed: conflicts, what is not needed, paper.

A task that does not end in time has no result; nothing is concluded from that.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path

from ..explain.minimal_sets import minimal_set
from ..generation.alternatives import Alternatives
from ..models.counting import count_solutions
from ..puzzles.cell_names import listed
from ..puzzles.drawing.words import briefly
from ..puzzles.labels import short
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import MARKS, AllGiven, CellRule, Rule
from ..puzzles.units import Cell
from ..runtime.limits import Deadline
from .messages import capital
from .runner import Post

MOST_CONFLICTS = 20_000
"""Conflicts for the question whether a given or a rule can go, some seconds; when they are not enough, it stays."""
MOST_NAMED = 3
"""Of so many rules and givens of a conflict all are named; of more, only how many they are."""
MOST_LISTED = 8
"""The most rules and givens of a conflict in its list; the others are counted."""


def differing(grids: Sequence[Grid]) -> dict[Cell, frozenset[int]]:
    """The cells in which two solutions differ, with both digits; of several solutions, for the two that differ least.

    >>> one, other = (Puzzle.parse(text).as_grid() for text in ("1234 3412 2143 4321", "1234 3421 2143 4312"))
    >>> differing([one, other])
    {(2, 3): frozenset({1, 2}), (2, 4): frozenset({1, 2}), (4, 3): frozenset({1, 2}), (4, 4): frozenset({1, 2})}
    """
    pairs = combinations(grids, 2)
    one, other = min(pairs, key=lambda pair: sum(a != b for a, b in zip(pair[0].values, pair[1].values, strict=True)))
    both = zip(one.board.cells, one.values, other.values, strict=True)
    return {cell: frozenset({a, b}) for cell, a, b in both if a != b}


@dataclass(frozen=True)
class Conflict:
    """Rules and givens that cannot all hold, none of which can be left out.

    Attributes:
        words: A sentence.
        givens: The cells of the givens.
        units: The cells of each rule.
        named: Where the sentence only counts them, the rules, then the givens, each with its cells; of many, the last
            entry stands for all others.
    """

    words: str
    givens: tuple[Cell, ...]
    units: tuple[tuple[Cell, ...], ...]
    named: tuple[tuple[str, tuple[Cell, ...]], ...]


def conflicting(post: Post, puzzle: Puzzle, time_limit: float) -> Conflict | None:
    """A minimal set of rules and givens that cannot all hold; None when the puzzle has a solution.

    >>> conflicting(lambda progress: None, Puzzle.parse("123. ...4 .... ...."), 10.0).words[-15:]
    'cannot all hold'
    """
    found = minimal_set(puzzle)
    if found is None:
        return None
    cells: dict[str, tuple[Cell, ...]] = {}  # of a rule that is stated in parts, the cells of all of them
    for label in found.rests_on(puzzle.givens):
        rule = getattr(label, "rule", None)
        name = briefly(rule) if isinstance(rule, CellRule) else short(label)
        cells[name] = tuple(dict.fromkeys((*cells.get(name, ()), *getattr(label, "cells", ()))))
    units = tuple(filter(None, [*cells.values()][: len(cells) - len(found.digits)]))
    if len(cells) <= MOST_NAMED:
        words = f"{listed([*cells])} cannot {'all ' * (len(cells) > 1)}hold"
        return Conflict(words, tuple(found.digits), units, ())
    named = [(capital(name), of) for name, of in cells.items()]
    if more := named[MOST_LISTED:]:
        named[MOST_LISTED:] = [(f"and {len(more)} more", tuple({*chain(*(of for _, of in more))}))]
    return Conflict(found.conflict, tuple(found.digits), units, tuple(named))


@dataclass(frozen=True)
class Needless:
    """The givens and rules that are not needed for the only solution.

    Attributes:
        cells: The cells of these givens.
        rules: These rules.
        unknown: How many could not be judged in time; they stay.
        problem: Why nothing can be left out, such as "it has several solutions"; else empty.
    """

    cells: tuple[Cell, ...] = ()
    rules: tuple[Rule, ...] = ()
    unknown: int = 0
    problem: str = ""


def needless(post: Post, puzzle: Puzzle, together: bool, with_rules: bool, time_limit: float) -> Needless:
    """The givens without which the puzzle still has one solution; with `with_rules` its rules, too.

    Args:
        post: For the progress.
        puzzle: The puzzle.
        together: Whether all of them can go at the same time; else each for itself.
        with_rules: Whether rules are tried, after the givens. A mark stays where all marks of its kind are given.
        time_limit: Seconds.

    >>> needless(lambda progress: None, Puzzle.parse("1234 3412 2143 432."), True, False, 10.0).cells[:3]
    ((1, 1), (1, 2), (1, 3))
    """
    deadline = Deadline(time_limit)
    count = count_solutions(puzzle, limit=2, time_limit=deadline.left(), cross_check=False)
    if count.is_unique is not True:
        several = {0: "it has no solution", 1: "whether it has one solution is not known"}
        return Needless(problem=several.get(count.value, "it has several solutions"))
    board, grid = puzzle.board, count.grids[0]
    alternatives = Alternatives(Grid(board.plain, grid.values), board.rules, deadline)
    givens, rules = list(puzzle.values), list(board.rules)
    cells, gone, unknown = [], [], 0
    for k, cell in enumerate(board.cells):
        if not (digit := givens[k]):
            continue
        givens[k] = 0
        post({"doing": f"the given in row {cell[0]}, column {cell[1]}"})
        answer = alternatives.exists(givens, rules, cell=k, most=MOST_CONFLICTS)
        unknown += answer is None
        if answer is False:
            cells.append(cell)
        if not (answer is False and together):
            givens[k] = digit
    listed = tuple(MARKS[mark] for rule in rules if isinstance(rule, AllGiven) for mark in rule.marks)
    for rule in board.rules if with_rules else ():
        if isinstance(rule, listed):
            continue
        post({"doing": str(rule)[:60]})
        left = [each for each in rules if each != rule]
        answer = alternatives.exists(givens, left, most=MOST_CONFLICTS)
        unknown += answer is None
        if answer is False:
            gone.append(rule)
            rules = left if together else rules
    return Needless(tuple(cells), tuple(gone), unknown)


@dataclass(frozen=True)
class Sheet:
    """A puzzle as a PDF, the number of its pages, and why it has no page with the solution, if one was asked for."""

    pdf: bytes
    pages: int
    missed: str


def printed(post: Post, puzzle: Puzzle, solution: bool, time_limit: float) -> Sheet:
    """One puzzle as a PDF with its rules in words; with its solution, if it has one and that is asked for."""
    from ..generation.sheets import write_sheet  # imported late: needs matplotlib

    count = count_solutions(puzzle, limit=2, time_limit=time_limit, cross_check=False) if solution else None
    grid = count.grids[0] if count and count.is_unique else None
    missed = "it has no page with the solution, because the puzzle is not known to have exactly one"
    post({"doing": "writing the PDF"})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.pdf"
        pages = write_sheet(puzzle, path, grid)
        return Sheet(path.read_bytes(), pages, missed if solution and not grid else "")
