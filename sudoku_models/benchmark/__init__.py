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

A run is described (`description`), perhaps in a file (`protocol`), its cases are measured (`measuring`), each in a
separate process, in any executor (`running`), and each gives a row (`rows`), in a folder of checked files (`storage`).
From rows come tables (`statistics`), curves, contrasts with intervals, and a page (`reporting`). This needs pyarrow,
pandas, filelock and, for a file, pydantic: the extra `bench`.
"""

from typing import Any

from ..runtime.interrupts import import_whole

_NAMES = {
    "cases": "Case",
    "own_formulations": "check_formulation load_plugin",
    "own_rules": "check_rule",
    "own_solvers": "check_solver",
    "comparisons": "labelled time_table",
    "contenders": "Contender configuration configurations facts_of",
    "contrasting": "contrasts",
    "curves": "cactus performance_profile scatter",
    "description": "Puzzles Study study",
    "differences": "Regressions regressions",
    "effort": "search_effort",
    "measuring": "measure",
    "protocol": "Contrast Protocol load_protocol load_study",
    "reporting": "Report report",
    "rows": "COLUMNS KEY made_up read",
    "running": "Run dask_executor progress_bar run",
    "statistics": "against_best environments failures shifted_mean summary",
    "verdicts": "sign_test too_few",
}
"""Module -> its public names, which are imported on first use: the worker processes do without pandas."""
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_whole(f".{_MODULES[name]}", __name__), name)
