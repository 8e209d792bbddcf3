"""What stands behind a configuration: its model, the facts about its solver, and whether that solver runs here."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from ..errors import NotInstalledError, UnsupportedError
from ..models.sudoku_model import SudokuModel, build
from ..puzzles.puzzle import Puzzle
from ..solvers import SolverFacts, Status, entry, find
from .configurations import Configuration
from .engine_alone import ALONE, ENGINES, EngineAlone, build_alone
from .stock import STOCK, build_stock, stock_interface

__all__ = [
    "Model",
    "build_model",
    "check_available",
    "facts_of",
    "solved_by",
    "unavailable",
]

Model = SudokuModel | EngineAlone
Needed = tuple[str, str, str]
"""Formulation, backend and solver."""
OTHERS = {ALONE: build_alone, STOCK: build_stock}
"""What stands in place of a backend -> the function that makes its models."""
SECONDS = 30.0
"""The time for a solver to solve a 4x4 puzzle, when it is asked whether it runs."""
_runs: set[Needed] = set()
PROBE = "1234 3412 2143 432."


def build_model(chosen: Configuration, puzzle: Puzzle) -> Model:
    """The model of a puzzle in a configuration.

    Raises:
        UnsupportedError: When the configuration does not take the puzzle.
    """
    if chosen.backend in OTHERS:
        return OTHERS[chosen.backend](puzzle, chosen.formulation, chosen.solver)
    return build(puzzle, chosen.formulation, chosen.backend, chosen.rewrite)


def facts_of(chosen: Configuration) -> SolverFacts:
    """The interface, the engine and the options of a configuration.

    Raises:
        NotInstalledError: When the solver is not installed.

    >>> facts_of(Configuration("assignment", ALONE, "highs")).interface
    'plain highspy: arrays, incremental'
    """
    if chosen.backend == STOCK:
        return stock_interface(chosen.solver).facts()
    if chosen.backend == ALONE:
        return ENGINES[chosen.formulation, chosen.solver].facts()
    solver = find(chosen.solver_name)
    tell: Callable[[str], SolverFacts] | None = getattr(solver, "facts", None)  # another package's may lack it
    return SolverFacts("another package", solver.name, threads=None) if tell is None else tell(chosen.backend)


def solved_by(chosen: Configuration) -> dict[str, str | None]:
    """The columns of a row that say what solves the case; nulls when the solver is not installed here.

    A worker process is set up for one thread, which is what a solver uses that does not set the number itself.

    >>> solved_by(Configuration("assignment", ALONE, "highs"))["options"]
    '{"threads": 1}'
    """
    with suppress(Exception):  # the case itself says what is missing
        facts = facts_of(chosen)
        options = facts.options if facts.threads is not None else {"threads": 1, **facts.options}
        return {"interface": facts.interface, "engine": facts.name, "options": json.dumps(options, sort_keys=True)}
    return dict.fromkeys(("interface", "engine", "options"))


def check_available(chosen: Iterable[Configuration]) -> None:
    """Refuse a run whose solvers are not all here.

    Raises:
        NotInstalledError: With every solver that does not run on this machine, and what to install.
    """
    if missing := unavailable(needed_by(chosen)):
        raise NotInstalledError(describe(missing))


def needed_by(chosen: Iterable[Configuration]) -> list[Needed]:
    """What to ask `unavailable` for, each only once.

    >>> needed_by([Configuration("pairwise", "pulp", "highs", "rank", switch) for switch in ("on", "off")])
    [('assignment', 'pulp', 'highs')]
    """
    pairs = [
        (each.formulation if each.backend in OTHERS else "assignment", each.backend, each.solver) for each in chosen
    ]
    return list(dict.fromkeys(pairs))


def unavailable(needed: Iterable[Needed]) -> dict[str, str]:
    """The solvers that do not solve a small puzzle on this machine, and why.

    An installed library says little: its program may be for another system, or not be executable.

    >>> unavailable([("assignment", "pulp", "highs")])
    {}
    """
    found = {each: _why_not(each) for each in needed}
    return {f"{solver} on {backend}": why for (_, backend, solver), why in found.items() if why}


def describe(missing: dict[str, str]) -> str:
    """One sentence on solvers that do not run."""
    reasons = "; ".join(f"{name}: {why}" for name, why in sorted(missing.items()))
    return f"not every solver of this run is available, and nothing was measured. {reasons}"


def _why_not(needed: Needed) -> str:
    """Why a solver does not run here; empty when it does, which is not asked twice."""
    if needed not in _runs and not (why := _tried(needed)):
        _runs.add(needed)
    return "" if needed in _runs else why


def _tried(needed: Needed) -> str:
    formulation, backend, solver = needed
    try:
        model: Any = build_model(Configuration(formulation, backend, solver), Puzzle.parse(PROBE))
        outcome = model.run(solver, SECONDS)
    except UnsupportedError:
        return ""  # the solver runs, and takes other models
    except NotInstalledError as error:
        return str(error)
    except Exception as error:  # a program that is for another system, a library that is damaged
        return f"it does not run ({type(error).__name__}: {error}){_hint(solver)}"
    return "" if outcome.status is Status.SOLVED else f"it does not run ({outcome.reason}){_hint(solver)}"


def _hint(solver: str) -> str:
    with suppress(Exception):
        known = entry(solver)
        if known is not None and known.install:
            return f"; install it with: {known.install}"
        return f"; install it with: {stock_interface(solver).install}"
    return ""
