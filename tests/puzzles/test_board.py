"""The geometry: which cells there are, which of them must differ, and which boards do not exist."""

import pickle
from contextlib import suppress
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import LARGEST_SIZE, Board, Unit, mismatch
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import (
    AllDotsGiven,
    AntiKnight,
    KillerCage,
    Sandwich,
    Thermometer,
    WhiteDot,
)

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
def test_rows_columns_and_boxes_each_cover_the_board_once(box: tuple[int, int]) -> None:
    board = Board.with_boxes(*box)
    n = board.size
    assert len(board.units) == 3 * n
    for kind in ("row", "column", "box"):
        units = [unit for unit in board.units if unit.kind == kind]
        assert [unit.number for unit in units] == list(board.digits)
        assert [unit.name for unit in units] == [f"{kind} {k}" for k in board.digits]
        assert all(len(unit.cells) == n for unit in units)
        assert sorted(cell for unit in units for cell in unit.cells) == list(board.cells)
    for unit in board.units:
        for r, c in unit.cells:
            of_box = (r - 1) // box[0] * (n // box[1]) + (c - 1) // box[1] + 1
            assert {"row": r, "column": c, "box": of_box}[unit.kind] == unit.number


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


# What is refused, and how


PAIR = ((1, 1), (2, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, ()), "the size of a board must be at least 1, not 0"),
        ((True, ()), "the size of a board must be an integer, such as 9, not True"),
        ((65, ()), "the largest board has 64 digits; 65 are too many"),
        ((4, 5), "the units of a board must be a tuple or a list, not 5"),
        ((4, [PAIR]), r"the units of a board must be Unit\(name, cells\), not \(\(1, 1\), \(2, 2\)\)"),
        ((4, [Unit("a", PAIR), Unit("a", PAIR)]), "2 units have the name 'a'; list each unit once"),
        ((4, [Unit(" ", PAIR)]), "a unit of the 4x4 board has no name; give it one"),
        ((4, [Unit("a", ())]), "the unit 'a' has no cells; remove it"),
        ((4, [Unit("a", ((1, 1), (4, 5)))]), r"the unit 'a' has the cell \(4, 5\), but .* \(1, 1\) to \(4, 4\)"),
        ((4, [Unit("a", ((1, True),))]), r"the unit 'a' has the cell \(1, True\), but "),
        ((4, [Unit("a", (*PAIR, (1, 1)))]), r"the unit 'a' has the cell \(1, 1\) 2 times, .* list each cell once"),
        ((2, [Unit("a", tuple(product((1, 2), repeat=2)))]), "the unit 'a' has 4 cells, but there are only 2 digits"),
        ((4, (), (2, 3)), r"the box of a 4x4 board must be None or \(rows, columns\) with 4 cells, not \(2, 3\)"),
    ],
)
def test_an_invalid_board_is_reported_when_it_is_made(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Board(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((None, PAIR), "the name of a unit must be a string, such as 'row 3', not None"),
        (("a", 7), "the cells of the unit 'a' must be a tuple or a list, not 7"),
        (("a", [{}]), r"the unit 'a' has the cell {}; write it as \(row, column\)"),
    ],
)
def test_an_invalid_unit_is_reported_when_it_is_made(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Unit(*arguments)


@pytest.mark.parametrize("size", [65, 100, 4000, 9999999999999999999999, 10**5000], ids=lambda size: str(size % 10**9))
def test_a_size_that_would_fill_the_memory_is_refused_at_once(size: int, at_most: Any) -> None:
    for make in (lambda: Board.of_size(size), lambda: Board.with_boxes(size, 1), lambda: Board(size, ())):
        with at_most(0), pytest.raises(InputError, match=f"the largest board has {LARGEST_SIZE} digits; "):
            make()


def test_lists_and_other_integers_are_converted() -> None:
    np = pytest.importorskip("numpy")
    board = Board(np.int64(4), [Unit("a", [[1, 1], (np.int64(2), np.int8(2))])], [2, 2])
    assert board == Board(4, (Unit("a", PAIR),), (2, 2))
    assert {type(k) for unit in board.units for cell in unit.cells for k in cell} == {int}
    assert hash(board) == hash(Board(4, (Unit("a", PAIR),), (2, 2)))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=2)
    | st.just(object()),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=2)
    ),
    max_leaves=8,
)
SIZES_AND_JUNK = st.integers(-1, 5) | JUNK
CELLS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)) | JUNK, max_size=5)


def made(make: Any, *arguments: Any) -> Any:
    """What is made of the arguments; None when they are refused as they should be."""
    with suppress(InputError):
        return make(*arguments)
    return None


@settings(max_examples=100)
@given(st.text(max_size=3) | JUNK, CELLS | JUNK, SIZES_AND_JUNK, JUNK, JUNK)
def test_junk_makes_a_valid_object_or_an_input_error(name: Any, cells: Any, size: Any, box: Any, values: Any) -> None:
    unit = made(Unit, name, cells)
    board = made(Board, size, [unit] if unit else JUNK, box) or made(Board, size, [unit] if unit else ())
    made(Board.with_boxes, size, box)
    made(Board.of_size, size)
    for of in filter(None, (board, made(Board, size, values), Board.of_size(4))):
        assert set(of.peers) == set(of.cells)
        assert (len(of.pairs), 1 <= of.min_difference <= 4) == (sum(map(len, of.peers.values())) // 2, True)
        assert hash(of) == hash(pickle.loads(pickle.dumps(of)))
        assert str(of).startswith(f"{of.size}x{of.size} board")
        for puzzle in (made(Puzzle, of, values), made(Puzzle, of, [0] * len(of.cells), name)):
            assert puzzle is None or puzzle.clashes() == puzzle.clashes()
        made(Grid, of, values)
    made(Puzzle, values, values)
    made(Puzzle.from_rows, values)
    made(Puzzle.from_rows, values, box)
    made(Puzzle.from_rows, [values, values, [1, 2], [3, None]])
    made(Puzzle.parse, name, box)


# What boards call themselves


def test_units_know_their_kind_without_their_name() -> None:
    assert [(unit.kind, unit.number) for unit in Board.of_size(4).units[3:9]] == [
        ("row", 4),
        *(("column", k) for k in range(1, 5)),
        ("box", 1),
    ]
    assert Unit("third", ((3, 2), (3, 1))).kind == "row"
    assert [Unit("a", cells).kind for cells in (PAIR, ((3, 2), (3, 3)), ((1, 1),), ())] == ["unit"] * 4
    assert Unit("A", ((1, 2), (2, 2)), "cage", 3).number == 3
    assert Unit("row 1", ((1, 1), (1, 2)), "row", 1) == Unit("row 1", ((1, 1), (1, 2)), "cage")


# In how many cells two solutions differ


def fewest_differences(board: Board) -> int:
    """By trying all grids; 5 when there are not two."""
    grids = [grid.values for grid in enumerate_by_backtracking(Puzzle(board, (0,) * len(board.cells)))]
    return min((sum(a != b for a, b in zip(*two, strict=True)) for two in combinations(grids, 2)), default=5)


@st.composite
def tiny_boards(draw: st.DrawFn) -> Board:
    """2x2 and 3x3 boards with any units."""
    n = draw(st.integers(2, 3))
    cells = list(product(range(1, n + 1), repeat=2))
    units = draw(
        st.lists(st.lists(st.sampled_from(cells), min_size=1, max_size=n, unique=True), min_size=n, max_size=3 * n)
    )
    lines = Board.with_boxes(1, n).units[: draw(st.sampled_from([0, n, 2 * n]))]
    return Board(n, (*lines, *(Unit(f"unit {k}", tuple(each)) for k, each in enumerate(units))))


@settings(max_examples=40)
@given(tiny_boards())
def test_two_solutions_differ_in_at_least_as_many_cells_as_is_promised(board: Board) -> None:
    if len(enumerate_by_backtracking(Puzzle(board, (0,) * len(board.cells)))) <= 300:
        assert board.min_difference <= fewest_differences(board)


def test_the_promise_is_exact_where_the_truth_is_at_most_4() -> None:
    usual = Board.of_size(4).units
    assert [Board(4, units).min_difference for units in (usual, usual[:8], usual[:4], usual[4:8], ())] == [
        4,
        4,
        2,
        2,
        1,
    ]
    assert fewest_differences(Board(4, usual)) == 4
    latin = Board.with_boxes(1, 3)
    assert [fewest_differences(Board(3, units)) for units in (latin.units[:6], latin.units[:3])] == [
        6,
        2,
    ]  # more than 4 is not promised


def test_three_cells_can_differ_where_a_cell_lies_in_the_units_of_two_others() -> None:
    """On the 3x3 board: cell (1, 1) in a and b, (1, 2) in a alone, (2, 1) in b alone, and the others apart."""
    three = {(1, 1): "ab", (1, 2): "a", (2, 1): "b"}
    names = {"a": [(1, 1), (1, 2), (3, 3)], "b": [(1, 1), (2, 1), (3, 3)]}
    rest = [(1, 3), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)]
    names |= {str(k): rest[k : k + 3] for k in range(4)}
    names |= {"4": [(1, 3), (2, 3), (3, 2)], "5": [(1, 3), (2, 2), (3, 1)]}
    board = Board(3, tuple(Unit(name, tuple(cells)) for name, cells in names.items()))
    assert {cell: "".join(u.name for u in board.units if cell in u.cells) for cell in three} == three
    assert board.min_difference == 3
    grids = [grid.values for grid in enumerate_by_backtracking(Puzzle(Board(3, board.units[:2]), (0,) * 9))]
    assert any(sum(a != b for a, b in zip(*two, strict=True)) == 3 for two in combinations(grids[:400], 2))


def test_on_a_ring_of_pairs_all_four_cells_differ() -> None:
    names = {"a": ((1, 1), (1, 2)), "b": ((1, 1), (2, 1)), "c": ((1, 2), (2, 2)), "d": ((2, 1), (2, 2))}
    ring = Board(2, tuple(Unit(name, cells) for name, cells in names.items()))
    assert ring.min_difference == fewest_differences(ring) == 4
    assert Board(2, ring.units[:2]).min_difference == 1  # cell (2, 2) is in no unit


# Further units and rules


CAGE, THERMOMETER = KillerCage(3, "r1c1 r1c2"), Thermometer("r2c1 r2c2 r2c3")


def test_the_plain_board_has_neither_the_rules_nor_their_units() -> None:
    usual = Board.of_size(9)
    for plain in (usual, usual.diagonal(), Board.latin(9), Board.of_size(9).windoku()):
        board = plain.with_rules(CAGE, AntiKnight())
        assert board.plain == plain
        assert board != plain
        assert plain.plain is plain
        assert {**board.peers} != {**plain.peers}


def test_a_rule_for_the_board_uses_all_of_its_rules() -> None:
    """Also those that are added after it."""
    dot = WhiteDot("r1c1 r1c2")
    before, after = (Board.of_size(4).with_rules(*rules) for rules in ((AllDotsGiven(), dot), (dot, AllDotsGiven())))
    assert set(before.cell_rules) == set(after.cell_rules)
    assert len(before.cell_rules) == 24


@pytest.mark.parametrize("make", [Board.diagonal, Board.windoku, Board.disjoint])
def test_further_units_are_added_once(make: Any) -> None:
    board = make(Board.of_size(9))
    assert board.units[:27] == Board.of_size(9).units
    assert board.box == (3, 3)
    with pytest.raises(InputError, match=r"2 units have the name '.* 1'; list each unit once"):
        make(board)


@pytest.mark.parametrize("make", [Board.windoku, Board.disjoint])
def test_windows_and_groups_need_boxes(make: Any) -> None:
    for board in (Board.latin(9), Board.jigsaw("1112 1322 3324 3444")):
        with pytest.raises(InputError, match=r"a .* has no boxes, so it has no .*; begin with Board.of_size\(9\)"):
            make(board)


@pytest.mark.parametrize("box", [(1, 4), (4, 1), (1, 2)])
def test_flat_boxes_have_no_windows(box: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="has no room for windows between its boxes"):
        Board.with_boxes(*box).windoku()


@pytest.mark.parametrize(("n", "number"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_the_number_of_latin_squares_is_the_known_one(n: int, number: int) -> None:
    assert len(enumerate_by_backtracking(Puzzle(Board.latin(n), (0,) * n**2))) == number


USUAL = Board.of_size(4)
JIGSAW = Board.jigsaw("1112 1322 3324 3444")
ROWS = [[(r, c) for c in range(1, 5)] for r in range(1, 5)]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Board.latin(5), "5x5 board with rows and columns"),
        (Board(4, (*USUAL.units[:4], *USUAL.units[8:]), (2, 2)), "4x4 board with 8 units of its own"),
        (JIGSAW, "4x4 board with rows and columns and 4 regions"),
        (USUAL.diagonal(), "4x4 board with 2x2 boxes, diagonal 1 and diagonal 2"),
        (Board.of_size(9).windoku(), "9x9 board with 3x3 boxes and 4 windows"),
        (USUAL.disjoint(), "4x4 board with 2x2 boxes and 4 groups"),
        (USUAL.with_rules(AntiKnight()), "4x4 board with 2x2 boxes and anti-knight"),
        (
            USUAL.diagonal().with_rules(AllDotsGiven(), Thermometer("r1c1 r2c2")),
            "4x4 board with 2x2 boxes, diagonal 1 and diagonal 2, all dots given and thermometer on r1c1 r2c2",
        ),
        (
            USUAL.with_rules(*(Sandwich(0, row) for row in ROWS), *(WhiteDot(row[:2]) for row in ROWS), AntiKnight()),
            "4x4 board with 2x2 boxes, 4 sandwiches, 4 white dots and anti-knight",
        ),
    ],
    ids=str,
)
def test_a_board_says_what_it_has(board, words):
    assert str(board) == words


def test_boards_that_look_alike_differ_in_a_rule_that_is_named():
    one, other = (USUAL.with_rules(*(Thermometer([*pair]) for pair in pairs)) for pairs in (PAIRS, PAIRS[::-1]))
    third = USUAL.with_rules(*(Thermometer([*pair]) for pair in (*PAIRS[:2], ((4, 4), (3, 3)))))
    sentence = f"the grid is for a {one}, the puzzle for a {one}; "
    assert mismatch(one, third) == f"{sentence}only one of them has the rule 'thermometer on r3c1 r3c2'"
    assert mismatch(one, other) == f"{sentence}their units or rules are in another order"


PAIRS = tuple(((r, 1), (r, 2)) for r in (1, 2, 3))
