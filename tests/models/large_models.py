"""Random small models with whole numbers from 2^50 to 2^62, and all their solutions, by Python's integers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
}
Values = Mapping[str, int]
DOMAINS = {"a": (0, 1), "b": (0, 1), "c": (0, 1), "i": (0, 2), "j": (-1, 1)}
REWRITES = (
    None,
    *["pairwise"] * 3,
    "pairwise+big_m",
    "pairwise+rank",
    "count_distinct",
    "table_conflicts",
    "tuple_hull",
)
LIMIT = 8
"""Solutions that are counted."""
QUERIES = ("solve", "solve", "count", "equivalent")


@dataclass(frozen=True)
class Sum:
    """A sum of coefficient * variable, and a constant; `how` it is written: with `m.dot`, with operators, or twice."""

    terms: tuple[tuple[int, str], ...]
    constant: int = 0
    how: str = "dot"

    def of(self, values: Values) -> int:
        return sum(c * values[k] for c, k in self.terms) + self.constant

    def stated(self, m: Any, x: Mapping[str, Any]) -> Any:
        coefficients, variables = [c for c, _ in self.terms], [x[k] for _, k in self.terms]
        if self.how == "dot":
            total = m.dot(coefficients, variables)
        elif self.how == "sum":
            total = m.sum([c * v for c, v in zip(coefficients, variables, strict=True)])
        else:
            total = coefficients[0] * variables[0]
            for c, v in zip(coefficients[1:], variables[1:], strict=True):
                total = total + c * v
        return total + self.constant if self.constant else total


@dataclass(frozen=True)
class Row:
    """A comparison of a sum with a number."""

    left: Sum
    comparison: str
    right: int

    def of(self, values: Values) -> bool:
        return bool(COMPARISONS[self.comparison](self.left.of(values), self.right))

    def stated(self, m: Any, x: Mapping[str, Any]) -> Any:
        return COMPARISONS[self.comparison](self.left.stated(m, x), self.right)


@dataclass(frozen=True)
class Rule:
    """A verb with what it is given."""

    verb: str
    rows: tuple[Row, ...] = ()
    sums: tuple[Sum, ...] = ()
    numbers: tuple[Any, ...] = ()
    condition: tuple[str, int] = ("a", 1)

    def of(self, v: Values) -> bool:
        s, n, met = [each.of(v) for each in self.sums], self.numbers, v[self.condition[0]] == self.condition[1]
        match self.verb:
            case "add":
                return self.rows[0].of(v)
            case "implies":
                return not met or self.rows[0].of(v)
            case "either":
                return any(row.of(v) for row in self.rows)
            case "holds":
                return self.rows[0].of(v) == met
            case "not_equal":
                return s[0] != s[1]
            case "all_different":
                return len(set(s)) == len(s)
            case "table":
                return tuple(s) in n
            case "no table":
                return tuple(s) not in n
            case "element":
                return v["i"] in range(len(n)) and n[v["i"]] == s[0]
            case "maximum":
                return max(s) <= n[0]
            case "minimum":
                return min(s) >= n[0]
            case "absolute":
                return abs(s[0]) <= n[0]
            case "cumulative":
                return all(
                    sum(d for t, length, d in zip(s, n[0], n[1], strict=True) if t <= at < t + length) <= n[2]
                    for at in s
                )
            case "exclude":
                return not all(v[k] == value for k, value in n)
        raise NotImplementedError(self.verb)

    def state(self, m: Any, x: Mapping[str, Any], name: str) -> None:
        s, n = [each.stated(m, x) for each in self.sums], self.numbers
        rows = [row.stated(m, x) for row in self.rows]
        key, value = self.condition
        match self.verb:
            case "add":
                m.add(rows[0], name)
            case "implies":
                m.implies((x[key], value), rows[0], name)
            case "either":
                m.either(rows, name)
            case "holds":
                m.add(m.holds(rows[0], name) - x[key] == 0 if value else m.holds(rows[0], name) + x[key] == 1, name)
            case "not_equal" | "all_different":
                m.not_equal(*s, name) if self.verb == "not_equal" else m.all_different(s, name)
            case "table" | "no table":
                m.table(s, n, name, allowed=self.verb == "table")
            case "element":
                m.element(n, x["i"], s[0], name)
            case "maximum":
                m.add(m.maximum(s, name) <= n[0], name)
            case "minimum":
                m.add(m.minimum(s, name) >= n[0], name)
            case "absolute":
                m.add(m.absolute(s[0], name) <= n[0], name)
            case "cumulative":
                m.cumulative(s, *n, name)
            case "exclude":
                m.exclude([(x[k], value) for k, value in n], name)


VERBS = (
    *("add", "add", "implies", "either", "holds", "not_equal", "all_different", "table", "no table", "element"),
    *("maximum", "minimum", "absolute", "cumulative", "exclude"),
)


@dataclass(frozen=True)
class LargeModel:
    """Binaries a, b, c and integers i and j, with rules and an objective."""

    rules: tuple[Rule, ...]
    objective: Sum | None = None
    sense: str = "minimize"

    def __call__(self, m: Any) -> dict[str, Any]:
        x = {k: m.int_vars(k, [0], *ends)[0] if k in "ij" else m.bool_vars(k, [0])[0] for k, ends in DOMAINS.items()}
        for k, rule in enumerate(self.rules):
            rule.state(m, x, f"rule {k}")
        if self.objective is not None:
            getattr(m, self.sense)(self.objective.stated(m, x))
        return x

    def solutions(self) -> list[tuple[int, ...]]:
        return list(self._solutions())

    def _solutions(self) -> Iterator[tuple[int, ...]]:
        for values in product(*(range(low, high + 1) for low, high in DOMAINS.values())):
            if all(rule.of(dict(zip(DOMAINS, values, strict=True))) for rule in self.rules):
                yield values

    def best(self) -> int:
        assert self.objective is not None
        costs = [self.objective.of(dict(zip(DOMAINS, values, strict=True))) for values in self.solutions()]
        return min(costs) if self.sense == "minimize" else max(costs)


class LargeModels:
    """Random models; what is compared is next to a sum that occurs, so that an error of 1 makes a difference."""

    def __init__(self, random: Random) -> None:
        self.random, self.most = random, random.choice([51, 53, 55, 58, 60])

    def number(self) -> int:
        if self.random.random() < 0.4:
            return self.random.choice([1, 2, 3, -1, -2, 7])
        size = 2 ** self.random.randint(50, self.most) + self.random.choice([-3, -2, -1, 0, 0, 1, 2, 3, 12345])
        return size * self.random.choice([1, 1, -1])

    def sum(self) -> Sum:
        keys = self.random.sample("abcij", self.random.choice([1, 2, 2, 3]))
        constant = self.random.choice([0, 0, 0, self.number()])
        return Sum(tuple((self.number(), k) for k in keys), constant, self.random.choice(["dot", "sum", "operators"]))

    def values(self) -> dict[str, int]:
        return {k: self.random.randint(*ends) for k, ends in DOMAINS.items()}

    def near(self, each: Sum) -> int:
        return each.of(self.values()) + self.random.choice([-1, 0, 0, 1])

    def row(self) -> Row:
        left = self.sum()
        return Row(left, self.random.choice(["<=", ">=", "<=", ">=", "=="]), self.near(left))

    def rule(self) -> Rule:
        verb, chosen = self.random.choice(VERBS), self.random
        condition = (chosen.choice("abc"), chosen.choice([0, 1]))
        sums, numbers, rows = [self.sum() for _ in range(chosen.choice([1, 2, 2, 3]))], (), ()
        match verb:
            case "add" | "implies" | "holds":
                rows, sums = [self.row()], []
            case "either":
                rows, sums = [self.row() for _ in range(chosen.choice([1, 2]))], []
            case "not_equal":
                sums = self.close(2)
            case "all_different":
                sums = self.close(chosen.choice([2, 3]))
            case "table" | "no table":
                sums = [Sum(each.terms[: chosen.choice([1, 1, 1, 2])], each.constant, each.how) for each in sums]
                numbers = tuple({tuple(map(self.near, sums)) for _ in range(6)})
            case "element":
                sums = sums[:1]
                numbers = tuple(self.near(sums[0]) for _ in range(3))
            case "maximum" | "minimum" | "absolute":
                self.most = 51  # the new variable must stay below 2^53
                sums = [
                    Sum(((self.number() // 2, key),), 0, "dot") for key in chosen.sample("abcij", chosen.choice([1, 2]))
                ]
                sums = sums[:1] if verb == "absolute" else sums
                numbers = (self.near(sums[0]) if verb != "absolute" else abs(self.near(sums[0])),)
            case "cumulative":
                many = len(sums)
                self.most = 52
                capacity = abs(self.number())
                demands = tuple(max(1, capacity // chosen.choice([1, 2, 3]) + chosen.choice([0, 1])) for _ in sums)
                numbers = (tuple(abs(self.number()) for _ in range(many)), demands, capacity)
            case "exclude":
                sums, numbers = [], tuple(self.values().items())[: chosen.choice([2, 5])]
        return Rule(verb, tuple(rows), tuple(sums), tuple(numbers), condition)

    def close(self, many: int) -> list[Sum]:
        """Sums that are equal, or nearly, at some values."""
        values, sums = self.values(), [self.sum() for _ in range(many)]
        return [
            Sum(s.terms, sums[0].of(values) - Sum(s.terms).of(values) + self.random.choice([-1, 0, 0]), s.how)
            for s in sums
        ]

    def model(self) -> LargeModel:
        rules = tuple(self.rule() for _ in range(self.random.choice([1, 1, 2, 3])))
        objective = self.random.choice([None, None, self.sum()])
        return LargeModel(rules, objective, self.random.choice(["minimize", "maximize"]))

    def similar(self, model: LargeModel) -> LargeModel:
        """The same model, or one in which one number differs by 1, or is written in another way."""
        rules = list(model.rules)
        k = self.random.randrange(len(rules))
        rule = rules[k]
        if rule.rows:
            row = rule.rows[0]
            right = row.right + self.random.choice([-1, 0, 1])
            how = self.random.choice(["dot", "sum", "operators"])
            changed = Row(Sum(row.left.terms, row.left.constant, how), row.comparison, right)
            rules[k] = Rule(rule.verb, (changed, *rule.rows[1:]), rule.sums, rule.numbers, rule.condition)
        elif self.random.random() < 0.5:
            rules[k] = self.rule()
        return LargeModel(tuple(rules))


# -- verdicts ----------------------------------------------------------------------------------------------------------


def verdict_on(seed: int, names: Sequence[str], seconds: float = 20.0) -> tuple[str, str]:
    """Whether the answer about a random model is "right", "refused" or "wrong"; and what was asked, and why."""
    from sudoku_models.errors import DisagreementError, InputError, SolverError, UnsupportedError

    random = Random(seed)
    models = LargeModels(random)
    model = models.model()
    backend, solver, query = random.choice(["pulp", "pyomo", "cpsat"]), random.choice(names), random.choice(QUERIES)
    rewrite = random.choice([*REWRITES, "pairwise", "pairwise"])
    asked = f"{seed}: {backend}, {solver}, {query}, {rewrite}: "
    try:
        verdict, why = ask(model, models, backend, solver, query, rewrite, seconds)
    except (InputError, UnsupportedError, SolverError) as error:
        verdict = "wrong" if isinstance(error, DisagreementError) else "refused"
        why = f"{type(error).__name__}: {error}"
    except Exception as error:
        verdict, why = "wrong", f"{type(error).__name__}: {error}"
    return verdict, asked + why


def ask(
    model: LargeModel, models: LargeModels, backend: str, solver: str, query: str, rewrite: str | None, seconds: float
) -> tuple[str, str]:
    import sudoku_models as sm

    problem, truth = sm.Problem(model, backend, rewrite), set(model.solutions())
    if query == "solve":
        result = problem.solve(solver, seconds)
        if result.status == "unknown":
            return "refused", result.reason
        if result.status == "infeasible":
            return ("wrong" if truth else "right"), "called infeasible"
        if tuple(result.values.values()) not in truth:
            return "wrong", f"{result.values} is no solution"
        is_best = model.objective is None or result.objective == model.best() == model.objective.of(result.values)
        return ("right" if is_best else "wrong"), f"objective {result.objective}"
    if query == "count":
        count = problem.count_solutions(solver, LIMIT, seconds)
        if not {tuple(values.values()) for values in count.solutions} <= truth:
            return "wrong", "what was listed is no solution"
        if count.stopped_by == "limit":
            return ("right" if len(truth) >= LIMIT else "wrong"), "too many"
        if count.status != "exact":
            return ("refused" if count.value <= len(truth) else "wrong"), count.reason
        return ("right" if count.value == len(truth) else "wrong"), f"exactly {count.value}, but {len(truth)} are"
    other = models.similar(model)
    found = sm.equivalent(problem, sm.Problem(other, models.random.choice(["pulp", "pyomo", "cpsat"])), solver=solver)
    if found.status == "unknown":
        return "refused", found.reason
    is_true = (found.status == "equivalent") == (truth == set(other.solutions()))
    return ("right" if is_true else "wrong"), f"{found.status}, {found.methods}"
