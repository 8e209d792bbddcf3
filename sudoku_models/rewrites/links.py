"""The binaries that rewrites add, by their meaning, and names for their rows."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from ..backends import Backend, Column

__all__ = ["Links", "unused"]


@dataclass
class Links:
    """The binaries that rewrites have added, by their meaning. No-good cuts use them.

    Attributes:
        indicator: (column of x, value) -> the binary that is 1 when x takes the value.
        copies: (column of x, value, binary): further indicators, where a rewrite gives each constraint its own.
        order: (column of a, column of b) -> the binary that is 1 when a > b.
        permutations: sets of columns that take each value of their domain once; None until they are computed.
    """

    indicator: dict[tuple[Column, int], Any] = field(default_factory=dict)
    copies: list[tuple[Column, int, Any]] = field(default_factory=list)
    order: dict[tuple[Column, Column], Any] = field(default_factory=dict)
    permutations: list[tuple[Column, ...]] | None = None

    def indicators(self) -> list[tuple[Column, int, Any]]:
        """All indicators as (column of x, value, binary), copies too."""
        return [*((column, value, y) for (column, value), y in self.indicator.items()), *self.copies]

    def clear(self) -> None:
        """The constraints that gave the binaries their meaning are no longer what they were."""
        self.indicator.clear()
        self.copies.clear()
        self.order.clear()
        self.permutations = None

    def on(self, other: Backend, m: Backend) -> "Links":
        """The same links in a copy of the model, which has the same columns."""

        def same(variable: Any) -> Any:
            return other.variables[m.column(variable)]

        indicator = {place: same(y) for place, y in self.indicator.items()}
        copies = [(column, value, same(y)) for column, value, y in self.copies]
        order = {pair: same(z) for pair, z in self.order.items()}
        return Links(indicator, copies, order, self.permutations)


def unused(m: Backend, label: Any, logic: bool = False) -> Any:
    """This label, with a number appended when a constraint of the model already has it.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "a", 1, 3)
    >>> _ = m.add(x["a"] <= 2, "small")
    >>> unused(m, "small"), unused(m, "large")
    ('small (2)', 'large')
    """
    if not m.is_stated(str(label), logic):
        return label
    return next(name for k in count(2) if not m.is_stated(name := f"{label} ({k})", logic))
