"""The functions that a learner's function calls, and the formulations that it uses."""

import builtins
from collections import ChainMap
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import getattr_static
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ..formulations import BUILT_IN, find

FORMULATIONS = "sudoku_models.formulations."
READ = (FORMULATIONS, "sudoku_models.inference.")
"""The parts of the package of which an import within a function is seen too."""
BY_NAME = {"find", "build", "model", "solve", "count_solutions"}
"""The functions of the package that take a formulation by its name."""


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
        if isinstance(module, str) and module.startswith(FORMULATIONS) and each is not find:
            found.add(f"{module}.{name}")
    return sorted(found)


def functions_of(*answer: Any) -> list[FunctionType]:
    """The functions among some answers, and those of the same module that they call by name.

    The function of a `partial` and the method `__call__` of an object count as the answer itself.
    """
    found: list[FunctionType] = []
    waiting = [each for each in map(_function_of, answer) if isinstance(each, FunctionType)]
    modules = {each.__module__ for each in waiting}
    while waiting:
        if (each := waiting.pop()) not in found:
            found.append(each)
            named = _named_in(each)
            waiting += [other for other in named if isinstance(other, FunctionType) and other.__module__ in modules]
    return found


def _function_of(answer: Any) -> Any:
    """What runs when the answer is called."""
    if isinstance(answer, partial):
        return _function_of(answer.func)
    return answer if isinstance(answer, FunctionType) else getattr_static(type(answer), "__call__", None)


def _references(*answer: Any) -> list[Any]:
    used = [each for function in functions_of(*answer) for each in _named_in(function)]
    return used + [each.func for each in answer if isinstance(each, partial)]


def _named_in(function: FunctionType) -> list[Any]:
    """The objects that a function names, encloses or has as defaults, and the parts of this package that it names."""
    names, texts = set(_names(function.__code__)), set(_texts(function.__code__))
    known = ChainMap(function.__globals__, vars(builtins))
    found = [known[name] for name in names if name in known]
    found += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it has no content yet
            found.append(cell.cell_contents)
    with suppress(ImportError):
        found += [import_module(name) for name in names | texts if name.startswith(READ)]
    for each in found:  # grows
        if isinstance(each, ModuleType) and each.__name__.startswith("sudoku_models"):
            parts = [getattr(each, name) for name in names if hasattr(each, name)]
            found += [part for part in parts if not any(part is other for other in found)]
    if any(getattr(each, "__name__", "") in BY_NAME and _is_ours(each) for each in found):
        found += [find(text) for text in texts if text in BUILT_IN]
    return found


def _is_ours(each: Any) -> bool:
    return str(getattr(each, "__module__", "")).startswith("sudoku_models.")


def _names(code: CodeType) -> Iterator[str]:
    """The names in the code of a function, and of the functions and comprehensions inside it."""
    for part in _parts(code):
        yield from part.co_names


def _texts(code: CodeType) -> Iterator[str]:
    """The texts in it."""
    for part in _parts(code):
        yield from (each for each in part.co_consts if isinstance(each, str))


def _parts(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _parts(each)
