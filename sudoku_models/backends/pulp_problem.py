"""PuLP's `LpProblem` and its comparisons, which say nothing when a constraint is lost, made to say it.

An `LpProblem` refuses to be solved, written or copied by PuLP while logical constraints wait beside it, because PuLP
would leave them out.

Python evaluates `1 <= a <= 2` as `1 <= a and a <= 2`, of which only `a <= 2` remains, and PuLP allows it. So the last
comparison that Python has asked for its truth is remembered, and the next constraint that is added to its model is
refused.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import pulp

from ..errors import UnsupportedError
from .records import Logical

READ_ALL = ("solve", "resolve", "sequentialSolve", "writeLP", "writeMPS", "toDataclass", "copy", "deepcopy", "valid")
"""The methods of PuLP that read all constraints; `toDict` and `toJson` use `toDataclass`."""


class LpProblem(pulp.LpProblem):
    """An `LpProblem` whose methods in `READ_ALL` raise an `UnsupportedError` while a logical constraint waits.

    Attributes:
        waiting: The logical constraints, in the order in which they were added.
    """

    waiting: Sequence[Logical] = ()

    def __repr__(self) -> str:
        outside = [f"outside the LpProblem: {each.name} [{type(each).__name__}]" for each in self.waiting]
        return "\n".join([super().__repr__(), *outside])


def _asking_first(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of PuLP's that first looks whether constraints wait."""

    @wraps(method)
    def asks(self: LpProblem, *args: Any, **options: Any) -> Any:
        if self.waiting:
            more = f" and {len(self.waiting) - 1} more" if len(self.waiting) > 1 else ""
            raise UnsupportedError(
                f"{method.__name__}() would leave out the logical constraint {self.waiting[0].name!r}{more}, which "
                f"PuLP cannot hold. Solve through the package, as in model.solve('highs'); write a linear model with "
                f"model.write('x.lp'); or take the LpProblem model.rewritten().native"
            )
        return method(self, *args, **options)

    return asks


for _name in READ_ALL:
    setattr(LpProblem, _name, _asking_first(getattr(pulp.LpProblem, _name)))

ASKED: list[pulp.LpConstraint] = []
"""The comparison whose truth Python has asked for last, as in `1 <= a <= 2` or `p or q`; a backend takes it out."""


def _remembered(comparison: pulp.LpConstraint, truth: Any = pulp.LpConstraint.__bool__) -> bool:
    ASKED[:] = [comparison]
    return bool(truth(comparison))


pulp.LpConstraint.__bool__ = _remembered
