"""Minimal sets of named constraints and fixed variables, for any model."""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from ...backends import Backend, Column, Constraint, columns_of
from ...errors import InputError, SolverError
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...runtime.limits import TimeLimit, deadline_of
from ...solvers.posting import post

__all__ = ["Condition", "NamedModel", "minimal_names"]


class Condition(NamedTuple):
    """A variable has a value."""

    column: Column
    value: int


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

    Attributes:
        rules: The constraints by name; a number is added to a name that occurs again.
        calls: The number of calls of CP-SAT.
    """

    def __init__(self, m: Backend) -> None:
        self.m = m
        self.rules: dict[str, Constraint] = {}
        self.calls = 0
        for constraint in m.read(m.constraints()):
            name, k = constraint.name, 2
            while name in self.rules:
                name, k = f"{constraint.name} ({k})", k + 1
            self.rules[name] = constraint
        self.scope = {name: frozenset(columns_of(constraint)) for name, constraint in self.rules.items()}
        self.touching: dict[Column, list[str]] = {}
        for name, columns in self.scope.items():
            for k in columns:
                self.touching.setdefault(k, []).append(name)

    def minimal(
        self,
        rules: Sequence[str],
        facts: Sequence[Condition],
        goal: Condition | None,
        below: float = math.inf,
        always: Sequence[Condition] = (),
    ) -> tuple[list[str], list[Condition]] | None:
        """A minimal part of these rules and facts that forces the goal; None when even all of them do not.

        Names are left out in order, rules before facts. The result is also None when the part would not have fewer than
        `below` names: a name that cannot be left out once cannot be left out later. Conditions in `always` are neither
        left out nor counted.
        """
        core = self.core(rules, [*facts, *always], goal)
        if core is None:
            return None
        rules, facts = core[0], [fact for fact in core[1] if fact not in set(always)]
        for name in [*rules]:
            rest = [other for other in rules if other != name]
            if self.counterexample(rest, [*facts, *always], goal) is None:
                rules = rest
        reach = frozenset().union(*(self.scope[name] for name in rules)) | ({goal.column} if goal else set())
        facts = [fact for fact in facts if fact.column in reach]  # the others share no variable with these rules
        needed = len(rules)
        for fact in [*facts]:
            if needed >= below:
                return None
            others = [other for other in facts if other != fact]
            if self.counterexample(rules, [*others, *always], goal) is None:
                facts = others
            else:
                needed += 1
        if needed >= below:
            return None
        return [*rules], [*facts]

    def core(
        self, rules: Sequence[str], facts: Sequence[Condition], goal: Condition | None
    ) -> tuple[list[str], list[Condition]] | None:
        """A part of these rules and facts that forces the goal, by CP-SAT's assumptions; None when even all do not."""
        literals = {self._live.rule(name): name for name in rules}
        conditions = {self._live.fact(fact): fact for fact in facts}
        assumed = [*literals, *conditions, *([self._live.denial(goal)] if goal else [])]
        model = self._live.model
        model.clear_assumptions()
        model.add_assumptions([model.get_bool_var_from_proto_index(k) for k in assumed])
        solver = self._solver(presolve=False)
        if self._status(solver, model):
            return None
        kept = set(solver.sufficient_assumptions_for_infeasibility())
        return (
            [name for k, name in literals.items() if k in kept],
            [fact for k, fact in conditions.items() if k in kept],
        )

    def counterexample(
        self, rules: Iterable[str], facts: Iterable[Condition], *goals: Condition | None
    ) -> dict[Column, int] | None:
        """Values that satisfy the rules and the facts but not every goal; None when the goals are forced.

        Raises:
            InputError: When there is no rule of this name.
        """
        model = cp_model.CpModel()
        held, variables = dict(facts), dict[Column, Any]()
        if unknown := [name for name in rules if name not in self.rules]:
            raise InputError(f"the model has no constraint {unknown[0]!r}")
        wanted = [goal for goal in goals if goal]
        columns = frozenset[Column]().union(*(self.scope[name] for name in rules)) | {goal.column for goal in wanted}
        for k in sorted(columns):
            low, high = (held[k], held[k]) if k in held else map(int, self.m.declared(k))
            variables[k] = model.new_int_var(low, high, "")
        for name in rules:
            post(model, variables, self.rules[name])
        if len(wanted) == 1:
            model.add(variables[wanted[0].column] != wanted[0].value)
        elif wanted:
            literals = [model.new_bool_var("") for _ in wanted]
            for goal, literal in zip(wanted, literals, strict=True):
                model.add(variables[goal.column] != goal.value).only_enforce_if(literal)
            model.add_bool_or(literals)
        solver = self._solver(presolve=True)
        if not self._status(solver, model):
            return None
        return dict(zip(variables, solver.response_proto.solution, strict=False))

    def _solver(self, presolve: bool) -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers, parameters.random_seed, parameters.catch_sigint_signal = 1, 1, False
        parameters.cp_model_presolve = presolve
        # On models this small, presolve takes longer than the search.
        parameters.linearization_level, parameters.symmetry_level, parameters.cp_model_probing_level = 0, 0, 0
        parameters.use_sat_inprocessing = False
        return solver

    def _status(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> bool:
        self.calls += 1
        with deadline_of(None) as deadline:
            if (left := deadline.left()) is not None:
                solver.parameters.max_time_in_seconds = left
        code = solver.solve(model)
        if code == cp_model.UNKNOWN and left is not None:  # CP-SAT may stop slightly before its limit
            raise TimeLimit
        if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise SolverError(f"CP-SAT ended with the status {solver.status_name(code)}: {model.validate()}")
        return bool(code != cp_model.INFEASIBLE)

    @cached_property
    def _live(self) -> "_Live":
        return _Live(self)


class _Live:
    """A `CpModel` in which each constraint, each fact and each denial has a literal; it is kept between calls."""

    def __init__(self, named: NamedModel) -> None:
        self.model = model = cp_model.CpModel()
        self.variables = {}
        for k in range(len(named.m.variables)):
            low, high = map(int, named.m.declared(k))
            self.variables[k] = model.new_int_var(low, high, "")
        self.literals: dict[Any, int] = {}
        for name, constraint in named.rules.items():
            literal = model.new_bool_var(name)
            post(model, self.variables, constraint, enforced_by=literal)
            self.literals[name] = literal.index

    def rule(self, name: str) -> int:
        return self.literals[name]

    def fact(self, fact: Condition) -> int:
        return self._literal(fact, True)

    def denial(self, goal: Condition) -> int:
        return self._literal(goal, False)

    def _literal(self, condition: Condition, is_held: bool) -> int:
        if (condition, is_held) not in self.literals:
            literal = self.model.new_bool_var("")
            x = self.variables[condition.column]
            relation = x == condition.value if is_held else x != condition.value
            self.model.add(relation).only_enforce_if(literal)
            self.literals[condition, is_held] = literal.index
        return self.literals[condition, is_held]
