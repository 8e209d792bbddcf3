"""A configuration: one choice from each of the four tables."""

from dataclasses import dataclass

from .. import rewrites, solvers
from ..backends import BACKENDS
from ..errors import UnknownNameError
from ..formulations import find as find_formulation

__all__ = ["Configuration"]


@dataclass(frozen=True)
class Configuration:
    """A formulation, a backend, a solver, and the rewrites that linearise the model when it is built.

    Attributes:
        rewrite: Names joined with "+", "" for the default of each kind of constraint, or None to build the model
            without rewriting it.
    """

    formulation: str
    backend: str
    solver: str
    rewrite: str | None = None

    @classmethod
    def of(cls, formulation: str, backend: str, solver: str, rewrite: str | None = None) -> "Configuration":
        """A configuration with valid names. For a solver without logical constraints, the default rewrites are chosen.

        Raises:
            UnknownNameError: When a name is unknown.
            NotInstalledError: When the solver is not installed.

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
        """Text such as "all_different, indicators x pulp x highs"."""
        defined = f"{self.formulation}, {self.rewrite}" if self.rewrite else self.formulation
        return f"{defined} x {self.backend} x {self.solver}"
