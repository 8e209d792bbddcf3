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
class Absolute:
    """The absolute value of a sum is at most so much; each sign has a row that holds under a condition."""

    total: Row
    most: int

    def code(self, name: str) -> str:
        total = expression(self.total.terms, self.total.constant)
        return f"m.add(m.absolute({total}, {name!r}) <= {self.most}, '{name} is small')"

    def allows(self, x: Values) -> bool:
        return abs(self.total.gap(x)) <= self.most


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

    domains: list[tuple[int, int]]
    constraints: list[Any] = field(default_factory=list)
    objective: Row | None = None
    verb: str = "minimize"
    family: str = ""

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


class Random(random.Random):
    """Makes parts of a problem around one planted assignment, which most rows meet exactly or miss by one."""

    domains: list[tuple[int, int]]
    plant: Values

    def box(self, *others: tuple[int, int], most: int = 8) -> Model:
        """A problem without constraints: some binaries or small integers, and other variables after them."""
        if self.random() < 0.5:
            self.domains = [(0, 1)] * self.randint(2, most)
        else:
            lows = (self.choice([0, 0, 1, -2]) for _ in range(self.randint(2, min(most, 5))))
            self.domains = [(low, low + self.randint(1, 3)) for low in lows]
        self.domains += others
        self.plant = [self.randint(*ends) for ends in self.domains]
        return Model(self.domains)

    def weights(self, n: int, digits: int) -> list[int]:
        signs, least = self.choice([(1,), (1,), (1, -1)]), self.choice([digits, digits, 1])
        sizes = [self.randint(least, digits) for _ in range(n)]
        return [self.choice(signs) * self.randrange(10 ** (size - 1), 10**size) for size in sizes]

    def row(self, digits: int, power: int = 0, factors: tuple[int, ...] = (1, 1, 1, 2, 7919)) -> Row:
        """Weights with so many digits, times a common factor and 10**power."""
        n, factor = len(self.domains), self.choice(factors)
        terms = [(factor * w, k) for w, k in zip(self.weights(n, digits), self.sample(range(n), n), strict=True)]
        terms = terms[: self.randint(min(2, n), n)]
        constant = self.choice([0, 0, 0, *self.weights(1, digits)])
        right = constant + sum(w * self.plant[k] for w, k in terms)
        right += self.choice([0] * 12 + [1, -1, self.randrange(10**digits)])
        sides = scaled(right, power), scaled(constant, power)
        if exact(sides[0] - sides[1]) != exact(sides[0]) - exact(sides[1]):  # the libraries add constants as floats
            sides = scaled(right - constant, power), 0
        return Row([(scaled(w, power), k) for w, k in terms], self.choice(["==", "==", "<=", ">="]), *sides)

    def objective(self, digits: int, power: int) -> Row:
        row = self.row(digits, power)
        return Row(row.terms, constant=row.constant)


def scaled(number: int, power: int) -> Number:
    """number * 10**power, as one writes it."""
    return number * 10**power if power >= 0 else float(f"{number}e{power}")


def easy(rng: Random, digits: int) -> Model:
    """Small whole numbers, tenths and halves: what every solver takes."""
    model, power = rng.box(), rng.choice([0, 0, -1])
    model.constraints = [rng.row(rng.choice([1, 2]), power, (1,)) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.6:
        model.objective = Row([(c * rng.choice([1, 0.5]), k) for c, k in rng.row(1, 0, (1,)).terms])
    return model


def rows(rng: Random, digits: int) -> Model:
    model = rng.box()
    model.constraints = [rng.row(digits) for _ in range(rng.choice([1, 1, 2, 3]))]
    return model


def scaled_rows(rng: Random, digits: int) -> Model:
    model, sizes = rng.box(), [1, 2, min(digits, 8)]
    powers = rng.choices([-10, -9, -8, -7, -6, -3, -1, 4, 7], k=rng.choice([1, 1, 2]))
    model.constraints = [rng.row(rng.choice(sizes), power) for power in powers]
    return model


def wide(rng: Random, digits: int) -> Model:
    """The last variable has a large domain."""
    model = rng.box((0, 10 ** min(digits + 1, 9)), most=4)
    model.constraints = [rng.row(rng.randint(1, 4)) for _ in range(rng.choice([1, 1, 2]))]
    return model


def different(rng: Random, digits: int) -> Model:
    n = rng.randint(3, 4)
    rng.domains, rng.plant = [(1, n + rng.randint(0, 1))] * n, rng.sample(range(1, n + 1), n)
    return Model(rng.domains, [AllDifferent(list(range(n))), rng.row(digits)])


def conditional(rng: Random, digits: int) -> Model:
    model = rng.box((0, 1), most=5)
    last = len(model.domains) - 1
    model.constraints = [Implies(last, 0, rng.row(digits)), Implies(last, 1, rng.row(digits)), rng.row(1)]
    return model


def absolute(rng: Random, digits: int) -> Model:
    model = rng.box(most=5)
    total = Row(rng.row(digits).terms)
    model.constraints = [Absolute(total, abs(total.gap(rng.plant)) + rng.choice([0, 0, 0, 1, -1])), rng.row(1)]
    return model


def priced(rng: Random, digits: int) -> Model:
    """A price and an extra beside a budget that just suffices, or does not."""
    prices, extra = [abs(price) for price in rng.weights(rng.randint(3, 8), digits)], rng.weights(1, digits)[0]
    budget = rng.choice(prices) + rng.choice([0, extra]) + rng.choice([0, 0, 0, 1, -1])
    rng.domains, rng.plant = [(0, len(prices) - 1), (0, 1), (0, max(prices))], [0, 0, prices[0]]
    budgeted = Row([(1, 2), (extra, 1)], rng.choice(["<=", "==", ">="]), budget)
    return Model(rng.domains, [Price(prices, rng.random() < 0.4), budgeted])


def scaled_objective(rng: Random, digits: int) -> Model:
    model = rng.box()
    model.constraints = [rng.row(1)]
    powers = [-10, -9, -8, -7, -6, -5, -3, -2, 7]
    model.objective = rng.objective(rng.choice([1, 2, min(digits, 8)]), rng.choice(powers))
    return model


def close_objective(rng: Random, digits: int) -> Model:
    """The best solutions differ little beside the numbers of the objective."""
    model = scaled_objective(rng, digits)
    terms = [(10**digits * rng.choice([0, 1]) + rng.randint(1, 9), k) for k in range(len(model.domains))]
    model.objective = Row(terms, constant=rng.choice([0, 10**digits]))
    return model


def constant_objective(rng: Random, digits: int) -> Model:
    model = scaled_objective(rng, digits)
    model.objective = Row([], constant=rng.choice([5, 0.5, -3, 1e-7, 10**digits]))
    return model


WITHOUT_OBJECTIVE = [rows, rows, scaled_rows, wide, different, conditional, absolute, priced]
FAMILIES = [easy, easy, *WITHOUT_OBJECTIVE, scaled_objective, close_objective, constant_objective]
QUERIES = ["solve", "solve", "solve", "count", "checked count", "solutions"]


def random_model(seed: int, trial: int) -> tuple[Model, str, str]:
    """A problem, a backend, and a query."""
    rng = Random(f"{seed} {trial}")
    family, digits = rng.choice(FAMILIES), rng.choice([1, 2, 3, *range(1, 13)])
    model = family(rng, digits)
    model.family, model.verb = family.__name__, rng.choice(["minimize", "maximize"])
    if family in WITHOUT_OBJECTIVE and rng.random() < 0.4:
        model.objective = rng.objective(rng.choice([1, min(digits, 8)]), rng.choice([0, 0, -1, -7]))
    linear = (row for row in model.constraints if isinstance(row, Row))
    is_whole = all(isinstance(c, int) for row in linear for c, _ in row.terms)
    backends = ["pulp", "pyomo", "cpsat"] if is_whole else ["pulp", "pyomo"]  # CP-SAT's own rows are whole
    return model, rng.choice(backends), rng.choice(QUERIES)
