"""One choice from the four tables: what is defined, where, how it is made linear, and what solves it."""

from dataclasses import dataclass

from .. import rewrites, solvers
from ..backends import BACKENDS
from ..errors import UnknownNameError
from ..formulations import find as find_formulation

__all__ = ["Configuration"]


@dataclass(frozen=True)
class Configuration:
    """A formulation, a backend, a solver, and the rewrites that make the model linear while it is built.

    Attributes:
        rewrite: Names joined with "+", "" for the default of each kind of constraint, or None to leave the model as it
            is defined.
    """

    formulation: str
    backend: str
    solver: str
    rewrite: str | None = None

    @classmethod
    def of(cls, formulation: str, backend: str, solver: str, rewrite: str | None = None) -> "Configuration":
        """The configuration, with its names checked. A solver that takes no logic gets a model that is built linear.

        Raises:
            UnknownNameError: When a name is in no table.
            NotInstalledError: When the solver is not on this machine.

        >>> [Configuration.of("all_different", "pulp", solver).rewrite for solver in ("highs", "cpsat")]
        ['', None]
        """
        find_formulation(formulation)
        if backend not in BACKENDS:
            raise UnknownNameError("backend", backend, BACKENDS)
        needs_linear = solvers.LOGIC not in solvers.find(solver).features
        if rewrite is None and needs_linear:
            rewrite = ""
        if rewrite is not None:
            rewrites.choose(rewrite)
        return cls(formulation, backend, solver, rewrite)

    def __str__(self) -> str:
        """Such as "all_different, indicators x pulp x highs"."""
        defined = f"{self.formulation}, {self.rewrite}" if self.rewrite else self.formulation
        return f"{defined} x {self.backend} x {self.solver}"
