"""Batches lose and repeat no case, whatever becomes of them, and keep all workers busy to the end."""

from collections import Counter
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models import benchmark
from sudoku_models.benchmark import batches
from sudoku_models.benchmark.batches import MOST, TASKS_A_WORKER, finished, measure_batch
from sudoku_models.benchmark.measure import failure
from sudoku_models.benchmark.rows import KEY, as_table, from_bytes, to_bytes

CHOSEN = benchmark.configurations(["assignment"], None, ["pulp"], ["highs"])
CASES = [
    replace(case, seed=seed) for case in benchmark.cases(["easy50"], CHOSEN, 20.0, sample=1) for seed in range(100)
]
UNKNOWN = ("machine", "cpu", "system", "python", "versions", "commit")


def row(case: benchmark.Case) -> dict[str, Any]:
    return failure(case, "error", "not measured")


class Cluster(Executor):
    """Ends each batch at once: as far as `plan` says, or by losing its worker when that is None."""

    def __init__(self, workers: int = 2, plan: Any = lambda batch: len(batch)) -> None:
        self.workers, self.plan = workers, plan
        self.sizes: list[int] = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        assert function is measure_batch
        batch = arguments[0]
        self.sizes.append(len(batch))
        done: Future[Any] = Future()
        measured = self.plan(batch)
        if measured is None:
            done.set_exception(ConnectionError("the worker is gone"))
        else:
            done.set_result(to_bytes(as_table([row(case) for case in batch[:measured]])))
        return done


def keys(tables: list[Any]) -> Counter[tuple[Any, ...]]:
    found = [each for table in tables for each in table.select(KEY).to_pylist()]
    return Counter(tuple(each[name] for name in KEY) for each in found)


def test_cases_are_taken_as_they_are_needed_because_there_may_be_millions() -> None:
    taken = []
    many = (taken.append(case) or case for _ in range(20) for case in CASES)
    cluster = Cluster(workers=1)
    next(finished(many, cluster))
    assert set(cluster.sizes) == {MOST}
    assert len(taken) <= 3 * TASKS_A_WORKER * MOST < 20 * len(CASES)


@given(st.data(), st.integers(1, 8), st.integers(0, 30))
def test_whatever_a_batch_comes_to_each_case_gets_exactly_one_row(data: st.DataObject, workers: int, n: int) -> None:
    def plan(batch: list[benchmark.Case]) -> int | None:
        measured = data.draw(st.integers(0, len(batch)))
        return measured or None  # none: its worker is lost

    found = [*finished(CASES[:n], Cluster(workers, plan))]
    assert keys(found) == Counter(case.key for case in CASES[:n])


def test_a_case_that_ends_its_workers_is_found_and_takes_no_other_with_it() -> None:
    cluster = Cluster(plan=lambda batch: None if CASES[50] in batch else len(batch))
    found = [each for table in finished(CASES, cluster) for each in table.to_pylist()]
    lost = [each for each in found if "ConnectionError: the worker is gone" in each["reason"]]
    assert len(found) == 100
    assert [(each["seed"], each["status"]) for each in lost] == [(50, "crashed")]
    assert {lost[0][name] for name in UNKNOWN} == {None}
    assert tuple(lost[0][name] for name in KEY) == CASES[50].key


def test_batches_become_smaller_to_the_end_and_none_is_large() -> None:
    cluster = Cluster(workers=3)
    assert sum(len(table) for table in finished(CASES, cluster)) == 100
    assert max(cluster.sizes) <= MOST
    assert cluster.sizes == sorted(cluster.sizes, reverse=True)
    assert cluster.sizes[-1] == 1


@pytest.mark.parametrize("workers", [1, 10, 30])
def test_the_cases_in_flight_grow_with_the_cluster(workers: int) -> None:
    class Never(Cluster):
        def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
            self.sizes.append(len(arguments[0]))
            return Future()

    never, many = Never(workers), [CASES[0]] * 10_000
    in_flight = batches._Batches(many, never, MOST).running
    assert len(in_flight) == TASKS_A_WORKER * workers
    assert sum(never.sizes) == TASKS_A_WORKER * workers * MOST


def test_a_batch_ends_after_its_time_but_measures_at_least_one_case(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def measured(case: benchmark.Case, hard_limit: float) -> dict[str, Any]:
        limits.append(hard_limit)
        return row(case)

    monkeypatch.setattr(batches, "measure_in_worker", measured)
    some = [replace(CASES[0], hard_limit=7.0), *CASES[1:4]]
    assert len(from_bytes(measure_batch(some, 0.0))) == 1
    assert len(from_bytes(measure_batch(some, 60.0))) == 4
    assert limits == [7.0, 7.0, 90.0, 90.0, 90.0]


def test_what_is_in_flight_is_cancelled_when_nobody_waits_any_more() -> None:
    running: list[Future[Any]] = []

    class Slow(Cluster):
        def submit(self, function: Any, /, *arguments: Any, **more: Any) -> "Future[Any]":
            running.append(super().submit(function, *arguments) if not running else Future())
            return running[-1]

    tables = finished(CASES, Slow())
    next(tables)
    tables.close()
    assert len(running) > 1
    assert all(future.cancelled() for future in running[1:])
