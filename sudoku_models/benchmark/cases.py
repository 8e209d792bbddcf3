"""Cases: one configuration on one puzzle, in one orientation, within one time limit."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

from ..errors import InputError
from ..formulations import BUILT_IN, find, registered
from ..puzzles.corpora import Corpus, corpus, draw
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import check_time_limit
from .configurations import Configuration
from .digest import of_formulation, of_puzzle
from .environment import environment
from .rows import KEY
from .serialization import Plugin, serialize

__all__ = ["Case", "cases"]


@dataclass(frozen=True)
class Case:
    """One measurement: a configuration, a puzzle, the seed of its isomorph, and a time limit for the solver in seconds.

    Attributes:
        solutions: How many solutions the puzzle is known to have, such as "1" or ">=10000"; empty when unknown.
        serialized: The formulation itself, as bytes, when it was registered in this process.
        formulation_digest: A digest that identifies a registered formulation; empty for those of this package.
        hard_limit: Seconds after which its process is killed; None means the default of a run.
        memory_limit: Bytes that its process and its children may take before it is killed; None means no limit.
        repeat: 0 for the first measurement of the same, and so on.
        is_analysed: Whether presolve and the LP relaxation are looked at after the clock has stopped.
    """

    corpus: str
    puzzle: Puzzle
    seed: int
    configuration: Configuration
    time_limit: float
    solutions: str = ""
    serialized: bytes | None = None
    formulation_digest: str = ""
    hard_limit: float | None = None
    memory_limit: int | None = None
    is_analysed: bool = True
    repeat: int = 0

    def identity(self) -> dict[str, Any]:
        """The columns of a row that identify the case."""
        chosen = {name: value or "" for name, value in asdict(self.configuration).items()}
        found = {
            **chosen,
            "corpus": self.corpus,
            "puzzle": self.puzzle.name,
            "puzzle_digest": of_puzzle(self.puzzle),
            "seed": self.seed,
            "repeat": self.repeat,
            "formulation_digest": self.formulation_digest,
            "time_limit": float(self.time_limit),
            "threads": 1,
            "software": environment()["software"],
        }
        return {name: found[name] for name in KEY}

    @property
    def key(self) -> tuple[Any, ...]:
        """The same as a tuple."""
        return tuple(self.identity().values())


def cases(
    corpora: Iterable[str | Corpus | tuple[str, Iterable[Puzzle]]],
    configurations: Sequence[Configuration],
    time_limit: float = 10.0,
    seeds: Iterable[int] = (0,),
    sample: int | None = None,
    repeats: int = 1,
    plugins: Sequence[Plugin] = (),
    memory_limit: int | None = None,
) -> Iterator[Case]:
    """The cases of a benchmark, puzzle by puzzle, so that the first rows of a run can already be compared.

    The configurations of a puzzle come in a shuffled order (the same on every run), so that none always profits from
    what another has left in the caches of the machine. A repetition begins when everything has been measured once, so
    that it meets the machine in another state.

    Args:
        corpora: Names of corpora, corpora, or pairs of a name and puzzles of your own.
        configurations: The result of `configurations`.
        time_limit: Seconds for the solver in a case.
        seeds: 0 is the puzzle as it is printed, others are isomorphs.
        sample: The number of puzzles of each corpus, drawn with a fixed seed; None means all.
        repeats: How many times each case is measured.
        plugins: Formulations that were loaded in another process, as for `configurations`.
        memory_limit: Bytes for the processes of each case; None means no limit.

    Raises:
        FormulationError: When a registered formulation cannot be sent to the worker processes.
        InputError: When different puzzles have one name, or the limit is not a positive number.
    """
    if time_limit is None:
        raise InputError("a case needs a time limit: a positive number of seconds")
    check_time_limit(time_limit)
    if repeats < 1:
        raise InputError(f"a case is measured at least once, not {repeats} times")
    found = [_entries(each, sample) for each in corpora]
    for name, number in Counter(name for name, _ in found).items():
        if number > 1:
            raise InputError(f"{number} corpora are called {name!r}, and they are not pooled; rename one of them")
    named = {configuration.formulation for configuration in configurations}
    serialized = {name: serialize(name, each) for name, each in registered().items() if name in named}
    of_plugins = {each.name: {"serialized": each.serialized, "formulation_digest": each.digest} for each in plugins}
    own = of_plugins | {
        name: {"serialized": serialized.get(name), "formulation_digest": of_formulation(find(name))}
        for name in named
        if name not in BUILT_IN and name not in of_plugins
    }
    made = _shuffled(found, list(configurations), time_limit, list(seeds), repeats, own)
    return made if memory_limit is None else (replace(case, memory_limit=memory_limit) for case in made)


def _shuffled(
    found: list[tuple[str, list[tuple[Puzzle, str]]]],
    configurations: list[Configuration],
    time_limit: float,
    seeds: list[int],
    repeats: int,
    own: dict[str, dict[str, Any]],
) -> Iterator[Case]:
    for repeat, (name, known) in product(range(repeats), found):
        for (puzzle, solutions), seed in product(known, seeds):
            rng = random.Random(f"{name} {puzzle.name} {seed}" + f" {repeat}" * bool(repeat))
            for each in rng.sample(configurations, len(configurations)):
                more = own.get(each.formulation, {})
                yield Case(name, puzzle, seed, each, time_limit, solutions, **more, repeat=repeat)


def _unnamed(puzzle: Puzzle) -> str:
    """The name of a puzzle without one: its givens, and its digest where a board with rules tells it from others."""
    return f"{puzzle.line()} {of_puzzle(puzzle)}" if puzzle.board.rules else puzzle.line()


def _entries(
    corpus_or_puzzles: str | Corpus | tuple[str, Iterable[Puzzle]], sample: int | None
) -> tuple[str, list[tuple[Puzzle, str]]]:
    """The name of a corpus, and its puzzles with the number of solutions that they are known to have."""
    if isinstance(corpus_or_puzzles, str):
        corpus_or_puzzles = corpus(corpus_or_puzzles)
    if isinstance(corpus_or_puzzles, Corpus):
        name = corpus_or_puzzles.name
        known = [(entry.puzzle, entry.solutions) for entry in corpus_or_puzzles.entries]
    else:
        name, puzzles = corpus_or_puzzles
        known = [(puzzle if puzzle.name else replace(puzzle, name=_unnamed(puzzle)), "") for puzzle in puzzles]
    names: dict[str, Puzzle] = {}
    for puzzle, _ in known:
        if names.setdefault(puzzle.name, puzzle) != puzzle:
            raise InputError(f"two different puzzles of {name} are called {puzzle.name!r}; rename one of them")
    return name, draw(known, sample, seed=f"sample of {name}")
