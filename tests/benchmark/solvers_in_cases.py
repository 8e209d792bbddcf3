"""Formulations that crash, hang, lie or take what they should not, for the tests of what becomes of their cases."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import sudoku_models as sm
from sudoku_models.benchmark import Case, Contender
from sudoku_models.benchmark.cases import serialize
from sudoku_models.formulations import find

__all__ = ["GOOD", "bad", "crash", "hang", "leave", "no_rows", "proof_that"]

HIGHS = Contender("assignment", "pulp", "highs", None, "on")
GOOD = Case("some", sm.Puzzle.parse("1... ..2. .3.. ...4"), 0, HIGHS, 10.0, "1")


def bad(function: Callable[..., Any], time_limit: float = 10.0, **more: Any) -> Case:
    """A case of a formulation of this kind."""
    chosen = Contender("bad", "pulp", "cpsat", None, "on")
    puzzle = more.pop("puzzle", GOOD.puzzle)
    return Case("some", puzzle, 0, chosen, time_limit, "1", serialized=serialize("bad", function), **more)


def crash(m: Any, puzzle: Any) -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(m: Any, puzzle: Any) -> Any:
    os._exit(7)


def hang(m: Any, puzzle: Any) -> Any:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    while True:
        time.sleep(1)


def no_rows(m: Any, puzzle: Any) -> Any:
    """A wrong formulation: its grids break the rules."""
    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    for unit in puzzle.board.units:
        if unit.kind != "row":
            m.all_different([x[i] for i in unit.cells], unit.name)
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


def proof_that(end: Callable[..., Any]) -> Callable[..., Any]:
    """A formulation whose solution is found, and whose proof ends like this."""

    def no_proof(m: Any, puzzle: Any) -> Any:
        if puzzle.board.size == 9:  # the configuration is warmed up on a smaller one
            add = m.add
            m.add = lambda sentence, name: end(m, puzzle) if "not grid" in str(name) else add(sentence, name)
        return find("assignment")(m, puzzle)

    return no_proof
