"""The table of solvers, and how one is found by its name."""

from importlib import import_module
from importlib.util import find_spec

from ..errors import NotInstalledError
from .protocol import NO_PRESOLVE, Solver

__all__ = ["SOLVERS", "find", "installed"]

SOLVERS: dict[str, str] = {
    "highs": "MILP; HiGHS in this process, incremental",
    "cbc": "MILP; COIN-OR CBC, which ships with PuLP",
    "cpsat": "CP; OR-Tools CP-SAT",
    "choco": "CP; Choco, with choco:AC or choco:BC for the consistency (extra 'choco')",
}


def find(name: str) -> Solver:
    """The solver of this name; "choco:BC" is Choco with bounds consistency, "highs:no-presolve" HiGHS without presolve.

    Raises:
        UnknownNameError: When neither this package nor PuLP nor Pyomo has a solver of this name.
        NotInstalledError: When it has, but the solver is not on this machine.

    >>> find("highs").kind
    'MILP'
    """
    own, _, option = name.partition(":")
    presolve = option != NO_PRESOLVE
    if own == "highs" and (not option or not presolve):
        from .highs import Highs

        return Highs(presolve)
    if own == "cpsat" and (not option or not presolve):
        from .cpsat import CpSat

        return CpSat(presolve)
    if own == "choco":
        if find_spec("pychoco") is None:
            raise NotInstalledError(
                'Choco is not installed; install it with: python -m pip install "pychoco>=0.4,<0.5"'
            )
        from .choco import Choco

        return Choco(option or "AC")
    from .library import library_solver

    return library_solver(own, presolve=False) if own == "cbc" and not presolve else library_solver(name)


def installed(everything: bool = False) -> list[str]:
    """The solvers on this machine: those of this package, and with `everything` what PuLP and Pyomo find besides.

    >>> installed()[:3]
    ['highs', 'cbc', 'cpsat']
    """
    names = [name for name in SOLVERS if name != "choco" or find_spec("pychoco")]
    if everything:
        names += import_module(".library", __package__).others()
    return names


def other_paradigm(solver: str) -> str:
    return "cpsat" if find(solver).paradigm == "MILP" else "highs"
