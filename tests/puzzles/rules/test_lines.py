"""Thermometers, whispers, renban lines and skyscrapers."""

from random_rules import line

from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import Renban, Skyscraper, Thermometer, Whisper


def test_the_order_of_the_cells_is_part_of_a_line():
    up, down = Thermometer(line(3)), Thermometer(line(3)[::-1])
    assert up != down
    assert up.possible([range(1, 4)] * 3) == [{1}, {2}, {3}]
    assert up.check({(1, 1): 1, (1, 2): 2, (1, 3): 3})
    assert not down.check({(1, 1): 1, (1, 2): 2, (1, 3): 3})


def test_a_german_whisper_has_no_5():
    assert Whisper(line(2)).possible([range(1, 10)] * 2) == [{1, 2, 3, 4, 6, 7, 8, 9}] * 2


def test_a_renban_line_is_a_unit_of_the_board():
    (unit,) = Board.of_size(9).with_rules(Renban(line(3))).units[27:]
    assert (unit.name, unit.kind, unit.cells) == ("renban on r1c1 r1c2 r1c3", "renban", line(3))


def test_the_tallest_skyscraper_comes_first_when_one_is_seen():
    row = range(1, 10)
    assert Skyscraper(1, line(9)).possible([row] * 9)[0] == {*row}  # digits could repeat; a row says that they do not
    assert Skyscraper(9, line(9)).possible([row] * 9) == [{d} for d in row]
