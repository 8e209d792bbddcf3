"""The geometry: which cells there are, which of them must differ, and which boards do not exist."""

from itertools import combinations

import pytest

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board, Unit

SIZES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5), 36: (6, 6)}
ALL_BOARDS = [*SIZES.values(), (3, 2), (2, 4), (4, 2), (4, 3), (2, 8), (1, 2), (1, 5), (5, 1)]

any_boxes = pytest.mark.parametrize("box", ALL_BOARDS, ids=str)


@pytest.mark.parametrize(("n", "box"), SIZES.items())
def test_the_usual_sizes_have_boxes_as_square_as_possible(n: int, box: tuple[int, int]) -> None:
    board = Board.of_size(n)
    assert board.box == box
    assert board.size == n
    assert board == Board.with_boxes(*box)


@any_boxes
def test_a_board_has_n_squared_cells_in_reading_order(box: tuple[int, int]) -> None:
    board = Board.with_boxes(*box)
    n = box[0] * box[1]
    assert list(board.digits) == list(range(1, n + 1))
    assert len(board.cells) == n * n
    assert list(board.cells) == sorted(board.cells)
    assert board.cells[0] == (1, 1)
    assert board.cells[-1] == (n, n)


@any_boxes
def test_rows_columns_and_boxes_each_cover_the_board_once(box: tuple[int, int]) -> None:
    board = Board.with_boxes(*box)
    n = board.size
    assert len(board.units) == 3 * n
    for kind in ("row", "column", "box"):
        units = [unit for unit in board.units if unit.name.startswith(kind)]
        assert [unit.name for unit in units] == [f"{kind} {k}" for k in board.digits]
        assert all(len(unit.cells) == n for unit in units)
        assert sorted(cell for unit in units for cell in unit.cells) == list(board.cells)


@any_boxes
def test_the_cells_of_a_unit_are_where_its_name_says(box: tuple[int, int]) -> None:
    board = Board.with_boxes(*box)
    height, width = box
    for unit in board.units:
        kind, number = unit.name.split()
        for r, c in unit.cells:
            expected = {
                "row": r,
                "column": c,
                "box": (r - 1) // height * (board.size // width) + (c - 1) // width + 1,
            }
            assert expected[kind] == int(number)


def test_the_9x9_board_has_27_units_and_810_pairs() -> None:
    board = Board.of_size(9)
    assert len(board.units) == 27
    assert len(board.pairs) == 810


@pytest.mark.parametrize(("n", "pairs"), [(4, 56), (6, 216), (9, 810), (16, 4992)])
def test_the_number_of_pairs_is_that_of_the_sudoku_graph(n: int, pairs: int) -> None:
    """Each cell has 3n - height - width - 1 peers, and each pair is counted at both its ends."""
    board = Board.of_size(n)
    height, width = SIZES[n]
    assert len(board.pairs) == pairs == n * n * (3 * n - height - width - 1) // 2


@pytest.mark.parametrize("box", [box for box in ALL_BOARDS if box != (6, 6)], ids=str)
def test_pairs_are_exactly_the_cells_that_share_a_row_a_column_or_a_box(box: tuple[int, int]) -> None:
    board = Board.with_boxes(*box)
    height, width = box

    def meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
        same_box = (a[0] - 1) // height == (b[0] - 1) // height and (a[1] - 1) // width == (b[1] - 1) // width
        return a[0] == b[0] or a[1] == b[1] or same_box

    assert len(set(board.pairs)) == len(board.pairs)
    assert set(board.pairs) == {pair for pair in combinations(board.cells, 2) if meet(*pair)}


@pytest.mark.parametrize("n", [-9, -4, -1, 0, 1, 2, 3, 5, 7, 11, 13, 23, 29])
def test_a_size_without_boxes_is_refused_and_other_sizes_are_proposed(n: int) -> None:
    with pytest.raises(InputError, match=f"there is no board with {n} digits: .* 4, 6, 9, 12, 16 or 25"):
        Board.of_size(n)


@pytest.mark.parametrize("box", [(0, 3), (3, 0), (-3, 3), (-3, -3), (1, 1), (0, 0)])
def test_boxes_without_cells_are_refused_and_named(box: tuple[int, int]) -> None:
    with pytest.raises(InputError, match=f"at least 1x2 cells, not {box[0]}x{box[1]}"):
        Board.with_boxes(*box)


def test_boards_say_what_they_are() -> None:
    assert str(Board.with_boxes(3, 2)) == "6x6 board with 3x2 boxes"
    assert str(Board(4, ())) == "4x4 board"
    assert str(Board.of_size(9).units[2]) == "row 3"


def test_boards_are_values() -> None:
    flat, tall = Board.with_boxes(2, 3), Board.with_boxes(3, 2)
    assert flat == Board.with_boxes(2, 3)
    assert hash(flat) == hash(Board.with_boxes(2, 3))
    assert flat != tall


def test_a_unit_added_to_a_board_adds_its_pairs_once() -> None:
    board = Board.of_size(4)
    diagonal = Unit("falling diagonal", ((4, 4), (3, 3), (2, 2), (1, 1)))
    larger = Board(4, (*board.units, diagonal, diagonal), board.box)
    across_boxes = {((1, 1), (3, 3)), ((1, 1), (4, 4)), ((2, 2), (3, 3)), ((2, 2), (4, 4))}
    assert set(larger.pairs) - set(board.pairs) == across_boxes
    assert len(larger.pairs) == len(set(larger.pairs)) == 56 + 4
