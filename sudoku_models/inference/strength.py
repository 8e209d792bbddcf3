"""The strength ladder: what share of the puzzles each way of reasoning finishes without search.

A rung finishes a puzzle when it alone fixes every cell to the solution; the solver-free validator checks each grid,
outside the time that is told. A rung that ran into its time limit is "not known": it is counted apart, and its time is
only known to be longer.

Of the 49,158 puzzles with 17 givens, T. Dillon's benchmark (https://github.com/t-dillon/tdoku, README, "%no_guess")
has 44.5 % that need no guess by the solvers that know hidden singles, and 76.0 % by those that know locked candidates
too. These solvers know naked singles as well (benchmarks/README there), so the figures are those of the rungs "hidden"
and "locked", which include the rungs before them. Of the 5,000 that ship these finish 44.8 % and 76.0 %; hidden singles
without naked ones would finish 35.9 %.

What an LP finishes depends on how the givens reach it. In `assignment` a given is a binary. In the other formulations
it is x = d, and x = sum of e*y[e] leaves the binaries free to average d from other digits: nearly nothing is settled.
"""

import html
import io
import math
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from statistics import median
from typing import Any, NamedTuple, cast

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ..errors import InputError, SolverError, WrongGridError
from ..puzzles.board import Board
from ..puzzles.corpora import Corpus, corpus, draw
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import INTERRUPTED
from . import methods as table_of_rungs
from .methods import RUNGS, Climber, Rung

__all__ = ["RUNGS", "Ladder", "Row", "Try", "ladder"]

HEADINGS = ("rung", "finished", "share", "not known", "median ms", "total ms")
SEED = 1
CHUNK = 4
"""Puzzles that a process is given at once."""

Progress = Callable[[int, int, str], None]
Family = str | Corpus | tuple[str, Sequence[Puzzle]] | Iterable[Puzzle]
"""A corpus or its name, a name and puzzles, or puzzles."""


class Try(NamedTuple):
    """What came of one puzzle on one rung: whether it was finished (None: not known), and the seconds it took."""

    finished: bool | None
    seconds: float


class Bounded(NamedTuple):
    """A figure; when it is a bound, the true one is larger, for the time limit struck."""

    value: float
    is_bound: bool = False


def middle(figures: Iterable[Bounded]) -> Bounded:
    """The median of figures of which some are bounds; it is one too, unless their true values cannot move it.

    >>> middle([Bounded(1.0), Bounded(2.0), Bounded(10.0, True)])
    Bounded(value=2.0, is_bound=False)
    >>> middle([Bounded(1.0), Bounded(10.0, True)])
    Bounded(value=5.5, is_bound=True)
    """
    known = list(figures)
    at_least = median(value for value, _ in known)
    at_most = median(math.inf if is_bound else value for value, is_bound in known)
    return Bounded(at_least, at_most > at_least)


def percent(share: float, most: float, of: int) -> str:
    """A share of so many puzzles, of which some may not be known.

    >>> percent(0.31, 0.31, 95), percent(0.31, 0.352, 95), percent(0.7601, 0.7601, 2000)
    ('31 %', '31 to 35 %', '76.0 %')
    """
    digits = 1 if of >= 1000 else 0
    low, high = f"{100 * share:.{digits}f}", f"{100 * most:.{digits}f}"
    return f"{low} %" if share == most else f"{low} to {high} %"


@dataclass(frozen=True)
class Row:
    """One rung over the puzzles.

    Attributes:
        rung: The rung: its name, its title, what it is in a sentence, and the source.
        tries: What came of each puzzle, in the order of `Ladder.puzzles`.
    """

    rung: Rung
    tries: tuple[Try, ...]

    @property
    def finished(self) -> int:
        """How many puzzles it finishes."""
        return sum(tried.finished is True for tried in self.tries)

    @property
    def not_known(self) -> int:
        """How many of which it is not known, because the time limit struck."""
        return sum(tried.finished is None for tried in self.tries)

    @property
    def share(self) -> float:
        """The share of the puzzles that it is known to finish, from 0 to 1."""
        return self.finished / len(self.tries)

    @property
    def most(self) -> float:
        """The share if it finished all of which it is not known."""
        return (self.finished + self.not_known) / len(self.tries)

    @property
    def _median(self) -> Bounded:
        return middle(Bounded(1000 * tried.seconds, tried.finished is None) for tried in self.tries)

    @property
    def median_ms(self) -> float:
        """Milliseconds for a puzzle; at least so many when `median_is_bound`."""
        return self._median.value

    @property
    def median_is_bound(self) -> bool:
        """Whether tries that ran into the time limit leave the median open."""
        return self._median.is_bound

    @property
    def total_ms(self) -> float:
        """Milliseconds spent on all puzzles; when some are not known, to the end it would have taken longer."""
        return 1000 * sum(tried.seconds for tried in self.tries)

    @property
    def total_is_bound(self) -> bool:
        """Whether some tries did not come to their end."""
        return self.not_known > 0

    def percent(self) -> str:
        """The share in words: "31 %", or "31 to 35 %" when some are not known."""
        return percent(self.share, self.most, len(self.tries))

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`."""
        counts = [f"{self.finished:,}", self.percent(), f"{self.not_known:,}" if self.not_known else "-"]
        times = [
            f"{'> ' * self.median_is_bound}{self.median_ms:,.1f}",
            f"{'> ' * self.total_is_bound}{self.total_ms:,.0f}",
        ]
        return [self.rung.title, *counts, *times]

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        rung = {name: getattr(self.rung, name) for name in ("name", "family", "title", "sentence", "source")}
        counts = {"puzzles": len(self.tries), "finished": self.finished, "not_known": self.not_known}
        figures = ("share", "median_ms", "median_is_bound", "total_ms", "total_is_bound")
        return {**rung, **counts, **{name: getattr(self, name) for name in figures}}


@dataclass(frozen=True, repr=False)
class Ladder:
    """All rungs over the puzzles of one corpus.

    Attributes:
        name: The corpus.
        puzzles: The puzzles that were tried.
        of: How many the corpus has.
        seed: What the sample was drawn with, when it is smaller.
        time_limit: Seconds for each puzzle and rung.
        rows: One for each rung, from weak to strong.
        stopped_by: "interrupted" when there are fewer rows than were asked for.
    """

    name: str
    puzzles: tuple[Puzzle, ...]
    of: int
    seed: int
    time_limit: float | None
    rows: tuple[Row, ...]
    stopped_by: str = ""

    def __getitem__(self, rung: str) -> Row:
        return {row.rung.name: row for row in self.rows}[rung]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @property
    def title(self) -> str:
        """The corpus and its size in words."""
        if len(self.puzzles) == self.of:
            return f"{self.name}: {self.of:,} puzzle{'s' * (self.of != 1)}"
        return f"{self.name}: {len(self.puzzles):,} of {self.of:,} puzzles, drawn with seed {self.seed}"

    def table(self) -> Table:
        """The rows as a rich table."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False, title=self.title, title_justify="left", title_style="bold")
        for k, heading in enumerate(HEADINGS):
            table.add_column(heading, justify="right" if k else "left")
        for row in self.rows:
            table.add_row(*row.cells())
        return table

    def __repr__(self) -> str:
        return f"<Ladder of {len(self.rows)} rungs, {self.title}>"

    def __str__(self) -> str:
        text = io.StringIO()
        Console(file=text, width=120).print(self.table())
        return text.getvalue().rstrip()

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
        body = ""
        for row in self.rows:
            told = html.escape(f"{row.rung.sentence} ({row.rung.source})")
            first, *rest = (html.escape(cell) for cell in row.cells())
            cells = f'<td title="{told}" style="text-align:left">{first}</td>' + "".join(f"<td>{c}</td>" for c in rest)
            body += f"<tr>{cells}</tr>"
        caption = f"<caption>{html.escape(self.title)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def as_dict(self) -> dict[str, Any]:
        """The ladder as plain data."""
        about = {"corpus": self.name, "puzzles": len(self.puzzles), "of": self.of, "seed": self.seed}
        about |= {"time_limit": self.time_limit, "stopped_by": self.stopped_by}
        return {**about, "rungs": [row.as_dict() for row in self.rows]}


def ladder(
    puzzles: Family,
    rungs: str | Iterable[str] | None = None,
    sample: int | None = None,
    seed: int = SEED,
    jobs: int = 1,
    time_limit: float | None = 10.0,
    progress: Progress | None = None,
) -> Ladder:
    """Find what share of the puzzles each way of reasoning finishes without search.

    Args:
        puzzles: The name of a corpus, a corpus, puzzles, or their name and puzzles. A puzzle that has not exactly one
            solution is never finished.
        rungs: Names of `RUNGS`, or their first part ("lp"), or one of these; all when left out.
        sample: Draw so many puzzles; all when left out or when there are no more.
        seed: What the sample is drawn with.
        jobs: Processes that work at once. With more than one, a script must call this under
            `if __name__ == "__main__":`.
        time_limit: Seconds for each puzzle and rung; None for no limit. Rules and Choco's propagators take
            milliseconds, and do not look at it. The model of a rung is built once for a board, outside the time that
            is told and limited: milliseconds for 9x9, but minutes for the `gdp` rewrites of 25x25.
        progress: Called with the tries done, their number in all, and the rung.

    Returns:
        A row for each rung. Ctrl-C ends it with the rows so far.

    Raises:
        UnknownNameError: When there is no such corpus or rung.
        InputError: When there is no puzzle, or a number is less than 1.
        WrongGridError: When a rung fixes the cells to a grid that breaks a rule.
        SolverError: When a process breaks down.

    >>> climbed = ladder("easy50", ["naked", "hidden", "locked"])
    >>> [(row.rung.title, row.finished) for row in climbed]
    [('naked singles', 12), ('+ hidden singles', 40), ('+ locked candidates', 44)]
    >>> climbed["hidden"].percent()
    '80 %'
    """
    check_time_limit(time_limit)
    if jobs < 1:
        raise InputError(f"the work takes at least 1 process, not {jobs}")
    chosen = table_of_rungs.choose([rungs] if isinstance(rungs, str) else None if rungs is None else list(rungs))
    name, every = named(puzzles)
    drawn = draw(every, sample, seed)
    total = len(chosen) * len(drawn)
    rows: list[Row] = []
    stopped_by = ""
    try:
        with _Crew(jobs) as crew:
            for k, rung in enumerate(chosen):
                tries: list[Try] = []
                for tried in crew.tries(rung.name, drawn, time_limit):
                    tries.append(tried)
                    if progress:
                        progress(k * len(drawn) + len(tries), total, rung.title)
                rows.append(Row(rung, tuple(tries)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    return Ladder(name, tuple(drawn), len(every), seed, time_limit, tuple(rows), stopped_by)


def named(family: Family) -> tuple[str, list[Puzzle]]:
    """The name and the puzzles of a corpus, or of what a caller has gathered."""
    if isinstance(family, str):
        family = corpus(family)
    if isinstance(family, Corpus):
        return family.name, list(family.values())
    if isinstance(family, tuple) and len(family) == 2 and isinstance(family[0], str):
        name, every = family[0], list(family[1])
    else:
        name, every = "", cast(list[Puzzle], list(family))
    if not every:
        raise InputError("there is no puzzle to try")
    return name or (every[0].name if len(every) == 1 else "") or "puzzles", every


class _Crew:
    """This process, or several others."""

    def __init__(self, jobs: int) -> None:
        self.pool: Any = None
        if jobs > 1:  # imported late, for most do without
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # A process that is forked would share the threads of solvers that this one has used.
            self.pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)

    def __enter__(self) -> "_Crew":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        _ready.cache_clear()
        if self.pool:
            if error:  # nobody waits for what they have begun, which may take a minute
                for process in [*self.pool._processes.values()]:
                    process.kill()
            self.pool.shutdown(cancel_futures=True)

    def tries(self, rung: str, puzzles: Sequence[Puzzle], time_limit: float | None) -> Iterator[Try]:
        if not self.pool:
            for puzzle in puzzles:
                yield _try(rung, puzzle, time_limit)
            return
        from concurrent.futures.process import BrokenProcessPool

        try:
            with _deaf_children():
                tries = self.pool.map(_try, repeat(rung), puzzles, repeat(time_limit), chunksize=CHUNK)
            yield from tries
        except BrokenProcessPool as error:
            raise SolverError(
                f"a process ended in the middle of the rung {rung!r}; with jobs=1 the cause is seen. A script must ask "
                'for more than one process under `if __name__ == "__main__":`'
            ) from error


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Ctrl-C is for this process: those that it starts meanwhile never hear it, and it hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where they are deaf only once they have begun
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a process that is given work."""
    import atexit

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit.register(_ready.cache_clear)  # Choco's objects must go before Choco does


def _try(rung: str, puzzle: Puzzle, time_limit: float | None) -> Try:
    climber = _ready(rung, puzzle.board)
    watch = Stopwatch()
    finished = climber.finishes(puzzle, time_limit)
    seconds = watch()
    if finished:
        grid = climber.grid()
        if grid is None:
            return Try(False, seconds)
        if faults := puzzle.faults(grid):
            raise WrongGridError(f"the rung {rung!r} fixed {puzzle!r} to a grid that breaks the rules: {faults[0]}")
    return Try(finished, seconds)


@lru_cache(maxsize=8)
def _ready(rung: str, board: Board) -> Climber:
    return RUNGS[rung].start(board)
