"""The search for an assignment of shared variables that one model accepts and another one refuses."""

import copy
import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, NamedTuple

from ..backends import Column, Constraint, Exclude, Linear, Term, columns_of
from ..backends.numbers import total
from ..backends.records import Global, variable_term
from ..errors import DisagreementError, UnsupportedError
from ..formulations import REDUCED
from ..rewrites import implied_selectors, indicate
from ..rewrites.links import unused
from ..rewrites.value_terms import relation
from ..runtime.limits import Limits, TimeLimit, deadline_of
from ..solvers import INTERRUPTED, MILP, TIME_LIMIT, Feature, Outcome, Status, find, title
from ..solvers.protocol import BOUNDED
from .counting_loop import SolutionSearch
from .negation import Negation, sum_of
from .problem import Problem
from .records_miter import RecordsMiter
from .satisfaction import is_satisfied, number, whole_values

Values = tuple[int | float, ...]
"""The values of the shared variables, in the order of their keys."""
Ask = Callable[[Any], Outcome]
"""A function that solves a model."""
AskBy = Callable[[str], tuple[Any, Outcome]]
"""A function of a solver that returns the model, and the outcome of solving it."""


class Difference(NamedTuple):
    """An assignment, the model that accepts it, the one that refuses it, and a constraint that it breaks, if known."""

    values: Values
    accepted_by: "Side"
    refused_by: "Side"
    broken: str = ""


class Side:
    """A model, and the variables that it shares with another one.

    Args:
        name: Its name in sentences.
        problem: The model, which is copied. Its objective does not matter.
        keys: The keys of the shared variables: those of the model; or (cell, digit), also where it has x[cell].
    """

    def __init__(self, name: str, problem: Problem, keys: tuple[Any, ...]) -> None:
        self.name, self.keys = name, keys
        self.problem: Any = copy.deepcopy(problem)
        if self.problem.m.objective() is not None:
            self.problem.m.minimize(self.problem.m.sum([]))
        self._probe: tuple[Any, list[Term]] | None = None

    def terms(self, problem: Any) -> list[Term]:
        """The shared variables in a copy of the model, which gets indicators where x[cell] is asked for its digits."""
        return [self._term(problem, key) for key in self.keys]

    def _term(self, problem: Any, key: Any) -> Term:
        if key in problem.columns:
            return variable_term(problem.columns[key])
        cell, d = key
        if cell in problem.columns:
            k = problem.columns[cell]
            if d in indicate(problem.m, k, problem.links):
                return variable_term(problem.links.indicator[k, d])
        is_given = problem.formulation in REDUCED and problem.puzzle.givens.get(cell) == d
        return Term((), (), int(is_given))  # what a reduced formulation leaves out

    def probe(self) -> tuple[Any, list[Term]]:
        """A copy of the model that may be asked anything, and the shared variables in it."""
        if self._probe is None:
            model = copy.deepcopy(self.problem)
            self._probe = model, self.terms(model)
        return self._probe

    def values(self, terms: list[Term], columns: Sequence[float]) -> Values:
        """The values of the shared variables."""
        return tuple(number(total(term, columns)) for term in terms)

    def check(self, columns: Sequence[float], solver: str) -> None:
        """Check a solver's values against the model, without a solver.

        Raises:
            WrongGridError: When they break a constraint.
        """
        self.problem._checked(columns[: len(self.problem.m.variables)], solver)

    def completed(self, values: Values, ask: Ask) -> tuple[Any, Outcome]:
        """A copy of the model, and whether it has a solution in which the shared variables have these values."""
        model, terms = self.probe()
        rows = []
        try:
            for key, term, value in zip(self.keys, terms, values, strict=True):
                label = unused(model.m, f"the shared value of {key}")
                rows.append(model.m.add(relation(model.m, [term], operator.eq, value), label))
            return model, ask(model)
        finally:
            model.m.forget(rows)


class Miter:
    """A model together with "some constraint of another one is violated".

    Args:
        one: The model.
        other: The other one; its variables must be determined by the shared ones.

    Attributes:
        model: A linearised copy of the first model, with the violations.

    Raises:
        UnsupportedError: When a constraint of the other model cannot be negated as one about the first.
    """

    def __init__(self, one: Side, other: Side) -> None:
        self.one = one
        self._implied: list[Any] = []
        self.model = one.problem.rewritten("")
        self.terms = one.terms(self.model)
        read = copy.deepcopy(other.problem)
        of_other = other.terms(read)
        self.conditions: list[Constraint] = list(read.m.records)
        self.by: dict[Column, Term] = {}
        """What each column of the other model is in the first one."""
        names = [f"the bounds of {x}" for x in read.m.variables]
        lower, upper = read.m.bounds()
        for key, term, image in zip(other.keys, of_other, self.terms, strict=True):
            k = term.columns[0] if term.columns else -1
            if k == -1 or k in self.by:  # a constant, or a variable with two keys: a further column, and an equation
                k = len(names)
                names.append(f"the shared value of {key}")
                lower, upper = [*lower, -inf], [*upper, inf]
                value, minus = term.constant, [-1] * len(term.columns)
                equal = Linear((k, *term.columns), (1, *minus), value, value, names[-1])
                self.conditions.append(equal)
            self.by[k] = image
        self.by |= {k: Term((), (), low) for k, low in enumerate(lower) if low == upper[k] and k not in self.by}
        negation = Negation(self.model.m, self.model.links, self.by)
        self._eliminate(negation)
        for (k, value), y in read.m.equal.items():
            if k in self.by and y not in self.by:
                self._indicate(y, value, negation.values.of(self.by[k], names[k]))
        if missing := [k for condition in self.conditions for k in columns_of(condition) if k not in self.by]:
            raise UnsupportedError(f"the shared variables do not determine {read.m.variables[missing[0]]}")
        self.conditions += [Linear((k,), (1,), lower[k], upper[k], names[k]) for k in sorted(self.by)]
        own = {_over(each, lambda term: sum_of([term])) for each in one.problem.m.records if isinstance(each, Global)}

        def is_stated(each: Constraint) -> bool:
            """Whether the first model states it as well, and so cannot violate it."""
            if not own or not isinstance(each, Global):
                return False
            return _over(each, lambda term: negation.over(term, each.name)) in own

        negation.post([rows for each in self.conditions if not is_stated(each) for rows in negation.of(each)])

    def _eliminate(self, negation: Negation) -> None:
        """Determine further columns by equations in which all others are known, such as x = sum of d*y[d]."""
        rows = [c for c in self.conditions if isinstance(c, Linear) and c.lower == c.upper]
        before = -1
        while len(self.by) > before:
            before = len(self.by)
            for row in rows:
                unknown = [pair for pair in zip(row.columns, row.coefficients, strict=True) if pair[0] not in self.by]
                if len(unknown) == 1 and abs(unknown[0][1]) == 1:
                    [(k, c)] = unknown
                    known = [(j, -c * e) for j, e in zip(row.columns, row.coefficients, strict=True) if j != k]
                    rest = Term(tuple(j for j, _ in known), tuple(e for _, e in known), c * row.lower)
                    self.by[k] = negation.over(rest, row.name)

    def _indicate(self, y: Column, value: int, values: dict[int, Term]) -> None:
        """Determine the three binaries of `equals`: a variable has the value, or is below or above it."""
        ranges = [{value}, {v for v in values if v < value}, {v for v in values if v > value}]
        for k, chosen in enumerate(ranges, y):
            self.by[k] = sum_of([values[v] for v in chosen if v in values])

    def for_solver(self, solver: str) -> Any:
        """The model for a solver: with the equations that follow from a count, unless its relaxation knows them."""
        m = self.model.m
        if find(solver).paradigm == MILP:
            m.forget(self._implied)
            self._implied = []
        elif not self._implied:
            for columns in implied_selectors(m.records, m.is_binary):
                equation = m.sum(m.variables[k] for k in sorted(columns)) == 1
                self._implied.append(m.add(equation, unused(m, "one of them, by counting")))
        return self.model

    def broken(self, columns: Sequence[float]) -> list[str]:
        """The constraints and bounds of the other model that a solution of this model violates."""
        unused_column = Term((), ())
        images = [total(self.by.get(k, unused_column), columns) for k in range(max(self.by, default=-1) + 1)]
        return [condition.name for condition in self.conditions if not is_satisfied(condition, images)]

    def solution_of(self, columns: Sequence[float], solver: str) -> dict[Any, Any]:
        """The shared values of a solution, for the message of a disagreement."""
        return dict(zip(self.one.keys, self.one.values(self.terms, whole_values(self.model.m, columns)), strict=True))


def _over(constraint: Global, image: Callable[[Term], Term]) -> Global:
    """A global constraint on other terms, without its name."""
    return constraint.over([image(term) for term in constraint.terms], "")


class Stopped(Exception):
    """The search in one direction was stopped; the state says by what."""


class EquivalenceSearch(SolutionSearch):
    """The state of the search in both directions.

    Attributes:
        common: The assignments that were listed, and that both models accept.
        methods: How each direction was decided.
    """

    def __init__(self, solver: str, limits: Limits, is_cross_checked: bool) -> None:
        super().__init__(solver, limits.deadline())
        self.limits, self.is_cross_checked = limits, is_cross_checked
        self.common: dict[Values, None] = {}
        self.methods: list[str] = []

    def run(self, one: Side, other: Side) -> Difference | None:
        """A difference in either direction; None when the solver claims that there is none, or when it was stopped."""
        try:
            with deadline_of(self.deadline):
                for accepts, refuses in ((one, other), (other, one)):
                    with suppress(Stopped):
                        if found := self._difference(accepts, refuses):
                            return found
        except TimeLimit:
            self.stop(TIME_LIMIT, "the time limit was reached")
        except KeyboardInterrupt:
            self.stop(INTERRUPTED, "it was interrupted")
        return None

    def _difference(self, one: Side, other: Side) -> Difference | None:
        """An assignment that the first model accepts and the second refuses; None when there is none.

        Raises:
            Stopped: When neither is known.
        """
        try:
            miter = Miter(one, other)
        except UnsupportedError:
            return self._listed(one, other)
        outcome = self._decide(miter.for_solver(self.solver))
        if outcome.values is None:
            self._prove("negation", one, lambda solver: self._again(miter, other, solver))
            return None
        columns = whole_values(miter.model.m, outcome.values)
        one.check(columns, self.solver)
        values = one.values(miter.terms, columns)
        if other.completed(values, self._decide)[1].values is not None:
            return self._listed(one, other)  # an edit of `native` has changed what a binary of `equals` means
        if not (names := miter.broken(columns)):
            raise DisagreementError(
                f"{title(self.solver)} refuses for {other.name} what breaks none of its constraints"
            )
        return Difference(values, one, other, names[0])

    def _again(self, miter: Miter, other: Side, solver: str) -> tuple[Any, Outcome]:
        """Let a solver of another paradigm look for a difference, and then one of the two in a miter built anew.

        The second search is bounded where the solver can be: it is to find a fault in how the first miter was built.
        """
        outcome = self._ask(miter.for_solver(solver), solver)
        if outcome.status is not Status.INFEASIBLE:
            return miter, outcome
        by = self.solver if find(solver).paradigm == MILP else solver
        if Feature.BOUNDED in find(by).features:
            by = f"{by},{BOUNDED}" if ":" in by else f"{by}:{BOUNDED}"
        try:
            second = RecordsMiter(miter.one, other)
            again = second.ask(by, self.deadline)
        except UnsupportedError:  # what is taken in small pieces only
            return miter, outcome
        return (miter, outcome) if again.status is Status.UNKNOWN else (second, again)

    def _listed(self, one: Side, other: Side) -> Difference | None:
        """The same by listing the assignments that the first model accepts."""
        model, terms = one.probe()
        cuts = [_cut(terms, values) for values in self.common]
        while (outcome := self._decide(model, cuts)).values is not None:
            if self.limits.solutions is not None and len(self.common) >= self.limits.solutions:
                self.stop("limit", f"the limit of {self.limits.solutions} listed assignments was reached")
                raise Stopped
            columns = whole_values(model.m, outcome.values)
            one.check(columns, self.solver)
            values = one.values(terms, columns)
            if other.completed(values, self._decide)[1].values is None:
                self._confirm(f"no solutions of {other.name} with {values}", partial(self._complete, other, values))
                return Difference(values, one, other)
            self.common[values] = None
            cuts.append(_cut(terms, values))
        self._prove("list", one, lambda solver: (model, self._ask(model, solver, cuts)))
        return None

    def _ask(self, model: Any, solver: str, cuts: Sequence[Exclude] = ()) -> Outcome:
        """Solve a copy as it stands, with these temporary cuts."""
        model.refresh()
        outcome: Outcome = model.ask(solver, self.deadline, cuts)[0]
        return outcome

    def _complete(self, side: Side, values: Values, solver: str) -> tuple[Any, Outcome]:
        """Let a solver look for a solution with these values."""
        return side.completed(values, lambda model: self._ask(model, solver))

    def _decide(self, model: Any, cuts: Sequence[Exclude] = ()) -> Outcome:
        """The same, by the solver of the search; it must know."""
        outcome = self._ask(model, self.solver, cuts)
        if outcome.status is Status.UNKNOWN:
            self.stop(outcome.stopped_by, outcome.reason)
            raise Stopped
        return outcome

    def _prove(self, method: str, one: Side, ask: AskBy) -> None:
        """The solver claims of one direction that nothing is accepted by one model only; confirm it."""
        self._confirm(f"no assignments that only {one.name} accepts", ask)
        self.methods.append(method)

    def _confirm(self, claim: str, ask: AskBy) -> None:
        """Let a solver of another paradigm confirm a claim."""
        if self.is_cross_checked:
            self.is_proved = True
            self.cross_check(claim, ask)
            if not self.is_proved:
                raise Stopped


def _cut(terms: list[Term], values: Values) -> Exclude:
    """A cut that excludes an assignment of the shared variables."""
    pairs = [(term.columns[0], int(value)) for term, value in zip(terms, values, strict=True) if term.columns]
    return Exclude(tuple(pairs), 1, "not this assignment")
