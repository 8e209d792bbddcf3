"""Measure models of eight families and three sizes: this package beside PuLP, Pyomo and MathOpt, all with HiGHS.

    python data/benchmark/models/measure.py                                    # all, about half an hour; rows.csv
    python data/benchmark/models/measure.py --family cover --size small medium --way pulp here --out -
    python data/benchmark/models/measure.py --before /path/to/an/older/clone   # that one beside it, as "before"

Each case is a process of its own. The model is stated and the libraries are warmed up by a model of one column; then
the clock runs, for the model to be read, solved and answered. After that one column of a small or medium model is
closed, and it is asked again.

| way       | what it is                                                                          |
|-----------|-------------------------------------------------------------------------------------|
| pulp      | `lp.solve(pulp.HiGHS(msg=False))`: HiGHS's gap of 0.01 % is enough for "Optimal"     |
| pulp_gap0 | the same with `gapRel=0`, which is what this package asks of HiGHS                  |
| here      | `Problem(lp).solve("highs")`, on the same `LpProblem`                               |
| before    | the same with another clone of this package                                         |
| pyomo     | `SolverFactory("appsi_highs")`                                                      |
| mathopt   | MathOpt of OR-Tools with its HiGHS                                                  |

The columns of a row: `seconds` of the clock, `processor_seconds` of the process and its children, `again_seconds` and
`again_processor_seconds` for the second question, `peak_mb` of the process and those that it started, of which
`stated_mb` before the clock ran, `status`, `objective` and `certainty`; `load` is what else ran on the machine.
"""

import argparse
import csv
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from families import FAMILIES, SIZES, Instance, draw, in_mathopt, in_pulp, in_pyomo

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
LIMIT = 60.0
"""Seconds for each question."""
Asked = Callable[[float], tuple[str, float | None, str]]
"""A question with a time limit -> the status, the objective, and the certainty."""


# -- ways to ask -------------------------------------------------------------------------------------------------------


def pulp_way(model: Instance, gap: float | None = None) -> tuple[Asked, Callable[[], None]]:
    """PuLP itself, and a function that closes a column."""
    import pulp

    lp, x = in_pulp(model)

    def ask(limit: float) -> tuple[str, float | None, str]:
        lp.solve(pulp.HiGHS(msg=False, timeLimit=limit, gapRel=gap))
        solved = lp.sol_status == pulp.LpSolutionOptimal
        return pulp.LpSolution[lp.sol_status], pulp.value(lp.objective) if solved else None, ""

    return ask, lambda: setattr(x[model.closed], "upBound", 0)


def package_way(model: Instance) -> tuple[Asked, Callable[[], None]]:
    """This package on the same model."""
    import sudoku_models as sm
    from sudoku_models.backends.pulp import PulpBackend

    lp, x = in_pulp(model)
    problem = None

    def ask(limit: float) -> tuple[str, float | None, str]:
        nonlocal problem
        if problem is None:
            try:
                problem = sm.Problem(lp)
            except TypeError:  # an older clone
                problem = sm.Problem(lambda m: dict(enumerate(x)), backend=PulpBackend(lp))
        result = problem.solve("highs", time_limit=limit)
        return result.status.name, result.objective, str(result.certainty or "")

    return ask, lambda: setattr(x[model.closed], "upBound", 0)


def pyomo_way(model: Instance) -> tuple[Asked, Callable[[], None]]:
    """Pyomo with HiGHS in memory; the same interface is asked again."""
    import pyomo.environ as pyo

    m, x = in_pyomo(model)
    solver = pyo.SolverFactory("appsi_highs")

    def ask(limit: float) -> tuple[str, float | None, str]:
        try:
            results = solver.solve(m, timelimit=limit)
        except RuntimeError:  # there is no solution to load
            return "no solution", None, ""
        status = str(results.solver.termination_condition)
        return status, pyo.value(m.cost) if status == "optimal" else None, ""

    return ask, lambda: x[model.closed].setub(0)


def mathopt_way(model: Instance) -> tuple[Asked, Callable[[], None]]:
    """MathOpt with HiGHS; it is built anew for each question, since HiGHS has no increments there."""
    from datetime import timedelta

    from ortools.math_opt.python import mathopt

    m, x = in_mathopt(model)

    def ask(limit: float) -> tuple[str, float | None, str]:
        parameters = mathopt.SolveParameters(time_limit=timedelta(seconds=limit))
        result = mathopt.solve(m, mathopt.SolverType.HIGHS, params=parameters)
        status = result.termination.reason.name
        return status, result.objective_value() if status == "OPTIMAL" else None, ""

    return ask, lambda: setattr(x[model.closed], "upper_bound", 0.0)


WAYS: dict[str, Callable[[Instance], tuple[Asked, Callable[[], None]]]] = {
    "pulp": pulp_way,
    "pulp_gap0": lambda model: pulp_way(model, gap=0.0),
    "here": package_way,
    "before": package_way,
    "pyomo": pyomo_way,
    "mathopt": mathopt_way,
}


# -- one case, in its process ------------------------------------------------------------------------------------------


def one_column() -> Instance:
    """The smallest model."""
    model = Instance()
    model.row([(model.column(1, 9), 2)], 3, 9)
    return model


def started() -> list[psutil.Process]:
    """The processes that this one has started and that still run, such as that in which this package runs HiGHS."""
    return psutil.Process().children(recursive=True)


def processor_seconds() -> float:
    """The processor time of this process and of all that it has started."""
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    running = [time for each in started() for time in each.cpu_times()[:4]]
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime + sum(running)


def peak_mb() -> float:
    """The peak memory of this process and of those that it has started, added up; what they share counts twice."""
    own, ended = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    running = [Path(f"/proc/{each.pid}/status").read_text(encoding="utf-8") for each in started()]
    return (own + max(ended, sum(int(text.partition("VmHWM:")[2].split()[0]) for text in running))) / 1024


def timed(ask: Asked, limit: float) -> tuple[float, float, tuple[str, float | None, str]]:
    """The seconds of the clock and of the processors, and the answer."""
    before, start = processor_seconds(), time.perf_counter()
    answer = ask(limit)
    return time.perf_counter() - start, processor_seconds() - before, answer


def case(family: str, size: str, way: str, limit: float) -> dict[str, Any]:
    """Measure one case in this process."""
    warm, _ = WAYS[way](one_column())
    warm(limit)
    model = draw(family, size)
    ask, close = WAYS[way](model)
    stated = peak_mb()
    seconds, processor, (status, objective, certainty) = timed(ask, limit)
    peak = peak_mb()
    again = again_processor = again_objective = None
    again_status = "not asked"
    if objective is not None and size != "large":
        close()
        again, again_processor, (again_status, again_objective, _) = timed(ask, limit)
    return {
        "columns": len(model.cost),
        "rows": len(model.rows),
        "non_zeros": model.non_zeros,
        "seconds": round(seconds, 4),
        "processor_seconds": round(processor, 4),
        "status": status,
        "objective": objective,
        "certainty": certainty,
        "again_seconds": again and round(again, 4),
        "again_processor_seconds": again_processor and round(again_processor, 4),
        "again_status": again_status,
        "again_objective": again_objective,
        "stated_mb": round(stated),
        "peak_mb": round(peak),
    }


# -- all cases ---------------------------------------------------------------------------------------------------------

COLUMNS = ["family", "size", "way", "columns", "rows", "non_zeros", "limit", "repeat", "seconds", "processor_seconds"]
COLUMNS += ["status", "objective", "certainty", "again_seconds", "again_processor_seconds", "again_status"]
COLUMNS += ["again_objective", "stated_mb", "peak_mb", "load", "cpu", "cores", "python", "versions", "commit"]


def commit_of(clone: Path) -> str:
    """The commit of a clone."""
    found = subprocess.run(["git", "-C", str(clone), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip()


def measured(family: str, size: str, way: str, clone: Path, limit: float) -> dict[str, Any]:
    """Measure one case in a process of its own."""
    command = [sys.executable, __file__, "--one", family, size, way, "--limit", str(limit)]
    load = os.getloadavg()[0]
    path = os.pathsep.join([str(clone), str(FOLDER)])
    try:
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=6 * limit + 120
        )
    except subprocess.TimeoutExpired:
        return {"status": "no answer long after the limit", "load": load}
    if done.returncode:
        words = done.stderr.strip().splitlines() or [""]
        return {"status": f"exit code {done.returncode}: {words[-1][:200]}", "load": load}
    return {**json.loads(done.stdout.strip().splitlines()[-1]), "load": load}


def machine() -> dict[str, Any]:
    """What it was measured on."""
    from sudoku_models.benchmark.environment import environment

    found = environment()
    return {name: found[name] for name in ("cpu", "cores", "python", "versions")}


def main() -> None:
    """Measure the cases that are asked for, in a random order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", nargs=3, metavar=("FAMILY", "SIZE", "WAY"), help=argparse.SUPPRESS)
    parser.add_argument("--family", nargs="+", choices=[*FAMILIES], default=[*FAMILIES])
    parser.add_argument("--size", nargs="+", choices=SIZES, default=[*SIZES])
    parser.add_argument("--way", nargs="+", choices=[*WAYS], default=[each for each in WAYS if each != "before"])
    parser.add_argument("--before", type=Path, help="an older clone of this package, measured beside this one")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each question")
    parser.add_argument("--repeat", type=int, default=1, help="how often each case is measured")
    parser.add_argument("--out", default=str(FOLDER / "rows.csv"), help='what it lacks is added; "-" only shows')
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(case(*asked.one, asked.limit)))
        return
    ways = [*asked.way, *(["before"] if asked.before and "before" not in asked.way else [])]
    cases = [(f, s, w, r) for r in range(asked.repeat) for s in asked.size for f in asked.family for w in ways]
    random.Random(39).shuffle(cases)
    cases.sort(key=lambda each: (each[3], SIZES.index(each[1])))
    path = Path(os.devnull if asked.out == "-" else asked.out)
    with path.open("a+", newline="", encoding="utf-8") as file:
        file.seek(0)
        done = {(row["family"], row["size"], row["way"], int(row["repeat"])) for row in csv.DictReader(file)}
        rows = csv.DictWriter(file, COLUMNS)
        if not file.tell():
            rows.writeheader()
        for family, size, way, repeat in (each for each in cases if each not in done):
            clone = asked.before if way == "before" else ROOT
            found = measured(family, size, way, clone, asked.limit)
            found |= {"family": family, "size": size, "way": way, "limit": asked.limit, "repeat": repeat}
            if asked.out != "-":
                rows.writerow({**found, **machine(), "commit": commit_of(clone)})
                file.flush()
            shown = ("seconds", "processor_seconds", "again_seconds", "peak_mb", "status", "objective", "certainty")
            print(f"{family:10} {size:6} {way:9}", *(f"{found.get(name, '')!s:>10}" for name in shown), flush=True)


if __name__ == "__main__":
    main()
