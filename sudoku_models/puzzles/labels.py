"""Labels: structured descriptions of rules and digits. A label is data; only this module turns it into text.

Formulations pass labels to the model as the names of their constraints, and explanations are built from them. Other
code uses the kind, unit, cells and digit of a label and never parses its text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cell_names import short_cell_name
from .units import Cell, Unit


@dataclass(frozen=True, slots=True)
class Label:
    """The description of a rule or a digit.

    Attributes:
        kind: One of "cell" (a cell has a digit), "unit" (a unit has a digit), "different" (a unit is all different),
            "pair" (two cells differ), "rule" (a further rule of the board), "given" (a digit of the puzzle), "found"
            (a digit found by an earlier step) and "eliminated" (a candidate removed by an earlier step).
        cells: The cells concerned; for a unit, all its cells.
        unit: The unit concerned, if any.
        digit: The digit concerned, if any.
        rule: The rule of the board, if the label is one of the constraints that define it.
        part: Which one of them, if there are several.

    >>> label = unit_has_digit(Unit("row 1", ((1, 1), (1, 2))), 7)
    >>> label.kind, label.digit, str(label)
    ('unit', 7, 'row 1 has a 7')
    """

    kind: str
    cells: tuple[Cell, ...] = ()
    unit: Unit | None = None
    digit: int | None = None
    rule: Any = None
    part: str = ""

    def __str__(self) -> str:
        return self._text(str)

    @property
    def sentence(self) -> str:
        """The label as a part of a sentence, in which cells have their short names of `cell_names`."""
        return self._text(short_cell_name)

    def _text(self, name: Callable[[Cell], str]) -> str:
        unit = self.unit.name if self.unit else ""
        match self.kind:
            case "unit":
                return f"{unit} has a {self.digit}"
            case "different":
                return f"{unit} is all different"
            case "cell":
                return f"cell {name(self.cells[0])} has a digit"
            case "pair":
                return f"{name(self.cells[0])} and {name(self.cells[1])} differ"
            case "rule":
                return f"{self.rule}: {self.part}" if self.part else f"{self.rule}"
            case "given":
                return f"the given {self.digit} in {name(self.cells[0])}"
            case "found":
                return f"the {self.digit} found in {name(self.cells[0])}"
            case "eliminated":
                return f"an earlier step: no {self.digit} in {name(self.cells[0])}"
        return self.kind

    @property
    def short(self) -> str:
        """The short form: "row 3", "7 in row 3", "cell (1, 4)"; the whole text where there is no short form."""
        match self.kind:
            case "unit":
                return f"{self.digit} in {self.unit}"
            case "different":
                return f"{self.unit}"
            case "cell":
                return f"cell {short_cell_name(self.cells[0])}"
            case "rule":
                return f"{self.rule}"
        return self.sentence


def cell_has_digit(cell: Cell) -> Label:
    """The rule that a cell has a digit.

    >>> str(cell_has_digit((1, 4)))
    'cell (1, 4) has a digit'
    """
    return Label("cell", (cell,))


def unit_has_digit(unit: Unit, digit: int) -> Label:
    """The rule that a unit has a digit: exactly once, or at most once in a unit with fewer cells than digits.

    >>> str(unit_has_digit(Unit("row 3", ()), 7))
    'row 3 has a 7'
    """
    return Label("unit", unit.cells, unit, digit)


def unit_is_different(unit: Unit) -> Label:
    """The rule that no two cells of a unit have the same digit.

    >>> str(unit_is_different(Unit("row 3", ())))
    'row 3 is all different'
    """
    return Label("different", unit.cells, unit)


def cells_differ(one: Cell, other: Cell) -> Label:
    """The rule that two cells have different digits.

    >>> str(cells_differ((1, 1), (1, 2)))
    '(1, 1) and (1, 2) differ'
    """
    return Label("pair", (one, other))


def rule_label(rule: Any, cells: tuple[Cell, ...], part: str = "") -> Label:
    """A further rule of the board, or one of the constraints that define it.

    >>> str(rule_label("killer cage 3 on r1c1 r1c2", ((1, 1), (1, 2)), "sum"))
    'killer cage 3 on r1c1 r1c2: sum'
    """
    return Label("rule", cells, rule=rule, part=part)


def given(cell: Cell, digit: int) -> Label:
    """A given of the puzzle.

    >>> str(given((3, 7), 5))
    'the given 5 in (3, 7)'
    """
    return Label("given", (cell,), digit=digit)


def found(cell: Cell, digit: int) -> Label:
    """A digit that an earlier step has found.

    >>> str(found((3, 7), 5))
    'the 5 found in (3, 7)'
    """
    return Label("found", (cell,), digit=digit)


def eliminated(cell: Cell, digit: int) -> Label:
    """A candidate that an earlier step has removed.

    >>> str(eliminated((3, 7), 5))
    'an earlier step: no 5 in (3, 7)'
    """
    return Label("eliminated", (cell,), digit=digit)


def short(label: Any) -> str:
    """The short form of a label; plain text is returned unchanged.

    >>> short(unit_has_digit(Unit("row 3", ()), 7)), short("my own rule")
    ('7 in row 3', 'my own rule')
    """
    return label.short if isinstance(label, Label) else str(label)
