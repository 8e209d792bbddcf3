"""Every puzzle of the corpora has a title that a person would say."""

import pytest

import sudoku_models as sm
from sudoku_models.board.titles import CORPORA, LABELS, NAMED, OWN, generated_name, title
from sudoku_models.puzzles.corpora import titles


def test_every_puzzle_with_a_name_and_every_corpus_has_a_title():
    assert set(NAMED) == set(sm.corpus("named"))
    assert set(CORPORA) == set(titles()) - {"named"}
    assert [*LABELS] == [*titles()]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mccaffrey", "McCaffrey's puzzle"),
        ("top95:3", "Top 95, puzzle 3"),
        ("killer:2", "Killer sudoku 2"),
        ("mine.txt", "mine.txt"),
        ("mine.txt:3", "mine.txt, puzzle 3"),
        ("pasted text", "Pasted text"),
        ("a puzzle of your own", OWN),
        ("", OWN),
        (":", ":"),
        ("10:30", "10, puzzle 30"),
    ],
)
def test_a_title_is_what_a_person_would_say(name, said):
    assert title(name) == said


@pytest.mark.parametrize(
    ("level", "said"), [("easy", "An easy 16x16 puzzle"), ("hard", "A hard 16x16 puzzle"), (None, "A 16x16 puzzle")]
)
def test_the_title_of_a_generated_puzzle_leaves_its_seed_to_its_name(level, said):
    name = generated_name(level, sm.Board.of_size(16), "2024")
    assert (title(name), name.endswith("2024")) == (said, True)
