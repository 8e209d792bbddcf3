"""Configurations: formulation, rewrite, backend, solver, with or without presolve."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import product

from .. import solvers as solver_table
from ..backends import BACKENDS, new_backend
from ..errors import FormulationError, InputError, UnknownNameError
from ..formulations import FORMULATIONS, find
from ..models.counting import Configuration as ModelConfiguration
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..rewrites import KINDS, MAKES, REWRITES, choose, entry
from ..solvers import CONSISTENCY, LOGIC, NO_PRESOLVE, PRESOLVE_SWITCH
from .serialization import Plugin
from .stock import INTERFACES, STOCK, stock_interface

__all__ = ["ALL", "Configuration", "configurations", "logic_of"]

ALL = "all"
COMBINED = ("all_different", "not_equal")


@dataclass(frozen=True)
class Configuration(ModelConfiguration):
    """One choice of formulation, backend, solver, rewrite and presolve.

    Attributes:
        rewrite: The full name of the rewrites that make the model linear; None where the solver takes it as it is.
        presolve: "on" or "off", or empty for a solver whose presolve cannot be switched.

    >>> print(Configuration("all_different", "pulp", "highs", "indicators", "off"))
    all_different, indicators x pulp x highs, no presolve
    """

    presolve: str = ""

    @property
    def solver_name(self) -> str:
        """The name of the solver in the table of solvers, presolve included."""
        return f"{self.solver}:{NO_PRESOLVE}" if self.presolve == "off" else self.solver

    def __str__(self) -> str:
        return super().__str__() + ", no presolve" * (self.presolve == "off")


def configurations(
    formulations: Sequence[str] = (ALL,),
    rewrites: Sequence[str] | None = None,
    backends: Sequence[str] = (ALL,),
    solvers: Sequence[str] = (ALL,),
    presolve: Sequence[str] = ("on",),
    plugins: Sequence[Plugin] = (),
) -> list[Configuration]:
    """Every configuration of these names; "all" stands for every name of a table.

    A combination that does not exist is left out, such as a Pyomo-only rewrite on PuLP; but a name that is in no
    configuration at all is an error, so that nothing that was requested is missing unnoticed.

    Args:
        formulations, backends: Names in the tables. The backend "stock" stands for the libraries with their own
            interfaces, whose solvers are called "pulp:HiGHS", "pulp:CBC", ... (see `stock`); "all" leaves it out.
        rewrites: Names joined with "+"; each formulation gets those that apply to its constraints. By default, each
            gets its default.
        solvers: Names; "all" stands for the solvers of this package that are installed, `choco` with both
            consistencies.
        presolve: "on", "off" or both.
        plugins: Formulations that were loaded in another process; their names are among those of the formulations.

    Raises:
        UnknownNameError, NotInstalledError: When a name is in no table, or a solver is not on this machine.
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
    of_plugins = _by_name(plugins)
    chosen_formulations = _names("formulation", formulations, [*FORMULATIONS, *of_plugins])
    chosen_backends = _names("backend", backends, [*BACKENDS], others=[STOCK])
    switches = _names("presolve", presolve, ("on", "off"))
    own, stock = _divided(solvers, STOCK in chosen_backends)
    found: dict[Configuration, None] = {}
    if tables := [name for name in chosen_backends if name != STOCK]:
        found.update(_of_tables(chosen_formulations, _rewrites(rewrites), tables, _solvers(own), switches, of_plugins))
    of_stock = [Configuration(INTERFACES[name].formulation, STOCK, name) for name in stock] if "on" in switches else []
    found.update((each, None) for each in of_stock if each.formulation in chosen_formulations)
    requested = {"formulation": formulations, "backend": backends, "solver": solvers, "rewrite": rewrites or ()}
    _check_all_used(found, {**requested, "presolve": presolve if "off" in presolve else ()})
    return list(found)


def _of_tables(
    formulations: list[str],
    rewrites: list[str],
    backends: list[str],
    engines: list[str],
    switches: list[str],
    plugins: dict[str, Plugin],
) -> dict[Configuration, None]:
    """The configurations of the four tables."""
    found: dict[Configuration, None] = {}
    for formulation, engine in product(formulations, engines):
        known = formulation in plugins
        kinds = plugins[formulation].kinds if known else logic_of(formulation, backends[0])
        solver, features = solver_table.find(engine), solver_table.find(engine).features
        if ":" in engine and CONSISTENCY in features and "all_different" not in kinds:
            continue  # the consistency of all-different makes no difference there
        is_native = LOGIC in features or not kinds
        applied = [None] if is_native else sorted({_applied(kinds, name) for name in rewrites} - {""})
        for rewrite, backend in product(applied, backends):
            parts = [entry(part) for part in rewrite.split("+")] if rewrite else []
            if not all(backend in part.backends and solver.paradigm in part.paradigms for part in parts):
                continue
            for switch in switches if PRESOLVE_SWITCH in features else ("",) if "on" in switches else ():
                found[Configuration(formulation, backend, engine, rewrite, switch)] = None
    return found


def _divided(solvers: Sequence[str], has_stock: bool) -> tuple[list[str], list[str]]:
    """The names of solvers, and apart from them those of stock interfaces, "all" replaced by those that are installed.

    Raises:
        InputError: When a stock interface is named without the backend "stock".
        NotInstalledError: When a stock interface is named that is not installed.
    """
    named = [name for name in solvers if name in INTERFACES]
    if named and not has_stock:
        raise InputError(f"{named[0]} is the interface of a library; name the backend {STOCK!r} with it")
    every = [name for name, each in INTERFACES.items() if each.is_installed()] if has_stock and ALL in solvers else []
    for name in named:
        stock_interface(name)
    return [name for name in solvers if name not in INTERFACES], list(dict.fromkeys([*named, *every]))


def _names(what: str, names: Sequence[str], table: Iterable[str], others: Sequence[str] = ()) -> list[str]:
    """The names, "all" replaced by those of the table; `others` are known too."""
    table = list(table)
    for name in names:
        if name not in (ALL, *table, *others):
            raise UnknownNameError(what, name, [*table, *others, ALL])
    found = [each for name in names for each in (table if name == ALL else [name])]
    if not found:
        raise InputError(f"choose at least one {what} of: {', '.join(table)}")
    return list(dict.fromkeys(found))


def _solvers(names: Sequence[str]) -> list[str]:
    """The names of solvers, "all" replaced, each one checked to be installed."""
    own = [
        each
        for name in solver_table.installed()
        for each in ([name, f"{name}:BC"] if CONSISTENCY in solver_table.find(name).features else [name])
    ]
    found = list(dict.fromkeys(each for name in names for each in (own if name == ALL else [name])))
    if not found:
        raise InputError(f"choose at least one solver of: {', '.join(own)}")
    for name in found:
        if name.endswith(f":{NO_PRESOLVE}"):
            raise InputError(f"write {name.partition(':')[0]} and presolve off, not {name}")
        solver_table.find(name)
    return found


def _rewrites(names: Sequence[str] | None) -> list[str]:
    """The names of rewrites, "all" replaced; an empty one stands for the default."""
    if names is None:
        return [""]
    first, second = ([name for name, entry in REWRITES.items() if entry.takes == kind] for kind in COMBINED)
    others = [name for name, entry in REWRITES.items() if entry.takes not in COMBINED]
    every = [*first, *second, *("+".join(pair) for pair in product(first, second)), *others]
    for name in names:
        if name != ALL:
            choose(name)
    return list(dict.fromkeys(each for name in names for each in (every if name == ALL else [name])))


def _by_name(plugins: Iterable[Plugin]) -> dict[str, Plugin]:
    """Plugins by name.

    Raises:
        FormulationError: When a name is taken.
    """
    found: dict[str, Plugin] = {}
    for plugin in plugins:
        if plugin.name in FORMULATIONS or plugin.name in found:
            whose = "two files have" if plugin.name in found else "there is already"
            raise FormulationError(f"{whose} a formulation named {plugin.name!r}; rename one of them")
        found[plugin.name] = plugin
    return found


def logic_of(formulation: str, backend: str) -> frozenset[str]:
    """The kinds of logical constraints of a formulation, found by building it for a small board.

    Raises:
        FormulationError: When a registered formulation raises an error.
    """
    m, build = new_backend(backend), find(formulation)
    try:
        build(m, Puzzle(Board.of_size(4), (0,) * 16))
    except Exception as error:
        raise FormulationError(
            f"the formulation {formulation!r} cannot be built for an empty 4x4 board on {backend} "
            f"({type(error).__name__}: {error}); benchmark.check_formulation({formulation!r}) says more"
        ) from error
    return frozenset(KINDS[type(constraint)] for _, constraint in m.logic())


def _applied(kinds: Set[str], rewrite: str) -> str:
    """The full name of a rewrite for a formulation with these constraints; empty when a part of it does not apply.

    >>> _applied({"not_equal"}, ""), _applied({"all_different"}, "pairwise"), _applied({"all_different"}, "rank")
    ('cliques', 'pairwise+cliques', '')
    """
    chosen = choose(rewrite)
    kinds = kinds | {entry(chosen[kind]).makes for kind in kinds if kind in chosen}
    used = [chosen[kind] for kind in MAKES if kind in kinds]
    return "+".join(used) if set(filter(None, rewrite.split("+"))) <= set(used) else ""


def _check_all_used(found: Iterable[Configuration], requested: dict[str, Sequence[str]]) -> None:
    """Refuse names that are in no configuration.

    Raises:
        InputError: When there is one.
    """
    for what, names in requested.items():
        used = {part for configuration in found for part in (getattr(configuration, what) or "").split("+")}
        for name in names:
            if name != ALL and not set(name.split("+")) <= used:
                raise InputError(
                    f"the {what} {name!r} fits none of the other names; leave it out, or choose others beside it"
                )
