"""Formats of other programs for usual sudokus: HoDoKu, SadMan Sudoku and SudokuWiki, both ways."""

import re

from ...errors import InputError, ParseError
from ..about import About, Parsed
from ..board import Board
from ..rendering import line

NINE = Board.of_size(9)


def _givens(text: str) -> tuple[int, ...]:
    """The givens of 81 digits and points."""
    return tuple(map(int, text.replace(".", "0")))


def _parsed(givens: str, title: str = "", author: str = "", left_out: str = "") -> Parsed:
    return Parsed(NINE, _givens(givens), About.of(title=title, author=author, left_out=left_out))


def usual_line(board: Board, values: tuple[int, ...], program: str) -> str:
    """The givens of a usual board in one line.

    Raises:
        InputError: When the board has not 9 digits, or has further units or rules.
    """
    if {frozenset(unit.cells) for unit in board.units} != {frozenset(unit.cells) for unit in NINE.units} or board.rules:
        raise InputError(f"a {board} cannot be written for {program}, which has only the usual 9x9 board")
    return line(board, values)


# -- HoDoKu: one line of a library of its examples --------------------------------------------------------------------

HODOKU = re.compile(r"\s*:[0-9]{4}(?:-\w+)*:[^:\n]*:((?:\+?[.0-9]){81}):([^:\n]*)(?::[^:\n]*){0,9}\s*", re.ASCII)


def is_hodoku(text: str) -> bool:
    """Whether a text is a line of a library of HoDoKu.

    >>> is_hodoku(":0000:x:" + "1.+2" * 27 + ":::"), is_hodoku("1" * 81)
    (True, False)
    """
    return text.lstrip().startswith(":") and HODOKU.fullmatch(text) is not None


def parse_hodoku(text: str) -> Parsed:
    """The puzzle of a line: the digits without a "+", which marks those that were placed later.

    Raises:
        ParseError: When it is none.

    >>> parse_hodoku(":0000:x:" + "1.+2" * 27 + ":::").values[:3]
    (1, 0, 0)
    """
    found = HODOKU.fullmatch(text)
    if found is None:
        raise ParseError("this is no line of a library of HoDoKu (:0000:x:81 digits:::)")
    placed = found[1].count("+")
    parts = [f"{placed} placed digits"] if placed else []
    parts += ["the candidates that were taken away"] if found[2].strip() else []
    left_out = f"the puzzle is read from its givens, without {' and '.join(parts)}" if parts else ""
    return _parsed(re.sub(r"\+.", ".", found[1]), left_out=left_out)


def write_hodoku(board: Board, values: tuple[int, ...], about: About) -> str:
    """A puzzle as a line of a library of HoDoKu."""
    return f":0000:x:{usual_line(board, values, 'HoDoKu')}:::"


# -- SadMan Sudoku: a file with the extension .sdk --------------------------------------------------------------------

HEADERS = {"A": "author", "D": "title", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "address"}
HEADER = re.compile(r"#([A-Z])(.*)")
SECTION = re.compile(r"\[(\w+)\]", re.ASCII)
ROW = re.compile(r"[.0-9]{9}", re.ASCII)


def is_sdk(text: str) -> bool:
    r"""Whether a text is a file of SadMan Sudoku: it has a section [Puzzle], or headers and one grid.

    >>> is_sdk("[Puzzle]\n" + "1........\n" * 9), is_sdk("#AMe\n" + "1........\n" * 9), is_sdk("1........\n" * 9)
    (True, True, False)
    """
    lines = [line.strip() for line in text.strip().splitlines()[:200]]
    if any(line.lower() == "[puzzle]" for line in lines):
        return True
    rows = [line for line in lines if line and not line.startswith("#")]
    has_headers = bool(lines) and HEADER.match(lines[0]) is not None and len(lines) < 200
    return has_headers and len(rows) == 9 and all(ROW.fullmatch(row) for row in rows)


def parse_sdk(text: str) -> Parsed:
    r"""The puzzle of a file, with its author, and its description as the title; the player's digits are left out.

    Raises:
        ParseError: When a section or a row is not as it should be.

    >>> found = parse_sdk("#AMe\n#DMine\n[Puzzle]\n" + "1........\n" * 9 + "[State]\n" + "12.......\n" * 9)
    >>> found.values[:2], found.about.title, found.about.author
    ((1, 0), 'Mine', 'Me')
    """
    texts: dict[str, str] = {}
    sections: dict[str, list[str]] = {"puzzle": []}
    section = "puzzle"
    for number, raw in enumerate(text.strip().splitlines(), 1):
        row = raw.strip()
        if header := HEADER.fullmatch(row):
            texts.setdefault(HEADERS.get(header[1], header[1]), header[2].strip())
        elif found := SECTION.fullmatch(row):
            section = found[1].lower()
            sections.setdefault(section, [])
        elif row and not row.startswith("#"):
            if section == "puzzle" and not ROW.fullmatch(row):
                raise ParseError(f"the row in line {number} must have 9 digits or points, not {row[:40]!r}")
            sections[section].append(row)
    if len(sections["puzzle"]) != 9:
        raise ParseError(f"the section [Puzzle] must have 9 rows, not {len(sections['puzzle'])}")
    others = [f"[{name.capitalize()}]" for name in sections if name != "puzzle"]
    others += sorted(texts.keys() - {"author", "title"})
    left_out = f"of the file this is left out: {', '.join(others)}" if others else ""
    return _parsed("".join(sections["puzzle"]), texts.get("title", ""), texts.get("author", ""), left_out)


def write_sdk(board: Board, values: tuple[int, ...], about: About) -> str:
    """A puzzle as a file of SadMan Sudoku."""
    cells = usual_line(board, values, "SadMan Sudoku")
    headers = [f"#A{about.author}"] * bool(about.author) + [f"#D{about.title}"] * bool(about.title)
    return "\n".join([*headers, "[Puzzle]", *(cells[k : k + 9] for k in range(0, 81, 9))])


# -- SudokuWiki: the link of its solver -------------------------------------------------------------------------------

SUDOKUWIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
WIKI = re.compile(r"https?://(?:www\.)?sudokuwiki\.org/sudoku\.(?:htm|asp)\?(?:[^#]*&)?bd=([^&#\s]*)", re.IGNORECASE)
SHORT = re.compile(r"S9B([0-9a-z]{162})", re.ASCII)
PLACED = range(10, 19)
"""The numbers of digits that were placed later, plus 9; below are the givens, above the candidates of a blank cell."""


def is_wiki(text: str) -> bool:
    """Whether a text is what a link of SudokuWiki holds.

    >>> is_wiki("bd=" + "0" * 81), is_wiki("S9B" + "01" * 81), is_wiki("0" * 81)
    (True, True, False)
    """
    return text.lstrip().startswith("bd=") or SHORT.fullmatch(text.strip()) is not None


def parse_sudokuwiki(text: str) -> Parsed:
    """The puzzle of a link: 81 digits, or the form of a position, S9B and two digits to the base 36 for each cell.

    Raises:
        ParseError: When it is another form.

    >>> parse_sudokuwiki("1" + "0" * 80).values == parse_sudokuwiki("S9B01" + "7h" * 80).values
    True
    """
    data = text.strip().removeprefix("bd=")
    if re.fullmatch(r"[.0-9]{81}", data, re.ASCII):
        return _parsed(data)
    if not (short := SHORT.fullmatch(data)):
        raise ParseError(
            "this link of SudokuWiki has a form that is not known here; open it, and copy the 81 digits of its puzzle"
        )
    numbers = [int(short[1][k : k + 2], 36) for k in range(0, 162, 2)]
    placed = sum(number in PLACED for number in numbers)
    without = f"{placed} placed digits and " if placed else ""
    left_out = f"the puzzle is read from its givens, without {without}the candidates of the position"
    return _parsed("".join(str(number) if number < PLACED[0] else "." for number in numbers), left_out=left_out)


def write_sudokuwiki(board: Board, values: tuple[int, ...], about: About) -> str:
    """The link that opens a puzzle in the solver of SudokuWiki."""
    return SUDOKUWIKI + usual_line(board, values, "SudokuWiki").replace(".", "0")
