"""A small problem of one's own, and beside it the truth about it, which a search through its whole box knows."""

from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from hypothesis import strategies as st
from live_models import PATIENCE
from native_edits import Edited, holds

from sudoku_models.models.problem import Problem
from sudoku_models.models.results import Result
from sudoku_models.solvers import Status

Values = dict[str, int]
Terms = list[tuple[int, str]]


@dataclass(frozen=True)
class Linear:
    terms: Terms
    sense: str
    right: int

    def side(self, m: Any, x: Any) -> Any:
        body = m.dot([c for c, _ in self.terms], [x[key] for _, key in self.terms])
        return {"<=": body <= self.right, ">=": body >= self.right, "==": body == self.right}[self.sense]

    def state(self, m: Any, x: Any, name: str) -> None:
        m.add(self.side(m, x), name)

    def allows(self, values: Values) -> bool:
        return holds(self.terms, self.sense, self.right, values)


@dataclass(frozen=True)
class NotEqual:
    """a != b + shift"""

    a: str
    b: str
    shift: int

    def state(self, m: Any, x: Any, name: str) -> None:
        m.not_equal(x[self.a], x[self.b] + self.shift, name)

    def allows(self, values: Values) -> bool:
        return values[self.a] != values[self.b] + self.shift


@dataclass(frozen=True)
class AllDifferent:
    """No two of factor * variable + shift are equal."""

    terms: list[tuple[int, str, int]]

    def state(self, m: Any, x: Any, name: str) -> None:
        m.all_different([factor * x[key] + shift for factor, key, shift in self.terms], name)

    def allows(self, values: Values) -> bool:
        taken = [factor * values[key] + shift for factor, key, shift in self.terms]
        return all(a != b for a, b in combinations(taken, 2))


@dataclass(frozen=True)
class Exclude:
    """At least so many variables take another value."""

    values: Values
    at_least: int

    def state(self, m: Any, x: Any, name: str) -> None:
        m.exclude([(x[key], value) for key, value in self.values.items()], name, self.at_least)

    def allows(self, values: Values) -> bool:
        return sum(values[key] != value for key, value in self.values.items()) >= self.at_least


@dataclass(frozen=True)
class Table:
    """The sums together are one of the tuples, or none of them."""

    sums: list[Terms]
    tuples: list[tuple[int, ...]]
    allowed: bool

    def state(self, m: Any, x: Any, name: str) -> None:
        of = [m.dot([c for c, _ in terms], [x[key] for _, key in terms]) for terms in self.sums]
        m.table(of, self.tuples, name, allowed=self.allowed)

    def allows(self, values: Values) -> bool:
        taken = tuple(sum(c * values[key] for c, key in terms) for terms in self.sums)
        return (taken in self.tuples) == self.allowed


@dataclass(frozen=True)
class If:
    """When a variable has a value, or when it has not, a linear constraint holds."""

    key: str
    value: int
    is_equal: bool
    row: Linear

    def state(self, m: Any, x: Any, name: str) -> None:
        m.implies((m.equals(x[self.key], self.value), int(self.is_equal)), self.row.side(m, x), name)

    def allows(self, values: Values) -> bool:
        return (values[self.key] == self.value) != self.is_equal or self.row.allows(values)


@dataclass(frozen=True)
class Either:
    """At least one of these holds."""

    rows: list[Linear]

    def state(self, m: Any, x: Any, name: str) -> None:
        m.either([row.side(m, x) for row in self.rows], name)

    def allows(self, values: Values) -> bool:
        return any(row.allows(values) for row in self.rows)


@dataclass(frozen=True)
class Largest:
    """The largest of the sums, or their smallest, or the absolute value of the first, is at most so much."""

    verb: str
    sums: list[Terms]
    right: int

    def state(self, m: Any, x: Any, name: str) -> None:
        of = [m.dot([c for c, _ in terms], [x[key] for _, key in terms]) for terms in self.sums]
        z = m.absolute(of[0], name) if self.verb == "absolute" else getattr(m, self.verb)(of, name)
        m.add(z <= self.right, f"{name} is at most {self.right}")

    def allows(self, values: Values) -> bool:
        taken = [sum(c * values[key] for c, key in terms) for terms in self.sums]
        extreme = {"absolute": lambda: abs(taken[0]), "maximum": lambda: max(taken), "minimum": lambda: min(taken)}
        return extreme[self.verb]() <= self.right


Rule = Linear | NotEqual | AllDifferent | Exclude | Table | If | Either | Largest


@dataclass(frozen=True)
class Statement:
    """A problem in words: the bounds of each variable, the constraints, and what is minimised, if anything."""

    bounds: dict[str, tuple[int, int]]
    constraints: list[Rule]
    objective: Terms

    def __call__(self, m: Any) -> dict[str, Any]:
        """State it with the verbs of a backend."""
        x = {key: m.int_vars(key, [0], low, high)[0] for key, (low, high) in self.bounds.items()}
        for k, constraint in enumerate(self.constraints):
            constraint.state(m, x, f"{type(constraint).__name__} {k}")
        if self.objective:
            m.minimize(m.dot([c for c, _ in self.objective], [x[key] for _, key in self.objective]))
        return x


# -- random problems ---------------------------------------------------------------------------------------------------

FACTORS = st.sampled_from([1, -1, 2, -2, 3])
SENSES = st.sampled_from(["<=", ">=", "=="])


def sums(keys: list[str]) -> Any:
    """One to three variables with their coefficients."""
    some = st.lists(st.sampled_from(keys), min_size=1, max_size=3, unique=True)
    return some.flatmap(lambda chosen: st.tuples(*(st.tuples(FACTORS, st.just(key)) for key in chosen)).map(list))


def linear(keys: list[str]) -> Any:
    return st.builds(Linear, sums(keys), SENSES, st.integers(-6, 8))


@st.composite
def constraints(draw: Any, bounds: dict[str, tuple[int, int]]) -> Rule:
    keys = list(bounds)
    kind = draw(st.sampled_from([Linear, NotEqual, AllDifferent, Exclude, Table, If, Either, Largest]))
    if kind is Linear:
        return draw(linear(keys))
    if kind is If:
        key = draw(st.sampled_from(keys))
        return If(key, draw(st.integers(-3, 5)), draw(st.booleans()), draw(linear(keys)))
    if kind is Either:
        return Either(draw(st.lists(linear(keys), min_size=1, max_size=3)))
    if kind is Largest:
        verb = draw(st.sampled_from(["absolute", "maximum", "minimum"]))
        return Largest(verb, draw(st.lists(sums(keys), min_size=1, max_size=3)), draw(st.integers(-6, 8)))
    if kind is Table:
        of = draw(st.lists(st.one_of(sums(keys), sums(keys).map(lambda terms: terms[:1])), min_size=1, max_size=3))
        tuples = st.lists(st.tuples(*(st.integers(-4, 6) for _ in of)), max_size=20)
        return Table(of, draw(tuples), draw(st.booleans()))
    some = draw(st.permutations(keys))[: draw(st.integers(2, len(keys)))]
    if kind is NotEqual:
        return NotEqual(*some[:2], draw(st.integers(-1, 1)))
    if kind is AllDifferent:
        return AllDifferent([(draw(st.sampled_from([1, 1, -1, 2])), key, draw(st.integers(-1, 1))) for key in some])
    return Exclude({key: draw(st.integers(*bounds[key])) for key in some}, draw(st.integers(1, len(some))))


@st.composite
def statements(draw: Any) -> Statement:
    """Two to four variables within -3..5."""
    lows = draw(st.lists(st.integers(-3, 2), min_size=2, max_size=4))
    bounds = {key: (low, low + draw(st.integers(0, 3))) for key, low in zip("abcd", lows, strict=False)}
    rules = draw(st.lists(constraints(bounds), max_size=3))
    return Statement(bounds, rules, draw(sums(list(bounds))) if draw(st.booleans()) else [])


class LiveProblem(Edited):
    """A problem, and what is true of it: the statement, what was excluded, and the user's native changes."""

    def __init__(self, statement: Statement, backend: str, rewrite: str | None) -> None:
        self.problem = Problem(statement, backend, rewrite)
        self.statement = statement
        self.objective = statement.objective
        self.bounds = dict(statement.bounds)
        self.cuts: list[Exclude] = []
        self.fixed: dict[str, int] = {}
        self.native_fixes: dict[str, int] = {}
        super().__init__(backend, self.problem.native)

    @property
    def asked(self) -> Problem:
        return self.problem

    # -- the truth ------------------------------------------------------------------------------------------------

    def truth(self) -> list[Values]:
        """Every solution of the problem as it is now."""
        rules = [*self.statement.constraints, *self.cuts, *self.additions]
        fixed = self.native_fixes | self.fixed
        ends = {key: (fixed[key],) * 2 if key in fixed else pair for key, pair in self.bounds.items()}
        ranges = [range(low, high + 1) for low, high in ends.values()]
        box = (dict(zip(self.bounds, point, strict=True)) for point in product(*ranges))
        return [values for values in box if all(rule.allows(values) for rule in rules)]

    def cost(self, values: Values) -> int:
        return sum(c * values[key] for c, key in self.objective)

    # -- asking ---------------------------------------------------------------------------------------------------

    def solve(self, solver: str, rewrite: str | None = None, linear: bool = False) -> None:
        """Ask the problem, or the linear problem that `rewritten` returns."""
        truth = self.truth()
        with self.refusals_allowed():
            problem = self.problem.rewritten(rewrite) if linear else self.problem
            self.check(problem.solve(solver, PATIENCE), truth)

    def check(self, result: Result, truth: list[Values], may_stop: bool = False) -> None:
        """SOLVED comes with a best solution, INFEASIBLE is true, UNKNOWN needs something that stopped the solver."""
        if result.status is Status.SOLVED:
            assert result.values in truth, f"{result.values} is no solution"
            if self.objective:
                best = min(map(self.cost, truth))
                assert self.cost(result.values) == best, f"a false proof: {result.values} is not optimal, {best} is"
                assert result.objective == best, f"the objective is {best}, not {result.objective}"
        elif result.status is Status.INFEASIBLE:
            assert not truth, f"a false proof: called infeasible, with {len(truth)} solutions"
        else:
            assert may_stop, f"nothing was to stop it, but: {result.reason}"

    def list_solutions(self, solver: str, limit: int | None) -> None:
        truth = self.truth()
        with self.refusals_allowed():
            found = list(islice(self.problem.solutions(limit, solver, PATIENCE), len(truth) + 1))
            assert all(values in truth for values in found), f"{found[-1]} is no solution"
            assert len({tuple(values.items()) for values in found}) == len(found), "a solution came twice"
            assert len(found) == min(len(truth), len(truth) if limit is None else limit), "not every solution"

    # -- changing -------------------------------------------------------------------------------------------------

    def native_terms(self, terms: Terms) -> list[tuple[int, Any]]:
        return [(c, self.problem.variables[key]) for c, key in terms]

    def bound(self, key: str, low: int, high: int) -> None:
        """New bounds within those that were declared; not of a fixed variable, whose value they may exclude."""
        if key in self.fixed or key in self.native_fixes:
            return
        self.was_edited = True
        least, most = self.statement.bounds[key]
        self.bounds[key] = max(low, least), min(high, most)
        if self.bounds[key][0] > self.bounds[key][1]:
            self.bounds[key] = least, most
        self.editor.bound(self.problem.variables[key], *self.bounds[key])

    def fix(self, key: str, value: int) -> None:
        """Fix a variable with the verb, where the model allows it."""
        low, high = self.bounds[key]
        if low <= value <= high and self.native_fixes.get(key, value) == value:
            self.problem.m.fix(self.problem.variables[key], value)
            self.fixed[key] = value

    def free(self) -> None:
        self.problem.m.free()
        self.fixed.clear()

    def fix_natively(self, key: str, value: int | None) -> None:
        """Fix a variable with Pyomo's own call, or unfix it; the other libraries have none."""
        low, high = self.bounds[key]
        if self.problem.backend != "pyomo" or key in self.fixed:
            return
        if value is None:
            self.problem.variables[key].unfix()
            self.native_fixes.pop(key, None)
        elif low <= value <= high:
            self.was_edited = True
            self.problem.variables[key].fix(value)
            self.native_fixes[key] = value

    def forget_cut(self, k: int) -> None:
        """Take the constraints of a cut out of the library's own model, which drops the cut."""
        self.problem.refresh()
        if rows := self.problem._excluded[k].rows:  # otherwise it holds in any case, and there is nothing to delete
            self.problem.m.forget(rows)
            del self.cuts[k]

    def count(self, solver: str, limit: int | None, cross_check: bool, method: str) -> None:
        """An exact count is true, and nothing but the limit makes it less."""
        truth = self.truth()
        with self.refusals_allowed():
            found = self.problem.count_solutions(solver, limit, 4 * PATIENCE, cross_check=cross_check, method=method)
            assert all(values in truth for values in found.grids), "what was counted is no solution"
            if found.status == "exact":
                assert found.value == len(truth), f"a false proof: exactly {found.value}, but there are {len(truth)}"
            else:
                assert found.value == limit, f"nothing was to stop it, but: {found.reason}"

    def minimize(self, terms: Terms) -> None:
        """Another objective in the library's own model, where there was none or the user's own."""
        if not self.statement.objective:
            self.was_edited = True
            self.objective = terms
            self.editor.minimize(self.native_terms(terms))
