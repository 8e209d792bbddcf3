"""Boards with random rules, and puzzles on them, for the tests of what works on any board."""

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from sudoku_models.puzzles.board import Board, Cell
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import (
    AllDotsGiven,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Even,
    GreaterThan,
    KillerCage,
    LittleKiller,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Rule,
    Sandwich,
    Skyscraper,
    Thermometer,
    VMark,
    Whisper,
    WhiteDot,
)

__all__ = ["UNIQUE", "larger_puzzles", "linear_rules", "puzzles", "rules", "solutions"]

Line = tuple[Cell, ...]

LINEAR: tuple[tuple[int, Callable[[Line, int], Rule]], ...] = (
    (2, lambda line, k: KillerCage(3 + k % 5, line)),
    (3, lambda line, k: KillerCage(6 + k % 4, line)),
    (3, lambda line, k: LittleKiller(4 + k % 7, line)),
    (3, lambda line, k: Arrow(line)),
    (3, lambda line, k: Thermometer(line)),
    (2, lambda line, k: GreaterThan(line)),
    (2, lambda line, k: VMark(line)),
    (3, lambda line, k: Renban(line)),
    (3, lambda line, k: Palindrome(line)),
)
"""The numbers of cells, and rules on a line of them, whose definition is linear in the digits."""

OTHER: tuple[tuple[int, Callable[[Line, int], Rule]], ...] = (
    (3, lambda line, k: Whisper(line, 1 + k % 2)),
    (2, lambda line, k: WhiteDot(line)),
    (2, lambda line, k: BlackDot(line)),
    (1, lambda line, k: Even(line)),
    (2, lambda line, k: Odd(line)),
    (4, lambda line, k: Skyscraper(1 + k % 4, line)),
    (4, lambda line, k: Quadruple((1 + k % 4, 1 + k % 3), line)),
)


@st.composite
def _rule(draw: st.DrawFn, board: Board, makers: tuple[tuple[int, Callable[[Line, int], Rule]], ...]) -> Rule:
    """A rule on a walk of neighbouring cells, of one of these kinds."""
    length, make = draw(st.sampled_from(makers))
    line = [draw(st.sampled_from(board.cells))]
    while len(line) < length:
        r, c = line[-1]
        near = [(r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        free = [i for i in near if i in board.cells and i not in line]
        line.append(draw(st.sampled_from(free or [i for i in board.cells if i not in line])))
    return make(tuple(line), draw(st.integers(0, 30)))


def linear_rules(board: Board) -> st.SearchStrategy[list[Rule]]:
    """One to three rules whose definition is linear."""
    return st.lists(_rule(board, LINEAR), min_size=1, max_size=3, unique_by=str)


def rules(board: Board) -> st.SearchStrategy[list[Rule]]:
    """One to three rules of all kinds, and now and then one for the whole board."""
    whole: list[Rule] = [AntiKnight(), AntiKing(), AllDotsGiven(), Sandwich(3, board.units[0].cells)]
    kinds = _rule(board, (*LINEAR, *OTHER))
    return st.builds(
        lambda some, more: [*some, *more],
        st.lists(kinds, min_size=1, max_size=3, unique_by=str),
        st.one_of(st.just([]), st.just([]), st.sampled_from(whole).map(lambda rule: [rule])),
    )


@st.composite
def puzzles(draw: st.DrawFn, of: Callable[[Board], st.SearchStrategy[list[Rule]]] = rules) -> Puzzle:
    """A 4x4 puzzle on a board with random rules: some cells of a grid that keeps them, if there is one, are givens."""
    board = draw(st.sampled_from([Board.of_size(4), Board.of_size(4), Board.latin(4)]))
    board = board.with_rules(*draw(of(board)))
    blank = Puzzle(board, (0,) * len(board.cells))
    grids = solutions(blank)
    if not grids:
        return blank
    grid = draw(st.sampled_from(grids))
    shown = draw(st.sets(st.sampled_from(board.cells), max_size=6))
    return Puzzle(board, tuple(d if i in shown else 0 for i, d in zip(board.cells, grid.values, strict=True)))


@st.composite
def larger_puzzles(draw: st.DrawFn) -> Puzzle:
    """A 6x6 puzzle with 10 givens or more: of many random rules, those that a grid keeps."""
    entry = draw(st.sampled_from([entry for entry in corpus("small").entries if entry.puzzle.board.size == 6]))
    grid, board = entry.solution, entry.puzzle.board
    drawn = draw(st.lists(_rule(board, (*LINEAR, *OTHER)), min_size=4, max_size=12, unique_by=str))
    kept = [rule for rule in drawn if not Puzzle(board.with_rules(rule), (0,) * 36).violations(_on(board, rule, grid))]
    shown = draw(st.sets(st.sampled_from(board.cells), min_size=10, max_size=14))
    values = tuple(d if i in shown else 0 for i, d in zip(board.cells, grid.values, strict=True))
    return Puzzle(board.with_rules(*kept), values)


def _on(board: Board, rule: Rule, grid: Grid) -> Grid:
    return Grid(board.with_rules(rule), grid.values)


@cache
def solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """All solutions, by backtracking: no solver, and no inference."""
    return tuple(enumerate_by_backtracking(puzzle))


UNIQUE = Puzzle.parse(
    "." * 16,
    Board.of_size(4).with_rules(
        KillerCage(6, "r1c1 r1c2 r2c1"), Thermometer("r2c3 r2c4 r3c4 r1c4"), Whisper("r3c2 r3c3", 3)
    ),
)
"""A puzzle without givens and with one solution, 1234 3412 2143 4321, which needs each of its three rules."""
