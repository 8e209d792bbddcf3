"""Puzzles come in from many sides, and what is bad or huge stays out."""

from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models.board.sources import NAMED, OWN, as_puzzle, generated_name, known, title, title_of
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.puzzles.about import About
from sudoku_models.puzzles.corpora import titles


def test_a_name_a_text_a_board_and_a_puzzle_are_puzzles(unique4):
    assert as_puzzle("top95:3") == sm.load("top95:3")
    assert as_puzzle("1... ..2. .3.. ...4") == as_puzzle(unique4) == unique4
    assert as_puzzle(unique4.board).line() == "." * 16
    with pytest.raises(UnknownNameError, match="mccaffrey"):
        as_puzzle("mcaffrey")
    with pytest.raises(InputError, match="36 digits"):
        as_puzzle(sm.Board.of_size(49))


def test_what_ships_is_known_by_name_and_by_givens(unique4):
    assert known(sm.load("several:1")).solutions == sm.corpus("several").entry("several:1").solutions
    assert known(unique4) is None
    assert known(sm.Puzzle(unique4.board, unique4.values, "mccaffrey")) is None
    assert known(sm.Puzzle(unique4.board, unique4.values, "hard, seed: 3")) is None


def test_every_puzzle_with_a_name_and_every_corpus_has_a_title():
    assert {*NAMED} == {*sm.corpus("named"), *titles()}


def test_the_title_of_a_puzzle_itself_comes_first(unique4):
    mine = replace(unique4, name="pasted text", about=About("Fish", "A. Setter"))
    assert (title_of(mine), title_of(replace(unique4, name="pasted text"))) == ("Fish", "Pasted text")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mccaffrey", "McCaffrey's puzzle"),
        ("top95:3", "Top 95, puzzle 3"),
        ("mine.txt:3", "mine.txt, puzzle 3"),
        ("pasted text", "Pasted text"),
        ("", OWN),
        (generated_name("easy", "2024"), "Easy sudoku"),
    ],
)
def test_a_title_is_what_a_person_would_say(name, said):
    assert title(name) == said
