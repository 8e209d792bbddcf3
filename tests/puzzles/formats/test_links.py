"""Links: what they hold, in all their forms; what is damaged, short or huge is refused at once."""

import json
import string
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.formats.links import LARGEST_LINK, fpuzzles_link, is_link, text_of_link
from sudoku_models.puzzles.formats.lz_string import compressed, decompressed
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
        *(f"{mark}{DATA}" for mark in ("fpuzzles", "fpuz", "scl", "")),
        f"https://f-puzzles.com/?load={DATA}&mode=solve",
        f"https://sudokupad.app/scl{DATA}#of-a-reader",
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
    assert json.loads(text_of_link(fpuzzles_link(plain))) == {"title": text}


def test_text_that_javascript_compressed_is_read() -> None:
    """Its characters are UTF-16 units, of which some characters take two: written by lz-string 1.5 itself."""
    assert text_of_link("fpuzzlesBIUwNmD2A0AEDqkBOYAmBCIA") == "Hello, World!"
    units = "é😀".encode("utf-16-le", "surrogatepass")
    as_javascript = "".join(chr(int.from_bytes(units[k : k + 2], "little")) for k in range(0, len(units), 2))
    assert text_of_link(fpuzzles_link(as_javascript)) == "é😀"


@pytest.mark.parametrize(
    "link",
    [
        "https://f-puzzles.com/?id=y6bcd7ej",
        "https://sudokupad.app/TtTmqGMBDR",
    ],
)
def test_a_short_link_is_refused_with_what_to_do(link: str) -> None:
    with pytest.raises(ParseError, match="Open it, and copy a long link"):
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


@pytest.mark.parametrize("kind", ["fpuzzles", "https://sudokupad.app/scl"])
def test_the_longest_link_is_refused_at_once_and_without_its_text(kind: str) -> None:
    data = growing(LARGEST_LINK - 100)
    tracemalloc.start()
    with pytest.raises(ParseError, match="more than 500,000 characters"):
        Puzzle.parse(kind + data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_a_link_within_a_link_is_refused() -> None:
    with pytest.raises(ParseError, match="another link"):
        Puzzle.parse(f"fpuzzles{compressed(LINK)}")


@settings(deadline=None)
@given(st.text(max_size=300) | st.text(alphabet="ab", max_size=2000))
def test_compression_is_that_of_lz_string(text: str) -> None:
    assert decompressed(compressed(text), 5_000) == text
    theirs = pytest.importorskip("lzstring", reason="lzstring is installed for this comparison only").LZString()
    if text.isascii() and text:
        assert compressed(text) == theirs.compressToBase64(text)
