"""Text to puzzles: what is read, and what every refusal says."""

import codecs
import json
import os
import re
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from drawing_styles import (
    BOARDS,
    BOXES,
    PULP,
    STYLES,
    candidates,
    characters,
    drawings,
    drawn,
    many,
    puzzles,
    refusal,
    words,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles import parsing
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpus, load, read_puzzles
from sudoku_models.puzzles.puzzle import Puzzle

USUAL = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6)]
ROWS_9 = [PULP[k : k + 9] for k in range(0, 81, 9)]

any_time = settings(deadline=None, max_examples=50)


def tokens(puzzle: Puzzle) -> list[str]:
    return [str(d) if d else "." for d in puzzle.values]


def rows(puzzle: Puzzle, between: str = " ") -> str:
    n, cells = puzzle.board.size, tokens(puzzle)
    return "\n".join(between.join(cells[k : k + n]) for k in range(0, n * n, n))


# What is written is read back


@any_time
@given(puzzles(BOXES))
def test_the_drawn_form_and_one_line_are_read_back(puzzle: Puzzle) -> None:
    assert Puzzle.parse(str(puzzle)) == puzzle
    assert many(str(puzzle)) == [puzzle]
    assert Puzzle.parse(puzzle.line(), puzzle.board) == puzzle
    assert many(puzzle.line(), puzzle.board) == [puzzle]
    if puzzle.board == Board.of_size(puzzle.board.size):
        assert Puzzle.parse(puzzle.line()) == puzzle
        assert many(f"{puzzle.line()}\n{puzzle.line()}") == [puzzle, puzzle]


@any_time
@given(puzzles(USUAL), st.sampled_from(".0*?"), st.sampled_from([" ", "\n", "\t", ",", ", ", ";", "|", " | ", "\r\n"]))
def test_integers_and_characters_for_blank_cells_may_stand_between_any_separators(
    puzzle: Puzzle, blank: str, between: str
) -> None:
    text = between.join(tokens(puzzle)).replace(".", blank)
    assert Puzzle.parse(text) == puzzle
    rows = [tokens(puzzle)[k : k + puzzle.board.size] for k in range(0, len(puzzle.values), puzzle.board.size)]
    lines = "\n".join(between.strip("\r\n").join(row) or between for row in rows)
    if between.strip("\r\n") and puzzle.givens and puzzle.board.size <= 9:
        assert many(lines.replace(".", blank)) == [puzzle]


@any_time
@given(puzzles(BOXES), st.sampled_from(["│─┼", "║═╬", "┃━╋", "|-+", "!=+", ":_+"]))
def test_any_characters_may_draw_the_grid(puzzle: Puzzle, lines: str) -> None:
    assert Puzzle.parse(str(puzzle).translate(str.maketrans("|-+", lines))) == puzzle


@any_time
@given(puzzles(BOXES), st.floats(0, 1), st.integers(0, 2**32))
def test_a_solution_in_which_the_givens_are_in_brackets_is_read_as_a_grid(
    puzzle: Puzzle, filled: float, seed: int
) -> None:
    board, random = puzzle.board, Random(seed)
    values = tuple(d or random.choice(board.digits) for d in puzzle.values)
    grid = Puzzle(board, values).as_grid()
    assert Puzzle.parse(puzzle.draw(grid)).as_grid() == grid
    assert Puzzle.parse(str(grid)).as_grid() == grid


@any_time
@given(puzzles(BOXES), puzzles(BOXES), st.sampled_from(["\n", "\r\n"]), st.integers(1, 4))
def test_drawn_grids_are_separated_by_empty_lines(first: Puzzle, second: Puzzle, end: str, empty: int) -> None:
    text = f"{first}\n" + "\n" * empty + f"{second}\n"
    assert many(text.replace("\n", end)) == [first, second]


# Characters


@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_letters_stand_for_10_and_above_in_either_case(change: Callable[[str], str]) -> None:
    line = "A" + "." * 254 + "G"
    puzzle = Puzzle.parse(change(line))
    assert puzzle.givens == {(1, 1): 10, (16, 16): 16}
    assert Puzzle.parse(change("Z" + "." * 1295)).givens == {(1, 1): 35}


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS_9),
        "\ufeff" + PULP,
        "\n".join(" ".join([row[:3], row[3:6], row[6:]]) for row in ROWS_9),
        "\n".join("|".join([row[:3], row[3:6], row[6:]]) for row in ROWS_9),
        "\n".join(f"[{', '.join(row.replace('.', '0'))}]," for row in ROWS_9),
        "\n---+---+---\n".join(
            "\n".join("|".join([row[:3], row[3:6], row[6:]]) for row in ROWS_9[k : k + 3]) for k in (0, 3, 6)
        ),
    ],
    ids=range(6),
)
def test_a_9x9_puzzle_is_read_however_it_is_pasted(text: str) -> None:
    assert Puzzle.parse(text) == load("pulp")
    assert many(text) == [load("pulp")]


# The board


@pytest.mark.parametrize("size", [36, 49, 64])
def test_large_boards_are_read_as_they_are_written(size: int) -> None:
    board, rng = Board.of_size(size), Random(size)
    puzzle = Puzzle(board, tuple(rng.choice((0, 0, rng.randint(1, size))) for _ in board.cells))
    values = [str(d or ".") for d in puzzle.values]
    rows = "\n".join(" ".join(values[k : k + size]) for k in range(0, size**2, size))
    for text in (puzzle.line(), str(puzzle), rows):
        assert Puzzle.parse(text) == puzzle
        assert many(f"{text}\n\n{text}") == [puzzle, puzzle]


def test_rules_at_unequal_distances_do_not_make_boxes() -> None:
    heights = {(3, 3): (3, 2), (3, 1, 2): (2, 3), (1, 5): (2, 3), (1,) * 6: (2, 3), (6,): (2, 3)}
    for bands, box in heights.items():
        text = "\n------\n".join("\n".join(["......"] * height) for height in bands)
        assert Puzzle.parse(text).board.box == box


# Files


def test_a_file_of_titled_grids_is_read() -> None:
    """The form of Project Euler's problem 96."""
    easy = corpus("easy50")
    text = ""
    for k, puzzle in enumerate(easy.values(), 1):
        text += f"Grid {k:02}\n{rows(puzzle, '').replace('.', '0')}\n"
    assert many(text) == list(easy.values())
    assert many(text.replace("\n", "\r\n")) == list(easy.values())


@pytest.mark.parametrize("title", ["Grid 01", "grid1", "GRID", "An easy one:", "Puzzle: 7", "puzzle,solution"])
def test_a_title_is_not_a_row(title: str) -> None:
    assert many(f"{title}\n{PULP}\n{title}\n" + "\n".join(ROWS_9)) == [load("pulp")] * 2


def test_a_row_of_letters_and_digits_is_not_a_title() -> None:
    """The cyclic 12x12 and 16x16 grids; their first rows look like a word and a number."""
    for box, digits in {(3, 4): "ABC123456789", (4, 4): "ABCDEFG123456789"}.items():
        n, height = len(digits), box[0]
        turns = [(r % height) * (n // height) + r // height for r in range(n)]
        text = "\n".join(digits[k:] + digits[:k] for k in turns)
        assert many(text) == [Puzzle.parse(text)]
        assert Puzzle.parse(text).violations(Puzzle.parse(text).as_grid()) == []


def test_comments_and_trailing_fields_are_skipped() -> None:
    text = f"""# two puzzles

{PULP} easy, from a book
  # and again, with its solution
{PULP},534678912672195348198342567859761423426853791713924856961537284287419635345286179
{PULP}\t1.5\t#3
{PULP};;
"""
    assert many(text) == [load("pulp")] * 4


def test_grids_may_have_empty_lines_between_their_bands() -> None:
    banded = "\n\n".join("\n".join(ROWS_9[k : k + 3]) for k in (0, 3, 6))
    assert many(banded + "\n\n" + banded) == [load("pulp")] * 2


@pytest.mark.parametrize("between", [" ", ",", ", "])
def test_cells_separated_on_one_line_are_a_puzzle_a_line(between: str) -> None:
    text = between.join(PULP)
    assert many(f"{text}\n{text}\n\n{text}") == [load("pulp")] * 3
    small = corpus("small")["small:1"]
    text = between.join(small.line())
    assert many(f"{text}\n{text}\n\n{text}") == [small] * 3


LARGE = {puzzle.board.size: puzzle for puzzle in corpus("large").values()}


@pytest.mark.parametrize("size", LARGE)
def test_undrawn_rows_of_a_large_grid_are_one_puzzle(size: int) -> None:
    """A row of a 16x16 grid has as many cells as a 4x4 puzzle."""
    puzzle, line = LARGE[size], LARGE[size].line()
    for between in ("", " ", ","):
        text = rows(puzzle, between) if between else "\n".join(line[k : k + size] for k in range(0, size**2, size))
        for board in (None, puzzle.board):
            assert many(text, board) == [puzzle]
            assert many(f"{text}\n\n{text}\n", board) == [puzzle, puzzle]


def test_a_slip_in_one_of_sixteen_4x4_puzzles_does_not_make_a_16x16_puzzle() -> None:
    text = "1.3...2..1..2...\n" * 10 + "1.3...2..1..2..7\n" + "1.3...2..1..2...\n" * 10
    with pytest.raises(ParseError, match=r"line 11: there is a 7 \(line 11, column 16\)"):
        many(text)


# Refusals


@pytest.mark.parametrize("cells", [1, 4, 9, 25, 49, 80, 82, 1295])
def test_a_wrong_length_is_counted_and_compared_with_the_board_that_has_nearly_as_many(cells: int) -> None:
    message, off = refusal("." * cells), min(abs(n * n - cells) for n in range(4, 50))
    assert message.startswith(f"there are {cells} cells")
    assert f": {off} " in message if off else "no usual boxes" in message


@any_time
@given(st.integers(0, 8), st.sampled_from([7, 8, 10, 12]), st.booleans())
def test_the_row_of_another_length_is_named(odd: int, length: int, drawn: bool) -> None:
    lines = [("." * length if k == odd else row) for k, row in enumerate(ROWS_9)]
    text = "\n---+---+---\n".join("\n".join(lines[k : k + 3]) for k in (0, 3, 6)) if drawn else "\n".join(lines)
    named = f"; row {odd + 1} has {length} cells where the others have 9"
    assert refusal(text).endswith(named)
    assert refusal(text, BOARDS[3, 3]) == f"there are {72 + length} cells, but a 9x9 board with 3x3 boxes has 81{named}"


@any_time
@given(st.sampled_from("%&§é²٣３😀\x1b\0"), st.integers(0, 80))
def test_an_unknown_character_is_shown_with_its_place(ch: str, at: int) -> None:
    line = PULP[:at] + ch + PULP[at + 1 :]
    assert refusal(line).startswith(f"unknown character {ch!r} (line 1, column {at + 1}); use digits")
    lines = "\n".join(line[k : k + 9] for k in range(0, 81, 9))
    assert refusal(lines).startswith(f"unknown character {ch!r} (line {at // 9 + 1}, column {at % 9 + 1}); ")
    with pytest.raises(ParseError, match=re.escape(f"(line {at // 9 + 3}, column {at % 9 + 1})")):
        many("# a comment\nGrid 01\n" + lines)


@pytest.mark.parametrize(
    ("cell", "what"),
    [("5", "there is a 5 (line 3, column 2)"), ("x", "the letter 'x' (line 3, column 2) stands for 33")],
)
def test_a_digit_that_is_too_large_for_the_board_is_shown_with_its_place(cell: str, what: str) -> None:
    expected = f"{what}, but the digits of this 4x4 board are 1 to 4"
    assert refusal(f"1...\n....\n.{cell}..\n....") == expected
    assert refusal(f"1...\n....\n.{cell}..\n....", BOARDS[2, 2]) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{PULP}\n{PULP[:-1]}", "the puzzle that starts in line 2: there are 80 cells; "),
        (
            f"# first\n\n  {PULP[:-1]}x",
            "the puzzle that starts in line 3: the letter 'x' (line 3, column 83) stands for",
        ),
        (f"{PULP}\n\n" + "\n".join(ROWS_9[:-1]), "the puzzle that starts in line 3: there are 72 cells; "),
        (
            "\n".join(ROWS_9[:3]) + "\n\n# \n" + ROWS_9[3] + "\n&",
            "starts in line 1: unknown character '&' (line 7, column 1)",
        ),
        ("hello, world!\n", "the puzzle that starts in line 1: "),
        (f"{PULP}\n.Cage~3~R1C1~R1C2\n.Zipper~R1C1\n", "the puzzle that starts in line 3: .Zipper"),
    ],
    ids=["short line", "letter", "short grid", "character", "words", "variant"],
)
def test_a_refusal_in_a_file_names_the_line_of_the_file(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        many(text)
    with pytest.raises(ParseError, match=re.escape(message)):
        many(text.replace("\n", "\r\n"))


PUZZLE_LIKE = st.text(alphabet="00112349.....aGxZ_*|+-=[] \n\r\t,;:#\ufeff┃٣²?'`~\\", max_size=120)


@st.composite
def spoilt_puzzles(draw: st.DrawFn) -> str:
    """A written puzzle, or its candidates, with a piece of it replaced by other text."""
    puzzle = draw(puzzles(BOXES[:8]))
    _, drawing = draw(drawings(st.just(puzzle)))
    box, cells = draw(candidates(BOXES[:6]))
    marks = [drawn(words(cells), box, draw(st.sampled_from(STYLES)), 1), characters(cells, box[0] * box[1])]
    link = puzzle.text("link").partition("=")[2]
    written = [str(puzzle), puzzle.line(), rows(puzzle), rows(puzzle, ","), drawing, *marks, link, f"fpuz{link}"]
    text = draw(st.sampled_from(written))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 5)))
    return text[:start] + draw(st.text(max_size=3) | PUZZLE_LIKE) + text[end:]


@settings(deadline=None, max_examples=150)
@example("٣٣ " * 16)
@example("00 " * 16)
@example("999 " * 36)
@example("\x1c".join(["12.."] * 4))
@given(st.text() | PUZZLE_LIKE | spoilt_puzzles())
def test_any_text_is_a_puzzle_or_a_parse_error(text: str) -> None:
    for board in (None, BOARDS[2, 2], BOARDS[3, 3]):
        try:
            assert isinstance(Puzzle.parse(text, board), Puzzle)
        except ParseError as error:
            refused = str(error)
            assert refused
        try:
            assert all(isinstance(puzzle, Puzzle) for puzzle in many(text, board))
        except ParseError as error:
            refused = str(error)
            assert "the puzzle that starts in line" in refused


# Reading files


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    for mark in (b"", codecs.BOM_UTF8):
        path.write_bytes(mark + f"{PULP}\r\n{PULP}\r\n".encode())
        assert read_puzzles(path) == [load("pulp")] * 2


@pytest.mark.parametrize(
    "raw", [b"\x89PNG\r\n\x1a\n", PULP.encode("utf-16"), b"53..\0..7", b"", b"\n \n", codecs.BOM_UTF8]
)
def test_a_file_that_is_empty_or_not_text_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(raw)
    with pytest.raises(InputError, match=r"picture\.png is (not a text file|empty)"):
        parsing.read_text(path)
    for missing in (tmp_path, tmp_path / "missing"):
        with pytest.raises(InputError, match="cannot read"):
            parsing.read_text(missing)


def test_a_file_is_read_up_to_the_largest_size_and_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(PULP * 20)
    monkeypatch.setattr(parsing, "LARGEST_FILE", 1620)
    assert parsing.read_text(path) == PULP * 20
    monkeypatch.setattr(parsing, "LARGEST_FILE", 1619)
    with pytest.raises(InputError, match=r"puzzles\.txt has 1,620 bytes, more than the limit of 1,619; split it"):
        parsing.read_text(path)
    with pytest.raises(InputError, match=r"standard input has more than 1,619 bytes; split it"):
        parsing.decode(path.read_bytes(), "standard input")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_without_a_writer_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(InputError, match=f"{path} is not a regular file; .* standard input"):
            parsing.read_text(path)


@settings(deadline=None, max_examples=100)
@example(b"\xef\xbb\xbf")
@given(st.binary(max_size=200) | (st.text() | PUZZLE_LIKE).map(str.encode))
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "puzzles.txt"
    path.write_bytes(raw)
    with suppress(InputError):
        assert all(isinstance(puzzle, Puzzle) for puzzle in read_puzzles(path))


# Variants


def test_a_file_may_have_variants_between_other_puzzles(tmp_path: Path) -> None:
    four = Board.of_size(4).diagonal()
    variant = Puzzle(four, (1,) + (0,) * 15)
    lines = [
        PULP,
        variant.text(),
        "# a comment",
        variant.text("fpuzzles"),
        f"{variant.text()}  # why",
        variant.text("link"),
        PULP,
    ]
    file = tmp_path / "some.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    found = read_puzzles(file)
    assert [puzzle.board.size for puzzle in found] == [9, 4, 4, 4, 4, 9]
    assert all(puzzle == variant for puzzle in found[1:5])


def test_json_over_several_lines_is_one_puzzle(tmp_path: Path) -> None:
    variant = Puzzle(Board.of_size(4).diagonal(), (1,) + (0,) * 15)
    file = tmp_path / "one.json"
    file.write_text(json.dumps(json.loads(variant.text("fpuzzles")), indent=2), encoding="utf-8")
    assert read_puzzles(file) == [variant]


def test_a_variant_is_read_with_its_own_board_or_the_same() -> None:
    text = ".Shape~4x4.AntiKnight"
    board = Puzzle.parse(text).board
    assert Puzzle.parse(text, board).board == board
    with pytest.raises(ParseError, match="read it without another board, such as a 4x4 board with 2x2 boxes"):
        Puzzle.parse(text, Board.of_size(4))


@pytest.mark.parametrize(
    "text",
    ["1" * 3_000_000, "53..7....\n" * 200_000, "1 " * 1_000_000, ("." * 81 + "\n") * 3 + "7" * 200_000],
    ids=["one line", "lines without an end", "integers", "after good ones"],
)
def test_a_text_that_is_too_long_for_one_puzzle_is_refused_before_memory_is_taken(text):
    tracemalloc.start()
    try:
        with pytest.raises(ParseError, match="no single puzzle"):
            list(parsing.parse_many(text))
        assert tracemalloc.get_traced_memory()[1] < 40 * len(text) + 10_000_000
    finally:
        tracemalloc.stop()
