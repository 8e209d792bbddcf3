"""The formulation benchmark: which configuration is the fastest, and how sure that is.

>>> import sudoku_models as sm
>>> from sudoku_models import benchmark
>>> chosen = benchmark.configurations(["all_different"], backends=["pulp"], solvers=["cpsat", "highs"])
>>> [str(configuration) for configuration in chosen]
['all_different x pulp x cpsat', 'all_different, indicators x pulp x highs']
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     benchmark.run(benchmark.cases([("mine", [sm.Puzzle.parse("1... ..2. .3.. ...4")])], chosen), folder).done
...     sorted(benchmark.read(folder)["status"])
2
['unique', 'unique']

Each case runs in a separate process (`worker`), which measures its steps apart (`measure`). Rows (`rows`) are written
from time to time to a folder of checked files (`storage`). This needs pyarrow, pandas and filelock, and the report
matplotlib and jinja2: the extra `bench`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .cases import Case, cases
from .checking import Checked, check_formulation
from .configurations import Configuration, configurations
from .counting import COUNTERS, counting_puzzles, measure_counts, published_counts
from .measure import measure
from .plugin_process import load_in_process
from .plugins import load_plugin
from .progress import progress_bar
from .protocol import Contrast, Exclusions, Protocol, load_protocol
from .reporting import Report, report
from .rows import COLUMNS, KEY, read
from .runner import Run, run
from .scale import scale_cases, scale_configurations
from .serialization import Plugin
from .solving import facts_of
from .storage import compact

if TYPE_CHECKING:
    from .comparisons import labelled, time_table
    from .curves import cactus, cost_by_size, performance_profile, scatter
    from .growth import costs, exponent, exponents
    from .statistics import against_best, sign_test, summary
    from .tables import environments, failures

__all__ = [
    "COLUMNS",
    "COUNTERS",
    "KEY",
    "Case",
    "Checked",
    "Configuration",
    "Contrast",
    "Exclusions",
    "Plugin",
    "Protocol",
    "Report",
    "Run",
    "against_best",
    "cactus",
    "cases",
    "check_formulation",
    "compact",
    "configurations",
    "cost_by_size",
    "costs",
    "counting_puzzles",
    "environments",
    "exponent",
    "exponents",
    "facts_of",
    "failures",
    "labelled",
    "load_in_process",
    "load_plugin",
    "load_protocol",
    "measure",
    "measure_counts",
    "performance_profile",
    "progress_bar",
    "published_counts",
    "read",
    "report",
    "run",
    "scale_cases",
    "scale_configurations",
    "scatter",
    "sign_test",
    "summary",
    "time_table",
]

_LAZY = {
    **dict.fromkeys(("labelled", "time_table"), "comparisons"),
    **dict.fromkeys(("cactus", "cost_by_size", "performance_profile", "scatter"), "curves"),
    **dict.fromkeys(("against_best", "sign_test", "summary"), "statistics"),
    **dict.fromkeys(("environments", "failures"), "tables"),
    **dict.fromkeys(("costs", "exponent", "exponents"), "growth"),
}
"""Name -> its module, which loads pandas; the worker processes do without."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LAZY[name]}", __name__), name)
