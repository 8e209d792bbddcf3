"""The formulation benchmark: which configuration is the fastest, and how sure that is.

>>> import sudoku_models as sm
>>> from sudoku_models import benchmark
>>> chosen = benchmark.configurations(["all_different"], backends=["pulp"], solvers=["cpsat", "highs"])
>>> [str(configuration) for configuration in chosen]
['all_different x pulp x cpsat', 'all_different, indicators x pulp x highs']
>>> study = benchmark.study([("mine", [sm.Puzzle.parse("1... ..2. .3.. ...4")])], chosen)
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     benchmark.run(study, folder).done
...     sorted(benchmark.read(folder)["status"])
2
['unique', 'unique']

A run is described (`description`), its cases are measured (`measuring`), each in a separate process, in any executor
(`running`), and each gives a row (`rows`), in a folder of checked files (`storage`). From rows come tables
(`statistics`), curves, contrasts with intervals, and a page (`reporting`). This needs pyarrow, pandas and filelock, and
the page matplotlib: the extra `bench`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .cases import Case
from .checking import Checked, check_formulation, load_plugin
from .configurations import Contender, configurations, facts_of
from .description import Study, load_study, study
from .measuring import measure
from .rows import COLUMNS, KEY, read
from .running import Run, dask_executor, progress_bar, run

if TYPE_CHECKING:
    from .comparisons import labelled, time_table
    from .contrasting import Contrast, Exclusions, Protocol, contrasts, load_protocol
    from .curves import cactus, performance_profile, scatter
    from .growth import costs, exponent, exponents
    from .reporting import Report, report
    from .sample import rows as made_up
    from .statistics import against_best, environments, failures, shifted_mean, sign_test, summary

__all__ = [
    "COLUMNS",
    "KEY",
    "Case",
    "Checked",
    "Contender",
    "Contrast",
    "Exclusions",
    "Protocol",
    "Report",
    "Run",
    "Study",
    "against_best",
    "cactus",
    "check_formulation",
    "configurations",
    "contrasts",
    "costs",
    "dask_executor",
    "environments",
    "exponent",
    "exponents",
    "facts_of",
    "failures",
    "labelled",
    "load_plugin",
    "load_protocol",
    "load_study",
    "made_up",
    "measure",
    "performance_profile",
    "progress_bar",
    "read",
    "report",
    "run",
    "scatter",
    "shifted_mean",
    "sign_test",
    "study",
    "summary",
    "time_table",
]

_LAZY = {
    **dict.fromkeys(("labelled", "time_table"), "comparisons"),
    **dict.fromkeys(("Contrast", "Exclusions", "Protocol", "contrasts", "load_protocol"), "contrasting"),
    **dict.fromkeys(("cactus", "performance_profile", "scatter"), "curves"),
    **dict.fromkeys(("against_best", "environments", "failures", "shifted_mean", "sign_test", "summary"), "statistics"),
    **dict.fromkeys(("costs", "exponent", "exponents"), "growth"),
    **dict.fromkeys(("Report", "report"), "reporting"),
    "made_up": "sample:rows",
}
"""Name -> its module, which loads pandas (the worker processes do without), and its name there if that differs."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _LAZY[name].partition(":")
    return getattr(import_module(f".{module}", __name__), there or name)
