"""A solver that is right passes the check, whatever it refuses; each way of being wrong is found."""

import os
import sys
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import cloudpickle
import pytest

from sudoku_models import solvers
from sudoku_models.backends import Implication
from sudoku_models.benchmark import check_solver
from sudoku_models.errors import InputError, SolverError, UnsupportedError
from sudoku_models.models.satisfaction import broken
from sudoku_models.solvers import TIME_LIMIT, Feature, Outcome, SolverFacts, Status


@pytest.fixture(autouse=True, scope="module")
def by_value() -> Iterator[None]:
    """This module cannot be imported in another process."""
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield
    cloudpickle.unregister_pickle_by_value(sys.modules[__name__])


class Brute:
    """Tries everything; enough for models of a few variables."""

    name, paradigm = "brute", "CP"
    features = frozenset({Feature.LOGIC, Feature.PROOF, Feature.IN_PROCESS, Feature.OBJECTIVE, Feature.ENUMERATION})

    def facts(self, backend: str) -> SolverFacts:
        return SolverFacts("the tests", "brute force")

    def session(self, m: Any) -> Any:
        return Session(m)


class Session:
    def __init__(self, m: Any) -> None:
        self.m = m

    def bounds(self) -> Any:
        return self.m.bounds()

    def combinations(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(int(low), int(high) + 1) for low, high in zip(*self.bounds(), strict=True)))

    def allows(self, values: tuple[int, ...]) -> bool:
        return not [name for name in broken(self.m, values) if not name.startswith("the bounds of")]

    def every(self, time_limit: float | None) -> Iterator[list[float]]:
        end = time.perf_counter() + (1e9 if time_limit is None else time_limit)
        for values in self.combinations():
            if time.perf_counter() > end:
                raise TimeoutError
            if self.allows(values):
                yield [*map(float, values)]

    def cost(self, values: list[float]) -> float:
        goal = self.m.objective()
        return sum(c * values[k] for k, c in zip(goal.columns, goal.coefficients, strict=True)) if goal else 0.0

    def solve(self, time_limit: float | None = None) -> Outcome:
        try:
            found = min(self.every(time_limit), key=self.cost, default=None)
        except TimeoutError:
            return self.out_of_time()
        return Outcome(Status.SOLVED, "found", found) if found else Outcome(Status.INFEASIBLE, "tried all")

    def enumerate(self, found: Any, time_limit: float | None = None) -> Outcome:
        try:
            going = all(found(values) for values in self.every(time_limit))
        except TimeoutError:
            return self.out_of_time()
        return (
            Outcome(Status.INFEASIBLE, "all") if going else Outcome(Status.UNKNOWN, "ended", stopped_by="interrupted")
        )

    def out_of_time(self) -> Outcome:
        return Outcome(Status.UNKNOWN, "no time left", stopped_by=TIME_LIMIT)


def of(session: type, **attributes: Any) -> type:
    """The solver with these sessions."""
    return type("Wrong", (Brute,), {"session": lambda self, m: session(m), **attributes})


def test_a_solver_that_is_right_passes_and_what_it_does_not_finish_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.benchmark.own_solvers.SECONDS", 0.5)
    found = check_solver(Brute, ["pulp"])
    assert "brute is right about" in found
    assert "did not finish" in found  # a grid of 16 cells is too much for it
    assert "objective" not in found


@pytest.mark.parametrize("name", ["cadical", pytest.param("highs", marks=pytest.mark.slow)])
def test_solvers_of_the_package_are_right(name: str) -> None:
    assert "is right about all" in check_solver(name, ["pulp"])


@pytest.mark.slow
@pytest.mark.parametrize("name", solvers.installed())
def test_every_solver_is_right_on_every_backend(name: str) -> None:
    assert "is right about all" in check_solver(name)


# -- what is wrong -----------------------------------------------------------------------------------------------------


class ClaimsInTheEnd(Session):
    def out_of_time(self) -> Outcome:
        return Outcome(Status.INFEASIBLE, "gave up")


class ForgetsWhy(Session):
    def out_of_time(self) -> Outcome:
        return Outcome(Status.UNKNOWN, "gave up")


class KeepsTheFirst(Session):
    """Reads the model once, so cuts are lost."""

    answer: Any = None

    def solve(self, time_limit: float | None = None) -> Outcome:
        self.answer = self.answer or super().solve(time_limit)
        return self.answer


class KeepsTheBounds(Session):
    """Reads the bounds once, so a variable that is fixed is not."""

    def __init__(self, m: Any) -> None:
        super().__init__(m)
        self.ends = m.bounds()

    def bounds(self) -> Any:
        return self.ends


class IgnoresTheObjective(Session):
    def cost(self, values: list[float]) -> float:
        return 0.0


class Maximises(Session):
    def cost(self, values: list[float]) -> float:
        return -super().cost(values)


class Repeats(Session):
    def enumerate(self, found: Any, time_limit: float | None = None) -> Outcome:
        super().enumerate(found, time_limit)
        return super().enumerate(found, time_limit)


class Stops(Session):
    """The first solution is taken for all."""

    def enumerate(self, found: Any, time_limit: float | None = None) -> Outcome:
        found(next(self.every(time_limit), []))
        return Outcome(Status.INFEASIBLE, "all")


class Drops(Session):
    """Implications are dropped."""

    def allows(self, values: tuple[int, ...]) -> bool:
        names = {record.name for record in self.m.records if isinstance(record, Implication)}
        return {*broken(self.m, values)} <= names


class NoOutcome(Session):
    def solve(self, time_limit: float | None = None) -> Any:
        return "solved"


class Halves(Session):
    def solve(self, time_limit: float | None = None) -> Outcome:
        outcome = super().solve(time_limit)
        if outcome.values:
            outcome.values = [value + 0.5 for value in outcome.values]
        return outcome


class Raises(Session):
    def solve(self, time_limit: float | None = None) -> Outcome:
        raise ZeroDivisionError("not today")


class Crashes(Session):
    def solve(self, time_limit: float | None = None) -> Outcome:
        os._exit(7)


class Hangs(Session):
    def solve(self, time_limit: float | None = None) -> Outcome:
        while True:
            time.sleep(1)


class Refuses(Session):
    def solve(self, time_limit: float | None = None) -> Outcome:
        raise UnsupportedError("nothing is supported")

    def enumerate(self, found: Any, time_limit: float | None = None) -> Outcome:
        return self.solve()


class Silent(Session):
    """Claims nothing, which is never wrong."""

    def solve(self, time_limit: float | None = None) -> Outcome:
        return self.out_of_time()

    def enumerate(self, found: Any, time_limit: float | None = None) -> Outcome:
        return self.out_of_time()


WRONG = {
    ClaimsInTheEnd: "without time",
    ForgetsWhy: "stopped_by",
    KeepsTheFirst: "with a variable fixed",
    KeepsTheBounds: "with a variable fixed",
    IgnoresTheObjective: "an objective",
    Maximises: "an objective",
    Repeats: "enumerates",
    Stops: "enumerates",
    Drops: "an implication",
    NoOutcome: "not an Outcome",
    Halves: "1.5",
    Raises: "ZeroDivisionError: not today",
    Crashes: "exit code 7",
    Refuses: "none of .*nothing is supported",
}


@pytest.mark.parametrize("session", WRONG, ids=lambda each: each.__name__)
def test_each_way_of_being_wrong_is_found(session: type) -> None:
    with pytest.raises(SolverError, match=f"(?s){WRONG[session]}"):
        check_solver(of(session), ["pulp"])


@pytest.mark.parametrize("lacks", [set(), {Feature.ENUMERATION}, {Feature.PROOF, Feature.ENUMERATION}])
def test_one_that_answers_nothing_is_found_whatever_it_declares(lacks: set[Feature]) -> None:
    with pytest.raises(SolverError):
        check_solver(of(Silent, features=(Brute.features | {Feature.CONTINUOUS}) - lacks), ["pulp"])


def test_one_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.benchmark.own_solvers.HANGS", 3.0)
    with pytest.raises(SolverError, match="time limit"):
        check_solver(of(Hangs), ["pulp"])


def test_an_objective_must_be_refused_by_one_that_does_not_minimise() -> None:
    with pytest.raises(SolverError, match="objective"):
        check_solver(of(IgnoresTheObjective, features=Brute.features - {Feature.OBJECTIVE}), ["pulp"])


def test_what_is_no_solver_is_refused() -> None:
    with pytest.raises(SolverError, match="lacks name, paradigm"):
        check_solver(dict)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="hihgs"):
        check_solver("hihgs")
