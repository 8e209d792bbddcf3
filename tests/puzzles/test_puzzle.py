"""Puzzles, grids, and the validator, which calls no solver."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import CorpusEntry, as_puzzle, corpus
from sudoku_models.puzzles.puzzle import Grid, Puzzle, is_solution

CORPORA = ["named", "top95", "easy50", "hardest11", "small", "large"]
SOLVED = [entry for name in CORPORA for entry in corpus(name).entries if entry.solution]

solved = st.sampled_from(SOLVED)
seeds = st.integers(0, 2**32)
any_time = settings(deadline=None, max_examples=50)


def solution_of(entry: CorpusEntry) -> Grid:
    assert entry.solution is not None
    return entry.solution


def follows_the_rules(grid: Grid, height: int, width: int) -> bool:
    """The rules written a second time, without the units of the board."""
    n = height * width
    every = set(range(1, n + 1))
    rows = [set(grid.values[r * n : r * n + n]) for r in range(n)]
    columns = [set(grid.values[c::n]) for c in range(n)]
    boxes: dict[tuple[int, int], set[int]] = {}
    for k, d in enumerate(grid.values):
        boxes.setdefault((k // n // height, k % n // width), set()).add(d)
    return all(digits == every for digits in [*rows, *columns, *boxes.values()])


# The judge


@pytest.mark.parametrize("entry", SOLVED, ids=lambda entry: entry.name)
def test_the_judge_and_the_rules_written_a_second_time_accept_the_known_solutions(entry: CorpusEntry) -> None:
    grid = solution_of(entry)
    assert entry.puzzle.board.box
    assert follows_the_rules(grid, *entry.puzzle.board.box)
    assert entry.puzzle.violations(grid) == []
    assert is_solution(entry.puzzle, grid)


@any_time
@given(solved, seeds)
def test_relabelled_digits_keep_a_solution(entry: CorpusEntry, seed: int) -> None:
    board = entry.puzzle.board
    digits = list(board.digits)
    Random(seed).shuffle(digits)
    relabel = [0, *digits]
    puzzle = Puzzle(board, tuple(relabel[d] for d in entry.puzzle.values))
    grid = Grid(board, tuple(relabel[d] for d in solution_of(entry).values))
    assert is_solution(puzzle, grid)
    assert is_solution(entry.puzzle, grid) == (entry.puzzle == puzzle)


@any_time
@given(solved)
def test_a_transposed_solution_solves_the_transposed_puzzle(entry: CorpusEntry) -> None:
    n, box = entry.puzzle.board.size, entry.puzzle.board.box
    assert box
    board = Board.with_boxes(box[1], box[0])

    def transposed(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[c * n + r] for r in range(n) for c in range(n))

    puzzle = Puzzle(board, transposed(entry.puzzle.values))
    assert is_solution(puzzle, Grid(board, transposed(solution_of(entry).values)))


@any_time
@given(solved, seeds)
def test_one_changed_cell_makes_it_no_solution_and_the_violations_name_its_units(entry: CorpusEntry, seed: int) -> None:
    random = Random(seed)
    board = entry.puzzle.board
    values = list(solution_of(entry).values)
    k = random.randrange(len(values))
    values[k] = random.choice([d for d in board.digits if d != values[k]])
    grid = Grid(board, tuple(values))
    cell = board.cells[k]
    expected = [f"{unit} has two {values[k]}s" for unit in board.units if cell in unit.cells]
    if cell in entry.puzzle.givens:
        expected = [f"{cell} holds {values[k]}, but the given there is {entry.puzzle.givens[cell]}", *expected]
    assert list(map(str, entry.puzzle.violations(grid))) == expected
    assert not is_solution(entry.puzzle, grid)


@any_time
@given(st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_the_judge_agrees_with_the_rules_on_any_grid(values: list[int]) -> None:
    board = Board.of_size(4)
    grid = Grid(board, tuple(values))
    assert is_solution(Puzzle(board, (0,) * 16), grid) == follows_the_rules(grid, 2, 2)


# Givens and clashes


@pytest.mark.parametrize(
    ("text", "clashes"),
    [
        ("1..1 .... .... ....", ["row 1 has the given 1 twice: in (1, 1) and (1, 4)"]),
        (
            "44.. .... .... ....",
            ["row 1 has the given 4 twice: in (1, 1) and (1, 2)", "box 1 has the given 4 twice: in (1, 1) and (1, 2)"],
        ),
        ("1... ..1. .1.. ....", []),
    ],
)
def test_clashes_name_the_unit_the_digit_and_both_cells(text: str, clashes: list[str]) -> None:
    assert Puzzle.parse(text).clashes() == clashes


@any_time
@given(solved, seeds)
def test_the_known_solution_does_not_solve_a_puzzle_that_was_given_a_clash(entry: CorpusEntry, seed: int) -> None:
    board = entry.puzzle.board
    cell, d = Random(seed).choice(sorted(entry.puzzle.givens.items()))
    other = next(b if a == cell else a for a, b in board.pairs if cell in (a, b))
    values = list(entry.puzzle.values)
    values[board.cells.index(other)] = d
    puzzle = Puzzle(board, tuple(values))
    assert puzzle.clashes()
    assert not is_solution(puzzle, solution_of(entry))


# Values


@pytest.mark.parametrize("kind", [Puzzle, Grid])
def test_each_cell_needs_a_digit_of_the_board(kind: type[Puzzle] | type[Grid]) -> None:
    for number in (0, 15):
        with pytest.raises(InputError, match=f"has 16 cells, but there are {number} values"):
            kind(Board.of_size(4), (1,) * number)
    for wrong in (-1, 5, 400):
        with pytest.raises(InputError, match=rf"cell \(2, 3\) holds {wrong}, but the digits .* are 1 to 4"):
            kind(Board.of_size(4), (1, 2, 3, 4, 3, 4, wrong, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    with pytest.raises(InputError, match=r"cell \(4, 4\) is blank"):
        Puzzle.parse("1234 3412 2143 432.").as_grid()


def test_the_name_is_not_part_of_a_puzzles_value() -> None:
    board = Board.of_size(4)
    one, other = Puzzle(board, (0,) * 16, "one"), Puzzle(board, (0,) * 16, "other")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Puzzle(board, (1, *(0,) * 15), "one")


# -- puzzles from rows ------------------------------------------------------------------------------------------------


def test_a_puzzle_is_made_of_rows_of_any_kind(unique4: Puzzle) -> None:
    np = pytest.importorskip("numpy")
    rows = [list(unique4.values[k : k + 4]) for k in range(0, 16, 4)]
    array = np.array(rows)
    floats = np.where(array == 0, np.nan, array)
    texts = [[str(d) if d else "." for d in row] for row in rows]
    nones = tuple(tuple(d or None for d in row) for row in rows)
    for form in (rows, array, array.astype(np.int8), array.astype(float), floats, texts, nones, map(tuple, rows)):
        puzzle = Puzzle.from_rows(form)
        assert puzzle == unique4
        assert {type(d) for d in puzzle.values} == {int}
    assert Puzzle.from_rows(rows, name="mine").name == "mine"
    assert Puzzle.from_rows([[0] * 6] * 6, Board.with_boxes(3, 2)).board.box == (3, 2)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0] * 4] * 3, "there is no board with 3 digits"),
        ([[0] * 4] * 3 + [[0] * 5], "row 4 has 5 cells, but a row of a 4x4 board with 2x2 boxes has 4"),
        ([[0] * 4] * 3 + [[0, 0, 5, 0]], r"cell \(4, 3\) holds 5, but the digits of this .* are 1 to 4"),
        ([[0, 10**5000, 0, 0]] * 4, r"cell \(1, 2\) holds a value of the type int, but the digits"),
        ([[0, 1.5, 0, 0]] * 4, "row 1, column 2 holds 1.5; write an integer for a digit"),
        ([1, 2, 3, 4], "row 1 must be a tuple or a list, not 1"),
        ("1234", "the rows of a puzzle must be a tuple or a list, not '1234'"),
    ],
)
def test_rows_that_are_no_puzzle_are_refused_with_row_and_column(rows: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Puzzle.from_rows(rows)


def test_a_puzzle_may_be_given_as_a_name_a_text_rows_or_an_empty_board(unique4: Puzzle) -> None:
    rows = [unique4.values[k : k + 4] for k in range(0, 16, 4)]
    for what in (unique4, unique4.line(), str(unique4), rows):
        assert as_puzzle(what) == unique4
    assert as_puzzle("top95:3").name == "top95:3"
    assert (
        as_puzzle(unique4.text()) == as_puzzle(unique4.text("fpuzzles")) == as_puzzle(unique4.text("link")) == unique4
    )
    assert as_puzzle(unique4.board).givens == {}
    for what, message in (
        (5, "expected a puzzle, or its name, its text or its rows, not 5"),
        (None, "not None"),
        (b"1...", "not b'1...'"),
        ("mcaffrey", "did you mean 'mccaffrey'"),
        ("top95:99", "top95 has top95:1 to top95:95"),
        ("1... ..2. .3.. ...9", "there is a 9"),
    ):
        with pytest.raises(InputError, match=message):
            as_puzzle(what)  # type: ignore[arg-type]
