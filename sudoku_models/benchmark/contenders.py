"""Configurations: formulation, rewrite, backend, solver, with or without presolve; and what solves them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from .. import solvers as solver_table
from ..backends import BACKENDS, kind_of, new_backend
from ..errors import FormulationError, InputError, NotInstalledError, UnknownNameError, UnsupportedError
from ..formulations import FORMULATIONS, find
from ..models.counting import METHODS, Configuration
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..rewrites import MAKES, REWRITES, choose, entry
from ..solvers import ENGINE_PRESOLVE, NO_PRESOLVE, SEARCH_ORDERS, Feature, SolverFacts
from .baselines import BASELINES, STOCK
from .problems import Instance

ALL = "all"
COMBINED = ("all_different", "not_equal")
SWITCHED = {"off": "no presolve", "engine": "presolve of the engine"}
PROBE = "1234 3412 2143 432."
PROBE_SECONDS = 30.0


@dataclass(frozen=True)
class Contender(Configuration):
    """A configuration as a benchmark measures it: with or without presolve, to decide uniqueness or to count.

    Attributes:
        rewrite: The full name of the rewrites that make the model linear; None where the solver takes it as it is.
        presolve: "on", "engine" (as the engine has it by default, where this package tunes it) or "off", or empty for a
            solver whose presolve cannot be switched.
        search: The order of the search; empty for that of the solver.
        count: The method to count all solutions; empty to find one and search for another.

    >>> print(Contender("all_different", "pulp", "highs", "indicators", "off"))
    all_different, indicators x pulp x highs, no presolve
    """

    presolve: str = ""
    search: str = ""
    count: str = ""

    def solver_name(self, seed: int | None = None) -> str:
        """The name of the solver in the table of solvers, with all its options.

        >>> Contender("all_different", "pulp", "choco:BC", search="input-order").solver_name()
        'choco:BC,input-order'
        """
        name, _, options = self.solver.partition(":")
        switched = {"off": NO_PRESOLVE, "engine": ENGINE_PRESOLVE}.get(self.presolve, "")
        more = [options, switched, self.search, "" if seed is None else f"seed={seed}"]
        return f"{name}:{joined}" if (joined := ",".join(filter(None, more))) else name

    def __str__(self) -> str:
        return ", ".join(filter(None, [super().__str__(), SWITCHED.get(self.presolve), self.search, self.count]))


def configurations(
    formulations: Sequence[str] = (ALL,),
    rewrites: Sequence[str] | None = None,
    backends: Sequence[str] = (ALL,),
    solvers: Sequence[str] = (ALL,),
    presolve: Sequence[str] = ("on",),
    search: Sequence[str] = ("",),
    count: str = "",
) -> list[Contender]:
    """Every configuration of these names; "all" stands for every name of a table.

    A combination that does not exist is left out, such as a Pyomo-only rewrite on PuLP; but a name that is in no
    configuration at all is an error, so that nothing that was requested is missing unnoticed.

    Args:
        formulations, backends: Names in the tables. There is one more backend, which "all" leaves out: "stock", the
            libraries with their own interfaces, whose solvers are called "pulp:HiGHS", "pulp:CBC", ...; see
            `baselines`.
        rewrites: Names joined with "+"; each formulation gets those that apply to its constraints. By default, each
            gets its default.
        solvers: Names; "all" stands for the solvers of this package that are installed, `choco` with both
            consistencies. "highs:by-file" and the like pass the model through a file.
        presolve: "on", "off", and "engine" for the whole presolve of HiGHS, of which this package switches parts off.
        search: Names of `solvers.SEARCH_ORDERS`, for solvers whose order can be chosen; empty for that of the solver.
        count: A method of `count_solutions`, to measure counts with it.

    Raises:
        UnknownNameError: When a name is in no table.
        NotInstalledError: When a solver of another package is not on this machine. For those of this package and for
            the baselines it is the run that asks, since what is described here may be measured elsewhere.
        FormulationError: When a registered formulation raises an error, or cannot be loaded.
        InputError: When a name is in no configuration.

    >>> for configuration in configurations(["pairwise"], ["rank", "big_m"], ["pulp"], ["highs", "cpsat"]):
    ...     print(configuration)
    pairwise, big_m x pulp x highs
    pairwise, rank x pulp x highs
    pairwise x pulp x cpsat
    >>> [str(each) for each in configurations(backends=["stock"], solvers=["pulp:CBC"])]
    ['assignment x stock x pulp:CBC']
    """
    requested = {"formulation": formulations, "backend": backends, "solver": solvers, "presolve": presolve}
    for what, names in requested.items():
        if not names:
            raise InputError(f"choose at least one {what}")
    UnknownNameError.check("formulation", formulations, [*FORMULATIONS, ALL])
    UnknownNameError.check("backend", backends, [*BACKENDS, STOCK, ALL])
    UnknownNameError.check("presolve", presolve, ("on", "off", "engine"))
    UnknownNameError.check("order of the search", filter(None, search), SEARCH_ORDERS)
    chosen_formulations, chosen_backends = _expanded(formulations, FORMULATIONS), _expanded(backends, BACKENDS)
    found: dict[Contender, None] = {}
    if tables := [name for name in chosen_backends if name in BACKENDS]:
        engines = _solvers([name for name in solvers if (STOCK, name) not in BASELINES])
        made = _of_tables(chosen_formulations, _rewrites(rewrites), tables, engines, presolve, search)
        found.update(dict.fromkeys(replace(each, count=count) for each in made))
    for (backend, solver), model in BASELINES.items():
        is_chosen = {solver, ALL} & {*solvers}
        if backend in chosen_backends and is_chosen and model.formulation in chosen_formulations and "on" in presolve:
            found[Contender(model.formulation, backend, solver, count=count)] = None
    switches = [each for each in presolve if each != "on"]
    _check_all_used(found, {**requested, "rewrite": rewrites or (), "presolve": switches, "search": search})
    return list(found)


def configuration(name: str) -> Contender:
    """The configuration of a name, as the results print it; without a rewrite it has the default one.

    Raises:
        InputError: When there is no such configuration; as of `configurations`.

    >>> print(configuration("all_different x pulp x highs, no presolve"))
    all_different, indicators x pulp x highs, no presolve
    """
    parts = [part.split(", ") for part in name.strip().split(" x ")]
    if len(parts) != 3 or len(parts[0]) > 2 or len(parts[1]) > 1:
        what = "formulation x backend x solver, such as 'all_different x cpsat x cpsat', or copy it from the results"
        raise InputError(f"{name!r} is not a configuration: write {what}")
    (formulation, *rewrites), (backend,), (solver, *more) = parts
    presolve = [switch for switch, text in SWITCHED.items() if text in more]
    search, count = ([each for each in more if each in table] for table in (SEARCH_ORDERS, METHODS))
    UnknownNameError.check("part of a configuration", more, [*SWITCHED.values(), *SEARCH_ORDERS, *METHODS])
    found = configurations(
        [formulation], rewrites or None, [backend], [solver], presolve or ["on"], search or [""], "".join(count)
    )
    if len(found) != 1:
        raise InputError(f"{name!r} is {len(found)} configurations; name one")
    return found[0]


def build_model(chosen: Contender, puzzle: Any) -> Any:
    """The model of a puzzle, or of an instance of another problem, in a configuration.

    Raises:
        UnsupportedError: When the configuration does not take the puzzle.
    """
    if model := BASELINES.get((chosen.backend, chosen.solver)):
        return model(puzzle)
    if isinstance(puzzle, Instance):
        return puzzle.model(chosen.formulation, chosen.backend, chosen.rewrite)
    return build(puzzle, chosen.formulation, chosen.backend, chosen.rewrite)


def takes_seed(chosen: Contender) -> bool:
    """Whether the solver of a configuration takes a seed of its random numbers.

    >>> takes_seed(Contender("assignment", "pulp", "highs")), takes_seed(Contender("assignment", "pulp", "cadical"))
    (True, False)
    """
    known = solver_table.entry(chosen.solver)
    return (chosen.backend, chosen.solver) not in BASELINES and known is not None and Feature.SEED in known.features


def facts_of(chosen: Contender, seed: int | None = None) -> SolverFacts:
    """The interface, the engine and the options of a configuration.

    Raises:
        NotInstalledError: When the solver is not installed.

    >>> facts_of(Contender("assignment", STOCK, "pulp:HiGHS")).interface
    'PuLP: prob.solve(HiGHS)'
    """
    if model := BASELINES.get((chosen.backend, chosen.solver)):
        return model.facts()
    solver = solver_table.find(chosen.solver_name(seed))
    tell: Callable[[str], SolverFacts] | None = getattr(solver, "facts", None)  # another package's may lack it
    return SolverFacts("another package", solver.name, threads=None) if tell is None else tell(chosen.backend)


def solved_by(chosen: Contender, seed: int | None = None) -> dict[str, str | None]:
    """The columns of a row that say what solves the case; nulls when the solver is not installed here.

    A worker process is set up for one thread, which is what a solver uses that does not set the number itself.

    >>> solved_by(Contender("assignment", STOCK, "pulp:HiGHS"))["options"]
    '{"msg": false, "threads": 1}'
    """
    with suppress(Exception):  # the case itself says what is missing
        facts = facts_of(chosen, seed)
        options = facts.options if facts.threads is not None else {"threads": 1, **facts.options}
        return {"interface": facts.interface, "engine": facts.name, "options": json.dumps(options, sort_keys=True)}
    return dict.fromkeys(("interface", "engine", "options"))


def check_available(chosen: Iterable[Contender]) -> None:
    """Refuse a run whose solvers do not all solve a small puzzle here.

    An installed library says little: its program may be for another system, or not be executable.

    Raises:
        NotInstalledError: With every solver that does not run on this machine.
    """
    pairs = dict.fromkeys((each.backend, each.solver) for each in chosen)
    if missing := {pair: why for pair in pairs if (why := _why_not(*pair))}:
        reasons = "; ".join(f"{solver} on {backend}: {why}" for (backend, solver), why in missing.items())
        raise NotInstalledError(f"not every solver of this run is available, and nothing was measured. {reasons}")


@cache
def _why_not(backend: str, solver: str) -> str:
    """Why a solver does not run here; empty when it does."""
    probe = Contender("assignment", backend, solver)
    try:
        facts_of(probe)
        answer = build_model(probe, Puzzle.parse(PROBE)).solve(solver, PROBE_SECONDS)
    except UnsupportedError:
        return ""  # the solver runs, and takes other models
    except NotInstalledError as error:
        return str(error)
    except Exception as error:  # a program that is for another system, a library that is damaged
        return f"it does not run ({type(error).__name__}: {error})"
    return "" if answer else f"it does not run ({answer.reason})"


def _of_tables(
    formulations: list[str],
    rewrites: list[str],
    backends: list[str],
    engines: list[str],
    switches: Sequence[str],
    orders: Sequence[str],
) -> Iterator[Contender]:
    """The configurations of the four tables."""
    for formulation, engine in product(formulations, engines):
        kinds, solver = _logic_of(formulation, backends[0]), _declaration(engine)
        if engine.partition(":")[2] and Feature.CONSISTENCY in solver.features and "all_different" not in kinds:
            continue  # the consistency of all-different makes no difference there
        is_native = Feature.LOGIC in solver.features or not kinds
        applied = [None] if is_native else sorted({_applied(kinds, name) for name in rewrites} - {""})
        for rewrite, backend in product(applied, backends):
            parts = [entry(part) for part in rewrite.split("+")] if rewrite else []
            if not all(backend in part.backends and solver.paradigm in part.paradigms for part in parts):
                continue
            known = solver_table.entry(engine)
            options = {*known.options} if known else {*()}
            of_it = [each for each in switches if each != "engine" or ENGINE_PRESOLVE in options]
            of_it = of_it if Feature.PRESOLVE_SWITCH in solver.features else [""] if "on" in switches else []
            for switch, order in product(of_it, orders if Feature.SEARCH_ORDER in solver.features else [""]):
                yield Contender(formulation, backend, engine, rewrite, switch, order)


def _declaration(name: str) -> Any:
    """What declares the paradigm and the features of a solver; the table does so for those that cannot run here."""
    known = solver_table.entry(name)
    return known if known and known.paradigm and not known.is_installed else solver_table.find(name)


def _expanded(names: Iterable[str], table: Iterable[str]) -> list[str]:
    """The names, "all" replaced by those of the table."""
    every = [*table]
    return list(dict.fromkeys(each for name in names for each in (every if name == ALL else [name])))


def _solvers(names: Iterable[str]) -> list[str]:
    """The names of solvers, "all" replaced, each one checked to be installed."""
    for name in names:
        if {*name.partition(":")[2].split(",")} & {NO_PRESOLVE, ENGINE_PRESOLVE, *SEARCH_ORDERS}:
            raise InputError(f"write {name.partition(':')[0]} with presolve and search as they are called, not {name}")
        if name != ALL:
            _declaration(name)
    own = [
        each
        for name in solver_table.installed()
        for each in ([name, f"{name}:BC"] if Feature.CONSISTENCY in solver_table.find(name).features else [name])
    ]
    return _expanded(names, own)


def _rewrites(names: Sequence[str] | None) -> list[str]:
    """The names of rewrites, "all" replaced; an empty one stands for the default."""
    if names is None:
        return [""]
    for name in names:
        if name != ALL:
            choose(name)
    first, second = ([name for name, entry in REWRITES.known.items() if entry.takes == kind] for kind in COMBINED)
    others = [name for name, entry in REWRITES.known.items() if entry.takes not in COMBINED]
    return _expanded(names, [*first, *second, *("+".join(pair) for pair in product(first, second)), *others])


def _logic_of(formulation: str, backend: str) -> frozenset[str]:
    """The kinds of logical constraints of a formulation, found by building it for a small board."""
    m, define = new_backend(backend), find(formulation)
    try:
        define(m, Puzzle(Board.of_size(4), (0,) * 16))
    except Exception as error:
        raise FormulationError(
            f"the formulation {formulation!r} cannot be built for an empty 4x4 board on {backend} "
            f"({type(error).__name__}: {error}); benchmark.check_formulation({formulation!r}) says more"
        ) from error
    return frozenset(kind_of(constraint) for _, constraint in m.logic())


def _applied(kinds: Set[str], rewrite: str) -> str:
    """The full name of a rewrite for a formulation with these constraints; empty when a part of it does not apply.

    >>> _applied({"not_equal"}, ""), _applied({"all_different"}, "pairwise"), _applied({"all_different"}, "rank")
    ('cliques', 'pairwise+cliques', '')
    """
    chosen = choose(rewrite)
    kinds = kinds | {entry(chosen[kind]).makes for kind in kinds if kind in chosen}
    used = [chosen[kind] for kind in MAKES if kind in kinds]
    return "+".join(used) if set(filter(None, rewrite.split("+"))) <= set(used) else ""


def _check_all_used(found: Iterable[Contender], requested: dict[str, Sequence[str]]) -> None:
    """Refuse names that are in no configuration."""
    for what, names in requested.items():
        used = {part for configuration in found for part in (getattr(configuration, what) or "").split("+")}
        for name in names:
            if name not in ("", ALL) and not set(name.split("+")) <= used:
                raise InputError(
                    f"the {what} {name!r} fits none of the other names; leave it out, or choose others beside it"
                )
