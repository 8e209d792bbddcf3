"""Even and odd cells, quadruples, and marks between two cells."""

from random_rules import MARKS, PAIR, SQUARE, line

from sudoku_models.puzzles.rules import Even, Odd, Quadruple, Unrelated


def test_each_digit_is_even_or_odd():
    assert Even(line(2)).possible([range(1, 10)] * 2) == [{2, 4, 6, 8}] * 2
    assert Odd(line(2)).possible([range(1, 10)] * 2) == [{1, 3, 5, 7, 9}] * 2
    assert Even(line(1)) != Odd(line(1))


def test_the_digits_of_a_quadruple_are_sorted():
    assert Quadruple((5, 3, 3), SQUARE) == Quadruple([3, 5, 3], SQUARE)
    assert str(Quadruple((5, 3, 3), SQUARE)) == "quadruple 3 3 5 on r1c1 r1c2 r2c1 r2c2"


def test_each_choice_of_marks_has_a_name():
    names = [str(Unrelated(PAIR, marks)) for marks in MARKS]
    assert names[2] == "no white dot or black dot on r1c1 r1c2"
    assert len({*names}) == len(MARKS)
