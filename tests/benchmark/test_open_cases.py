"""A case that is open has run for as long as its limit: no solver is interrupted, and none that stops early is open."""

import random
from itertools import combinations

import pytest

import sudoku_models as sm
from sudoku_models import FORMULATIONS, solvers
from sudoku_models.benchmark import Case, Configuration, measure
from sudoku_models.benchmark.serialization import serialize
from sudoku_models.benchmark.worker import CaseWorker
from sudoku_models.formulations import find
from sudoku_models.solvers.milp import is_late

LIMIT = 0.3
HERE = [*solvers.installed(everything=True), "HiGHS"]


@pytest.fixture(scope="module")
def worker():  # type: ignore[no-untyped-def]
    with CaseWorker() as made:
        yield made


def hard(name: str, function, solver: str, time_limit: float = LIMIT) -> Case:  # type: ignore[no-untyped-def]
    configuration = Configuration(name, "pulp", solver, None, "")
    return Case("some", sm.load("mccaffrey"), 0, configuration, time_limit, "", serialize(name, function))


def market_split(m, puzzle):  # type: ignore[no-untyped-def]
    """A puzzle beside a market split problem (G. Cornuejols, M. Dawande, 1998), which is hard for any search."""
    if puzzle.board.size == 9:
        rng = random.Random(5)
        x = m.bool_vars("x", range(50)).values()
        for k in range(6):
            weights = [rng.randrange(100) for _ in x]
            m.add(sum(w * each for w, each in zip(weights, x, strict=True)) == sum(weights) // 2, f"market {k}")
    return find("assignment")(m, puzzle)


def pigeons(m, puzzle):  # type: ignore[no-untyped-def]
    """A puzzle beside 12 pigeons in 11 holes, which no solver can refute quickly by resolution or by propagation."""
    if puzzle.board.size == 9:
        x = m.bool_vars("x", [(i, j) for i in range(12) for j in range(11)])
        for i in range(12):
            m.add(sum(x[i, j] for j in range(11)) >= 1, f"pigeon {i}")
        for j in range(11):
            for i, k in combinations(range(12), 2):
                m.add(x[i, j] + x[k, j] <= 1, f"hole {j} {i} {k}")
    return find("assignment")(m, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("solver", HERE)
def test_an_open_case_has_run_for_its_limit_and_one_that_has_not_gave_up(worker, solver: str) -> None:  # type: ignore[no-untyped-def]
    is_sat = solvers.find(solver).paradigm == "SAT"
    row = worker.measure(hard("hard", pigeons if is_sat else market_split, solver), 60)
    assert row["status"] in ("time limit", "gave up"), row["reason"]
    assert is_late(row["seen_seconds"], LIMIT) or row["status"] == "gave up"


def unsliced(m, puzzle):  # type: ignore[no-untyped-def]
    """The hard model, in a process in which a search of Choco that begins again elsewhere is an error."""
    from sudoku_models.solvers import choco

    def sliced(*_: object) -> None:
        raise ValueError("the search was cut short, to begin again elsewhere")

    choco.solve_separately = sliced
    return market_split(m, puzzle)


def test_choco_is_not_interrupted_where_it_is_measured_although_it_is_elsewhere(
    worker: CaseWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pychoco")
    from sudoku_models.solvers import choco

    case = hard("unsliced", unsliced, "choco", 2 * choco.SHORT)
    row = worker.measure(case, 60)
    assert (row["status"], row["failed"]) == ("time limit", False)
    assert row["seen_seconds"] > choco.SHORT
    monkeypatch.setattr(choco, "solve_separately", choco.solve_separately)  # put back what the formulation replaces
    try:
        here = measure(case)
    finally:
        del FORMULATIONS["unsliced"]
    assert (here["status"], "cut short" in here["reason"]) == ("error", True)
