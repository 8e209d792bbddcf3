"""What a hint marks on the board, until the next move."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..explain import Step
from ..puzzles.board import Board, Cell

__all__ = ["Highlights"]


@dataclass(frozen=True)
class Highlights:
    """Marked cells, and digits that are not the player's.

    Attributes:
        wrong: Cells whose digit is wrong.
        reason: Cells to look at.
        puts: Digits that a step finds.
        removes: Candidates that a step takes away; drawn struck through.
        candidates: What the cells of the step can hold before it.
        digits: Cells whose digits a step rests on.
        unit: The cells of the unit in which a step looks for a digit.
    """

    wrong: Collection[Cell] = ()
    reason: Collection[Cell] = ()
    puts: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    candidates: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    digits: Collection[Cell] = ()
    unit: Collection[Cell] = ()

    @classmethod
    def of(cls, step: Step, candidates: Mapping[Cell, frozenset[int]]) -> "Highlights":
        """What a step of an explanation marks.

        Args:
            step: The step.
            candidates: What was left before it, for the cells that it speaks of.
        """
        digits = tuple(i for i in step.given_cells if i not in step.cells)
        unit = step.unit.cells if step.unit else ()
        return cls((), step.cells, step.puts, step.removes, candidates, digits, unit)

    def plain(self, board: Board) -> dict[str, Any]:
        """The same for the page: cells as numbers, row by row from 0.

        >>> Highlights(reason=[(1, 2)], puts={(1, 2): 3}).plain(Board.of_size(4))["puts"]
        [[1, 3]]
        """
        number = {cell: k for k, cell in enumerate(board.cells)}
        return {
            "wrong": [number[i] for i in self.wrong],
            "reason": [number[i] for i in self.reason],
            "digits": [number[i] for i in self.digits],
            "unit": [number[i] for i in self.unit],
            "puts": [[number[i], d] for i, d in self.puts.items()],
            "removes": [[number[i], sorted(digits)] for i, digits in self.removes.items()],
            "candidates": [[number[i], sorted(digits)] for i, digits in self.candidates.items()],
        }
