"""Run what a learner might have written: the solved cell with some text replaced, or a whole other answer."""

import ast
import builtins
import importlib
import io
import time
from collections import OrderedDict, defaultdict
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from pathlib import Path
from symtable import SymbolTable, symtable
from types import ModuleType
from typing import Any

import nbformat
import numpy as np

from sudoku_models.course.exercise import find
from sudoku_models.course.judges import as_python
from sudoku_models.course.judging import judge
from sudoku_models.course.lessons import BEGIN, END

SOLVED = Path(__file__).parents[2] / "notebooks" / "solutions"
Change = "str | dict[str, str]"
"""A whole answer cell, or replacements in the solved one."""


@cache
def cells(lesson: int) -> list[str]:
    """The code cells of a solved notebook."""
    (path,) = SOLVED.glob(f"{lesson:02}_*.ipynb")
    return [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def solved(name: str) -> tuple[int, str, str]:
    """The number of the answer cell of an exercise, its source without the marks, and that of the check cell."""
    sources = cells(find(name).lesson)
    k = next(k for k, source in enumerate(sources) if f'course.check("{name}"' in source)
    lines = [line for line in sources[k - 1].split("\n") if line.strip() not in (BEGIN, END)]
    return k - 1, "\n".join(lines), sources[k]


def changed(source: str, change: str | dict[str, str]) -> str:
    """The source with the replacements, each of which must occur in it; or the other answer."""
    if isinstance(change, str):
        return change
    for old, new in change.items():
        assert old in source, f"{old!r} does not stand in the solved cell:\n{source}"
        source = source.replace(old, new)
    return source


@cache
def names(source: str) -> tuple[set[str], set[str]]:
    """The names that a cell needs from the cells before it, and those that it defines at its top."""
    plain = "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in source.split("\n"))
    needed: set[str] = set()
    defined: set[str] = set()
    for statement in ast.parse(plain).body:
        text = ast.unparse(statement)
        used, stored = _names(symtable(text, "cell", "exec"))
        is_loop = isinstance(statement, ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef)
        needed |= (used - stored if is_loop else used) - defined
        defined |= stored
    return needed, defined


def _names(table: SymbolTable) -> tuple[set[str], set[str]]:
    """The global names that a statement uses, also in its functions, and those that it defines."""
    stored = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    stored |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_namespace()}
    used = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    waiting = list(table.get_children())
    while waiting:
        inner = waiting.pop()
        used |= {symbol.get_name() for symbol in inner.get_symbols() if symbol.is_global()}
        waiting += inner.get_children()
    return used, stored


def cells_before(sources: list[str], used: set[str]) -> list[int]:
    """The numbers of the cells that define these names, and of those that they need themselves."""
    found: set[int] = set()
    waiting = [(len(sources), name) for name in used]
    while waiting:
        before, name = waiting.pop()
        k = next((k for k in reversed(range(before)) if name in names(sources[k])[1]), None)
        if k is not None and k not in found:
            found.add(k)
            waiting += [(k, each) for each in names(sources[k])[0]]
    return sorted(found)


class Caught(ModuleType):
    """The course as a check cell sees it: `check` keeps the answers."""

    def check(self, name: str, *answers: Any, **_: Any) -> None:
        self.answers = answers


_spaces: dict[tuple[int, tuple[int, ...]], dict[str, Any]] = {}


def space(lesson: int, before: tuple[int, ...]) -> dict[str, Any]:
    """The names after some cells of a lesson were run; shared by the answers to an exercise."""
    key = lesson, before
    if key not in _spaces:
        made: dict[str, Any] = {"np": np, "Fraction": Fraction, "defaultdict": defaultdict, "OrderedDict": OrderedDict}
        made |= {"__name__": "__main__", "__builtins__": builtins, "display": lambda *_, **__: None}
        for k in before:
            exec(compile(cells(lesson)[k], f"cell {k}", "exec"), made)
        _spaces[key] = made
    return dict(_spaces[key])


def answer(name: str, change: str | dict[str, str]) -> tuple[Any, ...]:
    """What the check cell of an exercise would check, were this the answer cell."""
    lesson = find(name).lesson
    k, source, check = solved(name)
    source = changed(source, change)
    before = tuple(cells_before(cells(lesson)[:k], names(source)[0] | names(check)[0]))
    made = space(lesson, before)
    exec(compile(source, f"the answer to {name}", "exec"), made)
    made["course"] = caught = Caught("course")
    exec(compile(check, f"the check of {name}", "exec"), made)
    return tuple(map(as_python, caught.answers))


def judged(post: Any, name: str, change: str | dict[str, str]) -> tuple[str, str, float]:
    """The status, the sentence and the processor seconds of the judge; a worker process calls it."""
    importlib.import_module("matplotlib").use("Agg")
    quiet = io.StringIO()
    with redirect_stdout(quiet), redirect_stderr(quiet):
        answers = answer(name, change)
        started = time.process_time()
        try:
            verdict = judge(find(name), answers)
            status, sentence = verdict.status, verdict.sentence
        except Exception as error:  # `course.check` says what went wrong, in the learner's own words
            status, sentence = "wrong", f"{type(error).__name__}: {error}"
    return status, sentence, time.process_time() - started
