"""Small random problems with awkward numbers, and what is true of them in exact arithmetic.

A number means the decimal number that is written: 0.1 is a tenth. No solver and nothing of the package is used.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import lcm
from typing import Any

Number = int | float
Values = list[int]
Domains = list[tuple[int, int]]


def exact(number: Number) -> Fraction:
    return Fraction(str(number))


def expression(terms: list[tuple[Number, int]], constant: Number) -> str:
    """A sum as code; a long one is a scalar product."""
    columns = ", ".join(f"x[{k}]" for _, k in terms)
    total = " + ".join(f"{c} * x[{k}]" for c, k in terms)
    total = total if len(terms) < 4 else f"m.dot({[c for c, _ in terms]}, [{columns}])"
    return " + ".join([*[total] * bool(terms), *[str(constant)] * (constant != 0 or not terms)])


@dataclass
class Row:
    """terms + constant, compared with right; also an objective, whose right is 0."""

    terms: list[tuple[Number, int]]
    sense: str = "=="
    right: Number = 0
    constant: Number = 0

    def text(self) -> str:
        return f"{expression(self.terms, self.constant)} {self.sense} {self.right}"

    def code(self, name: str) -> str:
        return f"m.add({self.text()}, {name!r})"

    @cached_property
    def numbers(self) -> list[Fraction]:
        return [exact(number) for number in (self.constant, self.right, *(c for c, _ in self.terms))]

    @cached_property
    def denominator(self) -> int:
        return lcm(*(number.denominator for number in self.numbers))

    @cached_property
    def whole(self) -> tuple[int, list[tuple[int, int]]]:
        """The constant and the terms of the row times its denominator, with 0 on its right."""
        constant, right, *coefficients = (int(number * self.denominator) for number in self.numbers)
        return constant - right, [(c, k) for c, (_, k) in zip(coefficients, self.terms, strict=True)]

    def gap(self, x: Values) -> int:
        """The left side minus the right one, times the denominator."""
        constant, terms = self.whole
        return constant + sum(c * x[k] for c, k in terms)

    def allows(self, x: Values) -> bool:
        gap = self.gap(x)
        return gap == 0 if self.sense == "==" else gap <= 0 if self.sense == "<=" else gap >= 0

    def turns(self, first: Values) -> list[int]:
        """The value of the last variable near which the row begins or ceases to hold."""
        slope = sum(c for c, k in self.whole[1] if k == len(first))
        return [-self.gap([*first, 0]) // slope] if slope else []


@dataclass
class Implies:
    """A row holds where a binary has this value."""

    binary: int
    value: int
    row: Row

    def code(self, name: str) -> str:
        return f"m.implies((x[{self.binary}], {self.value}), {self.row.text()}, {name!r})"

    def allows(self, x: Values) -> bool:
        return x[self.binary] != self.value or self.row.allows(x)


@dataclass
class Either:
    rows: list[Row]

    def code(self, name: str) -> str:
        return f"m.either([{', '.join(row.text() for row in self.rows)}], {name!r})"

    def allows(self, x: Values) -> bool:
        return any(row.allows(x) for row in self.rows)


@dataclass
class AllDifferent:
    columns: list[int]

    def code(self, name: str) -> str:
        return f"m.all_different([{', '.join(f'x[{k}]' for k in self.columns)}], {name!r})"

    def allows(self, x: Values) -> bool:
        return len({x[k] for k in self.columns}) == len(self.columns)


@dataclass
class Price:
    """The last variable is the price whose number the first variable is."""

    prices: list[int]
    is_table: bool

    def code(self, name: str) -> str:
        if self.is_table:
            return f"m.table([x[0], x[2]], {list(enumerate(self.prices))}, {name!r})"
        return f"m.element({self.prices}, x[0], x[2], {name!r})"

    def allows(self, x: Values) -> bool:
        return self.prices[x[0]] == x[2]

    def turns(self, first: Values) -> list[int]:
        return [self.prices[first[0]]]


@dataclass
class Model:
    """A problem. Where the domain of its last variable is large, all constraints have `turns`."""

    family: str
    domains: Domains
    constraints: list[Any] = field(default_factory=list)
    objective: Row | None = None
    verb: str = "minimize"

    def code(self) -> str:
        lines = ["def model(m):", "    x = {}"]
        for k, (low, high) in enumerate(self.domains):
            is_binary = (low, high) == (0, 1)
            verb = f"bool_vars('x{k}', [{k}])" if is_binary else f"int_vars('x{k}', [{k}], {low}, {high})"
            lines.append(f"    x |= m.{verb}")
        lines += [f"    {each.code(f'{type(each).__name__} {k}')}" for k, each in enumerate(self.constraints)]
        if self.objective:
            lines.append(f"    m.{self.verb}({expression(self.objective.terms, self.objective.constant)})")
        return "\n".join([*lines, "    return x"])

    def allows(self, x: Values) -> bool:
        is_inside = all(low <= value <= high for value, (low, high) in zip(x, self.domains, strict=True))
        return is_inside and all(each.allows(x) for each in self.constraints)

    @cached_property
    def runs(self) -> list[tuple[Values, Values]]:
        """All solutions: those that differ in the last variable only, from the first to the last of them."""
        others = (range(low, high + 1) for low, high in self.domains[:-1])
        return [run for first in product(*others) for run in self._runs(list(first), *self.domains[-1])]

    def _runs(self, first: Values, low: int, high: int) -> Iterator[tuple[Values, Values]]:
        starts = {*range(low, high + 1)} if high - low < 100 else {low}
        if high - low >= 100:
            turns = (turn + d for each in self.constraints for turn in each.turns(first) for d in (-1, 0, 1, 2))
            starts |= {turn for turn in turns if low < turn <= high}
        for start, stop in pairwise([*sorted(starts), high + 1]):
            if self.allows([*first, start]):
                yield [*first, start], [*first, stop - 1]

    @cached_property
    def count(self) -> int:
        return sum(last[-1] - first[-1] + 1 for first, last in self.runs)

    def cost(self, x: Values) -> Fraction:
        assert self.objective
        return Fraction(self.objective.gap(x), self.objective.denominator)

    @cached_property
    def best(self) -> Fraction:
        return (min if self.verb == "minimize" else max)(self.cost(x) for run in self.runs for x in run)


# -- random problems --------------------------------------------------------------------------------------------------


FACTORS = (1, 1, 1, 2, 7919)


def scaled(number: int, power: int) -> Number:
    """number * 10**power, as one writes it."""
    return number * 10**power if power >= 0 else float(f"{number}e{power}")


def weights(rng: random.Random, n: int, digits: int) -> list[int]:
    signs = rng.choice([(1,), (1,), (1, -1)])
    return [rng.choice(signs) * rng.randrange(10 ** (digits - 1), 10**digits) for _ in range(n)]


def some_row(rng: random.Random, domains: Domains, digits: int, power: int = 0, factors: Any = FACTORS) -> Row:
    """A row that a planted solution meets exactly, or misses by one; or with any right side."""
    columns = rng.sample(range(len(domains)), rng.randint(min(2, len(domains)), len(domains)))
    factor, constant = rng.choice(factors), rng.choice([0] * 4 + weights(rng, 1, digits))
    of = [factor * weight for weight in weights(rng, len(columns), digits)]
    right = constant + sum(w * rng.randint(*domains[k]) for w, k in zip(of, columns, strict=True))
    right += rng.choice([0, 0, 0, 0, 1, -1, rng.randrange(10**digits)])
    terms = [(scaled(w, power), k) for w, k in zip(of, columns, strict=True)]
    return Row(terms, rng.choice(["==", "==", "<=", ">="]), scaled(right, power), scaled(constant, power))


def some_domains(rng: random.Random) -> Domains:
    if rng.random() < 0.5:
        return [(0, 1)] * rng.randint(2, 8)
    return [(low, low + rng.randint(1, 3)) for low in (rng.choice([0, 0, 1, -2]) for _ in range(rng.randint(2, 5)))]


def add_objective(rng: random.Random, model: Model, digits: int, power: int = 0) -> None:
    row = some_row(rng, model.domains, digits, power)
    model.objective, model.verb = Row(row.terms, constant=row.constant), rng.choice(["minimize", "maximize"])


def easy(rng: random.Random) -> Model:
    """Small whole numbers, tenths and halves: what every solver takes."""
    model, power = Model("easy", some_domains(rng)), rng.choice([0, 0, -1])
    model.constraints = [some_row(rng, model.domains, rng.choice([1, 2]), power, [1]) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.6:
        half, model.verb = rng.choice([1, 0.5]), rng.choice(["minimize", "maximize"])
        model.objective = Row([(half * c, k) for c, k in some_row(rng, model.domains, 1, 0, [1]).terms])
    return model


def rows(rng: random.Random, digits: int) -> Model:
    model = Model("rows", some_domains(rng))
    model.constraints = [some_row(rng, model.domains, digits) for _ in range(rng.choice([1, 1, 2, 3]))]
    return model


def different(rng: random.Random, digits: int) -> Model:
    n = rng.randint(3, 4)
    model = Model("all different", [(1, n + rng.randint(0, 1))] * n, [AllDifferent(list(range(n)))])
    model.constraints.append(some_row(rng, model.domains, digits))
    return model


def conditional(rng: random.Random, digits: int) -> Model:
    model = Model("conditional", [(0, 1), *some_domains(rng)[:5]])
    one, other, third = (some_row(rng, model.domains, size) for size in (digits, digits, rng.choice([1, digits])))
    model.constraints = [*rng.choice([[Implies(0, 1, one), Implies(0, 0, other)], [Either([one, other])]]), third]
    return model


def priced(rng: random.Random, digits: int) -> Model:
    """A price and an extra beside a budget that just suffices, or does not."""
    prices, extra = [abs(price) for price in weights(rng, rng.randint(3, 8), digits)], weights(rng, 1, digits)[0]
    budget = rng.choice(prices) + rng.choice([0, extra]) + rng.choice([0, 0, 1, -1])
    model = Model("price", [(0, len(prices) - 1), (0, 1), (0, max(prices))], [Price(prices, rng.random() < 0.4)])
    model.constraints.append(Row([(1, 2), (extra, 1)], rng.choice(["<=", "==", ">="]), budget))
    return model


def wide(rng: random.Random, digits: int) -> Model:
    """The last variable has a large domain."""
    model = Model("wide", [*some_domains(rng)[:3], (0, 10 ** min(digits, 9))])
    for _ in range(rng.choice([1, 1, 2])):
        row = some_row(rng, model.domains[:-1], rng.randint(1, 4))
        row.terms.append((rng.choice([1, 1, 3, 7, -1]), len(model.domains) - 1))
        row.right += rng.choice([1, -1]) * rng.randrange(10 ** min(digits, 9))
        model.constraints.append(row)
    return model


def scaled_rows(rng: random.Random, digits: int) -> Model:
    model, power = Model("scaled rows", some_domains(rng)), rng.choice([-10, -9, -8, -7, -6, -5, -3, -2, -1, 2, 4, 7])
    model.constraints = [some_row(rng, model.domains, min(digits, 8), power)]
    return model


def scaled_objective(rng: random.Random, digits: int) -> Model:
    model, power = Model("scaled objective", some_domains(rng)), rng.choice([-10, -9, -8, -7, -6, -5, -3, -2, -1, 2, 7])
    model.constraints = [some_row(rng, model.domains, 1)]
    add_objective(rng, model, min(digits, 8), power)
    return model


def close_objective(rng: random.Random, digits: int) -> Model:
    """The best solutions differ little beside the numbers of the objective."""
    model = Model("close objective", some_domains(rng), verb=rng.choice(["minimize", "maximize"]))
    model.constraints = [some_row(rng, model.domains, 1)]
    terms = [(10**digits * rng.choice([0, 1]) + rng.randint(1, 9), k) for k in range(len(model.domains))]
    model.objective = Row(terms, constant=rng.choice([0, 10**digits]))
    return model


def constant_objective(rng: random.Random, digits: int) -> Model:
    model = Model("constant objective", some_domains(rng), verb=rng.choice(["minimize", "maximize"]))
    model.constraints = [some_row(rng, model.domains, 1)]
    model.objective = Row([], constant=rng.choice([5, 0.5, -3, 1e-7, 10**digits]))
    return model


FAMILIES = [rows, rows, different, conditional, priced, wide]
WITH_OBJECTIVE = [scaled_rows, scaled_objective, close_objective, constant_objective]
QUERIES = ["solve", "solve", "solve", "count", "checked count", "solutions"]


def random_model(seed: int, trial: int) -> tuple[Model, str, str]:
    """A problem, a backend, and a query."""
    rng = random.Random(f"{seed} {trial}")
    family, digits = rng.choice([easy, easy, *FAMILIES, *WITH_OBJECTIVE]), rng.choice([1, 2, 3, *range(1, 13)])
    model = easy(rng) if family is easy else family(rng, digits)
    if family in FAMILIES and rng.random() < 0.4:
        add_objective(rng, model, rng.choice([1, min(digits, 8)]), rng.choice([0, 0, 0, -1, -7]))
    is_whole = not any(isinstance(c, float) for row in model.constraints if isinstance(row, Row) for c, _ in row.terms)
    backends = ["pulp", "pyomo", "cpsat"] if is_whole else ["pulp", "pyomo"]  # CP-SAT's own rows are whole
    return model, rng.choice(backends), rng.choice(QUERIES)


if __name__ == "__main__":  # TODO: not to be landed
    import runpy

    runpy.run_path(__file__.replace("number_models", "number_fuzz"), run_name="__main__")
