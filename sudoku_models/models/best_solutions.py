"""All best solutions of a problem: the optimum is found, then the solutions that reach it are counted.

The objective becomes a constraint of a copy: in whole numbers where its variables are integers, and otherwise up to a
millionth. So there are two claims: that none is better, which is made sure as for `Problem.solve`, and that there are
no more that are as good, which a solver of another paradigm confirms as for a count.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal, overload

from ..backends import Linear, PlainBackend, PlainModel
from ..backends.numbers import exact, whole_objective
from ..errors import InputError
from ..runtime.limits import Limits
from ..solvers import Certainty, Status
from .counting_loop import Progress
from .results import Result

LABEL = "the best objective"
CLOSE = 1e-6
"""The part of the optimum by which a solution may be worse where a continuous variable has a cost."""


@dataclass(frozen=True, repr=False)
class BestSolutions:
    """The best solutions of a problem, as results. It iterates over them, and is as long as there are some.

    Attributes:
        results: One for each.
        status: "exact" when it is confirmed that there are no more, "at least" when a limit was reached after the first
            one, "unknown" when the optimum is not known.
        reason: The status as a sentence.
        objective: The optimum; None when it is not known.
        certainty: How sure it is that none is better: "claimed", "confirmed" or "proved".
        checked_by: The solver of another paradigm that confirmed that there are no more; empty without one.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
    """

    results: tuple[Result, ...]
    status: Literal["exact", "at least", "unknown"]
    reason: str
    objective: float | None = None
    certainty: Certainty = ""
    checked_by: str = ""
    stopped_by: str = ""

    @property
    def solutions(self) -> tuple[dict[Any, int], ...]:
        """The values by key of each."""
        return tuple(each.values for each in self.results if each.values is not None)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @overload
    def __getitem__(self, k: int) -> Result: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, k: Any) -> Any:
        return self.results[k]

    def __str__(self) -> str:
        value = len(self)
        return {"exact": f"{value}", "at least": f"at least {value}", "unknown": "unknown"}[self.status]

    def __repr__(self) -> str:
        objective = "" if self.objective is None else f" with the objective {self.objective:g}"
        return f"<BestSolutions {self}{objective}: {self.reason}>"


def best_solutions(problem: Any, solver: str, limits: Limits, progress: Progress | None) -> BestSolutions:
    """All best solutions, see `Problem.best_solutions`."""
    deadline, read, known = limits.deadline(), problem.look(), limits.solutions
    if read.minimised is None:
        raise InputError("the model has no objective, so that no solution is the best; `solutions` has them all")
    problem.check_countable(problem.columns)
    first: Result = over(problem, read.copy()).solve(solver, deadline.left())
    if first.values is None or first.objective is None:
        is_none = first.status is Status.INFEASIBLE
        status: Literal["exact", "unknown"] = "exact" if is_none else "unknown"
        return BestSolutions((), status, first.reason, None, first.certainty, stopped_by=first.stopped_by)
    best = replace(read.copy(), records=[*read.records, _as_good(read, first.objective)], minimised=None)
    left = None if (seconds := deadline.left()) is None else max(seconds, 1e-6)
    count = over(problem, best).count_solutions(solver, known, left, progress=progress)
    every = {tuple(values.values()): values for values in (first.values, *count.solutions)}
    results = tuple(replace(first, values=values) for values in list(every.values())[:known])
    is_exact = count.status == "exact" and len(every) == count.value
    reason = f"{first.reason}; of those that are as good {count.reason}"
    figures = first.objective, first.certainty, count.checked_by, count.stopped_by
    return BestSolutions(results, "exact" if is_exact else "at least", reason, *figures)


def over(problem: Any, model: PlainModel) -> Any:
    """The problem of a model with the same first columns."""
    m = PlainBackend(replace(model, name="plain"))
    m.auxiliary |= problem.m.auxiliary
    m.determined |= problem.m.determined
    return problem.stated(lambda _: {key: m.variables[k] for key, k in problem.columns.items()}, m)


def _as_good(model: PlainModel, objective: float) -> Linear:
    """The row that the best solutions satisfy."""
    goal: Any = model.minimised
    least = goal.sign * exact(objective) - exact(goal.constant)
    if all(model.integer[k] for k in goal.columns):
        goal, unit = whole_objective(goal)
        best = round(least / unit)
        return Linear(goal.columns, goal.coefficients, best, best, LABEL)
    most = float(least) + CLOSE * max(1.0, abs(float(least)))
    return Linear(goal.columns, goal.coefficients, -inf, most, LABEL)
