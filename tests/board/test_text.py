"""Every puzzle of the corpora has a title that a person would say."""

import pytest

import sudoku_models as sm
from sudoku_models.board.text import LABELS, NAMED, OWN, generated_name, title
from sudoku_models.puzzles.corpora import titles


def test_every_puzzle_with_a_name_and_every_corpus_has_a_title():
    assert set(NAMED) == set(sm.corpus("named"))
    assert [*LABELS] == [*titles()]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mccaffrey", "McCaffrey's puzzle"),
        ("top95:3", "Top 95, puzzle 3"),
        ("mine.txt:3", "mine.txt, puzzle 3"),
        ("pasted text", "Pasted text"),
        ("", OWN),
        (":", ":"),
        (generated_name("easy", sm.Board.of_size(16), "2024"), "An easy 16x16 puzzle"),
        (generated_name(None, sm.Board.of_size(9), "1"), "A 9x9 puzzle"),
    ],
)
def test_a_title_is_what_a_person_would_say(name, said):
    assert title(name) == said
