"""What a learner might have written: the answers in `answers/`, and the cells of a solved lesson that they need.

A file of answers has a heading for each exercise. Each answer is "right" or "wrong", says what it does, and is either a
whole answer cell, indented, or a change of the solved one: lines with "-", and with "+" those that replace them.
"""

import ast
import builtins
import importlib
import io
import json
import os
import re
from collections import OrderedDict, defaultdict
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from pathlib import Path
from symtable import SymbolTable, symtable
from types import ModuleType
from typing import Any, NamedTuple
from unittest import mock

import numpy as np

from sudoku_models import course
from sudoku_models.course import Verdict
from sudoku_models.course.answers import as_python
from sudoku_models.course.exercises import find
from sudoku_models.course.lessons import BEGIN, END
from sudoku_models.runtime import platform

SOLVED = Path(__file__).parents[2] / "notebooks" / "solutions"
FILES = Path(__file__).parent / "answers"
HANG = 600.0
"""Seconds of processor time that only an answer takes which does not come to an end."""


class LearnersAnswer(NamedTuple):
    """An answer: "right" or "wrong", what it does, and the lines that say how."""

    kind: str
    does: str
    lines: list[str]


@cache
def table() -> dict[str, tuple[str, list[LearnersAnswer]]]:
    """Exercise -> what the wrong answers are shown ("with a board"), and its answers."""
    found = {}
    for path in FILES.glob("lesson_*.txt"):
        for part in re.split(r"^# ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            heading, *answers = re.split(r"\n(?=right: |wrong: )", part)
            name, _, shows = heading.strip().partition(", ")
            found[name] = shows, [_answer(text.rstrip("\n").split("\n")) for text in answers]
    return found


def _answer(lines: list[str]) -> LearnersAnswer:
    kind, _, does = lines[0].partition(": ")
    return LearnersAnswer(kind, does, lines[1:])


def written(solved: str, lines: list[str]) -> str:
    """An answer cell: a whole one, or the solved one after the changes, each of which must apply."""
    if lines and lines[0].startswith("    "):
        return "\n".join(line[4:] for line in lines)
    changes = re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", "".join(f"{line}\n" for line in lines), re.MULTILINE)
    for change in changes:
        old, new = ("\n".join(line[2:] for line in side.split("\n")[:-1]) for side in change)
        assert old in solved, f"{old!r} does not stand in the solved cell:\n{solved}"
        solved = solved.replace(old, new)
    return solved


# -- the cells of a lesson ---------------------------------------------------------------------------------------------


@cache
def cells(lesson: int) -> list[str]:
    """The code cells of a solved notebook."""
    (path,) = SOLVED.glob(f"{lesson:02}_*.ipynb")
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in every if cell["cell_type"] == "code"]


@cache
def names(source: str) -> tuple[set[str], set[str]]:
    """The names that a cell needs from the cells before it, and those that it defines."""
    plain = "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in source.split("\n"))
    needed: set[str] = set()
    defined: set[str] = set()
    for statement in ast.parse(plain).body:
        used, stored = _names(symtable(ast.unparse(statement), "cell", "exec"))
        is_block = isinstance(statement, ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef)
        needed |= (used - stored if is_block else used) - defined
        defined |= stored
    return needed, defined


def _names(table: SymbolTable) -> tuple[set[str], set[str]]:
    """The global names that a statement uses, also in its functions, and those that it defines."""
    symbols = table.get_symbols()
    stored = {each.get_name() for each in symbols if each.is_assigned() or each.is_imported() or each.is_namespace()}
    used = {each.get_name() for each in symbols if each.is_referenced()}
    waiting = list(table.get_children())
    while waiting:
        inner = waiting.pop()
        used |= {each.get_name() for each in inner.get_symbols() if each.is_global()}
        waiting += inner.get_children()
    return used, stored


def cells_before(sources: list[str], used: set[str]) -> tuple[int, ...]:
    """The numbers of the cells that define these names, and of those that they need themselves."""
    found: set[int] = set()
    waiting = [(len(sources), name) for name in used]
    while waiting:
        before, name = waiting.pop()
        k = next((k for k in reversed(range(before)) if name in names(sources[k])[1]), None)
        if k is not None and k not in found:
            found.add(k)
            waiting += [(k, each) for each in names(sources[k])[0]]
    return tuple(sorted(found))


@cache
def space(lesson: int, before: tuple[int, ...]) -> dict[str, Any]:
    """The names after some cells of a lesson were run."""
    made: dict[str, Any] = {"np": np, "Fraction": Fraction, "defaultdict": defaultdict, "OrderedDict": OrderedDict}
    made |= {"__name__": "__main__", "__builtins__": builtins, "display": lambda *_, **__: None}
    for k in before:
        exec(compile(cells(lesson)[k], f"cell {k}", "exec"), made)
    return made


class Course(ModuleType):
    """The course as a check cell sees it: `check` keeps the answers."""

    def check(self, name: str, *answers: Any, **_: Any) -> None:
        self.answers = tuple(map(as_python, answers))


def check_of(name: str) -> int:
    """The number of the check cell of an exercise, which follows the cell of the answer."""
    return next(k for k, cell in enumerate(cells(find(name).lesson)) if f'course.check("{name}"' in cell)


def solved_cell(name: str) -> str:
    """The cell of the right answer in the solved notebook."""
    solved = cells(find(name).lesson)[check_of(name) - 1]
    return "\n".join(line for line in solved.split("\n") if line.strip() not in (BEGIN, END))


def answers(name: str, lines: list[str]) -> tuple[Any, ...]:
    """What the check cell of an exercise would check after this answer cell."""
    lesson = find(name).lesson
    sources, k = cells(lesson), check_of(name)
    source, check = written(solved_cell(name), lines), sources[k]
    made = dict(space(lesson, cells_before(sources[: k - 1], names(source)[0] | names(check)[0])))
    exec(compile(source, "cell of the answer", "exec"), made)
    made["course"] = checks = Course("course")
    exec(compile(check, "cell of the check", "exec"), made)
    return checks.answers


def judged(name: str, lines: list[str], both: bool, time_limit: float = HANG) -> tuple[Verdict, Verdict]:
    """The verdicts of `course.check` in place and, with `both`, in a separate process."""
    importlib.import_module("matplotlib").use("Agg")
    quiet = io.StringIO()
    with redirect_stdout(quiet), redirect_stderr(quiet):
        given = answers(name, lines)
    with mock.patch.dict(os.environ, {platform.VARIABLE: platform.PROCESSES}):
        in_place = course.check(name, *given, time_limit=time_limit)
    return in_place, course.check(name, *given, time_limit=time_limit) if both else in_place
