"""Conflicts: infeasible as they stand, with every member needed, whatever is in the model."""

import random
from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.solvers import Status

WIDE = 1000
"""What a variable without bounds may be in the oracle."""


class Small:
    """A model of a few integers, of which any members can be stated, and asked of CP-SAT."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        n, self.is_logical = rng.randint(2, 3), rng.random() < 0.4
        self.domains = [(low := rng.randint(-2, 2), low + rng.randint(0, 3)) for _ in range(n)]
        rows = [
            ([rng.randint(-3, 3) for _ in range(n)], rng.choice(["<=", ">=", "="]), rng.randint(-6, 8))
            for _ in range(rng.randint(2, 5))
        ]
        self.members: dict[str, Any] = {f"row {r}": row for r, row in enumerate(rows) if any(row[0])}
        if self.is_logical:
            self.members["all differ"] = None
        self.own_names = list(self.members)
        for k, (low, high) in enumerate(self.domains):  # domains of binaries, and of variables in logic, are no members
            if not self.is_always_within(k):
                unit = [int(j == k) for j in range(n)]
                ends = [("=", low)] if low == high else [(">=", low), ("<=", high)]
                self.members |= {f"x_{k} {sense} {end}": (unit, sense, end) for sense, end in ends}

    def is_always_within(self, k: int) -> bool:
        return self.is_logical or self.domains[k] == (0, 1)

    def statement(self, m: Any) -> Any:
        return self._stated(m, self.own_names, self.domains)

    def _stated(self, m: Any, names: Collection[str], domains: Collection[tuple[int, int]]) -> Any:
        x = {k: m.int_vars("x", [k], *domain)[k] for k, domain in enumerate(domains)}
        for name in names:
            if name == "all differ":
                m.all_different(x.values(), name)
            else:
                coefficients, sense, side = self.members[name]
                total = m.dot(coefficients, x.values())
                m.add({"<=": total <= side, ">=": total >= side, "=": total == side}[sense], name)
        return x

    def can_hold(self, names: Collection[str]) -> bool:
        """Whether these members can hold together, as CP-SAT says."""
        domains = [ends if self.is_always_within(k) else (-WIDE, WIDE) for k, ends in enumerate(self.domains)]
        found = sm.Problem(lambda m: self._stated(m, names, domains), "cpsat").solve("cpsat")
        assert found.status is not Status.UNKNOWN
        return bool(found)

    def holds(self, name: str, values: Mapping[Any, int]) -> bool:
        if name == "all differ":
            return len(set(values.values())) == len(self.domains)
        coefficients, sense, side = self.members[name]
        total = sum(c * values.get(k, 0) for k, c in enumerate(coefficients))
        return {"<=": total <= side, ">=": total >= side, "=": total == side}[sense]


@pytest.mark.parametrize(("smallest", "seeds"), [(False, 5), pytest.param(True, 40, marks=pytest.mark.slow)])
def test_a_conflict_is_infeasible_and_each_member_is_needed(smallest: bool, seeds: int) -> None:
    sizes = set()
    for seed in range(seeds):
        model = Small(seed)
        found = sm.Problem(model.statement).conflict(smallest=smallest)
        if model.can_hold(model.members):
            assert found.status is Status.SOLVED, seed
            assert all(model.holds(name, found.solution) for name in model.members)
            continue
        assert found, seed
        assert found.is_minimal, seed
        assert not model.can_hold(found.names), seed
        for member in found:
            held = [name for name in found.names if model.holds(name, member.solution)]
            assert held == [name for name in found.names if name != member.name], seed
        if smallest:
            assert found.is_smallest
            assert all(model.can_hold(some) for some in combinations(model.members, len(found) - 1)), seed
        sizes.add(len(found))
    assert len(sizes) > 1
