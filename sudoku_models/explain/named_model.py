"""A model whose constraints can be used one by one, by their names; for any model see `models.conflict`."""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..backends import Backend, Column, Constraint, Definition, columns_of
from ..models.hitting_sets import Search
from ..models.satisfaction import is_satisfied
from ..puzzles.labels import Label
from .engines import Condition, IncrementalSat, Name, Values, rules_first


class Denial(NamedTuple):
    """Values that deny a goal, and the rules that they break."""

    values: Values
    broken: frozenset[str]

    def violates(self, name: Name) -> bool:
        """Whether the values violate a rule or a fact."""
        return name in self.broken if isinstance(name, str) else self.values.get(name.column, name.value) != name.value


class NamedModel:
    """A model whose constraints can be used one by one, by their names.

    All constraints of one further rule of a board, such as a killer cage, are used together, under the name of the
    rule. Constraints that only say what an added binary means always hold.

    Attributes:
        rules: The constraints by name; a number is added to a name that occurs again.
        labels: The label of each rule.
        definitions: The constraints that always hold.
    """

    def __init__(self, m: Backend) -> None:
        self.m = m
        read = m.records
        self.definitions = tuple(each for each in read if isinstance(each.label, Definition))
        self.rules, self.labels = _by_name([each for each in read if not isinstance(each.label, Definition)])
        meaning = self._meaning_of_columns()
        self.scope = {
            name: frozenset(other for each in rule for k in columns_of(each) for other in (k, *meaning.get(k, ())))
            for name, rule in self.rules.items()
        }
        self.touching: dict[Column, list[str]] = {}
        for name, columns in self.scope.items():
            for k in columns:
                self.touching.setdefault(k, []).append(name)

    def _meaning_of_columns(self) -> dict[Column, set[Column]]:
        """The columns of the definitions of each added binary."""
        found: dict[Column, set[Column]] = {}
        for definition in self.definitions:
            columns = set(columns_of(definition))
            for k in columns & self.m.determined:
                found.setdefault(k, set()).update(columns)
        return found

    @cached_property
    def sat(self) -> IncrementalSat:
        """The SAT solver with these rules."""
        return IncrementalSat(self.m, self.rules, self.definitions)

    def minimal(
        self,
        names: Iterable[Name],
        goal: Condition | None,
        below: float = math.inf,
        always: Sequence[Condition] = (),
    ) -> list[Name] | None:
        """A minimal part of these rules and facts that forces the goal; None when even all of them do not.

        Names are left out in order, rules before facts. A name outside the last core is left out without a question, so
        cores save time and do not change the result. The result is also None when the part would not have fewer than
        `below` names: a name that cannot be left out once cannot be left out later. Conditions in `always` are neither
        left out nor counted.
        """
        goals = [goal] if goal else []
        kept = rules_first(names)
        core = self.sat.core([*kept, *always], goals)
        if core is None:
            return None
        needed = 0
        for name in [*kept]:
            if needed >= below:
                return None
            rest = [other for other in kept if other != name]
            if name in core:
                smaller = self.sat.core([*rest, *always], goals)
                if smaller is None:
                    needed += 1
                    continue
                core = smaller
            kept = rest
        return None if needed >= below else kept

    def small(self, names: Sequence[Name], goal: Condition | None, below: float = math.inf) -> list[Name] | None:
        """The smaller of two minimal parts: names are left out in this order, and in the reverse order."""
        found = self.minimal(names, goal, below)
        if found is None and below == math.inf:
            return None
        other = self.minimal(names[::-1], goal, below if found is None else len(found))
        return found if other is None else other

    def search(
        self, names: Sequence[Name], goal: Condition | None, known: list[Denial], below: float = math.inf
    ) -> Search:
        """The search for a smallest part that forces the goal, see `hitting_sets`."""
        goals = [goal] if goal else []

        def counterexample(chosen: list[Name]) -> Denial | None:
            values = self.sat.counterexample(chosen, goals)
            return None if values is None else Denial(values, self.broken(values))

        return Search(names, counterexample, lambda some, fewer: self.small(some, goal, fewer), known, below)

    def broken(self, values: Values) -> frozenset[str]:
        """The rules that these values break; a variable without a value has the lowest one of its domain."""
        whole = [values.get(k, self.m.declared(k)[0]) for k in range(len(self.m.variables))]
        return frozenset(
            name for name, rule in self.rules.items() if not all(is_satisfied(each, whole) for each in rule)
        )


def _by_name(constraints: Iterable[Constraint]) -> tuple[dict[str, tuple[Constraint, ...]], dict[str, Any]]:
    """The constraints by name, and the label of each name; those of one further rule of a board together."""
    constraints = list(constraints)
    labels = [each.label for each in constraints if isinstance(each.label, Label) and each.label.kind == "rule"]
    rules = {str(label.rule): Label("rule", label.cells, rule=label.rule) for label in labels}
    found: dict[str, tuple[Constraint, ...]] = {}
    named: dict[str, Any] = {}
    for each in constraints:
        name, k = _rule_of(each.label), 2
        if name in rules:
            found[name], named[name] = (*found.get(name, ()), each), rules[name]
            continue
        name = each.name
        while name in found:
            name, k = f"{each.name} ({k})", k + 1
        found[name], named[name] = (each,), each.label
    return found, named


def _rule_of(label: Any) -> str:
    """The name of the further rule of a board that the label belongs to, which may be a unit of the rule."""
    if not isinstance(label, Label):
        return ""
    return str(label.rule) if label.kind == "rule" else label.unit.name if label.unit else ""
