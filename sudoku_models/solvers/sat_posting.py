"""A model as clauses and assumptions, updated to the changes of the model. SAT sessions pass them to their solver."""

from collections.abc import Sequence
from math import ceil, floor
from operator import gt, lt

from ..backends import Backend, Column, Constraint, Exclude, PlainModel, Table
from ..errors import UnsupportedError
from ..rewrites.clauses import Formula, add_constraint, indicators
from ..rewrites.selectors import selectors_of
from ..runtime.interrupts import check_interrupt
from ..runtime.limits import check_deadline
from .protocol import rounded_bounds

LARGEST_DOMAIN = 1_000
"""A variable with more values is refused: each one is a Boolean variable."""
LARGEST = 2**53
"""Values are passed as floating-point numbers, which are exact below."""


class Clauses:
    """The clauses of a model. `update` brings them up to date.

    Args:
        m: The model.
        solver: The name of the solver in messages.
        encoding: The encoding of at-most-one, see `rewrites.clauses`.

    Attributes:
        formula: The clauses, and the literals of the columns' values. It only grows; when the clauses have to start
            again, it is a new one.
        assumptions: Literals to assume for the model as it stands: the guards of the constraints that have one, and
            the bounds that are narrower than the domains.
    """

    def __init__(self, m: Backend | PlainModel, solver: str, encoding: str) -> None:
        self.m, self.solver, self.encoding = m, solver, encoding
        self.start_again()

    def start_again(self) -> None:
        """Forget everything, so that the next update begins with an empty formula."""
        self.formula = Formula(self.encoding)
        self.assumptions: list[int] = []
        self._is_begun = False
        self._rows: dict[
            int, tuple[Constraint, int]
        ] = {}  # constraints by their ids, kept so that ids are not reused; guards
        self._lowest, self._highest = list[int](), list[int]()  # the domains of the columns

    def update(self) -> None:
        """Bring the clauses and assumptions up to date. When they have to start again, the formula is a new one.

        Raises:
            UnsupportedError: When a variable or a constraint cannot be written as clauses; the message names it.
            TimeLimit: At the deadline.
            KeyboardInterrupt: When Ctrl-C was pressed.
        """
        lower, upper = self._bounds()
        rows = list(self.m.records)
        gone = self._rows.keys() - set(map(id, rows))
        is_larger = any(map(lt, lower, self._lowest)) or any(map(gt, upper, self._highest))
        if is_larger or not all(self._rows[key][1] for key in gone):
            self.start_again()
            gone.clear()
        try:
            self._add_columns(lower, upper)
            self.formula.add([-self._rows.pop(key)[1]] for key in gone)
            self._add_rows([row for row in rows if id(row) not in self._rows])
        except BaseException:
            self.start_again()  # a part of the clauses is of no use
            raise
        self._assume(lower, upper)
        self._is_begun = True

    def _bounds(self) -> tuple[list[int], list[int]]:
        lower, upper = rounded_bounds(self.m, self.solver)
        for k in self.m.auxiliary:
            upper[k] = lower[k]
        for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if high - low >= LARGEST_DOMAIN or max(-low, high) >= LARGEST:
                raise UnsupportedError(
                    f"{self.solver} supports up to {LARGEST_DOMAIN:,} values of a variable, all below {LARGEST:,}, and "
                    f"those of {self.m.variables[k]} are {low} to {high}"
                )
        return lower, upper

    def _add_columns(self, lower: list[int], upper: list[int]) -> None:
        """New variables, with the domains that they were declared with."""
        for k in range(len(self._lowest), len(lower)):
            check_deadline()
            low, high = lower[k], upper[k]
            if low == high and k not in self.m.auxiliary:
                first, last = self.m.declared(k)
                if last - first < LARGEST_DOMAIN:  # it may have no bounds once it is free
                    low, high = min(ceil(first), low), max(floor(last), high)
            indicators(self.formula, low, high)
            self._lowest.append(low)
            self._highest.append(high)

    def _add_rows(self, records: list[Constraint]) -> None:
        """New constraints; those that may be removed again get a guard."""
        if not self._is_begun and any(isinstance(record, Table) for record in records):
            columns = self.formula.columns  # these rows hold as long as the formula does
            self.formula.selectors = selectors_of(records, lambda k: columns[k].keys() == {0, 1})
        for record in records:
            check_interrupt()
            check_deadline()
            guard = self.formula.new() if self._is_begun or isinstance(record, Exclude) else 0
            self.formula.guard = guard
            add_constraint(self.formula, record)
            self.formula.guard = 0
            self._rows[id(record)] = record, guard

    def _assume(self, lower: list[int], upper: list[int]) -> None:
        self.assumptions = [guard for _, guard in self._rows.values() if guard]
        ends = zip(lower, upper, self._lowest, self._highest, strict=True)
        for k in [k for k, (low, high, lowest, highest) in enumerate(ends) if low > lowest or high < highest]:
            values = self.formula.columns[k]
            if lower[k] == upper[k]:
                self.assumptions.append(values[lower[k]])
            else:
                self.assumptions += [-literal for d, literal in values.items() if not lower[k] <= d <= upper[k]]

    # -- solutions --------------------------------------------------------------------------------------------------

    def values(self, model: list[int]) -> list[float]:
        """The values of the columns in a model of the clauses; a variable beyond its end is false."""
        return list(self._taken({*model, *range(-self.formula.size, -len(model))}).values())

    def settled_values(self, implied: list[int]) -> list[float] | None:
        """The values of the columns where only these literals are known; None when some column is not settled."""
        taken = self._taken(set(implied))
        return list(taken.values()) if len(taken) == len(self.formula.columns) else None

    def _taken(self, true: set[int]) -> dict[Column, float]:
        """The value of each column of which a literal is true."""
        columns = enumerate(self.formula.columns)
        return {k: float(d) for k, values in columns for d, literal in values.items() if literal in true}

    def exclude(self, values: Sequence[float]) -> None:
        """Add the clause that some column has another value; the values of auxiliary columns do not matter."""
        chosen = enumerate(zip(self.formula.columns, values, strict=True))
        self.formula.add([[-of[int(value)] for k, (of, value) in chosen if k not in self.m.auxiliary]])
