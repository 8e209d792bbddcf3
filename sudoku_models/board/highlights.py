"""The highlights of a hint on the board, until the next move."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..explain import ChainLink, Step
from ..puzzles.board import Board, Cell

__all__ = ["Highlights"]


@dataclass(frozen=True)
class Highlights:
    """The cells, digits and candidates that a hint highlights.

    Attributes:
        wrong: Cells whose digit is wrong.
        reason: Cells of the step.
        puts: Digits that a step finds.
        removes: Candidates that a step removes; drawn struck through.
        candidates: The candidates of the cells of the step before it.
        digits: Cells whose digits a step rests on.
        units: The cells of each unit and each further rule that a step rests on, the main one first. A unit that only
            has a digit already is not among them: the digit is in `digits`.
        links: The links of a chain, drawn as arrows from candidate to candidate.
    """

    wrong: Collection[Cell] = ()
    reason: Collection[Cell] = ()
    puts: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    candidates: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    digits: Collection[Cell] = ()
    units: Collection[Collection[Cell]] = ()
    links: Collection[ChainLink] = ()

    @classmethod
    def of(cls, step: Step, candidates: Mapping[Cell, frozenset[int]]) -> "Highlights":
        """The highlights of a step of an explanation.

        Args:
            step: The step.
            candidates: The candidates of its cells before it.
        """
        digits = tuple(i for i in step.given_cells if i not in step.cells)
        return cls((), step.cells, step.puts, step.removes, candidates, digits, _units(step), step.links)

    def plain(self, board: Board) -> dict[str, Any]:
        """The highlights as plain data for the page: cells as numbers, row by row from 0.

        >>> Highlights(reason=[(1, 2)], puts={(1, 2): 3}).plain(Board.of_size(4))["puts"]
        [[1, 3]]
        """
        number = {cell: k for k, cell in enumerate(board.cells)}
        return {
            "wrong": [number[i] for i in self.wrong],
            "reason": [number[i] for i in self.reason],
            "digits": [number[i] for i in self.digits],
            "units": [[number[i] for i in cells] for cells in self.units],
            "puts": [[number[i], d] for i, d in self.puts.items()],
            "removes": [[number[i], sorted(digits)] for i, digits in self.removes.items()],
            "candidates": [[number[i], sorted(digits)] for i, digits in self.candidates.items()],
            "links": [
                [number[start], d, number[end], e, kind]
                for link in self.links
                for start, d, end, e, kind in link.arrows()
            ],
        }


def _units(step: Step) -> tuple[tuple[Cell, ...], ...]:
    """The cells of the units and rules that a step rests on, without those that only have a digit already."""
    held = [(label.cells[0], label.digit) for label in step.labels if label.kind in ("given", "found")]
    found: dict[tuple[Cell, ...], None] = {}
    for label in step.labels:
        has = label.kind == "unit" and any(d == label.digit and i in label.cells for i, d in held)
        if label.kind in ("unit", "different", "rule") and not has:
            found[label.cells] = None
    return tuple(found)
