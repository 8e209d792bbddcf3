"""A claim put to the test: most published puzzles need no search with domain-consistent all-differents.

An article by the makers of Koalog, a solver in Java, says that all-different constraints with domain consistency (AC)
and a first-fail heuristic solve most published puzzles without any search, in about 104 ms, and that the proof that
there is no other solution takes 5 ms more. Here Choco does it on one thread: one all-different a unit, AC against
bounds consistency (BC), and first-fail (the variable with the smallest domain first, R. Haralick, G. Elliott,
Artificial Intelligence 14, 1980; its smallest value first).

"No backtrack" means that the first solution was found without one: by propagation alone, or by guesses that were all
right. What propagation alone finishes is counted apart; it is the rung "domain" or "bounds" of the ladder.
"""

import html
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from . import solvers
from .answer import Status
from .corpus import Corpus, draw
from .errors import InputError
from .ladder import SEED, Family, named
from .model import Model, build, check_time_limit
from .puzzle import Puzzle
from .solvers import INTERRUPTED, Stopwatch

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


class Search(NamedTuple):
    """Choco's search on one puzzle; None where the time limit struck before.

    `nodes` and `backtracks` are those up to the first solution; `first_seconds` includes posting the model, and
    `proof_seconds` is what it then took to prove that there is no other one, or to find a second.
    """

    nodes: int | None
    backtracks: int | None
    first_seconds: float | None
    proof_seconds: float | None
    proof_backtracks: int | None


@dataclass(frozen=True)
class Record:
    """One consistency over the puzzles of one corpus.

    Attributes:
        corpus: The corpus.
        of: How many puzzles it has; a sample has fewer searches.
        consistency: "AC" or "BC".
        searches: What came of each puzzle.
    """

    corpus: str
    of: int
    consistency: str
    searches: tuple[Search, ...]

    def _known(self, name: str) -> list[float]:
        return [getattr(search, name) for search in self.searches if getattr(search, name) is not None]

    @property
    def not_known(self) -> int:
        """Puzzles for which the time limit struck before the proof."""
        return sum(search.proof_seconds is None for search in self.searches)

    @property
    def no_search(self) -> float:
        """The share of the puzzles that propagation alone solves: one node, no backtrack."""
        return sum(s.nodes == 1 and s.backtracks == 0 for s in self.searches) / len(self.searches)

    @property
    def no_backtrack(self) -> float:
        """The share of the puzzles whose first solution took no backtrack."""
        return sum(search.backtracks == 0 for search in self.searches) / len(self.searches)

    def as_dict(self) -> dict[str, Any]:
        """The record as plain data; a median or largest value is over what is known, and None when nothing is."""
        about: dict[str, Any] = {"corpus": self.corpus, "puzzles": len(self.searches), "of": self.of}
        about |= {"consistency": self.consistency, "no_search": self.no_search, "no_backtrack": self.no_backtrack}
        for name in Search._fields:
            known = self._known(name)
            about[f"median_{name}"] = median(known) if known else None
            about[f"largest_{name}"] = max(known, default=None)
        return {**about, "not_known": self.not_known}

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`."""
        told = self.as_dict()
        return [
            self.corpus,
            f"{len(self.searches):,}",
            self.consistency,
            f"{100 * self.no_search:.0f} %",
            f"{100 * self.no_backtrack:.0f} %",
            _pair(told, "backtracks", 1, 0),
            *(_pair(told, name, 1000, 1) for name in ("first_seconds", "proof_seconds")),
            f"{self.not_known:,}" if self.not_known else "-",
        ]


@dataclass(frozen=True, repr=False)
class FirstFail:
    """The records of all corpora, and what they say about the claim.

    Attributes:
        records: AC and BC for each corpus.
        time_limit: Seconds for each puzzle.
        stopped_by: "interrupted" when there are fewer records than were asked for.
    """

    records: tuple[Record, ...]
    time_limit: float | None
    stopped_by: str = ""

    @property
    def verdict(self) -> str:
        """For which corpora the claim holds, in sentences."""
        by_domain = [record for record in self.records if record.consistency == "AC"]
        true, false = (
            [f"{r.corpus} ({100 * r.no_search:.0f} %)" for r in by_domain if (r.no_search > 0.5) is holds]
            for holds in (True, False)
        )
        said = [f"{holds} of {', '.join(names)}" for holds, names in (("true", true), ("not true", false)) if names]
        return f"Most puzzles need no search with AC: {'; '.join(said) or 'no corpus has come to its end'}."

    def table(self) -> Table:
        """The records as a rich table."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for k, heading in enumerate(HEADINGS):
            table.add_column(heading, justify="left" if k in (0, 2) else "right")
        for record in self.records:
            table.add_row(*record.cells())
        table.add_row(*CLAIM, style="italic")
        return table

    def __repr__(self) -> str:
        return f"<FirstFail of {len(self.records)} records: {self.verdict}>"

    def __str__(self) -> str:
        text = io.StringIO()
        Console(file=text, width=160).print(self.table())
        return f"{text.getvalue().rstrip()}\n\n{NOTE}\n{self.verdict}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
        rows = [*(record.cells() for record in self.records), CLAIM]
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f"{table}<p>{NOTE}</p><p>{html.escape(self.verdict)}</p>"

    def as_dict(self) -> dict[str, Any]:
        """The table as plain data; times are in seconds."""
        about: dict[str, Any] = {"time_limit": self.time_limit, "stopped_by": self.stopped_by, "verdict": self.verdict}
        return {**about, "records": [record.as_dict() for record in self.records]}


def first_fail(
    corpora: str | Corpus | Iterable[Family],
    sample: int | None = None,
    seed: int = SEED,
    time_limit: float | None = 10.0,
    progress: Callable[[int, int, str], None] | None = None,
) -> FirstFail:
    """Solve each puzzle by Choco with all-differents and first-fail, once with AC and once with BC, and prove.

    Args:
        corpora: Names of corpora, corpora, or lists of puzzles.
        sample: Draw so many puzzles of each; all when left out or when there are no more.
        seed: What the sample is drawn with.
        time_limit: Seconds for each puzzle.
        progress: Called with the searches done, their number in all, and the corpus.

    Returns:
        A record for each corpus and consistency. Ctrl-C ends it with the records so far.

    Raises:
        NotInstalledError: When Choco is not on this machine.
        UnknownNameError, InputError: When there is no such corpus, or no puzzle.
        WrongGridError: When Choco returns a grid that breaks a rule.

    >>> found = first_fail("easy50", sample=10)
    >>> [(record.consistency, record.no_search) for record in found.records]
    [('AC', 0.9), ('BC', 0.4)]
    """
    check_time_limit(time_limit)
    solvers.find("choco")
    asked = [corpora] if isinstance(corpora, str | Corpus) else list(corpora)
    families = [(name, len(every), draw(every, sample, seed)) for name, every in map(named, asked)]
    if not families:
        raise InputError("there is no corpus to look at")
    total = len(CONSISTENCIES) * sum(len(puzzles) for _, _, puzzles in families)
    done = 0
    records: list[Record] = []
    stopped_by = ""
    try:
        for name, of, puzzles in families:
            for consistency in CONSISTENCIES:
                searches = []
                models: dict[Any, Model] = {}
                for puzzle in puzzles:
                    searches.append(_search(puzzle, f"choco:{consistency}", models, time_limit))
                    done += 1
                    if progress:
                        progress(done, total, f"{name} with {consistency}")
                records.append(Record(name, of, consistency, tuple(searches)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    return FirstFail(tuple(records), time_limit, stopped_by)


def _search(puzzle: Puzzle, solver: str, models: dict[Any, Model], time_limit: float | None) -> Search:
    """One puzzle on the live model of its board; the grids are judged outside the time that is told."""
    if puzzle.board not in models:
        models[puzzle.board] = build(puzzle, "all_different", "pulp")
        models[puzzle.board].session(solver).solve(time_limit)  # to load what the first solve of a process loads
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
        model.grid_from(values, solver)
    ended = len(found) > 1 or outcome.status is Status.INFEASIBLE
    if not found:
        return Search(None, None, None, seconds if ended else None, outcome.search["backtracks"] if ended else None)
    first_seconds, search, _ = found[0]
    proof = (seconds - first_seconds, outcome.search["backtracks"] - search["backtracks"]) if ended else (None, None)
    return Search(search["nodes"], search["backtracks"], first_seconds, *proof)


def _pair(told: dict[str, Any], name: str, times: float, digits: int) -> str:
    """The median and the largest value, "0 / 26"."""
    pair = [told[f"{which}_{name}"] for which in ("median", "largest")]
    return "-" if None in pair else " / ".join(f"{times * value:,.{digits}f}" for value in pair)
