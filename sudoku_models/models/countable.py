"""What a count asks of a model: whether it can be enumerated, how its solutions are divided, and a cross-check."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import solvers
from ..backends import Column
from ..certificates import Certificate
from ..errors import UnsupportedError
from ..runtime.limits import Deadline
from ..solvers import Outcome, Status
from .copies import CopyableModel
from .solver_model import Cut

__all__ = ["CountableModel"]

WIDEST = 1000
"""The largest domain, in values, of which `alternatives` excludes all values but one."""


class CountableModel(CopyableModel):
    """A live model whose solutions can be counted."""

    def new_cut(self, solution: Any, at_least: int) -> Cut:
        """A no-good cut for a solution."""
        raise NotImplementedError

    def solution_of(self, values: npt.NDArray[np.float64] | None, solver: str) -> Any:
        """The solution for the values of the columns, checked."""
        raise NotImplementedError

    def alternatives(self, one: Any, other: Any) -> tuple[list[Cut], list[Cut]]:
        """Two complementary conditions: one solution satisfies the first, the other solution the second.

        They are about a variable in which the solutions differ: it has the value of the first solution, or not. Each is
        a list of cuts, "not this value".
        """
        values = dict(self.new_cut(other, 1).values)
        k, value = next(pair for pair in self.new_cut(one, 1).values if values.get(pair[0]) != pair[1])
        low, high = self.m.declared(k)
        if high - low > WIDEST:
            raise UnsupportedError(
                f"the domain {low:g}..{high:g} of {self.m.variables[k]} is too large for the method 'partition', which "
                f"takes at most {WIDEST} values; choose 'cuts'"
            )
        others = [v for v in range(int(low), int(high) + 1) if v != value]
        return [self._not(k, v) for v in others], [self._not(k, value)]

    def _not(self, k: Column, value: int) -> Cut:
        return Cut(None, ((k, value),), 1, f"{self._next_number()}: not {value}")

    def is_enumerable(self, solver: str) -> bool:
        """Whether the solver can enumerate the model as it stands, and every solution would appear once.

        A further variable that takes several values in one solution would make it appear several times.
        """
        objective = self.m.objective()
        if solvers.ENUMERATION not in solvers.find(solver).features or self._defined.is_linear:
            return False
        if objective is not None and objective.columns:
            return False
        if len(self.m.variables) == len(self._columns):
            return True
        lower, upper = self.m.bounds()
        known = self.m.auxiliary | self.m.determined | set(self._columns.values())
        return all(k in known for k in np.flatnonzero(lower != upper).tolist())

    def further_solution(self, solver: str, found: Sequence[Any], deadline: Deadline) -> tuple[str, Outcome, Any]:
        """Ask a solver of another paradigm for a further solution of the model as it stands.

        Returns:
            The solver, its outcome, and the further solution if it found one.
        """
        other = solvers.other_paradigm(solver)
        checker = self.checker(other)
        try:
            outcome, _ = checker.ask(other, deadline, [checker.new_cut(solution, 1) for solution in found])
        except UnsupportedError as error:
            outcome = Outcome(Status.UNKNOWN, str(error), stopped_by=solvers.GAVE_UP)
        finally:
            checker.drop_temporary_cuts()
        is_solved = outcome.status is Status.SOLVED
        return other, outcome, checker.solution_of(outcome.values, other) if is_solved else None

    def check_certifiable(self) -> None:
        """Check that a certificate of a count would be about this model.

        Raises:
            UnsupportedError: When it is not the model of a puzzle alone.
        """
        raise UnsupportedError("certificates are for puzzles; this problem can be confirmed by another solver")

    def certificate(self, solutions: Sequence[Any], deadline: Deadline) -> Certificate:
        """A verified certificate that these are all solutions.

        Raises:
            CertificateError: When the time was not enough.
            DisagreementError: When there is a further solution.
        """
        raise NotImplementedError

    def checker(self, other: str) -> Any:
        """The model with which this solver confirms a count: this one as it stands."""
        return self
