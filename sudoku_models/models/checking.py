"""Checking values of a user, or of another program, against a problem: which constraints and bounds they break."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ..backends import Column, PlainModel, columns_of
from ..backends.protocol import is_number
from ..errors import InputError, SolverError
from ..runtime.limits import Deadline
from ..solvers import Status
from .satisfaction import broken


class Rest(Protocol):
    """A problem of the columns that are not known, as `Problem` makes one."""

    def solve(self, solver: str | None = None, time_limit: float | None = None) -> Any: ...

    def conflict(self, time_limit: float | None = None) -> Any: ...


def broken_by(
    values: Mapping[Any, Any],
    columns: Mapping[Any, Column],
    model: PlainModel,
    deadline: Deadline,
    problem_of: Callable[[PlainModel], Rest],
) -> list[str]:
    """What values break, see `Problem.validate`.

    Args:
        values, columns: The value of each variable, and its column, by key.
        model: The model.
        deadline: When the search for values of the other columns ends.
        problem_of: The function that makes a problem of a model, for this search.
    """
    known: dict[Column, Any] = {}
    for key, value in values.items():
        if not is_number(value):
            raise InputError(f"the value of {key!r} must be a number, not {value!r}")
        known[columns[key]] = value
    names = [
        f"{model.variables[k]} is whole" for k, value in known.items() if model.integer[k] and value != round(value)
    ]
    names += broken(_about(model, known), _with_any(model, known))
    if names or len(known) == len(model.variables):
        return names
    return _broken_by_completions(model, known, deadline, problem_of)


def _about(model: PlainModel, known: Mapping[Column, Any]) -> PlainModel:
    """The model with the constraints of known columns alone."""
    if len(known) == len(model.variables):
        return model
    return replace(model, records=[each for each in model.records if known.keys() >= set(columns_of(each))])


def _with_any(model: PlainModel, known: Mapping[Column, Any]) -> list[Any]:
    """A value for each column, for those that are not known any within its bounds."""
    ends = zip(model.lower, model.upper, strict=True)
    return [known[k] if k in known else min(max(0.0, low), high) for k, (low, high) in enumerate(ends)]


def _broken_by_completions(
    model: PlainModel, known: Mapping[Column, Any], deadline: Deadline, problem_of: Callable[[PlainModel], Rest]
) -> list[str]:
    """Constraints that no values of the other columns satisfy together; none when some values satisfy all."""
    fixed = model.copy()
    fixed.minimised = None
    for k, value in known.items():
        fixed.lower[k] = fixed.upper[k] = value
        fixed.domains[k] = value, value
    rest = problem_of(fixed)
    result = rest.solve(time_limit=deadline.left())
    if result.status is Status.UNKNOWN:
        raise SolverError(f"whether the other variables have values is not known: {result.reason}")
    if result.status is Status.SOLVED:
        return []
    members = rest.conflict(deadline.left()).members
    return [each.name for each in members if each.records] or [each.name for each in members]
