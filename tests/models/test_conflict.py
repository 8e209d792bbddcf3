"""Conflicts: infeasible as they stand, with every member needed, whatever is in the model."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest

import sudoku_models as sm
from sudoku_models.solvers import Status


class Small(NamedTuple):
    """A model of a few integers, and its constraints as functions by name."""

    statement: Callable[[Any], Any]
    domains: list[range]
    constraints: dict[str, Callable[[tuple[int, ...]], bool]]
    is_logical: bool

    def values(self, names: list[str]) -> Iterator[tuple[int, ...]]:
        """The values that satisfy these members; variables without a bound are tried in a wide box."""
        boxes = [
            domain if self.is_logical or domain == range(2) else range(-12, 13) for domain in self.domains
        ]  # the domains of binaries, and of variables in logic, always hold
        return (values for values in product(*boxes) if all(self.holds(name, values) for name in names))

    def names(self) -> list[str]:
        """All constraints and bounds that can be left out."""
        ends = [
            [f"x_{k} = {domain[0]}"] if len(domain) == 1 else [f"x_{k} >= {domain[0]}", f"x_{k} <= {domain[-1]}"]
            for k, domain in enumerate(self.domains)
            if not self.is_logical and domain != range(2)
        ]
        return [*self.constraints, *(name for each in ends for name in each)]

    def holds(self, name: str, values: tuple[int, ...]) -> bool:
        if name in self.constraints:
            return self.constraints[name](values)
        variable, sense, end = name.split()
        value = values[int(variable.removeprefix("x_"))]
        return {"<=": value <= int(end), ">=": value >= int(end), "=": value == int(end)}[sense]


def small_model(seed: int) -> Small:
    rng = random.Random(seed)
    n, is_logical = rng.randint(2, 3), rng.random() < 0.4
    domains = [range(low := rng.randint(-2, 2), low + rng.randint(1, 4)) for _ in range(n)]
    rows = {
        f"row {r}": ([rng.randint(-3, 3) for _ in range(n)], rng.choice(("<=", ">=", "==")), rng.randint(-6, 8))
        for r in range(rng.randint(2, 5))
    }
    rows = {name: row for name, row in rows.items() if any(row[0])}

    def statement(m: Any) -> Any:
        x = {k: m.int_vars("x", [k], domain[0], domain[-1])[k] for k, domain in enumerate(domains)}
        for name, (coefficients, sense, side) in rows.items():
            total = m.dot(coefficients, x.values())
            m.add({"<=": total <= side, ">=": total >= side, "==": total == side}[sense], name)
        if is_logical:
            m.all_different(x.values(), "all differ")
        return x

    def of_row(coefficients: list[int], sense: str, side: int) -> Callable[[tuple[int, ...]], bool]:
        def holds(values: tuple[int, ...]) -> bool:
            total = sum(c * value for c, value in zip(coefficients, values, strict=True))
            return {"<=": total <= side, ">=": total >= side, "==": total == side}[sense]

        return holds

    constraints = {name: of_row(*row) for name, row in rows.items()}
    if is_logical:
        constraints["all differ"] = lambda values: len(set(values)) == n
    return Small(statement, domains, constraints, is_logical)


@pytest.mark.parametrize("smallest", [False, True])
def test_a_conflict_is_infeasible_and_each_member_is_needed(smallest: bool) -> None:
    sizes = set()
    for seed in range(60):
        model = small_model(seed)
        found = sm.Problem(model.statement).conflict(smallest=smallest)
        every = product(*model.domains)
        if any(all(holds(values) for holds in model.constraints.values()) for values in every):
            assert found.status is Status.SOLVED
            assert found.solution
            continue
        assert found, seed
        assert found.is_minimal, seed
        assert not any(model.values(list(found.names))), (seed, found)
        for member in found:
            assert member.solution is not None
            values = tuple(member.solution.get(k, 0) for k in range(len(model.domains)))
            held = [name for name in found.names if model.holds(name, values)]
            assert held == [name for name in found.names if name != member.name], (seed, found)
        if smallest:
            assert found.is_smallest
            assert all(any(model.values(list(some))) for some in combinations(model.names(), len(found) - 1)), seed
        sizes.add(len(found))
    assert {1, 2, 3} <= sizes
