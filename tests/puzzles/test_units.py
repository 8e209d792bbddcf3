"""Sets of units: each covers the cells that its name says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.units import (
    SLANTING,
    STRAIGHT,
    Cell,
    boxes,
    diagonals,
    groups,
    lines,
    ray,
    regions_of,
    seen_from,
    windows,
)

sides = st.integers(1, 5)


def covered(units):
    """All cells of the units, with repetitions."""
    return sorted(cell for unit in units for cell in unit.cells)


@given(sides, sides)
def test_lines_boxes_and_groups_cover_the_board(height, width):
    n = height * width
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    assert covered(lines(n)) == sorted(2 * cells)
    assert covered(boxes(height, width)) == covered(groups(height, width)) == cells
    assert {len(unit.cells) for unit in (*lines(n), *boxes(height, width), *groups(height, width))} == {n}


@given(sides, sides)
def test_a_group_has_one_cell_of_each_box(height, width):
    for group in groups(height, width):
        assert all(len({*group.cells} & {*box.cells}) == 1 for box in boxes(height, width))
        places = {((r - 1) % height, (c - 1) % width) for r, c in group.cells}
        assert len(places) == 1


@given(st.integers(1, 30))
def test_each_diagonal_has_one_cell_of_each_line(n):
    down, up = diagonals(n)
    assert {r - c for r, c in down.cells} == {0}
    assert {r + c for r, c in up.cells} == {n + 1}
    assert all(len({*each.cells} & {*unit.cells}) == 1 for each in (down, up) for unit in lines(n))


@given(sides, sides)
def test_windows_are_boxes_that_touch_neither_each_other_nor_the_edge(height, width):
    n = height * width
    found = windows(height, width)
    assert len(covered(found)) == len({*covered(found)}) == len(found) * n
    for window in found:
        rows, columns = {r for r, _ in window.cells}, {c for _, c in window.cells}
        assert (len(rows), len(columns)) == (height, width)
        assert 1 < min(rows) <= max(rows) < n
        assert 1 < min(columns) <= max(columns) < n
    if height == width > 1:
        assert len(found) == (height - 1) ** 2


@given(st.integers(1, 5).flatmap(lambda n: st.permutations([k for k in range(n) for _ in range(n)])))
def test_cells_with_the_same_symbol_are_a_region(symbols):
    n = round(len(symbols) ** 0.5)
    units = regions_of(symbols)
    assert [unit.name for unit in units] == [f"region {k}" for k in range(1, n + 1)]
    for unit in units:
        assert len({symbols[(r - 1) * n + c - 1] for r, c in unit.cells}) == 1
    assert covered(units) == [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    rows = [symbols[k : k + n] for k in range(0, n * n, n)]
    text = "\n".join(" ".join("abcde"[symbol] for symbol in row) for row in rows)
    assert regions_of(rows) == regions_of(tuple(map(tuple, rows))) == regions_of(text) == units


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        ("", "one symbol for each cell of an n x n board, not 0 symbols"),
        ("112", "one symbol for each cell of an n x n board, not 3 symbols"),
        ("1111 1222 2233 3344", "the region '1' has 5 cells; each has 4 on a 4x4 board"),
        (None, "the regions must be a tuple or a list, not None"),
        ([1] * 65**2, "the largest board has 64 digits; 65 are too many"),
    ],
)
def test_what_are_no_regions_is_refused(symbols, message):
    for make in (regions_of, Board.jigsaw):
        with pytest.raises(InputError, match=message):
            make(symbols)


def test_regions_may_be_one_text_for_each_row() -> None:
    """They were taken for four symbols, which makes a board of 2x2."""
    assert Board.jigsaw(["AABB", "AABB", "CCDD", "CCDD"]) == Board.jigsaw("AABB AABB CCDD CCDD")
    assert Board.jigsaw(["10", "10", "2", "2"]).size == 2


@pytest.mark.parametrize("step", [*STRAIGHT, *SLANTING])
def test_rays_in_one_direction_cover_the_board_and_know_their_places(step: Cell) -> None:
    n = 5
    around = [(r, c) for r in range(n + 2) for c in range(n + 2) if {r, c} & {0, n + 1}]
    seen = {place: cells for place in around if (cells := ray(place, step, n))}
    assert sorted(cell for cells in seen.values() for cell in cells) == [*Board.latin(n).cells]
    assert all(seen_from(cells, [step], n) == (place, step) for place, cells in seen.items())
    assert not any(seen_from(cells[1:], [step], n) for cells in seen.values() if len(cells) > 1)
