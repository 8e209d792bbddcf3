"""What the tests ask of the package, natively and in Pyodide. The answers are plain data, so that they can be compared.

As a program: the name of a function below, and its arguments as JSON; the answer is printed as one line of JSON.
"""

import json
import random
import re
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from hard_models import market_split

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import Linear, PlainModel, Term, new_backend
from sudoku_models.certificates import verify
from sudoku_models.errors import SolverError
from sudoku_models.inference import relaxation
from sudoku_models.inference.relaxation.presolving import presolve

PUZZLES = {
    "medium": "mccaffrey",
    "hard": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "several": "1... .... .3.. ...4",
    "none": "12.. ..3. ..4. ....",
}
SMALL = "1... ..2. .3.. ...4"
SOLVERS = ("highs", "highs:no-presolve", "cadical")


def core() -> dict[str, Any]:
    """What the verbs of the core say about some puzzles."""
    found: dict[str, Any] = {}

    def ask(name: str, question: Callable[..., Any], *arguments: Any) -> None:
        try:
            found[name] = question(*arguments)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"

    for name, puzzle in PUZZLES.items():
        for solver in SOLVERS:
            for backend in ("pulp", "pyomo"):
                ask(f"count {name} {backend} {solver}", _count, puzzle, "assignment", backend, solver)
        for solver in SOLVERS[::2]:
            ask(f"allowed values {name} {solver}", _allowed, puzzle, solver)
        ask(f"certify {name}", _certify, puzzle)
        ask(f"uniqueness {name}", _uniqueness, puzzle)
    for formulation in ("all_different", "pairwise", "mixed"):
        for solver in SOLVERS:
            ask(f"count small {formulation} {solver}", _count, SMALL, formulation, "pulp", solver)
    for solver in SOLVERS:
        ask(f"exclude {solver}", _exclude, solver)
    for by in ("techniques", "mus", "smus", "lp"):
        ask(f"explain {by}", _explain, by)
    ask("relax", _relax)
    for side in (3, 99):
        ask(f"certify a bound {side}", _certify_bound, side)
    ask("rate", lambda: repr(sm.rate("mccaffrey").rating))
    for size in (4, 9):
        ask(f"generate {size}", lambda size: sm.generate(size, seed=1).puzzle.line(), size)
    for name, answer in {"right": 864, "wrong": 1728, "not yet": ...}.items():
        ask(f"check {name}", _check, answer)
    return found


def _certify_bound(side: int) -> list[Any]:
    """The certainty of a least sum, or that there is none, and the certificate."""

    def least(m: Any) -> Any:
        x = m.int_vars("x", "ab", 0, 9)
        m.add(2 * x["a"] + 2 * x["b"] >= side, "at least the side")
        m.minimize(x["a"] + x["b"])
        return x

    problem = sm.Problem(least, "pulp")
    return [problem.solve("highs").certainty, problem.certify("highs").kind, problem.certify("highs").verify()]


def _count(puzzle: str, formulation: str, backend: str, solver: str) -> list[Any]:
    count = sm.count_solutions(puzzle, formulation, backend, solver, limit=20)
    assert count.status != "exact" or solvers.find(count.checked_by).paradigm != solvers.find(solver).paradigm
    lines = sorted(grid.line() for grid in count.grids) if count.status == "exact" else []  # else any 20 of them
    return [count.value, count.status, count.stopped_by, lines]


def _allowed(puzzle: str, solver: str) -> list[Any]:
    found = sm.allowed_values(puzzle, "assignment", "pulp", solver)
    return [found.status, found.is_unique, sorted((str(cell), sorted(digits)) for cell, digits in found.values.items())]


def _certify(puzzle: str) -> list[Any]:
    certificate = sm.certify(puzzle, limit=500)
    with TemporaryDirectory() as folder:
        verify(certificate.write(folder))
    return [certificate.count, certificate.claim, certificate.formula, certificate.proof]


def _uniqueness(puzzle: str) -> list[Any]:
    found = sm.uniqueness(puzzle, solver="highs")
    return [found.is_unique, found.agree, [(each.name, each.is_unique) for each in found.methods]]


def _exclude(solver: str) -> list[Any]:
    model = sm.build(PUZZLES["several"], "assignment", "pulp")
    found = []
    for _ in range(3):
        grid = model.solve(solver).grid
        assert grid is not None
        model.exclude(grid)
        found.append(grid.line())
    return [len(set(found)), str(model.solve(solver).status)]


def _explain(by: str) -> list[Any]:
    found = sm.explain(SMALL, by)
    return [found.solved, len(found.steps), [step.sentence for step in found.steps] if by == "techniques" else []]


def _relax() -> list[Any]:
    found = relaxation.relax(sm.build("mccaffrey", "assignment", "pulp"))
    left = [presolve(sm.build(PUZZLES[name], "assignment", "pulp")) for name in PUZZLES]
    return [str(found.status), len(found.settled), found.is_single_point, [str(each.status) for each in left]]


def _check(answer: Any) -> str:
    from sudoku_models import course

    return course.check("count-pairs", answer).status


def verdicts(text: str, exercise: str) -> list[list[str]]:
    """The verdicts on the answers to an exercise that are functions; `text` is a file of answers of `tests/course`."""
    import pyomo.environ  # noqa: F401  # where files are read through Node this takes longer than an answer may

    from sudoku_models import course

    [part] = [part for part in re.split(r"^# ", text, flags=re.MULTILINE) if part.startswith(exercise)]
    found = []
    for answer in re.split(r"\n(?=right: |wrong: )", part)[1:]:
        first, _, code = answer.partition("\n")
        if code.startswith("    def ") and "np." not in code:
            space: dict[str, Any] = {}
            exec(compile(dedent(code), f"<{exercise}>", "exec"), space)
            function = next(each for name, each in reversed(space.items()) if callable(each))
            verdict = course.check(exercise, function)
            sentence = re.sub(r"after [\d.]+ seconds", "after its seconds", verdict.sentence)  # longer in a tab
            found.append([first, verdict.status, sentence])
    return found


def libraries() -> dict[str, Any]:
    """What highspy, and PuLP's and Pyomo's interfaces to it, say: statuses, optima, duals, also after a change."""
    import highspy
    import pulp
    import pyomo.environ as pyo

    import sudoku_models.backends.pyomo  # noqa: F401  # where Python has no thread, Pyomo's interfaces need it

    found: dict[str, Any] = {}
    for kind in (pulp.LpContinuous, pulp.LpInteger):
        for sense in (pulp.LpMaximize, pulp.LpMinimize):
            problem = pulp.LpProblem("small", sense)
            x, y = problem.add_variable("x", 0, 9, kind), problem.add_variable("y", -1.5, None, kind)
            problem += 3 * x + 2 * y + 1
            problem += 2 * x + y <= 8.5, "upper"
            problem += x + 3 * y >= -2, "lower"
            for extra in ({}, {"mip": False}, {"timeLimit": 100, "presolve": "off"}):
                problem.solve(pulp.HiGHS(msg=False, **extra))
                values = [problem.status, problem.sol_status, pulp.value(problem.objective), x.value(), y.value()]
                if kind == pulp.LpContinuous or not extra.get("mip", True):
                    values += [x.dj, y.dj, *(part for row in problem.constraints() for part in (row.pi, row.slack))]
                found[f"pulp {kind} {sense} {extra}"] = [round(float(value), 6) + 0.0 for value in values]
            problem += x + y >= 100
            found[f"pulp {kind} {sense} infeasible"] = problem.solve(pulp.HiGHS(msg=False))
    for name in ("highs", "appsi_highs"):
        solver = pyo.SolverFactory(name)
        model = pyo.ConcreteModel()
        model.x = pyo.Var([1, 2, 3], domain=pyo.Integers, bounds=(0, 4))
        model.b = pyo.Param(initialize=7, mutable=True)
        model.row = pyo.Constraint(expr=2 * model.x[1] + 3 * model.x[2] <= model.b)
        model.rest = pyo.Constraint(expr=model.x[1] + model.x[3] == 5)
        model.goal = pyo.Objective(expr=model.x[1] + 2 * model.x[2] - model.x[3] + 0.5, sense=pyo.maximize)
        for change in ("nothing", "parameter", "row", "infeasible"):
            if change == "parameter":
                model.b.value = 12
            elif change == "row":
                model.row.deactivate()
            elif change == "infeasible":
                model.never = pyo.Constraint(expr=model.x[2] >= 5)
            result = solver.solve(model, load_solutions=False)
            ended = str(result.solver.termination_condition)
            if ended == "optimal":
                solver.solve(model)
            found[f"{name} {change}"] = [ended, ended == "optimal" and pyo.value(model.goal)]
    for need in (4, 40):
        h = highspy.Highs()
        h.silent()
        h.setOptionValue("presolve", "off")
        v = [h.addVariable(lb=0), h.addVariable(lb=1, ub=9)]
        h.addConstr(2 * v[0] + v[1] - 1 <= 12)
        h.addConstr(sum(v) >= need)
        h.addConstr(3 - v[0] <= v[1])
        h.minimize(v[0] + 3 * v[1] + 5)
        if need == 4:
            _, ranging = h.getRanging()
            found["ranging"] = [round(each.value_[1], 6) for each in (ranging.row_bound_dn, ranging.row_bound_up)]
            found["duals"] = [round(each, 6) for each in h.getSolution().row_dual]
        else:
            _, exists, ray = h.getDualRay()
            found["ray"] = [exists, [round(each / abs(ray[1]), 6) for each in ray]]
    return found


def numbers(seed: int, trials: list[int], solver: str) -> list[list[Any]]:
    """The verdicts of the oracle on the answers about random models with awkward numbers."""
    from number_fuzz import verdict_on
    from number_models import random_model

    found = []
    for trial in trials:
        model, backend, query = random_model(seed, trial)
        backend = "pulp" if backend == "cpsat" else backend
        found.append([trial, model.family, backend, query, *verdict_on(model, backend, query, solver)])
    return found


def live_sessions(seed: int, trials: int) -> list[str]:
    """What is wrong with a live session of HiGHS whose rows, columns, bounds and costs change between its solves."""
    from itertools import product
    from math import inf

    rng, wrong = random.Random(seed), []
    for trial in range(trials):
        rows: list[Linear] = []
        m: Any = SimpleNamespace()
        session: Any = None
        for width in (2, 2, 3, 3):
            rows = [row for row in rows if rng.random() < 0.5]
            for _ in range(rng.randrange(4)):
                columns = rng.sample(range(width), rng.randrange(width + 1))
                ends = rng.choice([-inf, -4, -1.5, 0, 1]), rng.choice([0, 1, 2.5, inf])
                rows.append(Linear(tuple(columns), tuple(rng.randint(-3, 3) for _ in columns), *ends, "row"))
            bounds = [sorted((rng.randint(-3, 3), rng.randint(-3, 3))) for _ in range(width)]
            cost = tuple(rng.randint(-3, 3) for _ in range(width))
            lower, upper = ([float(pair[k]) for pair in bounds] for k in (0, 1))
            now = PlainModel(
                list("abc"[:width]), lower, upper, [True] * width, rows, Term(tuple(range(width)), cost, 1)
            )
            m = now if session is None else m
            vars(m).update(vars(now))
            session = session or solvers.find("highs").session(m)
            points = list(product(*(range(low, high + 1) for low, high in bounds)))
            good = [x for x in points if all(r.lower <= _sum(r.columns, r.coefficients, x) <= r.upper for r in rows)]
            best = min((_sum(range(width), cost, x) + 1 for x in good), default=None)
            outcome = session.solve()
            got = _sum(range(width), cost, outcome.values) + 1 if outcome.values is not None else None
            if (None if got is None else round(got, 6)) != best or (best is None) != (outcome.status == "infeasible"):
                wrong.append(f"{trial}: {outcome} but {best}")
            if any(cost) and best is not None and round(outcome.bound, 6) != best:
                wrong.append(f"{trial}: the bound {outcome.bound}, but {best}")
    return wrong


def _sum(columns: Any, coefficients: Any, x: Any) -> float:
    return sum(c * x[k] for k, c in zip(columns, coefficients, strict=True))


def _stop_at_the_first(solutions: int) -> None:
    from js import stop_after

    if solutions == 1:
        stop_after(0.3)


def ends() -> dict[str, Any]:
    """What happens at a time limit, at the stop button, and after a failure within WebAssembly."""
    from js import stop_after

    from sudoku_models.solvers.highs_in_page import _engine

    found: dict[str, Any] = {}
    session: Any = solvers.find("highs").session(market_split())
    outcome = session.solve(1.5)
    found["at the limit"] = [str(outcome.status), outcome.stopped_by]
    stop_after(0.5)
    try:
        session.solve(3600)
    except KeyboardInterrupt:
        found["stopped"] = True
    found["counts"] = []
    model = sm.build(sm.Puzzle(sm.Board.of_size(9), (0,) * 81), "pairwise", "pulp")
    for method in ("cuts", "enumerate"):
        count = model.count_solutions("cadical", None, 600, method=method, progress=_stop_at_the_first)
        found["counts"].append([count.status, count.stopped_by])
    other: Any = solvers.find("highs").session(_small())
    other.solve()
    model = session.highs._model

    class Failing:
        """Its run reads what is no model, which WebAssembly ends with a trap."""

        def __getattr__(self, name: str) -> Any:
            return getattr(model, name)

        def run(self) -> Any:
            return _engine()._Highs_run(1)

    session.highs._model = Failing()
    before = _engine()
    errors = []
    for each in (session, other):
        try:
            each.solve(600)
        except SolverError as error:
            errors.append(str(error))
    found["errors"] = errors
    found["new engine"] = _engine() is not before
    found["after them"] = [str(session.solve(0.5).status), str(other.solve(600).status)]
    return found


def _small() -> Any:
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] >= x["b"] + 2, "a is larger by two")
    return m


def options(name: str) -> dict[str, Any]:
    """The declared options, those that the engine has, and the other facts."""
    session: Any = solvers.find(name).session(_small())
    session.solve()
    facts = solvers.find(name).facts("pulp")
    has = {option: session.highs.getOptionValue(option)[1] for option in facts.options}
    return {"declared": facts.options, "has": has, "engine": facts.engine, "version": facts.version}


def times(puzzles: list[str]) -> dict[str, Any]:
    """Processor seconds of HiGHS: loaded, and for each puzzle solved and proved unique."""
    if sys.platform == "emscripten":
        from js import processor_time as clock

        from sudoku_models.solvers import highs_in_page

        start = clock()
        highs_in_page._engine()
        loaded = clock() - start
    else:
        clock, loaded = time.process_time, 0.0
    each = []
    for puzzle in puzzles:
        model = sm.build(puzzle, "assignment", "pulp")
        start = clock()
        count = model.count_solutions("highs", limit=2, cross_check=False)
        each.append(clock() - start)
        assert (count.value, count.status) == (1, "exact"), count
    return {"loaded": loaded, "solved": each}


if __name__ == "__main__":
    name, *arguments = json.loads(sys.argv[1])
    print(json.dumps(globals()[name](*arguments)))
