"""Test a published claim: with domain-consistent all-differents, most published puzzles need no search.

An article by the makers of Koalog, a solver in Java, says that all-different constraints with domain consistency (AC)
and a first-fail heuristic solve most published puzzles without any search, in about 104 ms, and that the proof that
there is no other solution takes 5 ms more. Here Choco does it on one thread: one all-different a unit, AC against
bounds consistency (BC), and first-fail (the variable with the smallest domain first, R. Haralick, G. Elliott,
Artificial Intelligence 14, 1980; its smallest value first).

"No backtrack" means that the first solution was found without one: by propagation alone, or by guesses that were all
right. Puzzles that propagation alone finishes are counted separately; `strength` calls this "domain" or "bounds".
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import solvers
from ..errors import InputError
from ..models.sudoku_model import SudokuModel, build
from ..puzzles.corpora import Corpus, draw
from ..puzzles.puzzle import Puzzle
from ..runtime.censored import Bounded, median
from ..runtime.limits import Limits, Stopwatch
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED, Status
from .strength import SEED, Family, named, percent

__all__ = ["CLAIM", "FirstFail", "Record", "Search", "first_fail"]

CLAIM = ("the claim", "published", "AC", "most", "", "", "104", "5", "")
"""What the article says, under `HEADINGS`."""

CONSISTENCIES = ("AC", "BC")
HEADINGS = (
    "corpus",
    "puzzles",
    "all-different",
    "no search",
    "no backtrack",
    "backtracks",
    "first solution, ms",
    "proof, ms",
    "not known",
)
NOTE = "Backtracks and times: the median, and the largest; backtracks are those up to the first solution."
BOUNDS = "Where the time limit leaves one open, it is at least (>=) or more than (>) the figure shown."


class Search(NamedTuple):
    """Choco's search on one puzzle. Where the time limit was reached, figures are lower bounds.

    Attributes:
        nodes: The nodes up to the first solution; None when there is no solution.
        backtracks: The backtracks up to the first solution; None when there is no solution.
        first_seconds: The seconds to the first solution, posting the model included; None when there is none.
        proof_seconds: The seconds after that, to prove that there is no other solution or to find a second.
        proof_backtracks: The backtracks after the first solution.
        found: Whether there is a solution; None when the time limit was reached first.
        proved: Whether the search was complete; False when the time limit was reached first.
    """

    nodes: int | None
    backtracks: int | None
    first_seconds: float | None
    proof_seconds: float
    proof_backtracks: int
    found: bool | None = True
    proved: bool = True


FIGURES = ("nodes", "backtracks", "first_seconds", "proof_seconds", "proof_backtracks")


@dataclass(frozen=True)
class Record:
    """One consistency over the puzzles of one corpus.

    Attributes:
        corpus: The corpus.
        of: The number of puzzles in the corpus; a sample has fewer searches.
        consistency: "AC" or "BC".
        searches: The search on each puzzle.
    """

    corpus: str
    of: int
    consistency: str
    searches: tuple[Search, ...]

    @property
    def not_known(self) -> int:
        """Puzzles for which the time limit was reached before the proof."""
        return sum(not search.proved for search in self.searches)

    @property
    def no_search(self) -> float:
        """The share of the puzzles that propagation alone is known to solve: one node, no backtrack."""
        return self._share(lambda search: search.found is True and search.nodes == 1 and search.backtracks == 0)

    @property
    def no_search_at_most(self) -> float:
        """The same share if the unknown puzzles are counted too."""
        return self._share(
            lambda search: search.found is not False and search.nodes in (0, 1) and not search.backtracks
        )

    @property
    def no_backtrack(self) -> float:
        """The share of the puzzles whose first solution is known to take no backtrack."""
        return self._share(lambda search: search.found is True and search.backtracks == 0)

    @property
    def no_backtrack_at_most(self) -> float:
        """The same share if the unknown puzzles are counted too."""
        return self._share(lambda search: search.found is not False and search.backtracks == 0)

    def _share(self, is_so: Callable[[Search], bool]) -> float:
        return sum(map(is_so, self.searches)) / len(self.searches)

    def _figures(self, name: str) -> list[Bounded]:
        """The values of this figure, for the puzzles that have it."""
        cut = [not s.proved if name.startswith("proof") else s.found is None for s in self.searches]
        values = [getattr(search, name) for search in self.searches]
        return [Bounded(*each) for each in zip(values, cut, strict=True) if each[0] is not None]

    def median_and_largest(self, name: str) -> tuple[Bounded, Bounded] | None:
        """The median and the largest of a figure over the puzzles that have it; None when no puzzle does."""
        if not (figures := self._figures(name)):
            return None
        return median(figures), Bounded(max(value for value, _ in figures), any(is_bound for _, is_bound in figures))

    def percent(self, name: str) -> str:
        """The share `no_search` or `no_backtrack` as text: "31 %", or "31 to 35 %" when some are unknown."""
        return percent(getattr(self, name), getattr(self, f"{name}_at_most"), len(self.searches))

    def as_dict(self) -> dict[str, Any]:
        """The record as plain data; where `..._is_bound`, the true figure may be larger."""
        plain: dict[str, Any] = {"corpus": self.corpus, "puzzles": len(self.searches), "of": self.of}
        names = ("consistency", "no_search", "no_search_at_most", "no_backtrack", "no_backtrack_at_most", "not_known")
        plain |= {name: getattr(self, name) for name in names}
        for name in FIGURES:
            for which, figure in zip(("median", "largest"), self.median_and_largest(name) or (None, None), strict=True):
                plain[f"{which}_{name}"] = figure.value if figure else None
                plain[f"{which}_{name}_is_bound"] = figure.is_bound if figure else False
        return plain

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`."""
        return [
            self.corpus,
            f"{len(self.searches):,}",
            self.consistency,
            self.percent("no_search"),
            self.percent("no_backtrack"),
            _pair(self.median_and_largest("backtracks"), 1, 0, ">="),
            *(_pair(self.median_and_largest(name), 1000, 1, ">") for name in ("first_seconds", "proof_seconds")),
            f"{self.not_known:,}" if self.not_known else "-",
        ]


@dataclass(frozen=True, repr=False)
class FirstFail:
    """The records of all corpora, and the verdict on the claim.

    Attributes:
        records: One for each corpus and consistency.
        time_limit: Seconds for each puzzle.
        stopped_by: "interrupted" when there are fewer records than were requested.
    """

    records: tuple[Record, ...]
    time_limit: float | None
    stopped_by: str = ""

    @property
    def verdict(self) -> str:
        """For which corpora the claim holds, in sentences."""
        corpora: dict[str, list[str]] = {"true": [], "not true": [], "not known": []}
        for record in self.records:
            if record.consistency == "AC":
                is_so = record.no_search > 0.5
                is_open = not is_so and record.no_search_at_most > 0.5
                holds = "true" if is_so else "not known" if is_open else "not true"
                corpora[holds].append(f"{record.corpus} ({record.percent('no_search')})")
        verdicts = [f"{holds} of {', '.join(names)}" for holds, names in corpora.items() if names]
        return f"Most puzzles need no search with AC: {'; '.join(verdicts) or 'no corpus has come to its end'}."

    @property
    def note(self) -> str:
        """How the table is read."""
        return f"{NOTE} {BOUNDS}" if any(record.not_known for record in self.records) else NOTE

    def table(self) -> ResultTable:
        """The records and the claim as a table."""
        rows = [*(record.cells() for record in self.records), CLAIM]
        return ResultTable(HEADINGS, rows, left=(0, 2), notes=[self.note, self.verdict])

    def __repr__(self) -> str:
        return f"<FirstFail of {len(self.records)} records: {self.verdict}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data; times are in seconds."""
        about: dict[str, Any] = {"time_limit": self.time_limit, "stopped_by": self.stopped_by, "verdict": self.verdict}
        return {**about, "records": [record.as_dict() for record in self.records]}


def first_fail(
    corpora: str | Corpus | Puzzle | Iterable[Family],
    sample: int | None = None,
    seed: int = SEED,
    time_limit: float | None = 10.0,
    progress: Callable[[int, int, str], None] | None = None,
) -> FirstFail:
    """Solve each puzzle with Choco, all-differents and first-fail, and prove uniqueness: once with AC, once with BC.

    Args:
        corpora: One or several of these: the name of a corpus or of a puzzle, a corpus, a puzzle, a list of puzzles.
        sample: The number of puzzles to draw from each corpus; None means all.
        seed: The seed of the sample.
        time_limit: Seconds for each puzzle; None means no limit.
        progress: Called with the number of searches done, the total number, and the corpus.

    Returns:
        A record for each corpus and consistency. Ctrl-C ends it with the records so far.

    Raises:
        NotInstalledError: When Choco is not installed.
        UnknownNameError, InputError: When there is no such corpus, or no puzzle.
        WrongGridError: When Choco returns a grid that breaks a rule.

    >>> found = first_fail("easy50", sample=10)
    >>> [(record.consistency, record.no_search) for record in found.records]
    [('AC', 0.9), ('BC', 0.4)]
    """
    Limits(time_limit)
    solvers.find("choco")
    families = [(name, len(every), draw(every, sample, seed)) for name, every in map(named, _families(corpora))]
    if not families:
        raise InputError("there is no corpus; name one, such as 'top95', or hand over puzzles")
    total = len(CONSISTENCIES) * sum(len(puzzles) for _, _, puzzles in families)
    done = 0
    records: list[Record] = []
    stopped_by = ""
    try:
        for name, of, puzzles in families:
            for consistency in CONSISTENCIES:
                searches = []
                models: dict[Any, SudokuModel] = {}
                for puzzle in puzzles:
                    searches.append(_search(puzzle, f"choco:{consistency}", models, time_limit))
                    done += 1
                    if progress:
                        progress(done, total, f"{name} with {consistency}")
                records.append(Record(name, of, consistency, tuple(searches)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    return FirstFail(tuple(records), time_limit, stopped_by)


def _families(corpora: Any) -> list[Family]:
    """One or several corpora; a list of puzzles is one corpus."""
    if isinstance(corpora, str | Corpus | Puzzle):
        return [corpora]
    is_named = isinstance(corpora, tuple) and len(corpora) == 2 and isinstance(corpora[0], str)
    if is_named and not isinstance(corpora[1], str | Corpus | Puzzle):
        return [corpora]
    found = list(corpora)
    return [found] if found and all(isinstance(each, Puzzle) for each in found) else found


def _search(puzzle: Puzzle, solver: str, models: dict[Any, SudokuModel], time_limit: float | None) -> Search:
    """Search one puzzle on the live model of its board; validating the grids is not timed."""
    if puzzle.board not in models:
        models[puzzle.board] = build(puzzle, "all_different", "pulp")
        models[puzzle.board].session(solver).solve(time_limit)  # warm up: the first solve of a process loads libraries
    model = models[puzzle.board]
    model.reset(puzzle)
    session: Any = model.session(solver)
    found: list[tuple[float, dict[str, int], npt.NDArray[np.float64]]] = []
    watch = Stopwatch()

    def note(values: npt.NDArray[np.float64]) -> bool:
        found.append((watch(), session.search(), values))
        return len(found) < 2

    outcome = session.enumerate(note, time_limit)
    seconds = watch()
    for _, _, values in found:
        model.solution_of(values, solver)
    ended = len(found) > 1 or outcome.status is Status.INFEASIBLE
    # Nothing was searched when the time was over, or a contradiction found, before Choco started.
    nodes, backtracks = outcome.search.get("nodes", 0), outcome.search.get("backtracks", 0)
    if not found and ended:
        return Search(None, None, None, seconds, backtracks, found=False)
    if not found:
        return Search(nodes, backtracks, seconds, 0.0, 0, found=None, proved=False)
    first_seconds, search, _ = found[0]
    first = (search["nodes"], search["backtracks"], first_seconds)
    return Search(*first, seconds - first_seconds, backtracks - search["backtracks"], proved=ended)


def _pair(figures: tuple[Bounded, Bounded] | None, times: float, digits: int, sign: str) -> str:
    """The median and the largest value, "0 / 26" or "0 / >= 26"; "-" where unknown."""
    texts = [
        "-" if is_bound and not value else f"{f'{sign} ' * is_bound}{times * value:,.{digits}f}"
        for value, is_bound in figures or ()
    ]
    return " / ".join(texts) if {*texts} - {"-"} else "-"
