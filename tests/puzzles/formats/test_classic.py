"""HoDoKu, SadMan Sudoku and SudokuWiki: what is written is read again, real examples, and damaged texts."""

import re
import string
import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import count_solutions
from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles.about import About
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.parsing import parse_many
from sudoku_models.puzzles.puzzle import Puzzle

NINE = Board.of_size(9)
FORMS = ("hodoku", "sdk", "sudokuwiki")
WORDS = st.text(alphabet=string.ascii_letters + " .,é☃[]#:", max_size=40).map(lambda text: " ".join(text.split()))
VALUES = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(tuple)


@given(VALUES, WORDS, WORDS, st.sampled_from(FORMS))
def test_what_is_written_is_read_again(values: tuple[int, ...], title: str, author: str, form: str) -> None:
    puzzle = Puzzle(NINE, values, about=About(title, author))
    text = puzzle.text(form)
    (found,) = parse_many(text)
    assert (found.board, found.values) == (NINE, values)
    if form == "sdk":
        assert found.about == puzzle.about


@given(st.lists(VALUES, min_size=1, max_size=5))
def test_a_collection_has_a_puzzle_in_each_line(all_values: list[tuple[int, ...]]) -> None:
    text = "".join("".join(map(str, values)) + "\r\n" for values in all_values)
    assert [found.values for found in parse_many(text)] == all_values
    hodoku = "# examples\n" + "\n".join(Puzzle(NINE, values).text("hodoku") for values in all_values)
    assert [found.values for found in parse_many(hodoku)] == all_values


@pytest.mark.parametrize("form", FORMS)
def test_a_board_that_is_not_the_usual_one_is_not_written(form: str) -> None:
    for board in (NINE.diagonal(), Board.of_size(4)):
        with pytest.raises(InputError, match="only the usual 9x9 board"):
            Puzzle(board, (0,) * len(board.cells)).text(form)


CUE = """#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
"""The example in the description of the format at sudocue.net."""


def test_a_file_has_author_and_description_and_the_rest_is_said() -> None:
    with pytest.warns(UserWarning, match="left out: address, comment, date, level, source"):
        found = Puzzle.parse(CUE)
    assert found.about[:2] == ("A random puzzle created by SudoCue", "Ruud")
    assert found.line().startswith("2..1.5..3.54...71.")
    body = "[Puzzle]\n" + CUE.partition("net/\n")[2]
    with pytest.warns(UserWarning, match=r"left out: \[State\]"):
        assert Puzzle.parse(body + "[State]\n" + "123456789\n" * 9) == found


HODOKU = ":0000:x:7.2..34.8........2..9..2....8.2.9.....4...3.1...6..8..1...5........8....7.21..6.5:::"


def test_placed_digits_of_a_line_of_hodoku_are_no_givens() -> None:
    line = HODOKU.replace("7.2", "7+12", 1).replace(":::", ":913 914:113::")
    with pytest.warns(UserWarning, match="without 1 placed digits and the candidates that were taken away"):
        assert Puzzle.parse(line) == Puzzle.parse(HODOKU)
    assert Puzzle.parse(HODOKU).line()[:9] == "7.2..34.8"


START = "100000569402000008050009040000640801000010000208035000040500010900000402621000005"
POSITION = (
    "015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e"
    "05d0609i010f095y0e5y0f0a045y0206020166cy669id205"
)
"""A position and its start, as links of SudokuWiki for its example of an X-wing have them."""


def test_both_links_of_sudokuwiki_are_the_same_puzzle_and_others_are_refused() -> None:
    address = "https://www.sudokuwiki.org/sudoku.htm?bd="
    start = Puzzle.parse(address + START)
    assert str(count_solutions(start, limit=2)) == "1"
    with pytest.warns(UserWarning, match="without 17 placed digits and the candidates"):
        assert Puzzle.parse(f"{address}S9B{POSITION}") == start
    assert start.text("sudokuwiki") == address + START
    for other in ("S9A" + POSITION, "S9B" + POSITION[:-1], "T1", "", START[:-1]):
        with pytest.raises(ParseError, match="SudokuWiki has a form that is not known"):
            Puzzle.parse(address + other)


TEXTS = [CUE, HODOKU, f"https://www.sudokuwiki.org/sudoku.htm?bd={START}", f"bd=S9B{POSITION}", "[Puzzle]\n[State]\n"]


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_a_mutated_text_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        text = (
            text[:at] + data.draw(st.text(max_size=3) | st.sampled_from(["\n", "#", "[State]\n", ":", "+"])) + text[to:]
        )
    with suppress(InputError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for found in parse_many(text):
            assert re.fullmatch(r"[0-9]+", "".join(map(str, found.values)))
