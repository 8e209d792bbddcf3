"""Measure one case, in a process that does nothing else.

The clock covers the work of the modelling library and of the solver, each step apart: build, rewrite, translate, solve,
prove that there is no other solution. Before it starts, the same configuration solves an empty 4x4 board, so that
importing libraries and their first-time work are not counted. After it has stopped, the grid is validated, and the
sizes after presolve and the LP relaxation are looked at.
"""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from .. import formulations
from ..errors import SudokuModelsError, UnsupportedError, WrongGridError
from ..models.results import Stats
from ..puzzles.board import Board
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch
from ..runtime.processes import size
from ..solvers import GAVE_UP, Outcome, Status, find
from ..solvers.milp import is_late
from .calibration import calibrate
from .cases import Case
from .engine_alone import EngineAlone
from .environment import environment, load, processor_seconds
from .observer import STARTS, STOPS
from .rows import SEARCH
from .serialization import deserialize
from .settled import settled
from .solving import Model, build_model, facts_of, solved_by

__all__ = ["PROVING", "disagreeing", "failure", "measure", "point_key"]

Row = dict[str, Any]
Clock = Callable[[str], None]
MEBIBYTE = 1024**2
PARTS = ("build_seconds", "rewrite_seconds", "translate_seconds", "solve_seconds")
"""Their sum is the time until the solution, all of it: see `_steps`."""
SEEN = ("seen_seconds", "seen_processor_seconds", "calibration_before_seconds", "calibration_after_seconds")
STABLE, WARM_UP_SECONDS, MOST_WARM_UPS = 0.9, 0.5, 20
"""A warm-up ends when a repetition takes at least this share of the fastest one before, or after these seconds."""
PROVING = "proving"
"""The status of an unfinished row: a solution is known, and the proof is under way."""


def measure(
    case: Case,
    measured: Callable[[Row], None] = lambda row: None,
    single_point: bool | None = None,
    clock: Clock = lambda sign: None,
) -> Row:
    """The row of a case.

    Args:
        case: What to measure.
        measured: Called with the row so far: with a first solution before the proof begins (its status is then
            `PROVING`), and when the clock has stopped, before the model is analysed.
        single_point: Whether the relaxation is a single point, when it is known already.
        clock: Called with `STARTS` and `STOPS` around the steps that are timed, and first around nothing.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.benchmark import Configuration
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> row = measure(Case("mine", puzzle, 0, Configuration("assignment", "pulp", "highs", None, "on"), 10))
    >>> row["status"], row["grid"], row["variables"], row["lp_single_point"]
    ('unique', '1243342143122134', 64, True)
    """
    row = _blank(case)
    watch = Stopwatch()
    try:
        if case.serialized is not None:
            formulations.put(case.configuration.formulation, deserialize(case.serialized))
        row["warm_ups"] = _warm_up(case)
        row["calibration_before_seconds"] = calibrate()
        clock(STARTS)
        clock(STOPS)
        model = _run(case, row, measured, clock)
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
    else:
        measured(row)
        row["calibration_after_seconds"] = calibrate()
        with suppress(SudokuModelsError):  # the measurement counts without the analysis
            _analyse(model, case, row, single_point)
    row["case_seconds"] = watch()
    return row


def failure(case: Case, status: str, reason: str, so_far: Row | None = None) -> Row:
    """The row of a case whose process did not end by itself; what it had found before is kept."""
    if so_far:
        return {
            **so_far,
            "status": status,
            "reason": f"a solution was found, and in the proof {reason}",
            "failed": True,
        }
    return {**_blank(case), **_failed(status, reason)}


def disagreeing(row: Row, why: str) -> Row:
    """The row of a case whose own clock cannot be believed; its times are not."""
    unknown = dict.fromkeys(name for name in row if name.endswith("_seconds") and name not in SEEN)
    return {**row, **unknown, **_failed("error", why)}


def _blank(case: Case) -> Row:
    identity = {**case.identity(), "size": case.puzzle.board.size, "clues": len(case.puzzle.givens)}
    result = {"status": "", "reason": "", "grid": "", "solved": False, "proved": False, "failed": False}
    by = solved_by(case.configuration)
    return {**identity, **result, **by, "started": datetime.now(UTC), "load": load(), **environment()}


def _failed(status: str, reason: str) -> Row:
    return {"status": status, "reason": reason, "solved": False, "proved": False, "failed": True}


def _warm_up(case: Case) -> int:
    """Import what the configuration needs, and do the first-time work of its libraries on a small board.

    Returns:
        How many times the board was solved: until that takes no less time than before, or for `WARM_UP_SECONDS`.
    """
    solver = case.configuration.solver_name
    facts_of(case.configuration)  # imports the solver, or says that it is not installed
    _one_thread()
    times: list[float] = []
    with suppress(Exception):  # a formulation may be for larger boards only
        while not _is_stable(times):
            watch = Stopwatch()
            model = build_model(case.configuration, Puzzle(Board.of_size(4), (1, *(0,) * 15)))
            if first := model.grid_of(model.run(solver, 1.0), solver):
                _prove(model, solver, first, 1.0)
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


def _run(case: Case, row: Row, measured: Callable[[Row], None], clock: Clock) -> Model:
    puzzle, solver = isomorph(case.puzzle, case.seed), case.configuration.solver_name
    row["memory_before"] = _memory_before()
    before = processor_seconds()
    clock(STARTS)
    watch = Stopwatch()
    model = build_model(case.configuration, puzzle)
    started = watch()
    outcome = model.run(solver, case.time_limit)
    spent = watch() - started
    clock(STOPS)
    stats = model.stats(solver, outcome, None)
    if stats.variables:  # a solver that was stopped before it had the model does not know its size
        row.update({what: getattr(stats, what) for what in ("variables", "constraints", "nonzeros")})
    row.update(_steps(stats, started, spent, is_rewritten=bool(case.configuration.rewrite)))
    row.update({what: outcome.search.get(what) for what in SEARCH})
    grid = model.grid_of(outcome, solver)
    row.update(grid=grid.line() if grid else "", reason=outcome.reason)
    if _gave_up(outcome, spent, case.time_limit):
        row.update(_failed(GAVE_UP, outcome.reason))
    elif outcome.status is Status.UNKNOWN:
        row["status"] = "time limit"
    elif outcome.status is Status.INFEASIBLE:
        row.update(status="infeasible", proved=True)
    elif grid is not None:
        row.update(status="solved", solved=True)
        _add_totals(row)
        measured({**row, "status": PROVING})
        clock(STARTS)
        found = _prove(model, solver, grid, max(case.time_limit - spent, 1e-3))
        clock(STOPS)
        _add_proof(case, row, spent, *found)
    row["processor_seconds"] = processor_seconds() - before
    row["memory_peak"] = _memory_peak()
    _add_totals(row)
    _contradicts(case, row)
    return model


def _steps(stats: Stats, building: float, running: float, is_rewritten: bool) -> dict[str, float | None]:
    """The seconds of each step, so that nothing is left out: what is between two steps counts for the first of them.

    Checking and taking a snapshot of a new model belongs to building it, and detecting changes of the model, reading
    its constraints and reading the values to translating it; to solving it where the library does both in one.

    Args:
        stats: What the steps have measured themselves.
        building, running: Seconds of building (with its rewrite) and of solving the model, as seen by the caller.
        is_rewritten: Whether the model was rewritten when it was built.
    """
    rewrite = min(stats.rewrite_seconds, building) if is_rewritten else None
    translate, solve = stats.translate_seconds, min(stats.solve_seconds, running)
    if translate is None:
        solve = running
    else:
        translate = running - solve
    times = (building - (rewrite or 0.0), rewrite, translate, solve)
    return dict(zip(PARTS, times, strict=True))


def _add_proof(case: Case, row: Row, spent: float, proof: Outcome, other: Grid | None, cut_seconds: float) -> None:
    seconds = cut_seconds + (proof.translate_seconds or 0.0) + proof.solve_seconds
    row.update({f"proof_{what}": proof.search.get(what) for what in SEARCH})
    if proof.status is Status.UNKNOWN:
        row["reason"] = f"a solution was found, and in the proof {proof.reason}"
        if _gave_up(proof, spent + seconds, case.time_limit):
            row.update(status=GAVE_UP, failed=True)
        return
    status, reason = ("several", "found another one") if other else ("unique", "proved that there is no other")
    row.update(prove_seconds=seconds, proved=True, status=status)
    row["reason"] = f"{case.configuration.solver} found a solution and {reason}"


def _gave_up(outcome: Outcome, spent: float, time_limit: float) -> bool:
    """Whether a solver has stopped without an answer before its limit, whatever it says itself.

    An open case counts as longer than the limit, so it must have run for that long; see `is_late` for the tolerance.
    """
    is_open = outcome.status is Status.UNKNOWN
    return is_open and (outcome.stopped_by == GAVE_UP or not is_late(spent, time_limit))


def _prove(model: Model, solver: str, first: Grid, time_limit: float) -> tuple[Outcome, Grid | None, float]:
    """Look for another solution; returns the seconds of adding the cut too, which is removed afterwards."""
    watch = Stopwatch()
    cut: Any = model.new_cut(first, 1)
    proof = model.run(solver, time_limit, cuts=[cut])
    seconds = max(watch() - (proof.translate_seconds or 0.0) - proof.solve_seconds, 0.0)
    model.drop_temporary_cuts()
    other = model.grid_of(proof, solver)
    if other == first:
        raise WrongGridError(f"{solver} returned the grid that a cut excludes")
    return proof, other, seconds


def _add_totals(row: Row) -> None:
    if not (row["solved"] or row["proved"]):
        return
    row["solved_seconds"] = sum(row[part] or 0.0 for part in PARTS)
    if row["proved"]:
        row["proved_seconds"] = row["solved_seconds"] + (row.get("prove_seconds") or 0.0)


def _contradicts(case: Case, row: Row) -> None:
    """A proof that contradicts the known number of solutions is a wrong answer."""
    known, answer = case.solutions, row["status"]
    truth = {"0": "infeasible", "1": "unique", "": answer}.get(known, "several")
    if row["proved"] and answer != truth:
        row.update(_failed("wrong", f"the answer is {answer!r}, but the puzzle is known to have {known} solutions"))
    elif known == "0" and row["solved"]:
        row.update(_failed("wrong", "it found a solution of a puzzle that is known to have none"))


def _analyse(model: Model, case: Case, row: Row, single_point: bool | None) -> None:
    """What it settles; the sizes of a linear model after presolve, and whether its relaxation is a single point."""
    if isinstance(model, EngineAlone) or not case.is_analysed:
        return
    row["settled"] = settled(model)
    if model.m.logic() or find(case.configuration.solver_name).paradigm != "MILP":
        return
    from ..inference import relaxation

    left = relaxation.presolve(model)
    row.update(
        presolved_variables=left.after.variables,
        presolved_constraints=left.after.rows,
        presolved_nonzeros=left.after.nonzeros,
    )
    is_known = single_point is not None
    row["lp_single_point"] = single_point if is_known else relaxation.has_single_point(model, case.time_limit)


def point_key(case: Case) -> tuple[Any, ...]:
    """What the LP relaxation of a case depends on."""
    model = case.configuration.formulation, case.serialized, case.configuration.rewrite
    return case.puzzle.board, case.puzzle.values, case.seed, *model


def _peak_of(pid: int) -> float:
    """The largest resident memory of a process, in MiB; 0 when it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return 0.0


def _memory_before() -> float:
    """The resident memory of this process in MiB; its peak is counted from here on where the system allows it."""
    if sys.platform == "linux":
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    return float(psutil.Process().memory_info().rss) / MEBIBYTE


def _memory_peak() -> float | None:
    """The largest resident memory of this process, in MiB, with that of a process in which a solver waits for more.

    On Linux not from getrusage, which also counts the process before its exec.
    """
    if sys.platform == "linux":
        own = psutil.Process()
        return sum(_peak_of(each.pid) for each in (own, *own.children(recursive=True)))
    if os.name == "nt":
        return float(psutil.Process().memory_info().peak_wset) / MEBIBYTE
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBIBYTE  # macOS counts bytes
