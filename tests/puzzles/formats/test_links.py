"""Links: what they hold is read without the network, and what is damaged is refused in time."""

import json
import string
import sys
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.errors import InputError, NotInstalledError, ParseError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.formats.links import LARGEST_LINK, compressed, is_link, text_of_link
from sudoku_models.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(Board.of_size(9).with_rules(rules.KillerCage(3, "r1c1 r1c2"), rules.AntiKnight()), (0,) * 80 + (7,))
LINK = PUZZLE.text("link")
DATA = LINK.partition("load=")[2]
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@pytest.mark.parametrize(
    "link",
    [
        LINK,
        f"https://www.f-puzzles.com/?load={DATA}",
        f"https://f-puzzles.com/?load={DATA.replace('+', '%2B').replace('/', '%2F').replace('=', '%3D')}",
        f"https://f-puzzles.com/?load={DATA.replace('+', ' ')}",
        f"https://sudokupad.app/fpuzzles{DATA}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{DATA}",
        f"fpuzzles{DATA}",
        f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={PUZZLE.text()}",
        f"https://sigh.github.io/Interactive-Sudoku-Solver/index.html?mode=count&q={PUZZLE.text().replace('~', '%7E')}",
    ],
)
def test_a_link_in_any_of_its_forms_is_read(link: str) -> None:
    assert is_link(link)
    assert Puzzle.parse(link) == PUZZLE


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=40))
def test_every_text_survives_a_link(text: str) -> None:
    """JSON writes what is not ASCII as escapes."""
    plain = json.dumps({"title": text})
    assert json.loads(text_of_link(compressed(plain))) == {"title": text}


def test_text_that_javascript_compressed_is_read() -> None:
    """Its characters are UTF-16 units, of which some characters take two: written by lz-string 1.5 itself."""
    assert text_of_link("fpuzzlesBIUwNmD2A0AEDqkBOYAmBCIA") == "Hello, World!"
    units = "é😀".encode("utf-16-le", "surrogatepass")
    as_javascript = "".join(chr(int.from_bytes(units[k : k + 2], "little")) for k in range(0, len(units), 2))
    assert text_of_link(compressed(as_javascript)) == "é😀"


@pytest.mark.parametrize(
    "link",
    [
        "https://f-puzzles.com/?id=y6bcd7ej",
        "https://sudokupad.app/TtTmqGMBDR",
    ],
)
def test_a_short_link_is_refused_with_what_to_do(link: str) -> None:
    with pytest.raises(ParseError, match="open it, and copy the long link"):
        text_of_link(link)


@pytest.mark.parametrize("data", [DATA[: len(DATA) // 2], "A", "////", "Q", "fpuzzles"])
def test_a_damaged_link_is_refused(data: str) -> None:
    with pytest.raises(ParseError):
        Puzzle.parse(f"https://f-puzzles.com/?load={data}")


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet=string.ascii_letters + string.digits + "+/=%- ", max_size=60), st.integers(0, len(DATA)))
def test_any_link_is_read_or_refused(text: str, at: int) -> None:
    for data in (text, DATA[:at] + text + DATA[at + len(text) :]):
        with suppress(InputError):
            Puzzle.parse(f"fpuzzles{data}")


def growing(characters: int) -> str:
    """The data of so many characters that decompresses to the longest text: each part is the last one and its start."""
    bits = [0, 0, *(ord("a") >> k & 1 for k in range(8))]
    width, left, size = 3, 4, 4
    while len(bits) + width < 6 * characters:
        bits += [size >> k & 1 for k in range(width)]
        size, left = size + 1, left - 1
        if not left:
            width, left = width + 1, 2**width
    bits = bits[: len(bits) // 6 * 6]
    return "".join(ALPHABET[int("".join(map(str, bits[k : k + 6])), 2)] for k in range(0, len(bits), 6))


@pytest.mark.timed
def test_the_longest_link_is_refused_in_seconds() -> None:
    start = time.perf_counter()
    with pytest.raises(ParseError):
        Puzzle.parse("fpuzzles" + growing(LARGEST_LINK - 10))
    assert time.perf_counter() - start < 10


def test_without_lzstring_a_link_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lzstring", None)
    for use in (lambda: Puzzle.parse(LINK), lambda: PUZZLE.text("link")):
        with pytest.raises(NotInstalledError, match=r"pip install 'sudoku-models\[links\]'"):
            use()
