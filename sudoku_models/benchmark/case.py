"""Cases: which way, which puzzle, in which orientation, within which time."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from .. import solvers as solver_table
from ..backends import BACKENDS, new_backend
from ..errors import FormulationError, InputError, UnknownNameError
from ..formulations import BUILT_IN, FORMULATIONS, registered
from ..formulations import find as find_formulation
from ..puzzles.board import Board
from ..puzzles.corpora import corpus, draw
from ..puzzles.puzzle import Puzzle
from ..rewrites import KINDS, REWRITES, choose
from ..runtime.limits import check_time_limit
from ..solvers import NO_PRESOLVE
from .digest import of_formulation, of_puzzle
from .parcel import packed
from .rows import KEY

__all__ = ["ALL", "Case", "Way", "cases", "ways"]

ALL = "all"
REWRITTEN = ("all_different", "not_equal")


@dataclass(frozen=True, order=True)
class Way:
    """One way to state and solve a puzzle.

    Attributes:
        rewrite: The rewrites that make the model linear, joined with "+"; empty where the solver takes it as stated.
        presolve: "on" or "off", or empty for a solver that has no such switch here.
    """

    formulation: str
    rewrite: str
    backend: str
    solver: str
    presolve: str

    @property
    def solver_name(self) -> str:
        """What `Model.solve` calls the solver, presolve included."""
        return f"{self.solver}:{NO_PRESOLVE}" if self.presolve == "off" else self.solver

    def __str__(self) -> str:
        stated = f"{self.formulation}, {self.rewrite}" if self.rewrite else self.formulation
        return f"{stated} x {self.backend} x {self.solver}{', no presolve' * (self.presolve == 'off')}"


@dataclass(frozen=True)
class Case:
    """One measurement: a way, a puzzle, the seed of its twin, and a time limit (seconds, for all that the solver does).

    Attributes:
        solutions: How many solutions the puzzle is known to have, such as "1" or ">=10000"; empty when not known.
        parcel: The formulation itself, packed, when it was registered in this process.
        formulation_digest: What tells it from another of its name; empty for those of this package.
    """

    corpus: str
    puzzle: Puzzle
    seed: int
    way: Way
    time_limit: float
    solutions: str = ""
    parcel: bytes | None = None
    formulation_digest: str = ""

    def identity(self) -> dict[str, Any]:
        """The columns of a row that tell this case from others."""
        puzzle, way = (self.puzzle.name, of_puzzle(self.puzzle), self.seed), self.way
        stated = way.formulation, self.formulation_digest, way.rewrite, way.backend, way.solver, way.presolve
        return dict(zip(KEY, (self.corpus, *puzzle, *stated, float(self.time_limit), 1), strict=True))

    @property
    def key(self) -> tuple[Any, ...]:
        """The same as a tuple."""
        return tuple(self.identity().values())


def ways(
    formulations: Sequence[str] = (ALL,),
    rewrites: Sequence[str] | None = None,
    backends: Sequence[str] = (ALL,),
    solvers: Sequence[str] = (ALL,),
    presolve: Sequence[str] = ("on",),
) -> list[Way]:
    """Every way that these names make; "all" stands for every name of a table.

    A combination that does not exist is left out, such as the Pyomo-only rewrites on PuLP; but a name that makes no
    way at all is an error, so that nothing that was asked for is missing in silence.

    Args:
        formulations, backends: Names in the tables.
        rewrites: Names joined with "+"; each formulation gets those that serve what it states. When left out, each gets
            its default.
        solvers: Names; "all" stands for the solvers of this package that are installed, `choco` with both
            consistencies.
        presolve: "on", "off" or both.

    Raises:
        UnknownNameError, NotInstalledError: When a name is in no table, or a solver is not on this machine.
        FormulationError: When a formulation of somebody else's stops, or cannot be loaded.
        InputError: When a name makes no way.

    >>> for way in ways(["pairwise"], ["rank", "big_m"], ["pulp"], ["highs", "cpsat"]):
    ...     print(way)
    pairwise, big_m x pulp x highs
    pairwise, rank x pulp x highs
    pairwise x pulp x cpsat
    """
    stated_in = _names("backend", backends, BACKENDS)
    switches = _names("presolve", presolve, ("on", "off"))
    engines, wanted = _engines(solvers), _rewrites(rewrites)
    found: dict[Way, None] = {}
    for formulation, engine in product(_names("formulation", formulations, FORMULATIONS), engines):
        states = _states(formulation, stated_in[0])
        if ":" in engine and "all_different" not in states:
            continue  # the consistency of all-different makes no difference there
        features = solver_table.find(engine).features
        takes_logic, has_switch = solver_table.LOGIC in features, solver_table.PRESOLVE_SWITCH in features
        linear = [""] if takes_logic or not states else sorted({_serving(states, name) for name in wanted} - {""})
        for rewrite, backend in product(linear, stated_in):
            if "gdp" in rewrite and backend != "pyomo":
                continue
            for switch in switches if has_switch else ("",) if "on" in switches else ():
                found[Way(formulation, rewrite, backend, engine, switch)] = None
    asked = {"formulation": formulations, "backend": backends, "solver": solvers, "rewrite": rewrites or ()}
    _all_used(found, {**asked, "presolve": presolve if "off" in presolve else ()})
    return list(found)


def cases(
    corpora: Iterable[str | tuple[str, Iterable[Puzzle]]],
    of_ways: Sequence[Way],
    time_limit: float = 10.0,
    seeds: Iterable[int] = (0,),
    sample: int | None = None,
) -> Iterator[Case]:
    """The cases of a benchmark, puzzle by puzzle, so that a part of them is a fair part.

    The ways of a puzzle come in an order that is shuffled (the same on every run), so that no way always profits from
    what another has left in the machine's caches.

    Args:
        corpora: Names of corpora, or pairs of a name and puzzles of your own.
        of_ways: What `ways` gives.
        time_limit: Seconds for all that the solver does in a case.
        seeds: 0 is the puzzle as it is printed, others are symmetric twins.
        sample: So many puzzles of each corpus, drawn with a fixed seed; all when left out.

    Raises:
        FormulationError: When a formulation of your own cannot travel to the processes that measure.
        InputError: When different puzzles go by one name, or the limit is no time.
    """
    if time_limit is None:
        raise InputError("a case needs a time limit: a positive number of seconds")
    check_time_limit(time_limit)
    found = [_entries(each, sample) for each in corpora]
    for family, number in Counter(family for family, _ in found).items():
        if number > 1:
            raise InputError(f"{number} corpora are called {family!r}, and they are not pooled; rename one of them")
    named = {way.formulation for way in of_ways}
    parcels = {name: packed(name, each) for name, each in registered().items() if name in named}
    digests = {name: of_formulation(find_formulation(name)) for name in named if name not in BUILT_IN}
    own = {name: {"parcel": parcels.get(name), "formulation_digest": digest} for name, digest in digests.items()}
    return _each(found, list(of_ways), time_limit, list(seeds), own)


def _each(
    found: list[tuple[str, list[tuple[Puzzle, str]]]],
    of_ways: list[Way],
    time_limit: float,
    seeds: list[int],
    own: dict[str, dict[str, Any]],
) -> Iterator[Case]:
    for family, known in found:
        for (puzzle, solutions), seed in product(known, seeds):
            order = random.Random(f"{family} {puzzle.name} {seed}").sample(of_ways, len(of_ways))
            for way in order:
                yield Case(family, puzzle, seed, way, time_limit, solutions, **own.get(way.formulation, {}))


def _entries(
    corpus_or_puzzles: str | tuple[str, Iterable[Puzzle]], sample: int | None
) -> tuple[str, list[tuple[Puzzle, str]]]:
    """The name of a corpus, and its puzzles with the number of solutions that is known of them."""
    if isinstance(corpus_or_puzzles, str):
        family = corpus_or_puzzles
        known = [(entry.puzzle, entry.solutions) for entry in corpus(family).entries]
    else:
        family, puzzles = corpus_or_puzzles
        known = [(puzzle if puzzle.name else replace(puzzle, name=puzzle.line()), "") for puzzle in puzzles]
    names: dict[str, Puzzle] = {}
    for puzzle, _ in known:
        if names.setdefault(puzzle.name, puzzle) != puzzle:
            raise InputError(f"two different puzzles of {family} are called {puzzle.name!r}; rename one of them")
    return family, draw(known, sample, seed=f"sample of {family}")


def _names(what: str, names: Sequence[str], table: Iterable[str]) -> list[str]:
    table = list(table)
    for name in names:
        if name not in (ALL, *table):
            raise UnknownNameError(what, name, [*table, ALL])
    found = [each for name in names for each in (table if name == ALL else [name])]
    if not found:
        raise InputError(f"choose at least one {what} of: {', '.join(table)}")
    return list(dict.fromkeys(found))


def _engines(names: Sequence[str]) -> list[str]:
    """The solvers that are meant, and all of them on this machine."""
    own = [each for name in solver_table.installed() for each in _consistencies(name)]
    found = list(dict.fromkeys(each for name in names for each in (own if name == ALL else [name])))
    if not found:
        raise InputError(f"choose at least one solver of: {', '.join(own)}")
    for name in found:
        if name.endswith(f":{NO_PRESOLVE}"):
            raise InputError(f"write {name.partition(':')[0]} and presolve off, not {name}")
        solver_table.find(name)
    return found


def _consistencies(name: str) -> list[str]:
    """A solver, with domain and with bounds consistency where that is a choice; the first is its default."""
    return [name, f"{name}:BC"] if solver_table.CONSISTENCY in solver_table.find(name).features else [name]


def _rewrites(names: Sequence[str] | None) -> list[str]:
    """The rewrites that are meant; an empty one stands for the default."""
    if names is None:
        return [""]
    first, second = ([name for name, entry in REWRITES.items() if entry.takes == kind] for kind in REWRITTEN)
    every = [*first, *second, *("+".join(pair) for pair in product(first, second))]
    for name in names:
        if name != ALL:
            choose(name)
    return list(dict.fromkeys(each for name in names for each in (every if name == ALL else [name])))


def _states(formulation: str, backend: str) -> set[str]:
    """The kinds of logical constraints that a formulation states, seen on a small board.

    Raises:
        FormulationError: When it is of somebody else's, and stops.
    """
    m, state = new_backend(backend), find_formulation(formulation)
    try:
        state(m, Puzzle(Board.of_size(4), (0,) * 16))
    except Exception as error:
        raise FormulationError(
            f"the formulation {formulation!r} cannot state an empty 4x4 board on {backend} "
            f"({type(error).__name__}: {error}); benchmark.check_formulation({formulation!r}) says more"
        ) from error
    return {KINDS[type(said)] for _, said in m.logic()}


def _serving(states: set[str], rewrite: str) -> str:
    """The full name of a rewrite for a formulation that states these kinds; empty when it has nothing to do there.

    >>> _serving({"not_equal"}, ""), _serving({"all_different"}, "pairwise"), _serving({"all_different"}, "rank")
    ('cliques', 'pairwise+cliques', '')
    """
    chosen = choose(rewrite)
    is_split = chosen["all_different"] == "pairwise" and "all_different" in states
    kinds = {*states, "not_equal"} if is_split else states
    used = [chosen[kind] for kind in REWRITTEN if kind in kinds]
    return "+".join(used) if set(filter(None, rewrite.split("+"))) <= set(used) else ""


def _all_used(found: Iterable[Way], asked: dict[str, Sequence[str]]) -> None:
    """Refuse names that make no way.

    Raises:
        InputError: When there is one.
    """
    for what, names in asked.items():
        used = {part for way in found for part in getattr(way, what).split("+")}
        for name in names:
            if name != ALL and not set(name.split("+")) <= used:
                raise InputError(
                    f"the {what} {name!r} makes no way with the other names; leave it out, or choose others beside it"
                )
