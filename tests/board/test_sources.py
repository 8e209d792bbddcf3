"""Puzzles come in from many sides, and what is bad or huge stays out."""

import pytest

import sudoku_models as sm
from sudoku_models.board import sources
from sudoku_models.board.sources import TextInParts, as_puzzle, known, menu, named
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.puzzles import corpora, puzzles


def test_the_menu_has_every_puzzle_that_ships():
    assert [(each["name"], each["count"]) for each in menu()] == [(c.name, len(c)) for c in corpora()]
    assert sum(each["count"] for each in menu()) == len(puzzles())


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


def test_puzzles_of_a_file_have_names():
    four = sm.Board.of_size(4)
    found = named([(four, (0,) * 16), (four, (1, *[0] * 15))], "mine.txt")
    assert [puzzle.name for puzzle in found] == ["mine.txt:1", "mine.txt:2"]
    with pytest.raises(InputError, match=r"no puzzle in mine\.txt"):
        named([], "mine.txt")


def test_a_text_arrives_in_parts():
    parts = TextInParts()
    whole = "é1... ..2. .3.. ...4".encode()
    assert parts.take(0, 3, whole[:1]) == parts.take(1, 3, whole[1:9]) == ""
    assert parts.take(2, 3, whole[9:]) == "é1... ..2. .3.. ...4"


def test_a_part_that_is_missing_is_reported():
    parts = TextInParts()
    parts.take(0, 3, b"1")
    with pytest.raises(InputError, match=r"a part of mine\.txt is missing"):
        parts.take(2, 3, b"2", "mine.txt")


def test_what_is_huge_or_no_text_is_refused(monkeypatch):
    monkeypatch.setattr(sources, "LARGEST_FILE", 10)
    with pytest.raises(InputError, match="more than 10 bytes"):
        TextInParts().take(0, 1, b"1" * 11)
    for raw in (b"\xff\xfe1", b"1\x002", b"  "):
        with pytest.raises(InputError):
            TextInParts().take(0, 1, raw)
