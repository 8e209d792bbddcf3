"""The names of cells in sentences: "(5, 5)" by default, in words for people who look at a board, or all of them short.

A sentence names its cells by these functions, and whoever asks for the sentence chooses how. In words one or two cells
are "row 5, column 5"; longer lists, chains and formulas have the short form "r5c5", which `key_to` explains. A sentence
has one of the two forms, and `in_one_notation` gives several sentences the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from .units import Cell, Unit

MOST_IN_WORDS = 2
"""The longest list of cells that is written in words."""

_SHORT = re.compile(r"\br(\d+)c(\d+)\b")
_notation: ContextVar[Literal["pair", "words", "short"]] = ContextVar("the names of cells", default="pair")


@contextmanager
def cells_in_words(notation: Literal["words", "short"] = "words") -> Iterator[None]:
    """Within this context sentences name cells in words, or all by their short names.

    >>> from sudoku_models.explain import Candidates, next_step
    >>> from sudoku_models.puzzles.puzzle import Puzzle
    >>> with cells_in_words():
    ...     step = next_step(Candidates.of(Puzzle.parse("123. .... .... ....")))
    >>> step.sentence
    'in row 1 only row 1, column 4 is open, and only the 4 is missing'
    >>> with cells_in_words("short"):
    ...     cell_name((3, 7))
    'r3c7'
    """
    token = _notation.set(notation)
    try:
        yield
    finally:
        _notation.reset(token)


def _is_in_words() -> bool:
    return _notation.get() == "words"


def cell_name(cell: Cell) -> str:
    """The name of a cell.

    >>> cell_name((3, 7))
    '(3, 7)'
    >>> with cells_in_words():
    ...     cell_name((3, 7))
    'row 3, column 7'
    """
    return f"row {cell[0]}, column {cell[1]}" if _is_in_words() else short_cell_name(cell)


def name_within(unit: Unit, cell: Cell) -> str:
    """The name of a cell of a unit that the sentence names already: in row 3, column 7 is enough.

    >>> with cells_in_words():
    ...     name_within(Unit("row 3", ((3, 1), (3, 2))), (3, 2)), name_within(Unit("box 1", ((1, 1), (2, 2))), (2, 2))
    ('column 2', 'row 2, column 2')
    """
    if _is_in_words() and unit.kind in ("row", "column"):
        return f"column {cell[1]}" if unit.kind == "row" else f"row {cell[0]}"
    return cell_name(cell)


def short_cell_name(cell: Cell) -> str:
    """The short name of a cell, for chains, formulas and long lists.

    >>> with cells_in_words():
    ...     short_cell_name((3, 7))
    'r3c7'
    """
    return str(cell) if _notation.get() == "pair" else f"r{cell[0]}c{cell[1]}"


def in_one_form(sentence: str) -> str:
    """A sentence in words that has a short name: all of its names become short, so that it has one form of them.

    >>> with cells_in_words():
    ...     in_one_form("row 1, column 2 is not 5, so the 5 goes from r1c3, r1c4 and r1c5")
    'r1c2 is not 5, so the 5 goes from r1c3, r1c4 and r1c5'
    """
    return _shortened(sentence) if _is_in_words() and has_short_names(sentence) else sentence


def in_one_notation(sentences: Sequence[str]) -> list[str]:
    """Sentences that are read one after another: if one of them has short names, all have.

    >>> in_one_notation(["the 4 fits only in row 1, column 2", "the 5 goes from r1c3, r1c4 and r1c5"])
    ['the 4 fits only in r1c2', 'the 5 goes from r1c3, r1c4 and r1c5']
    """
    return [*map(_shortened, sentences)] if any(map(has_short_names, sentences)) else [*sentences]


def _shortened(sentence: str) -> str:
    return re.sub(r"\brow (\d+), column (\d+)\b", r"r\1c\2", sentence)


def listed(things: Iterable[object], last: str = "and") -> str:
    """A list of things as text, with a word before the last: a, b and c.

    >>> listed(["row 1", "row 4", "row 7"]), listed([1, 2], "or")
    ('row 1, row 4 and row 7', '1 or 2')
    """
    *most, final = [str(thing) for thing in things] or [""]
    return f"{', '.join(most)} {last} {final}" if most else final


def facts_listed(facts: Iterable[str]) -> str:
    """Facts as text. In words, whose names of cells have commas, three or more are separated by semicolons.

    >>> facts_listed(["a", "b", "c"])
    'a, b and c'
    >>> with cells_in_words():
    ...     facts_listed(["a", "b"]), facts_listed(["a", "b", "c"])
    ('a and b', 'a; b; and c')
    """
    *most, last = facts
    if _is_in_words() and len(most) > 1:
        return f"{'; '.join(most)}; and {last}"
    return listed([*most, last])


def units_listed(names: Iterable[str]) -> str:
    """Names of rows, columns and other rules. In words, where "row 3, column 3" is a cell, semicolons separate them.

    >>> units_listed(["row 3", "column 3"])
    'row 3, column 3'
    >>> with cells_in_words():
    ...     in_one_form(f"{units_listed(['row 3', 'column 3'])} and 5 in r1c1")
    'row 3; column 3 and 5 in r1c1'
    """
    return ("; " if _is_in_words() else ", ").join(names)


def has_short_names(text: str) -> bool:
    """Whether a text has a short name of a cell, so that it needs the key.

    >>> has_short_names("the 5 goes from r1c2, r1c3 and r1c4"), has_short_names("row 1 has a 7")
    (True, False)
    """
    return _SHORT.search(text) is not None


def key_to(text: str) -> str:
    """The explanation of the first short name in a text; empty when there is none.

    >>> key_to("the 5 goes from r1c2, r1c3 and r1c4")
    'r1c2 is row 1, column 2'
    """
    found = _SHORT.search(text)
    return f"{found[0]} is row {found[1]}, column {found[2]}" if found else ""
