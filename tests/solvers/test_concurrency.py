"""Several solves at once, and one that is cancelled: each ends its own program and cleans its own files only."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from hard_models import market_split

import sudoku_models as sm
from sudoku_models.backends import new_backend
from sudoku_models.solvers import TIME_LIMIT, Status, find, installed

HERE = [name for name in ("cbc", "glpk", "scip") if name in installed(everything=True)]


def empty(size: int, formulation: str, backend: str, solver: str) -> Any:
    side = round(size**0.5)
    puzzle = sm.Puzzle(sm.Board.with_boxes(side, side), (0,) * size**2)
    return find(solver).session(sm.build(puzzle, formulation, backend, "").m)


def press_after(seconds: float) -> None:
    """Ctrl-C."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.mark.parametrize("name", HERE)
def test_threads_count_as_one_thread_does(name: str) -> None:
    puzzles = [sm.Puzzle.parse(line) for line in ("1... .... ..2. ...3", "12.. 3412 .143 432.")] * 2
    alone = [sm.count_solutions(p, "assignment", "pulp", "highs", limit=5).value for p in puzzles]
    found: dict[int, Any] = {}

    def count(k: int) -> None:
        try:
            found[k] = sm.count_solutions(puzzles[k], "assignment", "pulp", name, limit=5, cross_check=False).value
        except BaseException as error:
            found[k] = error

    threads = [threading.Thread(target=count, args=[k]) for k in range(len(puzzles))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert [found.get(k) for k in range(len(puzzles))] == alone


@pytest.mark.slow
@pytest.mark.skipif("cbc" not in HERE, reason="CBC is not installed")
def test_a_solve_that_meets_its_limit_leaves_another_one_alone() -> None:
    """Both programs are CBC; the first is ended a second after its limit, if it does not end by itself."""
    outcomes: dict[str, Any] = {}
    models = {"short": market_split(), "long": market_split()}
    threads = [
        threading.Thread(target=lambda n=n, s=s: outcomes.update({n: find("cbc").session(models[n]).solve(s)}))
        for n, s in (("short", 0.5), ("long", 4.0))
    ]
    for thread in threads:
        thread.start()
    threads[0].join()
    assert outcomes["short"].stopped_by == TIME_LIMIT
    threads[1].join()
    assert outcomes["long"].stopped_by == TIME_LIMIT


@pytest.mark.slow
@pytest.mark.skipif("cbc" not in HERE, reason="CBC is not installed")
def test_a_cancelled_solve_leaves_another_one_alone() -> None:
    outcomes: list[Any] = []
    other = threading.Thread(target=lambda: outcomes.append(find("cbc").session(market_split()).solve(4)))
    other.start()
    time.sleep(0.5)
    press_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        find("cbc").session(market_split()).solve(600)
    other.join()
    assert outcomes[0].stopped_by == TIME_LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("after", [0.02, 0.1, 0.5])
def test_ctrl_c_interrupts_at_any_time_and_leaves_no_file(
    after: float, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    session = find(name).session(market_split())
    press_after(after)
    with pytest.raises(KeyboardInterrupt):
        session.solve(600)
    assert list(tmp_path.iterdir()) == []
    assert [child for child in psutil.Process().children(recursive=True) if child.name() in ("cbc", "glpsol")] == []


@pytest.mark.parametrize("name", ["highs", "cpsat", *HERE])
def test_a_limit_of_any_size_is_taken(name: str) -> None:
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] - x["b"] >= 2, "a is larger by two")
    for limit in (1e10, 1e308):
        assert find(name).session(m).solve(limit).status is Status.SOLVED


def again_and_again(session: Any) -> None:
    while True:
        session.solve(60)


LARGE = [
    ("all_different", "pulp", "highs"),
    *([("assignment", "pulp", "scip")] if "scip" in HERE else []),
]


@pytest.mark.slow
@pytest.mark.parametrize(("formulation", "backend", "solver"), LARGE)
def test_ctrl_c_interrupts_in_a_large_model(formulation: str, backend: str, solver: str) -> None:
    session = empty(25, formulation, backend, solver)
    press_after(2.0)
    with pytest.raises(KeyboardInterrupt):
        again_and_again(session)


@pytest.mark.slow
@pytest.mark.parametrize(("formulation", "backend", "solver"), LARGE)
def test_a_limit_is_kept_in_a_large_model(formulation: str, backend: str, solver: str) -> None:
    session = empty(25, formulation, backend, solver)
    watch = time.perf_counter()
    session.solve(1)
    assert time.perf_counter() - watch < 120  # a hang


@pytest.mark.slow
def test_a_process_of_its_own_ends_with_its_parent() -> None:
    """Also when the parent is killed while a solver is at work there, which looks at no pipe."""
    code = (
        "import sudoku_models as sm\n"
        "from sudoku_models.backends import new_backend\n"
        "m = new_backend('pulp'); x = m.int_vars('x', range(15), 1, 14)\n"
        "for i in x:\n"
        "    for j in range(i): m.not_equal(x[i], x[j], f'{i} {j}')\n"
        "sm.solvers.find('choco').session(m).solve()\n"
    )
    if "choco" not in installed():
        pytest.skip("Choco is not installed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parent = psutil.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL)
    child, deadline = None, time.monotonic() + 30
    while time.monotonic() < deadline and (child is None or child.cpu_times().user < 1.5):
        time.sleep(0.1)
        child = next(iter(parent.children()), None)
    assert child is not None
    parent.kill()
    parent.wait()
    child.wait(5)
