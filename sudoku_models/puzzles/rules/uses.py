"""What a rule declares about its uses: how it is drawn by hand, and how it is placed at random."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple


class Tool(NamedTuple):
    """How a kind of rule is drawn on a board that is designed.

    | drawn by   | the cells of the rule                                                            |
    |------------|----------------------------------------------------------------------------------|
    | "cells"    | those that are dragged over, in any order; they touch                            |
    | "path"     | those that are dragged over, in this order; each touches the one before          |
    | "pair"     | two neighbours; or a press on the side between them                              |
    | "each"     | those that are dragged over, or pressed; they need not touch                     |
    | "corner"   | the four cells around a corner that is pressed, or four that are dragged over    |
    | "line"     | the whole row, column or diagonal, from the side where the drag begins           |

    Attributes:
        label: Its name on the page.
        drawn: See the table.
        say: How it is drawn, in a sentence.
        value: What its value is; empty when it has none.
        field: The field of the rule that is its value.
        usual: The value that is offered.
        optional: Whether it may be left out.
    """

    label: str
    drawn: Literal["cells", "path", "pair", "each", "corner", "line"]
    say: str
    value: str = ""
    field: str = ""
    usual: str = ""
    optional: bool = False


Place = Callable[[Any, float], list[Any]]
"""Places rules that hold in the grid of a `Sketch`, in random order, for a share of what is possible."""


@dataclass(frozen=True)
class Kind:
    """A kind of rules that the generator knows: rules that are placed in a full grid, or a board.

    Args:
        title: What it is.
        place: Places rules that hold in the grid of a sketch, in random order, for a share of what is possible: of the
            cells for cages and lines, of the places for marks and clues. None for a board.
        share: The share when none is requested.
        is_line: Whether its rules take cells that no other line may use; several kinds of lines divide the board.
        all_given: The rule that is added when all marks are placed.
        board: Makes the board, for which a full grid is found, from one without it.
    """

    title: str
    place: Place | None = None
    share: float = 1.0
    is_line: bool = False
    all_given: Any = None
    board: Callable[[Any, random.Random], Any] | None = None
