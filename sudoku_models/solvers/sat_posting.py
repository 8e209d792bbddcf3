"""A model as clauses and assumptions, updated to the changes of the model. SAT sessions pass them to their solver."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..backends import Backend, Exclude, Table
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

    def __init__(self, m: Backend, solver: str, encoding: str) -> None:
        self.m, self.solver, self.encoding = m, solver, encoding
        self.start_again()

    def start_again(self) -> None:
        """Forget everything, so that the next update begins with an empty formula."""
        self.formula = Formula(self.encoding)
        self.assumptions: list[int] = []
        self._is_begun = False
        self._rows: dict[int, tuple[Any, int]] = {}  # constraints by their ids, kept so that ids are not reused; guards
        self._lowest, self._highest = np.empty(0, int), np.empty(0, int)  # the domains of the columns
        self._literals = _Literals(self.formula, frozenset())

    def update(self) -> None:
        """Bring the clauses and assumptions up to date. When they have to start again, the formula is a new one.

        Raises:
            UnsupportedError: When a variable or a constraint cannot be written as clauses; the message names it.
            TimeLimit: At the deadline.
            KeyboardInterrupt: When Ctrl-C was pressed.
        """
        lower, upper = self._bounds()
        rows = self.m.constraints()
        gone = self._rows.keys() - set(map(id, rows))
        known = len(self._lowest)
        is_larger = (lower[:known] < self._lowest).any() or (upper[:known] > self._highest).any()
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

    def _bounds(self) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_]]:
        lower, upper = rounded_bounds(self.m, self.solver)
        for k in self.m.auxiliary:
            upper[k] = lower[k]
        for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if high - low >= LARGEST_DOMAIN or max(-low, high) >= LARGEST:
                raise UnsupportedError(
                    f"{self.solver} supports up to {LARGEST_DOMAIN:,} values of a variable, all below {LARGEST:,}, and "
                    f"those of {self.m.variables[k]} are {low} to {high}"
                )
        return np.array(lower, int), np.array(upper, int)

    def _add_columns(self, lower: npt.NDArray[np.int_], upper: npt.NDArray[np.int_]) -> None:
        """New variables, with the domains that they were declared with."""
        known, total = len(self._lowest), len(lower)
        if known == total:
            return
        lowest, highest = lower.copy(), upper.copy()
        for k in np.flatnonzero(lower == upper).tolist():
            low, high = self.m.declared(k)
            if high - low < LARGEST_DOMAIN:  # it may have no bounds once it is free
                lowest[k], highest[k] = min(np.ceil(low), lower[k]), max(np.floor(high), upper[k])
        for k in self.m.auxiliary:
            highest[k] = lowest[k]
        for k in range(known, total):
            check_deadline()
            indicators(self.formula, int(lowest[k]), int(highest[k]))
        self._lowest = np.append(self._lowest, lowest[known:])
        self._highest = np.append(self._highest, highest[known:])
        self._literals = _Literals(self.formula, frozenset(self.m.auxiliary))

    def _add_rows(self, rows: list[Any]) -> None:
        """New constraints; those that may be removed again get a guard."""
        records = self.m.read(rows)
        if not self._is_begun and any(isinstance(record, Table) for record in records):
            columns = self.formula.columns  # these rows hold as long as the formula does
            self.formula.selectors = selectors_of(records, lambda k: columns[k].keys() == {0, 1})
        for row, record in zip(rows, records, strict=True):
            check_interrupt()
            check_deadline()
            guard = self.formula.new() if self._is_begun or isinstance(record, Exclude) else 0
            self.formula.guard = guard
            add_constraint(self.formula, record)
            self.formula.guard = 0
            self._rows[id(row)] = row, guard

    def _assume(self, lower: npt.NDArray[np.int_], upper: npt.NDArray[np.int_]) -> None:
        self.assumptions = [guard for _, guard in self._rows.values() if guard]
        for k in np.flatnonzero((lower > self._lowest) | (upper < self._highest)).tolist():
            values = self.formula.columns[k]
            if lower[k] == upper[k]:
                self.assumptions.append(values[int(lower[k])])
            else:
                self.assumptions += [-literal for d, literal in values.items() if not lower[k] <= d <= upper[k]]

    # -- solutions --------------------------------------------------------------------------------------------------

    def values(self, model: list[int]) -> npt.NDArray[np.float64]:
        """The values of the columns in a model of the clauses; a Boolean variable that is not in it is false."""
        return self._literals.values(self._literals.true_in(model, -1))

    def settled_values(self, implied: list[int]) -> npt.NDArray[np.float64] | None:
        """The values of the columns where only these literals are known; None when some column is not settled."""
        is_true = self._literals.true_in(implied, 0)
        return self._literals.values(is_true) if self._literals.is_total(is_true) else None

    def exclude(self, values: npt.NDArray[np.float64]) -> None:
        """Add the clause that some column has another value."""
        self.formula.add([self._literals.differs_from(values)])


class _Literals:
    """The literals of all values of the columns, as arrays. Columns whose values do not matter are left out."""

    def __init__(self, formula: Formula, auxiliary: frozenset[int]) -> None:
        every = [
            (k, value, literal)
            for k, values in enumerate(formula.columns)
            if k not in auxiliary
            for value, literal in values.items()
        ]
        self._columns, self._values, self._literals = np.array(every, int).reshape(-1, 3).T
        self._default = np.array([min(values, default=0) for values in formula.columns], float)
        self._width = len(set(self._columns.tolist()))

    def true_in(self, literals: list[int], otherwise: int) -> npt.NDArray[np.bool_]:
        """Whether each value is taken. `otherwise` stands for variables that are not given: false (-1), unknown (0)."""
        given = np.array(literals, int)
        size = max(np.abs(given).max(initial=0), np.abs(self._literals).max(initial=0))
        signs = np.full(size + 1, otherwise)
        signs[np.abs(given)] = np.sign(given)
        return np.asarray(signs[np.abs(self._literals)] == np.sign(self._literals))

    def is_total(self, is_true: npt.NDArray[np.bool_]) -> bool:
        """Whether each column has a value."""
        return int(is_true.sum()) == self._width

    def values(self, is_true: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """The value of each column."""
        values = self._default.copy()
        values[self._columns[is_true]] = self._values[is_true]
        return values

    def differs_from(self, values: npt.NDArray[np.float64]) -> list[int]:
        """The clause that some column has another value."""
        clause: list[int] = (-self._literals[self._values == values[self._columns]]).tolist()
        return clause
