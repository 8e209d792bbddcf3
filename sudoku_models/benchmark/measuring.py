"""Measure one case, in a process that does nothing else.

The clock covers the work of the modelling library and of the solver, each step apart: build, rewrite, translate, solve,
search for another one. Before it starts, the same configuration solves a 4x4 board until that takes no
less time than before, so that importing libraries and their first-time work are not counted. Every grid is validated
without a solver.

The process around it is the business of `worker`.
"""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .. import formulations
from ..errors import SudokuModelsError, UnsupportedError, WrongGridError
from ..models.results import Answer, Stats
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch
from ..runtime.processes import size
from ..solvers import GAVE_UP, Status
from ..solvers.milp import is_late
from .cases import Case, deserialize
from .contenders import build_model, facts_of, solved_by
from .environment import calibrate, environment, processor_seconds
from .problems import Instance
from .rows import SEARCH

CaseRow = dict[str, Any]
"""A row of the results: column -> value."""
PARTS = ("build_seconds", "rewrite_seconds", "translate_seconds", "solve_seconds")
"""Their sum is the time until the solution."""
STABLE, WARM_UP_SECONDS, MOST_WARM_UPS = 0.9, 0.5, 20
"""A warm-up ends when a repetition takes at least this share of the fastest one before, or after these seconds."""
SMALL = "1... .... ..2. ...."
"""The puzzle of the warm-up."""
PROVING = "proving"
"""The status of an unfinished row: a solution is known, and another one is searched for."""


def measure(case: Case, on_solution: Callable[[CaseRow], None] = lambda row: None) -> CaseRow:
    """The row of a case, measured in this process.

    Args:
        case: What to measure.
        on_solution: Called with the row so far when a first solution is known, before the second search begins.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.benchmark import Case, Contender
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> row = measure(Case("mine", puzzle, 0, Contender("assignment", "pulp", "highs", None, "on"), 10))
    >>> row["status"], row["grid"], row["variables"]
    ('unique', '1243342143122134', 64)
    """
    row, watch = _blank(case), Stopwatch()
    try:
        if case.serialized is not None:
            formulations.put(case.configuration.formulation, deserialize(case.serialized))
        row["warm_ups"] = _warm_up(case)
        row["calibration_before_seconds"] = calibrate()
        _run(case, row, on_solution)
        row["calibration_after_seconds"] = calibrate()
    except UnsupportedError as error:
        row.update(_failed("unsupported", str(error)))
    except WrongGridError as error:
        row.update(_failed("wrong", str(error)))
    except MemoryError:
        limit = case.memory_limit and f"memory limit: the system refused it more than {size(case.memory_limit)}"
        row.update(_failed("killed", limit) if limit else _failed("crashed", "it ran out of memory"))
    except (Exception, SystemExit) as error:  # a registered formulation or solver may raise anything
        reason = str(error) if isinstance(error, SudokuModelsError) else f"{type(error).__name__}: {error}"
        row.update(_failed("error", reason))
    row["case_seconds"] = watch()
    return row


def failure(case: Case, status: str, reason: str, so_far: CaseRow | None = None) -> CaseRow:
    """The row of a case whose process did not end by itself; a solution that it had found before is kept."""
    if so_far:
        reason = f"a solution was found, and in the second search {reason}"
        return {**so_far, "status": status, "reason": reason, "failed": True}
    return {**_blank(case), **_failed(status, reason)}


def _blank(case: Case) -> CaseRow:
    puzzle = case.puzzle
    if isinstance(puzzle, Instance):
        about = {"problem": puzzle.problem, "size": puzzle.size, "clues": puzzle.clues}
    else:
        problem = "sudoku" if puzzle.board.box else "latin"
        about = {"problem": problem, "size": puzzle.board.size, "clues": len(puzzle.givens)}
    identity = {**case.identity(), **about, "block": case.block, "solver_seed": case.solver_seed}
    identity["protocol_digest"] = case.protocol_digest
    result = {"status": "", "reason": "", "note": "", "grid": "", "solved": False, "proved": False, "failed": False}
    by = solved_by(case.configuration, case.solver_seed)
    return {**identity, **result, **by, "started": datetime.now(UTC), **environment()}


def _failed(status: str, reason: str) -> CaseRow:
    return {"status": status, "reason": reason, "solved": False, "proved": False, "failed": True}


def _warm_up(case: Case) -> int:
    """Import what the configuration needs, and do the first-time work of its libraries on a small board.

    Returns:
        How many times the board was solved: until that takes no less time than before, or for `WARM_UP_SECONDS`.
    """
    chosen, solver, times = case.configuration, case.solver_name, list[float]()
    facts_of(chosen)  # imports the solver, or says that it is not installed
    _one_thread()
    with suppress(Exception):  # a formulation may be for larger boards only
        while not _is_stable(times):
            watch = Stopwatch()
            model: Any = build_model(chosen, Puzzle.parse(SMALL))
            if chosen.count:
                model.count_solutions(solver, None, 1.0, cross_check=False, method=chosen.count)
            elif grid := model.solve(solver, 1.0).grid:
                model.exclude(grid)
                model.solve(solver, 1.0)
            times.append(watch())
    gc.collect()
    return len(times)


def _is_stable(times: list[float]) -> bool:
    """Whether the last of these times is about the smallest before it, so that nothing is done for the first time.

    >>> _is_stable([0.9]), _is_stable([0.3, 0.05, 0.04]), _is_stable([0.3, 0.05, 0.049])
    (False, False, True)
    """
    if len(times) < 2:
        return False
    return times[-1] > STABLE * min(times[:-1]) or sum(times) > WARM_UP_SECONDS or len(times) == MOST_WARM_UPS


def _one_thread() -> None:
    """Let HiGHS use one thread: the first run of a process decides for all. Other solvers have an option for it."""
    import highspy

    highs = highspy.Highs()
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.addVar(0, 1)
    highs.run()


def _run(case: Case, row: CaseRow, on_solution: Callable[[CaseRow], None]) -> None:
    """Build and solve the model, prove or count, and write what happened into the row."""
    chosen, puzzle = case.configuration, case.puzzle
    puzzle = puzzle.isomorph(case.seed) if isinstance(puzzle, Instance) else isomorph(puzzle, case.seed)
    _reset_memory_peak()
    before, watch = processor_seconds(), Stopwatch()
    model: Any = build_model(chosen, puzzle)
    building = watch()
    if chosen.count:
        _count(case, row, model, building)
    else:
        answer: Answer = model.solve(case.solver_name, case.time_limit)
        running = watch() - building
        _add_steps(row, answer.stats, building, running, is_rewritten=bool(chosen.rewrite))
        row.update({what: answer.stats.search.get(what) for what in SEARCH})
        row.update(grid=answer.grid.line() if answer.grid else "", reason=answer.reason)
        if answer.status is Status.UNKNOWN:
            row.update(_open_status(answer.stopped_by, running, case.time_limit, answer.reason))
        elif answer.grid is None:
            row.update(status="infeasible", proved=True, solver_seconds=row["solve_seconds"])
        else:
            row.update(status="solved", solved=True, solved_seconds=sum(row[part] or 0.0 for part in PARTS))
            on_solution({**row, "status": PROVING})
            _prove(case, row, model, answer, running)
    row["processor_seconds"] = processor_seconds() - before
    row["memory_peak"] = _memory_peak()
    if row["proved"] and not chosen.count:
        row["proved_seconds"] = sum(row.get(part) or 0.0 for part in (*PARTS, "prove_seconds"))
    _contradicts(case, row)


def _add_steps(row: CaseRow, stats: Stats, building: float, running: float, is_rewritten: bool) -> None:
    """The size of the model, and the seconds of each step, so that nothing is left out.

    What is between two steps counts for the first of them: checking a new model for building it; reading its
    constraints and checking the values for translating it, or for solving it where the library does both in one.

    Args:
        row: The row to write into.
        stats: What the steps have measured themselves.
        building, running: Seconds of building (with its rewrite) and of solving the model, as seen by the caller.
        is_rewritten: Whether the model was rewritten when it was built.
    """
    rewrite = min(stats.rewrite_seconds, building) if is_rewritten else None
    solve = running if stats.translate_seconds is None else min(stats.solve_seconds, running)
    translate = None if stats.translate_seconds is None else running - solve
    row.update(zip(PARTS, (building - (rewrite or 0.0), rewrite, translate, solve), strict=True))
    if stats.variables:  # a solver that was stopped before it had the model does not know its size
        row.update({what: getattr(stats, what) for what in ("variables", "constraints", "nonzeros")})


def _prove(case: Case, row: CaseRow, model: Any, first: Answer, spent: float) -> None:
    """Exclude the solution and look for another one."""
    solver, watch = case.solver_name, Stopwatch()
    model.exclude(first.grid)
    proof: Answer = model.solve(solver, max(case.time_limit - spent, 1e-3))
    seconds = watch()
    if proof.grid is not None and proof.grid == first.grid:
        raise WrongGridError(f"{solver} returned the grid that a cut excludes")
    row.update({f"proof_{what}": proof.stats.search.get(what) for what in SEARCH})
    if proof.status is Status.UNKNOWN:
        ended = _open_status(proof.stopped_by, spent + seconds, case.time_limit, proof.reason)
        row["reason"] = f"a solution was found, and in the second search {proof.reason}"
        if ended["status"] == GAVE_UP:
            row.update(status=GAVE_UP, failed=True)
        return
    status, found = ("several", "found another one") if proof.grid else ("unique", "claimed that there is no other")
    reason = f"{case.configuration.solver} found a solution and {found}"
    row.update(prove_seconds=seconds, proved=True, status=status, reason=reason)
    row["solver_seconds"] = row["solve_seconds"] + min(proof.stats.solve_seconds, seconds)


def _count(case: Case, row: CaseRow, model: Any, building: float) -> None:
    """Count all solutions."""
    chosen, watch = case.configuration, Stopwatch()
    count = model.count_solutions(case.solver_name, None, case.time_limit, cross_check=False, method=chosen.count)
    seconds = watch()
    _add_steps(row, count.stats, building, seconds, is_rewritten=bool(chosen.rewrite))
    row.update(solutions=count.value, reason=count.reason, solved=count.value > 0)
    if count.status == "exact":
        row.update(status="counted", proved=True, proved_seconds=building + seconds)
        row["solver_seconds"] = count.stats.solve_seconds + (count.prove_seconds or 0.0)
    else:
        row.update(_open_status(count.stopped_by, seconds, case.time_limit, count.reason))


def _open_status(stopped_by: str, spent: float, time_limit: float, reason: str) -> CaseRow:
    """How a case without an answer has ended.

    An open case counts as longer than the limit, so it must have run for that long, whatever the solver says itself.
    """
    if stopped_by == GAVE_UP or not is_late(spent, time_limit):
        return _failed(GAVE_UP, reason)
    return {"status": "time limit"}


def _contradicts(case: Case, row: CaseRow) -> None:
    """A claim that contradicts the known number of solutions is a wrong answer."""
    known, answer = case.solutions, row["status"]
    if not known:
        return
    if answer == "counted":
        is_right = row["solutions"] >= int(known[2:]) if known.startswith(">=") else row["solutions"] == int(known)
    elif row["proved"]:
        is_right = answer == {"0": "infeasible", "1": "unique"}.get(known, "several")
    else:
        is_right = not (known == "0" and row["solved"])
    if not is_right:
        found = f"{row['solutions']} solutions" if answer == "counted" else repr(answer)
        row.update(_failed("wrong", f"the answer is {found}, but the puzzle is known to have {known} solutions"))


def _reset_memory_peak() -> None:
    """Count the peak of the resident memory from here on, where the system allows it."""
    if sys.platform == "linux":
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")


def _memory_peak() -> float:
    """The largest resident memory of this process, in MiB.

    On Linux not from getrusage, which also counts the process before its exec.
    """
    if sys.platform == "linux":
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    if os.name == "nt":
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1024**2
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2  # macOS counts bytes
