"""The solvers that decide whether named rules force a condition: SAT, and CP-SAT for what is not encoded as clauses."""

import math
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ortools.sat.python import cp_model

from ..backends import Backend, Column, Constraint, columns_of
from ..backends.cpsat_posting import post
from ..errors import SolverError, UnsupportedError
from ..rewrites.clauses import Formula, add_constraint, indicators
from ..runtime.limits import TimeLimit, check_deadline, deadline_of
from ..solvers.sat import Glucose, solve_in_slices

__all__ = ["Condition", "Core", "CpSatEngine", "Engine", "IncrementalSat", "Values", "engine_of"]

WIDEST, MOST_CLAUSES = 1_000, 1_000_000
"""Models with a variable of more values or with more clauses are left to CP-SAT; a 25x25 board needs about 700,000."""

Values = Mapping[Column, int]
"""The value of each variable."""


class Condition(NamedTuple):
    """A variable has a value."""

    column: Column
    value: int


class Core(NamedTuple):
    """Names and facts that force the goals already, among those that were asked about."""

    rules: frozenset[str]
    facts: frozenset[Condition]


class Engine(Protocol):
    """A solver with the named constraints of a model, of which each question uses some.

    Both methods raise `TimeLimit` when the time is up.
    """

    def core(self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]) -> Core | None:
        """Some of the rules and facts that force all goals; None when even all of them do not."""

    def counterexample(
        self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]
    ) -> Values | None:
        """Values that satisfy the rules and the facts but not every goal; None when there are none."""


Rules = Mapping[str, Sequence[Constraint]]
"""The constraints of each name."""


def engine_of(m: Backend, rules: Rules, always: Sequence[Constraint] = ()) -> Engine:
    """The SAT solver if the model can be encoded as clauses, otherwise CP-SAT.

    Args:
        m: The model.
        rules: Its constraints by name.
        always: Constraints that hold in every question.
    """
    try:
        return IncrementalSat(m, rules, always)
    except UnsupportedError:
        return CpSatEngine(m, rules, always)


class IncrementalSat:
    """One live SAT solver. The clauses of a rule hold if its selector is assumed; a fact is the literal of its value.

    What the solver learns from one question helps with the next.

    Source: N. Een, N. Sorensson, "Temporal induction by incremental SAT solving", ENTCS 89, 2003, for assumptions;
    G. Audemard, L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009, for Glucose.

    Raises:
        UnsupportedError: When the model cannot be written as clauses, or would need too many.
    """

    def __init__(self, m: Backend, rules: Rules, always: Sequence[Constraint] = ()) -> None:
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
        self._names = {literal: name for name, literal in self._selectors.items()}
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
        check_deadline()
        if self._size > MOST_CLAUSES:
            raise UnsupportedError(f"the model needs more than {MOST_CLAUSES} clauses")
        self._solver.append_formula(clauses)

    def core(self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]) -> Core | None:
        """See `Engine`."""
        with self._lock:
            if self._is_satisfiable(rules, facts, goals):
                return None
            core = frozenset(self._solver.get_core() or [])
        names = frozenset(self._names[literal] for literal in core if literal in self._names)
        return Core(names, frozenset(fact for fact in facts if self._literal(fact) in core))

    def counterexample(
        self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]
    ) -> Values | None:
        """See `Engine`."""
        with self._lock:
            if not self._is_satisfiable(rules, facts, goals):
                return None
            meaning = self._meaning
            return dict(meaning[literal] for literal in self._solver.get_model() if literal in meaning)

    def _literal(self, condition: Condition) -> int:
        return self._formula.columns[condition.column].get(condition.value, self._impossible)

    def _denial(self, goals: Sequence[Condition]) -> list[int]:
        """Literals to assume, with which not every goal holds."""
        if len(goals) <= 1:
            return [-self._literal(goal) for goal in goals]
        some = self._formula.new()
        self._solver.add_clause([-some, *(-self._literal(goal) for goal in goals)])
        return [some]

    def _is_satisfiable(self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]) -> bool:
        assumed = [*map(self._selectors.__getitem__, rules), *map(self._literal, facts), *self._denial(goals)]
        return solve_in_slices(self._solver, assumed, check_deadline)


class CpSatEngine:
    """CP-SAT, with a small model of its own for each question, for constraints that are not encoded as clauses.

    A core is everything that was asked about, without the facts about variables that no rule mentions.
    """

    def __init__(self, m: Backend, rules: Rules, always: Sequence[Constraint] = ()) -> None:
        self._m = m
        self._rules, self._always = rules, always
        self._scope = {name: frozenset(k for each in rule for k in columns_of(each)) for name, rule in rules.items()}
        self._scope_of_always = frozenset(k for each in always for k in columns_of(each))

    def core(self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]) -> Core | None:
        """See `Engine`."""
        names, held = frozenset(rules), dict(facts)
        if self.counterexample(names, facts, goals) is not None:
            return None
        columns = self._columns(names, goals)
        return Core(names, frozenset(Condition(*fact) for fact in held.items() if fact[0] in columns))

    def counterexample(
        self, rules: Iterable[str], facts: Iterable[Condition], goals: Sequence[Condition]
    ) -> Values | None:
        """See `Engine`."""
        model, names, held = cp_model.CpModel(), frozenset(rules), dict(facts)
        variables = dict[Column, Any]()
        for k in sorted(self._columns(names, goals)):
            low, high = (held[k], held[k]) if k in held else map(int, self._m.declared(k))
            variables[k] = model.new_int_var(low, high, "")
        for constraint in (*self._always, *(each for name in sorted(names) for each in self._rules[name])):
            post(model, variables, constraint)
        if goals:
            literals = [model.new_bool_var("") for _ in goals]
            for goal, literal in zip(goals, literals, strict=True):
                model.add(variables[goal.column] != goal.value).only_enforce_if(literal)
            model.add_bool_or(literals)
        solver = _cp_solver()
        if not _solve(solver, model):
            return None
        return dict(zip(variables, solver.response_proto.solution, strict=False))

    def _columns(self, rules: Iterable[str], goals: Iterable[Condition]) -> frozenset[Column]:
        """The variables of these rules and goals, and of the constraints that always hold."""
        of_rules = (self._scope[name] for name in rules)
        return self._scope_of_always.union(*of_rules, (goal.column for goal in goals))


def _cp_solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers, parameters.random_seed, parameters.catch_sigint_signal = 1, 1, False
    # On models this small, these take longer than the search.
    parameters.linearization_level, parameters.symmetry_level, parameters.cp_model_probing_level = 0, 0, 0
    parameters.use_sat_inprocessing = False
    return solver


def _solve(solver: cp_model.CpSolver, model: cp_model.CpModel) -> bool:
    """Whether the model has a solution."""
    with deadline_of(None) as deadline:
        if (left := deadline.left()) is not None:
            solver.parameters.max_time_in_seconds = left
    code = solver.solve(model)
    if code == cp_model.UNKNOWN and left is not None:  # CP-SAT may stop slightly before its limit
        raise TimeLimit
    if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise SolverError(f"CP-SAT ended with the status {solver.status_name(code)}: {model.validate()}")
    return bool(code != cp_model.INFEASIBLE)
