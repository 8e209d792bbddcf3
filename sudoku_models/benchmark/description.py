"""The description of a run: which puzzles, which configurations, within which limits, how often.

Here are the tables of puzzles, and the cases that they make. `study` takes them in Python; a TOML file has the same
names, see `protocol`.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..errors import InputError, UnknownNameError
from ..formulations import BUILT_IN, find, registered
from ..puzzles.corpora import CorpusEntry, corpora, corpus, draw, read_puzzles
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import LONGEST
from .cases import Case, digest_of, of_formulation, serialize
from .contenders import Contender, takes_seed
from .environment import short_digest
from .problems import Instance, instances

Range = tuple[float, float]
"""From a number, and below another one."""
RANGES: dict[str, Callable[[CorpusEntry], float | None]] = {
    "rating": lambda entry: entry.rating,
    "givens": lambda entry: len(entry.puzzle.givens),
    "effort": lambda entry: entry.effort,
    "solutions": lambda entry: int(entry.solutions.removeprefix(">=")) if entry.solutions else None,
}
"""Key of a table of puzzles -> what must be in its range."""
NAMED_BY = ("corpus", "problem", "puzzles")
"""What names puzzles; a table has one of these keys."""
OF_PROBLEM = {"sizes": (), "number": 1, "parameters": {}}
"""Keys of a table of puzzles that mean nothing without `problem`, and their defaults."""
CONTROLS = "controls"
"""The corpus of puzzles with no, two and many solutions."""
IN_BLOCK = 100
"""Cases that are measured together, at least."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How puzzles are measured.

    Attributes:
        time_limit: Seconds for the solver in a case.
        seeds: The isomorphs; 0 is the puzzle as it is printed.
        repeats: How many times each case is measured.
        sample: The number of puzzles of each corpus, drawn with a fixed seed; None means all.
    """

    time_limit: float = 10.0
    seeds: tuple[int, ...] = (0,)
    repeats: int = 1
    sample: int | None = None

    def __post_init__(self) -> None:
        if mistakes := [*self._mistakes()]:
            raise InputError("; ".join(mistakes))

    def _mistakes(self) -> Iterator[str]:
        if self.time_limit is None or not 0 < self.time_limit <= LONGEST:
            yield f"a case needs a time limit, a positive number of seconds, not {self.time_limit}"
        if not self.seeds or len({*self.seeds}) < len(self.seeds):
            yield f"seeds must be different numbers, at least one, such as [1, 2], not {[*self.seeds]}"
        for name in ("repeats", "sample"):
            if getattr(self, name) is not None and getattr(self, name) < 1:
                yield f"{name} must be at least 1, not {getattr(self, name)}"


@dataclass(frozen=True, kw_only=True)
class Puzzles(Limits):
    """A table of puzzles. It has one of `corpus`, `problem` and `puzzles`.

    Attributes:
        name: Its name in the results; that of the corpus or of the problem when it is left out.
        corpus: A corpus that ships, or a file of puzzles.
        problem, sizes, number, parameters: Instances of another problem; see `instances`.
        puzzles: Names, and puzzles as text.
        rating, givens, effort, solutions: From a number, and below another one.
        kind: Their kind, in a corpus of several kinds.
        size: The size of the boards.
        skip: The number of puzzles at the beginning that are left out, such as those that something was tuned on.
        leave_out: Solvers that do not measure them.

    >>> Puzzles(corpus="rated", rating=(0, 7), sample=4).stratum().name
    'rated'
    """

    name: str = ""
    corpus: str = ""
    problem: str = ""
    sizes: tuple[int, ...] = ()
    number: int = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)
    puzzles: Mapping[str, str] = field(default_factory=dict)
    rating: Range | None = None
    givens: Range | None = None
    effort: Range | None = None
    solutions: Range | None = None
    kind: str = ""
    size: int | None = None
    skip: int = 0
    leave_out: tuple[str, ...] = ()

    def _mistakes(self) -> Iterator[str]:
        yield from super()._mistakes()
        named = [each for each in NAMED_BY if getattr(self, each)]
        if len(named) > 1:
            yield f"puzzles are named by {' and by '.join(named)}; leave all but one out"
        for key, default in OF_PROBLEM.items() if not self.problem else ():
            if getattr(self, key) != default:
                yield f"{key} means nothing without problem"
        if self.skip < 0:
            yield f"skip must be a number of puzzles, not {self.skip}"

    def stratum(self, own: Iterable[Puzzle] = ()) -> "Stratum":
        """The puzzles, and how they are measured; `own` are puzzles of which the table has only the name.

        Raises:
            InputError: When there are no such puzzles, or two different ones have one name.
        """
        name, every = self._entries(own)
        entries = [entry for entry in every[self.skip :] if self._belongs(entry)]
        if not entries:
            raise InputError(f"there are no puzzles in {name!r}")
        named: dict[str, Puzzle] = {}
        for entry in entries:
            if named.setdefault(entry.name, entry.puzzle) != entry.puzzle:
                raise InputError(f"two different puzzles of {name!r} are called {entry.name!r}; rename one of them")
        drawn = tuple(draw(entries, self.sample, seed=f"sample of {name}"))
        return Stratum(name, drawn, float(self.time_limit), tuple(self.seeds), self.repeats, tuple(self.leave_out))

    def _entries(self, own: Iterable[Puzzle]) -> tuple[str, Sequence[CorpusEntry]]:
        name = self.name
        if self.problem:
            name = name or self.problem
            own = instances(self.problem, self.sizes, self.number, **self.parameters)
        elif self.puzzles:
            own = [replace(Puzzle.parse(text), name=each) for each, text in self.puzzles.items()]
        elif self.corpus in {each.name for each in corpora()} or (self.corpus and not Path(self.corpus).is_file()):
            return name or self.corpus, corpus(self.corpus).entries
        elif self.corpus:
            name, own = name or Path(self.corpus).stem, read_puzzles(self.corpus)
        elif not own:
            raise InputError("a table of puzzles names a corpus, a problem or puzzles, and this one does not")
        if not name:
            raise InputError("puzzles of your own need a name for all of them")
        named = (each if each.name else replace(each, name=_name_of(each)) for each in own)
        return name, [CorpusEntry(each, "", None, "") for each in named]

    def _belongs(self, entry: CorpusEntry) -> bool:
        for key, figure in RANGES.items():
            if within := getattr(self, key):
                value = figure(entry)
                if value is None or not within[0] <= value < within[1]:
                    return False
        return self.size in (None, _size(entry)) and self.kind in ("", entry.kind)


@dataclass(frozen=True)
class Stratum:
    """Puzzles of a study, and how they are measured.

    Attributes:
        name: Its name in the results.
        entries: The puzzles, with the number of their solutions where it is known.
        time_limit: Seconds for the solver in a case.
        seeds: The isomorphs; 0 is the puzzle as it is printed.
        repeats: How many times each case is measured.
        leave_out: Solvers that do not measure them.
    """

    name: str
    entries: tuple[CorpusEntry, ...]
    time_limit: float
    seeds: tuple[int, ...]
    repeats: int
    leave_out: tuple[str, ...] = ()

    def takes(self, chosen: Contender) -> bool:
        """Whether a configuration measures them."""
        return chosen.solver not in self.leave_out


@dataclass(frozen=True)
class Study:
    """The cases of a run: everything once, then the first repeat, and so on. They are made while they are iterated.

    A repeat is a series of blocks. Each block has puzzles of all strata, in proportion to their numbers, with every
    configuration, in a random order (the same on every run). So what changes on the machine from one hour to the next
    is not mistaken for a difference between strata, and within a block not for one between configurations or puzzles.

    Attributes:
        strata: The puzzles.
        configurations: What is measured on each of them.
        memory_limit: Bytes for the processes of a case; None means no limit.
        quiet: The share of its core that others may use beside a case; more, and it is measured again. None means that
            nothing is.
        vary_seeds: Whether the solvers get another seed of their random numbers in each repeat.
        protocol: The text of the file that describes it, whose digest is in each row; empty where there is none.
    """

    strata: tuple[Stratum, ...]
    configurations: tuple[Contender, ...]
    memory_limit: int | None = None
    quiet: float | None = None
    vary_seeds: bool = False
    protocol: str = ""

    @property
    def protocol_digest(self) -> str:
        """The digest of the protocol; empty without one."""
        return short_digest(self.protocol.encode()) if self.protocol else ""

    def __len__(self) -> int:
        return sum(map(self.number, self.strata))

    def __iter__(self) -> Iterator[Case]:
        return self.cases()

    def cases(self, shard: tuple[int, int] = (1, 1)) -> Iterator[Case]:
        """The cases of a shard (i, n): of every n-th isomorph of a puzzle from the i-th on, evenly over the strata.

        All cases of an isomorph are in one shard, so that its configurations are compared on one machine.

        >>> from sudoku_models import benchmark
        >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
        >>> [len([*study(["hardest11"], chosen, repeats=2).cases((k, 3))]) for k in (1, 2, 3)]
        [8, 8, 6]
        """
        functions, (first, shards), digest = registered(), shard, self.protocol_digest
        own = {
            name: (serialize(name, functions[name]) if name in functions else None, of_formulation(find(name)))
            for name in {each.formulation for each in self.configurations}
            if name not in BUILT_IN
        }
        every = (each for stratum in self.strata for each in _shuffled(stratum, 0))
        shard_of = {_identity(*each): 1 + k % shards for k, each in enumerate(every)}
        in_block, block = -(-IN_BLOCK // len(self.configurations)), first - 1
        for repeat in range(max(each.repeats for each in self.strata)):
            mixed = [each for each in self._mixed(repeat) if shard_of[_identity(*each)] == first]
            blocks = max(len(mixed) // in_block, 1)
            for k in range(blocks):
                pairs = [
                    (*each, chosen)
                    for each in mixed[k * len(mixed) // blocks : (k + 1) * len(mixed) // blocks]
                    for chosen in self.configurations
                    if each[0].takes(chosen)
                ]
                random.Random(f"block {block}").shuffle(pairs)
                for stratum, entry, seed, chosen in pairs:
                    about = (stratum.name, entry.puzzle, seed, chosen, stratum.time_limit, entry.solutions)
                    solver_seed = repeat + 1 if self.vary_seeds and takes_seed(chosen) else None
                    of_it = own.get(chosen.formulation, (None, ""))
                    yield Case(*about, repeat, self.memory_limit, *of_it, block, solver_seed, digest)
                block += shards

    def number(self, stratum: Stratum) -> int:
        """The number of the cases of a stratum."""
        instances = len(stratum.entries) * len(stratum.seeds) * stratum.repeats
        return instances * sum(map(stratum.takes, self.configurations))

    def _mixed(self, repeat: int) -> list[tuple[Stratum, CorpusEntry, int]]:
        """The puzzles of a repeat, those of each stratum in a random order and evenly over the whole."""
        placed = []
        for stratum in (each for each in self.strata if repeat < each.repeats):
            of_it, rng = _shuffled(stratum, repeat), random.Random(f"places {stratum.name} {repeat}")
            placed += [((k + rng.random()) / len(of_it), each) for k, each in enumerate(of_it)]
        return [each for _, each in sorted(placed, key=itemgetter(0))]


def study(
    puzzles: Iterable[str | tuple[str, Iterable[Puzzle]] | Mapping[str, Any] | Stratum],
    configurations: Iterable[Contender],
    time_limit: float = 10.0,
    seeds: Iterable[int] = (0,),
    repeats: int = 1,
    sample: int | None = None,
    memory_limit: float | None = None,
    quiet: float | None = None,
    controls: bool = False,
    vary_seeds: bool = False,
    protocol: str = "",
) -> Study:
    """Describe a run.

    Args:
        puzzles: Tables such as {"corpus": "top95", "sample": 10}, with the keys of `Puzzles`. In short, the name of a
            corpus, or a pair of a name and puzzles of your own. Or a `Stratum`, which has its own limits.
        configurations: The result of `configurations`.
        time_limit: Seconds for the solver in a case.
        seeds: 0 is the puzzle as it is printed, others are isomorphs.
        repeats: How many times each case is measured.
        sample: The number of puzzles of each corpus, drawn with a fixed seed; None means all.
        memory_limit: GiB for the processes of each case; None means no limit.
        quiet, vary_seeds, protocol: As in `Study`.
        controls: Whether to measure every configuration once on puzzles with no, two and many solutions, too.

    Raises:
        InputError: When a name means nothing, there are no puzzles, two strata or two different puzzles have one name,
            or a limit is not a positive number; with every mistake in the strata together.

    >>> from sudoku_models.benchmark import configurations
    >>> chosen = configurations(["assignment"], backends=["pulp"], solvers=["highs", "cpsat"])
    >>> len(study(["hardest11"], chosen, repeats=3))
    66
    """
    limits = {"time_limit": time_limit, "seeds": tuple(seeds), "repeats": repeats, "sample": sample}
    strata = [each if isinstance(each, Stratum) else _stratum(each, limits) for each in puzzles]
    chosen, mistakes = tuple(dict.fromkeys(configurations)), list[str]()
    if controls and strata:
        strata += _controls(strata)
    names = [each.name for each in strata]
    for name in sorted({name for name in names if names.count(name) > 1}):
        mistakes.append(f"two strata are called {name!r}, and they are not pooled; give one of them a name")
    if memory_limit is not None and not memory_limit > 0:
        mistakes.append(f"the memory limit must be a positive number of GiB, not {memory_limit:g}")
    if quiet is not None and quiet < 0:
        mistakes.append(f"quiet is the share of a core that others may use, from 0 on, not {quiet:g}")
    if not strata or not chosen:
        mistakes.append(f"a run needs at least one {'configuration' if strata else 'corpus'}")
    solvers = {each.solver for each in chosen}
    for solver in sorted({name for each in strata for name in each.leave_out if chosen and name not in solvers}):
        mistakes.append(f"leave_out: {UnknownNameError('solver of this run', solver, solvers)}")
    if mistakes:
        raise InputError("; ".join(mistakes))
    memory = None if memory_limit is None else int(memory_limit * 1024**3)
    return Study(tuple(strata), chosen, memory, quiet, vary_seeds, protocol)


def _stratum(each: str | tuple[str, Iterable[Puzzle]] | Mapping[str, Any], limits: dict[str, Any]) -> Stratum:
    if isinstance(each, str):
        each = {"corpus": each}
    table, own = (each, ()) if isinstance(each, Mapping) else ({"name": each[0]}, [*each[1]])
    UnknownNameError.check("key of a table of puzzles", table, [key.name for key in fields(Puzzles)])
    return Puzzles(**{**limits, **table}).stratum(own)


def _controls(strata: Sequence[Stratum]) -> list[Stratum]:
    """The controls with boards of the sizes of these puzzles, those of 9x9 where there are no others."""
    entries = corpus(CONTROLS).entries
    sizes = {_size(entry) for stratum in strata for entry in stratum.entries} & {*map(_size, entries)} or {9}
    chosen = tuple(entry for entry in entries if _size(entry) in sizes)
    return [Stratum(CONTROLS, chosen, max(each.time_limit for each in strata), (strata[0].seeds[0],), 1)]


def _size(entry: CorpusEntry) -> int | None:
    return None if isinstance(entry.puzzle, Instance) else entry.puzzle.board.size


def _shuffled(stratum: Stratum, repeat: int) -> list[tuple[Stratum, CorpusEntry, int]]:
    """The isomorphs of a stratum in the order of a repeat."""
    of_it = [(stratum, entry, seed) for entry in stratum.entries for seed in stratum.seeds]
    random.Random(f"{stratum.name} {repeat}").shuffle(of_it)
    return of_it


def _identity(stratum: Stratum, entry: CorpusEntry, seed: int) -> tuple[str, str, int]:
    return stratum.name, entry.name, seed


def _name_of(puzzle: Puzzle) -> str:
    """The name of a puzzle without one: its givens, and its digest where a board with rules tells it from others."""
    return f"{puzzle.line()} {digest_of(puzzle)}" if puzzle.board.rules else puzzle.line()
