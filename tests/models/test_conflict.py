"""Conflicts: infeasible as they stand, with every member needed, whatever is in the model."""

import random
from collections.abc import Collection, Mapping
from itertools import combinations
from math import inf, isinf
from typing import Any

import pytest
from ortools.sat.python import cp_model

import sudoku_models as sm
from sudoku_models.backends import Linear, PlainModel
from sudoku_models.backends.numbers import exact
from sudoku_models.models import conflict_search
from sudoku_models.runtime.limits import TimeLimit
from sudoku_models.solvers import Status
from sudoku_models.solvers.exact_lp import ExactProgram

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


def test_what_is_printed_of_a_long_solution_is_about_the_member() -> None:
    def shifts(m: Any) -> Any:
        x = m.int_vars("x", range(20), 0, 1)
        m.add(m.sum(x.values()) >= 20, "demand")
        m.add(x[18] + x[19] <= 0, "holiday")
        return x

    [_, holiday] = sm.Problem(shifts).conflict()
    assert list(holiday.solution)[:2] == [18, 19]


def test_a_constraint_is_a_member_as_a_whole_however_many_records_it_is_read_as() -> None:
    model = cp_model.CpModel()
    starts = [model.new_int_var(0, 4, f"start {i}") for i in range(3)]
    runs = model.new_bool_var("runs")
    jobs = [model.new_optional_interval_var(start, 3, start + 3, runs, "job") for start in starts]
    model.add_no_overlap(jobs).with_name("one machine")
    model.add(runs == 1).with_name("they run")
    assert set(sm.Problem(model).conflict().names) == {"one machine", "they run"}


# -- continuous variables ----------------------------------------------------------------------------------------------


def continuous_model(seed: int) -> tuple[PlainModel, dict[str, Any]]:
    """A model of continuous variables, and its members by name: a row with two sides, or a column with two bounds."""
    rng = random.Random(seed)
    n = rng.randint(2, 6)
    members: dict[str, Any] = {}
    rows = []
    for r in range(rng.randint(3, 9)):
        columns = tuple(rng.sample(range(n), rng.randint(1, n)))
        low = rng.choice([-inf, rng.randint(-9, 9)])
        high = rng.choice([low, low + rng.randint(1, 5)]) if low > -inf else rng.randint(-9, 9)
        high = rng.choice([high, inf]) if low > -inf else high
        rows.append(Linear(columns, tuple(rng.choice([-3, -2, -1, 1, 2, 0.1]) for _ in columns), low, high, f"row {r}"))
        members[f"row {r}"] = rows[-1]
    lower, upper = [float(rng.randint(-3, 0)) for _ in range(n)], [rng.choice([4.0, inf]) for _ in range(n)]
    for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
        members[f"x{k} >= {low:g}"] = (k, low, inf)
        if high < inf:
            members[f"x{k} <= {high:g}"] = (k, -inf, high)
    return PlainModel([f"x{k}" for k in range(n)], lower, upper, [False] * n, rows, None), members


def can_hold(members: list[Any], n: int) -> bool:
    """Whether these can hold together, in fractions."""
    rows = [each for each in members if isinstance(each, Linear)]
    lower, upper = [-inf] * n, [inf] * n
    for k, low, high in (each for each in members if not isinstance(each, Linear)):
        lower[k], upper[k] = max(lower[k], low), min(upper[k], high)
    terms = [{k: exact(c) for k, c in zip(row.columns, row.coefficients, strict=True)} for row in rows]
    sides = [(exact_end(row.lower), exact_end(row.upper)) for row in rows]
    ends = [list(map(exact_end, each)) for each in (lower, upper)]
    return ExactProgram(terms, sides, *ends, {}).conflict(set()) is None


def exact_end(end: float) -> Any:
    return end if isinf(end) else exact(end)


@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(15, 300), marks=pytest.mark.slow)])
def test_a_conflict_of_continuous_variables_is_irreducible_in_fractions(seeds: range) -> None:
    sizes = set()
    for seed in seeds:
        model, members = continuous_model(seed)
        found, n = sm.Problem(model).conflict(), len(model.variables)
        assert bool(found) is not can_hold(list(members.values()), n), seed
        chosen = [members[name] for name in found.names]
        if found:
            assert found.is_minimal, seed
            assert found.certainty == "proved", seed
            assert not can_hold(chosen, n), seed
            assert all(can_hold([each for each in chosen if each is not one], n) for one in chosen), seed
        sizes.add(len(found))
    assert {0, 2, 3} <= sizes


def test_what_only_the_relaxation_in_floating_point_calls_infeasible_is_no_conflict() -> None:
    close = Linear((0, 1), (0.1, -10_000), -20_000.1, -20_000.1, "close")
    far = Linear((2, 1, 0), (1e-4, -1e7, 1e6), -22_999_999.9996, -22_999_999.9996, "far")
    lower, upper = [-3.0, 2, 3], [-1.0, 5, 8]
    found = sm.Problem(PlainModel(["a", "b", "c"], lower, upper, [True] * 3, [close, far], None)).conflict()
    members: dict[str, Any] = {"close": close, "far": far}
    for k, x in enumerate("abc"):
        members |= {f"{x} >= {lower[k]:g}": (k, lower[k], inf), f"{x} <= {upper[k]:g}": (k, -inf, upper[k])}
    assert found
    assert not can_hold([members[name] for name in found.names], 3)


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [TimeLimit, KeyboardInterrupt])
@pytest.mark.parametrize("questions", range(5))
def test_when_it_is_stopped_there_is_the_set_so_far(monkeypatch: Any, stop: Any, questions: int) -> None:
    def chain(m: Any) -> Any:
        x = m.int_vars("x", range(6), -100, 100)
        for k in range(5):
            m.add(x[k + 1] >= x[k] + 1, f"step {k}")
        m.add(x[5] <= x[0] + 4, "end")
        m.add(x[2] <= 50, "further")
        return x

    left, ask = [questions], conflict_search.Relaxation.ask

    def asked(*arguments: Any) -> Any:
        if not left[0]:
            raise stop
        left[0] -= 1
        return ask(*arguments)

    whole = sm.Problem(chain).conflict()
    monkeypatch.setattr(conflict_search.Relaxation, "ask", asked)
    found = sm.Problem(chain).conflict()
    if found:
        assert {*whole.names} <= {*found.names}
        assert not found.is_minimal
    else:
        assert found.status is Status.UNKNOWN
    assert found.stopped_by
