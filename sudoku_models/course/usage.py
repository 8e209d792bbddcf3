"""The functions that a learner's function calls, and the formulations that it uses."""

import builtins
from collections import ChainMap
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

FORMULATIONS = "sudoku_models.formulations."


def uses(answer: Any, function: Any) -> bool:
    """Whether a learner's function, or one of the learner's that it calls by name, refers to a given function.

    >>> def mine(values):
    ...     return sum(values) / len(values)
    >>> uses(mine, sum), uses(mine, max)
    (True, False)
    """
    return any(each is function for each in [answer, *_references(answer)])


def formulations_used(*answer: Any) -> list[str]:
    """The parts of `sudoku_models.formulations` to which an answer refers.

    >>> from sudoku_models.formulations.pairwise import pairwise
    >>> formulations_used(lambda m, puzzle: pairwise(m, puzzle))
    ['sudoku_models.formulations.pairwise.pairwise']
    """
    found = set()
    for each in (*answer, *_references(*answer)):
        module, name = getattr(each, "__module__", ""), getattr(each, "__qualname__", type(each).__name__)
        if isinstance(module, str) and module.startswith(FORMULATIONS):
            found.add(f"{module}.{name}")
    return sorted(found)


def functions_of(*answer: Any) -> list[FunctionType]:
    """The functions among some answers, and those of the same module that they call by name."""
    found: list[FunctionType] = []
    waiting = [each for each in answer if isinstance(each, FunctionType)]
    modules = {each.__module__ for each in waiting}
    while waiting:
        if (each := waiting.pop()) not in found:
            found.append(each)
            named = _named_in(each)
            waiting += [other for other in named if isinstance(other, FunctionType) and other.__module__ in modules]
    return found


def _references(*answer: Any) -> list[Any]:
    return [each for function in functions_of(*answer) for each in _named_in(function)]


def _named_in(function: FunctionType) -> list[Any]:
    """The global objects that a function names, and the parts of this package's modules that it names or imports."""
    names = set(_names(function.__code__))
    known = ChainMap(function.__globals__, vars(builtins))
    found = [known[name] for name in names if name in known]
    with suppress(ImportError):
        found += [import_module(name) for name in names if name.startswith(FORMULATIONS)]
    for each in found:  # grows
        if isinstance(each, ModuleType) and each.__name__.startswith("sudoku_models"):
            parts = [getattr(each, name) for name in names if hasattr(each, name)]
            found += [part for part in parts if not any(part is other for other in found)]
    return found


def _names(code: CodeType) -> Iterator[str]:
    """The names in the code of a function, and of the functions and comprehensions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)
