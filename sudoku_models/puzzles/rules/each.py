"""What rules on each cell by itself have in common."""

from dataclasses import dataclass
from typing import Any

from ..units import Cell
from .rule import CellRule, CellView, coordinates


@dataclass(frozen=True)
class EachCell(CellRule):
    """Each cell holds one of some digits, whatever the others hold. Defined as a domain with gaps."""

    def allows(self, digit: int) -> bool:
        """Whether its cells may hold a digit."""
        raise NotImplementedError

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(map(self.allows, digits))

    def define(self, m: Any, cells: CellView) -> None:
        """A table of one column for each cell."""
        allowed = [(d,) for d in range(1, cells.size + 1) if self.allows(d)]
        for i in self.cells:
            m.table([cells.value(i)], allowed, self.label(coordinates(i)))

    def step(self, state: Any, position: int, digit: int) -> Any:
        return state if self.allows(digit) else None

    def violation(self, digits: tuple[int, ...]) -> int:
        return sum(not self.allows(d) for d in digits)

    def role(self, cell: Cell) -> str:
        return self.title
