"""What all cells hold, as the page draws it."""

import sudoku_models as sm
from sudoku_models.board.position import Position
from sudoku_models.board.squares import Square


def test_the_page_gets_lists_over_all_cells(unique4):
    position = Position(unique4)
    position.squares[1, 2] = Square(1, colors=frozenset({2, 1}))
    position.squares[1, 3] = Square(marks=frozenset({4, 3}), centres=frozenset({3}))
    plain = position.plain()
    assert plain["givens"] == list(unique4.values)
    assert (plain["values"][:3], plain["clashes"]) == ([1, 1, 0], [0, 1])
    assert (plain["marks"][2], plain["centres"][2], plain["colors"][1]) == ([3, 4], [3], [1, 2])
    assert all(len(each) == 16 for name, each in plain.items() if name != "clashes")


def test_automatic_marks_are_the_candidates_that_were_not_removed():
    position = Position(sm.Puzzle.parse("12.. .... .... ...."))
    position.squares[1, 3] = Square(marks=frozenset({1}), removed=frozenset({4, 1}))
    assert position.marks((1, 3)) == {1}
    position.auto_marks = True
    assert (position.marks((1, 3)), position.marks((1, 4)), position.marks((1, 1))) == ({3}, {3, 4}, set())
