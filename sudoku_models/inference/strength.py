"""The strength of inference methods: what share of the puzzles each one finishes without search.

A method finishes a puzzle when it alone fixes every cell to the solution; the solver-free validator checks each grid,
outside the measured time. A puzzle that reached the time limit is "not known": it is counted separately, and its time
is censored.

Of the 49,158 puzzles with 17 givens, T. Dillon's benchmark (https://github.com/t-dillon/tdoku, README, "%no_guess")
reports that 44.5 % need no guess with hidden singles, and 76.0 % with locked candidates too. These solvers use naked
singles as well (benchmarks/README there), so the figures are those of the methods
"hidden" and "locked", which include the methods before them. Of the 5,000 that ship these finish 44.8 % and 76.0 %;
hidden singles without naked ones would finish 35.9 %.

What an LP finishes depends on how the givens are expressed. In `assignment` a given fixes a binary. In the other
formulations it fixes x = d, and x = sum of e*y[e] would let the binaries average d from other digits. So the indicators
of a fixed variable are fixed too.
"""

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import Any, cast

from ..errors import InputError, SolverError, UnknownNameError, WorkerError
from ..puzzles.corpora import Corpus, PuzzleLike, as_puzzle, corpus, draw, titles
from ..puzzles.puzzle import Puzzle
from ..puzzles.values import short_repr
from ..runtime.limits import Limits
from ..runtime.platform import PROCESSES, can
from ..runtime.processes import Worker, map_with_workers
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED
from .methods import Attempt, Method, attempt, choose, prepared

HEADINGS = ("method", "finished", "share", "not known", "median ms", "total ms", "mean CPU ms", "front")
FIRST_TO_GO = ("total ms", "median ms")
NOTE = "On the front: no method finishes as many puzzles in less processor time."
SEED = 1
CHUNK = 4
"""Attempts that a worker process makes at a time: a quick method takes less than handing over a puzzle."""

Progress = Callable[[int, int, str], None]
Family = str | Corpus | Puzzle | tuple[str, Sequence[PuzzleLike]] | Iterable[PuzzleLike]
"""A corpus or its name, a puzzle or its name or text, a name and puzzles, or puzzles."""


def percent(share: float, most: float, of: int) -> str:
    """A share of `of` puzzles as text, as a range when some results are unknown.

    >>> percent(0.31, 0.31, 95), percent(0.31, 0.352, 95), percent(0.7601, 0.7601, 2000)
    ('31 %', '31 to 35 %', '76.0 %')
    """
    digits = 1 if of >= 1000 else 0
    low, high = f"{100 * share:.{digits}f}", f"{100 * most:.{digits}f}"
    return f"{low} %" if share == most else f"{low} to {high} %"


@dataclass(frozen=True)
class MethodResult:
    """The results of one method.

    Attributes:
        method: The method.
        attempts: One for each puzzle, in the order of `StrengthComparison.puzzles`.
    """

    method: Method
    attempts: tuple[Attempt, ...]

    @property
    def finished(self) -> int:
        """The number of puzzles that it finishes."""
        return sum(each.finished is True for each in self.attempts)

    @property
    def not_known(self) -> int:
        """The number of puzzles that reached the time limit."""
        return sum(each.finished is None for each in self.attempts)

    @property
    def share(self) -> float:
        """The share of the puzzles that it is known to finish, from 0 to 1."""
        return self.finished / len(self.attempts)

    @property
    def most(self) -> float:
        """The share if the unknown puzzles are counted as finished."""
        return (self.finished + self.not_known) / len(self.attempts)

    @property
    def median_ms(self) -> tuple[float, bool]:
        """The median milliseconds for a puzzle, and whether attempts that reached the limit make it a lower bound."""
        at_least = [1000 * each.seconds for each in self.attempts]
        most = [math.inf if each.finished is None else 1000 * each.seconds for each in self.attempts]
        low, high = median(at_least), median(most)
        return low, high > low

    @property
    def total_ms(self) -> float:
        """The milliseconds for all puzzles; a lower bound when some are not known."""
        return 1000 * sum(each.seconds for each in self.attempts)

    @property
    def processor_ms(self) -> float:
        """The mean milliseconds of processor time for a puzzle; a lower bound when some are not known."""
        return 1000 * sum(each.processor_seconds for each in self.attempts) / len(self.attempts)

    def percent(self) -> str:
        """The share as text: "31 %", or "31 to 35 %" when some are unknown."""
        return percent(self.share, self.most, len(self.attempts))

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`, without its last cell."""
        middle, is_bound = self.median_ms
        more = "> " * (self.not_known > 0)
        counts = [f"{self.finished:,}", self.percent(), f"{self.not_known:,}" if self.not_known else "-"]
        times = [f"{'> ' * is_bound}{middle:,.1f}", f"{more}{self.total_ms:,.0f}", f"{more}{self.processor_ms:,.1f}"]
        return [self.method.title, *counts, *times]

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        method = {name: getattr(self.method, name) for name in ("name", "family", "title", "sentence", "source")}
        figures = {name: getattr(self, name) for name in ("finished", "not_known", "share", "total_ms", "processor_ms")}
        middle, is_bound = self.median_ms
        of_median = {"median_ms": middle, "median_is_bound": is_bound}
        return {**method, "puzzles": len(self.attempts), **figures, **of_median}


@dataclass(frozen=True, repr=False)
class StrengthComparison:
    """The results of all methods on the puzzles of one corpus.

    Attributes:
        name: The corpus.
        puzzles: The puzzles of the sample.
        of: The number of puzzles in the corpus.
        seed: The seed of the sample, if it is smaller than the corpus.
        time_limit: Seconds for each puzzle and method.
        rows: One result for each method, from weak to strong.
        stopped_by: "interrupted" when there are fewer rows than requested methods.
    """

    name: str
    puzzles: tuple[Puzzle, ...]
    of: int
    seed: int
    time_limit: float | None
    rows: tuple[MethodResult, ...]
    stopped_by: str = ""

    def __getitem__(self, method: str) -> MethodResult:
        return {row.method.name: row for row in self.rows}[method]

    def __iter__(self) -> Iterator[MethodResult]:
        return iter(self.rows)

    @property
    def title(self) -> str:
        """The corpus, and the size of the sample."""
        if len(self.puzzles) == self.of:
            return f"{self.name}: {self.of:,} puzzle{'s' * (self.of != 1)}"
        return f"{self.name}: {len(self.puzzles):,} of {self.of:,} puzzles, drawn with seed {self.seed}"

    def front(self) -> tuple[MethodResult, ...]:
        """The methods that no other one beats, from cheap to strong.

        A method is beaten by one that finishes at least as many puzzles in less processor time. The others, if they
        finish a puzzle, are the Pareto front of strength and price.

        >>> [row.method.name for row in strength("easy50", ["naked", "hidden", "lp:assignment"], sample=9).front()]
        ['naked', 'hidden', 'lp:assignment']
        """
        found: list[MethodResult] = []
        for row in sorted(self.rows, key=lambda row: (row.processor_ms, -row.share)):
            if row.share > (found[-1].share if found else 0):
                found.append(row)
        return tuple(found)

    def table(self) -> ResultTable:
        """The rows as a table."""
        front = self.front()
        rows = [[*row.cells(), "yes" if row in front else "-"] for row in self.rows]
        hints = [f"{row.method.sentence} ({row.method.source})" for row in self.rows]
        return ResultTable(HEADINGS, rows, title=self.title, notes=[NOTE], hints=hints, first_to_go=FIRST_TO_GO)

    def __repr__(self) -> str:
        return f"<StrengthComparison of {len(self.rows)} methods, {self.title}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        about = {"corpus": self.name, "puzzles": len(self.puzzles), "of": self.of, "seed": self.seed}
        about |= {"time_limit": self.time_limit, "stopped_by": self.stopped_by}
        front = [row.method.name for row in self.front()]
        return {**about, "front": front, "methods": [row.as_dict() for row in self.rows]}


def strength(
    puzzles: Family,
    methods: str | Iterable[str] | None = None,
    sample: int | None = None,
    seed: int = SEED,
    jobs: int = 1,
    time_limit: float | None = 10.0,
    progress: Progress | None = None,
) -> StrengthComparison:
    """Find what share of the puzzles each inference method finishes without search.

    Args:
        puzzles: The name of a corpus or of a puzzle, a corpus, a puzzle, puzzles, or a name and puzzles. A puzzle that
            has not exactly one solution is never finished.
        methods: Names in `METHODS`, or prefixes such as "lp"; None means all.
        sample: The number of puzzles to draw; None means all.
        seed: The seed of the sample.
        jobs: The number of worker processes.
        time_limit: Seconds for each puzzle and method; None means no limit. A model is built once for a board, within
            the limit of the first puzzle but outside its measured time; when that takes too long, the results of the
            method on this board are unknown.
        progress: Called with the number of attempts done, the total number, and the method.

    Returns:
        The comparison, one row for each method. After Ctrl-C it has the rows so far.

    Raises:
        UnknownNameError: When there is no such corpus or method.
        InputError: When there is no puzzle, or a number is less than 1.
        WrongGridError: When a method fixes the cells to a grid that breaks a rule.
        SolverError: When a process ends unexpectedly.

    >>> compared = strength("easy50", ["naked", "hidden", "locked"])
    >>> [(row.method.title, row.finished) for row in compared]
    [('naked singles', 12), ('+ hidden singles', 40), ('+ locked candidates', 44)]
    >>> compared["hidden"].percent()
    '80 %'
    """
    Limits(time_limit)
    if jobs < 1:
        raise InputError(f"there must be at least 1 process, not {jobs}")
    chosen = choose([methods] if isinstance(methods, str) else None if methods is None else list(methods))
    name, every = named(puzzles)
    drawn = draw(every, sample, seed)
    total = len(chosen) * len(drawn)
    rows: list[MethodResult] = []
    stopped_by = ""
    try:
        with closing(_attempts([method.name for method in chosen], drawn, time_limit, jobs)) as all_attempts:
            for k, method in enumerate(chosen):
                attempts: list[Attempt] = []
                for each in islice(all_attempts, len(drawn)):
                    attempts.append(each)
                    if progress:
                        progress(k * len(drawn) + len(attempts), total, method.title)
                rows.append(MethodResult(method, tuple(attempts)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    return StrengthComparison(name, tuple(drawn), len(every), seed, time_limit, tuple(rows), stopped_by)


Request = tuple[str, Puzzle, float | None]


def _attempts(
    methods: Sequence[str], puzzles: Sequence[Puzzle], time_limit: float | None, jobs: int
) -> Generator[Attempt]:
    """All puzzles by the first method, then by the second, and so on; with one job, or no processes, in this one."""
    requests = [(method, puzzle, time_limit) for method in methods for puzzle in puzzles]
    done, is_here = 0, jobs == 1 or not can(PROCESSES)
    try:
        for found in (attempt(*each) for each in requests) if is_here else _attempts_in_workers(requests, jobs):
            yield found
            done += 1
    except WorkerError as error:
        raise SolverError(f"{error}, at the method {requests[done][0]!r}; use jobs=1 to see the cause") from error
    finally:
        prepared.cache_clear()


def _attempts_in_workers(requests: Sequence[Request], jobs: int) -> Iterator[Attempt]:
    chunks = [requests[k : k + CHUNK] for k in range(0, len(requests), CHUNK)]
    for attempts in map_with_workers(_attempts_of_chunk, chunks, jobs):
        yield from attempts


def _attempts_of_chunk(worker: Worker, requests: Sequence[Request]) -> list[Attempt]:
    found: list[Attempt] = worker.request(lambda post: [attempt(*request) for request in requests])
    return found


def named(family: Family) -> tuple[str, list[Puzzle]]:
    """The name and the puzzles of a corpus, of one puzzle, or of a collection."""
    if isinstance(family, str):
        family = _corpus_or_puzzle(family)
    if isinstance(family, Puzzle):
        return family.name or "puzzles", [family]
    if isinstance(family, Corpus):
        return family.name, list(family.values())
    if isinstance(family, tuple) and len(family) == 2 and isinstance(family[0], str):
        name, collection = cast(tuple[str, Iterable[PuzzleLike]], family)
    else:
        name, collection = "", cast(Iterable[PuzzleLike], family)
    if not isinstance(collection, Iterable):
        raise InputError(f"{short_repr(collection)} is neither a puzzle nor a collection of puzzles")
    every = [as_puzzle(each) for each in collection]
    if not every:
        raise InputError("there is no puzzle in this collection")
    return name or (every[0].name if len(every) == 1 else "") or "puzzles", every


def _corpus_or_puzzle(text: str) -> Corpus | Puzzle:
    if text in titles():
        return corpus(text)
    try:
        return as_puzzle(text)
    except UnknownNameError:
        return corpus(text)  # its error lists the corpora
