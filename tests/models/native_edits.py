"""Changes that a user makes to the library's own model, said in the same words for every backend.

An editor knows one library. Its terms are pairs (coefficient, variable), where the variable is the library's own, and
its rows are the library's own constraints. None of its changes goes through the package.
"""

import copy
import operator
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import pulp
import pyomo.environ as pyo

from sudoku_models.backends import plain
from sudoku_models.errors import SudokuModelsError, UnsupportedError

SENSES = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
NUMBERS = range(1, 1_000_000)
"""For names. An editor is copied with its model, and Python 3.14 copies no `itertools.count`."""

CUT = re.compile(r"not (grid|solution) \d")
"""The names of what `exclude` adds."""

Terms = list[tuple[int, Any]]
"""(coefficient, variable), to be summed."""


class Row(NamedTuple):
    """A constraint that the user has added: the library's object (or its place), and what brings it back."""

    native: Any
    name: str
    parameter: Any = None
    kept: Any = None


class PyomoEditor:
    """Changes to a `ConcreteModel`."""

    def __init__(self, native: Any) -> None:
        self.native, self._numbers = native, iter(NUMBERS)

    def add(self, terms: Terms, sense: str, right: int) -> Row:
        """Add a constraint whose right-hand side is a parameter that can be changed."""
        name = f"mine_{next(self._numbers)}"
        parameter = pyo.Param(initialize=right, mutable=True, within=pyo.Any)
        self.native.add_component(f"{name}_right", parameter)
        row = pyo.Constraint(expr=SENSES[sense](self._sum(terms), parameter))
        self.native.add_component(name, row)
        return Row(row, name, parameter)

    def change_right(self, row: Row, right: int) -> None:
        row.parameter.value = right

    def change(self, row: Row, terms: Terms, sense: str, right: int) -> None:
        row.parameter.value = right
        row.native.set_value(SENSES[sense](self._sum(terms), row.parameter))

    def switch(self, row: Row, on: bool) -> None:
        (row.native.activate if on else row.native.deactivate)()

    def remove(self, row: Row) -> None:
        self.native.del_component(row.native)

    def variable(self, low: int, high: int) -> Any:
        name = f"own_{next(self._numbers)}"
        self.native.add_component(name, pyo.Var(domain=pyo.Integers, bounds=(low, high)))
        return self.native.component(name)

    def bounds(self, variable: Any) -> tuple[Any, Any]:
        return variable.bounds

    def bound(self, variable: Any, low: Any, high: Any) -> None:
        variable.setlb(low)
        variable.setub(high)

    def minimize(self, terms: Terms) -> None:
        self.drop_objective()
        self.native.own_objective = pyo.Objective(expr=self._sum(terms))

    def drop_objective(self) -> None:
        self.native.del_component("own_objective")

    @staticmethod
    def _sum(terms: Terms) -> Any:
        return sum(coefficient * variable for coefficient, variable in terms)


class PulpEditor:
    """Changes to an `LpProblem`."""

    def __init__(self, native: Any) -> None:
        self.native, self._numbers = native, iter(NUMBERS)

    def add(self, terms: Terms, sense: str, right: int) -> Row:
        name, row = f"mine_{next(self._numbers)}", SENSES[sense](self._sum(terms), right)
        self.native.addConstraint(row, name)
        return Row(row, name)

    def change_right(self, row: Row, right: int) -> None:
        row.native.changeRHS(right)

    def change(self, row: Row, terms: Terms, sense: str, right: int) -> None:
        new = SENSES[sense](self._sum(terms), right)
        row.native.expr, row.native.sense, row.native.constant = new.expr, new.sense, new.constant

    def switch(self, row: Row, on: bool) -> None:
        """The same object goes and comes back, at another place in the list."""
        if on:
            self.native.addConstraint(row.native, row.name)
        else:
            self.remove(row)

    def remove(self, row: Row) -> None:
        with warnings.catch_warnings():  # the one way that PuLP 3 has, and it warns of PuLP 4
            warnings.simplefilter("ignore", DeprecationWarning)
            del self.native.constraints[row.name]

    def variable(self, low: int, high: int) -> Any:
        return self.native.add_variable(f"own_{next(self._numbers)}", low, high, pulp.LpInteger)

    def bounds(self, variable: Any) -> tuple[Any, Any]:
        return variable.lowBound, variable.upBound

    def bound(self, variable: Any, low: Any, high: Any) -> None:
        variable.lowBound, variable.upBound = low, high

    def minimize(self, terms: Terms) -> None:
        self.native.setObjective(self._sum(terms))

    def drop_objective(self) -> None:
        self.native.objective = None

    @staticmethod
    def _sum(terms: Terms) -> Any:
        return pulp.LpAffineExpression([(variable, coefficient) for coefficient, variable in terms])


class CpSatEditor:
    """Changes to a `CpModel`, in its protocol buffer where its own verbs end."""

    def __init__(self, native: Any) -> None:
        self.native, self._numbers = native, iter(NUMBERS)

    def add(self, terms: Terms, sense: str, right: int) -> Row:
        name = f"mine_{next(self._numbers)}"
        constraint = self.native.add(SENSES[sense](self._sum(terms), right)).with_name(name)
        return Row(constraint.index, name, kept=[terms, sense, right])

    def change_right(self, row: Row, right: int) -> None:
        terms, sense, _ = row.kept
        self.change(row, terms, sense, right)

    def change(self, row: Row, terms: Terms, sense: str, right: int) -> None:
        row.kept[:] = terms, sense, right
        low, high = {"<=": (-(2**63), right), ">=": (right, 2**63 - 1), "==": (right, right)}[sense]
        linear = self.native.proto.constraints[row.native].linear
        for numbers, new in (
            (linear.vars, [variable.index for _, variable in terms]),
            (linear.coeffs, [coefficient for coefficient, _ in terms]),
            (linear.domain, [low, high]),
        ):
            numbers.clear()
            numbers.extend(new)

    def switch(self, row: Row, on: bool) -> None:
        """The list of constraints cannot lose an item, so the constraint is emptied."""
        if on:
            self.change(row, *row.kept)
        else:
            self.native.proto.constraints[row.native].clear_linear()

    def remove(self, row: Row) -> None:
        self.switch(row, on=False)

    def variable(self, low: int, high: int) -> Any:
        return self.native.new_int_var(low, high, f"own_{next(self._numbers)}")

    def bounds(self, variable: Any) -> tuple[Any, Any]:
        domain = list(self.native.proto.variables[variable.index].domain)
        return domain[0], domain[-1]

    def bound(self, variable: Any, low: Any, high: Any) -> None:
        domain = self.native.proto.variables[variable.index].domain
        domain.clear()
        domain.extend([low, high])

    def minimize(self, terms: Terms) -> None:
        self.native.minimize(self._sum(terms))

    def drop_objective(self) -> None:
        self.native.clear_objective()

    @staticmethod
    def _sum(terms: Terms) -> Any:
        return sum(coefficient * variable for coefficient, variable in terms)


Editor = PyomoEditor | PulpEditor | CpSatEditor
EDITORS = {"pyomo": PyomoEditor, "pulp": PulpEditor, "cpsat": CpSatEditor}


def holds(terms: list[tuple[int, Any]], sense: str, right: int, values: Any) -> bool:
    """Whether these values keep a linear constraint whose terms are (coefficient, key)."""
    return bool(SENSES[sense](sum(c * values[key] for c, key in terms), right))


@dataclass
class Addition:
    """A linear constraint that the user has added natively, over the keys of variables."""

    terms: list[tuple[int, Any]]
    sense: str
    right: int
    row: Row
    is_on: bool = True

    def allows(self, values: Any) -> bool:
        return not self.is_on or holds(self.terms, self.sense, self.right, values)


class Edited:
    """A model whose library's own model the user edits; the truth about it counts the additions."""

    asked: Any
    """The model of the package."""
    cuts: list[Any]
    """What was excluded."""

    def __init__(self, backend: str, native: Any) -> None:
        self.editor: Editor = EDITORS[backend](native)
        self.additions: list[Addition] = []
        self.was_edited = False

    @contextmanager
    def refusals_allowed(self, *kinds: type[Exception]) -> Iterator[None]:
        """A model that was changed natively may be refused with a sentence; nothing else may be raised.

        A question leaves the library's own model as the user has stated it.
        """
        before = self.stated()
        try:
            yield
        except (UnsupportedError, *kinds) as refusal:
            if not (self.was_edited or isinstance(refusal, kinds)):
                raise
        assert self.stated() == before, "a question has changed the library's own model"

    def stated(self) -> Any:
        """The columns and rows of the library's own model, without those of what was excluded."""
        try:
            read = plain(self.asked.m)
        except SudokuModelsError:
            return None
        prefixes = ("below_", "above_") if self.cuts else ()
        columns = [name for name in map(str, read.variables) if not name.startswith(prefixes)]
        rows = [record for record in read.records if not CUT.match(record.name)]
        return columns, rows, read.minimised

    def copied(self) -> Any:
        """A copy with a truth of its own; None when the model refuses to be copied."""
        with self.refusals_allowed(SudokuModelsError):
            return copy.deepcopy(self)
        return None

    def native_terms(self, terms: list[tuple[int, Any]]) -> Terms:
        """The same terms over the library's own variables."""
        raise NotImplementedError

    def add(self, terms: list[tuple[int, Any]], sense: str, right: int) -> None:
        self.was_edited = True
        row = self.editor.add(self.native_terms(terms), sense, right)
        self.additions.append(Addition(terms, sense, right, row))

    def change(self, k: int, terms: list[tuple[int, Any]] | None, sense: str, right: int) -> None:
        """Change an addition in place: its right-hand side, or all of it."""
        addition = self.additions[k]
        if not addition.is_on:
            return
        addition.right = right
        if terms is None:
            self.editor.change_right(addition.row, right)
        else:
            addition.terms, addition.sense = terms, sense
            self.editor.change(addition.row, self.native_terms(terms), sense, right)

    def switch(self, k: int) -> None:
        addition = self.additions[k]
        addition.is_on = not addition.is_on
        self.editor.switch(addition.row, addition.is_on)

    def remove(self, k: int) -> None:
        addition = self.additions.pop(k)
        if addition.is_on:
            self.editor.remove(addition.row)
