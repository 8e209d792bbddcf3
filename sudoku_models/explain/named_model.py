"""Minimal sets of named constraints and fixed variables, for any model."""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..backends import AllDifferent, Backend, Column, Constraint, Definition, columns_of
from ..errors import InputError
from ..models.problem import Problem
from ..models.satisfaction import holds
from ..models.sudoku_model import SudokuModel
from ..puzzles.labels import Label
from .engines import Condition, Core, IncrementalSat, Values

__all__ = ["Name", "NamedModel", "minimal_names", "parts"]

Name = str | Condition
"""A rule, by its name, or a fact."""


def minimal_names(
    model: SudokuModel | Problem | Backend, variable: Any = None, value: int | None = None
) -> tuple[str, ...] | None:
    """A minimal set of named constraints and fixed variables that forces a variable to a value, for any model.

    Args:
        model: A model, a problem, or a backend.
        variable: One of its variables; None to find a set that is infeasible.
        value: The value that is to be forced.

    Returns:
        The names, a fixed variable as "name = value"; None when the value is not forced.

    Raises:
        UnsupportedError: When a constraint cannot be written as clauses; the message names it.

    >>> def three(m):
    ...     x = m.int_vars("x", "abc", 1, 3)
    ...     m.all_different(x.values(), "all differ")
    ...     m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    ...     m.add(x["c"] <= 2, "c is not the largest")
    ...     return x
    >>> problem = Problem(three)
    >>> minimal_names(problem, problem.variables["c"], 2)
    ('a is larger than b by two', 'all differ')
    """
    m = model.m if isinstance(model, SudokuModel | Problem) else model
    named = NamedModel(m)
    lower, upper = m.bounds()
    fixed = {
        Condition(k, int(low)): f"{m.variables[k]} = {int(low)}"
        for k, (low, high) in enumerate(zip(lower, upper, strict=True))
        if low == high and m.declared(k) != (low, high)
    }
    goal = None if variable is None or value is None else Condition(m.column(variable), value)
    found = named.minimal([*named.rules], [*fixed], goal)
    return None if found is None else (*found[0], *(fixed[fact] for fact in found[1]))


class NamedModel:
    """A model whose constraints can be used one by one, by their names.

    All constraints of one further rule of a board, such as a killer cage, are used together, under the name of the
    rule. Constraints that only say what an added binary means always hold.

    Attributes:
        rules: The constraints by name; a number is added to a name that occurs again.
        labels: The label of each rule.
        definitions: The constraints that always hold.
        calls: The number of questions to the solver.
    """

    def __init__(self, m: Backend) -> None:
        self.m = m
        self.calls = 0
        read = m.read(m.constraints())
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

    def minimal(
        self,
        rules: Sequence[str],
        facts: Sequence[Condition],
        goal: Condition | None,
        below: float = math.inf,
        always: Sequence[Condition] = (),
    ) -> tuple[list[str], list[Condition]] | None:
        """A minimal part of these rules and facts that forces the goal; None when even all of them do not.

        Names are left out in order, rules before facts. A name outside the last core is left out without a question, so
        cores save time and do not change the result. The result is also None when the part would not have fewer than
        `below` names: a name that cannot be left out once cannot be left out later. Conditions in `always` are neither
        left out nor counted.
        """
        goals = [goal] if goal else []
        core = self.core(rules, [*facts, *always], *goals)
        if core is None:
            return None
        kept: list[Name] = [*rules, *facts]
        needed = 0
        for name in [*kept]:
            if needed >= below:
                return None
            rest = [other for other in kept if other != name]
            if name in core.rules or name in core.facts:
                smaller = self.core(*parts([*rest, *always]), *goals)
                if smaller is None:
                    needed += 1
                    continue
                core = smaller
            kept = rest
        return None if needed >= below else parts(kept)

    def small(
        self,
        rules: Sequence[str],
        facts: Sequence[Condition],
        goal: Condition | None,
        below: float = math.inf,
    ) -> tuple[list[str], list[Condition]] | None:
        """The smaller of two minimal parts: names are left out in this order, and in the reverse order."""
        found = self.minimal(rules, facts, goal, below)
        if found is None and below == math.inf:
            return None
        best = len(found[0]) + len(found[1]) if found else below
        return self.minimal(rules[::-1], facts[::-1], goal, best) or found

    def core(self, rules: Sequence[str], facts: Iterable[Condition], *goals: Condition) -> Core | None:
        """Some of these rules and facts that force the goals; None when even all of them do not.

        Raises:
            InputError: When there is no rule of this name.
        """
        self._check(rules)
        return self._engine.core(rules, facts, goals)

    def counterexample(self, rules: Sequence[str], facts: Iterable[Condition], *goals: Condition) -> Values | None:
        """Values that satisfy the rules and the facts but not every goal; None when the goals are forced.

        Raises:
            InputError: When there is no rule of this name.
        """
        self._check(rules)
        return self._engine.counterexample(rules, facts, goals)

    def broken(self, values: Values) -> frozenset[str]:
        """The rules that these values break; a variable without a value has the lowest one of its domain."""
        whole = [values.get(k, self._lowest[k]) for k in range(len(self._lowest))]
        plain = self._plain
        return frozenset(
            name
            for name, rule in self.rules.items()
            if (
                len({whole[k] for k in plain[name]}) < len(plain[name])
                if name in plain
                else not all(holds(each, np.array(whole, dtype=float)) for each in rule)
            )
        )

    @cached_property
    def _lowest(self) -> list[int]:
        return [int(self.m.declared(k)[0]) for k in range(len(self.m.variables))]

    @cached_property
    def _plain(self) -> dict[str, list[Column]]:
        """The columns of each all-different constraint over variables, not over other terms."""
        return {
            name: [k for term in rule.terms for k in term.columns]
            for name, (rule, *more) in self.rules.items()
            if isinstance(rule, AllDifferent)
            and not more
            and all(term.coefficients == (1,) and term.constant == 0 for term in rule.terms)
        }

    def _check(self, rules: Iterable[str]) -> None:
        self.calls += 1
        if not self.rules.keys() >= set(rules):
            unknown = next(name for name in rules if name not in self.rules)
            raise InputError(f"the model has no constraint {unknown!r}")

    @cached_property
    def _engine(self) -> IncrementalSat:
        return IncrementalSat(self.m, self.rules, self.definitions)


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


def parts(names: Iterable[Name]) -> tuple[list[str], list[Condition]]:
    """The rules and the facts among some names, in their order."""
    names = list(names)
    return [name for name in names if isinstance(name, str)], [name for name in names if not isinstance(name, str)]
