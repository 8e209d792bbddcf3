"""Certificates about the objective of a problem, or that it has no solution."""

from typing import Any

from .. import solvers
from ..backends import PlainModel
from ..certificates.bounds import BoundCertificate, certify_bound
from ..errors import CertificateError, InputError
from ..runtime.limits import Deadline, Limits
from ..solvers import Outcome, Status


def certified(problem: Any, solver: str | None = None, time_limit: float | None = None) -> BoundCertificate:
    """The certificate of a problem: see `Problem.certify`."""
    solver = solver or solvers.first(paradigm=solvers.MILP)
    if solvers.find(solver).paradigm != solvers.MILP:
        raise InputError(f"the dual values are those of a linear model, so choose a MILP solver, not {solver!r}")
    made: list[BoundCertificate] = []

    def keep(outcome: Outcome, model: PlainModel, _: str, earliest: Deadline) -> Outcome:
        """Make the certificate of the claim, while its model is at hand."""
        values = outcome.values or outcome.incumbent
        made.append(certify_bound(model, values, outcome.status is Status.INFEASIBLE, earliest))
        return outcome

    with problem._lock:
        problem.refresh()
        outcome, _ = problem.ask(solver, Limits(time_limit).deadline(), assure=keep)
    if not made:
        raise CertificateError(f"there is no certificate: {outcome.reason}")
    return made[0]
