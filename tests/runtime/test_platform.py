"""What the platform lacks: what needs it cannot run, and says why."""

import sys

import pytest

from sudoku_models import solvers
from sudoku_models.errors import NotInstalledError, WorkerError
from sudoku_models.runtime.platform import PROCESSES, PROGRAMS, THREADS, VARIABLE, can, why_not
from sudoku_models.runtime.processes import Worker


@pytest.mark.parametrize("lacks", ["the variable", "the platform"])
def test_a_solver_that_cannot_run_here_says_why(lacks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not why_not([THREADS, PROCESSES, PROGRAMS])
    before = set(solvers.installed())
    if lacks == "the variable":
        monkeypatch.setenv(VARIABLE, "threads, processes,programs")
    else:
        monkeypatch.setattr(sys, "platform", "emscripten")
    assert not any(map(can, [THREADS, PROCESSES, PROGRAMS]))
    assert before - set(solvers.installed()) == before & {"cbc", "cpsat", "choco"}
    assert {*solvers.installed(everything=True)} == {*solvers.installed()}
    for name in ("cpsat", "choco:BC", "cbc", "glpk"):
        with pytest.raises(NotInstalledError, match="cannot run here: it needs "):
            solvers.find(name)
    assert [row[0] for row in solvers.table().rows if row[2] == "yes"] == solvers.installed()
    assert solvers.first() == "highs"
    assert solvers.first(solvers.Feature.ENUMERATION) == solvers.other_paradigm("highs") == "cadical"
    with pytest.raises(WorkerError, match="needs threads and worker processes"):
        Worker().start()
