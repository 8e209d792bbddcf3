"""The table of solvers, and their lookup by name.

An entry has all that is known of a solver before it is loaded. Another package adds a solver with `register`, or
without being imported by an entry point of the group "sudoku_models.solvers"; see `notebooks/reference/adding.md`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ..errors import NotInstalledError, SolverError, UnknownNameError, how_to_install
from ..runtime import platform
from ..runtime.interrupts import import_whole
from ..runtime.platform import PROCESSES, PROGRAMS, THREADS
from ..runtime.registry import Registry, loaded
from ..runtime.tables import ResultTable
from .protocol import BOUNDED, BY_FILE, ENGINE_PRESOLVE, NO_PRESOLVE, SEARCH_ORDERS, Feature, Paradigm, Solver

ENCODINGS = ("pairwise", "ladder", "bitwise", "product", "commander")
CONSISTENCIES = ("AC", "AC_REGIN", "BC", "DEFAULT")
SEED_IS = "seed="


@dataclass(frozen=True)
class Entry:
    """A solver in the table.

    Attributes:
        name: The name for `find`.
        title: The name in sentences.
        what: A one-line description.
        paradigm, features: As in `Solver`; None and empty for a solver of another package, which declares them itself.
        factory: Makes the `Solver`; called with the options as they follow the name, when there are some. A text is
            "module:name", loaded late.
        options: What may follow the name, as in "highs:no-presolve", several joined with commas. With the feature
            `Feature.SEED`, "seed=" and a number is a further one.
        module: The module that must be importable; it is located, not imported.
        needs: What it needs of the platform, see `runtime.platform`.
        backend: The backend that is its own API, if there is one.
        stand_in: A module that serves as well where the other is not installed.
    """

    name: str
    title: str
    what: str
    paradigm: Paradigm | None
    features: frozenset[Feature]
    factory: Callable[..., Solver] | str
    options: tuple[str, ...] = ()
    module: str = ""
    needs: frozenset[str] = frozenset()
    backend: str = ""
    stand_in: str = ""

    @property
    def why_not(self) -> str:
        """Why it cannot run here: what the platform lacks, or what is not installed; empty when it can."""
        if self.needs and (why_not := platform.why_not(self.needs)):
            return why_not
        modules = list(filter(None, (self.module, self.stand_in)))
        missing = modules and not any(map(find_spec, modules))
        return f"it needs {self.module}; {how_to_install(self.module)}" if missing else ""

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.why_not

    def solver(self, option: str = "") -> Solver:
        """The solver itself.

        Raises:
            NotInstalledError: When it cannot run here.
        """
        if why_not := self.why_not:
            raise NotInstalledError(f"the solver {self.name!r} cannot run here: {why_not}")
        make = loaded(self.factory)
        made: Solver = make(option) if option else make()
        return made


IN_LIBRARY = frozenset({PROCESSES, PROGRAMS})
"""What CBC and the other solvers of PuLP and Pyomo need: they are programs, and run in a process that can be ended."""
_MILP = {Feature.CONTINUOUS, Feature.OBJECTIVE, Feature.PROOF, Feature.INTERRUPT}
_LOGIC = {
    Feature.LOGIC,
    Feature.OBJECTIVE,
    Feature.ENUMERATION,
    Feature.PROOF,
    Feature.INTERRUPT,
    Feature.WHOLE_NUMBERS,
    Feature.IN_PROCESS,
}
_BUILT_IN = (
    Entry(
        "highs",
        "HiGHS",
        "MILP; HiGHS in this process, incremental",
        "MILP",
        frozenset(
            _MILP | {Feature.INCREMENTAL, Feature.PRESOLVE_SWITCH, Feature.SEED, Feature.BY_FILE, Feature.IN_PROCESS}
        ),
        "sudoku_models.solvers.highs:Highs",
        (NO_PRESOLVE, ENGINE_PRESOLVE, BY_FILE),
        "highspy",
        stand_in="highs_js",  # in a browser tab, see `highs_in_page`
    ),
    Entry(
        "cbc",
        "CBC",
        "MILP; COIN-OR CBC, which ships with PuLP",
        "MILP",
        frozenset(_MILP | {Feature.PRESOLVE_SWITCH, Feature.SEED}),
        "sudoku_models.solvers.library:cbc",
        (NO_PRESOLVE,),
        "pulp",
        IN_LIBRARY,
    ),
    Entry(
        "cpsat",
        "CP-SAT",
        "CP; OR-Tools CP-SAT",
        "CP",
        frozenset(
            _LOGIC
            | {Feature.INCREMENTAL, Feature.PRESOLVE_SWITCH, Feature.SEARCH_ORDER, Feature.SEED, Feature.BY_FILE}
            | {Feature.BOUNDED}
        ),
        "sudoku_models.solvers.cpsat:CpSat",
        (NO_PRESOLVE, *SEARCH_ORDERS, BY_FILE, BOUNDED),
        "ortools",
        frozenset({THREADS}),  # Ctrl-C stops it from another thread
        "cpsat",
    ),
    Entry(
        "choco",
        "Choco",
        "CP; Choco, with choco:AC or choco:BC for the consistency (extra 'choco')",
        "CP",
        frozenset(_LOGIC | {Feature.CONSISTENCY, Feature.SEARCH_ORDER}),
        "sudoku_models.solvers.choco:Choco",
        (*CONSISTENCIES, *SEARCH_ORDERS),
        "pychoco",
        frozenset({PROCESSES}),  # Ctrl-C ends the process of a longer search
    ),
    Entry(
        "cadical",
        "CaDiCaL",
        "SAT; CaDiCaL through PySAT, with cadical:ladder, :bitwise, :product or :commander for at-most-one",
        "SAT",
        frozenset(_LOGIC | {Feature.INCREMENTAL, Feature.BY_FILE}),
        "sudoku_models.solvers.sat:cadical",
        (*ENCODINGS, BY_FILE),
        "pysat",
    ),
    Entry(
        "glucose",
        "Glucose",
        "SAT; Glucose through PySAT, with the same options",
        "SAT",
        frozenset(_LOGIC | {Feature.INCREMENTAL, Feature.BY_FILE}),
        "sudoku_models.solvers.sat:glucose",
        (*ENCODINGS, BY_FILE),
        "pysat",
    ),
)
SOLVERS = Registry(
    "solver",
    "sudoku_models.solvers",
    {each.name: each for each in _BUILT_IN},
    line=lambda entry: entry.what,
    of_package=lambda name, line, load: _added(name, lambda *option: load()(*option), line),
    error=SolverError,
    separator=":",
)
"""The name of each solver with a one-line description."""


def _added(name: str, factory: Callable[..., Solver], what: str, options: Iterable[str] = ()) -> Entry:
    return Entry(name, name, what, None, frozenset(), factory, tuple(options))


def register(name: str, factory: Callable[..., Solver], what: str = "", options: Iterable[str] = ()) -> None:
    """Add a solver to the table, or replace one that was added.

    Args:
        name: How it is called from now on; it may not contain ":".
        factory: Returns the solver: a class, or a function. Called with the option when the name carries one.
        what: One line for a person, such as "CP; a toy".
        options: What may follow the name after ":", if anything.

    Raises:
        InputError: When the name belongs to a solver of this package, or is not a valid name.
    """
    SOLVERS.register(name, _added(name, factory, what or "added by another package", options))


def features_of(name: str) -> frozenset[Feature]:
    """The features that the table declares for a solver of this package."""
    return SOLVERS.known[name].features


def entry(name: str) -> Entry | None:
    """The entry of a solver, its option left out; None when the solver is one of PuLP's or Pyomo's."""
    own = name.partition(":")[0]
    return SOLVERS.entry(own) if own in SOLVERS else None


def title(name: str) -> str:
    """The name of a solver in sentences, as its makers write it.

    >>> title("highs"), title("choco:BC"), title("GLPK_CMD")
    ('HiGHS', 'Choco:BC', 'GLPK_CMD')
    """
    own, _, option = name.partition(":")
    known = entry(own)
    options = ",".join(each for each in option.split(",") if each != BOUNDED)  # its claims are those of the solver
    return f"{known.title if known else own}{':' * bool(options)}{options}"


def find(name: str) -> Solver:
    """The solver of this name; "choco:BC" is Choco with bounds consistency, "highs:no-presolve,seed=7" HiGHS without
    presolve and with this seed.

    Raises:
        UnknownNameError: When neither this package nor PuLP nor Pyomo has a solver of this name, or not this option.
        NotInstalledError: When the solver is not installed, or cannot run on this platform.

    >>> find("highs").paradigm, Feature.ENUMERATION in find("cpsat").features
    ('MILP', True)
    """
    if not isinstance(name, str):
        raise UnknownNameError("solver", str(name), SOLVERS)
    own, colon, option = name.partition(":")
    known = entry(own)
    if known is None:
        if why_not := platform.why_not(IN_LIBRARY):
            raise NotInstalledError(f"the solver {name!r} is none of this package, and cannot run here: {why_not}")
        return import_whole(".library", __package__).library_solver(name)
    if colon and not all(each in known.options or _is_seed(each, known) for each in option.split(",")):
        raise UnknownNameError("solver", name, [own, *(f"{own}:{each}" for each in known.options)])
    solver = known.solver(option)
    if known.paradigm is None:
        _check(own, solver)
    return solver


def installed(everything: bool = False) -> list[str]:
    """The solvers of this package that can run here, and with `everything` also those that PuLP and Pyomo find.

    >>> installed()[:3]
    ['highs', 'cbc', 'cpsat']
    """
    names = [each.name for each in _all() if each.is_installed]
    if everything and not platform.why_not(IN_LIBRARY):
        names += import_whole(".library", __package__).others()
    return names


def having(*features: Feature, paradigm: Paradigm | None = None, other_than: Paradigm | None = None) -> Iterator[str]:
    """The solvers that can run here and have these features, in the order of the table.

    Args:
        features: Such as `Feature.ENUMERATION`; none for any solver.
        paradigm: The paradigm that they must have.
        other_than: The paradigm that they must not have.

    >>> [*having(Feature.ENUMERATION)][:2]
    ['cpsat', 'choco']
    """
    for each in _all():
        if each.is_installed:
            has: Any = each if each.paradigm else find(each.name)  # that of another package declares them itself
            if has.features.issuperset(features) and paradigm in (None, has.paradigm) and has.paradigm != other_than:
                yield each.name


def first(*features: Feature, paradigm: Paradigm | None = None, other_than: Paradigm | None = None) -> str:
    """The first of these solvers: for code to which any of them will do. The arguments are those of `having`.

    Raises:
        NotInstalledError: When there is none.

    >>> first(), first(Feature.ENUMERATION), first(Feature.INCREMENTAL, paradigm="SAT"), first(other_than="MILP")
    ('highs', 'cpsat', 'cadical', 'cpsat')
    """
    for name in having(*features, paradigm=paradigm, other_than=other_than):
        return name
    kind = f"{paradigm or (other_than and f'non-{other_than}') or ''} solver".strip()
    with_these = f" with {', '.join(map(repr, map(str, features)))}" if features else ""
    raise NotInstalledError(f"no {kind}{with_these} can run here; solvers.table() says why")


def other_paradigm(solver: str, features: Iterable[Feature] = (Feature.PROOF,)) -> str:
    """The first solver that works by another paradigm, can run here and has these features: it can check this one.

    Raises:
        NotInstalledError: When there is none.

    >>> other_paradigm("highs"), other_paradigm("choco:BC"), other_paradigm("cpsat")
    ('cpsat', 'highs', 'highs')
    """
    return first(*features, other_than=find(solver).paradigm)


def table() -> ResultTable:
    """The solvers of this package, and why those that cannot run here cannot.

    >>> table().rows[0]
    ('highs', 'MILP; HiGHS in this process, incremental', 'yes')
    """
    rows = [(each.name, each.what, each.why_not or "yes") for each in _all()]
    return ResultTable(["solver", "what it is", "runs here"], rows, left=range(3))


def chosen(options: str, among: Iterable[str], default: str) -> str:
    """The last of these options that is among some of which one holds.

    >>> chosen("by-file,BC", ["AC", "BC"], "AC")
    'BC'
    """
    return [default, *(each for each in options.split(",") if each in {*among})][-1]


def seed_of(options: str) -> int | None:
    """The seed among these options; None when there is none.

    >>> seed_of("no-presolve,seed=7"), seed_of("")
    (7, None)
    """
    found = [int(each.removeprefix(SEED_IS)) for each in options.split(",") if each.startswith(SEED_IS)]
    return found[-1] if found else None


def _is_seed(option: str, known: Entry) -> bool:
    number = option.removeprefix(SEED_IS)
    return Feature.SEED in known.features and number != option and number.isdecimal() and int(number) < 2**31


def _check(name: str, solver: Any) -> None:
    missing = [part for part in ("name", "paradigm", "features", "session") if not hasattr(solver, part)]
    if missing:
        raise SolverError(f"the solver {name!r} of another package lacks {', '.join(missing)}; see `solvers.Solver`")


def _all() -> list[Entry]:
    return [SOLVERS.entry(name) for name in SOLVERS]
