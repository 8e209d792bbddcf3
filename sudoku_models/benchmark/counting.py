"""How the time to count grows with the number of solutions: three methods on the same puzzles.

With no-good cuts, solve k has k cuts, so the total size of the models grows with the square of the number of solutions.
By partition every model has one cut, and there are two solves for each solution. An enumeration is a single search.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any

from ..errors import WorkerError
from ..models.counting import count_solutions
from ..puzzles.board import Cell
from ..puzzles.corpora import data_folder, load
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch, check_time_limit
from ..runtime.processes import Worker
from ..solvers import installed
from .environment import environment, processor_seconds
from .environment import load as load_of_machine
from .worker import PREPARED

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COUNTERS", "Counter", "counting_puzzles", "measure_counts", "published_counts"]

Row = dict[str, Any]
GRACE = 20.0
"""Seconds that a count may take beyond its limit before its process is killed."""
TENTH = 10
"""The first and the last tenth of the solves are compared."""


@dataclass(frozen=True)
class Counter:
    """A method of `count_solutions` on a configuration.

    >>> print(Counter("cuts", "assignment", "pulp", "highs"))
    cuts, highs
    """

    method: str
    formulation: str
    backend: str
    solver: str

    def __str__(self) -> str:
        return f"{self.method}, {self.solver}"


COUNTERS = (
    Counter("cuts", "assignment", "pulp", "highs"),
    Counter("partition", "assignment", "pulp", "highs"),
    Counter("enumerate", "all_different", "cpsat", "cpsat"),
    Counter("enumerate", "all_different", "pulp", "choco"),
)
"""MILP solvers cannot enumerate, so cuts and partition are measured with HiGHS, and enumeration with CP solvers."""

PUZZLES: tuple[tuple[str, tuple[Cell, ...]], ...] = (
    *((f"several:{k}", ()) for k in (8, 16, 20, 22, 25, 28, 31, 35)),
    *(("several:34", (cell,)) for cell in ((9, 3), (8, 2))),
)
"""The name of a puzzle, and the cells of further givens that are removed from it. They have 2, 5, 10, 21, 45, 88, 300,
1,026, 3,670 and 9,981 solutions."""


def counting_puzzles() -> list[Puzzle]:
    """Puzzles of 9x9 with 2 to 10,000 solutions, in the order of that number.

    >>> [puzzle.name for puzzle in counting_puzzles()][:2]
    ['several:8', 'several:16']
    """
    return [_without(load(name), cells) for name, cells in PUZZLES]


def _without(puzzle: Puzzle, cells: tuple[Cell, ...]) -> Puzzle:
    """The puzzle without these givens; its name says so."""
    givens = {cell: digit for cell, digit in puzzle.givens.items() if cell not in cells}
    values = tuple(givens.get(cell, 0) for cell in puzzle.board.cells)
    name = " ".join([puzzle.name, *(f"without r{r}c{c}" for r, c in cells)])
    return replace(puzzle, values=values, name=name)


def measure_counts(
    puzzles: Iterable[Puzzle],
    counters: Iterable[Counter] = COUNTERS,
    time_limit: float = 60.0,
    progress: Callable[[Row], None] | None = None,
) -> "pd.DataFrame":
    """Count the solutions of each puzzle by each method, each count in a separate process.

    Args:
        puzzles: Puzzles with names.
        counters: The methods; those whose solver is not installed are left out.
        time_limit: Seconds for a count, building included.
        progress: Called with each row.

    Returns:
        A row for each count. `seconds` is its time, `processor_seconds` its processor time, and `solutions` the number
        that it found: all of them when `status` is "exact", and otherwise a lower bound, because the limit was reached.
        `first_seconds` and `last_seconds` are the median times from one solution to the next in the first and the last
        tenth of them.

    Raises:
        InputError: When the limit is not a positive number of seconds.

    >>> table = measure_counts([load("several:21")], COUNTERS[:1])
    >>> table[["puzzle", "method", "solutions", "status"]].to_dict("records")
    [{'puzzle': 'several:21', 'method': 'cuts', 'solutions': 12, 'status': 'exact'}]
    """
    import pandas as pd

    check_time_limit(time_limit)
    chosen = [counter for counter in counters if counter.solver in installed()]
    rows = []
    with Worker(PREPARED, fresh=True) as worker:
        for puzzle in puzzles:
            for counter in chosen:
                rows.append(_row(worker, puzzle, counter, time_limit))
                if progress:
                    progress(rows[-1])
    return pd.DataFrame(rows)


def _row(worker: Worker, puzzle: Puzzle, counter: Counter, time_limit: float) -> Row:
    identity = {"puzzle": puzzle.name, "givens": puzzle.line(), **asdict(counter), "time_limit": time_limit}
    where = {name: environment()[name] for name in ("cpu", "cores", "system", "python", "versions", "commit")}
    before = load_of_machine()
    try:
        result: Row = worker.request(_count, puzzle, counter, time_limit, time_limit=time_limit + GRACE)
    except WorkerError as error:
        result = {"solutions": 0, "status": "unknown", "reason": f"its process {error}", "seconds": time_limit}
    return {**identity, **result, "load": before, **where}


def _count(post: Callable[[Any], None], puzzle: Puzzle, counter: Counter, time_limit: float) -> Row:
    """Count in a process of its own, after the first-time work of the libraries."""
    chosen = counter.formulation, counter.backend, counter.solver
    count_solutions(Puzzle.parse("1... .... ..2. ...."), *chosen, method=counter.method, cross_check=False)
    before, watch = processor_seconds(), Stopwatch()
    count = count_solutions(
        puzzle, *chosen, limit=None, time_limit=time_limit, cross_check=False, method=counter.method
    )
    seconds = watch()
    tenth = max(1, len(count.seconds) // TENTH)
    return {
        "solutions": count.value,
        "status": count.status,
        "reason": count.reason,
        "seconds": seconds,
        "processor_seconds": processor_seconds() - before,
        "first_seconds": median(count.seconds[:tenth] or [seconds]),
        "last_seconds": median(count.seconds[-tenth:] or [seconds]),
    }


def published_counts() -> "pd.DataFrame":
    """The rows that ship with the package, one for each puzzle and method, as `measure_counts` returned them.

    `truth` is the number of solutions of the puzzle, by the exact count of CP-SAT.

    >>> table = published_counts()
    >>> sorted(table.loc[table["puzzle"] == "several:8", "method"].unique())
    ['cuts', 'enumerate', 'partition']
    """
    import pandas as pd

    table = pd.read_csv(data_folder() / "benchmark" / "counting.csv")
    exact = table[(table["status"] == "exact") & (table["solver"] == "cpsat")].set_index("puzzle")["solutions"]
    return table.assign(truth=table["puzzle"].map(exact))
