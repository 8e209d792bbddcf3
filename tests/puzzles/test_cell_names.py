"""The names of cells in sentences: pairs by default, words for people who look at a board."""

import re

import pytest

from sudoku_models import Puzzle, explain
from sudoku_models.explain import BY
from sudoku_models.puzzles.cell_names import cell_name, cells_in_words, short_cell_name
from sudoku_models.puzzles.labels import cell_has_digit, found

PAIR = re.compile(r"\(\d+, \d+\)")


@pytest.mark.parametrize("by", BY)
def test_in_words_no_sentence_of_any_method_names_a_cell_as_a_pair(by: str, unique4: Puzzle) -> None:
    plain = explain(unique4, by)
    with cells_in_words():
        worded = explain(unique4, by)
    assert all(PAIR.search(step.sentence) for step in plain.steps)
    assert not any(PAIR.search(step.sentence) for step in worded.steps)
    assert [(s.name, s.puts, s.removes) for s in plain.steps] == [(s.name, s.puts, s.removes) for s in worded.steps]


def test_the_words_end_with_the_context_also_after_an_error() -> None:
    def fail() -> None:
        with cells_in_words():
            assert (cell_name((1, 2)), short_cell_name((1, 2))) == ("row 1, column 2", "r1c2")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (cell_name((1, 2)), short_cell_name((1, 2))) == ("(1, 2)", "(1, 2)")


def test_labels_keep_their_names_because_models_know_their_rules_by_them() -> None:
    with cells_in_words():
        assert str(cell_has_digit((1, 4))) == "cell (1, 4) has a digit"
        assert cell_has_digit((1, 4)).sentence == "cell r1c4 has a digit"
        assert found((1, 4), 2).sentence == "the 2 found in r1c4"
