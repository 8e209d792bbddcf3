"""Puzzles and grids, and their solver-free validation.

A puzzle is a board with givens; a grid has a digit in every cell. Both are immutable, hashable and comparable.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from ..errors import InputError
from . import formats, parsing, rendering
from .about import NOTHING, About
from .board import Board, mismatch
from .cell_names import cell_name
from .rules.one_of import OneOf
from .rules.rule import CellRule
from .units import Cell, Unit
from .values import as_tuple, is_integer, short_repr


@dataclass(frozen=True, repr=False)
class Grid:
    """A full assignment of digits; `Puzzle.violations` checks whether it is a solution.

    Args:
        board: The geometry.
        values: n*n digits, row by row; a cell without a digit of the board raises an `InputError`.
    """

    board: Board
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _checked(self.board, self.values, lowest=1))

    def __getitem__(self, cell: Cell) -> int:
        if not (len(cell) == 2 and all(1 <= k <= self.board.size for k in cell)):
            raise KeyError(f"there is no cell {cell} on a {self.board}")
        return self.values[(cell[0] - 1) * self.board.size + cell[1] - 1]

    def line(self) -> str:
        """The one-line form."""
        return rendering.line(self.board, self.values)

    def __repr__(self) -> str:
        return f"<Grid {self.line()}>"

    def __str__(self) -> str:
        return rendering.grid(self.board, self.values)

    def html(self) -> str:
        """The grid for a web page, as `Puzzle.html`."""
        return rendering.html(self.board, self.values)

    def _repr_html_(self) -> str:
        return self.html()


class Violation(NamedTuple):
    """A rule that a grid breaks: a sentence, the digits that the sentence names, and the cells that break it."""

    sentence: str
    digits: tuple[int, ...]
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A board with givens.

    Args:
        board: The geometry.
        values: n*n digits, row by row, 0 for a blank cell.
        name: Its name, if it has one; it is ignored when puzzles are compared.
        about: Its title, author and rules in words; ignored when puzzles are compared.

    Raises:
        InputError: When a value is not a digit of the board.

    >>> puzzle = Puzzle.parse("1.3. ..2. .1.. 2...")
    >>> print(puzzle)
    +-----+-----+
    | 1 . | 3 . |
    | . . | 2 . |
    +-----+-----+
    | . 1 | . . |
    | 2 . | . . |
    +-----+-----+
    >>> puzzle.givens[1, 3]
    3
    >>> puzzle.line()
    '1.3...2..1..2...'
    """

    board: Board
    values: tuple[int, ...]
    name: str = field(default="", compare=False)
    about: About = field(default=NOTHING, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _checked(self.board, self.values, lowest=0))
        if not isinstance(self.name, str):
            raise InputError(f"the name of a puzzle must be a string, not {short_repr(self.name)}")
        if not (isinstance(self.about, About) and all(isinstance(text, str) for text in self.about[:4])):
            raise InputError(f"what is said about a puzzle must be an About with texts, not {short_repr(self.about)}")

    @classmethod
    def parse(cls, text: str, board: Board | None = None, name: str = "") -> "Puzzle":
        """Read a puzzle from text: one line, a drawn grid, integers, candidates, or a variant.

        "." and "0" are blank cells, letters stand for 10 to 35, white space and borders of grids are ignored. Where
        there are only letters, and A as 10 would lead beyond the board, A is 1. Candidates are rules: n characters for
        each cell, its digits or points, or a grid with a word such as "123" for each cell.
        A variant is text of the Interactive Sudoku Solver (`.Cage~10~R1C1~R1C2`), JSON of f-puzzles or SudokuPad, a
        link of these or of SudokuWiki, a jigsaw as two squares of symbols, or a killer sudoku as a map or the numbers
        of its cages.
        Lines of HoDoKu and files of SadMan Sudoku are read, too. Title, author and rules in words are in `about`.

        Args:
            text: The puzzle.
            board: Its board; by default that of the variant, or inferred from the number of cells and the drawn boxes.
            name: Its name, if it has one.

        Raises:
            ParseError: When the text is not a puzzle, or a constraint of a variant is not known; it says where.

        >>> print(Puzzle.parse(".Shape~4x4.~R1C1_1.Cage~3~R1C1~R1C2").board)
        4x4 board with 2x2 boxes and killer cage 3 on r1c1 r1c2
        >>> Puzzle.parse("1.3. .x2. .1.. 2...")
        Traceback (most recent call last):
        ...
        sudoku_models.errors.ParseError: the letter 'x' (line 1, column 7) stands for 33, but the digits of this 4x4 \
board are 1 to 4
        """
        found = parsing.parse(text, board)
        return cls(found.board, found.values, name, found.about)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[Any]], board: Board | None = None, name: str = "") -> "Puzzle":
        """A puzzle from rows of digits: lists, tuples, or a NumPy array.

        Args:
            rows: n rows of n digits each; 0, None, NaN, "" or "." is a blank cell.
            board: Its board; by default the usual one with n digits.
            name: Its name, if it has one.

        Raises:
            InputError: When the number of rows or columns is wrong, or a value is not a digit; the message names the
                row and the column.

        >>> Puzzle.from_rows([[1, 0, 3, 0], [0, 0, 2, 0], [None, 1, ".", 0], [2, 0, 0, 0]]).line()
        '1.3...2..1..2...'
        """
        board, values = parsing.read_rows(rows, board)
        return cls(board, values, name)

    @cached_property
    def givens(self) -> dict[Cell, int]:
        """The digit of every cell that is not blank."""
        return {cell: d for cell, d in zip(self.board.cells, self.values, strict=True) if d}

    @property
    def numbers(self) -> str:
        """How many givens it has, and how many cells with candidates.

        >>> Puzzle.parse("12 34 1 2  3 4 12 34  13 24 1 2  3 4 12 34").numbers
        '8 givens; 8 cells are restricted to their candidates'
        """
        cells = {i for rule in self.board.rules if isinstance(rule, OneOf) for i in rule.cells}
        found = f"{len(self.givens)} given{'s' * (len(self.givens) != 1)}"
        which = "1 cell is restricted to its" if len(cells) == 1 else f"{len(cells)} cells are restricted to their"
        return f"{found}; {which} candidates" if cells else found

    def clashes(self) -> list[str]:
        """The pairs of equal givens that share a unit, and the rules that givens break, as sentences.

        A puzzle with a clash has no solution.

        >>> Puzzle.parse("1.1. .... .... ....").clashes()
        ['row 1 has the given 1 twice: in (1, 1) and (1, 3)']
        """
        return [clash.sentence for clash in clashes(self.board, self.givens, "given ")]

    def violations(self, grid: Grid) -> list[Violation]:
        """The rules that a grid breaks; empty when it is a solution of this puzzle.

        This check depends only on the board and the givens, so it validates the answers of all solvers.

        >>> puzzle = Puzzle.parse("1... .... .... ....")
        >>> for violation in puzzle.violations(Puzzle.parse("2134 3412 1243 4331").as_grid())[:2]:
        ...     print(violation)
        (1, 1) holds 2, but the given there is 1
        row 4 has two 3s
        """
        if grid.board != self.board:
            return [Violation(mismatch(grid.board, self.board), ())]
        held = dict(zip(self.board.cells, grid.values, strict=True))
        found = [
            Violation(f"{cell_name(cell)} holds {held[cell]}, but the given there is {d}", (held[cell], d), (cell,))
            for cell, d in self.givens.items()
            if held[cell] != d
        ]
        words = {2: "two", 3: "three", 4: "four"}
        for unit, d, cells in _repeated(self.board, held):
            times = words.get(len(cells), len(cells))
            found.append(Violation(f"{unit} has {times} {d}s", (d,), cells))
        found += (_broken_rule(rule, held) for rule in self.board.cell_rules if not rule.check(held))
        return found

    def wrong_cells(self, grid: Grid) -> set[Cell]:
        """The cells of all violations: where the grid contradicts a given, a unit has a digit twice, or a rule fails.

        Raises:
            InputError: When the grid is for another board.

        >>> puzzle = Puzzle.parse("1... .... .... ....")
        >>> sorted(puzzle.wrong_cells(Puzzle.parse("1234 3412 2143 4322").as_grid()))
        [(2, 4), (4, 3), (4, 4)]
        """
        self._check_board(grid)
        return {cell for violation in self.violations(grid) for cell in violation.cells}

    def as_grid(self) -> Grid:
        """The same digits as a grid.

        Raises:
            InputError: When a cell is blank.
        """
        return Grid(self.board, self.values)

    def line(self) -> str:
        """The givens in one line, "." for blank; integers with spaces beyond 35 digits. `text` has the board too."""
        return rendering.line(self.board, self.values)

    def text(self, form: str = "iss") -> str:
        """The puzzle with its board and rules, in one line that `parse` reads.

        Args:
            form: "iss" (Interactive Sudoku Solver), "fpuzzles" (JSON), "link" (of f-puzzles), "sudokupad" (a link), or
                "line" (only givens); for the usual 9x9 board also "hodoku" (a line), "sdk" (a file) or "sudokuwiki" (a
                link). JSON and the links that hold it have title, author and rules text; files the first two.

        Raises:
            InputError: When there is no such format, or it has no words for a unit or a rule; the message names it.

        >>> Puzzle(Board.of_size(4).diagonal(), (1,) + (0,) * 15).text()
        '.Shape~4x4.Diagonal~-1.Diagonal~1.~R1C1_1'
        """
        about = self.about if self.about.title else self.about._replace(title=self.name)
        return formats.write(self.board, self.values, form, about)

    def draw(self, grid: Grid | None = None, color: bool = False, cages: bool = False) -> str:
        """The puzzle as text; with a grid, its digits are filled in and the givens are in brackets (in colour, bold).

        The rules of its board are listed below, one on a line; with `cages`, killer cages are drawn.

        Raises:
            InputError: When the grid is for another board.

        >>> print(Puzzle.parse("12.. 3412 2143 432.").draw(Puzzle.parse("1234 3412 2143 4321").as_grid()))
        +-------+-------+
        |[1][2] | 3  4  |
        |[3][4] |[1][2] |
        +-------+-------+
        |[2][1] |[4][3] |
        |[4][3] |[2] 1  |
        +-------+-------+
        """
        draw = rendering.cages if cages else rendering.grid
        if grid is None:
            return draw(self.board, self.values)
        self._check_board(grid)
        return draw(self.board, grid.values, self.values, color=color)

    def __repr__(self) -> str:
        return f"<Puzzle {self.name and self.name + ' '}{self.line()}>"

    def __str__(self) -> str:
        return self.draw()

    def html(self, grid: Grid | None = None, marked: Collection[Cell] = ()) -> str:
        """The puzzle for a web page; with a grid, its digits are filled in and the givens are bold.

        It is a table; on a board with rules, irregular regions or further units it is a picture.

        Args:
            grid: The digits to fill in.
            marked: Cells to mark, such as `wrong_cells(grid)`.

        Raises:
            InputError: When the grid is for another board.

        >>> Puzzle.parse("1... .... .... ....").html().count("<td")
        16
        """
        if grid is not None:
            self._check_board(grid)
        return rendering.html(self.board, (grid or self).values, self.values, marked)

    def _repr_html_(self) -> str:
        return self.html()

    def _check_board(self, grid: Grid) -> None:
        if grid.board != self.board:
            raise InputError(mismatch(grid.board, self.board))


def is_solution(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether the grid is a solution of the puzzle: a pure check, no solver is called.

    >>> is_solution(Puzzle.parse("1... .... .... ...."), Puzzle.parse("1234 3412 2143 4321").as_grid())
    True
    """
    return not puzzle.violations(grid)


def clashes(board: Board, held: Mapping[Cell, int], what: str = "") -> Iterator[Violation]:
    """The contradictions among digits in some of the cells: a digit twice in a unit, and broken rules.

    >>> print(*clashes(Board.of_size(4), {(1, 1): 3, (1, 4): 3}))
    row 1 has the 3 twice: in (1, 1) and (1, 4)
    """
    for unit, d, cells in _repeated(board, held):
        for a, b in combinations(cells, 2):
            yield Violation(f"{unit} has the {what}{d} twice: in {cell_name(a)} and {cell_name(b)}", (d,), (a, b))
    for rule in board.cell_rules:
        if all(cell in held for cell in rule.cells) and not rule.check(held):
            yield _broken_rule(rule, held)


def _repeated(board: Board, held: Mapping[Cell, int]) -> Iterator[tuple[Unit, int, tuple[Cell, ...]]]:
    """The units with a digit in several of their cells, that digit, and these cells."""
    for unit in board.units:
        digits = [held[cell] for cell in unit.cells if cell in held]
        if len(set(digits)) < len(digits):
            for d in sorted(set(digits)):
                if digits.count(d) > 1:
                    yield unit, d, tuple(cell for cell in unit.cells if held.get(cell) == d)


def _broken_rule(rule: CellRule, held: Mapping[Cell, int]) -> Violation:
    """The violation of a rule that these digits break."""
    digits = tuple(held[cell] for cell in rule.cells)
    return Violation(
        f"the rule {str(rule)!r} does not hold: its cells hold {' '.join(map(str, digits))}", digits, rule.cells
    )


def _checked(board: Board, values: Any, lowest: int) -> tuple[int, ...]:
    """The values as a tuple of integers.

    Raises:
        InputError: When their number is wrong, or one is not a digit of the board.
    """
    if not isinstance(board, Board):
        raise InputError(f"a puzzle and a grid need a Board, such as Board.of_size(9), not {short_repr(board)}")
    checked: tuple[int, ...] = values if type(values) is tuple else as_tuple(values, "the values of a puzzle or a grid")
    if len(checked) != len(board.cells):
        raise InputError(f"a {board} has {len(board.cells)} cells, but there are {len(checked)} values")
    if {*map(type, checked)} != {int}:
        for cell, d in zip(board.cells, checked, strict=True):
            if not is_integer(d):
                raise InputError(f"cell {cell} holds {short_repr(d)}, not an integer; write 0 for a blank cell")
        checked = tuple(map(int, checked))
    if min(checked) < lowest or max(checked) > board.size:
        cell, d = next((c, d) for c, d in zip(board.cells, checked, strict=True) if not lowest <= d <= board.size)
        what = "is blank" if d == 0 else f"holds {short_repr(d)}"
        raise InputError(f"cell {cell} {what}, but the digits of this {board} are 1 to {board.size}")
    return checked
