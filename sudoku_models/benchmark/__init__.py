"""The formulation benchmark: which way to state a puzzle is the fastest, and how sure that is.

>>> import sudoku_models as sm
>>> from sudoku_models import benchmark
>>> chosen = benchmark.ways(["all_different"], backends=["pulp"], solvers=["cpsat", "highs"])
>>> [str(way) for way in chosen]
['all_different x pulp x cpsat', 'all_different, indicators x pulp x highs']
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     benchmark.run(benchmark.cases([("mine", [sm.Puzzle.parse("1... ..2. .3.. ...4")])], chosen), folder).done
...     sorted(benchmark.read(folder)["status"])
2
['unique', 'unique']

Each case runs in a fresh process (`room`), where its steps are measured apart (`measure`); each row is kept as soon as
it is there (`rows`). This needs pyarrow and pandas, and the report matplotlib: the extra `bench`.
"""

from typing import TYPE_CHECKING, Any

from .case import Case, Way, cases, ways
from .measure import measure
from .plugins import Checked, check_formulation, load_plugin
from .reporting import Report, report
from .rows import COLUMNS, KEY, read
from .runner import Run, run

if TYPE_CHECKING:
    from .statistics import summary

__all__ = [
    "COLUMNS",
    "KEY",
    "Case",
    "Checked",
    "Report",
    "Run",
    "Way",
    "cases",
    "check_formulation",
    "load_plugin",
    "measure",
    "read",
    "report",
    "run",
    "summary",
    "ways",
]


def __getattr__(name: str) -> Any:
    """`summary` loads pandas, which the processes that measure do without."""
    if name != "summary":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .statistics import summary

    return summary
