"""The SAT solver that decides whether named rules force a condition."""

import math
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..backends import Backend, Column, Constraint
from ..errors import InputError, UnsupportedError
from ..rewrites.clauses import Formula, add_constraint, indicators
from ..runtime.limits import check_deadline
from ..solvers.sat import Glucose, solve_in_slices

WIDEST, MOST_CLAUSES = 1_000, 2_000_000
"""The most values of a variable, and the most clauses of a model; a 25x25 board needs about 700,000, and long
sandwiches in `assignment` twice as many."""

SLICE = 50_000
"""Clauses between two looks at the clock."""

Values = Mapping[Column, int]
"""The value of each variable."""


class Condition(NamedTuple):
    """A variable has a value."""

    column: Column
    value: int


Name = str | Condition
"""A rule, by its name, or a fact."""


def rules_first(names: Iterable[Name]) -> list[Name]:
    """These names, with rules before facts."""
    return sorted(names, key=lambda name: not isinstance(name, str))


Rules = Mapping[str, Sequence[Constraint]]
"""The constraints of each name."""


class IncrementalSat:
    """One live SAT solver. The clauses of a rule hold if its selector is assumed; a fact is the literal of its value.

    What the solver learns from one question helps with the next.

    Attributes:
        calls: The number of questions so far.

    Source: N. Een, N. Sorensson, "Temporal induction by incremental SAT solving", ENTCS 89, 2003, for assumptions;
    G. Audemard, L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009, for Glucose.

    Raises:
        UnsupportedError: When the model cannot be written as clauses, or would need too many.
    """

    def __init__(self, m: Backend, rules: Rules, always: Sequence[Constraint] = ()) -> None:
        self.calls = 0
        self._formula = Formula()
        self._solver = Glucose()
        self._size = 0
        for k, x in enumerate(m.variables):
            low, high = m.declared(k)
            if not (m.is_integer(k) and high - low <= WIDEST):
                raise UnsupportedError(f"{x} is not an integer with at most {WIDEST} values")
            indicators(self._formula, math.ceil(low), math.floor(high))
        for constraint in always:
            add_constraint(self._formula, constraint)
        self._pass()
        columns = enumerate(self._formula.columns)
        self._meaning = {literal: (k, value) for k, of in columns for value, literal in of.items()}
        self._selectors = {name: self._selected(rule) for name, rule in rules.items()}
        self._impossible = self._formula.new()
        self._solver.add_clause([-self._impossible])
        self._lock = threading.Lock()  # another thread may ask while the solver runs without the interpreter lock

    def _selected(self, rule: Sequence[Constraint]) -> int:
        """A literal with which these constraints hold."""
        self._formula.guard = selector = self._formula.new()
        for constraint in rule:
            add_constraint(self._formula, constraint)
        self._formula.guard = 0
        self._pass()
        return selector

    def _pass(self) -> None:
        clauses = self._formula.take()
        self._size += len(clauses)
        if self._size > MOST_CLAUSES:
            raise UnsupportedError(f"the model needs more than {MOST_CLAUSES} clauses")
        for start in range(0, len(clauses), SLICE):
            check_deadline()
            self._solver.append_formula(clauses[start : start + SLICE])

    def core(self, names: Collection[Name], goals: Sequence[Condition]) -> frozenset[Name] | None:
        """Some of these rules and facts that force all goals; None when even all of them do not.

        Raises:
            InputError: When there is no rule of a name.
            TimeLimit: When the time is up.
        """
        with self._lock:
            if self._is_satisfiable(names, goals):
                return None
            core = frozenset(self._solver.get_core() or [])
        return frozenset(name for name in names if self._literal(name) in core)

    def counterexample(self, names: Collection[Name], goals: Sequence[Condition]) -> Values | None:
        """Values that satisfy these rules and facts but not every goal; None when the goals are forced.

        Raises:
            InputError: When there is no rule of a name.
            TimeLimit: When the time is up.
        """
        with self._lock:
            if not self._is_satisfiable(names, goals):
                return None
            meaning = self._meaning
            return dict(meaning[literal] for literal in self._solver.get_model() if literal in meaning)

    def _literal(self, name: Name) -> int:
        if isinstance(name, Condition):
            return self._formula.columns[name.column].get(name.value, self._impossible)
        if name not in self._selectors:
            raise InputError(f"the model has no constraint {name!r}")
        return self._selectors[name]

    def _denial(self, goals: Sequence[Condition]) -> list[int]:
        """Literals to assume, with which not every goal holds."""
        if len(goals) <= 1:
            return [-self._literal(goal) for goal in goals]
        some = self._formula.new()
        self._solver.add_clause([-some, *(-self._literal(goal) for goal in goals)])
        return [some]

    def _is_satisfiable(self, names: Collection[Name], goals: Sequence[Condition]) -> bool:
        self.calls += 1
        assumed = [*map(self._literal, rules_first(names)), *self._denial(goals)]
        return solve_in_slices(self._solver, assumed, check_deadline)
