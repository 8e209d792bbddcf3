"""Asks solvers for random problems with awkward numbers, in processes of their own, so that a crash is a finding.

As a program it prints how many answers were wrong, refused and right, and each wrong case as code:

    python tests/models/number_fuzz.py --solver highs --trials 300 --seed 1
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from typing import Any

from number_models import Model, Values, random_model

LIMIT = 6
"""Solutions that are counted or listed."""
PATIENCE = 10.0
"""Seconds for an answer; one that takes longer is refused."""
VERDICTS = ("wrong", "refused", "right")


class Wrong(Exception):
    """What is wrong with an answer."""


class Refused(Exception):
    """Why there is no answer."""


def check(is_right: bool, otherwise: str) -> None:
    if not is_right:
        raise Wrong(otherwise)


def verdict_on(model: Model, backend: str, query: str, solver: str) -> tuple[str, str]:
    """Whether the answer is "right", "refused" or "wrong", and why."""
    from sudoku_models.errors import InputError, SolverError, UnsupportedError

    try:
        ask(model, backend, query, solver)
    except Wrong as error:
        return "wrong", str(error)
    except (Refused, UnsupportedError, InputError) as error:
        return "refused", f"{type(error).__name__}: {error}"
    except Exception as error:
        is_unknown = query == "solutions" and type(error) is SolverError and "is not known" in str(error)
        return "refused" if is_unknown else "wrong", f"{type(error).__name__}: {error}"
    return "right", ""


def ask(model: Model, backend: str, query: str, solver: str) -> None:
    from sudoku_models import Problem

    space: dict[str, Any] = {}
    exec(model.code(), space)
    problem = Problem(space["model"], backend)
    if query == "solve":
        judge(model, problem.solve(solver, PATIENCE))
    elif query == "solutions":
        judge_list(model, list(problem.solutions(LIMIT, solver, PATIENCE)), LIMIT)
    else:
        count = problem.count_solutions(solver, LIMIT, 2 * PATIENCE, cross_check=query == "checked count")
        is_done = count.status == "exact" or count.stopped_by == "limit"
        judge_list(model, count.solutions, LIMIT if is_done else count.value)
        if not is_done:
            raise Refused(count.reason)
        check(count.status != "exact" or count.value == model.count, f"exactly {count.value}, but {model.count} are")


def judge(model: Model, result: Any) -> None:
    """INFEASIBLE and "optimal" are true, and values keep every constraint."""
    for values, cost in ((result.values, result.objective), (result.incumbent, result.incumbent_objective)):
        if values is not None:
            x = list(values.values())
            check(model.allows(x), f"{x} is no solution")
            if model.objective and cost is not None:
                numbers = [model.objective.constant, *(c * x[k] for c, k in model.objective.terms)]
                check(abs(cost - model.cost(x)) <= 1e-12 * sum(map(abs, numbers)), f"the objective is not {cost}")
    if result.status == "infeasible":
        check(not model.runs, f"called infeasible, but {model.runs[:1]} is a solution")
    elif result.status == "unknown":
        raise Refused(result.reason)
    elif model.objective:
        cost = model.cost(list(result.values.values()))
        check(cost == model.best, f"{result.values} is called optimal with {float(cost)}; {float(model.best)} is")


def judge_list(model: Model, solutions: Any, limit: int) -> None:
    """Different solutions, and all of them up to a limit."""
    listed: list[Values] = [list(values.values()) for values in solutions]
    for x in listed:
        check(model.allows(x), f"{x} is no solution")
    check(len({*map(tuple, listed)}) == len(listed), "a solution came twice")
    check(len(listed) == min(limit, model.count), f"{len(listed)} solutions, and no more, but there are {model.count}")


# -- processes of their own -------------------------------------------------------------------------------------------


def verdicts(solver: str, seed: int, trials: Any, root: str = "", timeout: float = 300) -> dict[int, tuple[str, str]]:
    """The verdict on each trial. A process that ends too early or hangs is wrong in the trial at which it was."""
    found: dict[int, tuple[str, str]] = {}
    while left := [trial for trial in trials if trial not in found]:
        command = [sys.executable, "-W", "ignore", __file__, "--worker", "--solver", solver, "--seed", str(seed)]
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as asked:
            json.dump(left, asked)
            asked.seek(0)
            try:
                streams = {"stdin": asked, "stdout": out}
                code = subprocess.run([*command, "--package-root", root], timeout=timeout, **streams).returncode
                end = f"the process ended with code {code}"
            except subprocess.TimeoutExpired:
                end = f"the process was stopped after {timeout} seconds"
            out.seek(0)
            lines = [json.loads(line) for line in out]
        assert lines, end
        found |= {trial: tuple(verdict) for trial, *verdict in lines if verdict}
        found.setdefault(lines[-1][0], ("wrong", end))
    return found


def work(solver: str, seed: int) -> None:
    """Print the number of each trial when it begins, and again with the verdict."""
    for trial in json.load(sys.stdin):
        print(json.dumps([trial]), flush=True)
        print(json.dumps([trial, *verdict_on(*random_model(seed, trial), solver)]), flush=True)


def report(solver: str, seed: int, found: dict[int, tuple[str, str]], shown: Any = ("wrong",)) -> str:
    """The figures by family, the most frequent refusals, and the trials with one of the verdicts in `shown`."""
    lines, families = [], {trial: random_model(seed, trial)[0].family for trial in found}
    for trial, (verdict, why) in found.items():
        if verdict in shown:
            model, backend, query = random_model(seed, trial)
            of = f"--solver {solver} --seed {seed} --only {trial}"
            lines.append(f"# {of}: {backend}, {query}: {verdict}: {why}\n{model.code()}\n")
    figures = Counter((families[trial], verdict) for trial, (verdict, _) in found.items())
    figures += Counter((f"{solver}, all", verdict) for verdict, _ in found.values())
    for name in dict.fromkeys([*sorted({*families.values()}), f"{solver}, all"]):
        lines.append(f"{name:20}" + "".join(f"{figures[name, verdict]:6} {verdict}" for verdict in VERDICTS))
    refusals = Counter(why[:110] for verdict, why in found.values() if verdict == "refused")
    return "\n".join([*lines, *(f"{n:6} refused: {why}" for why, n in refusals.most_common(8)), ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package-root", default="", help="the folder that contains the package")
    parser.add_argument("--solver", nargs="+", default=["highs"], help="names of solvers, or all")
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="+", help="single trials")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    sys.path[:0] = [asked.package_root] * bool(asked.package_root)
    if asked.solver == ["all"]:
        from sudoku_models import solvers

        asked.solver = solvers.installed(everything=True)
    for solver in asked.solver:
        if asked.worker:
            work(solver, asked.seed)
            continue
        found = verdicts(solver, asked.seed, asked.only or range(asked.trials), asked.package_root)
        print(report(solver, asked.seed, found, VERDICTS if asked.only else ("wrong",)), flush=True)


if __name__ == "__main__":
    main()
